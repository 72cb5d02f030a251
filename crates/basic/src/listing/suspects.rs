//! What parses and is as wide as it should be, and is wrong all the same: letters that the machine does not have, jumps into
//! nowhere and variables that are never set, where a sign that scans take for another makes them right.

use std::collections::HashSet;

use crate::book::record::Text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::token;

use super::edits;
use super::join::{self, Joined, NO_LINE};
use super::page::PageRow;
use super::repair::{self, MOST_REPAIRS, Repair, Unit};

/// A finding and what would make it right.
pub(super) type Suspect = (Diagnostic, Vec<Repair>);

/// Characters that the machine does not have; letters with accents are to lose them.
pub(super) fn unknown_characters(
    diagnostics: &Diagnostics,
    rows: &[PageRow],
    text: &Text<'_>,
) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for diagnostic in diagnostics.iter() {
        let row = rows
            .iter()
            .find(|row| row.cells.iter().any(|cell| cell.span == diagnostic.span));
        let repair = row.and_then(|row| {
            let mut wrong = row.clone();
            for cell in &mut wrong.cells {
                if diagnostics.iter().any(|other| other.span == cell.span) {
                    cell.code = 0;
                }
            }
            let change = repair::change(&wrong, row, text)?;
            Some(Repair {
                changes: vec![change],
                cost: 0,
            })
        });
        suspects.push((diagnostic.clone(), repair.into_iter().collect()));
    }
    suspects
}

/// Jumps and variables that another reading of one sign makes right. What no such reading helps is not told: programs may
/// jump into nowhere.
pub(super) fn misread(units: &[(usize, Unit<'_>)], text: &Text<'_>) -> Vec<Suspect> {
    let mut lines = HashSet::new();
    let mut arrays = HashSet::new();
    let mut joined = Vec::new();
    for (_, unit) in units {
        let (_, groups) = join::groups(unit.rows, unit.after, unit.names, unit.width);
        for group in &groups {
            lines.insert(u32::from(group.number));
            let line = join::join(group, unit.names, unit.width);
            if line.cost < NO_LINE {
                arrays.extend(dimensioned(&line.parsed.body));
                joined.push((unit, line));
            }
        }
    }
    let known = Known { lines, arrays };
    joined
        .iter()
        .flat_map(|(unit, line)| known.suspects(unit, line, text))
        .collect()
}

/// What the program has.
struct Known {
    lines: HashSet<u32>,
    arrays: HashSet<u8>,
}

impl Known {
    fn suspects(&self, unit: &Unit<'_>, line: &Joined, text: &Text<'_>) -> Vec<Suspect> {
        let body = &line.parsed.body;
        let mut suspects = Vec::new();
        let mut quoted = false;
        let mut at = 0;
        while at < body.len() {
            let code = body[at];
            quoted ^= code == b'"';
            if code == token::REM && !quoted || code == token::DEF_FN {
                break;
            }
            if code == token::NUMBER && !quoted {
                at += 6;
                continue;
            }
            let before = at.checked_sub(1).map(|before| body[before]);
            let behind = body.get(at + 1).copied().unwrap_or(b' ');
            let in_word = |code: u8| code.is_ascii_alphanumeric() || code == b'$';
            if !quoted && matches!(code, token::GO_TO | token::GO_SUB) {
                let digits: Vec<usize> = (at + 1..body.len())
                    .take_while(|&at| body[at].is_ascii_digit())
                    .collect();
                let ends = digits.last().and_then(|last| body.get(last + 1)) == Some(&token::NUMBER);
                suspects.extend(ends.then(|| self.jump(unit, line, &digits, text)).flatten());
            } else if !quoted
                && code.is_ascii_alphabetic()
                && !before.is_some_and(|code| in_word(code) || code == token::FN)
            {
                let letter = code.to_ascii_uppercase();
                if behind == b'(' && !self.arrays.contains(&letter) {
                    let message = format!("the array `{}` has no DIM", char::from(letter));
                    let has = |sign: char| self.arrays.contains(&(sign as u8));
                    suspects.extend(self.sign(unit, line, at, &message, text, has));
                } else if !in_word(behind)
                    && behind != b'('
                    && !unit.names.contains(&char::from(letter).to_string())
                {
                    let message = format!("the variable `{}` is never set", char::from(letter));
                    let has = |sign: char| unit.names.contains(&sign.to_string());
                    suspects.extend(self.sign(unit, line, at, &message, text, has));
                }
            }
            at += 1;
        }
        suspects
    }

    /// A jump to a line that there is not, if one digit read in another way makes it one that there is.
    fn jump(&self, unit: &Unit<'_>, line: &Joined, digits: &[usize], text: &Text<'_>) -> Option<Suspect> {
        let body = &line.parsed.body;
        let number = |changed: Option<(usize, char)>| {
            digits.iter().fold(0u32, |number, &at| {
                let digit = changed
                    .filter(|&(other, _)| other == at)
                    .map_or(body[at], |(_, digit)| digit as u8);
                number
                    .saturating_mul(10)
                    .saturating_add(u32::from(digit.wrapping_sub(b'0')))
            })
        };
        if self.lines.contains(&number(None)) {
            return None;
        }
        let message = format!("there is no line {}", number(None));
        let mut suspect: Option<Suspect> = None;
        for &at in digits {
            let there =
                |digit: char| digit.is_ascii_digit() && self.lines.contains(&number(Some((at, digit))));
            if let Some((diagnostic, repairs)) = self.sign(unit, line, at, &message, text, there) {
                suspect.get_or_insert((diagnostic, Vec::new())).1.extend(repairs);
            }
        }
        if let Some((_, repairs)) = &mut suspect {
            repairs.sort_by_key(|repair| repair.cost);
            repairs.truncate(MOST_REPAIRS);
        }
        suspect
    }

    /// The finding at one sign of the body, if another that `has` makes it right.
    fn sign(
        &self,
        unit: &Unit<'_>,
        line: &Joined,
        at: usize,
        message: &str,
        text: &Text<'_>,
        has: impl Fn(char) -> bool,
    ) -> Option<Suspect> {
        let cell = line.cells.get(line.parsed.origins[at])?;
        let wrong = unit.rows.iter().find(|row| row.cells.contains(cell))?;
        let index = wrong.cells.iter().position(|other| other == cell)?;
        let mut repairs: Vec<Repair> = edits::confused(char::from(cell.code.to_ascii_uppercase()))
            .into_iter()
            .filter(|&(sign, _)| has(sign))
            .filter_map(|(sign, cost)| {
                let mut right = wrong.clone();
                right.cells[index].code = sign as u8;
                let changes = vec![repair::change(wrong, &right, text)?];
                Some(Repair { changes, cost })
            })
            .collect();
        repairs.dedup_by(|one, other| one.changes == other.changes);
        repairs.truncate(MOST_REPAIRS);
        let diagnostic = Diagnostic::warning(cell.span.clone(), message, "a sign read for another?");
        (!repairs.is_empty()).then_some((diagnostic, repairs))
    }
}

/// The letters of the arrays that a line dimensions.
fn dimensioned(body: &[u8]) -> Vec<u8> {
    let letter = |pair: &[u8]| (pair[0] == token::DIM).then_some(pair[1].to_ascii_uppercase());
    body.windows(2).filter_map(letter).collect()
}
