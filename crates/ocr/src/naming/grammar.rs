//! The states of a listing as LIST prints it: line numbers, statements, expressions, strings and remarks.
//!
//! The grammar is loose, as a listing may have errors and other dialects' commands: it only has to say which
//! of two characters is likely. The probabilities are rough guesses.

use girafa_basic::token;

use super::automaton::Automaton;
use super::builder::{Builder, Parts, Set, USES, Use, compiled};
use super::expressions;
use super::text::text;

/// How often the usual commands occur; all others have the frequency 0.5.
const COMMANDS: [(u8, f32); 24] = [
    (token::LET, 20.0),
    (token::PRINT, 20.0),
    (token::IF, 12.0),
    (token::GO_TO, 12.0),
    (token::FOR, 8.0),
    (token::NEXT, 8.0),
    (token::GO_SUB, 8.0),
    (token::REM, 6.0),
    (token::DATA, 6.0),
    (token::INPUT, 5.0),
    (token::RETURN, 5.0),
    (token::POKE, 4.0),
    (token::READ, 3.0),
    (token::DIM, 3.0),
    (token::PAUSE, 3.0),
    (token::BEEP, 3.0),
    (token::CLS, 3.0),
    (token::INK, 3.0),
    (token::PAPER, 3.0),
    (token::BORDER, 2.0),
    (token::PLOT, 2.0),
    (token::DRAW, 2.0),
    (token::STOP, 2.0),
    (token::RESTORE, 1.5),
];

/// The frequency of a command.
fn frequency(command: u8) -> f32 {
    let usual = COMMANDS.iter().find(|(code, _)| *code == command);
    usual.map_or(0.5, |(_, frequency)| *frequency)
}

/// Returns the states of a listing.
pub(super) fn automaton() -> Automaton {
    let mut to = Builder::default();
    let mut part = || to.silent();
    let parts = Parts {
        line: part(),
        statement: part(),
        values: USES.map(|_| [part(), part()]),
        string: part(),
        remark: part(),
        end: part(),
    };
    line_number(&mut to, &parts);
    statements(&mut to, &parts);
    for usage in USES {
        expressions::values(&mut to, &parts, usage);
        expressions::operators(&mut to, &parts, usage);
    }
    let unquote = to.silent();
    text(&mut to, parts.string, unquote);
    to.arcs(parts.string, &[(unquote, 0.03)]);
    expressions::string(&mut to, &parts, unquote);
    let end = parts.end;
    text(&mut to, parts.remark, end);
    to.arcs(parts.remark, &[(end, 0.02)]);
    compiled(&to, &parts)
}

/// The number of a line, right-aligned, and the space or cursor after it.
fn line_number(to: &mut Builder, parts: &Parts) {
    let (indent, after) = (to.one(b' '), to.silent());
    to.arcs(parts.line, &[(indent, 0.8)]);
    to.arcs(indent, &[(indent, 0.4)]);
    for (digits, share) in [(1, 0.05), (2, 0.35), (3, 0.35), (4, 0.25)] {
        let mut last = None;
        for digit in 0..digits {
            let node = to.any(match digit {
                0 => Set::FirstDigit,
                _ if digit + 1 == digits => Set::LastDigit,
                _ => Set::Digit,
            });
            match last {
                Some(last) => to.arcs(last, &[(node, 1.0)]),
                None => {
                    to.arcs(parts.line, &[(node, 0.2 * share)]);
                    to.arcs(indent, &[(node, 0.6 * share)]);
                }
            }
            last = Some(node);
        }
        to.arcs(last.unwrap_or(after), &[(after, 1.0)]);
    }
    let (space, more) = (to.one(b' '), to.one(b' '));
    to.arcs(after, &[(space, 0.95), (parts.statement, 0.03)]);
    to.between(after, b'>', parts.statement, 0.02);
    to.arcs(space, &[(parts.statement, 0.95), (more, 0.05)]);
    to.arcs(more, &[(parts.statement, 0.7), (more, 0.3)]);
}

