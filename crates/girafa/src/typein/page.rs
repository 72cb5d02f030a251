//! Pages read, with a bar that shows how far it is, and for the proof sheet where one is wanted.

use std::path::PathBuf;

use anyhow::Context;
use girafa_pages::{How, Page, Read, Seen, SeenCell, pictures};

use super::proof::{ProofCell, ProofPage};
use crate::progress;

/// The text of all pages, and the pages of the proof sheet.
#[derive(Default)]
pub struct PagesRead {
    pub read: Read,
    /// The sheet's pages, where one is wanted.
    pub proof: Option<Vec<ProofPage>>,
}

/// Reads the pages of all files in order, or only page `number` of each; `proof` is whether there is to be a proof sheet.
///
/// # Errors
/// A file is no picture that can be read, or nothing is printed on a page.
pub fn read_pages(
    files: &[PathBuf],
    number: Option<usize>,
    how: &How,
    proof: bool,
) -> anyhow::Result<PagesRead> {
    let mut all = PagesRead {
        proof: proof.then(Vec::new),
        ..PagesRead::default()
    };
    each_page(files, number, |page| {
        let seen = all.read.add(page, how)?;
        if let Some(pages) = &mut all.proof {
            pages.push(proof_page(page, seen));
        }
        Ok(())
    })?;
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

/// A page of the proof sheet: its characters, and the spaces that are doubtful.
fn proof_page(page: &Page, Seen { grey, rows, cells }: Seen) -> ProofPage {
    let mut proof = ProofPage::new(page.name.clone(), &grey, &rows);
    let cells = cells.into_iter().filter(|cell| cell.doubtful || cell.says != ' ');
    let cell = |cell: SeenCell| ProofCell {
        corners: proof.corners(&grey, &rows[cell.y], cell.x),
        line: cell.line,
        column: cell.column,
        says: cell.says,
        likelihood: cell.likelihood,
        others: cell.others,
        doubtful: cell.doubtful,
        x: cell.x,
        y: cell.y,
    };
    proof.cells = cells.map(cell).collect();
    proof
}
