//! Locates things in the memory of a stopped machine: the statement, the text being read, the active GO SUBs.

use std::ops::Range;

use girafa_basic::program::{Line, Program};
use girafa_basic::token;
use girafa_spectrum::Spectrum;

use crate::sysvars;
use crate::{StatementPlace, program, statements};

/// The saved position in the program while READ evaluates DATA.
pub const X_PTR: u16 = 0x5C5F;
/// The end of the last DATA item read.
pub const DATADD: u16 = 0x5C57;
/// The byte that ends the GO SUB stack; it is not the high byte of a line number.
const GO_SUB_END: u8 = 0x3E;
/// Number of addresses searched for the end of the GO SUB stack.
const MAX_SEARCHED_BYTES: u16 = 512;
/// Maximum length of a text in the work space.
const MAX_TEXT_LENGTH: usize = 1024;

/// The program and the edit line of a machine.
pub struct Scene<'a> {
    /// The machine.
    pub machine: &'a Spectrum,
    /// The lines with the addresses of their bodies.
    lines: Vec<(u16, Line)>,
    /// The edit line with the address of its body.
    typed: (u16, Line),
}

/// A statement in memory.
#[derive(Debug, Clone)]
pub struct Found {
    /// The line; its number is 0 for a direct command or a text in the work space.
    pub line: Line,
    /// Number of the statement in the line.
    pub statement: u8,
    /// Its byte range in the line's body.
    pub range: Range<usize>,
    /// The address of the line's body.
    pub address: u16,
}