/// The commands, each with what follows it.
fn statements(to: &mut Builder, parts: &Parts) {
    let arguments = USES.map(|_| to.silent());
    let name = to.silent();
    let commands = token::DEF_FN..=u8::MAX;
    let all: f32 = commands.clone().map(frequency).sum();
    for command in commands {
        let share = frequency(command) / all;
        let next = match command {
            token::REM => {
                let space = to.one(b' ');
                to.arcs(space, &[(parts.remark, 1.0)]);
                space
            }
            token::NEXT | token::READ | token::DIM => name,
            _ => arguments[Use::of(command) as usize],
        };
        let text = token::text(command).unwrap_or_default();
        to.word(parts.statement, text, next, share);
    }
    for usage in USES {
        let (arguments, [value, after]) = (arguments[usage as usize], parts.values[usage as usize]);
        if let Use::Assignment = usage {
            // A variable and an equals sign.
            let (variable, assigned) = (to.silent(), to.silent());
            to.between(arguments, b' ', variable, 1.0);
            expressions::names(to, variable, 1.0, assigned, value);
            to.between(assigned, b'=', value, 1.0);
        } else {
            let space = to.one(b' ');
            to.arcs(arguments, &[(space, 0.97), (value, 0.03)]);
            to.arcs(space, &[(value, 0.8), (after, 0.2)]);
        }
    }
    // NEXT, READ and DIM: a variable.
    let [value, after] = parts.values[Use::List as usize];
    let variable = to.silent();
    to.between(name, b' ', variable, 1.0);
    expressions::names(to, variable, 0.98, after, value);
    to.arcs(variable, &[(value, 0.02)]);
}

#[cfg(test)]
mod tests {
    use super::super::automaton::Probabilities;
    use super::super::{ALPHABET, MIN_SEEN, SPACE};
    use super::*;

    const COLUMNS: usize = 32;

    /// The likelihoods of rows of characters; a question mark is a cell that may be any character.
    fn seen(rows: &[&str]) -> Vec<Probabilities> {
        let cells = rows.iter().flat_map(|row| {
            row.bytes()
                .chain(std::iter::repeat(b' '))
                .take(COLUMNS)
                .map(|character| match character {
                    b' ' => SPACE,
                    b'?' => [1.0; ALPHABET],
                    _ => {
                        let mut cell = [MIN_SEEN; ALPHABET];
                        cell[usize::from(character - b' ')] = 1.0;
                        cell
                    }
                })
        });
        cells.collect()
    }

    /// Returns the likeliest character for each question mark.
    fn missing(rows: &[&str]) -> String {
        let (expected, _) = automaton().expect(&seen(rows), COLUMNS);
        let text = rows.iter().flat_map(|row| format!("{row:COLUMNS$}").into_bytes());
        let missing = text.zip(expected).filter(|(character, _)| *character == b'?');
        let likeliest =
            |of: Probabilities| (0..ALPHABET).max_by(|&one, &other| of[one].total_cmp(&of[other]));
        missing
            .map(|(_, of)| char::from(b' ' + likeliest(of).unwrap() as u8))
            .collect()
    }

    #[test]
    fn the_grammar_completes_a_listing() {
        assert_eq!(missing(&["  10 GO ?UB 900: PR?NT a?;\"SIM\""]), "SI$");
        assert_eq!(missing(&["  20 LET x?x+1", "  30 IF a=b THE? ?O TO 10"]), "=NG");
        assert_eq!(
            missing(&["  40 PRINT \"QUANTOS LIVROS E COM", "PRA?: RET?RN"]),
            "\"U"
        );
    }

    #[test]
    fn separators_depend_on_the_command() {
        assert_eq!(
            missing(&["  10 PRINT AT 3?5;a$? POKE 9?2", "  20 IF a?n THEN PRINT n?x"]),
            ",:,=;"
        );
        assert_eq!(missing(&["  10 REM p? cobre? e' claro? Tem"]), "e,.");
    }

    #[test]
    fn the_letters_of_words_follow_each_other() {
        assert_eq!(missing(&["  10 REM Q?ANDO: T?E END OF T?ings"]), "UHh");
        assert_eq!(missing(&["  10 PRINT \"*****?**********\""]), "*");
    }

    #[test]
    fn a_listing_is_likelier_than_other_text() {
        let evidence = |rows: &[&str]| automaton().expect(&seen(rows), COLUMNS).1;
        let listing = evidence(&["  10 FOR i=1 TO 10: PRINT i", "  20 NEXT i"]);
        assert!(listing > evidence(&["  10 FQR i=1 TC 10: PRJNT i", "  20 NEXT i"]) + 5.0);
        assert!(listing > evidence(&["  FOR 10 1=i 10: i PRINT", "  i 20 NEXT"]) + 20.0);
    }
}
