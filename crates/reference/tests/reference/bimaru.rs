//! The Bimaru puzzles of `puzzles/bimaru`: each has exactly one solution, which a second solver also finds,
//! and they are those in the listing's DATA.

use girafa_reference::papers::bimaru::generate::generate;
use girafa_reference::papers::bimaru::puzzle::{FLEET, Grid, Piece, Puzzle, SIDE};
use girafa_reference::papers::bimaru::search::{solve, solve_in_order};
use girafa_reference::papers::bimaru::{PUZZLES, SEEDS};
use proptest::prelude::*;

use crate::listing;

/// The line number of the listing's first puzzle, and the step to the next.
const FIRST_LINE: usize = 2020;
const PUZZLE_STEP: usize = 20;

fn puzzles() -> impl Iterator<Item = Puzzle> {
    PUZZLES.iter().map(|text| text.parse().unwrap())
}

#[test]
fn each_has_one_solution_by_both_solvers() {
    for (number, puzzle) in (1..).zip(puzzles()) {
        let found = solve(&puzzle, 2).solutions;
        assert_eq!(found.len(), 1, "puzzle {number}");
        assert_eq!(found, row_by_row(&puzzle, 2), "puzzle {number}");
    }
}

/// The degree heuristic changes the length of the search, not its result.
#[test]
fn the_opposite_order_finds_the_same_with_more_nodes() {
    let mut shortest_first = FLEET;
    shortest_first.reverse();
    // Skip the second puzzle, which takes more than a million nodes.
    for puzzle in puzzles().filter(|puzzle| *puzzle != PUZZLES[1].parse().unwrap()) {
        let (longest, shortest) = (solve(&puzzle, 1), solve_in_order(&puzzle, 1, &shortest_first));
        assert_eq!(longest.solutions, shortest.solutions);
        assert!(longest.nodes < shortest.nodes);
    }
}

#[test]
fn they_are_made_from_their_seeds() {
    let generated: Vec<Puzzle> = SEEDS.iter().map(|&seed| generate(seed)).collect();
    assert_eq!(generated, puzzles().collect::<Vec<_>>());
}

