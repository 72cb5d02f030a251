//! What several targets hold readers to.
#![forbid(unsafe_code)]

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
