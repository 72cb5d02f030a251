//! Nim against the machine (book, section 5.2): two players take turns taking any number of matches from
//! one row; the player who takes the last match loses.
//!
//! The strategy sums the rows' binary digits, column by column: as long as two rows have more than one
//! match, a player who leaves every column's sum even wins. The listing finds such a move by trying all,
//! O(matches * rows); the exclusive or of the rows directly gives the row to reduce and its new length.
//! Errors of the listing that [`best_reply`] does not have:
//!
//! - **Eleventh row** (line 440): with ten rows, the search for a move writes to an eleventh: report 3.
//! - **Negative take** (lines 665 and 670): a player may take a negative number of matches, and so lengthen
//!   a row ([`is_legal`] refuses that).
//! - **Five columns** (line 570): further columns are ignored, so the moves for a row longer than 31 are
//!   wrong.
//! - **Row below 1** (line 660): only rows beyond the last are refused; row 0 ends with report 3
//!   ([`is_legal`]).

use crate::console::{Console, subscript};
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of rows.
const ROWS: usize = 10;
/// Maximum number of matches of a row at the start.
const MATCHES: i32 = 16;
/// Number of binary digits examined.
const DIGITS: usize = 5;

/// A move of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// The row, counted from 0.
    pub row: usize,
    /// The number of matches taken.
    pub taken: i32,
    /// The reason for this move.
    pub reason: Reason,
}

/// The situation in which the machine replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// No row has more than one match: the players take one match each in turn, and all moves are equal.
    ByTurns {
        /// Whether the machine takes the last match and loses.
        lost: bool,
    },
    /// One row has more than one match: takes the whole row, to leave an odd number of rows of one.
    WholeRow,
    /// One row has more than one match: leaves one match of it, to leave an odd number of rows of one.
    AllButOne,
    /// Two rows or more have more than one match: leaves even sums.
    EvenSums,
    /// The sums are even already: all moves lose against a good player.
    AnyMove,
}

/// Asks for the rows and the player's moves, and prints the machine's, until no matches are left.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    let count = loop {
        let count = console.whole()?;
        if count <= ROWS as i32 {
            break count;
        }
    };
    let mut rows = Vec::new();
    for row in 1..=count {
        write!(console.screen, "FILA {row} --> ");
        let matches = loop {
            let matches = console.whole()?;
            if matches <= MATCHES {
                break matches;
            }
        };
        writeln!(console.screen, "FOSFORO(S) -- {matches}");
        rows.push(matches);
    }
    write!(console.screen, "\n\n");
    loop {
        writeln!(console.screen);
        if is_over(&rows) {
            return end(console, "VOCE GANHOU ...SNIF...");
        }
        take_players_move(console, &mut rows)?;
        if is_over(&rows) {
            return end(console, "GANHEI EU!!!...");
        }
        let reply = reply(&rows)?;
        show_reply(console, &rows, reply);
        rows[reply.row] -= reply.taken;
    }
}

fn is_over(rows: &[i32]) -> bool {
    rows.iter().all(|&matches| matches == 0)
}

fn end(console: &mut Console, who_won: &str) -> Run {
    writeln!(console.screen, "\n\nJOGO TERMINADO\n{who_won}");
    Err(Ended::Stop)
}

fn take_players_move(console: &mut Console, rows: &mut [i32]) -> Run {
    write!(console.screen, "E'A SUA VEZ DE JOGAR---\n\n\n");
    show_rows(console, rows, "-->");
    let (row, taken) = loop {
        let (row, taken) = (console.whole()?, console.whole()?);
        // The listing refuses this with a message on the lower screen.
        if row > rows.len() as i32 {
            continue;
        }
        let index = subscript(row, ROWS)?;
        if taken <= rows[index] && taken != 0 {
            break (row, taken);
        }
    };
    write!(console.screen, "\n\nA SUA JOGADA - FILA -----> {row}\n");
    console.screen.tab(15);
    write!(console.screen, "FOSFOROS-->{taken}\n\n\n");
    rows[row as usize - 1] -= taken;
    show_rows(console, rows, " -->");
    Ok(())
}

