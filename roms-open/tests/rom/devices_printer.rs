//! The ROM's printer routines on the emulated ZX Printer: LPRINT's buffer, COPY, BREAK, and no printer at
//! all.

use crate::support::{Ended, RomCalls};
use girafa_spectrum::{DotRow, Key};
use proptest::prelude::*;

fn prepared() -> RomCalls {
    let mut rom = RomCalls::load();
    rom.start_devices();
    rom.open(3);
    rom
}

/// The eight pixel rows of a line of text in the ROM's font.
fn pixels(rom: &RomCalls, text: &[u8]) -> Vec<DotRow> {
    let dots = |column: usize, y: u16| match text.get(column) {
        Some(&c) => rom.machine.peek(0x3C00 + 8 * u16::from(c) + y),
        None => 0,
    };
    (0..8)
        .map(|y| std::array::from_fn(|column| dots(column, y)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn text_comes_out_in_lines_of_32(text in prop::collection::vec(33..128u8, 1..100), ended in any::<bool>()) {
        let mut rom = prepared();
        prop_assert_eq!(rom.print(&text), Ended::Returned);
        // A full line is printed when the next character comes.
        let waiting = (text.len() - 1) / 32 * 8;
        prop_assert_eq!(rom.machine.printer().rows().len(), waiting);
        if ended {
            prop_assert_eq!(rom.print(b"\r"), Ended::Returned);
        }
        prop_assert_eq!(rom.call("flush_printer"), Ended::Returned);
        prop_assert_eq!(rom.call("flush_printer"), Ended::Returned, "nothing more waits");
        let expected: Vec<DotRow> = text.chunks(32).flat_map(|line| pixels(&rom, line)).collect();
        prop_assert_eq!(rom.machine.printer().rows(), &expected[..]);
        prop_assert!(!rom.machine.printer().is_running());
    }

    #[test]
    fn copy_prints_the_upper_176_rows(seed in any::<[u8; 16]>()) {
        let mut rom = prepared();
        prop_assert_eq!(rom.print(b"dropped"), Ended::Returned);
        for (address, &byte) in (0x4000..0x5800).zip(seed.iter().cycle()) {
            rom.machine.poke(address, byte ^ (address >> 4) as u8);
        }
        prop_assert_eq!(rom.call_address(0x0EAC), Ended::Returned);
        prop_assert_eq!(rom.call("flush_printer"), Ended::Returned);
        let row = |y: u16| 0x4000 + (y & 0xC0) * 32 + (y & 7) * 256 + (y & 0x38) * 4;
        let screen = |y: u16| -> DotRow { std::array::from_fn(|x| rom.machine.peek(row(y) + x as u16)) };
        let expected: Vec<DotRow> = (0..176).map(screen).collect();
        let printed = rom.machine.printer().rows();
        prop_assert_eq!(printed.len(), 176);
        let wrong = (0..176).find(|&y| printed[y] != expected[y]);
        prop_assert_eq!(wrong, None, "rows {:?} {:?}", wrong.map(|y| printed[y]), wrong.map(|y| expected[y]));
    }
}

#[test]
fn break_stops_the_printer_with_report_d() {
    let mut rom = prepared();
    assert_eq!(rom.print(b"text"), Ended::Returned);
    rom.machine.keyboard_mut().press(Key::CapsShift);
    rom.machine.keyboard_mut().press(Key::Space);
    assert_eq!(rom.call("flush_printer"), Ended::Error(12));
    assert!(!rom.machine.printer().is_running());
    assert_eq!(rom.call_address(0x0EAC), Ended::Error(12));
    rom.machine.keyboard_mut().release_all();
    assert_eq!(rom.call("flush_printer"), Ended::Returned);
    assert!(rom.machine.printer().rows().is_empty(), "the text is gone");
}

#[test]
fn without_a_printer_nothing_is_printed_and_nothing_waits() {
    let mut rom = prepared();
    rom.machine.printer_mut().set_connected(false);
    let start = rom.machine.tstates();
    assert_eq!(rom.print(&[b'x'; 200]), Ended::Returned);
    assert_eq!(rom.call_address(0x0EAC), Ended::Returned);
    assert!(
        rom.machine.tstates() - start < 10 * 69_888,
        "it takes a fraction of a second"
    );
    assert!(rom.machine.printer().rows().is_empty());
}
