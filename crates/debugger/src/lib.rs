//! A debugger for BASIC programs that runs forwards and backwards. The history of a run can be visited,
//! queried and changed.
//!
//! ```text
//!             ┌ forward: History::run_on ──► next statement, line, breakpoint, INPUT, end
//!  Debugger ──┼ backward ─┐
//!             ├ last run, ├──► segments that may have it, last first ──► run one again ──► the moment
//!             │ last set, │
//!             │ who wrote ┘
//!             └ why: last set, then the same of what that statement read
//! ```
//!
//! The [timeline](girafa_session::timeline) keeps at most 300 states of about 90 KiB, and for each segment
//! between two states 608 bytes of [`SegmentSummary`](girafa_session::segment_summary::SegmentSummary). So a
//! query replays only one or two segments, of at most 800 frames in a run of ten minutes. The segment of the
//! last query keeps a state for every 16 frames. All of this takes less than 40 MB (measured:
//! `docs/guides/debugging.md`).
//!
//! ```
//! use girafa_debugger::{Debugger, Stop};
//! use girafa_session::{Boot, End, RunRequest};
//! let request = RunRequest::of_listing("10 READ a\n20 LET b=a*2\n30 LET c=b+1\n40 STOP\n50 DATA 7")?;
//! let driver = request.start_recorded(|| Boot::new(&girafa_rom::girafa48()))?;
//! let mut debugger = Debugger::of(driver);
//! assert_eq!(debugger.resume(&mut |_| true), Stop::Ended(End::Report));
//! let why = debugger.why("c", None)?;
//! assert_eq!((why.set.place.to_string(), why.text.as_str()), ("30:1".to_owned(), "LET c=b+1"));
//! assert_eq!(why.reads[0].value.as_deref(), Some("14"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod breakpoints;
mod heard;
mod jump;
mod live;
mod origin;
mod seek;
mod stepping;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_jumps;
#[cfg(test)]
mod tests_of_keys;
#[cfg(test)]
mod tests_of_places;
#[cfg(test)]
mod tests_of_waits;

use girafa_inspect::evaluate::{EvaluateError, Evaluated, Expression};
use girafa_inspect::fault;
use girafa_inspect::sysvars;
use girafa_inspect::target::{Target, TargetError};
use girafa_inspect::{StatementPlace, program, statements};
use girafa_session::driver::Driver;
use girafa_session::emulator::{Emulator, Pause, TypeError};
use girafa_session::history::{History, Keeping, Moment};
use girafa_session::input::Input;
use girafa_session::keys::Chord;
use girafa_spectrum::{DotRow, Spectrum};

pub use breakpoints::{Breakpoint, BreakpointError, Condition, Hits, HitsError, Location};
pub use heard::MAX_SECONDS as MAX_SECONDS_OF_SOUND;
pub use jump::JumpError;
pub use origin::{Origin, Read, Why, WhyError};
pub use seek::{MANUAL_CHANGE, Setting, Written};
pub use stepping::{BegunStep, Direction, Step, Stop};

use breakpoints::{Breakpoints, Watched};
use heard::SoundHistory;
use seek::Scan;
use stepping::LastStop;

/// A debugger for one run of a program.
#[derive(Debug)]
pub struct Debugger {
    driver: Driver,
    /// Inputs to apply before the next frame.
    pending: Vec<Input>,
    /// Whether the run has stopped at a wait that ENTER ends when the run continues.
    waits_for_enter: bool,
    /// Where the run last ended or waited: if it continues from there without new input, or reaches it again
    /// from an earlier moment, it stops at once.
    last_stop: Option<LastStop>,
    breakpoints: Breakpoints,
    /// The T-states since the machine was switched on at which it has last stopped before a statement.
    statement_at: Option<u64>,
    /// The watched variables, as they were at the start of the last statement.
    watched: Vec<Watched>,
    /// The breakpoints reached at the last stop, in addition to those that it names.
    also_reached: Vec<u32>,
    /// The sound, if it is recorded.
    heard: Option<SoundHistory>,
    /// The segment that was scanned last.
    scan: Option<Scan>,
    /// Bytes of text and rows of paper that were shown already, since the beginning.
    shown: (u64, u64),
    /// The unfinished row, as it was shown.
    shown_row: String,
    /// Output of logpoints that has not been taken.
    log: String,
}

impl Debugger {
    /// Debugs the program in `emulator`, from now on.
    pub fn new(emulator: Emulator) -> Debugger {
        let emulator = emulator.with_transcript().with_marks();
        Debugger::of(Driver::of(emulator, Keeping::Past).attended())
    }

