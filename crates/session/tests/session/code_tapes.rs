//! Builds machine code tapes for tests and runs them: with instant loading, as pulses, and on another ROM.

use std::fmt;
use std::fs;
use std::sync::LazyLock;

use girafa_basic::tap::program_blocks;
use girafa_basic::tokenise::{self, Options};
use girafa_session::{Boot, Limit, Outcome, RunRequest, Source};
use girafa_spectrum::tape::Header;
use girafa_spectrum::{Block, Rom, Tape};
use girafa_test_support::installed;

/// A piece of code and its address.
pub type Piece<'a> = (u16, &'a [u8]);

/// Start of the code, and number of bytes on the tape.
pub const CODE: u16 = 0x8000;
pub const SIZE: usize = 0x1000;

/// Routines in every program: print text, print numbers, compute a checksum.
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
        0x8E30, // update the checksum in DE with A: CRC-16, polynomial 1021
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
        0x8E50, // print DE as four digits and a newline
        &[
            0x7A, 0xCD, 0x10, 0x8E, // LD A,D: CALL 8E10
            0x7B, 0xCD, 0x10, 0x8E, // LD A,E: CALL 8E10
            0x3E, 0x0D, 0xD7, 0xC9, // LD A,0D: RST 10: RET
        ],
    ),
];

/// A number in a BASIC line: its digits, followed by its binary form (manual, chapter 24).
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

/// A tape block: flag, contents, parity.
pub fn block(flag: u8, contents: &[u8]) -> Vec<u8> {
    let mut bytes = vec![flag];
    bytes.extend(contents);
    bytes.push(bytes.iter().fold(0, |parity, byte| parity ^ byte));
    bytes
}

/// A header block: kind 0 is a program, 3 is code.
pub fn header(kind: u8, length: usize, first: u16, second: u16) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend(b"tests     ");
    for word in [length as u16, first, second] {
        bytes.extend(word.to_le_bytes());
    }
    block(0, &bytes)
}

/// The blocks of the tape: loader and code, each with a header.
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

/// The two blocks of a CODE file.
pub fn bytes_file(name: &str, address: u16, data: &[u8]) -> [Block; 2] {
    let header = Header {
        kind: 3,
        name: name.as_bytes().to_vec(),
        length: data.len() as u16,
        parameter_1: address,
        parameter_2: 0x8000,
    };
    [header.block(), Block::new(0xFF, data).unwrap()]
}

/// Converts blocks to a `.tap`.
pub fn tap(blocks: &[Vec<u8>]) -> Vec<u8> {
    let with_length = |block: &Vec<u8>| [&(block.len() as u16).to_le_bytes()[..], block].concat();
    blocks.iter().flat_map(with_length).collect()
}

/// Converts blocks to a `.tzx` whose blocks from `other` on have a non-standard speed, which the ROM's loader
/// can still read. They are not loaded instantly, so the ROM decodes the pulses.
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

/// The built-in ROM, and OpenSE BASIC, whose editor has no K mode; `None` if it is not installed.
static BOOTS: LazyLock<(Boot, Option<Boot>)> = LazyLock::new(|| {
    let other = installed("/usr/share/spectrum-roms/opense.rom", "opense-basic").map(|path| {
        let rom = Rom::from_bytes(&fs::read(path).unwrap()).unwrap();
        Boot::new(&rom).unwrap()
    });
    (Boot::new(&girafa_rom::girafa48()).unwrap(), other)
});

/// The booted machine with one of the ROMs.
pub fn boot(opense: bool) -> &'static Boot {
    match opense {
        true => BOOTS.1.as_ref().expect("roms() says that it is there"),
        false => &BOOTS.0,
    }
}

/// Options of a run.
#[derive(Clone, Copy, Default)]
pub struct With {
    pub opense: bool,
    pub answers: &'static [&'static str],
    /// Limit in emulated seconds, instead of an hour.
    pub seconds: Option<u64>,
}

impl fmt::Display for With {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.opense {
            "OpenSE BASIC"
        } else {
            "the built-in ROM"
        })
    }
}

