//! What is wrong or suspicious in a program: jumps into nowhere, variables that nothing sets, loops without
//! their other half, lines that nothing reaches, constants that a statement cannot take. Only what can be
//! seen in the text for certain is reported; where a jump is computed or variables are loaded, nothing is
//! said about what depends on it.
//!
//! A finding is an error if the run stops there as soon as it comes there, and it can come there, and nothing
//! outside of the text can make it right. Else it is a warning.
//!
//! The findings' codes are those of [`KINDS`] and of `docs/checks.md`.
//!
//! ```text
//! statements.rs  the text as statements of words, each with its place
//! flow.rs        jumps, loops, lines that nothing reaches
//! subroutines.rs subroutines that the main part runs into
//! names.rs       variables, arrays, functions, DATA
//! functions.rs   the arguments of FN; variables with a function's name
//! accesses.rs    the variables that a statement reads and sets, in order
//! unused.rs      variables that are set and never read
//! strings.rs     what VAL takes out of strings
//! sysvars.rs     POKEs of system variables
//! values.rs      expressions of constants, worked out
//! ranges.rs      constants that statements cannot take
//! course.rs      the part of a run that is certain, to the READ that finds no DATA
//! outside.rs     what may make a program whole that its text does not show
//! saved.rs       the names of variables on the tape
//! codes.rs       the kinds of findings
//! allow.rs       REM girafa: allow
//! ```

mod accesses;
mod allow;
mod calls;
mod codes;
mod course;
mod flow;
mod functions;
mod loops;
pub(crate) mod names;
mod outside;
mod ranges;
mod saved;
pub(crate) mod statements;
mod strings;
mod subroutines;
mod sysvars;
mod unused;
mod values;

pub use codes::{KINDS, Kind, Level, Levels, kind};

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::index::Index;
use crate::tokenise;
use loops::Loops;
use outside::Outside;
use statements::Statements;

/// Looks through a program's text. Errors: it does not parse.
///
/// ```
/// let found = girafa_basic::check::text("10 GO TO 100\n20 PRINT a\n").unwrap();
/// let codes: Vec<_> = found.iter().filter_map(|finding| finding.code).collect();
/// assert_eq!(codes, ["G002", "G007", "G010"]);
/// ```
pub fn text(text: &str) -> Result<Diagnostics, Diagnostics> {
    let done = tokenise::program(text, &tokenise::Options::default())?;
    let found = findings(&Statements::read(text), true, false);
    Ok(noted(done.warnings)
        .chain(found)
        .collect::<Diagnostics>()
        .sorted())
}

/// Looks through a program's text, which may have mistakes: they come with what is found in the other lines.
/// `running`: it is from the memory of a machine, with variables that the text does not show.
///
/// ```
/// let found = girafa_basic::check::all("10 PIRNT 1\n20 BORDER 9\n", false);
/// let codes: Vec<_> = found.iter().filter_map(|finding| finding.code).collect();
/// assert_eq!(codes, ["G100", "G030"]);
/// ```
pub fn all(text: &str, running: bool) -> Diagnostics {
    read(text, running).0
}

/// As [`all`], and what the listing names and where: both are read from it at once, which an editor asks for
/// after each key.
pub fn with_index(text: &str, running: bool) -> (Diagnostics, Index) {
    let (found, program) = read(text, running);
    (found, Index::of_statements(program))
}

/// The findings and what they were found in, as far as it can be read: of a text that is too long for a
/// listing, nothing.
fn read(text: &str, running: bool) -> (Diagnostics, Statements) {
    let whole = tokenise::program(text, &tokenise::Options::default());
    if text.len() > tokenise::MAX_TEXT_LENGTH {
        return (whole.err().unwrap_or_default(), Statements::read(""));
    }
    let program = Statements::read(text);
    let is_whole = whole.is_ok();
    let said: Diagnostics = match whole {
        Ok(done) => noted(done.warnings).collect(),
        Err(mistakes) => mistakes,
    };
    let found = said.into_iter().chain(findings(&program, is_whole, running));
    (found.collect::<Diagnostics>().sorted(), program)
}

/// What the tokeniser says of a listing without mistakes: what has no code is a finding of our own, too.
fn noted(warnings: Diagnostics) -> impl Iterator<Item = Diagnostic> {
    warnings.into_iter().filter(|warning| warning.code.is_some())
}

/// What is found in the lines that can be read; if the text is `whole`, those are all that there are.
fn findings(program: &Statements, whole: bool, running: bool) -> Diagnostics {
    let loops = Loops::of(program);
    let outside = Outside::of(program, running);
    let mut found = flow::check(program, &loops);
    found.extend(names::check(program));
    found.extend(functions::hidden(program));
    found.extend(strings::check(program));
    found.extend(sysvars::check(program));
    found.extend(ranges::check(program));
    if whole {
        found.extend(flow::halves(program, &loops));
        found.extend(names::missing(program));
        found.extend(functions::arguments(program));
        found.extend(unread(program));
        if outside.parts.is_none() {
            found.extend(subroutines::check(program, &loops));
            found.extend(unused::check(program));
        }
        if !outside.starts_elsewhere && outside.errors.is_none() {
            let certain = course::check(program, &loops);
            let is_known = |certain: &Diagnostic| {
                found.iter().any(|known| {
                    let same_place = known.span == certain.span || certain.code == Some("G013");
                    known.code == certain.code && same_place
                })
            };
            let certain = certain.filter(|certain| !is_known(certain));
            // The run shows where the program runs into a subroutine: no warning of it is needed.
            if certain
                .as_ref()
                .is_some_and(|certain| certain.code == Some("G015"))
            {
                found.retain(|finding| finding.code != Some("G015"));
            }
            found.extend(certain);
        }
    }
    let reached = flow::reached(program, &loops, true);
    let found = found
        .into_iter()
        .map(|finding| weighed(finding, program, &outside, reached.as_deref()))
        .collect::<Diagnostics>();
    allow::filtered(program, found).sorted()
}

/// The finding as a warning, if it is an error that need not be one.
fn weighed(
    finding: Diagnostic,
    program: &Statements,
    outside: &Outside,
    reached: Option<&[bool]>,
) -> Diagnostic {
    if finding.severity != Severity::Error {
        return finding;
    }
    let statement = program
        .statements
        .partition_point(|statement| statement.span().start <= finding.span.start)
        .saturating_sub(1);
    let is_reached = reached.is_none_or(|reached| reached.get(statement).copied().unwrap_or(true));
    let why = match finding.code {
        _ if !is_reached => Some("not an error, because this is unreachable"),
        Some("G003" | "G005" | "G010" | "G012" | "G013" | "G014") => outside.parts.as_deref(),
        Some("G033") => outside.printing.as_deref().or(outside.errors.as_deref()),
        _ => outside.errors.as_deref(),
    };
    let Some(why) = why else { return finding };
    let why = format!("only a warning: {why}");
    let help = match &finding.help {
        Some(help) => format!("{help}; {why}"),
        None => why,
    };
    Diagnostic {
        severity: Severity::Warning,
        ..finding.help(help)
    }
}

/// Notes on the lines of a tape's program that cannot be read.
fn unread(program: &Statements) -> impl Iterator<Item = Diagnostic> {
    program.unread.iter().map(|(number, place)| Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::warning(
            place.clone(),
            format!("line {number} cannot come from the editor: it is not checked"),
            "",
        )
        .code("G104")
    })
}
