//! What programs read from ports: keys, the tape's bit, the floating bus.

mod common;

use common::{machine, poke};
use girafa_spectrum::{FRAME_TSTATES, Issue, Key, Spectrum, Tape, facts};

/// What IN A,(n) gives with `high` in A.
fn input(machine: &mut Spectrum, high: u8, low: u8) -> u8 {
    let mut probe = machine.clone();
    probe.cpu.a = high;
    probe.cpu.pc = common::CODE;
    poke(&mut probe, common::CODE, &[0xDB, low]);
    probe.step();
    probe.cpu.a
}

/// The manual's table (chapter 23): each half-row at its own address line, bit 0 outermost.
#[test]
fn each_key_at_its_place() {
    let rows = [
        (0xFE, "\0ZXCV"),
        (0xFD, "ASDFG"),
        (0xFB, "QWERT"),
        (0xF7, "12345"),
        (0xEF, "09876"),
        (0xDF, "POIUY"),
        (0xBF, "\nLKJH"),
        (0x7F, " \0MNB"),
    ];
    for (high, keys) in rows {
        for (bit, name) in keys.chars().enumerate() {
            let key = match (high, name) {
                (0xFE, '\0') => Key::CapsShift,
                (_, '\0') => Key::SymbolShift,
                _ => Key::from_char(name).unwrap(),
            };
            let mut machine = machine(&[]);
            machine.keyboard_mut().press(key);
            for (other, _) in rows {
                let want = if other == high { 0xBF & !(1 << bit) } else { 0xBF };
                assert_eq!(input(&mut machine, other, 0xFE), want, "{key:?} at {other:02X}");
            }
            machine.keyboard_mut().release(key);
            assert_eq!(input(&mut machine, 0x00, 0xFE), 0xBF);
        }
    }
}

/// Any number of address lines may be low at once; 00 asks whether any key is down. Any even port does.
#[test]
fn half_rows_are_joined() {
    let mut machine = machine(&[]);
    machine.keyboard_mut().press(Key::Q);
    machine.keyboard_mut().press(Key::X);
    assert_eq!(input(&mut machine, 0x00, 0xFE), 0xBF & !0b101);
    assert_eq!(input(&mut machine, 0xFA, 0xFE), 0xBF & !0b101);
    assert_eq!(input(&mut machine, 0xFB, 0x0E), 0xBF & !0b001);
    assert_eq!(input(&mut machine, 0xFF, 0xFE), 0xBF);
}

/// With a silent tape bit 6 hears what was written: on issue 3 bit 4 alone, on issue 2 bit 3 too.
#[test]
fn bit_6_tells_the_issue() {
    for (value, issue_2, issue_3) in [(0x00, 0, 0), (0x08, 1, 0), (0x10, 1, 1), (0x18, 1, 1)] {
        for (issue, bit) in [(Issue::Two, issue_2), (Issue::Three, issue_3)] {
            let mut machine = machine(&[0x3E, value, 0xD3, 0xFE]);
            machine.set_issue(issue);
            machine.step();
            machine.step();
            assert_eq!(
                input(&mut machine, 0xFE, 0xFE),
                0xBF | bit << 6,
                "{issue:?}, {value:02X}"
            );
        }
    }
}

/// Why: programs compare whole bytes of port FE (`CP BF`, `INC A`), so its unused bits count. Public (the 48K's data
/// lines 5 and 7 are not driven and pulled up): they are 1 whatever keys are down, whatever was written to border, MIC and
/// EAR, and whichever level the tape has; bit 6 follows the tape alone while it plays.
#[test]
fn bits_5_and_7_are_always_1() {
    let block = [0x80; 20];
    let tap = [&[20, 0][..], &block].concat();
    for issue in [Issue::Two, Issue::Three] {
        for plays in [false, true] {
            let mut levels = [false; 2];
            for value in 0..=0xFFu8 {
                let mut machine = machine(&[0x3E, value, 0xD3, 0xFE, 0x76]);
                machine.set_issue(issue);
                if plays {
                    machine.insert_tape(Tape::from_tap(&tap).unwrap());
                    machine.play_tape();
                }
                machine.step();
                machine.step();
                // The pilot's half waves are 2,168 T-states: both levels come.
                machine.set_frame_tstate(1_000 + u32::from(value % 2) * 2_168);
                for keys in ["", "A", "QWERT", "1234567890QWERTYUIOPASDFGHJKLZXCVBNM\n "] {
                    keys.chars()
                        .for_each(|key| machine.keyboard_mut().press(Key::from_char(key).unwrap()));
                    for high in [0x00, 0x7F, 0xFD, 0xFB, 0xFF] {
                        let got = input(&mut machine, high, 0xFE);
                        assert_eq!(
                            got & 0xA0,
                            0xA0,
                            "{issue:?}, {value:02X} written, {keys:?}, {high:02X}"
                        );
                        levels[usize::from(got >> 6 & 1)] = true;
                    }
                }
            }
            assert_eq!(levels, [true; 2], "{issue:?}: bit 6 is seen as 0 and as 1");
        }
    }
}

