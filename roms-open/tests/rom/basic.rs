//! A machine with an empty BASIC, in which single lines are checked and computed by the ROM's own routines.
#![allow(dead_code, reason = "each test file uses its part")]

use crate::support::{Ended, RomCalls};

pub const FLAGS: u16 = 0x5C3B;
pub const VARS: u16 = 0x5C4B;
pub const PROG: u16 = 0x5C53;
pub const E_LINE: u16 = 0x5C59;
pub const CH_ADD: u16 = 0x5C5D;
pub const WORKSP: u16 = 0x5C61;
pub const STKBOT: u16 = 0x5C63;
pub const STKEND: u16 = 0x5C65;
const DEFADD: u16 = 0x5C0B;
const MEM: u16 = 0x5C68;
const UDG: u16 = 0x5C7B;
const PROGRAM: u16 = 0x5CCB;

/// What an expression gave.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Number(f64),
    Text(Vec<u8>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.bytes().collect())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

/// How a line failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// The report's letter or digit.
    pub report: char,
    /// Characters of the line before CH_ADD, hidden numbers left out: where the editor would put its marker.
    pub at: usize,
}

/// A BASIC without a program; lines are given as tokens.
#[derive(Clone)]
pub struct Basic {
    pub rom: RomCalls,
}

impl Basic {
    /// None where the ROM was not built.
    pub fn start() -> Basic {
        let mut basic = Basic {
            rom: RomCalls::load(),
        };
        basic.set_program(&[]);
        basic
    }

    /// Puts `program` (lines as they are stored) in place; no variables.
    pub fn set_program(&mut self, program: &[u8]) {
        self.rom.poke(PROGRAM, program);
        self.put(PROG, PROGRAM);
        let vars = PROGRAM + u16::try_from(program.len()).expect("a short program");
        self.put(VARS, vars);
        self.rom.poke(vars, &[0x80]);
        self.put(E_LINE, vars + 1);
        self.put(MEM, 0x5C92);
        self.put(UDG, 0xFF58);
        self.put(DEFADD, 0);
        self.type_line(b"");
    }

    pub fn word(&self, address: u16) -> u16 {
        self.rom.machine.peek16(address)
    }

    pub fn put(&mut self, address: u16, value: u16) {
        self.rom.poke(address, &value.to_le_bytes());
    }

    /// The bytes from `from` up to `to`.
    pub fn bytes(&self, from: u16, to: u16) -> Vec<u8> {
        (from..to).map(|at| self.rom.machine.peek(at)).collect()
    }

    /// The entries of the variable area, without its end mark, which must stand just below E_LINE.
    pub fn variables(&self) -> Vec<u8> {
        let end = self.word(E_LINE) - 1;
        assert_eq!(self.rom.machine.peek(end), 0x80, "the variable area's end mark");
        self.bytes(self.word(VARS), end)
    }

    /// `line` becomes the line being edited, with empty work space and number stack.
    pub fn type_line(&mut self, line: &[u8]) {
        let start = self.word(E_LINE);
        self.rom.poke(start, line);
        let end = start + u16::try_from(line.len()).expect("a short line");
        self.rom.poke(end, &[13, 0x80]);
        for variable in [WORKSP, STKBOT, STKEND] {
            self.put(variable, end + 2);
        }
    }

    /// Calls `label` with CH_ADD at the line's start: once to check the syntax, once to run.
    pub fn run(&mut self, label: &str, line: &[u8]) -> Result<(), Failure> {
        self.type_line(line);
        for flags in [0, 0x80] {
            self.rom.poke(FLAGS, &[flags]);
            self.put(CH_ADD, self.word(E_LINE));
            let stack = self.word(STKEND) - self.word(STKBOT);
            match self.rom.call(label) {
                Ended::Returned if self.rom.machine.peek(self.word(CH_ADD)) == 13 => {}
                Ended::Returned => return Err(self.failure('C')),
                Ended::Error(code) => {
                    let report = b"0123456789ABCDEFGHIJKLMNOPQR"[usize::from(code) + 1];
                    return Err(self.failure(char::from(report)));
                }
            }
            if flags == 0 {
                let left = self.word(STKEND) - self.word(STKBOT);
                assert_eq!(left, stack, "the syntax check leaves the number stack alone");
            }
        }
        Ok(())
    }

