//! The emulated Spectrum with its complete state: what is being typed, the tapes, the transcript, the last
//! error.
//!
//! An emulator is a value and deterministic: copies that get the same [`Input`] before the same frames behave
//! identically. It makes no decisions: the [driver](crate::driver) decides what input a program gets.

use std::sync::Arc;

use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::ula::INT_TSTATES;
use girafa_spectrum::{Spectrum, Stop, Write};
use thiserror::Error;

use crate::beam_replay::BeamReplay;
use crate::cassette::Cassette;
use crate::hardware::{Hardware, Pace};
use crate::host_keys::{HostKeys, MAX_QUEUE};
use crate::input::Input;
use crate::keys::{Chord, KeysError, type_text};
use crate::keystrokes::{self, KeystrokesError};
use crate::launch::{self, Launched};
use crate::limits;
use crate::observed::Observed;
use crate::segment_summary::SegmentSummary;
use crate::tapes::Tapes;
use crate::transcript::Transcript;
use girafa_inspect::fault::{ErrorProbe, RuntimeError};
use girafa_inspect::sysvars::{self, PRINT_ENTRY, RESET_ENTRY};
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::{bottom_text, report_text};

/// Maximum number of frames from an error to its report on the screen.
const REPORT_FRAMES: u8 = 50;

/// Why a text cannot be typed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TypeError {
    /// No key types one of its characters.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The editor does not accept a code of the listing.
    #[error(transparent)]
    Listing(#[from] KeystrokesError),
    /// The text does not fit into the queue of keys.
    #[error("too long to type: at most {MAX_QUEUE} keys can wait (give a listing as a file)")]
    TooLong,
    /// Too many answers are waiting.
    #[error("{} answers are already waiting", limits::ANSWERS)]
    TooMany,
    /// The answer is longer than the limit.
    #[error("an answer to INPUT can have at most {} KiB", limits::ANSWER >> 10)]
    LongAnswer,
}

/// Why an emulator has paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The frame is over.
    Frame,
    /// A statement of the program is about to run: its place is [`sysvars::place`].
    Statement,
    /// The requested T-state is reached.
    Reached,
    /// The instruction at this requested address is about to be executed.
    Address(u16),
}

/// A Spectrum with a program, its keyboard and its tapes.
#[derive(Debug, Clone)]
pub struct Emulator {
    pub(crate) start: Arc<Launched>,
    pub(crate) now: Launched,
    glyphs: Glyphs,
    pub(crate) host_keys: HostKeys,
    frames: u64,
    probe: ErrorProbe,
    was_reset: bool,
    pub(crate) transcript: Option<Transcript>,
    tapes: Option<Tapes>,
    /// The last error with its report as the screen shows it.
    fault: Option<(String, RuntimeError)>,
    /// Remaining frames in which a report may appear.
    awaits_report: u8,
    /// `Some` in the middle of a frame: whether an answer was being typed when it began.
    pub(crate) in_frame: Option<bool>,
    /// Whether it has paused at an address, whose breakpoint has been handled.
    pub(crate) is_at_address: bool,
    /// Summary of the current segment, if recorded.
    pub(crate) summary: Option<Box<SegmentSummary>>,
    pub(crate) beam_replay: Option<BeamReplay>,
    pub(crate) observed: Observed,
}

