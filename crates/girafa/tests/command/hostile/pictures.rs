//! Pictures of extreme shapes and sizes.

use girafa_test_support::{Random, grey_jpeg};

use super::deflate::zlib;
use super::{Hostile, PICTURE};

const SIDES: [u32; 16] = [
    0, 1, 2, 7, 8, 9, 15, 16, 17, 100, 399, 400, 2_000, 6_000, 40_000, 0xFFFF,
];

pub fn any(random: &mut Random) -> Hostile {
    let (mut width, mut height) = (*random.pick(&SIDES), *random.pick(&SIDES));
    // Usually limits the size, so that the picture is generated quickly.
    while u64::from(width) * u64::from(height) > 8_000_000 && !random.one_in(3) {
        (width, height) = (width / 2, height / 2);
    }
    match random.below(7) {
        6 => Hostile::new("h.png", textured(random), PICTURE),
        0 | 1 => {
            let (depth, kind) = *random.pick(&[(1, 0), (8, 0), (8, 2), (16, 6), (16, 2), (8, 6), (8, 3)]);
            Hostile::new(
                "h.png",
                png(width, height, depth, kind, *random.pick(&[0, 0x5A, 0xFF])),
                PICTURE,
            )
        }
        2 => {
            let kind = *random.pick(&["P1", "P2", "P3", "P4", "P5", "P6"]);
            let max = random.pick(&["", "1 ", "255 ", "65535 "]);
            let mut bytes = format!("{kind} {width} {height} {max}").into_bytes();
            bytes.extend(vec![
                *random.pick(b"\x00 1\xff");
                (width * height).min(300_000) as usize
            ]);
            Hostile::new("h.pnm", bytes, PICTURE)
        }
        3 => {
            let side = *random.pick(&[8, 64, 300]);
            let mut bytes = grey_jpeg(&vec![200; side * side], [side, side], 50, None);
            // Writes a wrong size in the frame header.
            if let Some(at) = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]) {
                bytes[at + 5..at + 7].copy_from_slice(&(height as u16).to_be_bytes());
                bytes[at + 7..at + 9].copy_from_slice(&(width as u16).to_be_bytes());
            }
            Hostile::new("h.jpg", bytes, PICTURE)
        }
        4 => Hostile::new(
            "h.tif",
            tiff(
                width,
                height,
                *random.pick(&[1, 2, 16, 1_001]),
                *random.pick(&[1, 8, 16]),
            ),
            PICTURE,
        ),
        _ => Hostile::new("h.webp", webp(width, height, random.one_in(2)), PICTURE),
    }
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [&name[..], data].concat();
    let crc = !named.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    });
    [&(data.len() as u32).to_be_bytes()[..], &named, &crc.to_be_bytes()].concat()
}

/// A PNG of equal bytes; a large one is truncated to save time.
pub fn png(width: u32, height: u32, depth: u8, kind: u8, byte: u8) -> Vec<u8> {
    let head = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, kind, 0, 0, 0],
    ]
    .concat();
    let samples = [1, 1, 3, 1, 2, 1, 4][usize::from(kind)];
    let row = (u64::from(width) * samples * u64::from(depth)).div_ceil(8);
    let rows = u64::from(height).min(50_000_000 / (row + 1));
    let row = [vec![0], vec![byte; row as usize]].concat();
    let data = zlib(&row.repeat(rows as usize));
    let palette = if kind == 3 {
        chunk(b"PLTE", &[7; 768])
    } else {
        Vec::new()
    };
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &head),
        palette,
        chunk(b"IDAT", &data),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

/// A texture that resembles rows of characters: a repeated tile of random dots with gaps.
fn textured(random: &mut Random) -> Vec<u8> {
    let (width, height) = *random.pick(&[(256, 2_000), (1_000, 1_000), (1_600, 1_200), (400, 10_000)]);
    let cell = *random.pick(&[8, 12, 16]);
    let tile: Vec<u8> = (0..64 * cell).map(|_| random.below(256) as u8 & 0xFC).collect();
    let mut rows = Vec::new();
    for y in 0..height as usize {
        rows.push(0);
        let is_gap = y % cell >= cell - 2;
        let byte = |x: usize| {
            if is_gap {
                0xFF
            } else {
                !tile[y % cell * 64 + x % 64]
            }
        };
        rows.extend((0..width as usize / 8).map(byte));
    }
    let (width, height): (u32, u32) = (width, height);
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    let parts = [
        chunk(b"IHDR", &head),
        chunk(b"IDAT", &zlib(&rows)),
        chunk(b"IEND", &[]),
    ];
    [b"\x89PNG\r\n\x1a\n", &parts.concat()[..]].concat()
}

/// A TIFF of `pages` pages that share a strip.
pub fn tiff(width: u32, height: u32, pages: u32, bits: u32) -> Vec<u8> {
    let size = (u64::from(width) * u64::from(height) * u64::from(bits)).div_ceil(8);
    let there = size.min(1_000_000) as u32;
    let tags = [
        (256, width),
        (257, height),
        (258, bits),
        (259, 1),
        (262, 1),
        (273, 8),
        (277, 1),
        (278, height),
        (279, size as u32),
    ];
    let mut file = b"II*\0".to_vec();
    file.extend((8 + there).to_le_bytes());
    file.extend(vec![0xFF; there as usize]);
    for page in 1..=pages {
        file.extend((tags.len() as u16).to_le_bytes());
        for (tag, value) in tags {
            file.extend((tag as u16).to_le_bytes());
            file.extend([4, 0, 1, 0, 0, 0]);
            file.extend(value.to_le_bytes());
        }
        let next = if page < pages { file.len() as u32 + 4 } else { 0 };
        file.extend(next.to_le_bytes());
    }
    file
}

/// The headers of a WebP: a lossless picture, or an animation.
fn webp(width: u32, height: u32, is_animated: bool) -> Vec<u8> {
    let (width, height) = (width.clamp(1, 16_383) - 1, height.clamp(1, 16_383) - 1);
    let lossless = [
        &[0x2F][..],
        &(width | height << 14).to_le_bytes(),
        &[0x88, 0x88, 0x08, 0x07, 0x10, 0x11, 0x11],
    ]
    .concat();
    let part = |name: &[u8; 4], data: &[u8]| {
        let pad = if data.len() % 2 == 1 { &[0][..] } else { &[] };
        [&name[..], &(data.len() as u32).to_le_bytes(), data, pad].concat()
    };
    let body = if is_animated {
        let size = [&width.to_le_bytes()[..3], &height.to_le_bytes()[..3]].concat();
        let head = [&[2, 0, 0, 0][..], &size].concat();
        let frame = [&[0; 6][..], &size, &[1, 0, 0, 0], &part(b"VP8L", &lossless)].concat();
        [
            part(b"VP8X", &head),
            part(b"ANIM", &[0; 6]),
            part(b"ANMF", &frame).repeat(3),
        ]
        .concat()
    } else {
        part(b"VP8L", &lossless)
    };
    [
        &b"RIFF"[..],
        &(body.len() as u32 + 4).to_le_bytes(),
        b"WEBP",
        &body,
    ]
    .concat()
}
