//! `girafa run`

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use girafa_proof::launch::{self, LaunchError, Launched};
use girafa_proof::outcome::{End, Outcome};
use girafa_proof::picture;
use girafa_proof::session::{Listener, Session};
use girafa_proof::text::Glyphs;
use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};
use girafa_spectrum::sna;

use crate::exit::{self, Exit, Failure};
use crate::files;
use crate::progress::{Progress, clock, emulated_seconds};
use crate::rom;
use crate::target::{self, Target};

/// Run a program: what it prints goes to standard output as it is printed, then its report.
#[derive(Args)]
#[command(after_help = exit::HELP)]
pub struct Run {
    /// A .bas listing, a .tap tape, a .sna snapshot, or the id of an imported listing (see `girafa book import`)
    target: String,
    /// Type TEXT and ENTER at the next INPUT; once for each answer
    #[arg(long = "answer", value_name = "TEXT", allow_hyphen_values = true)]
    answers: Vec<String>,
    /// The machine's ROM: 16,384 bytes (else GIRAFA_ROM, else the built-in one)
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Stop after this emulated time, such as 90s, 10m, 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h",
        value_parser = humantime::parse_duration)]
    time: Duration,
    /// Stop after N frames (50 a second), instead of --time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    frames: Option<u64>,
    /// Write the final screen as a PNG
    #[arg(long, value_name = "F.png")]
    screen: Option<PathBuf>,
    /// Write the ZX Printer's paper as a PNG, a pixel a dot
    #[arg(long, value_name = "F.png")]
    paper: Option<PathBuf>,
    /// Write the final state of the machine as a snapshot
    #[arg(long, value_name = "F.sna")]
    save: Option<PathBuf>,
    /// Print one JSON object with all that was seen, instead of text
    #[arg(long)]
    json: bool,
    /// Place the program in memory and type RUN, for a ROM without a working LOAD
    #[arg(long)]
    poke: bool,
}

impl Run {
    /// Runs the program, prints and writes what was asked for.
    pub fn execute(self) -> Result<Exit, Failure> {
        let target = target::resolve(&self.target)?;
        let (launched, glyphs) = self.launch(&target)?;
        let mut session = Session::new(launched, glyphs)
            .answers(&self.answers)
            .map_err(|error| Failure::usage(format_args!("--answer: {error}")))?
            .with_transcript();
        if matches!(target, Target::Snapshot(_)) && self.frames.is_some() {
            session = session.to_the_limit();
        }
        let frames = self.frames.unwrap_or_else(|| frames_of(self.time));
        let mut console = Console {
            progress: Progress::new(),
            prints: !self.json,
            printed: Ok(()),
        };
        let outcome = session.run(frames, &mut console);
        console.progress.clear();
        console.printed?;
        self.write_files(&session)?;
        self.tell(&outcome, frames)
    }

    fn launch(&self, target: &Target) -> Result<(Launched, Glyphs), Failure> {
        let in_target =
            |error: &dyn std::fmt::Display| Failure::bad_file(format_args!("{}: {error}", self.target));
        let rom = rom::load(self.rom.as_deref())?;
        if let Target::Snapshot(bytes) = target {
            let machine = sna::load(bytes, rom.rom()).map_err(|error| in_target(&error))?;
            return Ok((launch::snapshot(machine), Glyphs::of_rom(rom.rom())));
        }
        let boot = rom.boot()?;
        let launched = match target {
            _ if self.poke => launch::placed(&boot, &target.program().map_err(|error| in_target(&error))?),
            Target::Program(program) => launch::tape(&boot, &girafa_basic::tap::from_program(program)),
            Target::Tape(bytes) | Target::Snapshot(bytes) => launch::tape(&boot, bytes),
        };
        let launched = launched.map_err(|error| match error {
            LaunchError::NoLoader => Failure::bad_file(format_args!("{error}; try --poke")),
            error => in_target(&error),
        })?;
        Ok((launched, boot.glyphs))
    }

    fn write_files(&self, session: &Session) -> Result<(), Failure> {
        let machine = session.machine();
        if let Some(path) = &self.screen {
            files::write(path, &picture::screen_png(machine))?;
        }
        if let Some(path) = &self.paper {
            let paper = machine.printer().rows();
            if paper.is_empty() {
                eprintln!(
                    "girafa: {} is not written: the program has printed nothing on paper",
                    path.display()
                );
            } else {
                files::write(path, &picture::paper_png(paper))?;
            }
        }
        if let Some(path) = &self.save {
            let snapshot = sna::save(machine)
                .map_err(|error| Failure::bad_file(format_args!("{}: {error}", path.display())))?;
            files::write(path, &snapshot)?;
        }
        Ok(())
    }

    /// Prints how it ended.
    fn tell(&self, outcome: &Outcome, frames: u64) -> Result<Exit, Failure> {
        if self.json {
            let json = serde_json::to_string(outcome).map_err(Failure::bad_file)?;
            files::print(&format!("{json}\n"))?;
        } else if outcome.end == End::Report {
            files::print(&format!("{}\n", outcome.report))?;
        }
        Ok(match outcome.end {
            End::Report if outcome.ended_well() => Exit::Well,
            End::Report => Exit::Failed,
            End::Frames => {
                let time = clock(emulated_seconds(frames));
                eprintln!(
                    "girafa: time limit: still running after {frames} frames ({time}); --time sets another limit"
                );
                Exit::TimeLimit
            }
            End::InputExhausted => {
                let prompt = outcome
                    .prompts
                    .last()
                    .map_or("", |prompt| prompt.trim_end_matches('|'));
                eprintln!("girafa: the program asks for another answer, give it with --answer: {prompt}");
                Exit::AnswersRanOut
            }
            End::Idle => {
                eprintln!("girafa: the machine has stopped for good (HALT with interrupts off)");
                Exit::Failed
            }
        })
    }
}

/// Frames that an emulated time takes, a started one counted.
fn frames_of(time: Duration) -> u64 {
    let tstates = time.as_nanos() * u128::from(CLOCK_HZ) / 1_000_000_000;
    tstates
        .div_ceil(FRAME_TSTATES.into())
        .try_into()
        .unwrap_or(u64::MAX)
}

/// Prints the transcript as it comes.
struct Console {
    progress: Progress,
    prints: bool,
    /// Why standard output takes no more, when it does not.
    printed: Result<(), Failure>,
}

impl Listener for Console {
    fn printed(&mut self, rows: &str) {
        if self.prints && self.printed.is_ok() {
            self.progress.clear();
            self.printed = files::print(rows);
        }
    }

    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        self.progress.frames(frames);
        if self.printed.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
