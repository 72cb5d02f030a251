//! Formats verdicts as a table, as one line per program, as JSON and as JUnit XML.

use std::fmt::Write;
use std::time::Duration;

use girafa_basic::shown::is_plain;
use girafa_spectrum::time::EmulatedTime;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::Value;

use crate::compare::diff::{legible, side_by_side};
use crate::compare::printed::Class;
use crate::compare::record::Record;
use crate::compare::{Kind, Standing, Verdict};
use crate::suite::Tested;

/// Maximum width of the name column in a table; a longer name only widens its own row.
const NAME: usize = 48;
/// Maximum rows on a session below the line of its program.
const MAX_ROWS: usize = 200;
/// Number of sessions named if many fail for the same reason.
const MAX_NAMED_SESSIONS: usize = 3;

const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const RESET: &str = "\x1b[0m";

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

/// A row for each session with its differences below it, and the totals at the end. The reason why a
/// program cannot be read is left out.
pub fn table(verdicts: &[Verdict], colour: bool) -> String {
    let width = |text: fn(&Verdict) -> &str| {
        let widths = verdicts.iter().map(|verdict| text(verdict).chars().count());
        // A width in a format string can be at most 65,535, and one long name should not widen all rows.
        widths.max().unwrap_or(0).min(NAME)
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
        let name = painted(&name, standing, colour);
        let time = seconds(verdict).map_or("-".to_owned(), |seconds| format!("{seconds:.1} s"));
        let _ = writeln!(
            out,
            "{:program$}  {:session$}  {:ways$}  {:>6}  {name}  {time:>9}",
            legible(&verdict.program),
            legible(&verdict.session),
            self::ways(verdict),
            verdict.rows
        );
        if verdict.kind != Kind::Files {
            out.push_str(&details(verdict, colour));
        }
    }
    out + &summary(&verdicts.iter().collect::<Vec<_>>(), true)
}

/// The runs printed in the book: the number of rows in each class. With `rows`, also the rows that are
/// different, damaged or lost, as they are in the book and on the machine. Empty if there are no such runs.
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

