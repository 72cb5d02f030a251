//! Rows that are not program lines.

/// The `Auto` value of a program without autostart: two spaces.
pub(crate) const NO_AUTOSTART: u16 = 0x2020;

/// A row with which BASinC describes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'a> {
    /// `Check 1A2B3C4D`: a checksum of the file.
    Check,
    /// `Auto 10` or `Auto @loop`: the line to start at; 8224 for a program without autostart.
    Autostart(&'a str),
    /// `Var a: Num = 5`: the name and the rest of the row.
    Variable(&'a str, &'a str),
}

/// Parses `row` as an entry, in any case.
pub(crate) fn entry(row: &str) -> Option<Entry<'_>> {
    let (word, rest) = row.trim().split_once(' ')?;
    let rest = rest.trim_start();
    match word.to_ascii_lowercase().as_str() {
        "auto" => {
            let is_line = rest.parse::<u16>().is_ok();
            let is_label = rest.len() > 1 && rest.starts_with('@') && !rest.contains([' ', ':']);
            (is_line || is_label).then_some(Entry::Autostart(rest))
        }
        "check" => {
            let is_sum = rest.len() == 8 && rest.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_sum.then_some(Entry::Check)
        }
        "var" => {
            let (name, value) = rest.split_once(": ")?;
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
            is_name.then_some(Entry::Variable(name, value))
        }
        _ => None,
    }
}
