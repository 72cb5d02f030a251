//! A program's text to its bytes.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::grammar::{self, Names};
use crate::plain;
use crate::program::{Line, Program};
use crate::source::{self, SourceLine};

/// What becomes of blanks outside strings and remarks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spaces {
    /// They are left out, as zmakebas does: `LET a = 1` is stored as `LET a=1`.
    #[default]
    Dropped,
    /// They are kept, as the machine's editor does, but for those that a listing shows around a keyword by itself.
    Kept,
}

/// How to read a program's text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name on tape, cut to ten characters.
    pub name: String,
    /// The line to start at after loading.
    pub autostart: Option<u16>,
    /// Blanks outside strings and remarks.
    pub spaces: Spaces,
    /// Accept lines that the editor would refuse: they are tokenised word by word.
    pub lenient: bool,
}

/// A program and what is worth a look in its text: warnings, and with [`Options::lenient`] nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokenised {
    /// The program.
    pub program: Program,
    /// Warnings.
    pub warnings: Diagnostics,
}

/// Reads a program's text. Errors: everything that is wrong in it, at once.
///
/// ```
/// use girafa_basic::{tap, tokenise};
/// let options = tokenise::Options { name: "hello".to_string(), autostart: Some(10), ..Default::default() };
/// let program = tokenise::program("10 PRINT .5\n", &options).unwrap().program;
/// assert_eq!(program.lines[0].body, [0xf5, b'.', b'5', 14, 0x7f, 0x7f, 0xff, 0xff, 0xff]);
/// assert_eq!(tap::first_program(&tap::from_program(&program)).unwrap(), program);
/// ```
pub fn program(text: &str, options: &Options) -> Result<Tokenised, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let source = source::lines(text, &mut diagnostics);
    if source.is_empty() && diagnostics.is_empty() {
        diagnostics.push(Diagnostic::error(0..0, "there is no BASIC line in this file", ""));
    }
    let names = assigned_names(&source, options.spaces);
    let mut lines = Vec::new();
    for line in &source {
        let parsed = grammar::line(&line.cells, line.end, &names, options.spaces);
        let wrong = parsed
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        let body = if wrong && options.lenient {
            plain::body(&line.cells, options.spaces)
        } else {
            parsed
                .diagnostics
                .into_iter()
                .for_each(|diagnostic| diagnostics.push(diagnostic));
            parsed.body
        };
        lines.push(Line {
            number: line.number,
            body,
        });
    }
    let diagnostics = diagnostics.sorted();
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let name = options
        .name
        .chars()
        .filter_map(crate::charset::from_char)
        .take(10)
        .collect();
    let program = Program {
        name,
        autostart: options.autostart,
        lines,
        variables: Vec::new(),
    };
    Ok(Tokenised {
        program,
        warnings: diagnostics,
    })
}

/// The names of numeric variables that the program assigns to.
fn assigned_names(source: &[SourceLine], spaces: Spaces) -> Names {
    let none = Names::new();
    source
        .iter()
        .flat_map(|line| grammar::line(&line.cells, line.end, &none, spaces).assigned)
        .collect()
}