/// A line for each program, with the differences of its sessions below it up to a limit; at the end the
/// number of sessions that agree. The reason why a program cannot be read is left out.
pub fn lines(tested: &[Tested], colour: bool) -> String {
    let widths = tested.iter().map(|tested| tested.program.chars().count());
    let width = widths.max().unwrap_or(0).min(NAME);
    let mut out = String::new();
    for program in tested {
        let verdicts: Vec<&Verdict> = program.verdicts().collect();
        let failed = verdicts.iter().filter(|verdict| !verdict.is_well()).count();
        let standing = if failed == 0 {
            Standing::Agrees
        } else {
            Standing::Differs
        };
        let word = painted(if failed == 0 { "ok  " } else { "FAIL" }, standing, colour);
        let name = legible(&program.program);
        let _ = writeln!(out, "{word}  {name:width$}  {}", result(program));
        let mut failing = verdicts
            .into_iter()
            .filter(|verdict| !verdict.is_well() && verdict.kind != Kind::Files)
            .peekable();
        while let Some(verdict) = failing.next() {
            let mut names = vec![verdict.session.as_str()];
            while let Some(next) = failing.next_if(|next| fail_alike(verdict, next)) {
                names.push(&next.session);
            }
            let more = match names.len().saturating_sub(MAX_NAMED_SESSIONS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            names.truncate(MAX_NAMED_SESSIONS);
            let _ = writeln!(out, "  {}{more}:", legible(&names.join("; ")));
            let details = details(verdict, colour);
            for row in details.lines().take(MAX_ROWS) {
                let _ = writeln!(out, "  {row}");
            }
            match details.lines().count().saturating_sub(MAX_ROWS) {
                0 => {}
                more => {
                    let _ = writeln!(out, "  ... {more} more rows");
                }
            }
        }
    }
    let verdicts: Vec<&Verdict> = tested.iter().flat_map(Tested::verdicts).collect();
    let is_alone = |verdict: &&Verdict| verdict.standing() == Standing::Alone;
    out + &summary(&verdicts, verdicts.iter().any(is_alone))
}

/// Whether two sessions failed to run for the same reason.
fn fail_alike(one: &Verdict, other: &Verdict) -> bool {
    let has_only_failure = |verdict: &Verdict| verdict.differences.is_empty() && verdict.remarks.is_empty();
    has_only_failure(one) && has_only_failure(other) && one.failure == other.failure
}

/// A short summary of a program's result.
fn result(program: &Tested) -> String {
    let sessions: Vec<&Verdict> = program
        .verdicts()
        .filter(|verdict| verdict.kind == Kind::Session)
        .collect();
    if program.verdicts().any(|verdict| verdict.kind == Kind::Files) {
        return "cannot be read".to_owned();
    }
    let failed = sessions.iter().filter(|verdict| !verdict.is_well()).count();
    let counted = match failed {
        0 => counted(sessions.len(), "session"),
        failed => format!("{failed} of {} sessions failed", sessions.len()),
    };
    let time = emulated(&sessions);
    let coverage = program.coverage.as_ref().and_then(|verdict| match verdict.kind {
        Kind::Coverage(count) => Some(format!("  {:.1} % of the statements", count.percent())),
        _ => None,
    });
    format!("{counted}  {time:.1} s emulated{}", coverage.unwrap_or_default())
}

/// The emulated seconds of all sessions together.
fn emulated(sessions: &[&Verdict]) -> f64 {
    let seconds = sessions.iter().filter_map(|verdict| seconds(verdict));
    seconds.fold(0.0, |sum, seconds| sum + seconds)
}

fn painted(text: &str, standing: Standing, colour: bool) -> String {
    if !colour {
        return text.to_owned();
    }
    let paint = match standing {
        Standing::Agrees => GREEN,
        Standing::Differs => RED,
        Standing::Alone => YELLOW,
    };
    format!("{paint}{text}{RESET}")
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The number of sessions in each state; with `alone`, including those with only one backend.
fn summary(verdicts: &[&Verdict], alone: bool) -> String {
    let sessions: Vec<&Verdict> = verdicts
        .iter()
        .copied()
        .filter(|verdict| verdict.kind == Kind::Session)
        .collect();
    let count = |standing| {
        let standing_so = sessions.iter().filter(|verdict| verdict.standing() == standing);
        standing_so.count()
    };
    let mut programs: Vec<&str> = verdicts.iter().map(|verdict| verdict.program.as_str()).collect();
    programs.dedup();
    // Saturating: the numbers in a part's file are not trusted.
    let rows = sessions.iter().map(|verdict| verdict.rows);
    let rows = rows.fold(0, usize::saturating_add);
    let time = emulated(&sessions);
    let alone = match alone {
        true => format!(", {} without counterpart", count(Standing::Alone)),
        false => String::new(),
    };
    format!(
        "{}, {}, {} compared: {} passed, {} failed{alone}; {time:.0} s emulated\n",
        counted(programs.len(), "program"),
        counted(sessions.len(), "session"),
        counted(rows, "row"),
        count(Standing::Agrees),
        count(Standing::Differs),
    )
}

/// A JSON array with one object per session.
pub fn json(verdicts: &[Verdict]) -> Value {
    let records: Vec<Record> = verdicts.iter().map(Record::from).collect();
    serde_json::to_value(records).expect("a record is JSON")
}

/// JUnit XML: a suite for each program, a case for each session, with the emulated seconds as its time. A
/// session with only one backend is skipped. `command` is the report's name.
pub fn junit(command: &str, verdicts: &[Verdict]) -> String {
    let mut report = Report::new(command);
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
    without_steering(&report.to_string().expect("a report is text"))
}

/// Replaces control and invisible characters in the XML by their numbers, as the file may be shown in a
/// terminal.
fn without_steering(xml: &str) -> String {
    let mut text = String::with_capacity(xml.len());
    for c in xml.chars() {
        if is_plain(c) || matches!(c, '\n' | '\t') {
            text.push(c);
        } else {
            text += &format!("&#x{:x};", u32::from(c));
        }
    }
    text
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
            let mut status = TestCaseStatus::non_success(match verdict.kind {
                Kind::Files => NonSuccessKind::Error,
                Kind::Session | Kind::Coverage(_) => NonSuccessKind::Failure,
            });
            status.set_message(ways(verdict));
            status.set_description(details(verdict, false));
            status
        }
    }
}

/// Why a session, or its reference, could not be run, and its differences side by side; empty if there are
/// none.
pub fn details(verdict: &Verdict, colour: bool) -> String {
    let indented =
        |text: &String| -> String { text.lines().map(|row| format!("  {}\n", legible(row))).collect() };
    let failure = verdict.failure.iter().map(indented);
    let differences = verdict
        .differences
        .iter()
        .map(|difference| side_by_side(difference, colour));
    let not_modelled = verdict.not_modelled.iter();
    let not_modelled = not_modelled.map(|answer| {
        format!(
            "  the reference does not support the answer {}\n",
            legible(answer)
        )
    });
    let remarks = verdict.remarks.iter().map(indented);
    failure
        .chain(not_modelled)
        .chain(differences)
        .chain(remarks)
        .collect()
}

fn ways(verdict: &Verdict) -> String {
    let names: Vec<&str> = verdict.ways.iter().map(|(backend, _)| backend.name()).collect();
    names.join(", ")
}

fn seconds(verdict: &Verdict) -> Option<f64> {
    verdict
        .tstates()
        .map(|tstates| EmulatedTime::of_tstates(tstates).seconds())
}
