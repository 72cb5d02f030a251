//! The text of strings and remarks: words, numbers and marks.

use super::builder::{Builder, Node, Set};
use super::letters::{self, Following, LETTERS};

/// Which letters a text has.
#[derive(Clone, Copy)]
enum Case {
    Capital,
    /// Small letters; sentences, and some words, start with a capital.
    Small,
}

/// Signs of which there may be whole lines, with the probability that one starts.
const LINES: [(u8, f32); 6] = [
    (b'*', 0.004),
    (b'-', 0.004),
    (b'=', 0.002),
    (b'.', 0.002),
    (b'#', 0.0005),
    (b'_', 0.0005),
];
/// Marks at the end of a sentence and within it, with their probability after a word.
const STOPS: [(u8, f32); 3] = [(b'.', 0.05), (b'!', 0.02), (b'?', 0.02)];
const PAUSES: [(u8, f32); 3] = [(b',', 0.06), (b';', 0.01), (b':', 0.02)];

/// Adds a text between two places.
pub(super) fn text(to: &mut Builder, from: Node, end: Node) {
    for case in [Case::Capital, Case::Small] {
        let start = to.silent();
        to.arcs(from, &[(start, 0.5)]);
        text_in(case, to, start, end);
    }
}

fn text_in(case: Case, to: &mut Builder, start: Node, end: Node) {
    // Where a sentence, a word or anything else starts, and where a word ends.
    let [sentence, word, next, ended] = [to.silent(), to.silent(), to.silent(), to.silent()];
    words(case, to, [sentence, word], ended);
    let (space, digit, sign) = (to.one(b' '), to.any(Set::Digit), to.any(Set::Sign));
    let (opening, closing, accent) = (to.one(b'('), to.one(b')'), to.one(b'\''));

    to.arcs(start, &[(sentence, 0.8), (space, 0.2)]);
    to.arcs(sentence, &[(next, 0.3)]);
    let others = [(digit, 0.06), (opening, 0.02), (sign, 0.05), (space, 0.04)];
    to.arcs(next, &[(word, 0.82)]);
    to.arcs(next, &others);
    for (sign, probability) in LINES {
        let same = to.one(sign);
        to.arcs(next, &[(same, probability)]);
        to.arcs(same, &[(same, 0.85), (next, 0.1), (end, 0.05)]);
    }
    to.arcs(space, &[(next, 0.97), (end, 0.03)]);
    to.arcs(digit, &[(digit, 0.4), (ended, 0.5), (word, 0.1)]);
    to.arcs(sign, &[(next, 0.5), (space, 0.3), (end, 0.1), (sign, 0.1)]);
    to.arcs(
        opening,
        &[(word, 0.55), (digit, 0.3), (closing, 0.1), (sign, 0.05)],
    );
    to.arcs(closing, &[(ended, 1.0)]);
    // Letters cannot have accents, so that these follow them.
    to.arcs(accent, &[(ended, 0.7), (word, 0.3)]);

    let signs = [
        (digit, 0.01),
        (opening, 0.02),
        (sign, 0.03),
        (closing, 0.02),
        (accent, 0.01),
    ];
    to.arcs(ended, &[(space, 0.58), (end, 0.12)]);
    to.arcs(ended, &signs);
    for (mark, probability) in STOPS {
        let (stop, space) = (to.one(mark), to.one(b' '));
        to.arcs(ended, &[(stop, probability)]);
        to.arcs(
            stop,
            &[
                (stop, 0.15),
                (end, 0.4),
                (closing, 0.02),
                (sign, 0.01),
                (next, 0.03),
                (space, 0.4),
            ],
        );
        to.arcs(space, &[(sentence, 0.95), (end, 0.05)]);
    }
    for (mark, probability) in PAUSES {
        let pause = to.one(mark);
        to.arcs(ended, &[(pause, probability)]);
        to.arcs(pause, &[(space, 0.8), (next, 0.1), (end, 0.1)]);
    }
}

/// Adds the words at the start of a sentence and those within it.
fn words(case: Case, to: &mut Builder, [sentence, word]: [Node; 2], ended: Node) {
    let mut alphabet = |first: u8| {
        (first..first + LETTERS as u8)
            .map(|code| to.one(code))
            .collect::<Vec<_>>()
    };
    let capital = alphabet(b'A');
    let small = match case {
        Case::Capital => capital.clone(),
        Case::Small => alphabet(b'a'),
    };
    let mut follow = |from: Node, nodes: &[Node], share: f32, following: &Following| {
        let share = share * (1.0 - following.end);
        let arcs = nodes
            .iter()
            .zip(following.letters)
            .map(|(&node, letter)| (node, share * letter));
        to.arcs(from, &arcs.collect::<Vec<_>>());
        to.arcs(from, &[(ended, following.end)]);
    };
    let first = Following {
        end: 0.0,
        ..letters::following(None)
    };
    follow(sentence, &capital, 0.7, &first);
    follow(word, &capital, 0.1, &first);
    follow(word, &small, 0.9, &first);
    let mut inside = small.iter().enumerate().collect::<Vec<_>>();
    if let Case::Small = case {
        inside.extend(capital.iter().enumerate());
    }
    for (letter, &node) in inside {
        follow(node, &small, 1.0, &letters::following(Some(letter)));
    }
}
