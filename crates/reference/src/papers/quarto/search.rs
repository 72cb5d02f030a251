//! The paper's four searches and its measures of their efficiency.
//!
//! Breadth first, depth first and A* are one search that keeps all boards found; they differ in where new
//! boards are queued: at the end, at the front, or with those of the same cost. As in the paper a node's
//! successors are tested for the goal when it is expanded, and known boards are skipped; here a board
//! cannot be found again at another depth, as the depth is the number of placed pieces. With `b` successors
//! per node and a solution at depth `d` there are at most O(b^d / d!) boards, each looked up in a hash
//! table. IDA* only keeps the current moves, and generates the boards again in each round: O(b^d) time,
//! O(d) memory.

use std::collections::{BTreeMap, HashSet, VecDeque};

use girafa_basic::float5::{Float5, TooBig};

use super::{Board, Move, State};

/// The search strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// The oldest node first.
    BreadthFirst,
    /// The newest node first, up to a maximum depth.
    DepthFirst {
        /// Maximum number of moves.
        limit: usize,
    },
    /// The node with the least moves made + heuristic first, the oldest of equals.
    AStar,
    /// Depth first with a cost limit that grows in each round.
    IdaStar,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub end: End,
    /// Number of nodes whose successors were generated.
    pub expanded: usize,
    /// Number of nodes kept, plus the successors of the node that has the solution as a successor. For
    /// IDA*, which keeps no nodes, the number generated.
    pub generated: usize,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The moves to a board with four in a row.
    Solved(Vec<Move>),
    /// There is no solution (within the limit).
    Exhausted,
    /// The limit of nodes was reached.
    Full,
}

/// A node that the search keeps.
struct Node {
    state: State,
    moves: Vec<Move>,
}

impl Strategy {
    /// Searches from `start`, which must not be solved yet, and keeps at most `room` nodes.
    pub fn search(self, start: &State, room: usize) -> Search {
        match self {
            Strategy::IdaStar => ida_star(start),
            _ => self.graph_search(start, room),
        }
    }

    fn graph_search(self, start: &State, room: usize) -> Search {
        let mut open = Open::default();
        let mut met: HashSet<Board> = HashSet::from([start.board]);
        let (mut kept, mut expanded) = (1, 0);
        let root = Node {
            state: start.clone(),
            moves: Vec::new(),
        };
        open.add(vec![(0, root)], self);
        while let Some(node) = open.pop() {
            if matches!(self, Strategy::DepthFirst { limit } if node.moves.len() >= limit) {
                continue;
            }
            expanded += 1;
            let before = kept;
            let mut successors = Vec::new();
            for placement in node.state.moves() {
                let board = node.state.board.after(placement);
                let moves = [&node.moves[..], &[placement]].concat();
                if board.is_solved() {
                    let generated = before + node.state.moves().count();
                    let end = End::Solved(moves);
                    return Search {
                        end,
                        expanded,
                        generated,
                    };
                }
                if !met.insert(board) {
                    continue;
                }
                if kept == room {
                    let end = End::Full;
                    return Search {
                        end,
                        expanded,
                        generated: kept,
                    };
                }
                kept += 1;
                let cost = match self {
                    Strategy::AStar => moves.len() + usize::from(board.heuristic()),
                    _ => 0,
                };
                let node = Node {
                    state: node.state.after(placement),
                    moves,
                };
                successors.push((cost, node));
            }
            open.add(successors, self);
        }
        Search {
            end: End::Exhausted,
            expanded,
            generated: kept,
        }
    }
}

/// The open nodes, by cost.
#[derive(Default)]
struct Open(BTreeMap<usize, VecDeque<Node>>);

impl Open {
    /// Adds a node's successors with their costs, each after those of equal cost; for depth first in front
    /// of all others, in their order.
    fn add(&mut self, successors: Vec<(usize, Node)>, strategy: Strategy) {
        if let Strategy::DepthFirst { .. } = strategy {
            for (cost, node) in successors.into_iter().rev() {
                self.0.entry(cost).or_default().push_front(node);
            }
        } else {
            for (cost, node) in successors {
                self.0.entry(cost).or_default().push_back(node);
            }
        }
    }

    fn pop(&mut self) -> Option<Node> {
        self.0.values_mut().find_map(VecDeque::pop_front)
    }
}

/// A round of IDA*: its limit and its results.
struct Round {
    limit: usize,
    /// The least cost that exceeds the limit.
    next: Option<usize>,
    expanded: usize,
    generated: usize,
    moves: Vec<Move>,
}

fn ida_star(start: &State) -> Search {
    let mut round = Round {
        limit: usize::from(start.board.heuristic()),
        next: None,
        expanded: 0,
        generated: 1,
        moves: Vec::new(),
    };
    let end = loop {
        if round.descend(start) {
            break End::Solved(round.moves);
        }
        match round.next.take() {
            Some(next) => round.limit = next,
            None => break End::Exhausted,
        }
    };
    Search {
        end,
        expanded: round.expanded,
        generated: round.generated,
    }
}

impl Round {
    /// Whether there is a solution below this node within the limit; its moves are then in `moves`.
    fn descend(&mut self, state: &State) -> bool {
        self.expanded += 1;
        for placement in state.moves() {
            self.generated += 1;
            self.moves.push(placement);
            let board = state.board.after(placement);
            let cost = self.moves.len() + usize::from(board.heuristic());
            if board.is_solved() || cost <= self.limit && self.descend(&state.after(placement)) {
                return true;
            }
            if cost > self.limit {
                self.next = Some(self.next.map_or(cost, |next| next.min(cost)));
            }
            self.moves.pop();
        }
        false
    }
}

/// The penetrance: moves of the solution per generated node, rounded to four decimal places.
pub fn penetrance(moves: usize, generated: usize) -> Result<Float5, TooBig> {
    rounded(whole(moves).over(whole(generated))?, 10_000)
}

/// The mean branching factor B, with B + B^2 + ... + B^`moves` = `generated`, by bisection, to two decimal
/// places.
pub fn branching(moves: usize, generated: usize) -> Result<Float5, TooBig> {
    let half = Float5::from(1).over(Float5::from(2))?;
    let error = Float5::from(1).over(Float5::from(1000))?;
    let total = whole(generated);
    let (mut low, mut high) = (Float5::from(1), total);
    while high.minus(low)?.to_f64() >= error.to_f64() {
        let middle = low.plus(high)?.times(half)?;
        let mut sum = Float5::ZERO;
        for _ in 0..moves {
            sum = sum.plus(Float5::from(1))?.times(middle)?;
        }
        if sum.to_f64() < total.to_f64() {
            low = middle;
        } else {
            high = middle;
        }
    }
    rounded(low.plus(high)?.times(half)?, 100)
}

/// INT (`number` * `parts` + 1/2) / `parts`, as BASIC computes it.
fn rounded(number: Float5, parts: i32) -> Result<Float5, TooBig> {
    let half = Float5::from(1).over(Float5::from(2))?;
    let scaled = number.times(Float5::from(parts))?.plus(half)?;
    scaled.int().over(Float5::from(parts))
}

fn whole(count: usize) -> Float5 {
    Float5::from(i32::try_from(count).unwrap_or(i32::MAX))
}
