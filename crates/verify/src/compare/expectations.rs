//! Compares a run on the machine with the expectations of its session file, and collects the changes to the
//! file that would make them agree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use girafa_files::{FileError, Reason};
use girafa_inspect::{address, registers, text, variables};
use girafa_session::driver::Driver;
use girafa_session::outcome::{End, Outcome};
use girafa_session::picture;
use girafa_spectrum::Image;

use crate::bless::{Change, New};
use crate::compare::run::Run;
use crate::compare::{Aspect, Backend, Difference, ended, pictures};
use crate::script::{Script, Transcript, Value, value};

/// Rows of the upper screen; a session that expects more rows expects the lower screen too.
const UPPER_ROWS: usize = 22;
/// Maximum rows of dots of a paper that can be compared as a picture.
const MAX_PAPER: usize = (picture::MAX_PIXELS / 256) as usize;

/// How to compare: the directory of the files and the handling of differences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Desk<'a> {
    /// The directory of the session file.
    pub directory: &'a Path,
    /// Whether differences become changes of the session file.
    pub blesses: bool,
}

/// The result of comparing a run with its expectations.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Rows that were compared.
    pub rows: usize,
    pub differences: Vec<Difference>,
    /// Why something could not be compared.
    pub problems: Vec<String>,
    /// Additional notes on the differences.
    pub remarks: Vec<String>,
    /// Pictures that show differences.
    pub pictures: Vec<(PathBuf, Vec<u8>)>,
    /// The changes to the session.
    pub changes: Vec<Change>,
    /// Whether the session expects anything besides a normal end.
    pub has_expectations: bool,
}

/// Compares a run with the expectations. A session without expectations is expected to end normally.
pub(super) fn hold(script: &Script, run: &Run, desk: Desk<'_>) -> Held {
    let mut held = Held {
        has_expectations: script.expected.is_anything(),
        ..Held::default()
    };
    let end = run.outcome.end;
    let ended_early = end != End::Report && script.expected.end != Some(end);
    if desk.blesses && ended_early {
        let end = end_name(end);
        let remark = format!("not written, because the run ended early: to expect that, add end = {end:?}");
        held.remarks.push(remark);
    }
    let desk = Desk {
        blesses: desk.blesses && !ended_early,
        ..desk
    };
    let bench = Bench { script, run, desk };
    bench.texts(&mut held);
    bench.ends(&mut held);
    held.differences
        .extend(unused(run.seen.backend, script, &run.session));
    bench.values(&mut held);
    bench.pictures(&mut held);
    held
}

struct Bench<'a> {
    script: &'a Script,
    run: &'a Run,
    desk: Desk<'a>,
}

