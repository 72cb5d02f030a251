//! A debugger of BASIC programs, forwards and backwards: the past of a run is there to be gone to, asked and changed.
//!
//! ```text
//!             ┌ forward: Journal::run_on ──► next statement, line, breakpoint, INPUT, end
//!  Debugger ──┼ backward ─┐
//!             ├ last run, ├──► stretches whose Marks say "perhaps", last first ──► one run again ──► the moment
//!             │ last set, │
//!             │ who wrote ┘
//!             └ why: last set, then the same of what that statement read
//! ```
//!
//! A run is cut into stretches between the states that the [time line](girafa_session::timeline) keeps: 300 at most, of some
//! 90 KiB each; of a stretch that has no state of its own are kept 608 bytes of [`Marks`](crate::marks::Marks). So a question
//! about the past runs only a stretch or two again, of 800 frames at most in a run of ten minutes. The last stretch that was
//! looked at stays with a state for every 16 frames. All in all that is below 40 MB (measured: `docs/debugging.md`).
//!
//! ```
//! use girafa_basic::tokenise;
//! use girafa_play::{Player, debug::{Debugger, Stop}};
//! use girafa_session::{boot::Boot, launch::{self, StartCommand}};
//! let listing = "10 READ a\n20 LET b=a*2\n30 LET c=b+1\n40 STOP\n50 DATA 7";
//! let program = tokenise::program(listing, &tokenise::Options::default())?.program;
//! let boot = Boot::new(&girafa_rom::girafa48())?;
//! let launched = launch::program(&boot, &program, StartCommand::Run)?;
//! let mut debugger = Debugger::new(Player::new(launched, boot.glyphs));
//! assert_eq!(debugger.resume(&mut |_| true), Stop::Ended);
//! let why = debugger.why("c", None)?;
//! assert_eq!((why.set.place.to_string(), why.text.as_str()), ("30:1".to_owned(), "LET c=b+1"));
//! assert_eq!(why.reads[0].value.as_deref(), Some("14"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod breakpoints;
mod given;
mod heard;
mod live;
mod origin;
mod seek;
mod stepping;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_places;

use std::collections::VecDeque;

use girafa_session::insight::evaluate::{EvaluateError, Expression, Worth};
use girafa_session::insight::fault;
use girafa_session::insight::target::{Target, TargetError};
use girafa_session::insight::{StatementPlace, program, statements};
use girafa_session::keys::{Chord, type_text};
use girafa_session::sysvars;
use girafa_session::wait::Patience;
use girafa_spectrum::{DotRow, Spectrum};

use crate::hands::LONGEST_QUEUE;
use crate::journal::{Input, Journal, Moment};
use crate::player::{Pause, Player, TypeError};

pub use breakpoints::{Breakpoint, BreakpointError, Condition, Location};
pub use heard::MOST_SECONDS as MOST_SECONDS_OF_SOUND;
pub use origin::{Origin, Read, Why, WhyError};
pub use seek::{BY_HAND, Setting, Written};
pub use stepping::{Direction, Step, Stop};

use breakpoints::{Breakpoints, Watched};
use given::Given;
use heard::Heard;
use seek::Scan;

/// A program under the debugger.
#[derive(Debug)]
pub struct Debugger {
    journal: Journal,
    /// Answers to INPUT that were given before they are asked for.
    answers: VecDeque<Vec<Chord>>,
    given: Given,
    /// What is to be put in before the next frame.
    pending: Vec<Input>,
    patience: Patience,
    /// The frame at whose end the program was found to wait for a key.
    waited_for_key: Option<u64>,
    breakpoints: Breakpoints,
    /// The variables that are watched, as they were when a statement last began.
    watched: Vec<Watched>,
    /// The breakpoints that were reached where the run last stopped, besides those that it was stopped for.
    also_reached: Vec<u32>,
    /// The sound, where it is taken up.
    heard: Option<Heard>,
    /// The stretch that was looked at last.
    scan: Option<Scan>,
    /// Text and rows of paper that were shown already, since the beginning.
    shown: (u64, u64),
    /// What logpoints have to say.
    log: String,
}

