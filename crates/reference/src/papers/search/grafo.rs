//! A graph entered arc by arc and searched by every strategy (sections 11.2 to 11.4, and exercises 1, 3 and
//! 4 of chapter 11), with the frontier after each expansion, or the path, printed during the search.
//!
//! At most 26 nodes and 60 arcs. Breadth first, depth first and A* with a consistent estimate expand a node
//! once; backtracking follows all simple paths in the worst case, and with only a limit all walks of that
//! length.

use super::backtracking::{Backtracking, Rules};
use super::frontier::{Order, search};
use super::questions::{capitals, digits, node, nodes, number, yes};
use super::space::{Effort, Outcome, StateSpace};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Maximum number of arcs of the listing.
const ARCS: usize = 60;
/// Maximum number of nodes that backtracking expands.
const MAX_NODES: usize = 1000;

/// An arc, from its first node to its second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arc {
    /// The node at its start.
    pub from: char,
    /// The node at its end.
    pub to: char,
    /// Its cost.
    pub cost: usize,
}

/// A graph to be searched for a path from `start` to `goal`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Its arcs, in the order in which they are tried.
    pub arcs: Vec<Arc>,
    /// Where the search starts.
    pub start: char,
    /// Where the search ends.
    pub goal: char,
    /// The estimates; a node without one has 0.
    pub estimates: Vec<(char, usize)>,
}

impl Graph {
    /// The paper's example, each arc of cost 1.
    pub fn of_the_paper() -> Graph {
        let arc = |(from, to)| Arc { from, to, cost: 1 };
        Graph {
            arcs: [
                ('A', 'B'),
                ('B', 'C'),
                ('C', 'D'),
                ('D', 'G'),
                ('A', 'E'),
                ('E', 'F'),
                ('F', 'G'),
            ]
            .map(arc)
            .to_vec(),
            start: 'A',
            goal: 'G',
            estimates: ('A'..='G').zip([3, 3, 2, 1, 2, 1, 0]).collect(),
        }
    }

    /// The cost of a path.
    pub fn cost(&self, path: &[char]) -> usize {
        let cost = |from, to| self.arc(from, to).map_or(0, |arc| arc.cost);
        path.windows(2).map(|step| cost(step[0], step[1])).sum()
    }

    fn arc(&self, from: char, to: char) -> Option<&Arc> {
        self.arcs.iter().find(|arc| (arc.from, arc.to) == (from, to))
    }
}

impl StateSpace for Graph {
    type State = char;

    fn start(&self) -> char {
        self.start
    }

    fn is_goal(&self, node: char) -> bool {
        node == self.goal
    }

    fn successors(&self, node: char) -> Vec<(char, usize)> {
        let leaving = self.arcs.iter().filter(|arc| arc.from == node);
        leaving.map(|arc| (arc.to, arc.cost)).collect()
    }

    fn estimate(&self, node: char) -> usize {
        let of = self.estimates.iter().find(|(of, _)| *of == node);
        of.map_or(0, |(_, estimate)| *estimate)
    }
}

/// Asks for a graph, then for one strategy after the other.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    writeln!(console.screen, "PROCURA NUM GRAFO\n");
    let graph = if yes(console)? {
        let graph = Graph::of_the_paper();
        graph.arcs.iter().for_each(|arc| show_arc(console, arc));
        write!(console.screen, "\nh: ");
        graph.estimates.iter().for_each(|of| show_estimate(console, of));
        writeln!(console.screen);
        graph
    } else {
        asked(console)?
    };
    writeln!(
        console.screen,
        "\n1 LARGURA\n2 PROFUNDIDADE\n3 A*\n4 RETROCESSO\n5 RETROCESSO COM LIMITE\n6 COM LIMITE E SEM REPETIR\n0 FIM"
    );
    loop {
        let order = match number(console, 0..=6)? {
            0 => return Err(Ended::Stop),
            1 => Order::Queue,
            2 => Order::Stack,
            3 => Order::Estimate,
            strategy => {
                backtrack(console, &graph, strategy)?;
                continue;
            }
        };
        let name = match order {
            Order::Queue => "LARGURA",
            Order::Stack => "PROFUNDIDADE",
            Order::Estimate => "A*",
        };
        writeln!(console.screen, "\n*** {name}");
        let (outcome, effort) = search(&graph, order, |node, frontier| {
            write!(console.screen, "{node} ->");
            for open in frontier {
                write!(console.screen, " {}", open.state);
                if order == Order::Estimate {
                    write!(console.screen, "{}", open.promise);
                }
            }
            writeln!(console.screen);
        });
        show_outcome(console, &graph, &outcome, effort, false);
    }
}

