//! Access to the lines of a text.

/// A text with its lines by number.
pub struct Text<'a> {
    text: &'a str,
    /// The start of each line.
    starts: Vec<usize>,
}

impl<'a> Text<'a> {
    /// Finds the lines of a text, with LF or CRLF line ends.
    pub fn new(text: &'a str) -> Text<'a> {
        let mut starts = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            starts.push(start);
            start += line.len();
        }
        Text { text, starts }
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the byte at which a line of the text starts; lines count from 1.
    pub fn start(&self, number: usize) -> usize {
        self.starts[number - 1]
    }

    /// Returns a line of the text; lines count from 1.
    pub fn line(&self, number: usize) -> &'a str {
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        self.text[self.start(number)..end].trim_end_matches(['\n', '\r'])
    }
}
