//! A text by its lines.

/// A text whose lines can be asked for by number.
pub struct Text<'a> {
    text: &'a str,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl<'a> Text<'a> {
    /// Finds the lines of a text, with either kind of line end.
    pub fn new(text: &'a str) -> Text<'a> {
        let mut starts = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            starts.push(start);
            start += line.len();
        }
        Text { text, starts }
    }

    /// How many lines it has.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte at which a line of the text starts, from 1.
    pub fn start(&self, number: usize) -> usize {
        self.starts[number - 1]
    }

    /// A line of the text, from 1.
    pub fn line(&self, number: usize) -> &'a str {
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        self.text[self.start(number)..end].trim_end_matches(['\n', '\r'])
    }
}
