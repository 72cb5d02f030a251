//! N queens on a board of N x N, none of which attacks another (book, section 4.2): finds all solutions by
//! depth-first search with a stack of the queens' columns. Exponential in N: 8 queens take 15,720 tries for
//! their 92 solutions.
//!
//! Errors of the listings that [`solutions`] does not have:
//!
//! - **Empty board** (line 40): on a board of 0 or less, the search never runs out of columns and the board
//!   is never full: after ten queens, report 3.

pub mod grafica;
pub mod tracado;

use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// The largest board, and the size of the listings' stack.
const SIZE_MAX: i32 = 10;

/// The title of the listings.
const TITLE: &str = "\
    ********************************\
    \u{20}   PROBLEMA DAS OITO RAINHAS   \
    ********************************";

/// A step of the search, with the variables of the listing. Rows and columns are numbered from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// The search continues with a new row.
    Row,
    /// A square is tested.
    Try {
        /// Row.
        row: usize,
        /// Column.
        column: i32,
    },
    /// The queens above have been checked.
    Checked {
        /// The row that is tested.
        row: usize,
        /// The row of the first queen that attacks it.
        attacker: Option<usize>,
    },
    /// A queen is about to be placed.
    Place {
        /// Row.
        row: usize,
    },
    /// A queen has been placed.
    Placed {
        /// Row.
        row: usize,
        /// Column.
        column: i32,
    },
    /// The board is full: the queens' columns, row by row.
    Solution(&'a [i32]),
    /// A square is finished: it is attacked or its queen has been removed.
    Done {
        /// Column.
        column: i32,
    },
    /// The row has no further square: the search returns to the row above.
    Back {
        /// The row left.
        row: usize,
    },
    /// The queen of the row above is removed.
    Remove {
        /// Her row.
        row: usize,
        /// Her column.
        column: i32,
    },
}

/// Asks for boards, and prints all solutions of each.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        loop {
            let size = ask_size(console)?;
            write!(console.screen, "- DIMENSAO DO TABULEIRO - {size}X{size}\n\n\n");
            let mut found = 0;
            search(size, &mut |step| {
                if let Step::Solution(columns) = step {
                    found += 1;
                    show_board(console, columns);
                }
                Ok(())
            })?;
            write!(console.screen, "\nO PROBLEMA TEM {found} SOLUCOES\n\n");
            if !wants_more(console)? {
                return Ok(());
            }
        }
    })
}

/// Prints the title, asks for the size until it is not too big, and leaves the print position where the
/// size is shown.
fn ask_size(console: &mut Console) -> Result<i32, Ended> {
    writeln!(console.screen, "{TITLE}");
    loop {
        let size = console.whole()?;
        console.screen.at(5, 0);
        if size <= SIZE_MAX {
            return Ok(size);
        }
        writeln!(console.screen, "NUMERO GRANDE DEMAIS!!");
    }
}

/// Asks whether to play again, and clears the screen if so.
fn wants_more(console: &mut Console) -> Result<bool, Ended> {
    let more = matches!(console.text()?, "S" | "s");
    if more {
        console.screen.cls();
    }
    Ok(more)
}

fn show_board(console: &mut Console, columns: &[i32]) {
    for &queen in columns {
        let row: String = (1..=columns.len() as i32)
            .map(|column| if column == queen { 'X' } else { '-' })
            .collect();
        writeln!(console.screen, "{row}");
    }
    writeln!(console.screen);
}

/// Searches a board of `size` as the listings do.
///
/// # Errors
/// An error from `watch`; report 3 for a size below 1.
pub fn search(size: i32, watch: &mut dyn FnMut(Step) -> Run) -> Run {
    // The stack: the column of the queen in each row so far.
    let mut queens: Vec<i32> = Vec::new();
    let mut column = 0;
    watch(Step::Row)?;
    loop {
        column += 1;
        let row = queens.len() + 1;
        watch(Step::Try { row, column })?;
        let attacker = attacker(&queens, column);
        watch(Step::Checked { row, attacker })?;
        if attacker.is_some() {
            watch(Step::Done { column })?;
            if column != size {
                continue;
            }
        } else {
            watch(Step::Place { row })?;
            if row > SIZE_MAX as usize {
                return Err(Ended::SUBSCRIPT_WRONG);
            }
            queens.push(column);
            watch(Step::Placed { row, column })?;
            if row as i32 != size {
                column = 0;
                watch(Step::Row)?;
                continue;
            }
            watch(Step::Solution(&queens))?;
        }
        match retreat(size, &mut queens, watch)? {
            Some(after) => column = after,
            None => return Ok(()),
        }
    }
}

/// Removes queens until one has a column to its right, and returns its column; `None` at the top of the
/// board.
fn retreat(
    size: i32,
    queens: &mut Vec<i32>,
    watch: &mut dyn FnMut(Step) -> Run,
) -> Result<Option<i32>, Ended> {
    loop {
        let row = queens.len() + 1;
        watch(Step::Back { row })?;
        let Some(column) = queens.pop() else {
            return Ok(None);
        };
        watch(Step::Remove { row: row - 1, column })?;
        watch(Step::Done { column })?;
        if column != size {
            return Ok(Some(column));
        }
    }
}

/// The row, from 1, of the first queen that attacks `column` of the next row.
fn attacker(queens: &[i32], column: i32) -> Option<usize> {
    let takes = |(above, &queen): (usize, &i32)| {
        let rows_apart = (queens.len() - above) as i32;
        queen == column || (queen - column).abs() == rows_apart
    };
    queens.iter().enumerate().position(takes).map(|row| row + 1)
}

/// All solutions on a board of `size`, each as the queens' columns from 0, row by row, in lexical order;
/// none for 0.
pub fn solutions(size: usize) -> Vec<Vec<usize>> {
    fn extend(size: usize, queens: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if queens.len() == size {
            all.push(queens.clone());
            return;
        }
        for column in 0..size {
            let safe = (1..)
                .zip(queens.iter().rev())
                .all(|(apart, &queen)| queen != column && queen.abs_diff(column) != apart);
            if safe {
                queens.push(column);
                extend(size, queens, all);
                queens.pop();
            }
        }
    }
    let mut all = Vec::new();
    if size > 0 {
        extend(size, &mut Vec::new(), &mut all);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_solutions_are_found_in_order() {
        // OEIS A000170, from 1 on.
        for (size, count) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92]) {
            let mut found: Vec<Vec<usize>> = Vec::new();
            let mut tries = 0;
            search(size, &mut |step| {
                match step {
                    Step::Solution(columns) => {
                        found.push(columns.iter().map(|&column| column as usize - 1).collect());
                    }
                    Step::Try { .. } => tries += 1,
                    _ => {}
                }
                Ok(())
            })
            .unwrap();
            assert_eq!(found.len(), count);
            assert_eq!(found, solutions(size as usize));
            assert!(size < 8 || tries == 15_720, "{tries}");
        }
    }

    #[test]
    fn a_board_of_nothing_ends_with_an_error() {
        for size in [0, -1] {
            assert_eq!(search(size, &mut |_| Ok(())), Err(Ended::SUBSCRIPT_WRONG));
        }
        assert!(solutions(0).is_empty());
    }
}
