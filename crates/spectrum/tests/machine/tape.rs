//! The tape: as real pulses, read and written by programs, and loaded instantly.

use crate::common::tape::edges;
use crate::common::{CODE, machine, poke, run_to_halt};
use girafa_spectrum::{Block, Spectrum, TapError, Tape, ula};
use proptest::prelude::*;

/// Loads 5 bytes to 9000, bit by bit. `edge` counts rounds of 43 T-states until the tape level changes. A
/// pulse below 25 rounds is the first sync pulse; one of 30 or more belongs to a 1 bit.
#[rustfmt::skip]
const LOADER: &[u8] = &[
    0xF3,              //        di
    0x21, 0x00, 0x90,  //        ld hl,9000h
    0x11, 0x05, 0x00,  //        ld de,5
    0xDB, 0xFE,        //        in a,(FEh)
    0x4F,              //        ld c,a
    0xCD, 0x2F, 0x80,  // sync:  call edge
    0x78,              //        ld a,b
    0x3D,              //        dec a
    0xFE, 0x18,        //        cp 24
    0x30, 0xF7,        //        jr nc,sync
    0xCD, 0x2F, 0x80,  //        call edge
    0x36, 0x01,        // byte:  ld (hl),1
    0xCD, 0x2F, 0x80,  // next:  call edge
    0x78,              //        ld a,b
    0xFE, 0x1E,        //        cp 30
    0x3F,              //        ccf
    0xCB, 0x16,        //        rl (hl)
    0xF5,              //        push af
    0xCD, 0x2F, 0x80,  //        call edge
    0xF1,              //        pop af
    0x30, 0xF0,        //        jr nc,next
    0x23,              //        inc hl
    0x1B,              //        dec de
    0x7A,              //        ld a,d
    0xB3,              //        or e
    0x20, 0xE8,        //        jr nz,byte
    0x76,              //        halt
    0x06, 0x00,        // edge:  ld b,0
    0x04,              // wait:  inc b
    0xC8,              //        ret z
    0xDB, 0xFE,        //        in a,(FEh)
    0xA9,              //        xor c
    0xE6, 0x40,        //        and 40h
    0x28, 0xF7,        //        jr z,wait
    0xA9,              //        xor c
    0x4F,              //        ld c,a
    0xC9,              //        ret
];

/// Jumps to `LOADER` at an edge. Between searches of 255 reads each, it pauses for about 4,000 T-states.
#[rustfmt::skip]
const PAUSING_LISTENER: &[u8] = &[
    0xF3,              //        di
    0x3E, 0x7F,        //        ld a,7Fh
    0xDB, 0xFE,        //        in a,(FEh)
    0x4F,              //        ld c,a
    0x06, 0x00,        // again: ld b,0
    0x04,              // read:  inc b
    0x28, 0x0C,        //        jr z,pause
    0x3E, 0x7F,        //        ld a,7Fh
    0xDB, 0xFE,        //        in a,(FEh)
    0xA9,              //        xor c
    0xE6, 0x40,        //        and 40h
    0x28, 0xF4,        //        jr z,read
    0xC3, 0x00, 0x80,  //        jp 8000h
    0x21, 0x9A, 0x00,  // pause: ld hl,154
    0x2B,              // wait:  dec hl
    0x7C,              //        ld a,h
    0xB5,              //        or l
    0x20, 0xFB,        //        jr nz,wait
    0x18, 0xE5,        //        jr again
];