/// Backtracking by strategy 4, without a limit, 5, with a limit, or 6, with a limit and without repeated
/// nodes on the path.
fn backtrack(console: &mut Console, graph: &Graph, strategy: usize) -> Run {
    write!(console.screen, "\n*** RETROCESSO");
    let mut rules = Rules {
        ceiling: MAX_NODES,
        ..Rules::PLAIN
    };
    if strategy > 4 {
        rules.limit = number(console, 1..=50)?;
        rules.remembers = strategy == 6;
        write!(console.screen, " ATE' {} PASSOS", rules.limit);
    }
    writeln!(console.screen);
    let mut search = Backtracking::new(graph, rules);
    let mut found_before = false;
    loop {
        let outcome = search.next_path(|path| writeln!(console.screen, "{}", String::from_iter(path)));
        show_outcome(console, graph, &outcome, search.effort, found_before);
        if outcome.path().is_none() || !yes(console)? {
            return Ok(());
        }
        found_before = true;
    }
}

fn show_outcome(
    console: &mut Console,
    graph: &Graph,
    outcome: &Outcome<char>,
    effort: Effort,
    found_before: bool,
) {
    match outcome {
        Outcome::Found(path) => write!(
            console.screen,
            "SOLUCAO {} PASSOS {} CUSTO {}",
            String::from_iter(path),
            path.len() - 1,
            graph.cost(path)
        ),
        Outcome::Exhausted if found_before => write!(console.screen, "NAO HA' OUTRA SOLUCAO"),
        Outcome::Exhausted => write!(console.screen, "NAO HA' SOLUCAO"),
        Outcome::GaveUp => write!(console.screen, "DESISTO"),
    }
    let Effort { expanded, generated } = effort;
    writeln!(console.screen, "\nEXPANDIDOS {expanded} GERADOS {generated}");
}

/// Asks for a graph.
fn asked(console: &mut Console) -> Result<Graph, Ended> {
    let mut graph = Graph {
        arcs: Vec::new(),
        start: ' ',
        goal: ' ',
        estimates: Vec::new(),
    };
    while graph.arcs.len() < ARCS {
        let answer = capitals(console)?;
        if answer == "FIM" && !graph.arcs.is_empty() {
            break;
        }
        let Some(arc) = arc(&answer) else {
            writeln!(console.screen, "NAO SERVE: {answer}");
            continue;
        };
        if graph.arc(arc.from, arc.to).is_some() {
            writeln!(console.screen, "JA' HA' O ARCO {}{}", arc.from, arc.to);
            continue;
        }
        show_arc(console, &arc);
        writeln!(console.screen);
        graph.arcs.push(arc);
    }
    graph.start = node(console)?;
    graph.goal = node(console)?;
    write!(console.screen, "h: ");
    for of in 'A'..='Z' {
        let is_used = graph.arcs.iter().any(|arc| arc.from == of || arc.to == of);
        if is_used && of != graph.goal {
            let estimate = (of, number(console, 0..=99)?);
            show_estimate(console, &estimate);
            graph.estimates.push(estimate);
        }
    }
    writeln!(console.screen, "\nDE {} A {}", graph.start, graph.goal);
    Ok(graph)
}

/// Parses an arc: two letters and, unless its cost is 1, one or two digits.
fn arc(text: &str) -> Option<Arc> {
    let (ends, cost) = text.split_at_checked(2)?;
    let [from, to] = nodes(ends)?[..] else {
        return None;
    };
    let cost = if cost.is_empty() { 1 } else { digits(cost, 2)? };
    Some(Arc { from, to, cost })
}

fn show_arc(console: &mut Console, Arc { from, to, cost }: &Arc) {
    write!(console.screen, "{from}{to}{cost} ");
}

fn show_estimate(console: &mut Console, (node, estimate): &(char, usize)) {
    write!(console.screen, "{node}{estimate} ");
}
