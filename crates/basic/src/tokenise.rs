//! Converts a program's text to bytes.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::grammar::{self, Names};
use crate::head::Head;
use crate::program::{Line, Program};
use crate::source::{self, SourceLine, Spaces};
use crate::{charset, plain, recognise, tap};

/// Options for tokenising a program's text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name on tape, truncated to ten characters.
    pub name: String,
    /// The line to start at after loading.
    pub autostart: Option<u16>,
    /// How spaces outside strings and remarks are handled.
    pub spaces: Spaces,
    /// Whether to accept lines that the editor would refuse: they are tokenised word by word.
    pub lenient: bool,
}

/// A program and the warnings about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokenised {
    /// The program.
    pub program: Program,
    /// The warnings.
    pub warnings: Diagnostics,
}

/// Length of a line's number and length fields in bytes.
const LINE_HEAD: usize = 4;
/// Bytes from the start of programs (23755) to the end of a 48K's memory (65535): no editor accepts a longer
/// line.
const MEMORY: usize = 65_535 - 23_755 + 1;
/// Maximum length of a line on a tape: it fills the block.
const MAX_LINE_LENGTH: usize = tap::MAX_DATA_LENGTH;
/// Maximum length of a text in bytes: longer than any program that fits into the machine.
pub(crate) const MAX_TEXT_LENGTH: usize = 1 << 20;

/// The code of diagnostics about text that cannot be a program.
const NO_PROGRAM: &str = "G103";

/// Tokenises a program's text. Entries of a head comment (see [`crate::text`]) apply where `options` has no
/// value. Errors: all errors in the text.
///
/// ```
/// use girafa_basic::{tap, tokenise};
/// let options = tokenise::Options { name: "hello".to_string(), autostart: Some(10), ..Default::default() };
/// let program = tokenise::program("10 PRINT .5\n", &options).unwrap().program;
/// assert_eq!(program.lines[0].body, [0xf5, b'.', b'5', 14, 0x7f, 0x7f, 0xff, 0xff, 0xff]);
/// assert_eq!(tap::read_program(&tap::from_program(&program).unwrap()).unwrap(), program);
/// ```
pub fn program(text: &str, options: &Options) -> Result<Tokenised, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    if text.len() > MAX_TEXT_LENGTH {
        let message = format!("a listing of {} bytes is longer than 1 MiB", text.len());
        let error = Diagnostic::error(0..0, message, "");
        diagnostics.push(error.code(NO_PROGRAM).help("a program can have at most 41 KiB"));
        return Err(diagnostics);
    }
    let head = Head::read(text, &mut diagnostics);
    let spaces = if head.spaces == Spaces::Kept {
        Spaces::Kept
    } else {
        options.spaces
    };
    let lenient = options.lenient || head.lenient;
    let source = source::lines(text, lenient, &mut diagnostics);
    let mut diagnostics: Diagnostics = diagnostics.into_iter().map(|found| found.code("G102")).collect();
    let is_empty = source.is_empty() && head.tail.is_empty() && head.variables.is_empty();
    if is_empty && !diagnostics.has_errors() {
        diagnostics.push(Diagnostic::error(0..0, "this file has no BASIC line", "").code(NO_PROGRAM));
    }
    let names = assigned_names(&source, spaces);
    let mut lines = Vec::new();
    let mut size = head.tail.len() + head.variables.len();
    for line in &source {
        let parsed = grammar::line_with_advice(&line.cells, line.end, &names, spaces);
        let wrong = parsed
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        let body = if wrong && lenient {
            plain::body(&line.cells, spaces)
        } else {
            parsed
                .diagnostics
                .into_iter()
                .for_each(|diagnostic| diagnostics.push(diagnostic));
            parsed.body
        };
        let room = if lenient { MAX_LINE_LENGTH } else { MEMORY };
        let taken = LINE_HEAD + body.len() + 1;
        if taken > room {
            let message = format!("line {} takes {taken} bytes", line.number);
            let label = format!("a line has room for {room}");
            diagnostics.push(
                Diagnostic::error(line.number_span.clone(), message, label)
                    .code(NO_PROGRAM)
                    .help("divide it into several lines"),
            );
        }
        if taken <= room && size <= tap::MAX_DATA_LENGTH && size + taken > tap::MAX_DATA_LENGTH {
            let message = format!(
                "with line {} the program takes more than {} bytes",
                line.number,
                tap::MAX_DATA_LENGTH
            );
            let error = Diagnostic::error(line.number_span.clone(), message, "a tape block cannot hold it");
            diagnostics.push(
                error
                    .code(NO_PROGRAM)
                    .help("a program can have at most 41 KiB: remove lines"),
            );
        }
        size += taken;
        lines.push(Line {
            number: line.number,
            body,
        });
    }
    if diagnostics.has_errors() {
        if let Some(note) = recognise::dialect(text) {
            diagnostics.push(note);
        }
        return Err(diagnostics.sorted());
    }
    let diagnostics = diagnostics.sorted();
    let mut name = match options.name.as_str() {
        "" => head.name,
        name => name.chars().filter_map(charset::from_char).take(10).collect(),
    };
    // On tape a name is padded with spaces, so that trailing spaces cannot be distinguished from padding.
    while name.last() == Some(&b' ') {
        name.pop();
    }
    let autostart = options.autostart.or(head.autostart);
    let program = Program {
        name,
        autostart,
        lines,
        tail: head.tail,
        variables: head.variables,
    };
    Ok(Tokenised {
        program,
        warnings: diagnostics,
    })
}

/// Returns the names of numeric variables that the program assigns to.
pub fn assigned_names(source: &[SourceLine], spaces: Spaces) -> Names {
    let none = Names::new();
    source
        .iter()
        .flat_map(|line| grammar::line(&line.cells, line.end, &none, spaces).assigned)
        .collect()
}