/// Sends pilot, sync and the 5 bytes from 9000 to the tape, and no edge after the last bit.
#[rustfmt::skip]
const SAVER: &[u8] = &[
    0xF3,              //        di
    0xAF,              //        xor a
    0x11, 0x00, 0x0D,  //        ld de,D00h
    0x06, 0xA2,        // pilot: ld b,162
    0xCD, 0x3A, 0x80,  //        call pulse
    0x1D,              //        dec e
    0x20, 0xF8,        //        jr nz,pilot
    0x15,              //        dec d
    0x20, 0xF5,        //        jr nz,pilot
    0x06, 0x2E,        //        ld b,46
    0xCD, 0x3A, 0x80,  //        call pulse
    0x06, 0x32,        //        ld b,50
    0xCD, 0x3A, 0x80,  //        call pulse
    0x21, 0x00, 0x90,  //        ld hl,9000h
    0x1E, 0x05,        //        ld e,5
    0x4E,              // byte:  ld c,(hl)
    0x16, 0x08,        //        ld d,8
    0xCB, 0x01,        // next:  rlc c
    0x06, 0x39,        //        ld b,57
    0x30, 0x02,        //        jr nc,half
    0x06, 0x7B,        //        ld b,123
    0xC5,              // half:  push bc
    0xCD, 0x3A, 0x80,  //        call pulse
    0xC1,              //        pop bc
    0xCD, 0x3A, 0x80,  //        call pulse
    0x15,              //        dec d
    0x20, 0xED,        //        jr nz,next
    0x23,              //        inc hl
    0x1D,              //        dec e
    0x20, 0xE6,        //        jr nz,byte
    0x76,              //        halt
    0x10, 0xFE,        // pulse: djnz pulse
    0xEE, 0x08,        //        xor 8
    0xD3, 0xFE,        //        out (FEh),a
    0xC9,              //        ret
];

/// The flag bytes of a header and a data block, so that both pilot lengths are played; the bytes contain
/// every bit pattern's edges.
const BLOCKS: [[u8; 5]; 2] = [[0x00, 0xA5, 0x00, 0xFF, 0x5A], [0xFF, 0x12, 0x34, 0x56, 0x8F]];

fn tape(blocks: &[&[u8]]) -> Tape {
    Tape::new(
        blocks
            .iter()
            .map(|bytes| Block::from_bytes(bytes.to_vec()).unwrap())
            .collect(),
    )
}

/// A program that measures pulses reads the bytes, block by block; the second block follows after a pause of
/// a second.
#[test]
fn pulses_are_read_by_a_program() {
    let mut machine = machine(LOADER);
    machine.insert_tape(tape(&[&BLOCKS[0], &BLOCKS[1]]));
    machine.play_tape();
    for block in BLOCKS {
        (machine.cpu.pc, machine.cpu.halted) = (CODE, false);
        run_to_halt(&mut machine, 400);
        assert_eq!(machine.memory()[0x9000..0x9005], block);
        // Advance to the middle of the pause, so that the loader starts in silence.
        for _ in 0..25 {
            machine.run_frame();
        }
    }
}

/// A loader that pauses between its searches starts the tape, and restarts it after the tape has stopped.
#[test]
fn a_loader_that_listens_and_pauses_starts_the_tape() {
    let mut bytes = b"ZXTape!\x1A\x01\x14".to_vec();
    for block in BLOCKS {
        bytes.extend([0x10, 0, 0, 5, 0]);
        bytes.extend(block);
        bytes.extend([0x20, 0, 0]);
    }
    for instant in [false, true] {
        let mut machine = machine(LOADER);
        poke(&mut machine, 0x8100, PAUSING_LISTENER);
        machine.set_instant_tape(instant);
        machine.set_tape_starts_itself(true);
        machine.insert_tape(Tape::from_image(&bytes).unwrap());
        for block in BLOCKS {
            (machine.cpu.pc, machine.cpu.halted) = (0x8100, false);
            run_to_halt(&mut machine, 600);
            assert_eq!(machine.memory()[0x9000..0x9005], block);
            for _ in 0..5 {
                machine.run_frame();
            }
            assert!(!machine.deck().is_playing());
        }
    }
}

/// The times of the edges, as precisely as a loop of 23 T-states can measure them.
#[test]
fn pulses_come_at_standard_times() {
    let edges = edges(tape(&[&[0xFF, 0xFF]]), 3223 * 2168 + 100_000);
    let mut want = vec![0];
    want.extend((1..=3223).map(|pulse| 2168 * pulse));
    let sync = 3223 * 2168;
    want.extend([sync + 667, sync + 667 + 735]);
    want.extend((1..=32).map(|pulse| sync + 667 + 735 + 1710 * pulse));
    assert_eq!(edges.len(), want.len());
    for (i, (got, want)) in edges.iter().zip(&want).enumerate() {
        assert!((*want..want + 40).contains(got), "edge {i} at {got}, not {want}");
    }
}

