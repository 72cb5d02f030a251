//! The 8-puzzle (book, sections 6.3 to 6.3.6): eight tiles and a gap in a square of three by three, which
//! must be moved from one order to another.
//!
//! The search keeps a list of positions. It expands ("develops") the position of least value that is not
//! developed yet, the first of equals, and adds its successors, except for the reverse move and for
//! positions that have been developed. Four valuations give four programs: the number of moves (breadth
//! first: the shortest solution), the number of moves negated (depth first), the number of misplaced tiles,
//! and the sum of the tiles' distances. Each step searches the list, so n positions cost O(n^2); the list
//! has room for 99. Errors of the listings that [`corrected::search`] does not have:
//!
//! - **Start at the goal** (line 120) is not recognized: only successors are tested.
//! - **Full list** (line 170): it is reported as "no solutions". If the goal is the position that does not
//!   fit, its solution is traced back from an empty entry: report C.
//! - **Thirty moves** (line 1330): a longer solution does not fit: report 3.
//! - **Negative mark** (lines 80 and 1120): developed positions are marked by adding 5000 to their value
//!   and recognized by a value of 5000 or more, which fails for negative values. So depth first runs in
//!   cycles.
//! - **Developed twice** (lines 40 and 1010): with nothing left to develop, developed positions are
//!   developed again (which is visible if there is no gap).
//! - **Unchecked characters** (lines 540 and 560): any nine characters are accepted as a puzzle, as the
//!   book warns.

pub mod corrected;
pub mod sessions;

use std::collections::VecDeque;

use crate::ended::Ended;
use crate::quick::QuickSet;

/// Size of the listings' list of positions, the last element of which is never used.
const POSITIONS: usize = 100;
/// Maximum number of moves of a solution.
const MOVES: usize = 30;
/// Added to a developed position's value.
const DEVELOPED_OFFSET: i32 = 5000;
/// A value greater than that of any position to be developed.
const VALUE_LIMIT: i32 = 5999;

/// The gap.
pub const GAP: u8 = b'.';

/// The tiles and the gap, row by row.
pub type Tiles = [u8; 9];

/// A move of the gap, by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// B, up: the tile comes down.
    Up,
    /// E, to the right.
    Right,
    /// A, down.
    Down,
    /// D, to the left.
    Left,
}

/// The moves in the order in which they are tried.
const MOVES_IN_ORDER: [Move; 4] = [Move::Up, Move::Right, Move::Down, Move::Left];

impl Move {
    /// The move's letter in the listings.
    pub fn letter(self) -> char {
        match self {
            Move::Up => 'B',
            Move::Right => 'E',
            Move::Down => 'A',
            Move::Left => 'D',
        }
    }

    fn reverse(self) -> Move {
        match self {
            Move::Up => Move::Down,
            Move::Right => Move::Left,
            Move::Down => Move::Up,
            Move::Left => Move::Right,
        }
    }

    /// The tiles after the move; `None` if there is no gap, or the gap would leave the square.
    pub fn apply(self, tiles: &Tiles) -> Option<Tiles> {
        let gap = tiles.iter().position(|&tile| tile == GAP)?;
        let (row, column) = (gap / 3, gap % 3);
        let other = match self {
            Move::Up if row > 0 => gap - 3,
            Move::Right if column < 2 => gap + 1,
            Move::Down if row < 2 => gap + 3,
            Move::Left if column > 0 => gap - 1,
            _ => return None,
        };
        let mut moved = *tiles;
        moved.swap(gap, other);
        Some(moved)
    }
}

/// The valuation of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Valuation {
    /// The moves so far: breadth first.
    Breadth,
    /// The moves so far, negated: depth first.
    Depth,
    /// The number of tiles that are not in the goal's place.
    OutOfPlace,
    /// The sum of the tiles' distances to the goal's place, in rows and columns.
    Distance,
}

impl Valuation {
    /// The value of `tiles`, reached from a position of value `before`.
    fn of(self, tiles: &Tiles, goal: &Tiles, before: i32) -> i32 {
        let numbered_tiles = || tiles.iter().enumerate().filter(|&(_, &tile)| tile != GAP);
        match self {
            Valuation::Breadth => before + 1,
            Valuation::Depth => before - 1,
            Valuation::OutOfPlace => {
                let displaced = |&(place, &tile): &(usize, &u8)| goal[place] != tile;
                numbered_tiles().filter(displaced).count() as i32
            }
            Valuation::Distance => {
                let away = |(place, tile): (usize, &u8)| {
                    // A tile that the goal does not have counts as 0.
                    let target = goal.iter().position(|other| other == tile)?;
                    Some((place / 3).abs_diff(target / 3) + (place % 3).abs_diff(target % 3))
                };
                numbered_tiles().filter_map(away).sum::<usize>() as i32
            }
        }
    }
}

