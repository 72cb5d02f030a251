//! Sixels: bands of six pixel rows, with a character for each column and colour of a band (VT330/VT340
//! Programmer Reference Manual, volume 2, chapter 14).

use std::io::{self, Write};

use girafa_spectrum::ula::PALETTE;

use super::Strip;

/// Pixel rows per band.
const BAND: usize = 6;

/// Shows a strip at the cursor; pixels below it are unchanged (the 1 in `0;1;0`).
pub fn send(strip: &Strip, out: &mut impl Write) -> io::Result<()> {
    let height = strip.colours.len() / strip.width;
    write!(out, "\x1bP0;1;0q\"1;1;{};{height}", strip.width)?;
    for colour in used(strip.colours) {
        // Levels are percentages, rounded.
        let [red, green, blue] =
            PALETTE[usize::from(colour)].map(|level| (u32::from(level) * 100 + 127) / 255);
        write!(out, "#{colour};2;{red};{green};{blue}")?;
    }
    for band in strip.colours.chunks(BAND * strip.width) {
        for (index, colour) in used(band).into_iter().enumerate() {
            // `$` returns to the start of the band.
            out.write_all(if index == 0 { b"" } else { b"$" })?;
            write!(out, "#{colour}")?;
            runs(band, strip.width, colour, out)?;
        }
        out.write_all(b"-")?;
    }
    out.write_all(b"\x1b\\")
}

/// The colours that occur, in ascending order.
fn used(colours: &[u8]) -> Vec<u8> {
    let mut occurs = [false; 16];
    colours
        .iter()
        .for_each(|&colour| occurs[usize::from(colour)] = true);
    (0..16).filter(|&colour| occurs[usize::from(colour)]).collect()
}

/// Writes the band's sixels of one colour, without trailing empty ones.
fn runs(band: &[u8], width: usize, colour: u8, out: &mut impl Write) -> io::Result<()> {
    let sixel = |x: usize| {
        let rows = band.chunks(width).enumerate();
        rows.fold(0, |bits, (y, row)| bits | u8::from(row[x] == colour) << y)
    };
    let mut x = 0;
    while x < width {
        let first = sixel(x);
        let count = (x..width).take_while(|&x| sixel(x) == first).count();
        x += count;
        if x == width && first == 0 {
            break;
        }
        let character = char::from(b'?' + first);
        match count {
            1..=3 => (0..count).try_for_each(|_| write!(out, "{character}"))?,
            _ => write!(out, "!{count}{character}")?,
        }
    }
    Ok(())
}
