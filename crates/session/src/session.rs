//! A program's run: answers typed when the ROM asks, the transcript taken down, the end recognised.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use girafa_spectrum::sound::Sound;
use girafa_spectrum::{Key, Spectrum, Stop};

use crate::cassette::Cassette;
use crate::hand::Hand;
use crate::insight::fault::{Fault, Witness};
use crate::key_script::Item;
use crate::keys::{Chord, KeysError, type_text};
use crate::launch::Launched;
use crate::listener::{Listener, Question};
use crate::outcome::{End, Outcome};
use crate::polls::{Looks, stands_still};
use crate::sysvars;
use crate::tapes::Tapes;
use crate::television::Television;
use crate::text::{self, Glyphs};
use crate::transcript::Transcript;
use crate::typist::Typist;
use crate::wait::{Patience, Waiting, report_text};

/// The first screen row that a prompt may stand on, as far as it is recorded.
const PROMPT_ROWS: usize = 16;
const COLUMNS: usize = 32;

/// The longest transcript, in bytes: a million rows of 32 characters.
pub const LONGEST_TRANSCRIPT: usize = 32 << 20;
/// The longest paper, in rows of dots: the printer takes more than an hour for it.
pub const LONGEST_PAPER: usize = 100_000;
/// The most prompts that are kept.
pub const MOST_PROMPTS: usize = 100_000;

/// Frames between two looks whether the program does nothing but wait for a key: half a minute, so that a game that does
/// something of its own now and then is not taken to be over; a second where somebody sits there and can be asked.
const STILL: u64 = 1_500;
const STILL_IF_ASKED: u64 = 50;
/// Looks at the keyboard that may be the ROM's for BREAK are looked into so many times less often.
const RARELY: u64 = 10;

/// How a session goes on when the ROM waits.
#[derive(Debug, Clone)]
enum Manner {
    /// Answers INPUT with these; `scroll?` and "Start tape" with ENTER, and so PAUSE 0 and machine code's wait for a key where
    /// no keys were given.
    Answer(VecDeque<String>),
    /// Types nothing of its own: the first wait after the last key is the end.
    HandsOff,
}

/// A machine with a program that has just started, and all that is to be learned from its run.
#[derive(Debug, Clone)]
pub struct Session {
    machine: Spectrum,
    glyphs: Glyphs,
    typist: Typist,
    hand: Hand,
    manner: Manner,
    tapes: Option<Tapes>,
    ends_early: bool,
    /// Whether the breakpoint at the print entry is there for the transcript alone.
    print_entry_is_ours: bool,
    /// The machine stands at a breakpoint that was reported to the listener.
    at_breakpoint: bool,
    patience: Patience,
    transcript: Option<Transcript>,
    sound: Option<(Sound, Vec<i16>)>,
    television: Option<Television>,
    witness: Option<Witness>,
    start: u64,
    frames: u64,
    prompts: Vec<String>,
    scrolls: u32,
    pauses: u32,
    /// The program has looked at the keyboard since it was last looked whether it does anything else.
    looked: bool,
    /// The state in which it was found to wait for a key.
    still: Option<u32>,
    /// Whether this INPUT is among the prompts already.
    is_prompted: bool,
}

impl Session {
    /// Goes on from a started program, with no answers to give. The beeper's level changes are no longer collected: a
    /// long run would fill the memory with them.
    pub fn new(launched: Launched, glyphs: Glyphs) -> Session {
        let Launched {
            mut machine, typist, ..
        } = launched;
        machine.collect_beeper(false);
        machine.watch_keys(true);
        Session {
            start: machine.tstates(),
            machine,
            glyphs,
            typist,
            hand: Hand::default(),
            manner: Manner::Answer(VecDeque::new()),
            tapes: None,
            ends_early: true,
            print_entry_is_ours: false,
            at_breakpoint: false,
            patience: Patience::default(),
            transcript: None,
            sound: None,
            television: None,
            witness: None,
            frames: 0,
            prompts: Vec::new(),
            scrolls: 0,
            pauses: 0,
            looked: false,
            still: None,
            is_prompted: false,
        }
    }