/// A position in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The number, from 1, of the preceding position; the first position has itself.
    pub from: usize,
    /// The last move; `None` for the first position.
    pub by: Option<Move>,
    /// The tiles.
    pub tiles: Tiles,
    /// Its value, plus 5000 for each time that it was developed.
    pub value: i32,
}

impl Position {
    fn is_developed(&self) -> bool {
        self.value >= DEVELOPED_OFFSET
    }
}

/// A step of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Position number .0 is about to be developed.
    Develop(usize, &'a Position),
    /// A position has been reached.
    Reach(&'a Position),
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The moves to the goal, each with the tiles after it; `None` if the goal was not found.
    pub solution: Option<Vec<(Move, Tiles)>>,
    /// Number of positions in the list minus those developed.
    pub open: i32,
    /// Number of positions developed.
    pub developed: i32,
}

/// Searches as the listings do.
///
/// # Errors
/// Report C if the goal is reached when the list is full, report 3 if it is reached in more than 30 moves.
pub fn search(
    start: &Tiles,
    goal: &Tiles,
    valuation: Valuation,
    watch: &mut dyn FnMut(Step),
) -> Result<Found, Ended> {
    let mut list = vec![Position {
        from: 1,
        by: None,
        tiles: *start,
        value: 0,
    }];
    let mut developed = 0;
    let mut goal_at = None;
    'search: while goal_at.is_none() {
        let Some(number) = least_valued(&list) else {
            break;
        };
        let parent = list[number - 1];
        watch(Step::Develop(number, &parent));
        developed += 1;
        list[number - 1].value += DEVELOPED_OFFSET;
        for (by, tiles) in successors(&parent, &list) {
            let value = valuation.of(&tiles, goal, parent.value);
            let reached = Position {
                from: number,
                by: Some(by),
                tiles,
                value,
            };
            if tiles == *goal {
                goal_at = Some(list.len() + 1);
            }
            watch(Step::Reach(&reached));
            if list.len() + 1 >= POSITIONS {
                break 'search;
            }
            list.push(reached);
        }
    }
    Ok(Found {
        solution: goal_at.map(|goal_at| trace_back(&list, goal_at)).transpose()?,
        open: list.len() as i32 - developed,
        developed,
    })
}

/// The number, from 1, of the first position of least value; `None` if all have been developed twice.
fn least_valued(list: &[Position]) -> Option<usize> {
    let numbered = (1..)
        .zip(list)
        .filter(|(_, position)| position.value < VALUE_LIMIT);
    numbered
        .min_by_key(|(_, position)| position.value)
        .map(|(number, _)| number)
}

/// The moves from `parent`, except for the reverse move and those to positions marked as developed.
fn successors(parent: &Position, list: &[Position]) -> Vec<(Move, Tiles)> {
    let back = parent.by.map(Move::reverse);
    MOVES_IN_ORDER
        .into_iter()
        .filter(|&by| Some(by) != back)
        .filter_map(|by| Some((by, by.apply(&parent.tiles)?)))
        .filter(|(_, tiles)| {
            let is_same = |position: &Position| position.is_developed() && position.tiles == *tiles;
            !list.iter().any(is_same)
        })
        .collect()
}

/// The moves that lead to position number `goal_at`.
fn trace_back(list: &[Position], goal_at: usize) -> Result<Vec<(Move, Tiles)>, Ended> {
    let mut solution = Vec::new();
    let mut number = goal_at;
    loop {
        // The entry after the last is empty, and its spaces are not a number.
        let position = list.get(number - 1).ok_or(Ended::NONSENSE)?;
        let Some(by) = position.by else {
            solution.reverse();
            return Ok(solution);
        };
        if solution.len() == MOVES {
            return Err(Ended::SUBSCRIPT_WRONG);
        }
        solution.push((by, position.tiles));
        number = position.from;
    }
}

