//! Tapes of machine code for tests, and runs of them: at once, by their pulses, and on another ROM.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, opense, stderr, stdout};

/// A piece of code and its address.
pub type Piece<'a> = (u16, &'a [u8]);

/// Where the code begins, and how much of memory the tape fills.
pub const CODE: u16 = 0x8000;
pub const SIZE: usize = 0x1000;

/// What every program has: text, numbers, a check sum.
const LIBRARY: [Piece; 4] = [
    (
        0x8E00, // text at HL, up to "$"
        &[
            0x7E, // LD A,(HL)
            0xFE, b'$', // CP "$"
            0xC8, // RET Z
            0xD7, // RST 10
            0x23, // INC HL
            0x18, 0xF8, // JR 8E00
        ],
    ),
    (
        0x8E10, // A as two hexadecimal digits
        &[
            0xF5, 0x0F, 0x0F, 0x0F, 0x0F, // PUSH AF: four times RRCA
            0xCD, 0x19, 0x8E, // CALL 8E19
            0xF1, // POP AF
            0xE6, 0x0F, // 8E19: AND 0F
            0xC6, 0x90, 0x27, 0xCE, 0x40, 0x27, // ADD A,90: DAA: ADC A,40: DAA
            0xD7, 0xC9, // RST 10: RET
        ],
    ),
    (
        0x8E30, // A into the check sum DE: CRC-16 of polynomial 1021
        &[
            0xC5, 0xAA, 0x57, // PUSH BC: XOR D: LD D,A
            0x06, 0x08, // LD B,8
            0xCB, 0x23, 0xCB, 0x12, // bit: SLA E: RL D
            0x30, 0x08, // JR NC,next
            0x7A, 0xEE, 0x10, 0x57, // LD A,D: XOR 10: LD D,A
            0x7B, 0xEE, 0x21, 0x5F, // LD A,E: XOR 21: LD E,A
            0x10, 0xF0, // next: DJNZ bit
            0xC1, 0xC9, // POP BC: RET
        ],
    ),
    (
        0x8E50, // DE as four digits and a new line
        &[
            0x7A, 0xCD, 0x10, 0x8E, // LD A,D: CALL 8E10
            0x7B, 0xCD, 0x10, 0x8E, // LD A,E: CALL 8E10
            0x3E, 0x0D, 0xD7, 0xC9, // LD A,0D: RST 10: RET
        ],
    ),
];

/// A number in a line of BASIC: its digits, and the short form after them (Manual, chapter 24).
pub fn number(value: u16) -> Vec<u8> {
    let [low, high] = value.to_le_bytes();
    let mut bytes = value.to_string().into_bytes();
    bytes.extend([0x0E, 0, 0, low, high, 0]);
    bytes
}

/// 10 CLEAR 32767: LOAD ""CODE : PRINT USR 32768, or RANDOMIZE USR 32768.
pub fn loader(prints: bool) -> Vec<u8> {
    let mut text = vec![0xFD];
    text.extend(number(CODE - 1));
    text.extend(b":\xEF\"\"\xAF:");
    text.push(if prints { 0xF5 } else { 0xF9 });
    text.push(0xC0);
    text.extend(number(CODE));
    text.push(0x0D);
    let mut line = vec![0, 10];
    line.extend((text.len() as u16).to_le_bytes());
    line.extend(text);
    line
}

/// A block of a tape: flag, contents, parity.
pub fn block(flag: u8, contents: &[u8]) -> Vec<u8> {
    let mut bytes = vec![flag];
    bytes.extend(contents);
    bytes.push(bytes.iter().fold(0, |parity, byte| parity ^ byte));
    bytes
}

/// A header's block: kind 0 a program, 3 bytes.
pub fn header(kind: u8, length: usize, first: u16, second: u16) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend(b"tests     ");
    for word in [length as u16, first, second] {
        bytes.extend(word.to_le_bytes());
    }
    block(0, &bytes)
}

/// The tape's blocks.
pub fn blocks(prints: bool, pieces: &[Piece]) -> [Vec<u8>; 4] {
    let mut code = vec![0; SIZE];
    for (address, bytes) in pieces.iter().chain(&LIBRARY) {
        let at = usize::from(address - CODE);
        assert!(
            code[at..at + bytes.len()].iter().all(|&byte| byte == 0),
            "pieces overlap at {address:04X}"
        );
        code[at..at + bytes.len()].copy_from_slice(bytes);
    }
    let basic = loader(prints);
    [
        header(0, basic.len(), 10, basic.len() as u16),
        block(0xFF, &basic),
        header(3, SIZE, CODE, 0x8000),
        block(0xFF, &code),
    ]
}

/// Blocks as a `.tap`.
pub fn tap(blocks: &[Vec<u8>]) -> Vec<u8> {
    let with_length = |block: &Vec<u8>| [&(block.len() as u16).to_le_bytes()[..], block].concat();
    blocks.iter().flat_map(with_length).collect()
}

