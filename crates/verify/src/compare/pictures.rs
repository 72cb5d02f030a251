//! Compares pictures pixel by pixel and shows the differences as a picture.

use girafa_session::picture;
use girafa_spectrum::Image;

/// Maximum rows of a picture of differences, and the rows among them before the first difference.
const MAX_ROWS: u32 = 2_000;
const ROWS_BEFORE: u32 = 100;
/// Pixels between the picture's three parts.
const GAP: u32 = 8;

type Pixel = [u8; 3];

const EMPTY_PIXEL: Pixel = [48, 48, 64];
/// Brighter than any pixel of the dimmed picture.
const DIFFERENCE_PIXEL: Pixel = [255, 0, 255];

/// Where two pictures differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// The number of pixels that differ, including those that only one picture has.
    pub pixels: u64,
    /// Column and row of the first difference, from 0, row by row.
    pub first: (u32, u32),
}

/// Where two pictures differ; `None` if they are equal.
pub fn differing(old: &Image, new: &Image) -> Option<Differing> {
    let mut found: Option<Differing> = None;
    for y in 0..old.height.max(new.height) {
        for x in 0..old.width.max(new.width) {
            if pixel(old, x, y) == pixel(new, x, y) {
                continue;
            }
            let differing = found.get_or_insert(Differing {
                pixels: 0,
                first: (x, y),
            });
            differing.pixels += 1;
        }
    }
    found
}

/// Shows as a PNG, side by side, the old picture, the new one, and the new one dimmed with a mark at each
/// pixel that differs. Of high pictures, only the rows around the first difference.
pub fn side_by_side(old: &Image, new: &Image, differing: &Differing) -> Vec<u8> {
    let (width, height) = (old.width.max(new.width), old.height.max(new.height));
    let top = if height <= MAX_ROWS {
        0
    } else {
        differing.first.1.saturating_sub(ROWS_BEFORE)
    };
    let rows = (height - top).min(MAX_ROWS);
    let marked = |x, y| {
        let (old, new) = (pixel(old, x, y), pixel(new, x, y));
        if old == new {
            new.map(dimmed).unwrap_or(EMPTY_PIXEL)
        } else {
            DIFFERENCE_PIXEL
        }
    };
    let parts: [&dyn Fn(u32, u32) -> Pixel; 3] = [
        &|x, y| pixel(old, x, y).unwrap_or(EMPTY_PIXEL),
        &|x, y| pixel(new, x, y).unwrap_or(EMPTY_PIXEL),
        &marked,
    ];
    let whole = 3 * width + 2 * GAP;
    let mut rgb = Vec::with_capacity(whole as usize * rows as usize * 3);
    for y in top..top + rows {
        for (part, number) in parts.iter().zip(0..) {
            let gap = if number == 0 { 0 } else { GAP };
            (0..gap).for_each(|_| rgb.extend(EMPTY_PIXEL));
            (0..width).for_each(|x| rgb.extend(part(x, y)));
        }
    }
    picture::rgb_png(&Image {
        width: whole,
        height: rows,
        rgb,
    })
}

/// A grey of a third of the brightness.
fn dimmed(pixel: Pixel) -> Pixel {
    let [red, green, blue] = pixel.map(u16::from);
    [((3 * red + 6 * green + blue) / 30) as u8; 3]
}

/// The pixel at column `x` of row `y`, if it is within the picture.
fn pixel(image: &Image, x: u32, y: u32) -> Option<Pixel> {
    if x >= image.width {
        return None;
    }
    let at = (y as usize * image.width as usize + x as usize) * 3;
    image.rgb.get(at..at + 3)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, levels: &[u8]) -> Image {
        Image {
            width,
            height: levels.len() as u32 / width,
            rgb: levels.iter().flat_map(|&level| [level; 3]).collect(),
        }
    }

    #[test]
    fn differing_pixels_are_counted_and_marked() {
        let (old, new) = (grey(2, &[0, 90, 0, 0]), grey(2, &[0, 90, 0, 255]));
        assert_eq!(differing(&old, &old), None);
        let found = differing(&old, &new).unwrap();
        assert_eq!((found.pixels, found.first), (1, (1, 1)));
        let shown = picture::image_of_png(&side_by_side(&old, &new, &found)).unwrap();
        assert_eq!((shown.width, shown.height), (22, 2));
        assert_eq!(pixel(&shown, 1, 1), Some([0; 3]));
        assert_eq!(pixel(&shown, 11, 1), Some([255; 3]));
        assert_eq!(pixel(&shown, 21, 1), Some(DIFFERENCE_PIXEL));
        assert_eq!(pixel(&shown, 21, 0), Some([30; 3]));
        assert_eq!(pixel(&shown, 5, 0), Some(EMPTY_PIXEL));
    }

    #[test]
    fn pictures_of_other_sizes_differ_where_one_ends() {
        let (old, new) = (grey(2, &[7, 7]), grey(1, &[7, 7, 7]));
        let found = differing(&old, &new).unwrap();
        assert_eq!((found.pixels, found.first), (3, (1, 0)));
        let shown = picture::image_of_png(&side_by_side(&old, &new, &found)).unwrap();
        assert_eq!((shown.width, shown.height), (22, 3));
    }

    #[test]
    fn of_high_pictures_the_rows_around_the_first_difference_are_shown() {
        let mut levels = vec![0; 9_000];
        let old = grey(1, &levels);
        levels[8_000] = 1;
        let new = grey(1, &levels);
        let found = differing(&old, &new).unwrap();
        let shown = picture::image_of_png(&side_by_side(&old, &new, &found)).unwrap();
        assert_eq!(
            (shown.height, pixel(&shown, 18, 100)),
            (1_100, Some(DIFFERENCE_PIXEL))
        );
    }
}
