//! What a program may have that its text does not show, and what may run it in another way than RUN does.
//!
//! "Nothing sets this variable" is an error only in a program that is all there is. One that loads, merges,
//! calls machine code or pokes itself, that is saved with its variables, or is started by GO TO, may be whole
//! with what its text does not show.

use super::statements::{Statement, Statements, Word};
use super::values::{Known, Value, Values};
use crate::token;

/// System variables whose change moves the program, its variables or what runs next: NEWPPC, NSPPC, PPC,
/// SUBPPC, VARS to STKEND (manual, chapter 25).
const POINTERS: [(u16, u16); 2] = [(23_618, 23_623), (23_627, 23_655)];
/// ERR SP: where errors go.
const ERR_SP: (u16, u16) = (23_613, 23_615);
/// CHARS, channels and the size of the lower screen: what PRINT's items mean.
const PRINTING: [(u16, u16); 2] = [(23_631, 23_635), (23_659, 23_660)];
/// Where programs begin.
const PROGRAM: u16 = 23_755;

/// Why findings may be no errors; each for the help of a finding.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// Something may be elsewhere that the text does not have.
    pub parts: Option<String>,
    /// PRINT's items may mean something else.
    pub printing: Option<String>,
    /// Errors may be caught.
    pub errors: Option<String>,
    /// It may be started elsewhere than at its first statement, or with variables.
    pub starts_elsewhere: bool,
}

/// Where a POKE goes.
enum Target {
    At(u16),
    /// Into user-defined graphics.
    Graphics,
    Unknown,
}

impl Outside {
    /// What is outside of the program; `running` if it was taken from the memory of a machine.
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
                    if is_in(&PRINTING) {
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

/// Does a POKE at `address` leave a program of `size` bytes and the way it runs alone?
pub(super) fn is_harmless(address: f64, size: usize) -> bool {
    /// What is left to the variables.
    const VARIABLES: f64 = 1000.0;
    let address = address.round();
    if !(0.0..=65_535.0).contains(&address) {
        return false;
    }
    let special = POINTERS.iter().chain(&PRINTING).chain([&ERR_SP]);
    let mut special = special.map(|&(first, end)| f64::from(first)..f64::from(end));
    if address < f64::from(PROGRAM) {
        !special.any(|range| range.contains(&address))
    } else {
        address >= f64::from(PROGRAM) + size as f64 + VARIABLES
    }
}

/// Is it a SAVE of an array, of bytes or of the screen?
fn saves_no_program(statement: &Statement) -> bool {
    let is_kind = |word: &Word| {
        matches!(
            word,
            Word::Key(token::DATA | token::SCREEN_S) | Word::Key(token::CODE)
        )
    };
    let words = || statement.words.iter().map(|placed| &placed.word);
    // CODE before a string is the function of that name.
    let code_of_string = words().zip(words().skip(1)).any(|(word, next)| {
        *word == Word::Key(token::CODE) && matches!(next, Word::Text(_) | Word::Key(token::INKEY_S))
    });
    words().skip(1).any(is_kind) && !code_of_string
}

/// Does an expression of the statement call an address? USR of a string gives that of a user-defined graphic.
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

/// Does a string or a remark speak of a start by GO TO or GO SUB with a line number?
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
