//! Missionaries and cannibals (sections 10.2 and 12.1, and exercises 1 and 2 of chapter 12): N of each
//! cross a river in a boat with M places; on a bank with missionaries there may not be more cannibals than
//! missionaries.
//!
//! There are 2 (N + 1)^2 states, of which at most about 6 N are allowed and reachable, and M (M + 3) / 2
//! loads of the boat. As in the paper the rule is for the banks; it does not apply to the boat.

use super::backtracking::{Backtracking, Rules};
use super::frontier::{Order, search};
use super::questions::number;
use super::space::{Effort, Outcome, StateSpace};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of states that backtracking expands.
const MAX_STATES: usize = 300;

/// The people on the east bank, where all are at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// Whether the boat is on the west bank.
    pub west: bool,
    /// Missionaries on the east bank.
    pub missionaries: usize,
    /// Cannibals on the east bank.
    pub cannibals: usize,
}

/// The estimate of A* for the `n` people on the east bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// n: not admissible, as the boat takes several.
    H1,
    /// n / M, rounded up: consistent.
    H2,
    /// The crossings that n people need if nobody is eaten: a crossing there and back takes M - 1 of them.
    /// Consistent, and for M = 2 never less than the paper's h3 (n - 1, or n + 1 with the boat on the west
    /// bank).
    H3,
}

/// The problem for N of each and a boat of M places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// N.
    pub each: usize,
    /// M.
    pub boat: usize,
    /// The estimate.
    pub heuristic: Heuristic,
}

impl Crossing {
    /// The loads of the boat in the order in which they are tried: the fullest first; of equals,
    /// missionaries only, cannibals only, then both.
    fn loads(&self) -> impl Iterator<Item = (usize, usize)> {
        let full = |load: usize| {
            let mixed = (1..load)
                .rev()
                .map(move |missionaries| (missionaries, load - missionaries));
            [(load, 0), (0, load)].into_iter().chain(mixed)
        };
        (1..=self.boat).rev().flat_map(full)
    }

    fn is_safe(&self, missionaries: usize, cannibals: usize) -> bool {
        let safe = |missionaries, cannibals| missionaries == 0 || cannibals <= missionaries;
        safe(missionaries, cannibals) && safe(self.each - missionaries, self.each - cannibals)
    }
}

impl StateSpace for Crossing {
    type State = State;

    fn start(&self) -> State {
        State {
            west: false,
            missionaries: self.each,
            cannibals: self.each,
        }
    }

    fn is_goal(&self, state: State) -> bool {
        state.west && state.missionaries == 0 && state.cannibals == 0
    }

    fn successors(&self, state: State) -> Vec<(State, usize)> {
        // The number on the east bank after some have left or arrived.
        let left = |there: usize, crossing: usize| {
            let now = if state.west {
                there + crossing
            } else {
                there.checked_sub(crossing)?
            };
            (now <= self.each).then_some(now)
        };
        let crossed = self.loads().filter_map(|(missionaries, cannibals)| {
            let missionaries = left(state.missionaries, missionaries)?;
            let cannibals = left(state.cannibals, cannibals)?;
            let next = State {
                west: !state.west,
                missionaries,
                cannibals,
            };
            self.is_safe(missionaries, cannibals).then_some((next, 1))
        });
        crossed.collect()
    }

    fn estimate(&self, state: State) -> usize {
        let people = state.missionaries + state.cannibals;
        if self.boat == 1 {
            return people;
        }
        match self.heuristic {
            Heuristic::H1 => people,
            Heuristic::H2 => people.div_ceil(self.boat),
            Heuristic::H3 if state.west => 2 * people.div_ceil(self.boat - 1),
            // After the last crossing nobody needs to bring the boat back.
            Heuristic::H3 => (2 * people.saturating_sub(1).div_ceil(self.boat - 1)).saturating_sub(1),
        }
    }
}

/// The strategies in the order of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Breadth first, depth first, or A*; only A* uses the heuristic.
    Frontier(Order, Heuristic),
    /// Backtracking.
    Backtracking,
}

