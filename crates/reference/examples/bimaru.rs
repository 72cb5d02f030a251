//! Native Bimaru: `cargo run --release -p girafa-reference --example bimaru -- SEED...` generates puzzles and
//! prints each in the format of `puzzles/bimaru`. Without seeds it reads a puzzle from standard input and
//! prints at most two of its solutions. `orders` prints the number of search nodes of each puzzle with the
//! longest boat first (the degree heuristic) and with the shortest first.

use std::io::Read;
use std::process::ExitCode;

use girafa_reference::papers::bimaru::PUZZLES;
use girafa_reference::papers::bimaru::generate::generate;
use girafa_reference::papers::bimaru::puzzle::{FLEET, Piece, Puzzle};
use girafa_reference::papers::bimaru::search::{solve, solve_in_order};

fn main() -> ExitCode {
    let seeds: Vec<String> = std::env::args().skip(1).collect();
    let done = match &seeds[..] {
        [] => solve_input(),
        [word] if word == "orders" => compare_orders(),
        seeds => seeds.iter().try_for_each(|seed| make(seed)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn make(seed: &str) -> Result<(), String> {
    let seed = seed
        .parse()
        .map_err(|_| format!("{seed:?} is not a seed: write whole numbers"))?;
    let puzzle = generate(seed);
    let cells = puzzle.given.as_flattened();
    let given = cells.iter().filter(|&&piece| piece != Piece::Unknown).count();
    let (solved, proved) = (solve(&puzzle, 1), solve(&puzzle, 2));
    println!("# seed {seed}: {given} cells given");
    println!(
        "# solved with {} nodes, shown to be the only solution with {}",
        solved.nodes, proved.nodes
    );
    print!("{puzzle}");
    Ok(())
}

/// The puzzles of `puzzles/bimaru`: the effect of the degree heuristic.
fn compare_orders() -> Result<(), String> {
    let mut shortest_first = FLEET;
    shortest_first.reverse();
    println!("| puzzle | longest first | all | shortest first | all |");
    println!("| --- | --- | --- | --- | --- |");
    for (number, text) in (1..).zip(PUZZLES) {
        let puzzle: Puzzle = text
            .parse()
            .map_err(|error| format!("puzzle {number}, {error}"))?;
        let nodes = |most, fleet: &[usize]| solve_in_order(&puzzle, most, fleet).nodes;
        println!(
            "| {number} | {} | {} | {} | {} |",
            nodes(1, &FLEET),
            nodes(2, &FLEET),
            nodes(1, &shortest_first),
            nodes(2, &shortest_first)
        );
    }
    Ok(())
}

fn solve_input() -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| format!("standard input: {error}"))?;
    let puzzle: Puzzle = text.parse().map_err(|error| format!("standard input, {error}"))?;
    let found = solve(&puzzle, 2);
    for solution in found.solutions {
        let given = Puzzle {
            given: solution,
            ..puzzle
        };
        println!("{given}");
    }
    println!("{} nodes, {} refused", found.nodes, found.refused);
    Ok(())
}
