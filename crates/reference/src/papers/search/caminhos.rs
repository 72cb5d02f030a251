//! Paths in a graph with undirected links (exercise 1 of chapter 10): whether there is one, the nodes of
//! one or of all, and the faults of the definition that the exercise gives for criticism.
//!
//! Finding the first path takes time nodes times links, as a node without a path to the goal is not tried
//! again; the number of all simple paths may be exponential.

use super::questions::{capitals, nodes, yes};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of links of the listing.
const LINKS: usize = 60;

/// A graph as a list of links. The order of a link's nodes only matters for the criticised definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// The links, in the order in which they are tried.
    pub links: Vec<(char, char)>,
}

/// The result of the criticised definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Criticised {
    /// It finds a path.
    Finds,
    /// It finds none.
    Fails,
    /// It repeats these nodes for ever.
    Circles(Vec<char>),
}

impl Graph {
    /// The paper's example.
    pub fn of_the_paper() -> Graph {
        Graph {
            links: vec![('A', 'B'), ('B', 'C'), ('A', 'C'), ('A', 'D')],
        }
    }

    /// The nodes linked with `node`.
    fn neighbours(&self, node: char) -> impl Iterator<Item = char> {
        self.links.iter().filter_map(move |&link| match link {
            (one, other) if one == node => Some(other),
            (one, other) if other == node => Some(one),
            _ => None,
        })
    }

    /// The nodes of a path, both ends included; empty if there is no path.
    pub fn path(&self, from: char, to: char) -> Vec<char> {
        let mut path = Vec::new();
        self.find(from, to, &mut Vec::new(), &mut path);
        path
    }

    /// Continues from `node`, which is not in `seen`. Returns whether it reaches `to`, with the nodes in
    /// `path`.
    fn find(&self, node: char, to: char, seen: &mut Vec<char>, path: &mut Vec<char>) -> bool {
        seen.push(node);
        path.push(node);
        if node == to {
            return true;
        }
        for next in self.neighbours(node) {
            if !seen.contains(&next) && self.find(next, to, seen, path) {
                return true;
            }
        }
        path.pop();
        false
    }

    /// Finds all paths without repeated nodes, and passes them to `watch` in the order in which they are
    /// found.
    pub fn all_paths(&self, from: char, to: char, watch: &mut dyn FnMut(&[char])) {
        self.extend(&mut vec![from], to, watch);
    }

    fn extend(&self, path: &mut Vec<char>, to: char, watch: &mut dyn FnMut(&[char])) {
        let Some(&node) = path.last() else { return };
        if node == to {
            return watch(path);
        }
        for next in self.neighbours(node) {
            if !path.contains(&next) {
                path.push(next);
                self.extend(path, to, watch);
                path.pop();
            }
        }
    }

    /// Evaluates the criticised definition as Prolog does: a node has a path to itself, and to any node to
    /// which one of its successors has a path. It follows links in one direction only and does not remember
    /// visited nodes: once it comes back to its own path it repeats it for ever.
    pub fn criticised(&self, from: char, to: char) -> Criticised {
        self.follow(&mut vec![from], to, &mut Vec::new())
    }

    fn follow(&self, path: &mut Vec<char>, to: char, failed: &mut Vec<char>) -> Criticised {
        let node = path[path.len() - 1];
        if node == to {
            return Criticised::Finds;
        }
        for next in self.links.iter().filter(|link| link.0 == node).map(|link| link.1) {
            if failed.contains(&next) {
                continue;
            }
            if let Some(round) = path.iter().position(|&before| before == next) {
                return Criticised::Circles(path[round..].to_vec());
            }
            path.push(next);
            let result = self.follow(path, to, failed);
            if result != Criticised::Fails {
                return result;
            }
            path.pop();
        }
        failed.push(node);
        Criticised::Fails
    }
}

