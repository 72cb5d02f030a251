//! Renumbers the lines of a listing and every reference to them: GO TO, GO SUB, RUN, RESTORE, LIST, LLIST,
//! SAVE with LINE, and the head comment's autostart.
//!
//! Only the numbers in the text are edited, so that everything else is unchanged. Tokens are renumbered in
//! the text that [`crate::text`] produces.
//!
//! ```
//! use girafa_basic::renumber::{self, Numbering};
//! let listing = "1 LET a = 1 : rem goto 2\n2 GO TO 2\n";
//! let renumbered = renumber::text(listing, &Numbering::default()).unwrap();
//! assert_eq!(renumbered.apply(listing), "10 LET a = 1 : rem goto 2\n20 GO TO 20\n");
//! ```

use std::ops::{Range, RangeInclusive};

use crate::check::statements::{Placed, Statement, Statements, Word};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edit::{self, Edit};
use crate::head::Head;
use crate::program::LAST_LINE;
use crate::source;
use crate::token;
use crate::tokenise::{self, Options};

/// The new line numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The first line's number, from 1.
    pub first: u16,
    /// The increment between lines, from 1.
    pub step: u16,
    /// The lines to renumber, by their present numbers.
    pub lines: RangeInclusive<u16>,
}

impl Default for Numbering {
    /// All lines: 10, 20, 30...
    fn default() -> Numbering {
        Numbering {
            first: 10,
            step: 10,
            lines: 0..=u16::MAX,
        }
    }
}

/// The result of renumbering a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renumbered {
    /// The edits, sorted by position; they do not overlap or touch.
    pub edits: Vec<Edit>,
    /// The old and new number of each line, in the order of the lines.
    pub numbers: Vec<(u16, u16)>,
    /// References to check by hand, with places in the old text: targets that are computed at run time, that
    /// do not exist, or that cannot be read.
    pub notes: Diagnostics,
}

impl Renumbered {
    /// Returns the new text of the listing.
    pub fn apply(&self, text: &str) -> String {
        edit::apply(text, &self.edits)
    }

    /// Returns the new number of the line that contains one of the [`notes`](Self::notes); `None` if no line
    /// does.
    pub fn line_of(&self, note: &Diagnostic, text: &str) -> Option<u16> {
        let lines = source::lines(text, true, &mut Diagnostics::default());
        let after = lines.partition_point(|line| line.number_span.start <= note.span.start);
        Some(self.numbers.get(after.checked_sub(1)?)?.1)
    }
}

/// Reasons why a listing cannot be renumbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenumberError {
    /// First number or step is 0, or the first number is above 9999.
    #[error(
        "first line {first}, step {step}: lines are numbered from 1 to {LAST_LINE}, and the step is at least 1"
    )]
    Numbering {
        /// The first number.
        first: u16,
        /// The step.
        step: u16,
    },
    /// The listing has errors, and the lines with errors could have references.
    #[error("fix the errors in the listing first: {0}")]
    Mistakes(Diagnostics),
    /// The text has labels instead of numbers.
    #[error(
        "this listing has labels instead of line numbers; to number it, make a tape of it (girafa tap) and renumber that"
    )]
    Labels,
    /// There is no line in the range.
    #[error("no line has a number from {first} to {last}")]
    NoLine {
        /// The range's first number.
        first: u16,
        /// Its last.
        last: u16,
    },
    /// The numbers would exceed the highest line number.
    #[error(
        "{count} lines from {first} by {step} go up to {last}, beyond {LAST_LINE}{}",
        if *fitting == 0 { String::new() } else { format!(": the step can be at most {fitting}") }
    )]
    Beyond {
        /// The number of lines to renumber.
        count: usize,
        /// The first number.
        first: u16,
        /// The step.
        step: u16,
        /// The number of the last line.
        last: u64,
        /// The largest step that fits; 0 if none does.
        fitting: u64,
    },
    /// Lines in the range would move past lines outside it.
    #[error(
        "line {old} would become line {new} and no longer be {side} line {other}, which is not renumbered"
    )]
    Order {
        /// A line of the range.
        old: u16,
        /// Its new number.
        new: u16,
        /// Its required position: `after` or `before`.
        side: &'static str,
        /// The neighbour outside the range.
        other: u16,
    },
    /// The lines are not sorted, as on some tapes: only all of them can be renumbered.
    #[error("the line numbers do not increase: renumber all lines, not {first} to {last}")]
    NotInOrder {
        /// The range's first number.
        first: u16,
        /// Its last.
        last: u16,
    },
}

