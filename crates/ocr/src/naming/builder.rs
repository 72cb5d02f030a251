//! Builds the states of a listing from sets of characters and places between them.

use super::automaton::{Arc, Automaton, Emission, Probabilities};
use super::{ALPHABET, OTHER};

/// A place between characters, or a state that emits one.
pub(super) type Node = usize;

/// The sets of characters that states emit.
#[derive(Clone, Copy)]
pub(super) enum Set {
    Digit,
    /// The first digit of a line number.
    FirstDigit,
    /// The last digit of a line number.
    LastDigit,
    /// The first letter of a name.
    Initial,
    /// Other characters of a name.
    InName,
    /// What may stand in a text besides the usual marks.
    Sign,
    /// Operators that compare, and the others.
    Compared,
    Calculated,
}

/// All sets, in order.
const SETS: [Set; 8] = [
    Set::Digit,
    Set::FirstDigit,
    Set::LastDigit,
    Set::Initial,
    Set::InName,
    Set::Sign,
    Set::Compared,
    Set::Calculated,
];

/// The letters of names, in three groups by how often they occur in English and Portuguese.
const LETTERS_OF_NAMES: [(&str, f32); 3] = [("eaosrintd", 3.0), ("lcumphgbfv", 2.0), ("wyqkxjz", 1.0)];

impl Set {
    fn probabilities(self) -> Probabilities {
        let mut of = [0.0_f32; ALPHABET];
        let mut add = |characters: &str, weight: f32| {
            for character in characters.bytes() {
                of[usize::from(character - b' ')] += weight;
            }
        };
        match self {
            Set::Digit => add("0123456789", 1.0),
            Set::FirstDigit => add("123456789", 1.0),
            Set::LastDigit => {
                add("0", 80.0);
                add("5", 8.0);
                add("12346789", 1.5);
            }
            Set::Initial => {
                add("abcdefghijklmnopqrstuvwxyz", 1.0);
                add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0.8);
            }
            Set::InName => {
                for (group, weight) in LETTERS_OF_NAMES {
                    add(group, weight);
                    add(&group.to_ascii_uppercase(), 0.5 * weight);
                }
                add("0123456789", 1.0);
            }
            Set::Sign => {
                add("-*=", 4.0);
                add("'/<>+", 1.5);
                add("!?()", 1.0);
                add("\"_[]#$%&", 0.3);
                add("@^{}|~\\`\u{7F}", 0.03);
                of[OTHER] = 1.0;
            }
            Set::Compared => {
                add("=", 5.0);
                add("<>", 2.0);
            }
            Set::Calculated => {
                add("+", 4.0);
                add("-", 3.0);
                add("*", 2.0);
                add("/", 0.7);
                add("^", 0.1);
            }
        }
        let sum: f32 = of.iter().sum();
        of.map(|weight| weight / sum)
    }
}

/// What values are part of.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// IF.
    Condition,
    /// PRINT, LPRINT and INPUT.
    Items,
    /// LET and FOR.
    Assignment,
    /// All other commands.
    List,
}

pub(super) const USES: [Use; 4] = [Use::Condition, Use::Items, Use::Assignment, Use::List];

/// The states under construction: silent nodes connect those that emit characters.
#[derive(Default)]
pub(super) struct Builder {
    emissions: Vec<Option<Emission>>,
    arcs: Vec<Vec<(Node, f32)>>,
}

impl Builder {
    fn node(&mut self, emission: Option<Emission>) -> Node {
        self.emissions.push(emission);
        self.arcs.push(Vec::new());
        self.emissions.len() - 1
    }

    pub(super) fn silent(&mut self) -> Node {
        self.node(None)
    }

    pub(super) fn one(&mut self, character: u8) -> Node {
        self.node(Some(Emission::One(character - b' ')))
    }

    pub(super) fn any(&mut self, set: Set) -> Node {
        self.node(Some(Emission::Set(set as usize)))
    }

    pub(super) fn arcs(&mut self, from: Node, to: &[(Node, f32)]) {
        self.arcs[from].extend_from_slice(to);
    }

    /// Adds a node for a character between two others.
    pub(super) fn between(&mut self, from: Node, character: u8, to: Node, probability: f32) {
        let node = self.one(character);
        self.arcs(from, &[(node, probability)]);
        self.arcs(node, &[(to, 1.0)]);
    }

    /// Adds the letters of a word.
    pub(super) fn word(&mut self, from: Node, word: &str, to: Node, probability: f32) {
        let (mut last, mut probability) = (from, probability);
        for character in word.bytes() {
            let node = self.one(character);
            self.arcs(last, &[(node, probability)]);
            (last, probability) = (node, 1.0);
        }
        self.arcs(last, &[(to, 1.0)]);
    }

    /// Adds a space that may be missing or repeated.
    pub(super) fn space(&mut self, from: Node, to: Node, probability: f32) {
        let space = self.one(b' ');
        self.arcs(from, &[(space, probability), (to, 1.0 - probability)]);
        self.arcs(space, &[(to, 0.97), (space, 0.03)]);
    }
}

/// The silent nodes that the parts of the grammar share.
pub(super) struct Parts {
    pub(super) line: Node,
    pub(super) statement: Node,
    /// Before and after a value, by what it is part of.
    pub(super) values: [[Node; 2]; USES.len()],
    /// The text of a string.
    pub(super) string: Node,
    /// The text of a remark.
    pub(super) remark: Node,
    pub(super) end: Node,
}

/// Connects the states that emit characters with each other. The rest of a row after the end of a line is a
/// state that emits spaces.
pub(super) fn compiled(builder: &Builder, parts: &Parts) -> Automaton {
    let emitting: Vec<Node> = (0..builder.emissions.len())
        .filter(|&node| builder.emissions[node].is_some())
        .collect();
    let mut state = vec![0; builder.emissions.len()];
    emitting
        .iter()
        .enumerate()
        .for_each(|(at, &node)| state[node] = at);
    let rest = emitting.len();
    let reached = |from: Node, end: &[Arc]| {
        let mut arcs = Vec::new();
        let mut open = vec![(from, 1.0)];
        while let Some((node, share)) = open.pop() {
            for &(next, probability) in &builder.arcs[node] {
                let share = share * probability;
                if builder.emissions[next].is_some() {
                    arcs.push((state[next] as u32, share));
                } else if next == parts.end {
                    arcs.extend(
                        end.iter()
                            .map(|&(state, probability)| (state, share * probability)),
                    );
                } else {
                    open.push((next, share));
                }
            }
        }
        joined(arcs)
    };
    let start = reached(parts.line, &[]);
    let padding = vec![(rest as u32, 1.0)];
    let mut within: Vec<Vec<Arc>> = emitting.iter().map(|&node| reached(node, &padding)).collect();
    let mut across: Vec<Vec<Arc>> = emitting.iter().map(|&node| reached(node, &start)).collect();
    within.push(padding);
    across.push(start.clone());
    let mut emissions: Vec<Emission> = builder.emissions.iter().copied().flatten().collect();
    emissions.push(Emission::One(0));
    let sets = SETS.map(Set::probabilities).into();
    Automaton::new(emissions, sets, [within, across], start)
}

/// Adds up the transitions to the same state.
fn joined(mut arcs: Vec<Arc>) -> Vec<Arc> {
    arcs.sort_by_key(|&(state, _)| state);
    arcs.dedup_by(|more, first| {
        let is_same = more.0 == first.0;
        if is_same {
            first.1 += more.1;
        }
        is_same
    });
    arcs
}
