//! Whether the ROM waits for a key.

use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::shows_scroll;
use girafa_spectrum::Spectrum;

/// Of the last six frames, three must have ended with the ROM waiting: its loop may leave the wait for a
/// moment, and does so at the same point of the frame many times in a row.
const WINDOW: u8 = 0b11_1111;
const WAITING: u32 = 3;

/// Distinguishes a ROM that waits from one that is only passing by.
#[derive(Debug, Clone, Default)]
pub struct IdleDetector {
    /// A bit for each frame, the last one in bit 0: whether the ROM was waiting at its end.
    history: u8,
}

impl IdleDetector {
    /// Whether the machine has waited for a key at the ends of three of the last six frames. Where `scroll?`
    /// is shown it waits wherever its program counter is: OpenSE BASIC has another loop for that.
    pub fn waits(&mut self, machine: &Spectrum, glyphs: &Glyphs) -> bool {
        let in_loop = sysvars::waits_for_key(machine) && !sysvars::key_pending(machine);
        let waits = in_loop || shows_scroll(machine, glyphs);
        self.history = self.history << 1 | u8::from(waits);
        (self.history & WINDOW).count_ones() >= WAITING
    }

    /// Starts again, as after a key.
    pub fn reset(&mut self) {
        self.history = 0;
    }
}
