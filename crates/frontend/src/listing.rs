//! The program in memory as rows of text, with the running line.

use std::ops::Range;

use girafa_basic::llist;
use girafa_basic::program::{LAST_LINE, Line, Program};
use girafa_inspect::sysvars;
use girafa_inspect::{StatementPlace, statements};
use girafa_spectrum::Spectrum;

/// One row of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingRow {
    /// The number of the program's line.
    pub line: u16,
    /// The text as LLIST prints it.
    pub text: String,
}

/// The marked line of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marked {
    /// Its number.
    pub line: u16,
    /// Whether the program stopped there with an error; otherwise it is running or has ended there.
    pub is_error: bool,
}

impl Marked {
    /// The mark's character.
    pub fn character(self) -> char {
        if self.is_error { '!' } else { '>' }
    }

    /// Whether the row belongs to this line.
    pub fn is_at(self, row: &ListingRow) -> bool {
        row.line == self.line
    }
}

/// A row of a listing with its marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRow {
    /// The number of the program's line.
    pub line: u16,
    /// The text as LLIST prints it.
    pub text: String,
    /// Whether it is the line's first row.
    pub is_first: bool,
    /// The mark, if the line is marked.
    pub marked: Option<Marked>,
    /// The characters of this row that belong to the running statement, if the line is marked.
    pub statement: Range<usize>,
    /// Whether the line has a breakpoint.
    pub has_breakpoint: bool,
    /// Whether the user has selected the line.
    pub is_chosen: bool,
}

/// A program as LLIST prints it, updated only when the program in memory changes.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    bytes: Vec<u8>,
    width: usize,
    lines: Vec<Line>,
    rows: Vec<ListingRow>,
    top: usize,
}

impl Listing {
    /// Reads the program in the machine's memory, for rows of `width` columns. Keeps the rows if there is no
    /// valid program, as during loading or an insertion.
    pub fn update(&mut self, machine: &Spectrum, width: usize) {
        let [start, end] =
            [sysvars::PROG, sysvars::VARS].map(|variable| usize::from(machine.peek16(variable)));
        let Some(bytes) = machine.memory().get(start..end) else {
            return;
        };
        // Minimum width for a line number.
        let width = width.max(6);
        if self.bytes == bytes && self.width == width {
            return;
        }
        let Ok(lines) = Program::lines_from_bytes(bytes) else {
            return;
        };
        self.rows = lines
            .iter()
            .flat_map(|line| {
                let row = |text| ListingRow {
                    line: line.number,
                    text,
                };
                llist::line_rows(line, width).into_iter().map(row)
            })
            .collect();
        self.lines = lines;
        self.bytes = bytes.to_vec();
        self.width = width;
    }

    /// The width of the rows in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The line numbers, in ascending order.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = u16> {
        self.lines.iter().map(|line| line.number)
    }

    /// The characters of a statement in each row of its line, from the first row on.
    pub fn statement(&self, place: StatementPlace) -> Vec<Range<usize>> {
        let Some(line) = self.lines.iter().find(|line| line.number == place.line) else {
            return Vec::new();
        };
        let ranges = statements::ranges(&line.body);
        let index = usize::from(place.statement.max(1)) - 1;
        let Some(range) = ranges.get(index) else {
            return Vec::new();
        };
        // The text before the statement's start or end is laid out in the same way on its own.
        let end_of = |end: usize| {
            let before = Line {
                number: line.number,
                body: line.body[..end].to_vec(),
            };
            let rows = llist::line_rows(&before, self.width);
            let column = rows.last().map_or(0, |row| row.chars().count());
            (rows.len().saturating_sub(1), column)
        };
        let ((first, from), (last, to)) = (end_of(range.start), end_of(range.end));
        (0..=last)
            .map(|row| {
                let from = if row == first { from } else { 0 };
                let to = if row == last { to } else { self.width };
                if row < first { 0..0 } else { from.min(to)..to }
            })
            .collect()
    }

    /// The index of the first row of the last window.
    pub fn top(&self) -> usize {
        self.top
    }

    /// All rows.
    pub fn rows(&self) -> &[ListingRow] {
        &self.rows
    }

    /// The `height` rows to show. They include the line `running` and scroll only when they must.
    pub fn window(&mut self, running: Option<u16>, height: usize) -> &[ListingRow] {
        let last_top = self.rows.len().saturating_sub(height);
        self.top = self.top.min(last_top);
        let first = running.and_then(|running| self.rows.iter().position(|row| row.line == running));
        if let (Some(first), Some(running)) = (first, running) {
            let count = self.rows[first..]
                .iter()
                .take_while(|row| row.line == running)
                .count();
            let in_sight = first >= self.top && first + count <= self.top + height;
            if !in_sight {
                self.top = first.saturating_sub(height / 3).min(last_top);
            }
        }
        let end = self.rows.len().min(self.top + height);
        &self.rows[self.top..end]
    }
}

/// The number of the running line, or of the line where the program stopped; `None` for a direct command.
pub fn running_line(machine: &Spectrum) -> Option<u16> {
    Some(machine.peek16(sysvars::PPC)).filter(|&line| line <= LAST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise::{self, Options};
    use girafa_spectrum::{ROM_SIZE, Rom};

    fn machine(source: &str) -> Spectrum {
        let mut machine = Spectrum::new(&Rom::from_bytes(&[0; ROM_SIZE]).unwrap());
        let program = tokenise::program(source, &Options::default()).unwrap().program;
        let bytes = program.to_bytes();
        let word = |machine: &mut Spectrum, address: u16, value: u16| {
            let [low, high] = value.to_le_bytes();
            machine.poke(address, low);
            machine.poke(address + 1, high);
        };
        for (address, &byte) in (0x5CCB..).zip(&bytes) {
            machine.poke(address, byte);
        }
        word(&mut machine, sysvars::PROG, 0x5CCB);
        word(&mut machine, sysvars::VARS, 0x5CCB + bytes.len() as u16);
        word(&mut machine, sysvars::PPC, 20);
        machine
    }

    #[test]
    fn rows_and_the_running_line() {
        let mut machine = machine("10 REM one\n20 PRINT \"two\"\n30 GO TO 20\n");
        let mut listing = Listing::default();
        listing.update(&machine, 32);
        let texts: Vec<&str> = listing.rows().iter().map(|row| row.text.as_str()).collect();
        assert_eq!(texts, ["  10 REM one", "  20 PRINT \"two\"", "  30 GO TO 20"]);
        assert_eq!(running_line(&machine), Some(20));
        machine.poke(sysvars::PPC, 0xFE);
        machine.poke(sysvars::PPC + 1, 0xFF);
        assert_eq!(running_line(&machine), None);
    }

    #[test]
    fn a_broken_program_leaves_the_rows() {
        let mut machine = machine("10 REM one\n");
        let mut listing = Listing::default();
        listing.update(&machine, 32);
        machine.poke(0x5CCE, 0xFF);
        listing.update(&machine, 32);
        assert_eq!(listing.rows().len(), 1);
    }

    #[test]
    fn the_window_follows_only_when_it_must() {
        let source: String = (1..=100).map(|n| format!("{n} REM\n")).collect();
        let mut listing = Listing::default();
        listing.update(&machine(&source), 32);
        let mut first = |running| listing.window(running, 10).first().unwrap().line;
        assert_eq!(first(Some(10)), 1);
        assert_eq!(first(Some(11)), 8);
        assert_eq!(first(Some(17)), 8);
        assert_eq!(first(None), 8);
        assert_eq!(first(Some(100)), 91);
        assert_eq!(first(Some(5)), 2);
    }
}
