//! The search as intended: best first, with the goal test when a position is expanded, a set of the known
//! positions, and no limits. O(n log n) for n positions, of which there are at most 181,440.

use std::collections::BinaryHeap;

use super::{GAP, MOVES_IN_ORDER, Move, Tiles, Valuation};
use crate::quick::QuickMap;

/// Whether the tiles are a puzzle: the tiles 1 to 8 and the gap, each once.
pub fn is_puzzle(tiles: &Tiles) -> bool {
    let mut sorted = *tiles;
    sorted.sort_unstable();
    sorted == *b".12345678" && tiles.contains(&GAP)
}

/// The moves from `start` to `goal`, each with the tiles after it; `None` if there is no path, or one of
/// them is not a puzzle. Positions are expanded by least value, of equals the first reached.
pub fn search(start: &Tiles, goal: &Tiles, valuation: Valuation) -> Option<Vec<(Move, Tiles)>> {
    if !is_puzzle(start) || !is_puzzle(goal) {
        return None;
    }
    let mut reached_by: QuickMap<Tiles, Option<(Move, Tiles)>> = [(*start, None)].into_iter().collect();
    // The heap returns the greatest element, so both the value and the number are negated.
    let mut open = BinaryHeap::from([(0, 0, *start)]);
    while let Some((negated, _, tiles)) = open.pop() {
        if tiles == *goal {
            return Some(trace_back(&reached_by, tiles));
        }
        for by in MOVES_IN_ORDER {
            let Some(next) = by.apply(&tiles).filter(|next| !reached_by.contains_key(next)) else {
                continue;
            };
            let number = reached_by.len() as i32;
            reached_by.insert(next, Some((by, tiles)));
            open.push((-valuation.of(&next, goal, -negated), -number, next));
        }
    }
    None
}

fn trace_back(reached_by: &QuickMap<Tiles, Option<(Move, Tiles)>>, goal: Tiles) -> Vec<(Move, Tiles)> {
    let mut solution = Vec::new();
    let mut at = goal;
    while let Some(Some((by, before))) = reached_by.get(&at) {
        solution.push((*by, at));
        at = *before;
    }
    solution.reverse();
    solution
}

#[cfg(test)]
mod tests {
    use super::super::{Found, search as listed, shortest};
    use super::*;
    use crate::ended::Ended;

    const VALUATIONS: [Valuation; 4] = [
        Valuation::Breadth,
        Valuation::Depth,
        Valuation::OutOfPlace,
        Valuation::Distance,
    ];

    fn listed_solution(start: &Tiles, goal: &Tiles, valuation: Valuation) -> Result<Option<usize>, Ended> {
        let Found { solution, .. } = listed(start, goal, valuation, &mut |_| ())?;
        Ok(solution.map(|moves| moves.len()))
    }

    fn corrected(start: &Tiles, goal: &Tiles, valuation: Valuation) -> usize {
        let moves = search(start, goal, valuation).expect("a way");
        let mut tiles = *start;
        for (by, after) in &moves {
            tiles = by.apply(&tiles).expect("a move within the square");
            assert_eq!(tiles, *after);
        }
        assert_eq!(tiles, *goal);
        moves.len()
    }

    #[test]
    fn a_start_at_the_goal_takes_no_moves() {
        let start = b"12345678.";
        for valuation in VALUATIONS {
            assert_ne!(listed_solution(start, start, valuation), Ok(Some(0)));
            assert_eq!(corrected(start, start, valuation), 0);
        }
    }

    #[test]
    fn puzzles_lost_to_a_full_list_are_solved() {
        // The book's second example, which depth first cannot solve within its list.
        let (start, goal) = (b"12345678.", b"12374658.");
        assert_eq!(listed_solution(start, goal, Valuation::Depth), Ok(None));
        for valuation in VALUATIONS {
            assert!(corrected(start, goal, valuation) >= shortest(start, goal).unwrap());
        }
        // One of the two positions farthest from this goal.
        let (start, goal) = (b"8672543.1", b"12345678.");
        assert_eq!(listed_solution(start, goal, Valuation::Breadth), Ok(None));
        assert_eq!(corrected(start, goal, Valuation::Breadth), 31);
    }

    #[test]
    fn more_than_thirty_moves_and_depth_without_circles() {
        let (start, goal) = (b"1234.5678", b"123.75468");
        assert_eq!(
            listed_solution(start, goal, Valuation::Depth),
            Err(Ended::SUBSCRIPT_WRONG)
        );
        assert!(corrected(start, goal, Valuation::Depth) > 30);
        assert_eq!(search(b"12345678.", b"12345687.", Valuation::Depth), None);
    }

    #[test]
    fn characters_that_are_not_a_puzzle_are_refused() {
        assert!(is_puzzle(b"8672543.1"));
        for tiles in [b"123456789", b"11345678.", b"1234567..", b"abcdefgh."] {
            assert!(!is_puzzle(tiles));
            assert_eq!(search(tiles, tiles, Valuation::Distance), None);
        }
        // The listing accepts letters, and solves the puzzle if that is possible.
        assert_eq!(
            listed_solution(b"abcdefgh.", b"abcdefg.h", Valuation::Distance),
            Ok(Some(1))
        );
    }
}