    /// Debugs the program in `emulator` without recording its past and without observing its statements: it runs
    /// several times as fast, but cannot go back, explain a value, step by statements, or stop at statements and
    /// at variables.
    pub fn without_past(emulator: Emulator) -> Debugger {
        Debugger::of(Driver::of(emulator.with_transcript(), Keeping::Latest).attended())
    }

    /// Debugs the program of a driver that records its past.
    pub fn of(driver: Driver) -> Debugger {
        Debugger {
            driver,
            pending: Vec::new(),
            waits_for_enter: false,
            last_stop: None,
            statement_at: None,
            breakpoints: Breakpoints::default(),
            watched: Vec::new(),
            also_reached: Vec::new(),
            heard: None,
            scan: None,
            shown: (0, 0),
            shown_row: String::new(),
            log: String::new(),
        }
    }

    /// The driver of the program, with its answers and keys.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// The driver of the program, to add answers and keys. Used ones do not come back when the run goes back.
    pub fn driver_mut(&mut self) -> &mut Driver {
        &mut self.driver
    }

    /// Whether the past is recorded.
    pub fn has_past(&self) -> bool {
        self.history().timeline().is_recorded()
    }

    /// The run and its past.
    pub fn history(&self) -> &History {
        self.driver.history()
    }

    /// The emulator in its current state.
    pub fn emulator(&self) -> &Emulator {
        self.driver.emulator()
    }

    /// The machine in its current state.
    pub fn machine(&self) -> &Spectrum {
        self.emulator().machine()
    }

    /// The current moment of the run.
    pub fn moment(&self) -> Moment {
        self.history().moment()
    }

    /// Emulated seconds since the program was started.
    pub fn seconds(&self) -> f64 {
        self.emulator().seconds()
    }

    /// The statement that runs or is about to; `None` if no statement of the program does.
    pub fn place(&self) -> Option<StatementPlace> {
        let machine = self.machine();
        let place = sysvars::place(machine);
        // In a jump the number is one less than that of the statement that is about to run.
        let statement = place.statement.max(1);
        (place.line <= girafa_basic::program::LAST_LINE).then_some(StatementPlace { statement, ..place })
    }

    /// The active GO SUBs, innermost first.
    pub fn calls(&self) -> Vec<StatementPlace> {
        fault::calls(self.machine())
    }

    /// The text of a statement of the program that is in the machine now.
    pub fn text_of(&self, place: StatementPlace) -> Option<String> {
        statement_text(self.machine(), place)
    }

    /// Evaluates an expression by running the ROM on a copy of the machine.
    ///
    /// # Errors
    /// The expression is not valid, or takes too long.
    pub fn evaluate(&self, source: &str) -> Result<Evaluated, EvaluateError> {
        Expression::parse(source)?.evaluate(self.machine())
    }

    /// Sets a variable to the value of an expression. What came after this moment is forgotten.
    ///
    /// # Errors
    /// The target is not a variable, the expression is not valid or has an error, its type differs, or there
    /// is no room.
    pub fn set(&mut self, target: &str, source: &str) -> Result<Evaluated, TargetError> {
        let target = Target::parse(target, self.machine())?;
        let value = self.evaluate(source)?;
        // Tried on a copy first, so that an error changes nothing.
        target.set(&mut self.machine().clone(), &value)?;
        self.change(|machine| target.set(machine, &value))?;
        Ok(value)
    }

