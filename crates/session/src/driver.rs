//! The driver runs a program: it types answers and keys, and reports waits and the end.
//!
//! ```text
//!  Listener ◄── printed, frame, statement, sound, saved ──┐
//!                                                         │
//!  Script: answers, keys ──► Driver::advance ──► Event    │
//!                              │  before a frame: keys    │
//!                              │  after it: is there a wait? answer it from the script, or report it
//!                              ▼                          │
//!                           History ── Emulator ──────────┘
//! ```
//!
//! [`Driver::run`] runs a program to its end. The debugger, the players and the web page advance a driver
//! themselves, statement by statement or frame by frame. All input to a program is an [`Input`], so that its
//! past can be replayed.

mod waits;

use std::collections::VecDeque;

use girafa_spectrum::sound::Sound;
use girafa_spectrum::{Key, PlaybackEnd, Spectrum};

use crate::cassette::Cassette;
use crate::emulator::{Emulator, Pause, TypeError};
use crate::history::{History, Keeping};
use crate::idle::IdleDetector;
use crate::input::Input;
use crate::key_script::Item;
use crate::keys::Chord;
use crate::keystrokes;
use crate::launch::Launched;
use crate::limits;
use crate::listener::{Listener, Question};
use crate::outcome::{End, Outcome};
use crate::prompt;
use crate::scripted_keys::ScriptedKeys;
use crate::tapes::Tapes;
use girafa_inspect::StatementPlace;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::polls::KeyboardReads;
use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::Waiting;

/// What the driver does when the program waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Types the answers and keys that were given, and ENTER at `scroll?` and "Start tape"; any other wait is
    /// an [`Event`].
    #[default]
    Script,
    /// Types the answers and keys that were given. The caller handles all other waits: no wait is an event.
    Live,
    /// Gives no input: the first wait after the last key ends the run.
    NoInput,
}

/// How far to advance a driver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until<'a> {
    /// Maximum number of frames; the rest of a frame that has begun counts as one.
    pub frames: u64,
    /// Stop at the next statement, if [statements are observed](Driver::with_statements).
    pub statement: bool,
    /// Stop before the instruction at one of these addresses is executed.
    pub addresses: &'a [u16],
}

impl Until<'_> {
    /// Stop after `frames` frames.
    pub fn frames(frames: u64) -> Until<'static> {
        Until {
            frames,
            ..Until::default()
        }
    }
}

/// Why a driver has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The requested frames have run.
    Frames,
    /// This statement is about to run.
    Statement(StatementPlace),
    /// The instruction at this address is about to be executed.
    Address(u16),
    /// INPUT waits and no answer is left: call [`Driver::answer`].
    WaitsForAnswer,
    /// The program waits for a key and none is left: call [`Driver::add_keys`] or [`Driver::press_enter`].
    WaitsForKey(KeyWait),
    /// The run is over.
    Ended(End),
    /// The listener has stopped the run.
    Stopped,
}

/// How a program waits for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyWait {
    /// In PAUSE 0, or in the ROM's key routine called by machine code: any key ends the wait.
    Any,
    /// The program only reads the keyboard, as with INKEY$.
    Polling,
    /// The next key waits for a text on the screen, but the program shows nothing while it waits.
    Shown,
}

/// A running program with its input and everything that is observed of the run.
#[derive(Debug, Clone)]
pub struct Driver {
    history: History,
    mode: Mode,
    answers: VecDeque<String>,
    key_script: ScriptedKeys,
    ends_early: bool,
    is_attended: bool,
    idle: IdleDetector,
    sound: Option<(Sound, Vec<i16>)>,
    /// Number of level changes of the beeper, if counted.
    beeps: Option<u64>,
    start: u64,
    /// The T-state at which the frame began, or at which it continued after a jump to another moment of the
    /// past.
    frame_start: Option<u64>,
    frames: u64,
    prompts: Vec<String>,
    /// The lower screen with the cursor at each prompt, if kept.
    lower_screens: Option<Vec<String>>,
    /// Total bytes of the prompts.
    prompt_text: usize,
    scrolls: u32,
    pauses: u32,
    /// Number of SAVEs reported to the listener.
    saves: u64,
    /// Whether the program has read the keyboard since the last idle check.
    looked: bool,
    /// The state in which the last idle check found the program waiting for a key.
    still: Option<u32>,
    /// Whether the prompt of this INPUT has been recorded.
    is_prompted: bool,
    /// Whether the last answer was for a string, until it is known whether INPUT took it.
    answered_string: Option<bool>,
    /// Whether refused answers stay in INPUT's line.
    keeps_refused: bool,
    /// Answers that INPUT refused.
    refused: Vec<String>,
    playback_end: Option<PlaybackEnd>,
}

