//! Converts a program line's bytes to the keys that type it in the 48K's editor.
//!
//! ```
//! use girafa_basic::tokenise;
//! use girafa_session::keys::parse_raw;
//! use girafa_session::keystrokes;
//! let program = tokenise::program("10 PRINT \"A\"", &tokenise::Options::default()).unwrap().program;
//! assert_eq!(keystrokes::line(&program.lines[0]).unwrap(), parse_raw("10p\"A\"\n").unwrap());
//! ```
//!
//! A key means one thing in K mode, where a statement starts, and another in L mode; the editor switches
//! between them as the line grows. A code that the current mode cannot type (a keyword in the middle of a
//! string, a letter where a remark continues after a colon) is typed with help: a character that changes the
//! mode goes before it, and is deleted afterwards. Hidden numbers are not typed: the editor adds them.
//!
//! Sources: the keyboard in chapter 1 and the character set in appendix A of the 48K's BASIC manual; the
//! observed modes (tests/conformance, category editor).

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::{charset, token, tokenise};
use girafa_spectrum::Key;
use thiserror::Error;

use crate::keys::{Chord, KeysError, symbol_on, type_char};

/// Why a program cannot be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeystrokesError {
    /// A code that no key produces: AT and TAB controls, INK 8, code 0 and the like.
    #[error("no key produces the code {code} in line {line}")]
    NoKey {
        /// The line's number.
        line: u16,
        /// The code.
        code: u8,
    },
    /// The editor drops spaces between the number and the first statement.
    #[error("line {line} starts with a space, which the editor drops")]
    LeadingSpace {
        /// The line's number.
        line: u16,
    },
}

/// The keywords of SYMBOL SHIFT and A to Z; 0 for a character.
#[rustfmt::skip]
const SYMBOL_LETTERS: [u8; 26] = [
    token::STOP, 0, 0, token::STEP, token::GREATER_EQUAL, token::TO, token::THEN, 0, token::AT, 0, 0, 0, 0, 0, 0, 0,
    token::LESS_EQUAL, 0, token::NOT, 0, token::OR, 0, token::NOT_EQUAL, 0, token::AND, 0,
];

/// The keywords of A to Z in extended mode.
#[rustfmt::skip]
const EXTENDED_LETTERS: [u8; 26] = [
    token::READ, token::BIN, token::LPRINT, token::DATA, token::TAN, token::SGN, token::ABS, token::SQR, token::CODE,
    token::VAL, token::LEN, token::USR, token::PI, token::INKEY_S, token::PEEK, token::TAB, token::SIN, token::INT,
    token::RESTORE, token::RND, token::CHR_S, token::LLIST, token::COS, token::EXP, token::STR_S, token::LN,
];

/// The keywords of SYMBOL SHIFT and A to Z in extended mode; 0 for a character.
#[rustfmt::skip]
const EXTENDED_SYMBOL_LETTERS: [u8; 26] = [
    0, token::BRIGHT, token::PAPER, 0, token::ATN, 0, 0, token::CIRCLE, token::IN, token::VAL_S, token::SCREEN_S,
    token::ATTR, token::INVERSE, token::OVER, token::OUT, 0, token::ASN, token::VERIFY, 0, token::MERGE, 0, token::FLASH,
    token::ACS, token::INK, 0, token::BEEP,
];

/// The keywords of SYMBOL SHIFT and 0 to 9 in extended mode.
#[rustfmt::skip]
const EXTENDED_SYMBOL_DIGITS: [u8; 10] = [
    token::FORMAT, token::DEF_FN, token::FN, token::LINE, token::OPEN, token::CLOSE, token::MOVE, token::ERASE,
    token::POINT, token::CAT,
];

/// The first of the 26 keywords of K mode, that of the key A.
const FIRST_COMMAND: u8 = token::NEW;

const INK: u8 = 0x10;
const PAPER: u8 = 0x11;
const FLASH: u8 = 0x12;
const BRIGHT: u8 = 0x13;
const INVERSE: u8 = 0x14;

