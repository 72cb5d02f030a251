//! Updates the expectations of a session file to the observed results, keeping its comments and order.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use thiserror::Error;
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, TomlError, Value as TomlValue};

use crate::script::{Approximate, Value};

/// The new value of one key of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The key in the session file.
    pub member: &'static str,
    /// The new value.
    pub new: New,
}

/// A new expected value.
#[derive(Debug, Clone, PartialEq)]
pub enum New {
    /// Rows, written as one text.
    Text(Vec<String>),
    /// Rows, written as an array if the old value is an array.
    Rows(Vec<String>),
    /// A single row.
    Line(String),
    /// A number.
    Number(u64),
    /// Expected values by name: variables, memory or registers.
    Values(BTreeMap<String, Value>),
    /// The content of another file; the session file still refers to that file.
    File(PathBuf, Vec<u8>),
}

/// The changes of one session, which is identified by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Blessing {
    /// The session.
    pub session: String,
    /// Its changes.
    pub changes: Vec<Change>,
}

/// Why a session file cannot be updated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BlessError {
    /// The file is not valid TOML.
    #[error(transparent)]
    Malformed(#[from] TomlError),
    /// The file was changed after it was read and no longer has this session.
    #[error("the file was changed during the run: it has no session {0:?}")]
    NoSession(String),
}

impl Change {
    /// A change of the key `member`.
    pub fn new(member: &'static str, new: New) -> Change {
        Change { member, new }
    }
}

/// The text of a session file with the changes applied, except those of other [files](New::File).
///
/// # Errors
/// The text is not valid TOML or has no session of that name.
pub fn changed(text: &str, blessings: &[Blessing]) -> Result<String, BlessError> {
    let mut document: DocumentMut = text.parse()?;
    for blessing in blessings {
        let session = session_of(&mut document, &blessing.session)
            .ok_or_else(|| BlessError::NoSession(blessing.session.clone()))?;
        for change in &blessing.changes {
            match &change.new {
                New::File(..) => {}
                New::Values(values) => set_values(session, change.member, values),
                new => {
                    let is_array = session.get(change.member).is_some_and(Item::is_array);
                    set(session, change.member, value_of(new, is_array));
                }
            }
        }
    }
    let changed = document.to_string();
    // Do not write a file that cannot be read again.
    changed.parse::<DocumentMut>()?;
    let ends_with_return = text.split_once('\n').is_some_and(|(row, _)| row.ends_with('\r'));
    Ok(if ends_with_return {
        changed.replace('\n', "\r\n")
    } else {
        changed
    })
}

/// The session of this name, as a table or an inline table.
fn session_of<'a>(document: &'a mut DocumentMut, name: &str) -> Option<&'a mut dyn TableLike> {
    let is_it = |table: &dyn TableLike| {
        table
            .get("name")
            .and_then(Item::as_str)
            .is_some_and(|found| found == name)
    };
    match document.get_mut("session")? {
        Item::ArrayOfTables(tables) => {
            let table = tables.iter_mut().find(|table| is_it(*table))?;
            Some(table)
        }
        Item::Value(TomlValue::Array(tables)) => {
            let mut tables = tables.iter_mut().filter_map(TomlValue::as_inline_table_mut);
            let table: &mut InlineTable = tables.find(|table| is_it(*table))?;
            Some(table)
        }
        _ => None,
    }
}

/// Sets `member` to `value`, keeping the comments and spaces around the old value.
fn set(table: &mut dyn TableLike, member: &str, mut value: TomlValue) {
    match table.get_mut(member) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        Some(old) => *old = Item::Value(value),
        None => {
            table.insert(member, Item::Value(value));
        }
    }
}

fn set_values(session: &mut dyn TableLike, member: &str, values: &BTreeMap<String, Value>) {
    if let Some(named) = session.get_mut(member).and_then(Item::as_table_like_mut) {
        for (name, value) in values {
            set(named, name, toml_value(value));
        }
    }
}

fn value_of(new: &New, is_array: bool) -> TomlValue {
    match new {
        New::Rows(rows) if is_array => {
            let mut array: Array = rows.iter().collect();
            for row in array.iter_mut() {
                row.decor_mut().set_prefix("\n    ");
            }
            if !rows.is_empty() {
                array.set_trailing_comma(true);
                array.set_trailing("\n");
            }
            array.into()
        }
        New::Text(rows) | New::Rows(rows) => written(&text(rows)),
        New::Line(line) => written(&basic(line)),
        New::Number(number) => i64::try_from(*number).unwrap_or(i64::MAX).into(),
        New::Values(_) | New::File(..) => TomlValue::from(InlineTable::new()),
    }
}

fn toml_value(value: &Value) -> TomlValue {
    match value {
        Value::Integer(number) => (*number).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => written(&basic(text)),
        Value::Approximate(Approximate { approx, within }) => {
            let members = [("approx", *approx), ("within", *within)];
            TomlValue::from(members.into_iter().collect::<InlineTable>())
        }
        Value::Array(values) => TomlValue::from(values.iter().map(toml_value).collect::<Array>()),
    }
}

/// Parses a TOML value; text that is not TOML becomes a string.
fn written(toml: &str) -> TomlValue {
    toml.parse().unwrap_or_else(|_| TomlValue::from(toml))
}