/// The strategies and their names.
pub const STRATEGIES: [(&str, Strategy); 6] = [
    ("LARGURA", Strategy::Frontier(Order::Queue, Heuristic::H1)),
    ("PROFUNDIDADE", Strategy::Frontier(Order::Stack, Heuristic::H1)),
    ("A* COM h1", Strategy::Frontier(Order::Estimate, Heuristic::H1)),
    ("A* COM h2", Strategy::Frontier(Order::Estimate, Heuristic::H2)),
    ("A* COM h3", Strategy::Frontier(Order::Estimate, Heuristic::H3)),
    ("RETROCESSO", Strategy::Backtracking),
];

/// Finds a solution for `each` missionaries and as many cannibals in a boat of `boat` places. Backtracking
/// gives up after it has expanded 300 states.
pub fn solve(each: usize, boat: usize, strategy: Strategy) -> (Outcome<State>, Effort) {
    let crossing = |heuristic| Crossing {
        each,
        boat,
        heuristic,
    };
    match strategy {
        Strategy::Frontier(order, heuristic) => search(&crossing(heuristic), order, |_, _| {}),
        Strategy::Backtracking => {
            let rules = Rules {
                ceiling: MAX_STATES,
                ..Rules::PLAIN
            };
            let crossing = crossing(Heuristic::H1);
            let mut search = Backtracking::new(&crossing, rules);
            (search.next_path(|_| {}), search.effort)
        }
    }
}

/// Asks for N and M, then for strategies or a comparison of all.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    writeln!(console.screen, "MISSIONARIOS E CANIBAIS\n");
    let (each, boat) = (number(console, 1..=15)?, number(console, 1..=20)?);
    writeln!(console.screen, "{each} DE CADA, BARCO DE {boat}\n");
    writeln!(
        console.screen,
        "1 LARGURA\n2 PROFUNDIDADE\n3 A* COM h1\n4 A* COM h2\n5 A* COM h3\n6 RETROCESSO\n7 COMPARAR TODAS\n0 FIM"
    );
    loop {
        let choice = match number(console, 0..=7)? {
            0 => return Err(Ended::Stop),
            choice => choice - 1,
        };
        writeln!(console.screen);
        if let Some((name, strategy)) = STRATEGIES.get(choice) {
            writeln!(console.screen, "{name}");
            let (outcome, effort) = solve(each, boat, *strategy);
            show_path(console, each, &outcome);
            let Effort { expanded, generated } = effort;
            writeln!(console.screen, "EXPANDIDOS {expanded} GERADOS {generated}");
        } else {
            compare(console, each, boat);
        }
    }
}

fn show_path(console: &mut Console, each: usize, outcome: &Outcome<State>) {
    let screen = &mut console.screen;
    let path = match outcome {
        Outcome::Found(path) => path,
        Outcome::Exhausted => return writeln!(screen, "NAO HA' SOLUCAO"),
        Outcome::GaveUp => return writeln!(screen, "DESISTO"),
    };
    screen.tab(4);
    write!(screen, "ESTE");
    screen.tab(21);
    writeln!(screen, "OESTE");
    for (number, state) in path.iter().enumerate() {
        let State {
            west,
            missionaries,
            cannibals,
        } = *state;
        write!(screen, "{number}");
        screen.tab(4);
        write!(screen, "{missionaries}M {cannibals}C");
        screen.tab(12);
        write!(screen, "{}", if west { "~~~~~~B" } else { "B~~~~~~" });
        screen.tab(21);
        writeln!(screen, "{}M {}C", each - missionaries, each - cannibals);
    }
    let crossings = path.len() - 1;
    let plural = if crossings == 1 { "" } else { "S" };
    writeln!(screen, "{crossings} TRAVESSIA{plural}");
}

