//! Reads pages as text, and records the position of each character.

use std::iter;

use girafa_ocr::page::{self, Area, MIN_CERTAIN_CONFIDENCE, PageRead, Quality};
use girafa_ocr::read::Candidates;
use girafa_ocr::{Font, RowGrid};
use girafa_scan::{Source, Uncertain, UnreadPrint, page::COUNTED_SPACE};

use crate::PageError;
use crate::pictures::Page;

/// Maximum number of alternatives per character.
const MAX_ALTERNATIVES: usize = 5;
/// Up to this many spaces at the end of a row, in a string or remark, are taken from the picture and need not
/// be derived from the width of the rows. Spaces between keywords and symbols come from the keywords.
const MAX_SPACES: usize = 3;

/// The text of all pages, one line per printed row.
#[derive(Debug, Default)]
pub struct PageText {
    /// The text.
    pub text: String,
    /// The uncertain characters.
    pub uncertain: Vec<Uncertain>,
    /// Print outside all rows.
    pub unread: Vec<UnreadPrint>,
    names: Vec<String>,
    /// The positions of the rows of the text.
    rows: Vec<Row>,
}

/// The position of a row of the text.
#[derive(Debug)]
struct Row {
    /// Index into the names.
    page: usize,
    grid: RowGrid,
}

/// The position of a character.
#[derive(Debug, Clone, PartialEq)]
pub struct Place<'a> {
    /// The page's name: its file, and the page number if the file has several pages.
    pub page: &'a str,
    /// The centre of its cell in pixels from the picture's top left corner: x, y.
    pub at: [f32; 2],
    /// The corners of its cell: upper left, upper right, lower right, lower left.
    pub corners: [[f32; 2]; 4],
}

/// Options for reading pages.
pub struct ReadOptions {
    /// The number of cells in a row, if known.
    pub columns: Option<usize>,
    /// The font of the listing, or one that it may resemble.
    pub font: Font,
}

/// The Spectrum's font, rows of any width.
impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            columns: None,
            font: sinclair(),
        }
    }
}

/// The result of reading one page.
pub struct ReadPage {
    /// The positions of its rows.
    pub rows: Vec<RowGrid>,
    /// Its characters.
    pub cells: Vec<ReadCell>,
    /// Print outside all rows.
    pub unread: Vec<Area>,
}

/// A character that was read.
pub struct ReadCell {
    /// The line in the text, from 1.
    pub line: usize,
    /// The column in the text, from 1.
    pub column: usize,
    /// The most likely character.
    pub character: char,
    /// Its probability.
    pub likelihood: f32,
    /// Alternatives, most likely first.
    pub others: Vec<(char, f32)>,
    /// Whether it is uncertain.
    pub doubtful: bool,
    /// The column on the page, from 0.
    pub x: usize,
    /// The row on the page, from 0.
    pub y: usize,
}

/// The font of Girafa's ROM.
pub fn sinclair() -> Font {
    font_of_rom(girafa_rom::GIRAFA48).expect("the ROM ends with its font")
}

/// The font of a 16,384-byte ROM, with block graphics and inverse characters. `None` if the image has another
/// size.
pub fn font_of_rom(image: &[u8]) -> Option<Font> {
    let bitmaps = image.get(FONT..)?.try_into().ok()?;
    Some(Font::sinclair(bitmaps))
}

/// The address of the ROM's font: 100h after CHARS.
const FONT: usize = 0x3D00;

