//! Reconstructs what the television showed at a run's end. Watching the beam all the time makes runs slower.
//!
//! A machine is a value and its runs are deterministic: a copy is saved every `FRAMES` frames, together with
//! the keys that are down in each frame since. At the end the copy runs those frames again, with the beam
//! watched.

use girafa_spectrum::{Keyboard, Spectrum, Stop};

/// Frames between two copies: the maximum number of frames that run again.
const FRAMES: usize = 64;

/// The data to reconstruct the picture of the last frame.
#[derive(Debug, Clone, Default)]
pub struct BeamReplay {
    /// The machine before the first of `keys`.
    before: Option<Box<Spectrum>>,
    /// The keyboard in each frame since.
    keys: Vec<Keyboard>,
}

impl BeamReplay {
    /// Records that `machine` is about to run a frame, or the rest of one; call this before each.
    pub fn before_frame(&mut self, machine: &mut Spectrum) {
        if self.before.is_none() || self.keys.len() == FRAMES {
            self.before = Some(Box::new(machine.clone()));
            self.keys.clear();
        }
        self.keys.push(machine.keyboard_mut().clone());
    }

    /// Returns the machine after the last recorded frame, with the beam watched in the frames before: its
    /// pictures are those of the television. `None` if no frame was recorded.
    pub fn machine(&self) -> Option<Spectrum> {
        let mut machine = self.before.as_deref()?.clone();
        machine.watch_writes(None);
        machine.watch_beam(true);
        for keys in &self.keys {
            *machine.keyboard_mut() = keys.clone();
            let mut stop = machine.run_frame();
            while stop != Stop::Frame {
                stop = machine.resume();
            }
        }
        Some(machine)
    }
}
