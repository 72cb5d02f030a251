//! Static checks of a program: jumps to missing lines, undefined variables, incomplete loops, unreachable
//! lines, constants out of range. Only problems that are certain from the text are reported; where a jump is
//! computed or variables are loaded, nothing that depends on it is reported.
//!
//! A problem is an error if it is reachable, always stops the run, and nothing outside the text can prevent
//! it. Otherwise it is a warning.
//!
//! The codes of the diagnostics are listed in [`KINDS`] and in `docs/checks.md`.
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

/// Checks a program's text. Errors: the text does not parse.
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

/// Checks a program's text, which may have syntax errors: they are reported together with the problems of the
/// other lines. `running`: the text is from the memory of a machine, with variables that it does not show.
///
/// ```
/// let found = girafa_basic::check::all("10 PIRNT 1\n20 BORDER 9\n", false);
/// let codes: Vec<_> = found.iter().filter_map(|finding| finding.code).collect();
/// assert_eq!(codes, ["G100", "G030"]);
/// ```
pub fn all(text: &str, running: bool) -> Diagnostics {
    read(text, running).0
}

/// Like [`all`], and returns the index of the listing's names: an editor needs both after each key, and the
/// text is read only once.
pub fn with_index(text: &str, running: bool) -> (Diagnostics, Index) {
    let (found, program) = read(text, running);
    (found, Index::of_statements(program))
}

/// Returns the diagnostics and the statements that can be read; no statements if the text is too long for a
/// listing.
fn read(text: &str, running: bool) -> (Diagnostics, Statements) {
    let whole = tokenise::program(text, &tokenise::Options::default());
    if text.len() > tokenise::MAX_TEXT_LENGTH {
        return (whole.err().unwrap_or_default(), Statements::read(""));
    }
    let program = Statements::read(text);
    let is_whole = whole.is_ok();
    let parse_diagnostics: Diagnostics = match whole {
        Ok(done) => noted(done.warnings).collect(),
        Err(mistakes) => mistakes,
    };
    let found = parse_diagnostics
        .into_iter()
        .chain(findings(&program, is_whole, running));
    (found.collect::<Diagnostics>().sorted(), program)
}

/// Converts the tokeniser's warnings about a listing without errors; a warning without a code has an
/// equivalent among the checks.
fn noted(warnings: Diagnostics) -> impl Iterator<Item = Diagnostic> {
    warnings.into_iter().filter(|warning| warning.code.is_some())
}

/// Checks the lines that can be read. `whole`: those are all lines of the program.
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
            // Following the run has already found that the program continues into a subroutine: the warning
            // would be redundant.
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

/// Reduces an error to a warning if it may not occur.
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

/// Notes about lines of a tape's program that cannot be read.
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
