//! `.tzx` and `.pzx` tapes: the signal of each block type, and arbitrary bytes.

use crate::common::machine;
use crate::common::tape::{assert_edges, edges, tzx_of};
use girafa_spectrum::tape::{Item, pzx, tzx};
use girafa_spectrum::{Block, Spectrum, Tape};
use proptest::prelude::*;

fn pzx_of(blocks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"PZXT\x02\x00\x00\x00\x01\x00".to_vec();
    for (name, contents) in blocks {
        bytes.extend(*name);
        bytes.extend((contents.len() as u32).to_le_bytes());
        bytes.extend(*contents);
    }
    bytes
}

/// Block 10 is a block as in a `.tap` plus a pause; 30, 32 and 33 make no sound.
#[test]
fn tzx_standard() {
    let bytes = tzx_of(&[
        &[0x30, 2, b'h', b'i'],
        &[0x32, 9, 0, 2, 0, 2, b'A', b'B', 3, 2, b'1', b'9'],
        &[0x33, 1, 0, 1, 0],
        &[0x10, 0xE8, 0x03, 3, 0, 0xFF, 0x12, 0xED],
    ]);
    let tape = Tape::from_image(&bytes).unwrap();
    assert_eq!(tape.notes(), ["hi", "AB", "19"]);
    assert_eq!(tape.blocks(), [Block::new(0xFF, &[0x12]).unwrap()]);
    let silence = Item::Pause {
        level: false,
        tstates: 999 * 3_500,
    };
    assert_eq!(
        tape.items(),
        [
            Item::Block {
                index: 0,
                tail: 3_500
            },
            silence
        ]
    );
    assert_eq!(tape.to_tap(), [3, 0, 0xFF, 0x12, 0xED]);
}

/// A text that is longer than its block, or than the file, ends there, as it has no effect on the signal.
#[test]
fn tzx_texts_that_are_too_long() {
    let sound = [0x10, 0xE8, 0x03, 3, 0, 0xFF, 0x12, 0xED];
    let bytes = tzx_of(&[&[0x32, 5, 0, 1, 0, 200, b'A', b'B'], &sound]);
    let tape = Tape::from_image(&bytes).unwrap();
    assert_eq!(tape.notes(), ["AB"]);
    assert_eq!(tape.blocks().len(), 1);
    for text in [
        &[0x30, 9, b'h', b'i'][..],
        &[0x31, 5, 9, b'h', b'i'],
        &[0x32, 99, 0, 1, 0, 2, b'h', b'i'],
    ] {
        let tape = Tape::from_image(&tzx_of(&[&sound, text])).unwrap();
        assert_eq!((tape.notes(), tape.blocks().len()), (&["hi".to_owned()][..], 1));
    }
}

/// Blocks 12, 13 and 14: a tone, single pulses, and bits of which the last byte uses three.
#[test]
fn tzx_pulses() {
    let bytes = tzx_of(&[
        &[0x12, 0xE8, 0x03, 3, 0],
        &[0x13, 2, 0xF4, 0x01, 0x58, 0x02],
        &[0x14, 0x90, 0x01, 0x20, 0x03, 3, 1, 0, 1, 0, 0, 0b1010_0000],
    ]);
    let tape = tzx::read(&bytes).unwrap();
    // The pause begins low, the level that the tape also has at its end.
    let pulses = [1000, 1000, 1000, 500, 600, 800, 800, 400, 400, 800, 800];
    assert_edges(tape, &pulses[..]);
}

/// Block 11 with its own lengths of pilot, sync and bits.
#[test]
fn tzx_turbo() {
    let turbo = [
        0x11, 0xD0, 0x07, 0x2C, 0x01, 0x5E, 0x01, 0x90, 0x01, 0x20, 0x03, 4, 0, 8, 0, 0, 1, 0, 0, 0x81,
    ];
    let tape = tzx::read(&tzx_of(&[&turbo])).unwrap();
    assert!(tape.blocks().is_empty());
    let mut pulses = vec![2000, 2000, 2000, 2000, 300, 350, 800, 800];
    pulses.extend([400; 12]);
    pulses.extend([800, 800]);
    // No pause: the last pulse ends when another begins.
    pulses.pop();
    assert_edges(tape, &pulses);
}

/// Block 11 at the ROM's speed becomes a standard block, despite small deviations of the measured lengths.
#[test]
fn tzx_turbo_at_the_roms_speed() {
    let mut turbo = vec![0x11];
    for word in [2100u16, 670, 730, 850, 1700, 8063] {
        turbo.extend(word.to_le_bytes());
    }
    turbo.extend([8, 0, 0, 2, 0, 0, 0xFF, 0xFF]);
    assert_eq!(tzx::read(&tzx_of(&[&turbo])).unwrap().blocks().len(), 1);
}

