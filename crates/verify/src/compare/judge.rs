//! Runs a session on all available backends and compares the results with each other and with the
//! expectations.

use std::path::PathBuf;

use girafa_basic::program::Program;
use girafa_inspect::cover::Cover;
use girafa_reference::{Ended, Finished};
use girafa_session::boot::Boot;

use crate::bless::Change;
use crate::compare::expectations::{self, Desk, agreeing};
use crate::compare::run::{Medium, Run};
use crate::compare::{Aspect, Backend, Difference, Observation, Verdict, command};
use crate::origin;
use crate::script::{Compared, Script};

/// The versions of a program that can be run and compared.
#[derive(Debug, Clone, Default)]
pub struct Versions {
    /// The program's id.
    pub id: String,
    /// The programs to run on the machine, each with its backend.
    pub machine: Vec<(Backend, Medium)>,
    /// Whether to compare with the native reference of this id.
    pub has_reference: bool,
    /// A command that is a reference, with its arguments; empty for no command.
    pub command: Vec<String>,
    /// The file of the program, if any, for locations in messages.
    pub program: Option<PathBuf>,
    /// The directory to which the file names in the sessions are relative.
    pub directory: PathBuf,
}

impl Versions {
    /// The versions of a program of the book: the original and our edition, if available, and the
    /// reference.
    pub fn of_book(id: impl Into<String>, original: Option<Program>, edition: Option<Program>) -> Versions {
        let machine = [(Backend::Original, original), (Backend::Edition, edition)];
        let there = machine
            .into_iter()
            .filter_map(|(backend, program)| Some((backend, Medium::Program(program?))));
        Versions {
            id: id.into(),
            machine: there.collect(),
            has_reference: true,
            ..Versions::default()
        }
    }

    /// The backend of the first version on the machine.
    pub fn backend(&self) -> Backend {
        self.machine
            .first()
            .map_or(Backend::Listing, |(backend, _)| *backend)
    }
}

/// Options of [`judge`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Judging<'a> {
    /// The book's text, to compare the runs printed in it.
    pub book: Option<&'a str>,
    /// Bless: turn differences from the expectations into changes of the session file.
    pub blesses: bool,
    /// Whether to record the statements that run.
    pub covers: bool,
    /// Whether a suite keeps the coverage of each session, for the results of a part, and not only the
    /// total.
    pub keeps_covers: bool,
}

/// The result of judging a session.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The changes to the session file.
    pub changes: Vec<Change>,
    /// Pictures of the differences: the file, next to the expected picture, and its content.
    pub pictures: Vec<(PathBuf, Vec<u8>)>,
    /// The coverage of the first version on the machine.
    pub cover: Option<Cover>,
}

impl From<Verdict> for Judged {
    fn from(verdict: Verdict) -> Judged {
        Judged {
            verdict,
            changes: Vec::new(),
            pictures: Vec::new(),
            cover: None,
        }
    }
}

/// The verdict of [`judge`] alone.
pub fn verdict(boot: &Boot, versions: &Versions, script: &Script, book: Option<&str>) -> Verdict {
    let how = Judging {
        book,
        ..Judging::default()
    };
    judge(boot, versions, script, how).verdict
}

/// Runs a session on all backends: all versions, loaded from tape, the native reference, and a command.
/// Always returns a verdict, whatever happens. With the book's text, the run printed in it is compared too.
///
/// A session with its own lines runs only the book's listing and the reference, as our edition has other
/// lines. If the reference [does not model](Verdict::not_modelled) an answer, only the versions are
/// compared with each other.
pub fn judge(boot: &Boot, versions: &Versions, script: &Script, how: Judging<'_>) -> Judged {
    let (runs, seen, verdict) = match ran(boot, versions, script, how.covers) {
        Ok(ran) => ran,
        Err(failed) => return (*failed).into(),
    };
    let mut judged = Judged::from(match how.book {
        Some(book) => verdict.with_printed(book, script, &seen),
        None => verdict,
    });
    compare_with_expected(&mut judged, versions, script, &runs, how);
    compare_with_command(&mut judged.verdict, versions, script, &runs);
    let own = runs.iter().find(|run| run.seen.backend == Backend::Listing);
    if let Some(run) = own.filter(|_| !judged.verdict.differences.is_empty()) {
        let error = error_of(&judged.verdict, versions, script, run);
        judged.verdict.remarks.extend(error);
    }
    judged.cover = runs.into_iter().next().and_then(|run| run.cover);
    judged
}

/// Compares the backends with each other, without expectations and commands. Returns the verdict and the
/// observations: the versions on the machine first, then the native reference.
pub fn compared(boot: &Boot, versions: &Versions, script: &Script) -> (Verdict, Vec<Observation>) {
    match ran(boot, versions, script, false) {
        Ok((_, seen, verdict)) => (verdict, seen),
        Err(failed) => (*failed, Vec::new()),
    }
}