/// Prints a table with the crossings and the states expanded and generated by each strategy.
fn compare(console: &mut Console, each: usize, boat: usize) {
    let screen = &mut console.screen;
    writeln!(screen, "ESTRATEGIA    PASSOS EXPAN GERAD");
    for (name, strategy) in STRATEGIES {
        let (outcome, effort) = solve(each, boat, strategy);
        write!(screen, "{name}");
        screen.tab(14);
        match outcome {
            Outcome::Found(path) => write!(screen, "{}", path.len() - 1),
            Outcome::Exhausted => write!(screen, "NAO"),
            Outcome::GaveUp => write!(screen, "D."),
        }
        screen.tab(21);
        write!(screen, "{}", effort.expanded);
        screen.tab(27);
        writeln!(screen, "{}", effort.generated);
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::distances;
    use super::*;

    fn crossing(each: usize, boat: usize, heuristic: Heuristic) -> Crossing {
        Crossing {
            each,
            boat,
            heuristic,
        }
    }

    /// The fewest crossings, by breadth-first search of all states; `None` if there is no solution.
    fn least(each: usize, boat: usize) -> Option<usize> {
        let crossing = crossing(each, boat, Heuristic::H1);
        let reached = distances(&crossing, crossing.start());
        reached
            .iter()
            .find(|&(&state, _)| crossing.is_goal(state))
            .map(|(_, &steps)| steps)
    }

    #[test]
    fn the_paper_s_three_and_two_take_eleven() {
        for (name, strategy) in STRATEGIES {
            let (outcome, _) = solve(3, 2, strategy);
            assert_eq!(outcome.path().map(<[_]>::len), Some(12), "{name}");
        }
    }

    /// With one place there is no solution, with two places up to 3 of each, with three up to 5, with four
    /// or more always.
    #[test]
    fn which_can_cross() {
        for each in 1..=15 {
            for boat in 1..=20 {
                let can = match boat {
                    1 => false,
                    2 => each <= 3,
                    3 => each <= 5,
                    _ => true,
                };
                let least = least(each, boat);
                assert_eq!(least.is_some(), can, "{each} {boat}");
                for (name, strategy) in STRATEGIES {
                    let (outcome, effort) = solve(each, boat, strategy);
                    assert_eq!(
                        outcome == Outcome::GaveUp,
                        effort.expanded == MAX_STATES,
                        "{each} {boat} {name}"
                    );
                    if outcome == Outcome::GaveUp {
                        continue;
                    }
                    let found = outcome.path().map(|path| path.len() - 1);
                    assert_eq!(found.is_some(), can, "{each} {boat} {name}");
                    assert!(found >= least, "{each} {boat} {name}");
                    let shortest = ["LARGURA", "A* COM h2", "A* COM h3"].contains(&name);
                    assert!(found == least || !shortest, "{each} {boat} {name}");
                }
            }
        }
    }

    #[test]
    fn h2_and_h3_are_consistent_and_h1_is_too_much() {
        let mut too_much = 0;
        for each in 1..=9 {
            for boat in 2..=9 {
                let crossing = |heuristic| crossing(each, boat, heuristic);
                let start = crossing(Heuristic::H1).start();
                for &state in distances(&crossing(Heuristic::H1), start).keys() {
                    let people = state.missionaries + state.cannibals;
                    let goal = distances(&crossing(Heuristic::H1), state)
                        .into_iter()
                        .find(|(state, _)| crossing(Heuristic::H1).is_goal(*state))
                        .map(|(_, steps)| steps);
                    too_much += usize::from(goal.is_some_and(|steps| people > steps));
                    for heuristic in [Heuristic::H2, Heuristic::H3] {
                        let space = crossing(heuristic);
                        let estimate = space.estimate(state);
                        assert!(
                            goal.is_none_or(|steps| estimate <= steps),
                            "{each} {boat} {state:?}"
                        );
                        for (next, cost) in space.successors(state) {
                            assert!(estimate <= cost + space.estimate(next), "{each} {boat} {state:?}");
                        }
                    }
                    if boat == 2 && people > 0 {
                        let papers = if state.west { people + 1 } else { people - 1 };
                        assert!(papers <= crossing(Heuristic::H3).estimate(state), "{state:?}");
                    }
                }
            }
        }
        assert!(too_much > 0);
    }
}