impl Bench<'_> {
    fn texts(&self, held: &mut Held) {
        let (expected, seen) = (&self.script.expected, &self.run.seen);
        match &expected.transcript {
            Some(Transcript::Rows(rows)) => {
                let transcript = agreeing(&seen.transcript, rows);
                let change = Change::new("transcript", New::Text(transcript.clone()));
                self.compare(held, Aspect::Transcript, transcript, rows.clone(), Some(change));
            }
            Some(Transcript::File(name)) => match self.rows_of(name) {
                Ok(rows) => {
                    let transcript = agreeing(&seen.transcript, rows.as_deref().unwrap_or_default());
                    let text: String = transcript.iter().flat_map(|row| [row, "\n"]).collect();
                    let change = Change::new("transcript_file", New::File(self.path(name), text.into()));
                    match rows {
                        Some(rows) => self.compare(held, Aspect::Transcript, transcript, rows, Some(change)),
                        None => self.differ(held, Aspect::Transcript, transcript, Vec::new(), Some(change)),
                    }
                }
                Err(error) => held.problems.push(format!("transcript_file: {error}")),
            },
            None => {}
        }
        if let Some(rows) = &expected.screen {
            let shown = match rows.len() {
                0..=UPPER_ROWS => &self.run.outcome.screen[..UPPER_ROWS],
                _ => &self.run.outcome.screen,
            };
            let mut screen = agreeing(shown, rows);
            while screen.pop_if(|row| row.is_empty()).is_some() {}
            let change = Change::new("screen", New::Rows(screen.clone()));
            self.compare(held, Aspect::Screen, screen, rows.clone(), Some(change));
        }
        if let Some(rows) = &expected.paper {
            let paper = agreeing(&seen.paper, rows);
            let change = Change::new("paper", New::Rows(paper.clone()));
            self.compare(held, Aspect::Paper, paper, rows.clone(), Some(change));
        }
        if let Some(rows) = &expected.prompts {
            let prompts = agreeing(&self.run.outcome.prompts, rows);
            let change = Change::new("prompts", New::Rows(prompts.clone()));
            self.compare(held, Aspect::Prompts, prompts, rows.clone(), Some(change));
        }
    }

    fn ends(&self, held: &mut Held) {
        let (expected, outcome) = (&self.script.expected, &self.run.outcome);
        let report = report_of(outcome);
        if let Some(expected_report) = &expected.report {
            // An expectation without a line number accepts any line.
            let has_place = without_place(expected_report) != expected_report;
            let shown = if has_place {
                report.clone()
            } else {
                without_place(&report).to_owned()
            };
            let change =
                (outcome.end == End::Report).then(|| Change::new("report", New::Line(shown.clone())));
            self.compare(
                held,
                Aspect::Report,
                vec![shown],
                vec![expected_report.trim().to_owned()],
                change,
            );
        }
        if let Some(expected_end) = expected.end {
            let name = end_name(outcome.end);
            let change = Change::new("end", New::Line(name.clone()));
            self.compare(
                held,
                Aspect::End,
                vec![name],
                vec![end_name(expected_end)],
                Some(change),
            );
        }
        // Originals and editions are compared with the reference instead.
        if expected.report.is_some() || expected.end.is_some() || self.run.seen.backend != Backend::Listing {
            return;
        }
        let change = match outcome.end {
            End::Report => Change::new("report", New::Line(report)),
            end => Change::new("end", New::Line(end_name(end))),
        };
        if self.desk.blesses && !expected.is_anything() {
            let transcript = New::Text(agreeing(&self.run.seen.transcript, &[]));
            held.changes
                .extend([Change::new("transcript", transcript), change]);
        } else if let Some(difference) = bad_end(self.run.seen.backend, outcome) {
            match self.desk.blesses {
                true => held.changes.push(change),
                false => held.differences.push(difference),
            }
        }
    }

    fn values(&self, held: &mut Held) {
        let expected = &self.script.expected;
        let machine = self.run.session.machine();
        if let Some(expected_variables) = &expected.variables {
            let variables = variables::of_machine(machine);
            self.named(held, Aspect::Variables, expected_variables, |name, like| {
                value::of_name(&variables, name, like)
            });
        }
        if let Some(expected_memory) = &expected.memory {
            let byte = |&byte: &u8| Value::Integer(byte.into());
            let values = |bytes: &[u8]| Value::Array(bytes.iter().map(byte).collect());
            let found = |name: &str| {
                let start = usize::from(address::parse(name)?);
                machine
                    .memory()
                    .get(start..start + expected_memory.get(name)?.len())
            };
            let expected = expected_memory
                .iter()
                .map(|(name, bytes)| (name.clone(), values(bytes)));
            self.named(held, Aspect::Memory, &expected.collect(), |name, _| {
                found(name).map(values)
            });
        }
        if let Some(expected_registers) = &expected.registers {
            let value = |value: u16| Value::Integer(value.into());
            let expected = expected_registers
                .iter()
                .map(|(name, &number)| (name.clone(), value(number)));
            self.named(held, Aspect::Registers, &expected.collect(), |name, _| {
                registers::value(machine, name).map(value)
            });
        }
        if let Some(most) = expected.tstates {
            let taken = self.run.outcome.tstates;
            held.rows += 1;
            if taken > most {
                let change = Change::new("tstates", New::Number(budget(taken)));
                let rows = (vec![taken.to_string()], vec![format!("at most {most}")]);
                self.differ(held, Aspect::Tstates, rows.0, rows.1, Some(change));
            }
        }
    }

    /// Compares named values; `find` returns the final value of one.
    fn named(
        &self,
        held: &mut Held,
        aspect: Aspect,
        expected: &BTreeMap<String, Value>,
        find: impl Fn(&str, &Value) -> Option<Value>,
    ) {
        let found: BTreeMap<&str, Value> = (expected.iter())
            .filter_map(|(name, like)| Some((name.as_str(), find(name, like)?)))
            .collect();
        let change = (found.len() == expected.len()).then(|| {
            let changed = expected.iter().filter_map(|(name, like)| {
                let value = like.blessed(found.get(name.as_str())?.clone());
                (value.rows(name) != like.rows(name)).then(|| (name.clone(), value))
            });
            Change::new(aspect.name(), New::Values(changed.collect()))
        });
        let (rows, found) = value::rows(expected, &found);
        self.compare(held, aspect, found, rows, change);
    }

    fn pictures(&self, held: &mut Held) {
        if let Some(name) = &self.script.expected.picture {
            let machine = self.run.session.machine_with_beam();
            let screen = |border| machine.screen().rgb(border);
            let (with_border, without) = (screen(true), screen(false));
            self.picture(held, Aspect::Picture, name, |old| {
                let is_small =
                    old.is_some_and(|old| old.width == without.width && old.height == without.height);
                let image = if is_small { &without } else { &with_border };
                Ok((image.clone(), picture::rgb_png(image)))
            });
        }
        if let Some(name) = &self.script.expected.hardcopy {
            let paper = self.run.session.history().paper();
            self.picture(held, Aspect::Hardcopy, name, |_| match paper.len() {
                0 => Err("nothing was printed on paper".to_owned()),
                1..=MAX_PAPER => Ok((picture::paper_image(paper), picture::paper_png(paper))),
                rows => Err(format!(
                    "{rows} rows of dots were printed, {MAX_PAPER} can be compared"
                )),
            });
        }
    }

    /// Compares with the picture in the file `name`; `draw` draws the new picture, given the old one if
    /// there is one.
    fn picture(
        &self,
        held: &mut Held,
        aspect: Aspect,
        name: &Path,
        draw: impl FnOnce(Option<&Image>) -> Result<(Image, Vec<u8>), String>,
    ) {
        let path = self.path(name);
        let old = match self.image_of(&path) {
            Ok(old) => old,
            Err(problem) => return held.problems.push(format!("{}: {problem}", aspect.name())),
        };
        held.rows += 1;
        let expected = vec![name.display().to_string()];
        let (new, file) = match draw(old.as_ref()) {
            Ok(drawn) => drawn,
            Err(why) => return self.differ(held, aspect, vec![why], expected, None),
        };
        let change = Change::new(
            if aspect == Aspect::Picture {
                "picture"
            } else {
                "hardcopy"
            },
            New::File(path, file),
        );
        let Some(old) = old else {
            // Blessing: the file does not exist yet and will be created.
            return self.differ(held, aspect, Vec::new(), expected, Some(change));
        };
        let Some(differing) = pictures::differing(&old, &new) else {
            return;
        };
        let (column, row) = differing.first;
        let mut rows = vec![
            format!("{} pixels differ", differing.pixels),
            format!("first: column {column}, row {row}"),
        ];
        if (old.width, old.height) != (new.width, new.height) {
            rows.push(format!("{} x {} pixels", new.width, new.height));
        }
        if !self.desk.blesses {
            let path = self.path(&name.with_extension("diff.png"));
            held.pictures
                .push((path, pictures::side_by_side(&old, &new, &differing)));
        }
        self.differ(held, aspect, rows, expected, Some(change));
    }

    /// The picture in a file; `None` if the file does not exist and blessing will create it.
    fn image_of(&self, path: &Path) -> Result<Option<Image>, String> {
        let file = match girafa_files::read(path) {
            Ok(file) => file,
            Err(error) if is_missing(&error) && self.desk.blesses => return Ok(None),
            Err(error) if is_missing(&error) => {
                return Err(format!("{error}; update the session to create it"));
            }
            Err(error) => return Err(error.to_string()),
        };
        match picture::image_of_png(&file) {
            Ok(image) => Ok(Some(image)),
            Err(error) => Err(format!("{}: not a readable picture: {error}", path.display())),
        }
    }

    /// The rows of a text file; `None` if the file does not exist and blessing will create it.
    fn rows_of(&self, name: &Path) -> Result<Option<Vec<String>>, String> {
        match girafa_files::read_text(&self.path(name)) {
            Ok(text) => Ok(Some(text.lines().map(|row| row.trim_end().to_owned()).collect())),
            Err(FileError {
                reason: Reason::Empty,
                ..
            }) => Ok(Some(Vec::new())),
            Err(error) if is_missing(&error) && self.desk.blesses => Ok(None),
            Err(error) if is_missing(&error) => Err(format!("{error}; update the session to create it")),
            Err(error) => Err(error.to_string()),
        }
    }

    fn path(&self, name: &Path) -> PathBuf {
        self.desk.directory.join(name)
    }

    fn compare(
        &self,
        held: &mut Held,
        part: Aspect,
        seen: Vec<String>,
        expected: Vec<String>,
        change: Option<Change>,
    ) {
        held.rows += seen.len();
        if seen != expected {
            self.differ(held, part, seen, expected, change);
        }
    }

    /// Records a difference or, when blessing, the change that resolves it.
    fn differ(
        &self,
        held: &mut Held,
        part: Aspect,
        seen: Vec<String>,
        expected: Vec<String>,
        change: Option<Change>,
    ) {
        match change.filter(|_| self.desk.blesses) {
            Some(change) => held.changes.push(change),
            None => {
                let (left, right) = ((self.run.seen.backend, seen), (Backend::Expected, expected));
                held.differences.push(Difference::new(part, left, right));
            }
        }
    }
}

