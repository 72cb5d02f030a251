//! Backtracking (sections 11.2 and 11.3): only the path is kept, and where it cannot go on it is taken back
//! by a step.
//!
//! It needs no memory but the path, and may meet a state again by another path: time exponential in the
//! depth. Without a limit it has to leave out the states of the path, or it may walk in circles; with a limit
//! it may do either, or both (exercise 1 of chapter 11). It finds all paths, one after the other (exercise
//! 3).

use std::vec::IntoIter;

use super::space::{Effort, Outcome, StateSpace};

/// What a backtracking search may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Steps that the path may have.
    pub limit: usize,
    /// Whether a state of the path is left out.
    pub remembers: bool,
    /// States that may be expanded before the search is given up.
    pub ceiling: usize,
}

impl Rules {
    /// No state twice on a path, and no other bound.
    pub const PLAIN: Rules = Rules {
        limit: usize::MAX,
        remembers: true,
        ceiling: usize::MAX,
    };
}

/// A state of the path, with the successors that have not been tried.
type Tried<S> = (S, IntoIter<(S, usize)>);

/// A search in progress.
#[derive(Debug)]
pub struct Backtracking<'a, P: StateSpace> {
    space: &'a P,
    rules: Rules,
    path: Vec<Tried<P::State>>,
    started: bool,
    /// What it has done so far.
    pub effort: Effort,
}

impl<'a, P: StateSpace> Backtracking<'a, P> {
    /// A search that has not begun.
    pub fn new(space: &'a P, rules: Rules) -> Self {
        Backtracking {
            space,
            rules,
            path: Vec::new(),
            started: false,
            effort: Effort::default(),
        }
    }

    /// The next path to a goal. `watch` is shown each path on the way.
    pub fn next_path(&mut self, mut watch: impl FnMut(&[P::State])) -> Outcome<P::State> {
        let mut ahead = if self.started {
            // The goal found before is left by a step back.
            self.path.pop();
            None
        } else {
            self.started = true;
            Some(self.space.start())
        };
        loop {
            if let Some(state) = ahead {
                let mut states: Vec<_> = self.path.iter().map(|(state, _)| *state).collect();
                states.push(state);
                watch(&states);
                let is_goal = self.space.is_goal(state);
                let mut untried = Vec::new();
                if !is_goal && states.len() <= self.rules.limit {
                    if self.effort.expanded == self.rules.ceiling {
                        return Outcome::GaveUp;
                    }
                    self.effort.expanded += 1;
                    untried = self.space.successors(state);
                }
                self.path.push((state, untried.into_iter()));
                if is_goal {
                    return Outcome::Found(states);
                }
            }
            let Some((_, untried)) = self.path.last_mut() else {
                return Outcome::Exhausted;
            };
            ahead = untried.next().map(|(next, _)| next);
            match ahead {
                None => {
                    self.path.pop();
                }
                Some(next) if self.rules.remembers && self.path.iter().any(|(state, _)| *state == next) => {
                    ahead = None;
                }
                Some(_) => self.effort.generated += 1,
            }
        }
    }
}
