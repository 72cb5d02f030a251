//! Suggestions for pages that cannot be read.

use std::fmt;

use super::{Area, PageRead, unread};

/// Minimum width of a cell in pixels: in smaller ones a dot has less than 1.25 pixels, and strokes merge.
const MIN_CELL_WIDTH: f32 = 10.0;
/// Minimum height in cells of print that may be a listing, or text next to one.
const MIN_BLOCK_HEIGHT: f32 = 3.0;

/// A suggestion for a page that has rows but cannot be read; displays as an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The characters have too few pixels.
    Resolution,
    /// There is other print next to the rows.
    Crop,
    /// No other problem is known.
    Font,
}

impl PageRead {
    /// Returns the suggestion for a page that cannot be read.
    pub fn advice(&self) -> Advice {
        let [width, height] = unread::cell_size(&self.rows).unwrap_or_default();
        let is_block = |area: &Area| area.height().min(area.width()) >= MIN_BLOCK_HEIGHT * height;
        if width < MIN_CELL_WIDTH {
            Advice::Resolution
        } else if self.unread.iter().any(is_block) {
            Advice::Crop
        } else {
            Advice::Font
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Advice::Resolution => "its characters are too small: scan it at 300 dpi or more, in grey",
            Advice::Crop => "crop the picture to the listing",
            Advice::Font => "if it is a listing, its font is unknown: read it in that font",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Font, RowGrid};

    #[test]
    fn small_print_before_other_print_before_the_font() {
        let advice = |cell: f32, unread: &[Area]| {
            let edge = |y: f32| (0..=32).map(|at| [cell * at as f32, y]).collect();
            let row = RowGrid {
                top: edge(0.0),
                bottom: edge(cell),
            };
            let read = PageRead {
                rows: vec![row],
                cells: Vec::new(),
                font: Font::default(),
                unread: unread.to_vec(),
            };
            read.advice()
        };
        let area = |height: f32| Area {
            right: 500.0,
            bottom: height,
            ..Area::default()
        };
        assert_eq!(advice(8.0, &[area(200.0)]), Advice::Resolution);
        assert_eq!(advice(16.0, &[area(20.0), area(200.0)]), Advice::Crop);
        assert_eq!(advice(16.0, &[area(20.0)]), Advice::Font);
    }
}
