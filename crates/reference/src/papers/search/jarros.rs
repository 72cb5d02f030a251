//! Two jugs without marks and a large vessel (section 10.3): measure a number of litres by filling a jug,
//! emptying it, or pouring one into the other until one is empty or the other full. Each step has its own
//! message.
//!
//! One jug is always empty or full, so there are at most 2 (a + b) states for jugs of a and b litres. The
//! measurable amounts are the multiples of the greatest common divisor of a and b that fit into a jug.

use super::backtracking::{Backtracking, Rules};
use super::frontier::{Order, search};
use super::questions::{number, yes};
use super::space::{Effort, Outcome, StateSpace};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of states that backtracking expands.
const MAX_STATES: usize = 1000;

/// Litres in the first jug and in the second.
pub type Litres = (usize, usize);

/// The actions, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Empties the first jug into the vessel.
    EmptyFirst,
    /// Empties the second jug into the vessel.
    EmptySecond,
    /// Fills the first jug from the vessel.
    FillFirst,
    /// Fills the second jug from the vessel.
    FillSecond,
    /// Pours the first jug into the second.
    PourIntoSecond,
    /// Pours the second jug into the first: disabled in the paper, as it leads to longer paths.
    PourIntoFirst,
}

use Action::{EmptyFirst, EmptySecond, FillFirst, FillSecond, PourIntoFirst, PourIntoSecond};

const ACTIONS: [Action; 6] = [
    EmptyFirst,
    EmptySecond,
    FillFirst,
    FillSecond,
    PourIntoSecond,
    PourIntoFirst,
];

/// The problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jugs {
    /// The capacity of each jug.
    pub sizes: Litres,
    /// The litres to measure in one of them.
    pub goal: usize,
    /// Whether the second jug may be poured into the first.
    pub both_ways: bool,
}

impl Jugs {
    fn actions(&self) -> &'static [Action] {
        if self.both_ways { &ACTIONS } else { &ACTIONS[..5] }
    }

    /// The litres after `action`.
    fn after(&self, action: Action, (first, second): Litres) -> Litres {
        match action {
            EmptyFirst => (0, second),
            EmptySecond => (first, 0),
            FillFirst => (self.sizes.0, second),
            FillSecond => (first, self.sizes.1),
            PourIntoSecond => {
                let poured = first.min(self.sizes.1 - second);
                (first - poured, second + poured)
            }
            PourIntoFirst => {
                let poured = second.min(self.sizes.0 - first);
                (first + poured, second - poured)
            }
        }
    }
}

impl StateSpace for Jugs {
    type State = Litres;

    fn start(&self) -> Litres {
        (0, 0)
    }

    fn is_goal(&self, (first, second): Litres) -> bool {
        first == self.goal || second == self.goal
    }

    fn successors(&self, litres: Litres) -> Vec<(Litres, usize)> {
        let next = self
            .actions()
            .iter()
            .map(|&action| (self.after(action, litres), 1));
        next.collect()
    }
}

/// Asks for the jugs, the goal and whether to pour both ways, then for strategies.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    writeln!(console.screen, "OS JARROS\n");
    let sizes = (number(console, 1..=200)?, number(console, 1..=200)?);
    let goal = number(console, 0..=999)?;
    writeln!(
        console.screen,
        "JARROS DE {} E {}, MEDIR {goal}",
        sizes.0, sizes.1
    );
    let both_ways = yes(console)?;
    let pours = if both_ways { "TAMBEM" } else { "NAO" };
    writeln!(console.screen, "{pours} SE DEITA DE 2 EM 1\n");
    writeln!(console.screen, "1 LARGURA\n2 PROFUNDIDADE\n3 RETROCESSO\n0 FIM");
    let jugs = Jugs {
        sizes,
        goal,
        both_ways,
    };
    loop {
        let choice = number(console, 0..=3)?;
        let (name, (outcome, effort)) = match choice {
            0 => return Err(Ended::Stop),
            1 => ("LARGURA", search(&jugs, Order::Queue, |_, _| {})),
            2 => ("PROFUNDIDADE", search(&jugs, Order::Stack, |_, _| {})),
            _ => ("RETROCESSO", backtrack(&jugs)),
        };
        writeln!(console.screen, "\n*** {name}");
        match outcome {
            Outcome::Found(path) => show_path(console, &jugs, &path),
            Outcome::Exhausted => {
                write!(console.screen, "NAO HA' SOLUCAO");
                show_reason(console, &jugs);
            }
            Outcome::GaveUp => write!(console.screen, "DESISTO"),
        }
        let Effort { expanded, generated } = effort;
        writeln!(console.screen, "\nEXPANDIDOS {expanded} GERADOS {generated}");
    }
}

fn backtrack(jugs: &Jugs) -> (Outcome<Litres>, Effort) {
    let rules = Rules {
        ceiling: MAX_STATES,
        ..Rules::PLAIN
    };
    let mut search = Backtracking::new(jugs, rules);
    (search.next_path(|_| {}), search.effort)
}

