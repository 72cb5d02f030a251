//! HALT: how long it waits, how the ULA holds it up, and the short cut that a run takes through it.
//!
//! Why: programs that draw in step with the beam wait in HALT, so that the T-state at which they go on is
//! where all their effects stand. From where: Zilog UM0080 (a halted processor executes NOPs, each a fetch of
//! four T-states that counts R, and looks at /INT after each); the project's list of facts (delays); that the
//! NOPs are fetched from after HALT, so that this address decides whether they are held up, is public
//! knowledge of the chip, as PC is there.

use crate::common::model::{Clock, FRAME, LINE};
use crate::common::{CODE, machine};
use girafa_spectrum::{Rom, Spectrum, Stop};

/// For each T-state of the frame the NOPs fetched from `pc` up to the frame's end, and the T-state of the
/// next frame that the last of them ends at. Worked out backwards, one NOP at a time.
fn nops_to_the_end(pc: u16) -> Vec<(u32, u32)> {
    let behind = (0..16).map(|tstate| (0, tstate));
    let mut table = vec![(0, 0); FRAME as usize];
    table.extend(behind);
    for tstate in (0..FRAME).rev() {
        let mut clock = Clock(tstate);
        clock.memory(pc, 4);
        let (nops, end) = table[clock.0 as usize];
        table[tstate as usize] = (nops + 1, end);
    }
    table
}

/// R after so many fetches: bit 7 stays, as the chip counts the other seven (UM0080).
fn counted(r: u8, fetches: u32) -> u8 {
    r & 0x80 | ((u32::from(r) + fetches) & 0x7F) as u8
}

/// A halted processor whose NOPs come from `pc`.
fn halted(pc: u16) -> Spectrum {
    let mut machine = machine(&[]);
    (machine.cpu.pc, machine.cpu.halted) = (pc, true);
    machine
}

/// HALT waits in NOPs of 4 T-states, R counting; the interrupt's return address is after it (UM0080), or a
/// program would wait for ever.
#[test]
fn halt_waits_for_the_frame() {
    let mut machine = machine(&[0xFB, 0x76]);
    machine.set_frame_tstate(1_000);
    assert_eq!(machine.run_frame(), Stop::Frame);
    assert!(machine.cpu.halted);
    assert_eq!(machine.cpu.r, ((FRAME - 1_000).div_ceil(4) & 0x7F) as u8);
    machine.step();
    assert_eq!(
        (machine.cpu.pc, machine.cpu.halted, machine.peek16(machine.cpu.sp)),
        (0x38, false, CODE + 2)
    );
}

/// Why: "contended HALT". In shared memory each NOP is held up like any fetch, so that R and the T-state of
/// waking differ from those of a HALT elsewhere. The model walks NOP by NOP; one step from each T-state of
/// the frame, and a whole run from each, with every R, must come to where the model comes. As each step is
/// right, so is a run of steps: the short cut that the run takes is thereby the slow path.
#[test]
fn halt_is_held_up_from_every_tstate() {
    for pc in [CODE, 0x4000, 0x6000, 0x7FFF] {
        let table = nops_to_the_end(pc);
        let mut machine = halted(pc);
        for tstate in 0..FRAME {
            let r = (tstate / 3) as u8;
            let mut clock = Clock(tstate);
            clock.memory(pc, 4);
            machine.set_frame_tstate(tstate);
            (machine.cpu.r, machine.cpu.halted) = (r, true);
            machine.step();
            assert_eq!(
                (machine.frame_tstate(), machine.cpu.r, machine.cpu.pc),
                (clock.0 % FRAME, counted(r, 1), pc),
                "PC {pc:04X}, one NOP from T-state {tstate}"
            );

            let (nops, end) = table[tstate as usize];
            machine.set_frame_tstate(tstate);
            machine.cpu.r = r;
            assert_eq!(machine.run_frame(), Stop::Frame);
            assert_eq!(
                (machine.frame_tstate(), machine.cpu.r, machine.cpu.pc),
                (end, counted(r, nops), pc),
                "PC {pc:04X}, to the frame's end from T-state {tstate}"
            );
        }
    }
    // What it amounts to: 192 lines of 16 fetches in the picture, (69,888 - 192 * 128) / 4 outside.
    assert_eq!(nops_to_the_end(0x6000)[0].0, 14_400);
}

