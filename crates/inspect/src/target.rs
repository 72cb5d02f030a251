//! Finds, reads and changes a variable, an array or an element in a machine's memory.

use std::fmt;
use std::ops::Range;

use girafa_basic::float5::Float5;
use girafa_basic::token;
use girafa_spectrum::Spectrum;
use thiserror::Error;

use crate::evaluate::{EvaluateError, Evaluated, Expression, text};
use crate::sysvars;

/// The byte that ends the variable area.
const END: u8 = 0x80;
const NUMBER: usize = 5;
/// Maximum number of dimensions of an array.
const MAX_SUBSCRIPTS: usize = 255;
/// Number of bytes kept free below the machine stack.
const MARGIN: u16 = 128;

/// A reference to a variable, an array or an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Its name in lower case, `$` included.
    pub name: String,
    /// Whether the name means a numeric array rather than a number. A string and a character array with the
    /// same name never coexist.
    pub is_array: bool,
    /// The element's subscripts, from 1; empty for the whole variable. The last subscript of a character
    /// array may be left out, which gives a string.
    pub subscripts: Vec<u16>,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subscripts: Vec<String> = self.subscripts.iter().map(u16::to_string).collect();
        match (self.is_array, subscripts.is_empty()) {
            (false, true) => f.write_str(&self.name),
            _ => write!(f, "{}({})", self.name, subscripts.join(",")),
        }
    }
}

/// Errors while reading or changing a variable.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The text is not a variable.
    #[error("expected a variable such as n, total, a$, a(3) or a$(2,1), found {0:?}")]
    NoName(String),
    /// A subscript is not an integer.
    #[error("the subscript {subscript} is not an integer: {value}")]
    Subscript {
        /// The subscript's text.
        subscript: String,
        /// Its value.
        value: String,
    },
    /// A subscript or value could not be evaluated.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The variable or element does not exist.
    #[error("{0} does not exist now, or has no such element")]
    Missing(String),
    /// The value has the wrong type.
    #[error("{name} is {kind}, but {value} is not")]
    Type {
        /// Name of the variable.
        name: String,
        /// Type of the variable.
        kind: &'static str,
        /// The rejected value.
        value: String,
    },
    /// The new value does not fit into the memory.
    #[error("it does not fit in the machine's memory")]
    NoRoom,
}

/// The location of a variable in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    /// All bytes of the variable, including its name.
    whole: Range<usize>,
    /// Address after the name.
    body: usize,
    /// The upper three bits of its first byte.
    kind: u8,
}

const SHORT_NAME: u8 = 0b011;
const LONG_NAME: u8 = 0b101;
const NUMBERS: u8 = 0b100;
const STRING: u8 = 0b010;
const CHARACTERS: u8 = 0b110;
const LOOP: u8 = 0b111;

impl Target {
    /// Parses a variable as written in a listing. Subscripts are expressions, evaluated on a copy of
    /// `machine`.
    ///
    /// # Errors
    /// The text is not a variable, or a subscript is not valid.
    pub fn parse(source: &str, machine: &Spectrum) -> Result<Target, TargetError> {
        let wrong = || TargetError::NoName(source.chars().take(60).collect());
        let compact: String = source.chars().filter(|c| *c != ' ').collect();
        let (name, rest) = match compact.find('(') {
            Some(at) => compact.split_at(at),
            None => (compact.as_str(), ""),
        };
        let name = name.to_ascii_lowercase();
        if !is_name(&name) {
            return Err(wrong());
        }
        let mut target = Target {
            is_array: !rest.is_empty() && !name.ends_with('$'),
            name,
            subscripts: Vec::new(),
        };
        if rest.is_empty() || rest == "()" {
            return Ok(target);
        }
        let inner = rest
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
            .ok_or_else(wrong)?;
        for subscript in at_commas(inner).ok_or_else(wrong)? {
            let value = Expression::parse(subscript)?.evaluate(machine)?;
            let whole = match &value {
                Evaluated::Number(number) => number.whole().and_then(|whole| u16::try_from(whole).ok()),
                _ => None,
            };
            let whole = whole.ok_or_else(|| TargetError::Subscript {
                subscript: subscript.to_owned(),
                value: value.to_string(),
            })?;
            target.subscripts.push(whole);
        }
        if target.subscripts.len() > MAX_SUBSCRIPTS {
            return Err(wrong());
        }
        Ok(target)
    }

