//! The session of the program `quarto`: repeatedly a board, a search, its solution and its measures.

use super::search::{End, Search, Strategy, branching, penetrance};
use super::{Board, ROW, State, file};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of nodes of the program for the Spectrum.
pub const MAX_NODES: usize = 600;
/// Number of pieces per row in the list of the reserve.
const PIECES_PER_ROW: usize = 6;

/// Asks for a board and a search, and shows the result, until the user stops.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    let problems = file::problems(file::PROBLEMS).map_err(|error| Ended::NotModelled(error.to_string()))?;
    loop {
        console.screen.cls();
        let (letter, state) = loop {
            let answer = console.text()?;
            let chosen = ('A'..).zip(&problems);
            let mut chosen = chosen.filter(|(letter, _)| one_letter(answer) == Some(*letter));
            if let Some(chosen) = chosen.next() {
                break chosen;
            }
        };
        writeln!(console.screen, "TABULEIRO {letter}");
        show_board(console, &state.board);
        show_reserve(console, state);
        writeln!(console.screen, "H={}", state.board.heuristic());
        let (name, strategy) = choose(console)?;
        writeln!(console.screen, "\n{name}");
        let search = strategy.search(state, MAX_NODES);
        show_result(console, &state.board, &search)?;
        let again = loop {
            match one_letter(console.text()?) {
                Some('S') => break true,
                Some('N') => break false,
                _ => {}
            }
        };
        if !again {
            return Err(Ended::Stop);
        }
    }
}

/// An answer of one letter, as a capital.
fn one_letter(answer: &str) -> Option<char> {
    let mut letters = answer.chars();
    let letter = letters.next()?;
    letters.next().is_none().then(|| letter.to_ascii_uppercase())
}

fn choose(console: &mut Console) -> Result<(String, Strategy), Ended> {
    loop {
        let chosen = match console.whole()? {
            1 => ("EM LARGURA".to_owned(), Strategy::BreadthFirst),
            2 => loop {
                let limit = console.whole()?;
                if let Ok(limit) = usize::try_from(limit) {
                    break (
                        format!("EM PROFUNDIDADE, ATE' {limit}"),
                        Strategy::DepthFirst { limit },
                    );
                }
            },
            3 => ("A*".to_owned(), Strategy::AStar),
            4 => ("IDA*".to_owned(), Strategy::IdaStar),
            _ => continue,
        };
        return Ok((format!("PROCURA {}", chosen.0), chosen.1));
    }
}

fn show_board(console: &mut Console, board: &Board) {
    for row in board.0.chunks(ROW) {
        writeln!(console.screen);
        for square in row {
            match square {
                Some(piece) => write!(console.screen, " {piece}"),
                None => write!(console.screen, " ...."),
            }
        }
    }
    write!(console.screen, "\n\n");
}

fn show_reserve(console: &mut Console, state: &State) {
    write!(console.screen, "RESERVA");
    for (count, piece) in state.reserve.iter().enumerate() {
        if count % PIECES_PER_ROW == 0 {
            writeln!(console.screen);
        }
        write!(console.screen, " {piece}");
    }
    writeln!(console.screen);
}

fn show_result(console: &mut Console, board: &Board, search: &Search) -> Run {
    let &Search {
        expanded, generated, ..
    } = search;
    match &search.end {
        End::Solved(moves) => {
            writeln!(console.screen, "SOLUCAO:");
            let mut solved = *board;
            for (step, &placement) in (1..).zip(moves) {
                let (row, column) = (placement.square / ROW + 1, placement.square % ROW + 1);
                writeln!(console.screen, "{step}: {} EM {row},{column}", placement.piece);
                solved = solved.after(placement);
            }
            show_board(console, &solved);
        }
        End::Exhausted => writeln!(console.screen, "NAO HA' SOLUCAO"),
        End::Full => writeln!(console.screen, "NAO CABEM MAIS NOS"),
    }
    writeln!(console.screen, "EXPANDIDOS: {expanded}\nGERADOS: {generated}");
    if let End::Solved(moves) = &search.end {
        writeln!(
            console.screen,
            "PENETRANCIA: {}\nRAMIFICACAO MEDIA: {}",
            penetrance(moves.len(), generated)?,
            branching(moves.len(), generated)?
        );
    }
    Ok(())
}
