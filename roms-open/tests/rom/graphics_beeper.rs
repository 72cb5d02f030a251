//! The beeper's tones: how many cycles, and how long each.

use crate::basic::{Basic, Failure, tokens};
use crate::support::{Ended, RomCalls};

/// T-states a second.
const CLOCK: f64 = 3.5e6;
/// Most T-states that the ULA delays the two OUTs of a cycle by.
const CONTENTION: f64 = 12.0;

/// BEEP by the calculator's stack, as programs call it.
const BEEP: u16 = 0x03F8;

/// Edges of the beeper since the last call: when, and the level.
fn edges(rom: &mut RomCalls) -> Vec<(u64, bool)> {
    rom.machine.take_beeper_edges()
}

#[test]
fn a_cycle_lasts_as_long_as_the_period_says() {
    let mut rom = RomCalls::load();
    rom.machine.collect_beeper(true);
    rom.poke(0x5C48, &[3 << 3]);
    for period in [
        0u16, 1, 2, 3, 4, 7, 100, 0x3FE, 0x3FF, 0x400, 0x66A, 5000, 0xD0E6, 0xFFFF,
    ] {
        let cycles = (600_000 / (8 * u32::from(period) + 241) + 2) as u16;
        rom.machine.cpu.set_hl(period);
        rom.machine.cpu.set_de(cycles - 1);
        assert_eq!(rom.call("beeper"), Ended::Returned);
        let edges = edges(&mut rom);
        assert_eq!(edges.len(), 2 * usize::from(cycles), "period {period}");
        assert!(edges.chunks(2).all(|pair| pair[0].1 && !pair[1].1));
        let time = (edges[edges.len() - 2].0 - edges[0].0) as f64;
        let expected = f64::from(cycles - 1) * (8.0 * f64::from(period) + 241.0);
        let longest = expected * 1.001 + CONTENTION * f64::from(cycles);
        assert!(
            (expected..longest).contains(&time),
            "period {period}: {time} for {expected}"
        );
        assert_eq!(rom.machine.border(), 3);
        assert!(rom.machine.cpu.iff1, "interrupts are enabled");
    }
}

/// The frequency in Hz of a pitch in semitones above middle C.
fn frequency(pitch: f64) -> f64 {
    let whole = pitch.floor();
    let rise = 1.0 + (pitch - whole) * std::f64::consts::LN_2 / 12.0;
    440.0 * ((whole - 9.0) / 12.0).exp2() * rise
}

#[test]
fn every_pitch_has_its_exact_period() {
    let mut basic = Basic::start();
    let beeper = basic.rom.symbol("beeper");
    for pitch in -60..70 {
        for (seconds, fraction) in [(1.0, 0.0), (0.5, 0.25), (2.25, 0.875), (3.0, 0.001)] {
            let pitch = f64::from(pitch) + fraction;
            let text = format!("{seconds},{pitch}");
            basic.rom.call("clear_work");
            assert_eq!(basic.run("expect_two_numbers", &tokens(&text)), Ok(()));
            let frequency = frequency(pitch);
            let period = (437_500.0 / frequency - 30.125).round();
            let cycles = (frequency * seconds).round();
            let ended = basic.rom.call_up_to(BEEP, beeper);
            if period < 0.0 {
                assert_eq!(ended, Ended::Error(10), "BEEP {text}: above the beeper's range");
                continue;
            }
            let cpu = &basic.rom.machine.cpu;
            assert_eq!((ended, cpu.pc), (Ended::Returned, beeper), "BEEP {text}");
            let played = (f64::from(cpu.hl()), f64::from(cpu.de()) + 1.0);
            assert_eq!(played, (period, cycles), "BEEP {text}");
        }
    }
}

#[test]
fn beep_plays_the_note_for_its_time() {
    let mut basic = Basic::start();
    basic.rom.machine.collect_beeper(true);
    for (seconds, pitch) in [
        ("1", "0"),
        (".5", "12"),
        ("0.1", "9"),
        ("2", "-60"),
        (".25", "69"),
        (".3", "4.25"),
        (".3", "-.25"),
        ("0", "0"),
        ("1e-10", "0"),
        ("-.3", "-60"),
    ] {
        let (time, semitones): (f64, f64) = (seconds.parse().unwrap(), pitch.parse().unwrap());
        let frequency = frequency(semitones);
        basic.rom.call("clear_work");
        let played = basic.run("expect_two_numbers", &tokens(&format!("{seconds},{pitch}")));
        assert_eq!(played, Ok(()));
        let ended = basic.rom.call_address(BEEP);
        if time < 0.0 {
            assert_eq!(ended, Ended::Error(10), "BEEP {seconds},{pitch}");
            continue;
        }
        assert_eq!(ended, Ended::Returned, "BEEP {seconds},{pitch}");
        let edges = edges(&mut basic.rom);
        assert_eq!(
            edges.len() as f64,
            2.0 * (frequency * time).round(),
            "BEEP {seconds},{pitch}"
        );
        if let [(first, _), .., (last, _), _] = edges[..] {
            let cycle = (last - first) as f64 / (edges.len() as f64 / 2.0 - 1.0);
            let expected = CLOCK / frequency;
            let near = expected - 4.0..expected * 1.001 + 4.0 + CONTENTION;
            assert!(
                near.contains(&cycle),
                "BEEP {seconds},{pitch}: {cycle} for {expected}"
            );
        }
    }
}

#[test]
fn beep_refuses_what_is_out_of_range() {
    let mut basic = Basic::start();
    for text in [
        "-1,0", "11,0", "10.5,0", "1,70", "1,-60.1", "1,-61", "1,128", "1,1e10", "1,-1e10", "1e20,0", "8,69",
    ] {
        assert_eq!(
            basic.run("expect_two_numbers", &tokens(text)),
            Ok::<(), Failure>(())
        );
        assert_eq!(basic.rom.call("cmd_beep"), Ended::Error(10), "BEEP {text}");
    }
}
