//! The queens on a drawn board (book, section 4.5): squares of two by two characters, queens of
//! user-defined graphics, a frame around the board, and optionally each screen on the printer. The search
//! and its cost are those of [`super`].
//!
//! Errors of the listing that [`corrected_session`] does not have:
//!
//! - **Sentence lost**: the sentence with the number of solutions is sent to the printer without ending its
//!   row, so it stays in the printer's buffer; the first COPY of the next game discards it. Only the last
//!   game's sentence is printed, at the end of the program.

use super::{SIZE_MAX, Step, TITLE, search, wants_more};
use crate::console::Console;
use crate::ended::Ended;
use crate::roll::Page;
use crate::session::{Finished, Run};

const EXPLANATION: &str = "   CALCULO DAS POSICOES DAS RAI-\
    NHAS NUM TABULEIRO DE XADREZ DE \
    MODO A QUE NENHUM PAR DE RAINHAS\
    FIQUE EM POSICAO DE TOMA MUTUA.";

/// Width of a square in characters.
const SIDE: usize = 2;
/// The first of the user-defined graphics: a queen's upper left quarter on a light square. A queen on a
/// dark square has four others.
const FIRST_GRAPHIC: u32 = 0xE190;
/// The text of a character on the paper that a line crosses.
const UNREADABLE_CHARACTER: char = '\u{FFFD}';

/// Asks for boards and whether to print, and draws all solutions of each.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, ""))
}

/// The session with the sentence on paper in a complete row.
pub fn corrected_session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, "\n"))
}

/// Plays; `row_end` is printed after the sentence on paper.
fn play(console: &mut Console, row_end: &str) -> Run {
    loop {
        let (size, on_paper) = introduce_board(console)?;
        console.screen.cls();
        console.screen.at(10, 6);
        writeln!(console.screen, "AGUARDE SE FAZ FAVOR");
        let mut found = 0;
        search(size, &mut |step| {
            if let Step::Solution(columns) = step {
                found += 1;
                show_solution(console, columns, found, on_paper);
            }
            Ok(())
        })?;
        conclude(console, found, on_paper);
        if on_paper {
            write!(console.paper, "{row_end}");
        }
        if !wants_more(console)? {
            return Err(Ended::Stop);
        }
    }
}

/// Prints the title page; returns the board's size, and whether to print on paper.
fn introduce_board(console: &mut Console) -> Result<(i32, bool), Ended> {
    writeln!(console.screen, "{TITLE}");
    let (size, on_paper) = loop {
        let on_paper = asks_for_paper(console)?;
        let size = console.whole()?;
        console.screen.at(5, 0);
        if size <= SIZE_MAX {
            break (size, on_paper);
        }
        writeln!(console.screen, "NUMERO GRANDE DEMAIS!!");
    };
    let output = if on_paper {
        "SAIDA POR IMPRESSORA"
    } else {
        " SAIDA POR ECRAN   "
    };
    write!(
        console.screen,
        "- DIMENSAO DO TABULEIRO - {size}X{size}\n\n{EXPLANATION}\n\n\n\n"
    );
    console.screen.tab(6);
    writeln!(console.screen, "{output}\n\n\n\n{}", "*".repeat(32));
    if on_paper {
        console.paper.paste(console.screen.page());
    }
    Ok((size, on_paper))
}

fn asks_for_paper(console: &mut Console) -> Result<bool, Ended> {
    loop {
        match console.text()? {
            "S" | "s" => return Ok(true),
            "N" | "n" => return Ok(false),
            _ => {}
        }
    }
}

fn show_solution(console: &mut Console, columns: &[i32], found: i32, on_paper: bool) {
    let screen = &mut console.screen;
    screen.cls();
    for (row, &queen) in columns.iter().enumerate() {
        for half in 0..SIDE {
            let squares = (0..columns.len()).map(|column| {
                let dark = (row + column) % 2 == 1;
                square(dark, queen == column as i32 + 1, half)
            });
            writeln!(screen, "{}", squares.collect::<String>());
        }
    }
    screen.at(0, 22);
    write!(screen, "SOLUCAO");
    screen.at(2, 25);
    writeln!(screen, "{found}");
    if on_paper {
        console.paper.paste(&framed(screen.page(), columns.len()));
    }
    console.screen.cls();
}

/// The upper (0) or lower (1) half of a square.
fn square(dark: bool, queen: bool, half: usize) -> String {
    if !queen {
        let cell = if dark { '█' } else { ' ' };
        return [cell; SIDE].iter().collect();
    }
    let first = FIRST_GRAPHIC + if dark { 4 } else { 0 } + 2 * half as u32;
    (first..first + 2).filter_map(char::from_u32).collect()
}

/// The page with the frame's lines, one dot wide: inside the board along its upper and left edge, just
/// outside along the others. Light squares and the characters next to the board are unreadable under them.
/// Dark squares do not show them, and neither does a queen on a dark square, which is drawn inverse and
/// does not touch the edges.
fn framed(page: &Page, size: usize) -> Page {
    let end = SIDE * size;
    let mut framed = *page;
    let edges = (0..=end).flat_map(|n| [(0, n), (end, n), (n, 0), (n, end)]);
    for (row, column) in edges {
        let cell = &mut framed[row][column];
        let on_dark = FIRST_GRAPHIC + 4..FIRST_GRAPHIC + 8;
        if *cell != '█' && !on_dark.contains(&u32::from(*cell)) {
            *cell = UNREADABLE_CHARACTER;
        }
    }
    framed
}

fn conclude(console: &mut Console, found: i32, on_paper: bool) {
    let ending = if found == 1 { "AO" } else { "OES" };
    let sentence = format!("** O PROBLEMA TEM {found} SOLUC{ending} **");
    console.screen.at(10, 0);
    writeln!(console.screen, "{sentence}\n");
    if on_paper {
        write!(console.paper, "{sentence}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_stays_in_the_buffer_is_forgotten() {
        let answers = ["S", "2", "S", "S", "1", "N"];
        let sentences = |session: &Finished| -> Vec<String> {
            let rows = session.paper.iter().filter(|row| row.starts_with("** "));
            rows.cloned().collect()
        };
        let session = session(&answers);
        let of_one = "** O PROBLEMA TEM 1 SOLUCAO **";
        assert_eq!(sentences(&session), [of_one]);
        let of_none = "** O PROBLEMA TEM 0 SOLUCOES **";
        assert_eq!(sentences(&corrected_session(&answers)), [of_none, of_one]);
        // Two title pages and one board of 22 rows.
        assert_eq!(session.paper.len(), 3 * 22 + 1);
    }

    #[test]
    fn squares_take_turns() {
        assert_eq!(square(false, false, 0), "  ");
        assert_eq!(square(true, false, 1), "██");
        assert_eq!(square(false, true, 0), "\u{E190}\u{E191}");
        assert_eq!(square(true, true, 1), "\u{E196}\u{E197}");
    }
}