/// The fewest moves from `start` to `goal`, 0 if they are equal; `None` if there is no path. Breadth first
/// through up to 181,440 positions, with a set of the known ones.
pub fn shortest(start: &Tiles, goal: &Tiles) -> Option<usize> {
    let mut known: QuickSet<Tiles> = [*start].into_iter().collect();
    let mut open = VecDeque::from([(*start, 0)]);
    while let Some((tiles, moves)) = open.pop_front() {
        if tiles == *goal {
            return Some(moves);
        }
        for by in MOVES_IN_ORDER {
            if let Some(next) = by.apply(&tiles).filter(|next| known.insert(*next)) {
                open.push_back((next, moves + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const VALUATIONS: [Valuation; 4] = [
        Valuation::Breadth,
        Valuation::Depth,
        Valuation::OutOfPlace,
        Valuation::Distance,
    ];

    fn found(start: &Tiles, goal: &Tiles, valuation: Valuation) -> Result<Found, Ended> {
        search(start, goal, valuation, &mut |_| ())
    }

    /// All positions that up to `depth` moves reach.
    fn around(start: &Tiles, depth: usize) -> HashSet<Tiles> {
        let mut all = HashSet::from([*start]);
        for _ in 0..depth {
            let further: Vec<Tiles> = all
                .iter()
                .flat_map(|tiles| MOVES_IN_ORDER.iter().filter_map(|by| by.apply(tiles)))
                .collect();
            all.extend(further);
        }
        all
    }

    #[test]
    fn solutions_are_legal_and_breadth_first_ones_shortest() {
        let start = b"12345678.";
        let mut solved = [0; 4];
        for goal in around(start, 9).iter().filter(|goal| *goal != start) {
            for (valuation, solved) in VALUATIONS.into_iter().zip(&mut solved) {
                let Ok(Found {
                    solution: Some(moves),
                    ..
                }) = found(start, goal, valuation)
                else {
                    continue;
                };
                let mut tiles = *start;
                for (by, after) in &moves {
                    tiles = by.apply(&tiles).expect("a move within the square");
                    assert_eq!(tiles, *after);
                }
                assert_eq!(tiles, *goal);
                if valuation == Valuation::Breadth {
                    assert_eq!(Some(moves.len()), shortest(start, goal));
                }
                *solved += 1;
            }
        }
        assert_eq!(around(start, 9).len() - 1, 419);
        // The better the valuation, the more goals are found within 99 positions.
        assert_eq!(solved, [97, 24, 302, 398]);
    }

    #[test]
    fn half_of_all_orders_can_be_reached() {
        assert_eq!(shortest(b"12345678.", b"12345678."), Some(0));
        assert_eq!(shortest(b"12345678.", b"12345687."), None);
        // One of the two positions farthest from this goal.
        assert_eq!(shortest(b"8672543.1", b"12345678."), Some(31));
    }

    #[test]
    fn a_start_at_the_goal_is_not_noticed() {
        for valuation in VALUATIONS {
            let end = found(b"12345678.", b"12345678.", valuation);
            assert!(end.is_err() || end.is_ok_and(|found| found.solution != Some(vec![])));
        }
    }

    #[test]
    fn without_a_gap_the_start_is_developed_twice() {
        let mut numbers = Vec::new();
        let end = search(b"123456789", b"12345678.", Valuation::Breadth, &mut |step| {
            if let Step::Develop(number, position) = step {
                numbers.push((number, position.value));
            }
        });
        assert_eq!(numbers, [(1, 0), (1, 5000)]);
        assert_eq!(
            end,
            Ok(Found {
                solution: None,
                open: -1,
                developed: 2
            })
        );
    }

    #[test]
    fn depth_first_goes_round_in_circles() {
        let mut developed = Vec::new();
        let mut watch = |step: Step| {
            if let Step::Develop(_, position) = step {
                developed.push(position.tiles);
            }
        };
        let end = search(b"12345678.", b"12345687.", Valuation::Depth, &mut watch).unwrap();
        assert_eq!(
            end,
            Found {
                solution: None,
                open: 47,
                developed: 52
            }
        );
        let distinct: HashSet<&Tiles> = developed.iter().collect();
        assert_eq!((distinct.len(), developed.len()), (13, 52));
    }

    #[test]
    fn a_solution_of_more_than_30_moves_ends_with_an_error() {
        let solution =
            |goal| found(b"1234.5678", goal, Valuation::Depth).map(|found| found.solution.unwrap().len());
        assert_eq!(solution(b"123475.68"), Ok(30));
        assert_eq!(solution(b"123.75468"), Err(Ended::SUBSCRIPT_WRONG));
    }

    #[test]
    fn a_goal_beyond_the_list_ends_with_an_error() {
        let start = b"12345678.";
        let ends = |valuation| {
            let goals = around(start, 12);
            let errors = goals
                .iter()
                .filter_map(move |goal| found(start, goal, valuation).err());
            errors.collect::<HashSet<_>>()
        };
        assert!(ends(Valuation::Breadth).contains(&Ended::NONSENSE));
    }
}
