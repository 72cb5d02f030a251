//! HALT: its duration, its contention, and the fast path that a run takes through it.
//!
//! Why: programs that draw in step with the beam wait in HALT, so the T-state at which they resume determines
//! the position of all their effects. Sources: Zilog UM0080 (a halted processor executes NOPs, each a fetch
//! of four T-states that increments R, and samples /INT after each); the project's list of facts (delays).
//! That the NOPs are fetched from the address after HALT, where PC is, so that this address decides whether
//! they are delayed, is public knowledge of the chip.

use crate::common::model::{Clock, FRAME, LINE};
use crate::common::{CODE, machine};
use girafa_spectrum::{Rom, Spectrum, Stop};

/// For each T-state of the frame, the number of NOPs fetched from `pc` up to the end of the frame, and the
/// T-state of the next frame at which the last of them ends. Computed backwards, one NOP at a time.
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

/// R after `fetches` opcode fetches: bit 7 stays, as the chip counts only the other seven (UM0080).
fn counted(r: u8, fetches: u32) -> u8 {
    r & 0x80 | ((u32::from(r) + fetches) & 0x7F) as u8
}

/// A machine with a halted processor whose NOPs are fetched from `pc`.
fn halted(pc: u16) -> Spectrum {
    let mut machine = machine(&[]);
    (machine.cpu.pc, machine.cpu.halted) = (pc, true);
    machine
}

/// HALT executes NOPs of 4 T-states that increment R. The interrupt's return address is after HALT (UM0080);
/// otherwise a program would never continue.
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

/// Why: "contended HALT". In contended memory each NOP is delayed like any fetch, so that R and the T-state
/// of waking differ from those of a HALT elsewhere. The model runs NOP by NOP; one step and a whole run from
/// each T-state of the frame, with every R, must end where the model does. As each single step is right, a
/// run of steps is right too, so this also checks the fast path against single steps.
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
    // Total: 192 lines of 16 fetches in the picture, (69,888 - 192 * 128) / 4 outside.
    assert_eq!(nops_to_the_end(0x6000)[0].0, 14_400);
}

/// Why: a program observes the T-state at which its handler begins. From every T-state the interrupt is
/// accepted when the NOP that crosses the end of the frame is done, 0 to 3 T-states late, and takes 13
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

/// Why: a HALT in the last byte before contended memory, or in the last byte of it, shows which address the
/// NOPs are fetched from: the delay of HALT itself depends on its own address, that of the NOPs on the next
/// address. From every T-state of a line.
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

/// Why: the fast path must leave the whole processor state as NOPs do, including state that only the next
/// instruction sees (Q, the delay after EI, the recent LD A,I). From every T-state of the frame it must end
/// where one NOP and then a run end: by induction it is right from the last T-state of the frame back to the
/// first.
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

/// The same against the slow path alone, NOP by NOP to the end of the frame, from each T-state of lines in
/// the border, of the first, middle and last lines of the picture, and after it; and against a run that
/// checks for a breakpoint after HALT.
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
