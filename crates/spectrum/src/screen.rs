//! The picture: screen and border as the television shows them.

use crate::beam::{BeamLog, Cell};
use crate::board::Board;
use crate::border;
use crate::ula::{self, ATTRIBUTES, BITMAP, FIRST_PIXEL, FLASH_FRAMES, LINE_TSTATES, PALETTE, SCREEN_ROWS};

/// Width of the border on each side in columns of eight pixels, and its height in pixel rows.
const BORDER_COLUMNS: u32 = 6;
const BORDER_ROWS: u32 = 48;
/// Width of the screen in columns of eight pixels.
const COLUMNS: u32 = 32;

/// A picture: rows from top to bottom, three bytes a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green and blue of each pixel: `width * height * 3` bytes.
    pub rgb: Vec<u8>,
}

/// The picture that the television shows of a machine. Pixels are computed on demand.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    board: &'a Board,
}

/// Spreads the eight bits of an index over eight bytes: FF for a 1, 0 for a 0. A table, as a picture is drawn
/// fifty times a second.
const SPREAD_BITS: [u64; 256] = {
    let mut spread = [0; 256];
    let mut pixels = 0;
    while pixels < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[pixels] |= (((pixels as u64 >> bit) & 1) * 0xff) << (8 * bit);
            bit += 1;
        }
        pixels += 1;
    }
    spread
};

impl<'a> Screen<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Screen { board }
    }

    /// The 6,144 bytes of the bitmap in memory order.
    pub fn bitmap(&self) -> &'a [u8] {
        &self.board.memory[usize::from(BITMAP)..usize::from(ATTRIBUTES)]
    }

    /// The 768 attributes, row by row.
    pub fn attributes(&self) -> &'a [u8] {
        &self.board.memory[usize::from(ATTRIBUTES)..][..768]
    }

    /// The bitmap byte of eight pixels at pixel row `row` (0 to 191) and `column` (0 to 31), the leftmost in
    /// bit 7, as it is in memory.
    pub fn pixels(&self, row: u32, column: u32) -> u8 {
        self.board.memory[usize::from(ula::bitmap_address(row, column))]
    }

    /// Whether cells with FLASH currently show ink and paper swapped.
    pub fn flash_swapped(&self) -> bool {
        self.board.frames / FLASH_FRAMES % 2 == 1
    }

    /// Width and height of the picture in pixels: 256 x 192, with the border 352 x 288.
    pub fn size(border: bool) -> (u32, u32) {
        let (columns, rows) = if border {
            (BORDER_COLUMNS, BORDER_ROWS)
        } else {
            (0, 0)
        };
        (8 * (COLUMNS + 2 * columns), SCREEN_ROWS + 2 * rows)
    }

    /// The picture as one byte a pixel, row by row: 0 to 7 the colours, 8 to 15 the bright ones.
    ///
    /// The border is that of the frame drawn last. In the middle of a frame, it is what the beam has drawn of
    /// this frame, followed by the rest of the previous one. The screen is as it is in memory or, where the
    /// beam is [watched](crate::Spectrum::watch_beam), as it was when the beam was there, like the border.
    pub fn colours(&self, border: bool) -> Vec<u8> {
        let (width, height) = Self::size(border);
        let mut colours = Vec::with_capacity((width * height) as usize);
        let screen = self.cells();
        let row = |row: u32| &screen[(row * COLUMNS) as usize..][..COLUMNS as usize];
        if !border {
            self.draw(&screen, &mut colours);
            return colours;
        }
        let cells = self.board.border.cells(self.board.ula_tstate());
        for line in 0..height {
            // Cells of the border, from the left edge of the picture.
            let start = FIRST_PIXEL + line * LINE_TSTATES - BORDER_ROWS * LINE_TSTATES - BORDER_COLUMNS * 4;
            let cells = &cells[border::cell(start)..][..(width / 8) as usize];
            let draw = |cells: &[u8], colours: &mut Vec<u8>| {
                colours.extend(cells.iter().flat_map(|&colour| [colour; 8]));
            };
            match line.checked_sub(BORDER_ROWS).filter(|&row| row < SCREEN_ROWS) {
                None => draw(cells, &mut colours),
                Some(y) => {
                    draw(&cells[..BORDER_COLUMNS as usize], &mut colours);
                    self.draw(row(y), &mut colours);
                    draw(&cells[(BORDER_COLUMNS + COLUMNS) as usize..], &mut colours);
                }
            }
        }
        colours
    }

    /// The picture in colour: [`colours`](Self::colours) mapped through [`PALETTE`].
    pub fn rgb(&self, border: bool) -> Image {
        let (width, height) = Self::size(border);
        let rgb = self
            .colours(border)
            .iter()
            .flat_map(|&colour| PALETTE[usize::from(colour)])
            .collect();
        Image { width, height, rgb }
    }

    /// The cells of the screen, row by row.
    fn cells(&self) -> Vec<Cell> {
        let unwatched = BeamLog::default();
        let beam = self.board.beam.as_ref().unwrap_or(&unwatched);
        beam.cells(&self.board.memory, self.board.ula_tstate())
    }

    /// Draws `cells` in order.
    fn draw(&self, cells: &[Cell], colours: &mut Vec<u8>) {
        let swapped = self.flash_swapped();
        for &[pixels, attribute] in cells {
            let bright = attribute >> 3 & 8;
            let (ink, paper) = (bright | attribute & 7, bright | attribute >> 3 & 7);
            let (ink, paper) = if swapped && attribute & 0x80 != 0 {
                (paper, ink)
            } else {
                (ink, paper)
            };
            let set = SPREAD_BITS[usize::from(pixels)];
            let all = |colour: u8| u64::from_be_bytes([colour; 8]);
            colours.extend_from_slice(&(all(ink) & set | all(paper) & !set).to_be_bytes());
        }
    }
}