/// Asks for a graph, then for pairs of nodes.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    writeln!(console.screen, "CAMINHOS NUM GRAFO\n");
    let graph = if yes(console)? {
        let graph = Graph::of_the_paper();
        for (one, other) in &graph.links {
            write!(console.screen, "{one}{other} ");
        }
        writeln!(console.screen);
        graph
    } else {
        asked(console)?
    };
    loop {
        let answer = capitals(console)?;
        if answer == "FIM" {
            return Err(Ended::Stop);
        }
        let Some([from, to]) = nodes(&answer).and_then(|ends| <[char; 2]>::try_from(ends).ok()) else {
            writeln!(console.screen, "NAO SERVE: {answer}");
            continue;
        };
        writeln!(console.screen, "\nDE {from} PARA {to}");
        let path = graph.path(from, to);
        if path.is_empty() {
            writeln!(console.screen, "NAO HA' CAMINHO: ( )");
        } else {
            show_path(console, &path);
        }
        write!(console.screen, "A DEFINICAO CRITICADA ");
        match graph.criticised(from, to) {
            Criticised::Finds => writeln!(console.screen, "ACHA-O"),
            Criticised::Fails => writeln!(console.screen, "NAO ACHA"),
            Criticised::Circles(round) => {
                write!(console.screen, "NAO ACABA\nANDA 'A RODA EM ");
                show_nodes(console, &round);
            }
        }
        if !path.is_empty() && yes(console)? {
            let mut count = 0;
            graph.all_paths(from, to, &mut |path| {
                count += 1;
                show_path(console, path);
            });
            writeln!(console.screen, "SAO {count}");
        }
    }
}

/// Asks for a graph.
fn asked(console: &mut Console) -> Result<Graph, Ended> {
    let mut graph = Graph::default();
    while graph.links.len() < LINKS {
        let answer = capitals(console)?;
        if answer == "FIM" && !graph.links.is_empty() {
            break;
        }
        match nodes(&answer).as_deref() {
            Some(&[one, other]) if one != other => {
                if graph.neighbours(one).any(|node| node == other) {
                    writeln!(console.screen, "JA' HA' {answer}");
                    continue;
                }
                writeln!(console.screen, "LIGACAO {answer}");
                graph.links.push((one, other));
            }
            _ => writeln!(console.screen, "NAO SERVE: {answer}"),
        }
    }
    Ok(graph)
}

fn show_path(console: &mut Console, path: &[char]) {
    write!(console.screen, "CAMINHO ");
    show_nodes(console, path);
}

fn show_nodes(console: &mut Console, nodes: &[char]) {
    for node in nodes {
        write!(console.screen, "{node} ");
    }
    writeln!(console.screen);
}

#[cfg(test)]
mod tests {
    use super::super::properties::{NODES, random_links, simple_paths};
    use super::*;

    #[test]
    fn the_paper_s_graph() {
        let graph = Graph::of_the_paper();
        assert_eq!(graph.path('D', 'C'), ['D', 'A', 'B', 'C']);
        assert_eq!(graph.path('A', 'E'), []);
        assert_eq!(graph.criticised('A', 'C'), Criticised::Finds);
        assert_eq!(graph.criticised('D', 'C'), Criticised::Fails);
        let ring = Graph {
            links: vec![('A', 'B'), ('B', 'C'), ('C', 'A'), ('C', 'D')],
        };
        assert_eq!(
            ring.criticised('B', 'D'),
            Criticised::Circles(vec!['B', 'C', 'A'])
        );
        assert_eq!(ring.path('B', 'D'), ['B', 'A', 'C', 'D']);
    }

    #[test]
    fn paths_of_random_graphs() {
        let (mut circles, mut fails) = (0, 0);
        for seed in 0..300 {
            let graph = Graph {
                links: random_links(seed),
            };
            let back = graph.links.iter().map(|&(one, other)| (other, one));
            let arcs: Vec<_> = graph.links.iter().copied().chain(back).collect();
            for from in NODES {
                for to in NODES {
                    let mut all = Vec::new();
                    graph.all_paths(from, to, &mut |path| all.push(path.to_vec()));
                    assert_eq!(all.len(), simple_paths(&arcs, from, to), "{graph:?} {from} {to}");
                    // Not trying a node without a path again loses no path, and does not change the first
                    // one.
                    assert_eq!(graph.path(from, to), all.first().cloned().unwrap_or_default());
                    match graph.criticised(from, to) {
                        Criticised::Finds => assert!(!all.is_empty()),
                        Criticised::Fails => fails += usize::from(!all.is_empty()),
                        Criticised::Circles(round) => {
                            circles += 1;
                            let mut closed = round.clone();
                            closed.push(round[0]);
                            for step in closed.windows(2) {
                                assert!(graph.links.contains(&(step[0], step[1])));
                            }
                        }
                    }
                }
            }
        }
        assert!(circles > 100 && fails > 100, "{circles} {fails}");
    }
}