/// A tape stopped in the middle of a pulse continues from there when it is played again, and stops at its
/// end.
#[test]
fn stop_and_go() {
    let mut machine = machine(&[0x18, 0xFE]);
    machine.insert_tape(tape(&[&[0xFF, 0x00]]));
    assert!(!machine.deck().is_playing());
    machine.play_tape();
    let whole = 3223 * 2168 + 667 + 735 + 16 * (1710 + 855) + 3_500_000;
    let (mut played, mut frames) = (0, 0);
    while machine.deck().is_playing() {
        let before = machine.tstates();
        machine.run_frame();
        played += machine.tstates() - before;
        frames += 1;
        if frames % 10 == 0 && machine.deck().is_playing() {
            machine.stop_tape();
            machine.run_frame();
            machine.play_tape();
        }
    }
    assert!(
        (whole..whole + 70_000).contains(&played),
        "{played} T-states, not {whole}"
    );
    assert_eq!(machine.deck().blocks_taken(), 1);
    machine.play_tape();
    machine.run_frame();
    assert!(!machine.deck().is_playing(), "played beyond the end");
}

/// What a program saves is decoded into a block; a clone made during saving gives the same.
#[test]
fn blocks_saved_by_a_program_are_decoded() {
    let mut machine = machine(SAVER);
    poke(&mut machine, 0x9000, &BLOCKS[1]);
    for _ in 0..20 {
        machine.run_frame();
    }
    let mut twin = machine.clone();
    for machine in [&mut machine, &mut twin] {
        run_to_halt(machine, 200);
        machine.run_frame();
        assert_eq!(machine.deck().saved(), tape(&[&BLOCKS[1]]).blocks());
        assert_eq!(machine.take_saved(), tape(&[&BLOCKS[1]]));
        assert!(machine.deck().saved().is_empty());
    }
}

/// A machine about to call the ROM routine `entry` with flag byte `a`, carry, IX and DE; it returns to a
/// HALT.
fn calling(entry: u16, a: u8, carry: bool, ix: u16, de: u16) -> Spectrum {
    let [low, high] = entry.to_le_bytes();
    let mut machine = machine(&[0xCD, low, high, 0x76]);
    (machine.cpu.a, machine.cpu.f) = (a, u8::from(carry));
    machine.cpu.ix = ix;
    machine.cpu.set_de(de);
    machine.set_instant_tape(true);
    machine
}

/// Calls 0556 and returns the machine with carry, IX and DE after the call.
fn call_load(blocks: &[&[u8]], a: u8, carry: bool, ix: u16, de: u16) -> (Spectrum, (bool, u16, u16)) {
    let mut machine = calling(ula::LOAD_BYTES, a, carry, ix, de);
    machine.insert_tape(tape(blocks));
    poke(&mut machine, 0x9000, b"girafa");
    machine.step();
    machine.step();
    let cpu = &machine.cpu;
    assert_eq!(
        (cpu.pc, cpu.sp, cpu.iff1, cpu.iff2),
        (CODE + 3, 0xFF00, true, true)
    );
    let found = (cpu.f & 1 == 1, cpu.ix, cpu.de());
    (machine, found)
}

fn data_block(data: &[u8]) -> Vec<u8> {
    Block::new(0xFF, data).unwrap().bytes().to_vec()
}

#[test]
fn instant_load() {
    let (machine, found) = call_load(&[&data_block(b"zebra!")], 0xFF, true, 0x9000, 6);
    assert_eq!(found, (true, 0x9006, 0));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"zebra!");
    assert_eq!(machine.cpu.a, 0, "the exclusive or of all bytes");
    assert_eq!(machine.tstates(), 17 + 10, "the call and a return");
}

/// With no bytes to load, the routine ends after the flag byte, which alone decides the parity check.
#[test]
fn instant_load_of_nothing() {
    for (flag, loaded) in [(0xFF, false), (0x00, true)] {
        let (machine, found) = call_load(&[Block::new(flag, &[]).unwrap().bytes()], flag, true, 0x9000, 0);
        assert_eq!(found, (loaded, 0x9000, 0), "flag {flag:02X}");
        assert_eq!(machine.peek(0x9000), b'g');
    }
}

/// A different flag byte: nothing is changed, but the block is consumed, so the next call gets the next
/// block.
#[test]
fn instant_load_passes_over_other_flags() {
    let (mut machine, found) = call_load(&[&[0x00, 1, 2, 3], &data_block(b"zebra!")], 0xFF, true, 0x9000, 6);
    assert_eq!(found, (false, 0x9000, 6));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"girafa");
    (machine.cpu.pc, machine.cpu.a, machine.cpu.f, machine.cpu.iff1) = (CODE, 0xFF, 1, false);
    machine.step();
    machine.step();
    assert_eq!(machine.cpu.f & 1, 1);
    assert_eq!(&machine.memory()[0x9000..0x9006], b"zebra!");
}

