//! A program and how it is to be run: the arguments that `run`, `hardcopy`, `profile`, `trace` and `vars` share.

use girafa_console::{Exit, eprint_line, usage};
use std::borrow::Cow;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use girafa_basic::program::Program;
use girafa_session::launch::{Launched, StartCommand};
use girafa_session::outcome::{End, Outcome};
use girafa_session::session::{Listener, Session};
use girafa_session::text::Glyphs;
use girafa_spectrum::Spectrum;
use girafa_spectrum::time::EmulatedTime;

use crate::progress::{RunProgress, clock};
use girafa_subject::Subject;
use girafa_subject::launch::Launch;

/// What is run, with which answers, on which ROM, for how long.
#[derive(Args)]
pub struct RunOptions {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), a picture (.scr), or the id of an included program
    #[arg(value_name = "TARGET")]
    pub name: OsString,
    /// Type TEXT and ENTER at the next INPUT; repeat for each answer
    #[arg(long = "answer", value_name = "TEXT", allow_hyphen_values = true)]
    pub answers: Vec<String>,
    /// ROM image of 16,384 bytes [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE")]
    pub rom: Option<PathBuf>,
    /// Stop after this emulated time, for example 90s, 10m or 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h",
        value_parser = humantime::parse_duration)]
    pub time: Duration,
    /// Stop after N frames of 1/50 s, instead of --time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub frames: Option<u64>,
    /// Write the program straight into memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    pub poke: bool,
    /// Run without the ZX Printer: nothing answers at port FB, which then floats
    #[arg(long)]
    pub no_printer: bool,
}

impl RunOptions {
    /// What the name names.
    pub fn subject(&self) -> anyhow::Result<Subject> {
        girafa_console::resolve("girafa", &self.name)
    }

    /// The BASIC program of a subject that is one.
    pub fn program(&self, subject: &Subject) -> anyhow::Result<Program> {
        Ok(subject.program(&self.label())?)
    }

    /// The name, for messages.
    pub fn label(&self) -> Cow<'_, str> {
        self.name.to_string_lossy()
    }

    /// A session of `subject` about to start with the answers. A snapshot runs as many frames as --frames says, whatever
    /// its program does.
    pub fn session(&self, subject: &Subject) -> anyhow::Result<Session> {
        self.commanded(subject, StartCommand::Run)
    }

    /// A session of `subject` about to start with other answers.
    pub fn session_with(&self, subject: &Subject, answers: &[String]) -> anyhow::Result<Session> {
        self.answered(subject, StartCommand::Run, answers)
    }

    /// A session in which `command` is typed once the program is loaded.
    pub fn commanded(&self, subject: &Subject, command: StartCommand) -> anyhow::Result<Session> {
        self.answered(subject, command, &self.answers)
    }

    fn answered(
        &self,
        subject: &Subject,
        command: StartCommand,
        answers: &[String],
    ) -> anyhow::Result<Session> {
        let is_snapshot = matches!(subject, Subject::Snapshot(_) | Subject::Picture(_));
        if is_snapshot && command == StartCommand::List {
            return Err(usage(
                "--llist goes with a listing or a tape: a snapshot runs on from where it was made, and nothing is typed",
            ));
        }
        let (launched, glyphs) = self.launch(subject, command)?;
        let session = Session::new(launched, glyphs)
            .answers(answers)
            .map_err(|error| usage(format_args!("--answer: {error}")))?;
        Ok(if is_snapshot && self.frames.is_some() {
            session.to_the_limit()
        } else {
            session
        })
    }

    /// The machine with `subject` loaded and `command` about to be typed, and its ROM's characters.
    pub fn launch(&self, subject: &Subject, command: StartCommand) -> anyhow::Result<(Launched, Glyphs)> {
        let launch = Launch {
            rom: self.rom.clone(),
            poke: self.poke,
            no_printer: self.no_printer,
        };
        let launched = launch.commanded(&self.label(), subject, command)?;
        girafa_console::eprint_notices(
            "girafa",
            &girafa_subject::launch::other_rom(&self.label(), subject, &launched.0),
        );
        Ok(launched)
    }

    /// Frames after which the session is over in any case.
    pub fn frame_limit(&self) -> u64 {
        self.frames
            .unwrap_or_else(|| EmulatedTime::of_duration(self.time).frames())
    }

    /// As [`exit`](Self::exit), for commands that do not show the report: one of an error goes to standard error.
    pub fn exit_with_report(&self, outcome: &Outcome) -> Exit {
        let exit = self.exit(outcome);
        if outcome.end == End::Report && exit != Exit::Well {
            eprint_line(format_args!(
                "girafa: {}: the program stopped: {}",
                self.label(),
                outcome.report
            ));
        }
        exit
    }

    /// The exit code of a run that ended like this; what the user should know of it goes to standard error.
    pub fn exit(&self, outcome: &Outcome) -> Exit {
        match outcome.end {
            End::Report if outcome.ended_well() => Exit::Well,
            End::Report => Exit::Failed,
            End::Frames => {
                let frames = self.frame_limit();
                let time = clock(EmulatedTime::of_frames(frames).seconds());
                eprint_line(format_args!(
                    "girafa: time limit: still running after {frames} frames ({time}); --time sets another limit"
                ));
                Exit::TimeLimit
            }
            End::InputExhausted => {
                let prompt = outcome
                    .prompts
                    .last()
                    .map_or("", |prompt| prompt.trim_end_matches('|'));
                eprint_line(format_args!(
                    "girafa: the program asks for another answer, give it with --answer: {prompt}"
                ));
                Exit::AnswersRanOut
            }
            End::TapeRanOut => {
                eprint_line(
                    "girafa: the program waits for another block of its tape, and the tape has no more: has it been copied whole, \
                     or is the rest on another side? `girafa-desktop` takes several tapes",
                );
                Exit::Failed
            }
            End::Idle => {
                eprint_line("girafa: the machine has stopped for good (HALT with interrupts off)");
                Exit::Failed
            }
        }
    }
}

/// Shows the emulated time while another listener does the work.
pub struct Timed<L> {
    /// The listener that does the work.
    pub listener: L,
    progress: RunProgress,
}

impl<L> Timed<L> {
    /// Starts the clock.
    pub fn new(listener: L) -> Timed<L> {
        Timed {
            listener,
            progress: RunProgress::new(),
        }
    }

    /// Takes the time away and gives the listener back.
    pub fn done(self) -> L {
        self.progress.clear();
        self.listener
    }
}

impl<L: Listener> Listener for Timed<L> {
    fn printed(&mut self, rows: &str) {
        let listener = &mut self.listener;
        self.progress.suspend(|| listener.printed(rows));
    }

    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        self.progress.frames(frames);
        self.listener.frame(frames)
    }

    fn statement(&mut self, place: girafa_session::insight::StatementPlace, tstates: u64) {
        self.listener.statement(place, tstates);
    }

    fn breakpoint(&mut self, address: u16, machine: &Spectrum) -> ControlFlow<()> {
        self.listener.breakpoint(address, machine)
    }

    fn waited(&mut self, tstates: u64) {
        self.listener.waited(tstates);
    }
}