/// Why: what a program notices of all that is the T-state at which its handler begins. From every T-state the
/// interrupt comes when the NOP that runs over the frame's end is done, 0 to 3 T-states late, and takes 13
/// T-states (UM0080).
#[test]
fn a_halted_program_wakes_when_its_nop_is_done() {
    for pc in [CODE, 0x6000] {
        let table = nops_to_the_end(pc);
        let mut late = [false; 4];
        let mut machine = halted(pc);
        for tstate in 32..FRAME {
            machine.set_frame_tstate(tstate);
            (machine.cpu.pc, machine.cpu.sp) = (pc, 0xFF00);
            (machine.cpu.halted, machine.cpu.iff1) = (true, true);
            machine.run_frame();
            machine.step();
            let end = table[tstate as usize].1;
            late[end as usize] = true;
            assert_eq!(
                (machine.frame_tstate(), machine.cpu.pc, machine.peek16(0xFEFE)),
                (end + 13, 0x38, pc),
                "PC {pc:04X}, from T-state {tstate}"
            );
        }
        assert_eq!(late, [true; 4]);
    }
}

/// Why: HALT as the last byte before shared memory, or as its last byte, tells which address the NOPs are
/// fetched from: HALT itself waits for its own address, the NOPs wait for the one after. From every T-state
/// of a line.
#[test]
fn halt_at_the_edge_of_shared_memory_waits_for_the_byte_behind_it() {
    let mut image = vec![0; 0x4000];
    image[0x3FFF] = 0x76;
    let mut machine = Spectrum::new(&Rom::from_bytes(&image).unwrap());
    for halt in [0x3FFF_u16, 0x5FFF, 0x7FFF, 0xFFFF] {
        machine.poke(halt, 0x76);
        let behind = halt.wrapping_add(1);
        let table = nops_to_the_end(behind);
        for tstate in 14_335 + 100 * LINE..14_335 + 101 * LINE {
            let mut clock = Clock(tstate);
            clock.memory(halt, 4);
            let (nops, end) = table[clock.0 as usize];
            machine.set_frame_tstate(tstate);
            (machine.cpu.pc, machine.cpu.r, machine.cpu.halted) = (halt, 0, false);
            machine.run_frame();
            assert_eq!(
                (machine.frame_tstate(), machine.cpu.r, machine.cpu.pc),
                (end, counted(0, 1 + nops), behind),
                "HALT at {halt:04X}, from T-state {tstate}"
            );
        }
    }
}

/// Why: the short cut must leave everything of the processor as NOPs do, also what only the next instruction
/// sees (Q, the wait after EI, what LD A,I has just shown). From any T-state of the frame it must come to
/// where one NOP and then a run come to: so it is right from the frame's last T-state back to its first.
#[test]
fn the_short_cut_through_halt_is_exact() {
    for pc in [CODE, 0x6000] {
        let mut machine = halted(pc);
        (machine.cpu.r, machine.cpu.q, machine.cpu.ei, machine.cpu.ld_a_ir) = (0x85, 0x28, true, true);
        for tstate in 0..FRAME {
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

/// The same against the slow path alone, NOP by NOP to the frame's end, from each T-state of lines in the
/// border, in the picture's first, middle and last, and after it; and against the run that has a breakpoint
/// to look for after HALT.
#[test]
fn the_short_cut_through_halt_is_as_many_steps() {
    for pc in [CODE, 0x6000] {
        let machine = halted(pc);
        for line in [0, 63, 64, 160, 255, 256, 311] {
            for tstate in line * LINE..(line + 1) * LINE {
                let mut fast = machine.clone();
                fast.set_frame_tstate(tstate);
                let mut slow = fast.clone();
                let mut watched = fast.clone();
                watched.breakpoints_mut().insert(pc);
                fast.run_frame();
                while slow.frames() == 0 {
                    slow.step();
                }
                assert_eq!(watched.run_frame(), Stop::Frame);
                for other in [slow, watched] {
                    assert!(
                        (&fast.cpu, fast.tstates()) == (&other.cpu, other.tstates()),
                        "PC {pc:04X}, from T-state {tstate}"
                    );
                }
            }
        }
    }
}
