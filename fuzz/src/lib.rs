//! What each target does with bytes, and what several hold readers to. A test of the command includes this
//! and tries the kept inputs (`crates/girafa/tests/command/corpora.rs`).

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

/// An error has a message, which goes to a terminal as characters only.
pub fn said(error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(!message.is_empty());
    characters_only(&shown(&message));
}

/// A terminal does nothing but show this text.
pub fn characters_only(text: &str) {
    let other = text.chars().find(|&c| !is_plain(c) && !matches!(c, '\n' | '\t'));
    assert!(other.is_none(), "{other:?} reaches a terminal");
}

/// The text that bytes are, as far as they are one.
pub fn text_of(bytes: &[u8]) -> &str {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]),
    };
    text.unwrap_or_default()
}
