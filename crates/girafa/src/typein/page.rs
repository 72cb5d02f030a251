//! Reads pages with a progress bar, and adds them to the proof sheet if one is written.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use girafa_ocr::page::Advice;
use girafa_pages::{Page, PageError, PageText, ReadCell, ReadOptions, ReadPage, Unreadable, pictures};

use super::proof::{ProofCell, ProofPage, ProofSheet};
use crate::progress;

/// Reads the pages of all files in order, or only page `number` of each, and returns their text. Adds each
/// page to `proof`, if given.
///
/// # Errors
/// A file is not a supported picture, a page has no print, or the sheet cannot be written.
pub fn read_pages(
    files: &[PathBuf],
    number: Option<usize>,
    how: &ReadOptions,
    mut proof: Option<&mut ProofSheet>,
) -> anyhow::Result<PageText> {
    let mut all = PageText::default();
    each_page(files, number, |page| {
        let seen = all.add(page, how)?;
        match &mut proof {
            Some(sheet) => sheet.add(&proof_page(page, seen)),
            None => Ok(()),
        }
    })?;
    Ok(all)
}

/// Calls `take` for each page and shows the progress. An error names its page.
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
    done.map_err(with_hint)
}

/// Adds a hint about the option that helps to an error of a page.
fn with_hint(error: anyhow::Error) -> anyhow::Error {
    let hint = match error.downcast_ref() {
        Some(PageError::NoListing {
            advice: Advice::Font, ..
        }) => {
            return anyhow!(
                "{error:#} (--rom names a ROM that has it; --learn writes the shapes, to be named and given with --font)"
            );
        }
        Some(PageError::Picture { reason, .. }) => match reason {
            Unreadable::OnePage => "--page needs a .tiff with several pages",
            Unreadable::TooManyPages => "--page needs exactly one picture",
            _ => return error,
        },
        _ => return error,
    };
    anyhow!("{error}: {hint}")
}

/// A page of the proof sheet: its characters and the uncertain spaces.
fn proof_page(page: &Page, ReadPage { rows, cells, unread }: ReadPage) -> ProofPage {
    let mut proof = ProofPage::new(page.name.clone(), &page.grey, &rows);
    let cells = cells
        .into_iter()
        .filter(|cell| cell.doubtful || cell.character != ' ');
    let cell = |cell: ReadCell| ProofCell {
        corners: proof.corners(&page.grey, &rows[cell.y], cell.x),
        line: cell.line,
        column: cell.column,
        character: cell.character,
        likelihood: cell.likelihood,
        others: cell.others,
        doubtful: cell.doubtful,
        x: cell.x,
        y: cell.y,
    };
    proof.cells = cells.map(cell).collect();
    proof.unread = unread
        .iter()
        .map(|area| proof.reduced_area(&page.grey, area))
        .collect();
    proof
}
