//! What programs read from ports: the keyboard and the tape bit. The floating bus is tested in
//! `floating_bus.rs`.

use crate::common::model::Clock;
use crate::common::{machine, poke};
use girafa_spectrum::{FRAME_TSTATES, Issue, Key, Spectrum, Tape};

/// The result of IN A,(n) with `high` in A.
fn input(machine: &mut Spectrum, high: u8, low: u8) -> u8 {
    let mut probe = machine.clone();
    probe.cpu.a = high;
    probe.cpu.pc = crate::common::CODE;
    poke(&mut probe, crate::common::CODE, &[0xDB, low]);
    probe.step();
    probe.cpu.a
}

/// Why: games read single half-rows. The manual's table (chapter 23): each half-row has its own address line,
/// with bit 0 for the outermost key.
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

/// A, S and Q: W is read, too, and A and S in the half-row of Q.
#[test]
fn three_keys_act_as_a_fourth() {
    let mut machine = machine(&[]);
    for key in [Key::A, Key::S, Key::Q] {
        machine.keyboard_mut().press(key);
    }
    assert_eq!(input(&mut machine, 0xFB, 0xFE), 0xBF & !0b11);
    assert_eq!(input(&mut machine, 0xFD, 0xFE), 0xBF & !0b11);
    assert_eq!(input(&mut machine, 0xF7, 0xFE), 0xBF);
    machine.keyboard_mut().release(Key::A);
    assert_eq!(input(&mut machine, 0xFB, 0xFE), 0xBF & !0b01);
    assert_eq!(input(&mut machine, 0xFD, 0xFE), 0xBF & !0b10);
}

/// Reads by code in RAM are the program's own, whenever they happen; early reads by code in ROM are not.
#[test]
fn reads_of_keys_are_told_apart() {
    let mut machine = machine(&[0xDB, 0xFE]);
    machine.watch_keys(true);
    machine.cpu.a = 0x7F;
    machine.set_frame_tstate(100);
    machine.step();
    let reads = machine.take_key_reads();
    assert_eq!((reads.early, reads.late), (0, 0x80));
}

/// Why: "press any key" reads all half-rows at once. Any number of address lines may be low at once; high
/// byte 00 tests all keys, at any even port (manual, chapter 23).
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

/// Why: with a silent tape bit 6 reflects what was last written to the port, and a few games that compare the
/// whole byte hang on the issue that they were not written on ("Abu Simbel Profanation" is known for running
/// on issue 2 only). Public (the table of the comp.sys.sinclair FAQ): on issue 3 only bit 4 (EAR) counts, on
/// issue 2 bit 3 (MIC) too. For every byte written and every half-row, at other even ports too. (How slowly
/// the level falls on a real board is not modelled.)
#[test]
fn bit_6_tells_the_issue() {
    for issue in [Issue::Two, Issue::Three] {
        for value in 0..=0xFFu8 {
            let mut machine = machine(&[0x3E, value, 0xD3, 0xFE]);
            machine.set_issue(issue);
            machine.step();
            machine.step();
            let (mic, ear) = (value >> 3 & 1, value >> 4 & 1);
            let bit = match issue {
                Issue::Two => mic | ear,
                Issue::Three => ear,
            };
            for high in (0..8).map(|row| !(1 << row)).chain([0x00, 0xFF]) {
                for low in [0xFE, 0x0E, 0x7E] {
                    assert_eq!(
                        input(&mut machine, high, low),
                        0xBF | bit << 6,
                        "{issue:?}, {value:02X} written, port {high:02X}{low:02X}"
                    );
                }
            }
        }
    }
}

/// Why: a loader measures pulses by counting reads of bit 6. In the picture, or with a contended high byte, a
/// read is delayed and samples the tape when it ends. Derived: the byte is sampled in the last T-state of the
/// access, as from the floating bus; delays are from the project's list of facts. Reads start at every
/// T-state around the edges of pilot pulses (2,168 T-states each: TZX 1.20), in the border and in the
/// picture.
#[test]
fn bit_6_is_the_tape_when_the_read_ends() {
    let tap = [&[20, 0][..], &[0x80; 20]].concat();
    for high in [0x3F_u8, 0x7F] {
        for issue in [Issue::Two, Issue::Three] {
            let mut started = machine(&[0x3E, 0x18, 0xD3, 0xFE]); // bits 3 and 4 have no effect while the tape plays
            started.set_issue(issue);
            started.step();
            started.step();
            started.insert_tape(Tape::from_tap(&tap).unwrap());
            started.set_frame_tstate(0);
            started.play_tape();
            let level = |tstate: u32| {
                let mut machine = started.clone();
                machine.set_frame_tstate(tstate - 10);
                input(&mut machine, 0x3F, 0xFE) >> 6 & 1
            };
            let first = level(1_000);
            for edge in [1, 2, 7, 8, 9, 20].map(|pulse| 2_168 * pulse) {
                for start in edge - 40..edge + 20 {
                    let mut clock = Clock(start);
                    clock.memory(crate::common::CODE, 4);
                    clock.memory(crate::common::CODE + 1, 3);
                    let taken = clock.port(u16::from_be_bytes([high, 0xFE])).taken;
                    let mut machine = started.clone();
                    machine.set_frame_tstate(start);
                    assert_eq!(
                        input(&mut machine, high, 0xFE) >> 6 & 1,
                        first ^ (taken / 2_168 % 2) as u8,
                        "{issue:?}, high byte {high:02X}, from T-state {start}"
                    );
                }
            }
        }
    }
}

/// Why: programs compare whole bytes of port FE (`CP BF`, `INC A`), so its unused bits matter. Public (the
/// 48K's data lines 5 and 7 are pulled up and not driven): they are 1 whatever keys are down, whatever was
/// written to border, MIC and EAR, and whatever level the tape has. Bit 6 follows only the tape while it
/// plays.
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
                // The pilot pulses are 2,168 T-states long, so both levels are tested.
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

/// Setting the clock back while devices run (as a debugger may do) makes them wait and does not panic.
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

/// Why: games look for the interface by reading port 31. Its state is there while it is connected, and the
/// ULA's ports are as before.
#[test]
fn a_joystick_is_at_port_31_while_it_is_connected() {
    let mut machine = machine(&[]);
    let without = input(&mut machine, 0x00, 0x1F);
    machine.set_joystick(Some(0b1_1001));
    assert_eq!(machine.joystick(), Some(0b1_1001));
    assert_eq!(input(&mut machine, 0x00, 0x1F), 0b1_1001);
    assert_eq!(input(&mut machine, 0xFF, 0xDF), 0b1_1001);
    assert_eq!(input(&mut machine, 0x00, 0xFF), without, "address line 5 is 1");
    assert_eq!(input(&mut machine, 0x00, 0xFE), 0xBF);
    machine.set_joystick(None);
    assert_eq!(input(&mut machine, 0x00, 0x1F), without);
}
