//! The sound of a run, as far as nobody has taken it.

use girafa_spectrum::Spectrum;
use girafa_spectrum::sound::Sound;

use crate::Debugger;
use girafa_session::emulator::Emulator;

/// Seconds of sound that wait to be taken at most; what is older is forgotten.
pub const MAX_SECONDS: usize = 60;

/// Samples on their way.
#[derive(Debug)]
pub(crate) struct SoundHistory {
    sound: Sound,
    rate: u32,
    samples: Vec<i16>,
}

impl SoundHistory {
    /// Takes down what the machine has said up to now.
    pub fn listen(&mut self, machine: &mut Spectrum) {
        self.sound.render(machine, &mut self.samples);
        let most = MAX_SECONDS * self.rate as usize;
        // And some more, so that it need not be done after each frame.
        if self.samples.len() > most + most / 16 {
            self.samples.drain(..self.samples.len() - most);
        }
    }
}

impl Debugger {
    /// Debugs as [`new`](Self::new) does, and takes up the sound, `rate` samples a second.
    pub fn with_sound(emulator: Emulator, rate: u32) -> Debugger {
        let mut debugger = Debugger::new(emulator.with_sound());
        let machine = debugger.driver.machine_mut();
        debugger.heard = Some(SoundHistory {
            sound: Sound::new(machine, rate),
            rate,
            samples: Vec::new(),
        });
        debugger
    }

    /// Takes down the sound up to now, where it is taken up.
    pub(crate) fn listen(&mut self) {
        if let Some(heard) = &mut self.heard {
            heard.listen(self.driver.machine_mut());
        }
    }

    /// The run is at another moment: what is heard next is what runs next.
    pub(crate) fn listen_from_here(&mut self) {
        if let Some(heard) = &mut self.heard {
            let machine = self.driver.machine_mut();
            heard.sound = Sound::new(machine, heard.rate);
        }
    }

    /// The samples since the last call, mono, of 16 bits; nothing where sound is not taken up. What runs
    /// again is heard again; a moment that is gone to is not heard.
    pub fn take_samples(&mut self) -> Vec<i16> {
        self.listen();
        let heard = self.heard.as_mut();
        heard
            .map(|heard| std::mem::take(&mut heard.samples))
            .unwrap_or_default()
    }
}
