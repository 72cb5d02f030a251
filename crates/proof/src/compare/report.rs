//! Verdicts as a table, as JSON and as JUnit's XML.

use std::fmt::Write;
use std::time::Duration;

use girafa_basic::shown::shown;
use girafa_spectrum::time::EmulatedTime;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use crate::compare::diff::side_by_side;
use crate::compare::printed::Class;
use crate::compare::{Standing, Verdict};

/// Columns for program and session in the table of printed runs.
const NAME: usize = 48;

impl Standing {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Agrees => "agrees",
            Standing::Differs => "DIFFERS",
            Standing::Alone => "alone",
        }
    }
}

/// A row for each session, below it what differs, and at the end how many of each there are.
pub fn table(verdicts: &[Verdict], colour: bool) -> String {
    let width = |text: fn(&Verdict) -> &str| {
        let widths = verdicts
            .iter()
            .map(|verdict| shown(text(verdict)).chars().count());
        widths.max().unwrap_or(0)
    };
    let program = width(|verdict| &verdict.program).max("program".len());
    let session = width(|verdict| &verdict.session).max("session".len());
    let ways = verdicts
        .iter()
        .map(|verdict| ways(verdict).len())
        .max()
        .unwrap_or(0)
        .max("ways".len());
    let mut out = format!(
        "{:program$}  {:session$}  {:ways$}  {:>6}  {:7}  {:>9}\n",
        "program", "session", "ways", "rows", "verdict", "emulated"
    );
    for verdict in verdicts {
        let standing = verdict.standing();
        let name = format!("{:7}", standing.name());
        let name = match standing {
            _ if !colour => name,
            Standing::Agrees => format!("\x1b[32m{name}\x1b[0m"),
            Standing::Differs => format!("\x1b[1;31m{name}\x1b[0m"),
            Standing::Alone => format!("\x1b[33m{name}\x1b[0m"),
        };
        let time = seconds(verdict).map_or("-".to_owned(), |seconds| format!("{seconds:.1} s"));
        let _ = writeln!(
            out,
            "{:program$}  {:session$}  {:ways$}  {:>6}  {name}  {time:>9}",
            shown(&verdict.program),
            shown(&verdict.session),
            self::ways(verdict),
            verdict.rows
        );
        out.push_str(&details(verdict, colour));
    }
    out + &summary(verdicts)
}

/// The book's printed runs: how many rows of each are what to the machine's. With `rows` those that no rule explains, that
/// are damaged or that are lost, as they are in the book and on the machine. Nothing if there are no such runs.
pub fn printed(verdicts: &[Verdict], rows: bool) -> String {
    let runs: Vec<&Verdict> = verdicts
        .iter()
        .filter(|verdict| !verdict.printed.is_empty())
        .collect();
    if runs.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{:NAME$}", "rows printed in the book");
    Class::ALL
        .iter()
        .for_each(|class| out.push_str(&format!(" {:>9}", class.name())));
    out.push('\n');
    let counts = |runs: &[&Verdict]| -> String {
        let count = |class| {
            let all = runs.iter().flat_map(|run| &run.printed);
            all.filter(|matched| matched.class == class).count()
        };
        Class::ALL
            .iter()
            .map(|&class| format!(" {:>9}", count(class)))
            .collect()
    };
    for run in &runs {
        let name = format!("{}, {}", run.program, run.session);
        let name: String = name.chars().take(NAME).collect();
        let _ = writeln!(out, "{name:NAME$}{}", counts(&[run]));
        for matched in run.printed.iter().filter(|_| rows) {
            if matches!(matched.class, Class::Different | Class::Damaged | Class::Lost) {
                let _ = writeln!(
                    out,
                    "  {:>5} {:9} |{}| |{}|",
                    matched.line,
                    matched.class.name(),
                    matched.printed.join("|"),
                    matched.machine.join("|")
                );
            }
        }
    }
    let _ = writeln!(out, "{:NAME$}{}", "all", counts(&runs));
    out
}

