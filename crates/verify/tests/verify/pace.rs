//! The pace of an original ROM: the times of single statements and of whole programs, next to those observed.

use std::collections::BTreeMap;

use girafa_basic::tokenise;
use girafa_inspect::profile::Profile;
use girafa_session::boot::Boot;
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::request::{RunRequest, Source};
use girafa_test_support::{shared_text, skip};
use rayon::prelude::*;
use serde::Deserialize;

use crate::support::editions;

/// Frames after which a run is ended.
const MAX_FRAMES: u64 = 50_000;

/// A row of `pace.jsonl`.
#[derive(Deserialize)]
struct Statement {
    cat: String,
    bas: String,
    line: u16,
    tstates: u64,
}

/// A row of `pace-programs.jsonl`.
#[derive(Deserialize)]
struct Session {
    id: String,
    answers: Vec<String>,
    tstates: u64,
}

fn rows<T: for<'a> Deserialize<'a>>(name: &str) -> Option<Vec<T>> {
    let Some(text) = shared_text(&format!("conformance/{name}")) else {
        skip("the times of an original ROM are not here");
        return None;
    };
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}

fn paced(mut request: RunRequest) -> RunRequest {
    request.hardware = Hardware::of_pace(Pace::Original);
    request
}

/// How much longer the time is than the observed one, as a part of it.
fn deviation(tstates: u64, observed: u64) -> f64 {
    tstates as f64 / observed as f64 - 1.0
}

/// The absolute value that this part of the deviations does not exceed.
fn quantile(deviations: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut all: Vec<f64> = deviations.map(f64::abs).collect();
    all.sort_by(f64::total_cmp);
    all[((all.len() - 1) as f64 * part).round() as usize]
}

/// Checks the median of the deviations, and the value that `part` of them do not exceed.
fn check(what: &str, deviations: impl Iterator<Item = f64> + Clone, (part, median, most): (f64, f64, f64)) {
    let [middle, upper] = [0.5, part].map(|part| quantile(deviations.clone(), part));
    let found = format!(
        "{what}: median {:.2} %, {:.0}th percentile {:.2} %",
        middle * 100.0,
        part * 100.0,
        upper * 100.0
    );
    println!("{found}");
    assert!(middle <= median && upper <= most, "{found}");
}

#[test]
fn statements() {
    let Some(rows) = rows::<Statement>("pace.jsonl") else {
        return;
    };
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let deviations: Vec<(&str, f64)> = rows
        .par_iter()
        .map(|row| {
            let program = tokenise::program(&row.bas, &tokenise::Options::default())
                .unwrap()
                .program;
            let mut profile = Profile::new(&program);
            let driver = paced(RunRequest::of(Source::Program(program)))
                .start(|| Ok(boot.clone()))
                .unwrap();
            let outcome = driver.with_statements().run(MAX_FRAMES, &mut profile);
            profile.finish(outcome.tstates);
            let lines = profile.lines();
            let (_, spent, _) = lines.iter().find(|(line, ..)| *line == row.line).unwrap();
            (row.cat.as_str(), deviation(spent.tstates, row.tstates))
        })
        .collect();
    let mut classes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (class, deviation) in &deviations {
        classes.entry(class).or_default().push(*deviation);
    }
    for (class, deviations) in &classes {
        let mean = deviations.iter().sum::<f64>() / deviations.len() as f64;
        let most = quantile(deviations.iter().copied(), 1.0);
        println!(
            "{class:14} {:3} mean {:+6.1} %, at most {:5.1} %",
            deviations.len(),
            mean * 100.0,
            most * 100.0
        );
    }
    check(
        "statements",
        deviations.iter().map(|row| row.1),
        (0.95, 0.02, 0.08),
    );
}

#[test]
fn programs() {
    let Some(rows) = rows::<Session>("pace-programs.jsonl") else {
        return;
    };
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let editions = editions();
    let deviations: Vec<(&Session, f64)> = rows
        .par_iter()
        .map(|row| {
            let mut request = paced(RunRequest::of(Source::Program(editions[&row.id].clone())));
            request.answers.clone_from(&row.answers);
            let mut driver = request.start(|| Ok(boot.clone())).unwrap();
            let outcome = driver.run(MAX_FRAMES, &mut ());
            (row, deviation(outcome.tstates, row.tstates))
        })
        .collect();
    for (row, deviation) in &deviations {
        println!(
            "{:20} {:2} answers {:+5.1} %",
            row.id,
            row.answers.len(),
            deviation * 100.0
        );
    }
    check("programs", deviations.iter().map(|row| row.1), (0.9, 0.03, 0.03));
}
