//! The interface through which a driver reports what happens and asks for more input.

use std::ops::ControlFlow;

use girafa_inspect::StatementPlace;
use girafa_inspect::cover::Cover;
use girafa_inspect::profile::Profile;
use girafa_spectrum::Spectrum;

use crate::cassette::Cassette;
use crate::key_script::Item;
use crate::keys::Chord;

/// A request for input beyond the answers and keys that the program was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The unfinished row of the transcript, if it is recorded.
    pub row: String,
    /// The lower screen without the cursor, its rows one after another; empty if the program waits for a key.
    pub prompt: String,
}

/// Receives the reports of a running driver. Every method does nothing by default.
pub trait Listener {
    /// New rows of the transcript are finished, each with its newline.
    fn printed(&mut self, rows: &str) {
        let _ = rows;
    }

    /// A frame is over, the `frames`th since the program's start. Break ends the session like the frame
    /// limit.
    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        let _ = frames;
        ControlFlow::Continue(())
    }

    /// Called with the machine at the end of each frame.
    fn picture(&mut self, machine: &Spectrum) {
        let _ = machine;
    }

    /// Samples of the sound of the last frame; only after
    /// [`Driver::with_sound`](crate::driver::Driver::with_sound). Returns whether they were taken; otherwise
    /// the driver keeps them.
    fn sound(&mut self, samples: &[i16]) -> bool {
        let _ = samples;
        false
    }

    /// A statement begins, `tstates` T-states after the program's start; only after
    /// [`Driver::with_statements`](crate::driver::Driver::with_statements).
    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        let _ = (place, tstates);
    }

    /// INPUT waits, and no answer is left: returns the chords of one, without its ENTER. `None` ends the
    /// session.
    fn answer(&mut self, question: &Question) -> Option<Vec<Chord>> {
        let _ = question;
        None
    }

    /// The program waits for a key, and none is left: returns more keys, if there are any.
    fn keys(&mut self, question: &Question, machine: &Spectrum) -> Option<Vec<Item>> {
        let _ = (question, machine);
        None
    }

    /// A SAVE is complete; only after [`Driver::with_tapes`](crate::driver::Driver::with_tapes).
    fn saved(&mut self, cassette: &Cassette) {
        let _ = cassette;
    }

    /// The ROM was waiting for a key at the end of a frame. `tstates` are those of the frame, or of the part
    /// of it that belongs to the run.
    fn waited(&mut self, tstates: u64) {
        let _ = tstates;
    }
}

/// Ignores all reports.
impl Listener for () {}

impl Listener for Cover {
    fn statement(&mut self, place: StatementPlace, _tstates: u64) {
        Cover::statement(self, place);
    }
}

impl Listener for Profile {
    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        Profile::statement(self, place, tstates);
    }

    fn waited(&mut self, tstates: u64) {
        Profile::waited(self, tstates);
    }
}
