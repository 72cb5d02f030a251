//! Conformance: cases observed on an original 48K, repeated on any ROM.

pub mod case;
pub mod report;
pub mod run;

use rayon::prelude::*;

use case::Case;
use girafa_session::boot::Boot;
use run::{CaseResult, Loading};

/// Runs all cases, on all cores; `done` hears of each. The verdicts come in the cases' order.
pub fn run_all(boot: &Boot, cases: &[Case], loading: Loading, done: impl Fn() + Sync) -> Vec<CaseResult> {
    let judged = cases.par_iter().map(|case| {
        let verdict = run::run(boot, case, loading);
        done();
        verdict
    });
    judged.collect()
}