    /// Sets the answers to be typed, ENTER after each. Errors: a character that no key has.
    pub fn answers<S: AsRef<str>>(mut self, answers: &[S]) -> Result<Session, KeysError> {
        let can_be_typed = |answer: &S| {
            type_text(answer.as_ref())?;
            Ok(answer.as_ref().to_owned())
        };
        self.manner = Manner::Answer(
            answers
                .iter()
                .map(can_be_typed)
                .collect::<Result<_, KeysError>>()?,
        );
        Ok(self)
    }

    /// Gives the program keys, each when it looks for them ([`crate::hand`]): INKEY$, PAUSE, machine code, and INPUT once the
    /// answers are used up.
    pub fn with_keys(mut self, keys: Vec<Item>) -> Session {
        self.hand = Hand::new(keys);
        self
    }

    /// Records what SAVE saves on `cassette`, from which LOAD, VERIFY and MERGE load after it, as from the tape that is in the
    /// recorder now ([`crate::tapes`]).
    pub fn with_tapes(mut self, cassette: Cassette) -> Session {
        self.tapes = Some(Tapes::new(&mut self.machine, cassette));
        self
    }

    /// Leaves the keyboard alone but for what is being typed already.
    pub fn hands_off(mut self) -> Session {
        self.manner = Manner::HandsOff;
        self
    }

    /// Runs to the frame limit whatever the program does.
    pub fn to_the_limit(mut self) -> Session {
        self.ends_early = false;
        self
    }

    /// Takes down what is printed; without this the transcript is empty, and the run faster.
    pub fn with_transcript(mut self) -> Session {
        self.print_entry_is_ours |= self.machine.breakpoints_mut().insert(sysvars::PRINT_ENTRY);
        self.transcript = Some(Transcript::default());
        self
    }

    /// Reports to the listener whenever an instruction at one of these addresses is about to be executed.
    pub fn with_breakpoints(mut self, addresses: impl IntoIterator<Item = u16>) -> Session {
        for address in addresses {
            self.machine.breakpoints_mut().insert(address);
            self.print_entry_is_ours &= address != sysvars::PRINT_ENTRY;
        }
        self
    }

    /// Takes up the sound, `rate` samples a second.
    pub fn with_sound(mut self, rate: u32) -> Session {
        self.sound = Some((Sound::new(&mut self.machine, rate), Vec::new()));
        self
    }

    /// Keeps what [`television`](Self::television) needs.
    pub fn with_television(mut self) -> Session {
        self.television = Some(Television::default());
        self
    }

    /// Collects the beeper's level changes from now on, to be taken from the [machine](Self::machine_mut).
    pub fn with_beeps(mut self) -> Session {
        self.machine.collect_beeper(true);
        self
    }

    /// Keeps what [`fault`](Self::fault) needs.
    pub fn with_faults(mut self) -> Session {
        self.witness = Some(Witness::of(&mut self.machine));
        self
    }

    /// Why the program has stopped, where it has with an error. Without [`with_faults`](Self::with_faults) less is known.
    pub fn fault(&self) -> Option<Fault> {
        let nobody = Witness::default();
        Fault::of(
            &self.machine,
            &self.glyphs,
            self.witness.as_ref().unwrap_or(&nobody),
        )
    }

    /// The sound so far, where it is taken up and no listener has taken it: mono samples.
    pub fn samples(&self) -> &[i16] {
        self.sound.as_ref().map_or(&[], |(_, samples)| samples)
    }

    /// Reports each statement that runs to the listener.
    pub fn with_statements(mut self) -> Session {
        self.machine.watch_writes(Some(sysvars::SUBPPC..=sysvars::SUBPPC));
        self
    }

    /// Runs until the program ends, the listener ends it, or `frame_limit` frames are over; where the program starts within a
    /// frame, its rest is the first. A row that the printer has begun is torn off then, as the outcome shows it: what a
    /// further run prints begins a row of its own.
    pub fn run(&mut self, frame_limit: u64, listener: &mut impl Listener) -> Outcome {
        let end = loop {
            let may_press = !self.typist.is_busy();
            self.hand.before_frame(&mut self.machine, may_press);
            self.typist.before_frame(&mut self.machine);
            if let Some(television) = &mut self.television {
                television.before_frame(&mut self.machine);
            }
            if self.run_frame(listener).is_break() {
                break End::Frames;
            }
            self.typist.after_frame(&self.machine);
            self.after_frame(listener);
            if let Some((sound, samples)) = &mut self.sound {
                let kept = samples.len();
                sound.render(&mut self.machine, samples);
                if listener.sound(&samples[kept..]) {
                    samples.truncate(kept);
                }
            }
            self.frames += 1;
            listener.picture(&self.machine);
            let ended_by_listener = listener.frame(self.frames).is_break();
            match self.look(listener) {
                Some(end) if self.ends_early || end == End::OutputLimit => break end,
                _ if ended_by_listener || self.frames >= frame_limit => break End::Frames,
                _ => {}
            }
        };
        self.outcome(end, listener)
    }

