//! What the television showed at a run's end, without watching the beam all the time, which makes runs
//! slower.
//!
//! A machine is a value and its runs are deterministic: a copy is put by every so many frames, together with
//! the keys that are down in each frame since. At the end the copy runs those frames again, and the beam is
//! watched.

use girafa_spectrum::{Keyboard, Spectrum, Stop};

/// Frames from one copy to the next: as many as are run again at most.
const FRAMES: usize = 64;

/// The way back to the last frame.
#[derive(Debug, Clone, Default)]
pub struct Television {
    /// The machine before the first of `keys`.
    before: Option<Box<Spectrum>>,
    /// The keyboard in each frame since.
    keys: Vec<Keyboard>,
}

impl Television {
    /// Notes that `machine` is about to run a frame, or the rest of one; to be called before each.
    pub fn before_frame(&mut self, machine: &mut Spectrum) {
        if self.before.is_none() || self.keys.len() == FRAMES {
            self.before = Some(Box::new(machine.clone()));
            self.keys.clear();
        }
        self.keys.push(machine.keyboard_mut().clone());
    }

    /// The machine after the last frame noted, with the beam watched in the frames before: its pictures are
    /// those of the television. `None` if no frame was noted.
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
