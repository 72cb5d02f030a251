//! Equality of machines compares their state, not how they are observed.

use girafa_spectrum::{Key, Spectrum, Stop, Tape};

use crate::common::{CODE, machine as machine_with};

/// OUT (254),A in an endless loop with a different A each time: border, MIC and beeper change.
const PROGRAM: [u8; 5] = [0x3C, 0xD3, 0xFE, 0x18, 0xFB];
fn machine() -> Spectrum {
    machine_with(&PROGRAM)
}

fn run(machine: &mut Spectrum, frames: u64) {
    let end = machine.frames() + frames;
    while machine.frames() < end {
        match machine.run_frame() {
            Stop::Breakpoint(_) => {
                machine.resume();
            }
            Stop::Frame | Stop::Written(_) => {}
        }
    }
}

#[test]
fn being_watched_changes_nothing() {
    let watch: [fn(&mut Spectrum); 5] = [
        |machine| {
            machine.breakpoints_mut().insert(CODE + 3);
        },
        |machine| machine.watch_writes(Some(0x4000..=0x4000)),
        |machine| machine.collect_beeper(true),
        |machine| machine.watch_beam(true),
        |machine| {
            machine.collect_beeper(true);
            run(machine, 1);
            machine.take_beeper_edges();
        },
    ];
    for (number, watch) in watch.iter().enumerate() {
        let mut plain = machine();
        let mut watched = machine();
        watch(&mut watched);
        let ahead = watched.frames();
        run(&mut plain, ahead);
        assert!(watched == plain, "{number}: as it is set up");
        for _ in 0..2 {
            run(&mut plain, 1);
            run(&mut watched, 1);
            assert!(watched == plain, "{number}: after a frame");
        }
    }
}

#[test]
fn machines_that_behave_differently_are_unequal() {
    let change: [fn(&mut Spectrum); 11] = [
        |machine| machine.cpu.r ^= 1,
        |machine| machine.poke(0xFFFF, 1),
        |machine| machine.set_frame_tstate(1),
        |machine| machine.keyboard_mut().press(Key::A),
        |machine| machine.set_issue(girafa_spectrum::Issue::Two),
        |machine| machine.set_late_timing(true),
        |machine| machine.insert_tape(Tape::default()),
        |machine| machine.set_instant_tape(true),
        |machine| machine.set_tape_starts_itself(true),
        |machine| machine.printer_mut().set_connected(false),
        |machine| run(machine, 1),
    ];
    for (number, change) in change.iter().enumerate() {
        let mut other = machine();
        assert!(other == machine());
        change(&mut other);
        assert!(other != machine(), "{number}");
    }
}
