//! A typist at the keyboard matrix.

use std::collections::VecDeque;

use girafa_spectrum::Spectrum;

use crate::key_rhythm::{KeyRhythm, UP};
use crate::keys::Chord;
use girafa_inspect::sysvars;

/// Frames after a key went up that [`TypingQueue::patient`] waits at most for the ROM to take it.
const MAX_WAIT_FRAMES: u32 = 250;

/// Types chords one after another, each in the [rhythm](crate::key_rhythm) that the ROM needs.
#[derive(Debug, Clone, Default)]
pub struct TypingQueue {
    queue: VecDeque<Chord>,
    rhythm: KeyRhythm,
    /// Whether a chord is down, or too short a time up for the next one.
    is_typing: bool,
    patient: bool,
}

impl TypingQueue {
    /// Keeps the rhythm whatever the ROM does.
    pub fn rhythmic() -> Self {
        TypingQueue::default()
    }

    /// Waits with the next key until the ROM has taken the one before, which a long line can delay.
    pub fn patient() -> Self {
        TypingQueue {
            patient: true,
            ..TypingQueue::default()
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
            if self.rhythm.next_frame() {
                machine.keyboard_mut().release_all();
            }
        } else if let Some(chord) = self.queue.pop_front() {
            self.is_typing = true;
            self.rhythm.press(chord);
            chord.keys().for_each(|key| machine.keyboard_mut().press(key));
        }
    }

    /// Notes that a frame is over; to be called after each frame.
    pub fn after_frame(&mut self, machine: &Spectrum) {
        let up = self.rhythm.up();
        let is_taken = || !sysvars::key_pending(machine);
        if up >= UP && (!self.patient || self.queue.is_empty() || is_taken() || up >= MAX_WAIT_FRAMES) {
            self.is_typing = false;
        }
    }
}
