//! The states of a listing as LIST prints it: line numbers, statements, expressions, strings and remarks.
//!
//! The grammar is loose, as a listing may have errors and other dialects' commands: it only has to say which
//! of two characters is likely. The probabilities are rough guesses; halving them changes little.

use girafa_basic::token;

use super::automaton::{Arc, Automaton, Emission, Probabilities};
use super::letters::{self, Following, LETTERS};
use super::{ALPHABET, OTHER};

/// A place between characters, or a state that emits one.
type Node = usize;

/// The sets of characters that states emit.
#[derive(Clone, Copy)]
enum Set {
    Digit,
    /// The first digit of a line number.
    FirstDigit,
    /// The last digit of a line number.
    LastDigit,
    /// The first letter of a name.
    Initial,
    /// Other characters of a name.
    InName,
    Punctuation,
    Operator,
    Separator,
}

/// All sets, in order.
const SETS: [Set; 8] = [
    Set::Digit,
    Set::FirstDigit,
    Set::LastDigit,
    Set::Initial,
    Set::InName,
    Set::Punctuation,
    Set::Operator,
    Set::Separator,
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
            Set::Punctuation => {
                add(".,", 4.0);
                add("?!'-", 2.0);
                add("()", 2.0);
                add(":*", 1.0);
                add(";/=", 0.5);
                add("+<>_[]#$%&", 0.2);
                add("\"@^{}|~\\`\u{7F}", 0.03);
                of[OTHER] = 0.5;
            }
            Set::Operator => {
                add("=", 8.0);
                add("+-*", 3.0);
                add("/<>", 1.5);
                add("^", 0.3);
            }
            Set::Separator => {
                add(",;", 4.5);
                add("'", 0.6);
            }
        }
        let sum: f32 = of.iter().sum();
        of.map(|weight| weight / sum)
    }
}

/// How often the usual commands occur; all others have the frequency 0.5.
const COMMANDS: [(u8, f32); 24] = [
    (token::LET, 20.0),
    (token::PRINT, 20.0),
    (token::IF, 12.0),
    (token::GO_TO, 12.0),
    (token::FOR, 8.0),
    (token::NEXT, 8.0),
    (token::GO_SUB, 8.0),
    (token::REM, 6.0),
    (token::DATA, 6.0),
    (token::INPUT, 5.0),
    (token::RETURN, 5.0),
    (token::POKE, 4.0),
    (token::READ, 3.0),
    (token::DIM, 3.0),
    (token::PAUSE, 3.0),
    (token::BEEP, 3.0),
    (token::CLS, 3.0),
    (token::INK, 3.0),
    (token::PAPER, 3.0),
    (token::BORDER, 2.0),
    (token::PLOT, 2.0),
    (token::DRAW, 2.0),
    (token::STOP, 2.0),
    (token::RESTORE, 1.5),
];

/// The frequency of a command.
fn frequency(command: u8) -> f32 {
    let usual = COMMANDS.iter().find(|(code, _)| *code == command);
    usual.map_or(0.5, |(_, frequency)| *frequency)
}

/// The states under construction: silent nodes connect those that emit characters.
struct Builder {
    emissions: Vec<Option<Emission>>,
    arcs: Vec<Vec<(Node, f32)>>,
}

impl Builder {
    fn node(&mut self, emission: Option<Emission>) -> Node {
        self.emissions.push(emission);
        self.arcs.push(Vec::new());
        self.emissions.len() - 1
    }

    fn silent(&mut self) -> Node {
        self.node(None)
    }

    fn one(&mut self, character: u8) -> Node {
        self.node(Some(Emission::One(character - b' ')))
    }

    fn any(&mut self, set: Set) -> Node {
        self.node(Some(Emission::Set(set as usize)))
    }

    fn arcs(&mut self, from: Node, to: &[(Node, f32)]) {
        self.arcs[from].extend_from_slice(to);
    }

    /// Adds a node for a character between two others.
    fn between(&mut self, from: Node, character: u8, to: Node, probability: f32) {
        let node = self.one(character);
        self.arcs(from, &[(node, probability)]);
        self.arcs(node, &[(to, 1.0)]);
    }

    /// Adds the letters of a word.
    fn word(&mut self, from: Node, word: &str, to: Node, probability: f32) {
        let (mut last, mut probability) = (from, probability);
        for character in word.bytes() {
            let node = self.one(character);
            self.arcs(last, &[(node, probability)]);
            (last, probability) = (node, 1.0);
        }
        self.arcs(last, &[(to, 1.0)]);
    }

    /// Adds a space that may be missing or repeated.
    fn space(&mut self, from: Node, to: Node, probability: f32) {
        let space = self.one(b' ');
        self.arcs(from, &[(space, probability), (to, 1.0 - probability)]);
        self.arcs(space, &[(to, 0.97), (space, 0.03)]);
    }
}