/// The difference of a run that should have ended normally but did not.
pub fn bad_end(backend: Backend, outcome: &Outcome) -> Option<Difference> {
    (!outcome.ended_well()).then(|| {
        let expected = vec!["report 0 or 9".to_owned()];
        Difference::new(
            Aspect::End,
            (backend, vec![report_of(outcome)]),
            (Backend::Expected, expected),
        )
    })
}

/// The difference for answers and keys that the run did not use or INPUT refused, unless the session allows
/// that.
pub fn unused(backend: Backend, script: &Script, driver: &Driver) -> Option<Difference> {
    let answers = driver.answers_left().map(|answer| format!("answer {answer:?}"));
    let keys = driver.keys_left().map(|key| format!("key {key}"));
    let refused = driver.refused().iter();
    let refused = refused.map(|answer| format!("answer {answer:?}, refused by INPUT"));
    let left: Vec<String> = refused.chain(answers).chain(keys).collect();
    (!left.is_empty() && !script.allows_unused)
        .then(|| Difference::new(Aspect::Unused, (backend, left), (Backend::Expected, Vec::new())))
}

/// A report without its line and statement: `0 OK` of `0 OK, 10:1`.
pub fn without_place(report: &str) -> &str {
    report.rsplit_once(", ").map_or(report, |(text, _)| text)
}

