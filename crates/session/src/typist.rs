//! A typist at the keyboard matrix.

use std::collections::VecDeque;

use girafa_spectrum::Spectrum;

use crate::finger::{Finger, UP};
use crate::keys::Chord;
use crate::sysvars;

/// Frames after a key went up that [`Typist::patient`] waits at most for the ROM to take it.
const PATIENCE: u32 = 250;

/// Types chords one after another, each in the [rhythm](crate::finger) that the ROM needs.
#[derive(Debug, Clone, Default)]
pub struct Typist {
    queue: VecDeque<Chord>,
    finger: Finger,
    /// Whether a chord is down, or too short a time up for the next one.
    is_typing: bool,
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
        self.is_typing || !self.queue.is_empty()
    }

    /// Presses or releases what is due; to be called before each frame.
    pub fn before_frame(&mut self, machine: &mut Spectrum) {
        if self.is_typing {
            if self.finger.next_frame() {
                machine.keyboard_mut().release_all();
            }
        } else if let Some(chord) = self.queue.pop_front() {
            self.is_typing = true;
            self.finger.press(chord);
            chord.keys().for_each(|key| machine.keyboard_mut().press(key));
        }
    }

    /// Notes that a frame is over; to be called after each frame.
    pub fn after_frame(&mut self, machine: &Spectrum) {
        let up = self.finger.up();
        let is_taken = || !sysvars::key_pending(machine);
        if up >= UP && (!self.patient || self.queue.is_empty() || is_taken() || up >= PATIENCE) {
            self.is_typing = false;
        }
    }
}