impl Debugger {
    /// Debugs what `player` runs, from now on.
    pub fn new(player: Player) -> Debugger {
        Debugger::of(Journal::new(
            player.silent().without_beam().with_transcript().with_statements(),
        ))
    }

    fn of(journal: Journal) -> Debugger {
        Debugger {
            journal,
            answers: VecDeque::new(),
            given: Given::default(),
            pending: Vec::new(),
            patience: Patience::default(),
            waited_for_key: None,
            breakpoints: Breakpoints::default(),
            watched: Vec::new(),
            also_reached: Vec::new(),
            heard: None,
            scan: None,
            shown: (0, 0),
            log: String::new(),
        }
    }

    /// The run and its past.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The player as it is now.
    pub fn player(&self) -> &Player {
        self.journal.player()
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &Spectrum {
        self.player().machine()
    }

    /// Where the run is.
    pub fn moment(&self) -> Moment {
        self.journal.moment()
    }

    /// Emulated seconds since the program was started.
    pub fn seconds(&self) -> f64 {
        self.player().seconds()
    }

    /// The statement that runs or is about to; `None` where none of the program does.
    pub fn place(&self) -> Option<StatementPlace> {
        let machine = self.machine();
        let place = sysvars::place(machine);
        // In a jump the number is one less than that of the statement that is about to run.
        let statement = place.statement.max(1);
        (place.line <= girafa_basic::program::LAST_LINE).then_some(StatementPlace { statement, ..place })
    }

    /// The GO SUBs that are open, the innermost first.
    pub fn calls(&self) -> Vec<StatementPlace> {
        fault::calls(self.machine())
    }

    /// The text of a statement of the program as it is in the machine now.
    pub fn text_of(&self, place: StatementPlace) -> Option<String> {
        statement_text(self.machine(), place)
    }

    /// What an expression is worth now, found out by the ROM on a copy of the machine.
    ///
    /// # Errors
    /// It is none, or takes too long.
    pub fn evaluate(&self, source: &str) -> Result<Worth, EvaluateError> {
        Expression::parse(source)?.evaluate(self.machine())
    }

    /// Gives a variable the value of an expression. What came after this moment is forgotten.
    ///
    /// # Errors
    /// No variable, no expression, an error in it, another type, no room.
    pub fn set(&mut self, target: &str, source: &str) -> Result<Worth, TargetError> {
        let target = Target::parse(target, self.machine())?;
        let worth = self.evaluate(source)?;
        // Nothing is changed unless it can be.
        target.set(&mut self.machine().clone(), &worth)?;
        self.change(|machine| target.set(machine, &worth))?;
        Ok(worth)
    }

    /// Changes the machine. What came after this moment is forgotten.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Spectrum) -> T) -> T {
        self.change_player(|player| change(player.machine_mut()))
    }

    /// Changes the player otherwise than by its keys. What came after this moment is forgotten.
    pub fn change_player<T>(&mut self, change: impl FnOnce(&mut Player) -> T) -> T {
        let done = self.journal.change(change);
        self.past_has_changed();
        self.watched.clear();
        done
    }

    /// Goes on from another player's state. What came after this moment is forgotten.
    pub fn restore(&mut self, state: Player) {
        self.change_player(|player| *player = state);
        self.listen_from_here();
    }

    /// The variable that a text names.
    ///
    /// # Errors
    /// It names none.
    pub fn target(&self, name: &str) -> Result<Target, TargetError> {
        Target::parse(name, self.machine())
    }

