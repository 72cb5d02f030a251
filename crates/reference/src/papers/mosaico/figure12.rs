//! Figure 12 of the paper: moves and calls of six searches from seven states, as printed and as found here,
//! with the reasons for the differences.
//!
//! The figure agrees with one interpretation of the paper's program: a call is an expanded state (the last
//! call, which finds the goal, is not counted); moves are tried in the order left, right, up, down; of
//! equal states the oldest is taken first; A* reopens a state when it finds a shorter path; h1 counts the
//! gap. The tests try the other interpretations.

use super::STARTS;
use super::search::{PAPER, Rules, search};
use super::session::STRATEGIES;

/// A cell of the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// A solution: its moves, and the calls if they are readable.
    Solved(usize, Option<usize>),
    /// "D. s.", a stack overflow; after how many calls, if readable.
    Overflow(Option<usize>),
}

use Cell::{Overflow, Solved};

/// "D. s." without a number of calls.
const DS: Cell = Overflow(None);

/// The figure in the scanned text: a row for each of [`STARTS`], a column for each of [`STRATEGIES`]. The
/// scan has moved the numbers out of their columns; the calls of rows 4, 6 and 7 are assigned in order to
/// the columns that they fit. The calls of row 3's second cell and of all of row 5 are lost.
pub const PRINTED_FIGURE: [[Cell; 6]; 7] = [
    [
        solved(2, 5),
        solved(30, 28),
        solved(30, 28),
        solved(2, 2),
        solved(2, 2),
        solved(2, 2),
    ],
    [
        solved(4, 15),
        solved(4, 4),
        solved(4, 4),
        solved(4, 5),
        solved(4, 4),
        solved(4, 4),
    ],
    [
        solved(4, 26),
        Solved(30, None),
        DS,
        solved(4, 5),
        solved(4, 4),
        solved(4, 4),
    ],
    [
        solved(5, 57),
        Overflow(Some(163)),
        Overflow(Some(338)),
        solved(5, 6),
        solved(5, 5),
        solved(5, 5),
    ],
    [DS, DS, DS, DS, Solved(18, None), Solved(18, None)],
    [
        Overflow(Some(74)),
        Overflow(Some(163)),
        DS,
        DS,
        DS,
        solved(23, 124),
    ],
    [
        Overflow(Some(74)),
        Overflow(Some(163)),
        DS,
        DS,
        DS,
        solved(22, 84),
    ],
];

const fn solved(moves: usize, calls: usize) -> Cell {
    Solved(moves, Some(calls))
}

/// Calls after which the paper's stack overflowed, by column. The figure has no number for A*; any from 227
/// to 318 fits: 226 calls were made, 319 were not.
pub const PAPERS_CALLS: [usize; 6] = [74, 163, 338, 318, 318, 318];

/// A cell in which the paper has a different number of moves. The calls are equal in all cells that print
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The row, from 1.
    pub state: usize,
    /// The column, from 1.
    pub column: usize,
    /// The printed number of moves.
    pub printed: usize,
    /// The number of moves found here.
    pub found: usize,
    /// The reason for the difference.
    pub reason: &'static str,
}

const BOARDS_REASON: &str = "cannot be moves, as 28 calls make no path of 30; it would be the boards shown: the start \
                            before the search, and the 29 states of the solution";
const LOST_CALLS_REASON: &str =
    "as for state 1; its calls are lost, and the 29 found here make no path of 30 either";
const STATES_REASON: &str = "cannot be moves, as each takes the gap to a square of the other colour; it would be the \
                              states of the solution, the start counted";
const COPY_REASON: &str = "not explained by any reading tried; 18 is the length of the shortest solution and is in the cell \
                      to the left, while all readings that make the printed 124 and 84 calls of rows 6 and 7 find 32 here";

/// The cells that differ.
pub const DIFFERENCES: [Difference; 6] = [
    difference(1, 2, 30, 28, BOARDS_REASON),
    difference(1, 3, 30, 28, BOARDS_REASON),
    difference(3, 2, 30, 28, LOST_CALLS_REASON),
    difference(5, 6, 18, 32, COPY_REASON),
    difference(6, 6, 23, 22, STATES_REASON),
    difference(7, 6, 22, 21, STATES_REASON),
];

