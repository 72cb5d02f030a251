//! `girafa cover`, `girafa profile`, `girafa trace` and `girafa vars`: analyse how a BASIC program runs.

use anyhow::Context;
use girafa_cli_support::Exit;
use girafa_cli_support::{print, print_json};
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use girafa_inspect::cover::Cover as Coverage;
use girafa_inspect::profile::Profile as Times;
use girafa_inspect::{StatementPlace, statements, variables};
use girafa_session::boot::StartCommand;
use girafa_session::listener::Listener;
use girafa_spectrum::time::EmulatedTime;
use girafa_verify::script::Script;
use rayon::prelude::*;
use serde_json::json;

use crate::input_options::InputOptions;
use crate::progress::SessionBar;
use crate::run_options::RunOptions;
use crate::wall::Wall;
use girafa_loader::Target;
use girafa_loader::scripts;
use girafa_loader::{book, editions};

/// Show which statements run, over all sessions of a program or with the given answers
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Cover {
    #[command(flatten)]
    options: RunOptions,
    /// Directory of session files, ID.toml [default: the built-in sessions]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["answers", "answers_file", "keys"])]
    sessions: Option<PathBuf>,
    /// Exit with code 1 if less than this percentage of the statements runs
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    at_least: Option<f64>,
    /// Show only the statements that never run
    #[arg(long)]
    missing: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The argument of `--at-least`: a percentage.
pub fn percent(text: &str) -> Result<f64, String> {
    let percent: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=100.0).contains(&percent) {
        Ok(percent)
    } else {
        Err("expected a number from 0 to 100".to_owned())
    }
}

/// A run whose statement coverage is measured.
struct CoverRun {
    given: InputOptions,
    frames: u64,
    /// The session, unless the input is from options.
    script: Option<Script>,
}

impl Cover {
    /// Runs the sessions and prints the table.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let target = self.options.target()?;
        let program = self.options.program(&target)?;
        let runs = self.runs()?;
        let sessions = runs.len();
        // A run that is not a session has its own timeout, and may write a tape.
        let are_sessions = runs.iter().all(|run| run.script.is_some());
        let wall = are_sessions.then(|| Wall::new(self.options.wall, "sessions"));
        let bar = SessionBar::new(sessions);
        let covers: anyhow::Result<Vec<Coverage>> = runs
            .par_iter()
            .map(|run| {
                let running = match &run.script {
                    Some(script) if !script.lines.is_empty() => {
                        let changed = script.changed(&program);
                        Some(changed.with_context(|| script.name.clone())?)
                    }
                    _ => None,
                };
                let mut cover = Coverage::new(&program);
                let request = self.options.request(StartCommand::Run, &run.given)?;
                let mut session = match running {
                    Some(running) => {
                        cover = cover.in_changed(&running);
                        self.options.start(&Target::Program(running), request)?
                    }
                    None => self.options.start(&target, request)?,
                };
                session = session.with_statements();
                if run.script.is_none() {
                    let ran = self.options.run(session, cover)?;
                    // The exit code depends on the coverage, not on how the run ended.
                    ran.exit_with_report(&self.options);
                    return Ok(ran.listener);
                }
                let outcome = session.run(run.frames, &mut cover);
                bar.done(outcome.tstates);
                Ok(cover)
            })
            .collect();
        bar.clear();
        drop(wall);
        let mut all = Coverage::new(&program);
        covers?.iter().for_each(|cover| all.add(cover));
        if self.json {
            print_json(&json(&all, sessions))?;
        } else {
            print(&self.text(&all, sessions))?;
        }
        let enough = self
            .at_least
            .is_none_or(|least| all.statements().percent() >= least);
        Ok(if enough { Exit::Success } else { Exit::Failed })
    }

    /// The runs: one with the answers and keys given, else all sessions. A session's line numbers refer to
    /// the book's listing.
    fn runs(&self) -> anyhow::Result<Vec<CoverRun>> {
        let given = CoverRun {
            given: self.options.given.clone(),
            frames: self.options.frame_limit(),
            script: None,
        };
        if !self.options.given.is_nothing() {
            return Ok(vec![given]);
        }
        let mut scripts = scripts::of(&self.options.name, self.sessions.as_deref())?;
        if editions::edition(&self.options.label())?.is_some()
            && book::original(&self.options.label())?.is_none()
        {
            scripts.retain(|script| script.lines.is_empty());
        }
        if scripts.is_empty() {
            return Ok(vec![given]);
        }
        let runs = scripts.into_iter().map(|script| CoverRun {
            given: InputOptions::of_script(&script),
            frames: script.frames().min(given.frames),
            script: Some(script),
        });
        Ok(runs.collect())
    }

    fn text(&self, cover: &Coverage, sessions: usize) -> String {
        let mut out = String::new();
        if self.missing {
            for (place, text) in cover.missing() {
                let _ = writeln!(out, "{:>7}  {text}", place.to_string());
            }
        } else {
            out.push_str(&cover.table());
        }
        let (statements, lines) = (cover.statements(), cover.lines());
        let _ = writeln!(
            out,
            "{}: {} of {} statements ({:.1} %), {} of {} lines, in {}",
            self.options.label(),
            statements.run,
            statements.total,
            statements.percent(),
            lines.run,
            lines.total,
            if sessions == 1 {
                "one session".to_owned()
            } else {
                format!("{sessions} sessions")
            }
        );
        out
    }
}

