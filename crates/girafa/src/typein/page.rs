//! Pages read: the text that stands on them, and where each of its characters is.

use std::borrow::Cow;
use std::iter;
use std::path::PathBuf;

use anyhow::{Context, bail};
use girafa_ocr::page::{self, PageRead};
use girafa_ocr::read::Candidates;
use girafa_ocr::{Font, Grey};
use girafa_restore::page::COUNTED_SPACE;
use girafa_restore::seen::Uncertain;

use super::pictures::{self, Page};
use super::proof::{ProofCell, ProofPage};
use crate::progress;

/// What is less likely than this is reported.
const CERTAIN: f32 = 0.99;
/// The other readings of a character that are reported.
const MOST_OTHERS: usize = 5;
/// A page of which so many characters in a hundred are uncertain is none.
const MOST_UNCERTAIN: usize = 50;
/// Spaces at the end of a row within a string or remark: so many are seen to be there, and need not be worked out by the width.
/// Those between keywords and symbols are the keywords'.
const MOST_SPACES: usize = 3;
/// The width in pixels to which small pictures are enlarged: rows of dots are not told apart below it.
const SMALL: usize = 700;

/// The text of all pages, a printed row a line.
#[derive(Default)]
pub struct Read {
    pub text: String,
    pub uncertain: Vec<Uncertain>,
    /// The pages of the proof sheet, where one is wanted.
    pub proof: Option<Vec<ProofPage>>,
}

/// How pages are read.
pub struct How {
    /// The only page of files with several.
    pub number: Option<usize>,
    /// Cells of a row, where that is known.
    pub columns: Option<usize>,
    /// What the characters look like.
    pub font: Font,
    /// Whether there is to be a proof sheet.
    pub proof: bool,
}

/// The Spectrum's font, as our ROM has it.
pub fn sinclair() -> Font {
    let bitmaps = girafa_rom::GIRAFA48[FONT..].try_into();
    Font::sinclair(bitmaps.expect("the ROM ends with its font"))
}

/// Reads the pages of all files in order.
///
/// # Errors
/// A file is no picture that can be read, or nothing is printed on a page.
pub fn read_pages(files: &[PathBuf], how: &How) -> anyhow::Result<Read> {
    let mut all = Read {
        proof: how.proof.then(Vec::new),
        ..Read::default()
    };
    each_page(files, how.number, |page| all.add(page, how))?;
    Ok(all)
}

/// Gives each page to `take`, and shows how far it is; an error says of which page it is.
pub fn each_page(
    files: &[PathBuf],
    number: Option<usize>,
    mut take: impl FnMut(&Page) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let bar = progress::pages();
    let done = pictures::each_page(files, number, |pages, page| {
        bar.set_length(pages as u64);
        bar.tick();
        take(&page).with_context(|| page.name.clone())?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    done
}

/// A page as it is read: a small one enlarged, and how many times.
pub fn readable(page: &Grey) -> (Cow<'_, Grey>, usize) {
    match SMALL.div_ceil(page.width().max(1)) {
        0 | 1 => (Cow::Borrowed(page), 1),
        scale => (Cow::Owned(enlarge(page, scale)), scale),
    }
}

/// Where the ROM's font begins: 100h after CHARS.
const FONT: usize = 0x3D00;

impl Read {
    fn add(&mut self, page: &Page, how: &How) -> anyhow::Result<()> {
        let font = &how.font;
        let (grey, scale) = readable(&page.grey);
        let grey = &*grey;
        let PageRead { rows, cells } = page::read(grey, how.columns, font)?;
        check(&cells, font)?;
        let mut proof = self
            .proof
            .is_some()
            .then(|| ProofPage::new(page.name.clone(), grey, &rows));
        let character = |glyph: usize| font.glyphs[glyph].text;
        let says = |row: &Vec<Candidates>| -> String {
            let cells = row.iter().map(|candidates| character(candidates[0].glyph));
            cells.collect()
        };
        let said: Vec<String> = cells.iter().map(says).collect();
        let before = self.text.lines().count();
        let mut quoted = Quoted::default();
        for (y, (grid, row)) in rows.iter().zip(&cells).enumerate() {
            let line = before + y + 1;
            let next = said.get(y + 1);
            let said = said[y].trim_end();
            if begins_line(said) {
                quoted = Quoted::default();
            }
            // A space after the row's end is no character of the text.
            for (x, (says, candidates)) in said.chars().zip(row).enumerate() {
                let mut others = likelihoods(candidates, font);
                let (_, likelihood) = others.remove(0);
                others.truncate(MOST_OTHERS);
                let doubtful = likelihood < CERTAIN && !others.is_empty();
                let column = x + 1;
                if doubtful {
                    let [across, down] = grid.at(x as f32 + 0.5, 0.5).map(|at| at / scale as f32);
                    self.uncertain.push(Uncertain {
                        line,
                        column,
                        likelihood,
                        others: others.clone(),
                        place: format!("at {across:.0},{down:.0} of {}", page.name),
                    });
                }
                if let Some(proof) = proof.as_mut().filter(|_| doubtful || says != ' ') {
                    let corners = proof.corners(grey, grid, x);
                    proof.cells.push(ProofCell {
                        line,
                        column,
                        says,
                        likelihood,
                        others,
                        doubtful,
                        x,
                        y,
                        corners,
                    });
                }
            }
            self.text.push_str(said);
            let rest = row.len() - said.chars().count();
            quoted = quoted.after(said);
            let goes_on = next.is_some_and(|next| !begins_line(next));
            if goes_on && quoted.is_inside() && (1..=MOST_SPACES).contains(&rest) {
                self.text.extend(iter::repeat_n(COUNTED_SPACE, rest));
            }
            self.text.push('\n');
        }
        self.proof.iter_mut().for_each(|pages| pages.extend(proof.take()));
        Ok(())
    }
}

/// How likely a cell's characters are, what is read first. Several glyphs of a learnt font may be of one character.
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

/// A page of something else has rows too, but no characters.
fn check(cells: &[Vec<Candidates>], font: &Font) -> anyhow::Result<()> {
    let is_ink = |candidates: &&Candidates| font.glyphs[candidates[0].glyph].text != ' ';
    let ink = || cells.iter().flatten().filter(is_ink);
    let uncertain = ink().filter(|candidates| candidates[0].log_likelihood.exp() < CERTAIN);
    let (uncertain, all) = (uncertain.count(), ink().count());
    if uncertain * 100 > all * MOST_UNCERTAIN {
        bail!(
            "this is no page of a listing, or too damaged: {uncertain} of the {all} characters that it seems to have are uncertain; scan \
             it at 300 dpi or more, in grey"
        );
    }
    Ok(())
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
