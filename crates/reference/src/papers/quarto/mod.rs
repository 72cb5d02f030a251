//! Quarto as a state space search (companion paper "Problema do Quatro"): which pieces of the reserve,
//! placed on which empty squares, complete four in a row that share a property?
//!
//! A state is a board of 4x4 squares and the reserve; an operator places a piece of the reserve on an empty
//! square, so a state with `e` empty squares and `r` pieces left has `e * r` successors. The search is in
//! [`search`], the file of problems in [`mod@file`], the Spectrum's session in `session`.

pub mod file;
pub mod search;
mod session;

use std::fmt;

pub use session::session;

/// Squares of the board.
pub const SQUARES: usize = 16;
/// Number of pieces, and of squares in a row.
const PIECES: u8 = 16;
const ROW: usize = 4;

/// A piece, by its four properties with two values each: colour, shape, height, and whether it is hollow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

/// The values of the properties, as the paper names them: the first of each pair is 0 in its bit, from bit
/// 3 down.
pub const PROPERTIES: [[&str; 2]; 4] = [
    ["branca", "preta"],
    ["quadrada", "redonda"],
    ["alta", "baixa"],
    ["oca", "cheia"],
];

impl Piece {
    /// The piece with this number, 0 to 15; `None` for others.
    pub fn new(number: u8) -> Option<Piece> {
        (number < PIECES).then_some(Piece(number))
    }

    /// All sixteen pieces, by number.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES).map(Piece)
    }

    /// Its number, 0 to 15.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its value of each property, 0 or 1, in the order of [`PROPERTIES`].
    pub fn values(self) -> [u8; 4] {
        [3, 2, 1, 0].map(|bit| self.0 >> bit & 1)
    }
}

/// Shows the initials of its properties: `BQAO` is white, square, tall, hollow.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (names, value) in PROPERTIES.iter().zip(self.values()) {
            let initial = &names[usize::from(value)][..1];
            f.write_str(&initial.to_ascii_uppercase())?;
        }
        Ok(())
    }
}

/// The squares row by row, each with its piece or empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board(pub [Option<Piece>; SQUARES]);

/// A state: a board, and the remaining pieces in the order in which they are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The reserve.
    pub reserve: Vec<Piece>,
}

/// A piece of the reserve placed on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The square, 0 to 15, row by row.
    pub square: usize,
    /// The piece.
    pub piece: Piece,
}

impl Board {
    /// The paper's p: the largest number of pieces with a common property in any row, column or diagonal.
    pub fn longest(&self) -> u8 {
        lines().map(|line| self.shared(line)).max().unwrap_or(0)
    }

    /// Whether four in a row share a property.
    pub fn is_solved(&self) -> bool {
        self.longest() == ROW as u8
    }

    /// The paper's h = 4 - p. It is admissible: completing a line takes a move for each missing piece. It
    /// is also consistent: it decreases by at most one in a move.
    pub fn heuristic(&self) -> u8 {
        ROW as u8 - self.longest()
    }

    /// The empty squares, in order.
    pub fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..SQUARES).filter(|&square| self.0[square].is_none())
    }

    /// The board after a move.
    #[must_use]
    pub fn after(mut self, Move { square, piece }: Move) -> Board {
        self.0[square] = Some(piece);
        self
    }

    /// The largest number of pieces of a line with a common property.
    fn shared(&self, line: [usize; ROW]) -> u8 {
        let mut counts = [[0; 2]; 4];
        for piece in line.into_iter().filter_map(|square| self.0[square]) {
            for (count, value) in counts.iter_mut().zip(piece.values()) {
                count[usize::from(value)] += 1;
            }
        }
        counts.into_iter().flatten().max().unwrap_or(0)
    }
}

impl State {
    /// The state after a move with a piece of the reserve.
    #[must_use]
    pub fn after(&self, placement: Move) -> State {
        State {
            board: self.board.after(placement),
            reserve: self
                .reserve
                .iter()
                .copied()
                .filter(|&piece| piece != placement.piece)
                .collect(),
        }
    }

    /// The moves: square by square, with the reserve in its order for each.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let on = |square| self.reserve.iter().map(move |&piece| Move { square, piece });
        self.board.empty().flat_map(on)
    }
}

/// The squares of each row, column and diagonal.
fn lines() -> impl Iterator<Item = [usize; ROW]> {
    let rows = (0..ROW).map(|row| [0, 1, 2, 3].map(|column| ROW * row + column));
    let columns = (0..ROW).map(|column| [0, 1, 2, 3].map(|row| ROW * row + column));
    rows.chain(columns).chain([[0, 5, 10, 15], [3, 6, 9, 12]])
}

#[cfg(test)]
mod tests;
