//! What follows the reading of a scan: describes repairs, adds accepted ones to a fixes file, and returns the
//! listing if there are no doubts.

use std::fmt::Write as _;

use girafa_basic::diagnostic::{Diagnostics, Severity};
use girafa_basic::head::Head;
use girafa_basic::program::Program;
use girafa_basic::text;
use girafa_basic::tokenise::{self, Options};

use crate::fixes::{AcceptedRow, Correction, Fixes, Kind, correction_toml};
use crate::page::COUNTED_SPACE;
use crate::repair::{Change, Repair};
use crate::scan::{Doubt, Scan};

/// Reasons why there is no listing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoListing {
    /// There are doubts.
    #[error("there are uncertain places")]
    Doubtful,
    /// No row looks like a line of a listing.
    #[error("no line of a listing found (a number and a keyword)")]
    Empty,
    /// The editor would refuse a line.
    #[error("not a program that can be typed in: {0}")]
    BeyondTheEditor(String),
}

/// Returns the listing of a scan without doubts; `text` is the scanned text.
///
/// # Errors
/// There is no line in it; or the machine's editor would refuse one, as in `girafa check`, unless the scan's
/// own head comment allows it.
pub fn listing(scan: Scan, text: &str) -> Result<String, NoListing> {
    if scan.lines.is_empty() {
        return Err(NoListing::Empty);
    }
    let program = Program {
        name: scan.name,
        autostart: scan.autostart,
        lines: scan.lines,
        ..Program::default()
    };
    let listing = text::from_program(&program);
    let head = |text: &str| Head::read(text, &mut Diagnostics::default());
    if !head(&listing).lenient || head(text).lenient {
        return Ok(listing);
    }
    let lines = listing.split_once('\n').map_or("", |(_, lines)| lines);
    let Err(found) = tokenise::program(lines, &Options::default()) else {
        return Ok(listing);
    };
    let first = found.iter().find(|found| found.severity == Severity::Error);
    let why = first.map_or("", |found| found.message.as_str());
    Err(NoListing::BeyondTheEditor(why.to_owned()))
}

/// Describes a repair in words.
pub fn described(repair: &Repair) -> String {
    let changes = repair.changes.iter();
    let changes: Vec<String> = changes
        .map(|change| {
            let Change { line, wrong, right } = change;
            if wrong == right {
                return format!("line {line}: `{wrong}` as it is");
            }
            format!("line {line}: `{right}` for `{wrong}`{}", left_out(change))
        })
        .collect();
    changes.join(" and ")
}

/// Notes that a change removes characters of the scan, so that a part of the line is lost.
fn left_out(change: &Change) -> String {
    let ink = |text: &str| {
        text.chars()
            .filter(|character| !character.is_whitespace() && *character != COUNTED_SPACE)
            .count()
    };
    match ink(&change.wrong).saturating_sub(ink(&change.right)) {
        0 => String::new(),
        count => format!(" (leaves out {count} character(s))"),
    }
}

/// Returns a fixes file with the existing entries, the most likely repair of each doubt, and the others in
/// comments.
pub fn suggestions(doubts: &[Doubt], fixes: &Fixes, text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let mut added: Vec<Correction> = Vec::new();
    let mut suggested = String::new();
    for doubt in doubts {
        let position = format!("line {}, column {}", doubt.line, doubt.column);
        let _ = writeln!(suggested, "# {position}: {}", one_line(&doubt.diagnostic.message));
        let corrections = doubt
            .repairs
            .iter()
            .map(|repair| corrections(repair, &format!("suggested: {}", doubt.diagnostic.message)));
        for (index, corrections) in corrections.enumerate() {
            let clash = corrections
                .iter()
                .any(|one| added.iter().any(|other| overlap(one, other, &rows)));
            if index == 0
                && clash
                && corrections
                    .iter()
                    .all(|one| added.iter().any(|other| same(one, other)))
            {
                let _ = writeln!(suggested, "# (the correction above)\n");
                break;
            }
            let toml: String = corrections.iter().map(correction_toml).collect();
            if index == 0 && !clash {
                suggested += &toml;
                added.extend(corrections);
            } else {
                let _ = writeln!(suggested, "# or:");
                suggested.extend(toml.trim_end().lines().map(|line| format!("# {line}\n")));
                suggested.push('\n');
            }
        }
        if doubt.repairs.is_empty() {
            let row = one_line(rows.get(doubt.line - 1).copied().unwrap_or_default());
            let _ = writeln!(
                suggested,
                "# No fix is known. The row is: {row}\n# [[correction]]\n# line = {0}\n# wrong = \"\"\n# right = \"\"\n\
                 # kind = \"scan\"\n# reason = \"\"\n# To accept the row as it is (if it parses):\n# [[doubt]]\n# line = {0}\n\
                 # note = \"\"\n",
                doubt.line
            );
        }
    }
    let kept = without(fixes, &added, &rows);
    format!(
        "# Fixes of a scan for `girafa typein --fixes`. Those from `girafa typein --suggest` are likely, not certain:\n\
         # compare them with the page. \u{2423} is a space that counts.\n\n{}{suggested}",
        kept.to_toml()
    )
}

/// Removes corrections of the same characters as new ones.
fn without(fixes: &Fixes, added: &[Correction], rows: &[&str]) -> Fixes {
    let mut kept = fixes.clone();
    kept.corrections
        .retain(|old| !added.iter().any(|new| overlap(old, new, rows)));
    kept
}

/// Adds a repair and its reason to the fixes; it replaces corrections of the same characters.
pub fn accepted(fixes: &Fixes, repair: &Repair, reason: &str, text: &str) -> Fixes {
    let rows: Vec<&str> = text.lines().collect();
    let added = corrections(repair, reason);
    let mut fixes = without(fixes, &added, &rows);
    for new in added {
        let known = fixes.corrections.iter().any(|old| same(old, &new));
        if !known {
            fixes.corrections.push(new);
        }
    }
    fixes.corrections.sort_by_key(|correction| correction.line);
    fixes
}

/// Adds a row that is accepted as it is, with all its doubts.
pub fn taken(fixes: &Fixes, line: usize, note: &str) -> Fixes {
    let mut fixes = fixes.clone();
    if !fixes.accepts(line) {
        let note = one_line(note);
        fixes.doubts.push(AcceptedRow { line, note });
        fixes.doubts.sort_by_key(|doubt| doubt.line);
    }
    fixes
}

fn corrections(repair: &Repair, reason: &str) -> Vec<Correction> {
    let correction = |change: &Change| Correction {
        line: change.line,
        wrong: change.wrong.clone(),
        right: change.right.clone(),
        kind: Kind::Scan,
        reason: format!("{}{}", one_line(reason), left_out(change)),
    };
    repair.changes.iter().map(correction).collect()
}

fn same(one: &Correction, other: &Correction) -> bool {
    (one.line, &one.wrong, &one.right) == (other.line, &other.wrong, &other.right)
}

/// Whether two corrections change the same characters of the scan.
fn overlap(one: &Correction, other: &Correction, rows: &[&str]) -> bool {
    let place = |correction: &Correction| {
        let start = rows.get(correction.line - 1)?.find(&correction.wrong)?;
        (!correction.wrong.is_empty()).then_some(start..start + correction.wrong.len())
    };
    match (place(one), place(other)) {
        (Some(a), Some(b)) => one.line == other.line && a.start < b.end && b.start < a.end,
        _ => false,
    }
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect()
}
