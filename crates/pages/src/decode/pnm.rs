//! Decodes PBM, PGM, PPM and PAM files (Netpbm), text and binary.

use girafa_ocr::Grey;

use super::exif::Orientation;
use super::{EARLY_END, Layout, damaged, narrow, no_picture};
use crate::Unreadable;

/// The header of a file.
struct Head {
    width: u32,
    height: u32,
    channels: usize,
    /// The largest sample value, which is white.
    max: u32,
    encoding: Encoding,
}

/// The encoding of the samples.
#[derive(PartialEq)]
enum Encoding {
    /// One digit per sample; 1 is black.
    TextBits,
    /// Decimal numbers.
    Text,
    /// One bit per sample; 1 is black; each row starts on a byte boundary.
    Bits,
    /// One byte per sample, none above the largest sample value.
    Flags,
    Bytes,
    /// Two bytes per sample, high byte first.
    Words,
}

/// Decodes a file.
pub fn decode(bytes: &[u8]) -> Result<Grey, Unreadable> {
    let mut input = Input(&bytes[2..]);
    let head = match bytes[1] {
        b'7' => input.pam_head(),
        kind => input.head(kind),
    };
    let head = head.map_err(no_picture)?;
    let layout = Layout {
        width: head.width,
        height: head.height,
        channels: head.channels,
        is_wide: false,
    };
    // Samples are narrowed while reading, but the size limit applies to the file's samples.
    let is_wide = head.max > 255 && matches!(head.encoding, Encoding::Text | Encoding::Words);
    Layout { is_wide, ..layout }.bytes()?;
    let mut samples = vec![0; layout.bytes()?];
    input.samples(&head, is_wide, &mut samples).map_err(damaged)?;
    layout.grey(samples, Orientation::of_exif(None))
}

/// The unread rest of a file.
struct Input<'b>(&'b [u8]);

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0B | 0x0C | b'\r' | b' ')
}

