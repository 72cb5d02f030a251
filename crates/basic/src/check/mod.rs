//! What is wrong or suspicious in a program that parses: jumps into nowhere, variables that nothing sets, loops without their
//! other half, lines that nothing reaches. Only what can be seen in the text for certain is reported; where a jump is
//! computed or variables are loaded, nothing is said about what depends on it.
//!
//! The findings' codes are those of `docs/checks.md`.
//!
//! ```text
//! statements.rs  the text as statements of words, each with its place
//! flow.rs        jumps, loops, lines that nothing reaches
//! names.rs       variables, arrays, functions, DATA
//! strings.rs     what VAL takes out of strings
//! sysvars.rs     POKEs of system variables
//! ```

mod flow;
mod names;
mod statements;
mod strings;
mod sysvars;

use crate::diagnostic::{Diagnostic, Diagnostics};
use statements::Statements;

/// Looks through a program's text. Errors: it does not parse.
///
/// ```
/// let found = girafa_basic::check::text("10 GO TO 100\n20 PRINT a\n").unwrap();
/// let codes: Vec<_> = found.iter().filter_map(|finding| finding.code).collect();
/// assert_eq!(codes, ["G002", "G007", "G010"]);
/// ```
pub fn text(text: &str) -> Result<Diagnostics, Diagnostics> {
    let program = Statements::read(text)?;
    let mut findings = Diagnostics::default();
    for check in [flow::check, names::check, strings::check, sysvars::check] {
        check(&program)
            .into_iter()
            .for_each(|finding: Diagnostic| findings.push(finding));
    }
    Ok(findings.sorted())
}