/// Renumbers a listing.
///
/// A target that does not exist is replaced by the next line, where the machine would jump, and noted. A
/// computed target, `GO TO VAL "10"` too, is unchanged and noted, as is a POKE of a line number for the ROM.
/// Strings and remarks are not changed. A target beyond the last line stays beyond it, and 0, which means the
/// first line, stays 0.
///
/// # Errors
/// See [`RenumberError`].
pub fn text(text: &str, numbering: &Numbering) -> Result<Renumbered, RenumberError> {
    let Numbering { first, step, .. } = *numbering;
    if !(1..=LAST_LINE).contains(&first) || step == 0 {
        return Err(RenumberError::Numbering { first, step });
    }
    tokenise::program(text, &Options::default()).map_err(RenumberError::Mistakes)?;
    let program = Statements::read(text);
    // Lines without a number in the text were numbered automatically, and have an empty place.
    let is_numbered = program.lines.iter().all(|(_, place)| !place.is_empty());
    if !is_numbered && text.lines().any(|row| row.trim_start().starts_with('@')) {
        return Err(RenumberError::Labels);
    }
    let new = new_numbers(&program, numbering)?;
    let mut renumbering = Renumbering {
        text,
        program: &program,
        last: new.iter().copied().max().unwrap_or_default(),
        new,
        edits: Vec::new(),
        notes: Diagnostics::default(),
    };
    renumbering.heads();
    for statement in &program.statements {
        renumbering.statement(statement);
    }
    for (line, (number, place)) in program.lines.iter().enumerate() {
        if program.unread.contains(&(*number, place.clone())) {
            let message = format!(
                "{} cannot come from the editor: targets in it are unchanged",
                renumbering.new[line]
            );
            renumbering.note(place.clone(), message);
        }
    }
    renumbering.head_comment();
    let Renumbering {
        mut edits,
        notes,
        new,
        ..
    } = renumbering;
    edits.sort_by_key(|edit| edit.span.start);
    edits.retain(|edit| text[edit.span.clone()] != edit.replacement);
    let old = program.lines.iter().map(|(number, _)| *number);
    Ok(Renumbered {
        edits,
        numbers: old.zip(new).collect(),
        notes: notes.sorted(),
    })
}

/// The new number of each line.
fn new_numbers(program: &Statements, numbering: &Numbering) -> Result<Vec<u16>, RenumberError> {
    let old: Vec<u16> = program.lines.iter().map(|(number, _)| *number).collect();
    let Numbering { first, step, lines } = numbering;
    let count = old.iter().filter(|number| lines.contains(number)).count();
    let (from, to) = (*lines.start(), *lines.end());
    if count == 0 {
        return Err(RenumberError::NoLine {
            first: from,
            last: to,
        });
    }
    let gaps = count as u64 - 1;
    let last = u64::from(*first) + gaps * u64::from(*step);
    if last > u64::from(LAST_LINE) {
        return Err(RenumberError::Beyond {
            count,
            first: *first,
            step: *step,
            last,
            fitting: u64::from(LAST_LINE - first).checked_div(gaps).unwrap_or_default(),
        });
    }
    if count < old.len() && !old.is_sorted() {
        return Err(RenumberError::NotInOrder {
            first: from,
            last: to,
        });
    }
    let mut next = (*first..=LAST_LINE).step_by(usize::from(*step));
    let new: Vec<u16> = old
        .iter()
        .map(|&number| {
            let renumbered = lines.contains(&number).then(|| next.next()).flatten();
            renumbered.unwrap_or(number)
        })
        .collect();
    for at in 1..new.len() {
        let [before, after] = [at - 1, at];
        if new[before] < new[after] {
            continue;
        }
        let order = |old, new, side, other| RenumberError::Order {
            old,
            new,
            side,
            other,
        };
        return Err(if lines.contains(&old[before]) {
            order(old[before], new[before], "before", old[after])
        } else {
            order(old[after], new[after], "after", old[before])
        });
    }
    Ok(new)
}

struct Renumbering<'a> {
    text: &'a str,
    program: &'a Statements,
    /// The new number of each line, and the highest of them.
    new: Vec<u16>,
    last: u16,
    edits: Vec<Edit>,
    notes: Diagnostics,
}