/// A block shorter than requested: all its bytes are loaded, including the checksum, and then the tape is
/// silent.
#[test]
fn instant_load_of_a_short_block() {
    let block = data_block(b"zeb");
    let (machine, found) = call_load(&[&block], 0xFF, true, 0x9000, 6);
    assert_eq!(found, (false, 0x9004, 2));
    assert_eq!(&machine.memory()[0x9000..0x9003], b"zeb");
    assert_eq!(machine.peek(0x9003), block[4]);
    assert_eq!(machine.peek(0x9004), b'f');
}

/// A block longer than requested: the byte after the last one is taken for the checksum.
#[test]
fn instant_load_of_a_long_block() {
    let (machine, found) = call_load(&[&data_block(b"zebra!")], 0xFF, true, 0x9000, 3);
    assert_eq!(found, (false, 0x9003, 0));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"zebafa");
}

#[test]
fn instant_load_with_a_wrong_checksum() {
    let mut block = data_block(b"zebra!");
    block[7] ^= 1;
    let (machine, found) = call_load(&[&block], 0xFF, true, 0x9000, 6);
    assert_eq!(found, (false, 0x9006, 0));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"zebra!");
}

/// VERIFY changes nothing and stops at the first byte that differs.
#[test]
fn instant_verify() {
    let (machine, found) = call_load(&[&data_block(b"girafa")], 0xFF, false, 0x9000, 6);
    assert_eq!(found, (true, 0x9006, 0));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"girafa");
    let (machine, found) = call_load(&[&data_block(b"girofa")], 0xFF, false, 0x9000, 6);
    assert_eq!(found, (false, 0x9003, 3));
    assert_eq!(&machine.memory()[0x9000..0x9006], b"girafa");
}

/// Loading over the ROM does not change it, and the address wraps around.
#[test]
fn instant_load_over_the_rom() {
    let (machine, found) = call_load(&[&data_block(b"zebra!")], 0xFF, true, 0xFFFE, 6);
    assert_eq!(found, (true, 0x0004, 0));
    assert_eq!(machine.peek16(0xFFFE), u16::from_le_bytes(*b"ze"));
    assert_eq!(machine.memory()[..4], [0; 4]);
}

/// A playing tape: a block in its pilot tone is loaded, as a loader would still catch it; afterwards it is
/// too late.
#[test]
fn instant_load_from_a_playing_tape() {
    for (frames, want) in [(5, b"zebra!"), (110, b"gorila")] {
        let mut machine = calling(ula::LOAD_BYTES, 0xFF, true, 0x9000, 6);
        poke(&mut machine, 0x7000, &[0xDB, 0xFE, 0x18, 0xFC]);
        machine.cpu.pc = 0x7000;
        machine.insert_tape(tape(&[&data_block(b"zebra!"), &data_block(b"gorila")]));
        machine.play_tape();
        for _ in 0..frames {
            machine.run_frame();
        }
        machine.cpu.pc = CODE;
        machine.cpu.a = 0xFF;
        machine.cpu.f = 1;
        machine.step();
        machine.step();
        assert_eq!(&machine.memory()[0x9000..0x9006], want, "after {frames} frames");
    }
}

/// Without a tape, or at its end, the ROM's own routine runs (NOPs in this ROM).
#[test]
fn instant_load_without_a_block_is_the_roms() {
    let mut machine = calling(ula::LOAD_BYTES, 0xFF, true, 0x9000, 6);
    machine.step();
    machine.step();
    assert_eq!(machine.cpu.pc, ula::LOAD_BYTES + 1);
}

#[test]
fn instant_save() {
    let mut machine = calling(ula::SAVE_BYTES, 0x42, true, 0x9000, 6);
    poke(&mut machine, 0x9000, b"girafa");
    run_to_halt(&mut machine, 1);
    assert_eq!(
        (machine.cpu.f & 1, machine.cpu.ix, machine.cpu.de()),
        (1, 0x9007, 0xFFFF)
    );
    let saved = machine.take_saved();
    assert_eq!(saved.blocks(), [Block::new(0x42, b"girafa").unwrap()]);
    assert!(saved.blocks()[0].checksum_ok());
}

