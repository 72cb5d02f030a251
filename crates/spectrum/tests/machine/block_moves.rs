//! LDIR and LDDR, which may run many rounds at once when nothing observes single rounds, must have the same
//! effect as round by round.

use girafa_spectrum::ula::FRAME_TSTATES;
use girafa_spectrum::{Rom, Spectrum, Stop};
use girafa_test_support::{Random, thorough};

const LDIR: [u8; 2] = [0xED, 0xB0];
const LDDR: [u8; 2] = [0xED, 0xB8];
/// A prefix that has no effect on them, but belongs only to the instruction of the first round.
const IGNORED_PREFIX: u8 = 0xDD;

/// A machine about to execute a move at `pc`, in an otherwise random state. The moves are often short,
/// overlapping, at the ends of ROM or RAM, or over the instruction itself.
fn machine(random: &mut Random, code: [u8; 2], pc: u16) -> Spectrum {
    let mut bytes: Vec<u8> = (0..0x4000).map(|_| random.below(256) as u8).collect();
    // The interrupt routine: EI: RETI.
    bytes[0x38..0x3B].copy_from_slice(&[0xFB, 0xED, 0x4D]);
    if pc < 0x4000 {
        bytes[usize::from(pc) - 1] = IGNORED_PREFIX;
        bytes[usize::from(pc)..][..2].copy_from_slice(&code);
    }
    let mut machine = Spectrum::new(&Rom::from_bytes(&bytes).unwrap());
    // A move that overwrites itself may copy one of its own bytes to the place where it was.
    let is_of_moves = random.one_in(3);
    for address in 0x4000..=0xFFFF {
        let byte = if is_of_moves {
            *random.pick(&[0xED, 0xB0, 0xB8])
        } else {
            random.below(256) as u8
        };
        machine.poke(address, byte);
    }
    for (address, byte) in (pc - 1..).zip([IGNORED_PREFIX, code[0], code[1]]) {
        machine.poke(address, byte);
    }
    let from = match random.below(3) {
        0 => random.below(0x1_0000) as u16,
        1 => *random.pick(&[0x3FFF, 0x4000, 0x7FFF, 0x8000, 0xFFFF, 0]),
        _ => 0x4000 + random.below(0x1B00) as u16,
    };
    let to = match random.below(5) {
        0 => random.below(0x1_0000) as u16,
        1 => from.wrapping_add(random.below(40) as u16).wrapping_sub(20),
        2 => pc.wrapping_add(random.below(600) as u16).wrapping_sub(300),
        3 => *random.pick(&[0x3FFF, 0x4000, 0x7FFF, 0x8000, 0xFFFF, 0]),
        _ => 0x4000 + random.below(0x1B00) as u16,
    };
    let cpu = &mut machine.cpu;
    cpu.set_hl(from);
    cpu.set_de(to);
    cpu.set_bc(match random.below(3) {
        0 => random.below(8) as u16,
        1 => random.below(0x1_0000) as u16,
        _ => random.below(0x1B00) as u16,
    });
    cpu.set_af(random.below(0x1_0000) as u16);
    (cpu.pc, cpu.sp, cpu.im) = (pc, 0xFF80, 1);
    (cpu.r, cpu.memptr) = (random.below(256) as u8, random.below(0x1_0000) as u16);
    (cpu.iff1, cpu.iff2) = (true, true);
    machine.set_frame_tstate(random.below(FRAME_TSTATES as usize) as u32);
    machine.set_late_timing(random.one_in(2));
    machine
}

#[test]
fn moves_at_once_are_those_of_single_rounds() {
    let mut random = Random(1);
    let mut done = 0;
    for _ in 0..if thorough() { 10_000 } else { 2_000 } {
        let code = *random.pick(&[LDIR, LDDR]);
        let pc = match random.below(3) {
            0 => 0x1000,
            1 => 0x6000 + random.below(0x2000) as u16,
            _ => 0x8000 + random.below(0x7000) as u16,
        };
        let mut ran = machine(&mut random, code, pc);
        let mut stepped = ran.clone();
        let start = ran.clone();
        ran.run_frame();
        while stepped.frames() == 0 {
            stepped.step();
            done += u32::from(stepped.cpu.pc == pc);
        }
        assert!(
            ran == stepped,
            "{code:02X?} at {pc:04X}, from {:?}, {} T-states",
            start.cpu,
            start.frame_tstate()
        );
    }
    println!("{done} rounds");
    assert!(done > 50_000, "{done} rounds");
}

/// A breakpoint at a move stops at each round, in ROM and in RAM, and one elsewhere changes nothing.
#[test]
fn breakpoints_and_watched_writes_see_each_round() {
    for (pc, elsewhere) in [(0x1000, 0x9000), (0xB000, 0x0100), (0xB000, 0x9000)] {
        let mut random = Random(2);
        let mut start = machine(&mut random, LDIR, pc);
        start.cpu.set_hl(0x8000);
        start.cpu.set_de(0x5000);
        start.cpu.set_bc(5);
        start.cpu.iff1 = false;
        start.set_frame_tstate(100);

        for (first, expected) in [(pc, &[5, 4, 3, 2, 1][..]), (pc - 1, &[4, 3, 2, 1])] {
            let mut stopped = start.clone();
            stopped.cpu.pc = first;
            stopped.breakpoints_mut().insert(pc);
            let mut left = Vec::new();
            let mut stop = stopped.run_frame();
            while stop == Stop::Breakpoint(pc) && left.len() < 5 {
                left.push(stopped.cpu.bc());
                stop = stopped.resume();
            }
            assert_eq!(left, expected, "{first:04X}");
        }

        let mut watched = start.clone();
        watched.watch_writes(Some(0x5002..=0x5002));
        assert!(matches!(watched.run_frame(), Stop::Written(write) if write.address == 0x5002));
        assert_eq!(watched.cpu.bc(), 2);

        let mut stepped = start.clone();
        stepped.step();
        assert_eq!(stepped.cpu.bc(), 4, "a step is a round");

        let (mut with, mut without) = (start.clone(), start);
        with.breakpoints_mut().insert(elsewhere);
        assert_eq!(
            (with.run_frame(), without.run_frame()),
            (Stop::Frame, Stop::Frame)
        );
        assert!(with == without);
    }
}
