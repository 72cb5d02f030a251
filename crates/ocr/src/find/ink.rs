//! Separates ink from paper, independently of the light, the paper and the scanner's bed.

use crate::Grey;

/// Number of pixels to which a page is reduced: enough for dots of 1.2 pixels on a page of 100 dpi and of 2
/// on one of 600 dpi.
const MAX_PIXELS: usize = 4_000_000;
/// Side in pixels of a block for measuring light and contrast.
const BLOCK: usize = 4;
/// Radius in blocks of the search for paper: wider than a stroke, narrower than a scanner's bed.
const PAPER_RADIUS: usize = 3;
/// Radius in blocks within which the contrast of ink is assumed to be uniform.
const CONTRAST_RADIUS: usize = 10;
/// A page is empty if its darkest ink is less than this many grey levels darker than its paper.
const MIN_CONTRAST: u8 = 24;
/// The ink from which a block counts as entirely dark.
const MIN_DARK_INK: u8 = 100;
/// A dark area wider than the longer side of the page divided by this is not a stroke; the width is measured
/// in both directions from its middle.
const STROKES_PER_SIDE: usize = 150;
/// It must also be longer than the longer side divided by this.
const MIN_LONG_STROKES: usize = 8;

/// An image with one byte per pixel.
#[derive(Clone)]
pub(crate) struct Plane {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
}

impl Plane {
    fn row(&self, y: usize) -> &[u8] {
        &self.data[y * self.width..][..self.width]
    }

    /// Returns the bilinear interpolation of the four pixels around a point; zero outside the picture. The
    /// centre of a pixel is at a half.
    pub fn sample(&self, x: f32, y: f32) -> u8 {
        let (x, y) = (x - 0.5, y - 0.5);
        if x < 0.0 || y < 0.0 || x >= (self.width - 1) as f32 || y >= (self.height - 1) as f32 {
            return 0;
        }
        let (left, top) = (x as usize, y as usize);
        let at = top * self.width + left;
        let (across, down) = (x - left as f32, y - top as f32);
        let mix = |at: usize| {
            let [one, other] = [f32::from(self.data[at]), f32::from(self.data[at + 1])];
            one + (other - one) * across
        };
        let (above, below) = (mix(at), mix(at + self.width));
        (above + (below - above) * down + 0.5) as u8
    }
}

/// The pixels with ink in a part of a picture, stored compactly for repeated iteration.
pub(super) struct Inked {
    /// Each line with ink, and the index of its first pixel.
    lines: Vec<(usize, usize)>,
    columns: Vec<u32>,
    inks: Vec<u8>,
    /// The ink from 0 to 1.
    shares: [f64; 256],
}

impl Inked {
    /// Collects the pixels from one corner to another.
    pub fn new(plane: &Plane, [from, to]: [[usize; 2]; 2]) -> Inked {
        let (mut lines, mut columns, mut inks) = (Vec::new(), Vec::new(), Vec::new());
        for y in from[1]..to[1] {
            let start = columns.len();
            for (x, &ink) in (0..).zip(plane.row(y)).take(to[0]).skip(from[0]) {
                if ink > 0 {
                    columns.push(x);
                    inks.push(ink);
                }
            }
            if columns.len() > start {
                lines.push((y, start));
            }
        }
        Inked {
            lines,
            columns,
            inks,
            shares: std::array::from_fn(|ink| ink as f64 / 255.0),
        }
    }

    /// Returns each line with ink, with the columns of its pixels and their ink.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &[u32], &[u8])> {
        let ends = self.lines.iter().skip(1).map(|&(_, start)| start);
        let ends = ends.chain([self.columns.len()]);
        (self.lines.iter().zip(ends))
            .map(|(&(y, start), end)| (y, &self.columns[start..end], &self.inks[start..end]))
    }

    /// Converts ink to a value from 0 to 1.
    pub fn share(&self, ink: u8) -> f64 {
        self.shares[usize::from(ink)]
    }
}

/// The ink of a page at the working resolution: 255 is ink, 0 paper. Each of its pixels covers `factor` by
/// `factor` pixels of the page.
pub(crate) struct Ink {
    pub plane: Plane,
    pub factor: usize,
}

/// Whether a page is printed light on dark: whether areas with contrast are mostly dark.
pub fn is_light_on_dark(page: &Grey) -> bool {
    if page.pixels().is_empty() {
        return false;
    }
    is_mostly_dark(&reduced(page).plane)
}

fn is_mostly_dark(plane: &Plane) -> bool {
    let mean = blocks(plane, |values| {
        (values.iter().map(|&value| u32::from(value)).sum::<u32>() / values.len().max(1) as u32) as u8
    });
    let low = spread(
        &blocks(plane, |values| *values.iter().min().unwrap_or(&0)),
        PAPER_RADIUS,
        u8::min,
    );
    let high = spread(
        &blocks(plane, |values| *values.iter().max().unwrap_or(&0)),
        PAPER_RADIUS,
        u8::max,
    );
    let (mut light, mut all) = (0.0, 0.0);
    for ((&mean, &low), &high) in mean.data.iter().zip(&low.data).zip(&high.data) {
        let range = f64::from(high - low);
        light += range * (f64::from(mean) - f64::from(low));
        all += range * range;
    }
    all > 0.0 && light < all / 2.0
}

