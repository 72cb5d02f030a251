//! The verdict: a session run in all ways that there are, each compared with each, and with what is expected.

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

/// What there is of a program to run and to compare with.
#[derive(Debug, Clone, Default)]
pub struct Versions {
    /// The program's id.
    pub id: String,
    /// What runs on the machine, and which way that is.
    pub machine: Vec<(Backend, Medium)>,
    /// Whether the native reference of this id is compared with.
    pub has_reference: bool,
    /// A command that is a reference, with its arguments; none where it is empty.
    pub command: Vec<String>,
    /// The file of the program, where it has one, to name places in it.
    pub program: Option<PathBuf>,
    /// The directory from which the files of the sessions are named.
    pub directory: PathBuf,
}

impl Versions {
    /// A program of the book: the book's listing, where it is known, our edition, where there is one, and the
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

    /// How the first of them runs on the machine.
    pub fn backend(&self) -> Backend {
        self.machine
            .first()
            .map_or(Backend::Listing, |(backend, _)| *backend)
    }
}

/// How it is judged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Judging<'a> {
    /// The book's text, to compare the runs that it prints.
    pub book: Option<&'a str>,
    /// What is seen is what has to be expected: differences from what the session file expects become its
    /// changes.
    pub blesses: bool,
    /// Which statements run is noted.
    pub covers: bool,
    /// A suite keeps what each session has run, for the results of a part, and not only what all have run.
    pub keeps_covers: bool,
}

/// A session that has been judged.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// What has to be changed in the session file.
    pub changes: Vec<Change>,
    /// Pictures of what differs: the file, next to the expected picture, and what is in it.
    pub pictures: Vec<(PathBuf, Vec<u8>)>,
    /// What has run of the first version on the machine.
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

/// Runs a session in all ways that there are: all versions, loaded from tape, the native reference, and a
/// command. Whatever happens is a verdict. With the book's text, the run that it prints is compared too.
///
/// A session with lines of its own is for the book's listing, as our edition has other lines. An answer that
/// the reference [does not model](Verdict::not_modelled) leaves the versions to be compared with each other.
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

/// As [`judge`], without what the session expects and without commands: the verdict on the ways among
/// themselves, and what each has shown, the versions on the machine first, then the native reference.
pub fn compared(boot: &Boot, versions: &Versions, script: &Script) -> (Verdict, Vec<Observation>) {
    match ran(boot, versions, script, false) {
        Ok((_, seen, verdict)) => (verdict, seen),
        Err(failed) => (*failed, Vec::new()),
    }
}

/// The runs on the machine, what they and the reference have shown, and the verdict on that.
///
/// # Errors
/// One could not be run: the verdict says why.
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
        // Of several versions the first is as good as any: they are compared with each other.
        if judged.changes.is_empty() {
            judged.changes = held.changes;
        }
    }
}

/// Compares what was printed with the rows of the command's output: the paper where the session leaves out
/// the transcript.
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

/// The error that has stopped a session that differs, unless just that is expected.
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
