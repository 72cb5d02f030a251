//! Compares the strategies with each other on random graphs.

use std::collections::HashMap;

use super::backtracking::{Backtracking, Rules};
use super::frontier::{Order, search};
use super::grafo::{Arc, Graph};
use super::space::{Outcome, StateSpace, distances};

/// The nodes of the random graphs.
pub const NODES: [char; 7] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/// A linear congruential generator: the same numbers for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Links between different nodes, at most one between each pair.
pub fn random_links(seed: u64) -> Vec<(char, char)> {
    let mut random = Random(seed);
    let mut links: Vec<(char, char)> = Vec::new();
    for _ in 0..random.below(2 * NODES.len()) {
        let (one, other) = (NODES[random.below(NODES.len())], NODES[random.below(NODES.len())]);
        if one != other && !links.contains(&(one, other)) && !links.contains(&(other, one)) {
            links.push((one, other));
        }
    }
    links
}

/// The number of simple paths from a node to another, computed by the set of visited nodes and the last
/// node, without following any path.
pub fn simple_paths(arcs: &[(char, char)], from: char, to: char) -> usize {
    let position = |node| NODES.iter().position(|&other| other == node);
    let (Some(from), Some(to)) = (position(from), position(to)) else {
        return 0;
    };
    let mut ways = vec![[0; NODES.len()]; 1 << NODES.len()];
    ways[1 << from][from] = 1;
    let mut total = 0;
    for visited in 0..ways.len() {
        total += ways[visited][to];
        for &(end, next) in arcs {
            if let (Some(end), Some(next)) = (position(end), position(next))
                && end != to
                && visited >> next & 1 == 0
            {
                ways[visited | 1 << next][next] += ways[visited][end];
            }
        }
    }
    total
}

/// A graph from A to G with arcs one or both ways, of costs from 1 to `most`.
fn random_graph(seed: u64, most: usize) -> Graph {
    let mut random = Random(seed ^ 0x5EED);
    let mut arcs = Vec::new();
    for (from, to) in random_links(seed) {
        for (from, to) in [(from, to), (to, from)].into_iter().take(1 + random.below(2)) {
            let cost = 1 + random.below(most);
            arcs.push(Arc { from, to, cost });
        }
    }
    Graph {
        arcs,
        start: 'A',
        goal: 'G',
        estimates: Vec::new(),
    }
}

/// The cheapest cost from each node to the goal, by relaxing all arcs as often as there are nodes.
fn costs_to_goal(graph: &Graph) -> HashMap<char, usize> {
    let mut costs = HashMap::from([(graph.goal, 0)]);
    for _ in NODES {
        for arc in &graph.arcs {
            if let Some(&rest) = costs.get(&arc.to) {
                let cost = costs.entry(arc.from).or_insert(usize::MAX);
                *cost = (*cost).min(rest + arc.cost);
            }
        }
    }
    costs
}

/// The graph with an admissible estimate: a fraction of each node's true cost.
fn estimated(mut graph: Graph, seed: u64) -> Graph {
    let mut random = Random(seed ^ 0xE57);
    let costs = costs_to_goal(&graph);
    graph.estimates = NODES
        .iter()
        .map(|&node| (node, random.below(costs.get(&node).map_or(1, |cost| cost + 1))))
        .collect();
    graph
}

fn is_path(graph: &Graph, path: &[char]) -> bool {
    path.first() == Some(&graph.start)
        && path.last() == Some(&graph.goal)
        && path
            .windows(2)
            .all(|step| graph.successors(step[0]).iter().any(|(next, _)| *next == step[1]))
}

#[test]
fn all_strategies_find_a_path_if_there_is_one() {
    let mut found = 0;
    for seed in 0..2000 {
        let graph = estimated(random_graph(seed, 9), seed);
        let reached = distances(&graph, 'A');
        let mut outcomes: Vec<_> = [Order::Queue, Order::Stack, Order::Estimate]
            .map(|order| search(&graph, order, |_, _| {}).0)
            .into();
        outcomes.push(Backtracking::new(&graph, Rules::PLAIN).next_path(|_| {}));
        for outcome in &outcomes {
            match outcome {
                Outcome::Found(path) => assert!(is_path(&graph, path), "{graph:?} {path:?}"),
                other => assert!(
                    *other == Outcome::Exhausted && !reached.contains_key(&'G'),
                    "{graph:?}"
                ),
            }
        }
        if let [Outcome::Found(breadth), _, Outcome::Found(best), _] = &outcomes[..] {
            found += 1;
            assert_eq!(breadth.len() - 1, reached[&'G']);
            // The estimate is admissible but often inconsistent, so that states are reopened.
            assert_eq!(graph.cost(best), costs_to_goal(&graph)[&'A'], "{graph:?}");
        }
    }
    assert!((500..1900).contains(&found), "{found}");
}

#[test]
fn with_steps_of_cost_1_a_star_is_as_short_as_breadth_first_and_expands_no_more() {
    for seed in 0..2000 {
        let mut graph = random_graph(seed, 1);
        let (breadth, wide) = search(&graph, Order::Queue, |_, _| {});
        assert_eq!(
            search(&graph, Order::Estimate, |_, _| {}),
            (breadth.clone(), wide),
            "no estimate: {graph:?}"
        );
        let costs = costs_to_goal(&graph);
        // For a node without a path to the goal, any estimate is admissible.
        graph.estimates = NODES
            .map(|node| (node, costs.get(&node).copied().unwrap_or(99)))
            .into();
        let (best, narrow) = search(&graph, Order::Estimate, |_, _| {});
        assert_eq!(
            best.path().map(<[_]>::len),
            breadth.path().map(<[_]>::len),
            "{graph:?}"
        );
        if breadth.path().is_some() {
            assert!(narrow.expanded <= wide.expanded, "{graph:?}");
        }
    }
}

#[test]
fn limits_raised_one_by_one_find_the_least_steps() {
    for seed in 0..1000 {
        let graph = random_graph(seed, 1);
        let least = distances(&graph, 'A').get(&'G').copied();
        for remembers in [false, true] {
            let deepening = (1..=7).find(|&limit| {
                let rules = Rules {
                    limit,
                    remembers,
                    ceiling: usize::MAX,
                };
                let outcome = Backtracking::new(&graph, rules).next_path(|_| {});
                assert!(outcome.path().is_none_or(|path| path.len() <= limit + 1));
                outcome.path().is_some()
            });
            assert_eq!(deepening, least, "{graph:?}");
        }
    }
}

#[test]
fn backtracking_finds_every_simple_path_once() {
    for seed in 0..500 {
        let graph = random_graph(seed, 1);
        let mut search = Backtracking::new(&graph, Rules::PLAIN);
        let mut paths = Vec::new();
        while let Outcome::Found(path) = search.next_path(|_| {}) {
            assert!(is_path(&graph, &path));
            paths.push(path);
        }
        let found = paths.len();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), found);
        let arcs: Vec<_> = graph.arcs.iter().map(|arc| (arc.from, arc.to)).collect();
        assert_eq!(found, simple_paths(&arcs, 'A', 'G'), "{graph:?}");
    }
}