const fn difference(
    state: usize,
    column: usize,
    printed: usize,
    found: usize,
    reason: &'static str,
) -> Difference {
    Difference {
        state,
        column,
        printed,
        found,
        reason,
    }
}

/// The figure as found here, with the paper's limits on calls: an overflow has the limit itself, which the
/// search would exceed.
pub fn found() -> [[Cell; 6]; 7] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let rules = Rules {
                calls: PAPERS_CALLS[column],
                ..PAPER
            };
            let search = search(&STARTS[row], STRATEGIES[column].0, &rules);
            match search.moves() {
                Some(moves) => solved(moves, search.calls),
                None => Overflow(Some(PAPERS_CALLS[column])),
            }
        })
    })
}

/// The names of the columns.
const COLUMNS: [&str; 6] = ["breadth", "depth", "backtracking", "A* h1", "A* h2", "A* h3"];

/// The comparison of the figure with the results found here, for its documentation page: moves / calls,
/// both as printed; different moves in bold followed by the printed ones, calls lost in the scan in
/// brackets, "D. s." with its printed calls.
pub fn compared() -> String {
    let found = found();
    table(
        |row, column| match (PRINTED_FIGURE[row][column], found[row][column]) {
            (Solved(printed, printed_calls), Solved(moves, Some(calls))) => {
                let calls = match printed_calls {
                    Some(_) => format!("{calls}"),
                    None => format!("[{calls}]"),
                };
                if printed == moves {
                    format!("{moves} / {calls}")
                } else {
                    format!("**{moves}** ({printed}) / {calls}")
                }
            }
            (Overflow(Some(calls)), Overflow(_)) => format!("D. s. / {calls}"),
            (Overflow(None), Overflow(_)) => "D. s.".to_owned(),
            (printed, found) => format!("{printed:?}, found {found:?}"),
        },
    )
}

/// The results of the searches without limits: moves / calls / states.
pub fn unlimited() -> String {
    table(|row, column| {
        let search = search(&STARTS[row], STRATEGIES[column].0, &PAPER);
        let moves = search
            .moves()
            .map_or("none".to_owned(), |moves| moves.to_string());
        format!("{moves} / {} / {}", search.calls, search.states)
    })
}

