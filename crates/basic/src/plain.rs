//! Tokenising without a grammar, for lines that the editor would refuse but a loaded program may have.
//!
//! Keywords outside strings and remarks are tokenised anywhere, numbers get their hidden bytes, and the
//! parameters of a DEF FN their slots; nothing is checked.

use crate::number;
use crate::source::Cell;
use crate::source::Spaces;
use crate::token;

/// Returns the body of a line, without the final 0D.
pub fn body(cells: &[Cell], spaces: Spaces) -> Vec<u8> {
    let mut line = Plain {
        cells,
        at: 0,
        out: Vec::new(),
        spaces,
        in_string: false,
        def_fn: DefFn::None,
    };
    while line.at < cells.len() {
        line.step();
    }
    line.out
}

/// The position in the head of a DEF FN.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DefFn {
    None,
    Name,
    Parameters,
}

struct Plain<'a> {
    cells: &'a [Cell],
    at: usize,
    out: Vec<u8>,
    spaces: Spaces,
    in_string: bool,
    def_fn: DefFn,
}

impl Plain<'_> {
    fn step(&mut self) {
        let cell = &self.cells[self.at];
        let code = cell.code;
        match code {
            b'"' => {
                self.in_string = !self.in_string;
                self.copy(1);
            }
            _ if self.in_string => self.copy(1),
            token::FIRST.. => {
                self.at += 1;
                self.keyword(code);
            }
            token::NUMBER => self.copy(6),
            b' ' if !cell.escaped && self.spaces == Spaces::Dropped => self.at += 1,
            _ if code.is_ascii_alphabetic() && !cell.escaped => self.word(),
            b'0'..=b'9' | b'.' if !cell.escaped => self.number(),
            b'<' | b'>' => match token::longest_at(&self.letters()) {
                Some((code, length)) => {
                    self.at += length;
                    self.out.push(code);
                }
                None => self.copy(1),
            },
            _ => {
                self.def_fn = match (self.def_fn, code) {
                    (DefFn::Name, b'(') => DefFn::Parameters,
                    (DefFn::Parameters, b',') => DefFn::Parameters,
                    (DefFn::Name, b'$') => DefFn::Name,
                    _ => DefFn::None,
                };
                self.copy(1);
            }
        }
    }

    fn copy(&mut self, count: usize) {
        let end = (self.at + count).min(self.cells.len());
        self.out
            .extend(self.cells[self.at..end].iter().map(|cell| cell.code));
        self.at = end;
    }

    /// The unescaped cells from here: a word or number, and after it as many as the longest keyword can take.
    fn letters(&self) -> Vec<u8> {
        let (mut in_word, mut exponent) = (true, false);
        let mut left = 2 * token::MAX_KEYWORD_LETTERS;
        self.cells[self.at..]
            .iter()
            .take_while(|cell| !cell.escaped)
            .map(|cell| cell.code)
            .take_while(|&code| {
                let sign = exponent && matches!(code, b'+' | b'-');
                exponent = matches!(code, b'e' | b'E');
                in_word &= code.is_ascii_alphanumeric() || code == b'.' || sign;
                left -= usize::from(!in_word && code != b' ' && left > 0);
                left > 0
            })
            .collect()
    }

    fn skip_space(&mut self) {
        if self
            .cells
            .get(self.at)
            .is_some_and(|cell| cell.code == b' ' && !cell.escaped)
        {
            self.at += 1;
        }
    }

    /// Writes a keyword whose letters have been read; spaces that a listing shows around it belong to it.
    fn keyword(&mut self, code: u8) {
        self.out.push(code);
        if token::trailing_space(code) {
            self.skip_space();
        }
        self.def_fn = if code == token::DEF_FN {
            DefFn::Name
        } else {
            DefFn::None
        };
        match code {
            token::REM => self.copy(self.cells.len()),
            token::BIN => {
                let text = self.letters();
                let digits = text.iter().take_while(|c| matches!(c, b'0' | b'1')).count();
                self.copy(digits);
                if digits == 0 && self.cells[self.at - 1].escaped {
                    return;
                }
                self.hide(
                    number::binary(&String::from_utf8_lossy(&text[..digits]))
                        .ok()
                        .map(|number| number.0),
                );
            }
            _ => {}
        }
    }

    /// Reads a keyword, or the letters and digits of a name.
    fn word(&mut self) {
        let text = self.letters();
        let length = text.iter().take_while(|c| c.is_ascii_alphanumeric()).count();
        let at_statement = matches!(self.out.last(), None | Some(&(b':' | token::THEN)));
        let keyword = token::longest_at(&text).filter(|&(code, end)| {
            let ends_in_letter =
                token::text(code).is_some_and(|text| text.ends_with(|c: char| c.is_alphanumeric()));
            let digits_only = text[end..]
                .iter()
                .take_while(|c| c.is_ascii_alphanumeric())
                .all(u8::is_ascii_digit);
            !ends_in_letter || end >= length && text.get(end) != Some(&b'$') || at_statement && digits_only
        });
        match keyword {
            Some((code, length)) => {
                self.at += length;
                self.keyword(code);
            }
            None => {
                self.copy(length);
                if self.def_fn == DefFn::Parameters {
                    if self.cells.get(self.at).is_some_and(|cell| cell.code == b'$') {
                        self.copy(1);
                    }
                    self.hide(Some([0; 5]));
                }
            }
        }
    }

    fn number(&mut self) {
        let text = self.letters();
        let length = number::literal_length(&text);
        if length == 0 {
            return self.copy(1);
        }
        self.copy(length);
        let literal = String::from_utf8_lossy(&text[..length]).into_owned();
        self.hide(number::decimal(&literal).ok().map(|number| number.0));
    }

    /// Writes hidden bytes, unless the text has its own here.
    fn hide(&mut self, bytes: Option<[u8; 5]>) {
        let own = self
            .cells
            .get(self.at)
            .is_some_and(|cell| cell.code == token::NUMBER);
        if let (Some(bytes), false) = (bytes, own) {
            self.out.push(token::NUMBER);
            self.out.extend(bytes);
        }
    }
}
