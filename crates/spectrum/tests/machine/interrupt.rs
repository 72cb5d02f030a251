//! The frame interrupt, and runs that stop at breakpoints. HALT is tested in `halt.rs`, long instructions in
//! `interrupt_instructions.rs`.

use crate::common::model::Clock;
use crate::common::{CODE, machine};
use girafa_spectrum::{FRAME_TSTATES, Stop};

/// Why: the length of /INT decides whether a program that enables interrupts late in its handler, or keeps
/// them disabled over the start of the frame, is interrupted; and a program that counts T-states from its
/// handler on (multicolour, loaders with border effects) depends on when the interrupt arrives. Sources: the
/// project's list of facts (low for 32 T-states from T-state 0; by that convention T-state 0 is the first at
/// which an instruction may end and be followed by the interrupt), Zilog UM0080 (13 T-states in modes 0, with
/// FF on the bus, and 1; 19 in mode 2). At every T-state of the frame and in each mode.
#[test]
fn accepted_at_tstates_0_to_31_only() {
    for (im, target, takes) in [(0, 0x38, 13), (1, 0x38, 13), (2, 0xC000, 19)] {
        for pc in [CODE, 0x6000] {
            let mut machine = machine(&[]);
            crate::common::poke(&mut machine, 0xB0FF, &[0x00, 0xC0]);
            (machine.cpu.im, machine.cpu.i) = (im, 0xB0);
            for tstate in 0..FRAME_TSTATES {
                (machine.cpu.pc, machine.cpu.sp, machine.cpu.iff1) = (pc, 0xFF00, true);
                machine.set_frame_tstate(tstate);
                machine.step();
                let want = if tstate < 32 {
                    (target, tstate + takes, 0xFEFE)
                } else {
                    let mut clock = Clock(tstate);
                    clock.memory(pc, 4);
                    (pc + 1, clock.0 % FRAME_TSTATES, 0xFF00)
                };
                assert_eq!(
                    (machine.cpu.pc, machine.frame_tstate(), machine.cpu.sp),
                    want,
                    "mode {im}, PC {pc:04X}, at T-state {tstate}"
                );
            }
        }
    }
}

/// In the last T-states of a frame no interrupt comes early: the instruction that crosses the end is
/// completed first, including its write, and the frame is counted once. (UM0080: /INT is sampled in an
/// instruction's last T-state; all kinds of instructions are in `interrupt_instructions.rs`.) A machine that
/// ended its frames at a fixed T-state would fail.
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

/// Why: /INT is a level, not an edge (UM0080), and stays low for 32 T-states (the project's list of facts). A
/// handler that returns with interrupts enabled in that time is entered again, which makes a program's clock
/// run twice as fast.
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

/// EI delays the interrupt by one instruction, so that EI: RET returns first (UM0080). Otherwise the stack of
/// a program with a short handler would grow while /INT is low.
#[test]
fn not_right_after_ei() {
    let mut machine = machine(&[0xFB, 0x00, 0x00]);
    machine.step();
    machine.step();
    assert_eq!(machine.cpu.pc, CODE + 2);
    machine.step();
    assert_eq!(machine.cpu.pc, 0x38);
}

/// The run that does not check breakpoints, the run that does, and single steps must behave identically:
/// compared after each of several frames of a program that halts, writes, outputs and is interrupted.
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

/// A breakpoint stops once per pass through its address, even if the interrupt arrives at that instruction,
/// wherever in the frame the program starts.
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
            // The instruction at the breakpoint is the next to be executed: no interrupt comes in between.
            machine.step();
            assert_eq!(machine.cpu.pc, CODE + 2);
        }
    }
}

/// An interrupt due at the breakpoint is accepted before the stop, and its routine runs.
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

/// PC of a halted processor is after its HALT; the instruction there is not about to be executed, so a
/// breakpoint on it does not stop yet.
#[test]
fn a_breakpoint_behind_halt_waits_for_the_interrupt() {
    let mut machine = machine(&[0xFB, 0x76, 0x00]);
    machine.set_frame_tstate(100);
    machine.breakpoints_mut().insert(CODE + 2);
    assert_eq!(machine.run_frame(), Stop::Frame);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE + 2));
    assert!(!machine.cpu.halted);
}

/// Resuming across the end of a frame returns `Stop::Frame`.
#[test]
fn resume_ends_with_the_frame() {
    let mut machine = machine(&[0x00, 0x00]);
    machine.set_frame_tstate(FRAME_TSTATES - 1);
    machine.breakpoints_mut().insert(CODE);
    assert_eq!(machine.run_frame(), Stop::Breakpoint(CODE));
    assert_eq!(machine.resume(), Stop::Frame);
    assert_eq!((machine.frames(), machine.frame_tstate()), (1, 3));
}