    /// Answers that have not been asked for.
    pub fn answers_left(&self) -> impl Iterator<Item = &str> {
        let answers = match &self.manner {
            Manner::Answer(answers) => Some(answers),
            Manner::HandsOff => None,
        };
        answers.into_iter().flatten().map(String::as_str)
    }

    /// Keys that the program has not come to take.
    pub fn keys_left(&self) -> impl Iterator<Item = &Item> {
        self.hand.left()
    }

    /// The tapes, where it has some.
    pub fn tapes(&self) -> Option<&Tapes> {
        self.tapes.as_ref()
    }

    /// The machine, as it is now.
    pub fn machine(&self) -> &Spectrum {
        &self.machine
    }

    /// The machine, as it is now.
    pub fn machine_mut(&mut self) -> &mut Spectrum {
        &mut self.machine
    }

    /// The machine, as the last run has left it, for a picture that shows what the television showed in its last frame:
    /// colours that changed under the beam, and snow. Without [`with_television`](Self::with_television) its picture is
    /// the screen as it stands in memory.
    pub fn television(&self) -> Spectrum {
        let watched = self.television.as_ref().and_then(Television::machine);
        watched.unwrap_or_else(|| self.machine.clone())
    }

    /// Runs to the end of the frame, or to the breakpoint at which the listener ends the session. At each stop at the print
    /// entry the transcript takes the character; where the statement's number goes up by one, a statement begins.
    fn run_frame(&mut self, listener: &mut impl Listener) -> ControlFlow<()> {
        let start = self.machine.tstates();
        let mut stop = if std::mem::take(&mut self.at_breakpoint) {
            self.machine.resume()
        } else {
            self.machine.run_frame()
        };
        loop {
            match stop {
                Stop::Frame => break,
                Stop::Breakpoint(address) => {
                    if address == sysvars::PRINT_ENTRY {
                        self.take_character(listener);
                    }
                    let is_ours = (address == sysvars::PRINT_ENTRY && self.print_entry_is_ours)
                        | (self.witness.as_mut())
                            .is_some_and(|witness| witness.takes_note(&self.machine, address));
                    if !is_ours && listener.breakpoint(address, &self.machine).is_break() {
                        self.at_breakpoint = true;
                        return ControlFlow::Break(());
                    }
                    stop = self.machine.resume();
                }
                Stop::Written(write) => {
                    if write.updates && sysvars::runs_program(&self.machine) {
                        let place = sysvars::place(&self.machine);
                        listener.statement(place, self.machine.tstates() - self.start);
                    }
                    stop = self.machine.run_frame();
                }
            }
        }
        if sysvars::waits_for_key(&self.machine) {
            listener.waited(self.machine.tstates() - start);
        }
        ControlFlow::Continue(())
    }

    fn take_character(&mut self, listener: &mut impl Listener) {
        let Some(transcript) = &mut self.transcript else {
            return;
        };
        let known = transcript.text().len();
        transcript.on_print(&self.machine);
        let news = &transcript.text()[known..];
        if !news.is_empty() {
            listener.printed(news);
        }
    }

    /// Notes, after a frame, what the program has saved and where it has looked for keys.
    fn after_frame(&mut self, listener: &mut impl Listener) {
        if let Some(tapes) = &mut self.tapes {
            tapes.look(&self.machine);
            if tapes.after_frame(&mut self.machine) {
                listener.saved(tapes.cassette());
            }
        }
        let is_entered = self.machine.keyboard_mut().is_down(Key::Enter);
        self.is_prompted &= sysvars::in_input(&self.machine) && !is_entered;
        let reads = self.machine.take_key_reads();
        // A key that is down goes up wherever it is seen.
        let looks = if self.hand.is_down() || self.is_for_hand() {
            Looks::of(&self.machine, reads)
        } else {
            Looks::default()
        };
        self.looked |= looks.half_rows() != 0;
        self.hand.after_frame(&self.machine, &self.glyphs, looks);
    }

