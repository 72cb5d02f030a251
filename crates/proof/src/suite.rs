//! Programs with their sessions, all of them run: what `girafa test` and `girafa compare` share.

use girafa_session::boot::Boot;
use girafa_session::insight::cover::{Count, Cover};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::compare::{Judged, Judging, Kind, Verdict, Versions, Way, judge};
use crate::script::{Script, SessionFile};

/// Statements that are listed as missing.
const MOST_MISSING: usize = 50;

/// A program and its sessions.
#[derive(Debug, Clone)]
pub struct Program {
    /// What is run and compared.
    pub versions: Versions,
    /// The sessions.
    pub scripts: Vec<Script>,
    /// Hundredths of the statements that the sessions run at least, where that is asked for.
    pub coverage: Option<f64>,
}

impl Program {
    /// A program with the sessions of its file, which also says what it is compared with and how much of it is run.
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

/// What came of a program's sessions.
#[derive(Debug, Clone)]
pub struct Tested {
    /// The program's id.
    pub program: String,
    /// Its sessions, in the order of the file.
    pub sessions: Vec<Judged>,
    /// Whether they run enough of its statements, where that is asked for.
    pub coverage: Option<Verdict>,
}

impl Tested {
    /// A program that cannot be read.
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

/// Runs all sessions of all programs, on all cores; `done` is called with the
/// verdict of each. The results are in the order of the programs.
pub fn run(
    boot: &Boot,
    programs: &[Program],
    how: Judging<'_>,
    done: impl Fn(&Verdict) + Sync,
) -> Vec<Tested> {
    let sessions: Vec<(&Program, &Script)> = programs
        .iter()
        .flat_map(|program| program.scripts.iter().map(move |script| (program, script)))
        .collect();
    let judged: Vec<Judged> = sessions
        .into_par_iter()
        .with_max_len(1)
        .map(|(program, script)| {
            let covers = how.covers || program.coverage.is_some();
            let judged = judge(boot, &program.versions, script, Judging { covers, ..how });
            done(&judged.verdict);
            judged
        })
        .collect();
    let mut judged = judged.into_iter();
    let tested = programs.iter().map(|program| {
        let sessions: Vec<Judged> = judged.by_ref().take(program.scripts.len()).collect();
        Tested {
            program: program.versions.id.clone(),
            coverage: program.coverage.and_then(|least| {
                let covers = sessions.iter().filter_map(|judged| judged.cover.as_ref());
                let (id, way) = (&program.versions.id, program.versions.way());
                coverage(id, way, least, covers.map(StatementRun::all))
            }),
            sessions,
        }
    });
    tested.collect()
}

/// A statement that counts for coverage, and whether it has run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementRun {
    /// Its line and its place there, such as `20:2`.
    pub place: String,
    /// Its text, as LIST shows it.
    pub text: String,
    /// Whether it has run.
    pub run: bool,
}

impl StatementRun {
    /// All statements of a program that count, in its order.
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

/// The verdict on what the sessions of `program` have run of it, `way` on the machine; `least` is a percentage, and `covers` has
/// the statements of each session that could be run. None where there is no such session: they say so themselves.
pub fn coverage(
    program: &str,
    way: Way,
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
    verdict.ways = vec![(way, None), (Way::Expected, None)];
    if count.percent() < least {
        verdict.failure = Some(missing(count, least, &all));
    }
    Some(verdict)
}

fn missing(count: Count, least: f64, statements: &[StatementRun]) -> String {
    let mut text = format!(
        "{} of {} statements are run ({:.1} %), {least} % are wanted; these are not:",
        count.run,
        count.total,
        count.percent()
    );
    let missing = statements.iter().filter(|statement| !statement.run);
    for StatementRun {
        place, text: shown, ..
    } in missing.take(MOST_MISSING)
    {
        text.push_str(&format!("\n  {place:>7}  {shown}"));
    }
    match (count.total - count.run).saturating_sub(MOST_MISSING) {
        0 => {}
        more => text.push_str(&format!("\n  and {more} more")),
    }
    text
}
