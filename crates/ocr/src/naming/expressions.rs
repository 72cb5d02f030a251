//! The values of a listing and what follows them, by the command that they belong to.

use girafa_basic::token;

use super::builder::{Builder, Node, Parts, Set, USES, Use};

/// The probabilities of what follows a value.
struct After {
    compared: f32,
    calculated: f32,
    closed: f32,
    comma: f32,
    semicolon: f32,
    apostrophe: f32,
    and_or: f32,
    to: f32,
    step: f32,
    then: f32,
    colon: f32,
    end: f32,
}

impl Use {
    /// What the values of a command are part of.
    pub(super) fn of(command: u8) -> Use {
        match command {
            token::IF => Use::Condition,
            token::PRINT | token::LPRINT | token::INPUT => Use::Items,
            token::LET | token::FOR => Use::Assignment,
            _ => Use::List,
        }
    }

    fn after(self) -> After {
        let usual = After {
            compared: 0.01,
            calculated: 0.12,
            closed: 0.1,
            comma: 0.04,
            semicolon: 0.002,
            apostrophe: 0.001,
            and_or: 0.01,
            to: 0.01,
            step: 0.0,
            then: 0.002,
            colon: 0.15,
            end: 0.15,
        };
        match self {
            Use::Condition => After {
                compared: 0.3,
                calculated: 0.05,
                and_or: 0.06,
                then: 0.25,
                colon: 0.003,
                end: 0.005,
                ..usual
            },
            Use::Items => After {
                comma: 0.06,
                semicolon: 0.3,
                apostrophe: 0.04,
                calculated: 0.06,
                ..usual
            },
            Use::Assignment => After {
                calculated: 0.2,
                to: 0.08,
                step: 0.01,
                ..usual
            },
            Use::List => After {
                comma: 0.3,
                semicolon: 0.01,
                calculated: 0.08,
                ..usual
            },
        }
    }

    /// The probability that a string is of this use: all have the same states for strings, so that it is not known.
    fn share_of_strings(self) -> f32 {
        match self {
            Use::Items => 0.55,
            Use::Condition => 0.1,
            Use::Assignment => 0.15,
            Use::List => 0.2,
        }
    }
}

/// Adds numbers, names, strings, functions, and what may precede them.
pub(super) fn values(to: &mut Builder, parts: &Parts, usage: Use) {
    let [before, after] = parts.values[usage as usize];
    let value = to.silent();
    to.space(before, value, 0.04);
    let (first, more, point) = (to.any(Set::Digit), to.any(Set::Digit), to.one(b'.'));
    to.arcs(value, &[(first, 0.28), (point, 0.004)]);
    to.arcs(first, &[(more, 0.5), (after, 0.48), (point, 0.02)]);
    to.arcs(more, &[(more, 0.45), (after, 0.54), (point, 0.01)]);
    to.arcs(point, &[(more, 1.0)]);
    names(to, value, 0.32, after, before);
    let quote = to.one(b'"');
    to.arcs(value, &[(quote, 0.14)]);
    to.arcs(quote, &[(parts.string, 1.0)]);
    for (sign, probability) in [(b'(', 0.06), (b'-', 0.03), (b'#', 0.003)] {
        to.between(value, sign, before, probability);
    }
    functions(to, value, [before, after]);
    if let Use::Items = usage {
        controls(to, value, before);
    }
}

/// Adds the functions before a value.
fn functions(to: &mut Builder, value: Node, [before, after]: [Node; 2]) {
    let is_function = |&code: &u8| !is_operator(code) && !matches!(code, token::AT | token::TAB);
    let words: Vec<u8> = (token::FIRST..token::DEF_FN).filter(is_function).collect();
    let applied = to.silent();
    for &word in &words {
        let text = token::text(word).unwrap_or_default();
        to.word(value, text, applied, 0.12 / words.len() as f32);
    }
    let space = to.one(b' ');
    to.arcs(applied, &[(space, 0.8), (after, 0.1), (before, 0.1)]);
    to.arcs(space, &[(before, 1.0)]);
}

