//! The sound of a run that has not been taken yet.

use girafa_spectrum::Spectrum;
use girafa_spectrum::sound::Sound;

use crate::Debugger;

/// Maximum number of seconds of sound that are kept; older sound is discarded.
pub const MAX_SECONDS: usize = 60;

/// Samples that have not been taken yet.
#[derive(Debug)]
pub(crate) struct SoundHistory {
    sound: Sound,
    rate: u32,
    samples: Vec<i16>,
}

impl SoundHistory {
    /// Records the machine's sound up to now.
    pub fn listen(&mut self, machine: &mut Spectrum) {
        self.sound.render(machine, &mut self.samples);
        let most = MAX_SECONDS * self.rate as usize;
        // With some slack, so that samples are not moved after each frame.
        if self.samples.len() > most + most / 16 {
            self.samples.drain(..self.samples.len() - most);
        }
    }
}

impl Debugger {
    /// Also records the sound, at `rate` samples per second. Call it before anything has run.
    pub fn with_sound(self, rate: u32) -> Debugger {
        let mut debugger = Debugger {
            driver: self.driver.with_beeps(),
            ..self
        };
        let machine = debugger.driver.machine_mut();
        debugger.heard = Some(SoundHistory {
            sound: Sound::new(machine, rate),
            rate,
            samples: Vec::new(),
        });
        debugger
    }

    /// Records the sound up to now, if it is recorded at all.
    pub(crate) fn listen(&mut self) {
        if let Some(heard) = &mut self.heard {
            heard.listen(self.driver.machine_mut());
        }
    }

    /// Restarts the sound after a jump to another moment.
    pub(crate) fn listen_from_here(&mut self) {
        if let Some(heard) = &mut self.heard {
            let machine = self.driver.machine_mut();
            heard.sound = Sound::new(machine, heard.rate);
        }
    }

    /// Returns the samples since the last call, 16-bit mono; empty if sound is not recorded. Frames that run
    /// again are recorded again; a jump to a moment adds no sound.
    pub fn take_samples(&mut self) -> Vec<i16> {
        self.listen();
        let heard = self.heard.as_mut();
        heard
            .map(|heard| std::mem::take(&mut heard.samples))
            .unwrap_or_default()
    }
}
