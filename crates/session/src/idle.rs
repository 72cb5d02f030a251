//! Detects that the ROM waits for a key.

use girafa_inspect::still::does_nothing;
use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::shows_scroll;
use girafa_spectrum::Spectrum;

/// Of the last six frames, three must have ended with the ROM waiting: its loop may leave the wait for a
/// moment, at the same point of many frames in a row.
const WINDOW: u8 = 0b11_1111;
const MIN_WAITING_FRAMES: u32 = 3;
/// The first of these frames must be four frames ago or more. A ROM that waits in HALT does so in all frames, an
/// original ROM mostly in three of five: so an answer is typed as soon with either.
const MIN_AGE: u32 = 4;

/// Distinguishes a ROM that waits from one that only passes through its wait loop.
#[derive(Debug, Clone, Default)]
pub struct IdleDetector {
    /// A bit for each frame, the last one in bit 0: whether the ROM seemed to be waiting at its end.
    history: u8,
    /// Whether it was found to do nothing, and has seemed to be waiting since.
    waits: bool,
}

impl IdleDetector {
    /// Whether the machine waits for a key. It must have seemed to at the ends of three of the last six
    /// frames, by its program counter, or by `scroll?` on the screen, for which OpenSE BASIC has another
    /// loop. Then a copy of it must [do nothing](does_nothing), unlike a program that only passes through the
    /// loop.
    pub fn waits(&mut self, machine: &Spectrum, glyphs: &Glyphs) -> bool {
        let in_loop = sysvars::waits_for_key(machine) && !sysvars::key_pending(machine);
        let seems_to = in_loop || shows_scroll(machine, glyphs);
        self.history = self.history << 1 | u8::from(seems_to);
        let waiting_frames = (self.history & WINDOW).count_ones();
        if waiting_frames < MIN_WAITING_FRAMES || self.history >> MIN_AGE == 0 {
            self.waits = false;
        } else if !self.waits {
            self.waits = does_nothing(machine);
            if !self.waits {
                self.history = 0;
            }
        }
        self.waits
    }

    /// Starts over, for example after a key press.
    pub fn reset(&mut self) {
        *self = IdleDetector::default();
    }
}
