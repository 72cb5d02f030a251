//! The head comment of a listing, with data that lines cannot express: name on tape, autostart, variables.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::ops::{Deref, Range};

use crate::basinc::rows::{self, Entry};
use crate::basinc::variables;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::program::LAST_LINE;
use crate::source::{self, Label, Spaces};

/// The prefix of the head comment: `# girafa: name="hanoi" autostart=10`.
pub const MARK: &str = "# girafa:";

/// The contents of the head comment.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The name on tape, as character codes.
    pub name: Vec<u8>,
    /// The line to start at after loading.
    pub autostart: Option<u16>,
    /// The autostart entries with their places; the last one is used.
    pub(crate) autostarts: Vec<(u16, Range<usize>)>,
    /// The labels in autostart entries.
    pub(crate) labels: Vec<Label>,
    /// How spaces outside strings and remarks are handled.
    pub spaces: Spaces,
    /// Whether lines that the editor would refuse are accepted.
    pub lenient: bool,
    /// The bytes after the last line that are not a line.
    pub tail: Vec<u8>,
    /// The variables that the program is saved with.
    pub variables: Vec<u8>,
}

impl Head {
    /// Reads the head comments of a text; adds invalid entries to `diagnostics`.
    pub fn read(text: &str, diagnostics: &mut Diagnostics) -> Head {
        let mut head = Head::default();
        let (mut start, mut unread) = (0, None);
        // The whole text is read for them, once for any number of entries.
        let numbers = LazyCell::new(|| source::label_numbers(text));
        for row in text.split_inclusive(source::ROW_ENDS) {
            if let Some(entries) = row.trim_start_matches('\u{feff}').strip_prefix(MARK) {
                head.read_entries(entries, start + row.len() - entries.len(), diagnostics);
            }
            match rows::entry(row) {
                Some(Entry::Variable(name, value)) => match variables::variable(name, value) {
                    Some(variable) => head.variables.extend(variable),
                    None => unread = unread.or(Some(start..start + row.trim_end().len())),
                },
                Some(Entry::Autostart(line)) => {
                    let end = start + row.trim_end().len();
                    head.set_autostart(&numbers, line, end - line.len()..end, diagnostics);
                }
                Some(Entry::Check) | None => {}
            }
            start += row.len();
        }
        if let Some(place) = unread {
            let message = "variables saved by BASinC are ignored unless their type is Num or Str";
            diagnostics.push(Diagnostic::warning(place, message, "the first of them"));
        }
        head
    }

    /// Sets the line to start at from an entry of BASinC at `place`: a number, or a label with `@`, of which
    /// `numbers` has the lines.
    fn set_autostart(
        &mut self,
        numbers: &impl Deref<Target = HashMap<String, u16>>,
        line: &str,
        place: Range<usize>,
        diagnostics: &mut Diagnostics,
    ) {
        if let Some(name) = line.strip_prefix('@') {
            self.autostart = numbers.get(name).copied();
            if self.autostart.is_none() {
                let message = format!("there is no label @{name}");
                diagnostics.push(Diagnostic::error(place.clone(), message, ""));
            }
            self.labels.push(Label {
                name: name.to_owned(),
                span: place,
                is_definition: false,
                number: self.autostart,
            });
        } else {
            let line = line.parse().ok();
            self.autostart = line.filter(|&line| line <= LAST_LINE && line != rows::NO_AUTOSTART);
            self.autostarts.extend(self.autostart.map(|line| (line, place)));
        }
    }

    fn read_entries(&mut self, entries: &str, start: usize, diagnostics: &mut Diagnostics) {
        let mut at = 0;
        while let Some(spaces) = entries[at..].find(|c: char| !c.is_whitespace()) {
            at += spaces;
            let entry = &entries[at..at + entry_length(&entries[at..])];
            if self.set(entry).is_none() {
                let place = start + at..start + at + entry.len();
                let error =
                    Diagnostic::error(place, format!("`{entry}` is not an entry of a head comment"), "");
                let known = "entries are name=\"...\", autostart=10, spaces=kept, lenient=yes, tail=HEX and variables=HEX";
                diagnostics.push(error.help(known));
            }
            at += entry.len();
            let number = entry.strip_prefix("autostart=");
            if let Some((digits, line)) = number.and_then(|digits| Some((digits, digits.parse().ok()?))) {
                self.autostarts
                    .push((line, start + at - digits.len()..start + at));
            }
        }
    }

    fn set(&mut self, entry: &str) -> Option<()> {
        match entry.split_once('=')? {
            ("name", value) => {
                let name = source::cells(value.strip_prefix('"')?.strip_suffix('"')?)?;
                self.name = name.into_iter().map(|cell| cell.code).collect();
                self.name.truncate(10);
            }
            ("autostart", value) => self.autostart = Some(value.parse().ok()?),
            ("spaces", "kept") => self.spaces = Spaces::Kept,
            ("lenient", "yes") => self.lenient = true,
            ("tail", value) => self.tail = bytes_of(value)?,
            ("variables", value) => self.variables = bytes_of(value)?,
            _ => return None,
        }
        Some(())
    }
}

/// Decodes pairs of hexadecimal digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits
        .as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

/// Length of the entry at the start of `text`: up to a space outside quotes. A backslash escapes the next
/// character.
fn entry_length(text: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => return at,
            _ => {}
        }
    }
    text.len()
}
