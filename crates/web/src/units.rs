//! Positions in texts as JavaScript counts them.

/// Converts byte offsets in a text to UTF-16 units, in any order.
pub struct Units<'a> {
    text: &'a str,
    /// Number of units before every 256th byte, rounded down to a character.
    marks: Vec<usize>,
}

impl<'a> Units<'a> {
    const MARK_INTERVAL: usize = 256;

    /// A converter for `text`.
    pub fn new(text: &'a str) -> Units<'a> {
        let mut marks = Vec::with_capacity(text.len() / Units::MARK_INTERVAL + 1);
        let mut units = 0;
        for (at, character) in text.char_indices() {
            while marks.len() * Units::MARK_INTERVAL <= at {
                marks.push(units);
            }
            units += character.len_utf16();
        }
        Units { text, marks }
    }

    /// Number of units before byte `byte`, which must be the first of a character.
    pub fn before(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let mark = (byte / Units::MARK_INTERVAL).min(self.marks.len().saturating_sub(1));
        let from = (mark * Units::MARK_INTERVAL..=byte).find(|&at| self.text.is_char_boundary(at));
        let known = self.marks.get(mark).copied().unwrap_or(0);
        let rest = from
            .and_then(|from| self.text.get(from..byte))
            .unwrap_or_default();
        known + rest.encode_utf16().count()
    }
}