    /// The bytes of the value; for a loop variable with its limit and step, for an array with its dimensions.
    /// `None` if it does not exist.
    pub fn bytes<'a>(&self, machine: &'a Spectrum) -> Option<&'a [u8]> {
        let found = self.find(machine)?;
        let range = self.element(machine, &found)?;
        machine.memory().get(range)
    }

    /// The value as text: a number as PRINT shows it, a string in quotes, an array as its dimensions.
    pub fn shown(&self, machine: &Spectrum) -> Option<String> {
        let found = self.find(machine)?;
        let bytes = machine.memory().get(self.element(machine, &found)?)?;
        Some(match found.kind {
            SHORT_NAME | LONG_NAME | LOOP => Evaluated::Number(number(bytes)?).to_string(),
            NUMBERS if !self.subscripts.is_empty() => Evaluated::Number(number(bytes)?).to_string(),
            STRING => Evaluated::String(bytes.get(2..)?.to_vec()).to_string(),
            CHARACTERS if !self.subscripts.is_empty() => format!("\"{}\"", text(bytes).replace('"', "\"\"")),
            _ => {
                let dimensions: Vec<String> = dimensions(bytes)?.iter().map(u16::to_string).collect();
                format!("DIM {}({})", self.name, dimensions.join(","))
            }
        })
    }

    /// Sets the value. A number or an element is changed in place; a string of a different length moves the
    /// memory after it. A variable that does not exist is created.
    ///
    /// # Errors
    /// The value has the wrong type, the element does not exist, or there is not enough memory.
    pub fn set(&self, machine: &mut Spectrum, value: &Evaluated) -> Result<(), TargetError> {
        let is_string = self.name.ends_with('$');
        let mistyped = || TargetError::Type {
            name: self.to_string(),
            kind: if is_string { "a string" } else { "a number" },
            value: value.to_string(),
        };
        let bytes = match value {
            Evaluated::Number(number) if !is_string => number.0.to_vec(),
            Evaluated::String(codes) if is_string => codes.clone(),
            _ => return Err(mistyped()),
        };
        let Some(found) = self.find(machine) else {
            return match self.is_array || !self.subscripts.is_empty() {
                true => Err(TargetError::Missing(self.to_string())),
                false => self.make(machine, &bytes),
            };
        };
        let missing = || TargetError::Missing(self.to_string());
        let place = self.element(machine, &found).ok_or_else(missing)?;
        match found.kind {
            SHORT_NAME | LONG_NAME | LOOP => put(machine, place.start, &bytes),
            NUMBERS if !self.subscripts.is_empty() => put(machine, place.start, &bytes),
            CHARACTERS if !self.subscripts.is_empty() => {
                // As in LET: truncated or padded with spaces.
                let mut padded = bytes;
                padded.resize(place.len(), b' ');
                put(machine, place.start, &padded);
            }
            STRING => {
                let body = found.body;
                resize(machine, body + 2..found.whole.end, bytes.len())?;
                let length = u16::try_from(bytes.len()).map_err(|_| TargetError::NoRoom)?;
                put(machine, body, &length.to_le_bytes());
                put(machine, body + 2, &bytes);
            }
            _ => return Err(mistyped()),
        }
        Ok(())
    }

    /// Creates the variable after the existing ones.
    fn make(&self, machine: &mut Spectrum, value: &[u8]) -> Result<(), TargetError> {
        let letters = self.name.trim_end_matches('$').as_bytes();
        let low = letters[0] & 0x1F;
        let mut bytes = Vec::new();
        if self.name.ends_with('$') {
            let length = u16::try_from(value.len()).map_err(|_| TargetError::NoRoom)?;
            bytes.push(STRING << 5 | low);
            bytes.extend(length.to_le_bytes());
        } else if let [_, middle @ .., last] = letters {
            bytes.push(LONG_NAME << 5 | low);
            bytes.extend_from_slice(middle);
            bytes.push(last | 0x80);
        } else {
            bytes.push(SHORT_NAME << 5 | low);
        }
        bytes.extend_from_slice(value);
        let end = usize::from(machine.peek16(sysvars::E_LINE)).saturating_sub(1);
        resize(machine, end..end, bytes.len())?;
        put(machine, end, &bytes);
        Ok(())
    }

    /// The bytes of the referenced element.
    fn element(&self, machine: &Spectrum, found: &Found) -> Option<Range<usize>> {
        let body = found.body..found.whole.end;
        if !matches!(found.kind, NUMBERS | CHARACTERS) || self.subscripts.is_empty() {
            return self.subscripts.is_empty().then_some(body);
        }
        let bytes = machine.memory().get(body.clone())?;
        let dimensions = dimensions(bytes)?;
        let (size, is_whole_string) = match found.kind {
            NUMBERS => (NUMBER, false),
            _ => (1, self.subscripts.len() + 1 == dimensions.len()),
        };
        let last = usize::from(*dimensions.last()?);
        if self.subscripts.len() + usize::from(is_whole_string) != dimensions.len() {
            return None;
        }
        let mut index = 0usize;
        for (&subscript, &dimension) in self.subscripts.iter().zip(&dimensions) {
            if !(1..=dimension).contains(&subscript) {
                return None;
            }
            index = index * usize::from(dimension) + usize::from(subscript) - 1;
        }
        let (start, length) = match is_whole_string {
            true => (index * last, last),
            false => (index * size, size),
        };
        let first = body.start + 3 + 2 * dimensions.len();
        Some(first + start..first + start + length).filter(|range| range.end <= body.end)
    }

    fn find(&self, machine: &Spectrum) -> Option<Found> {
        let start = usize::from(machine.peek16(sysvars::VARS));
        let end = usize::from(machine.peek16(sysvars::E_LINE));
        let memory = machine.memory();
        let name = self.name.trim_end_matches('$').as_bytes();
        let mut at = start;
        while at < end && memory[at] != END {
            let first = memory[at];
            let (found, next) = variable(memory, at)?;
            let kind_fits = match found.kind {
                STRING | CHARACTERS => self.name.ends_with('$'),
                NUMBERS => self.is_array && !self.name.ends_with('$'),
                _ => !self.is_array && !self.name.ends_with('$'),
            };
            let letter = first & 0x1F | 0x60;
            let rest = &memory[at + 1..found.body];
            let name_fits = name.first() == Some(&letter)
                && name.len() == 1 + rest.len()
                && name[1..].iter().zip(rest).all(|(a, b)| *a == b & 0x7F);
            if kind_fits && name_fits {
                return Some(found);
            }
            at = next;
        }
        None
    }
}

