//! Debugging in a page: breakpoints, steps in both directions, and where the value of a variable comes from.

use girafa_debugger::{Condition, Direction, Location, Origin, Step, Stop};
use girafa_inspect::StatementPlace;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json};
use crate::machine::Machine;

/// Where the value of a variable comes from.
#[derive(Serialize)]
struct Why {
    name: String,
    /// Its value as BASIC prints it; none if the variable did not exist.
    value: Option<String>,
    /// The statement that set it.
    set: Source,
    /// Whether that was an answer to INPUT.
    is_answer: bool,
    /// The DATA statement from which READ took it.
    data: Option<Source>,
    /// The variables that the statement read.
    reads: Vec<Read>,
}

/// A variable that a statement read.
#[derive(Serialize)]
struct Read {
    name: String,
    value: Option<String>,
    /// The statement that had set it, if one did.
    set: Option<Source>,
}

/// A statement that has run.
#[derive(Serialize)]
struct Source {
    /// Its line; none for a change from outside the program.
    line: Option<u16>,
    statement: u8,
    text: String,
    /// When it began.
    frame: u64,
    tstate: u32,
}

impl From<Origin> for Source {
    fn from(origin: Origin) -> Source {
        let place = (origin.place != girafa_debugger::MANUAL_CHANGE).then_some(origin.place);
        Source {
            line: place.map(|place| place.line),
            statement: place.map_or(0, |place| place.statement),
            text: origin.text.trim().to_owned(),
            frame: origin.moment.frame,
            tstate: origin.moment.tstate,
        }
    }
}

#[wasm_bindgen]
impl Machine {
    /// Sets the lines before which [`frames_to_stop`](Self::frames_to_stop) stops, instead of the earlier
    /// ones. A line that the program does not have has no effect.
    ///
    /// # Errors
    /// There are too many: the first ones are set.
    pub fn set_breakpoints(&mut self, lines: Vec<u16>) -> JsResult<()> {
        self.debugger.remove_breakpoints(|_| true);
        for line in lines {
            let location = Location::Statement(StatementPlace { line, statement: 1 });
            (self.debugger)
                .add_breakpoint(location, Condition::default(), None, false)
                .map_err(error)?;
        }
        Ok(())
    }

    /// Lets [`frames_to_stop`](Self::frames_to_stop) stop before the next statement, too.
    pub fn step(&mut self) {
        self.step = Some(self.debugger.begin(Step::Statement));
    }

    /// Runs `count` frames, or less if it stops before a statement with a breakpoint, or at the end of a step.
    /// Returns whether it has stopped there.
    pub fn frames_to_stop(&mut self, count: u32) -> bool {
        for _ in 0..count {
            self.before_frame();
            let stop = match &mut self.step {
                Some(begun) => self.debugger.frame_of_step(begun),
                None => self.debugger.frame(),
            };
            self.after_frame();
            if stop.is_some() {
                self.step = None;
                return true;
            }
        }
        false
    }

    /// Goes back to the start of the previous statement. Returns false at the start of the history.
    pub fn step_back(&mut self) -> bool {
        let stop = self
            .debugger
            .step(Step::Statement, Direction::Backward, &mut |_| true);
        self.has_moved();
        stop != Stop::Beginning
    }

    /// Goes back to the last breakpoint, or to the start of the history, where it returns false.
    pub fn run_back(&mut self) -> bool {
        let stop = self.debugger.resume_back(&mut |_| true);
        self.has_moved();
        stop != Stop::Beginning
    }

    /// Where the value of a variable comes from, as JSON: `a`, `n$`, `a(2,3)`, or `a()` for a whole array.
    ///
    /// # Errors
    /// The text is not the name of a variable, or no statement has set it.
    pub fn why(&mut self, variable: &str) -> JsResult<String> {
        let why = self.debugger.why(variable, None).map_err(error)?;
        let set = Origin {
            moment: why.set.moment,
            place: why.set.place,
            text: why.text,
        };
        let reads = why.reads.into_iter().map(|read| Read {
            name: read.name,
            value: read.value,
            set: read.set.map(Source::from),
        });
        Ok(json(&Why {
            name: why.name,
            value: why.value,
            set: set.into(),
            is_answer: why.is_answer,
            data: why.data.map(Source::from),
            reads: reads.collect(),
        }))
    }
}