/// A `.tzx` whose blocks from `other` on are of another speed than the ROM's own, which its loader reads all the same: so none
/// of them is answered at once, and the ROM hears pulses.
pub fn pulses(blocks: &[Vec<u8>], other: usize) -> Vec<u8> {
    let mut bytes = b"ZXTape!\x1A\x01\x14".to_vec();
    for block in &blocks[..other] {
        bytes.extend([0x10, 0xE8, 0x03]);
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend(block);
    }
    for block in &blocks[other..] {
        bytes.push(0x11);
        for word in [2168u16, 667, 735, 700, 1400, 3000] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([8, 0xE8, 0x03]);
        bytes.extend(&(block.len() as u32).to_le_bytes()[..3]);
        bytes.extend(block);
    }
    bytes
}

/// What a run was seen to do.
pub struct Seen {
    /// The rows of the final screen, right-trimmed.
    pub screen: Vec<String>,
    pub report: String,
    pub tstates: u64,
    pub code: Option<i32>,
    /// Standard error.
    pub said: String,
    /// All that `--json` reports.
    pub json: Value,
}

impl Seen {
    /// Fails unless the program ended well and the screen's rows from `row` on begin with `want`.
    pub fn shows(&self, row: usize, want: &[&str], how: &str) {
        let rows = &self.screen[row..row + want.len()];
        assert_eq!(rows, want, "{how}: {}", self.report);
        self.ends_well(how);
    }

    /// Fails unless the program ended well and one of the screen's rows is `want`.
    pub fn shows_somewhere(&self, want: &str, how: &str) {
        assert!(
            self.screen.iter().any(|row| row == want),
            "{how}: {:?}",
            self.screen
        );
        self.ends_well(how);
    }

    /// Fails unless the program ended well.
    pub fn ends_well(&self, how: &str) {
        assert_eq!(self.code, Some(0), "{how}: {} {}", self.report, self.said);
    }
}

/// Runs a tape of the directory.
pub fn run(directory: &TempDir, file: &str, more: &[&str]) -> Seen {
    let done = girafa(directory.path(), &[&["run", file, "--json"], more].concat());
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap_or_else(|_| panic!("{}", stderr(&done)));
    let rows = json["screen"].as_array().expect("the rows of the screen");
    Seen {
        screen: rows
            .iter()
            .map(|row| row.as_str().unwrap().trim_end().to_owned())
            .collect(),
        report: json["report"].as_str().unwrap_or_default().to_owned(),
        tstates: json["tstates"].as_u64().unwrap_or_default(),
        code: done.status.code(),
        said: stderr(&done),
        json,
    }
}

/// A tape of a BASIC listing, which starts by itself, and more blocks after it.
pub fn tape_of(directory: &TempDir, name: &str, listing: &str, more: &[Vec<u8>]) {
    let path = directory.path().join(name);
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let done = girafa(directory.path(), &["tap", "p.bas", "-o", name]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let bytes = [fs::read(&path).unwrap(), tap(more)].concat();
    fs::write(path, bytes).unwrap();
}

/// A header for bytes at `start`, and the bytes.
pub fn bytes_at(start: u16, bytes: &[u8]) -> [Vec<u8>; 2] {
    [header(3, bytes.len(), start, 0x8000), block(0xFF, bytes)]
}

/// Runs the program at once and by its pulses, on the built-in ROM; `check` looks at each.
pub fn both_ways(prints: bool, pieces: &[Piece], more: &[&str], check: impl Fn(&Seen, &str)) -> TempDir {
    let directory = TempDir::new().unwrap();
    let blocks = blocks(prints, pieces);
    fs::write(directory.path().join("t.tap"), tap(&blocks)).unwrap();
    fs::write(directory.path().join("t.tzx"), pulses(&blocks, 2)).unwrap();
    let at_once = run(&directory, "t.tap", more);
    check(&at_once, "at once");
    let heard = run(&directory, "t.tzx", more);
    check(&heard, "by pulses");
    if more.is_empty() {
        // 4,096 bytes of 8 bits of 1,400 or 2,800 T-states.
        let least = 4096 * 8 * 1400;
        assert!(heard.tstates > at_once.tstates + least, "no pulses were heard");
    }
    directory
}

/// Arguments that choose a ROM: none for the built-in one, and another.
pub fn roms() -> Vec<Vec<&'static str>> {
    let other = opense().map(|opense| vec!["--rom", opense]);
    [Some(vec![]), other].into_iter().flatten().collect()
}

/// As [`both_ways`], and then on another ROM.
pub fn each_way(prints: bool, pieces: &[Piece], more: &[&str], check: impl Fn(&Seen, &str)) {
    let directory = both_ways(prints, pieces, more, &check);
    if let Some(opense) = opense() {
        let other = [&["--rom", opense], more].concat();
        check(&run(&directory, "t.tap", &other), "OpenSE BASIC");
        check(&run(&directory, "t.tzx", &other), "OpenSE BASIC, by pulses");
    }
}
