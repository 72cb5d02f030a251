//! Expressions, with the machine's priorities and types.

use super::{Parse, Parser, Preceding};
use crate::diagnostic::Diagnostic;
use crate::number;
use crate::source::Spaces;
use crate::token;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
}

/// Priorities, from the manual's appendix C.
const OR: u8 = 2;
const AND: u8 = 3;
pub(crate) const NOT: u8 = 4;
const COMPARISON: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 8;
pub(crate) const NEGATION: u8 = 9;
const POWER: u8 = 10;
pub(crate) const FUNCTION: u8 = 11;

/// Maximum nesting of brackets and functions. The machine is limited only by its memory; no real listing
/// comes near.
const MAX_DEPTH: usize = 250;

/// The priority of a binary operator.
pub(crate) fn priority(operator: u8) -> Option<u8> {
    Some(match operator {
        token::OR => OR,
        token::AND => AND,
        b'=' | b'<' | b'>' | token::LESS_EQUAL | token::GREATER_EQUAL | token::NOT_EQUAL => COMPARISON,
        b'+' | b'-' => SUM,
        b'*' | b'/' => PRODUCT,
        b'^' => POWER,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Parses an expression of either type.
    pub(super) fn expression(&mut self) -> Parse<Kind> {
        self.operation(0)
    }

    /// Parses a numeric expression.
    pub(super) fn number(&mut self) -> Parse {
        self.expression_of(Kind::Number)
    }

    /// Parses a string expression.
    pub(super) fn text(&mut self) -> Parse {
        self.expression_of(Kind::Text)
    }

    /// Parses an expression of the given type.
    pub(super) fn expression_of(&mut self, kind: Kind) -> Parse {
        let start = self.ahead();
        let found = self.expression()?;
        self.want(kind, found, start)
    }

    fn want(&self, expected: Kind, found: Kind, start: usize) -> Parse {
        match (expected, found) {
            (Kind::Number, Kind::Text) => Err(self.failure(start, "expected a number, found a string")),
            (Kind::Text, Kind::Number) => Err(self.failure(start, "expected a string, found a number")),
            _ => Ok(()),
        }
    }

    /// Parses an operand and all following operators with a priority above `floor`.
    fn operation(&mut self, floor: u8) -> Parse<Kind> {
        let start = self.ahead();
        let mut left = self.operand()?;
        while let Some((operator, length)) = self.operator_here() {
            let Some(priority) = priority(operator).filter(|&priority| priority > floor) else {
                break;
            };
            let operator_at = self.ahead();
            self.put(operator, length);
            if priority == COMPARISON && matches!(self.peek(), Some(b'=' | b'<' | b'>')) {
                let written = self.describe(operator_at);
                let failure = self.expected(&format!("something to compare with after {written}"));
                return Err(failure.help("the operators are `<=`, `>=` and `<>`, without a space inside"));
            }
            let right_start = self.ahead();
            let right = self.operation(priority)?;
            left = match (operator, left, right) {
                (_, Kind::Number, Kind::Number) => Kind::Number,
                (b'+', Kind::Text, Kind::Text) => Kind::Text,
                (token::AND, Kind::Text, Kind::Number) => Kind::Text,
                (_, Kind::Text, Kind::Text) if priority == COMPARISON => Kind::Number,
                (b'+', ..) => return Err(self.failure(right_start, "a string and a number cannot be added")),
                (token::AND, ..) => {
                    return Err(self.failure(
                        right_start,
                        "expected a number to the right of `AND`, found a string",
                    ));
                }
                _ if priority == COMPARISON => {
                    return Err(self.failure(right_start, "a string and a number cannot be compared"));
                }
                _ => {
                    let wrong = if left == Kind::Text { start } else { right_start };
                    return Err(self.failure(wrong, "expected a number, found a string"));
                }
            };
        }
        Ok(left)
    }

    /// The next operator and its length in cells.
    fn operator_here(&self) -> Option<(u8, usize)> {
        let at = self.ahead();
        match self.keyword_at(at) {
            Some(keyword) => Some(keyword),
            None => self.cells.get(at).map(|cell| (cell.code, 1)),
        }
        .filter(|&(operator, _)| priority(operator).is_some())
    }

    /// Parses an operand with its signs and functions, nested at most [`MAX_DEPTH`] deep.
    fn operand(&mut self) -> Parse<Kind> {
        if self.depth == MAX_DEPTH {
            let at = self.ahead();
            return Err(self.failure(at, format!("more than {MAX_DEPTH} nested brackets and functions")));
        }
        self.depth += 1;
        let kind = self.operand_here();
        self.depth -= 1;
        kind
    }

    fn operand_here(&mut self) -> Parse<Kind> {
        if let Some((function, length)) = self.function_here() {
            return self.function(function, length);
        }
        let start = self.ahead();
        match self.peek() {
            Some(b'-') => {
                self.put(b'-', 1);
                self.prefixed(NEGATION, Kind::Number)?;
                Ok(Kind::Number)
            }
            Some(b'+') => {
                self.put(b'+', 1);
                self.operand()
            }
            Some(b'(') => {
                self.put(b'(', 1);
                let kind = self.expression()?;
                self.expect(b')')?;
                if kind == Kind::Text {
                    self.slices_after(false)?;
                }
                Ok(kind)
            }
            Some(b'"') => {
                self.string()?;
                self.slices_after(false)?;
                Ok(Kind::Text)
            }
            Some(b'0'..=b'9' | b'.') if !self.cells[start].escaped => {
                self.literal()?;
                Ok(Kind::Number)
            }
            Some(code) if code.is_ascii_alphabetic() => self.variable(),
            _ => Err(self.expected("a number, a string or a variable")),
        }
    }

    /// Parses the operand of a prefix operator or function, which must be of the given type.
    fn prefixed(&mut self, priority: u8, kind: Kind) -> Parse {
        let start = self.ahead();
        let found = self.operation(priority)?;
        self.want(kind, found, start)
    }

    fn function(&mut self, function: u8, length: usize) -> Parse<Kind> {
        let written_as_code = self.cells[self.ahead()].escaped;
        self.put(function, length);
        match function {
            token::RND | token::PI => Ok(Kind::Number),
            token::INKEY_S => {
                if self.take(b'#') {
                    self.stream()?;
                }
                self.slices_after(false)?;
                Ok(Kind::Text)
            }
            token::BIN => {
                self.binary(written_as_code)?;
                Ok(Kind::Number)
            }
            token::FN => self.call(),
            token::POINT | token::ATTR => {
                self.coordinates()?;
                Ok(Kind::Number)
            }
            token::SCREEN_S => {
                self.coordinates()?;
                self.slices_after(false)?;
                Ok(Kind::Text)
            }
            token::NOT => {
                self.prefixed(NOT, Kind::Number)?;
                Ok(Kind::Number)
            }
            token::CODE | token::LEN => {
                self.prefixed(FUNCTION, Kind::Text)?;
                Ok(Kind::Number)
            }
            token::VAL | token::VAL_S => {
                self.warn_of_spelled_keywords();
                self.prefixed(FUNCTION, Kind::Text)?;
                Ok(if function == token::VAL {
                    Kind::Number
                } else {
                    Kind::Text
                })
            }
            token::STR_S | token::CHR_S => {
                self.prefixed(FUNCTION, Kind::Number)?;
                Ok(Kind::Text)
            }
            token::USR => {
                self.operation(FUNCTION)?;
                Ok(Kind::Number)
            }
            _ => {
                self.prefixed(FUNCTION, Kind::Number)?;
                Ok(Kind::Number)
            }
        }
    }

    /// Parses the stream of INKEY$. A bracket after a name too long for an array is a slice of the INKEY$
    /// string.
    fn stream(&mut self) -> Parse {
        let start = self.mark();
        let name = self.take_name(true).unwrap_or_default();
        if name.len() > 1 && self.peek() == Some(b'(') {
            return Ok(());
        }
        self.reset(&start);
        self.prefixed(FUNCTION, Kind::Number)
    }

    /// Parses `(x,y)`.
    fn coordinates(&mut self) -> Parse {
        self.expect(b'(')?;
        self.number()?;
        self.expect(b',')?;
        self.number()?;
        self.expect(b')')
    }

    /// Parses the rest of a call after FN: `a(1,"b")`.
    fn call(&mut self) -> Parse<Kind> {
        self.take_letter("a function's name of one letter")?;
        let kind = if self.take(b'$') { Kind::Text } else { Kind::Number };
        self.expect(b'(')?;
        if self.peek() != Some(b')') {
            self.expression()?;
            while self.take(b',') {
                self.expression()?;
            }
        }
        self.expect(b')')?;
        if kind == Kind::Text {
            self.slices_after(false)?;
        }
        Ok(kind)
    }

    /// Parses a variable whose value is used.
    fn variable(&mut self) -> Parse<Kind> {
        let start = self.ahead();
        let name = self.take_name(true)?;
        if self.take(b'$') {
            if name.len() > 1 {
                return Err(self.too_long_name(start, "a string variable"));
            }
            self.slices()?;
            return Ok(Kind::Text);
        }
        if self.peek() == Some(b'(') {
            if name.len() > 1 {
                return Err(self.too_long_name(start, "an array"));
            }
            self.subscripts()?;
        }
        Ok(Kind::Number)
    }

    /// Parses `(1,2)` after the name of a numeric array.
    pub(super) fn subscripts(&mut self) -> Parse {
        self.expect(b'(')?;
        self.number()?;
        while self.take(b',') {
            self.number()?;
        }
        self.expect(b')')
    }

    /// Parses any number of `(...)` after a string variable: subscripts, then perhaps a slice.
    pub(super) fn slices(&mut self) -> Parse {
        self.slices_after(true)
    }

    /// Parses any number of slices after a string. The first `(...)` of a variable may be subscripts, because
    /// it may be an array.
    fn slices_after(&mut self, mut subscripts: bool) -> Parse {
        while self.take(b'(') {
            if self.take(b')') {
                continue;
            }
            // `a$(1,)` is the whole string, as `a$(1)` is.
            let mut after_comma = false;
            loop {
                if self.take_keyword(token::TO) {
                    self.slice_end()?;
                    break;
                }
                if after_comma && self.peek() == Some(b')') {
                    break;
                }
                self.number()?;
                if self.take_keyword(token::TO) {
                    self.slice_end()?;
                    break;
                }
                if !subscripts || !self.take(b',') {
                    break;
                }
                after_comma = true;
            }
            self.expect(b')')?;
            subscripts = false;
        }
        Ok(())
    }

    fn slice_end(&mut self) -> Parse {
        if self.peek() == Some(b')') {
            Ok(())
        } else {
            self.number()
        }
    }

    /// Parses a string literal: up to the next quote. Two consecutive quotes inside represent one.
    pub(super) fn string(&mut self) -> Parse {
        let start = self.ahead();
        self.put(b'"', 1);
        loop {
            let Some(length) = self.cells[self.at..].iter().position(|cell| cell.code == b'"') else {
                let failure = self.failure(start, "this string has no closing quote");
                return Err(failure);
            };
            self.copy_to(self.at + length + 1);
            if self.cells.get(self.at).is_none_or(|cell| cell.code != b'"') {
                return Ok(());
            }
            self.copy_to(self.at + 1);
        }
    }

    /// Parses a decimal number and writes its hidden bytes.
    fn literal(&mut self) -> Parse {
        let start = self.ahead();
        // A sign belongs to a number only after the letter of its exponent.
        let mut exponent = false;
        let text = self.plain_text(start, |code| {
            let sign = matches!(code, b'+' | b'-') && exponent;
            exponent = matches!(code, b'e' | b'E');
            sign || exponent || code.is_ascii_digit() || code == b'.'
        });
        let mut length = number::literal_length(&text);
        if length == 0 {
            return Err(self.failure(start, "a decimal point needs digits"));
        }
        let mut literal = String::from_utf8_lossy(&text[..length]).into_owned();
        if let Some((exponent, end)) = self.spaced_exponent(start + length) {
            literal += &exponent;
            length = end - start;
        }
        let number = number::decimal(&literal).map_err(|error| self.failure(start, error.to_string()))?;
        self.copy_spaces(text[0]);
        for at in start..start + length {
            let cell = &self.cells[at];
            if cell.code != b' ' || cell.escaped || self.spaces == Spaces::Kept {
                self.push_cell(at);
            }
        }
        self.at = start + length;
        self.place = Preceding::Other;
        // An `e` without an exponent, which does not belong to the number, or a second point.
        if let Some(b'e' | b'E' | b'.') = self.cells.get(self.at).map(|cell| cell.code) {
            let word = self.keyword_at(self.at).is_none();
            if word {
                return Err(self.failure(self.at, "this is not a number"));
            }
        }
        self.hide(number.0);
        Ok(())
    }

    /// The exponent at `at` without its spaces, and the index after it, if there are spaces after its letter
    /// or its sign: `1e 5`.
    fn spaced_exponent(&self, at: usize) -> Option<(String, usize)> {
        let code = |at: usize| self.cells.get(at).map(|cell| cell.code);
        let after_spaces = |mut at: usize| {
            while code(at) == Some(b' ') {
                at += 1;
            }
            at
        };
        let mut exponent = String::from("e");
        code(at).filter(|letter| matches!(letter, b'e' | b'E'))?;
        let mut at = after_spaces(at + 1);
        if let Some(sign @ (b'+' | b'-')) = code(at) {
            exponent.push(char::from(sign));
            at = after_spaces(at + 1);
        }
        let first = at;
        while let Some(digit @ b'0'..=b'9') = code(at) {
            exponent.push(char::from(digit));
            at += 1;
        }
        (at > first).then_some((exponent, at))
    }

    /// Parses the digits after BIN and writes their hidden bytes. A BIN token without digits and hidden bytes
    /// is refused: it is from a line that has to be stored code by code.
    fn binary(&mut self, written_as_code: bool) -> Parse {
        let start = self.ahead();
        let text = self.plain_text(start, |code| code.is_ascii_digit());
        let length = text.len();
        let digits = String::from_utf8_lossy(&text).into_owned();
        let number = number::binary(&digits).map_err(|error| match error {
            number::NumberError::Malformed => {
                self.failure(start, "a binary number consists of the digits 0 and 1")
            }
            error => self.failure(start, error.to_string()),
        })?;
        self.copy_spaces(b'0');
        if length > 0 {
            self.copy_to(start + length);
        } else if written_as_code
            && self
                .cells
                .get(start)
                .is_none_or(|cell| cell.code != token::NUMBER)
        {
            return Err(self.failure(start, "this BIN has neither digits nor a hidden number"));
        }
        self.hide(number.0);
        Ok(())
    }

    /// Warns of keywords in letters in the next string literal, which is the operand of VAL: VAL reads them
    /// as names.
    fn warn_of_spelled_keywords(&mut self) {
        let start = self.ahead();
        if self.cells.get(start).is_none_or(|cell| cell.code != b'"') {
            return;
        }
        let mut at = start + 1;
        while self.cells.get(at).is_some_and(|cell| cell.code != b'"') {
            let end = self.word_end(at).max(at + 1);
            if let Some((code, _)) = self.whole_keyword_at(at).filter(|_| !self.cells[at].escaped)
                && self.cells[at].code.is_ascii_alphabetic()
            {
                let keyword = token::text(code).unwrap_or_default();
                let message =
                    format!("`{keyword}` is plain letters inside a string, which VAL reads as a name");
                let warning = Diagnostic::warning(self.span(at), message, "");
                self.parsed
                    .diagnostics
                    .push(warning.help(format!("`\\{{{keyword}}}` is the keyword")));
            }
            at = end;
        }
    }
}
