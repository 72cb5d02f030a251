//! Bimaru (battleships on paper) as a constraint satisfaction problem (fourth companion paper): ten boats,
//! four of one cell, three of two, two of three and one of four, are on a board of ten by ten, along rows
//! or columns, and none touches another, not even at a corner. The number of pieces in each row and column
//! is given, and some cells.
//!
//! - [`puzzle`]: puzzles as text.
//! - [`board`]: the cells' domains, forward checking, propagation of full and empty rows and columns.
//! - [`mod@search`]: depth first, the longest boat first.
//! - [`generate`]: puzzles with exactly one solution from a seed.
//!
//! The listing differs from the paper in one respect: the domain of a cell is {water, boat}, not {water,
//! six pieces}. The shape of a piece follows from its neighbours, and given pieces are constraints on
//! theirs.

pub mod board;
pub mod generate;
pub mod puzzle;
pub mod search;

use board::Board;
use puzzle::{FLEET, Grid, Piece, Puzzle, SIDE};
use search::{Flow, Step, search};

use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// The puzzles of `puzzles/bimaru`, in order; the listing has the same ones in its DATA.
pub const PUZZLES: [&str; 12] = [
    include_str!("../../../puzzles/bimaru/01.txt"),
    include_str!("../../../puzzles/bimaru/02.txt"),
    include_str!("../../../puzzles/bimaru/03.txt"),
    include_str!("../../../puzzles/bimaru/04.txt"),
    include_str!("../../../puzzles/bimaru/05.txt"),
    include_str!("../../../puzzles/bimaru/06.txt"),
    include_str!("../../../puzzles/bimaru/07.txt"),
    include_str!("../../../puzzles/bimaru/08.txt"),
    include_str!("../../../puzzles/bimaru/09.txt"),
    include_str!("../../../puzzles/bimaru/10.txt"),
    include_str!("../../../puzzles/bimaru/11.txt"),
    include_str!("../../../puzzles/bimaru/12.txt"),
];

/// The seeds from which [`generate`](generate::generate) made them.
pub const SEEDS: [u64; 12] = [13, 17, 11, 7, 5, 45, 23, 15, 4, 59, 33, 34];

/// Rows of the screen: the first of the board, that of the current place, that of the result.
const BOARD_ROW: usize = 3;
const PLACE_ROW: usize = 14;
const OUTCOME_ROW: usize = 16;

/// Asks for the number of a puzzle, or for a puzzle, and searches for its solutions, showing every place
/// tried.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let (number, puzzle) = choose(console)?;
        console.screen.cls();
        draw(console, number, &puzzle);
        match Board::new(&puzzle) {
            Ok(mut board) => look(console, &mut board),
            Err(_) => {
                console.screen.at(PLACE_ROW, 0);
                writeln!(console.screen, "OS DADOS CONTRADIZEM-SE.");
                Err(Ended::Stop)
            }
        }
    })
}

/// One of the puzzles with its number, from 1, or a typed one with 0.
fn choose(console: &mut Console) -> Result<(usize, Puzzle), Ended> {
    let number = loop {
        if let Some(number @ 0..) = console.number()?.whole()
            && number as usize <= PUZZLES.len()
        {
            break number as usize;
        }
    };
    let known = number
        .checked_sub(1)
        .and_then(|index| PUZZLES[index].parse().ok());
    let puzzle = match known {
        Some(puzzle) => puzzle,
        None => typed(console)?,
    };
    Ok((number, puzzle))
}

/// A puzzle typed line by line; asks again for an invalid line.
fn typed(console: &mut Console) -> Result<Puzzle, Ended> {
    let columns = loop {
        match puzzle::totals(console.text()?) {
            Some(columns) => break columns,
            None => writeln!(console.screen, "ESCREVA DEZ ALGARISMOS."),
        }
    };
    let mut puzzle = Puzzle {
        rows: [0; SIDE],
        columns,
        given: [[Piece::Unknown; SIDE]; SIDE],
    };
    for index in 0..SIDE {
        (puzzle.rows[index], puzzle.given[index]) = loop {
            match puzzle::row(console.text()?) {
                Ok(row) => break row,
                Err(_) => writeln!(console.screen, "TOTAL, ESPACO E 10 DE .wctblrm"),
            }
        };
    }
    Ok(puzzle)
}

