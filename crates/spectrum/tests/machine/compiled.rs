//! The ROM's compiled code must behave as the interpreter does with the same bytes.

use girafa_rom_aot::{ROM, heads};
use girafa_spectrum::ula::{FRAME_TSTATES, INT_TSTATES};
use girafa_spectrum::{Delays, Rom, Spectrum};
use girafa_test_support::{Random, thorough};
use girafa_z80::Cpu;

static DELAYS: Delays = Delays::new(&girafa_rom_aot::DELAYS);

fn machine() -> Spectrum {
    Spectrum::new(&Rom::from(ROM).with_delays(&DELAYS))
}

/// Random registers with which the code compiled for `pc` can run. Register pairs often have critical values:
/// in the screen, at the ends of ROM or RAM, a count near zero.
fn registers(random: &mut Random, pc: u16) -> Cpu {
    let mut pair = || match random.below(6) {
        0 => random.below(0x1_0000) as u16,
        1 => 0x4000 + random.below(0x4000) as u16,
        2 => 0x8000 + random.below(0x8000) as u16,
        3 => *random.pick(&[0x3FFE, 0x3FFF, 0x4000, 0x7FFE, 0x7FFF, 0x8000, 0xFFFF, 0x0000]),
        4 => random.below(4) as u16,
        _ => random.below(0x300) as u16,
    };
    let mut cpu = Cpu::new();
    cpu.set_bc(pair());
    cpu.set_de(pair());
    cpu.set_hl(pair());
    (cpu.bc_, cpu.de_, cpu.hl_, cpu.af_) = (pair(), pair(), pair(), pair());
    (cpu.ix, cpu.iy, cpu.sp, cpu.memptr) = (pair(), pair(), pair(), pair());
    cpu.set_af(random.below(0x1_0000) as u16);
    if random.one_in(2) {
        cpu.iy = 0x5C3A;
    }
    cpu.q = *random.pick(&[0, cpu.f]);
    cpu.r = random.below(256) as u8;
    cpu.i = *random.pick(&[0x00, 0x3F, 0x80, 0xFF]);
    (cpu.iff1, cpu.iff2) = (random.one_in(2), random.one_in(2));
    cpu.im = 1;
    cpu.pc = pc;
    cpu
}

/// Runs compiled code and the interpreter from the same state and compares them.
fn compare(start: &Spectrum, memory: &mut [u8; 0x1_0000]) {
    let mut stepped = start.clone();
    let (mut cpu, mut tstate) = (start.cpu.clone(), start.frame_tstate());
    let head = cpu.pc;
    memory.copy_from_slice(start.memory());
    girafa_rom_aot::turn(&mut cpu, memory, &mut tstate, start.is_paced());
    assert!(tstate > start.frame_tstate(), "{head:04X}: nothing is done");
    while stepped.frame_tstate() < tstate && stepped.frames() == start.frames() {
        stepped.step();
    }
    assert_eq!(
        stepped.frame_tstate(),
        tstate,
        "{head:04X}: T-states, from {start:?}"
    );
    assert_eq!(stepped.cpu, cpu, "{head:04X}: registers, from {:?}", start.cpu);
    assert!(
        stepped.memory() == memory,
        "{head:04X}: memory, from {:?}",
        start.cpu
    );
}

/// Each entry point, from random states. GIRAFA_THOROUGH=1 tries millions.
#[test]
fn compiled_code_does_what_the_interpreter_does() {
    let each = if thorough() { 2_000 } else { 20 };
    let mut random = Random(1);
    let mut memory = Box::new([0; 0x1_0000]);
    let (mut start, mut tried) = (machine(), 0);
    for address in 0x4000..=0xFFFF {
        start.poke(address, random.below(256) as u8);
    }
    for head in heads() {
        for _ in 0..each {
            start.cpu = registers(&mut random, head);
            // Not so close to the end of the frame that no compiled code runs, and mostly while the ULA reads
            // the screen.
            let tstate = INT_TSTATES + random.below(69_000 - INT_TSTATES as usize) as u32;
            start.set_frame_tstate(tstate);
            start.set_paced(random.one_in(2));
            if girafa_rom_aot::goes(&start.cpu, tstate) {
                compare(&start, &mut memory);
                tried += 1;
            }
        }
    }
    println!("{tried} states");
    assert!(tried > heads().count() * each * 9 / 10, "{tried} states");
}

/// The frame ends, and an interrupt arrives, at each T-state of the code.
#[test]
fn interrupts_come_at_the_same_instruction() {
    let mut random = Random(2);
    let each = if thorough() { 20 } else { 1 };
    for head in heads() {
        for _ in 0..each {
            let before = random.below(1_500) as u32;
            let mut start = machine();
            start.cpu = registers(&mut random, head);
            (start.cpu.iff1, start.cpu.sp) = (true, 0xFF00);
            start.set_frame_tstate(FRAME_TSTATES - 1 - before);
            start.set_late_timing(random.one_in(2));
            start.set_paced(random.one_in(2));
            let mut stepped = start.clone();
            let mut ran = start;
            ran.run_frame();
            while stepped.frames() == 0 {
                stepped.step();
            }
            assert!(ran == stepped, "{head:04X}, {before} T-states before the end");
        }
    }
}

#[test]
fn another_rom_is_interpreted() {
    let mut bytes = ROM.to_vec();
    bytes[0x3FFF] ^= 1;
    let mut other = Spectrum::new(&Rom::from_bytes(&bytes).unwrap());
    let mut ours = machine();
    let mut interpreted = machine();
    assert!(ours.set_compiled(true) && !interpreted.set_compiled(false) && !other.set_compiled(true));
    assert!(!other.set_paced(true), "it has no delays");
    static DELAY: Delays = Delays::new(&[(0x0038, 100)]);
    let mut delayed = Spectrum::new(&Rom::from(ROM).with_delays(&DELAY));
    assert!(
        delayed.set_paced(true) && !delayed.set_compiled(true),
        "its delays are others"
    );
    for _ in 0..50 {
        other.run_frame();
        ours.run_frame();
        interpreted.run_frame();
    }
    assert!(ours == interpreted);
    assert_eq!((other.tstates(), &other.cpu), (ours.tstates(), &ours.cpu));
}

/// A run stops at breakpoints inside compiled code and at addresses outside it.
#[test]
fn breakpoints_are_met() {
    for address in heads().step_by(7).chain([0x0008, 0x15F2, 0x0038]) {
        let mut stops = [true, false].map(|compiled| {
            let mut machine = machine();
            assert_eq!(machine.set_compiled(compiled), compiled);
            machine.set_paced(address % 2 == 0);
            machine.breakpoints_mut().insert(address);
            let stop = (0..100)
                .map(|_| machine.run_frame())
                .find(|stop| *stop != girafa_spectrum::Stop::Frame);
            (stop, machine)
        });
        let (interpreted, compiled) = (stops[1].clone(), &mut stops[0]);
        assert_eq!(compiled.0, interpreted.0, "{address:04X}");
        assert!(compiled.1 == interpreted.1, "{address:04X}");
    }
}