impl Renumbering<'_> {
    fn note(&mut self, span: Range<usize>, message: String) {
        self.notes.push(Diagnostic::warning(span, message, ""));
    }

    fn edit(&mut self, span: Range<usize>, replacement: String) {
        self.edits.push(Edit { span, replacement });
    }

    /// Edits the line numbers. If all of them end in the same column, the new ones do so too.
    fn heads(&mut self) {
        let program = self.program;
        let indents: Vec<usize> = program
            .lines
            .iter()
            .map(|(_, place)| self.indent(place.start))
            .collect();
        let width = |(indent, (_, place)): (&usize, &(u16, Range<usize>))| indent + place.len();
        let mut widths = indents.iter().zip(&program.lines).map(width);
        let first = widths.next().unwrap_or_default();
        let is_aligned = indents.iter().any(|&indent| indent > 0) && widths.all(|width| width == first);
        for (line, (_, place)) in program.lines.iter().enumerate() {
            let number = self.new[line];
            if is_aligned && !place.is_empty() {
                let number = number.to_string();
                // A width in a format string is limited to 65,535.
                let indent = " ".repeat(first.saturating_sub(number.len()));
                self.edit(place.start - indents[line]..place.end, indent + &number);
            } else if place.is_empty() {
                self.edit(place.clone(), format!("{number} "));
            } else {
                self.edit(place.clone(), number.to_string());
            }
        }
    }

    /// The number of spaces before a place if only spaces are before it in its row.
    fn indent(&self, at: usize) -> usize {
        let row = self.text[..at].trim_end_matches(' ');
        if row.is_empty() || row.ends_with('\n') {
            at - row.len()
        } else {
            0
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if statement.command() == Some(token::MERGE) {
            let message = "MERGE puts the lines of another program among these, by its numbers".to_owned();
            return self.note(statement.span(), message);
        }
        if let Some(name) = poked_line(statement) {
            let message = format!("{name} is set to a line number: check whether it is still right");
            return self.note(statement.span(), message);
        }
        let Some((what, target)) = target(statement) else {
            return;
        };
        let [
            Placed {
                word: Word::Number(value),
                span,
                ..
            },
        ] = target
        else {
            let span = target[0].span.start..statement.span().end;
            let written = self.text[span.clone()]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            let message = format!("{what} {written}: the target is computed, and is left unchanged");
            return self.note(span, message);
        };
        let span = span.start..self.end_with_hidden(span.end);
        self.target(what, value.to_f64(), span);
    }

    /// Renumbers a reference.
    fn target(&mut self, what: &str, value: f64, span: Range<usize>) {
        // Rounded as the machine does.
        let number = (value + 0.5).floor();
        if !(1.0..=MAX_TARGET).contains(&number) {
            return;
        }
        let Some(line) = self.program.line_from(number) else {
            let beyond = number.max(f64::from(self.last) + 1.0);
            let stays = if beyond == number {
                "it stays so".to_owned()
            } else {
                self.edit(span.clone(), beyond.to_string());
                format!("now it is {what} {beyond}")
            };
            return self.note(span, format!("{what} {number} is beyond the last line; {stays}"));
        };
        let new = self.new[line];
        let next = self.program.lines[line].0;
        if f64::from(next) != number {
            let message =
                format!("{what} {number}: line {number} did not exist; the next line was {next}, now {new}");
            self.note(span.clone(), message);
        }
        self.edit(span, new.to_string());
    }

    /// The end of a number including escaped hidden bytes after its digits, which would have the wrong value.
    fn end_with_hidden(&self, end: usize) -> usize {
        let row = self.text[end..].split(['\n', '\r']).next().unwrap_or_default();
        let row: String = row.chars().take(MAX_HIDDEN_LENGTH).collect();
        let (cells, _) = source::cells_as_far(&row);
        match (cells.first(), cells.get(5)) {
            (Some(first), Some(last)) if first.code == token::NUMBER && first.escaped => end + last.span.end,
            _ => end,
        }
    }

    /// Renumbers the autostart line.
    fn head_comment(&mut self) {
        for (line, place) in Head::read(self.text, &mut Diagnostics::default()).autostarts {
            self.target("autostart", f64::from(line), place);
        }
    }
}

/// Maximum length of a number's six hidden bytes as escapes, in characters.
const MAX_HIDDEN_LENGTH: usize = 64;
/// The highest line that GO TO accepts.
const MAX_TARGET: f64 = 61_439.0;

/// Returns the name of a statement with a line number, for messages, and the words of that number.
pub(crate) fn target(statement: &Statement) -> Option<(&'static str, &[Placed])> {
    let command = statement.command()?;
    let words = &statement.words[1..];
    let (what, words) = match command {
        token::GO_TO | token::GO_SUB | token::RUN | token::RESTORE => (token::text(command)?, words),
        token::LIST | token::LLIST => (token::text(command)?, after_stream(words)),
        token::SAVE => {
            let line = words
                .iter()
                .position(|placed| placed.word == Word::Key(token::LINE))?;
            ("LINE", &words[line + 1..])
        }
        _ => return None,
    };
    (!words.is_empty()).then_some((what, words))
}

/// The words after the stream in LIST #3,100.
fn after_stream(words: &[Placed]) -> &[Placed] {
    if words
        .first()
        .is_none_or(|placed| placed.word != Word::Symbol(b'#'))
    {
        return words;
    }
    let mut depth = 0;
    for (at, placed) in words.iter().enumerate() {
        match placed.word {
            Word::Symbol(b'(') => depth += 1,
            Word::Symbol(b')') => depth -= 1,
            Word::Symbol(b',' | b';') if depth == 0 => return &words[at + 1..],
            _ => {}
        }
    }
    &[]
}

/// The system variable that holds a line number and is set by a POKE of a constant address. Source: chapter
/// 25 of the 48K's manual.
fn poked_line(statement: &Statement) -> Option<&'static str> {
    let [
        Placed {
            word: Word::Key(token::POKE),
            ..
        },
        Placed {
            word: Word::Number(address),
            ..
        },
        Placed {
            word: Word::Symbol(b','),
            ..
        },
        ..,
    ] = &statement.words[..]
    else {
        return None;
    };
    match address.to_f64() as u32 {
        23_618 | 23_619 => Some("NEWPPC"),
        23_625 | 23_626 => Some("E PPC"),
        23_662 | 23_663 => Some("OLDPPC"),
        _ => None,
    }
}