const LEFT: Chord = Chord::caps(Key::N5);
const RIGHT: Chord = Chord::caps(Key::N8);
const GRAPHICS: Chord = Chord::caps(Key::N9);

/// The keys that type a program, line by line, ENTER after each.
pub fn program(program: &Program) -> Result<Vec<Chord>, KeystrokesError> {
    let lines: Result<Vec<_>, _> = program.lines.iter().map(line).collect();
    Ok(lines?.concat())
}

/// The keys that type a text at the editor's empty line: numbered lines, or statements that run at once, ENTER
/// after each row. `None` if the text is not BASIC.
///
/// # Errors
/// It has something that no key gives.
pub fn text(text: &str) -> Option<Result<Vec<Chord>, KeystrokesError>> {
    let lines = tokenise::program(text, &tokenise::Options::default())
        .ok()?
        .program
        .lines;
    let is_numbered = text
        .trim_start()
        .starts_with(|first: char| first.is_ascii_digit());
    let typed: Result<Vec<_>, _> = lines.iter().map(|line| keys(line, is_numbered)).collect();
    Some(typed.map(|typed| {
        let mut chords = typed.concat();
        // A statement without the end of its row can be changed before it runs.
        if !is_numbered && !text.ends_with('\n') {
            chords.pop();
        }
        chords
    }))
}

/// The keys that type an answer at INPUT, without ENTER. `\{SIN}` is a keyword.
///
/// # Errors
/// It has a character that no key gives, or the keyword of a command, which INPUT does not take.
pub fn answer(text: &str) -> Result<Vec<Chord>, KeysError> {
    let mut chords = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let Some((code, length)) = escaped_keyword(rest) else {
            chords.extend(type_char(c)?);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let typed = keyword(code).ok_or_else(|| KeysError::Command(rest[..length].to_owned()))?;
        chords.extend(typed);
        rest = &rest[length..];
    }
    Ok(chords)
}

/// The keys that delete a refused answer of up to `length` characters, wherever the cursor is. INPUT's line is
/// then as it was before the answer. EDIT is shorter, but does nothing in OpenSE BASIC.
pub fn delete_answer(length: usize, is_string: bool) -> Vec<Chord> {
    const QUOTE: Chord = Chord::symbol(Key::P);
    let mut chords = [vec![Chord::RIGHT; length], vec![Chord::DELETE; length]].concat();
    if is_string {
        chords.extend([QUOTE, QUOTE, Chord::LEFT]);
    }
    chords
}

/// The keyword of an escape at the start of a text, and the escape's bytes.
fn escaped_keyword(text: &str) -> Option<(u8, usize)> {
    const MAX_NAME_LENGTH: usize = 16;
    let name = text.strip_prefix("\\{")?;
    let end = name.bytes().take(MAX_NAME_LENGTH).position(|byte| byte == b'}')?;
    let (code, length) = token::longest_at(&name.as_bytes()[..end])?;
    (length == end).then_some((code, end + "\\{}".len()))
}

/// The keys that type a line with its number, and ENTER.
pub fn line(line: &Line) -> Result<Vec<Chord>, KeystrokesError> {
    keys(line, true)
}

/// The keys that type a line, with its number or without, and ENTER.
fn keys(line: &Line, is_numbered: bool) -> Result<Vec<Chord>, KeystrokesError> {
    let number = line.number;
    if line.body.first() == Some(&b' ') {
        return Err(KeystrokesError::LeadingSpace { line: number });
    }
    let mut typing = Typing::default();
    if is_numbered {
        number
            .to_string()
            .bytes()
            .for_each(|digit| typing.plain(digit, &[digit_chord(digit)]));
    }
    let mut codes = pieces(&line.body).filter_map(|piece| match piece {
        Piece::Code(code) => Some(code),
        Piece::Number(_) => None,
    });
    while let Some(code) = codes.next() {
        let typed = match code {
            INK..=INVERSE => codes
                .next()
                .and_then(|operand| colour(code, operand))
                .map(|chords| typing.chords.extend(chords)),
            _ => typing.code(code),
        };
        typed.ok_or(KeystrokesError::NoKey { line: number, code })?;
    }
    typing.chords.push(Chord::ENTER);
    Ok(typing.chords)
}