/// Blocks 24 and 25: a tone of two pulses three times, then one more pulse.
#[test]
fn tzx_repeat() {
    let bytes = tzx_of(&[
        &[0x24, 3, 0],
        &[0x12, 0xE8, 0x03, 2, 0],
        &[0x25],
        &[0x13, 1, 0xD0, 0x07],
        &[0x20, 1, 0],
    ]);
    assert_edges(
        tzx::read(&bytes).unwrap(),
        &[1000, 1000, 1000, 1000, 1000, 1000, 2000],
    );
    let nested = tzx_of(&[&[0x24, 3, 0], &[0x24, 3, 0]]);
    assert_eq!(
        tzx::read(&nested).unwrap_err().to_string(),
        "the .tzx file's block 24 at offset 13 begins a repetition inside another"
    );
}

/// Block 15: samples of 100 T-states, 1 1 1 0 0 1; block 2B sets the level and takes no time.
#[test]
fn tzx_samples() {
    let bytes = tzx_of(&[&[0x15, 0xF4, 0x01, 1, 0, 6, 1, 0, 0, 0b1110_0100]]);
    assert_edges(tzx::read(&bytes).unwrap(), &[1500, 1000, 500]);
    let level = tzx_of(&[&[0x2B, 1, 0, 0, 0, 1], &[0x12, 0xE8, 0x03, 2, 0]]);
    assert_eq!(tzx::read(&level).unwrap().items()[0], Item::Level(true));
}

/// Block 20 with length 0, block 2A, and PZX's STOP stop the recorder; it continues after them when it is
/// started again.
#[test]
fn the_tape_stops() {
    let tone: &[u8] = &[0x12, 0xE8, 0x03, 2, 0];
    for stop in [&[0x20, 0, 0][..], &[0x2A, 0, 0, 0, 0]] {
        let mut machine = machine(&[0xDB, 0xFE, 0x18, 0xFC]);
        machine.insert_tape(tzx::read(&tzx_of(&[tone, stop, tone])).unwrap());
        for _ in 0..2 {
            machine.play_tape();
            assert!(machine.deck().is_playing());
            machine.run_frame();
            assert!(!machine.deck().is_playing());
        }
        assert!(machine.deck().tape().is_some());
    }
}

/// PULS with a repeat and a long pulse, starting low; DATA starting high; PAUS.
#[test]
fn pzx_pulses() {
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let puls = words(&[0x8000 | 20, 1000, 500, 0x8001, 0x8001, 0x0000]);
    let tape = pzx::read(&pzx_of(&[(b"PULS", &puls), (b"PAUS", &[0xE8, 3, 0, 0x80])])).unwrap();
    assert_eq!(
        tape.items()[1],
        Item::Tone {
            pulse: 1000,
            count: 20
        }
    );
    // The first pulse is low, like the signal before it, so there is no edge.
    let got = edges(tape, 200_000);
    let mut want: Vec<u64> = (1..=20).map(|i| 1000 * i).collect();
    want.extend([20_500, 20_500 + 65_536]);
    want.pop();
    assert_eq!(got.len(), want.len() + 1, "{got:?}");
    for (got, want) in got.iter().zip(&want) {
        assert!((*want..want + 40).contains(got), "an edge at {got}, not {want}");
    }
}

/// A block at the ROM's speed consists of PULS with pilot and sync, then DATA; it becomes one block of the
/// tape.
#[test]
fn pzx_standard() {
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let puls = words(&[0x8000 | 3223, 2168, 667, 735]);
    let mut data = vec![24, 0, 0, 0x80];
    data.extend(words(&[945, 0x0202, 855, 855, 1710, 1710]));
    data.extend([0xFF, 0x12, 0xED]);
    let title = (b"PZXT", &b"\x01\x00Title\0Author\0Somebody"[..]);
    let bytes = pzx_of(&[(b"PULS", &puls), (b"DATA", &data), (b"BRWS", b"here")]);
    let tape = Tape::from_image(&bytes).unwrap();
    assert_eq!(tape.blocks(), [Block::new(0xFF, &[0x12]).unwrap()]);
    assert_eq!(tape.items(), [Item::Block { index: 0, tail: 945 }]);
    assert_eq!(tape.notes(), ["here"]);
    let tape = pzx::read(&pzx_of(&[title])).unwrap();
    assert_eq!(tape.notes(), ["Title", "Author: Somebody"]);
}