impl<'a> Scene<'a> {
    /// Reads the program and the edit line from the machine's memory.
    pub fn new(machine: &'a Spectrum) -> Scene<'a> {
        let mut address = machine.peek16(sysvars::PROG);
        let lines = program::of_machine(machine).map_or_else(Vec::new, |program: Program| program.lines);
        let lines = lines
            .into_iter()
            .map(|line| {
                let body = address.wrapping_add(4);
                address = body.wrapping_add(line.body.len() as u16 + 1);
                (body, line)
            })
            .collect();
        let start = machine.peek16(sysvars::E_LINE);
        Scene {
            machine,
            lines,
            typed: (start, text_at(machine, start)),
        }
    }

    /// Whether line 0 in a report means the direct command: a loader's program may have a line 0 as well.
    pub fn is_typed(&self) -> bool {
        sysvars::place(self.machine).line != 0
    }

    /// The line with this number; 0 for the direct command, while it runs.
    fn line(&self, number: u16) -> Option<&(u16, Line)> {
        match number {
            0 if self.is_typed() => Some(&self.typed).filter(|(_, line)| !line.body.is_empty()),
            _ => self.lines.iter().find(|(_, line)| line.number == number),
        }
    }

    /// The statement at a position.
    pub fn statement(&self, place: StatementPlace) -> Option<Found> {
        let (address, line) = self.line(place.line)?;
        let index = usize::from(place.statement.checked_sub(1)?);
        let range = statements::ranges(&line.body).get(index)?.clone();
        Some(Found {
            line: line.clone(),
            statement: place.statement,
            range,
            address: *address,
        })
    }

    /// The statement of the program or of the edit line that contains an address, or ends there.
    pub fn at(&self, address: u16) -> Option<Found> {
        let mut lines = self.lines.iter().chain([&self.typed]);
        let offset = |start: u16| usize::from(address.wrapping_sub(start));
        let (start, line) = lines.find(|(start, line)| offset(*start) <= line.body.len())?;
        let at = offset(*start);
        let ranges = statements::ranges(&line.body);
        let index = ranges.iter().position(|range| at <= range.end)?;
        Some(Found {
            line: line.clone(),
            statement: u8::try_from(index + 1).ok()?,
            range: ranges[index].clone(),
            address: *start,
        })
    }

    /// The DEF FN of a function, by its name in the form of [`words::name`](super::words::name).
    pub fn definition(&self, name: &str) -> Option<Found> {
        self.lines.iter().find_map(|(address, line)| {
            let ranges = statements::ranges(&line.body);
            (1..=u8::MAX).zip(ranges).find_map(|(statement, range)| {
                let words = super::words::of(&line.body, range.clone());
                let [keyword, function, ..] = &words[..] else {
                    return None;
                };
                let is_it = keyword.is(token::DEF_FN) && super::words::name(&line.body, function) == name;
                is_it.then(|| Found {
                    line: line.clone(),
                    statement,
                    range,
                    address: *address,
                })
            })
        })
    }

    /// Whether the program contains a statement with this keyword.
    pub fn has(&self, keyword: u8) -> bool {
        self.lines.iter().any(|(_, line)| {
            let ranges = statements::ranges(&line.body);
            ranges.into_iter().any(|range| {
                let first = super::words::of(&line.body, range).into_iter().next();
                first.is_some_and(|word| word.is(keyword))
            })
        })
    }

    /// The text being read at `address`, if it begins at the start of the work space: an answer to INPUT.
    pub fn answer(&self, address: u16) -> Option<(u16, Line)> {
        let start = self.machine.peek16(sysvars::WORKSP);
        let line = text_at(self.machine, start);
        (usize::from(address.checked_sub(start)?) <= line.body.len()).then_some((start, line))
    }

    /// The address of a text equal to `text` that is being read at `address` and ends with ENTER: the
    /// argument of VAL.
    pub fn copy_of(&self, text: &[u8], address: u16) -> Option<u16> {
        let memory = self.machine.memory();
        let is_there = |start: &u16| {
            let start = usize::from(*start);
            // The ROM inserts hidden numbers into the text while it checks it.
            let line = text_from(&memory[start..]);
            let plain: Vec<u8> = girafa_basic::program::pieces(line)
                .filter_map(|piece| match piece {
                    girafa_basic::program::Piece::Code(code) => Some(code),
                    girafa_basic::program::Piece::Number(_) => None,
                })
                .collect();
            plain == text && usize::from(address) <= start + line.len()
        };
        let first = address.saturating_sub(MAX_TEXT_LENGTH as u16);
        (first..=address).rev().find(is_there)
    }

    /// The text at an address as a line.
    pub fn text(&self, address: u16) -> Line {
        text_at(self.machine, address)
    }
}

/// The bytes at an address, up to ENTER, as a line without a number.
fn text_at(machine: &Spectrum, address: u16) -> Line {
    let rest = &machine.memory()[usize::from(address)..];
    Line {
        number: 0,
        body: text_from(rest).to_vec(),
    }
}

/// The bytes before ENTER; empty if there is none within the maximum length.
fn text_from(rest: &[u8]) -> &[u8] {
    let mut at = 0;
    while at < rest.len().min(MAX_TEXT_LENGTH) {
        match rest[at] {
            b'\r' => return &rest[..at],
            token::NUMBER => at += 6,
            _ => at += 1,
        }
    }
    &[]
}

/// The active GO SUBs, innermost first. Empty if the machine stack above the error return address contains
/// anything else.
///
/// The stack has three bytes for each (Manual, chapter 24): the line's number and the statement to return to.
/// The byte above them is not the high byte of a line number.
pub fn calls(machine: &Spectrum) -> Vec<StatementPlace> {
    let top = machine.peek16(sysvars::RAMTOP);
    if machine.peek(top) != GO_SUB_END {
        return Vec::new();
    }
    let first = machine.peek16(sysvars::ERR_SP);
    (first..=first.saturating_add(MAX_SEARCHED_BYTES))
        .find_map(|handler| calls_above(machine, handler, top))
        .unwrap_or_default()
}

/// The GO SUBs above the error return address at `handler`; `None` if there is anything else below `top`.
fn calls_above(machine: &Spectrum, handler: u16, top: u16) -> Option<Vec<StatementPlace>> {
    let is_in_rom = (1..0x4000).contains(&machine.peek16(handler));
    let first = handler.checked_add(2)?;
    let bytes = top.checked_sub(1)?.checked_sub(first)?;
    if !is_in_rom || bytes % 3 != 0 {
        return None;
    }
    (0..bytes / 3)
        .map(|entry| {
            let at = first + 3 * entry;
            let line = match machine.peek16(at) {
                sysvars::DIRECT_LINE => 0,
                line if line.to_be_bytes()[0] < GO_SUB_END => line,
                _ => return None,
            };
            let statement = machine.peek(at + 2).checked_sub(1)?;
            Some(StatementPlace { line, statement })
        })
        .collect()
}
