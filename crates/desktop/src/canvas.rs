//! A picture in the machine's pixels, and its scaling to the window size.

use girafa_spectrum::Image;

use crate::font;

/// A colour: 0x00RRGGBB.
pub type Colour = u32;

/// Pixels, row by row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Canvas {
    /// A black canvas.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![0; width * height],
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> &[Colour] {
        &self.pixels
    }

    /// Sets a pixel; ignores positions outside the canvas.
    pub fn set(&mut self, x: usize, y: usize, colour: Colour) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        let end = (x + width).min(self.width);
        for y in y..(y + height).min(self.height) {
            self.pixels[y * self.width..][x.min(end)..end].fill(colour);
        }
    }

    /// Draws an image with its top left corner at (`x`, `y`).
    pub fn image(&mut self, x: usize, y: usize, image: &Image) {
        let width = image.width as usize;
        for (index, rgb) in image.rgb.as_chunks::<3>().0.iter().enumerate() {
            let [red, green, blue] = rgb.map(u32::from);
            self.set(
                x + index % width,
                y + index / width,
                red << 16 | green << 8 | blue,
            );
        }
    }

    /// Writes a line of text in the machine's 8 x 8 characters.
    pub fn text(&mut self, x: usize, y: usize, text: &str, colour: Colour) {
        for (column, glyph) in text.chars().map(font::large).enumerate() {
            for (row, bits) in glyph.into_iter().enumerate() {
                for bit in (0..8).filter(|bit| bits << bit & 0x80 != 0) {
                    self.set(x + column * 8 + bit, y + row, colour);
                }
            }
        }
    }

    /// Writes a line of text in small capitals: four pixels wide, five high.
    pub fn small(&mut self, x: usize, y: usize, text: &str, colour: Colour) {
        for (column, glyph) in text.chars().map(font::small).enumerate() {
            for (row, bits) in glyph.into_iter().enumerate() {
                for bit in (0..3).filter(|bit| bits << bit & 4 != 0) {
                    self.set(x + column * 4 + bit, y + row, colour);
                }
            }
        }
    }

    /// The largest scale factor that fits a window; at least 1.
    pub fn scale_for(&self, width: usize, height: usize) -> usize {
        scale(self.size(), (width, height))
    }

    /// Fills a window of `width` x `height` with the picture, enlarged by the largest whole number that fits,
    /// centred on black. A picture that is larger than the window is cut off on the right and at the bottom.
    pub fn fit(&self, width: usize, height: usize, window: &mut Vec<Colour>) {
        window.clear();
        window.resize(width * height, 0);
        let scale = self.scale_for(width, height);
        let (left, top) = margin(self.size(), (width, height));
        let columns = (self.width * scale).min(width - left);
        let mut row = vec![0; columns];
        for (y, pixels) in self.pixels.chunks_exact(self.width).enumerate() {
            for (enlarged, pixel) in row.chunks_mut(scale).zip(pixels) {
                enlarged.fill(*pixel);
            }
            for y in top + y * scale..(top + (y + 1) * scale).min(height) {
                window[y * width + left..][..columns].copy_from_slice(&row);
            }
        }
    }

    /// The picture `scale` times as large, for a file.
    pub fn to_image(&self, scale: usize) -> Image {
        let (width, height) = (self.width * scale, self.height * scale);
        let mut pixels = Vec::new();
        self.fit(width, height, &mut pixels);
        Image {
            width: width as u32,
            height: height as u32,
            rgb: pixels
                .iter()
                .flat_map(|pixel| [(pixel >> 16) as u8, (pixel >> 8) as u8, *pixel as u8])
                .collect(),
        }
    }
}

/// The largest scale factor of a picture that fits a window; at least 1.
fn scale((width, height): (usize, usize), window: (usize, usize)) -> usize {
    (window.0 / width).min(window.1 / height).max(1)
}

/// The position of a picture in a window.
fn margin(picture: (usize, usize), window: (usize, usize)) -> (usize, usize) {
    let scale = scale(picture, window);
    let of = |picture: usize, window: usize| window.saturating_sub(picture * scale) / 2;
    (of(picture.0, window.0), of(picture.1, window.1))
}

/// The pixel of a picture of this size at a position of the window that it [fits](Canvas::fit); `None`
/// outside of the picture.
pub fn pixel_at(
    picture: (usize, usize),
    window: (usize, usize),
    (x, y): (usize, usize),
) -> Option<(usize, usize)> {
    let scale = scale(picture, window);
    let (left, top) = margin(picture, window);
    let pixel = (x.checked_sub(left)? / scale, y.checked_sub(top)? / scale);
    (pixel.0 < picture.0 && pixel.1 < picture.1).then_some(pixel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks() -> Canvas {
        let mut canvas = Canvas::new(3, 2);
        canvas.fill(0, 0, 1, 1, 1);
        canvas.fill(2, 1, 9, 9, 2);
        canvas
    }

    #[test]
    fn enlarged_by_whole_numbers_in_the_middle() {
        let mut window = Vec::new();
        checks().fit(8, 5, &mut window);
        #[rustfmt::skip]
        assert_eq!(window, [
            0, 1, 1, 0, 0, 0, 0, 0,
            0, 1, 1, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 2, 2, 0,
            0, 0, 0, 0, 0, 2, 2, 0,
            0, 0, 0, 0, 0, 0, 0, 0,
        ]);
    }

    #[test]
    fn a_window_too_small_shows_a_part() {
        let mut window = Vec::new();
        checks().fit(2, 1, &mut window);
        assert_eq!(window, [1, 0]);
        checks().fit(0, 0, &mut window);
        assert!(window.is_empty());
    }

    #[test]
    fn a_place_in_the_window_is_a_pixel() {
        let mut canvas = Canvas::new(3, 2);
        (0..6).for_each(|at| canvas.set(at % 3, at / 3, at as Colour + 1));
        for (width, height) in [(8, 5), (3, 2), (2, 1), (20, 7)] {
            let mut window = Vec::new();
            canvas.fit(width, height, &mut window);
            for (at, &shown) in window.iter().enumerate() {
                let pixel = pixel_at(canvas.size(), (width, height), (at % width, at / width));
                let colour = pixel.map_or(0, |(x, y)| canvas.pixels()[y * 3 + x]);
                assert_eq!(shown, colour, "{width} x {height}: {at}");
            }
        }
    }

    #[test]
    fn every_scale() {
        for scale in 1..=4 {
            let canvas = checks();
            assert_eq!(canvas.scale_for(3 * scale, 2 * scale + 1), scale);
            let image = canvas.to_image(scale);
            assert_eq!((image.width, image.height), (3 * scale as u32, 2 * scale as u32));
            assert_eq!(image.rgb.iter().filter(|&&byte| byte == 1).count(), scale * scale);
            assert_eq!(image.rgb.iter().filter(|&&byte| byte == 2).count(), scale * scale);
        }
    }
}
