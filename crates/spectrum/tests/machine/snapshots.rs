//! `.sna` snapshots, and the errors for invalid files.

use crate::common::{CODE, machine, poke, rom, run_to_halt};
use girafa_spectrum::snapshot::sna::{self, SnaError};
use girafa_spectrum::{Rom, Spectrum};
use proptest::prelude::*;

/// A machine whose program writes, counts and is interrupted, so that memory differs in each frame.
fn busy() -> Spectrum {
    let mut machine = machine(&[
        0xFB, // EI
        0x21, 0x00, 0x40, // LD HL,4000
        0xED, 0x5F, // loop: LD A,R
        0xAE, 0x77, // XOR (HL): LD (HL),A
        0x23, 0xCB, 0xF4, // INC HL: SET 6,H
        0xE6, 0x07, 0xD3, 0xFE, // AND 7: OUT (FE),A
        0x18, 0xF3, // JR loop
    ]);
    machine.cpu.set_bc(0x1234);
    (machine.cpu.af_, machine.cpu.bc_, machine.cpu.de_, machine.cpu.hl_) = (1, 2, 3, 4);
    (machine.cpu.ix, machine.cpu.iy, machine.cpu.i) = (5, 6, 0x3F);
    machine
}

/// The offsets of the fields (Format: SNA).
#[test]
fn header() {
    let mut machine = machine(&[]);
    let cpu = &mut machine.cpu;
    cpu.i = 1;
    (cpu.hl_, cpu.de_, cpu.bc_, cpu.af_) = (0x0302, 0x0504, 0x0706, 0x0908);
    cpu.set_hl(0x0B0A);
    cpu.set_de(0x0D0C);
    cpu.set_bc(0x0F0E);
    (cpu.iy, cpu.ix) = (0x1110, 0x1312);
    (cpu.iff1, cpu.iff2) = (false, true);
    cpu.r = 0x15;
    cpu.set_af(0x1716);
    cpu.sp = 0x8102;
    cpu.pc = 0x1918;
    cpu.im = 2;
    let bytes = sna::save(&machine).unwrap();
    assert_eq!(bytes.len(), 49_179);
    let mut want: Vec<u8> = (1..=0x13).collect();
    want.extend([4, 0x15, 0x16, 0x17, 0x00, 0x81, 2, 0]);
    assert_eq!(bytes[..27], want);
    assert_eq!(bytes[27 + 0x4100..][..2], [0x18, 0x19]);
}

/// Saving, loading and saving again gives the same file, and both loaded machines continue in the same way.
#[test]
fn round_trip() {
    let mut machine = busy();
    for _ in 0..10 {
        machine.run_frame();
    }
    let bytes = sna::save(&machine).unwrap();
    let mut first = sna::load(&bytes, &rom()).unwrap();
    assert_eq!(first.border(), machine.border());
    assert_eq!(first.cpu.pc, machine.cpu.pc);
    assert_eq!(sna::save(&first).unwrap(), bytes);
    let mut second = sna::load(&bytes, &rom()).unwrap();
    for _ in 0..50 {
        first.run_frame();
        second.run_frame();
    }
    assert!(first == second);
    // The file is the same on every host.
    let bytes = sna::save(&first).unwrap();
    assert_eq!(
        crate::common::hash(&bytes),
        0x42AE_29B7_66B1_571E,
        "{:016X}",
        crate::common::hash(&bytes)
    );
}

/// A loaded machine executes its HALT again, as the format cannot store the halted state.
#[test]
fn a_halted_machine_halts_again() {
    let mut machine = machine(&[0xFB, 0x76, 0x3C, 0x18, 0xFC]); // EI: HALT: INC A: JR -4
    machine.cpu.a = 0;
    machine.set_frame_tstate(100);
    machine.run_frame();
    assert!(machine.cpu.halted);
    let mut loaded = sna::load(&sna::save(&machine).unwrap(), &rom()).unwrap();
    assert_eq!((loaded.cpu.pc, loaded.cpu.a), (CODE + 1, 0));
    loaded.set_frame_tstate(100);
    loaded.run_frame();
    assert!(loaded.cpu.halted);
    loaded.run_frame();
    assert!(loaded.cpu.a > 0);
}

