//! The target and the options that `run`, `hardcopy`, `profile`, `trace` and `vars` share.

use girafa_cli_support::{Exit, MachineOptions, eprint_line, usage};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::Args;
use girafa_basic::program::Program;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::polls::{PollSource, polls_keyboard};
use girafa_inspect::sysvars;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::limits;
use girafa_session::listener::Listener;
use girafa_session::outcome::{End, Outcome};
use girafa_session::request::{Limit, Loading, RunRequest};
use girafa_spectrum::Spectrum;
use girafa_spectrum::time::EmulatedTime;

use crate::fault;
use crate::input_options::InputOptions;
use crate::progress::clock;
use crate::run_monitor::{Asked, Conversation, RunMonitor};
use crate::wall::{self, Wall};
use girafa_loader::rom::{self, Named};
use girafa_loader::{LoadError, Notice, Target, launch};

/// How a target is started: [`launch::start`], or [`launch::start_recorded`].
type Start = fn(&str, &Target, &Named, RunRequest) -> Result<(Driver, Vec<Notice>), LoadError>;

/// The program, its input, the ROM and the limits.
#[derive(Args)]
pub struct RunOptions {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), a recording (.rzx),
    /// a picture (.scr), the id of an included program, or - for a listing or tape from standard input
    #[arg(value_name = "TARGET")]
    pub name: OsString,
    /// Apply the errata of the listing's record first; the same as the target ID@corrected
    #[arg(long)]
    pub corrected: bool,
    #[command(flatten)]
    pub given: InputOptions,
    #[command(flatten)]
    pub machine: MachineOptions,
    /// Stop after this emulated time, for example 90s, 10m or 1h30m [default: 1h; for a recording its length]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Stop after N frames of 1/50 s, instead of --time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub frames: Option<u64>,
    /// Stop after this much real time (timeout), for example 30s or 2h
    #[arg(long, value_name = "TIME", default_value = wall::DEFAULT_RUN_LIMIT,
        value_parser = humantime::parse_duration)]
    pub wall: Duration,
    /// When the run began, before the program was loaded.
    #[arg(skip)]
    pub started: OnceLock<Instant>,
    /// Place the program in memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    pub poke: bool,
}

impl RunOptions {
    /// Resolves the target. The tape for SAVE must not be one of the files that are read.
    pub fn target(&self) -> anyhow::Result<Target> {
        let read = self.files_read();
        let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
        girafa_files::check_places(&read, [("--tape", self.given.tape.as_deref())])?;
        if !self.corrected {
            return girafa_cli_support::resolve("girafa", &self.name);
        }
        let corrected = girafa_loader::corrected(&self.name).ok_or_else(|| {
            usage("--corrected applies to the id of a listing only: a file is run as it is")
        })?;
        girafa_cli_support::resolve("girafa", corrected)
    }

    /// The input files, which no output may replace.
    pub fn files_read(&self) -> Vec<PathBuf> {
        let rom = self.machine.rom_file();
        let answers = self.given.file().map(Path::to_owned);
        [Some(PathBuf::from(&self.name)), rom, answers]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The BASIC program of a target.
    pub fn program(&self, target: &Target) -> anyhow::Result<Program> {
        Ok(target.program(&self.label())?)
    }

    /// The target's name for messages.
    pub fn label(&self) -> Cow<'_, str> {
        self.name.to_string_lossy()
    }

