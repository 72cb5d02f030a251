//! Writes that stop a run.

use crate::common::{CODE, machine};
use girafa_spectrum::{Spectrum, Stop, Write};

/// LD HL,9002: LD (HL),1: LD (9001),HL: LD (8FFF),HL: LD A,(9001): LD (9002),A: INC (HL): JR -2.
const WRITER: &[u8] = &[
    0x21, 0x02, 0x90, 0x36, 1, 0x22, 0x01, 0x90, 0x22, 0xFF, 0x8F, 0x3A, 0x01, 0x90, 0x32, 0x02, 0x90, 0x34,
    0x18, 0xFE,
];

const EXPECTED_WRITE: Write = Write {
    address: 0x9002,
    updates: false,
};

fn watching() -> Spectrum {
    let mut machine = machine(WRITER);
    machine.watch_writes(Some(0x9001..=0x9002));
    machine
}

#[test]
fn each_writing_instruction_is_one_stop_after_it() {
    let mut machine = watching();
    let mut stops = Vec::new();
    loop {
        match machine.run_frame() {
            Stop::Written(write) => stops.push((write, machine.cpu.pc)),
            stop => {
                assert_eq!(stop, Stop::Frame);
                break;
            }
        }
    }
    // The word at 8FFF overlaps only 9000.
    assert_eq!(
        stops,
        [
            (EXPECTED_WRITE, CODE + 5),
            (EXPECTED_WRITE, CODE + 8),
            (EXPECTED_WRITE, CODE + 17),
            (
                Write {
                    updates: true,
                    ..EXPECTED_WRITE
                },
                CODE + 18
            )
        ]
    );
}

#[test]
fn the_watched_machine_does_what_the_other_does() {
    let mut watched = watching();
    let mut other = machine(WRITER);
    for _ in 0..3 {
        while watched.run_frame() != Stop::Frame {}
        assert_eq!(other.run_frame(), Stop::Frame);
        assert_eq!(
            (watched.tstates(), watched.memory()),
            (other.tstates(), other.memory())
        );
    }
    watched.watch_writes(None);
    assert_eq!(watched, other);
}

#[test]
fn a_breakpoint_on_a_writing_instruction_stops_before_it_and_resume_after_it() {
    let mut machine = watching();
    machine.breakpoints_mut().insert(CODE + 3);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE + 3));
    assert_eq!(machine.resume(), Stop::Written(EXPECTED_WRITE));
    assert_eq!(machine.cpu.pc, CODE + 5);
    machine.poke(0x9001, 7);
    machine.breakpoints_mut().clear();
    assert_eq!(
        (machine.run_frame(), machine.cpu.pc),
        (Stop::Written(EXPECTED_WRITE), CODE + 8)
    );
}