/// Returns the ink of a page; `None` if it is empty.
pub(crate) fn ink(page: &Grey) -> Option<Ink> {
    if page.width() < 4 * BLOCK || page.height() < 4 * BLOCK {
        return None;
    }
    let Ink { mut plane, factor } = reduced(page);
    if is_mostly_dark(&plane) {
        plane.data.iter_mut().for_each(|value| *value = 255 - *value);
    }
    // Paper is the lightest value nearby; a bed wider than a stroke stays dark, and its edge is extended by
    // two blocks.
    let lightest = blocks(&plane, |values| *values.iter().max().unwrap_or(&0));
    let paper = spread(
        &spread(&lightest, PAPER_RADIUS, u8::max),
        PAPER_RADIUS + 2,
        u8::min,
    );
    let darkness = darkness(&plane, &paper);
    let darkest = blocks(&darkness, |values| *values.iter().max().unwrap_or(&0));
    let mut sorted = darkest.data.clone();
    let rank = sorted.len() - 1 - sorted.len() / 300;
    let strongest = *sorted.select_nth_unstable(rank).1;
    if strongest < MIN_CONTRAST {
        return None;
    }
    // The first quartile of the blocks' contrast is noise, which must not become ink where nothing is
    // printed.
    let quarter = sorted.len() / 4;
    let noise = *sorted.select_nth_unstable(quarter).1;
    let most = strongest / 3 * 2;
    let bias = noise.min(strongest / 4);
    let floor = noise
        .saturating_mul(3)
        .min(most)
        .max(strongest / 4)
        .max(MIN_CONTRAST / 2);
    let contrast = mean(&spread(&darkest, CONTRAST_RADIUS, u8::max), CONTRAST_RADIUS / 2);
    let data = (0..plane.height)
        .flat_map(|y| {
            let (row, contrast) = (darkness.row(y), &contrast);
            let blocks = &contrast.data[y / BLOCK * contrast.width..];
            (0..row.len()).map(move |x| {
                let full = i32::from(blocks[x / BLOCK].max(floor));
                // Up to a quarter of the contrast counts as paper.
                (((4 * i32::from(row[x].saturating_sub(bias)) - full) * 255) / (3 * full)).clamp(0, 255) as u8
            })
        })
        .collect();
    plane.data = data;
    clear_solid(&mut plane);
    Some(Ink { plane, factor })
}

/// Removes areas that are wider than strokes and extend over much of the page: the rest of the scanner's bed,
/// a frame, a bar.
fn clear_solid(plane: &mut Plane) {
    let lightest = blocks(plane, |values| *values.iter().min().unwrap_or(&0));
    let Plane { width, height, .. } = lightest;
    let longest = width.max(height);
    // The stroke width of a row of 32 cells along the longer side, doubled.
    let reach = (longest / STROKES_PER_SIDE).max(1);
    let solid = spread(&lightest, reach, u8::min);
    let mut is_seen = vec![false; width * height];
    for start in 0..is_seen.len() {
        if is_seen[start] || solid.data[start] < MIN_DARK_INK {
            continue;
        }
        is_seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            let (x, y) = (part[next] % width, part[next] / width);
            next += 1;
            let near = [
                (x > 0).then(|| y * width + x - 1),
                (x + 1 < width).then_some(y * width + x + 1),
                (y > 0).then(|| (y - 1) * width + x),
                (y + 1 < height).then_some((y + 1) * width + x),
            ];
            for at in near.into_iter().flatten() {
                if !is_seen[at] && solid.data[at] >= MIN_DARK_INK {
                    is_seen[at] = true;
                    part.push(at);
                }
            }
        }
        let extent = |place: fn(usize, usize) -> usize| {
            let low = part.iter().map(|&at| place(at, width)).min().unwrap_or(0);
            part.iter().map(|&at| place(at, width)).max().unwrap_or(0) - low
        };
        if extent(|at, width| at % width).max(extent(|at, width| at / width)) < longest / MIN_LONG_STROKES {
            continue;
        }
        // Includes the edge of the area, which is in the neighbouring blocks.
        let around = |size: usize, at: usize| {
            at.saturating_sub(reach + 1) * BLOCK..((at + reach + 2) * BLOCK).min(size)
        };
        for at in part {
            let across = around(plane.width, at % width);
            for y in around(plane.height, at / width) {
                plane.data[y * plane.width..][across.clone()].fill(0);
            }
        }
    }
}

