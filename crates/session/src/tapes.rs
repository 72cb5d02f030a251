//! The tapes of a session: the one that its program came from, and the cassette that SAVE records on.
//!
//! When a SAVE is complete the cassette is put in, wound to its start, so that VERIFY and LOAD find it there. When the ROM
//! waits at the end of a tape, the cassette is wound back, or put in: what a user does who looks for something that he has
//! saved. The first tape comes in again only where a SAVE has taken it out before its end. Where all of them have gone by in
//! vain, the program waits for a tape that there is not.

use girafa_spectrum::{Spectrum, Tape};

use crate::cassette::{Cassette, Recorded};
use crate::insight::StatementPlace;
use crate::sysvars;

/// A session's tapes.
#[derive(Debug, Clone)]
pub struct Tapes {
    /// The tape that the program came from, where that is one with other things on it.
    first: Option<Tape>,
    cassette: Cassette,
    /// The statement that waited at a tape's end, what had been loaded by then, and how many tapes have been put in for it
    /// since. In a loop the same statement may wait again after it has found something.
    waited: Option<(StatementPlace, usize, u32)>,
    cassette_is_in: bool,
    /// The first tape was taken out before its end.
    is_displaced: bool,
    is_full: bool,
}

impl Tapes {
    /// The tape that `machine` has in its recorder, and a cassette, which is put in where there is no other tape.
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
        }
    }

    /// Takes what SAVE has recorded; to be called after each frame. Whether a SAVE is complete.
    pub fn after_frame(&mut self, machine: &mut Spectrum) -> bool {
        let has_more = !self.cassette_is_in && !machine.deck().is_at_end();
        let recorded = self.cassette.after_frame(machine);
        if recorded == Some(Recorded::Saved) {
            self.is_displaced |= self.first.is_some() && has_more;
            self.cassette_is_in = true;
        }
        self.is_full |= recorded == Some(Recorded::Full);
        recorded == Some(Recorded::Saved)
    }

    /// Puts the next tape in for a ROM that waits at the end of one. Whether there was one that has not gone by in vain.
    pub fn turn(&mut self, machine: &mut Spectrum) -> bool {
        let has_cassette = !self.cassette.blocks().is_empty();
        let first = self.first.as_ref().filter(|_| self.is_displaced);
        let tapes = u32::from(first.is_some()) + u32::from(has_cassette);
        let place = sysvars::place(machine);
        let loaded = machine.deck().data_loaded();
        let turns = match self.waited {
            Some((waited, before, turns)) if (waited, before) == (place, loaded) => turns,
            _ => 0,
        };
        if turns >= tapes {
            return false;
        }
        self.waited = Some((place, loaded, turns + 1));
        let to_cassette = has_cassette && (first.is_none() || !self.cassette_is_in);
        match first {
            Some(first) if !to_cassette => machine.insert_tape(first.clone()),
            _ => machine.insert_tape(self.cassette.tape()),
        }
        self.cassette_is_in = to_cassette;
        true
    }

    /// Notes that the program has come further than the statement that waited.
    pub fn look(&mut self, machine: &Spectrum) {
        if self
            .waited
            .is_some_and(|(place, ..)| place != sysvars::place(machine))
        {
            self.waited = None;
        }
    }

    /// The cassette.
    pub fn cassette(&self) -> &Cassette {
        &self.cassette
    }

    /// Whether a SAVE found no more room on the cassette.
    pub fn is_full(&self) -> bool {
        self.is_full
    }
}
