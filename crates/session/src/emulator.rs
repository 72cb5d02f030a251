//! The emulated Spectrum with all that belongs to its state: what is typed, the tapes, the transcript, the
//! last error.
//!
//! It is a value and deterministic: a copy that is given the same [`Input`] before the same frames does the
//! same. It decides nothing: what to give a program is the [driver](crate::driver)'s decision.

use std::sync::Arc;

use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::ula::INT_TSTATES;
use girafa_spectrum::{Spectrum, Stop, Write};
use thiserror::Error;

use crate::cassette::Cassette;
use crate::host_keys::{HostKeys, MAX_QUEUE};
use crate::input::Input;
use crate::keys::{Chord, KeysError, type_text};
use crate::launch::{self, Launched};
use crate::limits;
use crate::segment_summary::SegmentSummary;
use crate::tapes::Tapes;
use crate::television::Television;
use crate::transcript::Transcript;
use girafa_inspect::fault::{ErrorProbe, RuntimeError};
use girafa_inspect::sysvars::{self, PRINT_ENTRY, RESET_ENTRY};
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::{bottom_text, report_text};

/// Frames after an error in which its report may come on the screen.
const REPORT_FRAMES: u8 = 50;

/// Why a text is not typed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TypeError {
    /// The Spectrum's keyboard does not have all of it.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// It is longer than what waits to be typed may be.
    #[error("too long to type: at most {MAX_QUEUE} keys can wait (give a listing as a file)")]
    TooLong,
    /// Too many answers wait.
    #[error("{} answers are already waiting", limits::ANSWERS)]
    TooMany,
    /// It is longer than an answer may be.
    #[error("an answer to INPUT can have at most {} KiB", limits::ANSWER >> 10)]
    LongAnswer,
}

/// Why an emulator has paused in running a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The frame is over.
    Frame,
    /// A statement of the program is about to run: its place is [`sysvars::place`].
    Statement,
    /// The T-state that was asked for is reached.
    Reached,
    /// The instruction at this address, which was asked for, is about to be executed.
    Address(u16),
}

/// A Spectrum with a program, its keyboard and its tapes.
#[derive(Debug, Clone)]
pub struct Emulator {
    start: Arc<Launched>,
    now: Launched,
    glyphs: Glyphs,
    host_keys: HostKeys,
    frames: u64,
    probe: ErrorProbe,
    was_reset: bool,
    transcript: Option<Transcript>,
    tapes: Option<Tapes>,
    /// The last error with its report as the screen shows it.
    fault: Option<(String, RuntimeError)>,
    /// Frames in which a report is looked for.
    awaits_report: u8,
    /// In the middle of a frame: whether an answer was typed before it.
    in_frame: Option<bool>,
    /// It has paused at an address: what is to be done there has been done.
    is_at_address: bool,
    /// What happened of late, where that is noted.
    summary: Option<Box<SegmentSummary>>,
    television: Option<Television>,
    observed: Observed,
}

/// What the machine stops and collects for.
#[derive(Debug, Clone, Copy, Default)]
struct Observed {
    printing: bool,
    statements: bool,
    cells: bool,
    beam: bool,
    sound: bool,
}

impl Observed {
    fn set_up(self, machine: &mut Spectrum) {
        ErrorProbe::watch(machine);
        machine.breakpoints_mut().insert(RESET_ENTRY);
        if self.printing {
            machine.breakpoints_mut().insert(PRINT_ENTRY);
        }
        machine.watch_writes(self.statements.then_some(sysvars::SUBPPC..=sysvars::SUBPPC));
        machine.watch_screen(self.cells);
        machine.watch_beam(self.beam);
        machine.collect_beeper(self.sound);
        machine.watch_keys(true);
    }
}

impl Emulator {
    /// Goes on from what was launched; `glyphs` are those of its ROM. It observes nothing but errors, and is
    /// as fast as it can be.
    pub fn new(launched: Launched, glyphs: Glyphs) -> Emulator {
        let emulator = Emulator {
            start: Arc::new(launched.clone()),
            now: launched,
            glyphs,
            host_keys: HostKeys::default(),
            frames: 0,
            probe: ErrorProbe::default(),
            was_reset: false,
            transcript: None,
            tapes: None,
            fault: None,
            awaits_report: REPORT_FRAMES,
            in_frame: None,
            is_at_address: false,
            summary: None,
            television: None,
            observed: Observed::default(),
        };
        emulator.observing(|_| {})
    }

