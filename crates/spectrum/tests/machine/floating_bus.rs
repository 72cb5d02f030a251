//! The floating bus: what reading an unattached port returns.
//!
//! Why: games use it to wait for the beam ("Arkanoid", "Cobra", "Sidewize", "Short Circuit" are the
//! well-known ones). On a machine that always returns 255, or other bytes at other T-states, they hang or
//! their picture tears.
//!
//! Sources: "the floating bus gives what the ULA reads" is in the project's list of facts. Which T-states
//! these are is public: in each eight from 14,338 on a bitmap byte, its attribute, the next bitmap byte, its
//! attribute, then idle for four. By the same count, IN samples its byte in the last T-state of its port
//! access. The order of the bytes in memory is from the manual (chapter 24).

use crate::common::model::{Clock, FRAME};
use crate::common::{CODE, machine, poke};
use girafa_spectrum::Spectrum;

/// A screen in which the value of each byte depends on its address and is never 255.
fn marked_screen() -> Spectrum {
    let mut machine = machine(&[]);
    for address in 0x4000..0x5B00u16 {
        machine.poke(address, (address ^ address >> 7) as u8 & 0x7F);
    }
    machine
}

/// The byte that the ULA puts on the bus at `tstate`.
fn on_the_bus(machine: &Spectrum, tstate: u32) -> u8 {
    let place = i64::from(tstate) - 14_338;
    if !(0..192 * 224).contains(&place) || place % 224 >= 128 {
        return 0xFF;
    }
    let (row, column) = ((place / 224) as u16, (place % 224 / 8 * 2) as u16);
    let bitmap = 0x4000 + row / 64 * 2048 + row % 8 * 256 + row / 8 % 8 * 32 + column;
    let attribute = 0x5800 + row / 8 * 32 + column;
    match place % 224 % 8 {
        0 => machine.peek(bitmap),
        1 => machine.peek(attribute),
        2 => machine.peek(bitmap + 1),
        3 => machine.peek(attribute + 1),
        _ => 0xFF,
    }
}

/// Sets PC to `pc` and the clock to `tstate`, and executes one instruction.
fn step_at(machine: &mut Spectrum, pc: u16, tstate: u32) {
    machine.cpu.pc = pc;
    machine.set_frame_tstate(tstate);
    machine.step();
}

/// IN A,(FF) with an uncontended high byte, which samples its byte at every T-state of the frame.
#[test]
fn floating_bus_over_a_frame() {
    let mut machine = marked_screen();
    poke(&mut machine, CODE, &[0xDB, 0xFF]);
    let mut seen = Vec::new();
    for tstate in 0..FRAME {
        machine.cpu.a = 0xFF;
        step_at(&mut machine, CODE, (tstate + FRAME - 10) % FRAME);
        assert_eq!(
            machine.cpu.a,
            on_the_bus(&machine, tstate),
            "taken at T-state {tstate}"
        );
        seen.push(machine.cpu.a);
    }
    assert_eq!(
        seen.iter().filter(|&&byte| byte != 0xFF).count(),
        192 * 64,
        "every byte of 192 rows"
    );
    // The hash of the same bytes, computed from the rule above by a short program outside this project.
    assert_eq!(
        crate::common::hash(&seen),
        0x03AA_4CC6_E062_1725,
        "{:016X}",
        crate::common::hash(&seen)
    );
}

/// An instruction that reads a port. `go` advances the clock to the end of the read and returns the T-state
/// in which the byte is sampled.
struct Reader {
    name: &'static str,
    code: &'static [u8],
    go: fn(&mut Clock, Setting) -> u32,
    got: fn(&Spectrum) -> u8,
}

/// The address of the code, the port that is read, and the value of I.
#[derive(Debug, Clone, Copy)]
struct Setting {
    pc: u16,
    port: u16,
    i: u8,
}

/// The address that INI writes to.
const DESTINATION: u16 = 0x9000;

