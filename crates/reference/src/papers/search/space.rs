//! What a problem is to a strategy, and what a search costs.

use std::fmt::Debug;
use std::hash::Hash;

/// A problem as states and the steps between them.
pub trait StateSpace {
    /// A state.
    type State: Copy + Eq + Hash + Debug;

    /// Where the search starts.
    fn start(&self) -> Self::State;

    /// Whether it may end here.
    fn is_goal(&self, state: Self::State) -> bool;

    /// The states one step on, each with the cost of the step, in the order in which they are tried.
    fn successors(&self, state: Self::State) -> Vec<(Self::State, usize)>;

    /// An estimate of what the way from here to a goal costs. It is admissible if it is never too much, and
    /// consistent if no step lowers it by more than the step costs.
    fn estimate(&self, _state: Self::State) -> usize {
        0
    }
}

/// What a search has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Effort {
    /// States whose successors were looked at.
    pub expanded: usize,
    /// States put on the frontier, or at the end of the path.
    pub generated: usize,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outcome<S> {
    /// At a goal: the states from the start to it, both included.
    Found(Vec<S>),
    /// Nothing is left to try.
    Exhausted,
    /// It has expanded as many states as it may.
    GaveUp,
}

impl<S> Outcome<S> {
    /// The path to a goal.
    pub fn path(&self) -> Option<&[S]> {
        match self {
            Outcome::Found(path) => Some(path),
            Outcome::Exhausted | Outcome::GaveUp => None,
        }
    }
}

/// Steps from the start to each state that can be reached, by spreading over the whole space: what the
/// strategies are held against.
#[cfg(test)]
pub(super) fn distances<P: StateSpace>(
    space: &P,
    start: P::State,
) -> std::collections::HashMap<P::State, usize> {
    let mut distances = std::collections::HashMap::from([(start, 0)]);
    let mut wave = vec![start];
    for steps in 1.. {
        let reached: Vec<_> = wave.iter().flat_map(|&state| space.successors(state)).collect();
        wave.clear();
        for (next, _) in reached {
            if let std::collections::hash_map::Entry::Vacant(unseen) = distances.entry(next) {
                unseen.insert(steps);
                wave.push(next);
            }
        }
        if wave.is_empty() {
            break;
        }
    }
    distances
}
