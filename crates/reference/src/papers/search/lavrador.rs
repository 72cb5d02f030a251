//! The farmer, the wolf, the goat and the cabbage (section 10.1, and exercise 4 of chapter 12): the farmer
//! swims across alone or with one of them at a time; wolf and goat, or goat and cabbage, may not be left
//! without him.
//!
//! There are 16 states, of which 10 are allowed. Backtracking finds all solutions: two, with 7 crossings
//! each.

use super::backtracking::{Backtracking, Rules};
use super::frontier::{Order, search};
use super::questions::{capitals, number};
use super::space::{Effort, StateSpace};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Farmer, wolf, goat and cabbage, in this order: whether each is on the right bank.
pub type Banks = [bool; 4];

const FARMER: usize = 0;
const WOLF: usize = 1;
const GOAT: usize = 2;
const CABBAGE: usize = 3;

/// The crossings in the order in which they are tried: the passenger, or `None` for the farmer alone.
const PASSENGERS: [Option<usize>; 4] = [Some(WOLF), Some(GOAT), Some(CABBAGE), None];

/// The problem, from any allowed state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct River {
    /// The initial state.
    pub start: Banks,
}

impl StateSpace for River {
    type State = Banks;

    fn start(&self) -> Banks {
        self.start
    }

    fn is_goal(&self, banks: Banks) -> bool {
        banks == [true; 4]
    }

    fn successors(&self, banks: Banks) -> Vec<(Banks, usize)> {
        let crossed = PASSENGERS
            .iter()
            .filter_map(|&passenger| crossed(banks, passenger));
        crossed.map(|next| (next, 1)).collect()
    }

    /// Consistent: each passenger on the left needs a crossing to the right, and one to the left before it,
    /// except the first if the farmer is on the left too.
    fn estimate(&self, banks: Banks) -> usize {
        let left = banks[WOLF..].iter().filter(|&&right| !right).count();
        (2 * left).saturating_sub(usize::from(!banks[FARMER]))
    }
}

/// The state after a crossing; `None` if the passenger is on the other bank or someone is eaten.
pub fn crossed(mut banks: Banks, passenger: Option<usize>) -> Option<Banks> {
    let farmer = banks[FARMER];
    if let Some(passenger) = passenger {
        if banks[passenger] != farmer {
            return None;
        }
        banks[passenger] = !farmer;
    }
    banks[FARMER] = !farmer;
    is_safe(banks).then_some(banks)
}

/// Whether nobody can be eaten.
pub fn is_safe([farmer, wolf, goat, cabbage]: Banks) -> bool {
    goat == farmer || (wolf != goat && cabbage != goat)
}

/// Asks for the initial state, then for strategies; backtracking shows all solutions. There is one from
/// each allowed state.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    writeln!(console.screen, "O LAVRADOR, O LOBO, A CABRA\nE A COUVE\n");
    writeln!(console.screen, "E=MARGEM ESQUERDA, D=DIREITA\n");
    let start = loop {
        let answer = capitals(console)?;
        match banks(&answer) {
            Some(banks) if is_safe(banks) => {
                writeln!(console.screen, "PARTIDA {answer}");
                break banks;
            }
            Some(_) => writeln!(console.screen, "PROIBIDO: {answer}"),
            None => {}
        }
    };
    writeln!(
        console.screen,
        "\n1 LARGURA\n2 PROFUNDIDADE\n3 A*\n4 RETROCESSO, TODAS AS SOLUCOES\n0 FIM"
    );
    let river = River { start };
    loop {
        let (name, order) = match number(console, 0..=4)? {
            0 => return Err(Ended::Stop),
            1 => ("LARGURA", Some(Order::Queue)),
            2 => ("PROFUNDIDADE", Some(Order::Stack)),
            3 => ("A*", Some(Order::Estimate)),
            _ => ("RETROCESSO", None),
        };
        console.screen.cls();
        writeln!(console.screen, "*** {name}");
        let (paths, effort) = match order {
            Some(order) => {
                let (outcome, effort) = search(&river, order, |_, _| {});
                (outcome.path().map(<[_]>::to_vec).into_iter().collect(), effort)
            }
            None => all_paths(&river),
        };
        for (path, number) in paths.iter().zip(1..) {
            show_path(console, number, path);
        }
        let Effort { expanded, generated } = effort;
        writeln!(console.screen, "\nEXPANDIDOS {expanded} GERADOS {generated}");
    }
}

