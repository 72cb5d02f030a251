//! Reads a machine's BASIC variables from the variable area.
//!
//! The format of the area is in the Manual, chapter 24. The upper three bits of a variable's first byte are
//! its kind, the lower five its letter:
//!
//! | bits | kind | what follows |
//! | --- | --- | --- |
//! | 011 | number, one letter | 5 bytes |
//! | 101 | number, longer name | the other characters, bit 7 set in the last; 5 bytes |
//! | 100 | array of numbers | length (2), dimensions (1), each dimension (2), elements of 5 bytes |
//! | 010 | string | length (2), characters |
//! | 110 | array of characters | as for numbers, elements of 1 byte |
//! | 111 | variable of a FOR | value, limit, step (5 each), line (2) and statement (1) to loop back to |
//!
//! A byte 80 ends the area.

use std::fmt;

use girafa_basic::charset;
use girafa_basic::float5::Float5;
use girafa_spectrum::Spectrum;
use serde::{Serialize, Serializer};

use crate::sysvars;

/// The byte that ends the variable area.
const END: u8 = 0x80;

/// A BASIC variable.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variable {
    /// Its name, `$` included.
    pub name: String,
    /// Its kind and value.
    #[serde(flatten)]
    pub value: Value,
}

/// A number in the machine's format, serialised as the nearest double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub Float5);

/// The value of a variable, by kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Value {
    /// A number.
    Number {
        /// Its value.
        value: Number,
    },
    /// A string.
    String {
        /// Its characters.
        value: String,
    },
    /// An array of numbers.
    Numbers {
        /// Its dimensions.
        dimensions: Vec<u16>,
        /// Its elements, with the last subscript varying fastest.
        values: Vec<Number>,
    },
    /// An array of characters.
    Characters {
        /// Its dimensions; the last one is the length of the strings.
        dimensions: Vec<u16>,
        /// Its strings, all of the last dimension's length; the last subscript but one varies fastest.
        values: Vec<String>,
    },
    /// A loop variable.
    For {
        /// Its value.
        value: Number,
        /// The limit of the loop.
        limit: Number,
        /// The increment that NEXT adds.
        step: Number,
        /// The line that NEXT loops back to.
        line: u16,
        /// The statement in `line` that NEXT loops back to.
        statement: u8,
    },
}

/// The variables of a machine, in the order of the area. The list ends at a truncated or invalid entry, as
/// programs can poke anything there.
pub fn of_machine(machine: &Spectrum) -> Vec<Variable> {
    let start = usize::from(machine.peek16(sysvars::VARS));
    let end = usize::from(machine.peek16(sysvars::E_LINE));
    let area = machine.memory().get(start..end).unwrap_or_default();
    let mut reader = Reader { rest: area };
    std::iter::from_fn(|| reader.variable()).collect()
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn variable(&mut self) -> Option<Variable> {
        let first = self.byte().filter(|&first| first != END)?;
        let letter = (first & 0x1F | 0x60) as char;
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let (suffix, value) = match first >> 5 {
            0b011 => (
                String::new(),
                Value::Number {
                    value: self.number()?,
                },
            ),
            0b101 => (
                self.rest_of_name()?,
                Value::Number {
                    value: self.number()?,
                },
            ),
            0b100 => (String::new(), self.numbers()?),
            0b010 => {
                let length = self.word()?;
                let value = self.text(length.into())?;
                ("$".to_owned(), Value::String { value })
            }
            0b110 => ("$".to_owned(), self.characters()?),
            0b111 => (String::new(), self.for_loop()?),
            _ => return None,
        };
        let name = format!("{letter}{suffix}");
        Some(Variable { name, value })
    }

    fn rest_of_name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            let byte = self.byte()?;
            name.push(char::from(byte & 0x7F));
            if byte & 0x80 != 0 {
                return Some(name);
            }
        }
    }

    fn numbers(&mut self) -> Option<Value> {
        let dimensions = self.dimensions()?;
        let count = product(&dimensions)?;
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(self.number()?);
        }
        Some(Value::Numbers { dimensions, values })
    }

    fn characters(&mut self) -> Option<Value> {
        let dimensions = self.dimensions()?;
        let (&length, before) = dimensions.split_last()?;
        let count = product(before)?;
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(self.text(length.into())?);
        }
        Some(Value::Characters { dimensions, values })
    }

    /// Reads the dimensions of an array. Its length is skipped, as the dimensions determine it.
    fn dimensions(&mut self) -> Option<Vec<u16>> {
        self.word()?;
        let count = self.byte()?;
        (0..count).map(|_| self.word()).collect()
    }

    fn for_loop(&mut self) -> Option<Value> {
        Some(Value::For {
            value: self.number()?,
            limit: self.number()?,
            step: self.number()?,
            line: self.word()?,
            statement: self.byte()?,
        })
    }

    fn number(&mut self) -> Option<Number> {
        let (&bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(Number(Float5(bytes)))
    }

    fn text(&mut self, length: usize) -> Option<String> {
        let (codes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(codes.iter().map(|&code| shown(code)).collect())
    }

    fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }
}

/// Number of elements. `None` if they exceed the machine's memory.
fn product(dimensions: &[u16]) -> Option<usize> {
    dimensions.iter().try_fold(1usize, |product, &dimension| {
        product
            .checked_mul(dimension.into())
            .filter(|&product| product <= 0x1_0000)
    })
}

/// Converts a character to text; one not in Unicode becomes its code in braces, as in a listing.
fn shown(code: u8) -> String {
    charset::to_char(code).map_or_else(|| format!("\\{{{code}}}"), String::from)
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.to_f64())
    }
}

impl fmt::Display for Variable {
    /// Formats the variable like LET, a `FOR` with its limit, step and position, and an array with its
    /// dimensions and a row for each set of the last dimension's elements.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.value {
            Value::Number { value } => write!(f, "{name} = {value}"),
            Value::String { value } => write!(f, "{name} = {}", quoted(value)),
            Value::For {
                value,
                limit,
                step,
                line,
                statement,
            } => write!(
                f,
                "{name} = {value} (FOR, TO {limit} STEP {step}, NEXT goes to {line}:{statement})"
            ),
            Value::Numbers { dimensions, values } => {
                write!(f, "{name}({})", joined(dimensions))?;
                let (&row, outer) = dimensions.split_last().unwrap_or((&1, &[]));
                for (index, values) in values.chunks(usize::from(row).max(1)).enumerate() {
                    let place = place_of(index, outer);
                    write!(f, "\n  {place}{}", joined(values))?;
                }
                Ok(())
            }
            Value::Characters { dimensions, values } => {
                write!(f, "{name}({})", joined(dimensions))?;
                let outer = dimensions.split_last().map_or(&[][..], |(_, outer)| outer);
                for (index, value) in values.iter().enumerate() {
                    write!(f, "\n  {}{}", place_of(index, outer), quoted(value))?;
                }
                Ok(())
            }
        }
    }
}

/// The subscripts, except the last, of row `index` of an array with these outer dimensions; empty if there
/// are none.
fn place_of(mut index: usize, outer: &[u16]) -> String {
    let mut subscripts = Vec::new();
    for &dimension in outer.iter().rev() {
        let dimension = usize::from(dimension).max(1);
        subscripts.insert(0, index % dimension + 1);
        index /= dimension;
    }
    if subscripts.is_empty() {
        String::new()
    } else {
        format!("({}): ", joined(&subscripts))
    }
}

/// Quotes a string as in a listing: a quote inside is doubled.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "\"\""))
}

fn joined<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(", ")
}

impl fmt::Display for Number {
    /// Formats the number as PRINT shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