fn reduced(page: &Grey) -> Ink {
    let mut factor = 1;
    while (page.width() / factor) * (page.height() / factor) > MAX_PIXELS {
        factor += 1;
    }
    let (width, height) = ((page.width() / factor).max(1), (page.height() / factor).max(1));
    let mut data = Vec::with_capacity(width * height);
    let mut sums = vec![0_u32; width];
    for y in 0..height {
        sums.fill(0);
        for line in 0..factor {
            let pixels = &page.pixels()[(y * factor + line) * page.width()..][..width * factor];
            for (sum, pixels) in sums.iter_mut().zip(pixels.chunks_exact(factor)) {
                *sum += pixels.iter().map(|&pixel| u32::from(pixel)).sum::<u32>();
            }
        }
        data.extend(sums.iter().map(|sum| (sum / (factor * factor) as u32) as u8));
    }
    Ink {
        plane: Plane { width, height, data },
        factor,
    }
}

/// Returns how much darker than the paper each pixel is; the paper is interpolated between blocks.
fn darkness(plane: &Plane, paper: &Plane) -> Plane {
    let place = |at: usize, size: usize| {
        let at = ((at as f32 + 0.5) / BLOCK as f32 - 0.5).clamp(0.0, (size - 1) as f32);
        let low = at as usize;
        (low, (low + 1).min(size - 1), ((at - low as f32) * 16.0) as i32)
    };
    let across: Vec<_> = (0..plane.width).map(|x| place(x, paper.width)).collect();
    let mut data = Vec::with_capacity(plane.data.len());
    for y in 0..plane.height {
        let (top, bottom, down) = place(y, paper.height);
        let line: Vec<i32> = (paper.row(top).iter().zip(paper.row(bottom)))
            .map(|(&above, &below)| i32::from(above) * (16 - down) + i32::from(below) * down)
            .collect();
        data.extend(
            plane
                .row(y)
                .iter()
                .zip(&across)
                .map(|(&value, &(left, right, part))| {
                    let paper = (line[left] * (16 - part) + line[right] * part) / 256;
                    (paper - i32::from(value)).clamp(0, 255) as u8
                }),
        );
    }
    Plane { data, ..*plane }
}

/// Returns a value for each block of a picture, computed from the means of its quarters, so that single
/// pixels have no effect.
fn blocks(plane: &Plane, value: impl Fn(&[u8]) -> u8) -> Plane {
    let (width, height) = (plane.width.div_ceil(BLOCK), plane.height.div_ceil(BLOCK));
    let half = BLOCK / 2;
    let mut data = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let mut means = [0; 4];
            let mut count = 0;
            for (top, left) in [(0, 0), (0, half), (half, 0), (half, half)] {
                let (top, left) = (y * BLOCK + top, x * BLOCK + left);
                if top + half > plane.height || left + half > plane.width {
                    continue;
                }
                let sum: u32 = (top..top + half)
                    .flat_map(|y| &plane.row(y)[left..left + half])
                    .map(|&value| u32::from(value))
                    .sum();
                means[count] = (sum / (half * half) as u32) as u8;
                count += 1;
            }
            if count == 0 {
                means[0] = plane.row(y * BLOCK)[x * BLOCK];
                count = 1;
            }
            data.push(value(&means[..count]));
        }
    }
    Plane { width, height, data }
}

/// Returns the extreme of all values within `reach` in each direction.
fn spread(plane: &Plane, reach: usize, extreme: fn(u8, u8) -> u8) -> Plane {
    fn along(values: &[u8], reach: usize, extreme: fn(u8, u8) -> u8) -> Vec<u8> {
        (0..values.len())
            .map(|at| {
                let range = at.saturating_sub(reach)..(at + reach + 1).min(values.len());
                values[range].iter().copied().reduce(extreme).unwrap_or(0)
            })
            .collect()
    }
    filtered(plane, |values| along(values, reach, extreme))
}

fn mean(plane: &Plane, reach: usize) -> Plane {
    filtered(plane, |values| {
        (0..values.len())
            .map(|at| {
                let range = &values[at.saturating_sub(reach)..(at + reach + 1).min(values.len())];
                (range.iter().map(|&value| u32::from(value)).sum::<u32>() / range.len() as u32) as u8
            })
            .collect()
    })
}

/// Filters each row, then each column.
fn filtered(plane: &Plane, filter: impl Fn(&[u8]) -> Vec<u8>) -> Plane {
    let rows: Vec<u8> = (0..plane.height).flat_map(|y| filter(plane.row(y))).collect();
    let mut data = vec![0; rows.len()];
    let mut column = vec![0; plane.height];
    for x in 0..plane.width {
        for (y, value) in column.iter_mut().enumerate() {
            *value = rows[y * plane.width + x];
        }
        for (y, value) in filter(&column).into_iter().enumerate() {
            data[y * plane.width + x] = value;
        }
    }
    Plane { data, ..*plane }
}