    fn observing(mut self, more: impl FnOnce(&mut Observed)) -> Emulator {
        more(&mut self.observed);
        self.observed.set_up(&mut Arc::make_mut(&mut self.start).machine);
        self.observed.set_up(&mut self.now.machine);
        self
    }

    /// Watches the beam: colours that change under it are seen.
    pub fn with_beam(self) -> Emulator {
        self.observing(|observed| observed.beam = true)
    }

    /// Collects the beeper's level changes.
    pub fn with_sound(self) -> Emulator {
        self.observing(|observed| observed.sound = true)
    }

    /// Takes down what is printed.
    pub fn with_transcript(mut self) -> Emulator {
        self.transcript.get_or_insert_default();
        self.observing(|observed| observed.printing = true)
    }

    /// Pauses where statements begin ([`Self::run_on`]).
    pub fn with_statements(self) -> Emulator {
        self.observing(|observed| observed.statements = true)
    }

    /// Pauses where statements begin, and notes what happens ([`Self::take_segment_summary`]).
    pub fn with_marks(mut self) -> Emulator {
        self.summary.get_or_insert_default();
        self.observing(|observed| (observed.statements, observed.cells) = (true, true))
    }

    /// Keeps what [`television`](Self::television) needs.
    pub fn with_television(mut self) -> Emulator {
        self.television.get_or_insert_default();
        self
    }

    /// Records what SAVE saves on `cassette`, which is in the recorder where no other tape is.
    pub fn with_tapes(mut self, cassette: Cassette) -> Emulator {
        Tapes::new(&mut Arc::make_mut(&mut self.start).machine, cassette.clone());
        self.tapes = Some(Tapes::new(&mut self.now.machine, cassette));
        self
    }

    /// Observes statements, where it does, no longer, or again: for frames that are known, which run faster
    /// then.
    pub(crate) fn look_away(&mut self, away: bool) {
        let observed = Observed {
            statements: self.observed.statements && !away,
            cells: self.observed.cells && !away,
            ..self.observed
        };
        let machine = &mut self.now.machine;
        machine.watch_writes(observed.statements.then_some(sysvars::SUBPPC..=sysvars::SUBPPC));
        machine.watch_screen(observed.cells);
    }

    /// What has happened since the last call; nothing where it is not noted.
    pub fn take_segment_summary(&mut self) -> SegmentSummary {
        let Some(summary) = &mut self.summary else {
            return SegmentSummary::default();
        };
        summary.cells = self.now.machine.take_screen_writes();
        std::mem::take(summary)
    }

    /// The tapes, where [there are some](Self::with_tapes).
    pub fn tapes(&self) -> Option<&Tapes> {
        self.tapes.as_ref()
    }

    /// Does what an input says.
    pub fn put_in(&mut self, input: &Input) {
        match input {
            Input::Type(chords) => self.now.typist.queue(chords.iter().copied()),
            Input::Press(chords) => self.host_keys.press(chords),
            Input::Keep(chord) => self.host_keys.keep(*chord),
            Input::Hold(key) => self.host_keys.hold(*key),
            Input::Release(key) => self.host_keys.release(*key),
            Input::TurnTape => {
                if let Some(tapes) = &mut self.tapes {
                    tapes.turn(&mut self.now.machine);
                }
            }
        }
    }

    /// Whether something is being typed.
    pub fn is_typing(&self) -> bool {
        self.now.typist.is_busy() || self.host_keys.is_busy()
    }

    /// Whether RUN's ENTER, or an answer, is being typed, before which no other key goes down.
    pub(crate) fn types_answer(&self) -> bool {
        self.now.typist.is_busy()
    }

    /// The rows that were printed since the last call, each with its newline; empty where nobody takes them
    /// down.
    pub fn take_printed(&mut self) -> String {
        self.transcript
            .as_mut()
            .map(Transcript::take_text)
            .unwrap_or_default()
    }

    /// The rows that were printed since [`take_printed`](Self::take_printed) was called, which stay.
    pub fn printed(&self) -> &str {
        self.transcript.as_ref().map_or("", Transcript::text)
    }