impl Driver {
    /// Drives a launched program, without input and without a recorded past.
    pub fn new(launched: Launched, glyphs: Glyphs) -> Driver {
        Driver::of(Emulator::new(launched, glyphs), Keeping::Output)
    }

    /// Drives an emulator.
    pub fn of(emulator: Emulator, keeping: Keeping) -> Driver {
        let start = emulator.machine().tstates();
        Driver {
            history: History::new(emulator, keeping),
            mode: Mode::default(),
            answers: VecDeque::new(),
            key_script: ScriptedKeys::default(),
            ends_early: true,
            is_attended: false,
            idle: IdleDetector::default(),
            sound: None,
            beeps: None,
            start,
            frame_start: None,
            frames: 0,
            prompts: Vec::new(),
            lower_screens: None,
            prompt_text: 0,
            scrolls: 0,
            pauses: 0,
            saves: 0,
            looked: false,
            still: None,
            is_prompted: false,
            answered_string: None,
            keeps_refused: false,
            refused: Vec::new(),
            playback_end: None,
        }
    }

    /// Sets the answers to type, each followed by ENTER.
    ///
    /// # Errors
    /// Those of [`add_answer`](Self::add_answer).
    pub fn answers<S: AsRef<str>>(mut self, answers: &[S]) -> Result<Driver, TypeError> {
        self.answers.clear();
        for answer in answers {
            self.add_answer(answer.as_ref())?;
        }
        Ok(self)
    }

    /// Sets the keys for INKEY$, PAUSE, machine code, and INPUT once the answers are used up. Each is pressed
    /// when the program reads the keyboard ([`crate::scripted_keys`]).
    pub fn with_keys(mut self, keys: Vec<Item>) -> Driver {
        self.key_script = ScriptedKeys::new(keys);
        self
    }

    /// Records SAVE on `cassette`. LOAD, VERIFY and MERGE read from it afterwards, as from the tape that is
    /// in the recorder now ([`crate::tapes`]).
    pub fn with_tapes(self, cassette: Cassette) -> Driver {
        self.observing(|emulator| emulator.with_tapes(cassette))
    }

    /// Gives no input, except what is being typed already.
    pub fn hands_off(mut self) -> Driver {
        self.mode = Mode::NoInput;
        self
    }

    /// Runs to the frame limit even if the program ends or waits.
    pub fn to_the_limit(mut self) -> Driver {
        self.ends_early = false;
        self
    }

    /// For a run with a user who can be asked: checks more often whether the program only waits for a key.
    pub fn attended(mut self) -> Driver {
        self.is_attended = true;
        self
    }

    /// Records what is printed. Without this the transcript is empty, and the run is faster.
    pub fn with_transcript(self) -> Driver {
        self.observing(Emulator::with_transcript)
    }

    /// Reports each statement to the listener, and stops at statements if [requested](Until::statement).
    pub fn with_statements(self) -> Driver {
        self.observing(Emulator::with_statements)
    }

    /// Records the sound at `rate` samples per second.
    pub fn with_sound(self, rate: u32) -> Driver {
        let mut driver = self.with_beeps();
        let machine = driver.history.emulator_mut().machine_mut();
        driver.sound = Some((Sound::new(machine, rate), Vec::new()));
        driver
    }

    /// Keeps the data that [`machine_with_beam`](Self::machine_with_beam) needs.
    pub fn with_beam_replay(self) -> Driver {
        self.observing(Emulator::with_beam_replay)
    }

    /// Collects the beeper's level changes from now on, to be taken from the [machine](Self::machine_mut).
    pub fn with_beeps(self) -> Driver {
        self.observing(Emulator::with_sound)
    }

    /// Counts the beeper's level changes from now on.
    pub fn counting_beeps(self) -> Driver {
        let mut driver = self.with_beeps();
        driver.beeps = Some(0);
        driver
    }

    /// Number of level changes of the beeper, if [counted](Self::counting_beeps); otherwise 0.
    pub fn beeps(&self) -> u64 {
        self.beeps.unwrap_or_default()
    }