    /// Whether what looks for a key now is to get one by hand: not the editor, `scroll?`, nor an INPUT for which there is an
    /// answer.
    fn is_for_hand(&self) -> bool {
        let Manner::Answer(answers) = &self.manner else {
            return false;
        };
        if self.typist.is_busy() || self.hand.is_done() && !self.ends_early {
            return false;
        }
        if !sysvars::waits_for_key(&self.machine) {
            return true;
        }
        match Waiting::of(&self.machine, &self.glyphs) {
            Waiting::Input => answers.is_empty() && self.is_prompted,
            Waiting::Key => true,
            Waiting::Scroll | Waiting::Tape | Waiting::Editor => false,
        }
    }

    /// Looks what the machine is at, after a frame, and does what is due. The end, if this is it.
    fn look(&mut self, listener: &mut impl Listener) -> Option<End> {
        if self.machine.cpu.halted && !self.machine.cpu.iff1 {
            return Some(End::Idle);
        }
        if self.has_too_much() {
            return Some(End::OutputLimit);
        }
        let answers = matches!(self.manner, Manner::Answer(_));
        if answers && sysvars::waits_for_tape(&self.machine) {
            let machine = &mut self.machine;
            let is_turned = self.tapes.as_mut().is_some_and(|tapes| tapes.turn(machine));
            return (!is_turned).then_some(End::TapeRanOut);
        }
        if self.typist.is_busy() || self.hand.is_down() {
            self.patience.reset();
            return None;
        }
        // A key that was pressed before ends the pause at once.
        if answers && sysvars::waits_in_pause(&self.machine) && !sysvars::key_pending(&self.machine) {
            return self.answer_key(listener);
        }
        if !self.patience.waits(&self.machine, &self.glyphs) {
            return self.look_for_stillness(listener);
        }
        self.patience.reset();
        let waiting = Waiting::of(&self.machine, &self.glyphs);
        if waiting == Waiting::Input && !self.is_prompted {
            self.prompts.push(self.prompt());
            self.is_prompted = !self.hand.is_done();
        }
        match (&mut self.manner, waiting) {
            (Manner::Answer(_), Waiting::Editor) => return Some(End::Report),
            (Manner::Answer(answers), Waiting::Input) => match answers.pop_front() {
                Some(answer) => {
                    // Whether it can be typed was found out when it was given.
                    self.typist.queue(type_text(&answer).unwrap_or_default());
                    self.typist.queue([Chord::ENTER]);
                }
                None if !self.hand.is_done() && !matches!(self.hand.waits_for(), Some(Item::Shown(_))) => {}
                None => {
                    let Some(answer) = listener.answer(&self.question(self.shown_prompt())) else {
                        return Some(End::InputExhausted);
                    };
                    self.typist.queue(answer);
                    self.typist.queue([Chord::ENTER]);
                }
            },
            (Manner::Answer(_), Waiting::Scroll | Waiting::Tape) => {
                self.scrolls += u32::from(waiting == Waiting::Scroll);
                self.typist.queue([Chord::ENTER]);
            }
            (Manner::Answer(_), Waiting::Key) => return self.answer_key(listener),
            (Manner::HandsOff, Waiting::Input) => return Some(End::InputExhausted),
            (Manner::HandsOff, _) => {
                return Some(if self.shows_report() {
                    End::Report
                } else {
                    End::Idle
                });
            }
        }
        None
    }

    /// Whether more was printed or asked than is kept.
    fn has_too_much(&self) -> bool {
        let transcript = self.transcript.as_ref().map_or(0, |roll| roll.text().len());
        transcript > LONGEST_TRANSCRIPT
            || self.machine.printer().rows().len() > LONGEST_PAPER
            || self.prompts.len() >= MOST_PROMPTS
    }