/// The silent nodes that the parts of the grammar share.
struct Parts {
    line: Node,
    statement: Node,
    /// Before a value.
    value: Node,
    /// After a value.
    after: Node,
    /// The text of a remark.
    remark: Node,
    end: Node,
}

/// Returns the states of a listing.
pub(super) fn automaton() -> Automaton {
    let mut to = Builder {
        emissions: Vec::new(),
        arcs: Vec::new(),
    };
    let mut part = || to.silent();
    let parts = Parts {
        line: part(),
        statement: part(),
        value: part(),
        after: part(),
        remark: part(),
        end: part(),
    };
    line_number(&mut to, &parts);
    statements(&mut to, &parts);
    values(&mut to, &parts);
    operators(&mut to, &parts);
    let end = parts.end;
    text(&mut to, parts.remark, end);
    to.arcs(parts.remark, &[(end, 0.02)]);
    compiled(&to, &parts)
}

/// The number of a line, right-aligned, and the space or cursor after it.
fn line_number(to: &mut Builder, parts: &Parts) {
    let (indent, after) = (to.one(b' '), to.silent());
    to.arcs(parts.line, &[(indent, 0.8)]);
    to.arcs(indent, &[(indent, 0.4)]);
    for (digits, share) in [(1, 0.05), (2, 0.35), (3, 0.35), (4, 0.25)] {
        let mut last = None;
        for digit in 0..digits {
            let node = to.any(match digit {
                0 => Set::FirstDigit,
                _ if digit + 1 == digits => Set::LastDigit,
                _ => Set::Digit,
            });
            match last {
                Some(last) => to.arcs(last, &[(node, 1.0)]),
                None => {
                    to.arcs(parts.line, &[(node, 0.2 * share)]);
                    to.arcs(indent, &[(node, 0.6 * share)]);
                }
            }
            last = Some(node);
        }
        to.arcs(last.unwrap_or(after), &[(after, 1.0)]);
    }
    let (space, more) = (to.one(b' '), to.one(b' '));
    to.arcs(after, &[(space, 0.95), (parts.statement, 0.03)]);
    to.between(after, b'>', parts.statement, 0.02);
    to.arcs(space, &[(parts.statement, 0.95), (more, 0.05)]);
    to.arcs(more, &[(parts.statement, 0.7), (more, 0.3)]);
}

/// The commands, each with what follows it.
fn statements(to: &mut Builder, parts: &Parts) {
    let (arguments, target, name) = (to.silent(), to.silent(), to.silent());
    let commands = token::DEF_FN..=u8::MAX;
    let all: f32 = commands.clone().map(frequency).sum();
    for command in commands {
        let share = frequency(command) / all;
        let next = match command {
            token::REM => {
                let space = to.one(b' ');
                to.arcs(space, &[(parts.remark, 1.0)]);
                space
            }
            token::LET | token::FOR => target,
            token::NEXT | token::READ | token::DIM => name,
            _ => arguments,
        };
        let text = token::text(command).unwrap_or_default();
        to.word(parts.statement, text, next, share);
    }
    let space = to.one(b' ');
    to.arcs(arguments, &[(space, 0.97), (parts.value, 0.03)]);
    to.arcs(space, &[(parts.value, 0.8), (parts.after, 0.2)]);
    // LET and FOR: a variable and an equals sign.
    let (variable, assigned) = (to.silent(), to.silent());
    to.between(target, b' ', variable, 1.0);
    let equals = to.one(b'=');
    to.arcs(equals, &[(parts.value, 1.0)]);
    names(to, variable, 1.0, assigned, parts.value);
    to.arcs(assigned, &[(equals, 1.0)]);
    // NEXT, READ and DIM: a variable.
    let variable = to.silent();
    to.between(name, b' ', variable, 1.0);
    names(to, variable, 0.98, parts.after, parts.value);
    to.arcs(variable, &[(parts.value, 0.02)]);
}

/// A name, perhaps of a string or of an array.
fn names(to: &mut Builder, from: Node, probability: f32, after: Node, subscript: Node) {
    let (initial, more, end) = (to.any(Set::Initial), to.any(Set::InName), to.silent());
    to.arcs(from, &[(initial, probability)]);
    to.arcs(initial, &[(more, 0.2), (end, 0.8)]);
    to.arcs(more, &[(more, 0.7), (end, 0.3)]);
    let (dollar, bracket) = (to.one(b'$'), to.one(b'('));
    to.arcs(end, &[(dollar, 0.2), (after, 0.72), (bracket, 0.08)]);
    to.arcs(dollar, &[(after, 0.8), (bracket, 0.2)]);
    to.arcs(bracket, &[(subscript, 1.0)]);
}

