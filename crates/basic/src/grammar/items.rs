//! What PRINT, LPRINT and INPUT take: items and separators, and the colour items of PLOT, DRAW and CIRCLE.

use super::expression::Kind;
use super::{Parse, Parser};
use crate::token;

impl Parser<'_> {
    /// The items of PRINT and LPRINT.
    pub(super) fn print_items(&mut self) -> Parse {
        self.print_items_until(Self::at_statement_end, "the end of the statement")
    }

    /// Items of PRINT up to what `ends` them, which is called `end`.
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

    /// The items of INPUT.
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

    /// One item of PRINT: an expression, AT, TAB, a colour or a stream.
    fn print_item(&mut self) -> Parse {
        if self.control_item()? {
            return Ok(());
        }
        self.expression().map(|_| ())
    }

    /// One item of INPUT: what starts with a letter is a variable to fill, the rest is printed. Brackets hold
    /// items of PRINT, variables to print among them.
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

    /// Does a word come next that the item ends with? Then it is a name, even if a keyword is spelled like
    /// it: all that can start an item of INPUT take something. LINE is not a name, so that a forgotten
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

    /// The keyword that comes next if it introduces an item and is not a name that the program uses.
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

    /// Takes `AT y,x`, `TAB x`, a colour item or `#n` if one comes next.
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

    /// Takes any number of `INK 1;` before coordinates.
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

/// Is the keyword INK, PAPER, FLASH, BRIGHT, INVERSE or OVER?
fn is_colour(code: u8) -> bool {
    (token::INK..=token::OVER).contains(&code)
}
