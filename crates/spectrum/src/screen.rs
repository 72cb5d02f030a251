//! The picture: screen and border as the television shows them.

use crate::beam::{BeamLog, Cell};
use crate::board::Board;
use crate::border;
use crate::ula::{self, ATTRIBUTES, BITMAP, FIRST_PIXEL, FLASH_FRAMES, LINE_TSTATES, PALETTE, SCREEN_ROWS};

/// Columns of eight pixels, and pixel rows, of border that a picture has on each side.
const BORDER_COLUMNS: u32 = 6;
const BORDER_ROWS: u32 = 48;
/// Columns of eight pixels of the screen.
const COLUMNS: u32 = 32;

/// A picture: rows from top to bottom, three bytes a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green and blue of each pixel: `width * height * 3` bytes.
    pub rgb: Vec<u8>,
}

/// What the television shows of a machine. Nothing is drawn until it is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    board: &'a Board,
}

/// For eight pixels as bits, the same as bytes: all bits of one are set where it is. The picture is drawn
/// fifty times a second.
const SPREAD: [u64; 256] = {
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

    /// The 6,144 bytes of the bitmap as they stand in memory.
    pub fn bitmap(&self) -> &'a [u8] {
        &self.board.memory[usize::from(BITMAP)..usize::from(ATTRIBUTES)]
    }

    /// The 768 attributes, row by row.
    pub fn attributes(&self) -> &'a [u8] {
        &self.board.memory[usize::from(ATTRIBUTES)..][..768]
    }

    /// The byte of eight pixels at pixel row `row` (0 to 191) and `column` (0 to 31), the leftmost in bit 7,
    /// as it is in memory.
    pub fn pixels(&self, row: u32, column: u32) -> u8 {
        self.board.memory[usize::from(ula::bitmap_address(row, column))]
    }

    /// Whether attributes with FLASH are swapped now.
    pub fn flash_swapped(&self) -> bool {
        self.board.frames / FLASH_FRAMES % 2 == 1
    }

    /// Pixels of a row and rows of the picture: 256 x 192, with the border 352 x 288.
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
    /// The border is that of the frame drawn last; in the middle of a frame, what the beam has drawn of this
    /// one and, after it, what is left of the last. The screen is as it is in memory, or, where the beam is
    /// [watched](crate::Spectrum::watch_beam), like the border as it was when the beam was there.
    pub fn colours(&self, border: bool) -> Vec<u8> {
        let (width, height) = Self::size(border);
        let mut colours = Vec::with_capacity((width * height) as usize);
        let screen = self.cells();
        let row = |row: u32| &screen[(row * COLUMNS) as usize..][..COLUMNS as usize];
        if !border {
            self.draw(&screen, &mut colours);
            return colours;
        }
        let cells = self.board.border.cells(self.board.tstate);
        for line in 0..height {
            // Cells of the border from the left edge of the picture on.
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

    /// The picture in colour, as [`colours`](Self::colours) through [`PALETTE`].
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
        beam.cells(&self.board.memory, self.board.tstate)
    }

    /// Draws cells in order.
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
            let set = SPREAD[usize::from(pixels)];
            let all = |colour: u8| u64::from_be_bytes([colour; 8]);
            colours.extend_from_slice(&(all(ink) & set | all(paper) & !set).to_be_bytes());
        }
    }
}