    /// Answers that are typed one after another when INPUT asks.
    ///
    /// # Errors
    /// A character that no key has, or more of them than can wait to be typed.
    pub fn add_answer(&mut self, text: &str) -> Result<(), TypeError> {
        if text.len() > LONGEST_QUEUE {
            return Err(TypeError::TooLong);
        }
        let mut chords = type_text(text)?;
        chords.push(Chord::ENTER);
        if chords.len() > LONGEST_QUEUE {
            return Err(TypeError::TooLong);
        }
        self.answers.push_back(chords);
        Ok(())
    }

    /// What the lower screen shows: where INPUT waits, its prompt, and its cursor as the ROM shows it.
    pub fn prompt(&self) -> String {
        let machine = self.machine();
        let first = 24_usize.saturating_sub(machine.peek(sysvars::DF_SZ).into());
        let rows = self.player().glyphs().screen_rows(machine, first);
        let rows = rows.iter().map(|row| row.trim()).filter(|row| !row.is_empty());
        rows.collect::<Vec<_>>().join(" ")
    }

    /// Answers that have not been asked for.
    pub fn answers_left(&self) -> usize {
        self.answers.len()
    }

    /// Presses keys from the next frame on. What came after this one is forgotten.
    ///
    /// # Errors
    /// There are more than can wait.
    pub fn press(&mut self, chords: Vec<Chord>) -> Result<(), TypeError> {
        if chords.len() > LONGEST_QUEUE {
            return Err(TypeError::TooLong);
        }
        self.pending.push(Input::Press(chords));
        self.waited_for_key = None;
        self.journal.forget_future();
        self.past_has_changed();
        Ok(())
    }

    /// Goes to a moment, or the nearest that is known.
    pub fn go_to(&mut self, to: Moment) {
        self.settle();
        self.pending.clear();
        self.watched.clear();
        let near = self.scan.as_ref().and_then(|scan| scan.near(to));
        self.journal.go_to_moment(to, near);
        self.listen_from_here();
        self.patience = Patience::default();
        self.waited_for_key = None;
    }

    /// Makes the frame that runs part of the past: it is run to its end, and gone back to where it was. So it can be asked
    /// about, and what was put in before it stays known.
    fn settle(&mut self) {
        if self.player().is_in_frame() && !self.journal.timeline().is_past() {
            let now = self.moment();
            while self.journal.run_on() != Pause::Frame {}
            self.journal.go_to_moment(now, None);
        }
    }

    /// The past is no longer what it was.
    fn past_has_changed(&mut self) {
        self.scan = None;
        let (text, paper) = self.position();
        self.shown = (self.shown.0.min(text), self.shown.1.min(paper));
        self.patience = Patience::default();
    }

    /// How much text and how many rows of paper there are by now.
    fn position(&self) -> (u64, u64) {
        let journal = &self.journal;
        let text = journal.text_torn() + (journal.text().len() + journal.text_of_frame().len()) as u64;
        (text, journal.paper_torn() + journal.paper().len() as u64)
    }

    /// The rows that the program has printed and nobody has been shown, and the lines of logpoints. What runs again is not
    /// shown again.
    pub fn take_output(&mut self) -> String {
        let (end, _) = self.position();
        let mut out = std::mem::take(&mut self.log);
        let missing = end.saturating_sub(self.shown.0) as usize;
        let (text, of_frame) = (self.journal.text(), self.journal.text_of_frame());
        let of_text = missing.saturating_sub(of_frame.len()).min(text.len());
        let printed = match text.get(text.len() - of_text..) {
            Some(rows) if of_text > 0 => rows.to_owned() + of_frame,
            _ => of_frame
                .get(of_frame.len() - missing.min(of_frame.len())..)
                .unwrap_or_default()
                .to_owned(),
        };
        out.insert_str(0, &printed);
        self.shown.0 = self.shown.0.max(end);
        out
    }

    /// The rows of dots that were printed on paper and nobody has been shown.
    pub fn take_paper(&mut self) -> Vec<DotRow> {
        let (_, end) = self.position();
        let paper = self.journal.paper();
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
