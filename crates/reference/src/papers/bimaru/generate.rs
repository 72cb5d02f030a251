//! Generates puzzles with exactly one solution from a seed.

use super::puzzle::{FLEET, Grid, Piece, Puzzle, SIDE};
use super::search::solve;

/// The puzzle of a seed: a fleet placed at random, its totals, and given cells that are added at random
/// until the solution is unique. The same seed gives the same puzzle.
pub fn generate(seed: u64) -> Puzzle {
    let mut random = Random(seed);
    let boats = loop {
        if let Some(boats) = lay_fleet(&mut random) {
            break boats;
        }
    };
    let count = |line: &dyn Fn(usize) -> bool| (0..SIDE).filter(|&n| line(n)).count();
    let mut puzzle = Puzzle {
        rows: std::array::from_fn(|row| count(&|column| boats[row][column])),
        columns: std::array::from_fn(|column| count(&|row| boats[row][column])),
        given: [[Piece::Unknown; SIDE]; SIDE],
    };
    // Another solution differs from this one in some cell; one of those cells is given.
    let solution = pieces(&boats);
    loop {
        let found = solve(&puzzle, 2).solutions;
        if found.len() == 1 {
            return puzzle;
        }
        let differing: Vec<(usize, usize)> = (0..SIDE * SIDE)
            .map(|index| (index / SIDE, index % SIDE))
            .filter(|&(row, column)| {
                found
                    .iter()
                    .any(|other| other[row][column] != solution[row][column])
            })
            .collect();
        let (row, column) = differing[random.below(differing.len())];
        puzzle.given[row][column] = solution[row][column];
    }
}

/// Places boats one after the other at random, or `None` if there is no room for one.
fn lay_fleet(random: &mut Random) -> Option<[[bool; SIDE]; SIDE]> {
    let mut boats = [[false; SIDE]; SIDE];
    for length in FLEET {
        let cells = (0..100).find_map(|_| {
            let (first, other) = (random.below(SIDE - length + 1), random.below(SIDE));
            let down = random.below(2) == 1;
            let cells: Vec<(usize, usize)> = (first..first + length)
                .map(|n| if down { (n, other) } else { (other, n) })
                .collect();
            let free = cells.iter().all(|&(row, column)| {
                let near = |n: usize| n.saturating_sub(1)..(n + 2).min(SIDE);
                near(row).all(|row| near(column).all(|column| !boats[row][column]))
            });
            free.then_some(cells)
        })?;
        cells
            .into_iter()
            .for_each(|(row, column)| boats[row][column] = true);
    }
    Some(boats)
}

/// The pieces of a board of boat cells.
fn pieces(boats: &[[bool; SIDE]; SIDE]) -> Grid {
    let boat = |row: usize, column: usize| boats.get(row).is_some_and(|row| row.get(column) == Some(&true));
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if !boats[row][column] {
                return Piece::Water;
            }
            let [above, left] = [
                boat(row.wrapping_sub(1), column),
                boat(row, column.wrapping_sub(1)),
            ];
            let [below, right] = [boat(row + 1, column), boat(row, column + 1)];
            Piece::with_neighbours([above, below, left, right])
        })
    })
}

/// A pseudo-random number generator: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
