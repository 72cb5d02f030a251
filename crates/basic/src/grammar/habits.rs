//! Advice on habits from other machines or from the typewriter: names with a suffix, brackets around
//! coordinates, two statements in one, letters for digits, quotes inside quotes.

use super::Parser;
use super::advice::Advice;
use crate::token;

impl Parser<'_> {
    pub(super) fn habit_advice(&self, start: usize, at: usize) -> Option<Advice> {
        self.suffix_advice(at)
            .or_else(|| self.digit_advice(at))
            .or_else(|| self.quote_advice(at))
            .or_else(|| self.list_advice(start, at))
            .or_else(|| self.bracket_advice(at))
            .or_else(|| self.place_advice(start, at))
    }

    /// `A%`, unless an operand follows: then it is a remainder.
    fn suffix_advice(&self, at: usize) -> Option<Advice> {
        let is_name = at > 0
            && self
                .plain(at - 1)
                .is_some_and(|code| code.is_ascii_alphanumeric());
        let is_suffix = matches!(self.plain(at), Some(b'%' | b'!' | b'#'));
        let next = self.plain(self.skip_spaces(at + 1));
        let is_operand = next.is_some_and(|code| code.is_ascii_alphanumeric() || code == b'(');
        // `a!=b` is an operator.
        let is_operator = self.plain(at) == Some(b'!') && self.plain(at + 1) == Some(b'=');
        (is_name && is_suffix && !is_operand && !is_operator).then(|| {
            Advice::help("there is only one type of number: names have no suffix")
                .and_fix("remove the suffix", self.place(at..at + 1), "")
                .of_other_basic()
        })
    }

    /// Letters in place of digits: `GO TO 1O`.
    fn digit_advice(&self, at: usize) -> Option<Advice> {
        let is_after_digit = at > 0 && self.plain(at - 1).is_some_and(|code| code.is_ascii_digit());
        let end = self.word_end(at);
        let digits = digits_of(&self.written(at, end)).filter(|_| is_after_digit)?;
        let title = "write digits, not letters that look like them";
        Some(Advice::fix(title, self.place(at..end), digits))
    }

    /// Letters in the number of a line: `1O0 PRINT`.
    pub(super) fn line_number_advice(&self, at: usize) -> Option<Advice> {
        let end = self.word_end(at);
        let digits = digits_of(&self.written(at, end))?;
        let is_statement = self.keyword_at(self.skip_spaces(end)).is_some();
        (at == 0 && is_statement)
            .then(|| Advice::fix("write the line number in digits", self.place(at..end), digits))
    }

    /// `"he said "hello" to"`: a string that ends where a word begins, and another one after it.
    fn quote_advice(&self, at: usize) -> Option<Advice> {
        let is_after_string = at > 0 && self.plain(at - 1) == Some(b'"');
        let is_word = self.plain(at).is_some_and(|code| code.is_ascii_alphabetic());
        if !is_after_string || !is_word {
            return None;
        }
        let inner = at..(at..self.cells.len()).find(|&index| self.plain(index) == Some(b'"'))?;
        let text = self.copied(inner.clone())?;
        let title = "write each quote inside a string twice";
        let place = self.place(at - 1..inner.end + 1);
        Some(Advice::fix(title, place, format!("\"\"{text}\"\"")))
    }

    /// Lists of variables: `DIM a(3),b(4)`, `LET a=3,b=4`.
    fn list_advice(&self, start: usize, at: usize) -> Option<Advice> {
        if self.plain(at) != Some(b',') {
            return None;
        }
        let name = self.skip_spaces(at + 1);
        let (word, after) = self.whole_word(name);
        let sign = self.plain(self.skip_spaces(after));
        let (command, _) = self.keyword_at(self.skip_spaces(start))?;
        let keyword = match command {
            token::DIM if sign == Some(b'(') => "DIM",
            token::LET if matches!(sign, Some(b'=' | b'(')) => "LET",
            _ => return None,
        };
        (!word.is_empty()).then(|| {
            let title = format!("write a `{keyword}` for each");
            Advice::fix(title, self.place(at..name), format!(": {keyword} ")).of_other_basic()
        })
    }

    /// `AT(5,5)`, `PLOT (1,2)`: brackets around a keyword's operands.
    fn bracket_advice(&self, at: usize) -> Option<Advice> {
        if self.plain(at) != Some(b',') {
            return None;
        }
        let open = self.open_bracket(at)?;
        let (keyword, name) = self.keyword_before(open)?;
        let takes_several = [
            token::AT,
            token::PLOT,
            token::DRAW,
            token::CIRCLE,
            token::POKE,
            token::BEEP,
            token::OUT,
        ];
        if !takes_several.contains(&keyword) {
            return None;
        }
        let close = self.closing(open)?;
        let inside = self.copied(open + 1..close)?;
        let title = format!("no brackets after `{name}`");
        let inside = match self.plain(open.wrapping_sub(1)) {
            Some(b' ') => inside,
            _ => format!(" {inside}"),
        };
        Some(Advice::fix(title, self.place(open..close + 1), inside).of_other_basic())
    }

    /// The innermost bracket that is open before a cell.
    fn open_bracket(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for index in (0..at).rev().take(super::advice::MAX_BRACKET_CELLS) {
            match self.plain(index) {
                Some(b')') => depth += 1,
                Some(b'(') if depth == 0 => return Some(index),
                Some(b'(') => depth -= 1,
                Some(b'"') => return None,
                _ => {}
            }
        }
        None
    }

    /// The keyword that ends just before a cell, ignoring spaces.
    fn keyword_before(&self, at: usize) -> Option<(u8, &'static str)> {
        let last = (0..at).rev().find(|&index| self.plain(index) != Some(b' '))?;
        let longest = last.saturating_sub(10);
        (longest..=last).find_map(|first| {
            let (code, length) = self.keyword_at(first)?;
            (first + length == last + 1).then_some((code, token::text(code)?.trim()))
        })
    }

    /// A position after `@`: `PRINT@5,"x"`.
    fn place_advice(&self, start: usize, at: usize) -> Option<Advice> {
        let command = self.keyword_at(self.skip_spaces(start)).map(|(code, _)| code);
        let prints = matches!(command, Some(token::PRINT | token::LPRINT | token::INPUT));
        (prints && self.plain(at) == Some(b'@')).then(|| {
            Advice::help("a position is an item of PRINT: `PRINT AT row,column;`, both from 0")
                .of_other_basic()
        })
    }
}

/// Converts a word of digits and letters that look like digits.
fn digits_of(word: &str) -> Option<String> {
    let digit = |c: char| match c {
        'O' | 'o' => Some('0'),
        'I' | 'l' => Some('1'),
        c if c.is_ascii_digit() => Some(c),
        _ => None,
    };
    let has_letters = word.bytes().any(|code| code.is_ascii_alphabetic());
    word.chars()
        .map(digit)
        .collect::<Option<String>>()
        .filter(|_| has_letters)
}
