//! The strategies: one search with a list of open states, and backtracking.

use std::collections::{BTreeMap, VecDeque};

use super::{GOAL, Heuristic, MOVES};
use crate::puzzle8::{Move, Tiles};
use crate::quick::{QuickMap, QuickSet};

/// The order in which states are expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Fewest moves from the start first.
    BreadthFirst,
    /// The newest first, in the order of the successors; known states are skipped.
    DepthFirst,
    /// Extends one path as long as it meets none of its own states, and goes back where it cannot.
    Backtracking,
    /// Lowest sum of made and estimated moves first.
    AStar(Heuristic),
}

/// The action of A* for a shorter path to a known state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Improvement {
    /// Takes the path, and reopens the state if it has been expanded: the paper's program.
    Reopen,
    /// Takes the path if the state is still open.
    OpenOnly,
    /// Ignores the path.
    Never,
}

/// The choices that the strategies leave open, and the limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The moves in the order in which they are tried.
    pub moves: [Move; 4],
    /// Whether A* takes the newest of equally good states, not the oldest.
    pub newest_first: bool,
    /// The action of A* for a shorter path.
    pub improvement: Improvement,
    /// Maximum number of states; for backtracking, on the path.
    pub states: usize,
    /// Maximum number of calls.
    pub calls: usize,
}

/// The paper's rules, without limits.
pub const PAPER: Rules = Rules {
    moves: MOVES,
    newest_first: false,
    improvement: Improvement::Reopen,
    states: usize::MAX,
    calls: usize::MAX,
};

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The search found the goal: the states from the start to the goal, both included.
    Solved(Vec<Tiles>),
    /// The search reached a limit.
    GivenUp,
    /// There is nothing left to expand.
    NoSolution,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub outcome: Outcome,
    /// Number of expansions, including repeated ones: the recursive calls of the paper's procedure except
    /// for the last one, which finds the goal.
    pub calls: usize,
    /// Number of generated states, including the start; known states are not counted.
    pub states: usize,
}

impl Search {
    /// The number of moves of the solution, if there is one.
    pub fn moves(&self) -> Option<usize> {
        match &self.outcome {
            Outcome::Solved(path) => Some(path.len() - 1),
            _ => None,
        }
    }
}

/// Searches for a path from `start` to the goal.
pub fn search(start: &Tiles, strategy: Strategy, rules: &Rules) -> Search {
    match strategy {
        Strategy::Backtracking => backtrack(start, rules),
        _ => Open::new(start, strategy, rules).search(),
    }
}

/// A state that has been generated.
struct State {
    tiles: Tiles,
    parent: usize,
    /// Moves from the start.
    depth: u32,
    /// The priority among the open states; `None` after the expansion.
    priority: Option<u32>,
}

/// The states of a search, and which of them are open.
struct Open<'a> {
    strategy: Strategy,
    rules: &'a Rules,
    states: Vec<State>,
    numbers: QuickMap<Tiles, usize>,
    /// The open states by priority; equal ones are in the order in which they are taken.
    queues: BTreeMap<u32, VecDeque<usize>>,
}

impl<'a> Open<'a> {
    fn new(start: &Tiles, strategy: Strategy, rules: &'a Rules) -> Self {
        let mut open = Open {
            strategy,
            rules,
            states: Vec::new(),
            numbers: QuickMap::default(),
            queues: BTreeMap::new(),
        };
        open.add(start, 0, 0);
        open
    }

    fn search(&mut self) -> Search {
        let mut calls = 0;
        let outcome = loop {
            let Some(number) = self.take_first() else {
                break Outcome::NoSolution;
            };
            if self.states[number].tiles == GOAL {
                break Outcome::Solved(self.path_to(number));
            }
            calls += 1;
            if calls > self.rules.calls || !self.expand(number) {
                break Outcome::GivenUp;
            }
        };
        Search {
            outcome,
            calls,
            states: self.states.len(),
        }
    }

    fn take_first(&mut self) -> Option<usize> {
        let mut first = self.queues.first_entry()?;
        let number = first.get_mut().pop_front()?;
        if first.get().is_empty() {
            first.remove();
        }
        self.states[number].priority = None;
        Some(number)
    }

