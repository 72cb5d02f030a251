//! The two programs: with output on the screen, and also on the printer (book, 8.3 and 8.4.1).

use girafa_basic::float5::Float5;

use super::{Arc, Event, LastChoice, Lengths, Rule, prune, search};
use crate::console::{Console, subscript};
use crate::ended::Ended;
use crate::roll::ScreenRoll;
use crate::session::{Finished, Run};

/// Size of a row of the listings' matrices.
const MATRIX: usize = 10;
/// The number of towns must be less than this.
const TOWNS_BOUND: i32 = 10;
/// Number of margins tried.
const MARGINS: i32 = 5;
/// Number of arcs of a trip that the listings follow.
const FOLLOWED_ARCS: usize = 5;

const TITLE: &str = "\
    ********************************\
    \u{20}       CAIXEIRO VIAJANTE       \
    ********************************";

/// The session with output on the screen.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, false))
}

/// The session with output on the screen and on the printer.
pub fn hard_copy(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, true))
}

fn play(console: &mut Console, on_paper: bool) -> Run {
    show_instructions(&mut console.screen);
    let size = loop {
        let size = console.whole()?;
        if size < TOWNS_BOUND {
            break size;
        }
    };
    if on_paper {
        write!(
            console.paper,
            "{TITLE}\n\n\n--- DIMENSAO DA MATRIZ --> {size}\n\n"
        );
    }
    let lengths = ask_lengths(console, size, on_paper)?;
    let (longest, shortest) = lengths.extremes();
    let mut traveller = Traveller {
        console,
        on_paper,
        order: [0; 9],
        found: 0,
    };
    let mut last = LastChoice::default();
    for finer in (1..=MARGINS).rev() {
        traveller.show("\n\nQUEIRA AGUARDAR UM POUCO...\n");
        if size == 0 {
            return Err(Ended::NUMBER_TOO_BIG);
        }
        let delta = (longest - shortest).div_euclid(finer * 2 * size) + 1;
        if size < 0 {
            // There are no steps, so the arc before the first one closes the trip.
            return Err(Ended::INTEGER_OUT_OF_RANGE);
        }
        let mut left = lengths.clone();
        prune(&mut left, delta);
        search(left, Rule::Listed, &mut last, &mut |event| {
            traveller.take_note(event)
        })?;
        let found = traveller.found;
        let ending = if found == 1 { "AO" } else { "OES" };
        traveller.show(&format!("\nPARA DELTA={delta} ---> {found} SOLUC{ending}\n\n"));
        if found > 0 {
            if on_paper {
                write!(traveller.console.paper, "\n\n\n");
            }
            break;
        }
    }
    Err(Ended::Stop)
}

fn show_instructions(screen: &mut ScreenRoll) {
    write!(screen, "{TITLE}\n\n");
    write!(screen, " CONSIDERAM-SE N CIDADES,AS DIS-");
    write!(screen, "TANCIAS,NUM SENTIDO E NOUTRO,EN-");
    write!(screen, "TRE AS CIDADES SAO COLOCADAS NU-");
    write!(screen, "MA MATRIZ A(I,J) DE DIMENSAO TXT");
    write!(screen, "SENDO T=N. I E J SAO,RESPECTIVA-");
    write!(screen, "MENTE,AS CIDADES DE PARTIDA E DE");
    write!(screen, "CHEGADA,SENDO A(I,J) A DISTANCIA");
    writeln!(screen, "ENTRE ELAS.");
    write!(screen, " ASSIM, DEVEMOS INTRODUZIR PRI- ");
    write!(screen, "MEIRO A DIMENSAO T DA MATRIZ;DE-");
    write!(screen, "POIS, A VEZ, OS NUMEROS DE DUAS ");
    write!(screen, "CIDADES E O VALOR DA DISTANCIA  ");
    write!(screen, "ENTRE ELAS,NO SENTIDO DA INTRO- ");
    write!(screen, "DUCAO DOS DOIS NUMEROS QUE AS ");
    write!(screen, "REPRESENTAM.\n\n");
    writeln!(screen, " PARA FINALIZAR, INTRODUZIR OS  TRES VALORES A ZERO.");
}

