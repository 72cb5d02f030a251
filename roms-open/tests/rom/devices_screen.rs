//! Printing on the ROM's upper screen, scrolling and clearing, against a model of the screen written here.

use crate::support::{Ended, RomCalls};
use proptest::prelude::*;

type Cell = [u8; 8];

/// 24 rows of 32 cells, as the display file shows them.
#[derive(Debug, Clone, PartialEq)]
struct Cells {
    patterns: Vec<[Cell; 32]>,
    colours: Vec<[u8; 32]>,
}

fn display(row: usize, column: usize, line: usize) -> u16 {
    (0x4000 + (row / 8) * 2048 + line * 256 + (row % 8) * 32 + column) as u16
}

impl Cells {
    fn of(rom: &RomCalls) -> Cells {
        let cell = |row, column| std::array::from_fn(|y| rom.machine.peek(display(row, column, y)));
        let colour = |row: usize, column: usize| rom.machine.peek((0x5800 + row * 32 + column) as u16);
        Cells {
            patterns: (0..24).map(|r| std::array::from_fn(|c| cell(r, c))).collect(),
            colours: (0..24).map(|r| std::array::from_fn(|c| colour(r, c))).collect(),
        }
    }

    /// Rows `top` + 1 to `bottom` move up by one; `bottom` becomes empty in `colour`.
    fn scroll(&mut self, top: usize, bottom: usize, colour: u8) {
        self.patterns[top..=bottom].rotate_left(1);
        self.colours[top..=bottom].rotate_left(1);
        self.clear(bottom, colour);
    }

    fn clear(&mut self, row: usize, colour: u8) {
        self.patterns[row] = [[0; 8]; 32];
        self.colours[row] = [colour; 32];
    }
}

/// What the manual and the cases show of printing on the upper screen, 22 rows high.
struct Model<'a> {
    rom: &'a RomCalls,
    cells: Cells,
    /// Row and column; column 32 is after the last one, row 22 below the screen.
    at: (usize, usize),
    attribute: u8,
    mask: u8,
    over: bool,
    inverse: bool,
    ink_nine: bool,
    paper_nine: bool,
    operands: Vec<u8>,
}

impl Model<'_> {
    fn glyph(&self, code: u8) -> Cell {
        match code {
            0x80..=0x8F => std::array::from_fn(|y| {
                let two = if y < 4 { code } else { code >> 2 };
                ((two & 1) * 0x0F) | ((two >> 1 & 1) * 0xF0)
            }),
            0x90.. => self.pattern(0xFF58 + 8 * u16::from(code - 0x90)),
            _ => self.pattern(0x3C00 + 8 * u16::from(code)),
        }
    }

    fn pattern(&self, address: u16) -> Cell {
        std::array::from_fn(|y| self.rom.machine.peek(address + y as u16))
    }

    fn put(&mut self, code: u8) {
        if self.at.1 == 32 {
            self.at = (self.at.0 + 1, 0);
        }
        self.make_room();
        let (row, column) = self.at;
        let glyph = self.glyph(code);
        let cell = &mut self.cells.patterns[row][column];
        for (old, new) in cell.iter_mut().zip(glyph) {
            let new = if self.inverse { !new } else { new };
            *old = if self.over { *old ^ new } else { new };
        }
        let colour = &mut self.cells.colours[row][column];
        *colour = *colour & self.mask | self.attribute & !self.mask;
        if self.paper_nine {
            *colour = *colour & 0xC7 | if *colour & 4 == 0 { 0x38 } else { 0 };
        }
        if self.ink_nine {
            *colour = *colour & 0xF8 | if *colour & 0x20 == 0 { 7 } else { 0 };
        }
        self.at.1 += 1;
    }

    fn make_room(&mut self) {
        if self.at.0 == 22 {
            self.cells.scroll(0, 21, 0x38);
            self.at.0 = 21;
        }
    }

    /// One code; the report's number less 1 if it is refused.
    fn print(&mut self, code: u8) -> Option<u8> {
        const B: u8 = 10;
        const K: u8 = 19;
        if let Some(&control) = self.operands.first() {
            self.operands.push(code);
            if self.operands.len() < if control >= 22 { 3 } else { 2 } {
                return None;
            }
            let operands = std::mem::take(&mut self.operands);
            match (control, code) {
                (22, column) => {
                    let row = operands[1];
                    match row {
                        _ if column > 31 => return Some(B),
                        0..22 => self.at = (row.into(), column.into()),
                        22 => return Some(4),
                        _ => return Some(B),
                    }
                }
                (23, _) => {
                    let spaces = (usize::from(operands[1]) + 64 - self.at.1) % 32;
                    (0..spaces).for_each(|_| self.put(b' '));
                }
                (20, 0..2) => self.inverse = code == 1,
                (21, 0..2) => self.over = code == 1,
                (18, 0..2 | 8) => self.set(0x80, code, code << 7),
                (19, 0..2 | 8) => self.set(0x40, code, code << 6),
                (16, 0..10) => {
                    self.set(7, code, code);
                    self.ink_nine = code == 9;
                }
                (17, 0..10) => {
                    self.set(0x38, code, code << 3);
                    self.paper_nine = code == 9;
                }
                _ => return Some(K),
            }
            return None;
        }
        match code {
            6 => {
                let stop = (self.at.1 % 32 / 16 + 1) * 16;
                let spaces = stop - self.at.1 % 32;
                (0..spaces).for_each(|_| self.put(b' '));
            }
            8 if self.at.1 > 0 => self.at.1 -= 1,
            8 if self.at.0 > 1 => self.at = (self.at.0 - 1, 31),
            8 | 9 => {}
            13 => {
                self.make_room();
                self.at = (self.at.0 + 1, 0);
            }
            16..24 => self.operands = vec![code],
            0..32 => self.put(b'?'),
            _ => self.put(code),
        }
        None
    }

    fn set(&mut self, bits: u8, value: u8, colour: u8) {
        self.mask = self.mask & !bits | if value >= 8 { bits } else { 0 };
        let colour = match (value, bits) {
            (9, 7) if self.attribute & 0x20 == 0 => 7,
            (9, 0x38) if self.attribute & 4 == 0 => 0x38,
            (9, _) => 0,
            (8, 7 | 0x38) => self.attribute,
            (8, _) => 0, // FLASH and BRIGHT are off here
            _ => colour,
        };
        self.attribute = self.attribute & !bits | colour & bits;
    }
}