/// Adds what stands between items: places, colours, and separators that follow each other.
fn controls(to: &mut Builder, value: Node, before: Node) {
    for (separator, probability) in [(b';', 0.02), (b',', 0.01), (b'\'', 0.04)] {
        to.between(value, separator, before, probability);
    }
    to.word(value, "TAB ", before, 0.01);
    let [place, row, column, next] = [to.silent(), to.silent(), to.silent(), to.silent()];
    to.word(value, "AT ", place, 0.06);
    coordinate(to, place, row);
    to.between(row, b',', column, 1.0);
    coordinate(to, column, next);
    to.between(next, b';', before, 1.0);
    to.arcs(place, &[(before, 0.4)]);
    for word in token::INK..=token::OVER {
        let [colour, next] = [to.one(b' '), to.silent()];
        to.word(value, token::text(word).unwrap_or_default(), colour, 0.005);
        coordinate(to, colour, next);
        to.between(next, b';', before, 1.0);
        to.arcs(colour, &[(before, 0.4)]);
    }
}

/// Adds a number with one or two digits, or a name with one letter: other expressions are added by the caller.
fn coordinate(to: &mut Builder, from: Node, after: Node) {
    let (first, second, name) = (to.any(Set::Digit), to.any(Set::Digit), to.any(Set::Initial));
    to.arcs(from, &[(first, 0.45), (name, 0.15)]);
    to.arcs(first, &[(second, 0.5), (after, 0.5)]);
    to.arcs(second, &[(after, 1.0)]);
    to.arcs(name, &[(after, 1.0)]);
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

/// Adds a name, perhaps of a string or of an array.
pub(super) fn names(to: &mut Builder, from: Node, probability: f32, after: Node, subscript: Node) {
    let (initial, more, end) = (to.any(Set::Initial), to.any(Set::InName), to.silent());
    to.arcs(from, &[(initial, probability)]);
    to.arcs(initial, &[(more, 0.2), (end, 0.8)]);
    to.arcs(more, &[(more, 0.7), (end, 0.3)]);
    let (dollar, bracket) = (to.one(b'$'), to.one(b'('));
    to.arcs(end, &[(dollar, 0.2), (after, 0.72), (bracket, 0.08)]);
    to.arcs(dollar, &[(after, 0.8), (bracket, 0.2)]);
    to.arcs(bracket, &[(subscript, 1.0)]);
}

/// Adds what follows a value: operators, separators, another statement, or the end of the line.
pub(super) fn operators(to: &mut Builder, parts: &Parts, usage: Use) {
    let [before, value] = parts.values[usage as usize];
    let of = usage.after();
    let after = to.silent();
    to.space(value, after, 0.1);
    for (set, probability) in [(Set::Compared, of.compared), (Set::Calculated, of.calculated)] {
        let operator = to.any(set);
        to.arcs(after, &[(operator, probability)]);
        to.arcs(operator, &[(before, 1.0)]);
    }
    to.between(after, b')', value, of.closed);
    for (separator, probability) in [(b',', of.comma), (b';', of.semicolon), (b'\'', of.apostrophe)] {
        let node = to.one(separator);
        to.arcs(after, &[(node, probability)]);
        to.arcs(node, &[(before, 0.9), (value, 0.1)]);
    }
    for code in [token::LESS_EQUAL, token::GREATER_EQUAL, token::NOT_EQUAL] {
        to.word(
            after,
            token::text(code).unwrap_or_default(),
            before,
            of.compared / 10.0,
        );
    }
    for (code, probability, next) in [
        (token::AND, of.and_or / 2.0, before),
        (token::OR, of.and_or / 2.0, before),
        (token::TO, of.to, before),
        (token::STEP, of.step, before),
        (token::THEN, of.then, parts.statement),
    ] {
        if probability > 0.0 {
            let space = to.one(b' ');
            to.word(after, token::text(code).unwrap_or_default(), space, probability);
            to.arcs(space, &[(next, 1.0)]);
        }
    }
    let colon = to.one(b':');
    to.arcs(after, &[(colon, of.colon), (parts.end, of.end)]);
    to.space(colon, parts.statement, 0.95);
}

/// Adds what follows the text of a string.
pub(super) fn string(to: &mut Builder, parts: &Parts, end: Node) {
    let quote = to.one(b'"');
    to.arcs(end, &[(quote, 1.0)]);
    for usage in USES {
        to.arcs(
            quote,
            &[(parts.values[usage as usize][1], usage.share_of_strings())],
        );
    }
}
