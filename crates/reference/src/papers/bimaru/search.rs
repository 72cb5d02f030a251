//! Depth-first search with backtracking for the places of the boats.
//!
//! An action places one boat. The degree heuristic chooses it: the longest remaining one, as it has the
//! most constraints and the fewest places. Boats of equal length are placed in the order of their places,
//! so that each solution is found once. A run of pieces that is a complete boat, with water at both ends,
//! must be one of the fleet: its place is then the only one tried.

use super::board::{Board, Cell, Conflict, LINES, line_start};
use super::puzzle::{FLEET, Grid, Puzzle, SIDE};

/// The place of a boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Berth {
    /// The row (0 to 9) or the column (10 to 19).
    pub line: usize,
    /// The index of its first cell in the line.
    pub first: usize,
}

impl Berth {
    /// The row and the column of the first cell, counted from 0.
    pub fn row_and_column(self) -> (usize, usize) {
        if self.line < SIDE {
            (self.line, self.first)
        } else {
            (self.first, self.line - SIDE)
        }
    }
}

/// A step of the search.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// A boat of this length is tried at this place: a node of the tree.
    Try(usize, Berth),
    /// The place is refused: it leads to a contradiction.
    Refused,
    /// All boats have a place.
    Solved(&'a Board),
}

/// Whether to continue the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    On,
    /// Stop.
    Enough,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The solutions, in the order of the search.
    pub solutions: Vec<Grid>,
    /// Number of places tried.
    pub nodes: u64,
    /// Number of places that failed: refused at once, or without a place for a later boat.
    pub refused: u64,
}

/// Finds up to `most` different solutions. Exponential in the worst case, with a depth of ten boats.
pub fn solve(puzzle: &Puzzle, most: usize) -> Found {
    solve_in_order(puzzle, most, &FLEET)
}

/// Finds solutions with the boats in this order of lengths, equal ones next to each other. The opposite
/// order shows the effect of the degree heuristic.
pub fn solve_in_order(puzzle: &Puzzle, most: usize, fleet: &[usize]) -> Found {
    let mut found = Found::default();
    if let Ok(mut board) = Board::new(puzzle) {
        search(&mut board, fleet, &mut |step| {
            match step {
                Step::Try(..) => found.nodes += 1,
                Step::Refused => found.refused += 1,
                Step::Solved(board) => found.solutions.push(board.pieces()),
            }
            if found.solutions.len() == most {
                Flow::Enough
            } else {
                Flow::On
            }
        });
    }
    found
}

/// Searches all places of a fleet, in its order, and reports each step to `listener` until it stops the
/// search.
pub fn search(board: &mut Board, fleet: &[usize], listener: &mut impl FnMut(Step) -> Flow) -> Flow {
    descend(board, fleet, Berth { line: 0, first: 0 }, listener)
}

/// Places the boats of `fleet`, the first of them not before `from`.
fn descend(board: &mut Board, fleet: &[usize], from: Berth, listener: &mut impl FnMut(Step) -> Flow) -> Flow {
    let Some((&length, rest)) = fleet.split_first() else {
        return listener(Step::Solved(board));
    };
    for place in places(length).skip_while(|place| *place < from) {
        let Some(complete) = fits(board, length, place) else {
            continue;
        };
        if listener(Step::Try(length, place)) == Flow::Enough {
            return Flow::Enough;
        }
        let mark = board.mark();
        if put(board, length, place).is_ok() {
            let next = if rest.first() == Some(&length) {
                Berth {
                    first: place.first + 1,
                    ..place
                }
            } else {
                Berth { line: 0, first: 0 }
            };
            if descend(board, rest, next, listener) == Flow::Enough {
                return Flow::Enough;
            }
        }
        board.go_back(mark);
        if listener(Step::Refused) == Flow::Enough {
            return Flow::Enough;
        }
        if complete {
            break;
        }
    }
    Flow::On
}

/// All places of a boat: along the rows, then along the columns; for a single cell only along rows.
fn places(length: usize) -> impl Iterator<Item = Berth> {
    let lines = if length == 1 { SIDE } else { LINES };
    (0..lines).flat_map(move |line| (0..=SIDE - length).map(move |first| Berth { line, first }))
}

/// The cells of a place.
fn cells(length: usize, Berth { line, first }: Berth) -> impl Iterator<Item = usize> {
    let (start, step) = line_start(line);
    (start + first * step..).step_by(step).take(length)
}

/// Whether the boat fits as far as its own line shows: no water in it, no boat at its ends, enough missing
/// pieces. `Some(true)` if all its pieces and the water around it are already assigned.
fn fits(board: &Board, length: usize, place: Berth) -> Option<bool> {
    if board.total(place.line) < length {
        return None;
    }
    let (_, step) = line_start(place.line);
    let (_, across) = line_start((place.line + SIDE) % LINES);
    let mut pieces = 0;
    let mut ends = Vec::with_capacity(4);
    for cell in cells(length, place) {
        match board.cell(cell) {
            Cell::Water => return None,
            Cell::Boat => pieces += 1,
            Cell::Open => {}
        }
        if ends.is_empty() {
            ends.extend([cell - step, cell + length * step]);
            if length == 1 {
                ends.extend([cell - across, cell + across]);
            }
        }
    }
    if ends.iter().any(|&end| board.cell(end) == Cell::Boat)
        || (length - pieces) as i32 > board.missing(place.line)
    {
        return None;
    }
    Some(pieces == length && ends.iter().all(|&end| board.cell(end) == Cell::Water))
}

/// Assigns the boat's cells and the water around it, and propagates.
fn put(board: &mut Board, length: usize, place: Berth) -> Result<(), Conflict> {
    let (_, step) = line_start(place.line);
    let (_, across) = line_start((place.line + SIDE) % LINES);
    for (index, cell) in cells(length, place).enumerate() {
        if index == 0 {
            board.assign(cell - step, Cell::Water)?;
            board.assign(cell + length * step, Cell::Water)?;
        }
        board.assign(cell, Cell::Boat)?;
        board.assign(cell - across, Cell::Water)?;
        board.assign(cell + across, Cell::Water)?;
    }
    board.propagate()
}
