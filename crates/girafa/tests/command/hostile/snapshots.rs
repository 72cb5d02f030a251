//! Snapshots and recordings with extreme lengths and registers.

use girafa_test_support::Random;

use super::deflate::zlib;
use super::{Hostile, SNAPSHOT, put};

pub fn any(random: &mut Random) -> Hostile {
    match random.below(4) {
        0 => {
            let length = *random.pick(&[49_179, 49_178, 27, 131_103]);
            let mut bytes = Vec::new();
            while bytes.len() < 27 {
                put(&mut bytes, random, 2);
            }
            bytes.resize(length, *random.pick(&[0, 0xFF, 0xC9]));
            Hostile::new("h.sna", bytes, SNAPSHOT)
        }
        1 => {
            let mut bytes = Vec::new();
            while bytes.len() < 30 {
                put(&mut bytes, random, 2);
            }
            if random.one_in(2) {
                // Version 3, with memory blocks.
                bytes[6..8].fill(0);
                bytes.extend([54, 0]);
                bytes.resize(86, 0);
                for page in 0..12 {
                    let packed = [0xED, 0xED, 255, 7].repeat(*random.pick(&[1, 65, 16_000]));
                    bytes.extend((packed.len() as u16).to_le_bytes());
                    bytes.push(page);
                    bytes.extend(packed);
                }
            } else {
                bytes.extend([0xED, 0xED, 255, 7].repeat(*random.pick(&[10, 193, 50_000])));
            }
            Hostile::new("h.z80", bytes, SNAPSHOT)
        }
        2 => Hostile::new("h.rzx", recording(random), SNAPSHOT),
        _ => {
            let mut bytes = b"ZXST\x01\x04\x01\0".to_vec();
            for _ in 0..*random.pick(&[1, 5, 500]) {
                let name = *random.pick(&[b"Z80R", b"SPCR", b"RAMP", b"KEYB", b"TAPE", b"CRTR", b"XXXX"]);
                let size = *random.pick(&[16_384, 16_385, 1 << 24]);
                let packed = zlib(&vec![*random.pick(&[0, 0xC9]); size]);
                let page = [&[1, 0, *random.pick(&[0, 2, 5, 9])][..], &packed].concat();
                let mut data = if name == b"RAMP" {
                    page
                } else {
                    vec![0; *random.pick(&[0, 5, 8, 37])]
                };
                if random.one_in(4) {
                    data.truncate(3);
                }
                bytes.extend(name);
                bytes.extend((data.len() as u32).to_le_bytes());
                bytes.extend(data);
            }
            Hostile::new("h.szx", bytes, SNAPSHOT)
        }
    }
}

/// A `.rzx` file with blocks of extreme lengths, and frames with extreme numbers of fetches and values.
fn recording(random: &mut Random) -> Vec<u8> {
    let mut bytes = b"RZX!\0\x0D\0\0\0\0".to_vec();
    for _ in 0..*random.pick(&[1, 5, 500]) {
        // A snapshot of a machine whose memory is all one opcode.
        let snapshot = vec![*random.pick(&[0, 0x76, 0xDD, 0xED, 0xFB]); *random.pick(&[49_179, 27])];
        let head = [&[2, 0, 0, 0], b"sna\0".as_slice(), &49_179_u32.to_le_bytes()].concat();
        push(&mut bytes, random, 0x30, &head, &zlib(&snapshot));
        let count = *random.pick(&[1_u32, 50, 1 << 24, u32::MAX]);
        let frame = [
            random.pick(&[0_u16, 1, 9, 17_000, 0xFFFF]).to_le_bytes(),
            random.pick(&[0_u16, 0xFFFF]).to_le_bytes(),
        ];
        let frames = frame.concat().repeat(count.min(1 << 22) as usize);
        let start = random.pick(&[0_u32, 69_887, u32::MAX]).to_le_bytes();
        let head = [&count.to_le_bytes(), [0].as_slice(), &start, &[2, 0, 0, 0]].concat();
        push(&mut bytes, random, 0x80, &head, &zlib(&frames));
    }
    bytes
}

/// Appends a block of a `.rzx` file, now and then with another length than it has.
fn push(bytes: &mut Vec<u8>, random: &mut Random, id: u8, head: &[u8], data: &[u8]) {
    let length = (head.len() + data.len() + 5) as u32;
    bytes.push(id);
    bytes.extend(match random.one_in(20) {
        true => random.pick(&[0, 4, 5, 1 << 31, u32::MAX]).to_le_bytes(),
        false => length.to_le_bytes(),
    });
    bytes.extend([head, data].concat());
}
