//! Why a program has stopped with an error: the statement, what is wrong in it, and the active GO SUBs.

mod cause;
mod elsewhere;
mod error_probe;
mod report;
mod scene;
pub(crate) mod text;
mod trial;
pub(crate) mod words;

use std::ops::Range;

use girafa_basic::diagnostic::{self, Excerpt};
use girafa_spectrum::Spectrum;
use serde::Serialize;

use crate::StatementPlace;
use crate::sysvars;
use crate::text::Glyphs;
use crate::variables::{self, Number};
use cause::{Case, Cause};
use elsewhere::Elsewhere;
use report::Report;
use scene::{Found, Scene};
use text::Text;
use trial::Trial;

pub use cause::Subscript;
pub use error_probe::ErrorProbe;

/// The active GO SUBs of a machine, innermost first, as the GO SUB statements themselves. Line 0 is a direct
/// command.
pub fn calls(machine: &Spectrum) -> Vec<StatementPlace> {
    scene::calls(machine)
}

/// The position of the DATA statement from which READ takes its next item, or whose last item it has read;
/// `None` if it is not in the program.
pub fn data_place(machine: &Spectrum) -> Option<StatementPlace> {
    let found = Scene::new(machine).at(machine.peek16(scene::DATADD))?;
    Some(StatementPlace {
        line: found.line.number,
        statement: found.statement,
    })
}

/// Maximum number of calls shown below an error.
const MAX_SHOWN_CALLS: usize = 10;
/// Maximum number of calls kept: an endless GO SUB has thousands.
const MAX_KEPT_CALLS: usize = 100;
/// Lines from this number on cannot run.
const FIRST_DIRECT_LINE: u16 = 0xF000;
/// Maximum number of characters shown on each side of the marked text.
const MAX_CONTEXT_LENGTH: usize = 300;

/// An error that has stopped a program.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RuntimeError {
    /// The report's code: a digit or a capital letter. Some ROMs show none.
    pub code: Option<char>,
    /// The report's text.
    pub message: String,
    /// The subject of the message, such as a variable's name.
    pub subject: Option<String>,
    /// The statement that stopped.
    #[serde(flatten)]
    pub statement: Passage,
    /// The other text that the statement was reading: a function's definition, DATA, the text of VAL, an
    /// answer.
    pub within: Option<Within>,
    /// The variable or function at fault.
    pub variable: Option<String>,
    /// The subscripts, if one is wrong.
    pub subscripts: Vec<Subscript>,
    /// The value that is out of range, or a function's argument.
    pub value: Option<Number>,
    /// The active GO SUBs, innermost first, at most 100.
    pub calls: Vec<Call>,
    /// The number of active GO SUBs.
    pub depth: usize,
    /// Whether the statement is in a direct command, not in a line 0 of the program.
    #[serde(skip)]
    is_typed: bool,
}

/// A statement with a marked part of its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// The line's number; 0 for a direct command.
    pub line: u16,
    /// The statement's number in the line.
    #[serde(rename = "statement")]
    pub number: u8,
    /// The whole line as LLIST prints it, without its number; control codes as `\{16}`. Empty if it is no
    /// longer known.
    pub text: String,
    /// The marked characters of the text, counted from 0.
    pub columns: Range<usize>,
    /// The label of the mark; may be empty.
    pub label: String,
}

/// The other text that a statement was reading when it stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Within {
    /// The kind of text.
    pub what: Kind,
    /// The text, its position, and what is wrong there.
    #[serde(flatten)]
    pub passage: Passage,
}

/// The kinds of text that a statement may read besides itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A function's definition.
    DefFn,
    /// Items of DATA.
    Data,
    /// The argument of VAL or VAL$.
    Val,
    /// An answer to INPUT.
    Answer,
}

/// An active GO SUB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Its position; line 0 is a direct command.
    #[serde(flatten)]
    pub place: StatementPlace,
    /// The statement's text, if it is still in the program.
    pub text: String,
}