/// The border of a snapshot fills the whole picture, not only the part drawn from now on.
#[test]
fn the_border_is_whole() {
    let mut machine = machine(&[0x3E, 0x05, 0xD3, 0xFE, 0x76]);
    run_to_halt(&mut machine, 1);
    let loaded = sna::load(&sna::save(&machine).unwrap(), &rom()).unwrap();
    assert!(
        loaded.screen().colours(true)[..352 * 48]
            .iter()
            .all(|&colour| colour == 5)
    );
}

#[test]
fn a_stack_in_rom_cannot_be_saved() {
    let mut machine = machine(&[]);
    for (sp, fits) in [
        (0x4001, false),
        (0x4002, true),
        (0x0000, true),
        (0x0001, false),
        (0xFFFF, true),
    ] {
        machine.cpu.sp = sp;
        assert_eq!(sna::save(&machine).is_ok(), fits, "SP {sp:04X}");
    }
    machine.cpu.sp = 0x4000;
    assert_eq!(sna::save(&machine), Err(SnaError::StackInRom { sp: 0x4000 }));
}

#[test]
fn files_that_are_not_snapshots() {
    let message = |bytes: &[u8]| sna::load(bytes, &rom()).unwrap_err().to_string();
    assert_eq!(message(&[]), "the .sna file is empty");
    assert_eq!(
        message(&[0; 49_178]),
        "not a valid .sna file: expected 49179 bytes, found 49178"
    );
    assert_eq!(
        message(&[0; 131_103]),
        "this is a 128K snapshot (131103 bytes): Girafa emulates a 48K"
    );
    let mut bytes = sna::save(&busy()).unwrap();
    bytes[25] = 3;
    assert_eq!(
        message(&bytes),
        "not a valid .sna file: expected interrupt mode 0, 1 or 2 in byte 25, found 3"
    );
}

#[test]
fn files_that_are_not_roms() {
    let message = |bytes: &[u8]| Rom::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(message(&[]), "expected a ROM of 16384 bytes, found 0");
    assert_eq!(
        message(&[0; 16_383]),
        "expected a ROM of 16384 bytes, found 16383"
    );
    assert_eq!(
        message(&[0; 32_768]),
        "expected a ROM of 16384 bytes, found 32768"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any header with any memory is loaded or rejected, runs, and is saved again without a panic.
    #[test]
    fn any_bytes_as_snapshot(header in prop::collection::vec(any::<u8>(), 27), seed: u64, cut in 0usize..3) {
        let mut noise = seed;
        let mut bytes = header;
        bytes.extend((0..49_152 - usize::from(cut == 2)).map(|_| {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (noise >> 56) as u8
        }));
        bytes[25] %= 4;
        let loaded = sna::load(&bytes, &rom());
        prop_assert_eq!(loaded.is_ok(), cut != 2 && bytes[25] < 3);
        if let Ok(mut machine) = loaded {
            let saved = sna::save(&machine);
            for _ in 0..3 {
                machine.run_frame();
            }
            let _ = sna::save(&machine);
            let _ = machine.screen().rgb(true);
            if let Ok(saved) = saved {
                prop_assert_eq!(saved[27..].len(), 49_152);
                prop_assert_eq!(&saved[..19], &bytes[..19]);
            }
        }
    }

    /// Files of any size are accepted or rejected, as a ROM and as a snapshot, without a panic.
    #[test]
    fn any_size(size in 0usize..200_000, fill: u8) {
        let bytes = vec![fill; size];
        prop_assert_eq!(Rom::from_bytes(&bytes).is_ok(), size == 16_384);
        prop_assert_eq!(sna::load(&bytes, &rom()).is_ok(), size == 49_179 && fill < 3);
    }
}

/// Neither the program nor `poke` can write to the ROM.
#[test]
fn rom_is_protected() {
    let mut machine = machine(&[0x21, 0xFF, 0x3F, 0x36, 0x99, 0x23, 0x36, 0x99, 0x76]);
    poke(&mut machine, 0x3FFF, &[0x55]);
    assert_eq!(machine.peek(0x3FFF), 0);
    run_to_halt(&mut machine, 1);
    assert_eq!((machine.peek(0x3FFF), machine.peek(0x4000)), (0, 0x99));
}
