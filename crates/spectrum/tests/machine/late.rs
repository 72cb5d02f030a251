//! Late timing: the ULA does everything one T-state later after the interrupt signal.

use girafa_spectrum::{Rom, Spectrum};
use girafa_test_support::{Random, thorough};

use crate::common::model::{FRAME, LINE};
use crate::common::{machine, poke};

/// A machine with late timing, and one with early timing whose clock is one T-state behind.
fn pair(early: &Spectrum, tstate: u32) -> [Spectrum; 2] {
    let [mut early, mut late] = [early.clone(), early.clone()];
    early.set_frame_tstate(tstate);
    late.set_frame_tstate(tstate + 1);
    late.set_late_timing(true);
    [early, late]
}

#[track_caller]
fn assert_alike([early, late]: &[Spectrum; 2], name: impl std::fmt::Display) {
    assert_eq!(early.cpu, late.cpu, "{name}");
    assert_eq!(early.tstates() + 1, late.tstates(), "{name}: T-states");
    assert!(early.memory() == late.memory(), "{name}: memory");
}

/// Why: with interrupts disabled, a program cannot tell when its frame began. Random code accesses the screen,
/// the ports of the ULA, and the floating bus.
#[test]
fn without_interrupts_late_is_early_one_tstate_later() {
    let mut random = Random(1);
    for number in 0..if thorough() { 300 } else { 30 } {
        // The ROM has no EI either.
        let mut start = Spectrum::new(&Rom::from_bytes(&[0; 0x4000]).unwrap());
        for address in 0x4000..=0xFFFF {
            // Neither EI nor HALT.
            let byte = match random.below(8) {
                0 => *random.pick(&[0xD3, 0xDB, 0xED, 0xFE]),
                _ => random.below(256) as u8,
            };
            let byte = if matches!(byte, 0xFB | 0x76) { 0 } else { byte };
            start.poke(address, byte);
        }
        start.cpu.pc = 0x4000 + random.below(0xC000) as u16;
        start.cpu.i = random.below(256) as u8;
        start.watch_beam(random.one_in(2));
        let mut both = pair(&start, random.below(FRAME as usize - 1) as u32);
        for step in 0..20_000 {
            both.iter_mut().for_each(Spectrum::step);
            let [early, late] = &both;
            if step % 1_000 == 0 && early.frames() == late.frames() {
                assert_alike(&both, format_args!("{number}, step {step}"));
                let shown = both.each_ref().map(|machine| machine.screen().colours(true));
                assert!(shown[0] == shown[1], "{number}, step {step}: pictures");
            }
        }
        assert_alike(&both, number);
    }
}

/// Why: contention begins at 14,336, one T-state later than in tests/machine/contention.rs.
#[test]
fn the_first_delayed_access() {
    let waits = |is_late: bool| {
        (14_334..14_338).map(move |tstate| {
            let mut machine = machine(&[]);
            machine.set_late_timing(is_late);
            poke(&mut machine, 0x4000, &[0]);
            machine.cpu.pc = 0x4000;
            machine.set_frame_tstate(tstate);
            machine.step();
            machine.frame_tstate() - tstate - 4
        })
    };
    assert_eq!(waits(false).collect::<Vec<_>>(), [0, 6, 5, 4]);
    assert_eq!(waits(true).collect::<Vec<_>>(), [0, 0, 6, 5]);
}

/// Why: a HALT runs up to the end of the frame in one step.
#[test]
fn halts_are_those_of_single_nops() {
    for halt in [0x5FFF, 0x7FFF, 0x8000] {
        for tstate in (0..FRAME - 8)
            .step_by(LINE as usize * 7 + 1)
            .chain(14_300..14_600)
        {
            let mut ran = machine(&[]);
            ran.set_late_timing(true);
            ran.poke(halt, 0x76);
            ran.cpu.pc = halt;
            ran.set_frame_tstate(tstate);
            let mut stepped = ran.clone();
            ran.run_frame();
            while stepped.frames() == 0 {
                stepped.step();
            }
            assert!(ran == stepped, "HALT at {halt:04X}, from T-state {tstate}");
        }
    }
}

/// Why: the ROM's compiled code has early timing.
#[test]
fn the_rom_runs_as_interpreted() {
    let image = girafa_test_support::rom_file("girafa48.rom");
    let mut machines = [true, false].map(|is_compiled| {
        let mut machine = Spectrum::new(&Rom::from_bytes(&image).unwrap());
        machine.set_late_timing(true);
        machine.set_compiled(is_compiled);
        machine
    });
    for frame in 0..150 {
        machines.iter_mut().for_each(|machine| {
            machine.run_frame();
        });
        assert!(machines[0] == machines[1], "frame {frame}");
    }
}
