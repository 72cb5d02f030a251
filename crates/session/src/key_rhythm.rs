//! Key timing: how long a key is down, and how long it is up before the next.

use serde::{Deserialize, Serialize};

use crate::keys::Chord;

/// Frames that a chord is down. The ROM reads the keys once per frame and treats a key as held for some
/// frames after its release: it needs [`MIN_DOWN_FRAMES`] and [`MIN_UP_FRAMES`] to see two keys.
pub const MIN_DOWN_FRAMES: u32 = 4;
/// Frames that no chord is down before the next one; see [`MIN_DOWN_FRAMES`].
pub const MIN_UP_FRAMES: u32 = 4;

/// The timing of chords that are pressed one after another, in frames.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct KeyRhythm {
    /// The chord that is down, and the number of frames that it stays down after this one.
    down: Option<(Chord, u32)>,
    /// Frames since the last chord went up, including this one; before the first chord, frames since the
    /// start.
    up: u32,
}

impl KeyRhythm {
    /// Presses `chord` for [`MIN_DOWN_FRAMES`] frames from this one on.
    pub fn press(&mut self, chord: Chord) {
        self.down = Some((chord, MIN_DOWN_FRAMES - 1));
        self.up = 0;
    }

    /// Keeps the chord down for at least `frames` frames after this one.
    pub fn keep(&mut self, frames: u32) {
        if let Some((_, left)) = &mut self.down {
            *left = frames.max(*left);
        }
    }

    /// Advances to the next frame; returns whether the chord goes up in it.
    pub fn next_frame(&mut self) -> bool {
        match &mut self.down {
            Some((_, left)) if *left > 0 => *left -= 1,
            Some(_) => {
                self.down = None;
                self.up = 1;
                return true;
            }
            None => self.up = self.up.saturating_add(1),
        }
        false
    }

    /// The chord that is down.
    pub fn down(&self) -> Option<Chord> {
        self.down.map(|(chord, _)| chord)
    }

    /// Frames since the last chord went up, including this one; 0 while one is down.
    pub fn up(&self) -> u32 {
        self.up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chord_is_down_for_four_frames_and_can_be_kept() {
        let mut rhythm = KeyRhythm::default();
        rhythm.press(Chord::ENTER);
        let ups: Vec<bool> = (0..5).map(|_| rhythm.next_frame()).collect();
        assert_eq!(ups, [false, false, false, true, false]);
        assert_eq!((rhythm.down(), rhythm.up()), (None, 2));

        rhythm.press(Chord::ENTER);
        rhythm.keep(1);
        (0..MIN_DOWN_FRAMES - 1).for_each(|_| assert!(!rhythm.next_frame()));
        rhythm.keep(2);
        assert_eq!((rhythm.down(), rhythm.up()), (Some(Chord::ENTER), 0));
        let ups: Vec<bool> = (0..3).map(|_| rhythm.next_frame()).collect();
        assert_eq!(ups, [false, false, true]);
    }
}
