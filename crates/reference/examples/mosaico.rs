//! Figure 12 of the paper on search, compared with the paper and without its limits, as in
//! `docs/programs/mosaico.md`. With `all`, prints for each strategy how many of all boards that lead to the
//! goal it solves within the listing's memory limits.

use std::collections::HashSet;

use girafa_reference::papers::mosaico::figure12::{DIFFERENCES, compared, unlimited};
use girafa_reference::papers::mosaico::search::{PAPER, Rules, search};
use girafa_reference::papers::mosaico::session::{MAX_STATES, STRATEGIES};
use girafa_reference::papers::mosaico::{GOAL, MOVES};

fn main() {
    if std::env::args().nth(1).is_some_and(|argument| argument == "all") {
        return solve_all();
    }
    println!("{}\n{}", compared(), unlimited());
    for cell in DIFFERENCES {
        println!(
            "state {}, column {}: {} printed, {} found: {}",
            cell.state, cell.column, cell.printed, cell.found, cell.reason
        );
    }
}

fn solve_all() {
    let mut known = HashSet::from([GOAL]);
    let mut boards = vec![GOAL];
    let mut next = 0;
    while let Some(&board) = boards.get(next) {
        next += 1;
        let nexts = MOVES.iter().filter_map(|by| by.apply(&board));
        boards.extend(nexts.filter(|next| known.insert(*next)));
    }
    let room = Rules {
        states: MAX_STATES,
        ..PAPER
    };
    for (strategy, name) in STRATEGIES {
        let solved = boards
            .iter()
            .filter(|board| search(board, strategy, &room).moves().is_some());
        println!("{name}: {} of {}", solved.count(), boards.len());
    }
}
