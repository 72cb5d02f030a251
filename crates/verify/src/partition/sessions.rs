//! Parts of `girafa test` and `girafa compare`, whose results are those of sessions.

use serde::{Deserialize, Serialize};

use crate::compare::record::Record;
use crate::compare::{Backend, Verdict};
use crate::partition::{MergeError, Merged, ProgramPlan, Selection};
use crate::suite::{Program, StatementRun, Tested, coverage};

/// The result of a session in a part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SessionResult {
    /// The verdict.
    #[serde(flatten)]
    pub record: Record,
    /// The coverage of the session, if the program has a threshold: the merge checks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statements: Option<Vec<StatementRun>>,
}

/// The name by which a session is filtered and hashed.
pub fn full_name(program: &str, session: &str) -> String {
    format!("{program}: {session}")
}

impl Selection {
    /// Keeps only the sessions of `program` that belong to the part.
    pub fn choose(&mut self, program: &mut Program) {
        let versions = &program.versions;
        self.programs.push(ProgramPlan {
            program: versions.id.clone(),
            sessions: program.scripts.len(),
            coverage: program.coverage,
            backend: versions.backend(),
        });
        // Paths are left out: the directory may have another name on another machine.
        self.depends_on((&versions.machine, versions.has_reference, &versions.command));
        let id = versions.id.clone();
        program.scripts.retain(|script| {
            self.depends_on(script);
            self.takes(&full_name(&id, &script.name))
        });
    }

    /// Whether a program that cannot be read belongs to the part; it counts as one session.
    pub fn takes_unreadable(&mut self, program: &str) -> bool {
        self.programs.push(ProgramPlan {
            program: program.to_owned(),
            sessions: 1,
            coverage: None,
            backend: Backend::Listing,
        });
        self.takes(&full_name(program, "files"))
    }
}

/// The results of a part's sessions, in order. Coverage is left to the merge, because it needs all sessions
/// of a program.
pub fn results(tested: &mut [Tested]) -> Vec<SessionResult> {
    let mut results = Vec::new();
    for program in tested {
        program.coverage = None;
        results.extend(program.sessions.iter().map(|judged| SessionResult {
            record: Record::from(&judged.verdict),
            statements: judged.cover.as_ref().map(StatementRun::all),
        }));
    }
    results
}

/// The programs of a merged suite with their sessions and their coverage.
///
/// # Errors
/// The number of sessions of the programs is not that of the suite.
pub fn tested(merged: Merged<SessionResult>) -> Result<Vec<Tested>, MergeError> {
    let Merged {
        programs, results, ..
    } = merged;
    let (found, mut results) = (results.len(), results.into_iter());
    let planned = programs
        .iter()
        .try_fold(0_usize, |sum, plan| sum.checked_add(plan.sessions));
    if planned != Some(found) {
        return Err(MergeError::Damaged {
            found,
            expected: planned.unwrap_or(usize::MAX),
        });
    }
    let tested = programs.into_iter().map(|plan| {
        let own: Vec<SessionResult> = results.by_ref().take(plan.sessions).collect();
        let coverage = plan.coverage.and_then(|least| {
            let runs = own.iter().filter_map(|result| result.statements.clone());
            coverage(&plan.program, plan.backend, least, runs)
        });
        Tested {
            program: plan.program,
            sessions: own
                .into_iter()
                .map(|result| Verdict::from(result.record).into())
                .collect(),
            coverage,
        }
    });
    Ok(tested.collect())
}