    /// The request for a run with the input `given`. `command` is typed after the program is loaded.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn request(&self, command: StartCommand, given: &InputOptions) -> anyhow::Result<RunRequest> {
        Ok(RunRequest {
            loading: if self.poke {
                Loading::Poke
            } else {
                Loading::Instant
            },
            command,
            answers: given.all_answers()?,
            keys: given.all_keys()?,
            tape: Some(given.cassette()?),
            hardware: self.machine.hardware(),
            limit: self.limit(),
            ..RunRequest::default()
        })
    }

    /// A session of `target` with the input of the options, ready to start.
    pub fn session(&self, target: &Target) -> anyhow::Result<Driver> {
        self.start(target, self.request(StartCommand::Run, &self.given)?)
    }

    /// A session of `target`, ready to start.
    pub fn start(&self, target: &Target, request: RunRequest) -> anyhow::Result<Driver> {
        let is_snapshot = matches!(
            target,
            Target::Snapshot(_) | Target::Recording(_) | Target::Picture(_)
        );
        if is_snapshot && request.command == StartCommand::List {
            return Err(usage(
                "--llist needs a listing or a tape: a snapshot continues where it was saved, and nothing is typed",
            ));
        }
        self.loaded(target, request, launch::start)
    }

    /// The same as [`start`](Self::start), with a history for recording.
    pub fn start_recorded(&self, target: &Target, request: RunRequest) -> anyhow::Result<Driver> {
        self.loaded(target, request, launch::start_recorded)
    }

    fn loaded(&self, target: &Target, request: RunRequest, start: Start) -> anyhow::Result<Driver> {
        let label = self.label();
        let wall = Wall::of_loading(self.wall_left(), self.wall);
        let rom = rom::load(self.machine.rom.as_deref())?;
        let (driver, notices) = start(&label, target, &rom, request)?;
        drop(wall);
        girafa_cli_support::eprint_notices("girafa", &notices);
        Ok(driver)
    }

    /// The remaining time until the timeout, whose clock starts at the first call.
    fn wall_left(&self) -> Duration {
        let started = self.started.get_or_init(Instant::now);
        self.wall.saturating_sub(started.elapsed())
    }

    /// Runs the session and asks the user at the terminal for missing input. Reports unused input.
    pub fn run<L: Listener>(&self, mut session: Driver, listener: L) -> anyhow::Result<FinishedRun<L>> {
        let is_taken =
            girafa_files::is_standard_input(Path::new(&self.name)) || self.given.reads_standard_input();
        let asked = if is_taken || !self.given.is_nothing() {
            Asked::Nobody
        } else {
            Asked::standard_input()
        };
        if asked == Asked::Terminal {
            session = session.attended();
        }
        let mut attendant = RunMonitor::new(listener, asked, self.given.tape.clone(), self.wall_left());
        let outcome = session.run(self.limit_of(&session), &mut attendant);
        let cassette = session.cassette();
        let wall_reached = attendant.is_late();
        let interrupted = attendant.is_interrupted();
        let (listener, conversation) = attendant.done(cassette)?;
        Ok(FinishedRun {
            session,
            outcome,
            listener,
            conversation,
            wall_reached,
            interrupted,
        })
    }

    fn limit(&self) -> Limit {
        match self.frames {
            Some(frames) => Limit::Frames(frames),
            None => Limit::AtMost(EmulatedTime::of_duration(self.time()).frames()),
        }
    }

    /// Maximum emulated time, if it is not given in frames.
    pub fn time(&self) -> Duration {
        const DEFAULT: Duration = Duration::from_secs(3_600);
        self.time.unwrap_or(DEFAULT)
    }

    /// Maximum number of frames of this session: by default a recording is played to its end.
    fn limit_of(&self, session: &Driver) -> u64 {
        match session.machine().playback() {
            Some(playback) if self.time.is_none() && self.frames.is_none() => playback.end().recorded,
            _ => self.frame_limit(),
        }
    }

    /// Maximum number of frames of the session.
    pub fn frame_limit(&self) -> u64 {
        self.limit().frames()
    }

    /// The exit code of a run with this outcome. Prints warnings about the run on standard error.
    pub fn exit(&self, session: &Driver, outcome: &Outcome) -> Exit {
        self.report_leftovers(session, outcome);
        match outcome.end {
            End::Report if outcome.ended_well() => Exit::Success,
            End::Report => {
                if let Some(found) = outcome.missing_report() {
                    eprint_line(format_args!(
                        "girafa: the program ended without a report: {found}"
                    ));
                }
                Exit::Failed
            }
            End::Frames => {
                let frames = self.frame_limit();
                let time = clock(EmulatedTime::of_frames(frames).seconds());
                let place = running_place(session.machine());
                eprint_line(format_args!(
                    "girafa: time limit: still running{place} after {frames} frames ({time}); change the limit with --time"
                ));
                if let Some(poller) = poller(session.machine()) {
                    eprint_line(format_args!("girafa: {poller}; give keys with --keys"));
                }
                Exit::TimeLimit
            }
            End::InputExhausted => {
                let prompt = outcome.prompts.last().map(|prompt| prompt.replace('\n', " "));
                eprint_line(format_args!(
                    "girafa: the program asks for another answer; give it with --answer: {}",
                    prompt.unwrap_or_default()
                ));
                Exit::AnswersRanOut
            }
            End::KeysExhausted => {
                let machine = session.machine();
                let waits = poller(machine).unwrap_or_else(|| "the program waits".to_owned());
                let place = if machine.cpu.halted {
                    running_place(machine)
                } else {
                    String::new()
                };
                eprint_line(format_args!(
                    "girafa: {waits}{place}, and does nothing until a key is pressed; give keys with --keys, such as --keys ENTER"
                ));
                Exit::AnswersRanOut
            }
            End::OutputLimit => {
                eprint_line(format_args!(
                    "girafa: output limit reached: {} MiB or {rows} rows of text, {paper} rows of dots on paper, {prompts} prompts",
                    limits::TRANSCRIPT >> 20,
                    rows = limits::TRANSCRIPT_ROWS,
                    paper = limits::PAPER_ROWS,
                    prompts = limits::PROMPTS,
                ));
                Exit::TimeLimit
            }
            End::TapeRanOut => {
                let is_id = girafa_loader::corrected(&self.name).is_some();
                let is_text = is_id || girafa_files::is_listing(Path::new(&self.name));
                eprint_line(if is_text && self.given.tape.is_none() {
                    "girafa: the program waits for a block from tape, and no tape was given (--tape FILE.tap)"
                } else {
                    "girafa: the program waits for another block, but the tape has ended; it may be incomplete, or continue on another tape (--tape FILE.tap)"
                });
                Exit::Failed
            }
            End::Idle => {
                eprint_line("girafa: the machine has halted (HALT with interrupts disabled)");
                Exit::Failed
            }
            End::RecordingOver => Exit::Success,
            End::Desynchronised => {
                let end = session.playback_end().unwrap_or_default();
                let difference = end.difference.map(|difference| difference.to_string());
                eprint_line(format_args!(
                    "girafa: out of step with the recording of {} frames: {}; give the ROM it was made with (--rom)",
                    end.recorded,
                    difference.unwrap_or_default()
                ));
                Exit::Failed
            }
        }
    }

    /// Reports unused input, and what was done because of missing input.
    fn report_leftovers(&self, session: &Driver, outcome: &Outcome) {
        for answer in session.refused().iter().take(MAX_SHOWN_ITEMS) {
            eprint_line(format_args!(
                "girafa: INPUT refused the answer {}, which was deleted",
                quoted(answer)
            ));
        }
        let unused: Vec<&str> = session.answers_left().collect();
        if !unused.is_empty() {
            let quoted: Vec<String> = unused
                .iter()
                .take(MAX_SHOWN_ITEMS)
                .map(|answer| quoted(answer))
                .collect();
            let more = if unused.len() > MAX_SHOWN_ITEMS {
                ", ..."
            } else {
                ""
            };
            eprint_line(format_args!(
                "girafa: {} not asked for: {}{more}",
                counted(unused.len(), "answer was", "answers were"),
                quoted.join(", ")
            ));
        }
        let keys: Vec<String> = session.keys_left().map(ToString::to_string).collect();
        if !keys.is_empty() {
            let more = if keys.len() > MAX_SHOWN_ITEMS { " ..." } else { "" };
            eprint_line(format_args!(
                "girafa: {} not used: {}{more}",
                counted(keys.len(), "item of --keys was", "items of --keys were"),
                keys[..keys.len().min(MAX_SHOWN_ITEMS)].join(" ")
            ));
        }
        if outcome.pauses > 0 {
            eprint_line(format_args!(
                "girafa: the program waited for a key in PAUSE 0 or in machine code and ENTER was pressed ({}); choose keys with --keys",
                counted(outcome.pauses as usize, "time", "times")
            ));
        }
        let Some(tapes) = session.tapes() else {
            return;
        };
        if let Some(warning) = tapes.warning() {
            eprint_line(format_args!("girafa: {warning}"));
        }
        if self.given.tape.is_none() && !tapes.cassette().blocks().is_empty() {
            eprint_line("girafa: the data written by SAVE is lost: keep it with --tape FILE.tap");
        }
    }
}

