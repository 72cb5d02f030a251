//! The driver: how a program is run, for all who run one.
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
//! [`Driver::run`] runs a program to its end. The debugger, the players and the page advance a driver
//! themselves, statement by statement or frame by frame. What a program is given is an [`Input`], so that its
//! past can be run again as it was.

use std::collections::VecDeque;

use girafa_spectrum::sound::Sound;
use girafa_spectrum::{Key, Spectrum};

use crate::cassette::Cassette;
use crate::emulator::{Emulator, Pause, TypeError};
use crate::history::{History, Keeping};
use crate::idle::IdleDetector;
use crate::input::Input;
use crate::key_script::Item;
use crate::keys::{Chord, type_text};
use crate::launch::Launched;
use crate::limits;
use crate::listener::{Listener, Question};
use crate::outcome::{End, Outcome};
use crate::prompt;
use crate::scripted_keys::ScriptedKeys;
use crate::tapes::Tapes;
use girafa_inspect::StatementPlace;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::polls::{KeyboardReads, stands_still};
use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::Waiting;

/// Frames between two looks whether the program does nothing but wait for a key: half a minute, so that a
/// game that does something of its own now and then is not taken to be over; a second where somebody is there
/// who can be asked.
const FRAMES_BETWEEN_CHECKS: u64 = 1_500;
const FRAMES_BETWEEN_CHECKS_IF_ATTENDED: u64 = 50;
/// Looks at the keyboard that may be the ROM's for BREAK are looked into so many times less often.
const CHECKS_SKIPPED: u64 = 10;

/// What is done where the program waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// It gets the answers and keys that were given, and ENTER at `scroll?` and "Start tape"; any other wait
    /// is an [`Event`].
    #[default]
    Script,
    /// It gets the answers and keys that were given. Somebody sees to the rest: no wait is an event.
    Live,
    /// It gets nothing: the first wait after the last key is the end.
    NoInput,
}

/// How far a driver is advanced.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until<'a> {
    /// By so many frames at most; the rest of one that has begun is one.
    pub frames: u64,
    /// To the next statement, where [statements are observed](Driver::with_statements).
    pub statement: bool,
    /// To where the instruction at one of these addresses is about to be executed.
    pub addresses: &'a [u16],
}

impl Until<'_> {
    /// For so many frames.
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
    /// The frames that were asked for have run.
    Frames,
    /// This statement is about to run.
    Statement(StatementPlace),
    /// The instruction at this address is about to be executed.
    Address(u16),
    /// INPUT waits and no answer is left: [`Driver::answer`] gives one.
    WaitsForAnswer,
    /// The program waits for a key and none is left: [`Driver::add_keys`] gives some, [`Driver::press_enter`]
    /// ENTER.
    WaitsForKey(KeyWait),
    /// The run is over.
    Ended(End),
    /// The listener has stopped it.
    Stopped,
}

/// How a program waits for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyWait {
    /// In PAUSE 0, or in the ROM's routine that machine code has called: any key ends it.
    Any,
    /// It looks at the keyboard and does nothing else, as with INKEY$.
    Polling,
    /// Its next key is to be pressed when a text is shown, and it shows nothing while it waits.
    Shown,
}

/// A program that runs, with what it is given, and all that is observed of its run.
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
    /// Level changes of the beeper, where they are counted.
    beeps: Option<u64>,
    start: u64,
    /// The T-state at which the frame began, or was gone on with at another moment of the past.
    frame_start: Option<u64>,
    frames: u64,
    prompts: Vec<String>,
    /// The lower screen with the cursor at each of the prompts, where it is kept.
    lower_screens: Option<Vec<String>>,
    /// Bytes of the prompts.
    prompt_text: usize,
    scrolls: u32,
    pauses: u32,
    /// SAVEs that were reported.
    saves: u64,
    /// The program has looked at the keyboard since it was last looked whether it does anything else.
    looked: bool,
    /// The state in which it was found to wait for a key.
    still: Option<u32>,
    /// Whether this INPUT is among the prompts already.
    is_prompted: bool,
}

