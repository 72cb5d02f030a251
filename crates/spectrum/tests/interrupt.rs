//! The frame interrupt, and runs that stop at breakpoints.

mod common;

use common::{CODE, machine};
use girafa_spectrum::{FRAME_TSTATES, Stop};

/// /INT is low for 32 T-states: an instruction that ends in one of these is followed by the interrupt, one that
/// ends later is not.
#[test]
fn accepted_at_tstates_0_to_31_only() {
    for tstate in 0..64 {
        let mut machine = machine(&[]);
        machine.cpu.iff1 = true;
        machine.set_frame_tstate(tstate);
        machine.step();
        let want = if tstate < 32 {
            (0x38, tstate + 13)
        } else {
            (CODE + 1, tstate + 4)
        };
        assert_eq!(
            (machine.cpu.pc, machine.frame_tstate()),
            want,
            "at T-state {tstate}"
        );
    }
}

/// In the last T-states of a frame nothing comes early: the instruction that crosses the end is finished first.
#[test]
fn an_instruction_over_the_end_is_finished_first() {
    for left in 1..=19 {
        let mut machine = machine(&[0xDD, 0x34, 0x00]); // INC (IX+0): 23 T-states
        machine.cpu.ix = 0x9000;
        machine.cpu.iff1 = true;
        machine.set_frame_tstate(FRAME_TSTATES - left);
        machine.step();
        assert_eq!((machine.cpu.pc, machine.frame_tstate()), (CODE + 3, 23 - left));
        assert_eq!((machine.peek(0x9000), machine.frames()), (1, 1));
        machine.step();
        assert_eq!(machine.cpu.pc, 0x38);
    }
}

/// /INT stays low: a routine that enables interrupts within 32 T-states is interrupted again, one that takes longer
/// is not.
#[test]
fn a_short_routine_is_interrupted_twice() {
    let mut machine = machine(&[0x00; 100]);
    machine.cpu.iff1 = true;
    // 13 for the interrupt, 4 for EI, 10 for RET: T-state 27 is in time, T-state 54 is not.
    let entries = (0..20)
        .filter(|_| {
            machine.step();
            machine.cpu.pc == 0x38
        })
        .count();
    assert_eq!(entries, 2);
}

/// EI holds the interrupt back for one instruction, so that EI: RET returns first.
#[test]
fn not_right_after_ei() {
    let mut machine = machine(&[0xFB, 0x00, 0x00]);
    machine.step();
    machine.step();
    assert_eq!(machine.cpu.pc, CODE + 2);
    machine.step();
    assert_eq!(machine.cpu.pc, 0x38);
}

/// HALT waits in NOPs of 4 T-states; the interrupt's return address is behind it.
#[test]
fn halt_waits_for_the_frame() {
    let mut machine = machine(&[0xFB, 0x76]);
    machine.set_frame_tstate(1_000);
    assert_eq!(machine.run_frame(), Stop::Frame);
    assert!(machine.cpu.halted);
    assert_eq!(machine.cpu.r, ((FRAME_TSTATES - 1_000).div_ceil(4) & 0x7F) as u8);
    machine.step();
    assert_eq!(
        (machine.cpu.pc, machine.cpu.halted, machine.peek16(machine.cpu.sp)),
        (0x38, false, CODE + 2)
    );
}

/// In contended memory each of these NOPs is held up, like any fetch: 4 T-states become 8 in the picture.
#[test]
fn halt_in_contended_memory_is_held_up() {
    let mut machine = machine(&[]);
    common::poke(&mut machine, 0x6000, &[0x76]);
    machine.cpu.pc = 0x6000;
    assert_eq!(machine.run_frame(), Stop::Frame);
    // 192 lines of 16 fetches in the picture, (69,888 - 192 * 128) / 4 outside.
    let (frame, mut fetches) = (machine.frames(), 0);
    while machine.frames() == frame {
        machine.step();
        fetches += 1;
    }
    assert_eq!(fetches, 14_400);
}