    /// Opens the successors of a state; false if there is no room for all of them.
    fn expand(&mut self, number: usize) -> bool {
        let State { tiles, depth, .. } = self.states[number];
        let mut moves = self.rules.moves;
        if self.strategy == Strategy::DepthFirst {
            // The last state pushed on a stack is the first taken.
            moves.reverse();
        }
        for next in moves.iter().filter_map(|by| by.apply(&tiles)) {
            match self.numbers.get(&next) {
                Some(&known) => self.improve(known, number, depth + 1),
                None if self.states.len() == self.rules.states => return false,
                None => self.add(&next, number, depth + 1),
            }
        }
        true
    }

    fn add(&mut self, tiles: &Tiles, parent: usize, depth: u32) {
        let number = self.states.len();
        let priority = match self.strategy {
            Strategy::AStar(heuristic) => depth + heuristic.of(tiles),
            _ => 0,
        };
        self.numbers.insert(*tiles, number);
        self.states.push(State {
            tiles: *tiles,
            parent,
            depth,
            priority: Some(priority),
        });
        self.enqueue(number, priority);
    }

    fn enqueue(&mut self, number: usize, priority: u32) {
        let newest_first = match self.strategy {
            Strategy::BreadthFirst | Strategy::Backtracking => false,
            Strategy::DepthFirst => true,
            Strategy::AStar(_) => self.rules.newest_first,
        };
        let queue = self.queues.entry(priority).or_default();
        if newest_first {
            queue.push_front(number);
        } else {
            queue.push_back(number);
        }
    }

    /// Uses the path through `parent` to a known state, if A* should.
    fn improve(&mut self, number: usize, parent: usize, depth: u32) {
        let Strategy::AStar(heuristic) = self.strategy else {
            return;
        };
        let state = &mut self.states[number];
        let may_improve = match self.rules.improvement {
            Improvement::Reopen => true,
            Improvement::OpenOnly => state.priority.is_some(),
            Improvement::Never => false,
        };
        if !may_improve || depth >= state.depth {
            return;
        }
        let priority = depth + heuristic.of(&state.tiles);
        (state.parent, state.depth) = (parent, depth);
        if let Some(old) = state.priority.replace(priority)
            && let Some(queue) = self.queues.get_mut(&old)
        {
            queue.retain(|&other| other != number);
            if queue.is_empty() {
                self.queues.remove(&old);
            }
        }
        self.enqueue(number, priority);
    }

    fn path_to(&self, mut number: usize) -> Vec<Tiles> {
        let mut path = vec![self.states[number].tiles];
        while number != 0 {
            number = self.states[number].parent;
            path.push(self.states[number].tiles);
        }
        path.reverse();
        path
    }
}