/// How many sessions stand how.
pub fn summary(verdicts: &[Verdict]) -> String {
    let count = |standing| {
        verdicts
            .iter()
            .filter(|verdict| verdict.standing() == standing)
            .count()
    };
    let mut programs: Vec<&str> = verdicts.iter().map(|verdict| verdict.program.as_str()).collect();
    programs.dedup();
    let rows: usize = verdicts.iter().map(|verdict| verdict.rows).sum();
    let time: f64 = verdicts.iter().filter_map(seconds).sum();
    let counted = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    format!(
        "{}, {}, {} compared: {} agree, {} differ, {} have no counterpart; {:.0} s emulated\n",
        counted(programs.len(), "program"),
        counted(verdicts.len(), "session"),
        counted(rows, "row"),
        count(Standing::Agrees),
        count(Standing::Differs),
        count(Standing::Alone),
        time
    )
}

/// An array of objects, one a session.
pub fn json(verdicts: &[Verdict]) -> Value {
    let objects = verdicts.iter().map(|verdict| {
        let ways: Vec<Value> = verdict
            .ways
            .iter()
            .map(|(way, tstates)| json!({ "way": way, "tstates": tstates }))
            .collect();
        let differences: Vec<Value> = verdict
            .differences
            .iter()
            .map(|difference| {
                json!({ "part": difference.part.name(),
                    "left": { "way": difference.left.0, "rows": difference.left.1 },
                    "right": { "way": difference.right.0, "rows": difference.right.1 } })
            })
            .collect();
        json!({ "program": verdict.program, "session": verdict.session, "verdict": verdict.standing(),
            "rows": verdict.rows, "ways": ways, "differences": differences, "failure": verdict.failure,
            "not_modelled": verdict.not_modelled, "printed": verdict.printed })
    });
    objects.collect()
}

/// JUnit's XML: a suite for each program, a case for each session, its time the emulated seconds. A session that has
/// no counterpart to compare with is skipped.
pub fn junit(verdicts: &[Verdict]) -> String {
    let mut report = Report::new("girafa compare");
    for suite in verdicts.chunk_by(|a, b| a.program == b.program) {
        let program = &suite[0].program;
        let time = |verdict| seconds(verdict).map_or(Duration::ZERO, Duration::from_secs_f64);
        let mut cases = TestSuite::new(program.as_str());
        for verdict in suite {
            let mut case = TestCase::new(verdict.session.as_str(), status(verdict));
            case.set_classname(format!("girafa.{program}"));
            case.set_time(time(verdict));
            cases.add_test_case(case);
        }
        cases.set_time(suite.iter().map(time).sum());
        report.add_test_suite(cases);
    }
    report.to_string().expect("a report is text")
}

fn status(verdict: &Verdict) -> TestCaseStatus {
    match verdict.standing() {
        Standing::Agrees => TestCaseStatus::success(),
        Standing::Alone => {
            let mut status = TestCaseStatus::skipped();
            status.set_message("no counterpart to compare with");
            status
        }
        Standing::Differs => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(ways(verdict));
            status.set_description(details(verdict, false));
            status
        }
    }
}

/// Why a session, or its reference, could not be run, and what differs side by side; nothing where all is well.
pub fn details(verdict: &Verdict, colour: bool) -> String {
    let failure = verdict
        .failure
        .iter()
        .map(|failure| format!("  {}\n", shown(failure)));
    let differences = verdict
        .differences
        .iter()
        .map(|difference| side_by_side(difference, colour));
    let not_modelled = verdict.not_modelled.iter();
    let not_modelled =
        not_modelled.map(|answer| format!("  the reference does not model the answer {}\n", shown(answer)));
    failure.chain(not_modelled).chain(differences).collect()
}

fn ways(verdict: &Verdict) -> String {
    let names: Vec<&str> = verdict.ways.iter().map(|(way, _)| way.name()).collect();
    names.join(", ")
}

fn seconds(verdict: &Verdict) -> Option<f64> {
    verdict
        .tstates()
        .map(|tstates| EmulatedTime::of_tstates(tstates).seconds())
}