/// Numbers, names, strings, functions, and what may precede them.
fn values(to: &mut Builder, parts: &Parts) {
    let value = to.silent();
    to.space(parts.value, value, 0.04);
    let (first, more, point) = (to.any(Set::Digit), to.any(Set::Digit), to.one(b'.'));
    to.arcs(value, &[(first, 0.28), (point, 0.01)]);
    to.arcs(first, &[(more, 0.5), (parts.after, 0.45), (point, 0.05)]);
    to.arcs(more, &[(more, 0.45), (parts.after, 0.5), (point, 0.05)]);
    to.arcs(point, &[(more, 1.0)]);
    names(to, value, 0.32, parts.after, parts.value);
    let (quote, inside, unquote) = (to.one(b'"'), to.silent(), to.one(b'"'));
    to.arcs(value, &[(quote, 0.14)]);
    to.arcs(quote, &[(inside, 0.97), (unquote, 0.03)]);
    to.arcs(unquote, &[(parts.after, 1.0)]);
    text(to, inside, unquote);
    for (sign, probability) in [(b'(', 0.06), (b'-', 0.03), (b'#', 0.003)] {
        to.between(value, sign, parts.value, probability);
    }
    let separator = to.any(Set::Separator);
    to.arcs(value, &[(separator, 0.03)]);
    to.arcs(separator, &[(parts.value, 1.0)]);
    let applied = to.silent();
    let functions = (token::FIRST..token::DEF_FN).filter(|&code| !is_operator(code));
    let items = [
        token::INK,
        token::PAPER,
        token::FLASH,
        token::BRIGHT,
        token::INVERSE,
        token::OVER,
    ];
    let words: Vec<u8> = functions.chain(items).collect();
    for &word in &words {
        let text = token::text(word).unwrap_or_default();
        to.word(value, text, applied, 0.12 / words.len() as f32);
    }
    let space = to.one(b' ');
    to.arcs(applied, &[(space, 0.8), (parts.after, 0.1), (parts.value, 0.1)]);
    to.arcs(space, &[(parts.value, 1.0)]);
}

/// Whether a word stands between two values, or after one.
fn is_operator(code: u8) -> bool {
    matches!(
        code,
        token::OR
            | token::AND
            | token::LESS_EQUAL
            | token::GREATER_EQUAL
            | token::NOT_EQUAL
            | token::THEN
            | token::TO
            | token::STEP
    )
}

/// What follows a value: operators, separators, another statement, or the end of the line.
fn operators(to: &mut Builder, parts: &Parts) {
    let after = to.silent();
    to.space(parts.after, after, 0.15);
    let operator = to.any(Set::Operator);
    to.arcs(after, &[(operator, 0.27)]);
    to.arcs(operator, &[(parts.value, 1.0)]);
    to.between(after, b')', parts.after, 0.08);
    let separator = to.any(Set::Separator);
    to.arcs(after, &[(separator, 0.22)]);
    to.arcs(separator, &[(parts.value, 0.85), (parts.after, 0.15)]);
    for code in [token::LESS_EQUAL, token::GREATER_EQUAL, token::NOT_EQUAL] {
        to.word(after, token::text(code).unwrap_or_default(), parts.value, 0.01);
    }
    for (code, probability, next) in [
        (token::AND, 0.02, parts.value),
        (token::OR, 0.02, parts.value),
        (token::TO, 0.05, parts.value),
        (token::STEP, 0.01, parts.value),
        (token::THEN, 0.04, parts.statement),
    ] {
        let space = to.one(b' ');
        to.word(after, token::text(code).unwrap_or_default(), space, probability);
        to.arcs(space, &[(next, 1.0)]);
    }
    let colon = to.one(b':');
    to.arcs(after, &[(colon, 0.12), (parts.end, 0.15)]);
    to.space(colon, parts.statement, 0.9);
}

/// The text of a string or remark: words, numbers, punctuation, and lines of the same sign.
fn text(to: &mut Builder, from: Node, end: Node) {
    let (space, punctuation, digit) = (to.one(b' '), to.any(Set::Punctuation), to.any(Set::Digit));
    let next = [(punctuation, 0.08), (digit, 0.04), (space, 0.2), (end, 0.03)];
    to.arcs(from, &next);
    for &sign in b"*-=.#_" {
        let same = to.one(sign);
        to.arcs(from, &[(same, 0.002)]);
        to.arcs(same, &[(same, 0.8), (from, 0.14), (end, 0.06)]);
    }
    let after_word = [(space, 0.52), (punctuation, 0.24), (digit, 0.04), (end, 0.2)];
    words(to, from, 0.65, after_word);
    to.arcs(space, &[(from, 0.93), (end, 0.07)]);
    for sign in [punctuation, digit] {
        to.arcs(sign, &[(from, 0.7), (end, 0.3)]);
    }
}

