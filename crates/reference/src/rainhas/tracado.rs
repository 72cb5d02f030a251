//! The queens with each step of the search on the printer, by the line numbers of the listing (book, section
//! 4.5).
//! The search is that of [`super`]; each step prints one or two rows. Errors of the listing that
//! [`corrected_session`] does not have:
//!
//! - **Stale attacker**: line 200 prints J, the row of the queen that attacks. After a queen has been
//!   removed there is no such queen: J has the value from the last check of the rows above. On a board of 1
//!   there has been no such check: report 2.

use super::{Step, ask_size, search, show_board, wants_more};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Asks for boards, and prints all solutions of each on the screen and the search on the printer.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, false))
}

/// The session that prints J only if a queen attacks.
pub fn corrected_session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, true))
}

fn play(console: &mut Console, corrected: bool) -> Run {
    let mut j = None;
    loop {
        let size = ask_size(console)?;
        write!(console.screen, "- DIMENSAO DO TABULEIRO - {size}X{size}\n\n");
        write!(console.paper, "I={size}\n\n\nLINHA 60   I1=0 L=1");
        let mut found = 0;
        search(size, &mut |step| {
            found += i32::from(matches!(step, Step::Solution(_)));
            if corrected && let Step::Done { column } = step {
                write!(console.paper, "\n\nLINHA 200   C={column}");
                if let Some(j) = j.take() {
                    write!(console.paper, "  J={j}");
                }
                return Ok(());
            }
            if corrected && let Step::Checked { attacker, .. } = step {
                j = attacker;
                return Ok(());
            }
            trace(console, step, found, &mut j)
        })?;
        write!(console.screen, "\nO PROBLEMA TEM {found} SOLUCOES\n\n");
        writeln!(console.paper, "\n\nLINHA 250  SOLUCOES: I1={found}");
        if !wants_more(console)? {
            return Ok(());
        }
    }
}

/// Prints a step. `found` counts the solutions with this one, `j` is the listing's variable J.
fn trace(console: &mut Console, step: Step, found: i32, j: &mut Option<usize>) -> Run {
    let paper = &mut console.paper;
    match step {
        Step::Row => write!(paper, "\n\nLINHA 70   C=0"),
        Step::Try { row, column } => {
            write!(paper, "\n\nLINHA 80    C={column}L={row}");
            write!(paper, "\n\nLINHA 100   K={}L={row}", row - 1);
            if row > 1 {
                write!(paper, "\n\nLINHA 110");
            }
        }
        Step::Checked { row, attacker } => {
            if row > 1 {
                // A completed FOR loop leaves its variable one beyond its limit.
                *j = Some(attacker.unwrap_or(row));
            }
        }
        Step::Place { row } => write!(paper, "\n\nLINHA 140  L={row}"),
        Step::Placed { row, column } => write!(paper, "  P(L)={column}  L={}", row + 1),
        Step::Solution(columns) => {
            write!(paper, "\n\nLINHA 150   I1={found}");
            write!(paper, "\n\nLINHA 160 * PREPARA IMPRESSAO *");
            for column in columns {
                writeln!(paper, "\n\nP(L)={column}");
            }
            show_board(console, columns);
        }
        Step::Done { column } => {
            write!(paper, "\n\nLINHA 200   C={column}  J=");
            let j = j.ok_or(Ended::VARIABLE_NOT_FOUND)?;
            write!(paper, "{j}");
        }
        Step::Back { row } => writeln!(paper, "\n\nLINHA 220   L={row}"),
        Step::Remove { row, column } => {
            write!(paper, "\n\nLINHA 230   L={row}  C=PILHA(L)={column}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_1_ends_with_an_error_unless_another_came_before() {
        let first = session(&["1"]);
        assert_eq!(first.ended, Ended::VARIABLE_NOT_FOUND);
        assert_eq!(first.paper.last().unwrap(), "LINHA 200   C=1  J=");
        let second = session(&["2", "S", "1", "N"]);
        assert_eq!(second.ended, Ended::Ok);
        assert!(second.paper.iter().any(|row| row == "LINHA 200   C=1  J=1"));
        assert!(
            second
                .transcript
                .ends_with("X\n\n\nO PROBLEMA TEM 1 SOLUCOES\n\n")
        );
        let corrected = corrected_session(&["1", "N"]);
        assert_eq!(corrected.ended, Ended::Ok);
        assert!(corrected.paper.iter().any(|row| row == "LINHA 200   C=1"));
        // If a queen attacks, both sessions print its row.
        let rows_with_j =
            |session: &Finished| session.paper.iter().filter(|row| row.contains("  J=")).count();
        let (listed, corrected) = (session(&["2", "N"]), corrected_session(&["2", "N"]));
        // Two tries in the second row for each of two queens, which are removed in turn.
        assert_eq!((rows_with_j(&listed), rows_with_j(&corrected)), (6, 4));
    }
}