/// A line that is being typed, the cursor at its end.
#[derive(Default)]
struct Typing {
    chords: Vec<Chord>,
    /// Whether the mode is L, not K.
    letters: bool,
    in_string: bool,
}

impl Typing {
    /// Types a code other than a colour control; `None` if no key produces it.
    fn code(&mut self, code: u8) -> Option<()> {
        match code {
            FIRST_COMMAND..=0xFF => self.command(code),
            b'a'..=b'z' | b'A'..=b'Z' => self.letter(code),
            b'0'..=b'9' => self.plain(code, &[digit_chord(code)]),
            charset::BLOCKS..token::FIRST => self.graphic(code),
            token::FIRST.. => self.plain(code, &keyword(code)?),
            _ => self.plain(code, &type_char(charset::to_char(code)?).ok()?),
        }
        Some(())
    }

    /// Types a code whose keys are the same in both modes.
    fn plain(&mut self, code: u8, chords: &[Chord]) {
        self.chords.extend(chords);
        self.follow(code);
    }

    /// Updates the cursor's mode after `code`.
    fn follow(&mut self, code: u8) {
        match code {
            b'"' => {
                self.in_string = !self.in_string;
                self.letters = true;
            }
            _ if self.in_string => {}
            b':' | token::THEN => self.letters = false,
            b' ' | b'0'..=b'9' => {}
            _ => self.letters = true,
        }
    }

    /// Types a keyword of K mode. In L mode a colon (in a string: with a quote before it) switches to K mode.
    fn command(&mut self, code: u8) {
        let key = Chord::key(letter_key(b'A' + (code - FIRST_COMMAND)));
        let [quote, colon] = [Chord::symbol(Key::P), Chord::symbol(Key::Z)];
        match (self.letters, self.in_string) {
            (false, _) => self.chords.push(key),
            (true, false) => self.chords.extend([colon, key, LEFT, Chord::DELETE, RIGHT]),
            (true, true) => {
                let help = [quote, colon, key, LEFT, Chord::DELETE, Chord::DELETE, RIGHT];
                self.chords.extend(help);
            }
        }
        self.follow(code);
    }

    /// Types a letter. In K mode a full stop switches to L mode.
    fn letter(&mut self, code: u8) {
        let key = letter_key(code);
        let chord = if code.is_ascii_uppercase() {
            Chord::caps(key)
        } else {
            Chord::key(key)
        };
        if self.letters {
            self.chords.push(chord);
        } else {
            let point = Chord::symbol(Key::M);
            self.chords.extend([point, chord, LEFT, Chord::DELETE, RIGHT]);
        }
        self.follow(code);
    }

    /// Types a block graphic or user-defined graphic; consecutive ones share one switch to G mode.
    fn graphic(&mut self, code: u8) {
        let chord = if code >= charset::UDGS {
            Chord::key(letter_key(b'A' + (code - charset::UDGS)))
        } else {
            // The keys 1 to 7 produce the block of their own number, 8 the empty one; CAPS SHIFT inverts
            // them.
            let quarters = code - charset::BLOCKS;
            let (plain, shifted) = (quarters <= 7, 15 - quarters.max(8));
            let digit = |quarters: u8| digit_key(if quarters == 0 { b'8' } else { b'0' + quarters });
            if plain {
                Chord::key(digit(quarters))
            } else {
                Chord::caps(digit(shifted))
            }
        };
        if self.chords.last() == Some(&GRAPHICS) {
            self.chords.pop();
        } else {
            self.chords.push(GRAPHICS);
        }
        self.chords.extend([chord, GRAPHICS]);
        self.follow(code);
    }
}

