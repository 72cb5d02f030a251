//! Snow: the picture while I points to contended memory.
//!
//! Why: with I from 40 to 7F a 48K's picture shows snow, as the ULA takes each refresh for an access to its
//! memory. This is public, and the reason why programs in interrupt mode 2 keep their table out of these
//! pages.
//!
//! Sources: that snow appears, and why, is public. Which bytes appear is the rule documented at
//! `Spectrum::watch_beam`, which was fitted to photographs of three 48Ks (`outside/machine/snow_min.asm` of the
//! shared material states it).

use crate::common::model::{Clock, FRAME, LINE};
use crate::common::{CODE, machine, poke};
use girafa_spectrum::Spectrum;

/// The third T-state of each opcode fetch, and R.
type Refreshes = Vec<(u32, u8)>;

/// The instructions of the test programs, with their timing.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Instruction {
    /// NOP: a fetch.
    Nop,
    /// INC BC: a fetch and two T-states with I and R on the bus.
    IncBc,
    /// RLC B: two fetches.
    RlcB,
    /// LD A,(nn): a fetch and three reads.
    LdA,
}
use Instruction::{IncBc, LdA, Nop, RlcB};

/// The address that LD A,(nn) reads.
const READ_ADDRESS: u16 = 0x9000;

impl Instruction {
    fn code(self) -> &'static [u8] {
        match self {
            Nop => &[0x00],
            IncBc => &[0x03],
            RlcB => &[0xCB, 0x00],
            LdA => &[0x3A, 0x00, 0x90],
        }
    }

    /// Advances the clock and records the refreshes.
    fn go(self, pc: u16, clock: &mut Clock, i: u8, r: &mut u8, refreshes: &mut Refreshes) {
        let mut fetch = |pc: u16, clock: &mut Clock| {
            clock.memory(pc, 4);
            refreshes.push((clock.0 - 2, *r));
            *r = *r & 0x80 | r.wrapping_add(1) & 0x7F;
        };
        fetch(pc, clock);
        match self {
            Nop => {}
            IncBc => clock.idle(u16::from(i) << 8, 2),
            RlcB => fetch(pc + 1, clock),
            LdA => {
                clock.memory(pc + 1, 3);
                clock.memory(pc + 2, 3);
                clock.memory(READ_ADDRESS, 3);
            }
        }
    }
}

/// A byte of the screen, hashed from its address so that a byte from another address is noticed.
fn noise(address: u16) -> u8 {
    let mixed = u32::from(address).wrapping_mul(0x9E37_79B1);
    (mixed >> 13 ^ mixed >> 24) as u8 & 0x7F // no FLASH
}

/// A machine with noise on the screen and the beam watched.
fn noisy() -> Spectrum {
    let mut machine = machine(&[]);
    for address in 0x4000..0x5B00 {
        machine.poke(address, noise(address));
    }
    machine.watch_beam(true);
    machine
}

/// The expected picture, cell by cell: of the cells fetched two T-states after a refresh, those in even columns
/// come from the refresh address, those in odd ones repeat their left neighbour. Also returns their number.
fn picture(refreshes: &Refreshes) -> (Vec<u8>, usize) {
    let mut shown: Vec<Option<u8>> = vec![None; FRAME as usize + 64];
    for &(tstate, r) in refreshes {
        shown[tstate as usize + 2] = Some(r);
    }
    let (mut picture, mut spoiled) = (vec![0; 256 * 192], 0);
    for row in 0..192_u32 {
        let mut left = [0; 2];
        for column in 0..32 {
            let fetched = 14_338 + LINE * row + column / 2 * 8 + column % 2 * 2;
            let r = shown[fetched as usize];
            spoiled += usize::from(r.is_some());
            let from = |address: u32| {
                let address = address as u16;
                noise(r.map_or(address, |r| address / 128 * 128 + u16::from(r) % 128))
            };
            if r.is_none() || column % 2 == 0 {
                left = [
                    from(0x4000 + row / 64 * 2048 + row % 8 * 256 + row / 8 % 8 * 32 + column),
                    from(0x5800 + row / 8 * 32 + column),
                ];
            }
            let [pixels, attribute] = left;
            let bright = attribute / 64 * 8;
            for pixel in 0..8 {
                let is_ink = pixels & 0x80 >> pixel != 0;
                let colour = if is_ink { attribute % 8 } else { attribute / 8 % 8 };
                picture[(256 * row + 8 * column + pixel) as usize] = colour + bright;
            }
        }
    }
    (picture, spoiled)
}

