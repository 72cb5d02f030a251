//! Typing as fast as the ROM can take it, without the [rhythm](crate::key_rhythm) of keys: for long texts,
//! for which that would take minutes.

use girafa_spectrum::{Key, Spectrum};
use thiserror::Error;

use crate::keys::Chord;
use girafa_inspect::sysvars;

/// Frames after which a ROM that does not come back to its wait for a key is given up: 40 seconds.
const MAX_WAIT_FRAMES: u32 = 2000;

/// A ROM that has stopped taking keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the ROM does not wait for a key 40 seconds after key {typed} of the text")]
pub struct Stuck {
    /// How many chords had been typed, the last one in vain.
    pub typed: usize,
}

/// Keys that the ROM can take to be held at one time: KSTATE has room for two.
const KEYS_HELD: usize = 2;

/// Types chords one after another on a machine that waits in its editor or in INPUT. A key is down for one
/// frame; the next one follows when the ROM has taken it, shown the line with its new cursor, and waits
/// again. The ROM takes a key to be held for some frames after it was let go: until then the same key does
/// not count again, and a third one finds no room. Gives the frames that it took.
pub fn dictate(machine: &mut Spectrum, chords: impl IntoIterator<Item = Chord>) -> Result<u32, Stuck> {
    let mut frames = 0;
    let mut recent: [Option<Key>; KEYS_HELD] = [None; KEYS_HELD];
    for (typed, chord) in chords.into_iter().enumerate() {
        let main = chord.keys().last();
        let limit = if recent.contains(&main) { 0 } else { KEYS_HELD - 1 };
        let let_go = |machine: &Spectrum| sysvars::keys_held(machine) <= limit;
        frames += wait(machine, let_go).ok_or(Stuck { typed })?;
        chord.keys().for_each(|key| machine.keyboard_mut().press(key));
        machine.run_frame();
        machine.keyboard_mut().release_all();
        frames += 1 + wait(machine, sysvars::is_ready_for_key).ok_or(Stuck { typed: typed + 1 })?;
        recent = [main, recent[0]];
    }
    Ok(frames)
}

/// Runs frames until `done`: how many; `None` if it takes too long.
fn wait(machine: &mut Spectrum, done: impl Fn(&Spectrum) -> bool) -> Option<u32> {
    (0..MAX_WAIT_FRAMES).find(|_| {
        let done = done(machine);
        if !done {
            machine.run_frame();
        }
        done
    })
}
