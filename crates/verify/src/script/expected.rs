//! The expectations of a session.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use girafa_inspect::{address, registers};
use girafa_session::hardware::Pace;
use girafa_session::key_script::Item;
use girafa_session::outcome::End;
use serde::{Deserialize, Deserializer};

use crate::script::value::Value;
use crate::script::{Compared, Script};

/// The expectations of a session: only those that are given are compared. File names are relative to the
/// session file.
///
/// ```toml
/// transcript = """                  # what PRINT printed; spaces at the end of a row do not count
/// Ola, Ana
/// """
/// transcript_file = "ana.out"       # the same in a file of its own
/// screen = ["", "  Ola, Ana"]       # rows of the screen from the top, empty ones at the end left out
/// paper = ["Ola, Ana"]              # what LPRINT printed
/// prompts = ["Nome? "]              # what each INPUT showed on the lower screen
/// report = "0 OK, 30:1"             # or "0 OK", wherever it was
/// end = "input exhausted"           # how it ended, as `girafa run --json` has it
/// variables = { a = 5, "n$" = "Ana", "v" = [1, 2, 3] }
/// memory."23296" = [1, 2]           # the bytes from an address on
/// registers = { bc = 258 }
/// tstates = 3_500_000               # at most
/// picture = "ana.png"               # the screen with its border (352 x 288), or without (256 x 192)
/// hardcopy = "ana-paper.png"        # the paper, 256 dots wide
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expected {
    /// The text printed by PRINT.
    pub transcript: Option<Transcript>,
    /// Rows of the screen from the top: at most 22 for the upper screen, up to 24 with the lower one.
    pub screen: Option<Vec<String>>,
    /// The text printed by LPRINT.
    pub paper: Option<Vec<String>>,
    /// The lower screen up to its cursor at each INPUT; the rows of one are separated by newlines.
    pub prompts: Option<Vec<String>>,
    /// The report.
    pub report: Option<String>,
    /// How the run ends.
    pub end: Option<End>,
    /// The values of some of the variables, by name.
    pub variables: Option<BTreeMap<String, Value>>,
    /// Bytes of the memory, by the address of the first, as the file writes it: 23296 or 0x5B00.
    pub memory: Option<BTreeMap<String, Vec<u8>>>,
    /// The values of some of the registers, by their [names](girafa_inspect::registers).
    pub registers: Option<BTreeMap<String, u16>>,
    /// Maximum T-states.
    pub tstates: Option<u64>,
    /// The screen's picture.
    pub picture: Option<PathBuf>,
    /// The paper's picture.
    pub hardcopy: Option<PathBuf>,
}

/// The expected transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transcript {
    /// These rows.
    Rows(Vec<String>),
    /// Those of a text file.
    File(PathBuf),
}

impl Expected {
    /// Whether there is any expectation.
    pub fn is_anything(&self) -> bool {
        *self != Expected::default()
    }
}

/// A session as written in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptInFile {
    name: String,
    #[serde(default)]
    answers: Answers,
    #[serde(default, deserialize_with = "super::key_script")]
    keys: Vec<Item>,
    unused: Option<Unused>,
    #[serde(default = "super::an_hour", deserialize_with = "super::human_duration")]
    time: Duration,
    pace: Option<Pace>,
    tape: Option<PathBuf>,
    reference: Option<Vec<String>>,
    #[serde(default = "super::everything")]
    compare: Vec<Compared>,
    #[serde(default)]
    printed: Vec<(usize, usize)>,
    #[serde(default)]
    lines: Vec<String>,
    variant: Option<String>,
    transcript: Option<Rows>,
    #[serde(default, deserialize_with = "file_name")]
    transcript_file: Option<PathBuf>,
    screen: Option<ScreenRows>,
    paper: Option<Rows>,
    prompts: Option<Rows>,
    report: Option<String>,
    end: Option<End>,
    variables: Option<BTreeMap<String, Value>>,
    #[serde(default, deserialize_with = "memory")]
    memory: Option<BTreeMap<String, Vec<u8>>>,
    #[serde(default, deserialize_with = "registers")]
    registers: Option<BTreeMap<String, u16>>,
    tstates: Option<u64>,
    #[serde(default, deserialize_with = "png_name")]
    picture: Option<PathBuf>,
    #[serde(default, deserialize_with = "png_name")]
    hardcopy: Option<PathBuf>,
}

/// What to do about unused answers and keys.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unused {
    /// Ignore them. By default they fail the session.
    Allow,
}

impl TryFrom<ScriptInFile> for Script {
    type Error = &'static str;

