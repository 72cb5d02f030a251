//! Disassembler in Zilog's notation; numbers are hexadecimal.

extern crate alloc;

use alloc::format;
use alloc::string::{String, ToString};

/// An instruction in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Length in bytes, 1 to 4. A prefix that the next byte cancels counts as an instruction.
    pub length: u16,
    /// The instruction in assembly language.
    pub text: String,
}

const REGISTERS: [&str; 8] = ["B", "C", "D", "E", "H", "L", "(HL)", "A"];
const PAIRS: [&str; 4] = ["BC", "DE", "HL", "SP"];
const CONDITIONS: [&str; 8] = ["NZ", "Z", "NC", "C", "PO", "PE", "P", "M"];
const ARITHMETIC_PREFIXES: [&str; 8] = ["ADD A,", "ADC A,", "SUB ", "SBC A,", "AND ", "XOR ", "OR ", "CP "];
const ROTATIONS: [&str; 8] = ["RLC", "RRC", "RL", "RR", "SLA", "SRA", "SLL", "SRL"];
const ACCUMULATOR_INSTRUCTIONS: [&str; 8] = ["RLCA", "RRCA", "RLA", "RRA", "DAA", "CPL", "SCF", "CCF"];
const BLOCKS: [[&str; 4]; 4] = [
    ["LDI", "CPI", "INI", "OUTI"],
    ["LDD", "CPD", "IND", "OUTD"],
    ["LDIR", "CPIR", "INIR", "OTIR"],
    ["LDDR", "CPDR", "INDR", "OTDR"],
];

/// Disassembles the instruction at `address`; `peek` reads a byte of memory.
///
/// ```
/// use girafa_z80::disassemble;
/// let bytes = [0xDD, 0x36, 0xFE, 0x2A];
/// let found = disassemble(|address| bytes[usize::from(address)], 0);
/// assert_eq!((found.text.as_str(), found.length), ("LD (IX-02),2A", 4));
/// ```
pub fn disassemble(peek: impl Fn(u16) -> u8, address: u16) -> Instruction {
    let mut reader = Reader {
        peek,
        start: address,
        at: address,
        index: None,
        is_memory: false,
    };
    let text = reader.instruction();
    Instruction {
        length: reader.at.wrapping_sub(address),
        text,
    }
}

struct Reader<F> {
    peek: F,
    start: u16,
    at: u16,
    /// The index register that replaces HL, IX or IY.
    index: Option<&'static str>,
    /// Whether the instruction uses (HL), or with a prefix (IX+d) or (IY+d): H and L are then not replaced.
    is_memory: bool,
}

impl<F: Fn(u16) -> u8> Reader<F> {
    fn byte(&mut self) -> u8 {
        let byte = (self.peek)(self.at);
        self.at = self.at.wrapping_add(1);
        byte
    }

    fn n(&mut self) -> String {
        format!("{:02X}", self.byte())
    }

    fn nn(&mut self) -> String {
        let low = self.byte();
        format!("{:04X}", u16::from_le_bytes([low, self.byte()]))
    }

    /// Reads the target of a relative jump.
    fn target(&mut self) -> String {
        let distance = self.byte() as i8;
        format!("{:04X}", self.at.wrapping_add_signed(distance.into()))
    }

    fn memory(&mut self) -> String {
        match self.index {
            None => "(HL)".to_string(),
            Some(index) => {
                let distance = self.byte() as i8;
                let sign = if distance < 0 { '-' } else { '+' };
                format!("({index}{sign}{:02X})", distance.unsigned_abs())
            }
        }
    }

    fn register(&mut self, number: u8) -> String {
        match (number & 7, self.index) {
            (6, _) => self.memory(),
            (4, Some(index)) if !self.is_memory => format!("{index}H"),
            (5, Some(index)) if !self.is_memory => format!("{index}L"),
            (number, _) => REGISTERS[usize::from(number)].to_string(),
        }
    }

