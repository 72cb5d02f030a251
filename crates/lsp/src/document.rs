//! An open listing: its text with changes, its positions and its analysis.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use girafa_basic::check;
use girafa_basic::diagnostic::{Diagnostics, floor};
use girafa_basic::edit::Edit;
use girafa_basic::index::Index;

use crate::measured::Measured;
use crate::protocol::{self, Position, TextDocumentContentChangeEvent, TextEdit, Uri};

/// Maximum number of findings kept and sent per listing.
const MAX_FINDINGS: usize = 1_000;

/// Maximum number of bytes kept: a longer text is over the size limit for a listing, whatever follows.
pub const MAX_TEXT_LENGTH: usize = 2 << 20;

/// Truncates a text to at most this many bytes, at a character boundary.
fn kept(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(floor(&text, most));
        text.shrink_to_fit();
    }
    text
}

/// A listing that is open in the editor.
pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: String,
    /// The latest measurements of runs.
    pub measured: Measured,
    /// The byte offsets of the rows.
    rows: Vec<usize>,
    /// The findings and the index of names: computed on first use, once per text.
    read: OnceCell<(Diagnostics, Index)>,
    /// The last position that was converted: its byte, row and UTF-16 column. The next one is often just
    /// after it.
    counted: Cell<(usize, usize, usize)>,
}

impl Document {
    pub fn new(uri: Uri, version: i32, text: String) -> Document {
        let mut document = Document {
            measured: Measured::of(&uri),
            uri,
            version,
            text: String::new(),
            rows: Vec::new(),
            read: OnceCell::new(),
            counted: Cell::default(),
        };
        document.set(text);
        document
    }

    /// Truncates the text to at most this many bytes.
    pub fn cut(&mut self, most: usize) {
        if self.text.len() > most {
            let text = std::mem::take(&mut self.text);
            self.set(kept(text, most));
        }
    }

    fn set(&mut self, text: String) {
        let text = kept(text, MAX_TEXT_LENGTH);
        self.text = text;
        self.rows = row_starts(&self.text);
        self.read = OnceCell::new();
        self.counted.set((0, 0, 0));
    }

    /// Changes the text. Positions beyond its ends are clamped. A text that becomes longer than the limit is
    /// truncated until the editor sends the full text.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            let mut text = std::mem::take(&mut self.text);
            match change.range {
                None => text = change.text,
                Some(range) => {
                    self.text = text;
                    let (start, end) = (self.byte(range.start), self.byte(range.end));
                    text = std::mem::take(&mut self.text);
                    text.replace_range(start.min(end)..start.max(end), &change.text);
                }
            }
            self.set(text);
        }
    }

    /// Returns the index of the names and their positions.
    pub fn index(&self) -> &Index {
        &self.read().1
    }

    /// Whether lines have numbers, as far as is known from the rows other than `row`.
    pub fn has_numbers(&self, row: &Range<usize>) -> bool {
        let mut others = (self.index().lines.iter()).filter(|line| !row.contains(&line.number_span.start));
        others.all(|line| !line.number_span.is_empty())
    }

    /// Returns the errors and warnings: at most [`MAX_FINDINGS`].
    pub fn findings(&self) -> &Diagnostics {
        &self.read().0
    }

    fn read(&self) -> &(Diagnostics, Index) {
        self.read.get_or_init(|| {
            let (found, index) = check::with_index(&self.text, false);
            (found.into_iter().take(MAX_FINDINGS).collect(), index)
        })
    }

    /// Converts the byte offset `byte` to the protocol's position: row and UTF-16 code units. An offset
    /// inside a character counts as its start.
    pub fn position(&self, byte: usize) -> Position {
        let byte = floor(&self.text, byte);
        let row = self.rows.partition_point(|&start| start <= byte) - 1;
        let start = self.rows[row];
        let (known, known_row, known_units) = self.counted.get();
        let (from, units) = if known_row == row && (start..=byte).contains(&known) {
            (known, known_units)
        } else {
            (start, 0)
        };
        let units = units + self.text[from..byte].encode_utf16().count();
        self.counted.set((byte, row, units));
        Position::new(row as u32, units as u32)
    }

    /// Converts a range of bytes.
    pub fn range(&self, span: &Range<usize>) -> protocol::Range {
        let start = self.position(span.start);
        protocol::Range::new(start, self.position(span.end.max(span.start)))
    }

    /// Converts a position to a byte offset; beyond the end of a row it is the row's end, within a surrogate
    /// pair the character's start.
    pub fn byte(&self, position: Position) -> usize {
        let row = self.row_span(position.line as usize);
        let Some(row) = row else { return self.text.len() };
        let mut units = 0;
        for (at, character) in self.text[row.clone()].char_indices() {
            units += character.len_utf16();
            if units > position.character as usize {
                return row.start + at;
            }
        }
        row.end
    }

    /// Returns the bytes of a row without its line ending.
    pub fn row_span(&self, row: usize) -> Option<Range<usize>> {
        let start = *self.rows.get(row)?;
        let end = self.rows.get(row + 1).copied().unwrap_or(self.text.len());
        let text = &self.text[start..end];
        Some(start..start + text.trim_end_matches(['\n', '\r']).len())
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns the bytes of the row that contains a byte.
    pub fn row_around(&self, byte: usize) -> Range<usize> {
        let row = self.rows.partition_point(|&start| start <= byte) - 1;
        self.row_span(row).unwrap_or(byte..byte)
    }

    /// Converts edits to the protocol's format.
    pub fn edits(&self, edits: &[Edit]) -> Vec<TextEdit> {
        let edit = |edit: &Edit| TextEdit::new(self.range(&edit.span), edit.replacement.clone());
        edits.iter().map(edit).collect()
    }
}

