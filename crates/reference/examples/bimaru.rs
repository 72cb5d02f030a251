//! Bimaru natively: `cargo run --release -p girafa-reference --example bimaru -- SEED...` makes puzzles and prints each as
//! `tests/bimaru` keeps it; without seeds a puzzle is read from standard input and its solutions are printed, two at most.

use std::io::Read;
use std::process::ExitCode;

use girafa_reference::papers::bimaru::generate::generate;
use girafa_reference::papers::bimaru::puzzle::{Piece, Puzzle};
use girafa_reference::papers::bimaru::search::solve;

fn main() -> ExitCode {
    let seeds: Vec<String> = std::env::args().skip(1).collect();
    let done = if seeds.is_empty() {
        solve_input()
    } else {
        seeds.iter().try_for_each(|seed| make(seed))
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
        .map_err(|_| format!("{seed:?} is no seed: write whole numbers"))?;
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
