//! A machine with somebody at it.

use std::sync::Arc;

use girafa_session::cassette::Cassette;
use girafa_session::insight::fault::{Fault, Witness};
use girafa_session::keys::{Chord, KeysError, type_text};
use girafa_session::launch::Launched;
use girafa_session::sysvars::{self, PRINT_ENTRY};
use girafa_session::text::Glyphs;
use girafa_session::transcript::Transcript;
use girafa_session::wait::report_text;
use girafa_spectrum::facts::INT_TSTATES;
use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::{Spectrum, Stop, Write};
use thiserror::Error;

use crate::hands::{Hands, LONGEST_QUEUE};
use crate::marks::Marks;

/// Frames after an error in which its report may come on the screen.
const REPORT_FRAMES: u8 = 50;

/// Why a text is not typed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TypeError {
    /// The Spectrum's keyboard does not have all of it.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// It is longer than what waits to be typed may be.
    #[error("too long to be typed: {LONGEST_QUEUE} keys at most wait (a listing can be given as a file)")]
    TooLong,
}

/// Why a player has paused in running a frame.
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

/// A machine with a program and its keyboard.
#[derive(Debug, Clone)]
pub struct Player {
    start: Arc<Launched>,
    now: Launched,
    glyphs: Glyphs,
    hands: Hands,
    frames: u64,
    is_silent: bool,
    witness: Witness,
    transcript: Option<Transcript>,
    cassette: Option<Cassette>,
    /// The last error with its report as the screen shows it.
    fault: Option<(String, Fault)>,
    /// Frames in which a report is looked for.
    awaits_report: u8,
    /// In the middle of a frame: whether the launch typed before it.
    in_frame: Option<bool>,
    /// It has paused at an address: what is to be done there has been done.
    is_at_address: bool,
    /// What happened of late, where statements are noted.
    marks: Option<Box<Marks>>,
}

impl Player {
    /// A player of what was launched; `glyphs` are those of its ROM.
    pub fn new(mut launched: Launched, glyphs: Glyphs) -> Player {
        // Somebody looks at this machine: at colours that change from row to row, too.
        launched.machine.watch_beam(true);
        Witness::watch(&mut launched.machine);
        Player {
            start: Arc::new(launched.clone()),
            now: launched,
            glyphs,
            hands: Hands::default(),
            frames: 0,
            is_silent: false,
            witness: Witness::default(),
            transcript: None,
            cassette: None,
            fault: None,
            awaits_report: REPORT_FRAMES,
            in_frame: None,
            is_at_address: false,
            marks: None,
        }
    }

