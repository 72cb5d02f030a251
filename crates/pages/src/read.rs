//! Pages read: the text that stands on them, and where each of its characters is.

use std::borrow::Cow;
use std::iter;

use girafa_ocr::page::{self, PageRead};
use girafa_ocr::read::Candidates;
use girafa_ocr::{Font, Grey, RowGrid};
use girafa_scan::{Source, Uncertain, page::COUNTED_SPACE};

use crate::PageError;
use crate::pictures::Page;

/// What is less likely than this is reported.
const CERTAIN: f32 = 0.99;
/// The other readings of a character that are reported.
const MAX_OTHERS: usize = 5;
/// A page of which so many characters in a hundred are uncertain is not one.
const MAX_UNCERTAIN_PERCENT: usize = 50;
/// Or so many where few rows begin with a number: another script, whose shapes the font comes to look like.
const MAX_UNCERTAIN_PERCENT_OF_OTHERS: usize = 10;
/// Of a listing one row in so many begins with a number at least. Of other text one does by chance.
const ROWS_OF_A_LINE: usize = 16;
/// Spaces at the end of a row within a string or remark: so many are seen to be there, and need not be worked
/// out by the width. Those between keywords and symbols are the keywords'.
const MAX_SPACES: usize = 3;
/// The width in pixels to which small pictures are enlarged: rows of dots are not distinguished below it.
const MIN_WIDTH: usize = 700;
/// How many times they are enlarged at most, each way: that takes its square in time and memory. A picture of
/// fewer pixels across than a quarter of the width has less than six for a character.
const MAX_SCALE: usize = 4;
/// The most pixels to which pictures are enlarged.
const MAX_ENLARGED: usize = 40_000_000;

/// The text of all pages, a printed row a line.
#[derive(Debug, Default)]
pub struct PageText {
    /// The text.
    pub text: String,
    /// What of it is uncertain.
    pub uncertain: Vec<Uncertain>,
    /// The pages' names.
    names: Vec<String>,
    /// Where each row of the text stands.
    rows: Vec<Row>,
}

/// Where a row of the text stands.
#[derive(Debug)]
struct Row {
    /// Among the names.
    page: usize,
    grid: RowGrid,
    /// Pixels of the grid's for one of the picture's.
    scale: usize,
}

/// Where a character stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Place<'a> {
    /// The page's name: its file, and which page of it where it has several.
    pub page: &'a str,
    /// The middle of its cell in pixels of the picture from its top left corner: across, down.
    pub at: [f32; 2],
    /// The corners of its cell: upper left, upper right, lower right, lower left.
    pub corners: [[f32; 2]; 4],
}

/// How pages are read.
pub struct ReadOptions {
    /// Cells of a row, where that is known.
    pub columns: Option<usize>,
    /// What the characters look like.
    pub font: Font,
}

/// In the Spectrum's font, rows of any width.
impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            columns: None,
            font: sinclair(),
        }
    }
}

/// What was seen of a page.
pub struct ReadPage<'p> {
    /// The page as it was read.
    pub grey: Cow<'p, Grey>,
    /// Where its rows stand, in pixels of `grey`.
    pub rows: Vec<RowGrid>,
    /// Its characters.
    pub cells: Vec<ReadCell>,
}

/// A character that was read.
pub struct ReadCell {
    /// Its place in the text, from 1.
    pub line: usize,
    /// See `line`.
    pub column: usize,
    /// What it is read as.
    pub says: char,
    /// How likely it is that.
    pub likelihood: f32,
    /// What else it may be, the likeliest first.
    pub others: Vec<(char, f32)>,
    /// Whether it is uncertain.
    pub doubtful: bool,
    /// Its place on the page: the cell of its row, and the row, from 0.
    pub x: usize,
    /// See `x`.
    pub y: usize,
}

/// The Spectrum's font, as our ROM has it.
pub fn sinclair() -> Font {
    let bitmaps = girafa_rom::GIRAFA48[FONT..].try_into();
    Font::sinclair(bitmaps.expect("the ROM ends with its font"))
}

/// A page as it is read: a small one enlarged, and how many times.
pub fn readable(page: &Grey) -> (Cow<'_, Grey>, usize) {
    let mut scale = MIN_WIDTH.div_ceil(page.width().max(1)).min(MAX_SCALE);
    while scale > 1 && page.pixels().len() * scale * scale > MAX_ENLARGED {
        scale -= 1;
    }
    match scale {
        0 | 1 => (Cow::Borrowed(page), 1),
        scale => (Cow::Owned(enlarge(page, scale)), scale),
    }
}

/// Where the ROM's font begins: 100h after CHARS.
const FONT: usize = 0x3D00;

