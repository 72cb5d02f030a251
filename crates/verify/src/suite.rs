//! Runs programs with all their sessions, for `girafa test` and `girafa compare`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use girafa_inspect::cover::{Count, Cover};
use girafa_session::boot::Boot;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::compare::{Backend, Judged, Judging, Kind, Verdict, Versions, judge};
use crate::script::{Script, SessionFile};

/// Maximum number of statements that are listed as missing.
const MAX_MISSING_STATEMENTS: usize = 50;

/// Maximum bytes of the pictures stored of all sessions, and the minimum share of one session.
const PICTURE_BYTES: usize = 128 << 20;
const MIN_PICTURE_BYTES: usize = 8 << 10;

impl Judged {
    /// Drops the pictures that exceed the share of one of `sessions` sessions, and adds a remark for each.
    fn drop_large_pictures(&mut self, sessions: usize) {
        let most = (PICTURE_BYTES / sessions.max(1)).max(MIN_PICTURE_BYTES);
        let (kept, dropped) = std::mem::take(&mut self.pictures)
            .into_iter()
            .partition(|(_, file): &(_, Vec<u8>)| file.len() <= most);
        self.pictures = kept;
        self.verdict
            .remarks
            .extend(dropped.into_iter().map(|(path, _): (PathBuf, _)| {
                format!("{} is not written: it has more than {most} bytes", path.display())
            }));
    }
}

/// A program and its sessions.
#[derive(Debug, Clone)]
pub struct Program {
    /// The versions to run and compare.
    pub versions: Versions,
    /// The sessions.
    pub scripts: Vec<Script>,
    /// Minimum coverage of the sessions in percent, if required.
    pub coverage: Option<f64>,
}

impl Program {
    /// A program with the sessions of its file, which also names its reference and the required coverage.
    pub fn new(versions: Versions, file: SessionFile) -> Program {
        Program {
            versions: Versions {
                command: file.reference,
                ..versions
            },
            scripts: file.sessions,
            coverage: file.coverage,
        }
    }
}

/// The result of a program's sessions.
#[derive(Debug, Clone)]
pub struct Tested {
    /// The program's id.
    pub program: String,
    /// Its sessions, in the order of the file.
    pub sessions: Vec<Judged>,
    /// The verdict on the coverage, if one is required.
    pub coverage: Option<Verdict>,
}

impl Tested {
    /// The result for a program that cannot be read.
    pub fn unreadable(program: impl Into<String>, why: impl Into<String>) -> Tested {
        let program = program.into();
        let verdict = Verdict {
            kind: Kind::Files,
            ..Verdict::failed(&program, &Script::named("files"), why.into())
        };
        Tested {
            program,
            sessions: vec![verdict.into()],
            coverage: None,
        }
    }

    /// All verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        let sessions = self.sessions.iter().map(|judged| &judged.verdict);
        sessions.chain(&self.coverage)
    }
}

/// All verdicts of all programs.
pub fn all_verdicts(tested: &[Tested]) -> Vec<Verdict> {
    tested.iter().flat_map(Tested::verdicts).cloned().collect()
}