/// The number of edges of a tape that plays for `frames` frames.
fn edges_of(tape: Tape, frames: usize) -> (usize, bool) {
    let mut machine = machine(&[]);
    machine.collect_beeper(true);
    machine.insert_tape(tape);
    machine.play_tape();
    let count = (0..frames).map(|_| {
        machine.run_frame();
        machine.take_tape_edges().len()
    });
    (count.sum(), machine.deck().is_at_end())
}

/// 255 pulses in each of 80,000 bits, all but one of zero length: the tape takes one T-state for every 17 of
/// them, and at most one change per T-state is collected.
#[test]
fn pulses_of_no_length_take_some() {
    let zeros = [&[0; 2 * 254][..], &[1, 0]].concat();
    let bits = 80_000u32.to_le_bytes();
    let data = [&bits[..], &[0, 0, 255, 255], &zeros, &zeros, &[0; 10_000]].concat();
    let tape = Tape::from_image(&pzx_of(&[(b"DATA", &data)])).unwrap();
    let (count, is_at_end) = edges_of(tape, 10);
    assert!(count <= 10 * 69_888, "{count}");
    assert!(!is_at_end, "20,400,000 pulses have been played in ten frames");
}

#[test]
fn tapes_have_a_limit_on_what_they_keep() {
    let refused = |bytes: &[u8]| Tape::from_image(bytes).unwrap_err().to_string();
    // Samples that change at each bit.
    let samples = [
        &[0x15, 1, 0, 0, 0, 8][..],
        &(3u32 << 20).to_le_bytes()[..3],
        &[0x55; 3 << 20],
    ]
    .concat();
    let message = refused(&tzx_of(&[&samples]));
    assert!(
        message.ends_with("makes the tape too long: its recordings have more than 16,777,216 pulses"),
        "{message}"
    );
    // Two alphabets of 256 empty symbols each take much more memory than space in the file.
    let tables = [
        &[0, 0, 1, 0, 0, 0, 0, 0][..],
        &[1, 0, 0, 0, 0, 0],
        &[0; 256 + 3],
        &[0; 256 + 1],
    ]
    .concat();
    let symbols = [&[0x19][..], &(tables.len() as u32).to_le_bytes(), &tables].concat();
    let blocks = vec![&symbols[..]; 20_000];
    let message = refused(&tzx_of(&blocks));
    assert!(message.contains("takes more than 128 MiB of memory"), "{message}");
}

#[test]
fn tapes_have_a_limit_on_their_texts() {
    let texts = b"a\0b\0".repeat(100_000);
    let tape = Tape::from_image(&pzx_of(&[
        (b"BRWS", &[b'x'; 10_000]),
        (b"PZXT", &[b"\x01\0".to_vec(), texts].concat()),
    ]));
    let tape = tape.unwrap();
    assert_eq!(tape.notes().len(), 1_001);
    assert_eq!(tape.notes()[0].len(), 4_096 + 3);
    assert_eq!(tape.notes()[1_000], "more texts are left out");
}

/// Block 33: the note names a machine if a 48K is not among those on which the tape runs.
#[test]
fn machines_are_noted() {
    let notes = |entries: &[[u8; 3]]| {
        let block = [&[0x33, entries.len() as u8], entries.as_flattened()].concat();
        tzx::read(&tzx_of(&[&block, &[0x20, 1, 0]]))
            .unwrap()
            .notes()
            .to_vec()
    };
    assert_eq!(notes(&[[0, 3, 1], [0, 1, 2]]), [""; 0]);
    assert_eq!(notes(&[[3, 0, 1]]), [""; 0], "a sound device");
    assert_eq!(
        notes(&[[0, 1, 3], [0, 3, 1]]),
        ["made for a Spectrum 128K, not for a 48K"]
    );
    assert_eq!(notes(&[[0, 8, 0]]), ["made for a Pentagon, not for a 48K"]);
}

/// The end of a loop that has not begun is ignored, as by other emulators.
#[test]
fn an_end_without_a_loop() {
    let pause = [0x20, 1, 0];
    let with = tzx::read(&tzx_of(&[&[0x25], &pause])).unwrap();
    let without = tzx::read(&tzx_of(&[&pause])).unwrap();
    assert_eq!(edges_of(with, 2), edges_of(without, 2));
}

