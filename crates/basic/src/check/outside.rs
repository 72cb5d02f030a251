//! Detects programs that depend on something outside their text, or that may not be started by RUN.
//!
//! "Nothing sets this variable" is only an error in a self-contained program. One that loads, merges, calls
//! machine code or pokes itself, that is saved with its variables, or is started by GO TO, may be correct
//! together with something that its text does not show.

use super::statements::{Statement, Statements, Word};
use super::values::{Known, Value, Values};
use crate::token;

/// System variables whose change affects the program, its variables or the next statement: NEWPPC, NSPPC,
/// PPC, SUBPPC, VARS to STKEND (manual, chapter 25).
const POINTERS: [(u16, u16); 2] = [(23_618, 23_623), (23_627, 23_655)];
/// ERR SP: the error handler's address on the stack.
const ERR_SP: (u16, u16) = (23_613, 23_615);
/// CHARS, channels and the size of the lower screen: they change how PRINT's items are printed.
const PRINT_VARIABLES: [(u16, u16); 2] = [(23_631, 23_635), (23_659, 23_660)];
/// The address where programs start.
const PROGRAM: u16 = 23_755;

/// Reasons why problems may not be errors, for the help texts.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// Parts of the program may be outside the text.
    pub parts: Option<String>,
    /// PRINT's items may have another meaning.
    pub printing: Option<String>,
    /// Errors may be caught.
    pub errors: Option<String>,
    /// The program may be started at another statement than its first, or with variables.
    pub starts_elsewhere: bool,
}

/// The target of a POKE.
enum Target {
    At(u16),
    /// In the user-defined graphics.
    Graphics,
    Unknown,
}

impl Outside {
    /// Analyses a program; `running` if it is from the memory of a machine.
    pub fn of(program: &Statements, running: bool) -> Outside {
        let mut outside = Outside {
            starts_elsewhere: running
                || program.has_tail
                || !program.unread.is_empty()
                || program
                    .autostart
                    .is_some_and(|line| program.line_from(f64::from(line)) != Some(0)),
            ..Outside::default()
        };
        if running {
            outside.parts = Some("the program was running: its variables are unknown".to_owned());
        }
        if program.saved.is_some() {
            outside.parts = Some("the program is saved with variables".to_owned());
        }
        if program.has_tail {
            outside.parts = Some("the program is followed by bytes that are not lines".to_owned());
        }
        if let Some((line, _)) = program.unread.first() {
            outside.parts = Some(format!("line {line} cannot be read"));
        }
        for statement in &program.statements {
            let line = program.number_of(statement);
            match statement.command() {
                Some(command @ (token::LOAD | token::MERGE)) => {
                    let name = token::text(command).unwrap_or_default();
                    let why = format!("{name} in line {line} may define what is missing");
                    outside.parts.get_or_insert(why);
                }
                Some(token::SAVE) if !saves_no_program(statement) => {
                    let why = format!("SAVE in line {line} saves the program with its variables");
                    outside.parts.get_or_insert(why);
                    outside.starts_elsewhere = true;
                }
                Some(token::POKE) => {
                    let target = target(statement);
                    let is_in = |ranges: &[(u16, u16)]| match target {
                        Target::At(address) => {
                            ranges.iter().any(|&(first, end)| (first..end).contains(&address))
                        }
                        Target::Graphics => false,
                        Target::Unknown => true,
                    };
                    let end = usize::from(PROGRAM) + program.size;
                    let own = (PROGRAM, u16::try_from(end).unwrap_or(u16::MAX));
                    if is_in(&[own]) || is_in(&POINTERS) {
                        let why = format!("POKE in line {line} may change the program");
                        outside.parts.get_or_insert(why);
                    }
                    if is_in(&PRINT_VARIABLES) {
                        let why = format!("POKE in line {line} may change where PRINT goes");
                        outside.printing.get_or_insert(why);
                    }
                    if matches!(target, Target::At(_)) && is_in(&[ERR_SP]) {
                        let why = format!("POKE in line {line} changes where errors go");
                        outside.errors.get_or_insert(why);
                    }
                }
                _ => {}
            }
            if calls_machine_code(statement) {
                let why = format!("USR in line {line} calls machine code, whose effects are unknown");
                outside.parts.get_or_insert_with(|| why.clone());
                outside.printing.get_or_insert(why);
            }
            if tells_to_start(statement) {
                let why = format!("line {line} mentions a start by GO TO, which keeps variables");
                outside.parts.get_or_insert(why);
                outside.starts_elsewhere = true;
            }
        }
        outside
    }
}

