//! Variables that are set and never read.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::names::{targets, variable};
use super::statements::{Statements, Word};
use crate::diagnostic::{Diagnostic, Severity};
use crate::token;

/// Returns one note for each variable that LET, READ or INPUT sets and nothing reads. Only for programs
/// without anything outside their text that may read variables.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let Some(evaluated) = evaluated_names(program) else {
        return Vec::new();
    };
    let mut set: BTreeMap<&str, Range<usize>> = BTreeMap::new();
    let mut others: HashSet<&str> = HashSet::new();
    for statement in &program.statements {
        let targets = targets(statement);
        for (at, placed) in statement.words.iter().enumerate() {
            let Word::Name(name) = &placed.word else { continue };
            let is_array = variable(statement, at).is_none_or(|variable| variable.array);
            if !targets.contains(&at) {
                // An array of the same name is another variable, but may be meant.
                others.insert(name);
                continue;
            }
            // INPUT of a string is often used to wait for ENTER.
            let is_quiet = match statement.command() {
                Some(token::FOR | token::DIM) => true,
                Some(token::INPUT) => name.ends_with('$'),
                _ => false,
            };
            if is_quiet {
                others.insert(name);
            } else if !is_array {
                set.entry(name).or_insert_with(|| placed.span.clone());
            }
        }
    }
    set.into_iter()
        .filter(|(name, _)| !others.contains(name))
        .filter(|(name, _)| !evaluated.contains(*name))
        .map(|(name, span)| {
            let message = format!("the variable {} is set, but never read", name.to_lowercase());
            Diagnostic {
                severity: Severity::Note,
                ..Diagnostic::warning(span, message, "").code("G017")
            }
        })
        .collect()
}

/// Returns the names in the strings that VAL and VAL$ evaluate; `None` if one of the strings is not constant.
fn evaluated_names(program: &Statements) -> Option<HashSet<String>> {
    let mut found = HashSet::new();
    for statement in &program.statements {
        for pair in statement.words.windows(2) {
            if !matches!(pair[0].word, Word::Key(token::VAL | token::VAL_S)) {
                continue;
            }
            let Word::Text(text) = &pair[1].word else {
                return None;
            };
            let codes = text.iter().filter(|&&code| code != b' ');
            let text: String = codes.map(|code| char::from(code.to_ascii_uppercase())).collect();
            for name in text.split(|letter: char| !letter.is_ascii_alphanumeric()) {
                let name = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
                found.insert(name.to_owned());
                found.insert(format!("{name}$"));
            }
        }
    }
    Some(found)
}