/// The report, or the reason in parentheses why there is no report.
pub(crate) fn report_of(outcome: &Outcome) -> String {
    match outcome.end {
        End::Report => match outcome.missing_report() {
            Some(found) => format!("(no report: {found})"),
            None => outcome.report.clone(),
        },
        End::Frames => "(time limit)".to_owned(),
        _ => format!("({})", ended(outcome)),
    }
}

/// Converts the observed rows to the form of the expected ones, without trailing spaces. The default is the
/// form that `run` prints: inverse characters as normal ones, graphics as Unicode block characters. A row
/// that is equal to the expected one in the machine's own characters keeps them. If any expected row has
/// such characters, so do all rows that differ.
pub fn agreeing(seen: &[String], expected: &[String]) -> Vec<String> {
    let is_exact = expected.iter().any(|row| row.contains(is_private));
    let rows = seen.iter().enumerate().map(|(at, row)| {
        let row = row.trim_end();
        let readable = text::readable(row);
        let readable = readable.trim_end();
        let expected_row = expected.get(at).map(String::as_str);
        let is_very = expected_row == Some(row) || is_exact && expected_row != Some(readable);
        if is_very { row } else { readable }.to_owned()
    });
    rows.collect()
}

/// Whether `c` is a private-use code for a machine character that Unicode does not have.
fn is_private(c: char) -> bool {
    ('\u{E000}'..='\u{F8FF}').contains(&c)
}

fn is_missing(error: &FileError) -> bool {
    matches!(&error.reason, Reason::System(error) if error.kind() == std::io::ErrorKind::NotFound)
}

/// The name of an end in `girafa run --json` and session files.
pub fn end_name(end: End) -> String {
    let value = serde_json::to_value(end);
    let name = value.ok().and_then(|value| value.as_str().map(str::to_owned));
    name.unwrap_or_default()
}

/// A limit with a margin: 5 % more than `taken`, rounded up to two significant digits.
fn budget(taken: u64) -> u64 {
    let with_margin = taken.saturating_add(taken / 20);
    let mut unit = 1;
    while with_margin / unit >= 100 {
        unit *= 10;
    }
    with_margin.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_leaves_a_little_room() {
        for (taken, most) in [
            (0, 0),
            (69_888, 74_000),
            (1_000_000, 1_100_000),
            (12_345_678, 13_000_000),
        ] {
            assert_eq!(budget(taken), most);
        }
        assert!(budget(u64::MAX) == u64::MAX);
    }

    /// Expected rows may be as `run` prints them or in the machine's own characters.
    #[test]
    fn characters_agree_in_either_manner() {
        let rows = |rows: &[&str]| -> Vec<String> { rows.iter().map(|&row| row.to_owned()).collect() };
        let seen = rows(&["\u{E041}b^  ", "\u{E190}", "x"]);
        for expected in [
            rows(&["Ab↑", "Ⓐ", "x"]),
            rows(&["\u{E041}b^", "\u{E190}", "x"]),
            rows(&["\u{E041}b^", "Ⓐ", "x"]),
        ] {
            assert_eq!(agreeing(&seen, &expected), expected);
        }
        assert_eq!(agreeing(&seen, &[]), rows(&["Ab↑", "Ⓐ", "x"]));
        let upright = rows(&["Ab^", "\u{E190}", "y"]);
        assert_eq!(agreeing(&seen, &upright), rows(&["\u{E041}b^", "\u{E190}", "x"]));
    }

    #[test]
    fn ends_are_named_as_in_files() {
        assert_eq!(end_name(End::InputExhausted), "input exhausted");
    }
}
