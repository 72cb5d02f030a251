//! Formats an error in a session file for its author: the row, the column, the key, and the expected value.

use std::fmt;
use std::ops::Range;

use girafa_basic::spelling;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// An error in a TOML file and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The row of the file, from 1.
    pub row: usize,
    /// The character of the row, from 1.
    pub column: usize,
    /// The message, in one line.
    pub message: String,
}

impl Malformed {
    /// Converts an error of the TOML parser for `text`.
    pub(super) fn new(text: &str, error: &Error) -> Malformed {
        let place = error.span().unwrap_or(0..0);
        let before = text.get(..place.start).unwrap_or(text);
        let row = before.rsplit('\n').next().unwrap_or_default();
        let key = DeTable::parse(text)
            .ok()
            .and_then(|table| key_at(table.get_ref(), &place));
        Malformed {
            row: before.matches('\n').count() + 1,
            column: row.chars().count() + 1,
            message: message(error.message(), key.as_deref()),
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.row, self.column, self.message)
    }
}

/// The innermost key whose value contains the position.
fn key_at(table: &DeTable<'_>, place: &Range<usize>) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        if !is_in(value, place) {
            return None;
        }
        key_in(value.get_ref(), place).or_else(|| Some(key.get_ref().clone().into_owned()))
    })
}

/// The innermost key within a value.
fn key_in(value: &DeValue<'_>, place: &Range<usize>) -> Option<String> {
    match value {
        DeValue::Table(table) => key_at(table, place),
        DeValue::Array(values) => (values.iter())
            .filter(|value| is_in(value, place))
            .find_map(|value| key_in(value.get_ref(), place)),
        _ => None,
    }
}

/// Whether the position is in a value. The span of a `[table]` is only its header, so its content is always
/// searched.
fn is_in(value: &Spanned<DeValue<'_>>, place: &Range<usize>) -> bool {
    let is_table = |value: &DeValue<'_>| match value {
        DeValue::Table(_) => true,
        DeValue::Array(values) => values.iter().any(|value| value.get_ref().is_table()),
        _ => false,
    };
    let span = value.span();
    is_table(value.get_ref()) || (span.start <= place.start && place.end <= span.end)
}

/// Rewords a message of the parser, whose names of types are those of a programmer.
fn message(text: &str, key: Option<&str>) -> String {
    let text = text.trim_end().replace('\n', ", ");
    let key = key.unwrap_or("this");
    if text.starts_with("must ") {
        return format!("{key} {text}");
    }
    if text.starts_with("wanted ") {
        return format!("{key} must be a text in quotes");
    }
    if let Some(name) = quoted_after(&text, "missing field ") {
        return format!("{name} is missing");
    }
    if let Some(name) = quoted_after(&text, "unknown field ") {
        return unknown(name, text.split('`').skip(3).step_by(2));
    }
    if let Some(name) = quoted_after(&text, "unknown variant ") {
        let known: Vec<&str> = text.split('`').skip(3).step_by(2).collect();
        return format!("{key} must be {}, not {name:?}", any_of(&known));
    }
    let wrong = ["invalid type: ", "invalid value: ", "invalid length "];
    if let Some(rest) = wrong.iter().find_map(|start| text.strip_prefix(start))
        && let Some((_, expected)) = rest.rsplit_once(", expected ")
    {
        return match key {
            "session" => "each session must begin with [[session]]".to_owned(),
            key => format!("{key} must be {}", plain(expected)),
        };
    }
    text
}

/// The message for an unknown key, with the key that was probably meant.
fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match spelling::closest(name, known) {
        Some(meant) => format!("{name} is not a key here; did you mean {meant}?"),
        None => format!("{name} is not a key here"),
    }
}

fn quoted_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.split('`').nth(1)
}

/// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
fn any_of(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// A plain name for a type named by the library.
fn plain(expected: &str) -> &str {
    match expected {
        "a string" | "path string" => "a text in quotes",
        "a sequence" => "a list in [ ]",
        "a map" | "struct SessionFile" | "struct ScriptInFile" => "a table",
        "a boolean" => "true or false",
        "f64" | "f32" => "a number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, not below 0",
        "a tuple of size 2" => "a list of pairs of numbers in [ ]",
        other => other,
    }
}
