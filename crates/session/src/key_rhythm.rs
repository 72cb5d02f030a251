//! The rhythm of a key: how long it is down, and how long up before the next.

use crate::keys::Chord;

/// Frames that a chord is down, and frames that none is before the next: what the ROM, which looks at the
/// keys once a frame and takes one to be held for some frames after it was let go, needs to see two keys.
pub const DOWN: u32 = 4;
/// See [`DOWN`].
pub const UP: u32 = 4;

/// A finger that presses one chord after another. Time is counted in frames.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyRhythm {
    /// What is down, and for how many frames after this one.
    down: Option<(Chord, u32)>,
    /// Frames since the last chord went up, this one counted; of a new finger, frames that it is there.
    up: u32,
}

impl KeyRhythm {
    /// Presses `chord` for [`DOWN`] frames from this one on.
    pub fn press(&mut self, chord: Chord) {
        self.down = Some((chord, DOWN - 1));
        self.up = 0;
    }

    /// Keeps what is down there for at least `frames` frames after this one.
    pub fn keep(&mut self, frames: u32) {
        if let Some((_, left)) = &mut self.down {
            *left = frames.max(*left);
        }
    }

    /// Goes on to the next frame; whether the chord goes up in it.
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

    /// What is down.
    pub fn down(&self) -> Option<Chord> {
        self.down.map(|(chord, _)| chord)
    }

    /// Frames since the last chord went up, this one counted; 0 while one is down.
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
        (0..DOWN - 1).for_each(|_| assert!(!rhythm.next_frame()));
        rhythm.keep(2);
        assert_eq!((rhythm.down(), rhythm.up()), (Some(Chord::ENTER), 0));
        let ups: Vec<bool> = (0..3).map(|_| rhythm.next_frame()).collect();
        assert_eq!(ups, [false, false, true]);
    }
}