    fn failure(&self, report: char) -> Failure {
        let (mut at, stop) = (self.word(E_LINE), self.word(CH_ADD));
        let mut count = 0;
        while at < stop {
            if self.rom.machine.peek(at) == 14 {
                at += 6;
            } else {
                at += 1;
                count += 1;
            }
        }
        Failure { report, at: count }
    }

    /// Checks and computes an expression.
    pub fn evaluate(&mut self, expression: &[u8]) -> Result<Value, Failure> {
        self.run("evaluate", expression)?;
        let top = self.word(STKEND);
        let b = self.bytes(top - 5, top);
        Ok(if self.rom.machine.peek(FLAGS) & 0x40 != 0 {
            Value::Number(number(&b))
        } else {
            let (start, length) = (u16::from_le_bytes([b[1], b[2]]), u16::from_le_bytes([b[3], b[4]]));
            Value::Text(self.bytes(start, start + length))
        })
    }

    /// `LET` and the line after it.
    pub fn assign(&mut self, line: &[u8]) -> Result<(), Failure> {
        self.run("cmd_let", line)
    }

    /// `DIM` and the line after it.
    pub fn dim(&mut self, line: &[u8]) -> Result<(), Failure> {
        self.run("cmd_dim", line)
    }
}

/// The value of five bytes (manual, chapter 24).
pub fn number(bytes: &[u8]) -> f64 {
    if bytes[0] == 0 {
        let magnitude = f64::from(u16::from_le_bytes([bytes[2], bytes[3]]));
        return if bytes[1] == 0 {
            magnitude
        } else {
            magnitude - 65536.0
        };
    }
    let mantissa = u32::from_be_bytes([bytes[1] | 0x80, bytes[2], bytes[3], bytes[4]]);
    let value = f64::from(mantissa) * 2f64.powi(i32::from(bytes[0]) - 160);
    if bytes[1] & 0x80 == 0 { value } else { -value }
}

/// Text to tokens, for the few words that the tests use: `{AND}` and the like stand for a token.
pub fn tokens(text: &str) -> Vec<u8> {
    const WORDS: [(&str, u8); 27] = [
        ("RND", 0xA5),
        ("PI", 0xA7),
        ("FN", 0xA8),
        ("POINT", 0xA9),
        ("SCREEN$", 0xAA),
        ("ATTR", 0xAB),
        ("VAL$", 0xAE),
        ("CODE", 0xAF),
        ("VAL", 0xB0),
        ("LEN", 0xB1),
        ("SIN", 0xB2),
        ("INT", 0xBA),
        ("SGN", 0xBC),
        ("ABS", 0xBD),
        ("PEEK", 0xBE),
        ("USR", 0xC0),
        ("STR$", 0xC1),
        ("CHR$", 0xC2),
        ("NOT", 0xC3),
        ("BIN", 0xC4),
        ("OR", 0xC5),
        ("AND", 0xC6),
        ("<=", 0xC7),
        (">=", 0xC8),
        ("<>", 0xC9),
        ("TO", 0xCC),
        ("DEF", 0xCE),
    ];
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let Some(end) = rest.find('}').filter(|_| c == '{') else {
            bytes.push(u8::try_from(c).expect("an ASCII character"));
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let word = &rest[1..end];
        let found = WORDS.iter().find(|(name, _)| *name == word);
        bytes.push(found.unwrap_or_else(|| panic!("no token for {word}")).1);
        rest = &rest[end + 1..];
    }
    bytes
}

/// Pseudorandom numbers, the same in every run (xorshift64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 up to, not including, `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}
