//! Boots a Spectrum and prints its screen, one braille character for 2 x 4 pixels:
//! `cargo run -p girafa-spectrum --example boot -- [ROM.rom]`

use std::error::Error;
use std::path::PathBuf;

use girafa_spectrum::{Rom, Spectrum};

/// Enough frames for the ROM to test the memory and wait for a key.
const FRAMES: u32 = 150;

/// The ROM of this repository.
const OPEN_ROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms-open/girafa48.rom");

/// Bits of a braille character, by its rows and then its columns (Unicode: the block from U+2800).
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from(OPEN_ROM), PathBuf::from);
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut machine = Spectrum::new(&Rom::from_bytes(&bytes)?);
    for _ in 0..FRAMES {
        machine.run_frame();
    }
    // Colours are 0 to 15. The colour of the first pixel is taken as the background.
    let colours = machine.screen().colours(false);
    for rows in colours.chunks_exact(256 * 4) {
        let braille = |column: usize| {
            let set = |y: usize, x: usize| rows[y * 256 + column * 2 + x] != colours[0];
            let dots = (0..4).flat_map(|y| (0..2).filter(move |&x| set(y, x)).map(move |x| DOTS[y][x]));
            char::from_u32(0x2800 + dots.sum::<u32>()).expect("a braille character")
        };
        let text: String = (0..128).map(braille).collect();
        // Rows without a dot are not printed.
        if text.contains(|c| c != '\u{2800}') {
            println!("{}", text.trim_end_matches('\u{2800}'));
        }
    }
    println!(
        "border {}, {} frames, {} T-states",
        machine.border(),
        machine.frames(),
        machine.tstates()
    );
    Ok(())
}
