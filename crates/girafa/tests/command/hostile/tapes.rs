//! Tapes with extreme counts in every block.

use girafa_test_support::Random;

use super::deflate::zlib;
use super::{Hostile, TAPE, extreme, put};
use crate::strangers::blocks;

pub fn any(random: &mut Random) -> Hostile {
    match random.below(5) {
        0 | 1 => Hostile::new("h.tzx", tzx(random), TAPE),
        2 | 3 => Hostile::new("h.pzx", pzx(random), TAPE),
        _ => Hostile::new("h.tap", tap(random), TAPE),
    }
}

/// The start of a `.tzx`, optionally with a program that loads what follows.
pub fn tzx_head(program: Option<&str>) -> Vec<u8> {
    let mut image = b"ZXTape!\x1A\x01\x14".to_vec();
    for block in program.iter().flat_map(|listing| blocks(listing)) {
        image.extend([0x10, 0xE8, 0x03]);
        image.extend((block.bytes().len() as u16).to_le_bytes());
        image.extend(block.bytes());
    }
    image
}

/// A block whose contents are preceded by their size in `length` bytes.
fn sized(id: u8, length: usize, head: &[u8], contents: &[u8]) -> Vec<u8> {
    let size = (contents.len() as u32).to_le_bytes();
    [&[id], head, &size[..length], contents].concat()
}

/// A `.csw` block of `pulses` pulses of `samples` samples each, at the sample rate `rate`.
pub fn csw(rate: u32, pulses: usize, samples: u8, is_packed: bool) -> Vec<u8> {
    let data = vec![samples; pulses];
    let data = if is_packed { zlib(&data) } else { data };
    let mut block = vec![0, 0];
    block.extend(&rate.to_le_bytes()[..3]);
    block.push(1 + u8::from(is_packed));
    block.extend((pulses as u32).to_le_bytes());
    block.extend(data);
    sized(0x18, 4, &[], &block)
}

/// Generalized data: one symbol with `pulses` pulses of `length` T-states, played `total` times.
pub fn generalized(pulses: u8, length: u16, total: u32) -> Vec<u8> {
    let mut block = vec![0, 0, 0, 0, 0, 0, 0, 1];
    block.extend(total.to_le_bytes());
    block.extend([pulses, 1, 0]);
    (0..pulses).for_each(|_| block.extend(length.to_le_bytes()));
    sized(0x19, 4, &[], &block)
}

fn some_bytes(random: &mut Random) -> Vec<u8> {
    let length = *random.pick(&[0, 1, 2, 19, 100, 1_000, 20_000]);
    let byte = *random.pick(&[0, 0x55, 0xFF, 0xAA, 1]);
    vec![byte; length]
}

fn tzx(random: &mut Random) -> Vec<u8> {
    let program = [
        "10 LOAD \"\"\n",
        "10 LOAD \"\"CODE : GO TO 10\n",
        "10 PRINT \"A\": PAUSE 9: GO TO 10\n",
    ];
    let program = (!random.one_in(3)).then(|| *random.pick(&program));
    let mut image = tzx_head(program);
    let repeats = *random.pick(&[1, 1, 1, 50, 2_000]);
    let mut body = Vec::new();
    for _ in 0..1 + random.below(5) {
        tzx_block(&mut body, random);
    }
    (0..repeats).for_each(|_| image.extend(&body));
    image.truncate(400_000);
    image
}

fn tzx_block(out: &mut Vec<u8>, random: &mut Random) {
    match random.below(16) {
        0 => {
            let bytes = some_bytes(random);
            out.push(0x10);
            put(out, random, 2);
            out.extend((bytes.len() as u16).to_le_bytes());
            out.extend(bytes);
        }
        kind @ (1 | 2) => {
            let bytes = some_bytes(random);
            out.push(if kind == 1 { 0x11 } else { 0x14 });
            (0..if kind == 1 { 6 } else { 2 }).for_each(|_| put(out, random, 2));
            put(out, random, 1);
            put(out, random, 2);
            out.extend(&(bytes.len() as u32).to_le_bytes()[..3]);
            out.extend(bytes);
        }
        3 => {
            out.push(0x12);
            put(out, random, 2);
            put(out, random, 2);
        }
        4 => {
            let count = extreme(random, 1);
            out.extend([0x13, count as u8]);
            (0..count).for_each(|_| put(out, random, 2));
        }
        5 => {
            let bytes = some_bytes(random);
            out.push(0x15);
            put(out, random, 2);
            put(out, random, 2);
            put(out, random, 1);
            out.extend(&(bytes.len() as u32).to_le_bytes()[..3]);
            out.extend(bytes);
        }
        6 => {
            let rate = *random.pick(&[0, 1, 44_100, 3_500_000, 0xFF_FFFF]);
            let pulses = *random.pick(&[0, 1, 5_000, 200_000, 1 << 24]);
            out.extend(csw(rate, pulses, *random.pick(&[0, 1, 255]), pulses > 5_000));
        }
        7 => {
            let pulses = *random.pick(&[0, 1, 2, 255]);
            out.extend(generalized(pulses, extreme(random, 2) as u16, extreme(random, 4)));
        }
        8 => {
            // Symbol tables of any declared size, with arbitrary contents.
            let mut block = Vec::new();
            put(&mut block, random, 2);
            for _ in 0..2 {
                block.extend(random.pick(&[0u32, 1, 3, 1_000, u32::MAX]).to_le_bytes());
                block.push(*random.pick(&[0, 1, 2, 255]));
                block.push(*random.pick(&[0, 1, 2, 255]));
            }
            let length = *random.pick(&[0, 300, 600, 70_000]);
            block.extend(vec![*random.pick(&[0, 1, 255]); length]);
            out.extend(sized(0x19, 4, &[], &block));
        }
        9 => {
            out.push(0x20);
            put(out, random, 2);
        }
        10 => {
            out.push(0x24);
            put(out, random, 2);
            tzx_block(out, random);
            out.push(0x25);
        }
        11 => {
            out.push(0x23);
            out.extend(
                random
                    .pick(&[0i16, 1, 2, -1, -2, i16::MAX, i16::MIN])
                    .to_le_bytes(),
            );
        }
        12 => {
            let count = *random.pick(&[0u16, 1, 200, 5_000]);
            out.push(0x26);
            out.extend(count.to_le_bytes());
            (0..count).for_each(|_| out.extend([1, 0]));
            tzx_block(out, random);
            out.push(0x27);
        }
        13 => out.extend(sized(0x2B, 4, &[], &[1])),
        14 => out.extend(sized(0x30, 1, &[], &[b'x'; 200])),
        _ => {
            let texts = b"\x00\x01x".repeat(20_000);
            let texts = [&[255][..], &texts].concat();
            out.extend(sized(0x32, 2, &[], &texts));
        }
    }
}