fn show_rows(console: &mut Console, rows: &[i32], arrow: &str) {
    for (row, &matches) in (1..).zip(rows) {
        writeln!(
            console.screen,
            "FILA {row}{arrow} {matches} FOSFORO{}",
            plural(matches != 1)
        );
    }
}

fn plural(many: bool) -> &'static str {
    if many { "S" } else { "" }
}

fn show_reply(console: &mut Console, rows: &[i32], Reply { row, taken, reason }: Reply) {
    let margin = " ".repeat(17);
    let row_text = format!("DA FILA {}", row + 1);
    let newlines = if reason == (Reason::ByTurns { lost: false }) {
        "\n\n"
    } else {
        "\n"
    };
    write!(console.screen, "{newlines}A MINHA JOGADA - TIRAR ");
    match reason {
        Reason::ByTurns { .. } | Reason::AnyMove => {
            writeln!(console.screen, "1 FOSFORO{margin}{row_text}");
        }
        Reason::WholeRow | Reason::AllButOne | Reason::EvenSums => {
            let many = match reason {
                Reason::AllButOne => rows[row] > 2,
                Reason::WholeRow => true,
                _ => taken > 1,
            };
            write!(
                console.screen,
                "{taken} FOSFO-\n{margin}RO{} {row_text}\n",
                plural(many)
            );
        }
    }
}

/// The listing's reply to a position in which some row is not empty.
///
/// # Errors
/// Report 3 if it needs to search with ten rows.
pub fn reply(rows: &[i32]) -> Result<Reply, Ended> {
    if let Some(reply) = endgame(rows) {
        return Ok(reply);
    }
    if sums_are_even(rows) {
        return Ok(any_move(rows));
    }
    let mut tried = rows.to_vec();
    for row in (0..rows.len()).filter(|&row| rows[row] != 0) {
        for taken in 1..=rows[row].max(1) {
            if rows.len() == ROWS {
                return Err(Ended::SUBSCRIPT_WRONG);
            }
            tried[row] = rows[row] - taken;
            if sums_are_even(&tried) {
                let reason = Reason::EvenSums;
                return Ok(Reply { row, taken, reason });
            }
        }
        tried[row] = rows[row];
    }
    // Only with a negative row can there be no such move.
    let reason = Reason::AnyMove;
    Ok(Reply {
        row: rows.len() - 1,
        taken: 1,
        reason,
    })
}

/// The reply if at most one row has more than one match.
fn endgame(rows: &[i32]) -> Option<Reply> {
    let count = |what: fn(i32) -> bool| rows.iter().filter(|&&matches| what(matches)).count();
    match count(|matches| matches > 1) {
        0 => {
            let row = rows.iter().position(|&matches| matches != 0)?;
            let lost = count(|matches| matches != 0) % 2 == 1;
            let reason = Reason::ByTurns { lost };
            Some(Reply {
                row,
                taken: rows[row],
                reason,
            })
        }
        1 => {
            let row = rows.iter().position(|&matches| matches > 1)?;
            Some(if count(|matches| matches == 1) % 2 == 0 {
                Reply {
                    row,
                    taken: rows[row] - 1,
                    reason: Reason::AllButOne,
                }
            } else {
                Reply {
                    row,
                    taken: rows[row],
                    reason: Reason::WholeRow,
                }
            })
        }
        _ => None,
    }
}

fn any_move(rows: &[i32]) -> Reply {
    let row = rows.iter().position(|&matches| matches != 0).unwrap_or(0);
    Reply {
        row,
        taken: 1,
        reason: Reason::AnyMove,
    }
}

/// Whether each of the five lowest binary digits is 1 in an even number of rows.
fn sums_are_even(rows: &[i32]) -> bool {
    let ones = |digit: usize| rows.iter().filter(|&&matches| matches >> digit & 1 == 1).count();
    (0..DIGITS).all(|digit| ones(digit) % 2 == 0)
}

