//! Runs one case on one ROM.

use std::panic::{AssertUnwindSafe, catch_unwind};

use girafa_basic::program::Program;
use girafa_basic::tokenise;
use girafa_spectrum::FRAME_TSTATES;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::compare::Standing;
use crate::conform::case::Case;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch::{self, Launched};

/// The original's start-up message. Each ROM has its own, so a case that shows the original's expects the
/// ROM's.
const ORIGINAL_MESSAGE: &str = "© 1982 Sinclair Research Ltd";

/// Number of keys of LOAD "" and ENTER on the original, and the level changes of the click of a key: the
/// observed `beeps` include them. If a ROM needs another number of keys, the difference is subtracted.
const LOAD_KEYS: i64 = 4;
const CLICK_EDGES: i64 = 2;

/// T-states per dot of the printer. The observer's printer was faster than a real one: a COPY of 176 rows
/// took at most 3.6 million T-states (lprint-054), 20,000 a row.
const DOT_TSTATES: u32 = 110;

/// How a program is put into the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// LOAD "" from an instant tape, with autostart, as the observer did.
    Tape,
    /// Placed in memory and started by typing RUN, for a ROM whose LOAD does not work.
    Place,
}

/// The result of one case, with the parts of the case that reports show.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case.
    pub id: String,
    /// Its category.
    pub cat: String,
    /// Whether the case passed.
    pub verdict: Standing,
    /// The differences; empty if the case passed.
    pub differences: Vec<Mismatch>,
    /// T-states on this ROM.
    pub tstates: Option<u64>,
    /// T-states on the original, for a bench case that ended as on the original.
    pub original_tstates: Option<u64>,
    /// The case's program.
    pub bas: Option<String>,
    /// Its keys.
    pub keys: Option<String>,
    /// Its answers to INPUT.
    #[serde(rename = "in")]
    pub answers: Vec<String>,
    /// The purpose of the case.
    pub note: String,
}

impl CaseResult {
    /// T-states relative to the original's, if both are known.
    pub fn ratio(&self) -> Option<f64> {
        let (own, original) = self.tstates.zip(self.original_tstates)?;
        Some(own as f64 / original as f64)
    }
}

/// A difference from the original.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mismatch {
    /// The key of `expect`, or `case` if the case could not be run.
    pub key: String,
    /// The value on the original.
    pub expected: Value,
    /// The value on this ROM.
    pub got: Value,
}

/// Runs `case`. Always returns a result, whatever happens: a case that cannot be run differs.
pub fn run(boot: &Boot, case: &Case, loading: Loading) -> CaseResult {
    let got = catch_unwind(AssertUnwindSafe(|| observe(boot, case, loading)))
        .unwrap_or_else(|_| Err("the emulator panicked".to_owned()));
    let got = match got {
        Ok(got) => got,
        Err(message) => {
            let difference = Mismatch {
                key: "case".into(),
                expected: Value::Null,
                got: Value::String(message),
            };
            return result(case, vec![difference], None);
        }
    };
    let message = boot.message();
    let mut differences = Vec::new();
    for key in &case.compare {
        let expected = with_message(&case.expect[key], &message);
        if !agrees(case, key, &expected, &got[key]) {
            differences.push(Mismatch {
                key: key.clone(),
                expected: short(expected),
                got: short(got[key].clone()),
            });
        }
    }
    result(case, differences, got["tstates"].as_u64())
}

fn result(case: &Case, differences: Vec<Mismatch>, tstates: Option<u64>) -> CaseResult {
    let is_bench = case.cat == "bench" && differences.is_empty();
    let original = case.expect.get("tstates").and_then(Value::as_u64);
    CaseResult {
        id: case.id.clone(),
        cat: case.cat.clone(),
        verdict: if differences.is_empty() {
            Standing::Agrees
        } else {
            Standing::Differs
        },
        differences,
        tstates,
        original_tstates: original.filter(|_| is_bench),
        bas: case.bas.clone(),
        keys: case.keys.clone(),
        answers: case.answers.clone(),
        note: case.note.clone(),
    }
}

