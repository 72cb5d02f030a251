//! What is being typed, as a value that can be stored. Snapshot formats do not have it.

use girafa_spectrum::Key;
use serde::{Deserialize, Serialize};

use crate::emulator::Emulator;
use crate::host_keys::HostKeys;
use crate::typing::TypingQueue;

/// The keys of an [`Emulator`] that are down and those that go down later, with their timing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KeyboardState {
    #[serde(with = "crate::keys::numbers")]
    down: Vec<Key>,
    typist: TypingQueue,
    host_keys: HostKeys,
    in_frame: Option<bool>,
    is_at_address: bool,
}

impl Emulator {
    /// What is being typed.
    pub fn keyboard_state(&self) -> KeyboardState {
        let keyboard = self.now.machine.keyboard();
        let is_down = |&key: &Key| keyboard.is_down(key);
        KeyboardState {
            down: Key::ALL.into_iter().filter(is_down).collect(),
            typist: self.now.typist.clone(),
            host_keys: self.host_keys.clone(),
            in_frame: self.in_frame,
            is_at_address: self.is_at_address,
        }
    }

    /// Continues what was being typed on another emulator, whose machine was in the state that this one is in.
    pub fn set_keyboard_state(&mut self, state: KeyboardState) {
        let keyboard = self.now.machine.keyboard_mut();
        keyboard.release_all();
        state.down.iter().for_each(|&key| keyboard.press(key));
        self.now.typist = state.typist;
        self.host_keys = state.host_keys;
        self.in_frame = state.in_frame;
        self.is_at_address = state.is_at_address;
    }
}
