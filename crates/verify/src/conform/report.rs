//! Formats the results of conformance cases.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::compare::{Backend, Verdict, report};
use crate::conform::run::{CaseResult, Mismatch};
use crate::script::Script;

/// Columns of a side in a side-by-side view.
const WIDTH: usize = 34;

/// The number of cases that passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases that passed.
    pub passed: usize,
    /// Cases that were run.
    pub total: usize,
}

impl Count {
    fn add(&mut self, passed: bool) {
        self.passed += usize::from(passed);
        self.total += 1;
    }
}

/// The number of passed cases and of all cases.
pub fn count(verdicts: &[CaseResult]) -> Count {
    let mut count = Count::default();
    verdicts
        .iter()
        .for_each(|verdict| count.add(verdict.differences.is_empty()));
    count
}

/// The geometric mean of T-states relative to the original's, over the bench cases that ended as on the
/// original.
pub fn speed(verdicts: &[CaseResult]) -> Option<f64> {
    let ratios: Vec<f64> = verdicts.iter().filter_map(CaseResult::ratio).collect();
    let mean_log = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    (!ratios.is_empty()).then(|| mean_log.exp())
}

/// Passed and total for each category, the ids that differ, and the speed; with `verbose`, the differences
/// side by side.
pub fn text(verdicts: &[CaseResult], verbose: bool) -> String {
    let mut out = String::new();
    if verbose {
        for verdict in verdicts {
            if !verdict.differences.is_empty() {
                out.push_str(&side_by_side(verdict));
            }
        }
    }
    let mut categories: BTreeMap<&str, (Count, Vec<&str>)> = BTreeMap::new();
    for verdict in verdicts {
        let (count, differ) = categories.entry(&verdict.cat).or_default();
        count.add(verdict.differences.is_empty());
        if !verdict.differences.is_empty() {
            differ.push(&verdict.id);
        }
    }
    for (category, (Count { passed, total }, differ)) in &categories {
        let _ = writeln!(
            out,
            "{category:12} {passed:5} / {total:<5} {}",
            differ.join(" ").trim_end()
        );
    }
    let Count { passed, total } = count(verdicts);
    let percent = 100.0 * passed as f64 / total.max(1) as f64;
    let _ = writeln!(out, "{:12} {passed:5} / {total:<5} {percent:.2} %", "all");
    out.push_str(&speed_text(verdicts, verbose));
    // Columns are padded: remove trailing spaces.
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// JUnit XML: a suite for each category, with its cases.
pub fn junit(verdicts: &[CaseResult]) -> String {
    let mut sorted: Vec<&CaseResult> = verdicts.iter().collect();
    sorted.sort_by_key(|verdict| &verdict.cat);
    let of_case = |case: &&CaseResult| {
        let mut verdict = Verdict::of(&case.cat, &Script::named(&case.id), &[]);
        verdict.ways = vec![(Backend::Listing, case.tstates), (Backend::Expected, None)];
        verdict.failure = (!case.differences.is_empty()).then(|| side_by_side(case));
        verdict
    };
    let verdicts: Vec<Verdict> = sorted.iter().map(of_case).collect();
    report::junit("girafa conform", &verdicts)
}

fn speed_text(verdicts: &[CaseResult], verbose: bool) -> String {
    let mut out = String::new();
    let timed = || {
        let all = verdicts.iter();
        all.filter_map(|verdict| Some((verdict, verdict.ratio()?)))
    };
    if verbose {
        for (case, ratio) in timed() {
            let _ = writeln!(out, "{:12} {ratio:.3}  {}", case.id, case.note);
        }
    }
    if let Some(mean) = speed(verdicts) {
        let _ = writeln!(
            out,
            "T-states over the original's: geometric mean {mean:.3} of {} bench cases",
            timed().count()
        );
    }
    out
}

fn side_by_side(case: &CaseResult) -> String {
    let mut out = format!("--- {} ({})", case.id, case.cat);
    if !case.note.is_empty() {
        let _ = write!(out, ": {}", case.note);
    }
    out.push('\n');
    let program = case
        .bas
        .clone()
        .or_else(|| case.keys.as_ref().map(|keys| format!("keys {keys:?}")));
    out.extend(
        program
            .unwrap_or_default()
            .lines()
            .map(|line| format!("    {line}\n")),
    );
    if !case.answers.is_empty() {
        let _ = writeln!(out, "    answers {:?}", case.answers);
    }
    let _ = writeln!(out, "  {:WIDTH$}  got", "expected");
    for Mismatch { key, expected, got } in &case.differences {
        let _ = writeln!(out, "  {key}:");
        let (expected, got) = (rows(expected), rows(got));
        for row in 0..expected.len().max(got.len()) {
            let [left, right] = [&expected, &got].map(|side| side.get(row).map_or("", String::as_str));
            if left.is_empty() && right.is_empty() {
                continue;
            }
            let mark = if left == right { ' ' } else { '|' };
            let _ = writeln!(out, "  {left:WIDTH$}{mark} {right}");
        }
    }
    out
}

fn rows(value: &Value) -> Vec<String> {
    match value {
        Value::Array(rows) => rows.iter().flat_map(self::rows).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}
