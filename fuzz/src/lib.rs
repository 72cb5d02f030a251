//! The fuzz targets, and checks that several share. A test of the command includes this file and runs the
//! stored inputs (`crates/girafa/tests/command/corpora.rs`).

pub mod book;
pub mod dap;
pub mod listing;
pub mod lsp;
pub mod machine;
pub mod picture;
pub mod program;
pub mod scan;
pub mod session;
pub mod snapshot;
pub mod tape;
pub mod text;

use girafa_basic::shown::{is_plain, shown};

/// Checks that an error has a message that is shown without control characters.
pub fn check_message(error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(!message.is_empty());
    characters_only(&shown(&message));
}

/// Checks that a text has no characters that control a terminal.
pub fn characters_only(text: &str) {
    let other = text.chars().find(|&c| !is_plain(c) && !matches!(c, '\n' | '\t'));
    assert!(other.is_none(), "{other:?} reaches a terminal");
}

/// The longest valid UTF-8 prefix of the bytes.
pub fn text_of(bytes: &[u8]) -> &str {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]),
    };
    text.unwrap_or_default()
}
