//! `.tzx` blocks other than data and pulses: recordings, generalized data, jumps and calls.

use std::io::Write;

use crate::common::tape::{assert_edges, tzx_of};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use girafa_spectrum::Tape;
use girafa_spectrum::tape::{Item, tzx};

fn read(blocks: &[&[u8]]) -> Tape {
    tzx::read(&tzx_of(blocks)).unwrap()
}

fn refused(blocks: &[&[u8]]) -> String {
    tzx::read(&tzx_of(blocks)).unwrap_err().to_string()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn with_length(id: u8, contents: &[u8]) -> Vec<u8> {
    [&[id][..], &(contents.len() as u32).to_le_bytes(), contents].concat()
}

/// Block 18: pause in milliseconds, sample rate, compression (1 for RLE, 2 for Z-RLE), number of pulses.
fn csw(pause: u16, rate: u32, compression: u8, count: u32, data: &[u8]) -> Vec<u8> {
    let head = [&pause.to_le_bytes()[..], &rate.to_le_bytes()[..3], &[compression]].concat();
    with_length(0x18, &[&head, &count.to_le_bytes()[..], data].concat())
}

/// A symbol table of block 19: maximum number of pulses per symbol, and the symbols as flags and pulses.
type Table<'a> = (u8, &'a [(u8, &'a [u16])]);

/// Block 19: runs of symbols of the pilot table and `total` symbols of the data table as bits.
fn generalized(
    pause: u16,
    pilot: Table,
    runs: &[(u8, u16)],
    data: Table,
    total: u32,
    bits: &[u8],
) -> Vec<u8> {
    let table = |(longest, symbols): Table| -> Vec<u8> {
        let row = |(flags, pulses): &(u8, &[u16])| {
            let mut row = vec![*flags];
            row.extend(pulses.iter().flat_map(|pulse| pulse.to_le_bytes()));
            row.resize(1 + 2 * usize::from(longest), 0);
            row
        };
        symbols.iter().flat_map(row).collect()
    };
    let mut contents = pause.to_le_bytes().to_vec();
    for (count, (longest, symbols)) in [(runs.len() as u32, pilot), (total, data)] {
        contents.extend(count.to_le_bytes());
        contents.extend([longest, symbols.len() as u8]);
    }
    if !runs.is_empty() {
        contents.extend(table(pilot));
        contents.extend(runs.iter().flat_map(|&(symbol, times)| {
            let [low, high] = times.to_le_bytes();
            [symbol, low, high]
        }));
    }
    if total > 0 {
        contents.extend(table(data));
        contents.extend(bits);
    }
    with_length(0x19, &contents)
}

/// Block 13 with a single pulse.
fn pulse(tstates: u16) -> Vec<u8> {
    [&[0x13, 1][..], &tstates.to_le_bytes()].concat()
}

fn word(id: u8, word: i16) -> Vec<u8> {
    [&[id][..], &word.to_le_bytes()].concat()
}

fn call(to: &[i16]) -> Vec<u8> {
    let mut block = word(0x26, to.len() as i16);
    block.extend(to.iter().flat_map(|to| to.to_le_bytes()));
    block
}

/// Lengths of one byte and of five, uncompressed and compressed; at 35,000 samples a second, a sample is 100
/// T-states.
#[test]
fn recordings() {
    let data = [5, 7, 0, 44, 1, 0, 0, 9];
    for (compression, data) in [(1, data.to_vec()), (2, zlib(&data))] {
        let block = csw(2, 35_000, compression, 4, &data);
        // The last pulse is low, so the level is high for a millisecond and low for the rest of the pause.
        assert_edges(read(&[&block]), &[500, 700, 30_000, 900, 3500]);
    }
    // At 44,100 Hz a sample is 79.365 T-states: rounding errors must not accumulate.
    let tape = read(&[&csw(0, 44_100, 1, 441, &[1; 441])]);
    let [Item::Pulses { start: None, pulses }] = tape.items() else {
        panic!("{:?}", tape.items());
    };
    assert_eq!(pulses.iter().sum::<u32>(), 35_000);
    assert!(pulses.iter().all(|pulse| (79..=80).contains(pulse)));
}

#[test]
fn bad_recordings() {
    let block = |what| format!("the .tzx file's block 18 at offset 10 {what}");
    let wrong_count = block("has a wrong number of pulses");
    assert_eq!(refused(&[&csw(0, 35_000, 1, 2, &[5])]), wrong_count);
    assert_eq!(refused(&[&csw(0, 35_000, 1, 2, &[5; 9])]), wrong_count);
    assert_eq!(
        refused(&[&csw(0, 0, 1, 1, &[5])]),
        block("has a sampling rate of 0")
    );
    assert_eq!(
        refused(&[&csw(0, 35_000, 1, 1, &[0, 1, 2])]),
        block("is truncated inside its recording")
    );
    assert_eq!(
        refused(&[&csw(0, 35_000, 2, 1, &[1, 2, 3, 4, 5, 6])]),
        block("cannot be unpacked")
    );
    assert_eq!(
        refused(&[&csw(0, 35_000, 3, 1, &[1])]),
        block("has an unknown compression: expected RLE or Z-RLE")
    );
    let long = "makes the tape too long: its recordings have more than 16,777,216 pulses";
    assert_eq!(refused(&[&csw(0, 35_000, 1, u32::MAX, &[1])]), block(long));
    // Data that decompresses to much more than the declared size is not fully decompressed, and all
    // recordings share one limit.
    let bomb = zlib(&vec![1; 9 << 20]);
    assert_eq!(refused(&[&csw(0, 35_000, 2, 10, &bomb)]), wrong_count);
    let half = csw(0, 35_000, 2, 9 << 20, &bomb);
    assert!(refused(&[&half, &half]).ends_with(long));
    let whole = tzx_of(&[&csw(0, 35_000, 2, 4, &zlib(&[1, 2, 3, 4]))]);
    for length in 11..whole.len() {
        assert!(tzx::read(&whole[..length]).is_err(), "{length} bytes");
    }
}

/// A pilot of two symbols, then symbols of two bits from an alphabet of three; a pulse of length 0 ends a
/// shorter symbol.
#[test]
fn generalized_data() {
    let pilot: Table = (2, &[(0, &[1000]), (0, &[300, 400])]);
    let data: Table = (3, &[(0, &[500, 600, 700]), (0, &[800]), (0, &[900, 950])]);
    let block = generalized(1, pilot, &[(0, 3), (1, 1)], data, 5, &[0b0001_1000, 0b0100_0000]);
    let mut pulses = vec![1000, 1000, 1000, 300, 400];
    pulses.extend([500, 600, 700, 800, 900, 950, 500, 600, 700, 800]);
    // The last of 15 pulses is high, so the millisecond after it is low.
    pulses.extend([3500, 1000]);
    assert_edges(read(&[&block, &pulse(1000)]), &pulses);
}

/// The start of a symbol: with an edge, without one, low, high.
#[test]
fn polarity_of_symbols() {
    let data: Table = (1, &[(0, &[1000]), (1, &[500]), (2, &[700]), (3, &[800])]);
    let none: Table = (0, &[]);
    let play = |symbols: [u8; 4]| {
        let bits = symbols.iter().fold(0, |bits, symbol| bits << 2 | symbol);
        read(&[
            &generalized(0, none, &[], data, 4, &[bits]),
            &pulse(1000),
            &pulse(1000),
        ])
    };
    // High 1000, high 500, low 700, high 800, then low and high.
    assert_edges(play([0, 1, 2, 3]), &[1500, 700, 800, 1000, 1000]);
    // High 800 twice, low 700 twice; then high and low.
    assert_edges(play([3, 3, 2, 2]), &[1600, 1400, 1000]);
    // Pilot symbols have polarity too: one that starts high, then four without an edge.
    let block = generalized(
        0,
        (1, &[(3, &[600]), (1, &[50])]),
        &[(0, 1), (1, 4)],
        none,
        0,
        &[],
    );
    assert_edges(read(&[&block, &pulse(1000), &pulse(1000)]), &[800, 1000, 1000]);
}

/// An alphabet of one symbol takes no bits, one of 256 takes eight; symbols without a pulse take no time.
#[test]
fn sizes_of_alphabets() {
    let none: Table = (0, &[]);
    let one = generalized(0, none, &[], (1, &[(0, &[700])]), 3, &[]);
    assert_edges(
        read(&[&one, &pulse(1000), &pulse(1000)]),
        &[700, 700, 700, 1000, 1000],
    );
    let mut symbols: Vec<(u8, &[u16])> = vec![(0, &[400]); 256];
    symbols[200] = (0, &[900]);
    let many = generalized(0, none, &[], (1, &symbols), 3, &[200, 0, 200]);
    assert_edges(
        read(&[&many, &pulse(1000), &pulse(1000)]),
        &[900, 400, 900, 1000, 1000],
    );
    let empty = generalized(0, none, &[], (1, &[(3, &[]), (0, &[700])]), 4, &[0b0101_0000]);
    assert_edges(read(&[&empty, &pulse(1000), &pulse(1000)]), &[700, 700, 1000]);
    // Even the maximum number of empty symbols takes no time.
    let silent = generalized(0, none, &[], (1, &[(0, &[])]), u32::MAX, &[]);
    assert_edges(read(&[&silent, &pulse(1000), &pulse(1000)]), &[1000]);
}

#[test]
fn bad_generalized_data() {
    let none: Table = (0, &[]);
    let three: Table = (1, &[(0, &[400]), (0, &[500]), (0, &[600])]);
    let unknown = "the .tzx file's block 19 at offset 10 has a symbol that is not in its alphabet";
    assert_eq!(
        refused(&[&generalized(0, none, &[], three, 2, &[0b0011_0000])]),
        unknown
    );
    assert_eq!(
        refused(&[&generalized(0, three, &[(3, 1)], none, 0, &[])]),
        unknown
    );
    let short = refused(&[&generalized(0, none, &[], three, u32::MAX, &[1, 2])]);
    assert!(short.contains("is truncated: block 19 at offset 10"), "{short}");
    let whole = tzx_of(&[&generalized(9, three, &[(0, 5)], three, 4, &[0])]);
    for length in 11..whole.len() {
        assert!(tzx::read(&whole[..length]).is_err(), "{length} bytes");
    }
}

/// Jumps count blocks relative to the jump itself; blocks that make no sound count too.
#[test]
fn jumps() {
    let forth = [
        word(0x23, 3),
        vec![0x30, 1, b'x'],
        pulse(9000),
        pulse(500),
        word(0x23, 1),
        pulse(600),
    ];
    let blocks: Vec<&[u8]> = forth.iter().map(Vec::as_slice).collect();
    assert_edges(read(&blocks), &[500]);
    // To block 4, back to 1, on to the end.
    let back = [
        word(0x23, 3),
        pulse(500),
        word(0x23, 3),
        pulse(700),
        word(0x23, -3),
        pulse(900),
    ];
    let blocks: Vec<&[u8]> = back.iter().map(Vec::as_slice).collect();
    assert_edges(read(&blocks), &[700, 500, 900]);
}

/// A call plays each of its sequences and continues after itself, inside a repetition too.
#[test]
fn calls() {
    let blocks = [
        word(0x24, 2),
        call(&[4, 6]),
        vec![0x25],
        word(0x23, 5),
        // The sequences follow.
        pulse(1),
        pulse(500),
        vec![0x27],
        pulse(700),
        vec![0x27],
    ];
    let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
    // Block 3 jumps to the last block, which ends a sequence that was never called.
    assert_eq!(
        refused(&blocks),
        "the .tzx file's block 27 at offset 37 ends a sequence that has not been called"
    );
    let end = word(0x23, 6);
    let mut blocks = blocks;
    blocks[3] = &end;
    assert_edges(read(&blocks), &[500, 700, 500]);
}

#[test]
fn a_tape_comes_to_its_end() {
    let at = |id: &str, offset, what| format!("the .tzx file's block {id} at offset {offset} {what}");
    let circle = "jumps in a loop: the tape would never end";
    let tone = pulse(500);
    assert_eq!(refused(&[&word(0x23, 0)]), at("23", 10, circle));
    assert_eq!(refused(&[&tone, &word(0x23, -1)]), at("23", 14, circle));
    // A jump back to a repetition that has ended starts it again each time.
    assert_eq!(
        refused(&[&word(0x24, 9), &tone, &[0x25], &word(0x23, -3)]),
        at("23", 18, circle)
    );
    let nowhere = "leads to a block that is not on the tape";
    for away in [-1, 2, i16::MAX, i16::MIN] {
        assert_eq!(refused(&[&word(0x23, away)]), at("23", 10, nowhere));
        assert_eq!(refused(&[&call(&[away])]), at("26", 10, nowhere));
    }
    assert_eq!(
        refused(&[&call(&[1]), &call(&[1]), &[0x27]]),
        at("26", 15, "calls a sequence inside another")
    );
    assert_eq!(
        refused(&[&call(&[1]), &tone]),
        at("26", 10, "calls a sequence that does not return")
    );
    let long = "makes the tape too long: loops, calls and jumps add more than 1,048,576 items";
    let many = call(&[3; 1000]);
    assert_eq!(
        refused(&[&word(0x24, -1), &many, &[0x25], &word(0x23, 3), &tone, &[0x27]]),
        at("26", 13, long)
    );
    assert!(read(&[&word(0x24, -1), &tone, &[0x25]]).blocks().is_empty());
}
