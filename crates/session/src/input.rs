//! What is put into an emulator while it runs.

use girafa_spectrum::Key;

use crate::keys::Chord;

/// What is done to an emulator between two frames, so that a copy can be given the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// An answer, typed as fast as the ROM takes it, before anything else goes on.
    Type(Vec<Chord>),
    /// Chords one after another ([`HostKeys::press`](crate::host_keys::HostKeys::press)).
    Press(Vec<Chord>),
    /// A chord that stays down for a frame ([`HostKeys::keep`](crate::host_keys::HostKeys::keep)).
    Keep(Chord),
    /// A key goes down ([`HostKeys::hold`](crate::host_keys::HostKeys::hold)).
    Hold(Key),
    /// It goes up.
    Release(Key),
    /// The next tape goes into the recorder ([`Tapes::turn`](crate::tapes::Tapes::turn)).
    TurnTape,
}

impl Input {
    /// How much memory it takes, in chords.
    pub fn weight(&self) -> usize {
        match self {
            Input::Type(chords) | Input::Press(chords) => 1 + chords.len(),
            _ => 1,
        }
    }
}