/// Words in capital and in small letters; `after` is what follows them.
fn words(to: &mut Builder, from: Node, probability: f32, after: [(Node, f32); 4]) {
    let letters = |first: u8| first..first + LETTERS as u8;
    let [capital, small] =
        [b'A', b'a'].map(|first| letters(first).map(|code| to.one(code)).collect::<Vec<_>>());
    let mut follow = |before: Node, shares: [f32; 2], following: &Following| {
        for (nodes, share) in [&capital, &small].into_iter().zip(shares) {
            let share = share * (1.0 - following.end);
            let next = nodes.iter().zip(following.letters);
            to.arcs(
                before,
                &next
                    .map(|(&node, letter)| (node, share * letter))
                    .collect::<Vec<_>>(),
            );
        }
        to.arcs(before, &after.map(|(node, share)| (node, share * following.end)));
    };
    let first = letters::following(None);
    follow(
        from,
        [0.54, 0.46].map(|share| share * probability),
        &Following { end: 0.0, ..first },
    );
    for (nodes, shares) in [(&capital, [0.86, 0.14]), (&small, [0.001, 0.999])] {
        for (letter, &node) in nodes.iter().enumerate() {
            follow(node, shares, &letters::following(Some(letter)));
        }
    }
}

/// Connects the states that emit characters with each other. The rest of a row after the end of a line is a
/// state that emits spaces.
fn compiled(builder: &Builder, parts: &Parts) -> Automaton {
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

#[cfg(test)]
mod tests {
    use super::super::{MIN_SEEN, SPACE};
    use super::*;

    const COLUMNS: usize = 32;

    /// The likelihoods of rows of characters; a question mark is a cell that may be any character.
    fn seen(rows: &[&str]) -> Vec<Probabilities> {
        let cells = rows.iter().flat_map(|row| {
            row.bytes()
                .chain(std::iter::repeat(b' '))
                .take(COLUMNS)
                .map(|character| match character {
                    b' ' => SPACE,
                    b'?' => [1.0; ALPHABET],
                    _ => {
                        let mut cell = [MIN_SEEN; ALPHABET];
                        cell[usize::from(character - b' ')] = 1.0;
                        cell
                    }
                })
        });
        cells.collect()
    }

    /// Returns the likeliest character for each question mark.
    fn missing(rows: &[&str]) -> String {
        let (expected, _) = automaton().expect(&seen(rows), COLUMNS);
        let text = rows.iter().flat_map(|row| format!("{row:COLUMNS$}").into_bytes());
        let missing = text.zip(expected).filter(|(character, _)| *character == b'?');
        let likeliest =
            |of: Probabilities| (0..ALPHABET).max_by(|&one, &other| of[one].total_cmp(&of[other]));
        missing
            .map(|(_, of)| char::from(b' ' + likeliest(of).unwrap() as u8))
            .collect()
    }

    #[test]
    fn the_grammar_completes_a_listing() {
        assert_eq!(missing(&["  10 GO ?UB 900: PR?NT a?;\"SIM\""]), "SI$");
        assert_eq!(missing(&["  20 LET x?x+1", "  30 IF a=b THE? ?O TO 10"]), "=NG");
        assert_eq!(
            missing(&["  40 PRINT \"QUANTOS LIVROS E COM", "PRA?: RET?RN"]),
            "\"U"
        );
    }

    #[test]
    fn the_letters_of_words_follow_each_other() {
        assert_eq!(missing(&["  10 REM Q?ANDO: T?E END OF T?ings"]), "UHh");
        assert_eq!(missing(&["  10 PRINT \"*****?**********\""]), "*");
    }

    #[test]
    fn the_evidence_of_known_characters_is_the_same() {
        let rows = ["  10 FOR i=1 TO 10: PRINT x(i)", "  20 NEXT i: REM FIM, no more"];
        let read: Vec<usize> = rows
            .iter()
            .flat_map(|row| format!("{row:COLUMNS$}").into_bytes())
            .map(|character| usize::from(character - b' '))
            .collect();
        let exact = automaton().evidence(&seen(&rows), COLUMNS);
        let fast = automaton().evidence_of(&read, COLUMNS);
        assert!((exact - fast).abs() < 0.5, "{exact} {fast}");
    }

    #[test]
    fn a_listing_is_likelier_than_other_text() {
        let evidence = |rows: &[&str]| automaton().expect(&seen(rows), COLUMNS).1;
        let listing = evidence(&["  10 FOR i=1 TO 10: PRINT i", "  20 NEXT i"]);
        assert!(listing > evidence(&["  10 FQR i=1 TC 10: PRJNT i", "  20 NEXT i"]) + 5.0);
        assert!(listing > evidence(&["  FOR 10 1=i 10: i PRINT", "  i 20 NEXT"]) + 20.0);
    }
}
