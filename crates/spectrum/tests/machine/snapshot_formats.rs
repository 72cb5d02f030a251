//! `.z80` and `.szx` snapshots: field offsets, round trips of arbitrary machines, and arbitrary bytes.

use crate::common::{CODE, machine, poke, rom};
use girafa_spectrum::snapshot::z80::{self, Version, Z80Error};
use girafa_spectrum::snapshot::{Format, szx};
use girafa_spectrum::{FRAME_TSTATES, Issue, Rom, Spectrum};
use proptest::prelude::*;

const VERSIONS: [Version; 3] = [Version::One, Version::Two, Version::Three];

/// A machine with these registers and memory generated from `seed`: noise, runs of all lengths, and many
/// bytes ED.
fn any_machine(registers: &[u8; 37], seed: u64, tstate: u32) -> Spectrum {
    let mut machine = machine(&[]);
    let word = |at: usize| u16::from_le_bytes([registers[at], registers[at + 1]]);
    let cpu = &mut machine.cpu;
    cpu.set_af(word(0));
    cpu.set_bc(word(2));
    cpu.set_de(word(4));
    cpu.set_hl(word(6));
    (cpu.af_, cpu.bc_, cpu.de_, cpu.hl_) = (word(8), word(10), word(12), word(14));
    (cpu.ix, cpu.iy, cpu.sp, cpu.pc) = (word(16), word(18), word(20), word(22).max(1));
    (cpu.i, cpu.r, cpu.im) = (registers[24], registers[25], registers[26] % 3);
    (cpu.iff1, cpu.iff2) = (registers[27] & 1 != 0, registers[27] & 2 != 0);
    cpu.ei = registers[27] & 4 != 0;
    cpu.q = if registers[27] & 8 != 0 { cpu.f } else { 0 };
    cpu.memptr = word(28);
    if registers[27] & 16 != 0 {
        machine.set_issue(Issue::Two);
    }
    machine.set_late_timing(registers[27] & 32 != 0);
    machine.set_frame_tstate(tstate);
    let (mut noise, mut address) = (seed, 0x4000u32);
    while address < 0x1_0000 {
        noise = noise
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let byte = if noise >> 60 < 6 {
            0xED
        } else {
            (noise >> 40) as u8
        };
        let run = match noise >> 32 & 7 {
            0 => noise >> 50 & 0x3FF,
            1..=3 => noise >> 56 & 7,
            _ => 1,
        };
        for _ in 0..run.max(1) {
            machine.poke(address.min(0xFFFF) as u16, byte);
            address += 1;
        }
    }
    machine
}

/// The offsets of the fields (Format: Z80).
#[test]
fn z80_header() {
    let mut machine = machine(&[]);
    let cpu = &mut machine.cpu;
    cpu.set_af(0x0001);
    cpu.set_bc(0x0302);
    cpu.set_hl(0x0504);
    cpu.pc = 0x0706;
    cpu.sp = 0x0908;
    (cpu.i, cpu.r) = (0x0A, 0x8B);
    cpu.set_de(0x0E0D);
    (cpu.bc_, cpu.de_, cpu.hl_, cpu.af_) = (0x100F, 0x1211, 0x1413, 0x1516);
    (cpu.iy, cpu.ix, cpu.im, cpu.iff2) = (0x1817, 0x1A19, 2, true);
    poke(&mut machine, CODE, &[0x3E, 0x05, 0xD3, 0xFE]);
    let pc = machine.cpu.pc;
    let one = z80::save(&machine, Version::One).unwrap();
    let mut want: Vec<u8> = (0..=0x1A).collect();
    (want[11], want[12]) = (0x0B, 0x21);
    want.extend([0, 1, 2]);
    assert_eq!(one[..30], want);
    machine.set_frame_tstate(0);
    let three = z80::save(&machine, Version::Three).unwrap();
    assert_eq!(
        (&three[6..8], &three[30..34], three[34]),
        (&[0, 0][..], &[54, 0, 6, 7][..], 0)
    );
    // Just after the interrupt the high counter is 3 and the low one 17,471 (Format: Z80).
    assert_eq!(three[55..58], [0x3F, 0x44, 3]);
    assert_eq!(z80::load(&three, &rom()).unwrap().cpu.pc, pc);
}

