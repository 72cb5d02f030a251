//! Screen and paper as PNG files.

use std::cell::Cell;
use std::io::{self, Cursor, Write};

use girafa_spectrum::{DotRow, Image, Spectrum};
use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, Limits, Transformations};

/// Maximum number of pixels of a PNG that is [read](image_of_png): a paper of 65,536 rows of dots.
pub const MAX_PIXELS: u64 = 256 << 16;

/// The screen with its border, as a 24-bit PNG.
pub fn screen_png(machine: &Spectrum) -> Vec<u8> {
    rgb_png(&machine.screen().rgb(true))
}

/// Scales a picture: each pixel becomes `scale` pixels wide and high.
pub fn scaled(image: &Image, scale: u32) -> Image {
    Image {
        width: image.width * scale,
        height: image.height * scale,
        rgb: enlarged(&image.rgb, image.width as usize, 3, scale as usize),
    }
}

/// Scales rows of `width` pixels of `bytes` bytes each: each pixel becomes `scale` pixels wide and high.
pub fn enlarged(pixels: &[u8], width: usize, bytes: usize, scale: usize) -> Vec<u8> {
    let mut enlarged = Vec::with_capacity(pixels.len() * scale * scale);
    for row in pixels.chunks(width * bytes) {
        let start = enlarged.len();
        for pixel in row.chunks(bytes) {
            (0..scale).for_each(|_| enlarged.extend_from_slice(pixel));
        }
        let end = enlarged.len();
        (1..scale).for_each(|_| enlarged.extend_from_within(start..end));
    }
    enlarged
}

/// A picture as a 24-bit PNG.
pub fn rgb_png(image: &Image) -> Vec<u8> {
    encode(
        image.width,
        image.height,
        ColorType::Rgb,
        BitDepth::Eight,
        &image.rgb,
    )
}

/// The ZX Printer's paper, a row of 256 dots each, as a black-and-white PNG: a burnt dot is a black pixel.
pub fn paper_png(rows: &[DotRow]) -> Vec<u8> {
    // In a PNG with one bit per pixel, 1 is white.
    let white: Vec<u8> = rows.iter().flatten().map(|byte| !byte).collect();
    encode(
        256,
        rows.len() as u32,
        ColorType::Grayscale,
        BitDepth::One,
        &white,
    )
}

/// The paper, as [`paper_png`] draws it.
pub fn paper_image(rows: &[DotRow]) -> Image {
    let bits = rows
        .iter()
        .flatten()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    Image {
        width: 256,
        height: rows.len() as u32,
        rgb: bits.flat_map(|bit| [if bit == 1 { 0 } else { 255 }; 3]).collect(),
    }
}

/// Reads a PNG file of any kind; transparent pixels become black.
///
/// # Errors
/// The file is not a PNG, is damaged, or has more than [`MAX_PIXELS`] pixels.
pub fn image_of_png(file: &[u8]) -> Result<Image, DecodingError> {
    // A pixel has at most two bytes for each of four channels.
    let bytes = MAX_PIXELS as usize * 8;
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (width, height) = reader.info().size();
    let is_small = u64::from(width) * u64::from(height) <= MAX_PIXELS;
    let size = reader.output_buffer_size().filter(|_| is_small);
    let mut pixels = vec![0; size.ok_or(DecodingError::LimitsExceeded)?];
    let frame = reader.next_frame(&mut pixels)?;
    pixels.truncate(frame.buffer_size());
    let visible = |pixel: &[u8]| match *pixel {
        [grey] => [grey; 3],
        [_, 0] | [_, _, _, 0] | [] => [0; 3],
        [grey, _] => [grey; 3],
        [red, green, blue, ..] => [red, green, blue],
    };
    let samples = frame.color_type.samples();
    Ok(Image {
        width,
        height,
        rgb: pixels.chunks_exact(samples).flat_map(visible).collect(),
    })
}

/// A PNG of these pixels, row by row.
fn encode(width: u32, height: u32, colour: ColorType, depth: BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let written = encoder(&mut file, (width, height), colour, depth)
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("writing to memory cannot fail, and the pixels are as many as width and height say");
    file
}

fn encoder<File: Write>(
    file: File,
    size: (u32, u32),
    colour: ColorType,
    depth: BitDepth,
) -> Encoder<'static, File> {
    let mut encoder = Encoder::new(file, size.0, size.1);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    encoder
}

/// Writes a PNG of `size` (width and height), whose pixels come in chunks of whole rows.
pub(crate) fn write_rows<Row: AsRef<[u8]>>(
    file: &mut impl Write,
    size: (u32, u32),
    colour: ColorType,
    depth: BitDepth,
    rows: impl IntoIterator<Item = Row>,
) -> io::Result<()> {
    let mut file = Frank {
        file,
        refused: Cell::new(None),
    };
    let written = encode_rows(&mut file, size, colour, depth, rows);
    written.map_err(|error| file.refused.take().map_or(error, io::Error::from_raw_os_error))
}

fn encode_rows<Row: AsRef<[u8]>>(
    file: &mut impl Write,
    size: (u32, u32),
    colour: ColorType,
    depth: BitDepth,
    rows: impl IntoIterator<Item = Row>,
) -> io::Result<()> {
    let mut writer = encoder(file, size, colour, depth).write_header()?;
    let mut stream = writer.stream_writer()?;
    for row in rows {
        stream.write_all(row.as_ref())?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// A file that keeps the number of the OS error, which the encoder reduces to a text.
struct Frank<'a, W> {
    file: &'a mut W,
    refused: Cell<Option<i32>>,
}

impl<W: Write> Write for Frank<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        written.inspect_err(|error| self.refused.set(error.raw_os_error()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        flushed.inspect_err(|error| self.refused.set(error.raw_os_error()))
    }
}