impl Driver {
    /// Goes on from a started program, with nothing to give it and no past to go back to.
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
        }
    }

    /// Sets the answers to be typed, ENTER after each.
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

    /// Gives the program keys, each when it looks for them ([`crate::scripted_keys`]): INKEY$, PAUSE, machine
    /// code, and INPUT once the answers are used up.
    pub fn with_keys(mut self, keys: Vec<Item>) -> Driver {
        self.key_script = ScriptedKeys::new(keys);
        self
    }

    /// Records what SAVE saves on `cassette`, from which LOAD, VERIFY and MERGE load after it, as from the
    /// tape that is in the recorder now ([`crate::tapes`]).
    pub fn with_tapes(self, cassette: Cassette) -> Driver {
        self.observing(|emulator| emulator.with_tapes(cassette))
    }

    /// Leaves the keyboard alone but for what is being typed already.
    pub fn hands_off(mut self) -> Driver {
        self.mode = Mode::NoInput;
        self
    }

    /// Runs to the frame limit whatever the program does.
    pub fn to_the_limit(mut self) -> Driver {
        self.ends_early = false;
        self
    }

    /// Somebody is there who can be asked: that a program only looks at the keyboard is noticed sooner.
    pub fn attended(mut self) -> Driver {
        self.is_attended = true;
        self
    }

    /// Takes down what is printed; without this the transcript is empty, and the run faster.
    pub fn with_transcript(self) -> Driver {
        self.observing(Emulator::with_transcript)
    }

    /// Reports each statement that runs to the listener, and stops at statements if that is asked for.
    pub fn with_statements(self) -> Driver {
        self.observing(Emulator::with_statements)
    }

    /// Takes up the sound, `rate` samples a second.
    pub fn with_sound(self, rate: u32) -> Driver {
        let mut driver = self.with_beeps();
        let machine = driver.history.emulator_mut().machine_mut();
        driver.sound = Some((Sound::new(machine, rate), Vec::new()));
        driver
    }

    /// Keeps what [`television`](Self::television) needs.
    pub fn with_television(self) -> Driver {
        self.observing(Emulator::with_television)
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

    /// The beeper's level changes, where they are [counted](Self::counting_beeps).
    pub fn beeps(&self) -> u64 {
        self.beeps.unwrap_or_default()
    }

    /// Keeps the lower screen at each INPUT from now on.
    pub fn with_lower_screens(mut self) -> Driver {
        self.lower_screens = Some(Vec::new());
        self
    }

    /// The lower screen at each INPUT with the cursor, each row closed by `|`, where they are
    /// [kept](Self::with_lower_screens).
    pub fn lower_screens(&self) -> &[String] {
        self.lower_screens.as_deref().unwrap_or_default()
    }

    fn observing(mut self, observing: impl FnOnce(Emulator) -> Emulator) -> Driver {
        self.history = self.history.set_up(observing);
        self
    }

    /// Adds an answer, to be typed with ENTER when INPUT asks.
    ///
    /// # Errors
    /// A character that no key has; it is too long, or too many wait.
    pub fn add_answer(&mut self, answer: &str) -> Result<(), TypeError> {
        if answer.len() > limits::ANSWER {
            return Err(TypeError::LongAnswer);
        }
        if self.answers.len() >= limits::ANSWERS {
            return Err(TypeError::TooMany);
        }
        type_text(answer)?;
        self.answers.push_back(answer.to_owned());
        Ok(())
    }

    /// Adds keys, each to be pressed when the program looks for it.
    pub fn add_keys(&mut self, keys: Vec<Item>) {
        self.key_script.add(keys);
    }

    /// What is done where the program waits, from now on.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Runs until the program ends, the listener ends it, or `frame_limit` frames are over; where the program
    /// starts within a frame, its rest is the first. What the program waits for and was not given, the
    /// listener is asked for. A row that the printer has begun is torn off at the end, as the outcome shows
    /// it: what a further run prints begins a row of its own.
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

    /// Runs on to where it is asked for, or to an [`Event`].
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

    /// Presses and releases the keys that are due before a frame that has not run yet.
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

    /// Reports what happened in a frame, and notes where the program has looked for keys. Gives whether the
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
        // A key that is down goes up wherever it is seen.
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

    /// Whether what looks for a key now is to get one by hand: not the editor, `scroll?`, nor an INPUT for
    /// which there is an answer.
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
            Waiting::Scroll | Waiting::Tape | Waiting::Editor => false,
        }
    }

    /// Looks what the machine is at, after a frame that is new, and does what is due.
    fn attend(&mut self) -> Option<Event> {
        let emulator = self.history.emulator();
        if self.history.timeline().is_past() || emulator.is_in_frame() {
            return None;
        }
        let machine = emulator.machine();
        if machine.cpu.halted && !machine.cpu.iff1 {
            return Some(Event::Ended(End::Idle));
        }
        if self.has_too_much() {
            return Some(Event::Ended(End::OutputLimit));
        }
        let gives = self.mode != Mode::NoInput;
        if gives && sysvars::waits_for_tape(machine) {
            if !emulator.tapes().is_some_and(|tapes| tapes.can_turn(machine)) {
                return Some(Event::Ended(End::TapeRanOut));
            }
            self.history.put_in(Input::TurnTape);
            return None;
        }
        if emulator.is_typing() || self.key_script.is_down() {
            self.idle.reset();
            return None;
        }
        if gives && self.key_script.has_timed() {
            self.idle.reset();
            self.note_timed_prompt();
            return None;
        }
        // A key that was pressed before ends the pause at once.
        if gives && sysvars::waits_in_pause(machine) && !sysvars::key_pending(machine) {
            return self.wait_for_key();
        }
        if self.mode == Mode::Live && self.answers.is_empty() {
            return None;
        }
        if !self.idle.waits(machine, emulator.glyphs()) {
            return self.look_for_stillness();
        }
        self.idle.reset();
        let waiting = self.waiting();
        if self.mode == Mode::NoInput {
            return Some(Event::Ended(match waiting {
                Waiting::Input => {
                    self.note_prompt();
                    End::InputExhausted
                }
                _ if self.shows_report() => End::Report,
                _ => End::Idle,
            }));
        }
        match waiting {
            Waiting::Editor => Some(Event::Ended(End::Report)),
            Waiting::Input => self.wait_for_answer(),
            Waiting::Key => self.wait_for_key(),
            Waiting::Scroll | Waiting::Tape => {
                if self.mode == Mode::Script {
                    self.scrolls += u32::from(waiting == Waiting::Scroll);
                    self.history.put_in(Input::Type(vec![Chord::ENTER]));
                }
                None
            }
        }
    }

    /// T-states since the machine's clock was at `start`. A machine that was put in the place of another may
    /// have a clock that is behind.
    fn since(&self, start: u64) -> u64 {
        self.machine().tstates().saturating_sub(start)
    }

    fn waiting(&self) -> Waiting {
        let emulator = self.history.emulator();
        Waiting::of(emulator.machine(), emulator.glyphs())
    }

    /// Whether more was printed or asked than is kept.
    fn has_too_much(&self) -> bool {
        self.history.has_too_much()
            || self.prompts.len() >= limits::PROMPTS
            || self.prompt_text > limits::PROMPT_TEXT
    }

    fn note_prompt(&mut self) {
        if self.is_prompted || self.mode == Mode::Live {
            return;
        }
        let emulator = self.history.emulator();
        let prompt = prompt::shown(emulator.machine(), emulator.glyphs());
        self.prompt_text += prompt.len();
        self.prompts.push(prompt);
        if let Some(screens) = &mut self.lower_screens {
            screens.push(prompt::lower_screen(emulator.machine(), emulator.glyphs()));
        }
        self.is_prompted = !self.key_script.is_done();
    }

    /// Notes the prompt of an INPUT that keys with a time of their own answer, before the first of them.
    fn note_timed_prompt(&mut self) {
        let machine = self.history.emulator_mut().machine_mut();
        if machine.keyboard_mut().is_down(Key::Enter) || !sysvars::waits_for_key(machine) {
            return;
        }
        if self.waiting() == Waiting::Input {
            self.note_prompt();
        }
    }

    fn wait_for_answer(&mut self) -> Option<Event> {
        self.note_prompt();
        if let Some(answer) = self.answers.pop_front() {
            // Whether it can be typed was found out when it was given.
            self.answer(type_text(&answer).unwrap_or_default());
            return None;
        }
        let script_answers =
            !self.key_script.is_done() && !matches!(self.key_script.waits_for(), Some(Item::Shown(_)));
        (!script_answers).then_some(Event::WaitsForAnswer)
    }

    /// The ROM waits for a key for the program, in PAUSE 0 or for machine code.
    fn wait_for_key(&mut self) -> Option<Event> {
        match self.key_script.waits_for() {
            // Nothing is printed while the ROM waits.
            Some(Item::Shown(_)) => Some(Event::WaitsForKey(KeyWait::Shown)),
            _ if !self.key_script.is_done() => None,
            _ => Some(Event::WaitsForKey(KeyWait::Any)),
        }
    }

    /// Whether the program does nothing but wait for a key that nobody presses: it is looked now and then
    /// whether it is in the same state whenever it looks at the keyboard.
    fn look_for_stillness(&mut self) -> Option<Event> {
        let distance = if self.is_attended {
            FRAMES_BETWEEN_CHECKS_IF_ATTENDED
        } else {
            FRAMES_BETWEEN_CHECKS
        };
        let lets_time_pass = matches!(self.key_script.waits_for(), Some(Item::Wait(_)));
        let is_due = !lets_time_pass
            && self.frames.is_multiple_of(distance)
            && (self.looked || self.frames.is_multiple_of(CHECKS_SKIPPED * distance));
        if !is_due || !self.ends_early || self.mode != Mode::Script {
            return None;
        }
        // A loader stands still too, in a pause of the tape or at its end.
        let deck = self.machine().deck();
        if deck.is_playing() || deck.listened_in_vain(self.machine().tstates()).is_some() {
            return None;
        }
        self.looked = false;
        let still = stands_still(self.machine());
        let before = std::mem::replace(&mut self.still, still);
        if self.still.is_none() || self.still != before {
            return None;
        }
        self.still = None;
        Some(Event::WaitsForKey(KeyWait::Polling))
    }

    /// Types an answer, and ENTER.
    pub fn answer(&mut self, mut chords: Vec<Chord>) {
        chords.push(Chord::ENTER);
        self.history.put_in(Input::Type(chords));
    }

    /// Presses ENTER for a program that waits for any key.
    pub fn press_enter(&mut self) {
        self.pauses += 1;
        self.history.put_in(Input::Type(vec![Chord::ENTER]));
    }

    /// What the program asks for.
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

    /// Answers that have not been asked for.
    pub fn answers_left(&self) -> impl Iterator<Item = &str> {
        self.answers.iter().map(String::as_str)
    }

    /// Keys that the program has not come to take.
    pub fn keys_left(&self) -> impl Iterator<Item = &Item> {
        self.key_script.left()
    }

    /// Frames that have run; where the program started within a frame, its rest is the first.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The tapes, where it has some.
    pub fn tapes(&self) -> Option<&Tapes> {
        self.history.emulator().tapes()
    }

    /// The cassette that SAVE records on, where it has tapes.
    pub fn cassette(&self) -> Option<&Cassette> {
        self.tapes().map(Tapes::cassette)
    }

    /// The run and its past.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The run and its past, to be changed or gone to. What was seen of a wait says nothing of another
    /// moment.
    pub fn history_mut(&mut self) -> &mut History {
        self.idle.reset();
        self.still = None;
        self.frame_start = None;
        &mut self.history
    }

    /// The emulator, as it is now.
    pub fn emulator(&self) -> &Emulator {
        self.history.emulator()
    }

    /// The emulator, for what is not part of its future: its sound.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        self.history.emulator_mut()
    }

    /// The machine, as it is now.
    pub fn machine(&self) -> &Spectrum {
        self.emulator().machine()
    }

    /// The machine, as it is now.
    pub fn machine_mut(&mut self) -> &mut Spectrum {
        self.history.emulator_mut().machine_mut()
    }

    /// The machine, which stops and collects for nothing any more.
    pub fn into_machine(self) -> Spectrum {
        self.history.into_emulator().into_machine()
    }

    /// Why the program has stopped, where it has with an error.
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

    /// The sound so far, where it is taken up and no listener has taken it: mono samples.
    pub fn samples(&self) -> &[i16] {
        self.sound.as_ref().map_or(&[], |(_, samples)| samples)
    }

    /// The machine, as the last run has left it, for a picture that shows what the television showed in its
    /// last frame: colours that changed under the beam, and snow. Without
    /// [`with_television`](Self::with_television) its picture is the screen as it is in memory.
    pub fn television(&self) -> Spectrum {
        self.emulator().television()
    }

    fn shows_report(&self) -> bool {
        self.emulator().report().is_some()
    }

    /// Ends the run and what it was printing, and gives what it leaves.
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