/// A `.pzx` block.
pub fn pzx_block(name: &[u8; 4], contents: &[u8]) -> Vec<u8> {
    [&name[..], &(contents.len() as u32).to_le_bytes(), contents].concat()
}

/// The start of a `.pzx`.
pub const PZX_HEAD: &[u8] = b"PZXT\x02\0\0\0\x01\0";

/// A DATA block: `bits` bits, encoded with two pulse sequences.
pub fn pzx_data(bits: u32, zero: &[u16], one: &[u16], byte: u8) -> Vec<u8> {
    let mut block = bits.to_le_bytes().to_vec();
    block.extend([0, 0, zero.len() as u8, one.len() as u8]);
    zero.iter()
        .chain(one)
        .for_each(|pulse| block.extend(pulse.to_le_bytes()));
    block.extend(vec![byte; (bits & 0x7FFF_FFFF).div_ceil(8) as usize]);
    pzx_block(b"DATA", &block)
}

fn pzx(random: &mut Random) -> Vec<u8> {
    let mut image = PZX_HEAD.to_vec();
    let repeats = *random.pick(&[1, 1, 20, 1_000]);
    let mut body = Vec::new();
    for _ in 0..1 + random.below(4) {
        match random.below(5) {
            0 => {
                let mut pulses = Vec::new();
                for _ in 0..*random.pick(&[1, 5, 1_000, 20_000]) {
                    (0..1 + random.below(3)).for_each(|_| put(&mut pulses, random, 2));
                }
                body.extend(pzx_block(b"PULS", &pulses));
            }
            1 | 2 => {
                let sequence = |random: &mut Random| -> Vec<u16> {
                    let length = *random.pick(&[0, 1, 2, 255]);
                    let pulse = extreme(random, 2) as u16;
                    let mut pulses = vec![*random.pick(&[0, 0, 1, pulse]); length];
                    if let Some(last) = pulses.last_mut() {
                        *last = pulse;
                    }
                    pulses
                };
                let (zero, one) = (sequence(random), sequence(random));
                let bits = *random.pick(&[0, 1, 80_000, 1_000_000]);
                body.extend(pzx_data(
                    bits | *random.pick(&[0, 0x8000_0000]),
                    &zero,
                    &one,
                    *random.pick(&[0, 0xAA]),
                ));
            }
            3 => body.extend(pzx_block(b"PAUS", &extreme(random, 4).to_le_bytes())),
            _ => body.extend(pzx_block(b"BRWS", &vec![b'x'; extreme(random, 2) as usize])),
        }
    }
    (0..repeats).for_each(|_| image.extend(&body));
    image.truncate(400_000);
    image
}

fn tap(random: &mut Random) -> Vec<u8> {
    let listing = *random.pick(&["10 LOAD \"\"\n", "10 LOAD \"\"CODE : GO TO 10\n", "10 STOP\n"]);
    let mut image = Vec::new();
    for block in blocks(listing) {
        let mut bytes = block.bytes().to_vec();
        if random.one_in(2) {
            let at = 1 + random.below(17);
            if let Some(byte) = bytes.get_mut(at) {
                *byte = extreme(random, 1) as u8;
            }
            let checksum = bytes.len() - 1;
            bytes[checksum] = bytes[..checksum].iter().fold(0, |sum, byte| sum ^ byte);
        }
        image.extend((bytes.len() as u16).to_le_bytes());
        image.extend(bytes);
    }
    for _ in 0..*random.pick(&[0, 3, 3_000]) {
        let length = *random.pick(&[0, 1, 2, 19, 300]);
        image.extend((length as u16).to_le_bytes());
        image.extend(vec![*random.pick(&[0, 255]); length]);
    }
    image
}