    /// Ends the row that is being printed: it and what was not taken yet. Nothing is taken down from now on.
    pub fn end_transcript(&mut self) -> String {
        self.transcript
            .take()
            .map(Transcript::into_text)
            .unwrap_or_default()
    }

    /// The row that is being printed, as far as it has come.
    pub fn unfinished_row(&self) -> String {
        self.transcript
            .as_ref()
            .map(Transcript::unfinished)
            .unwrap_or_default()
    }

    /// Runs a frame. Gives the beeper's level changes in it (see [`Spectrum::take_beeper_edges`]).
    pub fn frame(&mut self) -> Vec<(u64, bool)> {
        self.advance();
        self.now.machine.take_beeper_edges()
    }

    /// Runs a frame. The level changes are left in the machine, for [`girafa_spectrum::sound::Sound`].
    pub fn advance(&mut self) {
        // Whatever else the machine is to stop for, a frame ends where it ends.
        while self.run_on() != Pause::Frame {}
    }

    /// Runs until the next statement begins, where [statements are noted](Self::with_statements), or the
    /// frame is over.
    pub fn run_on(&mut self) -> Pause {
        self.run_on_and_look(|_, _| {})
    }

    /// The same; `written` gets the machine after each write to an address that it watches.
    pub fn run_on_and_look(&mut self, written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        self.run_on_to(&[], written)
    }

    /// The same; it also pauses where the instruction at one of `addresses` is about to be executed. Run on,
    /// it executes that.
    pub fn run_on_to(&mut self, addresses: &[u16], written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        // Only for now: a state that is kept does not remember where somebody wanted to stop once.
        let points = self.now.machine.breakpoints_mut();
        let mut added = addresses.to_vec();
        added.retain(|&address| points.insert(address));
        let pause = self.run_on_between(addresses, written);
        for address in added {
            self.now.machine.breakpoints_mut().remove(address);
        }
        pause
    }

    fn run_on_between(&mut self, addresses: &[u16], mut written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        self.begin_frame();
        let mut stop = match std::mem::take(&mut self.is_at_address) {
            true => self.now.machine.resume(),
            false => self.now.machine.run_frame(),
        };
        loop {
            stop = match stop {
                Stop::Frame => break,
                Stop::Breakpoint(address) => {
                    self.notice(address);
                    if addresses.contains(&address) {
                        self.is_at_address = true;
                        return Pause::Address(address);
                    }
                    self.now.machine.resume()
                }
                Stop::Written(write) => {
                    written(&mut self.now.machine, write);
                    if self.begins_statement(write) {
                        return Pause::Statement;
                    }
                    self.now.machine.run_frame()
                }
            };
        }
        self.end_frame();
        Pause::Frame
    }

    /// Runs on, instruction by instruction, to T-state `tstate` of the frame or just after it. Statements are
    /// not noted: up to there none must begin but the one that the machine stands at.
    pub fn run_to(&mut self, tstate: u32) -> Pause {
        self.begin_frame();
        while self.now.machine.frame_tstate() < tstate {
            if self.step() {
                self.end_frame();
                return Pause::Frame;
            }
        }
        Pause::Reached
    }

    /// Executes one instruction, or accepts an interrupt. Gives whether the frame is over.
    fn step(&mut self) -> bool {
        let machine = &mut self.now.machine;
        let address = machine.cpu.pc;
        let is_due = !machine.cpu.halted && machine.breakpoints_mut().contains(address);
        let is_noticed = std::mem::take(&mut self.is_at_address);
        if is_due && !is_noticed && !is_interrupted(machine) {
            self.notice(address);
        }
        let machine = &mut self.now.machine;
        let before = machine.frame_tstate();
        machine.step();
        machine.frame_tstate() < before
    }

    /// Executes one instruction, or accepts an interrupt, in the middle of a frame or at its start.
    pub fn step_instruction(&mut self) -> Pause {
        self.begin_frame();
        if self.step() {
            self.end_frame();
            return Pause::Frame;
        }
        Pause::Reached
    }

    /// Whether a frame has begun and is not over.
    pub fn is_in_frame(&self) -> bool {
        self.in_frame.is_some()
    }

    /// Whether it has paused at an address.
    pub fn is_at_address(&self) -> bool {
        self.is_at_address
    }

