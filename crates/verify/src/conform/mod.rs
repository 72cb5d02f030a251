//! Conformance: compares any ROM with cases observed on an original 48K.

pub mod case;
pub mod report;
pub mod run;

use rayon::prelude::*;

use case::Case;
use girafa_session::boot::Boot;
use run::{CaseResult, Loading};

/// Runs all cases, on all cores; calls `done` after each. The results are in the order of the cases.
pub fn run_all(boot: &Boot, cases: &[Case], loading: Loading, done: impl Fn() + Sync) -> Vec<CaseResult> {
    let judged = cases.par_iter().map(|case| {
        let verdict = run::run(boot, case, loading);
        done();
        verdict
    });
    judged.collect()
}
