//! The ROM's number stack, called operation by operation.
#![allow(dead_code, reason = "each test file uses its part")]

use crate::basic::{CH_ADD, STKBOT, STKEND, number};
use crate::support::{Ended, RomCalls};

/// A number as the Spectrum stores it.
pub type Five = [u8; 5];

const MEM: u16 = 0x5C68;
const MEMBOT: u16 = 0x5C92;
const STACK: u16 = 0x9000;
const TEXT: u16 = 0xA000;
const CODE: u16 = 0xB000;

/// A report by its digit or letter.
pub type Report = char;

#[derive(Clone)]
pub struct Numbers {
    pub rom: RomCalls,
}

impl Numbers {
    /// None where the ROM was not built.
    pub fn start() -> Numbers {
        let mut rom = RomCalls::load();
        rom.poke(MEM, &MEMBOT.to_le_bytes());
        Numbers { rom }
    }

    /// Makes `numbers` all that the number stack holds.
    pub fn set_stack(&mut self, numbers: &[Five]) {
        self.rom.poke(STKBOT, &STACK.to_le_bytes());
        self.rom.poke(STACK, &numbers.concat());
        let end = STACK + 5 * u16::try_from(numbers.len()).expect("a few numbers");
        self.rom.poke(STKEND, &end.to_le_bytes());
    }

    pub fn stack(&self) -> Vec<Five> {
        let end = self.rom.machine.peek16(STKEND);
        (STACK..end)
            .step_by(5)
            .map(|at| std::array::from_fn(|i| self.rom.machine.peek(at + u16::try_from(i).expect("below 5"))))
            .collect()
    }

    /// The only number on the stack.
    pub fn single(&self) -> Five {
        let stack = self.stack();
        assert_eq!(stack.len(), 1, "one number is left: {stack:02X?}");
        stack[0]
    }

    /// Calls `label`.
    pub fn call(&mut self, label: &str) -> Result<(), Report> {
        reported(self.rom.call(label))
    }

    /// The result of the calculator's operation `code` on `operands`.
    pub fn operate(&mut self, code: u8, operands: &[Five]) -> Result<Five, Report> {
        self.set_stack(operands);
        self.rom.machine.cpu.a = code;
        self.call("calc_op")?;
        Ok(self.single())
    }

    /// Runs calculator codes after RST 28h, from a number stack with `operands` and with `b` in B. Out: the
    /// number stack.
    pub fn codes(&mut self, b: u8, codes: &[u8], operands: &[Five]) -> Vec<Five> {
        self.set_stack(operands);
        self.rom.poke(CODE, &[0xEF]);
        self.rom.poke(CODE + 1, codes);
        let end = CODE + 1 + u16::try_from(codes.len()).expect("a short program");
        self.rom.poke(end, &[0x38, 0xC9]);
        self.rom.machine.cpu.b = b;
        assert_eq!(self.rom.call_address(CODE), Ended::Returned);
        let stkend = self.rom.machine.peek16(STKEND);
        assert_eq!(
            self.rom.machine.cpu.de(),
            stkend,
            "DE after the last code is STKEND"
        );
        assert_eq!(
            self.rom.machine.cpu.hl(),
            stkend - 5,
            "HL points to the last number"
        );
        self.stack()
    }

    /// What PRINT and STR$ show.
    pub fn text(&mut self, x: Five) -> String {
        self.set_stack(&[x]);
        assert_eq!(self.call("number_text"), Ok(()));
        assert!(self.stack().is_empty(), "the number is taken off");
        let (start, length) = (self.rom.machine.cpu.de(), self.rom.machine.cpu.bc());
        (start..start + length)
            .map(|at| char::from(self.rom.machine.peek(at)))
            .collect()
    }

    /// The number at the start of `text` and how many characters it has.
    pub fn literal(&mut self, text: &[u8]) -> Result<(Five, usize), Report> {
        self.set_stack(&[]);
        self.rom.poke(TEXT, text);
        let end = TEXT + u16::try_from(text.len()).expect("a short text");
        self.rom.poke(end, b"\r");
        self.rom.poke(CH_ADD, &TEXT.to_le_bytes());
        self.call("number_literal")?;
        Ok((self.single(), usize::from(self.rom.machine.peek16(CH_ADD) - TEXT)))
    }
}

fn reported(ended: Ended) -> Result<(), Report> {
    match ended {
        Ended::Returned => Ok(()),
        Ended::Error(code) => Err(char::from(b"0123456789ABCDEFGHIJKLMNOPQR"[usize::from(code) + 1])),
    }
}

/// The value of `x`, exact.
pub fn value(x: Five) -> f64 {
    number(&x)
}

/// The short form of a whole number of -65535 to 65535.
pub fn short(n: i32) -> Five {
    let [low, high, sign, _] = n.to_le_bytes();
    assert!(n.unsigned_abs() < 65536);
    [0, sign, low, high, 0]
}

/// Sign, exponent and mantissa (bit 31 set) as a floating number.
pub fn floating(negative: bool, exponent: u8, mantissa: u32) -> Five {
    assert!(exponent > 0 && mantissa >> 31 == 1);
    let [a, b, c, d] = mantissa.to_be_bytes();
    [exponent, (a & 0x7F) | u8::from(negative) << 7, b, c, d]
}

/// One of the last place of a number of the size of `x`.
pub fn unit(x: f64) -> f64 {
    if x == 0.0 {
        return 2f64.powi(-160);
    }
    2f64.powf(x.abs().log2().floor() - 31.0)
}

pub fn hex(x: Five) -> String {
    x.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn unhex(text: &str) -> Five {
    std::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal"))
}