    fn hl(&self) -> &'static str {
        self.index.unwrap_or("HL")
    }

    fn pair(&self, number: u8) -> &'static str {
        match number & 3 {
            2 => self.hl(),
            number => PAIRS[usize::from(number)],
        }
    }

    fn stacked(&self, number: u8) -> &'static str {
        if number & 3 == 3 { "AF" } else { self.pair(number) }
    }

    fn instruction(&mut self) -> String {
        let mut code = self.byte();
        if matches!(code, 0xDD | 0xFD) {
            let next = (self.peek)(self.at);
            if matches!(next, 0xDD | 0xED | 0xFD) {
                return format!("DEFB {code:02X}");
            }
            self.index = Some(if code == 0xDD { "IX" } else { "IY" });
            code = self.byte();
        }
        match code {
            0xCB => self.bits(),
            0xED => self.extended(),
            _ => self.plain(code),
        }
    }

    fn plain(&mut self, code: u8) -> String {
        let (x, y, z) = (code >> 6, code >> 3 & 7, code & 7);
        let (p, q) = (y >> 1, y & 1);
        match (x, z) {
            (0, 0) => match y {
                0 => "NOP".to_string(),
                1 => "EX AF,AF'".to_string(),
                2 => format!("DJNZ {}", self.target()),
                3 => format!("JR {}", self.target()),
                _ => format!("JR {},{}", CONDITIONS[usize::from(y - 4)], self.target()),
            },
            (0, 1) if q == 0 => format!("LD {},{}", self.pair(p), self.nn()),
            (0, 1) => format!("ADD {},{}", self.hl(), self.pair(p)),
            (0, 2) => match y {
                0 => "LD (BC),A".to_string(),
                1 => "LD A,(BC)".to_string(),
                2 => "LD (DE),A".to_string(),
                3 => "LD A,(DE)".to_string(),
                4 => format!("LD ({}),{}", self.nn(), self.hl()),
                5 => format!("LD {},({})", self.hl(), self.nn()),
                6 => format!("LD ({}),A", self.nn()),
                _ => format!("LD A,({})", self.nn()),
            },
            (0, 3) => format!("{} {}", ["INC", "DEC"][usize::from(q)], self.pair(p)),
            (0, 4) => format!("INC {}", self.register(y)),
            (0, 5) => format!("DEC {}", self.register(y)),
            (0, 6) => {
                let register = self.register(y);
                format!("LD {register},{}", self.n())
            }
            (0, _) => ACCUMULATOR_INSTRUCTIONS[usize::from(y)].to_string(),
            (1, 6) if y == 6 => "HALT".to_string(),
            (1, _) => {
                self.is_memory = y == 6 || z == 6;
                let to = self.register(y);
                format!("LD {to},{}", self.register(z))
            }
            (2, _) => format!("{}{}", ARITHMETIC_PREFIXES[usize::from(y)], self.register(z)),
            (_, 0) => format!("RET {}", CONDITIONS[usize::from(y)]),
            (_, 1) if q == 0 => format!("POP {}", self.stacked(p)),
            (_, 1) => match p {
                0 => "RET".to_string(),
                1 => "EXX".to_string(),
                2 => format!("JP ({})", self.hl()),
                _ => format!("LD SP,{}", self.hl()),
            },
            (_, 2) => format!("JP {},{}", CONDITIONS[usize::from(y)], self.nn()),
            (_, 3) => match y {
                0 => format!("JP {}", self.nn()),
                2 => format!("OUT ({}),A", self.n()),
                3 => format!("IN A,({})", self.n()),
                4 => format!("EX (SP),{}", self.hl()),
                // A prefix does not replace HL here.
                5 => "EX DE,HL".to_string(),
                6 => "DI".to_string(),
                _ => "EI".to_string(),
            },
            (_, 4) => format!("CALL {},{}", CONDITIONS[usize::from(y)], self.nn()),
            (_, 5) if q == 0 => format!("PUSH {}", self.stacked(p)),
            (_, 5) => format!("CALL {}", self.nn()),
            (_, 6) => format!("{}{}", ARITHMETIC_PREFIXES[usize::from(y)], self.n()),
            _ => format!("RST {:02X}", y * 8),
        }
    }

    /// An instruction after CB. With a prefix, the displacement precedes the opcode, and every operation
    /// except BIT also stores its result in a register.
    fn bits(&mut self) -> String {
        let memory = self.index.map(|_| self.memory());
        let code = self.byte();
        let (x, y, z) = (code >> 6, code >> 3 & 7, code & 7);
        let register = REGISTERS[usize::from(z)];
        let operand = match &memory {
            None => register.to_string(),
            Some(memory) if x == 1 || z == 6 => memory.clone(),
            Some(memory) => format!("{memory},{register}"),
        };
        match x {
            0 => format!("{} {operand}", ROTATIONS[usize::from(y)]),
            1 => format!("BIT {y},{operand}"),
            2 => format!("RES {y},{operand}"),
            _ => format!("SET {y},{operand}"),
        }
    }

    fn extended(&mut self) -> String {
        let code = self.byte();
        let (x, y, z) = (code >> 6, code >> 3 & 7, code & 7);
        let (p, q) = (y >> 1, y & 1);
        let register = REGISTERS[usize::from(y)];
        match (x, z) {
            (1, 0) if y == 6 => "IN F,(C)".to_string(),
            (1, 0) => format!("IN {register},(C)"),
            (1, 1) if y == 6 => "OUT (C),0".to_string(),
            (1, 1) => format!("OUT (C),{register}"),
            (1, 2) => format!("{} HL,{}", ["SBC", "ADC"][usize::from(q)], self.pair(p)),
            (1, 3) if q == 0 => format!("LD ({}),{}", self.nn(), self.pair(p)),
            (1, 3) => format!("LD {},({})", self.pair(p), self.nn()),
            (1, 4) => "NEG".to_string(),
            (1, 5) if y == 1 => "RETI".to_string(),
            (1, 5) => "RETN".to_string(),
            (1, 6) => format!("IM {}", [0, 0, 1, 2][usize::from(y & 3)]),
            (1, _) => ["LD I,A", "LD R,A", "LD A,I", "LD A,R", "RRD", "RLD", "NOP", "NOP"][usize::from(y)]
                .to_string(),
            (2, 0..4) if y >= 4 => BLOCKS[usize::from(y - 4)][usize::from(z)].to_string(),
            _ => {
                let bytes = [(self.peek)(self.start), code];
                format!("DEFB {:02X},{:02X}", bytes[0], bytes[1])
            }
        }
    }
}
