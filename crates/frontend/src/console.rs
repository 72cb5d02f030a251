//! The part that all players share: the machine and its history, tapes, paper and files, and the player's
//! commands.

mod time;

use std::borrow::Cow;
use std::time::Duration;

use girafa_inspect::fault::RuntimeError;
use girafa_inspect::sysvars;
use girafa_session::history::History;
use girafa_session::idle::IdleDetector;
use girafa_session::keys::Chord;
use girafa_session::picture;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::{DotRow, Spectrum};

use crate::commands::{COMMANDS, Command, Front};
use crate::files::Files;
use crate::keymap::{self, HostKey, Shifts};
use crate::listing::{self, Listing, Marked, ShownRow};
use crate::recorder::{KeptCassette, Recorder, Reel};
use girafa_debugger::{BegunStep, Debugger, Step, Stop};
use girafa_session::emulator::Emulator;
use girafa_session::input::Input;
use girafa_spectrum::time::EmulatedTime;

/// The settings of a new console.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Tapes after the one that is in the recorder.
    pub tapes: Vec<Reel>,
    /// The cassette that SAVE records on.
    pub cassette: KeptCassette,
    /// Whether tapes play at their original speed.
    pub real_tape: bool,
    /// Whether the listing is shown.
    pub listing: bool,
    /// Whether the printer's paper is shown.
    pub paper: bool,
    /// Whether the program's variables are shown.
    pub variables: bool,
    /// Whether the machine runs as fast as the host can, instead of at its own speed.
    pub turbo: bool,
}

/// The pace of emulated time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// At the machine's speed.
    Real,
    /// As fast as the host can.
    Turbo,
    /// Backwards, at the machine's speed or faster, without sound.
    Back,
    /// Stopped.
    Standing,
}

/// A machine with its peripherals and files. The front end draws it and passes keys to it.
#[derive(Debug)]
pub struct Console {
    front: Front,
    debugger: Debugger,
    files: Files,
    recorder: Recorder,
    program: Listing,
    idle: IdleDetector,
    /// Whether the machine waits for a key.
    waits: bool,
    /// Whether the help is shown.
    pub help: bool,
    /// Whether the listing is shown.
    pub listing: bool,
    /// Whether the printer's paper is shown.
    pub paper: bool,
    /// Whether the program's variables are shown.
    pub variables: bool,
    /// Whether the machine runs as fast as the host can, instead of at its own speed.
    pub turbo: bool,
    /// Whether the emulation is paused.
    pub paused: bool,
    /// The step at whose end the emulation stops.
    step: Option<BegunStep>,
    /// Why the emulation has stopped, until it is taken.
    last_stop: Option<Stop>,
    /// The state of rewinding, while time runs backwards.
    back: Option<time::Back>,
    /// Number of changes to another moment of the run, other than by running.
    jumps: u64,
    /// Total number of blocks in all versions of the cassette that the history contains.
    blocks_kept: usize,
    /// The selected line of the listing.
    chosen: Option<u16>,
    /// Shifts that apply to the next key.
    pub sticky: Shifts,
    /// The last message for the user; cleared by the next key.
    pub message: Option<String>,
    /// Whether the user has quit.
    pub quits: bool,
    /// Speed as a multiple of the machine's own.
    speed: f64,
}

impl Console {
    /// A console for the display `front`. It takes its name from `files`, where its files are written.
    pub fn new(front: Front, mut player: Emulator, files: Files, settings: Settings) -> Console {
        let Settings {
            tapes,
            cassette,
            real_tape,
            listing,
            paper,
            variables,
            turbo,
        } = settings;
        let machine = player.machine_mut();
        let recorder = Recorder::new(machine, files.name(), tapes, cassette, real_tape);
        Console {
            front,
            debugger: Debugger::live(player),
            files,
            recorder,
            program: Listing::default(),
            idle: IdleDetector::default(),
            waits: false,
            help: false,
            listing,
            paper,
            variables,
            turbo,
            paused: false,
            step: None,
            last_stop: None,
            back: None,
            jumps: 0,
            blocks_kept: 0,
            chosen: None,
            sticky: Shifts::default(),
            message: None,
            quits: false,
            speed: 1.0,
        }
    }

    /// The current pace: standing while the help is shown, and never turbo while the machine waits for a key.
    pub fn pace(&self) -> Pace {
        match (self.paused || self.help, self.turbo && !self.waits) {
            _ if self.back.is_some() => Pace::Back,
            (true, _) => Pace::Standing,
            (false, true) => Pace::Turbo,
            (false, false) => Pace::Real,
        }
    }

