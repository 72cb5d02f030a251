//! The tapes of a session: the one that its program came from, and the cassette that SAVE records on.
//!
//! When a SAVE is complete, the cassette is rewound and inserted, so that VERIFY and LOAD find its blocks.
//! When the ROM waits at the end of a tape, the cassette is rewound or inserted, as a user would do who looks
//! for something that he has saved. The first tape is inserted again only if a SAVE has removed it before its
//! end. When the ROM has read all tapes without success, the program waits for a tape that does not exist.

use girafa_spectrum::{Spectrum, Tape};

use crate::cassette::{Cassette, Recorded};
use girafa_inspect::StatementPlace;
use girafa_inspect::sysvars;

/// A session's tapes.
#[derive(Debug, Clone)]
pub struct Tapes {
    /// The tape that the program came from, if it has other things on it.
    first: Option<Tape>,
    cassette: Cassette,
    /// The statement that waited at a tape's end, the amount of data loaded by then, and the number of tapes
    /// inserted for it since. In a loop the same statement may wait again after it has loaded something.
    waited: Option<(StatementPlace, usize, u32)>,
    cassette_is_in: bool,
    /// Whether the first tape was removed before its end.
    is_displaced: bool,
    is_full: bool,
    saves: u64,
}

impl Tapes {
    /// Takes the tape in the recorder of `machine`, and a cassette, which is inserted if there is no other
    /// tape.
    pub fn new(machine: &mut Spectrum, cassette: Cassette) -> Tapes {
        let first = machine.deck().tape().cloned();
        let cassette_is_in = first.is_none() && !cassette.blocks().is_empty();
        if cassette_is_in {
            machine.insert_tape(cassette.tape());
        }
        Tapes {
            first,
            cassette,
            waited: None,
            cassette_is_in,
            is_displaced: false,
            is_full: false,
            saves: 0,
        }
    }

    /// Collects what SAVE has recorded, and checks whether the program has left the statement that waited.
    /// Call this after each frame.
    pub fn after_frame(&mut self, machine: &mut Spectrum) {
        if self
            .waited
            .is_some_and(|(place, ..)| place != sysvars::place(machine))
        {
            self.waited = None;
        }
        let has_more = !self.cassette_is_in && !machine.deck().is_at_end();
        let recorded = self.cassette.after_frame(machine);
        if recorded == Some(Recorded::Saved) {
            self.is_displaced |= self.first.is_some() && has_more;
            self.cassette_is_in = true;
        }
        self.is_full |= recorded == Some(Recorded::Full);
        self.saves += u64::from(recorded == Some(Recorded::Saved));
    }

    /// Whether there is a tape left to try for a ROM that waits at the end of one.
    pub fn can_turn(&self, machine: &Spectrum) -> bool {
        let tapes = u32::from(self.displaced().is_some()) + u32::from(self.has_cassette());
        self.turns(machine) < tapes
    }

    /// Inserts the next tape, if [there is one](Self::can_turn).
    pub fn turn(&mut self, machine: &mut Spectrum) {
        if !self.can_turn(machine) {
            return;
        }
        let (place, loaded) = (sysvars::place(machine), machine.deck().data_loaded());
        self.waited = Some((place, loaded, self.turns(machine) + 1));
        let first = self.displaced();
        let to_cassette = self.has_cassette() && (first.is_none() || !self.cassette_is_in);
        let tape = match first {
            Some(first) if !to_cassette => first.clone(),
            _ => self.cassette.tape(),
        };
        machine.insert_tape(tape);
        self.cassette_is_in = to_cassette;
    }

    fn has_cassette(&self) -> bool {
        !self.cassette.blocks().is_empty()
    }

    fn displaced(&self) -> Option<&Tape> {
        self.first.as_ref().filter(|_| self.is_displaced)
    }

    /// Number of tapes inserted for the statement that waits.
    fn turns(&self, machine: &Spectrum) -> u32 {
        let waits = (sysvars::place(machine), machine.deck().data_loaded());
        match self.waited {
            Some((place, loaded, turns)) if (place, loaded) == waits => turns,
            _ => 0,
        }
    }

    /// The cassette.
    pub fn cassette(&self) -> &Cassette {
        &self.cassette
    }

    /// Number of completed SAVEs.
    pub fn saves(&self) -> u64 {
        self.saves
    }

    /// A warning for the user, if a SAVE did not fit on the cassette.
    pub fn warning(&self) -> Option<&'static str> {
        self.is_full
            .then_some("the tape is full: the last data written by SAVE is not on it")
    }
}