/// Asks for arcs until one from town 0, shows the matrix, and repeats this until it is right.
fn ask_lengths(console: &mut Console, size: i32, on_paper: bool) -> Result<Lengths, Ended> {
    let mut lengths = Lengths::new(size.max(0) as usize);
    loop {
        loop {
            let (from, to, length) = (console.whole()?, console.whole()?, console.number()?);
            if from <= size && to <= size && from != 0 && to != 0 {
                let arc = Arc {
                    from: subscript(from, MATRIX)?,
                    to: subscript(to, MATRIX)?,
                };
                lengths.set(arc, whole_part(length)?);
            }
            if on_paper {
                write!(console.paper, "\nI,J,A(I,J)-->{from},{to},{length}\n");
            }
            if from == 0 {
                break;
            }
        }
        console.screen.cls();
        write!(console.screen, "{TITLE}\n\nMATRIZ:\n\n\n");
        show_matrix(&mut console.screen, &lengths);
        let is_right = loop {
            match console.text()? {
                "S" | "s" => break true,
                "N" | "n" => break false,
                _ => {}
            }
        };
        if is_right {
            break;
        }
        if on_paper {
            write!(console.paper, "\n\nCORRECCAO:\n");
        }
    }
    if on_paper {
        write!(console.paper, "\n\nMATRIZ:\n\n\n");
        show_matrix(&mut console.paper, &lengths);
    }
    Ok(lengths)
}

fn whole_part(length: Float5) -> Result<i32, Ended> {
    let whole = length.int().whole();
    whole.ok_or_else(|| Ended::NotModelled(length.to_string()))
}

/// Shows the lengths, each padded to three digits with a space after it.
fn show_matrix(roll: &mut ScreenRoll, lengths: &Lengths) {
    for row in lengths.rows() {
        for &length in row {
            // Negative lengths are padded like a single digit.
            let padding = usize::from(length < 10) + usize::from(length < 100);
            write!(roll, "{length}{} ", " ".repeat(padding));
        }
        writeln!(roll);
    }
}

/// Follows the search and shows what it finds.
struct Traveller<'a, 'b> {
    console: &'a mut Console<'b>,
    on_paper: bool,
    /// The listings' array T: its element P is the number, from 1, of the trip's Pth arc. Elements that are
    /// not set keep their old values.
    order: [usize; 9],
    found: i32,
}

impl Traveller<'_, '_> {
    fn show(&mut self, text: &str) {
        write!(self.console.screen, "{text}");
        if self.on_paper {
            write!(self.console.paper, "{text}");
        }
    }

    fn take_note(&mut self, event: Event) -> Run {
        match event {
            Event::Count => {
                self.show(if self.on_paper { ".....\n" } else { ".......\n" });
                if self.console.screen.is_endless() {
                    return Err(Ended::Endless);
                }
            }
            Event::Tour { arcs, cost, lengths } => {
                self.found += 1;
                let found = self.found;
                self.show(&format!("\nIMPRESSAO DA SOLUCAO {found} :\n\n\n"));
                self.set_in_order(&arcs)?;
                let Traveller { console, order, .. } = self;
                let mut rolls = vec![&mut console.screen];
                if self.on_paper {
                    rolls.push(&mut console.paper);
                }
                for roll in rolls {
                    show_tour(roll, order, &arcs, lengths)?;
                    write!(roll, "\nCUSTO--->{cost}\n\n\n");
                }
            }
        }
        Ok(())
    }

    /// Finds the arc that no other leads to, and the four that follow it. At the end of the path, the
    /// number is one more than the number of arcs.
    fn set_in_order(&mut self, arcs: &[Arc]) -> Run {
        for (number, arc) in (1..).zip(arcs) {
            if arcs.iter().all(|other| other.to != arc.from) {
                self.order[0] = number;
            }
        }
        for place in 1..FOLLOWED_ARCS {
            let before = self.order[place - 1]
                .checked_sub(1)
                .ok_or(Ended::SUBSCRIPT_WRONG)?;
            let follows = |arc: &Arc| arcs.get(before).is_some_and(|before| before.to == arc.from);
            self.order[place] = arcs.iter().position(follows).unwrap_or(arcs.len()) + 1;
        }
        Ok(())
    }
}

fn show_tour(roll: &mut ScreenRoll, order: &[usize], arcs: &[Arc], lengths: &Lengths) -> Run {
    for &number in &order[..arcs.len()] {
        write!(roll, "CIDADES ");
        let index = number.checked_sub(1).ok_or(Ended::SUBSCRIPT_WRONG)?;
        let Some(&arc) = arcs.get(index) else {
            write!(roll, "0---0     DISTANCIA: ");
            return Err(Ended::SUBSCRIPT_WRONG);
        };
        let (from, to, length) = (arc.from + 1, arc.to + 1, lengths.of(arc));
        writeln!(roll, "{from}---{to}     DISTANCIA: {length}");
    }
    Ok(())
}