impl PageText {
    /// What the transcription begins with.
    pub fn source(&self) -> Source<'_> {
        Source {
            text: &self.text,
            uncertain: &self.uncertain,
        }
    }

    /// Where the character in a line and a column of the text, both from 1, stands; none beyond the row's
    /// cells.
    pub fn place(&self, line: usize, column: usize) -> Option<Place<'_>> {
        let Row { page, grid, scale } = self.rows.get(line.checked_sub(1)?)?;
        let cell = column.checked_sub(1).filter(|&cell| cell < grid.columns())?;
        let scaled = |point: [f32; 2]| point.map(|pixels| pixels / *scale as f32);
        Some(Place {
            page: &self.names[*page],
            at: scaled(grid.at(cell as f32 + 0.5, 0.5)),
            corners: grid.corners(cell).map(scaled),
        })
    }

    /// Reads another page, and adds its rows to the text.
    ///
    /// # Errors
    /// Nothing is printed on it, or no listing.
    pub fn add<'p>(&mut self, page: &'p Page, how: &ReadOptions) -> Result<ReadPage<'p>, PageError> {
        let font = &how.font;
        let (grey, scale) = readable(&page.grey);
        let PageRead { rows, cells } = page::read(&grey, how.columns, font)?;
        let character = |glyph: usize| font.glyphs[glyph].text;
        let says = |row: &Vec<Candidates>| -> String {
            let cells = row.iter().map(|candidates| character(candidates[0].glyph));
            cells.collect()
        };
        let said: Vec<String> = cells.iter().map(says).collect();
        check(&cells, &said, font)?;
        self.names.push(page.name.clone());
        self.rows.extend(rows.iter().map(|grid| Row {
            page: self.names.len() - 1,
            grid: grid.clone(),
            scale,
        }));
        let mut seen = Vec::new();
        let before = self.text.lines().count();
        let mut quoted = Quoted::default();
        for (y, row) in cells.iter().enumerate() {
            let line = before + y + 1;
            let next = said.get(y + 1);
            let said = said[y].trim_end();
            if begins_line(said) {
                quoted = Quoted::default();
            }
            // A space after the row's end is not a character of the text.
            for (x, (says, candidates)) in said.chars().zip(row).enumerate() {
                let mut others = likelihoods(candidates, font);
                let (_, likelihood) = others.remove(0);
                others.truncate(MAX_OTHERS);
                let doubtful = likelihood < CERTAIN && !others.is_empty();
                let column = x + 1;
                if doubtful && let Some(place) = self.place(line, column) {
                    let [across, down] = place.at;
                    self.uncertain.push(Uncertain {
                        line,
                        column,
                        likelihood,
                        others: others.clone(),
                        place: format!("at {across:.0},{down:.0} of {}", page.name),
                    });
                }
                seen.push(ReadCell {
                    line,
                    column,
                    says,
                    likelihood,
                    others,
                    doubtful,
                    x,
                    y,
                });
            }
            self.text.push_str(said);
            let rest = row.len() - said.chars().count();
            quoted = quoted.after(said);
            let goes_on = next.is_some_and(|next| !begins_line(next));
            if goes_on && quoted.is_inside() && (1..=MAX_SPACES).contains(&rest) {
                self.text.extend(iter::repeat_n(COUNTED_SPACE, rest));
            }
            self.text.push('\n');
        }
        Ok(ReadPage {
            grey,
            rows,
            cells: seen,
        })
    }
}

/// How likely a cell's characters are, what is read first. Several glyphs of a learnt font may be of one
/// character.
fn likelihoods(candidates: &Candidates, font: &Font) -> Vec<(char, f32)> {
    let mut all: Vec<(char, f32)> = Vec::new();
    for candidate in candidates {
        let (text, part) = (font.glyphs[candidate.glyph].text, candidate.log_likelihood.exp());
        match all.iter_mut().find(|(other, _)| *other == text) {
            Some((_, sum)) => *sum += part,
            None => all.push((text, part)),
        }
    }
    all
}

/// A page of something else has rows too, but no characters. `said` is what the rows are read as.
fn check(cells: &[Vec<Candidates>], said: &[String], font: &Font) -> Result<(), PageError> {
    let is_ink = |candidates: &&Candidates| font.glyphs[candidates[0].glyph].text != ' ';
    let ink = || cells.iter().flatten().filter(is_ink);
    let uncertain = ink().filter(|candidates| candidates[0].log_likelihood.exp() < CERTAIN);
    let (uncertain, all) = (uncertain.count(), ink().count());
    let numbered = said.iter().filter(|row| has_number(row)).count();
    let most = if numbered * ROWS_OF_A_LINE >= said.len() {
        MAX_UNCERTAIN_PERCENT
    } else {
        MAX_UNCERTAIN_PERCENT_OF_OTHERS
    };
    if uncertain * 100 > all * most {
        return Err(PageError::NoListing { uncertain, all });
    }
    Ok(())
}

/// Whether a row begins with a number as a line has it, wherever: cells at its left may be missing.
fn has_number(row: &str) -> bool {
    let row = row.trim_start();
    let digits = row.chars().take_while(char::is_ascii_digit).count();
    (1..=4).contains(&digits) && row[digits..].starts_with(' ')
}

/// Whether the end of what was read of a line is within a string or a remark.
#[derive(Clone, Copy, Default)]
struct Quoted {
    in_string: bool,
    in_remark: bool,
}

impl Quoted {
    /// After another row of the line.
    fn after(self, row: &str) -> Quoted {
        let mut now = self;
        for (at, character) in row.char_indices() {
            now.in_string ^= character == '"' && !now.in_remark;
            now.in_remark |= !now.in_string && row[at..].starts_with(" REM ");
        }
        now
    }

    fn is_inside(self) -> bool {
        self.in_string || self.in_remark
    }
}

/// Whether a row begins a line: its number is right-aligned in four cells.
fn begins_line(row: &str) -> bool {
    let mut cells = row.chars();
    let number: String = cells.by_ref().take(4).collect();
    let digits = number.trim_start();
    let is_number = !digits.is_empty() && digits.chars().all(|cell| cell.is_ascii_digit());
    is_number && cells.next().is_none_or(|cell| !cell.is_ascii_digit())
}

/// Each pixel as so many, each way, with steps between them.
fn enlarge(page: &Grey, scale: usize) -> Grey {
    let (width, height) = (page.width() * scale, page.height() * scale);
    let at = |pixel: usize| (pixel as f32 + 0.5) / scale as f32;
    let pixels = (0..height)
        .flat_map(|y| (0..width).map(move |x| page.sample([at(x), at(y)]).round() as u8))
        .collect();
    Grey::new(width, height, pixels).expect("it has its pixels")
}
