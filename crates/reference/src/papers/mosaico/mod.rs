//! The mosaic of eight digits (the paper on search, sections 12.2 to 12.4): the 8-puzzle with the goal 1 2
//! 3 / 8 . 4 / 7 6 5, by three uninformed strategies and by A* with three heuristics.
//!
//! [`search`](search::search) is one procedure for all: they differ in where a new state is inserted in the
//! list of open ones (breadth first: at the end; depth first: at the front; A*: by g + h). Only
//! backtracking keeps no such list. 181,440 states can reach the goal; a search that generates n of them
//! costs O(n log n) here. [`figure12`] compares the results with the paper's table of moves and calls.

pub mod figure12;
pub mod search;
pub mod session;

use crate::puzzle8::{GAP, Move, Tiles};

/// The goal (figure 11): clockwise, the gap in the middle.
pub const GOAL: Tiles = *b"1238.4765";

/// The seven starting states of section 12.4.
pub const STARTS: [Tiles; 7] = [
    *b".23184765",
    *b"23.184765",
    *b"1348.2765",
    *b"2831647.5",
    *b"2164.8753",
    *b"62715384.",
    *b"8.4123765",
];

/// The gap's moves in the order in which the paper tries them.
pub const MOVES: [Move; 4] = [Move::Left, Move::Right, Move::Up, Move::Down];

/// The squares of the ring around the middle, clockwise, the first again at the end.
const RING: [usize; 9] = [0, 1, 2, 5, 8, 7, 6, 3, 0];
/// The middle square, which has the gap in the goal.
const MIDDLE_SQUARE: usize = 4;

/// An estimate of the moves to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// h1 as the paper's prose defines it: the number of misplaced digits.
    Misplaced,
    /// h1 as the paper's program computes it: the gap counts like a digit, so that h1 can exceed the
    /// distance by one.
    MisplacedWithGap,
    /// h2: the sum of the digits' distances in rows and columns.
    Distance,
    /// h3: h2 plus three for each point of disorder; not admissible.
    Disorder,
}

impl Heuristic {
    /// The estimate for `tiles`.
    pub fn of(self, tiles: &Tiles) -> u32 {
        match self {
            Heuristic::Misplaced => misplaced(tiles).filter(|&(_, tile)| tile != GAP).count() as u32,
            Heuristic::MisplacedWithGap => misplaced(tiles).count() as u32,
            Heuristic::Distance => distance(tiles),
            Heuristic::Disorder => distance(tiles) + 3 * disorder(tiles),
        }
    }
}

/// The squares whose content differs from the goal's, with their content.
fn misplaced(tiles: &Tiles) -> impl Iterator<Item = (usize, u8)> {
    let squares = tiles.iter().copied().enumerate();
    squares.filter(|&(square, tile)| GOAL[square] != tile)
}

fn distance(tiles: &Tiles) -> u32 {
    let away = |(square, tile)| {
        let target = GOAL.iter().position(|&other| other == tile).unwrap_or(square);
        (square / 3).abs_diff(target / 3) + (square % 3).abs_diff(target % 3)
    };
    let digits = misplaced(tiles).filter(|&(_, tile)| tile != GAP);
    digits.map(away).sum::<usize>() as u32
}

/// D: for each digit except 8, 1 if it is in the middle, 2 if it is on the ring and its successor does not
/// follow clockwise.
fn disorder(tiles: &Tiles) -> u32 {
    let has_successor = |tile: u8| (b'1'..=b'7').contains(&tile);
    let torn = RING
        .windows(2)
        .filter(|pair| has_successor(tiles[pair[0]]) && tiles[pair[1]] != tiles[pair[0]] + 1);
    2 * torn.count() as u32 + u32::from(has_successor(tiles[MIDDLE_SQUARE]))
}

/// Whether moves lead from `tiles` to the goal. A move passes a digit over zero or two others, so it keeps
/// the parity of the number of inverted pairs; the goal's is odd.
pub fn is_solvable(tiles: &Tiles) -> bool {
    let digits: Vec<u8> = tiles.iter().copied().filter(|&tile| tile != GAP).collect();
    let inverted = |(n, tile): (usize, &u8)| digits[n..].iter().filter(|&later| later < tile).count();
    digits.iter().enumerate().map(inverted).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle8::shortest;
    use std::collections::{HashMap, VecDeque};

    /// The distance to the goal of each state that can reach it.
    fn distances() -> HashMap<Tiles, u32> {
        let mut known = HashMap::from([(GOAL, 0)]);
        let mut open = VecDeque::from([(GOAL, 0)]);
        while let Some((tiles, moves)) = open.pop_front() {
            for next in MOVES.iter().filter_map(|by| by.apply(&tiles)) {
                if let std::collections::hash_map::Entry::Vacant(new) = known.entry(next) {
                    new.insert(moves + 1);
                    open.push_back((next, moves + 1));
                }
            }
        }
        known
    }

    #[test]
    fn heuristics_are_what_the_paper_says_of_them() {
        let distances = distances();
        assert_eq!(distances.len(), 181_440);
        // The farthest states, one of which is in a session.
        assert_eq!(distances.values().max(), Some(&30));
        assert_eq!(distances[b"5674.8321"], 30);
        let mut too_much = [0; 4];
        for (tiles, &moves) in &distances {
            let all = [
                Heuristic::Misplaced,
                Heuristic::MisplacedWithGap,
                Heuristic::Distance,
                Heuristic::Disorder,
            ];
            let estimates = all.map(|heuristic| heuristic.of(tiles));
            assert!(estimates[0] <= estimates[2] && estimates[2] <= estimates[3]);
            for (estimate, too_much) in estimates.iter().zip(&mut too_much) {
                *too_much += usize::from(*estimate > moves);
            }
            assert!(estimates[1] <= moves + 1);
        }
        // The prose's h1 and h2 are admissible; the program's h1 is not quite, and h3 is not at all.
        assert_eq!((too_much[0], too_much[2]), (0, 0));
        assert!(too_much[1] > 0 && too_much[3] > 100_000, "{too_much:?}");
    }

    #[test]
    fn half_of_all_orders_are_solvable() {
        let distances = distances();
        let mut orders = vec![Vec::new()];
        for tile in GOAL {
            orders = orders
                .into_iter()
                .flat_map(|order: Vec<u8>| {
                    (0..=order.len()).map(move |at| {
                        let mut longer = order.clone();
                        longer.insert(at, tile);
                        longer
                    })
                })
                .collect();
        }
        assert_eq!(orders.len(), 362_880);
        for order in orders {
            let tiles: Tiles = order.try_into().expect("nine squares");
            assert_eq!(is_solvable(&tiles), distances.contains_key(&tiles), "{tiles:?}");
        }
    }

    #[test]
    fn the_seven_states_and_their_shortest_solutions() {
        let shortest = STARTS.map(|start| shortest(&start, &GOAL));
        assert_eq!(shortest, [2, 4, 4, 5, 18, 20, 19].map(Some));
        assert!(STARTS.iter().all(is_solvable));
    }
}
