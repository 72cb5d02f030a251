//! What an emulator observes in its machine: prints, statements, cells, the beam, sound.

use std::sync::Arc;

use girafa_inspect::sysvars;

use crate::emulator::Emulator;
use crate::observed::Observed;

impl Emulator {
    pub(crate) fn observing(mut self, more: impl FnOnce(&mut Observed)) -> Emulator {
        more(&mut self.observed);
        self.observed.set_up(&mut Arc::make_mut(&mut self.start).machine);
        self.observed.set_up(&mut self.now.machine);
        self
    }

    /// Observes what `other` observes.
    pub fn observed_as(mut self, other: &Emulator) -> Emulator {
        fn kept<T: Default>(own: Option<T>, other: &Option<T>) -> Option<T> {
            other.is_some().then(|| own.unwrap_or_default())
        }
        self.transcript = kept(self.transcript, &other.transcript);
        self.summary = kept(self.summary, &other.summary);
        self.beam_replay = kept(self.beam_replay, &other.beam_replay);
        match self.observed == other.observed {
            true => self,
            false => self.observing(|observed| *observed = other.observed),
        }
    }

    /// Watches the beam, so that pictures show colours that change under it.
    pub fn with_beam(self) -> Emulator {
        self.observing(|observed| observed.beam = true)
    }

    /// Collects the beeper's level changes.
    pub fn with_sound(self) -> Emulator {
        self.observing(|observed| observed.sound = true)
    }

    /// Records what is printed.
    pub fn with_transcript(mut self) -> Emulator {
        self.transcript.get_or_insert_default();
        self.observing(|observed| observed.printing = true)
    }

    /// Pauses at the start of each statement ([`Self::run_on`]).
    pub fn with_statements(self) -> Emulator {
        self.observing(|observed| observed.statements = true)
    }

    /// Pauses at the start of each statement, and records a summary ([`Self::take_segment_summary`]).
    pub fn with_marks(mut self) -> Emulator {
        self.summary.get_or_insert_default();
        self.observing(|observed| (observed.statements, observed.cells) = (true, true))
    }

    /// Keeps the data that [`machine_with_beam`](Self::machine_with_beam) needs.
    pub fn with_beam_replay(mut self) -> Emulator {
        self.beam_replay.get_or_insert_default();
        self
    }

    /// Suspends the observation of statements and cells, so that known frames run faster; that of the beam too,
    /// if the picture of the next frame is not needed.
    pub(crate) fn look_away(&mut self, beam: bool) {
        self.now.machine.watch_writes(None);
        self.now.machine.watch_screen(false);
        if beam {
            self.now.machine.watch_beam(false);
        }
    }

    /// Observes the beam again, before the frame whose picture is needed.
    pub(crate) fn look_at_beam(&mut self) {
        self.now.machine.watch_beam(self.observed.beam);
    }

    /// Observes statements and cells again.
    pub(crate) fn look_back(&mut self) {
        let machine = &mut self.now.machine;
        let watched = sysvars::SUBPPC..=sysvars::SUBPPC;
        machine.watch_writes(self.observed.statements.then_some(watched));
        machine.watch_screen(self.observed.cells);
    }
}