/// The variable at an address, and the address of the next one.
fn variable(memory: &[u8; 0x1_0000], at: usize) -> Option<(Found, usize)> {
    let kind = memory[at] >> 5;
    let word = |at: usize| {
        Some(usize::from(u16::from_le_bytes([
            *memory.get(at)?,
            *memory.get(at + 1)?,
        ])))
    };
    let body = match kind {
        LONG_NAME => at + 2 + memory[at + 1..].iter().position(|byte| byte & 0x80 != 0)?,
        _ => at + 1,
    };
    let length = match kind {
        SHORT_NAME | LONG_NAME => NUMBER,
        LOOP => 3 * NUMBER + 3,
        STRING | NUMBERS | CHARACTERS => 2 + word(body)?,
        _ => return None,
    };
    let end = body + length;
    (end <= memory.len()).then_some((
        Found {
            whole: at..end,
            body,
            kind,
        },
        end,
    ))
}

/// The dimensions of an array, from its bytes after the name.
fn dimensions(bytes: &[u8]) -> Option<Vec<u16>> {
    let count = usize::from(*bytes.get(2)?);
    let sizes = bytes.get(3..3 + 2 * count)?;
    Some(
        sizes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|&size| u16::from_le_bytes(size))
            .collect(),
    )
}

fn number(bytes: &[u8]) -> Option<Float5> {
    bytes.first_chunk().map(|&bytes| Float5(bytes))
}

fn put(machine: &mut Spectrum, start: usize, bytes: &[u8]) {
    for (address, &byte) in (start as u16..).zip(bytes) {
        machine.poke(address, byte);
    }
}

/// System variables that point into the memory after the start of the variables, which move with it (Manual,
/// chapter 25): DEST, E LINE, K CUR, CH ADD, X PTR, WORKSP, STKBOT, STKEND.
const POINTERS: [u16; 8] = [
    0x5C4D,
    0x5C59,
    0x5C5B,
    0x5C5D,
    0x5C5F,
    0x5C61,
    0x5C63,
    sysvars::STKEND,
];

/// Changes the number of bytes at `range` and moves the bytes after them. The caller must fill new bytes.
fn resize(machine: &mut Spectrum, range: Range<usize>, length: usize) -> Result<(), TargetError> {
    let end = usize::from(machine.peek16(sysvars::STKEND));
    if range.end > end || range.len() == length {
        return if range.len() == length {
            Ok(())
        } else {
            Err(TargetError::NoRoom)
        };
    }
    let room = usize::from(machine.cpu.sp.saturating_sub(MARGIN));
    if end + length > room + range.len() {
        return Err(TargetError::NoRoom);
    }
    let moved = machine.memory()[range.end..end].to_vec();
    put(machine, range.start + length, &moved);
    for pointer in POINTERS {
        let old = usize::from(machine.peek16(pointer));
        if (range.end..=end).contains(&old) {
            put(
                machine,
                pointer.into(),
                &((old + length - range.len()) as u16).to_le_bytes(),
            );
        }
    }
    Ok(())
}

/// Whether a text is the name of a variable, in lower case and without spaces.
pub fn is_name(name: &str) -> bool {
    let letters = name.strip_suffix('$').unwrap_or(name);
    let is_string = letters.len() < name.len();
    letters.starts_with(|c: char| c.is_ascii_lowercase())
        && letters
            .bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        && (!is_string || letters.len() == 1)
        && girafa_basic::token::longest_at(name.as_bytes()).is_none_or(|(code, length)| {
            length < name.len() || !matches!(code, token::RND | token::PI | token::INKEY_S)
        })
}

/// Splits a text at commas outside brackets and strings. `None` if brackets are not balanced.
fn at_commas(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth, mut in_string) = (Vec::new(), 0, 0i32, false);
    for (at, c) in text.char_indices() {
        in_string ^= c == '"';
        match c {
            _ if in_string => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => parts.push(&text[std::mem::replace(&mut start, at + 1)..at]),
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    parts.push(&text[start..]);
    (depth == 0 && !in_string).then_some(parts)
}
