//! Finds the value that is out of range: a function's argument, or an operand of a statement.

use std::ops::Range;

use girafa_basic::token;

use super::{Case, Cause};
use crate::fault::report;
use crate::fault::trial::Evaluated;
use crate::fault::words::{self, Kind, Word};
use crate::variables::Number;

/// Maximum number of parts of an expression to evaluate.
const MAX_EVALUATED_PARTS: usize = 60;
/// Maximum number of values to show.
const MAX_SHOWN_OPERANDS: usize = 3;

/// An operand of a statement and its allowed values.
struct Operand {
    words: Range<usize>,
    takes: Option<(String, f64, f64)>,
}

/// The cause of an error due to a numeric value: the smallest part of the expression read last that gives the
/// same error when evaluated alone, otherwise an operand that its statement does not accept.
pub fn cause(case: &Case) -> Cause {
    if let Some(words) = failing_part(case) {
        return of_expression(case, words);
    }
    let operands = operands(case);
    let value = |operand: &Operand| case.trial.number(case.body, &case.words[operand.words.clone()]);
    for operand in &operands {
        let (Some(value), Some((what, least, most))) = (value(operand), &operand.takes) else {
            continue;
        };
        if !(*least..=*most).contains(&(value.to_f64() + 0.5).floor()) {
            return Cause {
                mark: Some(case.span(operand.words.clone())),
                label: format!(
                    "{}{what} {least} to {most}",
                    operand_text(case, &operand.words, &value.to_string(), ": ")
                ),
                subject: Some(value.to_string()),
                value: Some(Number(value)),
                ..Cause::default()
            };
        }
    }
    let draws = |word: &Word| word.is(token::DRAW) || word.is(token::CIRCLE);
    if case.code == report::OUT_OF_RANGE && case.words.first().is_some_and(draws) {
        return Cause {
            label: "this leaves the screen".to_owned(),
            ..Cause::default()
        };
    }
    let known = operands.iter().filter_map(|operand| {
        let text = operand_text(case, &operand.words, &value(operand)?.to_string(), "");
        (!text.is_empty()).then_some(text)
    });
    Cause {
        label: known.take(MAX_SHOWN_OPERANDS).collect::<Vec<_>>().join(", "),
        ..Cause::default()
    }
}

/// `x*2 is 300`, followed by `then`; empty for a literal number.
fn operand_text(case: &Case, words: &Range<usize>, value: &str, then: &str) -> String {
    let is_sign = |word: &Word| word.is(b'-') || word.is(b'+');
    let is_literal = case.words[words.clone()]
        .iter()
        .all(|word| word.kind == Kind::Number || is_sign(word));
    if is_literal {
        String::new()
    } else {
        format!("{} is {value}{then}", case.text(words.clone()))
    }
}

/// The smallest part that ends at the ROM's reading position and gives this error. If that position is not
/// known, the first such part.
fn failing_part(case: &Case) -> Option<Range<usize>> {
    let ends = match case.point {
        Some(_) => case.read()..case.read() + 1,
        None => 1..case.words.len() + 1,
    };
    let mut tried = 0;
    for end in ends {
        let mut depth = 0i32;
        for start in (0..end).rev() {
            let word = &case.words[start];
            depth += i32::from(word.is(b')')) - i32::from(word.is(b'('));
            if depth < 0 || depth == 0 && is_separator(word) {
                break;
            }
            if depth > 0 {
                continue;
            }
            tried += 1;
            if tried > MAX_EVALUATED_PARTS {
                return None;
            }
            let words = start..end;
            if case.trial.words(case.body, &case.words[words.clone()]) == Some(Evaluated::Error(case.code)) {
                return Some(words);
            }
        }
    }
    None
}

/// Whether a word ends an expression.
fn is_separator(word: &Word) -> bool {
    match word.kind {
        Kind::Code(code) => matches!(
            code,
            b',' | b';' | b'\'' | b'#' | token::AT | token::TAB | token::LINE..=u8::MAX
        ),
        _ => false,
    }
}

fn is_function(word: &Word) -> bool {
    matches!(word.kind, Kind::Code(token::VAL_S..=token::NOT))
}

/// The cause in an expression: the argument if it is a function call, otherwise the variables in it.
fn of_expression(case: &Case, words: Range<usize>) -> Cause {
    let mut argument = words.start + 1..words.end;
    while argument.len() > 2 && words::partner(&case.words, argument.start) == Some(argument.end - 1) {
        argument = argument.start + 1..argument.end - 1;
    }
    let value = is_function(&case.words[words.start])
        .then(|| case.trial.number(case.body, &case.words[argument.clone()]))
        .flatten();
    let mut label = match value {
        Some(value) => operand_text(case, &argument, &value.to_string(), ""),
        None => variables(case, &words),
    };
    if let (Some(_), Kind::Code(function)) = (value, case.words[words.start].kind)
        && let Some(takes) = domain(function)
    {
        let name = token::text(function).unwrap_or_default();
        let then = if label.is_empty() { "" } else { ": " };
        label += &format!("{then}{name} takes {takes}");
    }
    Cause {
        mark: Some(case.span(words)),
        label,
        // EXP 1000 is too big, not 1000 itself.
        subject: value
            .filter(|_| case.code != report::NUMBER_TOO_BIG)
            .map(|value| value.to_string()),
        value: value.map(Number),
        ..Cause::default()
    }
}