impl Emulator {
    /// Creates an emulator of a launched machine; `glyphs` are those of its ROM. It observes only errors,
    /// which is fastest.
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
            beam_replay: None,
            observed: Observed::default(),
        };
        emulator.observing(|_| {})
    }

    /// Records SAVE on `cassette`, which is in the recorder unless another tape is.
    pub fn with_tapes(mut self, cassette: Cassette) -> Emulator {
        Tapes::new(&mut Arc::make_mut(&mut self.start).machine, cassette.clone());
        self.tapes = Some(Tapes::new(&mut self.now.machine, cassette));
        self
    }

    /// Returns the summary since the last call; empty if none is recorded.
    pub fn take_segment_summary(&mut self) -> SegmentSummary {
        let Some(summary) = &mut self.summary else {
            return SegmentSummary::default();
        };
        summary.cells = self.now.machine.take_screen_writes();
        std::mem::take(summary)
    }

    /// The tapes, if there are [any](Self::with_tapes).
    pub fn tapes(&self) -> Option<&Tapes> {
        self.tapes.as_ref()
    }

    /// Applies an input.
    pub fn put_in(&mut self, input: &Input) {
        match input {
            Input::Type(chords) => self.now.typist.queue(chords.iter().copied()),
            Input::Press(chords) => self.host_keys.press(chords),
            Input::Keep(chord) => self.host_keys.keep(*chord),
            Input::Hold(key) => self.host_keys.hold(*key),
            Input::Release(key) => self.host_keys.release(*key),
            Input::Joystick(state) => self.now.machine.set_joystick(Some(*state)),
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

    /// Whether RUN's ENTER or an answer is being typed; other keys wait for it.
    pub(crate) fn types_answer(&self) -> bool {
        self.now.typist.is_busy()
    }

    /// Returns the rows printed since the last call, each with its newline; empty if none are recorded.
    pub fn take_printed(&mut self) -> String {
        self.transcript
            .as_mut()
            .map(Transcript::take_text)
            .unwrap_or_default()
    }

    /// The rows printed since the last call of [`take_printed`](Self::take_printed); they are not removed.
    pub fn printed(&self) -> &str {
        self.transcript.as_ref().map_or("", Transcript::text)
    }

    /// Ends the transcript and returns its unfinished row with the rows not taken yet. Nothing is recorded
    /// from now on.
    pub fn end_transcript(&mut self) -> String {
        self.transcript
            .take()
            .map(Transcript::into_text)
            .unwrap_or_default()
    }

    /// The unfinished row, as far as it has been printed.
    pub fn unfinished_row(&self) -> String {
        self.transcript
            .as_ref()
            .map(Transcript::unfinished)
            .unwrap_or_default()
    }

    /// Runs a frame. Returns the beeper's level changes in it (see [`Spectrum::take_beeper_edges`]).
    pub fn frame(&mut self) -> Vec<(u64, bool)> {
        self.advance();
        self.now.machine.take_beeper_edges()
    }

    /// Runs a frame. The beeper's level changes stay in the machine, for [`girafa_spectrum::sound::Sound`].
    pub fn advance(&mut self) {
        // Other pauses do not end the frame.
        while self.run_on() != Pause::Frame {}
    }

    /// Runs to the next statement, if [statements are observed](Self::with_statements), or to the end of the
    /// frame.
    pub fn run_on(&mut self) -> Pause {
        self.run_on_and_look(|_, _| {})
    }

    /// As [`run_on`](Self::run_on); calls `written` with the machine after each write to a watched address.
    pub fn run_on_and_look(&mut self, written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        self.run_on_to(&[], written)
    }

    /// As [`run_on_and_look`](Self::run_on_and_look); also pauses before the instruction at one of
    /// `addresses` is executed. The next call executes it.
    pub fn run_on_to(&mut self, addresses: &[u16], written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        // Temporary breakpoints: a saved state must not keep them.
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

    /// Steps to T-state `tstate` of the frame or just after it. Statements are not reported: none may begin
    /// on the way but the one that the machine has paused at.
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

    /// Executes one instruction, or accepts an interrupt. Returns whether the frame is over.
    fn step(&mut self) -> bool {
        let machine = &mut self.now.machine;
        let address = machine.cpu.pc;
        let is_due = !machine.cpu.halted && machine.breakpoints_mut().contains(address);
        let is_noticed = std::mem::take(&mut self.is_at_address);
        if is_due && !is_noticed && !is_interrupted(machine) {
            self.notice(address);
        }
        let machine = &mut self.now.machine;
        let before = machine.frames();
        machine.step();
        machine.frames() > before
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
        if let Some(replay) = &mut self.beam_replay {
            replay.before_frame(machine);
        }
        self.in_frame = Some(is_typing);
    }

    /// Handles the breakpoint that the machine has stopped at.
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

    /// Stores the details of an error once its report is on the screen.
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
    /// The text has a character that no key types, or does not fit into the queue. Nothing is typed then.
    pub fn type_text(&mut self, text: &str) -> Result<(), TypeError> {
        let chords = self.chords_of(text)?;
        self.host_keys.press(&chords);
        Ok(())
    }

    /// The chords that type a text, newlines as ENTER, if they fit into the queue now. At the editor's empty line,
    /// BASIC is typed with the keys of its keywords.
    ///
    /// # Errors
    /// Those of [`type_text`](Self::type_text).
    pub fn chords_of(&self, text: &str) -> Result<Vec<Chord>, TypeError> {
        // Each character is at least one chord: far too long texts are rejected without conversion.
        if text.len() > 4 * MAX_QUEUE {
            return Err(TypeError::TooLong);
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let basic = self.is_at_empty_line().then(|| keystrokes::text(&text)).flatten();
        let chords = match basic {
            Some(chords) => chords?,
            None => type_text(&text)?,
        };
        if chords.len() > self.host_keys.room() {
            return Err(TypeError::TooLong);
        }
        Ok(chords)
    }

    /// Whether the ROM's editor waits for the first key of a line.
    fn is_at_empty_line(&self) -> bool {
        let machine = self.machine();
        let is_editor = !sysvars::in_input(machine) && !sysvars::runs_program(machine);
        let is_free = !self.is_typing() && sysvars::waits_for_key(machine);
        is_editor && is_free && machine.peek(machine.peek16(sysvars::E_LINE)) == b'\r'
    }

    /// The keys that the host presses.
    pub fn host_keys(&self) -> &HostKeys {
        &self.host_keys
    }

    /// Connects or disconnects the printer, also for restarts. Returns a message for the user.
    pub fn switch_printer(&mut self) -> &'static str {
        let connected = !self.machine().printer().is_connected();
        self.change_machines(|machine| machine.printer_mut().set_connected(connected));
        if connected {
            "the printer is plugged in"
        } else {
            "the printer is unplugged"
        }
    }

    /// Switches between the ROM's own pace and that of an original ROM, also for restarts. Returns a message for
    /// the user.
    pub fn switch_pace(&mut self) -> &'static str {
        let on = !self.machine().is_paced();
        self.change_machines(|machine| {
            machine.set_paced(on);
        });
        match (on, self.machine().is_paced()) {
            (false, _) => "the ROM takes its own time",
            (true, true) => "the ROM takes about the time of an original ROM",
            (true, false) => "this ROM always takes its own time",
        }
    }

    /// Changes the machine, and the one that restarts use.
    fn change_machines(&mut self, change: impl Fn(&mut Spectrum)) {
        change(&mut Arc::make_mut(&mut self.start).machine);
        change(&mut self.now.machine);
    }

    /// Restarts the program in its initial state.
    pub fn reset(&mut self) {
        self.now = Launched::clone(&self.start);
        self.frames = 0;
        self.begin_anew();
    }

    /// Replaces the machine, for example by one from a snapshot.
    pub fn set_machine(&mut self, mut machine: Spectrum) {
        let hardware = Hardware {
            printer: self.machine().printer().is_connected(),
            late: self.start.machine.has_late_timing(),
            pace: Pace::of(&self.start.machine),
        };
        hardware.set_up(&mut machine);
        self.observed.set_up(&mut machine);
        self.now = launch::snapshot(machine);
        self.begin_anew();
    }

    /// Resets what was observed of the previous machine. Its unfinished row is lost.
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

    /// Returns the machine for a picture of its last frame as the beam drew it, if
    /// [`with_beam_replay`](Self::with_beam_replay) is set.
    pub fn machine_with_beam(&self) -> Spectrum {
        let watched = self.beam_replay.as_ref().and_then(BeamReplay::machine);
        watched.unwrap_or_else(|| self.machine().clone())
    }

    /// The error that stopped the program, if any.
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

    /// Returns the machine without breakpoints and recording.
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

    /// The report on the two bottom rows, if any.
    pub fn report(&self) -> Option<String> {
        let bottom = bottom_text(self.machine(), &self.glyphs);
        report_text(&bottom).is_some().then_some(bottom)
    }

    /// Whether the machine was reset: it has jumped to address 0.
    pub fn was_reset(&self) -> bool {
        self.was_reset
    }

    /// The error whose report is on the screen, with its details.
    pub fn fault(&self) -> Option<&RuntimeError> {
        let (report, fault) = self.fault.as_ref()?;
        (self.report().as_ref() == Some(report)).then_some(fault)
    }

    /// The report, if any. For an error it includes the details and the caller of GO SUB:
    /// `2 Variable not found: total, 30:2, from 100:1`.
    pub fn status(&self) -> Option<String> {
        let fault = self.fault().map(RuntimeError::line_of_status);
        fault.or_else(|| self.report())
    }
}

/// Whether an interrupt is accepted before the next instruction.
fn is_interrupted(machine: &Spectrum) -> bool {
    if machine.frame_tstate() >= INT_TSTATES || !machine.cpu.iff1 {
        return false;
    }
    let mut copy = machine.clone();
    copy.step();
    // Only an interrupt leaves the address of an unexecuted instruction on the stack.
    !copy.cpu.iff1
        && copy.peek16(copy.cpu.sp) == machine.cpu.pc
        && copy.cpu.sp == machine.cpu.sp.wrapping_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boot::Boot;
    use crate::launch;
    use girafa_spectrum::Rom;

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

    /// Pasted text is typed completely or rejected.
    #[test]
    fn a_text_that_is_too_long_is_not_typed() {
        let mut emulator = emulator();
        (0..100).for_each(|_| emulator.advance());
        for text in ["x".repeat(1 << 20), "x".repeat(MAX_QUEUE + 1)] {
            assert_eq!(emulator.type_text(&text), Err(TypeError::TooLong));
            assert!(!emulator.host_keys().is_busy());
        }
        assert_eq!(emulator.type_text(&"x".repeat(MAX_QUEUE)), Ok(()));
        // The queue is full.
        assert_eq!(emulator.type_text("x"), Err(TypeError::TooLong));
        let message = TypeError::TooLong.to_string();
        assert!(
            message.starts_with("too long to type: at most 4096 keys"),
            "{message}"
        );
    }

    /// A listing that is pasted becomes that listing, and runs.
    #[test]
    fn a_pasted_listing_is_that_listing() {
        let mut emulator = emulator();
        let typed = |emulator: &mut Emulator, text: &str, frames: u32| {
            emulator.type_text(text).unwrap();
            (0..frames).for_each(|_| emulator.advance());
        };
        (0..100).for_each(|_| emulator.advance());
        let listing = "10 FOR i=1 TO 3: PRINT \"GO TO \";SIN 0+i: NEXT i\n20 REM PRINT it\n";
        typed(&mut emulator, listing, 1500);
        let program = girafa_basic::tokenise::program(listing, &girafa_basic::tokenise::Options::default());
        let bytes = program.unwrap().program.to_bytes();
        let machine = emulator.machine();
        let start = usize::from(machine.peek16(sysvars::PROG));
        assert_eq!(machine.memory()[start..start + bytes.len()], bytes);
        typed(&mut emulator, "RUN\n", 200);
        let screen = emulator.glyphs().screen(emulator.machine());
        assert_eq!(screen[..3], ["GO TO 1", "GO TO 2", "GO TO 3"]);
    }

    /// The printer stays disconnected after a restart and with another machine.
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

    #[test]
    fn the_pace_stays_switched() {
        let mut emulator = emulator();
        let is_paced = |emulator: &Emulator| emulator.machine().is_paced();
        assert!(is_paced(&emulator));
        assert!(emulator.switch_pace().contains("own time"));
        emulator.reset();
        assert!(!is_paced(&emulator));
        emulator.set_machine(Spectrum::new(&girafa_rom::girafa48()));
        assert!(!is_paced(&emulator));
        assert!(emulator.switch_pace().contains("original"));
        emulator.set_machine(Spectrum::new(&girafa_rom::girafa48()));
        assert!(is_paced(&emulator));
        let mut other = *girafa_rom::GIRAFA48;
        other[0x3FFF] ^= 1;
        emulator.set_machine(Spectrum::new(&Rom::from(&other)));
        assert!(emulator.switch_pace().contains("always") && !is_paced(&emulator));
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
        // A line that cannot be entered is not a runtime error.
        let wrong = typed(&mut emulator, "p)\n");
        assert_eq!((wrong, emulator.fault()), (None, None));
        emulator.reset();
        assert_eq!((emulator.status(), emulator.fault()), (None, None));
    }

    /// A report that a snapshot shows is found, and errors in the new machine are observed.
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

    /// A machine from a snapshot gets the settings of beam and sound.
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