/// Runs all sessions of all programs, on all cores; calls `done` with the verdict of each. The results are
/// in the order of the programs.
pub fn run(
    boot: &Boot,
    programs: &[Program],
    how: Judging<'_>,
    done: impl Fn(&Verdict) + Sync,
) -> Vec<Tested> {
    // The coverage of a session is as large as the program's text, so coverage is merged as sessions end.
    let covered: Vec<Mutex<Option<Cover>>> = programs.iter().map(|_| Mutex::default()).collect();
    let sessions: Vec<(&Program, &Mutex<Option<Cover>>, &Script)> = (programs.iter().zip(&covered))
        .flat_map(|(program, covered)| {
            program
                .scripts
                .iter()
                .map(move |script| (program, covered, script))
        })
        .collect();
    let count = sessions.len();
    let judged: Vec<Judged> = sessions
        .into_par_iter()
        .with_max_len(1)
        .map(|(program, covered, script)| {
            let covers = how.covers || program.coverage.is_some();
            let mut judged = judge(boot, &program.versions, script, Judging { covers, ..how });
            judged.drop_large_pictures(count);
            judged.verdict = judged.verdict.as_one_of(count);
            if !how.keeps_covers
                && let Some(cover) = judged.cover.take()
            {
                match &mut *covered.lock().unwrap_or_else(PoisonError::into_inner) {
                    Some(all) => all.add(&cover),
                    none => *none = Some(cover),
                }
            }
            done(&judged.verdict);
            judged
        })
        .collect();
    let mut judged = judged.into_iter();
    let tested = programs.iter().zip(covered).map(|(program, covered)| {
        let covered = covered.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sessions: Vec<Judged> = judged.by_ref().take(program.scripts.len()).collect();
        Tested {
            program: program.versions.id.clone(),
            coverage: program.coverage.and_then(|least| {
                let kept = sessions.iter().filter_map(|judged| judged.cover.as_ref());
                let covers = covered.iter().chain(kept);
                let (id, backend) = (&program.versions.id, program.versions.backend());
                coverage(id, backend, least, covers.map(StatementRun::all))
            }),
            sessions,
        }
    });
    tested.collect()
}

/// A statement that counts for coverage, and whether it ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementRun {
    /// Its line and its number in the line, such as `20:2`.
    pub place: String,
    /// Its text, as LIST shows it.
    pub text: String,
    /// Whether it ran.
    pub run: bool,
}

impl StatementRun {
    /// All statements of a program that count for coverage, in order.
    pub fn all(cover: &Cover) -> Vec<StatementRun> {
        let active = cover.runs().filter(|(.., statement)| statement.active);
        let all = active.map(|(place, runs, statement)| StatementRun {
            place: place.to_string(),
            text: statement.text.clone(),
            run: runs > 0,
        });
        all.collect()
    }
}

/// The verdict on the coverage of `program` by its sessions, run on `backend`. `least` is a percentage, and
/// `covers` has the statements of each session that could be run. `None` if there is no such session, as
/// the verdicts of the sessions already say why.
pub fn coverage(
    program: &str,
    backend: Backend,
    least: f64,
    mut covers: impl Iterator<Item = Vec<StatementRun>>,
) -> Option<Verdict> {
    let mut all = covers.next()?;
    for cover in covers {
        for (statement, other) in all.iter_mut().zip(cover) {
            statement.run |= other.run;
        }
    }
    let count = Count {
        run: all.iter().filter(|statement| statement.run).count(),
        total: all.len(),
    };
    let mut verdict = Verdict {
        kind: Kind::Coverage(count),
        ..Verdict::of(program, &Script::named("coverage"), &[])
    };
    verdict.ways = vec![(backend, None), (Backend::Expected, None)];
    if count.percent() < least {
        verdict.failure = Some(missing(count, least, &all));
    }
    Some(verdict)
}

fn missing(count: Count, least: f64, statements: &[StatementRun]) -> String {
    let mut text = format!(
        "{} of {} statements run ({:.1} %), expected {least} %; these do not run:",
        count.run,
        count.total,
        count.percent()
    );
    let missing = statements.iter().filter(|statement| !statement.run);
    for StatementRun {
        place, text: shown, ..
    } in missing.take(MAX_MISSING_STATEMENTS)
    {
        text.push_str(&format!("\n  {place:>7}  {shown}"));
    }
    match (count.total - count.run).saturating_sub(MAX_MISSING_STATEMENTS) {
        0 => {}
        more => text.push_str(&format!("\n  and {more} more")),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sessions_keep_small_pictures() {
        let picture = |size: usize| (PathBuf::from(format!("{size}.png")), vec![0; size]);
        let mut judged = Judged::from(Verdict::of("p", &Script::named("s"), &[]));
        judged.pictures = [8 << 10, 20 << 10].map(picture).into();
        judged.drop_large_pictures(100);
        assert_eq!(judged.pictures.len(), 2);
        judged.drop_large_pictures(10_000);
        assert_eq!(judged.pictures.len(), 1);
        let remark = &judged.verdict.remarks[0];
        assert_eq!(remark, "20480.png is not written: it has more than 13421 bytes");
    }
}