impl Input<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Reads a number of the header and the white space after it; comments extend from `#` to the end of the
    /// line.
    fn number(&mut self) -> Result<u32, String> {
        let mut number: Option<u32> = None;
        let mut is_comment = false;
        while let Some(byte) = self.byte() {
            is_comment = (is_comment || byte == b'#') && !matches!(byte, b'\r' | b'\n');
            match byte {
                _ if is_comment => {}
                _ if is_space(byte) && number.is_none() => {}
                _ if is_space(byte) => break,
                b'0'..=b'9' => {
                    let next = number.unwrap_or(0).checked_mul(10);
                    let next = next.and_then(|tens| tens.checked_add(u32::from(byte - b'0')));
                    number = Some(next.ok_or("a number is too large")?);
                }
                _ => return Err(format!("expected a number, found byte {byte:02X}h")),
            }
        }
        number.ok_or_else(|| EARLY_END.to_owned())
    }

    /// Reads the header of a P1 to P6 file.
    fn head(&mut self, kind: u8) -> Result<Head, String> {
        let (width, height) = (self.number()?, self.number()?);
        let max = if matches!(kind, b'1' | b'4') {
            1
        } else {
            self.number()?
        };
        if !(1..=0xFFFF).contains(&max) {
            return Err(format!("the largest sample must be 1 to 65535, but is {max}"));
        }
        let encoding = match kind {
            b'1' => Encoding::TextBits,
            b'2' | b'3' => Encoding::Text,
            b'4' => Encoding::Bits,
            _ if max <= 255 => Encoding::Bytes,
            _ => Encoding::Words,
        };
        let channels = if matches!(kind, b'3' | b'6') { 3 } else { 1 };
        Ok(Head {
            width,
            height,
            channels,
            max,
            encoding,
        })
    }

    /// Reads a line of a P7 header.
    fn row(&mut self) -> Result<&str, String> {
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let (row, rest) = match end {
            Some(end) => (&self.0[..end], &self.0[end + 1..]),
            None => (self.0, &[][..]),
        };
        self.0 = rest;
        str::from_utf8(row)
            .ok()
            .filter(|row| row.is_ascii() || row.starts_with('#'))
            .ok_or_else(|| "its header is not ASCII".to_owned())
    }

    /// Reads the header of a P7 file.
    fn pam_head(&mut self) -> Result<Head, String> {
        if self.byte() != Some(b'\n') {
            return Err("expected a new row after P7".to_owned());
        }
        let mut numbers: [Option<u32>; 4] = [None; 4];
        let mut kind: Option<String> = None;
        loop {
            let row = self.row()?;
            if row.is_empty() {
                return Err("its header has no end".to_owned());
            }
            if row.starts_with('#') {
                continue;
            }
            let row = row.trim_start();
            let (name, value) = row.split_at(row.find(char::is_whitespace).unwrap_or(row.len()));
            let value = value.trim();
            let place = match name {
                "ENDHDR" => break,
                "WIDTH" => 0,
                "HEIGHT" => 1,
                "DEPTH" => 2,
                "MAXVAL" => 3,
                "TUPLTYPE" => {
                    kind = Some(match kind {
                        None => value.to_owned(),
                        Some(before) => format!("{before} {value}"),
                    });
                    continue;
                }
                _ => return Err(format!("its header has an unknown field {name:?}")),
            };
            let number = value
                .parse()
                .map_err(|_| format!("expected a number after {name}, found {value:?}"))?;
            if numbers[place].replace(number).is_some() {
                return Err(format!("its header has {name} twice"));
            }
        }
        let [Some(width), Some(height), Some(depth), Some(max)] = numbers else {
            return Err("its header lacks WIDTH, HEIGHT, DEPTH or MAXVAL".to_owned());
        };
        let bytes_or_words = if max <= 255 {
            Encoding::Bytes
        } else {
            Encoding::Words
        };
        // For each type: channels, largest sample value, encoding.
        let (channels, most, encoding) = match kind.as_deref() {
            None => (depth.clamp(1, 4), u32::MAX, Encoding::Bytes),
            Some("BLACKANDWHITE") => (1, 1, Encoding::Flags),
            Some("BLACKANDWHITE_ALPHA") => (2, 1, Encoding::Flags),
            Some("GRAYSCALE") => (1, 0xFFFF, bytes_or_words),
            Some("GRAYSCALE_ALPHA") => (2, 0xFFFF, bytes_or_words),
            Some("RGB") => (3, 0xFFFF, bytes_or_words),
            Some("RGB_ALPHA") => (4, 0xFFFF, bytes_or_words),
            Some(other) => return Err(format!("unknown TUPLTYPE {other:?}")),
        };
        if depth != channels || !(1..=most).contains(&max) {
            return Err(format!(
                "DEPTH {depth} and MAXVAL {max} do not match its TUPLTYPE"
            ));
        }
        Ok(Head {
            width,
            height,
            channels: channels as usize,
            max,
            encoding,
        })
    }

    /// Reads a sample as text and the white space after it.
    fn text(&mut self) -> Result<u16, String> {
        while self.0.first().is_some_and(|&byte| is_space(byte)) {
            self.byte();
        }
        let mut number: Option<u16> = None;
        while let Some(byte) = self.byte().filter(|&byte| !is_space(byte)) {
            if !byte.is_ascii_digit() {
                return Err(format!("expected a number, found byte {byte:02X}h"));
            }
            let next = number.unwrap_or(0).checked_mul(10);
            let next = next.and_then(|tens| tens.checked_add(u16::from(byte - b'0')));
            number = Some(next.ok_or("a number is too large")?);
        }
        number.ok_or_else(|| EARLY_END.to_owned())
    }

    /// Reads all samples, scaled to 0 to 255.
    fn samples(&mut self, head: &Head, is_wide: bool, samples: &mut [u8]) -> Result<(), String> {
        let factor = if is_wide { 65_535.0 } else { 255.0 } / head.max as f32;
        let scaled = |sample: u16| {
            let sample = (f32::from(sample) * factor).round();
            if is_wide {
                narrow(sample as u16)
            } else {
                sample as u8
            }
        };
        match head.encoding {
            Encoding::TextBits => {
                for sample in samples {
                    while self.0.first().is_some_and(|&byte| is_space(byte)) {
                        self.byte();
                    }
                    *sample = match self.byte() {
                        Some(b'0') => 255,
                        Some(b'1') => 0,
                        Some(byte) => return Err(format!("expected 0 or 1, found byte {byte:02X}h")),
                        None => return Err(EARLY_END.to_owned()),
                    };
                }
            }
            Encoding::Text => {
                for sample in samples {
                    let text = self.text()?;
                    if !is_wide && text > 255 {
                        return Err(format!("{text} is larger than the largest sample"));
                    }
                    *sample = scaled(text);
                }
            }
            Encoding::Bits => {
                let width = head.width as usize;
                let stride = width.div_ceil(8);
                let bits = self.0.get(..stride * head.height as usize).ok_or(EARLY_END)?;
                for (at, sample) in samples.iter_mut().enumerate() {
                    let (x, y) = (at % width, at / width);
                    *sample = if bits[y * stride + x / 8] << (x % 8) & 0x80 == 0 {
                        255
                    } else {
                        0
                    };
                }
            }
            Encoding::Flags | Encoding::Bytes => {
                let bytes = self.0.get(..samples.len()).ok_or(EARLY_END)?;
                for (sample, &byte) in samples.iter_mut().zip(bytes) {
                    if head.encoding == Encoding::Flags && byte > 1 {
                        return Err(format!("{byte} is larger than the largest sample"));
                    }
                    *sample = scaled(u16::from(byte));
                }
            }
            Encoding::Words => {
                let (words, _) = self.0.as_chunks::<2>();
                let words = words.get(..samples.len()).ok_or(EARLY_END)?;
                for (sample, &word) in samples.iter_mut().zip(words) {
                    *sample = scaled(u16::from_be_bytes(word));
                }
            }
        }
        Ok(())
    }
}