/// The keys of a colour control with its operand.
fn colour(code: u8, operand: u8) -> Option<Vec<Chord>> {
    let extended = |chord| vec![Chord::EXTENDED, chord];
    Some(match (code, operand) {
        (INK, 0..=7) => extended(Chord::caps(digit_key(b'0' + operand))),
        (PAPER, 0..=7) => extended(Chord::key(digit_key(b'0' + operand))),
        (FLASH, 0 | 1) => extended(Chord::caps(digit_key(b'8' + operand))),
        (BRIGHT, 0 | 1) => extended(Chord::key(digit_key(b'8' + operand))),
        (INVERSE, 0 | 1) => vec![Chord::caps(digit_key(b'3' + operand))],
        _ => return None,
    })
}

/// The keys of a keyword that is typed the same way in both modes.
fn keyword(code: u8) -> Option<Vec<Chord>> {
    let letter = |table: [u8; 26]| {
        (b'A'..)
            .zip(table)
            .find(|&(_, keyword)| keyword == code)
            .map(|(letter, _)| letter_key(letter))
    };
    if let Some(key) = letter(SYMBOL_LETTERS) {
        return Some(vec![Chord::symbol(key)]);
    }
    let digit = || {
        (b'0'..)
            .zip(EXTENDED_SYMBOL_DIGITS)
            .find(|&(_, keyword)| keyword == code)
            .map(|(digit, _)| Chord::symbol(digit_key(digit)))
    };
    let chord = letter(EXTENDED_LETTERS)
        .map(Chord::key)
        .or_else(|| letter(EXTENDED_SYMBOL_LETTERS).map(Chord::symbol))
        .or_else(digit)?;
    Some(vec![Chord::EXTENDED, chord])
}

/// The legends on and around a key; empty if there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Legend {
    /// The keyword of K mode.
    pub command: String,
    /// With SYMBOL SHIFT.
    pub symbol: String,
    /// In extended mode.
    pub extended: String,
    /// In extended mode with SYMBOL SHIFT.
    pub extended_symbol: String,
}

/// The legend of the key with the letter or digit `key`; `None` for another character.
pub fn legend(key: char) -> Option<Legend> {
    let key = key.to_ascii_lowercase();
    let sign = |extended| symbol_on(key, extended).map(String::from);
    let word = |code: u8| token::text(code).map(String::from);
    let [command, symbol, extended, extended_symbol] = match key {
        'a'..='z' => {
            let letter = key as u8 - b'a';
            let of = |table: [u8; 26]| word(table[usize::from(letter)]);
            [
                word(FIRST_COMMAND + letter),
                of(SYMBOL_LETTERS).or(sign(false)),
                of(EXTENDED_LETTERS),
                of(EXTENDED_SYMBOL_LETTERS).or(sign(true)),
            ]
        }
        '0'..='9' => {
            let digit = usize::from(key as u8 - b'0');
            [None, sign(false), None, word(EXTENDED_SYMBOL_DIGITS[digit])]
        }
        _ => return None,
    };
    Some(Legend {
        command: command.unwrap_or_default(),
        symbol: symbol.unwrap_or_default(),
        extended: extended.unwrap_or_default(),
        extended_symbol: extended_symbol.unwrap_or_default(),
    })
}

fn digit_chord(digit: u8) -> Chord {
    Chord::key(digit_key(digit))
}

fn digit_key(digit: u8) -> Key {
    Key::from_char(char::from(digit)).expect("there is a key for every digit")
}

