//! Evaluates constant expressions as the machine does, and finds the errors in them.
//!
//! Results that the machine's arithmetic computes exactly are known ([`Float5`]). Approximations (SIN, SQR,
//! powers) are unknown, and nothing that depends on them is reported.

use std::collections::HashMap;
use std::ops::Range;

use super::statements::{Placed, Word};
use crate::float5::{Float5, TooBig};
use crate::grammar::{FUNCTION, NEGATION, NOT, priority};
use crate::number;
use crate::token;

/// The value of an expression, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(Option<Float5>),
    Text(Option<Vec<u8>>),
}

/// The reason why the machine stops at an expression or operand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stop {
    /// The report's letter or digit, or two alternatives: `3 or 4`.
    pub report: &'static str,
    /// The error message.
    pub message: String,
    /// The allowed range, or another hint.
    pub help: String,
    /// The place of the error.
    pub span: Range<usize>,
    /// Whether it is an arithmetic error rather than a value out of range.
    pub arithmetic: bool,
}

/// The five bytes of PI.
const PI: Float5 = Float5([0x82, 0x49, 0x0F, 0xDA, 0xA2]);

/// The limit of EXP; the largest exponent that does not overflow is 88.0297.
const EXP_LIMIT: f64 = 88.03;

/// Maximum nesting of VAL inside VAL's strings.
const MAX_VAL_DEPTH: usize = 4;

/// Known values of numeric variables, by upper-case name.
pub(super) type Known = HashMap<String, Float5>;

/// Reads words from left to right. All methods return `None` if the words are not as expected: the rest is
/// then unknown.
pub(super) struct Values<'a> {
    words: &'a [Placed],
    /// The index of the next word.
    pub at: usize,
    /// The first error.
    pub stop: Option<Stop>,
    known: &'a Known,
    depth: usize,
}

