//! `REM girafa: allow G004`: suppresses diagnostics from within the listing.
//!
//! In the first lines, before any other statement, the remark applies to the whole program. At the end of a
//! line it applies to that line; in a line of its own to that line and the next one.

use std::collections::HashMap;

use super::codes::{Kind, kind};
use super::statements::{Placed, Statements, Word};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::token;

/// The prefix of the remark.
const MARK: &str = "girafa: allow";

/// The allowed codes; `ALL_CODES` for all.
#[derive(Debug, Default)]
struct Allowed {
    everywhere: Vec<&'static str>,
    lines: HashMap<usize, Vec<&'static str>>,
}

/// The keyword for all codes.
const ALL_CODES: &str = "all";

/// Removes the diagnostics that the program's remarks allow, and adds one for each unknown code in a remark.
pub(super) fn filtered(program: &Statements, findings: Diagnostics) -> Diagnostics {
    let mut unknown = Vec::new();
    let allowed = allowed(program, &mut unknown);
    let line_of = |finding: &Diagnostic| {
        let before = program
            .lines
            .partition_point(|(_, place)| place.start <= finding.span.start);
        before.checked_sub(1)
    };
    let is_kept = |finding: &Diagnostic| {
        let Some(code) = finding.code else { return true };
        if kind(code).is_some_and(Kind::is_mistake) {
            return true;
        }
        let of_line = line_of(finding).and_then(|line| allowed.lines.get(&line));
        let mut codes = allowed.everywhere.iter().chain(of_line.into_iter().flatten());
        !codes.any(|allowed| *allowed == code || *allowed == ALL_CODES)
    };
    findings.into_iter().filter(is_kept).chain(unknown).collect()
}

fn allowed(program: &Statements, unknown: &mut Vec<Diagnostic>) -> Allowed {
    let mut allowed = Allowed::default();
    let mut is_top = true;
    let mut last_line = None;
    for statement in &program.statements {
        let is_first_of_line = last_line.replace(statement.line) != Some(statement.line);
        if statement.command() != Some(token::REM) {
            is_top = false;
            continue;
        }
        let Some(remark) = statement.words.get(1) else {
            continue;
        };
        for code in codes(remark, unknown) {
            if is_top {
                allowed.everywhere.push(code);
                continue;
            }
            allowed.lines.entry(statement.line).or_default().push(code);
            if is_first_of_line {
                allowed.lines.entry(statement.line + 1).or_default().push(code);
            }
        }
    }
    allowed
}

/// Returns the codes that a remark allows.
fn codes(remark: &Placed, unknown: &mut Vec<Diagnostic>) -> Vec<&'static str> {
    let Word::Text(text) = &remark.word else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(text);
    let is_marked = text
        .trim_start()
        .get(..MARK.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(MARK));
    if !is_marked {
        return Vec::new();
    }
    let words = text.trim_start()[MARK.len()..].split([' ', ',']);
    let mut found = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        match kind(word) {
            _ if word.eq_ignore_ascii_case(ALL_CODES) => found.push(ALL_CODES),
            Some(kind) if !kind.is_mistake() => found.push(kind.code),
            _ => {
                let message = format!("`{word}` is not a finding that can be allowed");
                let finding = Diagnostic::warning(remark.span.clone(), message, "").code("G105");
                unknown.push(finding.help("see docs/checks.md for the codes: `REM girafa: allow G004 G010`"));
            }
        }
    }
    found
}