impl RuntimeError {
    /// The error whose report a machine shows. `None` if it shows no report, or if the program ended normally
    /// (OK, STOP) or by BREAK. Fewer details are known if `probe` has not captured the error, for example in
    /// a machine from a snapshot.
    pub fn of(machine: &Spectrum, glyphs: &Glyphs, probe: &ErrorProbe) -> Option<RuntimeError> {
        let bottom = glyphs.screen_rows(machine, 22).concat();
        let seen = probe.last().map(|(number, place)| (number, reported(place)));
        let shown = Report::of(bottom.trim(), seen)?;
        let witnessed = match seen == Some((shown.number, shown.place)) {
            true => probe.machine(machine),
            false => None,
        };
        let is_witnessed = witnessed.is_some();
        let then = witnessed.as_ref().unwrap_or(machine);
        let scene = Scene::new(then);
        let mut fault = RuntimeError::at(shown, &scene, is_witnessed);
        let calls = scene::calls(machine);
        fault.depth = calls.len();
        fault.calls = calls
            .into_iter()
            .take(MAX_KEPT_CALLS)
            .map(|place| Call {
                place,
                text: scene.statement(place).map_or_else(String::new, |found| {
                    text::of(&found.line.body[found.range.clone()])
                }),
            })
            .collect();
        Some(fault)
    }

    /// The error without the GO SUBs.
    fn at(shown: Report, scene: &Scene, is_witnessed: bool) -> RuntimeError {
        let is_typed = shown.place.line == 0 && scene.is_typed();
        let mut fault = RuntimeError {
            code: shown.code,
            message: shown.message,
            subject: None,
            statement: Passage {
                line: shown.place.line,
                number: shown.place.statement,
                text: String::new(),
                columns: 0..0,
                label: String::new(),
            },
            within: None,
            variable: None,
            subscripts: Vec::new(),
            value: None,
            calls: Vec::new(),
            depth: 0,
            is_typed,
        };
        // A direct command is gone once its report is shown.
        let found = scene.statement(shown.place).filter(|_| is_witnessed || !is_typed);
        let Some(found) = found else { return fault };
        let machine = scene.machine;
        let trial = Trial::new(machine);
        let variables = variables::of_machine(machine);
        let read_to = is_witnessed.then(|| machine.peek16(sysvars::CH_ADD));
        let case = |found| Case::new(shown.number, scene, &trial, &variables, found, read_to);
        let statement = case(&found);
        let elsewhere = read_to
            .filter(|_| statement.point.is_none())
            .and_then(|point| elsewhere::of(&statement, point));
        let Some(Elsewhere {
            what,
            found: other,
            mark,
        }) = elsewhere
        else {
            let cause = statement.cause();
            fault.statement = passage(&found, cause.mark.clone(), &cause.label);
            fault.take(cause);
            return fault;
        };
        let cause = case(&other).cause();
        let label = match what {
            Kind::DefFn => "the error is in this function",
            Kind::Data => "the error is in the item of DATA",
            Kind::Val => "the error is in this text",
            Kind::Answer => "the error is in the answer",
        };
        fault.statement = passage(&found, mark, label);
        fault.within = Some(Within {
            what,
            passage: passage(&other, cause.mark.clone(), &cause.label),
        });
        fault.take(cause);
        fault
    }

    fn take(&mut self, cause: Cause) {
        self.subject = cause.subject;
        self.variable = cause.variable;
        self.subscripts = cause.subscripts;
        self.value = cause.value;
    }

    /// The line of the statement that stopped; `None` for a direct command.
    pub fn line(&self) -> Option<u16> {
        Some(self.statement.line).filter(|_| !self.is_typed)
    }

    /// The report with its subject: `2 Variable not found: total`.
    pub fn title(&self) -> String {
        let code = self.code.map(|code| format!("{code} ")).unwrap_or_default();
        let about = self.subject.as_ref().map(|subject| format!(": {subject}"));
        format!("{code}{}{}", self.message, about.unwrap_or_default())
    }

