//! The session of `mosaico`: a state, a strategy, and the solution with its cost.

use super::search::{Outcome, PAPER, Rules, Search, Strategy, search};
use super::{GOAL, Heuristic, MOVES, STARTS, is_solvable};
use crate::console::Console;
use crate::ended::Ended;
use crate::puzzle8::Tiles;
use crate::session::{Finished, Run};

/// Maximum number of states of the listing.
pub const MAX_STATES: usize = 850;
/// Number of boards in a row of the screen.
const BOARDS_PER_ROW: usize = 8;
/// Maximum number of boards drawn; for a longer solution only the moves are listed.
const MAX_DRAWN_BOARDS: usize = 32;

/// The strategies by number, from 1, with the names shown on the screen.
pub const STRATEGIES: [(Strategy, &str); 6] = [
    (Strategy::BreadthFirst, "LARGURA"),
    (Strategy::DepthFirst, "FUNDURA"),
    (Strategy::Backtracking, "RETROCESSO"),
    (Strategy::AStar(Heuristic::MisplacedWithGap), "A* COM H1"),
    (Strategy::AStar(Heuristic::Distance), "A* COM H2"),
    (Strategy::AStar(Heuristic::Disorder), "A* COM H3"),
];

/// Asks for a state, one of the seven or any other, and a strategy; prints the solution.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    introduce(console);
    let start = match choice(console, 0, 7)? {
        0 => other_start(console)?,
        number => STARTS[number - 1],
    };
    let (strategy, name) = STRATEGIES[choice(console, 1, 6)? - 1];
    let title = format!("{name:10} {}\n\n", text(&start));
    console.screen.cls();
    write!(console.screen, "{title}");
    for row in 0..3 {
        let arrow = if row == 1 { "->" } else { "  " };
        let (from, to) = (row_of(&start, row), row_of(&GOAL, row));
        writeln!(console.screen, "{from}{arrow} {to}");
    }
    let room = Rules {
        states: MAX_STATES,
        ..PAPER
    };
    let found = search(&start, strategy, &room);
    console.screen.cls();
    write!(console.screen, "{title}");
    show(console, &found);
    Err(Ended::Stop)
}

fn introduce(console: &mut Console) {
    let screen = &mut console.screen;
    write!(screen, "O MOSAICO DE OITO ALGARISMOS\n\nESTADOS DA FIGURA 12:\n");
    for (number, start) in (1..).zip(&STARTS) {
        let [a, b, c] = [0, 1, 2].map(|row| row_of(start, row));
        writeln!(screen, "{number}  {a} {b} {c}");
    }
    write!(
        screen,
        "0  OUTRO, ESCRITO ASSIM: \n   {} (A META)\n\n",
        text(&GOAL)
    );
    writeln!(screen, "1 LARGURA   4 A* COM H1");
    writeln!(screen, "2 FUNDURA   5 A* COM H2");
    writeln!(screen, "3 RETROCES. 6 A* COM H3");
}

/// Asks until the answer is an integer from `least` to `most`.
fn choice(console: &mut Console, least: usize, most: usize) -> Result<usize, Ended> {
    loop {
        let answer = console.number()?.whole();
        let number = answer.and_then(|number| usize::try_from(number).ok());
        if let Some(number) = number.filter(|number| (least..=most).contains(number)) {
            return Ok(number);
        }
    }
}

fn other_start(console: &mut Console) -> Result<Tiles, Ended> {
    loop {
        let answer = console.text()?;
        let mut sorted = answer.as_bytes().to_vec();
        sorted.sort();
        if sorted != *b".12345678" {
            writeln!(console.screen, "NOVE CASAS: . E 1 A 8");
            continue;
        }
        let tiles = answer.as_bytes().try_into().unwrap_or(GOAL);
        if is_solvable(&tiles) {
            return Ok(tiles);
        }
        writeln!(console.screen, "{answer}\nNUNCA CHEGA A META (PARIDADE)");
    }
}

fn show(console: &mut Console, found: &Search) {
    let screen = &mut console.screen;
    let &Search { calls, states, .. } = found;
    let Outcome::Solved(path) = &found.outcome else {
        writeln!(screen, "MEMORIA CHEIA:\n{MAX_STATES} ESTADOS, {calls} CHAMADAS");
        return;
    };
    let moves = path.len() - 1;
    let plural = |count: usize| if count == 1 { "" } else { "S" };
    writeln!(
        screen,
        "{moves} MOVIMENTO{}, {calls} CHAMADA{},\n{states} ESTADO{}\n",
        plural(moves),
        plural(calls),
        plural(states)
    );
    if moves > 0 {
        let letters: String = path.windows(2).map(|pair| letter(&pair[0], &pair[1])).collect();
        write!(screen, "{letters}\n\n");
    }
    if path.len() > MAX_DRAWN_BOARDS {
        return;
    }
    let bands: Vec<&[Tiles]> = path.chunks(BOARDS_PER_ROW).collect();
    for (number, band) in bands.iter().enumerate() {
        for row in 0..3 {
            let rows: Vec<&str> = band.iter().map(|tiles| row_of(tiles, row)).collect();
            writeln!(screen, "{}", rows.join(" "));
        }
        if number + 1 < bands.len() {
            writeln!(screen);
        }
    }
}

/// The gap's move from one state to the next: to the left (esquerda), to the right (direita), up (cima) or
/// down (baixo).
fn letter(before: &Tiles, after: &Tiles) -> char {
    let by = MOVES.iter().position(|by| by.apply(before) == Some(*after));
    by.map_or(' ', |by| ['E', 'D', 'C', 'B'][by])
}

fn text(tiles: &Tiles) -> &str {
    str::from_utf8(tiles).unwrap_or_default()
}

fn row_of(tiles: &Tiles, row: usize) -> &str {
    &text(tiles)[3 * row..3 * row + 3]
}