/// All paths across without repeated states.
pub fn all_paths(river: &River) -> (Vec<Vec<Banks>>, Effort) {
    let mut search = Backtracking::new(river, Rules::PLAIN);
    let paths = std::iter::from_fn(|| search.next_path(|_| {}).path().map(<[_]>::to_vec)).collect();
    (paths, search.effort)
}

/// Parses E or D for each of the four.
fn banks(text: &str) -> Option<Banks> {
    let banks: Option<Vec<bool>> = text
        .chars()
        .map(|c| match c {
            'E' => Some(false),
            'D' => Some(true),
            _ => None,
        })
        .collect();
    banks?.try_into().ok()
}

fn show_path(console: &mut Console, number: usize, path: &[Banks]) {
    let crossings = path.len() - 1;
    let plural = if crossings == 1 { "" } else { "S" };
    writeln!(console.screen, "SOLUCAO {number}: {crossings} TRAVESSIA{plural}");
    show(console, path[0]);
    for (step, crossing) in path.windows(2).zip(1..) {
        let passenger = PASSENGERS
            .iter()
            .find(|&&passenger| crossed(step[0], passenger) == Some(step[1]));
        let does = match passenger {
            Some(Some(WOLF)) => "LEVA O LOBO",
            Some(Some(GOAT)) => "LEVA A CABRA",
            Some(Some(_)) => "LEVA A COUVE",
            _ => "VAI SO'",
        };
        writeln!(console.screen, "{crossing} O LAVRADOR {does}");
        show(console, step[1]);
    }
}

/// Shows who is on which bank.
fn show(console: &mut Console, banks: Banks) {
    for right in [false, true] {
        for (name, bank) in ["LA ", "LO ", "CA ", "CO "].into_iter().zip(banks) {
            write!(console.screen, "{}", if bank == right { name } else { "   " });
        }
        if !right {
            write!(console.screen, "~~~~~~~~");
        }
    }
    writeln!(console.screen);
}

#[cfg(test)]
mod tests {
    use super::super::space::distances;
    use super::*;

    fn states() -> impl Iterator<Item = Banks> {
        (0..16).map(|bits| [8, 4, 2, 1].map(|bit| bits & bit != 0))
    }

    #[test]
    fn seven_crossings_in_two_ways() {
        let river = River { start: [false; 4] };
        let (paths, _) = all_paths(&river);
        assert_eq!(paths.len(), 2);
        assert!(paths.iter().all(|path| path.len() == 8));
        // Exchanging the wolf and the cabbage maps one solution to the other.
        let swapped = |&[farmer, wolf, goat, cabbage]: &Banks| [farmer, cabbage, goat, wolf];
        assert_eq!(paths[1], paths[0].iter().map(swapped).collect::<Vec<_>>());
        for order in [Order::Queue, Order::Estimate] {
            assert_eq!(search(&river, order, |_, _| {}).0.path().map(<[_]>::len), Some(8));
        }
        assert_eq!(states().filter(|&banks| is_safe(banks)).count(), 10);
        assert_eq!(distances(&river, [false; 4]).len(), 10);
    }

    #[test]
    fn the_estimate_is_consistent_and_never_too_much() {
        for start in states().filter(|&banks| is_safe(banks)) {
            let river = River { start };
            let distance = distances(&river, start)[&[true; 4]];
            let estimate = river.estimate(start);
            assert!(estimate <= distance, "{start:?}");
            assert_eq!(
                search(&river, Order::Estimate, |_, _| {}).0.path().unwrap().len() - 1,
                distance
            );
            for (next, cost) in river.successors(start) {
                assert!(estimate <= cost + river.estimate(next), "{start:?} {next:?}");
            }
        }
    }

    #[test]
    fn the_first_word_of_a_bad_start_is_asked_again() {
        let session = session(&["EEE", "EEEX", "EDDE", "EEEE", "9", "0"]);
        assert_eq!(session.ended, Ended::Stop);
        assert!(session.transcript.contains("PROIBIDO: EDDE\nPARTIDA EEEE\n"));
    }
}