/// Backtracking: keeps only the path, each state with the moves tried from it.
fn backtrack(start: &Tiles, rules: &Rules) -> Search {
    let mut path = vec![(*start, 0)];
    let mut on_path: QuickSet<Tiles> = [*start].into_iter().collect();
    let (mut calls, mut states) = (0, 1);
    let outcome = loop {
        let Some((tiles, tried)) = path.last_mut() else {
            break Outcome::NoSolution;
        };
        if *tiles == GOAL {
            break Outcome::Solved(path.iter().map(|(tiles, _)| *tiles).collect());
        }
        calls += usize::from(*tried == 0);
        if calls > rules.calls {
            break Outcome::GivenUp;
        }
        let untried = &rules.moves[*tried..];
        let mut nexts = untried.iter().map(|by| {
            *tried += 1;
            by.apply(tiles)
        });
        match nexts.find_map(|next| next.filter(|next| !on_path.contains(next))) {
            None => {
                on_path.remove(tiles);
                path.pop();
            }
            Some(_) if path.len() == rules.states => break Outcome::GivenUp,
            Some(next) => {
                on_path.insert(next);
                path.push((next, 0));
                states += 1;
            }
        }
    };
    Search {
        outcome,
        calls,
        states,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::mosaico::is_solvable;
    use crate::puzzle8::shortest;
    use proptest::prelude::{Just, ProptestConfig, prop_assert, prop_assert_eq, proptest};
    use proptest::strategy::Strategy as _;

    fn orders() -> impl proptest::strategy::Strategy<Value = Tiles> {
        Just(GOAL.to_vec())
            .prop_shuffle()
            .prop_map(|tiles| tiles.try_into().expect("nine squares"))
    }

    fn check_path(start: &Tiles, search: &Search) {
        let Outcome::Solved(path) = &search.outcome else {
            panic!("{search:?}");
        };
        assert_eq!((path[0], path[path.len() - 1]), (*start, GOAL));
        for pair in path.windows(2) {
            assert!(MOVES.iter().any(|by| by.apply(&pair[0]) == Some(pair[1])));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn solutions_are_ways_and_those_of_admissible_heuristics_shortest(mut start in orders()) {
            if !is_solvable(&start) {
                // Exchanging two digits changes the parity.
                let digits: Vec<usize> = (0..9).filter(|&square| start[square] != b'.').collect();
                start.swap(digits[0], digits[1]);
            }
            let best = shortest(&start, &GOAL);
            for strategy in [
                Strategy::BreadthFirst,
                Strategy::AStar(Heuristic::Misplaced),
                Strategy::AStar(Heuristic::Distance),
            ] {
                let search = search(&start, strategy, &PAPER);
                check_path(&start, &search);
                prop_assert_eq!(search.moves(), best, "{:?}", strategy);
            }
            for strategy in [Strategy::DepthFirst, Strategy::AStar(Heuristic::Disorder)] {
                let search = search(&start, strategy, &PAPER);
                check_path(&start, &search);
                prop_assert!(search.moves() >= best);
            }
            // The program's h1 exceeds the distance by at most one, and both have the same parity.
            let search = search(&start, Strategy::AStar(Heuristic::MisplacedWithGap), &PAPER);
            prop_assert_eq!(search.moves(), best);
        }
    }

    /// The listing has a queue for each priority up to 99; no start that it gives to A* comes near. (All
    /// 181,440 starts stay below 75; the test tries every 97th.)
    #[test]
    fn priorities_fit_the_listings_queues() {
        let room = Rules {
            states: crate::papers::mosaico::session::MAX_STATES,
            ..PAPER
        };
        let mut highest = 0;
        for start in solvable().into_iter().step_by(97) {
            for heuristic in [
                Heuristic::MisplacedWithGap,
                Heuristic::Distance,
                Heuristic::Disorder,
            ] {
                let mut open = Open::new(&start, Strategy::AStar(heuristic), &room);
                open.search();
                let priorities = open
                    .states
                    .iter()
                    .map(|state| state.depth + heuristic.of(&state.tiles));
                highest = highest.max(priorities.max().unwrap_or(0));
            }
        }
        assert!((60..75).contains(&highest), "{highest}");
    }

    /// All boards that lead to the goal, by increasing distance from it.
    fn solvable() -> Vec<Tiles> {
        let mut known: QuickSet<Tiles> = [GOAL].into_iter().collect();
        let mut all = vec![GOAL];
        let mut next = 0;
        while let Some(&tiles) = all.get(next) {
            next += 1;
            let nexts = MOVES.iter().filter_map(|by| by.apply(&tiles));
            all.extend(nexts.filter(|next| known.insert(*next)));
        }
        all
    }

    #[test]
    fn a_wrong_parity_has_no_solution() {
        let start = b"2138.4765";
        assert!(!is_solvable(start));
        for strategy in [
            Strategy::BreadthFirst,
            Strategy::DepthFirst,
            Strategy::AStar(Heuristic::Distance),
        ] {
            let search = search(start, strategy, &PAPER);
            assert_eq!((search.outcome, search.states), (Outcome::NoSolution, 181_440));
        }
    }

    #[test]
    fn the_goal_needs_no_call_and_room_is_kept_to() {
        let limited = Rules { states: 10, ..PAPER };
        for strategy in [
            Strategy::BreadthFirst,
            Strategy::DepthFirst,
            Strategy::Backtracking,
            Strategy::AStar(Heuristic::Disorder),
        ] {
            let at_goal = search(&GOAL, strategy, &PAPER);
            assert_eq!((at_goal.moves(), at_goal.calls, at_goal.states), (Some(0), 0, 1));
            let far = search(b"62715384.", strategy, &limited);
            assert_eq!((far.outcome, far.states), (Outcome::GivenUp, 10));
        }
    }
}
