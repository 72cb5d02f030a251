//! A program's run: answers typed when the ROM asks, the transcript taken down, the end recognised.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use girafa_spectrum::sound::Sound;
use girafa_spectrum::{Spectrum, Stop};

use crate::insight::StatementPlace;
use crate::insight::fault::{Fault, Witness};
use crate::keys::{Chord, KeysError, type_text};
use crate::launch::Launched;
use crate::outcome::{End, Outcome};
use crate::sysvars;
use crate::television::Television;
use crate::text::Glyphs;
use crate::transcript::Transcript;
use crate::typist::Typist;
use crate::wait::{Patience, Waiting, report_text};

/// The first screen row that a prompt may stand on, as far as it is recorded.
const PROMPT_ROWS: usize = 16;

/// What a session reports to while it runs. Every method does nothing unless implemented.
pub trait Listener {
    /// `rows` more rows of the transcript are finished, each with its newline.
    fn printed(&mut self, rows: &str) {
        let _ = rows;
    }

    /// A frame is over, the `frames`th since the program's start. Break ends the session as the frame limit would.
    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        let _ = frames;
        ControlFlow::Continue(())
    }

    /// A statement begins, `tstates` T-states after the program's start; only after [`Session::with_statements`].
    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        let _ = (place, tstates);
    }

    /// The instruction at one of the [breakpoints](Session::with_breakpoints) is about to be executed. Break ends the
    /// session there, as the frame limit would.
    fn breakpoint(&mut self, address: u16, machine: &Spectrum) -> ControlFlow<()> {
        let _ = (address, machine);
        ControlFlow::Continue(())
    }

    /// At the end of a frame of `tstates` T-states, or what the run had of it, the ROM was waiting for a key.
    fn waited(&mut self, tstates: u64) {
        let _ = tstates;
    }
}

/// Ignores all.
impl Listener for () {}

/// How a session goes on when the ROM waits.
#[derive(Debug, Clone)]
enum Manner {
    /// Answers INPUT with these; `scroll?`, "Start tape", PAUSE 0 and machine code's wait for a key with ENTER.
    Answer(VecDeque<Vec<Chord>>),
    /// Types nothing of its own: the first wait after the last key is the end.
    HandsOff,
}

/// A machine with a program that has just started, and all that is to be learned from its run.
#[derive(Debug, Clone)]
pub struct Session {
    machine: Spectrum,
    glyphs: Glyphs,
    typist: Typist,
    manner: Manner,
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
}

impl Session {
    /// Goes on from a started program, with no answers to give. The beeper's level changes are no longer collected: a
    /// long run would fill the memory with them.
    pub fn new(launched: Launched, glyphs: Glyphs) -> Session {
        let Launched {
            mut machine, typist, ..
        } = launched;
        machine.collect_beeper(false);
        Session {
            start: machine.tstates(),
            machine,
            glyphs,
            typist,
            manner: Manner::Answer(VecDeque::new()),
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
        }
    }

    /// Sets the answers to be typed, ENTER after each. Errors: a character that no key has.
    pub fn answers<S: AsRef<str>>(mut self, answers: &[S]) -> Result<Session, KeysError> {
        let typed = answers.iter().map(|answer| {
            let mut chords = type_text(answer.as_ref())?;
            chords.push(Chord::ENTER);
            Ok(chords)
        });
        self.manner = Manner::Answer(typed.collect::<Result<_, KeysError>>()?);
        Ok(self)
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

    /// The sound so far, where it is taken up: mono samples.
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
            self.typist.before_frame(&mut self.machine);
            if let Some(television) = &mut self.television {
                television.before_frame(&mut self.machine);
            }
            if self.run_frame(listener).is_break() {
                break End::Frames;
            }
            self.typist.after_frame(&self.machine);
            if let Some((sound, samples)) = &mut self.sound {
                sound.render(&mut self.machine, samples);
            }
            self.frames += 1;
            let ended_by_listener = listener.frame(self.frames).is_break();
            match self.look() {
                Some(end) if self.ends_early => break end,
                _ if ended_by_listener || self.frames >= frame_limit => break End::Frames,
                _ => {}
            }
        };
        self.outcome(end, listener)
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

    /// Looks what the machine is at, after a frame, and does what is due. The end, if this is it.
    fn look(&mut self) -> Option<End> {
        if self.machine.cpu.halted && !self.machine.cpu.iff1 {
            return Some(End::Idle);
        }
        if matches!(self.manner, Manner::Answer(_)) && sysvars::waits_for_tape(&self.machine) {
            return Some(End::TapeRanOut);
        }
        if self.typist.is_busy() {
            self.patience.reset();
            return None;
        }
        if matches!(self.manner, Manner::Answer(_)) && sysvars::waits_in_pause(&self.machine) {
            self.typist.queue([Chord::ENTER]);
            return None;
        }
        if !self.patience.waits(&self.machine, &self.glyphs) {
            return None;
        }
        self.patience.reset();
        let waiting = Waiting::of(&self.machine, &self.glyphs);
        if waiting == Waiting::Input {
            self.prompts.push(self.prompt());
        }
        match (&mut self.manner, waiting) {
            (Manner::Answer(_), Waiting::Editor) => return Some(End::Report),
            (Manner::Answer(answers), Waiting::Input) => match answers.pop_front() {
                Some(answer) => self.typist.queue(answer),
                None => return Some(End::InputExhausted),
            },
            (Manner::Answer(_), Waiting::Scroll | Waiting::Tape | Waiting::Key) => {
                self.scrolls += u32::from(waiting == Waiting::Scroll);
                self.typist.queue([Chord::ENTER]);
            }
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
            tstates: self.machine.tstates() - self.start,
            ..Outcome::of(end, &self.machine, &self.glyphs)
        }
    }
}
