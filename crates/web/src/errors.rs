//! Conversion of results and errors for JavaScript.

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::shown::shown;
use girafa_loader::{LoadError, Notice};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A result whose error is a JavaScript `Error`. File contents are [shown](girafa_basic::shown) safely in its
/// message.
pub type JsResult<T> = Result<T, JsError>;

/// An error with this message.
pub fn error(message: impl std::fmt::Display) -> JsError {
    JsError::new(&message.to_string())
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("keys are strings, numbers are finite")
}

/// The message for a target that cannot be run. Errors in a listing are given by row and column only: a page
/// marks them in the listing itself, and the code that draws them as text would be a tenth of the download.
pub fn of_target(failed: &LoadError) -> String {
    match failed {
        LoadError::Listing {
            name,
            message,
            text,
            errors,
        } => format!("{}:\n{}", shown(message), mistakes(name, text, errors)),
        LoadError::NamedBy { error, .. } => of_target(error),
        failed => shown(&failed.to_string()).into_owned(),
    }
}

/// The same message as a JavaScript `Error`.
pub fn target_error(failed: LoadError) -> JsError {
    error(of_target(&failed))
}

/// The message of a notice.
pub fn of_notice(notice: &Notice) -> String {
    match notice {
        Notice::Warnings { name, text, warnings } => mistakes(name, text, warnings),
        notice => notice.sentence(),
    }
}

/// Maximum number of findings in a message.
const MAX_FINDINGS: usize = 20;

/// The findings in a text, each with its row and column: `listing.bas:2:4: error: ...`.
pub fn mistakes(name: &str, text: &str, found: &Diagnostics) -> String {
    let mut rows: Vec<String> = (found.iter().take(MAX_FINDINGS))
        .map(|found| found.row(name, text))
        .collect();
    if let Some(more @ 1..) = found.len().checked_sub(MAX_FINDINGS) {
        rows.push(format!("and {more} more"));
    }
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use girafa_basic::tokenise::{self, Options};

    use super::*;

    #[test]
    fn mistakes_have_their_places() {
        let listing = "10 CLS\n20 PIRNT 1\n";
        let found = tokenise::program(listing, &Options::default()).unwrap_err();
        let message = mistakes("a.bas", listing, &found);
        assert!(
            message.starts_with("a.bas:2:4: error: expected a keyword"),
            "{message}"
        );
        let many: String = (1..=30).map(|line| format!("{line} PIRNT\n")).collect();
        let found = tokenise::program(&many, &Options::default()).unwrap_err();
        let message = mistakes("a.bas", &many, &found);
        assert_eq!(message.lines().count(), MAX_FINDINGS + 1);
        assert!(message.ends_with("and 10 more"), "{message}");
    }

    #[test]
    fn a_listing_that_cannot_be_run() {
        let failed = girafa_loader::of_bytes("a.bas".as_ref(), b"10 PIRNT 1\n".to_vec());
        let message = of_target(&failed.err().expect("a mistake"));
        assert!(
            message.contains("a.bas:1:4: error: expected a keyword"),
            "{message}"
        );
        let failed = girafa_loader::of_bytes("a.tzx".as_ref(), vec![1, 2, 3]);
        let failed = failed.err().expect("a damaged file");
        assert_eq!(of_target(&failed), failed.message(false));
    }
}