/// A run passes a HALT's NOPs in one go. From any T-state it must come to where one NOP and then a run come to: so it
/// is right from the frame's last T-state back to its first.
#[test]
fn the_short_cut_through_halt_is_exact() {
    for pc in [CODE, 0x6000] {
        let mut machine = machine(&[]);
        (machine.cpu.pc, machine.cpu.halted) = (pc, true);
        (machine.cpu.r, machine.cpu.q, machine.cpu.ei, machine.cpu.ld_a_ir) = (0x85, 0x28, true, true);
        for tstate in 0..FRAME_TSTATES {
            let mut fast = machine.clone();
            fast.set_frame_tstate(tstate);
            let mut slow = fast.clone();
            fast.run_frame();
            slow.step();
            if slow.frames() == 0 {
                slow.run_frame();
            }
            assert!(
                (&fast.cpu, fast.tstates()) == (&slow.cpu, slow.tstates()),
                "from T-state {tstate}"
            );
        }
    }
}

/// The same against the slow path alone, NOP by NOP to the frame's end, from T-states of every phase in the border, in
/// the picture's first, middle and last lines, and behind it.
#[test]
fn the_short_cut_through_halt_is_as_many_steps() {
    for pc in [CODE, 0x6000] {
        let mut machine = machine(&[]);
        (machine.cpu.pc, machine.cpu.halted) = (pc, true);
        for line in [0, 63, 64, 65, 160, 254, 255, 256, 311] {
            for tstate in (line * 224..(line + 1) * 224).step_by(5) {
                let mut fast = machine.clone();
                fast.set_frame_tstate(tstate);
                let mut slow = fast.clone();
                fast.run_frame();
                while slow.frames() == 0 {
                    slow.step();
                }
                assert!(
                    (&fast.cpu, fast.tstates()) == (&slow.cpu, slow.tstates()),
                    "PC {pc:04X}, from T-state {tstate}"
                );
            }
        }
    }
}

/// An interrupt may come only between instructions, whatever their length and wherever /INT finds them: each of these
/// instructions, started at every T-state before the frame's end, is finished, then the interrupt is accepted if it ended
/// within /INT's 32 T-states. (UM0080: /INT is sampled at the end of the last machine cycle.) In contended memory the
/// same holds, as nothing is contended there.
#[test]
fn long_instructions_at_every_tstate() {
    // bytes, T-states
    let instructions: [(&[u8], u32); 6] = [
        (&[0xDD, 0xCB, 0x00, 0x06], 23), // RLC (IX+0)
        (&[0xDD, 0xE3], 23),             // EX (SP),IX
        (&[0xED, 0xB0], 21),             // LDIR that goes on
        (&[0xED, 0x4B, 0x00, 0x90], 20), // LD BC,(9000)
        (&[0xDD, 0x36, 0x00, 0x00], 19), // LD (IX+0),0
        (&[0xCD, 0x00, 0x90], 17),       // CALL 9000
    ];
    for at in [CODE, 0x6000] {
        for (bytes, tstates) in instructions {
            for left in 1..tstates + 40 {
                let mut machine = machine(&[]);
                common::poke(&mut machine, at, bytes);
                machine.cpu.pc = at;
                machine.cpu.ix = 0x9100;
                machine.cpu.set_hl(0x9200);
                machine.cpu.set_de(0x9300);
                machine.cpu.set_bc(5);
                machine.cpu.iff1 = true;
                // At the frame's last T-states, and (`left` beyond the length) at /INT's own: there it comes first.
                machine.set_frame_tstate(FRAME_TSTATES + tstates - left);
                let start = machine.frame_tstate();
                machine.step();
                if start < 32 {
                    assert_eq!(
                        (machine.cpu.pc, machine.frame_tstate()),
                        (0x38, start + 13),
                        "{bytes:02X?}"
                    );
                    continue;
                }
                assert_ne!(machine.cpu.pc, 0x38, "{bytes:02X?} at {start}: broken off");
                assert_eq!(
                    machine.tstates() % u64::from(FRAME_TSTATES),
                    u64::from((start + tstates) % FRAME_TSTATES)
                );
                let within = machine.frame_tstate() < 32;
                machine.step();
                assert_eq!(machine.cpu.pc == 0x38, within, "{bytes:02X?} at {start}");
            }
        }
    }
}