    fn begin_frame(&mut self) {
        if self.in_frame.is_some() {
            return;
        }
        let Launched { machine, typist, .. } = &mut self.now;
        // The ENTER of RUN, and answers, go first.
        let is_typing = typist.is_busy();
        if is_typing {
            typist.before_frame(machine);
        } else {
            self.host_keys.before_frame(machine);
        }
        if let Some(television) = &mut self.television {
            television.before_frame(machine);
        }
        self.in_frame = Some(is_typing);
    }

    /// Deals with the breakpoint that the machine stands at.
    fn notice(&mut self, address: u16) {
        let machine = &self.now.machine;
        self.was_reset |= address == RESET_ENTRY;
        if address == PRINT_ENTRY
            && let Some(transcript) = &mut self.transcript
        {
            transcript.on_print(machine);
        }
        if self.probe.observe(machine, address) {
            self.awaits_report = REPORT_FRAMES;
        }
    }

    /// Whether a write to SUBPPC begins a statement of the program.
    fn begins_statement(&mut self, write: Write) -> bool {
        let machine = &self.now.machine;
        let begins = self.observed.statements
            && write.address == sysvars::SUBPPC
            && write.updates
            && sysvars::runs_program(machine);
        if let Some(summary) = self.summary.as_mut().filter(|_| begins) {
            summary.note(sysvars::place(machine));
        }
        begins
    }

    fn end_frame(&mut self) {
        let was_typing = self.in_frame.take() == Some(true);
        let Launched { machine, typist, .. } = &mut self.now;
        if was_typing {
            typist.after_frame(machine);
        }
        if let Some(tapes) = &mut self.tapes {
            tapes.after_frame(machine);
        }
        self.frames += 1;
        self.look_for_report();
    }

    /// Finds out what an error was about once its report is on the screen.
    fn look_for_report(&mut self) {
        let Some(left) = self.awaits_report.checked_sub(1) else {
            return;
        };
        self.awaits_report = left;
        let Some(report) = self.report() else { return };
        if let Some(fault) = self.find_fault() {
            self.fault = Some((report, fault));
            self.awaits_report = 0;
        }
    }

    /// Presses chords one after another, each for a few frames.
    pub fn press(&mut self, chords: &[Chord]) {
        self.host_keys.press(chords);
    }

    /// Types a text, newlines as ENTER.
    ///
    /// # Errors
    /// A character that no key has, or more than can wait to be typed; nothing is typed then.
    pub fn type_text(&mut self, text: &str) -> Result<(), TypeError> {
        let chords = self.chords_of(text)?;
        self.host_keys.press(&chords);
        Ok(())
    }

    /// The chords that type a text, newlines as ENTER, where they can wait to be typed now.
    ///
    /// # Errors
    /// Those of [`type_text`](Self::type_text).
    pub fn chords_of(&self, text: &str) -> Result<Vec<Chord>, TypeError> {
        // Each character is a chord at least: a text that is far too long is not made into any.
        let chords = match text.len() <= 4 * MAX_QUEUE {
            true => type_text(&text.replace("\r\n", "\n").replace('\r', "\n"))?,
            false => return Err(TypeError::TooLong),
        };
        if chords.len() > self.host_keys.room() {
            return Err(TypeError::TooLong);
        }
        Ok(chords)
    }

    /// The hands.
    pub fn host_keys(&self) -> &HostKeys {
        &self.host_keys
    }