/// A table in Markdown, a row for each state.
fn table(cell: impl Fn(usize, usize) -> String) -> String {
    let mut text = format!("| state | {} |\n|{}\n", COLUMNS.join(" | "), " --- |".repeat(7));
    for row in 0..STARTS.len() {
        let cells: Vec<String> = (0..6).map(|column| cell(row, column)).collect();
        text += &format!("| {} | {} |\n", row + 1, cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/programs/mosaico.md");
        let page = std::fs::read_to_string(path).expect("docs/programs/mosaico.md");
        for table in [compared(), unlimited()] {
            assert!(page.contains(&table), "{path} does not have\n{table}");
        }
    }

    use crate::papers::mosaico::search::{Improvement, Strategy};
    use crate::papers::mosaico::{Heuristic, MOVES};
    use crate::puzzle8::Move;

    /// In every cell the calls are the printed ones, if there are any, and so are the moves except for the
    /// listed differences.
    #[test]
    fn every_cell_is_the_papers_or_listed() {
        let found = found();
        let mut differences = Vec::new();
        for (row, (printed, found)) in PRINTED_FIGURE.iter().zip(&found).enumerate() {
            for (column, cells) in printed.iter().zip(found).enumerate() {
                let at = (row + 1, column + 1);
                match cells {
                    (Solved(printed, printed_calls), Solved(moves, calls)) => {
                        assert!(
                            printed_calls.is_none() || printed_calls == calls,
                            "{at:?}: {cells:?}"
                        );
                        if printed != moves {
                            differences.push((at.0, at.1, *printed, *moves));
                        }
                    }
                    (Overflow(printed_calls), Overflow(calls)) => {
                        assert!(
                            printed_calls.is_none() || printed_calls == calls,
                            "{at:?}: {cells:?}"
                        );
                    }
                    _ => panic!("{at:?}: {cells:?}"),
                }
            }
        }
        let listed = DIFFERENCES.map(|cell| (cell.state, cell.column, cell.printed, cell.found));
        assert_eq!(differences, listed);
        // The numbers lost in the scan.
        assert_eq!(found[2][1], solved(28, 29));
        assert_eq!((found[4][4], found[4][5]), (solved(18, 226), solved(32, 133)));
    }

    /// No limit is printed for A*: one limit fits all three columns, as the longest search that ended made
    /// 226 calls and the shortest that did not would have made 319.
    #[test]
    fn one_limit_explains_all_of_a_star() {
        let (mut most, mut least) = (0, usize::MAX);
        for (printed, start) in PRINTED_FIGURE.iter().zip(&STARTS) {
            for column in 3..6 {
                let calls = search(start, STRATEGIES[column].0, &PAPER).calls;
                match printed[column] {
                    Solved(..) => most = most.max(calls),
                    Overflow(_) => least = least.min(calls),
                }
            }
        }
        assert_eq!((most, least), (226, 319));
    }

    /// Each move takes the gap to a square of the other chessboard colour.
    #[test]
    fn the_printed_23_and_22_cannot_be_moves() {
        for cell in &DIFFERENCES[4..] {
            let start = &STARTS[cell.state - 1];
            let gap = start.iter().position(|&tile| tile == b'.').expect("a gap");
            let is_odd = |square: usize| (square / 3 + square % 3) % 2;
            assert_ne!(cell.printed % 2, is_odd(gap), "{cell:?}");
            assert_eq!(cell.found % 2, is_odd(gap));
        }
    }

    fn orders_of_moves() -> Vec<[Move; 4]> {
        let mut orders = Vec::new();
        for a in MOVES {
            for b in MOVES.into_iter().filter(|&b| b != a) {
                for c in MOVES.into_iter().filter(|&c| c != a && c != b) {
                    for d in MOVES.into_iter().filter(|&d| d != a && d != b && d != c) {
                        orders.push([a, b, c, d]);
                    }
                }
            }
        }
        assert_eq!(orders.len(), 24);
        orders
    }

    /// Only one of the 24 orders of moves gives the figure's calls for breadth first.
    #[test]
    fn the_order_of_moves_is_the_only_one() {
        let fits = |&moves: &[Move; 4]| {
            let rules = Rules { moves, ..PAPER };
            let calls = [0, 1, 2, 3].map(|row| search(&STARTS[row], Strategy::BreadthFirst, &rules).calls);
            calls == [5, 15, 26, 57]
        };
        let orders: Vec<_> = orders_of_moves().into_iter().filter(fits).collect();
        assert_eq!(orders, [MOVES]);
    }

    /// Of the 144 interpretations of A*, all those that give the figure's calls for h3 in rows 6 and 7 take
    /// the oldest of equals, reopen states, and find 32 moves in row 5; the order of moves above is one of
    /// the twelve.
    #[test]
    fn the_readings_of_a_star_that_fit() {
        let h3 = Strategy::AStar(Heuristic::Disorder);
        let mut readings = Vec::new();
        for moves in orders_of_moves() {
            for newest_first in [false, true] {
                for improvement in [Improvement::Reopen, Improvement::OpenOnly, Improvement::Never] {
                    let rules = Rules {
                        moves,
                        newest_first,
                        improvement,
                        calls: 2000,
                        ..PAPER
                    };
                    let calls = [5, 6].map(|row| search(&STARTS[row], h3, &rules).calls);
                    if calls == [124, 84] {
                        readings.push(rules);
                        let fifth = search(&STARTS[4], h3, &rules);
                        assert_eq!((fifth.moves(), fifth.calls), (Some(32), 133));
                    }
                }
            }
        }
        assert_eq!(readings.len(), 12);
        assert!(readings.contains(&Rules { calls: 2000, ..PAPER }));
        for rules in readings {
            assert!(!rules.newest_first && rules.improvement == Improvement::Reopen);
        }
    }

    /// With the prose's h1, which does not count the gap, row 2 takes four calls; the figure has five.
    #[test]
    fn h1_counts_the_gap() {
        let calls = |heuristic| search(&STARTS[1], Strategy::AStar(heuristic), &PAPER).calls;
        assert_eq!(calls(Heuristic::MisplacedWithGap), 5);
        assert_eq!(calls(Heuristic::Misplaced), 4);
    }
}
