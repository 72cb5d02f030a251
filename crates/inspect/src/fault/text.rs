//! The text of a line as LLIST prints it, with the byte that each character comes from.

use std::ops::Range;

use girafa_basic::program::Line;
use girafa_basic::{charset, llist};

/// The text of a line's body, or of a part of it.
#[derive(Debug, Clone)]
pub struct Text {
    characters: Vec<char>,
    /// For each character, the index of its byte, and whether it is a space added by a keyword.
    from: Vec<(usize, bool)>,
}

/// The text of these bytes of a line's body.
pub fn of(bytes: &[u8]) -> String {
    Text::new(bytes).string().trim().to_owned()
}

impl Text {
    /// Converts a line's body to text, without the line number.
    pub fn new(body: &[u8]) -> Text {
        let line = Line {
            number: 0,
            body: body.to_vec(),
        };
        let mut text = Text {
            characters: Vec::new(),
            from: Vec::new(),
        };
        for glyph in llist::glyphs(&line) {
            let Some(at) = glyph.at else { continue };
            match shown(glyph.code) {
                Ok(character) => text.push(character, (at, glyph.own)),
                Err(escape) => escape
                    .chars()
                    .for_each(|character| text.push(character, (at, false))),
            }
        }
        text
    }

    fn push(&mut self, character: char, from: (usize, bool)) {
        self.characters.push(character);
        self.from.push(from);
    }

    /// The whole text.
    pub fn string(&self) -> String {
        let text: String = self.characters.iter().collect();
        text.trim_end().to_owned()
    }

    /// The characters printed by these bytes, counted from 0, without surrounding spaces; `None` if there are
    /// none.
    pub fn columns(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let is_in = |index: &usize| {
            let (at, own) = self.from[*index];
            bytes.contains(&at) && !own && self.characters[*index] != ' '
        };
        let all = 0..self.from.len();
        let first = all.clone().find(is_in)?;
        let last = all.rev().find(is_in)?;
        Some(first..last + 1)
    }
}

/// The character of a code; control codes and others without a character become their code in braces, as in a
/// listing.
fn shown(code: u8) -> Result<char, String> {
    if code == charset::BLOCKS {
        return Ok(' ');
    }
    charset::to_char(code).ok_or_else(|| format!("\\{{{code}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_columns() {
        let body = b"\xF5\"\x10\x02a:\x90\"\x1b:\xF1x=1\x0e\0\0\x01\0\0";
        let text = Text::new(body);
        assert_eq!(text.string(), "PRINT \"\\{16}\\{2}a:Ⓐ\"\\{27}: LET x=1");
        let of = |bytes| {
            let columns = text.columns(&bytes).unwrap();
            text.string()
                .chars()
                .skip(columns.start)
                .take(columns.len())
                .collect::<String>()
        };
        assert_eq!((of(0..1), of(10..20)), ("PRINT".to_owned(), "LET x=1".to_owned()));
        assert_eq!(text.columns(&(14..20)), None);
    }
}