    /// Changes the machine. What came after this moment is forgotten.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Spectrum) -> T) -> T {
        self.change_emulator(|emulator| change(emulator.machine_mut()))
    }

    /// Changes the emulator other than by keys. What came after this moment is forgotten.
    pub fn change_emulator<T>(&mut self, change: impl FnOnce(&mut Emulator) -> T) -> T {
        let done = self.driver.history_mut().change(change);
        self.past_has_changed();
        self.watched.clear();
        done
    }

    /// Continues from another emulator's state, observed as before. What came after this moment is forgotten.
    pub fn restore(&mut self, state: Emulator) {
        self.pending.clear();
        self.change_emulator(|emulator| *emulator = state.observed_as(emulator));
        self.listen_from_here();
    }

    /// Parses the name of a variable.
    ///
    /// # Errors
    /// `name` is not the name of a variable.
    pub fn target(&self, name: &str) -> Result<Target, TargetError> {
        Target::parse(name, self.machine())
    }

    /// The text of the lower screen: at INPUT, its prompt, and its cursor as the ROM shows it.
    pub fn prompt(&self) -> String {
        let machine = self.machine();
        let first = 24_usize.saturating_sub(machine.peek(sysvars::DF_SZ).into());
        let rows = self.emulator().glyphs().screen_rows(machine, first);
        let rows = rows.iter().map(|row| row.trim()).filter(|row| !row.is_empty());
        rows.collect::<Vec<_>>().join(" ")
    }

    /// Presses keys from the next frame on. What came after this one is forgotten.
    ///
    /// # Errors
    /// There are too many keys for the queue.
    pub fn press(&mut self, chords: Vec<Chord>) -> Result<(), TypeError> {
        if chords.len() > self.room() {
            return Err(TypeError::TooLong);
        }
        self.pending.push(Input::Press(chords));
        self.waits_for_enter = false;
        self.driver.history_mut().forget_future();
        self.past_has_changed();
        Ok(())
    }

    /// Number of chords that can still be pressed.
    fn room(&self) -> usize {
        let pending = self.pending.iter().map(|input| match input {
            Input::Press(chords) => chords.len(),
            _ => 0,
        });
        let room = self.emulator().host_keys().room();
        room.saturating_sub(pending.sum())
    }

    /// A copy of the emulator, with the inputs that it gets before the next frame.
    pub fn state(&self) -> Emulator {
        let mut state = self.emulator().clone();
        self.pending.iter().for_each(|input| state.put_in(input));
        state
    }

    /// Goes to a moment, or the nearest known one.
    pub fn go_to(&mut self, to: Moment) {
        self.settle();
        self.pending.clear();
        self.watched.clear();
        let near = self.scan.as_ref().and_then(|scan| scan.near(to));
        self.driver.history_mut().go_to_moment(to, near);
        self.listen_from_here();
        self.waits_for_enter = false;
    }

    /// Makes the current frame part of the past: runs it to its end and goes back. So it can be queried, and
    /// the inputs before it stay known.
    fn settle(&mut self) {
        if self.emulator().is_in_frame() && !self.driver.history().timeline().is_past() {
            let now = self.moment();
            while self.driver.history_mut().run_on() != Pause::Frame {}
            self.driver.history_mut().go_to_moment(now, None);
        }
    }

    /// Resets what depends on the past, after the past has changed.
    fn past_has_changed(&mut self) {
        self.scan = None;
        self.last_stop = None;
        let (text, paper) = self.position();
        self.shown = (self.shown.0.min(text), self.shown.1.min(paper));
        self.shown_row.clear();
    }

    /// Bytes of text and rows of paper up to this moment.
    fn position(&self) -> (u64, u64) {
        let history = self.history();
        let text = history.text_torn() + (history.text().len() + history.text_of_frame().len()) as u64;
        (text, history.paper_torn() + history.paper().len() as u64)
    }

    /// Returns the printed rows that have not been shown yet, and the lines of logpoints. Rows of frames that
    /// run again are not shown again.
    pub fn take_output(&mut self) -> String {
        let (end, _) = self.position();
        let mut out = std::mem::take(&mut self.log);
        let missing = end.saturating_sub(self.shown.0) as usize;
        let (text, of_frame) = (
            self.driver.history().text(),
            self.driver.history().text_of_frame(),
        );
        let of_text = missing.saturating_sub(of_frame.len()).min(text.len());
        let mut printed = match text.get(text.len() - of_text..) {
            Some(rows) if of_text > 0 => rows.to_owned() + of_frame,
            _ => of_frame
                .get(of_frame.len() - missing.min(of_frame.len())..)
                .unwrap_or_default()
                .to_owned(),
        };
        if !printed.is_empty() {
            let row = std::mem::take(&mut self.shown_row) + "\n";
            if row != "\n" && printed.starts_with(&row) {
                printed.drain(..row.len());
            }
        }
        out.insert_str(0, &printed);
        self.shown.0 = self.shown.0.max(end);
        out
    }

    /// Returns the unfinished row with a newline, if it has not been shown yet. Call this after
    /// [`take_output`](Self::take_output).
    pub fn take_row(&mut self) -> String {
        let row = self.emulator().unfinished_row();
        let is_past = self.position().0 < self.shown.0;
        if is_past || self.shown_row.starts_with(&row) {
            return String::new();
        }
        self.shown_row.clone_from(&row);
        row + "\n"
    }

    /// Returns the rows of dots on paper that have not been shown yet.
    pub fn take_paper(&mut self) -> Vec<DotRow> {
        let (_, end) = self.position();
        let paper = self.driver.history().paper();
        let missing = (end.saturating_sub(self.shown.1) as usize).min(paper.len());
        let rows = paper[paper.len() - missing..].to_vec();
        self.shown.1 = self.shown.1.max(end);
        rows
    }
}

/// The text of a statement of the program in `machine`.
fn statement_text(machine: &Spectrum, place: StatementPlace) -> Option<String> {
    let program = program::of_machine(machine)?;
    let line = program.lines.iter().find(|line| line.number == place.line)?;
    let index = usize::from(place.statement.checked_sub(1)?);
    statements::of_line(line)
        .into_iter()
        .nth(index)
        .map(|statement| statement.text)
}