    /// Keeps the lower screen at each INPUT from now on.
    pub fn with_lower_screens(mut self) -> Driver {
        self.lower_screens = Some(Vec::new());
        self
    }

    /// The lower screen at each INPUT with the cursor, each row closed by `|`, if
    /// [kept](Self::with_lower_screens).
    pub fn lower_screens(&self) -> &[String] {
        self.lower_screens.as_deref().unwrap_or_default()
    }

    fn observing(mut self, observing: impl FnOnce(Emulator) -> Emulator) -> Driver {
        self.history = self.history.set_up(observing);
        self
    }

    /// Leaves refused answers in INPUT's line, so that the next answer is added to them, as the ROM does.
    /// Without this they are deleted.
    pub fn keeping_refused_answers(mut self) -> Driver {
        self.keeps_refused = true;
        self
    }

    /// Adds an answer, typed with ENTER when INPUT waits.
    ///
    /// # Errors
    /// The answer has a character that no key types, is too long, or too many answers are waiting.
    pub fn add_answer(&mut self, answer: &str) -> Result<(), TypeError> {
        if answer.len() > limits::ANSWER {
            return Err(TypeError::LongAnswer);
        }
        if self.answers.len() >= limits::ANSWERS {
            return Err(TypeError::TooMany);
        }
        keystrokes::answer(answer)?;
        self.answers.push_back(answer.to_owned());
        Ok(())
    }

    /// Adds keys, each pressed when the program reads the keyboard.
    pub fn add_keys(&mut self, keys: Vec<Item>) {
        self.key_script.add(keys);
    }

    /// Sets what the driver does when the program waits.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Runs until the program ends, the listener ends it, or `frame_limit` frames have run; if the program
    /// starts within a frame, its rest is the first. When the program waits for input that it was not given,
    /// the listener is asked. An unfinished printer row is torn off at the end, as the outcome shows it: a
    /// further run begins a new row.
    pub fn run(&mut self, frame_limit: u64, listener: &mut impl Listener) -> Outcome {
        let end = loop {
            let left = frame_limit.saturating_sub(self.frames);
            let end = match self.advance(Until::frames(left.max(1)), listener) {
                Event::Frames | Event::Stopped => break End::Frames,
                Event::Statement(_) | Event::Address(_) => None,
                Event::WaitsForAnswer => self.ask_for_answer(listener),
                Event::WaitsForKey(wait) => self.ask_for_keys(wait, listener),
                Event::Ended(end) => Some(end),
            };
            match end {
                Some(end) if self.ends_early || end == End::OutputLimit => break end,
                _ if self.frames >= frame_limit => break End::Frames,
                _ => {}
            }
        };
        self.outcome(end, listener)
    }

    fn ask_for_answer(&mut self, listener: &mut impl Listener) -> Option<End> {
        match listener.answer(&self.question()) {
            Some(chords) => self.answer(chords),
            None => return Some(End::InputExhausted),
        }
        None
    }

    fn ask_for_keys(&mut self, wait: KeyWait, listener: &mut impl Listener) -> Option<End> {
        if wait == KeyWait::Shown {
            return Some(End::KeysExhausted);
        }
        match listener.keys(&self.question(), self.machine()) {
            Some(keys) => self.add_keys(keys),
            None if wait == KeyWait::Any && !self.key_script.had_items() => self.press_enter(),
            None => return Some(End::KeysExhausted),
        }
        None
    }