fn letter_key(letter: u8) -> Key {
    Key::from_char(char::from(letter)).expect("there is a key for every letter")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{parse_raw, type_text};

    fn typed(body: &[u8]) -> Result<Vec<Chord>, KeystrokesError> {
        line(&Line {
            number: 10,
            body: body.to_vec(),
        })
    }

    fn raw(keys: &str) -> Result<Vec<Chord>, KeystrokesError> {
        Ok(parse_raw(keys).unwrap())
    }

    #[test]
    fn every_keyword_has_keys() {
        for code in token::FIRST..=0xFF {
            assert!(typed(&[code]).is_ok(), "{:?}", token::text(code));
        }
    }

    #[test]
    fn legends() {
        let of = |key| {
            let legend = legend(key).unwrap();
            [
                legend.command,
                legend.symbol,
                legend.extended,
                legend.extended_symbol,
            ]
        };
        assert_eq!(of('H'), ["GO SUB", "^", "SQR", "CIRCLE"]);
        assert_eq!(of('y'), ["RETURN", "AND", "STR$", "["]);
        assert_eq!(of('0'), ["", "_", "", "FORMAT"]);
        assert_eq!(legend('!'), None);
    }

    #[test]
    fn keywords_letters_and_hidden_numbers() {
        let body = [0xF1, b'a', b'=', b'1', 14, 0, 0, 1, 0, 0, b':', 0xF5, 0xB2, b'a'];
        assert_eq!(typed(&body), raw("10la=1:p{cs+ss}qa\n"));
        assert_eq!(typed(&[0xFA, b'a', 0xCB, 0xE2]), raw("10ua{ss+g}{ss+a}\n"));
        assert_eq!(typed(&[0xCE, b'f', b'(', b')']), raw("10{cs+ss}{ss+1}f()\n"));
    }

    #[test]
    fn characters_of_another_mode_are_typed_with_extra_keys() {
        let left_delete = "{cs+5}{cs+0}";
        assert_eq!(typed(b"\xEA:aB"), raw(&format!("10e:.a{left_delete}{{cs+8}}B\n")));
        assert_eq!(
            typed(b"\xEAa\xF5"),
            raw(&format!("10ea:p{left_delete}{{cs+8}}\n"))
        );
        assert_eq!(
            typed(b"\xF5\"\xF5\""),
            raw(&format!("10p\"\":p{left_delete}{{cs+0}}{{cs+8}}\"\n"))
        );
    }

    #[test]
    fn texts() {
        assert_eq!(text("10 PRINT 1\n20 STOP").unwrap(), raw("10p1\n20{ss+a}\n"));
        assert_eq!(text("PRINT 1\nRUN\n").unwrap(), raw("p1\nr\n"));
        assert_eq!(text("PRINT 1").unwrap(), raw("p1"));
        for not_basic in ["p1", "hello", "10 PRIMT 1", ""] {
            assert_eq!(text(not_basic), None, "{not_basic}");
        }
    }

    #[test]
    fn answers_with_keywords() {
        assert_eq!(answer("\\{SIN}x").unwrap(), raw("{cs+ss}qx").unwrap());
        assert_eq!(answer("\\{STOP}").unwrap(), raw("{ss+a}").unwrap());
        assert_eq!(answer("a\\{b").unwrap(), type_text("a\\{b").unwrap());
        assert_eq!(answer("\\{sim}").unwrap(), type_text("\\{sim}").unwrap());
        assert_eq!(answer("\\{PRINT}"), Err(KeysError::Command("\\{PRINT}".into())));
    }

    #[test]
    fn graphics_and_colours() {
        let body = [0xEA, 0x80, 0x83, 0x8F, 0x8E, 0x90, 0xA4];
        assert_eq!(typed(&body), raw("10e{cs+9}83{cs+8}{cs+1}au{cs+9}\n"));
        let body = [0xEA, 16, 2, 17, 7, 18, 1, 19, 0, 20, 1];
        assert_eq!(
            typed(&body),
            raw("10e{cs+ss}{cs+2}{cs+ss}7{cs+ss}{cs+9}{cs+ss}8{cs+4}\n")
        );
    }

    #[test]
    fn characters_without_a_key() {
        let no_key = |code| Err(KeystrokesError::NoKey { line: 10, code });
        assert_eq!(typed(&[0xEA, 0]), no_key(0));
        assert_eq!(typed(&[0xEA, 22, 1, 1]), no_key(22));
        assert_eq!(typed(&[0xEA, 16, 8]), no_key(16));
        assert_eq!(typed(&[0xEA, 16]), no_key(16));
        assert_eq!(typed(b" \xEA"), Err(KeystrokesError::LeadingSpace { line: 10 }));
    }
}