#[test]
fn the_listing_has_them_in_its_data() {
    let listing = listing("bimaru");
    for (index, puzzle) in puzzles().enumerate() {
        for (row, text) in puzzle.to_string().lines().enumerate() {
            let line = format!("\n{} DATA \"{text}\"\n", FIRST_LINE + PUZZLE_STEP * index + row);
            assert!(listing.contains(&line), "{line}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn generated_puzzles_have_one_solution(seed: u64) {
        let puzzle = generate(seed);
        let found = solve(&puzzle, 2).solutions;
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found, row_by_row(&puzzle, 2));
    }

    /// With a given cell removed or a total changed there may be no solution or several: both solvers find
    /// the same number.
    #[test]
    fn both_solvers_agree_on_changed_puzzles(seed: u64, change in 0usize..100, other in 0usize..10) {
        let mut puzzle = generate(seed);
        puzzle.given[change / SIDE][change % SIDE] = Piece::Water;
        puzzle.columns.swap(change % SIDE, other);
        let sorted = |mut grids: Vec<Grid>| {
            grids.sort_by_key(|grid| grid.map(|row| row.map(Piece::letter)));
            grids
        };
        prop_assert_eq!(sorted(solve(&puzzle, usize::MAX).solutions), sorted(row_by_row(&puzzle, usize::MAX)));
    }
}

/// A solver that shares nothing with the reference implementation: it tries all rows with the right total,
/// from top to bottom, as bit sets.
fn row_by_row(puzzle: &Puzzle, most: usize) -> Vec<Grid> {
    let mut solutions = Vec::new();
    let mut rows = [0u16; SIDE];
    // The possible values of each row by its own total and given cells.
    let possible: [Vec<u16>; SIDE] = std::array::from_fn(|row| {
        let fits = |mask: &u16| {
            let given = puzzle.given[row].iter().enumerate();
            mask.count_ones() as usize == puzzle.rows[row]
                && given.into_iter().all(|(column, &given)| {
                    given == Piece::Unknown || (given == Piece::Water) == (mask >> column & 1 == 0)
                })
        };
        (0..1u16 << SIDE).filter(fits).collect()
    });
    fill(
        puzzle,
        &possible,
        0,
        &mut rows,
        &puzzle.columns.clone(),
        most,
        &mut solutions,
    );
    solutions
}

fn fill(
    puzzle: &Puzzle,
    possible: &[Vec<u16>; SIDE],
    row: usize,
    rows: &mut [u16; SIDE],
    missing: &[usize; SIDE],
    most: usize,
    solutions: &mut Vec<Grid>,
) {
    if solutions.len() >= most {
        return;
    }
    if row == SIDE {
        let grid = pieces(rows);
        let given = puzzle.given.as_flattened().iter().zip(grid.as_flattened());
        let kept = given
            .into_iter()
            .all(|(given, piece)| *given == Piece::Unknown || given == piece);
        if kept && fleet(rows) == sorted_fleet() {
            solutions.push(grid);
        }
        return;
    }
    let above = if row > 0 { rows[row - 1] } else { 0 };
    // Columns with no missing ships get no more, and those that miss as many as there are rows left get one
    // in each.
    let columns = |is_so: &dyn Fn(usize) -> bool| -> u16 {
        (0..SIDE)
            .filter(|&column| is_so(missing[column]))
            .map(|column| 1 << column)
            .sum()
    };
    if columns(&|missing| missing > SIDE - row) != 0 {
        return;
    }
    let none = columns(&|missing| missing == 0) | above << 1 | above >> 1;
    let needed = columns(&|missing| missing == SIDE - row);
    for &mask in &possible[row] {
        let has = |column: usize| usize::from(mask >> column & 1);
        let fits = mask & none == 0 && mask & needed == needed;
        if fits {
            rows[row] = mask;
            let missing = std::array::from_fn(|column| missing[column] - has(column));
            rows[row + 1..].fill(0);
            if (0..SIDE).all(|column| run(rows, row, column) <= FLEET[0]) && widest(mask) <= FLEET[0] {
                fill(puzzle, possible, row + 1, rows, &missing, most, solutions);
            }
        }
    }
    rows[row] = 0;
}

/// The length of the vertical run of ship cells that ends at a cell.
fn run(rows: &[u16; SIDE], row: usize, column: usize) -> usize {
    (0..=row)
        .rev()
        .take_while(|&row| rows[row] >> column & 1 == 1)
        .count()
}

/// The length of the longest run of bits.
fn widest(mask: u16) -> usize {
    (1..=SIDE)
        .take_while(|&length| (0..length).fold(mask, |runs, shift| runs & mask >> shift) != 0)
        .count()
}

fn sorted_fleet() -> Vec<usize> {
    let mut fleet = FLEET.to_vec();
    fleet.sort_unstable();
    fleet
}

/// The lengths of the boats, shortest first.
fn fleet(rows: &[u16; SIDE]) -> Vec<usize> {
    let grid = pieces(rows);
    let length = |row: usize, column: usize| match grid[row][column] {
        Piece::Submarine => Some(1),
        Piece::Top => Some(
            (row..SIDE)
                .take_while(|&row| rows[row] >> column & 1 == 1)
                .count(),
        ),
        Piece::Left => Some(
            (column..SIDE)
                .take_while(|&column| rows[row] >> column & 1 == 1)
                .count(),
        ),
        _ => None,
    };
    let mut fleet: Vec<usize> = (0..SIDE * SIDE)
        .filter_map(|cell| length(cell / SIDE, cell % SIDE))
        .collect();
    fleet.sort_unstable();
    fleet
}

fn pieces(rows: &[u16; SIDE]) -> Grid {
    let boat = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row @ 0..SIDE), Some(column @ 0..SIDE)) => rows[row] >> column & 1 == 1,
        _ => false,
    };
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if !boat(Some(row), Some(column)) {
                return Piece::Water;
            }
            let vertical = (
                boat(row.checked_sub(1), Some(column)),
                boat(Some(row + 1), Some(column)),
            );
            let horizontal = (
                boat(Some(row), column.checked_sub(1)),
                boat(Some(row), Some(column + 1)),
            );
            match (vertical, horizontal) {
                ((false, false), (false, false)) => Piece::Submarine,
                ((false, true), _) => Piece::Top,
                ((true, false), _) => Piece::Bottom,
                (_, (false, true)) => Piece::Left,
                (_, (true, false)) => Piece::Right,
                _ => Piece::Middle,
            }
        })
    })
}