const READERS: [Reader; 3] = [
    Reader {
        name: "IN A,(n)",
        code: &[0xDB],
        go: |clock, at| {
            clock.memory(at.pc, 4);
            clock.memory(at.pc + 1, 3);
            clock.port(at.port).taken
        },
        got: |machine| machine.cpu.a,
    },
    Reader {
        name: "IN E,(C)",
        code: &[0xED, 0x58],
        go: |clock, at| {
            clock.memory(at.pc, 4);
            clock.memory(at.pc + 1, 4);
            clock.port(at.port).taken
        },
        got: |machine| machine.cpu.e,
    },
    Reader {
        name: "INI",
        code: &[0xED, 0xA2],
        go: |clock, at| {
            clock.memory(at.pc, 4);
            clock.memory(at.pc + 1, 4);
            clock.idle(u16::from(at.i) << 8, 1);
            let taken = clock.port(at.port).taken;
            clock.memory(DESTINATION, 3);
            taken
        },
        got: |machine| machine.peek(DESTINATION),
    },
];

/// Why: a game reads the port with an arbitrary high byte. If it is 40 to 7F, the ULA takes it for a
/// contended address and delays the access in each of its four T-states, so that the byte is sampled later,
/// and few of the bytes above are ever seen. Code in contended memory is delayed earlier, and INI also by I.
/// Started at every T-state of the frame.
#[test]
fn a_read_that_is_held_up_sees_what_is_there_later() {
    for reader in READERS {
        for pc in [CODE, 0x6000] {
            for (high, low, i) in [
                (0x00, 0xFF, 0x3F),
                (0x40, 0xFF, 0x3F),
                (0x7F, 0xFD, 0x40),
                (0x80, 0xFF, 0x7F),
            ] {
                let mut machine = marked_screen();
                poke(&mut machine, pc, reader.code);
                if reader.code == [0xDB] {
                    poke(&mut machine, pc + 1, &[low]);
                }
                let port = u16::from_be_bytes([high, low]);
                machine.cpu.i = i;
                let (mut seen, mut late) = (0, 0);
                for start in 0..FRAME {
                    machine.cpu.a = high;
                    machine.cpu.set_bc(port);
                    machine.cpu.set_hl(DESTINATION);
                    step_at(&mut machine, pc, start);
                    let mut clock = Clock(start);
                    let taken = (reader.go)(&mut clock, Setting { pc, port, i });
                    let byte = (reader.got)(&machine);
                    assert_eq!(
                        (byte, machine.frame_tstate()),
                        (on_the_bus(&machine, taken), clock.0 % FRAME),
                        "{} of {port:04X} at {pc:04X}, I {i:02X}, from T-state {start}",
                        reader.name
                    );
                    seen += u32::from(byte != 0xFF);
                    late += u32::from(byte != on_the_bus(&machine, start + 10));
                }
                assert!(seen > 0, "{}: nothing but 255", reader.name);
                assert!(
                    late > 0 || !(0x40..0x80).contains(&high),
                    "{}: no wait is seen",
                    reader.name
                );
            }
        }
    }
}

/// Ports of attached devices do not float: the ULA at even ports (manual, chapter 23), the printer, once it has
/// been used, where address line 2 is low (its manual: port FB; it decodes only that line).
#[test]
fn only_free_ports_float() {
    let read = |machine: &mut Spectrum, low: u8| {
        poke(machine, CODE, &[0xDB, low]);
        machine.cpu.a = 0xFF;
        step_at(machine, CODE, 14_338 - 10);
        machine.cpu.a
    };
    let mut machine = marked_screen();
    let floats = machine.peek(0x4000);
    assert_eq!(read(&mut machine, 0xFF), floats);
    assert_eq!(read(&mut machine, 0xFE), 0xBF);
    assert_eq!(read(&mut machine, 0xFB), floats);
    poke(&mut machine, CODE, &[0xD3, 0xFB]);
    machine.cpu.a = 0;
    step_at(&mut machine, CODE, 0);
    assert_eq!(read(&mut machine, 0xFB), 0x3E);
    machine.printer_mut().set_connected(false);
    assert_eq!(read(&mut machine, 0xFB), floats);
}
