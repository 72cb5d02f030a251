//! Digitisation of the picture: lens, sensor and file.

use girafa_ocr::Grey;
use girafa_test_support::grey_jpeg;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;

use super::chance::{mix, unit};
use super::{Damage, Picture};

const SENSOR: u64 = 70;

/// The page as stored in the file.
pub fn digitise(damage: &Damage, mut picture: Picture) -> Grey {
    if damage.blur > 0.0 {
        blur(&mut picture, damage.blur * damage.dot());
    }
    if damage.noise > 0.0 {
        let width = picture.width;
        for (at, light) in picture.light.iter_mut().enumerate() {
            // The sum of four uniform draws approximates a normal one of deviation 1/sqrt 3.
            let place = |kind| {
                unit(
                    damage.seed,
                    SENSOR + kind,
                    [(at % width) as i32, (at / width) as i32],
                )
            };
            let sum: f32 = (0..4).map(place).sum();
            *light = (*light + damage.noise / 255.0 * (sum - 2.0) * 3_f32.sqrt()).clamp(0.0, 1.0);
        }
    }
    if damage.threshold > 0.0 {
        threshold(damage, &mut picture);
    }
    let grey = picture.to_grey();
    if damage.jpeg > 0.0 {
        return jpeg(&grey, damage.jpeg as u8);
    }
    grey
}

/// A Gaussian blur, first along rows, then along columns; `deviation` is in pixels.
fn blur(picture: &mut Picture, deviation: f32) {
    let reach = (3.0 * deviation).ceil() as usize;
    let weight = |from: usize| (-0.5 * (from as f32 / deviation).powi(2)).exp();
    let weights: Vec<f32> = (0..=reach).map(weight).collect();
    let sum = weights[0] + 2.0 * weights[1..].iter().sum::<f32>();
    let weights: Vec<f32> = weights.iter().map(|weight| weight / sum).collect();
    let Picture { width, height, light } = picture;
    let mut row = vec![0.0; *width + 2 * reach];
    for line in light.chunks_exact_mut(*width) {
        row[..reach].fill(line[0]);
        row[reach..][..*width].copy_from_slice(line);
        row[reach + *width..].fill(line[*width - 1]);
        for (x, light) in line.iter_mut().enumerate() {
            let middle = x + reach;
            *light = weights[0] * row[middle];
            for (from, weight) in weights.iter().enumerate().skip(1) {
                *light += weight * (row[middle - from] + row[middle + from]);
            }
        }
    }
    let before = light.clone();
    for (y, line) in light.chunks_exact_mut(*width).enumerate() {
        let row = |y: usize| &before[y * *width..][..*width];
        for (light, before) in line.iter_mut().zip(row(y)) {
            *light = weights[0] * before;
        }
        for (from, weight) in weights.iter().enumerate().skip(1) {
            let (above, below) = (row(y.saturating_sub(from)), row((y + from).min(*height - 1)));
            for (light, (above, below)) in line.iter_mut().zip(above.iter().zip(below)) {
                *light += weight * (above + below);
            }
        }
    }
}

/// Quantiles of the greys of a tile that are taken for its ink and for its paper; a single speck affects
/// neither.
const TILE_ENDS: [f32; 2] = [0.03, 0.7];

/// Converts to black and white: each pixel is compared with the ink and the paper around it, as scanner
/// software does. Where they hardly differ, the result is white.
fn threshold(damage: &Damage, picture: &mut Picture) {
    let is_negative = damage.negative != 0.0;
    let ends = if is_negative {
        [1.0 - TILE_ENDS[1], 1.0 - TILE_ENDS[0]]
    } else {
        TILE_ENDS
    };
    let side = ((12.0 * damage.dot()) as usize).max(8);
    let (across, down) = (picture.width.div_ceil(side), picture.height.div_ceil(side));
    let tiles: Vec<[f32; 2]> = (0..down)
        .flat_map(|y| (0..across).map(move |x| [x, y]))
        .map(|[x, y]| {
            let lines = y * side..((y + 1) * side).min(picture.height);
            let (left, right) = (x * side, ((x + 1) * side).min(picture.width));
            let mut light: Vec<f32> = lines
                .flat_map(|y| &picture.light[y * picture.width..][left..right])
                .copied()
                .collect();
            light.sort_unstable_by(f32::total_cmp);
            ends.map(|part| light[((light.len() - 1) as f32 * part) as usize])
        })
        .collect();
    let at = |x: usize, y: usize| tiles[y.min(down - 1) * across + x.min(across - 1)];
    // The corner of a tile takes the darkest ink and the mean paper of the four tiles around it; both are
    // interpolated between corners.
    let corner = |x: usize, y: usize| {
        let around = [(1, 1), (0, 1), (1, 0), (0, 0)];
        let around = around.map(|(left, above)| at(x.saturating_sub(left), y.saturating_sub(above)));
        let mean = |end: usize| around.iter().map(|tile| tile[end]).sum::<f32>() / 4.0;
        if is_negative {
            let most = around.iter().map(|tile| tile[1]).fold(f32::MIN, f32::max);
            [mean(0), most]
        } else {
            let least = around.iter().map(|tile| tile[0]).fold(f32::MAX, f32::min);
            [least, mean(1)]
        }
    };
    let corners: Vec<[f32; 2]> = (0..=down)
        .flat_map(|y| (0..=across).map(move |x| (x, y)))
        .map(|(x, y)| corner(x, y))
        .collect();
    let low = tiles.iter().map(|tile| tile[0]).fold(f32::MAX, f32::min);
    let high = tiles.iter().map(|tile| tile[1]).fold(f32::MIN, f32::max);
    let least = 0.2 * (high - low);
    let blank = f32::from(u8::from(!is_negative));
    for (at, light) in picture.light.iter_mut().enumerate() {
        let (x, y) = (at % picture.width, at / picture.width);
        let first = y / side * (across + 1) + x / side;
        let [right, below] = [x, y].map(|at| (at % side) as f32 / side as f32);
        let [low, high] = [0, 1].map(|end| {
            let row = |first: usize| mix(corners[first][end], corners[first + 1][end], right);
            mix(row(first), row(first + across + 1), below)
        });
        *light = if high - low < least {
            blank
        } else {
            f32::from(u8::from(*light >= low + damage.threshold * (high - low)))
        };
    }
}

/// Encodes as JPEG and decodes again.
fn jpeg(grey: &Grey, quality: u8) -> Grey {
    let [width, height] = [grey.width(), grey.height()];
    let file = grey_jpeg(grey.pixels(), [width, height], quality, None);
    let mut decoder = JpegDecoder::new(ZCursor::new(&*file));
    decoder.decode_headers().unwrap();
    decoder.set_options(decoder.options().jpeg_set_out_colorspace(ColorSpace::Luma));
    Grey::new(width, height, decoder.decode().unwrap()).unwrap()
}