fn show_path(console: &mut Console, jugs: &Jugs, path: &[Litres]) {
    show_litres(console, path[0]);
    writeln!(console.screen, "OS JARROS ESTAO VAZIOS");
    for step in path.windows(2) {
        let ((before, _), (first, second)) = (step[0], step[1]);
        let action = jugs
            .actions()
            .iter()
            .find(|&&action| jugs.after(action, step[0]) == step[1]);
        show_litres(console, step[1]);
        let screen = &mut console.screen;
        match action {
            Some(EmptyFirst) => writeln!(screen, "ESVAZIO O JARRO 1"),
            Some(EmptySecond) => writeln!(screen, "ESVAZIO O JARRO 2"),
            Some(FillFirst) => writeln!(screen, "ENCHO O JARRO 1"),
            Some(FillSecond) => writeln!(screen, "ENCHO O JARRO 2"),
            Some(PourIntoSecond) if first == 0 => writeln!(screen, "ESVAZIO O JARRO 1 NO 2"),
            Some(PourIntoFirst) if second == 0 => writeln!(screen, "ESVAZIO O JARRO 2 NO 1"),
            pouring => {
                let poured = first.abs_diff(before);
                let plural = if poured == 1 { "" } else { "S" };
                let jugs = if pouring == Some(&PourIntoSecond) {
                    "1 EM 2"
                } else {
                    "2 EM 1"
                };
                writeln!(screen, "DEITO {poured} LITRO{plural} DE {jugs}");
            }
        }
    }
    let steps = path.len() - 1;
    let plural = if steps == 1 { "" } else { "S" };
    write!(console.screen, "{steps} PASSO{plural}");
}

/// The litres of both jugs, right-aligned.
fn show_litres(console: &mut Console, (first, second): Litres) {
    for (litres, end) in [(first, 3), (second, 7)] {
        console.screen.tab(end - litres.to_string().len());
        write!(console.screen, "{litres}");
    }
    console.screen.tab(8);
}

/// Shows why there is no solution, if there is a simple reason.
fn show_reason(console: &mut Console, jugs: &Jugs) {
    let divisor = greatest_common_divisor(jugs.sizes);
    if jugs.goal > jugs.sizes.0.max(jugs.sizes.1) {
        write!(console.screen, "\nNAO CABE EM NENHUM JARRO");
    } else if !jugs.goal.is_multiple_of(divisor) {
        write!(console.screen, "\nSO' SE MEDEM MULTIPLOS DE {divisor}");
    }
}

/// Euclid's algorithm.
fn greatest_common_divisor((mut a, mut b): Litres) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::super::space::distances;
    use super::*;

    fn jugs(first: usize, second: usize, goal: usize, both_ways: bool) -> Jugs {
        Jugs {
            sizes: (first, second),
            goal,
            both_ways,
        }
    }

    /// The solution printed in the paper, for jugs of 8 and 5 litres and 4 litres to measure.
    const PRINTED_SOLUTION: [Litres; 13] = [
        (0, 0),
        (8, 0),
        (3, 5),
        (3, 0),
        (0, 3),
        (8, 3),
        (6, 5),
        (6, 0),
        (1, 5),
        (1, 0),
        (0, 1),
        (8, 1),
        (4, 5),
    ];

    #[test]
    fn the_paper_s_run() {
        let jugs = jugs(8, 5, 4, false);
        for order in [Order::Queue, Order::Stack] {
            assert_eq!(
                search(&jugs, order, |_, _| {}).0.path(),
                Some(&PRINTED_SOLUTION[..])
            );
        }
        assert_eq!(backtrack(&jugs).0.path(), Some(&PRINTED_SOLUTION[..]));
        // Contrary to the paper, pouring both ways is not a detour here: it saves two steps.
        let both = Jugs {
            both_ways: true,
            ..jugs
        };
        assert_eq!(
            search(&both, Order::Queue, |_, _| {}).0.path().map(<[_]>::len),
            Some(11)
        );
    }

    #[test]
    fn measurable_amounts_are_the_multiples_of_the_common_divisor() {
        for first in 1..=20 {
            for second in 1..=20 {
                let divisor = (1..=first)
                    .rev()
                    .find(|d| first % d == 0 && second % d == 0)
                    .unwrap();
                assert_eq!(greatest_common_divisor((first, second)), divisor);
                for goal in 0..=24 {
                    let can = goal <= first.max(second) && goal.is_multiple_of(divisor);
                    let both = jugs(first, second, goal, true);
                    let found = search(&both, Order::Queue, |_, _| {}).0;
                    assert_eq!(found.path().is_some(), can, "{both:?}");
                    let reached = distances(&both, (0, 0));
                    assert!(reached.len() <= 2 * (first + second));
                    let least = reached
                        .iter()
                        .filter(|(litres, _)| both.is_goal(**litres))
                        .map(|(_, &n)| n)
                        .min();
                    assert_eq!(found.path().map(|path| path.len() - 1), least, "{both:?}");
                    // Pouring one way finds a solution for the same amounts, but not always as short.
                    let one = jugs(first, second, goal, false);
                    let one_way = search(&one, Order::Queue, |_, _| {}).0;
                    assert_eq!(one_way.path().is_some(), can, "{one:?}");
                    assert!(one_way.path().map(<[_]>::len) >= found.path().map(<[_]>::len));
                }
            }
        }
    }
}