/// Runs the case and returns what `expect` would contain for this ROM.
fn observe(boot: &Boot, case: &Case, loading: Loading) -> Result<Value, String> {
    let mut launched = launched(boot, case, loading)?;
    launched.machine.printer_mut().set_dot_tstates(DOT_TSTATES);
    let keys = launched.keys as i64;
    let beeps_before = launched.machine.take_beeper_edges().len();
    let session = Driver::new(launched, boot.glyphs.clone())
        .counting_beeps()
        .with_lower_screens()
        .keeping_refused_answers();
    let mut session = match case.keys {
        Some(_) => session.hands_off(),
        None => session
            .answers(&case.answers)
            .map_err(|error| error.to_string())?,
    };
    // The observer completed the frame in which the limit was reached.
    let outcome = session.run(case.frames.saturating_add(1), &mut ());
    let mut seen = serde_json::to_value(outcome).map_err(|error| error.to_string())?;
    seen["prompts"] = session.lower_screens().into();
    let edges = beeps_before as i64 + session.beeps() as i64;
    seen["beeps"] = Value::from(if case.keys.is_some() {
        edges
    } else {
        edges + (LOAD_KEYS - keys) * CLICK_EDGES
    });
    Ok(seen)
}

fn launched(boot: &Boot, case: &Case, loading: Loading) -> Result<Launched, String> {
    let launched = match (&case.bas, &case.keys) {
        (Some(bas), _) => {
            let program = program(bas)?;
            match loading {
                Loading::Tape => launch::program(boot, &program, StartCommand::Run),
                Loading::Place => launch::placed(boot, &program, StartCommand::Run),
            }
        }
        (None, keys) => launch::keys(boot, keys.as_deref().unwrap_or_default()),
    };
    launched.map_err(|error| error.to_string())
}

/// A case's program, which starts at its first line.
fn program(bas: &str) -> Result<Program, String> {
    let options = tokenise::Options {
        lenient: true,
        ..tokenise::Options::default()
    };
    let mut program = tokenise::program(bas, &options)
        .map_err(|errors| format!("not tokenised: {errors:?}"))?
        .program;
    program.start_itself();
    Ok(program)
}

/// Maximum rows stored of a value that differs, and characters of each row.
const MAX_ROWS: usize = 100;
const MAX_CHARACTERS: usize = 1_000;

/// A value cut to the limits, as many cases may differ.
fn short(value: Value) -> Value {
    match value {
        Value::Array(rows) if rows.len() > MAX_ROWS => {
            let more = format!("... {} more rows", rows.len() - MAX_ROWS);
            let kept = rows.into_iter().take(MAX_ROWS).map(short);
            kept.chain([more.into()]).collect()
        }
        Value::Array(rows) => rows.into_iter().map(short).collect(),
        Value::String(text) => match text.char_indices().nth(MAX_CHARACTERS) {
            Some((end, _)) => format!("{}...", &text[..end]).into(),
            None => text.into(),
        },
        other => other,
    }
}

fn agrees(case: &Case, key: &str, expected: &Value, got: &Value) -> bool {
    match (key, expected.as_u64(), got.as_u64()) {
        // The time of a bench case only counts in the mean of its category.
        ("tstates", ..) if case.cat == "bench" => true,
        ("tstates", Some(expected), Some(got)) => lasts_as_long(expected, got),
        _ => expected == got,
    }
}

/// Cases compare T-states when an operation has a defined duration: a tone, a pause. The code around it may
/// be faster than the original's by up to half a second, and slower by 6 frames: the end of a run was
/// noticed after three frames or more on the original, and is noticed after five
/// here ([`girafa_session::idle`]); the operation itself must be exact to 1 %.
fn lasts_as_long(expected: u64, got: u64) -> bool {
    let frame = u64::from(FRAME_TSTATES);
    got + expected / 100 + 25 * frame >= expected && got <= expected + expected / 100 + 6 * frame
}

/// `expected` with the original's start-up message replaced by `message`.
fn with_message(expected: &Value, message: &str) -> Value {
    match expected {
        Value::String(text) if text == ORIGINAL_MESSAGE => message.into(),
        Value::Array(rows) => rows.iter().map(|row| with_message(row, message)).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_lasts_as_long_when_only_the_interpreter_is_faster() {
        let frame = u64::from(FRAME_TSTATES);
        let tone = 500 * frame;
        for (got, agrees) in [
            (tone, true),
            (tone + 10 * frame, true),
            (tone + 12 * frame, false),
            (tone - 29 * frame, true),
            (tone - 31 * frame, false),
        ] {
            assert_eq!(lasts_as_long(tone, got), agrees, "{got}");
        }
    }

    #[test]
    fn each_rom_has_its_own_message() {
        let expected = serde_json::json!(["", ORIGINAL_MESSAGE, "0 OK, 0:1"]);
        assert_eq!(
            with_message(&expected, "Ola"),
            serde_json::json!(["", "Ola", "0 OK, 0:1"])
        );
    }
}