/// Maximum number of answers or keys in a message.
const MAX_SHOWN_ITEMS: usize = 10;
/// Maximum number of characters of an answer in a message.
const MAX_SHOWN_CHARACTERS: usize = 60;

fn quoted(answer: &str) -> String {
    let start: String = answer.chars().take(MAX_SHOWN_CHARACTERS).collect();
    let more = if start.len() < answer.len() { "..." } else { "" };
    format!("{start:?}{more}")
}

/// A finished session.
pub struct FinishedRun<L> {
    /// The session.
    pub session: Driver,
    /// How the run ended, and its output.
    pub outcome: Outcome,
    /// The listener.
    pub listener: L,
    /// The input given at prompts.
    pub conversation: Conversation,
    /// The run reached the timeout.
    wall_reached: bool,
    /// The run was ended by Ctrl+C.
    interrupted: bool,
}

impl<L> FinishedRun<L> {
    /// What ended the run before the program or its time limit did.
    pub fn cut_short_by(&self) -> Option<&'static str> {
        if self.interrupted {
            return Some("Ctrl+C");
        }
        self.wall_reached.then_some("real time")
    }

    /// Reports how the run has ended; the [exit code](RunOptions::exit).
    pub fn exit(&self, options: &RunOptions) -> Exit {
        if self.interrupted {
            let time = clock(EmulatedTime::of_tstates(self.outcome.tstates).seconds());
            let place = running_place(self.session.machine());
            eprint_line(format_args!(
                "girafa: interrupted{place} after {time} of emulated time"
            ));
            return Exit::TimeLimit;
        }
        if self.wall_reached {
            let time = clock(EmulatedTime::of_tstates(self.outcome.tstates).seconds());
            eprint_line(format_args!(
                "girafa: {} of real time are over (timeout{}, after {time} of emulated time); change it with --wall",
                humantime::format_duration(options.wall),
                running_place(self.session.machine())
            ));
            return Exit::TimeLimit;
        }
        options.exit(&self.session, &self.outcome)
    }

    /// The same as [`exit`](Self::exit) for commands that do not show the report: an error report goes to
    /// standard error.
    pub fn exit_with_report(&self, options: &RunOptions) -> Exit {
        let exit = self.exit(options);
        if self.outcome.end == End::Report && exit != Exit::Success {
            eprint_line(format_args!(
                "girafa: {}: the program stopped: {}",
                options.label(),
                self.outcome.report
            ));
            self.show_fault(options);
        }
        exit
    }

    /// The runtime error that has stopped the program, if any.
    pub fn fault(&self) -> Option<RuntimeError> {
        let failed = self.outcome.end == End::Report && !self.outcome.ended_well();
        failed.then(|| self.session.fault()).flatten()
    }

    /// Prints the runtime error, if any, with its line on standard error.
    pub fn show_fault(&self, options: &RunOptions) {
        if let Some(fault) = self.fault() {
            fault::show(&fault, &options.name);
        }
    }
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The current position, such as ` in 20:1`; empty if no program runs.
fn running_place(machine: &Spectrum) -> String {
    if sysvars::runs_program(machine) {
        format!(" in {}", sysvars::place(machine))
    } else {
        String::new()
    }
}

/// Describes what reads the keyboard, if a program does.
fn poller(machine: &Spectrum) -> Option<String> {
    Some(match polls_keyboard(machine)? {
        PollSource::Port(address) => {
            format!("machine code reads the keyboard at {address} (hexadecimal {address:04X})")
        }
        PollSource::Scan(place) => format!("the program reads the keyboard in {place}"),
    })
}