    /// The same player without sound: [`Self::frame`] gives no level changes, and none are collected.
    pub fn silent(mut self) -> Player {
        self.is_silent = true;
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            launched.machine.collect_beeper(false);
        }
        self
    }

    /// The same player, who also takes down what is printed.
    pub fn with_transcript(mut self) -> Player {
        self.transcript = Some(Transcript::default());
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            launched.machine.breakpoints_mut().insert(PRINT_ENTRY);
        }
        self
    }

    /// The same player, who also pauses where statements begin ([`Self::run_on`]) and notes what happens.
    pub fn with_statements(mut self) -> Player {
        self.marks = Some(Box::default());
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            watch_statements(&mut launched.machine);
        }
        self
    }

    /// The same player, who does not see colours that change under the beam, and is faster for it.
    pub fn without_beam(mut self) -> Player {
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            launched.machine.watch_beam(false);
        }
        self
    }

    /// Notes statements, where it does, no longer, or again: for frames that are known, which run faster then.
    pub(crate) fn look_away(&mut self, away: bool) {
        if self.marks.is_none() {
            return;
        }
        let machine = &mut self.now.machine;
        match away {
            true => {
                machine.watch_writes(None);
                machine.watch_screen(false);
            }
            false => watch_statements(machine),
        }
    }

    /// What has happened since the last call; nothing where it is not noted.
    pub fn take_marks(&mut self) -> Marks {
        let Some(marks) = &mut self.marks else {
            return Marks::default();
        };
        marks.cells = self.now.machine.take_screen_writes();
        std::mem::take(marks)
    }

    /// The same player, who also records what SAVE saves; it goes into the recorder as soon as it is whole.
    pub fn with_cassette(mut self) -> Player {
        self.cassette = Some(Cassette::default());
        self
    }

    /// The same player, who also records what SAVE saves on `cassette`, which is in the recorder where no other tape is.
    pub fn with_tape(mut self, cassette: Cassette) -> Player {
        for launched in [Arc::make_mut(&mut self.start), &mut self.now] {
            if launched.machine.deck().tape().is_none() && !cassette.blocks().is_empty() {
                launched.machine.insert_tape(cassette.tape());
            }
        }
        self.cassette = Some(cassette);
        self
    }

    /// The cassette that SAVE records on, where there is one.
    pub fn cassette(&self) -> Option<&Cassette> {
        self.cassette.as_ref()
    }

    /// Whether the launch or the hands are typing something.
    pub fn is_typing(&self) -> bool {
        self.now.typist.is_busy() || self.hands.is_busy()
    }

    /// The rows that were printed since the last call, each with its newline; empty where nobody takes them down.
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

    /// Runs until the next statement begins, where [statements are noted](Self::with_statements), or the frame is over.
    pub fn run_on(&mut self) -> Pause {
        self.run_on_and_look(|_, _| {})
    }

    /// The same; `written` gets the machine after each write to an address that it watches.
    pub fn run_on_and_look(&mut self, written: impl FnMut(&mut Spectrum, Write)) -> Pause {
        self.run_on_to(&[], written)
    }

    /// The same; it also pauses where the instruction at one of `addresses` is about to be executed. Run on, it executes that.
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

    /// Runs on, instruction by instruction, to T-state `tstate` of the frame or just after it. Statements are not noted: up
    /// to there none must begin but the one that the machine stands at.
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
        // What the launch still types, the ENTER of RUN, goes first.
        let launching = typist.is_busy();
        if launching {
            typist.before_frame(machine);
        } else {
            self.hands.before_frame(machine);
        }
        self.in_frame = Some(launching);
    }

    /// Deals with the breakpoint that the machine stands at.
    fn notice(&mut self, address: u16) {
        let machine = &self.now.machine;
        if address == PRINT_ENTRY
            && let Some(transcript) = &mut self.transcript
        {
            transcript.on_print(machine);
        }
        if self.witness.takes_note(machine, address) {
            self.awaits_report = REPORT_FRAMES;
        }
    }

    /// Whether a write to SUBPPC begins a statement of the program.
    fn begins_statement(&mut self, write: Write) -> bool {
        let Some(marks) = &mut self.marks else {
            return false;
        };
        let machine = &self.now.machine;
        let begins = write.address == sysvars::SUBPPC && write.updates && sysvars::runs_program(machine);
        if begins {
            marks.note(sysvars::place(machine));
        }
        begins
    }

    fn end_frame(&mut self) {
        let launching = self.in_frame.take() == Some(true);
        let Launched { machine, typist, .. } = &mut self.now;
        if launching {
            typist.after_frame(machine);
        }
        if let Some(cassette) = &mut self.cassette {
            cassette.after_frame(machine);
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
        if let Some(fault) = Fault::of(self.machine(), &self.glyphs, &self.witness) {
            self.fault = Some((report, fault));
            self.awaits_report = 0;
        }
    }

    /// Presses chords one after another, each for a few frames.
    pub fn press(&mut self, chords: &[Chord]) {
        self.hands.press(chords);
    }

    /// Types a text, newlines as ENTER.
    ///
    /// # Errors
    /// A character that no key has, or more than can wait to be typed; nothing is typed then.
    pub fn type_text(&mut self, text: &str) -> Result<(), TypeError> {
        let chords = self.chords_of(text)?;
        self.hands.press(&chords);
        Ok(())
    }

    /// The chords that type a text, newlines as ENTER, where they can wait to be typed now.
    ///
    /// # Errors
    /// Those of [`type_text`](Self::type_text).
    pub fn chords_of(&self, text: &str) -> Result<Vec<Chord>, TypeError> {
        // Each character is a chord at least: a text that is far too long is not made into any.
        let chords = match text.len() <= 4 * LONGEST_QUEUE {
            true => type_text(&text.replace("\r\n", "\n").replace('\r', "\n"))?,
            false => return Err(TypeError::TooLong),
        };
        if chords.len() > self.hands.room() {
            return Err(TypeError::TooLong);
        }
        Ok(chords)
    }

    /// The hands.
    pub fn hands(&self) -> &Hands {
        &self.hands
    }

    /// The hands, for hosts that report when a key goes up.
    pub fn hands_mut(&mut self) -> &mut Hands {
        &mut self.hands
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
            "the printer is unplugged: nothing answers at its port"
        }
    }

    /// Restarts the program, as it was when the player began.
    pub fn reset(&mut self) {
        self.now = Launched::clone(&self.start);
        self.forget_errors();
        self.hands.let_go();
        self.frames = 0;
    }

    /// Puts another machine in this one's place, such as one from a snapshot.
    pub fn set_machine(&mut self, mut machine: Spectrum) {
        machine.watch_beam(true);
        machine.collect_beeper(!self.is_silent);
        let connected = self.machine().printer().is_connected();
        if machine.printer().is_connected() != connected {
            machine.printer_mut().set_connected(connected);
        }
        Witness::watch(&mut machine);
        if self.marks.is_some() {
            watch_statements(&mut machine);
        }
        if self.transcript.is_some() {
            machine.breakpoints_mut().insert(PRINT_ENTRY);
        }
        self.now = girafa_session::launch::snapshot(machine);
        self.forget_errors();
        self.hands.let_go();
    }

    /// What was seen of another machine says nothing of this one. Its unfinished row is lost.
    fn forget_errors(&mut self) {
        self.witness.forget();
        self.transcript = self.transcript.take().map(|_| Transcript::default());
        self.fault = None;
        self.awaits_report = REPORT_FRAMES;
        self.in_frame = None;
        self.is_at_address = false;
    }

    /// The machine.
    pub fn machine(&self) -> &Spectrum {
        &self.now.machine
    }

    /// The machine, for its tape recorder.
    pub fn machine_mut(&mut self) -> &mut Spectrum {
        &mut self.now.machine
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
        let bottom = self.glyphs.screen_rows(self.machine(), 22).concat();
        let bottom = bottom.trim();
        report_text(bottom).map(|_| bottom.to_owned())
    }

    /// The error whose report is on the screen.
    pub fn fault(&self) -> Option<&Fault> {
        let (report, fault) = self.fault.as_ref()?;
        (self.report().as_ref() == Some(report)).then_some(fault)
    }

    /// The report where there is one; for an error, what it is about and from where GO SUB came:
    /// `2 Variable not found: total, 30:2, from 100:1`.
    pub fn status(&self) -> Option<String> {
        let fault = self.fault().map(Fault::line_of_status);
        fault.or_else(|| self.report())
    }
}

