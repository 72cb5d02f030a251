//! The session of `galo-minimax`: a game against the machine, which finds each of its moves with both
//! searches.

use super::galo::{alpha_beta, minimax, winner};
use crate::console::Console;
use crate::ended::Ended;
use crate::galo::{Board, Square};
use crate::session::{Finished, Run};

use Square::{Empty, O, X};

/// A value of at least this is a win, whatever X plays.
const MIN_WIN_VALUE: i32 = 9;

/// Asks who begins and for the depth in half-moves, and plays.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    write!(
        console.screen,
        "JOGO DO GALO\n\nEU JOGO COM O (MAX),\nVOCE COM X (MIN).\nVEJO 'A MESMA PROFUNDIDADE\n\
         POR MINIMAX E POR ALFA-BETA.\n"
    );
    let mut player = if choice(console, 2)? == 1 { X } else { O };
    let depth = choice(console, 9)?;
    let mut board = [Empty; 9];
    writeln!(console.screen, "\nMEIAS-JOGADAS: {depth}");
    show(console, &board);
    while winner(&board).is_none() && board.contains(&Empty) {
        let square = match player {
            O => machines_move(console, &board, depth),
            _ => players_move(console, &board)?,
        };
        board[square] = player;
        show(console, &board);
        player = super::galo::opponent(player);
    }
    let end = match winner(&board) {
        Some(O) => "GANHEI EU.",
        Some(_) => "GANHOU VOCE.",
        None => "EMPATE.",
    };
    writeln!(console.screen, "{end}");
    Err(Ended::Stop)
}

/// A number for INPUT, if it is an integer from 1 to `most`.
fn whole(console: &mut Console, most: i32) -> Result<Option<i32>, Ended> {
    let number = console.number()?.whole();
    Ok(number.filter(|number| (1..=most).contains(number)))
}

/// Asks until the answer is such a number.
fn choice(console: &mut Console, most: i32) -> Result<i32, Ended> {
    loop {
        if let Some(number) = whole(console, most)? {
            return Ok(number);
        }
    }
}

fn machines_move(console: &mut Console, board: &Board, depth: i32) -> usize {
    let (full, cut) = (minimax(board, O, depth), alpha_beta(board, O, depth));
    writeln!(console.screen, "\nA MINHA JOGADA (O):");
    for (name, choice) in [("MINIMAX  ", full), ("ALFA-BETA", cut)] {
        let (row, column) = place(choice.square.unwrap_or(0));
        writeln!(
            console.screen,
            "{name} {row} {column} VALE {}, {} NOS",
            choice.value, choice.positions
        );
    }
    if cut.value >= MIN_WIN_VALUE {
        writeln!(console.screen, "JA' NAO ESCAPA.");
    }
    cut.square.unwrap_or(0)
}

fn players_move(console: &mut Console, board: &Board) -> Result<usize, Ended> {
    loop {
        let (row, column) = (whole(console, 3)?, whole(console, 3)?);
        let square = row
            .zip(column)
            .map(|(row, column)| (3 * row + column - 4) as usize);
        if let Some(square) = square.filter(|&square| board[square] == Empty) {
            let (row, column) = place(square);
            writeln!(console.screen, "\nA SUA JOGADA (X): {row} {column}");
            return Ok(square);
        }
        writeln!(console.screen, "NAO PODE SER.");
    }
}

fn show(console: &mut Console, board: &Board) {
    writeln!(console.screen, "   1 2 3");
    for (number, row) in (1..).zip(board.chunks(3)) {
        let marks = row.iter().map(|square| match square {
            Empty => ". ",
            X => "X ",
            O => "O ",
        });
        writeln!(console.screen, "{number}  {}", marks.collect::<String>());
    }
}

/// Row and column of a square, from 1.
fn place(square: usize) -> (usize, usize) {
    (square / 3 + 1, square % 3 + 1)
}