    /// The ROM waits for a key for the program, in PAUSE 0 or for machine code: the hand gives one, or somebody is asked;
    /// where no keys were given at all it gets ENTER. The end, if there is no key left.
    fn answer_key(&mut self, listener: &mut impl Listener) -> Option<End> {
        match self.hand.waits_for() {
            // Nothing is printed while the ROM waits.
            Some(Item::Shown(_)) => return Some(End::KeysExhausted),
            _ if !self.hand.is_done() => return None,
            _ => {}
        }
        if let Some(keys) = listener.keys(&self.question(String::new()), &self.machine) {
            self.hand.add(keys);
            return None;
        }
        if self.hand.had_items() {
            return Some(End::KeysExhausted);
        }
        self.pauses += 1;
        self.typist.queue([Chord::ENTER]);
        None
    }

    /// Whether the program does nothing but wait for a key that nobody presses: it is looked now and then whether it is in
    /// the same state whenever it looks at the keyboard. Then somebody is asked; the end, if there is no key.
    fn look_for_stillness(&mut self, listener: &mut impl Listener) -> Option<End> {
        let distance = if listener.asks() { STILL_IF_ASKED } else { STILL };
        let lets_time_pass = matches!(self.hand.waits_for(), Some(Item::Wait(_)));
        let is_due = !lets_time_pass
            && self.frames.is_multiple_of(distance)
            && (self.looked || self.frames.is_multiple_of(RARELY * distance));
        if !is_due || !self.ends_early || !matches!(self.manner, Manner::Answer(_)) {
            return None;
        }
        // A loader stands still too, in a pause of the tape or at its end.
        let deck = self.machine.deck();
        if deck.is_playing() || deck.listened_in_vain(self.machine.tstates()).is_some() {
            return None;
        }
        self.looked = false;
        let before = std::mem::replace(&mut self.still, stands_still(&self.machine));
        if self.still.is_none() || self.still != before {
            return None;
        }
        self.still = None;
        let keys = listener.keys(&self.question(String::new()), &self.machine);
        let Some(keys) = keys else {
            return Some(End::KeysExhausted);
        };
        self.hand.add(keys);
        None
    }

    fn question(&self, prompt: String) -> Question {
        let row = self.transcript.as_ref().map(Transcript::unfinished);
        Question {
            row: row.unwrap_or_default(),
            prompt,
        }
    }

    /// The lower screen up to INPUT's cursor, which is a letter that flashes, and without the quotes around that.
    fn shown_prompt(&self) -> String {
        const FLASH: u8 = 0x80;
        let attributes = &text::attributes(&self.machine)[PROMPT_ROWS * COLUMNS..];
        let cursor = attributes.iter().rposition(|attribute| attribute & FLASH != 0);
        let rows = self.glyphs.screen_rows(&self.machine, PROMPT_ROWS);
        let mut prompt = String::new();
        for (at, row) in rows.iter().enumerate() {
            if !prompt.is_empty() {
                prompt.push('\n');
            }
            let cursor = cursor
                .filter(|cursor| cursor / COLUMNS == at)
                .map(|cursor| cursor % COLUMNS);
            let Some(column) = cursor else {
                prompt.push_str(row);
                continue;
            };
            let before: String = row.chars().take(column).collect();
            let is_quoted = row.chars().nth(column + 1) == Some('"');
            prompt.push_str(before.strip_suffix('"').filter(|_| is_quoted).unwrap_or(&before));
            return prompt;
        }
        prompt
    }

    /// The lower part of the screen, each row closed by `|`, without the empty rows at its top.
    fn prompt(&self) -> String {
        let rows = self.glyphs.screen_rows(&self.machine, PROMPT_ROWS);
        rows.iter()
            .skip_while(|row| row.is_empty())
            .flat_map(|row| [row, "|"])
            .collect()
    }

    fn shows_report(&self) -> bool {
        report_text(self.glyphs.screen_rows(&self.machine, 22).concat().trim()).is_some()
    }

    fn outcome(&mut self, end: End, listener: &mut impl Listener) -> Outcome {
        self.machine.printer_mut().flush();
        let transcript = self.transcript.take().map(|transcript| {
            let known = transcript.text().len();
            let text = transcript.into_text();
            if text.len() > known {
                listener.printed(&text[known..]);
            }
            text
        });
        Outcome {
            transcript: transcript.unwrap_or_default(),
            prompts: std::mem::take(&mut self.prompts),
            scrolls: self.scrolls,
            pauses: self.pauses,
            tstates: self.machine.tstates() - self.start,
            ..Outcome::of(end, &self.machine, &self.glyphs)
        }
    }
}