/// Runs a session on the machine and the reference: the runs, all observations, and their verdict.
///
/// # Errors
/// A version could not be run: the verdict says why.
fn ran(
    boot: &Boot,
    versions: &Versions,
    script: &Script,
    covers: bool,
) -> Result<(Vec<Run>, Vec<Observation>, Verdict), Box<Verdict>> {
    let is_meant = |backend| backend != Backend::Edition || script.lines.is_empty();
    let mut runs: Vec<Run> = Vec::new();
    for (backend, medium) in versions.machine.iter().filter(|(backend, _)| is_meant(*backend)) {
        let covers = covers && runs.is_empty();
        match Run::new(boot, *backend, medium, script, &versions.directory, covers) {
            Ok(run) => runs.push(run),
            Err(error) => {
                let failure = match backend {
                    Backend::Listing => error.to_string(),
                    backend => format!("{}: {error}", backend.name()),
                };
                return Err(Verdict::failed(&versions.id, script, failure).into());
            }
        }
    }
    let mut seen: Vec<Observation> = runs.iter().map(|run| run.seen.clone()).collect();
    let mut not_modelled = None;
    match reference(versions, script) {
        Some(Finished {
            ended: Ended::NotModelled(answer),
            ..
        }) => not_modelled = Some(answer),
        Some(run) => seen.push(Observation::of_reference(run)),
        None => {}
    }
    let verdict = Verdict {
        not_modelled,
        ..Verdict::of(&versions.id, script, &seen)
    };
    Ok((runs, seen, verdict))
}

fn reference(versions: &Versions, script: &Script) -> Option<Finished> {
    if !versions.has_reference {
        return None;
    }
    let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
    girafa_reference::run_variant(&versions.id, script.variant.as_deref(), &answers)
}

fn compare_with_expected(
    judged: &mut Judged,
    versions: &Versions,
    script: &Script,
    runs: &[Run],
    how: Judging<'_>,
) {
    let desk = Desk {
        directory: &versions.directory,
        blesses: how.blesses,
    };
    for run in runs {
        let held = expectations::hold(script, run, desk);
        let verdict = &mut judged.verdict;
        let is_compared = held.has_expectations || run.seen.backend == Backend::Listing;
        if is_compared
            && verdict
                .ways
                .iter()
                .all(|(backend, _)| *backend != Backend::Expected)
        {
            verdict.ways.push((Backend::Expected, None));
        }
        verdict.rows += held.rows;
        verdict.differences.extend(held.differences);
        verdict.remarks.extend(held.remarks);
        if !held.problems.is_empty() {
            verdict.fail(&held.problems.join("\n"));
        }
        judged.pictures.extend(held.pictures);
        // Only the first version with differences gives changes: the versions are compared with each other.
        if judged.changes.is_empty() {
            judged.changes = held.changes;
        }
    }
}

/// Compares the transcript, or the paper if the session leaves out the transcript, with the command's
/// output.
fn compare_with_command(verdict: &mut Verdict, versions: &Versions, script: &Script, runs: &[Run]) {
    let command = script.reference.as_ref().unwrap_or(&versions.command);
    if command.is_empty() || runs.is_empty() {
        return;
    }
    let rows = match command::rows(command, &versions.directory, script) {
        Ok(rows) => rows,
        Err(error) => return verdict.fail(&format!("reference: {error}")),
    };
    verdict.ways.push((Backend::Reference, None));
    for Run { seen, .. } in runs {
        let (part, printed) = if !script.compares(Compared::Transcript) && script.compares(Compared::Paper) {
            (Aspect::Paper, agreeing(&seen.paper, &rows))
        } else {
            (Aspect::Transcript, agreeing(&seen.transcript, &rows))
        };
        verdict.rows += printed.len();
        if printed != rows {
            let (left, right) = ((seen.backend, printed), (Backend::Reference, rows.clone()));
            verdict.differences.push(Difference::new(part, left, right));
        }
    }
}

/// The error that stopped a session that differs, unless the session expects it.
fn error_of(verdict: &Verdict, versions: &Versions, script: &Script, run: &Run) -> Option<String> {
    let is_about_end = |difference: &Difference| matches!(difference.part, Aspect::End | Aspect::Report);
    let is_shown = verdict.differences.iter().any(is_about_end);
    let expected = &script.expected;
    let is_expected = !is_shown && (expected.report.is_some() || expected.end.is_some());
    let fault = run
        .session
        .fault()
        .filter(|_| !is_expected && !run.outcome.ended_well())?;
    let origin = match &versions.program {
        Some(path) => origin::of_line(path, fault.line()),
        None => verdict.program.clone(),
    };
    Some(fault.render(&origin, false).trim_end().to_owned())
}
