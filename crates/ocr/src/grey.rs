//! Greyscale pictures.

/// A picture with pixels from 0, black, to 255, white, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grey {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Grey {
    /// Creates a picture of `width * height` pixels; `None` if the number of pixels is different.
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Option<Grey> {
        (width.checked_mul(height) == Some(pixels.len())).then_some(Grey {
            width,
            height,
            pixels,
        })
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns all pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the picture enlarged by a whole factor, without interpolation.
    pub(crate) fn enlarged(&self, scale: usize) -> Grey {
        let (width, height) = (self.width * scale, self.height * scale);
        let at = |pixel: usize| (pixel as f32 + 0.5) / scale as f32;
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| self.sample([at(x), at(y)]).round() as u8))
            .collect();
        Grey {
            width,
            height,
            pixels,
        }
    }

    /// Returns the grey at a point, interpolated between pixels. The centre of a pixel is at a half. Outside
    /// the picture the edge is continued.
    pub fn sample(&self, [x, y]: [f32; 2]) -> f32 {
        let place = |at: f32, size: usize| {
            let at = (at - 0.5).clamp(0.0, (size - 1) as f32);
            let low = at as usize;
            (low, (low + 1).min(size - 1), at - low as f32)
        };
        if self.pixels.is_empty() {
            return 255.0;
        }
        let ((left, right, across), (top, bottom, down)) = (place(x, self.width), place(y, self.height));
        let row = |y: usize| {
            let [one, other] = [left, right].map(|x| f32::from(self.pixels[y * self.width + x]));
            one + (other - one) * across
        };
        let (above, below) = (row(top), row(bottom));
        above + (below - above) * down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_pixels() {
        let grey = Grey::new(2, 2, vec![0, 100, 200, 100]).unwrap();
        assert_eq!(grey.sample([0.5, 0.5]), 0.0);
        assert_eq!(grey.sample([1.0, 0.5]), 50.0);
        assert_eq!(grey.sample([1.0, 1.0]), 100.0);
        assert_eq!(grey.sample([-9.0, 99.0]), 200.0);
        assert_eq!(Grey::new(2, 2, vec![0; 3]), None);
    }
}
