//! The picture: screen and border as the television shows them.

use crate::ula::Ula;

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

/// The border's colour over the frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct BorderLog {
    colour: u8,
}

impl BorderLog {
    pub(crate) fn set(&mut self, _tstate: u32, colour: u8) {
        self.colour = colour;
    }

    pub(crate) fn colour(&self) -> u8 {
        self.colour
    }

    pub(crate) fn end_frame(&mut self) {}
}

/// What the data bus holds at `tstate` when nobody answers.
pub(crate) fn floating_bus(_memory: &[u8; 0x1_0000], _tstate: u32) -> u8 {
    0xFF
}

/// The picture of a machine.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    ula: &'a Ula,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(ula: &'a Ula) -> Self {
        Screen { ula }
    }

    /// The 6,144 bytes of the bitmap as they stand in memory.
    pub fn bitmap(&self) -> &'a [u8] {
        &self.ula.memory[0x4000..0x5800]
    }

    /// The 768 attributes.
    pub fn attributes(&self) -> &'a [u8] {
        &self.ula.memory[0x5800..0x5B00]
    }

    /// The picture in colour: 256 x 192, with the border 352 x 288.
    pub fn rgb(&self, border: bool) -> Image {
        let (width, height) = if border { (352, 288) } else { (256, 192) };
        Image {
            width,
            height,
            rgb: vec![0; (width * height * 3) as usize],
        }
    }
}
