//! A Bimaru puzzle as text.
//!
//! ```text
//! # what follows a number sign at the start of a line is a remark
//! 1311342221
//! 3 ......c...
//! 0 ..........
//! ```
//!
//! The first line has the totals of the ten columns, a digit each; ten lines for the rows follow, each with
//! the row's total, a space and ten cells. A cell is `.` (not known), `w` (water) or a piece: `c` a whole
//! submarine, `t` top, `b` bottom, `l` left end, `r` right end, `m` middle. The listing's DATA strings are
//! these lines.

use std::fmt;
use std::str::FromStr;

/// Cells of a row or of a column.
pub const SIDE: usize = 10;
/// The lengths of all boats, in the order of the search: one battleship, two cruisers, three destroyers, four
/// submarines.
pub const FLEET: [usize; 10] = [4, 3, 3, 2, 2, 2, 1, 1, 1, 1];
/// The letters of cells, in the order of the pieces.
const LETTERS: &str = ".wctblrm";

/// The content of a cell in a puzzle or a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Not known.
    Unknown,
    /// No boat.
    Water,
    /// A whole boat of one cell.
    Submarine,
    /// The uppermost cell of a boat.
    Top,
    /// The lowest cell of a boat.
    Bottom,
    /// The leftmost cell of a boat.
    Left,
    /// The rightmost cell of a boat.
    Right,
    /// A cell between two others of its boat.
    Middle,
}

impl Piece {
    /// The piece of a boat's cell, given whether the cells above, below, left and right of it are boat
    /// cells too.
    pub(super) fn with_neighbours(neighbours: [bool; 4]) -> Piece {
        match neighbours {
            [false, true, false, false] => Piece::Top,
            [true, false, false, false] => Piece::Bottom,
            [false, false, false, true] => Piece::Left,
            [false, false, true, false] => Piece::Right,
            [false, false, false, false] => Piece::Submarine,
            _ => Piece::Middle,
        }
    }
}

const PIECES: [Piece; 8] = [
    Piece::Unknown,
    Piece::Water,
    Piece::Submarine,
    Piece::Top,
    Piece::Bottom,
    Piece::Left,
    Piece::Right,
    Piece::Middle,
];

impl Piece {
    /// Its letter in a puzzle's text.
    pub fn letter(self) -> char {
        char::from(LETTERS.as_bytes()[self as usize])
    }

    /// The piece for a letter.
    pub fn of(letter: char) -> Option<Piece> {
        LETTERS.find(letter).map(|index| PIECES[index])
    }
}

/// Ten by ten cells, row by row.
pub type Grid = [[Piece; SIDE]; SIDE];

/// A puzzle: the number of pieces in each row and column, and some given cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// The totals of the rows.
    pub rows: [usize; SIDE],
    /// The totals of the columns.
    pub columns: [usize; SIDE],
    /// The given cells.
    pub given: Grid,
}