#[test]
fn files_that_are_not_tapes() {
    let tzx = |blocks: &[&[u8]]| tzx::read(&tzx_of(blocks)).unwrap_err().to_string();
    assert_eq!(
        tzx::read(b"ZXTape!").unwrap_err().to_string(),
        "not a valid .tzx file: it has another header"
    );
    assert_eq!(
        tzx(&[&[0x10, 0, 0, 9, 0, 1]]),
        "the .tzx file is truncated: block 10 at offset 10 needs 9 more bytes, but 1 are left"
    );
    assert_eq!(
        tzx(&[&[0x18, 0, 0, 0, 0]]),
        "the .tzx file is truncated: block 18 at offset 10 needs 2 more bytes, but 0 are left"
    );
    assert_eq!(
        pzx::read(b"PZXT\xFF\0\0\0").unwrap_err().to_string(),
        "the .pzx file is truncated: block PZXT at offset 0 needs 255 more bytes, but 0 are left"
    );
}

/// Plays `tape` for some frames: time must advance whatever is on it.
fn play(tape: Tape) {
    let mut machine: Spectrum = machine(&[0xDB, 0xFE, 0x18, 0xFC]);
    machine.insert_tape(tape);
    machine.play_tape();
    for _ in 0..5 {
        machine.run_frame();
    }
}

/// Turns random bytes after a block's id into a valid block now and then.
fn whole(id: u8, noise: &mut Vec<u8>) {
    match id {
        0x18 => {
            // RLE with any sample rate; if no length is 0, each byte is a pulse.
            noise[..4].copy_from_slice(&[36, 0, 0, 0]);
            noise[9..14].copy_from_slice(&[1, 26, 0, 0, 0]);
        }
        0x19 => {
            // A run of three symbols of two pulses, then eight of one pulse: 14 + 3 * 5 + 3 + 2 * 3 + 1
            // bytes.
            noise[..4].copy_from_slice(&[39, 0, 0, 0]);
            noise[6..18].copy_from_slice(&[1, 0, 0, 0, 2, 3, 8, 0, 0, 0, 1, 2]);
            noise[33] %= 3;
            noise.resize(43, 0);
        }
        // A jump of a few blocks forwards or backwards.
        0x23 => noise
            .splice(.., (i16::from(noise[0] % 16) - 4).to_le_bytes())
            .for_each(drop),
        0x26 => {
            let to = i16::from(noise[0] % 16) - 4;
            noise
                .splice(.., [[1, 0], to.to_le_bytes()].concat())
                .for_each(drop);
        }
        0x25 | 0x27 => noise.clear(),
        0x20 | 0x24 => noise.truncate(2),
        0x12 => noise.truncate(4),
        0x13 | 0x30 => {
            noise[0] = if id == 0x13 { 19 } else { 39 };
            noise.truncate(2 * 19 + if id == 0x13 { 1 } else { 2 });
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// Arbitrary bytes after the magic number are played or rejected without a panic, and time advances.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for start in [&b"ZXTape!\x1A\x01\x14"[..], b"PZXT\x02\x00\x00\x00\x01\x00", b""] {
            if let Ok(tape) = Tape::from_image(&[start, &bytes].concat()) {
                play(tape);
            }
        }
    }

    /// Sequences of any complete blocks.
    #[test]
    fn any_blocks(blocks in prop::collection::vec((0usize..18, prop::collection::vec(any::<u8>(), 40)), 1..12)) {
        let (mut tzx, mut pzx) = (Vec::new(), Vec::new());
        for (kind, mut noise) in blocks {
            let id = [
                0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x18, 0x19, 0x20, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x30,
                0x32,
            ][kind];
            // Keep lengths small, so that some blocks are complete.
            for (at, limit) in [(0x10, 2), (0x11, 15), (0x14, 7), (0x15, 5)] {
                if id == at {
                    let few = noise[limit] % 20;
                    noise[limit..limit + 3].copy_from_slice(&[few, 0, 0]);
                }
            }
            let name = [b"PULS", b"DATA", b"PAUS", b"STOP"][kind % 4];
            let mut tzx_noise = noise.clone();
            whole(id, &mut tzx_noise);
            tzx.push([vec![id], tzx_noise].concat());
            let start = if kind % 4 == 1 { noise[1..4].fill(0); noise[6] %= 4; noise[7] %= 4; noise } else { noise };
            pzx.push((name, start));
        }
        let all: Vec<&[u8]> = tzx.iter().map(Vec::as_slice).collect();
        if let Ok(tape) = tzx::read(&tzx_of(&all)) {
            play(tape);
        }
        let all: Vec<_> = pzx.iter().map(|(name, data)| (*name, data.as_slice())).collect();
        if let Ok(tape) = pzx::read(&pzx_of(&all)) {
            play(tape);
        }
    }
}
