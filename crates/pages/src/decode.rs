//! Picture files as grey pictures: one decoder for each format, the same limits and messages for all.

mod exif;
mod pnm;
mod tiff;

use std::fmt::Display;
use std::io::Cursor;
use std::path::Path;

use girafa_ocr::Grey;
use image_webp::WebPDecoder;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use exif::Orientation;
pub(crate) use tiff::tiff_pages;

/// The most bytes that the PNG decoder allocates besides the picture.
const MAX_PNG_BYTES: usize = 64 << 20;

/// The most pixels: A4 at 600 dpi has 35 million. A decoder takes up to 11 bytes for each, those of a
/// progressive JPEG in CMYK.
const MAX_PIXELS: u64 = 36_000_000;
/// The most bytes that a picture takes when it is decoded: A4 at 600 dpi in colours of 16 bits takes 209
/// million.
const MAX_BYTES: u64 = 216 << 20;
/// The most pixels of a side.
const MAX_SIDE: u32 = 40_000;
/// How many times the shorter side the longer one may be: a roll of the printer's paper has 32 characters in
/// a row.
const MAX_RATIO: u32 = 100;
/// The most pages of one file.
const MAX_PAGES: usize = 1_000;

/// Why a file is not a picture that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// Another page than the first of a file with one page.
    #[error("it has one page")]
    OnePage,
    /// A file with too many pages.
    #[error("it has more than {MAX_PAGES} pages")]
    TooManyPages,
    /// Anything else, with what the decoder says of it.
    #[error("{0}")]
    Picture(String),
}

/// What is wrong, without what the decoder says of it.
fn unreadable(reason: impl Into<String>) -> Unreadable {
    Unreadable::Picture(reason.into())
}

/// What is wrong, and what the decoder says of it.
fn because<E: std::fmt::Display>(reason: &str) -> impl Fn(E) -> Unreadable {
    move |error| unreadable(format!("{reason}: {error}"))
}

fn check_size(width: u32, height: u32, bytes: u64) -> Result<(), Unreadable> {
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || bytes > MAX_BYTES || pixels > MAX_PIXELS {
        return Err(unreadable(format!(
            "{width} x {height} pixels are too many: the limits are {} million pixels, {} MiB and {MAX_SIDE} pixels per side; scan it \
             at 300 to 600 dpi, in grey",
            MAX_PIXELS / 1_000_000,
            MAX_BYTES >> 20
        )));
    }
    let (short, long) = (width.min(height), width.max(height));
    if long > short.saturating_mul(MAX_RATIO) {
        return Err(unreadable(format!(
            "{width} x {height} pixels cannot be a page: one side is more than {MAX_RATIO} times the other"
        )));
    }
    Ok(())
}

/// How light a colour is (ITU-R BT.601).
fn luma([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1_000) as u8
}

fn made(width: u32, height: u32, pixels: Vec<u8>) -> Result<Grey, Unreadable> {
    Grey::new(width as usize, height as usize, pixels)
        .ok_or_else(|| unreadable("the picture is damaged: its pixels do not match its size"))
}

/// A format of picture files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    Png,
    Pnm,
    Tiff,
    WebP,
}

impl Format {
    /// The format that a file name's extension stands for.
    pub fn of_name(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*extension {
            "jpg" | "jpeg" | "jfif" => Format::Jpeg,
            "png" | "apng" => Format::Png,
            "pbm" | "pgm" | "ppm" | "pnm" | "pam" => Format::Pnm,
            "tif" | "tiff" => Format::Tiff,
            "webp" => Format::WebP,
            _ => return None,
        })
    }

    /// The format that a file begins as.
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Format::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Format::Png),
            [b'P', b'1'..=b'7', ..] => Some(Format::Pnm),
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some(Format::Tiff),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            _ => None,
        }
    }
}

/// A picture's size, and how its decoder writes it.
#[derive(Debug, Clone, Copy)]
struct Layout {
    width: u32,
    height: u32,
    /// Samples of a pixel: grey, grey and alpha, RGB, or RGB and alpha.
    channels: usize,
    /// Whether a sample takes two bytes.
    is_wide: bool,
}

impl Layout {
    /// How many bytes the picture's samples take, if it is not too large.
    fn bytes(self) -> Result<usize, Unreadable> {
        let bytes = u64::from(self.width)
            .saturating_mul(u64::from(self.height))
            .saturating_mul(self.channels as u64 * (1 + u64::from(self.is_wide)));
        check_size(self.width, self.height, bytes)?;
        Ok(bytes as usize)
    }

    /// The picture with these samples.
    fn grey(self, samples: Vec<u8>, orientation: Orientation) -> Result<Grey, Unreadable> {
        let samples = if self.is_wide {
            let (samples, _) = samples.as_chunks::<2>();
            samples
                .iter()
                .map(|&sample| narrow(u16::from_be_bytes(sample)))
                .collect()
        } else {
            samples
        };
        let pixels = match self.channels {
            1 => samples,
            2 => {
                let (pixels, _) = samples.as_chunks::<2>();
                pixels
                    .iter()
                    .map(|&[grey, alpha]| over_white(grey, alpha))
                    .collect()
            }
            3 => {
                let (pixels, _) = samples.as_chunks::<3>();
                pixels.iter().map(|&pixel| luma(pixel)).collect()
            }
            _ => {
                let (pixels, _) = samples.as_chunks::<4>();
                let grey = |&[red, green, blue, alpha]: &[u8; 4]| over_white(luma([red, green, blue]), alpha);
                pixels.iter().map(grey).collect()
            }
        };
        let (width, height, pixels) = orientation.upright(self.width, self.height, pixels);
        made(width, height, pixels)
    }
}

