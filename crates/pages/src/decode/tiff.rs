//! Decodes TIFF files page by page.

use std::io::Cursor;

use girafa_ocr::Grey;
use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};

use super::{MAX_BYTES, MAX_PAGES, Unreadable, because, check_size, grey_picture, luma, unreadable};

/// Decodes the pages of a TIFF file.
pub(crate) fn tiff_pages<E: From<Unreadable>>(
    bytes: &[u8],
    number: Option<usize>,
    mut take: impl FnMut(usize, bool, Grey) -> Result<(), E>,
) -> Result<(), E> {
    let damaged = because("the .tiff is damaged or of an unsupported kind");
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_BYTES as usize;
    limits.intermediate_buffer_size = MAX_BYTES as usize;
    let mut decoder = Decoder::new(Cursor::new(bytes))
        .map_err(&damaged)?
        .with_limits(limits);
    for page in 1..=MAX_PAGES {
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
            let grey = grey_picture(width, height, samples(read, colours, (width, height))?)?;
            take(page, is_last, grey)?;
        }
        if is_last {
            return match number {
                Some(number) if number > page => {
                    Err(unreadable(format!("it has no page {number}, but {page}")).into())
                }
                _ => Ok(()),
            };
        }
        decoder.next_image().map_err(&damaged)?;
    }
    Err(Unreadable::TooManyPages.into())
}

/// Converts the samples of a TIFF page to grey.
fn samples(
    read: DecodingResult,
    colours: ColorType,
    (width, height): (u32, u32),
) -> Result<Vec<u8>, Unreadable> {
    let bytes = match read {
        DecodingResult::U8(bytes) => bytes,
        DecodingResult::U16(words) => words.iter().map(|word| (word >> 8) as u8).collect(),
        _ => return Err(unreadable("its pixels are not integers of 1 to 16 bits")),
    };
    Ok(match colours {
        // One bit per pixel; each row starts on a byte boundary.
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
            return Err(unreadable(format!(
                "unsupported colours ({other:?}): save it in grey"
            )));
        }
    })
}
