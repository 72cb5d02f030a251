//! `girafa run`

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use girafa_proof::outcome::{End, Outcome};
use girafa_proof::picture;
use girafa_proof::session::{Listener, Session};
use girafa_spectrum::sna;

use crate::exit::{self, Exit, Failure};
use crate::files;
use crate::subject::{Subject, Timed};
use crate::target::Target;

/// Run a program: what it prints goes to standard output as it is printed, then its report.
#[derive(Args)]
#[command(after_help = exit::HELP)]
pub struct Run {
    #[command(flatten)]
    subject: Subject,
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
}

impl Run {
    /// Runs the program, prints and writes what was asked for.
    pub fn execute(self) -> Result<Exit, Failure> {
        let target = self.subject.target()?;
        let mut session = self.subject.session(&target)?.with_transcript();
        if matches!(target, Target::Snapshot(_)) && self.subject.frames.is_some() {
            session = session.to_the_limit();
        }
        let mut console = Timed::new(Console {
            prints: !self.json,
            printed: Ok(()),
        });
        let outcome = session.run(self.subject.frame_limit(), &mut console);
        console.done().printed?;
        self.write_files(&session)?;
        self.tell(&outcome)
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
    fn tell(&self, outcome: &Outcome) -> Result<Exit, Failure> {
        if self.json {
            let json = serde_json::to_string(outcome).map_err(Failure::bad_file)?;
            files::print(&format!("{json}\n"))?;
        } else if outcome.end == End::Report {
            files::print(&format!("{}\n", outcome.report))?;
        }
        Ok(self.subject.exit(outcome))
    }
}

/// Prints the transcript as it comes.
struct Console {
    prints: bool,
    /// Why standard output takes no more, when it does not.
    printed: Result<(), Failure>,
}

impl Listener for Console {
    fn printed(&mut self, rows: &str) {
        if self.prints && self.printed.is_ok() {
            self.printed = files::print(rows);
        }
    }

    fn frame(&mut self, _frames: u64) -> ControlFlow<()> {
        if self.printed.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