/// A sample of 16 bits as one of 8.
fn narrow(sample: u16) -> u8 {
    ((u32::from(sample) + 128) / 257) as u8
}

/// White paper shows through what is transparent.
fn over_white(grey: u8, alpha: u8) -> u8 {
    let alpha = u32::from(alpha);
    ((u32::from(grey) * alpha + 255 * (255 - alpha)) / 255) as u8
}

/// Decodes a file with one picture: the first of an animation. A TIFF is read page by page instead.
///
/// # Errors
/// The format is unknown, the file is damaged, or the picture has too many pixels.
pub fn decode(bytes: &[u8]) -> Result<Grey, Unreadable> {
    if is_cut(bytes) {
        return Err(damaged(ENDS));
    }
    match Format::of_bytes(bytes) {
        Some(Format::Jpeg) => jpeg(bytes),
        Some(Format::Png) => png(bytes),
        Some(Format::Pnm) => pnm::decode(bytes),
        Some(Format::WebP) => webp(bytes),
        Some(Format::Tiff) | None => Err(unreadable(NO_PICTURE)),
    }
}

const ENDS: &str = "the file ends before the picture does";
const NO_PICTURE: &str = "not a supported picture: expected PNG, JPEG, WebP, TIFF or PNM";

/// The head of the file is damaged, or of an unknown kind.
fn no_picture<E: Display>(error: E) -> Unreadable {
    because(NO_PICTURE)(error)
}

/// The picture after the head is damaged.
fn damaged<E: Display>(error: E) -> Unreadable {
    because("the picture is damaged")(error)
}

fn jpeg(bytes: &[u8]) -> Result<Grey, Unreadable> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let mut head = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    head.decode_headers().map_err(no_picture)?;
    let ((width, height), Some(colours)) = (head.dimensions().unwrap_or_default(), head.input_colorspace())
    else {
        return Err(unreadable(NO_PICTURE));
    };
    // CMYK, YCCK and all other colours are decoded as RGB.
    let (colours, channels) = match colours {
        ColorSpace::Luma => (ColorSpace::Luma, 1),
        ColorSpace::LumaA => (ColorSpace::LumaA, 2),
        ColorSpace::RGBA => (ColorSpace::RGBA, 4),
        _ => (ColorSpace::RGB, 3),
    };
    let layout = Layout {
        width: width as u32,
        height: height as u32,
        channels,
        is_wide: false,
    };
    let mut samples = vec![0; layout.bytes()?];
    let orientation = Orientation::of_exif(head.exif().map(Vec::as_slice));
    let options = options.jpeg_set_out_colorspace(colours);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
        .decode_into(&mut samples)
        .map_err(damaged)?;
    layout.grey(samples, orientation)
}

/// Whether it is a JPEG without its end: decoders make the rest of the page grey, and say nothing.
fn is_cut(bytes: &[u8]) -> bool {
    let Some(mut left) = bytes.strip_prefix(&[0xFF, 0xD8]) else {
        return false;
    };
    // From marker to marker: what is noted of a picture may have a small one with an end of its own.
    loop {
        let after = left
            .iter()
            .position(|&byte| byte == 0xFF)
            .map(|at| &left[at + 1..]);
        let Some((&marker, after)) = after.and_then(<[u8]>::split_first) else {
            return true;
        };
        left = match marker {
            0xD9 => return false,
            // One that fills up.
            0xFF => &left[left.len() - after.len() - 1..],
            // FFh within a scan, restarts, a second start: nothing belongs to them.
            0x00 | 0x01 | 0xD0..=0xD8 => after,
            _ => match after {
                [high, low, ..] => {
                    let length = usize::from(u16::from_be_bytes([*high, *low]));
                    after.get(length..).unwrap_or_default()
                }
                _ => return true,
            },
        };
    }
}

fn png(bytes: &[u8]) -> Result<Grey, Unreadable> {
    let limits = png::Limits { bytes: MAX_PNG_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(no_picture)?;
    let (colours, depth) = reader.output_color_type();
    let (width, height) = reader.info().size();
    let layout = Layout {
        width,
        height,
        channels: colours.samples(),
        is_wide: depth == png::BitDepth::Sixteen,
    };
    let mut samples = vec![0; layout.bytes()?];
    let orientation = Orientation::of_exif(reader.info().exif_metadata.as_deref());
    reader.next_frame(&mut samples).map_err(damaged)?;
    layout.grey(samples, orientation)
}

fn webp(bytes: &[u8]) -> Result<Grey, Unreadable> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(no_picture)?;
    let (width, height) = decoder.dimensions();
    let layout = Layout {
        width,
        height,
        channels: if decoder.has_alpha() { 4 } else { 3 },
        is_wide: false,
    };
    let mut samples = vec![0; layout.bytes()?];
    let exif = decoder.exif_metadata().ok().flatten();
    let orientation = Orientation::of_exif(exif.as_deref());
    decoder.read_image(&mut samples).map_err(damaged)?;
    layout.grey(samples, orientation)
}