fn json(cover: &Coverage, sessions: usize) -> serde_json::Value {
    let statements: Vec<_> = cover
        .runs()
        .map(|(place, runs, statement)| {
            json!({ "line": place.line, "statement": place.statement, "text": statement.text,
                "active": statement.active, "runs": runs })
        })
        .collect();
    json!({ "sessions": sessions, "statements": cover.statements(), "lines": cover.lines(),
        "percent": cover.statements().percent(), "program": statements })
}

/// Show how many T-states each line takes, slowest first
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Profile {
    #[command(flatten)]
    options: RunOptions,
    /// Count by statement instead of by line
    #[arg(long)]
    statements: bool,
    /// Show only the first N entries
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Profile {
    /// Runs the program and prints the table.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let target = self.options.target()?;
        let program = self.options.program(&target)?;
        let session = self.options.session(&target)?.with_statements();
        let mut ran = self.options.run(session, Times::new(&program))?;
        let times = &mut ran.listener;
        times.finish(ran.outcome.tstates);
        let rows: Vec<_> = if self.statements {
            let rows = times.statements().into_iter();
            rows.map(|(place, spent, text)| (place.to_string(), spent, text.to_owned()))
                .collect()
        } else {
            let rows = times.lines().into_iter();
            rows.map(|(line, spent, text)| (line.to_string(), spent, text))
                .collect()
        };
        let total: u64 = rows.iter().map(|(_, spent, _)| spent.tstates).sum();
        let waiting: u64 = rows.iter().map(|(_, spent, _)| spent.waiting).sum();
        let rows = &rows[..self.top.unwrap_or(rows.len()).min(rows.len())];
        let mut out = String::new();
        if self.json {
            let rows: Vec<_> = rows
                .iter()
                .map(|(place, spent, text)| {
                    json!({ "place": place, "runs": spent.runs, "tstates": spent.tstates,
                        "waiting": spent.waiting, "text": text })
                })
                .collect();
            let _ = writeln!(
                out,
                "{}",
                json!({ "tstates": total, "waiting": waiting, "rows": rows })
            );
        } else {
            let _ = writeln!(out, "{:>12} {:>6}  {:>8}  {:>7}", "T-states", "%", "runs", "line");
            for (place, spent, text) in rows {
                let percent = 100.0 * spent.tstates as f64 / total.max(1) as f64;
                let _ = writeln!(
                    out,
                    "{:>12} {percent:>6.2}  {:>8}  {place:>7}  {text}",
                    spent.tstates, spent.runs
                );
            }
            let seconds = |tstates: u64| EmulatedTime::of_tstates(tstates).seconds();
            let _ = writeln!(
                out,
                "{total:>12} T-states in total ({:.2} s), and {:.2} s waiting for keys",
                seconds(total),
                seconds(waiting)
            );
        }
        print(&out)?;
        Ok(ran.exit_with_report(&self.options))
    }
}

/// Print each statement as it runs: line, statement number and text
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Trace {
    #[command(flatten)]
    options: RunOptions,
    /// Begin each row with the T-states since the program started
    #[arg(long)]
    tstates: bool,
}

impl Trace {
    /// Runs the program and prints the statements.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let target = self.options.target()?;
        let program = self.options.program(&target)?;
        let session = self.options.session(&target)?.with_statements();
        let printer = Tracer {
            statements: statements::of_program(&program),
            tstates: self.tstates,
            rows: String::new(),
            printed: Ok(()),
        };
        let mut ran = self.options.run(session, printer)?;
        ran.listener.print();
        std::mem::replace(&mut ran.listener.printed, Ok(()))?;
        Ok(ran.exit_with_report(&self.options))
    }
}

/// Collects the rows of a frame and prints them together.
struct Tracer {
    statements: std::collections::BTreeMap<StatementPlace, statements::Statement>,
    tstates: bool,
    rows: String,
    printed: anyhow::Result<()>,
}

impl Tracer {
    fn print(&mut self) {
        if self.printed.is_ok() && !self.rows.is_empty() {
            self.printed = print(&self.rows);
        }
        self.rows.clear();
    }
}

impl Listener for Tracer {
    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        let Some(statement) = self.statements.get(&place) else {
            return;
        };
        if self.tstates {
            let _ = write!(self.rows, "{tstates:>12} ");
        }
        let _ = writeln!(self.rows, "{:>7}  {}", place.to_string(), statement.text);
    }

    fn frame(&mut self, _frames: u64) -> std::ops::ControlFlow<()> {
        self.print();
        if self.printed.is_ok() {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    }
}

/// Run a program and print its variables at the end
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Vars {
    #[command(flatten)]
    options: RunOptions,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

impl Vars {
    /// Runs the program and prints its variables.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let target = self.options.target()?;
        let ran = self.options.run(self.options.session(&target)?, ())?;
        let variables = variables::of_machine(ran.session.machine());
        if self.json {
            print_json(&variables)?;
        } else {
            print(
                &variables
                    .iter()
                    .map(|variable| format!("{variable}\n"))
                    .collect::<String>(),
            )?;
        }
        Ok(ran.exit_with_report(&self.options))
    }
}