/// Compression as the format's description specifies it: `ED 00 00 00 00 00 00` becomes `ED 00 ED ED 05 00`,
/// and a run of only two bytes ED is compressed too.
#[test]
fn z80_packing() {
    let mut machine = machine(&[]);
    poke(
        &mut machine,
        0x4000,
        &[0xED, 0, 0, 0, 0, 0, 0, 0xED, 0xED, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3],
    );
    let bytes = z80::save(&machine, Version::One).unwrap();
    let want = [
        0xED, 0, 0xED, 0xED, 5, 0, 0xED, 0xED, 2, 0xED, 1, 2, 2, 2, 2, 0xED, 0xED, 5, 3,
    ];
    assert_eq!(bytes[30..30 + want.len()], want);
    assert_eq!(bytes[bytes.len() - 4..], [0, 0xED, 0xED, 0]);
}

/// A version 1 file may be uncompressed.
#[test]
fn z80_not_packed() {
    let mut bytes = z80::save(&machine(&[]), Version::One).unwrap();
    bytes.truncate(30);
    bytes[12] &= !0x20;
    bytes.extend((0..49_152u32).map(|i| (i % 251) as u8));
    let loaded = z80::load(&bytes, &rom()).unwrap();
    assert_eq!(loaded.memory()[0x4000..], bytes[30..]);
    bytes.pop();
    assert!(matches!(
        z80::load(&bytes, &rom()),
        Err(Z80Error::Truncated { found: 49_151, .. })
    ));
}

/// `.szx` preserves the halted state; a machine loaded from `.z80` executes its HALT again.
#[test]
fn halted() {
    let mut machine = machine(&[0xFB, 0x76]);
    machine.set_frame_tstate(1_000);
    machine.run_frame();
    assert!(machine.cpu.halted);
    let loaded = szx::load(&szx::save(&machine), &rom()).unwrap();
    assert!(loaded.cpu == machine.cpu && loaded.frame_tstate() == machine.frame_tstate());
    let loaded = Format::Z80
        .load(&Format::Z80.save(&machine).unwrap(), &rom())
        .unwrap();
    assert_eq!((loaded.cpu.pc, loaded.cpu.halted), (CODE + 1, false));
}

/// libspectrum before 0.5.1 stored A before F.
#[test]
fn szx_with_a_and_f_exchanged() {
    for (version, af, af_) in [
        ("0.5.0", 0x1234, 0x5678),
        ("0.5.1", 0x3412, 0x7856),
        ("1.0", 0x3412, 0x7856),
    ] {
        let mut machine = machine(&[]);
        machine.cpu.set_af(0x3412);
        machine.cpu.af_ = 0x7856;
        let text = format!("gcrypt: 1.2.4\0libspectrum: {version}\0");
        let creator = [&[0; 36], text.as_bytes()].concat();
        let block = [b"CRTR", &(creator.len() as u32).to_le_bytes()[..], &creator].concat();
        let mut bytes = szx::save(&machine);
        let own = 8 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        bytes.splice(8..8 + own, block);
        let loaded = szx::load(&bytes, &rom()).unwrap();
        assert_eq!((loaded.cpu.af(), loaded.cpu.af_), (af, af_), "{version}");
    }
}

/// `.szx` preserves the whole byte of port FE: a machine with its speaker on reads it back in bit 6.
#[test]
fn szx_port_fe() {
    let mut machine = machine(&[0x3E, 0x12, 0xD3, 0xFE, 0xDB, 0xFE]); // LD A,12: OUT (FE),A: IN A,(FE)
    machine.step();
    machine.step();
    let mut loaded = szx::load(&szx::save(&machine), &rom()).unwrap();
    assert_eq!(loaded.border(), 2);
    loaded.step();
    assert_eq!(loaded.cpu.a & 0x40, 0x40);
}