/// A breakpoint on the trapped routine stops first; resuming executes the trap.
#[test]
fn a_breakpoint_on_a_trap() {
    let mut machine = calling(ula::SAVE_BYTES, 0xFF, true, 0x9000, 6);
    machine.breakpoints_mut().insert(ula::SAVE_BYTES);
    assert_eq!(
        machine.run_frame(),
        girafa_spectrum::Stop::Breakpoint(ula::SAVE_BYTES)
    );
    assert!(machine.deck().saved().is_empty());
    machine.resume();
    assert_eq!(machine.deck().saved().len(), 1);
    assert!(machine.cpu.halted);
}

/// A stack full of return addresses to the routine must not keep the clock from advancing.
#[test]
fn endless_saving_ends_with_the_frame() {
    let mut machine = calling(ula::SAVE_BYTES, 0xFF, true, 0x9000, 0);
    for address in (0x4000..=0xFFFEu16).step_by(2) {
        poke(&mut machine, address, &ula::SAVE_BYTES.to_le_bytes());
    }
    machine.cpu.pc = ula::SAVE_BYTES;
    machine.run_frame();
    assert_eq!(machine.frames(), 1);
}

#[test]
fn tap_errors_say_what_and_where() {
    let message = |bytes: &[u8]| Tape::from_tap(bytes).unwrap_err().to_string();
    assert_eq!(message(&[]), "the .tap file is empty");
    assert_eq!(
        message(&[2, 0, 255, 255, 3, 0, 1, 2]),
        "the .tap file is truncated: block 2 at offset 4 needs 3 bytes, but 2 are left"
    );
    assert_eq!(
        message(&[2, 0, 255, 255, 3]),
        "the .tap file is truncated: one byte at offset 4, where block 2 should start"
    );
    assert_eq!(
        message(&[0, 0, 1, 0]),
        "not a valid .tap file: block 1 at offset 0 is empty"
    );
    assert_eq!(
        Tape::from_tap(&[19, 0, 0]),
        Err(TapError::Truncated {
            block: 1,
            offset: 0,
            wanted: 19,
            found: 1
        })
    );
}

#[test]
fn wrong_checksums_are_reported() {
    let tape = Tape::from_tap(&[2, 0, 7, 7, 3, 0, 1, 2, 4, 1, 0, 0, 3, 0, 1, 2, 3]).unwrap();
    assert_eq!(tape.bad_checksums(), [2, 3]);
    assert_eq!(
        (tape.blocks()[3].flag(), tape.blocks()[3].data()),
        (1, &[2u8][..])
    );
}

proptest! {
    /// Arbitrary bytes give an error or a tape that saves the same bytes, without a panic.
    #[test]
    fn any_bytes_as_tap(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        if let Ok(tape) = Tape::from_tap(&bytes) {
            prop_assert_eq!(tape.to_tap(), bytes);
        }
    }

    /// The same for bytes that are almost a valid tape: correct lengths, possibly truncated.
    #[test]
    fn any_blocks_as_tap(
        blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..8),
        cut in 0usize..100,
    ) {
        let whole: Vec<u8> = blocks
            .iter()
            .flat_map(|block| [&(block.len() as u16).to_le_bytes()[..], block].concat())
            .collect();
        let bytes = &whole[..whole.len().saturating_sub(cut)];
        match Tape::from_tap(bytes) {
            Ok(tape) => prop_assert_eq!(tape.to_tap(), bytes),
            Err(error) => prop_assert!(
                cut > 0 || matches!(error, TapError::EmptyBlock { .. }),
                "a whole tape gave {}", error
            ),
        }
    }

    /// Any tape is played to any loader without a panic, and the clock stays within the frame.
    #[test]
    fn any_tape_is_played(
        blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..20), 1..4),
        a: u8, carry: bool, ix: u16, de: u16,
    ) {
        let blocks: Vec<_> = blocks.iter().map(Vec::as_slice).collect();
        let mut machine = calling(ula::LOAD_BYTES, a, carry, ix, de);
        machine.insert_tape(tape(&blocks));
        machine.play_tape();
        for _ in 0..10 {
            machine.run_frame();
        }
        prop_assert_eq!(machine.frames(), 10);
    }
}
