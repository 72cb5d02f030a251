//! Noughts and crosses by minimax to a given depth (section 13.2) and by alpha-beta (13.3).
//!
//! O is the machine, MAX; X is MIN. A win counts 10, plus 10 for each half-move that remained to be
//! searched, so that the quickest win is best; a full board counts 0. At the maximum depth the heuristic of
//! the paper's prose estimates the value: the lines still open to O minus those open to X (at most 8 either
//! way), and 9 if the player to move wins at once, which stands for the paper's "very large". Minimax to
//! depth d searches b^d positions with b moves in each, alpha-beta at best about b^(d/2); both give the
//! same value and, as only a better move replaces the first one found, the same move.

use crate::galo::{Board, LINES, Square};

use Square::{Empty, O, X};

/// Greater than all values.
const INFINITY: i32 = 1000;
/// The estimate if the player to move wins at once.
const NEXT_MOVE_WIN: i32 = 9;

/// The chosen move, and the cost of choosing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The square, from 0; `None` if the game is over or the depth is 0.
    pub square: Option<usize>,
    /// The position's value for O.
    pub value: i32,
    /// Number of positions searched, without the one on the board.
    pub positions: usize,
}

/// The player with three in a line.
pub fn winner(board: &Board) -> Option<Square> {
    let owner = |line: &[usize; 3]| {
        let first = board[line[0]];
        (first != Empty && line.iter().all(|&square| board[square] == first)).then_some(first)
    };
    LINES.iter().find_map(owner)
}

/// The other player.
pub fn opponent(player: Square) -> Square {
    if player == X { O } else { X }
}

/// The heuristic: the estimated value for O of an unfinished `board` with `player` to move.
pub fn estimate(board: &Board, player: Square) -> i32 {
    let count = |line: &[usize; 3], who| line.iter().filter(|&&square| board[square] == who).count();
    let has_two = |line| count(line, player) == 2 && count(line, opponent(player)) == 0;
    if LINES.iter().any(has_two) {
        return if player == O {
            NEXT_MOVE_WIN
        } else {
            -NEXT_MOVE_WIN
        };
    }
    let open_to = |who| {
        LINES
            .iter()
            .filter(|line| count(line, opponent(who)) == 0)
            .count() as i32
    };
    open_to(O) - open_to(X)
}

/// Searches all positions up to `depth` half-moves ahead.
pub fn minimax(board: &Board, player: Square, depth: i32) -> Choice {
    choose(board, player, depth, false)
}

/// Searches the positions that can still affect the result.
pub fn alpha_beta(board: &Board, player: Square, depth: i32) -> Choice {
    choose(board, player, depth, true)
}

fn choose(board: &Board, player: Square, depth: i32, prunes: bool) -> Choice {
    let mut search = Search {
        board: *board,
        prunes,
        positions: 0,
    };
    let (value, square) = search.value(player, depth, (-INFINITY, INFINITY));
    Choice {
        square,
        value,
        positions: search.positions,
    }
}

struct Search {
    board: Board,
    prunes: bool,
    positions: usize,
}

impl Search {
    /// The position's value and the move that gives it. `alpha` is what MAX, and `beta` what MIN, can
    /// already reach elsewhere; without pruning they are ignored and only collect the best value of this
    /// position.
    fn value(&mut self, player: Square, depth: i32, window: (i32, i32)) -> (i32, Option<usize>) {
        if let Some(value) = self.value_as_it_stands(player, depth) {
            return (value, None);
        }
        let (mut alpha, mut beta) = if self.prunes {
            window
        } else {
            (-INFINITY, INFINITY)
        };
        let mut best = None;
        for square in 0..9 {
            if self.board[square] != Empty {
                continue;
            }
            self.board[square] = player;
            self.positions += 1;
            let (value, _) = self.value(opponent(player), depth - 1, (alpha, beta));
            self.board[square] = Empty;
            if player == O && value > alpha {
                (alpha, best) = (value, Some(square));
            }
            if player == X && value < beta {
                (beta, best) = (value, Some(square));
            }
            if self.prunes && alpha >= beta {
                // The opponent has a better choice elsewhere, and will avoid this position.
                return (if player == O { beta } else { alpha }, best);
            }
        }
        (if player == O { alpha } else { beta }, best)
    }