impl PageText {
    /// The text as the start of a transcription.
    pub fn source(&self) -> Source<'_> {
        Source {
            text: &self.text,
            uncertain: &self.uncertain,
            unread: &self.unread,
        }
    }

    /// Returns the position of the character in a line and column of the text, both from 1; `None` beyond the
    /// row's cells.
    pub fn place(&self, line: usize, column: usize) -> Option<Place<'_>> {
        let Row { page, grid } = self.rows.get(line.checked_sub(1)?)?;
        let cell = column.checked_sub(1).filter(|&cell| cell < grid.columns())?;
        Some(Place {
            page: &self.names[*page],
            at: grid.at(cell as f32 + 0.5, 0.5),
            corners: grid.corners(cell),
        })
    }

    /// Reads another page, and adds its rows to the text.
    ///
    /// # Errors
    /// The page is empty, or is not a listing.
    pub fn add(&mut self, page: &Page, how: &ReadOptions) -> Result<ReadPage, PageError> {
        let read = page::read(&page.grey, how.columns, &how.font)?;
        let Quality {
            uncertain,
            all,
            is_listing,
        } = read.quality();
        if !is_listing {
            let advice = read.advice();
            return Err(PageError::NoListing {
                uncertain,
                all,
                advice,
            });
        }
        let PageRead {
            rows,
            cells,
            font,
            unread,
        } = read;
        let character = |glyph: usize| font.glyphs[glyph].text;
        let text_of = |row: &Vec<Candidates>| -> String {
            let cells = row.iter().map(|candidates| character(candidates[0].glyph));
            cells.collect()
        };
        let texts: Vec<String> = cells.iter().map(text_of).collect();
        self.names.push(page.name.clone());
        self.rows.extend(rows.iter().map(|grid| Row {
            page: self.names.len() - 1,
            grid: grid.clone(),
        }));
        let mut seen = Vec::new();
        let before = self.text.lines().count();
        let mut quoted = Quoted::default();
        for (y, row) in cells.iter().enumerate() {
            let line = before + y + 1;
            let next = texts.get(y + 1);
            let text = texts[y].trim_end();
            if begins_line(text) {
                quoted = Quoted::default();
            }
            // Spaces after the end of a row are not part of the text.
            for (x, (character, candidates)) in text.chars().zip(row).enumerate() {
                let mut others = likelihoods(candidates, &font);
                let (_, likelihood) = others.remove(0);
                others.truncate(MAX_ALTERNATIVES);
                let doubtful = likelihood < MIN_CERTAIN_CONFIDENCE && !others.is_empty();
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
                    character,
                    likelihood,
                    others,
                    doubtful,
                    x,
                    y,
                });
            }
            self.text.push_str(text);
            let rest = row.len() - text.chars().count();
            quoted = quoted.after(text);
            let goes_on = next.is_some_and(|next| !begins_line(next));
            if goes_on && quoted.is_inside() && (1..=MAX_SPACES).contains(&rest) {
                self.text.extend(iter::repeat_n(COUNTED_SPACE, rest));
            }
            self.text.push('\n');
        }
        for area in &unread {
            let [left, top, right, bottom] = [area.left, area.top, area.right, area.bottom].map(f32::round);
            self.unread.push(UnreadPrint {
                line: before + 1 + nearest(&rows, area),
                place: format!("at {left},{top} to {right},{bottom} of {}", page.name),
            });
        }
        Ok(ReadPage {
            rows,
            unread,
            cells: seen,
        })
    }
}

/// The row closest to an area.
fn nearest(rows: &[RowGrid], area: &Area) -> usize {
    let far = |row: &RowGrid| {
        let columns = row.columns() as f32;
        let ends = [row.at(0.0, 0.5), row.at(columns / 2.0, 0.5), row.at(columns, 0.5)];
        let distances = ends.map(|[x, y]| {
            let beyond = |at: f32, from: f32, to: f32| (from - at).max(at - to).max(0.0);
            beyond(x, area.left, area.right).hypot(beyond(y, area.top, area.bottom))
        });
        distances.into_iter().fold(f32::INFINITY, f32::min)
    };
    let all = (0..rows.len()).min_by(|&one, &other| far(&rows[one]).total_cmp(&far(&rows[other])));
    all.unwrap_or(0)
}

/// The probabilities of a cell's characters, the most likely first. Several glyphs of a learnt font may be
/// the same character.
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

/// Whether the end of the line read so far is inside a string or a remark.
#[derive(Clone, Copy, Default)]
struct Quoted {
    in_string: bool,
    in_remark: bool,
}

impl Quoted {
    /// Returns the state after another row of the line.
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
