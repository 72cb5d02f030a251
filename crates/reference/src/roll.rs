//! Rows of 32 columns in the order of printing, with the layout of the screen and the printer.
//!
//! The roll keeps the rows that scroll off the screen. Its rules are those of the transcripts of sessions
//! with a machine:
//!
//! - A row ends at a newline, when a 33rd character comes (so 32 characters and a newline are one row), or
//!   when AT or CLS moves the print position out of it. It is right-trimmed.
//! - TAB and comma print spaces.
//! - AT to a row below all rows used on this page leaves the blank rows in between. AT to any other row, or
//!   back in the same one, starts a new row of the roll: the earlier text stays in the roll above.
//! - CLS ends the page: rows are counted from the top again, and no blank rows are added for it.

use std::fmt;

/// Characters in a row.
pub const COLUMNS: usize = 32;
/// The last row of the upper screen.
const BOTTOM: usize = 21;
/// More rows than any practical session prints; see [`ScreenRoll::is_endless`].
const ENDLESS_ROWS: usize = 100_000;

/// The upper screen: 22 rows.
pub type Page = [[char; COLUMNS]; BOTTOM + 1];

const BLANK_ROW: [char; COLUMNS] = [' '; COLUMNS];

/// A roll, and the print position on the current page.
#[derive(Debug, Clone)]
pub struct ScreenRoll {
    rows: Vec<String>,
    page: Page,
    /// The row being printed.
    cells: Vec<char>,
    column: usize,
    row: usize,
    /// The lowest row reached on this page.
    lowest: usize,
}

impl Default for ScreenRoll {
    fn default() -> Self {
        ScreenRoll {
            rows: Vec::new(),
            page: [BLANK_ROW; BOTTOM + 1],
            cells: Vec::new(),
            column: 0,
            row: 0,
            lowest: 0,
        }
    }
}

impl ScreenRoll {
    /// Prints formatted text, a newline being ENTER; `write!` and `writeln!` call this.
    pub fn write_fmt(&mut self, text: fmt::Arguments) {
        // Writing to a roll does not fail, and neither does formatting numbers and strings.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Prints a comma: moves to column 16, or to the start of the next row.
    pub fn comma(&mut self) {
        self.spaces(16 - self.column % 16);
    }

    /// Prints spaces up to `column`, in the next row if this one is already past it.
    pub fn tab(&mut self, column: usize) {
        self.spaces((column + COLUMNS - self.column) % COLUMNS);
    }

    /// Moves the print position to `row`, 0 to 21, and `column`.
    pub fn at(&mut self, row: usize, column: usize) {
        if row > self.lowest {
            if self.row == self.lowest || !self.cells.is_empty() {
                self.push_row();
            }
            for _ in self.lowest + 1..row {
                self.push_row();
            }
            self.lowest = row;
        } else if row != self.row || column < self.cells.len() {
            self.leave_row();
        }
        (self.row, self.column) = (row, column);
    }

    /// Clears the screen: a new page.
    pub fn cls(&mut self) {
        self.leave_row();
        self.page.fill(BLANK_ROW);
        (self.row, self.column, self.lowest) = (0, 0, 0);
    }

    /// The current content of the screen.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Whether the roll is so long that only an endless program can have printed it.
    pub fn is_endless(&self) -> bool {
        self.rows.len() > ENDLESS_ROWS
    }

    /// The rows, including the one being printed.
    pub fn into_rows(mut self) -> Vec<String> {
        self.leave_row();
        self.rows
    }

    /// The rows as one text, each with its newline.
    pub fn into_text(self) -> String {
        self.into_rows().into_iter().map(|row| row + "\n").collect()
    }

    /// Adds a page, as COPY does on the paper; a row being printed is lost.
    pub fn paste(&mut self, page: &Page) {
        self.drop_row();
        for row in page {
            self.cells.extend(row);
            self.push_row();
        }
    }

    /// Discards the row that is being printed.
    pub fn drop_row(&mut self) {
        self.cells.clear();
        self.column = 0;
    }

    fn put(&mut self, c: char) {
        if c == '\n' {
            return self.end_row();
        }
        if self.column == COLUMNS {
            self.end_row();
        }
        if self.cells.len() <= self.column {
            self.cells.resize(self.column + 1, ' ');
        }
        self.cells[self.column] = c;
        self.page[self.row][self.column] = c;
        self.column += 1;
    }

    fn spaces(&mut self, count: usize) {
        (0..count).for_each(|_| self.put(' '));
    }

    /// Ends the row as ENTER does; at the bottom the screen scrolls.
    fn end_row(&mut self) {
        self.push_row();
        self.column = 0;
        if self.row == BOTTOM {
            self.page.rotate_left(1);
            self.page[BOTTOM] = BLANK_ROW;
        }
        self.row = (self.row + 1).min(BOTTOM);
        self.lowest = self.lowest.max(self.row);
    }

    /// Ends the row unless nothing is on it.
    fn leave_row(&mut self) {
        if !self.cells.is_empty() {
            self.push_row();
        }
    }

    fn push_row(&mut self) {
        let row: String = self.cells.drain(..).collect();
        self.rows.push(row.trim_end_matches(' ').to_owned());
    }
}

impl fmt::Write for ScreenRoll {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().for_each(|c| self.put(c));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(print: impl FnOnce(&mut ScreenRoll)) -> String {
        let mut roll = ScreenRoll::default();
        print(&mut roll);
        roll.into_text()
    }

    #[test]
    fn wrap_is_deferred() {
        let stars = "*".repeat(32);
        assert_eq!(
            printed(|roll| write!(roll, "{stars}\nb")),
            format!("{stars}\nb\n")
        );
        assert_eq!(printed(|roll| write!(roll, "{stars}*")), format!("{stars}\n*\n"));
    }

    #[test]
    fn commas_and_tabs_print_spaces() {
        let columns = |roll: &mut ScreenRoll| {
            write!(roll, "1");
            roll.comma();
            write!(roll, "2");
            roll.comma();
            writeln!(roll, "3");
            roll.tab(5);
            write!(roll, "c");
            roll.tab(2);
            write!(roll, "d");
        };
        assert_eq!(printed(columns), "1               2\n3\n     c\n  d\n");
    }

    #[test]
    fn the_page_scrolls_and_is_overwritten() {
        let mut roll = ScreenRoll::default();
        (0..23).for_each(|n| writeln!(roll, "{n}"));
        roll.at(0, 1);
        write!(roll, "x");
        let column = |n: usize| roll.page().map(|row| row[n]).iter().collect::<String>();
        assert_eq!(column(0), "234567891111111111222 ");
        assert_eq!(column(1), "x       0123456789012 ");
    }

    #[test]
    fn at_downwards_leaves_rows_and_at_upwards_keeps_what_was() {
        let moves = |roll: &mut ScreenRoll| {
            write!(roll, "a\nb");
            roll.at(0, 0);
            write!(roll, "c");
            roll.at(0, 5);
            write!(roll, "d");
            roll.at(0, 0);
            write!(roll, "e");
            roll.at(2, 0);
            write!(roll, "f");
            roll.at(5, 1);
            write!(roll, "g");
            roll.cls();
            write!(roll, "h");
        };
        assert_eq!(printed(moves), "a\nb\nc    d\ne\nf\n\n\n g\nh\n");
    }
}