/// Whether a player may take `taken` matches from `row`, counted from 1.
pub fn is_legal(rows: &[i32], row: i32, taken: i32) -> bool {
    let index = usize::try_from(row).ok().and_then(|row| row.checked_sub(1));
    let matches = index.and_then(|index| rows.get(index));
    matches.is_some_and(|matches| (1..=*matches).contains(&taken))
}

/// The same strategy for any number of rows of any length: the exclusive or of all rows gives the move.
pub fn best_reply(rows: &[i32]) -> Reply {
    if let Some(reply) = endgame(rows) {
        return reply;
    }
    let sum = rows.iter().fold(0, |sum, &matches| sum ^ matches);
    match rows.iter().position(|&matches| matches ^ sum < matches) {
        Some(row) => {
            let taken = rows[row] - (rows[row] ^ sum);
            Reply {
                row,
                taken,
                reason: Reason::EvenSums,
            }
        }
        None => any_move(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the player to move can win, by trying all moves.
    fn can_win(rows: &[i32], known: &mut HashMap<Vec<i32>, bool>) -> bool {
        let mut key = rows.to_vec();
        key.sort();
        if let Some(&won) = known.get(&key) {
            return won;
        }
        // If no match is left, the other player has taken the last one.
        let won = is_over(rows) || {
            moves(rows).any(|(row, taken)| {
                let mut next = rows.to_vec();
                next[row] -= taken;
                !can_win(&next, known)
            })
        };
        known.insert(key, won);
        won
    }

    fn moves(rows: &[i32]) -> impl Iterator<Item = (usize, i32)> {
        let each = |(row, &matches): (usize, &i32)| (1..=matches).map(move |taken| (row, taken));
        rows.iter().enumerate().flat_map(each)
    }

    #[test]
    fn replies_win_whenever_there_is_a_way_to() {
        let mut known = HashMap::new();
        let mut won = 0;
        for position in 1..9 * 9 * 9 * 4 {
            let rows = [position % 9, position / 9 % 9, position / 81 % 9, position / 729];
            for reply in [reply(&rows).unwrap(), best_reply(&rows)] {
                assert!((1..=rows[reply.row]).contains(&reply.taken), "{rows:?} {reply:?}");
                let mut left = rows;
                left[reply.row] -= reply.taken;
                if can_win(&rows, &mut known) {
                    assert!(!can_win(&left, &mut known), "{rows:?} {reply:?}");
                    won += 1;
                }
            }
        }
        assert!(won > 4000, "{won}");
    }

    #[test]
    fn ten_rows_end_with_an_error() {
        let rows = [2, 3, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(reply(&rows), Err(Ended::SUBSCRIPT_WRONG));
        assert_eq!(
            best_reply(&rows),
            Reply {
                row: 1,
                taken: 1,
                reason: Reason::EvenSums
            }
        );
    }

    #[test]
    fn a_negative_take_lengthens_a_row_and_row_0_is_an_error() {
        let lengthened = session(&["2", "3", "3", "1", "-30"]);
        assert!(lengthened.transcript.contains("FILA 1 --> 33 FOSFOROS\n"));
        assert_eq!(session(&["2", "3", "3", "0", "1"]).ended, Ended::SUBSCRIPT_WRONG);
        let rows = [3, 3];
        assert!(!is_legal(&rows, 1, -30) && !is_legal(&rows, 0, 1) && !is_legal(&rows, 3, 1));
        assert!(!is_legal(&rows, 1, 4) && !is_legal(&rows, 1, 0));
        assert!(is_legal(&rows, 1, 1) && is_legal(&rows, 2, 3));
    }

    #[test]
    fn rows_beyond_31_lead_astray() {
        let rows = [33, 1, 2, 2];
        assert_eq!(reply(&rows).unwrap().reason, Reason::AnyMove);
        assert_eq!(
            best_reply(&rows),
            Reply {
                row: 0,
                taken: 32,
                reason: Reason::EvenSums
            }
        );
    }

    #[test]
    fn no_rows_are_a_game_won() {
        let session = session(&["0"]);
        assert!(
            session
                .transcript
                .ends_with("JOGO TERMINADO\nVOCE GANHOU ...SNIF...\n")
        );
    }
}
