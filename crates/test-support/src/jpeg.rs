//! Grey JPEG files with the loss of detail of cameras and scanners.

use std::f64::consts::PI;

/// Quantisation of each frequency at quality 50, row by row (ITU-T T.81, table K.1).
#[rustfmt::skip]
const STEPS: [u32; 64] = [
    16, 11, 10, 16,  24,  40,  51,  61,
    12, 12, 14, 19,  26,  58,  60,  55,
    14, 13, 16, 24,  40,  57,  69,  56,
    14, 17, 22, 29,  51,  87,  80,  62,
    18, 22, 37, 56,  68, 109, 103,  77,
    24, 35, 55, 64,  81, 104, 113,  92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103,  99,
];

/// A baseline JPEG of `width * height` grey pixels; `quality` is 1 to 100, as in libjpeg. `exif` is its Exif
/// metadata.
///
/// # Panics
/// The number of pixels is not `width * height`.
pub fn grey_jpeg(pixels: &[u8], [width, height]: [usize; 2], quality: u8, exif: Option<&[u8]>) -> Vec<u8> {
    assert_eq!(pixels.len(), width * height);
    let order = zigzag();
    let steps = steps(quality);
    let mut file = vec![0xFF, 0xD8];
    if let Some(exif) = exif {
        segment(&mut file, 0xE1, &[b"Exif\0\0", exif].concat());
    }
    let stored: Vec<u8> = order.iter().map(|&at| steps[at] as u8).collect();
    segment(&mut file, 0xDB, &[&[0], &*stored].concat());
    let [wide, high] =
        [width, height].map(|side| u16::try_from(side).expect("at most 65,535 pixels").to_be_bytes());
    segment(
        &mut file,
        0xC0,
        &[&[8], &high[..], &wide, &[1, 1, 0x11, 0]].concat(),
    );
    // Codes of one length: 4 bits for the sizes of mean values, 8 for runs of zeros and the size after them.
    let mut counts = [0; 16];
    counts[3] = 12;
    segment(
        &mut file,
        0xC4,
        &[&[0], &counts[..], &(0..12).collect::<Vec<u8>>()].concat(),
    );
    counts = [0; 16];
    counts[7] = symbols().count() as u8;
    segment(
        &mut file,
        0xC4,
        &[&[0x10], &counts[..], &symbols().collect::<Vec<u8>>()].concat(),
    );
    segment(&mut file, 0xDA, &[1, 1, 0, 0, 63, 0]);
    let mut bits = Bits {
        file,
        waiting: 0,
        count: 0,
    };
    let cosines = cosines();
    let mut code_of = [0; 256];
    for (code, symbol) in symbols().enumerate() {
        code_of[usize::from(symbol)] = code as u32;
    }
    let mut mean = 0;
    for top in (0..height).step_by(8) {
        for left in (0..width).step_by(8) {
            let block = |at: usize| {
                let (x, y) = ((left + at % 8).min(width - 1), (top + at / 8).min(height - 1));
                f64::from(pixels[y * width + x]) - 128.0
            };
            let mut stored = transformed(std::array::from_fn(block), &cosines);
            for (value, step) in stored.iter_mut().zip(&steps) {
                *value = (*value as f32 / *step as f32).round() as i32;
            }
            let (size, value) = sized(stored[0] - mean);
            mean = stored[0];
            bits.push(size, 4);
            bits.push(value, size);
            let mut zeros = 0;
            for &at in &order[1..] {
                if stored[at] == 0 {
                    zeros += 1;
                    continue;
                }
                while zeros > 15 {
                    bits.push(code_of[0xF0], 8);
                    zeros -= 16;
                }
                let (size, value) = sized(stored[at]);
                bits.push(code_of[zeros << 4 | size as usize], 8);
                bits.push(value, size);
                zeros = 0;
            }
            if zeros > 0 {
                bits.push(code_of[0], 8);
            }
        }
    }
    // Pad the last byte with ones.
    bits.push(0x7F, 7);
    let mut file = bits.file;
    file.extend([0xFF, 0xD9]);
    file
}

fn segment(file: &mut Vec<u8>, marker: u8, contents: &[u8]) {
    file.extend([0xFF, marker]);
    file.extend((contents.len() as u16 + 2).to_be_bytes());
    file.extend(contents);
}

/// The end of a block, 16 zeros, and each pair of a number of zeros and the size of the value after them.
fn symbols() -> impl Iterator<Item = u8> {
    let runs = (0..16).flat_map(|zeros| (1..=10).map(move |size| zeros << 4 | size));
    [0, 0xF0].into_iter().chain(runs)
}

fn steps(quality: u8) -> [u32; 64] {
    let quality = u32::from(quality.clamp(1, 100));
    let percent = if quality < 50 {
        5_000 / quality
    } else {
        200 - 2 * quality
    };
    STEPS.map(|step| ((step * percent + 50) / 100).clamp(1, 255))
}

/// The frequencies in file order: along the diagonals, alternately up and down.
fn zigzag() -> [usize; 64] {
    let mut order: [usize; 64] = std::array::from_fn(|at| at);
    order.sort_by_key(|&at| {
        let (x, y) = (at % 8, at / 8);
        (x + y, if (x + y) % 2 == 0 { x } else { y })
    });
    order
}

/// The number of bits that a value needs, and the value in that many bits.
fn sized(value: i32) -> (u32, u32) {
    let size = 32 - value.unsigned_abs().leading_zeros();
    let value = if value < 0 { value - 1 } else { value };
    (size, value as u32 & ((1 << size) - 1))
}

/// The factors of the cosine transform, for each frequency at each position.
fn cosines() -> [[f64; 8]; 8] {
    std::array::from_fn(|frequency| {
        let scale = if frequency == 0 { 0.5_f64.sqrt() } else { 1.0 } / 2.0;
        std::array::from_fn(|at| scale * ((2 * at + 1) as f64 * frequency as f64 * PI / 16.0).cos())
    })
}

/// The frequencies of a block, without fractions.
fn transformed(block: [f64; 64], cosines: &[[f64; 8]; 8]) -> [i32; 64] {
    let along = |line: [f64; 8], frequency: usize| -> f64 {
        line.iter()
            .zip(&cosines[frequency])
            .map(|(light, cosine)| light * cosine)
            .sum()
    };
    let rows: [f64; 64] = std::array::from_fn(|at| {
        let row = std::array::from_fn(|x| block[at / 8 * 8 + x]);
        along(row, at % 8)
    });
    std::array::from_fn(|at| {
        let column = std::array::from_fn(|y| rows[y * 8 + at % 8]);
        // Round to eighths first, so that a whole number stays exact.
        (along(column, at / 8) * 8.0).round() as i32 / 8
    })
}

/// The bits of a file, with a zero byte after each byte FFh.
struct Bits {
    file: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        self.waiting = self.waiting << count | value;
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.waiting >> self.count) as u8;
            self.file.push(byte);
            if byte == 0xFF {
                self.file.push(0);
            }
        }
    }
}
