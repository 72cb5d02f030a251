//! The five programs: one for each valuation, and the one by distance with all output also on the printer
//! (book, 6.3.1 to 6.3.4 and 6.3.6).

use super::{Found, Move, Position, Step, Tiles, Valuation, search};
use crate::console::Console;
use crate::ended::Ended;
use crate::roll::ScreenRoll;
use crate::session::{Finished, Run};

/// The session of the breadth first program.
pub fn breadth(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, Valuation::Breadth, false))
}

/// The session of the depth first program.
pub fn depth(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, Valuation::Depth, false))
}

/// The session of the program that counts misplaced tiles.
pub fn out_of_place(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, Valuation::OutOfPlace, false))
}

/// The session of the program that sums the distances.
pub fn distance(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, Valuation::Distance, false))
}

/// The session of the program by distance, with optional output on the printer.
pub fn hard_copy(answers: &[&str]) -> Finished {
    hard_copy_by(Valuation::Distance, answers)
}

/// The session of [`hard_copy`] with another valuation, which the book leaves as an exercise: "breadth",
/// "depth" or "out of place".
pub fn hard_copy_variant(name: &str, answers: &[&str]) -> Option<Finished> {
    let valuation = match name {
        "breadth" => Valuation::Breadth,
        "depth" => Valuation::Depth,
        "out of place" => Valuation::OutOfPlace,
        _ => return None,
    };
    Some(hard_copy_by(valuation, answers))
}

fn hard_copy_by(valuation: Valuation, answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let on_paper = asks_for_paper(console)?;
        play(console, valuation, on_paper)
    })
}

fn asks_for_paper(console: &mut Console) -> Result<bool, Ended> {
    loop {
        write!(console.screen, "\n***** DESEJAR HARD-COPY ? ******");
        writeln!(console.screen, "        (VIA IMPRESSORA)");
        let answer = console.whole()?;
        console.screen.cls();
        match answer {
            0 => return Ok(false),
            1 => return Ok(true),
            _ => {}
        }
    }
}

fn play(console: &mut Console, valuation: Valuation, on_paper: bool) -> Run {
    let start = ask_tiles(console, "PARTIDA", 'S')?;
    let goal = ask_tiles(console, "CHEGADA", 'G')?;
    if on_paper {
        show_heading(&mut console.paper, &start, &goal);
    }
    let Console { screen, paper, .. } = console;
    let mut rolls = vec![screen];
    if on_paper {
        rolls.push(paper);
    }
    let found = search(&start, &goal, valuation, &mut |step| {
        rolls.iter_mut().for_each(|roll| show_step(roll, step));
    })?;
    show_end(&mut console.screen, &found, " ");
    show_end_of_screen(&mut console.screen, &found);
    if on_paper {
        show_end_of_paper(&mut console.paper, &found);
    }
    Err(Ended::Stop)
}

/// Explains how to type a puzzle, and asks until it has nine characters.
fn ask_tiles(console: &mut Console, which: &str, letter: char) -> Result<Tiles, Ended> {
    let screen = &mut console.screen;
    write!(screen, "\n*INTRODUZIR O PUZZLE DE {which}*\n\n");
    screen.tab(11);
    write!(screen, "(PUZZLE {letter})\n\n\n");
    write!(screen, "DEVE-O INTRODUZIR COMO UMA UNICA");
    write!(screen, "CADEIA DE CARACTERES,ISTO E',TO-");
    write!(screen, "DAS AS TRES \"LINHAS\" DO QUADRADO");
    writeln!(screen, "NUMA UNICA LINHA CONTINUA.");
    let tiles = loop {
        // Every character of the keyboard is one byte of Latin-1.
        let characters = console.text()?.chars().map(u8::try_from);
        let typed: Option<Vec<u8>> = characters.map(Result::ok).collect();
        if let Some(Ok(tiles)) = typed.map(Tiles::try_from) {
            break tiles;
        }
    };
    console.screen.cls();
    Ok(tiles)
}

/// The entry of a position in the list: its predecessor, its move, the tiles.
fn entry(position: &Position) -> String {
    let letter = position.by.map_or('C', Move::letter);
    format!("{:03}{letter}{}", position.from, text(&position.tiles))
}

fn text(tiles: &Tiles) -> String {
    tiles.iter().copied().map(char::from).collect()
}

fn show_square(roll: &mut ScreenRoll, tiles: &Tiles) {
    for row in tiles.chunks(3) {
        for &tile in row {
            write!(roll, "{} ", char::from(tile));
        }
        writeln!(roll);
    }
    writeln!(roll);
}

fn show_step(roll: &mut ScreenRoll, step: Step) {
    match step {
        Step::Develop(number, position) => {
            let value = position.value;
            write!(roll, "\nNO' {number}  {}  VALOR {value}\n\n", entry(position));
            show_square(roll, &position.tiles);
        }
        Step::Reach(position) => writeln!(roll, "{}", entry(position)),
    }
}

fn show_heading(paper: &mut ScreenRoll, start: &Tiles, goal: &Tiles) {
    let stars = "*".repeat(32);
    write!(paper, "\n\n{stars}            PUZZLE 8            {stars}\n\n");
    write!(paper, "PUZZLE DE PARTIDA (S) > {}\n\n", text(start));
    show_square(paper, start);
    write!(paper, "\nPUZZLE DE CHEGADA (G) > {}\n\n", text(goal));
    show_square(paper, goal);
    write!(paper, "\n{stars}\n\n\n");
}

/// Shows the solution, each move after a margin, or that there is none.
fn show_end(roll: &mut ScreenRoll, found: &Found, margin: &str) {
    let stars = "*".repeat(32);
    let Some(moves) = &found.solution else {
        write!(roll, "\n{stars}\n\nNAO HA' SOLUCOES\n");
        return;
    };
    write!(roll, "\n******** EIS A SOLUCAO : *******\n\n");
    for (by, tiles) in moves {
        writeln!(roll, "{margin}{} --> {}", by.letter(), text(tiles));
    }
    let plural = if moves.len() == 1 { "" } else { "S" };
    write!(roll, "\nEM {} ETAPA{plural}\n\n", moves.len());
}

fn show_end_of_screen(screen: &mut ScreenRoll, found: &Found) {
    let stars = "*".repeat(32);
    if found.solution.is_some() {
        write!(screen, "\n{stars}\n");
    }
    write!(screen, "\nLISTA ABERTA  ---> {} NOS\n\n", found.open);
    write!(screen, "LISTA FECHADA ---> {} NOS\n\n", found.developed);
    writeln!(screen, "{stars}");
}

fn show_end_of_paper(paper: &mut ScreenRoll, found: &Found) {
    let stars = "*".repeat(32);
    show_end(paper, found, "  ");
    if found.solution.is_some() {
        writeln!(paper, "{stars}");
    }
    write!(paper, "LISTA ABERTA  ---> {} NOS\n\n", found.open);
    writeln!(paper, "LISTA FECHADA ---> {} NOS", found.developed);
    write!(paper, "\n{stars}\n");
}