/// The range of arguments of a function.
fn domain(function: u8) -> Option<&'static str> {
    Some(match function {
        token::CHR_S => "0 to 255",
        token::PEEK | token::IN | token::USR => "0 to 65535",
        token::SQR => "0 and above",
        token::LN => "numbers above 0",
        token::ASN | token::ACS => "-1 to 1",
        _ => return None,
    })
}

/// The variables among these words with their values.
fn variables(case: &Case, words: &Range<usize>) -> String {
    let mut shown: Vec<String> = Vec::new();
    for index in words.clone().filter(|&index| case.is_variable(index)) {
        let end = if case.has_subscripts(index) {
            words::partner(&case.words, index + 1).map_or(index + 1, |close| close + 1)
        } else {
            index + 1
        };
        let Some(value) = case.trial.number(case.body, &case.words[index..end]) else {
            continue;
        };
        let text = format!("{} is {value}", case.text(index..end));
        if !shown.contains(&text) && shown.len() < MAX_SHOWN_OPERANDS {
            shown.push(text);
        }
    }
    shown.join(", ")
}

/// The operands of a statement: the parts between commas, semicolons and keywords.
fn operands(case: &Case) -> Vec<Operand> {
    let Some(Kind::Code(keyword)) = case.words.first().map(|word| word.kind) else {
        return Vec::new();
    };
    let begin = (keyword, 0);
    let (mut context, mut start, mut depth) = (begin, 1, 0i32);
    let mut operands = Vec::new();
    for index in 1..=case.words.len() {
        let word = case.words.get(index);
        if let Some(word) = word {
            depth += i32::from(word.is(b'(')) - i32::from(word.is(b')'));
            let is_assignment = word.is(b'=') && matches!(keyword, token::LET | token::FOR) && start < 3;
            if depth > 0 || !is_separator(word) && !is_assignment {
                continue;
            }
        }
        if start < index {
            operands.push(Operand {
                words: start..index,
                takes: takes(context.0, context.1)
                    .map(|(least, most)| (allowed_values_phrase(context.0), least, most)),
            });
        }
        start = index + 1;
        context = match word.map(|word| word.kind) {
            Some(Kind::Code(b',')) => (context.0, context.1 + 1),
            Some(Kind::Code(b';' | b'\'')) => begin,
            Some(Kind::Code(code)) => (code, 0),
            _ => context,
        };
    }
    operands
}

/// The phrase that introduces the allowed values of a keyword.
fn allowed_values_phrase(code: u8) -> String {
    match code {
        token::OPEN | token::CLOSE | b'#' => "a stream is".to_owned(),
        _ => format!("{} takes", token::text(code).unwrap_or_default()),
    }
}

/// The minimum and maximum of a keyword's operand, according to the manual; for GO TO and the like, up to the
/// machine's largest line number.
fn takes(keyword: u8, operand: u16) -> Option<(f64, f64)> {
    const WORD_RANGE: (f64, f64) = (0.0, 65_535.0);
    Some(match (keyword, operand) {
        (token::POKE | token::OUT, 1) => (-255.0, 255.0),
        (token::PLOT, 0) => (0.0, 255.0),
        (token::PLOT, 1) => (0.0, 175.0),
        (token::AT, 0) => (0.0, 21.0),
        (token::AT, 1) => (0.0, 31.0),
        (token::BEEP, 0) => (0.0, 10.0),
        (token::BEEP, 1) => (-60.0, 69.0),
        (token::BORDER, 0) => (0.0, 7.0),
        (token::INK | token::PAPER, 0) => (0.0, 9.0),
        (token::FLASH | token::BRIGHT, 0) => (0.0, 8.0),
        (token::INVERSE | token::OVER, 0) => (0.0, 1.0),
        (token::OPEN | token::CLOSE | b'#', 0) => (0.0, 15.0),
        (token::GO_TO | token::GO_SUB | token::RUN, 0) => (0.0, 61_439.0),
        (
            token::POKE
            | token::OUT
            | token::PAUSE
            | token::TAB
            | token::CLEAR
            | token::RANDOMIZE
            | token::RESTORE
            | token::LIST
            | token::LLIST,
            0,
        ) => WORD_RANGE,
        _ => return None,
    })
}
