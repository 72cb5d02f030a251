//! Pictures of pages, read for the reader of scans.

use girafa_pages::{PageError, PageText, ReadOptions, pictures};
use girafa_scan::{Uncertain, UnreadPrint};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json};

/// The text of the pages of a file, and what is uncertain in it.
#[derive(Serialize)]
struct Pages {
    text: String,
    #[serde(flatten)]
    seen: Seen,
}

/// What was seen in the pictures of a text, by its rows, counted from 1.
#[derive(Serialize, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Seen {
    uncertain: Vec<UncertainCharacter>,
    unread: Vec<Unread>,
}

/// An uncertain character; its column counts characters, from 1.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncertainCharacter {
    row: usize,
    column: usize,
    likelihood: f32,
    /// The alternatives with their likelihoods, most likely first.
    others: Vec<(char, f32)>,
    place: String,
}

/// Print that was not read, and the row next to it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unread {
    row: usize,
    place: String,
}

impl Seen {
    fn of(text: &PageText) -> Seen {
        let uncertain = text.uncertain.iter().map(|found| UncertainCharacter {
            row: found.line,
            column: found.column,
            likelihood: found.likelihood,
            others: found.others.clone(),
            place: found.place.clone(),
        });
        let unread = text.unread.iter().map(|found| Unread {
            row: found.line,
            place: found.place.clone(),
        });
        Seen {
            uncertain: uncertain.collect(),
            unread: unread.collect(),
        }
    }

    /// What a transcription takes.
    pub fn into_parts(self) -> (Vec<Uncertain>, Vec<UnreadPrint>) {
        let uncertain = self.uncertain.into_iter().map(|found| Uncertain {
            line: found.row,
            column: found.column,
            likelihood: found.likelihood,
            others: found.others,
            place: found.place,
        });
        let unread = self.unread.into_iter().map(|found| UnreadPrint {
            line: found.row,
            place: found.place,
        });
        (uncertain.collect(), unread.collect())
    }
}

/// Reads the pages in a picture (PNG, JPEG, WebP, TIFF, PNM) as `girafa typein` does. Returns JSON.
///
/// # Errors
/// The picture is damaged or too large, or is not of a listing.
#[wasm_bindgen]
pub fn read_pages(name: &str, bytes: &[u8]) -> JsResult<String> {
    let mut text = PageText::default();
    pictures::each_page_of(name, bytes, None, |_, page| {
        text.add(&page, &ReadOptions::default()).map(drop)
    })
    .map_err(|failed| match failed {
        PageError::Picture { .. } => error(failed),
        failed => error(format_args!("{name}: {failed}")),
    })?;
    let seen = Seen::of(&text);
    Ok(json(&Pages {
        text: text.text,
        seen,
    }))
}