fn prepared() -> RomCalls {
    let mut rom = RomCalls::load();
    rom.start_devices();
    for (address, byte) in (0xFF58..=0xFFFF).zip((0..=255u8).cycle()) {
        rom.machine.poke(address, byte.wrapping_mul(37) ^ 0x5A); // UDGs
    }
    rom
}

/// Codes as a program prints them: text, and control codes with likely operands.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => prop::collection::vec(32..128u8, 1..40),
        2 => prop::collection::vec(128..165u8, 1..10),
        2 => (16..22u8, 0..11u8).prop_map(|(control, value)| vec![control, value]),
        1 => (0..24u8, 0..34u8).prop_map(|(row, column)| vec![22, row, column]),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(low, high)| vec![23, low, high]),
        2 => Just(vec![6]),
        2 => Just(vec![13]),
        1 => Just(vec![8]),
        1 => (0..16u8).prop_map(|code| vec![code]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn printing_is_what_the_model_prints(pieces in prop::collection::vec(piece(), 1..60)) {
        let mut rom = prepared();
        let before = rom.clone();
        let mut model = Model {
            rom: &before, cells: Cells::of(&rom), at: (0, 0), attribute: 0x38, mask: 0, over: false, inverse: false,
            ink_nine: false, paper_nine: false, operands: vec![],
        };
        for &code in pieces.iter().flatten() {
            rom.poke(0x5C8C, &[255]); // SCR_CT: never ask
            let expected = model.print(code).map_or(Ended::Returned, Ended::Error);
            prop_assert_eq!(rom.print(&[code]), expected, "code {}", code);
            let (row, column) = model.at;
            prop_assert_eq!(rom.machine.peek(0x5C88), 33 - column as u8, "column after {}", code);
            prop_assert_eq!(rom.machine.peek(0x5C89), 24 - row as u8, "line after {}", code);
        }
        prop_assert!(Cells::of(&rom) == model.cells, "the screens differ");
    }

    #[test]
    fn scrolling_moves_the_lowest_lines_up(lines in 0..24usize, fill in any::<[u8; 32]>()) {
        let mut rom = prepared();
        for (address, &byte) in (0x4000..0x5B00).zip(fill.iter().cycle()) {
            rom.machine.poke(address, byte ^ (address >> 5) as u8);
        }
        let mut cells = Cells::of(&rom);
        rom.machine.cpu.b = lines as u8;
        prop_assert_eq!(rom.call_address(0x0E00), Ended::Returned);
        cells.scroll(23 - lines, 23, 0x38);
        prop_assert!(Cells::of(&rom) == cells);
    }

    #[test]
    fn clearing_empties_the_lowest_lines(lines in 1..25usize, lower in any::<bool>()) {
        let mut rom = prepared();
        (0x4000..0x5B00).for_each(|address| rom.machine.poke(address, 0xA5));
        rom.poke(0x5C48, &[0x17]);
        rom.poke(0x5C3C, &[lower.into()]);
        let mut cells = Cells::of(&rom);
        rom.machine.cpu.b = lines as u8;
        prop_assert_eq!(rom.call_address(0x0E44), Ended::Returned);
        (24 - lines..24).for_each(|row| cells.clear(row, if lower { 0x17 } else { 0x38 }));
        prop_assert!(Cells::of(&rom) == cells);
    }
}

