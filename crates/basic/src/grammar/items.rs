//! The items of PRINT, LPRINT and INPUT with their separators, and the colour items of PLOT, DRAW and CIRCLE.

use super::expression::Kind;
use super::{Parse, Parser};
use crate::token;

impl Parser<'_> {
    /// Parses the items of PRINT and LPRINT.
    pub(super) fn print_items(&mut self) -> Parse {
        self.print_items_until(Self::at_statement_end, "the end of the statement")
    }

    /// Parses items of PRINT until `ends` is true; `end` describes the end in messages.
    fn print_items_until(&mut self, ends: impl Fn(&Self) -> bool, end: &str) -> Parse {
        loop {
            while self.separator() {}
            if ends(self) {
                return Ok(());
            }
            self.print_item()?;
            if !ends(self) && !self.separator() {
                return Err(self.expected(&format!("`;`, `,` or `'` between the items, or {end}")));
            }
        }
    }

    /// Parses the items of INPUT.
    pub(super) fn input_items(&mut self) -> Parse {
        if self.at_statement_end() {
            return Err(self.expected("something to input"));
        }
        loop {
            while self.separator() {}
            if self.at_statement_end() {
                return Ok(());
            }
            self.input_item()?;
            if !self.at_statement_end() && !self.separator() {
                return Err(self.expected("`;`, `,` or `'` between the items, or the end of the statement"));
            }
        }
    }

    fn separator(&mut self) -> bool {
        self.take(b';') || self.take(b',') || self.take(b'\'')
    }

    /// Parses an item of PRINT: an expression, AT, TAB, a colour or a stream.
    fn print_item(&mut self) -> Parse {
        if self.control_item()? {
            return Ok(());
        }
        self.expression().map(|_| ())
    }

    /// Parses an item of INPUT: an item that starts with a letter is a variable to read, others are printed.
    /// Brackets contain items of PRINT, with variables to print.
    fn input_item(&mut self) -> Parse {
        if self.is_lone_word() {
            return self.target().map(|_| ());
        }
        if self.item_keyword() == Some(token::LINE) {
            self.expect_keyword(token::LINE)?;
            let start = self.ahead();
            return match self.target()? {
                Kind::Text => Ok(()),
                Kind::Number => Err(self.failure(start, "`INPUT LINE` needs a string variable")),
            };
        }
        if self.control_item()? {
            return Ok(());
        }
        if self.take(b'(') {
            self.print_items_until(|parser| parser.peek() == Some(b')'), "`)`")?;
            return self.expect(b')');
        }
        let starts_with_letter = self.peek().is_some_and(|code| code.is_ascii_alphabetic());
        if starts_with_letter && self.function_here().is_none() {
            self.target().map(|_| ())
        } else {
            self.expression().map(|_| ())
        }
    }

    /// Whether the next word is the whole item. Then it is a name, even if it is spelled like a keyword:
    /// every keyword that can start an item of INPUT has an operand. LINE is not a name, so that a missing
    /// variable is reported.
    fn is_lone_word(&self) -> bool {
        let start = self.ahead();
        let end = self.word_end(start);
        let after = self.cells[end..]
            .iter()
            .find(|cell| cell.code != b' ')
            .map(|cell| cell.code);
        self.peek().is_some_and(|code| code.is_ascii_alphabetic())
            && end > start
            && matches!(after, None | Some(b';' | b',' | b'\'' | b':'))
            && self
                .whole_keyword_at(start)
                .is_none_or(|(code, _)| code != token::LINE)
    }

    /// Returns the next keyword if it introduces an item and is not a name that the program uses.
    fn item_keyword(&mut self) -> Option<u8> {
        let at = self.ahead();
        let (code, length) = self.whole_keyword_at(at)?;
        let items = [token::AT, token::TAB, token::LINE];
        if !items.contains(&code) && !is_colour(code) {
            return None;
        }
        if self.cells[at].code < token::FIRST {
            let glued = self.word_end(at) > at + length;
            if self.is_assigned_name(at, glued) {
                return None;
            }
        }
        Some(code)
    }

    /// Takes `AT y,x`, `TAB x`, a colour item or `#n` if it is next.
    fn control_item(&mut self) -> Parse<bool> {
        if self.take(b'#') {
            self.number()?;
            return Ok(true);
        }
        match self.item_keyword() {
            Some(token::AT) => {
                self.expect_keyword(token::AT)?;
                self.number()?;
                self.expect(b',')?;
                self.number()?;
                Ok(true)
            }
            Some(code) if code == token::TAB || is_colour(code) => {
                self.expect_keyword(code)?;
                self.number()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes any number of colour items such as `INK 1;` before coordinates.
    pub(super) fn colour_items(&mut self) -> Parse {
        while let Some(code) = self.item_keyword().filter(|&code| is_colour(code)) {
            self.expect_keyword(code)?;
            self.number()?;
            if !self.take(b';') {
                self.expect(b',')?;
            }
        }
        Ok(())
    }
}

/// Whether the keyword is INK, PAPER, FLASH, BRIGHT, INVERSE or OVER.
fn is_colour(code: u8) -> bool {
    (token::INK..=token::OVER).contains(&code)
}
