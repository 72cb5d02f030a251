//! A program and how it is to be run: the arguments that `run`, `hardcopy`, `profile`, `trace` and `vars` share.

use girafa_console::{Exit, eprint_line, usage};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use girafa_basic::program::Program;
use girafa_session::insight::fault::Fault;
use girafa_session::launch::{Launched, StartCommand};
use girafa_session::listener::Listener;
use girafa_session::outcome::{End, Outcome};
use girafa_session::polls::{Polls, polls_keyboard};
use girafa_session::session::{LONGEST_PAPER, LONGEST_TRANSCRIPT, MOST_PROMPTS, Session};
use girafa_session::sysvars;
use girafa_session::tapes::Tapes;
use girafa_session::text::Glyphs;
use girafa_spectrum::Spectrum;
use girafa_spectrum::time::EmulatedTime;

use crate::attendant::{Asked, Attendant};
use crate::fault;
use crate::given::Given;
use crate::progress::clock;
use crate::wall;
use girafa_subject::Subject;
use girafa_subject::launch::Launch;
use girafa_subject::rom;

/// What is run, with which answers, on which ROM, for how long.
#[derive(Args)]
pub struct RunOptions {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), a picture (.scr), the id of an included program, or - for a listing or tape from standard input
    #[arg(value_name = "TARGET")]
    pub name: OsString,
    /// Run the book's listing with the errata of its record applied: the same as the target ID@corrected
    #[arg(long)]
    pub corrected: bool,
    #[command(flatten)]
    pub given: Given,
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
    /// Stop after this time on the clock on your wall, for example 30s or 2h
    #[arg(long, value_name = "TIME", default_value = wall::RUN,
        value_parser = humantime::parse_duration)]
    pub wall: Duration,
    /// Write the program straight into memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    pub poke: bool,
    /// Run without the ZX Printer: nothing answers at port FB, which then floats
    #[arg(long)]
    pub no_printer: bool,
}

impl RunOptions {
    /// What the name names. The tape that SAVE records on is none of the files that are read.
    pub fn subject(&self) -> anyhow::Result<Subject> {
        let read = self.files_read();
        let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
        girafa_files::check_places(&read, [("--tape", self.given.tape.as_deref())])?;
        if !self.corrected {
            return girafa_console::resolve("girafa", &self.name);
        }
        let corrected = girafa_subject::corrected(&self.name)
            .ok_or_else(|| usage("--corrected goes with the id of a listing: a file is run as it is"))?;
        girafa_console::resolve("girafa", corrected)
    }

    /// The files that are read, which no output may replace.
    pub fn files_read(&self) -> Vec<PathBuf> {
        let rom = rom::named(self.rom.as_deref());
        let answers = self.given.file().map(Path::to_owned);
        [Some(PathBuf::from(&self.name)), rom, answers]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The BASIC program of a subject that is one.
    pub fn program(&self, subject: &Subject) -> anyhow::Result<Program> {
        Ok(subject.program(&self.label())?)
    }

    /// The name, for messages.
    pub fn label(&self) -> Cow<'_, str> {
        self.name.to_string_lossy()
    }

    /// A session of `subject` about to start with what it is given. A snapshot runs as many frames as --frames says, whatever
    /// its program does.
    pub fn session(&self, subject: &Subject) -> anyhow::Result<Session> {
        self.commanded(subject, StartCommand::Run)
    }

    /// A session of `subject` about to start with something else.
    pub fn session_with(&self, subject: &Subject, given: &Given) -> anyhow::Result<Session> {
        self.supplied(subject, StartCommand::Run, given)
    }

    /// A session in which `command` is typed once the program is loaded.
    pub fn commanded(&self, subject: &Subject, command: StartCommand) -> anyhow::Result<Session> {
        self.supplied(subject, command, &self.given)
    }

