//! Fingers on the keyboard matrix.

use std::collections::VecDeque;

use girafa_spectrum::Spectrum;

use crate::keys::Chord;
use crate::sysvars;

/// Frames that a key is down, and frames that it is up before the next.
pub const KEY_FRAMES: u32 = 4;

/// Frames that [`Typist::patient`] waits at most for the ROM to take a key.
const PATIENCE: u32 = 250;

/// Types chords one after another: each down for 4 frames, then up for 4.
#[derive(Debug, Clone, Default)]
pub struct Typist {
    queue: VecDeque<Chord>,
    /// Frames that the current chord has been at hand; 0 when the next one is due.
    phase: u32,
    patient: bool,
}

impl Typist {
    /// Keeps the rhythm whatever the ROM does.
    pub fn rhythmic() -> Self {
        Typist::default()
    }

    /// Waits with the next key until the ROM has taken the one before, which a long line can delay.
    pub fn patient() -> Self {
        Typist {
            patient: true,
            ..Typist::default()
        }
    }

    /// Adds chords to what is to be typed.
    pub fn queue(&mut self, chords: impl IntoIterator<Item = Chord>) {
        self.queue.extend(chords);
    }

    /// Whether something is being typed.
    pub fn is_busy(&self) -> bool {
        self.phase > 0 || !self.queue.is_empty()
    }

    /// Presses or releases what is due; to be called before each frame.
    pub fn before_frame(&mut self, machine: &mut Spectrum) {
        if self.phase == 0 {
            let Some(chord) = self.queue.pop_front() else {
                return;
            };
            for key in chord.keys() {
                machine.keyboard_mut().press(key);
            }
        }
        if self.phase == KEY_FRAMES {
            machine.keyboard_mut().release_all();
        }
        self.phase += 1;
    }

    /// Takes note that a frame is over; to be called after each frame.
    pub fn after_frame(&mut self, machine: &Spectrum) {
        let up_for_long = self.phase >= KEY_FRAMES + PATIENCE;
        let taken = || !sysvars::key_pending(machine);
        if self.phase >= 2 * KEY_FRAMES && (!self.patient || self.queue.is_empty() || taken() || up_for_long)
        {
            self.phase = 0;
        }
    }
}
