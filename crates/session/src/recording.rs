//! Extracts the keys of a run, to replay it from its start, or its input as a `.rzx` recording.

use std::collections::BTreeMap;

use girafa_spectrum::Key;
use girafa_spectrum::rzx::Recording;
use thiserror::Error;

use crate::emulator::Emulator;
use crate::history::History;
use crate::key_script::{Item, MAX_FRAMES};
use crate::timeline::Replayable;

/// Why a run cannot be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The beginning of the run is no longer recorded.
    #[error("the run is too long: its beginning is forgotten")]
    Forgotten,
    /// Something other than keys has changed the run.
    #[error(
        "something other than keys has changed the run: a restart, another state or tape, a switch, a joystick, or a POKE"
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
    if last > MAX_FRAMES {
        return Err(RecordingError::Long);
    }
    let mut emulator = first_state(history)?;
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
    if emulator.machine().joystick().is_some() {
        return Err(RecordingError::Changed);
    }
    Ok(presses
        .into_iter()
        .map(|((at, end), keys)| press(keys, at, end))
        .collect())
}

/// Runs again up to the current moment of `history`, and records the input.
///
/// # Errors
/// The beginning is forgotten, or something other than keys has changed the run.
pub fn input(history: &History) -> Result<Recording, RecordingError> {
    let timeline = history.timeline();
    let mut emulator = first_state(history)?;
    emulator.machine_mut().start_recording();
    for frame in 0..timeline.now() {
        timeline.put_in_again(frame, &mut emulator);
        emulator.run_again();
    }
    Recording::of(emulator.machine()).ok_or(RecordingError::Forgotten)
}

/// The emulator at the start of a run that only keys have changed since.
fn first_state(history: &History) -> Result<Emulator, RecordingError> {
    let timeline = history.timeline();
    if !timeline.is_recorded() || timeline.first() > 0 {
        return Err(RecordingError::Forgotten);
    }
    if (1..=timeline.now()).any(|frame| timeline.cut(frame).is_some()) {
        return Err(RecordingError::Changed);
    }
    let first = timeline.segments_before(0).next();
    Ok(first.ok_or(RecordingError::Forgotten)?.state.clone())
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