    fn supplied(&self, subject: &Subject, command: StartCommand, given: &Given) -> anyhow::Result<Session> {
        let is_snapshot = matches!(subject, Subject::Snapshot(_) | Subject::Picture(_));
        if is_snapshot && command == StartCommand::List {
            return Err(usage(
                "--llist goes with a listing or a tape: a snapshot runs on from where it was made, and nothing is typed",
            ));
        }
        let (answers, keys) = (given.all_answers()?, given.all_keys()?);
        let cassette = given.cassette()?;
        let (mut launched, glyphs) = self.launch(subject, command)?;
        if matches!(subject, Subject::Program(_)) {
            // It has nothing but the program, which nobody has recorded.
            launched.machine.eject_tape();
        }
        let session = Session::new(launched, glyphs)
            .answers(&answers)
            .map_err(|error| usage(format_args!("--answer: {error}")))?
            .with_keys(keys)
            .with_tapes(cassette)
            .with_faults();
        Ok(if is_snapshot && self.frames.is_some() {
            session.to_the_limit()
        } else {
            session
        })
    }

    /// Runs the session; who sits at the terminal is asked for what was not given. What is left over is reported.
    pub fn run<L: Listener>(&self, mut session: Session, listener: L) -> anyhow::Result<Ran<L>> {
        let is_taken =
            girafa_files::is_standard_input(Path::new(&self.name)) || self.given.reads_standard_input();
        let asked = if is_taken || !self.given.is_nothing() {
            Asked::Nobody
        } else {
            Asked::standard_input()
        };
        let mut attendant = Attendant::new(listener, asked, self.given.tape.clone(), self.wall);
        let outcome = session.run(self.frame_limit(), &mut attendant);
        let cassette = session.tapes().map(Tapes::cassette);
        let wall_reached = attendant.is_late();
        let listener = attendant.done(cassette)?;
        Ok(Ran {
            session,
            outcome,
            listener,
            wall_reached,
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

    /// The exit code of a run that ended like this; what the user should know of it goes to standard error.
    pub fn exit(&self, session: &Session, outcome: &Outcome) -> Exit {
        self.report_leftovers(session, outcome);
        match outcome.end {
            End::Report if outcome.ended_well() => Exit::Well,
            End::Report => Exit::Failed,
            End::Frames => {
                let frames = self.frame_limit();
                let time = clock(EmulatedTime::of_frames(frames).seconds());
                eprint_line(format_args!(
                    "girafa: time limit: still running after {frames} frames ({time}); --time sets another limit"
                ));
                if let Some(poller) = poller(session.machine()) {
                    eprint_line(format_args!("girafa: {poller}; --keys gives it keys"));
                }
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
            End::KeysExhausted => {
                let machine = session.machine();
                let waits = poller(machine).unwrap_or_else(|| "the program waits".to_owned());
                let place = if machine.cpu.halted && sysvars::runs_program(machine) {
                    format!(" in {}", sysvars::place(machine))
                } else {
                    String::new()
                };
                eprint_line(format_args!(
                    "girafa: {waits}{place}, and does nothing else until a key is pressed: give it with --keys, such as --keys ENTER"
                ));
                Exit::AnswersRanOut
            }
            End::OutputLimit => {
                eprint_line(format_args!(
                    "girafa: the program prints or asks more than is kept: {} MiB of text, {LONGEST_PAPER} rows of dots on paper, {MOST_PROMPTS} prompts",
                    LONGEST_TRANSCRIPT >> 20
                ));
                Exit::TimeLimit
            }
            End::TapeRanOut => {
                eprint_line(
                    "girafa: the program waits for another block of its tape, and the tape has no more: has it been copied whole, \
                     or is the rest on another side? --tape FILE.tap puts another in",
                );
                Exit::Failed
            }
            End::Idle => {
                eprint_line("girafa: the machine has stopped for good (HALT with interrupts off)");
                Exit::Failed
            }
        }
    }

    /// Says what was given and not used, and what was done for want of it.
    fn report_leftovers(&self, session: &Session, outcome: &Outcome) {
        let unused: Vec<&str> = session.answers_left().collect();
        if !unused.is_empty() {
            let quoted: Vec<String> = unused.iter().take(SHOWN).map(|answer| quoted(answer)).collect();
            let more = if unused.len() > SHOWN { ", ..." } else { "" };
            eprint_line(format_args!(
                "girafa: {} not asked for: {}{more}",
                counted(unused.len(), "answer was", "answers were"),
                quoted.join(", ")
            ));
        }
        let keys: Vec<String> = session.keys_left().map(ToString::to_string).collect();
        if !keys.is_empty() {
            let more = if keys.len() > SHOWN { " ..." } else { "" };
            eprint_line(format_args!(
                "girafa: {} not used: {}{more}",
                counted(keys.len(), "item of --keys was", "items of --keys were"),
                keys[..keys.len().min(SHOWN)].join(" ")
            ));
        }
        if outcome.pauses > 0 {
            eprint_line(format_args!(
                "girafa: the program waited for a key in PAUSE 0 or in machine code and got ENTER ({}); --keys gives it others",
                counted(outcome.pauses as usize, "time", "times")
            ));
        }
        let Some(tapes) = session.tapes() else {
            return;
        };
        if tapes.is_full() {
            eprint_line("girafa: the tape is full: what SAVE saved last is not on it");
        }
        if self.given.tape.is_none() && !tapes.cassette().blocks().is_empty() {
            eprint_line(
                "girafa: what SAVE saved was kept while the program ran: --tape FILE.tap keeps it in a file",
            );
        }
    }
}

/// Answers or keys that a message shows, at most.
const SHOWN: usize = 10;
/// Characters of an answer that a message shows, at most.
const SHOWN_CHARACTERS: usize = 60;

fn quoted(answer: &str) -> String {
    let start: String = answer.chars().take(SHOWN_CHARACTERS).collect();
    let more = if start.len() < answer.len() { "..." } else { "" };
    format!("{start:?}{more}")
}

/// A session that is over.
pub struct Ran<L> {
    /// The session.
    pub session: Session,
    /// How it ended, and what was seen.
    pub outcome: Outcome,
    /// Who listened.
    pub listener: L,
    /// The run was ended by the clock on the wall.
    wall_reached: bool,
}

impl<L> Ran<L> {
    /// The [exit code](RunOptions::exit).
    pub fn exit(&self, options: &RunOptions) -> Exit {
        if self.wall_reached {
            let time = clock(EmulatedTime::of_tstates(self.outcome.tstates).seconds());
            eprint_line(format_args!(
                "girafa: {} on the wall are over, {time} of emulated time; --wall sets another limit",
                humantime::format_duration(options.wall)
            ));
            return Exit::TimeLimit;
        }
        options.exit(&self.session, &self.outcome)
    }

    /// As [`exit`](Self::exit), for commands that do not show the report: one of an error goes to standard error.
    pub fn exit_with_report(&self, options: &RunOptions) -> Exit {
        let exit = self.exit(options);
        if self.outcome.end == End::Report && exit != Exit::Well {
            eprint_line(format_args!(
                "girafa: {}: the program stopped: {}",
                options.label(),
                self.outcome.report
            ));
            self.show_fault(options);
        }
        exit
    }

    /// The error that the program has stopped with, if it has.
    pub fn fault(&self) -> Option<Fault> {
        let failed = self.outcome.end == End::Report && !self.outcome.ended_well();
        failed.then(|| self.session.fault()).flatten()
    }

    /// Shows on standard error the line that has stopped the program with an error, and why.
    pub fn show_fault(&self, options: &RunOptions) {
        if let Some(fault) = self.fault() {
            fault::show(&fault, &options.name);
        }
    }
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What polls the keyboard, if a program does.
fn poller(machine: &Spectrum) -> Option<String> {
    Some(match polls_keyboard(machine)? {
        Polls::Port(address) => {
            format!("machine code polls the keyboard at {address} (hexadecimal {address:04X})")
        }
        Polls::Scan(place) => format!("the program polls the keyboard in {place}"),
    })
}
