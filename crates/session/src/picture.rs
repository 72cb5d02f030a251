//! Screen and paper as PNG files.

use std::io::{self, Write};

use girafa_spectrum::{Image, Spectrum};
use png::{BitDepth, ColorType, Encoder};

/// The screen with its border, as a 24-bit PNG.
pub fn screen_png(machine: &Spectrum) -> Vec<u8> {
    rgb_png(&machine.screen().rgb(true))
}

/// A picture with each pixel `scale` pixels wide and high.
pub fn scaled(image: &Image, scale: u32) -> Image {
    Image {
        width: image.width * scale,
        height: image.height * scale,
        rgb: enlarged(&image.rgb, image.width as usize, 3, scale as usize),
    }
}

/// Rows of `width` pixels of `bytes` bytes each, every pixel `scale` times beside and below itself.
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

/// Any picture, as a 24-bit PNG.
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
pub fn paper_png(rows: &[[u8; 32]]) -> Vec<u8> {
    // In a PNG of one bit a pixel 1 is white.
    let white: Vec<u8> = rows.iter().flatten().map(|byte| !byte).collect();
    encode(
        256,
        rows.len() as u32,
        ColorType::Grayscale,
        BitDepth::One,
        &white,
    )
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

/// Writes a PNG of `size` (width and height), whose pixels come in pieces of whole rows.
pub(crate) fn write_rows<Row: AsRef<[u8]>>(
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
