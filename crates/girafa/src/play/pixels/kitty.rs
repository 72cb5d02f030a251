//! The kitty graphics protocol: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.

use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use girafa_spectrum::ula::PALETTE;
use png::{BitDepth, ColorType, Compression, Encoder};

use super::Strip;

/// Image number of the first strip; the other strips have the following numbers. Sending an image with the
/// same number replaces it.
const FIRST_IMAGE: u32 = 4800;

/// Maximum number of base64 bytes per escape sequence, as the protocol specifies.
const CHUNK: usize = 4096;

/// Deletes all visible images and frees their data.
pub const DELETE_ALL: &[u8] = b"\x1b_Ga=d,d=A,q=2\x1b\\";

/// Shows a strip at the cursor: a PNG (f=100), transmitted and displayed (a=T), without an answer (q=2) and
/// without moving the cursor (C=1).
pub fn send(strip: &Strip, index: u16, out: &mut impl Write) -> io::Result<()> {
    let image = FIRST_IMAGE + u32::from(index);
    let base64 = BASE64_STANDARD.encode(png(strip)?);
    let mut rest = base64.as_str();
    write!(out, "\x1b_Ga=T,f=100,i={image},p=1,q=2,C=1,")?;
    while rest.len() > CHUNK {
        let (chunk, left) = rest.split_at(CHUNK);
        write!(out, "m=1;{chunk}\x1b\\\x1b_Gq=2,")?;
        rest = left;
    }
    write!(out, "m=0;{rest}\x1b\\")
}

/// Encodes a PNG with four bits per pixel.
fn png(strip: &Strip) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let height = strip.colours.len() / strip.width;
    let mut encoder = Encoder::new(&mut file, strip.width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(PALETTE.concat());
    encoder.set_compression(Compression::Balanced);
    let pairs = |row: &[u8]| -> Vec<u8> {
        let byte = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or_default();
        row.chunks(2).map(byte).collect()
    };
    let bytes: Vec<u8> = strip.colours.chunks(strip.width).flat_map(pairs).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}
