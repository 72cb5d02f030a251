//! Input to a running emulator.

use girafa_spectrum::Key;
#[cfg(doc)]
use girafa_spectrum::Spectrum;

use crate::keys::Chord;

/// An input to an emulator between two frames, which can be replayed on a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// An answer, typed as fast as the ROM accepts it, before any other key.
    Type(Vec<Chord>),
    /// Chords one after another ([`HostKeys::press`](crate::host_keys::HostKeys::press)).
    Press(Vec<Chord>),
    /// A chord that stays down for a frame ([`HostKeys::keep`](crate::host_keys::HostKeys::keep)).
    Keep(Chord),
    /// A key goes down ([`HostKeys::hold`](crate::host_keys::HostKeys::hold)).
    Hold(Key),
    /// A key goes up ([`HostKeys::release`](crate::host_keys::HostKeys::release)).
    Release(Key),
    /// The state of a Kempston joystick ([`Spectrum::set_joystick`]). The first one connects its interface.
    Joystick(u8),
    /// The next tape goes into the recorder ([`Tapes::turn`](crate::tapes::Tapes::turn)).
    TurnTape,
}

impl Input {
    /// Memory use, in chords.
    pub fn weight(&self) -> usize {
        match self {
            Input::Type(chords) | Input::Press(chords) => 1 + chords.len(),
            _ => 1,
        }
    }
}