/// Runs `program` repeatedly to the end of the frame, from T-state `start` with `i` and `r`. Checks that the
/// picture is the model's and returns the number of corrupted cells.
fn check(at: u16, program: &[Instruction], start: u32, i: u8, r: u8) -> usize {
    let mut machine = noisy();
    let (mut clock, mut pc, mut now, mut refreshes) = (Clock(start), at, r, Vec::new());
    for instruction in program.iter().cycle() {
        if clock.0 >= FRAME {
            break;
        }
        poke(&mut machine, pc, instruction.code());
        instruction.go(pc, &mut clock, i, &mut now, &mut refreshes);
        pc += instruction.code().len() as u16;
    }
    (machine.cpu.pc, machine.cpu.i, machine.cpu.r) = (at, i, r);
    machine.set_frame_tstate(start);
    machine.run_frame();
    let tell = format!("{program:?} at {at:04X} from T-state {start}, I {i:02X}, R {r:02X}");
    assert_eq!(
        (machine.cpu.pc, machine.frame_tstate(), machine.cpu.r),
        (pc, clock.0 - FRAME, now),
        "{tell}: the model's clock"
    );
    let snows = (0x40..0x80).contains(&i);
    let (want, spoiled) = picture(&if snows { refreshes } else { Vec::new() });
    let got = machine.screen().colours(false);
    if let Some(i) = (0..want.len()).find(|&place| got[place] != want[place]) {
        panic!("{tell}: at {},{} {}, not {}", i % 256, i / 256, got[i], want[i]);
    }
    assert!(
        (0x4000..0x5B00).all(|address| machine.peek(address) == noise(address)),
        "{tell}"
    );
    spoiled
}

/// The bytes that appear over a whole frame: fetches of four T-states started in each phase of the ULA's
/// eight, and instructions that are delayed by I and whose fetches fall everywhere. R counts in seven bits.
#[test]
fn snow_comes_from_the_refresh_address() {
    let mixed = [Nop, IncBc, RlcB, LdA, IncBc, IncBc, LdA, Nop, Nop];
    let mut counts = Vec::new();
    for start in 14_000..14_008 {
        for (i, r) in [(0x40, 0x00), (0x7F, 0xC5)] {
            counts.push(check(CODE, &[Nop], start, i, r));
            assert!(check(CODE, &mixed, start, i, r) > 500, "of 6,144 cells");
        }
    }
    // NOPs corrupt one cell of each pair in every other phase, none in the phases between.
    let phases = [192 * 16, 192 * 16, 0, 0];
    assert_eq!(counts, phases.repeat(4));
    for start in [0, 10_001, 14_300, 30_003] {
        check(CODE, &[LdA, RlcB], start, 0x58, 0x7F);
    }
}

/// Code in contended memory is delayed, so nearly all of its fetches begin in a phase without snow.
#[test]
fn snow_of_code_in_shared_memory() {
    // Only 8,192 bytes are available from 6000 on, so only the second half of the frame is tested.
    for start in 44_000..44_008 {
        for program in [&[Nop, IncBc, Nop][..], &[Nop], &[LdA, RlcB]] {
            assert!(check(0x6000, program, start, 0x40, 0x11) < 20);
        }
    }
}

/// A halted processor keeps refreshing (UM0080: this is why it executes NOPs): HALT causes the same snow as
/// NOPs, although a run skips through a HALT at once where there is no snow.
#[test]
fn a_halted_processor_snows() {
    for start in 14_000..14_004 {
        let pictures = [0x76, 0x00].map(|opcode| {
            let mut machine = noisy();
            for address in CODE..CODE + 0x4800 {
                machine.poke(address, opcode);
            }
            (machine.cpu.i, machine.cpu.r) = (0x40, 0x33);
            machine.set_frame_tstate(start);
            machine.run_frame();
            machine.screen().colours(false)
        });
        assert!(pictures[0] == pictures[1], "from T-state {start}");
        let refreshes: Refreshes = (0..)
            .map(|fetch: u32| (start + 4 * fetch, 0x33_u32.wrapping_add(fetch) as u8 & 0x7F))
            .take_while(|&(tstate, _)| tstate < FRAME)
            .map(|(tstate, r)| (tstate + 2, r))
            .collect();
        assert!(pictures[0] == picture(&refreshes).0, "from T-state {start}");
    }
}

/// 16 times LD A,0 from T-state 14,335 on: on three 48Ks, only these four cells of the line were wrong.
#[test]
fn snow_of_one_line() {
    let pictures = [0x40, 0x3F].map(|i| {
        let mut machine = noisy();
        poke(&mut machine, CODE, &[0x3E, 0x00].repeat(16));
        (machine.cpu.pc, machine.cpu.i, machine.cpu.r) = (CODE, i, 0);
        machine.set_frame_tstate(14_335);
        (0..16).for_each(|_| machine.step());
        machine.screen().colours(false)
    });
    let cell = |picture: &[u8], column: usize| picture[8 * column..][..8].to_vec();
    let differs = |&column: &usize| cell(&pictures[0], column) != cell(&pictures[1], column);
    assert_eq!((0..28).filter(differs).collect::<Vec<_>>(), [2, 13, 16, 27]);
}

/// With any other I there is no snow, tested up to the neighbouring pages. Snow never changes memory (`check`
/// tests that).
#[test]
fn no_snow_with_i_elsewhere() {
    for i in [0x00, 0x3F, 0x80, 0xC0, 0xFE] {
        for start in 14_000..14_004 {
            assert_eq!(check(CODE, &[Nop, RlcB], start, i, 0x00), 0);
        }
    }
    assert!(check(CODE, &[Nop, RlcB], 14_000, 0x40, 0x00) > 0);
}
