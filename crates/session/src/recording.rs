//! Extracts the keys of a run, to replay it from its start.

use std::collections::BTreeMap;

use girafa_spectrum::Key;
use thiserror::Error;

use crate::emulator::Emulator;
use crate::history::History;
use crate::key_script::{Item, MAX_FRAMES};
use crate::timeline::Replayable;

/// Why the keys of a run do not reproduce it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The beginning of the run is no longer recorded.
    #[error("the run is too long: its beginning is forgotten")]
    Forgotten,
    /// Something other than keys has changed the run.
    #[error(
        "something other than keys has changed the run: a restart, another state or tape, a switch, or a POKE"
    )]
    Changed,
    /// The run has more frames than a key script can address.
    #[error("the run is longer than an hour")]
    Long,
}

/// Returns the keys pressed in the run up to the current moment of `history`, each with its time, without the
/// ENTER of RUN.
///
/// # Errors
/// The run cannot be reproduced by keys alone.
pub fn keys(history: &History) -> Result<Vec<Item>, RecordingError> {
    let timeline = history.timeline();
    let last = timeline.now();
    if !timeline.is_recorded() || timeline.first() > 0 {
        return Err(RecordingError::Forgotten);
    }
    if last > MAX_FRAMES {
        return Err(RecordingError::Long);
    }
    if (1..=last).any(|frame| timeline.cut(frame).is_some()) {
        return Err(RecordingError::Changed);
    }
    let first = timeline.segments_before(0).next();
    let mut emulator = first.ok_or(RecordingError::Forgotten)?.state.clone();
    let mut down: BTreeMap<Key, u64> = BTreeMap::new();
    let mut presses: BTreeMap<(u64, u64), Vec<Key>> = BTreeMap::new();
    let start = start_frames(&emulator);
    for frame in 0..=last {
        let mut now = Vec::new();
        if frame < last {
            timeline.put_in_again(frame, &mut emulator);
            emulator.run_again();
            let keyboard = emulator.machine_mut().keyboard_mut();
            let pressed = Key::ALL.into_iter().filter(|key| keyboard.is_down(*key));
            now.extend(pressed.filter(|_| frame >= start));
        }
        down.retain(|key, since| {
            let stays = now.contains(key);
            if !stays {
                presses.entry((*since, frame)).or_default().push(*key);
            }
            stays
        });
        for key in now {
            down.entry(key).or_insert(frame);
        }
    }
    Ok(presses
        .into_iter()
        .map(|((at, end), keys)| press(keys, at, end))
        .collect())
}

/// Frames in which the ENTER of RUN is typed, if `first` types it. A text that the user types at once follows.
fn start_frames(first: &Emulator) -> u64 {
    let mut emulator = first.clone();
    let mut frames = 0;
    while emulator.types_answer() {
        emulator.run_again();
        frames += 1;
    }
    frames
}

/// Keys that are down from frame `at` to before frame `end`; shifts come first, as in key scripts.
fn press(mut keys: Vec<Key>, at: u64, end: u64) -> Item {
    keys.sort_by_key(|key| (*key != Key::CapsShift, *key != Key::SymbolShift, *key));
    Item::PressAt {
        keys,
        at: u32::try_from(at).unwrap_or(u32::MAX),
        frames: u32::try_from(end - at).unwrap_or(u32::MAX),
    }
}
