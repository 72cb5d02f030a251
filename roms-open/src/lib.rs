//! The ROM of a ZX Spectrum 48K, written from behaviour and public facts, and free to use. Its source stands
//! beside this crate's, with what it is made of in `README.md`.
//!
//! ```
//! use girafa_spectrum::Spectrum;
//! let mut machine = Spectrum::new(&girafa_rom::girafa48());
//! (0..100).for_each(|_| drop(machine.run_frame()));
//! assert_eq!(machine.border(), 7);
//! ```
#![forbid(unsafe_code)]

mod delays;

use girafa_spectrum::{Delays, ROM_SIZE, Rom};

/// The image that `build.py --commit` puts beside its source.
pub static GIRAFA48: &[u8; ROM_SIZE] = include_bytes!("../girafa48.rom");

/// T-states with which its routines take about as long as those of an original ROM: see `README.md`.
static DELAYS: Delays = Delays::new(&delays::DELAYS);

/// The image and its delays, for a machine.
pub fn girafa48() -> Rom {
    Rom::from(GIRAFA48).with_delays(&DELAYS)
}

/// `rom`, with its delays if it is a copy of this image.
pub fn with_delays(rom: Rom) -> Rom {
    if rom.bytes() == GIRAFA48 {
        return rom.with_delays(&DELAYS);
    }
    rom
}