    /// Plugs the printer in or out; it stays so when the program restarts. Returns a message for the user.
    pub fn switch_printer(&mut self) -> &'static str {
        let connected = !self.machine().printer().is_connected();
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            launched.machine.printer_mut().set_connected(connected);
        }
        if connected {
            "the printer is plugged in"
        } else {
            "the printer is unplugged"
        }
    }

    /// Restarts the program, as it was at the start.
    pub fn reset(&mut self) {
        self.now = Launched::clone(&self.start);
        self.frames = 0;
        self.begin_anew();
    }

    /// Puts another machine in this one's place, such as one from a snapshot.
    pub fn set_machine(&mut self, mut machine: Spectrum) {
        let connected = self.machine().printer().is_connected();
        if machine.printer().is_connected() != connected {
            machine.printer_mut().set_connected(connected);
        }
        self.observed.set_up(&mut machine);
        self.now = launch::snapshot(machine);
        self.begin_anew();
    }

    /// What was seen of another machine says nothing of this one. Its unfinished row is lost.
    fn begin_anew(&mut self) {
        self.host_keys.let_go();
        self.probe.forget();
        self.was_reset = false;
        self.transcript = self.transcript.take().map(|_| Transcript::default());
        let cassette = self.tapes.take().map(|tapes| tapes.cassette().clone());
        self.tapes = cassette.map(|cassette| Tapes::new(&mut self.now.machine, cassette));
        self.fault = None;
        self.awaits_report = REPORT_FRAMES;
        self.in_frame = None;
        self.is_at_address = false;
    }

    /// The machine for a picture of its last frame with all that the beam has shown, where [what that
    /// needs](Self::with_television) is kept.
    pub fn television(&self) -> Spectrum {
        let watched = self.television.as_ref().and_then(Television::machine);
        watched.unwrap_or_else(|| self.machine().clone())
    }

    /// Why the program has stopped, where it has with an error.
    pub fn find_fault(&self) -> Option<RuntimeError> {
        RuntimeError::of(self.machine(), &self.glyphs, &self.probe)
    }

    /// The machine.
    pub fn machine(&self) -> &Spectrum {
        &self.now.machine
    }

    /// The machine, for its tape recorder.
    pub fn machine_mut(&mut self) -> &mut Spectrum {
        &mut self.now.machine
    }

    /// The machine, which stops and collects for nothing any more.
    pub fn into_machine(self) -> Spectrum {
        let mut machine = self.now.machine;
        machine.breakpoints_mut().clear();
        machine.watch_writes(None);
        machine.watch_screen(false);
        machine.watch_beam(false);
        machine.watch_keys(false);
        machine.collect_beeper(false);
        machine
    }

    /// The ROM's characters.
    pub fn glyphs(&self) -> &Glyphs {
        &self.glyphs
    }

    /// Frames since the start or the last reset.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Emulated seconds since the start or the last reset.
    pub fn seconds(&self) -> f64 {
        EmulatedTime::of_frames(self.frames).seconds()
    }

    /// The report on the two bottom rows, where there is one.
    pub fn report(&self) -> Option<String> {
        let bottom = bottom_text(self.machine(), &self.glyphs);
        report_text(&bottom).is_some().then_some(bottom)
    }

    /// Whether the machine was reset: it has jumped to address 0.
    pub fn was_reset(&self) -> bool {
        self.was_reset
    }

    /// The error whose report is on the screen, with what is known of it.
    pub fn fault(&self) -> Option<&RuntimeError> {
        let (report, fault) = self.fault.as_ref()?;
        (self.report().as_ref() == Some(report)).then_some(fault)
    }

    /// The report where there is one; for an error, what it is about and from where GO SUB came:
    /// `2 Variable not found: total, 30:2, from 100:1`.
    pub fn status(&self) -> Option<String> {
        let fault = self.fault().map(RuntimeError::line_of_status);
        fault.or_else(|| self.report())
    }
}