    /// The value of a position whose moves are not searched.
    fn value_as_it_stands(&self, player: Square, depth: i32) -> Option<i32> {
        match winner(&self.board) {
            Some(O) => Some(10 * (depth + 1)),
            Some(_) => Some(-10 * (depth + 1)),
            None if !self.board.contains(&Empty) => Some(0),
            None if depth == 0 => Some(estimate(&self.board, player)),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The reachable unfinished positions, with the player to move in each.
    fn positions(first: Square) -> Vec<(Board, Square)> {
        let mut seen = HashSet::from([[Empty; 9]]);
        let mut all = vec![([Empty; 9], first)];
        let mut next = 0;
        while let Some(&(board, player)) = all.get(next) {
            next += 1;
            for square in (0..9).filter(|&square| board[square] == Empty) {
                let mut after = board;
                after[square] = player;
                let goes_on = winner(&after).is_none() && after.contains(&Empty);
                if goes_on && seen.insert(after) {
                    all.push((after, opponent(player)));
                }
            }
        }
        all
    }

    #[test]
    fn alpha_beta_plays_as_minimax_does() {
        let (mut all, mut pruned) = (0_u64, 0_u64);
        for first in [X, O] {
            let positions = positions(first);
            assert_eq!(positions.len(), 4520);
            for (board, player) in positions {
                let free = board.iter().filter(|&&square| square == Empty).count() as i32;
                for depth in 1..=free {
                    let (full, cut) = (minimax(&board, player, depth), alpha_beta(&board, player, depth));
                    assert_eq!((full.square, full.value), (cut.square, cut.value), "{board:?}");
                    assert!(full.square.is_some() && cut.positions <= full.positions);
                    all += full.positions as u64;
                    pruned += cut.positions as u64;
                }
            }
        }
        assert!(pruned * 3 < all, "{pruned} of {all}");
    }

    #[test]
    fn the_papers_estimate() {
        // Figure 15: X in a corner and O in the middle of a side leave six lines to X and five to O.
        let mut board = [Empty; 9];
        (board[0], board[7]) = (X, O);
        assert_eq!(estimate(&board, X), 5 - 6);
        assert_eq!(estimate(&[X, X, Empty, O, O, Empty, Empty, Empty, Empty], X), -9);
        assert_eq!(estimate(&[X, X, Empty, O, O, Empty, Empty, Empty, Empty], O), 9);
        assert_eq!(
            estimate(&[X, X, O, Empty, Empty, Empty, Empty, Empty, Empty], X),
            4 - 5
        );
    }

    #[test]
    fn perfect_play_is_a_draw_and_is_never_beaten() {
        assert_eq!(minimax(&[Empty; 9], O, 9).value, 0);
        let mut beaten = 0;
        for first in [X, O] {
            play_all([Empty; 9], first, &mut beaten);
        }
        assert_eq!(beaten, 0);
    }

    /// Plays the game to its end against all moves of X.
    fn play_all(board: Board, player: Square, beaten: &mut u32) {
        if winner(&board).is_some() || !board.contains(&Empty) {
            *beaten += u32::from(winner(&board) == Some(X));
            return;
        }
        let squares: Vec<usize> = match player {
            O => alpha_beta(&board, O, 9).square.into_iter().collect(),
            _ => (0..9).filter(|&square| board[square] == Empty).collect(),
        };
        for square in squares {
            let mut after = board;
            after[square] = player;
            play_all(after, opponent(player), beaten);
        }
    }

    #[test]
    fn alpha_beta_visits_fewer_positions_than_a_full_search() {
        let (full, cut) = (minimax(&[Empty; 9], O, 9), alpha_beta(&[Empty; 9], O, 9));
        // The game's tree has 549,946 nodes, a number from the literature, including the empty board.
        assert_eq!(full.positions, 549_945);
        assert!(cut.positions < 40_000, "{}", cut.positions);
        assert_eq!(full.square, cut.square);
    }
}