    fn try_from(file: ScriptInFile) -> Result<Script, Self::Error> {
        let transcript = match (file.transcript, file.transcript_file) {
            (Some(_), Some(_)) => return Err("give either transcript or transcript_file, not both"),
            (Some(rows), None) => Some(Transcript::Rows(rows.0)),
            (None, path) => path.map(Transcript::File),
        };
        Ok(Script {
            name: file.name,
            answers: file.answers.texts(),
            keys: file.keys,
            allows_unused: file.unused.is_some(),
            time: file.time,
            pace: file.pace,
            tape: file.tape,
            reference: file.reference,
            compare: file.compare,
            printed: file.printed,
            lines: file.lines,
            variant: file.variant,
            expected: Expected {
                transcript,
                screen: file.screen.map(|rows| rows.0),
                paper: file.paper.map(|rows| rows.0),
                prompts: file.prompts.map(|rows| rows.0),
                report: file.report,
                end: file.end,
                variables: file.variables,
                memory: file.memory,
                registers: file.registers,
                tstates: file.tstates,
                picture: file.picture,
                hardcopy: file.hardcopy,
            },
        })
    }
}

/// A list of texts to type, in order.
#[derive(Deserialize)]
#[serde(untagged, expecting = "must be a list of strings or numbers")]
enum Answers {
    All(Vec<Answer>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Text(String),
    Integer(i64),
    Number(f64),
}

impl Default for Answers {
    fn default() -> Answers {
        Answers::All(Vec::new())
    }
}

impl Answers {
    fn texts(self) -> Vec<String> {
        let Answers::All(answers) = self;
        let text = |answer| match answer {
            Answer::Text(text) => text,
            Answer::Integer(number) => number.to_string(),
            Answer::Number(number) => number.to_string(),
        };
        answers.into_iter().map(text).collect()
    }
}

/// Rows, given as an array or as one text.
struct Rows(Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "must be a text, or a list of its rows")]
enum TextOrRows {
    Text(String),
    Rows(Vec<String>),
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rows, D::Error> {
        let rows = match TextOrRows::deserialize(deserializer)? {
            TextOrRows::Text(text) => text.lines().map(|row| row.trim_end().to_owned()).collect(),
            TextOrRows::Rows(rows) => rows.iter().map(|row| row.trim_end().to_owned()).collect(),
        };
        Ok(Rows(rows))
    }
}

/// Rows of the screen, without empty ones at the end.
struct ScreenRows(Vec<String>);

impl<'de> Deserialize<'de> for ScreenRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ScreenRows, D::Error> {
        const ROWS: usize = 24;
        let Rows(mut rows) = Rows::deserialize(deserializer)?;
        while rows.pop_if(|row| row.is_empty()).is_some() {}
        if rows.len() > ROWS {
            let message = format!(
                "must be at most the {ROWS} rows of the screen, not {}",
                rows.len()
            );
            return Err(serde::de::Error::custom(message));
        }
        Ok(ScreenRows(rows))
    }
}

/// The expected bytes of the memory, by their start address.
fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BTreeMap<String, Vec<u8>>>, D::Error> {
    let memory: BTreeMap<String, Vec<u8>> = Deserialize::deserialize(deserializer)?;
    for (name, bytes) in &memory {
        let fits = |start: u16| usize::from(start) + bytes.len() <= 0x1_0000;
        if !address::parse(name).is_some_and(fits) {
            let message = format!("must name addresses from 0 to 65535 (23296, or 0x5B00), not {name:?}");
            return Err(serde::de::Error::custom(message));
        }
    }
    Ok(Some(memory))
}

/// The expected values of registers.
fn registers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BTreeMap<String, u16>>, D::Error> {
    let values: BTreeMap<String, u16> = Deserialize::deserialize(deserializer)?;
    match values.keys().find(|name| !registers::is_name(name)) {
        None => Ok(Some(values)),
        Some(name) => {
            let known = registers::NAMES.join(", ");
            let message = format!("must name registers ({known}, or halves of pairs), not {name:?}");
            Err(serde::de::Error::custom(message))
        }
    }
}

fn file_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    match path.file_name() {
        Some(_) => Ok(Some(path)),
        None => Err(serde::de::Error::custom("must be the name of a file")),
    }
}

fn png_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let path = file_name(deserializer)?;
    let is_png = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("png"))
    };
    match path.as_ref().filter(|path| !is_png(path)) {
        None => Ok(path),
        Some(_) => Err(serde::de::Error::custom("must be the name of a .png file")),
    }
}