impl<'a> Values<'a> {
    /// Starts at word `at` of a statement, with the variables that are `known`.
    pub fn new(words: &'a [Placed], at: usize, known: &'a Known) -> Values<'a> {
        Values {
            words,
            at,
            stop: None,
            known,
            depth: 0,
        }
    }

    pub fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at).map(|placed| &placed.word)
    }

    pub fn take(&mut self, word: &Word) -> bool {
        let here = self.peek() == Some(word);
        self.at += usize::from(here);
        here
    }

    pub fn symbol(&mut self, symbol: u8) -> Option<()> {
        self.take(&Word::Symbol(symbol)).then_some(())
    }

    /// The place of the words from `start` to the current one.
    pub fn span_from(&self, start: usize) -> Range<usize> {
        let first = self.words.get(start).map_or(0, |word| word.span.start);
        let last = self.at.saturating_sub(1).max(start);
        first..self.words.get(last).map_or(first, |word| word.span.end)
    }

    /// Records an error, unless there was one before.
    pub fn stops(
        &mut self,
        report: &'static str,
        start: usize,
        message: String,
        help: &str,
        arithmetic: bool,
    ) {
        let span = self.span_from(start);
        self.stop.get_or_insert(Stop {
            report,
            message,
            help: help.to_owned(),
            span,
            arithmetic,
        });
    }

    /// Reads a numeric expression: its value if known.
    pub fn number(&mut self) -> Option<Option<Float5>> {
        match self.expression()? {
            Value::Number(value) => Some(value),
            Value::Text(_) => None,
        }
    }

    /// Reads a numeric expression that must be from `least` to `most` after rounding, ignoring its sign if
    /// `magnitude`; otherwise report B. `what` is its name in messages.
    pub fn within(&mut self, what: &str, least: f64, most: f64, magnitude: bool) -> Option<Option<f64>> {
        let start = self.at;
        let value = self.number()?.map(Float5::to_f64);
        let Some(value) = value else { return Some(None) };
        // The short form of -65536 counts as 0 where the sign is ignored.
        if magnitude && value.round() == -65_536.0 {
            return Some(None);
        }
        let size = if magnitude { value.abs() } else { value };
        if size >= most + 0.5 || size < least - 0.5 {
            let help = format!(
                "it can be from {} to {most}",
                if magnitude { -most } else { least }
            );
            self.stops("B", start, format!("{what} {}", shown(value)), &help, false);
        }
        Some(Some(value))
    }

    /// Reads an expression of either type.
    pub fn expression(&mut self) -> Option<Value> {
        self.operation(0)
    }

    fn operation(&mut self, floor: u8) -> Option<Value> {
        let start = self.at;
        let mut left = self.operand()?;
        while let Some(&(Word::Symbol(operator) | Word::Key(operator))) = self.peek() {
            let Some(priority) = priority(operator).filter(|&priority| priority > floor) else {
                break;
            };
            self.at += 1;
            let right = self.operation(priority)?;
            left = self.binary(operator, left, right, start)?;
        }
        Some(left)
    }

    fn binary(&mut self, operator: u8, left: Value, right: Value, start: usize) -> Option<Value> {
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                let (Some(left), Some(right)) = (left, right) else {
                    // Division by zero is an error for any dividend.
                    if operator == b'/' && right.is_some_and(|right| right.to_f64() == 0.0) {
                        self.too_big(start, true);
                    }
                    if operator == b'^' && left.is_some_and(|left| left.to_f64() < 0.0) {
                        self.negative_power(start);
                    }
                    return Some(Value::Number(None));
                };
                Some(Value::Number(self.arithmetic(operator, left, right, start)))
            }
            (Value::Text(left), Value::Text(right)) => {
                let both = left.zip(right);
                Some(match operator {
                    b'+' => Value::Text(both.map(|(left, right)| [left, right].concat())),
                    _ => Value::Number(both.and_then(|(left, right)| compared(operator, &left, &right))),
                })
            }
            (Value::Text(left), Value::Number(right)) if operator == token::AND => {
                Some(Value::Text(left.zip(right).map(|(left, right)| {
                    if right.to_f64() == 0.0 { Vec::new() } else { left }
                })))
            }
            _ => None,
        }
    }

    fn arithmetic(&mut self, operator: u8, left: Float5, right: Float5, start: usize) -> Option<Float5> {
        let result = match operator {
            b'+' => left.plus(right),
            b'-' => left.minus(right),
            b'*' => left.times(right),
            b'/' => left.over(right),
            b'^' => return self.power(left.to_f64(), right.to_f64(), start),
            token::AND => Ok(if right.to_f64() == 0.0 { Float5::ZERO } else { left }),
            token::OR => Ok(if right.to_f64() == 0.0 {
                left
            } else {
                Float5::from(1)
            }),
            _ => return compared(operator, &left.to_f64(), &right.to_f64()),
        };
        match result {
            Ok(value) => Some(value),
            Err(TooBig) => {
                self.too_big(start, operator == b'/' && right.to_f64() == 0.0);
                None
            }
        }
    }

    fn too_big(&mut self, start: usize, by_zero: bool) {
        let (message, help) = if by_zero {
            ("division by zero", "")
        } else {
            (
                "the result is too big for a number",
                "the largest number is 1.7014118E+38",
            )
        };
        self.stops("6", start, message.to_owned(), help, true);
    }

    fn negative_power(&mut self, start: usize) {
        let help = "the base of a power may not be negative: multiply instead";
        self.stops("A", start, "a power of a negative number".to_owned(), help, true);
    }

    fn power(&mut self, base: f64, exponent: f64, start: usize) -> Option<Float5> {
        if base < 0.0 {
            self.negative_power(start);
            return None;
        }
        if base == 0.0 {
            return match exponent {
                0.0 => Some(Float5::from(1)),
                0.0.. => Some(Float5::ZERO),
                _ => {
                    self.too_big(start, true);
                    None
                }
            };
        }
        if exponent * base.ln() > EXP_LIMIT {
            self.too_big(start, false);
        }
        None
    }

    /// Reads an operand: a value with its functions, without operators.
    pub fn primary(&mut self) -> Option<Value> {
        self.operation(FUNCTION)
    }

    fn operand(&mut self) -> Option<Value> {
        let start = self.at;
        let word = self.peek()?;
        self.at += 1;
        match word {
            Word::Number(value) => Some(Value::Number(Some(*value))),
            Word::Text(text) => {
                let mut text = text.clone();
                // Two quotes inside a string represent one.
                let mut quoted = false;
                while let (Some(Word::Text(more)), false) = (self.peek(), quoted) {
                    let touches = self.words[self.at].span.start == self.words[self.at - 1].span.end;
                    if touches {
                        text.push(b'"');
                        text.extend(more);
                        self.at += 1;
                    } else {
                        quoted = true;
                    }
                }
                self.sliced(Some(text), start)
            }
            Word::Symbol(b'-') => match self.operation(NEGATION)? {
                Value::Number(value) => Some(Value::Number(value.map(Float5::negate))),
                Value::Text(_) => None,
            },
            Word::Symbol(b'+') => self.operand(),
            Word::Symbol(b'(') => {
                let value = self.expression()?;
                self.symbol(b')')?;
                match value {
                    Value::Text(text) => self.sliced(text, start),
                    number => Some(number),
                }
            }
            Word::Name(name) => {
                if self.peek() != Some(&Word::Symbol(b'('))
                    && let Some(&value) = self.known.get(name)
                {
                    return Some(Value::Number(Some(value)));
                }
                self.brackets()?;
                Some(if name.ends_with('$') {
                    Value::Text(None)
                } else {
                    Value::Number(None)
                })
            }
            &Word::Key(function) => self.function(function, start),
            Word::Symbol(_) => None,
        }
    }

    /// Reads any number of brackets after a name: subscripts and slices.
    pub fn brackets(&mut self) -> Option<()> {
        while self.take(&Word::Symbol(b'(')) {
            loop {
                match self.peek()? {
                    Word::Symbol(b')') => break self.at += 1,
                    Word::Symbol(b',') | Word::Key(token::TO) => self.at += 1,
                    _ => {
                        let start = self.at;
                        if let Value::Number(Some(value)) = self.expression()? {
                            let value = value.to_f64();
                            if !(-0.5..65535.5).contains(&value) {
                                let message = format!("subscript {}", shown(value));
                                self.stops("B", start, message, "it can be from 0 to 65535", false);
                            }
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Applies the slices after a string.
    fn sliced(&mut self, text: Option<Vec<u8>>, start: usize) -> Option<Value> {
        if self.peek() != Some(&Word::Symbol(b'(')) {
            return Some(Value::Text(text));
        }
        // One character by its number is evaluated, a slice is not.
        let open = self.at;
        self.at += 1;
        let known = match (self.peek()?, text) {
            (Word::Key(token::TO) | Word::Symbol(b')'), _) => None,
            (_, text) => self.number()?.zip(text),
        };
        if self.peek() != Some(&Word::Symbol(b')')) {
            self.at = open;
            self.brackets()?;
            return Some(Value::Text(None));
        }
        self.at += 1;
        let one = known.and_then(|(number, text)| {
            let number = number.to_f64();
            if !(-0.5..65535.5).contains(&number) {
                let message = format!("character {} of a string", shown(number));
                self.stops("B", start, message, "it can be from 0 to 65535", false);
                return None;
            }
            let number = number.round();
            let one = (number as usize)
                .checked_sub(1)
                .and_then(|at| text.get(at))
                .copied();
            if one.is_none() {
                let message = format!("character {number} of a string that has {}", text.len());
                self.stops("3", start, message, "the first character is number 1", false);
            }
            one
        });
        self.brackets()?;
        Some(Value::Text(one.map(|code| vec![code])))
    }

    fn function(&mut self, function: u8, start: usize) -> Option<Value> {
        let name = token::text(function)?;
        match function {
            token::PI => return Some(Value::Number(Some(PI))),
            token::RND => return Some(Value::Number(None)),
            token::BIN => {
                let Some(Word::Number(value)) = self.peek() else {
                    return Some(Value::Number(None));
                };
                self.at += 1;
                return Some(Value::Number(Some(*value)));
            }
            token::INKEY_S => {
                if self.take(&Word::Symbol(b'#')) {
                    self.operand()?;
                }
                return self.sliced(None, start);
            }
            token::FN => {
                let Some(Word::Name(name)) = self.peek() else {
                    return None;
                };
                self.at += 1;
                self.symbol(b'(')?;
                while !self.take(&Word::Symbol(b')')) {
                    self.expression()?;
                    self.take(&Word::Symbol(b','));
                }
                return if name.ends_with('$') {
                    self.sliced(None, start)
                } else {
                    Some(Value::Number(None))
                };
            }
            token::POINT | token::ATTR | token::SCREEN_S => {
                // POINT checks x and y as PLOT does. Off the screen, ATTR and SCREEN$ return a value for
                // operands up to a byte.
                let (first, second) = if function == token::POINT {
                    (255.0, 175.0)
                } else {
                    (255.0, 255.0)
                };
                self.symbol(b'(')?;
                self.within(name, 0.0, first, true)?;
                self.symbol(b',')?;
                self.within(name, 0.0, second, true)?;
                self.symbol(b')')?;
                return if function == token::SCREEN_S {
                    self.sliced(None, start)
                } else {
                    Some(Value::Number(None))
                };
            }
            token::NOT => {
                let Value::Number(value) = self.operation(NOT)? else {
                    return None;
                };
                return Some(Value::Number(
                    value.map(|value| Float5::from(i32::from(value.to_f64() == 0.0))),
                ));
            }
            _ => {}
        }
        let operand = self.at;
        let value = self.operation(FUNCTION)?;
        Some(match (function, value) {
            (token::VAL, Value::Text(text)) => Value::Number(text.and_then(|text| self.val(&text, operand))),
            (token::VAL_S, Value::Text(_)) => Value::Text(None),
            (token::LEN, Value::Text(text)) => {
                Value::Number(text.and_then(|text| Float5::short(text.len() as i64)))
            }
            (token::CODE, Value::Text(text)) => {
                Value::Number(text.map(|text| Float5::from(text.first().map_or(0, |&code| i32::from(code)))))
            }
            (token::USR, Value::Text(text)) => {
                if text.is_some_and(|text| !is_udg(&text)) {
                    let help = "USR takes the letter of a user-defined graphic, a to u, or an address";
                    self.stops(
                        "A",
                        start,
                        "USR of a string that is not such a letter".to_owned(),
                        help,
                        true,
                    );
                }
                Value::Number(None)
            }
            (_, Value::Text(_)) => return None,
            (token::CHR_S | token::STR_S, Value::Number(None)) => Value::Text(None),
            (_, Value::Number(None)) => Value::Number(None),
            (token::STR_S, Value::Number(Some(value))) => Value::Text(Some(value.to_string().into_bytes())),
            (token::CHR_S, Value::Number(Some(value))) => {
                let value = value.to_f64();
                if (-0.5..255.5).contains(&value) {
                    // The text that these codes make is not distinguished from its letters.
                    Value::Text(Some(vec![value.round() as u8]))
                } else {
                    let help = "a character's code is from 0 to 255";
                    self.stops("B", start, format!("CHR$ {}", shown(value)), help, false);
                    Value::Text(None)
                }
            }
            (_, Value::Number(Some(value))) => Value::Number(self.numeric(function, value, start)),
        })
    }

    /// Evaluates a numeric function of a number.
    fn numeric(&mut self, function: u8, operand: Float5, start: usize) -> Option<Float5> {
        let value = operand.to_f64();
        let (report, wrong, help) = match function {
            token::INT => return Some(operand.int()),
            token::SGN => {
                return Some(Float5::from(i32::from(value > 0.0) - i32::from(value < 0.0)));
            }
            token::ABS => {
                return Some(if value < 0.0 { operand.negate() } else { operand });
            }
            token::SQR => ("A", value < 0.0, "there is no square root of a negative number"),
            token::LN => ("A", value <= 0.0, "logarithms are those of numbers above 0"),
            // The square of a large number overflows.
            token::ASN | token::ACS => (
                if value.abs() < 1e15 { "A" } else { "A or 6" },
                value.abs() > 1.0,
                "it needs a number from -1 to 1",
            ),
            token::EXP => (
                "6",
                value > EXP_LIMIT,
                "the result of EXP for 88.03 or more is too big",
            ),
            token::PEEK | token::IN | token::USR => (
                "B",
                !(-0.5..65535.5).contains(&value),
                "an address is from 0 to 65535",
            ),
            _ => return None,
        };
        if wrong {
            let message = format!("{} {}", token::text(function).unwrap_or_default(), shown(value));
            self.stops(report, start, message, help, report != "B");
        }
        None
    }

    /// Evaluates VAL of `text`, if it is a constant expression.
    fn val(&mut self, text: &[u8], operand: usize) -> Option<Float5> {
        if self.depth == MAX_VAL_DEPTH {
            return None;
        }
        let span = self.span_from(operand);
        let words = words_of(text, &span)?;
        let mut inner = Values {
            words: &words,
            at: 0,
            stop: None,
            known: self.known,
            depth: self.depth + 1,
        };
        let value = inner.number().filter(|_| inner.at == words.len())?;
        if let Some(stop) = inner.stop {
            self.stop.get_or_insert(Stop { span, ..stop });
        }
        value
    }
}

/// Returns the words of a string that VAL evaluates, all at the same place. `None` if it is not a constant
/// expression.
fn words_of(text: &[u8], span: &Range<usize>) -> Option<Vec<Placed>> {
    let mut words: Vec<Placed> = Vec::new();
    let mut rest = text;
    while let Some(&code) = rest.first() {
        let (word, length) = match code {
            b' ' => {
                rest = &rest[1..];
                continue;
            }
            b'0'..=b'9' | b'.' => {
                let length = number::literal_length(rest);
                let digits = std::str::from_utf8(rest.get(..length)?).ok()?;
                let is_binary = words
                    .last()
                    .is_some_and(|last| last.word == Word::Key(token::BIN));
                if is_binary || length == 0 {
                    return None;
                }
                (Word::Number(number::decimal(digits).ok()?), length)
            }
            token::FIRST.. => (Word::Key(code), 1),
            b'+' | b'-' | b'*' | b'/' | b'^' | b'(' | b')' | b'<' | b'>' | b'=' => (Word::Symbol(code), 1),
            _ => return None,
        };
        words.push(Placed {
            word,
            span: span.clone(),
            inside: Vec::new(),
        });
        rest = &rest[length..];
    }
    Some(words)
}

/// Whether the text is a user-defined graphic, or its letter.
fn is_udg(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'u' | b'A'..=b'U' | 0x90..=0xA4])
}

/// The result of a comparison: 1 or 0.
fn compared<T: PartialOrd + ?Sized>(operator: u8, left: &T, right: &T) -> Option<Float5> {
    let holds = match operator {
        b'=' => left == right,
        b'<' => left < right,
        b'>' => left > right,
        token::LESS_EQUAL => left <= right,
        token::GREATER_EQUAL => left >= right,
        token::NOT_EQUAL => left != right,
        _ => return None,
    };
    Some(Float5::from(i32::from(holds)))
}

/// Formats a value for a message.
pub(super) fn shown(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value}")
    } else {
        format!("{value:.6}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }
}
