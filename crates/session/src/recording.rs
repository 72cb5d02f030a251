//! The keys of a run that is over, for the same run from its start.

use std::collections::BTreeMap;

use girafa_spectrum::Key;
use thiserror::Error;

use crate::emulator::{Emulator, Pause};
use crate::history::{History, Moment, Past};
use crate::key_script::{Item, MAX_FRAMES};
use crate::timeline::Timeline;

/// Why the keys of a run do not give the same run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The past is not kept from the start on.
    #[error("the run is too long: its beginning is forgotten")]
    Forgotten,
    /// Something else than keys has changed the run.
    #[error(
        "something other than keys has changed the run: a restart, another state or tape, a switch, or a POKE"
    )]
    Changed,
    /// It has more frames than a key script can name.
    #[error("the run is longer than an hour")]
    Long,
}

/// The keys that were down in the run that leads to the latest frame of `history`, each with its time. What the
/// machine itself typed, as RUN, is left out.
///
/// # Errors
/// The run cannot be had again by keys alone.
pub fn keys(history: &History) -> Result<Vec<Item>, RecordingError> {
    let timeline = history.timeline();
    let last = timeline.last();
    if !timeline.is_recorded() || timeline.first() > 0 {
        return Err(RecordingError::Forgotten);
    }
    if last > MAX_FRAMES {
        return Err(RecordingError::Long);
    }
    if (1..=last).any(|frame| timeline.cut(frame).is_some()) {
        return Err(RecordingError::Changed);
    }
    let mut past = history.past_at(Moment::default(), None);
    past.emulator_mut().look_away(true);
    let mut down: BTreeMap<Key, u64> = BTreeMap::new();
    let mut presses: BTreeMap<(u64, u64), Vec<Key>> = BTreeMap::new();
    for frame in 0..=last {
        let now = if frame < last {
            keys_of_frame(&mut past, timeline)
        } else {
            Vec::new()
        };
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

/// Runs a frame, and gives the keys that are down in it.
fn keys_of_frame(past: &mut Past, timeline: &Timeline<Emulator>) -> Vec<Key> {
    let types_answer = past.emulator().types_answer();
    while past.run_on(timeline) != Pause::Frame {}
    if types_answer {
        return Vec::new();
    }
    let keyboard = past.emulator_mut().machine_mut().keyboard_mut();
    Key::ALL
        .into_iter()
        .filter(|key| keyboard.is_down(*key))
        .collect()
}

/// Keys that are down from frame `at` to before frame `end`; shifts are named first, as key scripts do.
fn press(mut keys: Vec<Key>, at: u64, end: u64) -> Item {
    keys.sort_by_key(|key| (*key != Key::CapsShift, *key != Key::SymbolShift, *key));
    Item::PressAt {
        keys,
        at: u32::try_from(at).unwrap_or(u32::MAX),
        frames: u32::try_from(end - at).unwrap_or(u32::MAX),
    }
}
