//! Types queued chords on the keyboard matrix.

use std::collections::VecDeque;

use girafa_spectrum::Spectrum;
use serde::{Deserialize, Serialize};

use crate::key_rhythm::{KeyRhythm, MIN_UP_FRAMES};
use crate::keys::Chord;
use girafa_inspect::sysvars;

/// Maximum number of frames after a key went up that [`TypingQueue::patient`] waits for the ROM to read it.
const MAX_WAIT_FRAMES: u32 = 250;

/// Types chords one after another, with the [timing](crate::key_rhythm) that the ROM needs.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TypingQueue {
    queue: VecDeque<Chord>,
    rhythm: KeyRhythm,
    /// Whether a chord is down, or went up too recently for the next one.
    is_typing: bool,
    patient: bool,
}

impl TypingQueue {
    /// Creates a queue that types at a constant rate, whatever the ROM does.
    pub fn rhythmic() -> Self {
        TypingQueue::default()
    }

    /// Creates a queue that presses the next key only when the ROM has read the last one, which a long line
    /// can delay.
    pub fn patient() -> Self {
        TypingQueue {
            patient: true,
            ..TypingQueue::default()
        }
    }

    /// Adds chords to the queue.
    pub fn queue(&mut self, chords: impl IntoIterator<Item = Chord>) {
        self.queue.extend(chords);
    }

    /// Whether something is being typed.
    pub fn is_busy(&self) -> bool {
        self.is_typing || !self.queue.is_empty()
    }

    /// Presses or releases what is due; call this before each frame.
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

    /// Checks whether the next chord may follow; call this after each frame.
    pub fn after_frame(&mut self, machine: &Spectrum) {
        let up = self.rhythm.up();
        let is_taken = || !sysvars::key_pending(machine);
        if up >= MIN_UP_FRAMES
            && (!self.patient || self.queue.is_empty() || is_taken() || up >= MAX_WAIT_FRAMES)
        {
            self.is_typing = false;
        }
    }
}