/// Whether a POKE at `address` does not affect a program of `size` bytes and its execution.
pub(super) fn is_harmless(address: f64, size: usize) -> bool {
    /// The space reserved for variables, in bytes.
    const VARIABLES: f64 = 1000.0;
    let address = address.round();
    if !(0.0..=65_535.0).contains(&address) {
        return false;
    }
    let special = POINTERS.iter().chain(&PRINT_VARIABLES).chain([&ERR_SP]);
    let mut special = special.map(|&(first, end)| f64::from(first)..f64::from(end));
    if address < f64::from(PROGRAM) {
        !special.any(|range| range.contains(&address))
    } else {
        address >= f64::from(PROGRAM) + size as f64 + VARIABLES
    }
}

/// Whether it is a SAVE of an array, of bytes or of the screen.
fn saves_no_program(statement: &Statement) -> bool {
    let is_kind = |word: &Word| {
        matches!(
            word,
            Word::Key(token::DATA | token::SCREEN_S) | Word::Key(token::CODE)
        )
    };
    let words = || statement.words.iter().map(|placed| &placed.word);
    // CODE before a string is the function, not the keyword of SAVE.
    let code_of_string = words().zip(words().skip(1)).any(|(word, next)| {
        *word == Word::Key(token::CODE) && matches!(next, Word::Text(_) | Word::Key(token::INKEY_S))
    });
    words().skip(1).any(is_kind) && !code_of_string
}

/// Whether an expression of the statement calls an address. USR of a string returns the address of a
/// user-defined graphic.
pub(super) fn calls_machine_code(statement: &Statement) -> bool {
    let words = statement.words.iter().enumerate();
    let mut calls = words.filter(|(_, placed)| placed.word == Word::Key(token::USR));
    calls.any(|(at, _)| {
        let known = Known::new();
        let mut values = Values::new(&statement.words, at + 1, &known);
        !matches!(values.primary(), Some(Value::Text(_)))
    })
}

fn target(poke: &Statement) -> Target {
    let is_graphic = poke.words.windows(2).skip(1).any(|pair| {
        pair[0].word == Word::Key(token::USR)
            && match &pair[1].word {
                Word::Text(_) | Word::Key(token::CHR_S) => true,
                Word::Name(name) => name.ends_with('$'),
                _ => false,
            }
    });
    if is_graphic {
        return Target::Graphics;
    }
    let known = Known::new();
    match Values::new(&poke.words, 1, &known).number() {
        Some(Some(address)) => match address.to_f64().round() {
            address @ 0.0..=65535.0 => Target::At(address as u16),
            _ => Target::Unknown,
        },
        _ => Target::Unknown,
    }
}

/// Whether a string or a remark mentions GO TO or GO SUB with a line number as a way to start.
fn tells_to_start(statement: &Statement) -> bool {
    statement.words.iter().any(|placed| match &placed.word {
        Word::Text(text) => (0..text.len()).any(|at| {
            let rest = &text[at..];
            let length = match token::longest_at(rest) {
                _ if matches!(rest[0], token::GO_TO | token::GO_SUB) => 1,
                Some((token::GO_TO | token::GO_SUB, length)) => length,
                _ => return false,
            };
            let after = rest[length..].iter().find(|&&code| code != b' ');
            after.is_some_and(u8::is_ascii_digit)
        }),
        _ => false,
    })
}
