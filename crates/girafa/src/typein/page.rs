//! Pages read: the text that stands on them, and where each of its characters is.

use std::path::PathBuf;

use anyhow::Context;
use girafa_ocr::{Font, Grey, find, read};
use girafa_restore::seen::Uncertain;

use super::pictures::{self, Page};
use crate::progress;

/// What is less likely than this is reported.
const CERTAIN: f32 = 0.99;
/// The other readings of a character that are reported.
const MOST_OTHERS: usize = 5;
/// The width in pixels to which small pictures are enlarged: rows of dots are not told apart below it.
const SMALL: usize = 700;

/// The text of all pages, a printed row a line.
#[derive(Default)]
pub struct Read {
    pub text: String,
    pub uncertain: Vec<Uncertain>,
}

/// Reads the pages of all files in order.
///
/// # Errors
/// A file is no picture that can be read, or nothing is printed on a page.
pub fn read_pages(files: &[PathBuf], number: Option<usize>, columns: Option<usize>) -> anyhow::Result<Read> {
    let font = Font::sinclair(
        girafa_rom::GIRAFA48[FONT..]
            .try_into()
            .expect("the ROM ends with its font"),
    );
    let mut all = Read::default();
    let bar = progress::bar(files.len(), "files");
    pictures::each_page(files, number, |page| {
        let done = all.add(&page, columns, &font).with_context(|| page.name.clone());
        bar.inc(1);
        done
    })?;
    bar.finish_and_clear();
    Ok(all)
}

/// Where the ROM's font begins: 100h after CHARS.
const FONT: usize = 0x3D00;

impl Read {
    fn add(&mut self, page: &Page, columns: Option<usize>, font: &Font) -> anyhow::Result<()> {
        let enlarged;
        let (grey, scale) = match SMALL.div_ceil(page.grey.width().max(1)) {
            0 | 1 => (&page.grey, 1),
            scale => {
                enlarged = enlarge(&page.grey, scale);
                (&enlarged, scale)
            }
        };
        let rows = find::find(grey, columns)?;
        let cells = read::read(grey, &rows, font);
        for (grid, row) in rows.iter().zip(&cells) {
            let line = self.text.lines().count() + 1;
            let character = |glyph: usize| font.glyphs[glyph].text;
            let said: String = row
                .iter()
                .map(|candidates| character(candidates[0].glyph))
                .collect();
            let end = said.trim_end().chars().count();
            for (column, candidates) in row.iter().enumerate() {
                let likelihood = candidates[0].log_likelihood.exp();
                if likelihood >= CERTAIN {
                    continue;
                }
                let others = candidates[1..].iter().take(MOST_OTHERS);
                let others: Vec<(char, f32)> = others
                    .map(|candidate| (character(candidate.glyph), candidate.log_likelihood.exp()))
                    .collect();
                // A space after the row's end is no character of the text.
                if others.is_empty() || column >= end {
                    continue;
                }
                let [x, y] = grid
                    .at(column as f32 + 0.5, 0.5)
                    .map(|at| (at / scale as f32).round());
                self.uncertain.push(Uncertain {
                    line,
                    column: column + 1,
                    likelihood,
                    others,
                    place: format!("at {x:.0},{y:.0} of {}", page.name),
                });
            }
            self.text.push_str(said.trim_end());
            self.text.push('\n');
        }
        Ok(())
    }
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