#[test]
fn the_lower_screen_grows_upwards_and_pushes_the_upper_one() {
    let mut rom = prepared();
    rom.poke(0x5C48, &[0x10]); // BORDCR
    assert_eq!(rom.print(b"\x16\x15\x00last\r"), Ended::Returned);
    rom.open(0);
    assert_eq!(rom.print(b"a\rb\rc"), Ended::Returned);
    assert_eq!(rom.machine.peek(0x5C6B), 4, "DF_SZ");
    assert_eq!(
        rom.machine.peek(0x5C89),
        4,
        "the upper print position went up too"
    );
    let cells = Cells::of(&rom);
    let font = rom.clone();
    let glyph =
        |c: u8| -> Cell { std::array::from_fn(|y| font.machine.peek(0x3C00 + 8 * u16::from(c) + y as u16)) };
    let at_left = |row: usize| cells.patterns[row][0];
    assert_eq!([19, 21, 22, 23].map(at_left), b"labc".map(glyph));
    assert_eq!(cells.colours[23], [0x10; 32]);
    assert_eq!(rom.call("clear_lower"), Ended::Returned);
    let cells = Cells::of(&rom);
    assert_eq!(rom.machine.peek(0x5C6B), 2, "DF_SZ");
    assert_eq!(
        cells.colours[20..].iter().map(|r| r[5]).collect::<Vec<_>>(),
        [0x38, 0x38, 0x10, 0x10]
    );
    assert_eq!(cells.patterns[19][0], glyph(b'l'));
    assert!(cells.patterns[20..].iter().flatten().all(|&cell| cell == [0; 8]));
}

#[test]
fn the_font_is_whole_and_no_two_characters_look_alike() {
    let rom = RomCalls::load();
    let glyphs: Vec<Cell> = (0..96u16)
        .map(|c| std::array::from_fn(|y| rom.machine.peek(0x3D00 + 8 * c + y as u16)))
        .collect();
    assert!(
        glyphs[33..54].iter().all(|glyph| glyph[0] == 0),
        "A to U: PEEK USR \"a\" is 0 as long as UDGs are fresh"
    );
    for (i, glyph) in glyphs.iter().enumerate() {
        for (j, other) in glyphs.iter().enumerate().skip(i + 1) {
            assert_ne!(glyph, other, "characters {} and {}", i + 32, j + 32);
            assert_ne!(*glyph, other.map(|row| !row), "inverse {} and {}", i + 32, j + 32);
        }
        let halves = [&glyph[..4], &glyph[4..]];
        let block =
            |half: &[u8]| matches!(half[0], 0 | 0x0F | 0xF0 | 0xFF) && half.iter().all(|r| *r == half[0]);
        assert!(
            i == 0 || !halves.into_iter().all(block),
            "character {} is a block graphic",
            i + 32
        );
    }
}

/// Dots in which two glyphs differ.
fn distance(a: &Cell, b: &Cell) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// Every pair of characters differs in several dots, and those that people take for each other in many.
#[test]
fn characters_are_distinguished() {
    /// The least for any pair.
    const MIN_DIFFERENCE: u32 = 4;
    const CONFUSABLE_PAIRS: [(&str, u32); 10] = [
        ("<(", 10),
        (">)", 10),
        ("5S", 10),
        ("8B", 6),
        ("0O", 6),
        ("CO", 6),
        ("CG", 6),
        ("FP", 6),
        ("PR", 6),
        (":;", 5),
    ];
    let rom = RomCalls::load();
    let glyph =
        |c: u8| -> Cell { std::array::from_fn(|y| rom.machine.peek(0x3C00 + 8 * u16::from(c) + y as u16)) };
    let mut pairs: Vec<(u32, char, char)> = (32..128u8)
        .flat_map(|a| (a + 1..128).map(move |b| (a, b)))
        .map(|(a, b)| (distance(&glyph(a), &glyph(b)), a.into(), b.into()))
        .collect();
    pairs.sort();
    println!("the nearest: {:?}", &pairs[..10]);
    assert!(pairs[0].0 >= MIN_DIFFERENCE, "{:?}", pairs[0]);
    for (pair, least) in CONFUSABLE_PAIRS {
        let [a, b] = [0, 1].map(|n| glyph(pair.as_bytes()[n]));
        assert!(distance(&a, &b) >= least, "{pair}: {}", distance(&a, &b));
    }
}

/// Programs with 42 characters in a row cut off the other two columns. The first row of letters is blank, as programs
/// expect of fresh user-defined graphics.
#[test]
fn characters_stand_in_six_columns_and_capitals_in_six_rows() {
    let rom = RomCalls::load();
    for code in 32..128_u8 {
        let glyph: Cell = std::array::from_fn(|y| rom.machine.peek(0x3C00 + 8 * u16::from(code) + y as u16));
        let is_wide = matches!(code, b'_' | 0x7F);
        assert!(
            is_wide || glyph.iter().all(|row| row & 0x81 == 0),
            "character {code}"
        );
        if code.is_ascii_uppercase() || code.is_ascii_digit() {
            assert!(glyph[0] == 0 && glyph[7] == 0, "character {code}");
        }
    }
}