/// A screen in which each byte tells its place: bitmap bytes their third, row and column, attributes theirs.
fn marked_screen() -> Spectrum {
    let mut machine = machine(&[]);
    for address in 0x4000..0x5B00u16 {
        machine.poke(address, (address ^ address >> 7) as u8 & 0x7F);
    }
    machine
}

/// Reads port FF so that the byte is taken at `tstate`: IN A,(n) does so 10 T-states after its start.
fn floating(machine: &mut Spectrum, tstate: u32) -> u8 {
    machine.set_frame_tstate(tstate + FRAME_TSTATES - 10);
    input(machine, 0xFF, 0xFF)
}

/// The first eight T-states of a row: two bytes with their attributes, then rest. Public (the "floating bus" that
/// games of the time wait for the beam with).
#[test]
fn floating_bus_gives_what_the_ula_reads() {
    let mut machine = marked_screen();
    for row in [0, 1, 7, 8, 63, 64, 191] {
        for column in (0..32).step_by(2) {
            let at = 14_338 + 224 * row + 4 * column;
            let bitmap = machine.peek16(facts::bitmap_address(row, column)).to_le_bytes();
            let attributes = machine
                .peek16(facts::attribute_address(row, column))
                .to_le_bytes();
            let want = [
                bitmap[0],
                attributes[0],
                bitmap[1],
                attributes[1],
                0xFF,
                0xFF,
                0xFF,
                0xFF,
            ];
            let got: Vec<_> = (0..8).map(|i| floating(&mut machine, at + i)).collect();
            assert_eq!(got, want, "row {row}, column {column}");
        }
    }
}

/// Outside the screen there is nothing to read: 255 over the whole border, and as many other bytes in a frame as
/// the ULA takes: 192 rows of 32 bytes and their attributes.
#[test]
fn floating_bus_over_a_frame() {
    let mut machine = marked_screen();
    let bytes: Vec<_> = (0..FRAME_TSTATES)
        .map(|tstate| floating(&mut machine, tstate))
        .collect();
    let taken = |(tstate, &byte): (usize, &u8)| (byte != 0xFF).then_some(tstate);
    let taken: Vec<_> = bytes.iter().enumerate().filter_map(taken).collect();
    assert_eq!(taken.len(), 192 * 64);
    assert_eq!(
        (taken[0], taken[192 * 64 - 1]),
        (14_338, 14_338 + 191 * 224 + 15 * 8 + 3)
    );
    // The same bytes, made by a program of a few lines outside this project from the rule above.
    assert_eq!(
        common::hash(&bytes),
        0x03AA_4CC6_E062_1725,
        "{:016X}",
        common::hash(&bytes)
    );
}

/// Ports that somebody answers at do not float: the ULA at even ones, the printer where address line 2 is low.
#[test]
fn only_free_ports_float() {
    let mut machine = marked_screen();
    machine.set_frame_tstate(14_338 - 10);
    assert_ne!(input(&mut machine, 0xFF, 0xFF), 0xFF);
    assert_eq!(input(&mut machine, 0xFF, 0xFE), 0xBF);
    assert_eq!(input(&mut machine, 0xFF, 0xFB), 0x3E);
    machine.printer_mut().set_connected(false);
    assert_ne!(input(&mut machine, 0xFF, 0xFB), 0x3E);
}

/// The clock may be set back while devices run (a debugger does): they wait, and nothing panics.
#[test]
fn a_clock_set_back_is_survived() {
    let mut machine = machine(&[
        0xAF, 0xD3, 0xFB, 0x3E, 0x08, 0xD3, 0xFE, 0xDB, 0xFB, 0xDB, 0xFE, 0x18, 0xF3,
    ]);
    machine.insert_tape(Tape::from_tap(&[2, 0, 255, 255]).unwrap());
    machine.play_tape();
    for tstate in (0..FRAME_TSTATES).step_by(997).rev() {
        for _ in 0..30 {
            machine.step();
        }
        machine.set_frame_tstate(tstate);
        machine.printer_mut().flush();
        machine.stop_tape();
        machine.play_tape();
    }
    machine.run_frame();
}
