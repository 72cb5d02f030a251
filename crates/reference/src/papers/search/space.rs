//! The interface of a problem for the strategies, and the results and costs of a search.

use std::fmt::Debug;
use std::hash::Hash;

/// A problem as states and steps between them.
pub trait StateSpace {
    /// A state.
    type State: Copy + Eq + Hash + Debug;

    /// Where the search starts.
    fn start(&self) -> Self::State;

    /// Whether the state is a goal.
    fn is_goal(&self, state: Self::State) -> bool;

    /// The successors of a state, each with the cost of the step, in the order in which they are tried.
    fn successors(&self, state: Self::State) -> Vec<(Self::State, usize)>;

    /// An estimate of the cost from here to a goal. It is admissible if it is never greater than the true
    /// cost, and consistent if no step lowers it by more than the step's cost.
    fn estimate(&self, _state: Self::State) -> usize {
        0
    }
}

/// The cost of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Effort {
    /// Number of states whose successors were generated.
    pub expanded: usize,
    /// Number of states added to the frontier or to the path.
    pub generated: usize,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outcome<S> {
    /// The search found a goal: the states from the start to it, both included.
    Found(Vec<S>),
    /// There is nothing left to try.
    Exhausted,
    /// The search has expanded the maximum number of states.
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

/// The number of steps from the start to each reachable state, by a search of the whole space, to test the
/// strategies.
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
