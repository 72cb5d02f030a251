//! Types long texts as fast as the ROM accepts keys. The [key rhythm](girafa_session::key_rhythm) would
//! take minutes.

use girafa_inspect::sysvars;
use girafa_session::keys::Chord;
use girafa_spectrum::{Key, Spectrum};
use thiserror::Error;

/// Maximum number of frames until the ROM waits for a key again: 40 seconds.
const MAX_WAIT_FRAMES: u32 = 2000;

/// The ROM has stopped accepting keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the ROM does not wait for a key 40 seconds after key {typed} of the text")]
pub struct Stuck {
    /// Number of chords typed, including the last one, which the ROM did not accept.
    pub typed: usize,
}

/// Number of keys that the ROM can treat as held at one time: KSTATE has two slots.
const KEYS_HELD: usize = 2;

/// Types chords one after another on a machine that waits in its editor or in INPUT, and returns the number
/// of frames that this took. A key is down for one frame; the next one follows when the ROM has read it,
/// shown the line with its new cursor, and waits again. The ROM treats a key as held for some frames after
/// its release: until then it ignores the same key, and has no slot for a third one.
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

/// Runs frames until `done` and returns their number; `None` after `MAX_WAIT_FRAMES`.
fn wait(machine: &mut Spectrum, done: impl Fn(&Spectrum) -> bool) -> Option<u32> {
    (0..MAX_WAIT_FRAMES).find(|_| {
        let done = done(machine);
        if !done {
            machine.run_frame();
        }
        done
    })
}