/// A ROM in the file replaces the given ROM.
#[test]
fn szx_rom() {
    let mut bytes = szx::save(&machine(&[]));
    let own = [0x5A; 0x4000];
    bytes.extend(b"ROM\0");
    bytes.extend((6 + own.len() as u32).to_le_bytes());
    bytes.extend([0, 0, 0, 0x40, 0, 0]);
    bytes.extend(own);
    assert_eq!(szx::load(&bytes, &rom()).unwrap().peek(0x1234), 0x5A);
}

#[test]
fn files_that_are_not_snapshots() {
    let z80 = |bytes: &[u8]| z80::load(bytes, &rom()).unwrap_err().to_string();
    let szx = |bytes: &[u8]| szx::load(bytes, &rom()).unwrap_err().to_string();
    assert_eq!(
        z80(&[1; 29]),
        "not a valid .z80 file: it has 29 bytes, but the header alone has 30"
    );
    assert_eq!(
        szx(b"ZXST\x01\x05\x01"),
        "not a valid .szx file: it does not start with ZXST and 4 more bytes"
    );
    let mut bytes = z80::save(&machine(&[]), Version::Three).unwrap();
    bytes[34] = 4;
    assert_eq!(z80(&bytes), "this is a snapshot of a 128K: Girafa emulates a 48K");
    bytes[34] = 0;
    let cut = bytes.len() - 1;
    assert!(z80(&bytes[..cut]).starts_with("the .z80 file is truncated: the page at offset "));
    assert_eq!(
        z80(&bytes[..86]),
        "the .z80 file is incomplete: page 8, the memory at 16384, is missing"
    );
    bytes[30] = 24;
    assert_eq!(
        z80(&bytes),
        "not a valid .z80 file: expected an additional header of 23, 54 or 55 bytes in byte 30, found 24"
    );
    let mut bytes = szx::save(&machine(&[]));
    assert_eq!(
        szx(&bytes[..8]),
        "the .szx file is incomplete: page 5, the memory at 16384 is missing"
    );
    let cut = bytes.len() - 1;
    assert!(szx(&bytes[..cut]).starts_with("the .szx file is truncated: block RAMP at offset "));
    bytes[6] = 2;
    assert_eq!(
        szx(&bytes),
        "this is a snapshot of a Spectrum 128K: Girafa emulates a 48K"
    );
}

/// Interrupt mode 3 does not exist: for these bits, the mode is derived from I.
#[test]
fn z80_byte_29_with_all_bits() {
    for (i, im) in [(0x3F, 1), (0xFE, 2)] {
        let mut machine = machine(&[]);
        machine.cpu.i = i;
        for version in VERSIONS {
            let mut bytes = z80::save(&machine, version).unwrap();
            bytes[29] = 0xFF;
            assert_eq!(z80::load(&bytes, &rom()).unwrap().cpu.im, im);
        }
    }
}

/// Bytes after the memory are not part of the snapshot.
#[test]
fn z80_bytes_after_the_memory() {
    let machine = any_machine(&[7; 37], 5, 5);
    for version in VERSIONS {
        let good = z80::save(&machine, version).unwrap();
        for after in [&b"x"[..], b"more", &[0xFF, 0xFF, 9, 1, 2, 3], &[0; 128]] {
            let loaded = z80::load(&[&good, after].concat(), &rom()).unwrap();
            assert!(loaded.memory() == machine.memory(), "{version:?} {after:02X?}");
        }
    }
}

/// A snapshot of a 16K machine has only the first 16 KiB of RAM.
#[test]
fn snapshots_of_a_16k() {
    let machine = any_machine(&[7; 37], 5, 5);
    let three = z80::save(&machine, Version::Three).unwrap();
    let page = usize::from(u16::from_le_bytes([three[86], three[87]]));
    let mut z80 = three[..86 + 3 + page].to_vec();
    z80[37] |= 0x80;
    let whole = szx::save(&machine);
    let first = whole.windows(4).position(|four| four == b"RAMP").unwrap();
    let second = first + 8 + u32::from_le_bytes(whole[first + 4..first + 8].try_into().unwrap()) as usize;
    let mut szx = whole[..second].to_vec();
    szx[6] = 0;
    for loaded in [z80::load(&z80, &rom()).unwrap(), szx::load(&szx, &rom()).unwrap()] {
        assert!(loaded.memory()[0x4000..0x8000] == machine.memory()[0x4000..0x8000]);
        assert!(loaded.memory()[0x8000..].iter().all(|&byte| byte == 0));
        assert_eq!(loaded.cpu.pc, machine.cpu.pc);
    }
}

