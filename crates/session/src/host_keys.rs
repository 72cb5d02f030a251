//! Keys of the host on the keyboard matrix, for hosts that report key releases and for those that do not.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::key_rhythm::{KeyRhythm, MIN_DOWN_FRAMES, MIN_UP_FRAMES};
use crate::keys::Chord;
use girafa_inspect::sysvars;
use girafa_spectrum::{Key, Spectrum};

use crate::input::Input;

/// Maximum number of frames for the ROM to read a pending key before the next one is pressed.
const MAX_WAIT_FRAMES: u32 = 100;

/// Maximum number of queued chords; further ones are dropped. Holds a pasted line of any length that the ROM
/// accepts.
pub const MAX_QUEUE: usize = 4096;

/// Presses chords one after another, each for a few frames, in addition to the keys that the host holds.
///
/// If a chord that is down is pressed again in a later frame, it is an auto-repeat of the host: the chord
/// stays down, so that the ROM repeats it at its own rate. If it is pressed twice in the same frame, it is
/// typed twice.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct HostKeys {
    queue: VecDeque<Chord>,
    rhythm: KeyRhythm,
    /// Frames since a chord was last queued.
    quiet: u32,
    #[serde(with = "crate::keys::numbers")]
    held: Vec<Key>,
}

impl HostKeys {
    /// Presses `chords` after those already queued.
    pub fn press(&mut self, chords: &[Chord]) {
        if self.rhythm.down().as_slice() == chords && self.queue.is_empty() && self.quiet > 0 {
            self.rhythm.keep(MIN_DOWN_FRAMES);
        } else if self.queue.len() + chords.len() <= MAX_QUEUE {
            self.queue.extend(chords);
        }
        self.quiet = 0;
    }

    /// Whether an input would change anything: a host reports in each frame which keys are down.
    pub fn is_news(&self, input: &Input) -> bool {
        match input {
            Input::Type(_) | Input::Press(_) | Input::Joystick(_) | Input::TurnTape => true,
            Input::Keep(chord) => self.rhythm.down() == Some(*chord) && self.queue.is_empty(),
            Input::Hold(key) => !self.held.contains(key),
            Input::Release(key) => self.held.contains(key),
        }
    }

    /// The keys that are held.
    pub fn held(&self) -> &[Key] {
        &self.held
    }

    /// Number of chords that still fit into the queue.
    pub fn room(&self) -> usize {
        MAX_QUEUE.saturating_sub(self.queue.len())
    }

    /// Keeps `chord` down for another frame, if it is down now and nothing is queued. A host that reports key
    /// releases calls this in each frame while the key is down.
    pub fn keep(&mut self, chord: Chord) {
        if self.is_news(&Input::Keep(chord)) {
            self.rhythm.keep(1);
        }
    }

    /// Holds `key` down until [`Self::release`].
    pub fn hold(&mut self, key: Key) {
        if self.is_news(&Input::Hold(key)) {
            self.held.push(key);
        }
    }

    /// Releases `key`.
    pub fn release(&mut self, key: Key) {
        self.held.retain(|&held| held != key);
    }

    /// Releases all keys and clears the queue.
    pub fn let_go(&mut self) {
        *self = HostKeys::default();
    }

    /// Whether something is being typed.
    pub fn is_busy(&self) -> bool {
        self.rhythm.down().is_some() || !self.queue.is_empty()
    }

    /// Presses and releases what is due; call this before each frame.
    pub fn before_frame(&mut self, machine: &mut Spectrum) {
        self.quiet = self.quiet.saturating_add(1);
        self.rhythm.next_frame();
        if self.rhythm.up() > MIN_UP_FRAMES
            && !self.has_to_wait(machine)
            && let Some(chord) = self.queue.pop_front()
        {
            self.rhythm.press(chord);
        }
        let keyboard = machine.keyboard_mut();
        keyboard.release_all();
        let chord = self.rhythm.down();
        let keys = chord.into_iter().flat_map(Chord::keys);
        keys.chain(self.held.iter().copied())
            .for_each(|key| keyboard.press(key));
    }

    /// Whether the ROM reads keys but has not read the last one yet, for example while it checks a long line.
    fn has_to_wait(&self, machine: &Spectrum) -> bool {
        let reads = sysvars::in_input(machine) || !sysvars::runs_program(machine);
        self.rhythm.up() < MAX_WAIT_FRAMES && reads && sysvars::key_pending(machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::{ROM_SIZE, Rom};

    /// Lengths in frames of the runs with and without the key A down.
    fn runs(mut at: impl FnMut(u32, &mut HostKeys), frames: u32) -> Vec<(bool, u32)> {
        let mut machine = Spectrum::new(&Rom::from_bytes(&[0; ROM_SIZE]).unwrap());
        let mut host_keys = HostKeys::default();
        let mut runs: Vec<(bool, u32)> = Vec::new();
        for frame in 0..frames {
            at(frame, &mut host_keys);
            host_keys.before_frame(&mut machine);
            let down = machine.keyboard_mut().is_down(Key::A);
            match runs.last_mut() {
                Some((last, count)) if *last == down => *count += 1,
                _ => runs.push((down, 1)),
            }
        }
        runs
    }

    const A: Chord = Chord::key(Key::A);

    #[test]
    fn typed_twice_at_once_is_two_keys() {
        let typed = runs(
            |frame, host_keys| {
                if frame == 10 {
                    host_keys.press(&[A]);
                    host_keys.press(&[A]);
                }
            },
            40,
        );
        assert_eq!(
            typed,
            [(false, 10), (true, 4), (false, 4), (true, 4), (false, 18)]
        );
    }

    #[test]
    fn a_repeating_key_stays_down() {
        let held = runs(
            |frame, host_keys| {
                if (10..30).contains(&frame) && frame % 2 == 0 {
                    host_keys.press(&[A]);
                }
            },
            50,
        );
        // Last pressed in frame 28: down for four frames from there.
        assert_eq!(held, [(false, 10), (true, 22), (false, 18)]);
    }

    #[test]
    fn a_held_key_is_down_beside_what_is_typed() {
        let held = runs(
            |frame, host_keys| match frame {
                3 => host_keys.hold(Key::A),
                5 => host_keys.press(&[Chord::ENTER]),
                20 => host_keys.release(Key::A),
                _ => {}
            },
            30,
        );
        assert_eq!(held, [(false, 3), (true, 17), (false, 10)]);
    }

    #[test]
    fn a_kept_chord_goes_up_with_the_hosts_key() {
        let kept = runs(
            |frame, host_keys| {
                if frame == 5 {
                    host_keys.press(&[A]);
                }
                if (6..30).contains(&frame) {
                    host_keys.keep(A);
                }
            },
            40,
        );
        assert_eq!(kept, [(false, 5), (true, 25), (false, 10)]);
    }

    #[test]
    fn the_queue_is_bounded() {
        let mut host_keys = HostKeys::default();
        for _ in 0..10_000 {
            host_keys.press(&[A, Chord::ENTER]);
        }
        assert_eq!(host_keys.queue.len(), MAX_QUEUE);
    }
}