/// Draws the totals, the given cells, and the fleet next to the board.
fn draw(console: &mut Console, number: usize, puzzle: &Puzzle) {
    let screen = &mut console.screen;
    write!(screen, "BIMARU");
    if number > 0 {
        write!(screen, "  PROBLEMA {number}");
    }
    let columns: String = puzzle.columns.iter().map(usize::to_string).collect();
    writeln!(screen, "\n\n   {columns}");
    let boat = |pieces: &[Piece]| pieces.iter().map(|&piece| graphic(piece)).collect::<String>();
    let (left, middle, right) = (Piece::Left, Piece::Middle, Piece::Right);
    let fleet = [
        String::new(),
        "FROTA:".to_owned(),
        format!("1 COURACADO {}", boat(&[left, middle, middle, right])),
        format!("2 CRUZADORES {}", boat(&[left, middle, right])),
        format!("3 CONTRATORP. {}", boat(&[left, right])),
        format!("4 SUBMARINOS {}", boat(&[Piece::Submarine])),
    ];
    for (row, (total, cells)) in puzzle.rows.iter().zip(&puzzle.given).enumerate() {
        let beside = fleet.get(row).map_or("", String::as_str);
        writeln!(screen, " {total} {}  {beside:16}", boat(cells));
    }
}

/// A piece as a user-defined graphic, where A is water; an unknown cell is a full stop.
fn graphic(piece: Piece) -> char {
    let index = match piece {
        Piece::Unknown => return '.',
        Piece::Water => 0,
        Piece::Submarine => 1,
        Piece::Top => 2,
        Piece::Bottom => 3,
        Piece::Left => 4,
        Piece::Right => 5,
        Piece::Middle => 6,
    };
    char::from_u32(0xE190 + index).unwrap_or('?')
}

/// Searches, and asks after each solution whether to continue.
fn look(console: &mut Console, board: &mut Board) -> Run {
    let (mut nodes, mut refused, mut solutions) = (0, 0, 0);
    let mut ended = Ended::Stop;
    let flow = search(board, &FLEET, &mut |step| {
        match step {
            Step::Try(length, place) => {
                nodes += 1;
                let (row, column) = place.row_and_column();
                let direction = match length {
                    1 => "",
                    _ if place.line < SIDE => " H",
                    _ => " V",
                };
                console.screen.at(PLACE_ROW, 0);
                writeln!(
                    console.screen,
                    "NO' {nodes}: BARCO DE {length} EM {},{}{direction}",
                    row + 1,
                    column + 1
                );
            }
            Step::Refused => refused += 1,
            Step::Solved(board) => {
                solutions += 1;
                show_solution(console, &board.pieces());
                console.screen.at(OUTCOME_ROW, 0);
                writeln!(
                    console.screen,
                    "SOLUCAO {solutions}: {nodes} NOS, {refused} RECUSADOS"
                );
                match console.text() {
                    Ok("S" | "s") => {}
                    Ok(_) => return Flow::Enough,
                    Err(end) => {
                        ended = end;
                        return Flow::Enough;
                    }
                }
            }
        }
        Flow::On
    });
    if flow == Flow::On {
        let verdict = if solutions == 0 { "TEM" } else { "HA' OUTRA" };
        console.screen.at(OUTCOME_ROW, 0);
        writeln!(
            console.screen,
            "NAO {verdict} SOLUCAO.\n{nodes} NOS, {refused} RECUSADOS"
        );
    }
    Err(ended)
}

fn show_solution(console: &mut Console, pieces: &Grid) {
    for (row, cells) in pieces.iter().enumerate() {
        console.screen.at(BOARD_ROW + row, 3);
        let cells: String = cells.iter().map(|&piece| graphic(piece)).collect();
        writeln!(console.screen, "{cells}");
    }
}