/// Whether an interrupt comes before the instruction that is next.
fn is_interrupted(machine: &Spectrum) -> bool {
    if machine.frame_tstate() >= INT_TSTATES || !machine.cpu.iff1 {
        return false;
    }
    let mut copy = machine.clone();
    copy.step();
    // An instruction is never both executed and interrupted: only an interrupt leaves its address on the
    // stack.
    !copy.cpu.iff1
        && copy.peek16(copy.cpu.sp) == machine.cpu.pc
        && copy.cpu.sp == machine.cpu.sp.wrapping_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boot::Boot;
    use crate::launch;

    fn emulator() -> Emulator {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let launched = launch::keys(&boot, "").unwrap();
        Emulator::new(launched, boot.glyphs)
    }

    /// The ROM writes to its system variables several times a frame, and its interrupt routine is called
    /// once.
    #[test]
    fn watched_writes_and_breakpoints_leave_frames_whole() {
        let mut plain = emulator();
        let mut watched = emulator();
        watched.machine_mut().watch_writes(Some(0x5C00..=0x5CFF));
        watched.machine_mut().breakpoints_mut().insert(0x0038);
        for frame in 1..=20 {
            plain.advance();
            watched.advance();
            assert_eq!(watched.machine().frames(), plain.machine().frames(), "{frame}");
            assert_eq!(watched.machine().tstates(), plain.machine().tstates(), "{frame}");
        }
        assert!(watched.machine().memory() == plain.machine().memory());
    }

    /// What is pasted is typed whole, or reported.
    #[test]
    fn a_text_that_is_too_long_is_not_typed() {
        let mut emulator = emulator();
        (0..100).for_each(|_| emulator.advance());
        for text in ["x".repeat(1 << 20), "x".repeat(MAX_QUEUE + 1)] {
            assert_eq!(emulator.type_text(&text), Err(TypeError::TooLong));
            assert!(!emulator.host_keys().is_busy());
        }
        assert_eq!(emulator.type_text(&"x".repeat(MAX_QUEUE)), Ok(()));
        // There is no room left.
        assert_eq!(emulator.type_text("x"), Err(TypeError::TooLong));
        let message = TypeError::TooLong.to_string();
        assert!(
            message.starts_with("too long to type: at most 4096 keys"),
            "{message}"
        );
    }

    /// The switch of the printer outlives a restart and another machine.
    #[test]
    fn the_printer_stays_unplugged() {
        let mut emulator = emulator();
        let is_connected = |emulator: &Emulator| emulator.machine().printer().is_connected();
        assert!(is_connected(&emulator));
        assert!(emulator.switch_printer().contains("unplugged"));
        assert!(!is_connected(&emulator));
        emulator.reset();
        assert!(!is_connected(&emulator));
        emulator.set_machine(Spectrum::new(&girafa_rom::girafa48()));
        assert!(!is_connected(&emulator));
        assert!(emulator.switch_printer().contains("plugged in"));
        emulator.reset();
        assert!(is_connected(&emulator));
    }

    /// Types on the machine's keyboard and waits for the report.
    fn typed(emulator: &mut Emulator, text: &str) -> Option<String> {
        emulator.type_text(text).unwrap();
        (0..200).for_each(|_| emulator.advance());
        emulator.status()
    }

    /// Each letter at a line's start is a keyword: p is PRINT.
    #[test]
    fn the_status_says_what_an_error_is_about() {
        let mut emulator = emulator();
        (0..100).for_each(|_| emulator.advance());
        assert_eq!(emulator.status(), None);
        let first = typed(&mut emulator, "pzz\n");
        assert_eq!(first.as_deref(), Some("2 Variable not found: zz, 0:1"));
        let fault = emulator.fault().unwrap();
        assert_eq!((fault.line(), fault.statement.text.as_str()), (None, "PRINT zz"));
        let other = typed(&mut emulator, "py\n");
        assert_eq!(other.as_deref(), Some("2 Variable not found: y, 0:1"));
        // What cannot be entered is not an error of a program's.
        let wrong = typed(&mut emulator, "p)\n");
        assert_eq!((wrong, emulator.fault()), (None, None));
        emulator.reset();
        assert_eq!((emulator.status(), emulator.fault()), (None, None));
    }

    /// What a snapshot shows is looked at too, and the machine in the place of another is watched.
    #[test]
    fn another_machine_and_its_errors() {
        let mut first = emulator();
        (0..100).for_each(|_| first.advance());
        typed(&mut first, "10pzz\n");
        let report = typed(&mut first, "r\n");
        assert_eq!(report.as_deref(), Some("2 Variable not found: zz, 10:1"));
        let mut other = emulator();
        other.set_machine(first.machine().clone());
        (0..10).for_each(|_| other.advance());
        assert_eq!(other.status(), report);
        let typed = typed(&mut other, "py\n");
        assert_eq!(typed.as_deref(), Some("2 Variable not found: y, 0:1"));
    }

    /// What a snapshot does not say: that somebody looks at the beam, and whether somebody listens.
    #[test]
    fn another_machine_is_looked_at_and_heard_as_the_first() {
        for silent in [false, true] {
            let mut emulator = if silent {
                emulator()
            } else {
                emulator().with_sound()
            };
            let other = Spectrum::new(&girafa_rom::girafa48());
            emulator.set_machine(other);
            let edges: usize = (0..200).map(|_| emulator.frame().len()).sum();
            emulator.type_text("1").unwrap();
            let edges = edges + (0..50).map(|_| emulator.frame().len()).sum::<usize>();
            assert_eq!(edges == 0, silent, "{edges}");
        }
    }
}