/// The run without looks at breakpoints, the run with them and single steps are the same machine: compared after
/// each of some frames of a program that halts, writes, calls and is interrupted.
#[test]
fn all_ways_to_run_agree() {
    let program = [
        0xFB, // loop: EI
        0x21, 0x00, 0x40, // LD HL,4000
        0x34, // fill: INC (HL)
        0x23, // INC HL
        0x7C, // LD A,H
        0xD3, 0xFE, // OUT (FE),A
        0xFE, 0x5B, // CP 5B
        0x38, 0xF7, // JR C,fill
        0x76, // HALT
        0x18, 0xF0, // JR loop
    ];
    let mut fast = machine(&program);
    let mut checked = fast.clone();
    checked.breakpoints_mut().insert(0x1234);
    let mut stepped = fast.clone();
    for frame in 1..=20 {
        assert_eq!(fast.run_frame(), Stop::Frame);
        assert_eq!(checked.run_frame(), Stop::Frame);
        while stepped.frames() < frame {
            stepped.step();
        }
        assert!(fast == stepped, "frame {frame}: run_frame and step differ");
        let mut checked = checked.clone();
        checked.breakpoints_mut().clear();
        assert!(
            fast == checked,
            "frame {frame}: run_frame with and without breakpoints differ"
        );
    }
}

/// A call of a routine is one stop, even where the interrupt falls on the very instruction: wherever in the frame
/// the program starts, the breakpoint is met once a round.
#[test]
fn a_breakpoint_stops_once_a_round() {
    for start in 0..64 {
        let mut machine = machine(&[0x04, 0x00, 0x18, 0xFC]); // INC B: NOP: JR -4
        machine.cpu.iff1 = true;
        machine.set_frame_tstate(FRAME_TSTATES - start);
        machine.breakpoints_mut().insert(CODE + 1);
        for round in 1..=40 {
            let mut stop = machine.run_frame();
            while stop == Stop::Frame {
                stop = machine.run_frame();
            }
            assert_eq!(stop, Stop::Breakpoint(CODE + 1));
            assert_eq!(machine.cpu.pc, CODE + 1);
            assert_eq!(
                machine.cpu.b, round,
                "start {start}: stopped more or less than once a round"
            );
            // The instruction stopped at is the next to be executed: no interrupt comes in between.
            machine.step();
            assert_eq!(machine.cpu.pc, CODE + 2);
        }
    }
}

/// The interrupt due at the breakpoint is accepted before the stop, and its routine runs.
#[test]
fn the_interrupt_comes_before_the_stop() {
    let mut machine = machine(&[0x00]);
    machine.cpu.iff1 = true;
    machine.breakpoints_mut().insert(CODE);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE));
    // Twice 13 + 4 + 10: the routine is short enough to be interrupted once more.
    assert_eq!(machine.frame_tstate(), 54);
    assert_eq!(machine.resume(), Stop::Frame);
    assert_eq!(machine.frames(), 1);
}

/// A halted processor's PC stands behind its HALT: what is there is not about to be executed.
#[test]
fn a_breakpoint_behind_halt_waits_for_the_interrupt() {
    let mut machine = machine(&[0xFB, 0x76, 0x00]);
    machine.set_frame_tstate(100);
    machine.breakpoints_mut().insert(CODE + 2);
    assert_eq!(machine.run_frame(), Stop::Frame);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE + 2));
    assert!(!machine.cpu.halted);
}

/// Resuming over the end of a frame tells so.
#[test]
fn resume_ends_with_the_frame() {
    let mut machine = machine(&[0x00, 0x00]);
    machine.set_frame_tstate(FRAME_TSTATES - 1);
    machine.breakpoints_mut().insert(CODE);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE));
    assert_eq!(machine.resume(), Stop::Frame);
    assert_eq!((machine.frames(), machine.frame_tstate()), (1, 3));
}