    /// Runs until `until` is reached or another [`Event`] occurs.
    pub fn advance(&mut self, until: Until<'_>, listener: &mut impl Listener) -> Event {
        let mut frames = 0;
        loop {
            self.before_frame();
            match self.history.run_on_to(until.addresses) {
                Pause::Statement => {
                    let place = sysvars::place(self.machine());
                    listener.statement(place, self.since(self.start));
                    if until.statement {
                        return Event::Statement(place);
                    }
                }
                Pause::Address(address) => return Event::Address(address),
                Pause::Frame | Pause::Reached => {
                    frames += 1;
                    let is_stopped = self.after_frame(listener);
                    match self.attend() {
                        Some(event) if self.mode != Mode::Live => return event,
                        _ if is_stopped => return Event::Stopped,
                        _ if frames >= until.frames => return Event::Frames,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Presses and releases the keys that are due before a new frame.
    fn before_frame(&mut self) {
        let emulator = self.history.emulator();
        let now = emulator.machine().tstates();
        if emulator.is_in_frame() {
            self.frame_start.get_or_insert(now);
            return;
        }
        self.frame_start = Some(now);
        if self.history.timeline().is_past() {
            return;
        }
        for input in self.key_script.timed(self.frames) {
            self.history.put_in(input);
        }
        let emulator = self.history.emulator();
        let may_press = !emulator.is_typing();
        for input in self.key_script.before_frame(emulator.machine(), may_press) {
            self.history.put_in(input);
        }
    }

    /// Reports what happened in a frame, and records which keys the program has read. Returns whether the
    /// listener stops the run.
    fn after_frame(&mut self, listener: &mut impl Listener) -> bool {
        self.frames += 1;
        let start = self.frame_start.take();
        if let Some(start) = start.filter(|_| sysvars::waits_for_key(self.machine())) {
            listener.waited(self.since(start));
        }
        let printed = self.history.printed_last();
        if !printed.is_empty() {
            listener.printed(printed);
        }
        if let Some(tapes) = self.tapes().filter(|tapes| tapes.saves() != self.saves) {
            let saves = tapes.saves();
            listener.saved(tapes.cassette());
            self.saves = saves;
        }
        let machine = self.history.emulator_mut().machine_mut();
        let is_entered = machine.keyboard_mut().is_down(Key::Enter);
        let reads = machine.take_key_reads();
        self.is_prompted &= sysvars::in_input(self.machine()) && !is_entered;
        // A key that is down is released after any read, even one that is not for the key script.
        let looks = if self.key_script.is_down() || self.is_for_key_script() {
            KeyboardReads::of(self.machine(), reads)
        } else {
            KeyboardReads::default()
        };
        self.looked |= looks.half_rows() != 0;
        let emulator = self.history.emulator();
        (self.key_script).after_frame(emulator.machine(), emulator.glyphs(), looks);
        if let Some(beeps) = &mut self.beeps {
            let machine = self.history.emulator_mut().machine_mut();
            *beeps += machine.take_beeper_edges().len() as u64;
            machine.take_tape_edges();
        }
        if let Some((sound, samples)) = &mut self.sound {
            let kept = samples.len();
            sound.render(self.history.emulator_mut().machine_mut(), samples);
            if listener.sound(&samples[kept..]) {
                samples.truncate(kept);
            }
        }
        listener.picture(self.machine());
        listener.frame(self.frames).is_break()
    }

    /// Whether keyboard reads are for the key script: not those of the editor, of `scroll?`, or of an INPUT
    /// that has an answer.
    fn is_for_key_script(&self) -> bool {
        let emulator = self.history.emulator();
        if self.mode == Mode::NoInput || emulator.is_typing() || self.key_script.is_done() && !self.ends_early
        {
            return false;
        }
        if !sysvars::waits_for_key(emulator.machine()) {
            return true;
        }
        match self.waiting() {
            Waiting::Input => self.answers.is_empty() && self.is_prompted,
            Waiting::Key => true,
            Waiting::Scroll => self.key_script.answers_scroll(),
            Waiting::Tape | Waiting::Editor => false,
        }
    }

    /// T-states since `start`. Saturates, since a machine that replaced another may have a clock that is
    /// behind.
    fn since(&self, start: u64) -> u64 {
        self.machine().tstates().saturating_sub(start)
    }

    fn waiting(&self) -> Waiting {
        let emulator = self.history.emulator();
        Waiting::of(emulator.machine(), emulator.glyphs())
    }

    /// Types an answer, and ENTER.
    pub fn answer(&mut self, mut chords: Vec<Chord>) {
        chords.push(Chord::ENTER);
        self.answered_string = Some(prompt::is_quoted(self.machine()));
        self.history.put_in(Input::Type(chords));
    }

    /// Presses ENTER for a program that waits for any key.
    pub fn press_enter(&mut self) {
        self.pauses += 1;
        self.history.put_in(Input::Type(vec![Chord::ENTER]));
    }

    /// The prompt of INPUT, if the program waits there, and the unfinished row.
    pub fn question(&self) -> Question {
        let emulator = self.history.emulator();
        let prompt = match self.waiting() {
            Waiting::Input => prompt::shown(emulator.machine(), emulator.glyphs()),
            _ => String::new(),
        };
        Question {
            row: emulator.unfinished_row(),
            prompt,
        }
    }

    /// Answers that have not been used.
    pub fn answers_left(&self) -> impl Iterator<Item = &str> {
        self.answers.iter().map(String::as_str)
    }

    /// Answers that INPUT refused, such as `5+` for a number: each was deleted again.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// How the playback of a recording ended, once it is over.
    pub fn playback_end(&self) -> Option<PlaybackEnd> {
        self.playback_end
    }

    /// Keys that have not been pressed.
    pub fn keys_left(&self) -> impl Iterator<Item = &Item> {
        self.key_script.left()
    }

    /// Number of frames that have run; if the program started within a frame, its rest is the first.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The tapes, if there are any.
    pub fn tapes(&self) -> Option<&Tapes> {
        self.history.emulator().tapes()
    }

    /// The cassette that SAVE records on, if there are tapes.
    pub fn cassette(&self) -> Option<&Cassette> {
        self.tapes().map(Tapes::cassette)
    }

    /// The run and its past.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The run and its past, for changes and jumps. Resets the idle check, whose results do not apply to
    /// another moment.
    pub fn history_mut(&mut self) -> &mut History {
        self.idle.reset();
        self.still = None;
        self.frame_start = None;
        &mut self.history
    }

    /// The emulator in its current state.
    pub fn emulator(&self) -> &Emulator {
        self.history.emulator()
    }

    /// The emulator, for changes that do not affect the run, such as taking its sound.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        self.history.emulator_mut()
    }

    /// The machine in its current state.
    pub fn machine(&self) -> &Spectrum {
        self.emulator().machine()
    }

    /// The machine in its current state.
    pub fn machine_mut(&mut self) -> &mut Spectrum {
        self.history.emulator_mut().machine_mut()
    }

    /// Returns the machine without breakpoints and recording.
    pub fn into_machine(self) -> Spectrum {
        self.history.into_emulator().into_machine()
    }

    /// The error that stopped the program, if any.
    ///
    /// ```
    /// use girafa_session::{Boot, RunRequest};
    /// let request = RunRequest::of_listing("10 GO SUB 30\n20 STOP\n30 PRINT \"x\": LET a=total+1\n")?;
    /// let mut driver = request.start(|| Boot::new(&girafa_rom::girafa48()))?;
    /// driver.run(request.limit.frames(), &mut ());
    /// let fault = driver.fault().ok_or("no error")?;
    /// assert_eq!(fault.line_of_status(), "2 Variable not found: total, 30:2, from 10:1");
    /// assert_eq!(fault.render("soma.bas:3", false), "\
    /// error: 2 Variable not found: total
    ///   --> soma.bas:3, statement 30:2
    ///    |
    /// 30 | PRINT \"x\": LET a=total+1
    ///    |                  ^^^^^ this variable has not been set
    ///    |
    ///    = called from 10:1 GO SUB 30");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fault(&self) -> Option<RuntimeError> {
        self.emulator().find_fault()
    }

    /// The recorded sound that no listener has taken: mono samples.
    pub fn samples(&self) -> &[i16] {
        self.sound.as_ref().map_or(&[], |(_, samples)| samples)
    }

    /// Returns the machine for a picture of what the television showed in the last frame: colours that
    /// changed under the beam, and snow. Without [`with_beam_replay`](Self::with_beam_replay) the picture is
    /// the screen in memory.
    pub fn machine_with_beam(&self) -> Spectrum {
        self.emulator().machine_with_beam()
    }

    fn shows_report(&self) -> bool {
        self.emulator().report().is_some()
    }

    /// Ends the run and its unfinished output, and returns the outcome.
    pub fn outcome(&mut self, end: End, listener: &mut impl Listener) -> Outcome {
        self.history.end_output();
        let printed = self.history.printed_last();
        if !printed.is_empty() {
            listener.printed(printed);
        }
        let emulator = self.history.emulator();
        Outcome {
            transcript: self.history.text().to_owned(),
            prompts: std::mem::take(&mut self.prompts),
            scrolls: self.scrolls,
            pauses: self.pauses,
            tstates: self.since(self.start),
            was_reset: emulator.was_reset(),
            ..Outcome::of(end, emulator.machine(), emulator.glyphs(), self.history.paper())
        }
    }
}