/// The result of a run.
pub struct Shown {
    /// The rows of the final screen, right-trimmed.
    pub screen: Vec<String>,
    pub outcome: Outcome,
}

impl Shown {
    /// Asserts that the program succeeded and that the screen has the rows `want` from `row` on.
    pub fn shows(&self, row: usize, want: &[&str], how: impl fmt::Display) {
        let rows = &self.screen[row..row + want.len()];
        assert_eq!(rows, want, "{how}: {}", self.outcome.report);
        self.ends_well(how);
    }

    /// Asserts that the program succeeded and that one of the screen's rows is `want`.
    pub fn shows_somewhere(&self, want: &str, how: impl fmt::Display) {
        assert!(
            self.screen.iter().any(|row| row == want),
            "{how}: {:?}",
            self.screen
        );
        self.ends_well(how);
    }

    /// Asserts that the program succeeded.
    pub fn ends_well(&self, how: impl fmt::Display) {
        assert!(self.outcome.ended_well(), "{how}: {}", self.outcome.report);
    }
}

/// Runs the first program of a tape image.
pub fn run(image: &[u8], with: With) -> Shown {
    let mut request = RunRequest::of(Source::Tape(Tape::from_image(image).unwrap()));
    request.answers = with.answers.iter().map(ToString::to_string).collect();
    if let Some(seconds) = with.seconds {
        request.limit = Limit::AtMost(seconds * 50);
    }
    let mut driver = request
        .start(|| Ok(boot(with.opense).clone()))
        .unwrap()
        .with_transcript();
    let outcome = driver.run(request.limit.frames(), &mut ());
    Shown {
        screen: outcome
            .screen
            .iter()
            .map(|row| row.trim_end().to_owned())
            .collect(),
        outcome,
    }
}

/// A `.tap` of a BASIC listing that starts automatically, followed by further blocks.
pub fn tape_of(listing: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut program = tokenise::program(listing, &Options::default()).unwrap().program;
    program.autostart = program.lines.first().map(|line| line.number);
    let program = Tape::new(program_blocks(&program).unwrap().into());
    [program.to_tap(), tap(more)].concat()
}

/// The header and data blocks of bytes at `start`.
pub fn bytes_at(start: u16, bytes: &[u8]) -> [Vec<u8>; 2] {
    [header(3, bytes.len(), start, 0x8000), block(0xFF, bytes)]
}

/// Runs the program with instant loading and from pulses, on the built-in ROM, and calls `check` for each.
pub fn both_ways(prints: bool, pieces: &[Piece], with: With, check: impl Fn(&Shown, &str)) {
    let blocks = blocks(prints, pieces);
    let at_once = run(&tap(&blocks), with);
    check(&at_once, "at once");
    let heard = run(&pulses(&blocks, 2), with);
    check(&heard, "by pulses");
    if with.seconds.is_none() {
        // 4,096 bytes of 8 bits, each bit at least 1,400 T-states.
        let least = 4096 * 8 * 1400;
        let [at_once, heard] = [at_once, heard].map(|shown| shown.outcome.tstates);
        assert!(heard > at_once + least, "no pulses were heard");
    }
}

/// The built-in ROM, and OpenSE BASIC if it is installed.
pub fn roms() -> Vec<With> {
    let on = |opense| With {
        opense,
        ..With::default()
    };
    let other = BOOTS.1.as_ref().map(|_| on(true));
    [Some(on(false)), other].into_iter().flatten().collect()
}

/// Like [`both_ways`], and also on the other ROM if it is installed.
pub fn each_way(prints: bool, pieces: &[Piece], with: With, check: impl Fn(&Shown, &str)) {
    both_ways(prints, pieces, with, &check);
    if roms().len() > 1 {
        let other = With { opense: true, ..with };
        let blocks = blocks(prints, pieces);
        check(&run(&tap(&blocks), other), "OpenSE BASIC");
        check(&run(&pulses(&blocks, 2), other), "OpenSE BASIC, by pulses");
    }
}
