//! Machine code from tape, as third-party test programs are made: a BASIC loader and a block of CODE that opens channel 2,
//! prints through RST 10 and calls the ROM at its well-known addresses. Ours, written here; what they print is worked out
//! by a rule, or is what the manual says. Each is loaded at once and by its pulses, and on another ROM.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, opense, stderr, stdout};

/// A piece of code and its address.
type Piece<'a> = (u16, &'a [u8]);

/// Where the code begins, and how much of memory the tape fills.
const CODE: u16 = 0x8000;
const SIZE: usize = 0x1000;

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

/// A number in a line of BASIC: its digits, and the short form behind them (Manual, chapter 24).
fn number(value: u16) -> Vec<u8> {
    let [low, high] = value.to_le_bytes();
    let mut bytes = value.to_string().into_bytes();
    bytes.extend([0x0E, 0, 0, low, high, 0]);
    bytes
}

/// 10 CLEAR 32767: LOAD ""CODE : PRINT USR 32768, or RANDOMIZE USR 32768.
fn loader(prints: bool) -> Vec<u8> {
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
fn block(flag: u8, contents: &[u8]) -> Vec<u8> {
    let mut bytes = vec![flag];
    bytes.extend(contents);
    bytes.push(bytes.iter().fold(0, |parity, byte| parity ^ byte));
    bytes
}

fn header(kind: u8, length: usize, first: u16, second: u16) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend(b"tests     ");
    for word in [length as u16, first, second] {
        bytes.extend(word.to_le_bytes());
    }
    block(0, &bytes)
}