/// Formats rows as a multi-line literal string, or with escapes if a literal string cannot hold or would
/// hide a character.
pub(crate) fn text(rows: &[String]) -> String {
    let is_plain = |row: &String| !row.contains("'''") && !row.chars().any(needs_escape);
    if rows.is_empty() {
        "\"\"".to_owned()
    } else if rows.iter().all(is_plain) {
        let rows: String = rows.iter().flat_map(|row| [row, "\n"]).collect();
        format!("'''\n{rows}'''")
    } else {
        let rows: String = rows.iter().map(|row| escaped(row) + "\n").collect();
        format!("\"\"\"\n{rows}\"\"\"")
    }
}

/// A string in double quotes.
pub(crate) fn basic(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if needs_escape(c) => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Whether TOML requires an escape or no font shows the character: the machine's inverse characters and
/// graphics have private-use codes.
fn needs_escape(c: char) -> bool {
    c.is_control() || ('\u{E000}'..='\u{F8FF}').contains(&c) || c == char::REPLACEMENT_CHARACTER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script;
    use std::path::Path;

    const SESSION_FILE: &str = "# Our program.\nid = \"a\" # the id\n\n# The first.\n[[session]]\nname = \"um\"\n\
        report = '0 OK' # as ever\nscreen = [\"a\"]\nvariables = { a = 1, \"n$\" = \"x\" } # some\n\n\
        # The second.\n[[session]]\nname = \"dois\"\n# The end.\n";

    fn bless(text: &str, session: &str, changes: Vec<Change>) -> String {
        let blessing = Blessing {
            session: session.to_owned(),
            changes,
        };
        changed(text, &[blessing]).unwrap()
    }

    fn rows(rows: &[&str]) -> Vec<String> {
        rows.iter().map(|&row| row.to_owned()).collect()
    }

    #[test]
    fn comments_and_order_stay() {
        assert_eq!(changed(SESSION_FILE, &[]).unwrap(), SESSION_FILE);
        let values = BTreeMap::from([
            ("n$".to_owned(), Value::Text("a\"b\\{1}".into())),
            ("a".to_owned(), Value::Number(0.5)),
        ]);
        let text = bless(
            SESSION_FILE,
            "um",
            vec![
                Change::new("report", New::Line("9 STOP statement, 20:1".into())),
                Change::new("screen", New::Rows(rows(&["", " a"]))),
                Change::new("variables", New::Values(values)),
                Change::new("tstates", New::Number(74_000)),
            ],
        );
        let expected = SESSION_FILE
            .replace("'0 OK'", "\"9 STOP statement, 20:1\"")
            .replace("[\"a\"]", "[\n    \"\",\n    \" a\",\n]")
            .replace("a = 1, \"n$\" = \"x\"", "a = 0.5, \"n$\" = \"a\\\"b\\\\{1}\"")
            .replace("# some\n", "# some\ntstates = 74000\n");
        assert_eq!(text, expected);
        let text = bless(
            SESSION_FILE,
            "dois",
            vec![Change::new("transcript", New::Text(rows(&["ola", "  é"])))],
        );
        assert!(
            text.starts_with(&SESSION_FILE[..SESSION_FILE.len() - "# The end.\n".len()]),
            "{text}"
        );
        assert!(text.contains("\ntranscript = '''\nola\n  é\n'''\n"), "{text}");
        assert!(text.contains("# The end."), "{text}");
    }

    #[test]
    fn any_text_is_read_again_as_it_was() {
        for shown in [
            &[][..],
            &[""],
            &["", ""],
            &["'''"],
            &["a'"],
            &["\"\"\"", "\\"],
            &["\u{E041}\u{1}", "a\tb"],
            &["\u{FFFD}█"],
            &["\\u0041", "'\"'"],
        ] {
            let text = bless(
                SESSION_FILE,
                "dois",
                vec![Change::new("transcript", New::Text(rows(shown)))],
            );
            assert!(!text.contains('\u{E041}'), "{text}");
            let read =
                script::parse(Path::new("a.toml"), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let found = read.sessions[1].expected.transcript.clone();
            assert_eq!(found, Some(script::Transcript::Rows(rows(shown))), "{text}");
        }
    }

    #[test]
    fn inline_sessions_and_other_line_ends_are_kept() {
        let text = "session = [ { name = \"um\", report = \"\" } ]\r\n";
        let blessed = bless(
            text,
            "um",
            vec![Change::new("report", New::Line("0 OK, 1:1".into()))],
        );
        assert_eq!(
            blessed,
            "session = [ { name = \"um\", report = \"0 OK, 1:1\" } ]\r\n"
        );
        let rows = rows(&["a", "b"]);
        let change = Change::new("transcript", New::Text(rows.clone()));
        let blessed = bless(text, "um", vec![change]);
        let read = script::parse(Path::new("a.toml"), &blessed).unwrap();
        let transcript = read.sessions[0].expected.transcript.clone();
        assert_eq!(transcript, Some(script::Transcript::Rows(rows)), "{blessed:?}");
        let gone = Blessing {
            session: "dois".into(),
            changes: Vec::new(),
        };
        assert!(changed(text, &[gone]).is_err());
        assert!(changed("session = [", &[]).is_err());
    }
}
