//! Records a run as a session of a session file: its inputs and its output.

use std::fmt::Write;

use girafa_session::key_script::Item;
use girafa_session::outcome::{End, Outcome};
use girafa_spectrum::time::EmulatedTime;

use crate::bless::{basic, text};
use crate::compare::{agreeing, end_name, report_of};
use crate::script::{Script, an_hour};

/// Maximum columns of a row of keys.
const WIDTH: usize = 100;

/// A session, as a table of a session file, with the inputs of `script` and the observed output of a run
/// with them as its expectations: transcript, paper and prompts, unless they are empty, and the report or
/// the end.
///
/// ```
/// use girafa_session::{Boot, RunRequest};
/// use girafa_verify::{recording, script::Script};
/// let script = Script { answers: vec!["Ana".to_owned()], ..Script::named("um") };
/// let mut request = RunRequest::of_listing("10 INPUT \"Nome? \";n$\n20 PRINT \"Ola, \";n$")?;
/// request.answers = script.answers.clone();
/// let mut driver = request.start(|| Boot::new(&girafa_rom::girafa48()))?.with_transcript();
/// let outcome = driver.run(script.frames(), &mut ());
/// assert_eq!(recording::session(&script, &outcome), r#"[[session]]
/// name = "um"
/// answers = ["Ana"]
/// transcript = '''
/// Ola, Ana
/// '''
/// prompts = ["Nome?"]
/// report = "0 OK, 20:1"
/// "#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn session(script: &Script, outcome: &Outcome) -> String {
    let mut table = format!("[[session]]\nname = {}\n", basic(&script.name));
    let mut add = |key: &str, value: String| {
        let _ = writeln!(table, "{key} = {value}");
    };
    if !script.answers.is_empty() {
        add("answers", list(&script.answers));
    }
    if !script.keys.is_empty() {
        let items: Vec<String> = script.keys.iter().map(ToString::to_string).collect();
        add("keys", keys(&items));
    }
    if script.allows_unused {
        add("unused", basic("allow"));
    }
    if script.time != an_hour() {
        add(
            "time",
            basic(&humantime::format_duration(script.time).to_string()),
        );
    }
    if let Some(pace) = script.pace {
        add("pace", basic(pace.name()));
    }
    if let Some(tape) = &script.tape {
        add("tape", basic(&tape.to_string_lossy()));
    }
    let transcript = transcript(outcome);
    if !transcript.is_empty() {
        add("transcript", text(&transcript));
    }
    let paper = agreeing(&outcome.printer, &[]);
    if !paper.is_empty() {
        add("paper", text(&paper));
    }
    if !outcome.prompts.is_empty() {
        add("prompts", list(&agreeing(&outcome.prompts, &[])));
    }
    match outcome.end {
        End::Report => add("report", basic(&report_of(outcome))),
        end => add("end", basic(&end_name(end))),
    }
    table
}

/// The session of this name with keys that were played in so many frames, and that ends with them at the latest.
pub fn played(name: &str, keys: Vec<Item>, frames: u64) -> Script {
    Script {
        keys,
        time: EmulatedTime::of_frames(frames.max(1)).duration(),
        ..Script::named(name)
    }
}

/// The rows that were printed, as a session expects them.
pub fn transcript(outcome: &Outcome) -> Vec<String> {
    let rows: Vec<String> = outcome.transcript.lines().map(str::to_owned).collect();
    agreeing(&rows, &[])
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| basic(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Formats keys as one row, or as several rows if one would be too long.
fn keys(items: &[String]) -> String {
    let mut rows = vec![String::new()];
    for item in items {
        let row = rows.last_mut().expect("there is always a row");
        if row.is_empty() {
            row.push_str(item);
        } else if row.chars().count() + 1 + item.chars().count() <= WIDTH {
            *row += " ";
            *row += item;
        } else {
            rows.push(item.clone());
        }
    }
    match &rows[..] {
        [row] => basic(row),
        rows => text(rows),
    }
}
