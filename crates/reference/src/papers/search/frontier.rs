//! The strategies that keep a list of open states, the frontier, and remember all others, the territory
//! (sections 11.3 and 11.4). They are one search, and differ in where a new state is inserted.
//!
//! With b successors per state and a solution of d steps, breadth first and A* without an estimate expand
//! up to b^d states and keep them all; depth first keeps b times its current depth, and may explore a wrong
//! branch completely. No state is expanded twice, except by A* with an inconsistent estimate: so all end on
//! a finite space.

use std::collections::{HashMap, VecDeque};

use super::space::{Effort, Outcome, StateSpace};

/// The order in which open states are expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The oldest first, breadth first: the path found has the fewest steps.
    Queue,
    /// The newest first, depth first; a state's successors in their order.
    Stack,
    /// The one with the lowest cost so far plus estimate, the oldest of equals: A*. If the estimate is
    /// admissible, the path found has the least cost.
    Estimate,
}

/// A state on the frontier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Open<S> {
    /// The state.
    pub state: S,
    /// Cost so far plus estimate, by which A* sorts.
    pub promise: usize,
}

/// The way in which a state was reached.
struct Known<S> {
    from: Option<S>,
    cost: usize,
    open: bool,
}

/// Searches from the start to a goal. After each expansion `watch` receives the state and the frontier,
/// with the next state to expand first.
pub fn search<P: StateSpace>(
    space: &P,
    order: Order,
    mut watch: impl FnMut(P::State, &VecDeque<Open<P::State>>),
) -> (Outcome<P::State>, Effort) {
    let start = space.start();
    let mut effort = Effort::default();
    let mut known = HashMap::from([(
        start,
        Known {
            from: None,
            cost: 0,
            open: true,
        },
    )]);
    let mut frontier = VecDeque::from([Open {
        state: start,
        promise: 0,
    }]);
    while let Some(Open { state, .. }) = frontier.pop_front() {
        let mut cost = 0;
        known.entry(state).and_modify(|here| {
            here.open = false;
            cost = here.cost;
        });
        if space.is_goal(state) {
            return (Outcome::Found(path_to(state, &known)), effort);
        }
        effort.expanded += 1;
        let mut pushed = 0;
        for (next, step) in space.successors(state) {
            let reached = Known {
                from: Some(state),
                cost: cost + step,
                open: true,
            };
            if let Some(before) = known.get(&next) {
                if order != Order::Estimate || before.cost <= reached.cost {
                    continue;
                }
                // A cheaper path: remove the state from the frontier, or take it back from the territory.
                if before.open {
                    frontier.retain(|open| open.state != next);
                }
            }
            effort.generated += 1;
            let open = Open {
                state: next,
                promise: reached.cost + space.estimate(next),
            };
            known.insert(next, reached);
            let place = match order {
                Order::Queue => frontier.len(),
                Order::Stack => pushed,
                Order::Estimate => frontier.partition_point(|other| other.promise <= open.promise),
            };
            frontier.insert(place, open);
            pushed += 1;
        }
        watch(state, &frontier);
    }
    (Outcome::Exhausted, effort)
}

/// The path to `state`, built backwards from the predecessor of each state.
fn path_to<S: Copy + Eq + std::hash::Hash>(state: S, known: &HashMap<S, Known<S>>) -> Vec<S> {
    let mut path: Vec<S> =
        std::iter::successors(Some(state), |state| known.get(state).and_then(|k| k.from)).collect();
    path.reverse();
    path
}