/// Why a text is not a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleError {
    /// The line of the columns' totals is not ten digits; its line number, from 1.
    Columns(usize),
    /// The line of a row is not a digit, a space and ten cells; its line number.
    Row(usize),
    /// A letter that is not a cell: line, column (both from 1), letter.
    Cell(usize, usize, char),
    /// The number of lines that are missing.
    Missing(usize),
    /// There is an extra line; its line number.
    TooMany(usize),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Columns(line) => {
                write!(f, "line {line}: write the ten columns' totals, a digit each")
            }
            PuzzleError::Row(line) => {
                write!(
                    f,
                    "line {line}: write the row's total, a digit, then a space and ten cells"
                )
            }
            PuzzleError::Cell(line, column, letter) => write!(
                f,
                "line {line}, column {column}: {letter:?} is not a cell; expected one of {LETTERS}"
            ),
            PuzzleError::Missing(count) => write!(
                f,
                "{count} lines are missing; write one of the columns' totals and ten of rows"
            ),
            PuzzleError::TooMany(line) => write!(f, "line {line}: take it out, there are ten rows already"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// Parses the totals from ten digits.
pub fn totals(text: &str) -> Option<[usize; SIDE]> {
    let digits: Option<Vec<usize>> = text.chars().map(digit).collect();
    digits?.try_into().ok()
}

fn digit(c: char) -> Option<usize> {
    c.to_digit(10).map(|digit| digit as usize)
}

/// Parses a row's total and its cells; `Err` has the index of a wrong cell, or `None` if the line does not
/// have this form.
pub fn row(text: &str) -> Result<(usize, [Piece; SIDE]), Option<usize>> {
    let mut letters = text.chars();
    let total = letters.next().and_then(digit).ok_or(None)?;
    if letters.next() != Some(' ') || text.chars().count() != SIDE + 2 {
        return Err(None);
    }
    let mut cells = [Piece::Unknown; SIDE];
    for (index, (cell, letter)) in cells.iter_mut().zip(letters).enumerate() {
        *cell = Piece::of(letter).ok_or(Some(index))?;
    }
    Ok((total, cells))
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let mut lines = (1..)
            .zip(text.lines())
            .map(|(number, line)| (number, line.trim_end()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (number, line) = lines.next().ok_or(PuzzleError::Missing(SIDE + 1))?;
        let mut puzzle = Puzzle {
            rows: [0; SIDE],
            columns: totals(line).ok_or(PuzzleError::Columns(number))?,
            given: [[Piece::Unknown; SIDE]; SIDE],
        };
        for index in 0..SIDE {
            let (number, line) = lines.next().ok_or(PuzzleError::Missing(SIDE - index))?;
            (puzzle.rows[index], puzzle.given[index]) = row(line).map_err(|place| match place {
                Some(cell) => {
                    let letter = line.chars().nth(cell + 2).unwrap_or(' ');
                    PuzzleError::Cell(number, cell + 3, letter)
                }
                None => PuzzleError::Row(number),
            })?;
        }
        match lines.next() {
            Some((number, _)) => Err(PuzzleError::TooMany(number)),
            None => Ok(puzzle),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: String = self.columns.iter().map(usize::to_string).collect();
        writeln!(f, "{columns}")?;
        for (total, cells) in self.rows.iter().zip(&self.given) {
            let letters: String = cells.iter().map(|cell| cell.letter()).collect();
            writeln!(f, "{total} {letters}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn puzzles() -> impl Strategy<Value = Puzzle> {
        let totals = || proptest::array::uniform10(0usize..10);
        let cell = || proptest::sample::select(PIECES.to_vec());
        let grid = proptest::array::uniform10(proptest::array::uniform10(cell()));
        (totals(), totals(), grid).prop_map(|(rows, columns, given)| Puzzle { rows, columns, given })
    }

    proptest! {
        #[test]
        fn puzzles_round_trip(puzzle in puzzles()) {
            prop_assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "([0-9. wctblrm#x\u{e9}]{0,13}\n){0,14}") {
            if let Ok(puzzle) = text.parse::<Puzzle>() {
                prop_assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
            }
        }

        #[test]
        fn one_wrong_letter_is_reported_with_its_place(
            puzzle in puzzles(), line in 2usize..12, column in 3usize..13
        ) {
            let mut lines: Vec<String> = puzzle.to_string().lines().map(str::to_owned).collect();
            lines[line - 1].replace_range(column - 1..column, "z");
            let error = lines.join("\n").parse::<Puzzle>();
            prop_assert_eq!(error, Err(PuzzleError::Cell(line, column, 'z')));
        }
    }

    #[test]
    fn mistakes_are_reported() {
        let message = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        let row = "0 ..........\n";
        assert!(message("# none\n").starts_with("11 lines are missing"));
        assert!(message("\n12345\n").starts_with("line 2: write the ten columns'"));
        assert!(message(&format!("0000000000\n{row}0..........")).starts_with("line 3: write the row's"));
        assert!(message(&format!("0000000000\n{row}x ..........")).starts_with("line 3: write the row's"));
        assert!(message(&format!("0000000000\n{row}0 .........")).starts_with("line 3: write the row's"));
        assert!(message(&format!("0000000000\n{}", row.repeat(9))).starts_with("1 lines are missing"));
        assert!(message(&format!("0000000000\n{}", row.repeat(11))).starts_with("line 12: take it out"));
    }
}