/// The offsets of the rows: after `\n`, `\r\n` and `\r`.
fn row_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_end = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let ends = (0..bytes.len()).filter(|&at| is_end(at)).map(|at| at + 1);
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::new(Uri::new("untitled:x".to_owned()).unwrap(), 1, text.to_owned())
    }

    fn change(start: (u32, u32), end: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(protocol::Range::new(
                Position::new(start.0, start.1),
                Position::new(end.0, end.1),
            )),
            text: text.to_owned(),
        }
    }

    #[test]
    fn positions_are_utf_16() {
        let text = "10 REM é😀x\r\n20 CLS\r30 £\n";
        let document = document(text);
        for (mark, row, units) in [("é", 0, 7), ("😀", 0, 8), ("x", 0, 10), ("20", 1, 0), ("£", 2, 3)] {
            let byte = text.find(mark).unwrap();
            assert_eq!(document.position(byte), Position::new(row, units), "{mark}");
            assert_eq!(document.byte(Position::new(row, units)), byte, "{mark}");
        }
        // Within a surrogate pair, within a line ending, beyond the row and beyond the text.
        assert_eq!(document.byte(Position::new(0, 9)), text.find('😀').unwrap());
        assert_eq!(document.byte(Position::new(0, 99)), text.find('\r').unwrap());
        assert_eq!(document.byte(Position::new(9, 0)), text.len());
        assert_eq!(
            document.position(text.find('😀').unwrap() + 1),
            Position::new(0, 8)
        );
        assert_eq!(document.position(999), Position::new(3, 0));
    }

    #[test]
    fn changes_are_made_in_order() {
        let mut document = document("10 PRINT \"😀\"\n20 CLS\n");
        let changes = vec![
            change((0, 10), (0, 12), "a"),
            change((1, 3), (1, 99), "STOP"),
            change((2, 0), (2, 0), "30 £"),
            change((2, 4), (2, 3), "x"),
        ];
        document.change(2, changes);
        assert_eq!(document.text, "10 PRINT \"a\"\n20 STOP\n30 x");
        let whole = TextDocumentContentChangeEvent {
            range: None,
            text: "1 CLS".to_owned(),
        };
        document.change(3, vec![whole]);
        assert_eq!((document.text.as_str(), document.version), ("1 CLS", 3));
    }
}
