//! Decodes pictures to grey: one decoder per format, with the same limits and messages for all.

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

/// Maximum memory of the PNG decoder, in bytes, in addition to the picture.
const MAX_PNG_BYTES: usize = 64 << 20;

/// Maximum number of pixels: A4 at 600 dpi has 35 million. A decoder takes up to 11 bytes per pixel, for a
/// progressive JPEG in CMYK.
const MAX_PIXELS: u64 = 36_000_000;
/// Maximum size of a decoded picture in bytes: A4 at 600 dpi with 16-bit colour channels takes 209 million.
const MAX_BYTES: u64 = 216 << 20;
/// Maximum length of a side in pixels.
const MAX_SIDE: u32 = 40_000;
/// Maximum ratio of the sides: a roll of printer paper has 32 characters in a row.
const MAX_RATIO: u32 = 100;
/// Maximum number of pages in a file.
const MAX_PAGES: usize = 1_000;

/// Why a picture cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A page other than the first was requested from a single-page file.
    #[error("it has one page")]
    OnePage,
    /// The file has too many pages.
    #[error("it has more than {MAX_PAGES} pages")]
    TooManyPages,
    /// Any other error, including the decoder's message.
    #[error("{0}")]
    Picture(String),
}

/// An error without a message from the decoder.
fn unreadable(reason: impl Into<String>) -> Unreadable {
    Unreadable::Picture(reason.into())
}

/// An error with the decoder's message.
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

/// The brightness of a colour (ITU-R BT.601).
fn luma([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1_000) as u8
}

fn grey_picture(width: u32, height: u32, pixels: Vec<u8>) -> Result<Grey, Unreadable> {
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
    /// Returns the format for the extension of a file name.
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

    /// Returns the format for the first bytes of a file.
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

/// The size of a picture, and the format of the decoder's output.
#[derive(Debug, Clone, Copy)]
struct Layout {
    width: u32,
    height: u32,
    /// Samples per pixel: grey, grey and alpha, RGB, or RGB and alpha.
    channels: usize,
    /// Whether a sample has 16 bits.
    is_wide: bool,
}

impl Layout {
    /// The size of the samples in bytes, if it is within the limits.
    fn bytes(self) -> Result<usize, Unreadable> {
        let bytes = u64::from(self.width)
            .saturating_mul(u64::from(self.height))
            .saturating_mul(self.channels as u64 * (1 + u64::from(self.is_wide)));
        check_size(self.width, self.height, bytes)?;
        Ok(bytes as usize)
    }

    /// Converts the samples to grey.
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
        grey_picture(width, height, pixels)
    }
}

/// Converts a 16-bit sample to 8 bits.
fn narrow(sample: u16) -> u8 {
    ((u32::from(sample) + 128) / 257) as u8
}

/// Blends with white paper.
fn over_white(grey: u8, alpha: u8) -> u8 {
    let alpha = u32::from(alpha);
    ((u32::from(grey) * alpha + 255 * (255 - alpha)) / 255) as u8
}

/// Decodes a file with one picture; of an animation, the first. TIFF files are decoded page by page instead.
///
/// # Errors
/// The format is unknown, the file is damaged, or the picture has too many pixels.
pub fn decode(bytes: &[u8]) -> Result<Grey, Unreadable> {
    if is_cut(bytes) {
        return Err(damaged(EARLY_END));
    }
    match Format::of_bytes(bytes) {
        Some(Format::Jpeg) => jpeg(bytes),
        Some(Format::Png) => png(bytes),
        Some(Format::Pnm) => pnm::decode(bytes),
        Some(Format::WebP) => webp(bytes),
        Some(Format::Tiff) | None => Err(unreadable(UNSUPPORTED_PICTURE)),
    }
}

const EARLY_END: &str = "the file ends before the picture does";
const UNSUPPORTED_PICTURE: &str = "not a supported picture: expected PNG, JPEG, WebP, TIFF or PNM";

/// The file's header is damaged or of an unknown kind.
fn no_picture<E: Display>(error: E) -> Unreadable {
    because(UNSUPPORTED_PICTURE)(error)
}

/// The data after the header are damaged.
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
        return Err(unreadable(UNSUPPORTED_PICTURE));
    };
    // CMYK, YCCK and all other colour spaces are decoded as RGB.
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

/// Whether a JPEG is truncated: decoders fill the rest of the picture with grey without an error.
fn is_cut(bytes: &[u8]) -> bool {
    let Some(mut left) = bytes.strip_prefix(&[0xFF, 0xD8]) else {
        return false;
    };
    // Skip from marker to marker: the metadata may contain a thumbnail with its own end marker.
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
            // A fill byte.
            0xFF => &left[left.len() - after.len() - 1..],
            // Stuffed FFh in a scan, restart markers, another start marker: none of them has a payload.
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
