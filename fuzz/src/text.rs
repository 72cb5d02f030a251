//! Short texts. The first byte selects problems of Quarto, puzzles of Bimaru, numbers, or a text in an
//! encoding.
use std::path::Path;

use super::characters_only;
use girafa_basic::number;
use girafa_basic::shown::{shown, shown_in_place, shown_with_colours};
use girafa_reference::papers::{bimaru::puzzle, quarto};

/// Runs the target on these bytes.
pub fn try_out(input: &[u8]) {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    if kind == b'u' {
        return encoded(bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match kind {
        b'q' => {
            let _ = quarto::file::problems(text);
        }
        b'p' => {
            let _ = text.parse::<puzzle::Puzzle>();
        }
        b'n' => {
            assert!(number::literal_length(bytes) <= bytes.len());
            let _ = (number::decimal(text), number::binary(text));
        }
        b't' => terminal(text),
        _ => {}
    }
}

/// UTF-8 or UTF-16 text; only the byte order mark is lost.
fn encoded(bytes: &[u8]) {
    let path = Path::new("any\u{1b}.bas");
    match girafa_files::text_of(path, bytes.to_vec()) {
        Ok(text) => {
            assert!(text.len() <= bytes.len() * 2);
            terminal(&text);
        }
        Err(error) => terminal(&error.to_string()),
    }
}

/// The functions for terminal output let no control characters through.
fn terminal(text: &str) {
    characters_only(&shown(text));
    characters_only(&shown_in_place(text));
    assert_eq!(shown_in_place(text).chars().count(), text.chars().count());
    for part in shown_with_colours(text).split('\u{1b}').skip(1) {
        let numbers = part.strip_prefix('[').expect("a colour");
        let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';');
        let (_, rest) = numbers.split_at(end.expect("its last letter"));
        characters_only(rest.strip_prefix('m').expect("a colour"));
    }
}