/// The tape's blocks.
fn blocks(prints: bool, pieces: &[Piece]) -> [Vec<u8>; 4] {
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

fn tap(blocks: &[Vec<u8>]) -> Vec<u8> {
    let with_length = |block: &Vec<u8>| [&(block.len() as u16).to_le_bytes()[..], block].concat();
    blocks.iter().flat_map(with_length).collect()
}

/// A `.tzx` whose CODE is of another speed than the ROM's own, which its loader reads all the same: so no block is
/// answered at once, and the ROM hears pulses.
fn pulses(blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"ZXTape!\x1A\x01\x14".to_vec();
    for block in &blocks[..2] {
        bytes.extend([0x10, 0xE8, 0x03]);
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend(block);
    }
    for block in &blocks[2..] {
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
struct Seen {
    /// The rows of the final screen, right-trimmed.
    screen: Vec<String>,
    report: String,
    tstates: u64,
    code: Option<i32>,
}

fn run(directory: &TempDir, file: &str, more: &[&str]) -> Seen {
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
    }
}

/// Runs the program at once, by pulses, and on another ROM; `check` looks at each.
fn each_way(prints: bool, pieces: &[Piece], more: &[&str], check: impl Fn(&Seen, &str)) {
    let directory = TempDir::new().unwrap();
    let blocks = blocks(prints, pieces);
    fs::write(directory.path().join("t.tap"), tap(&blocks)).unwrap();
    fs::write(directory.path().join("t.tzx"), pulses(&blocks)).unwrap();
    let at_once = run(&directory, "t.tap", more);
    check(&at_once, "at once");
    let heard = run(&directory, "t.tzx", more);
    check(&heard, "by pulses");
    if more.is_empty() {
        // 4,096 bytes of 8 bits of 1,400 or 2,800 T-states.
        let least = 4096 * 8 * 1400;
        assert!(heard.tstates > at_once.tstates + least, "no pulses were heard");
    }
    if let Some(opense) = opense() {
        let other = [&["--rom", opense], more].concat();
        check(&run(&directory, "t.tap", &other), "OpenSE BASIC");
    }
}

/// CRC-16 of polynomial 1021 from FFFF, by the rule.
fn check_sum(bytes: impl Iterator<Item = u8>) -> u16 {
    bytes.fold(0xFFFF, |sum, byte| {
        (0..8).fold(sum ^ u16::from(byte) << 8, |sum, _| {
            if sum & 0x8000 == 0 {
                sum << 1
            } else {
                sum << 1 ^ 0x1021
            }
        })
    })
}

/// A and all eight flags of ADD A,n (UM0080; bits 5 and 3 are the result's, as is public).
fn add(a: u8, n: u8) -> [u8; 2] {
    let (sum, carry) = a.overflowing_add(n);
    let half = (a & 15) + (n & 15) > 15;
    let overflow = (a ^ sum) & (n ^ sum) & 0x80 != 0;
    let flags = sum & 0xA8
        | u8::from(sum == 0) << 6
        | u8::from(half) << 4
        | u8::from(overflow) << 2
        | u8::from(carry);
    [sum, flags]
}

/// A test of flags and MEMPTR: colours, AT, TAB and a keyword's token through RST 10, EXX with HL' kept, BC as USR's value.
#[test]
fn flags_and_memptr() {
    let main = [
        0xD9, 0xE5, 0xD9, // EXX: PUSH HL: EXX
        0xCD, 0x6B, 0x0D, // CALL 0D6B: CLS
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0x21, 0x00, 0x82, 0xCD, 0x00, 0x8E, // LD HL,8200: CALL 8E00
        0x11, 0xFF, 0xFF, // LD DE,FFFF
        0xD9, 0x21, 0x34, 0x12, 0xD9, // EXX: LD HL,1234: EXX
        0x0E, 0x00, // LD C,0
        0x79, 0xC6, 0x3C, // next: LD A,C: ADD A,3C
        0xF5, 0xE1, // PUSH AF: POP HL
        0x7C, 0xCD, 0x30, 0x8E, // LD A,H: CALL 8E30
        0x7D, 0xCD, 0x30, 0x8E, // LD A,L: CALL 8E30
        0x0C, 0x20, 0xF0, // INC C: JR NZ,next
        0xCD, 0x50, 0x8E, // CALL 8E50
        0x3A, 0xFF, 0xA7, // LD A,(A7FF): MEMPTR is A800
        0x21, 0x00, 0x82, 0xCB, 0x46, // LD HL,8200: BIT 0,(HL)
        0xF5, 0xC1, 0x79, 0xE6, 0x28, // PUSH AF: POP BC: LD A,C: AND 28
        0xCD, 0x10, 0x8E, // CALL 8E10
        0xD9, 0xE1, 0xD9, // EXX: POP HL: EXX
        0x01, 0xD2, 0x04, 0xC9, // LD BC,1234: RET
    ];
    // AT 2,3: INK 2: PAPER 6: FLASH 0: "crc": TAB 10: INVERSE 0, OVER 0, PRINT's token, a new line.
    let text = b"\x16\x02\x03\x10\x02\x11\x06\x12\x00crc\x17\x0A\x00\x14\x00\x15\x00x\xF5\x0D$";
    let sum = check_sum((0..=255).flat_map(|a| add(a, 0x3C)));
    each_way(true, &[(CODE, &main), (0x8200, text)], &[], |seen, how| {
        let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
        assert_eq!(rows[2], "   crc    x PRINT", "{how}: {}", seen.report);
        assert_eq!(rows[3], format!("{sum:04X}"), "{how}");
        assert_eq!(rows[4], "281234", "{how}: BIT's flags, then USR's value");
        assert_eq!(seen.code, Some(0), "{how}: {}", seen.report);
    });
}

/// Interrupt mode 2 with a table of 257 bytes, HALT; back in mode 1, ports FE and FF right after an interrupt, in the
/// border: no key is down and nothing is on the bus.
#[test]
fn interrupts_and_ports() {
    let main = [
        0xCD, 0x6B, 0x0D, // CALL 0D6B
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0xF3, 0x21, 0x00, 0x90, 0x11, 0x01, 0x90, // DI: LD HL,9000: LD DE,9001
        0x01, 0x00, 0x01, 0x36, 0x8D, 0xED, 0xB0, // LD BC,256: LD (HL),8D: LDIR
        0x3E, 0x90, 0xED, 0x47, 0xED, 0x5E, // LD A,90: LD I,A: IM 2
        0x11, 0x00, 0x00, 0x06, 0x32, 0xFB, // LD DE,0: LD B,50: EI
        0x76, 0x10, 0xFD, // wait: HALT: DJNZ wait
        0xF3, 0x3E, 0x3F, 0xED, 0x47, 0xED, 0x56, 0xFB, // DI: LD A,3F: LD I,A: IM 1: EI
        0xCD, 0x50, 0x8E, // CALL 8E50
        0x76, 0xAF, 0xDB, 0xFE, 0xF6, 0x40, 0xCD, 0x10,
        0x8E, // HALT: XOR A: IN A,(FE): OR 40: CALL 8E10
        0x76, 0x3E, 0xFF, 0xDB, 0xFF, 0xCD, 0x10, 0x8E, // HALT: LD A,FF: IN A,(FF): CALL 8E10
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    let count = [0x13, 0xFB, 0xC9]; // 8D8D: INC DE: EI: RET
    each_way(false, &[(CODE, &main), (0x8D8D, &count)], &[], |seen, how| {
        let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
        assert_eq!(rows[..2], ["0032", "FFFF"], "{how}: {}", seen.report);
        assert_eq!(seen.code, Some(0), "{how}: {}", seen.report);
    });
}

/// More lines than the screen has: 23692 (IY+52) holds the question back. Then it stays in a loop with no interrupts, and
/// the time limit ends it.
#[test]
fn scrolls_and_never_returns() {
    let main = [
        0x3E, 0x02, 0xCD, 0x01, 0x16, // LD A,2: CALL 1601
        0x0E, 0x00, // LD C,0
        0xFD, 0x36, 0x52, 0xFF, // next: LD (IY+52),FF
        0x79, 0xCD, 0x10, 0x8E, // LD A,C: CALL 8E10
        0x3E, 0x0D, 0xD7, // LD A,0D: RST 10
        0x0C, 0x79, 0xFE, 0x64, 0x20, 0xEF, // INC C: LD A,C: CP 100: JR NZ,next
        0xF3, 0x18, 0xFE, // DI: JR here
    ];
    each_way(false, &[(CODE, &main)], &["--time", "90s"], |seen, how| {
        let rows: Vec<_> = seen.screen.iter().map(|row| row.trim_end()).collect();
        let want: Vec<_> = (100 - 22..100).map(|line| format!("{line:02X}")).collect();
        assert_eq!(rows[..22], want, "{how}");
        assert_eq!(seen.code, Some(3), "{how}");
    });
}
