//! Pictures of pages: decoded within limits, and made grey.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use girafa_files::FileError;
use girafa_ocr::Grey;
use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};

use crate::PageError;
use crate::decode::{Format, decode};

/// The most bytes that a picture takes when it is decoded: A4 at 600 dpi in colour takes 105 million.
const MOST_BYTES: u64 = 256 << 20;
/// The most pixels of a side.
const MOST_SIDE: u32 = 40_000;
/// The most pages of one file.
const MOST_PAGES: usize = 1_000;

/// Why a file is no picture that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

/// What is wrong, without what the decoder says of it.
pub(crate) fn unreadable(reason: impl Into<String>) -> Unreadable {
    Unreadable(reason.into())
}

/// What is wrong, and what the decoder says of it.
pub(crate) fn because<E: std::fmt::Display>(reason: &str) -> impl Fn(E) -> Unreadable {
    move |error| Unreadable(format!("{reason}: {error}"))
}

/// Where the pages of a file end early: with the file, or with whoever takes them.
enum Ended<E> {
    Picture(Unreadable),
    Taken(E),
}

impl<E> From<Unreadable> for Ended<E> {
    fn from(reason: Unreadable) -> Ended<E> {
        Ended::Picture(reason)
    }
}

/// A page to be read.
pub struct Page {
    /// The file, and the number of the page in it where it has several.
    pub name: String,
    /// Its pixels.
    pub grey: Grey,
}

/// Whether a file's name is that of a picture.
pub fn is_picture(path: &Path) -> bool {
    Format::of_name(path).is_some()
}

/// Gives each page of the files to `take`, one after the other, so that no two are held at a time, and how many pages are
/// known by then. `number` is the only page that is taken of a file with several.
///
/// # Errors
/// A file is no picture that can be read, or has too many pixels; `take` fails.
pub fn each_page<E: From<PageError>>(
    files: &[PathBuf],
    number: Option<usize>,
    mut take: impl FnMut(usize, Page) -> Result<(), E>,
) -> Result<(), E> {
    let mut pages = files.len();
    for path in files {
        let name = girafa_files::shown(path);
        let bytes = girafa_files::read(path).map_err(|failed: FileError| PageError::from(failed))?;
        let done = each_page_of(&bytes, number, |page, is_last, grey| {
            let name = if page == 1 && is_last {
                name.clone()
            } else {
                format!("{name}, page {page}")
            };
            pages += usize::from(number.is_none() && !is_last);
            take(pages, Page { name, grey }).map_err(Ended::Taken)
        });
        match done {
            Ok(()) => {}
            Err(Ended::Taken(failed)) => return Err(failed),
            Err(Ended::Picture(reason)) => return Err(PageError::Picture { name, reason }.into()),
        }
    }
    Ok(())
}

/// Gives each page of a file to `take`, or only page `number`, with its number, from 1, and whether it is the last.
///
/// # Errors
/// It is no picture that can be read, or has too many pixels, or not that page; `take` fails.
pub fn each_page_of<E: From<Unreadable>>(
    bytes: &[u8],
    number: Option<usize>,
    mut take: impl FnMut(usize, bool, Grey) -> Result<(), E>,
) -> Result<(), E> {
    if Format::of_bytes(bytes) == Some(Format::Tiff) {
        return tiff_pages(bytes, number, take);
    }
    if number.is_some_and(|number| number != 1) {
        return Err(unreadable("it has one page: --page is for a .tiff with several").into());
    }
    take(1, true, decode(bytes)?)
}

pub(crate) fn check_size(width: u32, height: u32, bytes: u64) -> Result<(), Unreadable> {
    if width > MOST_SIDE || height > MOST_SIDE || bytes > MOST_BYTES {
        return Err(Unreadable(format!(
            "{width} x {height} pixels are too many: at most {} MiB are decoded, and {MOST_SIDE} pixels a side; scan it at 300 to 600 dpi, \
             in grey",
            MOST_BYTES >> 20
        )));
    }
    Ok(())
}