    /// The error on one line: `2 Variable not found: total, 30:2, from 100:1`.
    pub fn line_of_status(&self) -> String {
        let mut row = format!(
            "{}, {}:{}",
            self.title(),
            self.statement.line,
            self.statement.number
        );
        if let Some(call) = self.calls.first() {
            row += &format!(", from {}", call.place);
        }
        if let Some(more @ 1..) = self.depth.checked_sub(1) {
            row += &format!(" and {more} more");
        }
        row
    }

    /// Formats the error as compilers do, with the line and a caret; `origin` names the source of the line.
    /// `colour` adds ANSI codes.
    pub fn render(&self, origin: &str, colour: bool) -> String {
        let place = |passage: &Passage| format!("statement {}:{}", passage.line, passage.number);
        let mut excerpts = Vec::new();
        let mut notes = Vec::new();
        let own = match self.line() {
            Some(_) => format!("{origin}, {}", place(&self.statement)),
            None => format!("the typed line, statement {}", self.statement.number),
        };
        if self.statement.text.is_empty() {
            notes.push(own);
        } else {
            excerpts.push(self.statement.excerpt(own, Some(self.statement.line)));
        }
        if let Some(Within { what, passage }) = &self.within {
            let (place, number) = match what {
                Kind::DefFn | Kind::Data => (place(passage), Some(passage.line)),
                Kind::Val => ("the text of VAL".to_owned(), None),
                Kind::Answer => ("the answer".to_owned(), None),
            };
            excerpts.push(passage.excerpt(place, number));
        }
        let calls = self
            .calls
            .iter()
            .take(MAX_SHOWN_CALLS)
            .map(|call| match call.place.line {
                0 => "called from the typed line".to_owned(),
                _ => format!("called from {} {}", call.place, call.text),
            });
        notes.extend(calls);
        if let Some(more @ 1..) = self.depth.checked_sub(MAX_SHOWN_CALLS) {
            notes.push(format!("and {more} more"));
        }
        diagnostic::render_error(&self.title(), &excerpts, &notes, colour)
    }
}

impl Passage {
    /// The line with its mark; a very long line is cut around the mark.
    fn excerpt(&self, place: String, number: Option<u16>) -> Excerpt {
        let characters: Vec<char> = self.text.chars().collect();
        let length = characters.len();
        let from = self.columns.start.saturating_sub(MAX_CONTEXT_LENGTH).min(length);
        let to = self.columns.end.saturating_add(MAX_CONTEXT_LENGTH).min(length);
        let part = |columns: Range<usize>| characters[columns.start..columns.end].iter().collect::<String>();
        let (start, end) = (self.columns.start.min(length), self.columns.end.min(length));
        let cut = |is_cut| if is_cut { "…" } else { "" };
        let before = cut(from > 0).to_owned() + &part(from..start);
        let marked = part(start..end.max(start));
        let after = part(end.max(start)..to.max(end).max(start)) + cut(to < length);
        Excerpt {
            place,
            number: number.map(usize::from),
            mark: before.len()..before.len() + marked.len(),
            row: before + &marked + &after,
            label: self.label.clone(),
        }
    }
}

/// The position as reports show it: a direct command, whose line number is 65534, has line 0.
fn reported(place: StatementPlace) -> StatementPlace {
    StatementPlace {
        line: if place.line < FIRST_DIRECT_LINE {
            place.line
        } else {
            0
        },
        ..place
    }
}

/// The statement with its mark; the whole statement if there is no mark.
fn passage(found: &Found, mark: Option<Range<usize>>, label: &str) -> Passage {
    let text = Text::new(&found.line.body);
    let columns = mark
        .and_then(|mark| text.columns(&mark))
        .or_else(|| text.columns(&found.range));
    let text = text.string();
    let end = text.chars().count();
    Passage {
        line: found.line.number,
        number: found.statement,
        columns: columns.unwrap_or(end..end),
        text,
        label: label.to_owned(),
    }
}