/// Has a machine stop where statements begin, and note the cells of the screen that are written to.
fn watch_statements(machine: &mut Spectrum) {
    machine.watch_writes(Some(sysvars::SUBPPC..=sysvars::SUBPPC));
    machine.watch_screen(true);
}

/// Whether an interrupt comes before the instruction that is next.
fn is_interrupted(machine: &Spectrum) -> bool {
    if machine.frame_tstate() >= INT_TSTATES || !machine.cpu.iff1 {
        return false;
    }
    let mut copy = machine.clone();
    copy.step();
    // An instruction is never both executed and interrupted: only an interrupt leaves its address on the stack.
    !copy.cpu.iff1
        && copy.peek16(copy.cpu.sp) == machine.cpu.pc
        && copy.cpu.sp == machine.cpu.sp.wrapping_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_session::boot::Boot;
    use girafa_session::launch;

    fn player() -> Player {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let launched = launch::keys(&boot, "").unwrap();
        Player::new(launched, boot.glyphs)
    }

    /// The ROM writes to its system variables several times a frame, and its interrupt routine is called once.
    #[test]
    fn watched_writes_and_breakpoints_leave_frames_whole() {
        let mut plain = player();
        let mut watched = player();
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
        let mut player = player();
        (0..100).for_each(|_| player.advance());
        for text in ["x".repeat(1 << 20), "x".repeat(LONGEST_QUEUE + 1)] {
            assert_eq!(player.type_text(&text), Err(TypeError::TooLong));
            assert!(!player.hands_mut().is_busy());
        }
        assert_eq!(player.type_text(&"x".repeat(LONGEST_QUEUE)), Ok(()));
        // There is no room left.
        assert_eq!(player.type_text("x"), Err(TypeError::TooLong));
        let message = TypeError::TooLong.to_string();
        assert!(
            message.starts_with("too long to be typed: 4096 keys"),
            "{message}"
        );
    }

    /// The switch of the printer outlives a restart and another machine.
    #[test]
    fn the_printer_stays_unplugged() {
        let mut player = player();
        let is_connected = |player: &Player| player.machine().printer().is_connected();
        assert!(is_connected(&player));
        assert!(player.switch_printer().contains("unplugged"));
        assert!(!is_connected(&player));
        player.reset();
        assert!(!is_connected(&player));
        player.set_machine(Spectrum::new(&girafa_rom::girafa48()));
        assert!(!is_connected(&player));
        assert!(player.switch_printer().contains("plugged in"));
        player.reset();
        assert!(is_connected(&player));
    }

    /// Types on the machine's keyboard and waits for the report.
    fn typed(player: &mut Player, text: &str) -> Option<String> {
        player.type_text(text).unwrap();
        (0..200).for_each(|_| player.advance());
        player.status()
    }

    /// Each letter at a line's start is a keyword: p is PRINT.
    #[test]
    fn the_status_says_what_an_error_is_about() {
        let mut player = player();
        (0..100).for_each(|_| player.advance());
        assert_eq!(player.status(), None);
        let first = typed(&mut player, "pzz\n");
        assert_eq!(first.as_deref(), Some("2 Variable not found: zz, 0:1"));
        let fault = player.fault().unwrap();
        assert_eq!((fault.line(), fault.statement.text.as_str()), (None, "PRINT zz"));
        let other = typed(&mut player, "py\n");
        assert_eq!(other.as_deref(), Some("2 Variable not found: y, 0:1"));
        // What cannot be entered is no error of a program's.
        let wrong = typed(&mut player, "p)\n");
        assert_eq!((wrong, player.fault()), (None, None));
        player.reset();
        assert_eq!((player.status(), player.fault()), (None, None));
    }

    /// What a snapshot shows is looked at too, and the machine in the place of another is watched.
    #[test]
    fn another_machine_and_its_errors() {
        let mut first = player();
        (0..100).for_each(|_| first.advance());
        typed(&mut first, "10pzz\n");
        let report = typed(&mut first, "r\n");
        assert_eq!(report.as_deref(), Some("2 Variable not found: zz, 10:1"));
        let mut other = player();
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
            let mut player = if silent { player().silent() } else { player() };
            let other = Spectrum::new(&girafa_rom::girafa48());
            player.set_machine(other);
            let edges: usize = (0..200).map(|_| player.frame().len()).sum();
            player.type_text("1").unwrap();
            let edges = edges + (0..50).map(|_| player.frame().len()).sum::<usize>();
            assert_eq!(edges == 0, silent, "{edges}");
        }
    }
}