/// A page that decompresses to far more than 16 KiB is rejected before it is fully decompressed.
#[test]
fn bombs_are_refused() {
    let whole = szx::save(&machine(&[]));
    let mut bytes = whole[..8].to_vec();
    let mut encoder = flate2::write::ZlibEncoder::new(vec![1, 0, 5], flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &vec![0; 64 << 20]).unwrap();
    let page = encoder.finish().unwrap();
    bytes.extend(b"RAMP");
    bytes.extend((page.len() as u32).to_le_bytes());
    bytes.extend(page);
    let error = szx::load(&bytes, &rom()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the .szx file is damaged: block RAMP at offset 8 has another size than its memory"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Loading restores what the format can store, and saving the result gives the same bytes.
    #[test]
    fn round_trip(registers: [u8; 30], seed: u64, tstate in 0..FRAME_TSTATES) {
        let mut padded = [0; 37];
        padded[..30].copy_from_slice(&registers);
        let machine = any_machine(&padded, seed, tstate);
        let bytes = szx::save(&machine);
        let loaded = szx::load(&bytes, &rom()).unwrap();
        prop_assert_eq!(&loaded.cpu, &machine.cpu);
        prop_assert_eq!(loaded.frame_tstate(), tstate);
        prop_assert!(loaded.memory() == machine.memory());
        prop_assert!(szx::save(&loaded) == bytes);
        for version in VERSIONS {
            let bytes = z80::save(&machine, version).unwrap();
            prop_assert_eq!(z80::version(&bytes), Ok(version));
            let loaded = z80::load(&bytes, &rom()).unwrap();
            let mut want = machine.cpu.clone();
            (want.ei, want.q, want.memptr) = (false, 0, 0);
            prop_assert_eq!(&loaded.cpu, &want);
            prop_assert_eq!(loaded.frame_tstate(), if version == Version::Three { tstate } else { 0 });
            prop_assert!(loaded.memory() == machine.memory());
            prop_assert!(z80::save(&loaded, version).unwrap() == bytes);
        }
    }

    /// Arbitrary bytes are loaded or rejected without a panic.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = z80::load(&bytes, &rom());
        let _ = szx::load(&bytes, &rom());
        let _ = szx::load(&[b"ZXST\x01\x05\x01\x00", bytes.as_slice()].concat(), &rom());
    }

    /// A valid file with some bytes changed and its end cut off is loaded or rejected; if it is loaded, the
    /// machine runs.
    #[test]
    fn damaged_files(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        early: bool, cut in prop::option::of(any::<prop::sample::Index>()), which in 0usize..4,
    ) {
        let good = any_machine(&[7; 37], 99, 5);
        let mut bytes = if which == 3 { szx::save(&good) } else { z80::save(&good, VERSIONS[which]).unwrap() };
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (at, byte) in changes {
            let within = if early { bytes.len().min(120) } else { bytes.len() };
            if within > 0 {
                bytes[at.index(within)] = byte;
            }
        }
        for loaded in [z80::load(&bytes, &rom()).ok(), szx::load(&bytes, &rom()).ok()].into_iter().flatten() {
            let mut machine: Spectrum = loaded;
            machine.run_frame();
        }
    }
}

/// A loaded machine continues exactly like the saved one, frame by frame, with Girafa's own ROM.
#[test]
fn szx_runs_on() {
    let mut machine = Spectrum::new(&rom_48k());
    for _ in 0..120 {
        machine.run_frame();
    }
    let mut loaded = szx::load(&szx::save(&machine), &rom_48k()).unwrap();
    for frame in 0..100 {
        machine.run_frame();
        loaded.run_frame();
        assert!(
            machine.cpu == loaded.cpu && machine.memory() == loaded.memory(),
            "frame {frame}"
        );
    }
}

/// A real ROM instead of one of NOPs.
fn rom_48k() -> Rom {
    Rom::from_bytes(&girafa_test_support::rom_file("girafa48.rom")).unwrap()
}
