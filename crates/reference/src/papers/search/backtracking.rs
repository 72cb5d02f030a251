//! Backtracking (sections 11.2 and 11.3): keeps only the path, and goes back a step where the path cannot
//! continue.
//!
//! It needs no memory except for the path, and may find a state again by another path: the time is
//! exponential in the depth. Without a limit it must skip the states of the path, or it may run in cycles;
//! with a limit it may do either, or both (exercise 1 of chapter 11). It finds all paths, one after the
//! other (exercise 3).

use std::vec::IntoIter;

use super::space::{Effort, Outcome, StateSpace};

/// Restrictions of a backtracking search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Maximum number of steps of the path.
    pub limit: usize,
    /// Whether states of the path are skipped.
    pub remembers: bool,
    /// Maximum number of expanded states.
    pub ceiling: usize,
}

impl Rules {
    /// No state twice on a path, and no limits.
    pub const PLAIN: Rules = Rules {
        limit: usize::MAX,
        remembers: true,
        ceiling: usize::MAX,
    };
}

/// A state of the path, with the successors not yet tried.
type Tried<S> = (S, IntoIter<(S, usize)>);

/// A search in progress.
#[derive(Debug)]
pub struct Backtracking<'a, P: StateSpace> {
    space: &'a P,
    rules: Rules,
    path: Vec<Tried<P::State>>,
    started: bool,
    /// The effort so far.
    pub effort: Effort,
}

impl<'a, P: StateSpace> Backtracking<'a, P> {
    /// A search that has not started.
    pub fn new(space: &'a P, rules: Rules) -> Self {
        Backtracking {
            space,
            rules,
            path: Vec::new(),
            started: false,
            effort: Effort::default(),
        }
    }

    /// The next path to a goal. `watch` receives each path on the way.
    pub fn next_path(&mut self, mut watch: impl FnMut(&[P::State])) -> Outcome<P::State> {
        let mut ahead = if self.started {
            // Go back a step from the goal found before.
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