/// How light a colour is (ITU-R BT.601).
pub(crate) fn luma([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1_000) as u8
}

pub(crate) fn made(width: u32, height: u32, pixels: Vec<u8>) -> Result<Grey, Unreadable> {
    Grey::new(width as usize, height as usize, pixels)
        .ok_or_else(|| unreadable("the picture is damaged: it has other pixels than its size says"))
}

/// The pages of a TIFF.
fn tiff_pages<E: From<Unreadable>>(
    bytes: &[u8],
    number: Option<usize>,
    mut take: impl FnMut(usize, bool, Grey) -> Result<(), E>,
) -> Result<(), E> {
    let damaged = because("the .tiff is damaged, or of a kind that cannot be read");
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MOST_BYTES as usize;
    limits.intermediate_buffer_size = MOST_BYTES as usize;
    let mut decoder = Decoder::new(Cursor::new(bytes))
        .map_err(&damaged)?
        .with_limits(limits);
    for page in 1..=MOST_PAGES {
        let is_last = !decoder.more_images();
        if number.is_none_or(|number| number == page) {
            let (width, height) = decoder.dimensions().map_err(&damaged)?;
            let colours = decoder.colortype().map_err(&damaged)?;
            check_size(
                width,
                height,
                u64::from(width) * u64::from(height) * u64::from(colours.num_samples()),
            )?;
            let read = decoder.read_image().map_err(&damaged)?;
            let grey = made(width, height, samples(read, colours, (width, height))?)?;
            take(page, is_last, grey)?;
        }
        if is_last {
            return match number {
                Some(number) if number > page => {
                    Err(Unreadable(format!("it has no page {number}, but {page}")).into())
                }
                _ => Ok(()),
            };
        }
        decoder.next_image().map_err(&damaged)?;
    }
    Err(Unreadable(format!("it has more than {MOST_PAGES} pages: --page takes one")).into())
}

/// A TIFF's samples as grey.
fn samples(
    read: DecodingResult,
    colours: ColorType,
    (width, height): (u32, u32),
) -> Result<Vec<u8>, Unreadable> {
    let bytes = match read {
        DecodingResult::U8(bytes) => bytes,
        DecodingResult::U16(words) => words.iter().map(|word| (word >> 8) as u8).collect(),
        _ => return Err(unreadable("its pixels are no numbers of 1 to 16 bits")),
    };
    Ok(match colours {
        // One bit a pixel, each row from a byte's start.
        ColorType::Gray(1) if bytes.len() < (width as usize) * (height as usize) => {
            let stride = (width as usize).div_ceil(8);
            let row = |row: usize| {
                let bits = &bytes[row * stride..];
                (0..width as usize).map(move |x| {
                    if bits[x / 8] << (x % 8) & 0x80 != 0 {
                        255
                    } else {
                        0
                    }
                })
            };
            if bytes.len() < stride * height as usize {
                return Err(unreadable("the .tiff is damaged"));
            }
            (0..height as usize).flat_map(row).collect()
        }
        ColorType::Gray(1) => bytes.iter().map(|&bit| if bit == 0 { 0 } else { 255 }).collect(),
        ColorType::Gray(8 | 16) => bytes,
        ColorType::GrayA(8 | 16) => bytes.as_chunks::<2>().0.iter().map(|&[grey, _]| grey).collect(),
        ColorType::RGB(8 | 16) => bytes
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&pixel| luma(pixel))
            .collect(),
        ColorType::RGBA(8 | 16) => {
            let pixels = bytes.as_chunks::<4>().0.iter();
            pixels
                .map(|&[red, green, blue, _]| luma([red, green, blue]))
                .collect()
        }
        other => {
            return Err(Unreadable(format!(
                "its colours ({other:?}) cannot be read: save it in grey"
            )));
        }
    })
}