    /// Ends the run. Returns a message for the user, for example that an incomplete SAVE was written.
    pub fn end(&mut self) -> Option<String> {
        self.recorder.end(&self.files)
    }

    /// The run up to this moment, for [`recording`](girafa_session::recording).
    pub fn history(&self) -> &History {
        self.debugger.history()
    }

    /// Presses a key of the machine; `symbol` adds SYMBOL SHIFT if the host holds a key that stands for it.
    /// Pending shifts apply to the key. If the help is shown, the key only closes it.
    pub fn press(&mut self, key: HostKey, symbol: bool) {
        self.message = None;
        if std::mem::take(&mut self.help) {
            return;
        }
        let sticky = std::mem::take(&mut self.sticky);
        let shifts = Shifts {
            symbol: sticky.symbol || symbol,
            caps: sticky.caps,
        };
        match keymap::chords(key, shifts) {
            Ok(chords) => self.put_in(Input::Press(chords)),
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Types a text, with newlines as ENTER. If a character has no key, types nothing and reports it.
    pub fn type_text(&mut self, text: &str) {
        match self.emulator().chords_of(text) {
            Ok(chords) => {
                self.message = None;
                self.put_in(Input::Press(chords));
            }
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Executes a command, or returns it if the front end must execute it.
    pub fn command(&mut self, command: Command) -> Option<Command> {
        self.message = None;
        match command {
            Command::Help => self.help = !self.help,
            Command::Pause => self.pause_or_go_on(),
            Command::Turbo => self.turbo = !self.turbo,
            Command::Listing => self.listing = !self.listing,
            Command::PaperPane => self.paper = !self.paper,
            Command::Variables => self.variables = !self.variables,
            Command::Quit => self.quits = true,
            Command::CapsShift => self.stick(Shifts {
                caps: !self.sticky.caps,
                ..self.sticky
            }),
            Command::SymbolShift => self.stick(Shifts {
                symbol: !self.sticky.symbol,
                ..self.sticky
            }),
            Command::Restart => {
                let recorder = &mut self.recorder;
                self.debugger.change_emulator(|player| {
                    player.reset();
                    recorder.restarted(player.machine_mut());
                });
                self.jumped();
            }
            Command::SaveState => self.message = Some(self.save_state()),
            Command::LoadState => self.message = Some(self.load_state()),
            Command::Screen => {
                let png = picture::screen_png(self.machine());
                self.message = Some(self.files.write_new("screen", "png", &png));
            }
            Command::Paper => {
                let rows = self.printed_rows();
                self.message = Some(if rows.is_empty() {
                    "nothing has been printed on paper yet".to_owned()
                } else {
                    let png = picture::paper_png(rows);
                    self.files.write_new("paper", "png", &png)
                });
            }
            Command::PlayTape => self.at_recorder(|recorder, machine| recorder.play_or_stop(machine)),
            Command::Rewind => self.at_recorder(|recorder, machine| recorder.rewind(machine)),
            Command::NextTape => self.at_recorder(Recorder::next),
            Command::RealTape => self.at_recorder(Recorder::toggle_real),
            Command::Printer => {
                let message = self.debugger.change_emulator(Emulator::switch_printer);
                self.message = Some(message.to_owned());
            }
            Command::GoBack => self.go_back(),
            Command::Step => self.take_step(self.debugger.begin(Step::Statement)),
            Command::StepBack => self.step_back(),
            Command::RunBack => self.run_back(),
            Command::LineUp => self.choose_line(true),
            Command::LineDown => self.choose_line(false),
            Command::Breakpoint => self.switch_breakpoint(),
            Command::Wide | Command::Pixels | Command::Shell | Command::Scale(_) => {
                return self.of_front(command);
            }
        }
        None
    }

    /// Operates the tape recorder and shows the resulting message.
    fn at_recorder(&mut self, does: impl FnOnce(&mut Recorder, &mut Spectrum) -> String) {
        let recorder = &mut self.recorder;
        let message = self.debugger.change(|machine| does(recorder, machine));
        self.message = Some(message);
    }

    /// Returns the command if this front end supports it; otherwise shows which one does.
    fn of_front(&mut self, command: Command) -> Option<Command> {
        let entry = COMMANDS.iter().find(|entry| entry.command == command)?;
        match entry.only {
            Some(only) if only != self.front => {
                self.message = Some(format!("only in {}: {}", only.name(), entry.does));
                None
            }
            _ => Some(command),
        }
    }

    /// Sets the pending shifts. Both together press extended mode, as on the machine.
    fn stick(&mut self, shifts: Shifts) {
        self.sticky = shifts;
        if shifts.caps && shifts.symbol {
            self.sticky = Shifts::default();
            self.put_in(Input::Press(vec![Chord::EXTENDED]));
        }
    }

    fn save_state(&self) -> String {
        match Format::Szx.save(self.machine()) {
            Ok(state) => self.files.write_new("state", "szx", &state),
            Err(error) => format!("the state cannot be saved: {error}"),
        }
    }

    /// Replaces the machine by the last saved state, which may be from an earlier session.
    fn load_state(&mut self) -> String {
        let Some(path) = self.files.last("state", "szx") else {
            return format!(
                "no state of {} has been saved yet: F2 saves one",
                self.files.name()
            );
        };
        let state = match self.files.read(&path) {
            Ok(state) => state,
            Err(message) => return message,
        };
        match Format::Szx.load(&state, &self.machine().rom()) {
            Err(error) => format!("{}: {error}", path.display()),
            Ok(mut machine) => {
                // A snapshot does not contain the tape recorder.
                self.recorder.move_to(&mut machine);
                self.debugger
                    .change_emulator(|player| player.set_machine(machine));
                self.jumped();
                format!("back at {}", path.display())
            }
        }
    }

    /// Records the measurement that `frames` frames took `time`.
    pub fn measured(&mut self, frames: u64, time: Duration) {
        self.speed = EmulatedTime::of_frames(frames).speed(time);
    }

    /// The last measured speed, as a multiple of the machine's own.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// The unusual conditions, for the status line.
    pub fn conditions(&self) -> Vec<String> {
        let switches = [
            (self.back.is_some(), "rewinding"),
            (self.paused, "paused"),
            (self.step.is_some(), "to the next statement"),
            (self.turbo, "turbo"),
            (self.sticky.caps, "CAPS SHIFT and ..."),
            (self.sticky.symbol, "SYMBOL SHIFT and ..."),
        ];
        let on = switches.iter().filter(|(on, _)| *on);
        let tape = self.recorder.playing(self.machine());
        on.map(|&(_, text)| text.to_owned())
            .chain(self.how_far_back())
            .chain(tape)
            .chain(self.playback())
            .collect()
    }

    /// How far a recording has been played.
    fn playback(&self) -> Option<String> {
        let end = self.machine().playback()?.end();
        let [played, all] =
            [end.frames, end.recorded].map(|frames| EmulatedTime::of_frames(frames).seconds() as u64);
        let clock = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
        Some(format!("recording {} of {}", clock(played), clock(all)))
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        self.files.name()
    }

    /// The emulator.
    pub fn emulator(&self) -> &Emulator {
        self.debugger.emulator()
    }

    /// The emulator, for front ends that listen to its sound.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        self.debugger.emulator_mut()
    }

    /// The machine.
    pub fn machine(&self) -> &Spectrum {
        self.emulator().machine()
    }

    /// The machine to draw, as [`Debugger::seen`] has it.
    pub fn seen(&self) -> Cow<'_, Spectrum> {
        self.debugger.seen()
    }

    /// The printed rows of the paper.
    pub fn printed_rows(&self) -> &[DotRow] {
        self.debugger.history().paper()
    }

    /// Number of printed rows that are no longer kept.
    pub fn torn_rows(&self) -> u64 {
        self.debugger.history().paper_torn()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::Disk;
    use girafa_basic::tokenise::{self, Options};
    use girafa_session::boot::{Boot, StartCommand};
    use girafa_session::launch;
    use girafa_spectrum::Tape;

    const DISK: Disk = Disk {
        read: |path| std::fs::read(path).map_err(|error| error.to_string()),
        write: |path, bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()),
        write_new: |path, bytes| {
            std::fs::write(path, bytes)
                .map(|()| true)
                .map_err(|error| error.to_string())
        },
    };

    pub(super) fn console(directory: &Path, source: &str, settings: Settings) -> Console {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let program = tokenise::program(source, &Options::default()).unwrap().program;
        let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
        let files = Files::new(directory, "test", DISK).unwrap();
        let player = Emulator::new(launched, boot.glyphs);
        Console::new(Front::Terminal, player, files, settings)
    }

    fn frames(console: &mut Console, count: usize) {
        (0..count).for_each(|_| console.frame());
    }

    fn ends(console: &mut Console) {
        for _ in 0..1000 {
            if console.emulator().report().is_some() {
                return;
            }
            console.frame();
        }
        panic!(
            "no end: {:?}",
            console.emulator().glyphs().screen(console.machine())
        );
    }

    /// A recording of a played run shows how far it has been played, ignores the keys, and ends as the run did.
    #[test]
    fn a_recording_is_played() {
        let directory = tempfile::tempdir().unwrap();
        let source = "10 PRINT \"a\": PAUSE 60: PRINT INKEY$;PEEK 23672: STOP\n";
        let mut first = console(directory.path(), source, Settings::default());
        frames(&mut first, 120);
        let rom = girafa_rom::girafa48();
        let recording = girafa_session::recording::input(first.history()).unwrap();
        let player = Emulator::new(
            launch::snapshot(recording.start(&rom).unwrap()),
            Boot::new(&rom).unwrap().glyphs,
        );
        let files = Files::new(directory.path(), "test", DISK).unwrap();
        let mut console = Console::new(Front::Terminal, player, files, Settings::default());
        frames(&mut console, 60);
        assert_eq!(console.conditions(), ["recording 0:01 of 0:02"]);
        console.press(HostKey::Enter, false);
        frames(&mut console, 60);
        assert!(console.conditions().is_empty(), "{:?}", console.conditions());
        assert!(console.machine().memory() == first.machine().memory());
    }

    /// A restart does not remove the printed paper.
    #[test]
    fn a_restart_leaves_the_paper_and_puts_the_first_tape_in() {
        let directory = tempfile::tempdir().unwrap();
        let source = "10 LPRINT \"um\"\n20 SAVE \"eu\"\n30 STOP\n";
        let mut console = console(directory.path(), source, Settings::default());
        frames(&mut console, 100);
        console.press(HostKey::Enter, false);
        ends(&mut console);
        frames(&mut console, 10);
        assert_eq!(console.printed_rows().len(), 8);
        assert_eq!(console.command(Command::NextTape), None);
        assert_eq!(console.message.as_deref(), Some("tape 1 of 2: test"));
        console.command(Command::NextTape);
        let saved = directory.path().join("test-tape-1.tap");
        let message = format!("tape 2 of 2: {}", saved.display());
        assert_eq!(console.message, Some(message));

        console.command(Command::Restart);
        assert_eq!(console.emulator().frames(), 0);
        assert_eq!(console.printed_rows().len(), 8);
        assert!(console.machine().deck().is_at_end());
        frames(&mut console, 100);
        assert_eq!(console.printed_rows().len(), 16);
    }

    #[test]
    fn a_state_is_restored_with_its_tape() {
        let directory = tempfile::tempdir().unwrap();
        let mut console = console(
            directory.path(),
            "10 PRINT \"x\"\n20 GO TO 20\n",
            Settings::default(),
        );
        frames(&mut console, 100);
        console.command(Command::SaveState);
        let memory = console.machine().memory().to_vec();
        frames(&mut console, 10);
        assert!(console.machine().memory() != &memory[..]);
        console.command(Command::LoadState);
        assert!(console.machine().memory() == &memory[..]);
        assert!(console.machine().deck().is_instant() && console.machine().deck().tape().is_some());
    }

    /// SAVE appends to the given tape; an incomplete SAVE is written to the file when the player ends.
    #[test]
    fn save_appends_to_the_given_tape() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.tap");
        let source = "10 SAVE \"eu\"\n20 STOP\n";
        for blocks in [2, 4] {
            let cassette = KeptCassette::open(&path, &DISK).unwrap();
            let settings = Settings {
                cassette,
                ..Settings::default()
            };
            let mut console = console(directory.path(), source, settings);
            frames(&mut console, 100);
            console.press(HostKey::Enter, false);
            ends(&mut console);
            frames(&mut console, 10);
            assert_eq!(console.message, Some(format!("saved in {}", path.display())));
            assert_eq!(console.end(), None);
            let tape = Tape::from_tap(&std::fs::read(&path).unwrap()).unwrap();
            assert_eq!(tape.blocks().len(), blocks);
        }
        std::fs::write(&path, b"no tape").unwrap();
        let message = KeptCassette::open(&path, &DISK).unwrap_err().to_string();
        assert!(
            message.contains("my.tap: ") && message.contains("expected a .tap file"),
            "{message}"
        );
    }

    #[test]
    fn shifts_wait_for_one_key() {
        let directory = tempfile::tempdir().unwrap();
        let mut console = console(directory.path(), "10 INPUT a$: PRINT a$\n", Settings::default());
        frames(&mut console, 100);
        console.command(Command::SymbolShift);
        assert_eq!(console.conditions(), ["SYMBOL SHIFT and ..."]);
        for key in ['k', 'k'] {
            console.press(HostKey::Char(key), false);
            frames(&mut console, 20);
        }
        console.command(Command::Help);
        console.press(HostKey::Char('z'), false);
        assert!(!console.help);
        console.press(HostKey::Enter, false);
        ends(&mut console);
        let screen = console.emulator().glyphs().screen(console.machine());
        assert_eq!(screen[0], "+k");
    }
}
