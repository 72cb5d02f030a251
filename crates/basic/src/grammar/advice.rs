//! Advice for statements that do not parse: misspelled keywords, words and operators of other BASICs, omitted
//! parts.

use std::borrow::Cow;
use std::ops::Range;

use super::{Failure, Parser};
use crate::diagnostic::{Diagnostic, Fix};
use crate::dialects;
use crate::spelling;
use crate::token;

/// The code for a statement that the editor would refuse.
const REFUSED_STATEMENT: &str = "G100";
/// The code for a statement that another BASIC would accept.
const OTHER_BASIC: &str = "G101";

/// Maximum length of a bracket that is searched, in cells.
pub(super) const MAX_BRACKET_CELLS: usize = 200;

/// Advice on how to fix a failure.
pub(super) struct Advice {
    help: Option<String>,
    fix: Option<Fix>,
    code: &'static str,
}

impl Advice {
    pub(super) fn help(help: impl Into<String>) -> Advice {
        Advice {
            help: Some(help.into()),
            fix: None,
            code: REFUSED_STATEMENT,
        }
    }

    /// Creates advice that consists of a fix only.
    pub(super) fn fix(
        title: impl Into<String>,
        span: Range<usize>,
        replacement: impl Into<String>,
    ) -> Advice {
        Advice {
            help: None,
            fix: Some(Fix {
                title: title.into(),
                span,
                replacement: replacement.into(),
            }),
            code: REFUSED_STATEMENT,
        }
    }

    pub(super) fn and_fix(
        self,
        title: impl Into<String>,
        span: Range<usize>,
        replacement: impl Into<String>,
    ) -> Advice {
        Advice {
            help: self.help,
            ..Advice::fix(title, span, replacement)
        }
    }

    pub(super) fn of_other_basic(self) -> Advice {
        Advice {
            code: OTHER_BASIC,
            ..self
        }
    }
}

impl Parser<'_> {
    /// Returns the diagnostic for a statement that starts at cell `start` and fails, with advice if its
    /// meaning can be guessed.
    pub(super) fn refusal(&self, start: usize, failure: Failure) -> Diagnostic {
        if !self.advises {
            return self.diagnostic(failure);
        }
        let advice = self.advice(start, &failure);
        let diagnostic = self.diagnostic(failure);
        let Some(advice) = advice else {
            return diagnostic.code(REFUSED_STATEMENT);
        };
        let help = match advice.fix {
            // The fix already says what the diagnostic's help says.
            Some(_) => advice.help,
            None => advice.help.or(diagnostic.help.clone()),
        };
        Diagnostic {
            help,
            fixes: advice.fix.into_iter().collect(),
            ..diagnostic.code(advice.code)
        }
    }

    fn advice(&self, start: usize, failure: &Failure) -> Option<Advice> {
        let at = failure.at;
        if failure.is_no_command {
            return self.command_advice(at);
        }
        let command = self.keyword_at(self.skip_spaces(start)).map(|(code, _)| code);
        if command == Some(token::DIM) && failure.message == "an array has a name of one letter" {
            let help = "give the array a name of one letter everywhere, such as `a` or `a$`";
            return Some(Advice::help(help));
        }
        self.habit_advice(start, at)
            .or_else(|| self.operator_advice(at))
            .or_else(|| self.missing_advice(failure))
            .or_else(|| self.random_advice(at))
            .or_else(|| self.slice_advice(at))
            .or_else(|| self.number_advice(at))
            .or_else(|| self.word_advice(start, at))
            .or_else(|| self.sign_advice(start, at))
    }

    /// The code at a cell, unless it is an escape.
    pub(super) fn plain(&self, at: usize) -> Option<u8> {
        self.cells
            .get(at)
            .filter(|cell| !cell.escaped)
            .map(|cell| cell.code)
    }

    /// The range of some cells in the text.
    pub(super) fn place(&self, cells: Range<usize>) -> Range<usize> {
        match (
            self.cells.get(cells.start),
            self.cells.get(cells.end.wrapping_sub(1)),
        ) {
            (Some(first), Some(last)) if !cells.is_empty() => first.span.start..last.span.end,
            (Some(first), _) => first.span.start..first.span.start,
            _ => self.end..self.end,
        }
    }

    /// The letters of a word and a following `$`, and the index after them.
    pub(super) fn whole_word(&self, at: usize) -> (String, usize) {
        let mut end = self.word_end(at);
        end += usize::from(end > at && self.plain(end) == Some(b'$'));
        (self.written(at, end), end)
    }

    /// Some cells as text; `None` if one is an escape.
    pub(super) fn copied(&self, cells: Range<usize>) -> Option<String> {
        let cells = self.cells.get(cells)?;
        let plain = cells
            .iter()
            .all(|cell| !cell.escaped && cell.code.is_ascii() && cell.code >= b' ');
        plain.then(|| cells.iter().map(|cell| char::from(cell.code)).collect())
    }

    /// The index after spaces.
    pub(super) fn skip_spaces(&self, mut at: usize) -> usize {
        while self.plain(at) == Some(b' ') {
            at += 1;
        }
        at
    }

    /// Advice for a statement that does not start with a command.
    fn command_advice(&self, at: usize) -> Option<Advice> {
        let end = self.word_end(at);
        match self.plain(at)? {
            b'?' => return Some(Advice::fix("write `PRINT`", self.place(at..at + 1), "PRINT ")),
            b'\'' => return Some(Advice::fix("a comment is `REM`", self.place(at..at + 1), "REM ")),
            b'/' if self.plain(at + 1) == Some(b'/') => {
                return Some(Advice::fix("a comment is `REM`", self.place(at..at + 2), "REM "));
            }
            first if first.is_ascii_digit() => {
                let title = "a jump needs its keyword: `GO TO`";
                return Some(Advice::fix(title, self.place(at..at), "GO TO "));
            }
            _ => {}
        }
        if let Some(advice) = self.line_number_advice(at) {
            return Some(advice);
        }
        let (word, after) = self.whole_word(at);
        let next = self.skip_spaces(after);
        let sign = self.plain(next);
        let is_name = word
            .bytes()
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic());
        if is_name && matches!(sign, Some(b'+' | b'-' | b'*' | b'/')) && self.plain(next + 1) == Some(b'=') {
            let sign = char::from(sign?);
            let written = format!("LET {word}={word}{sign}");
            let title = format!("write `{written}...`");
            return Some(Advice::fix(title, self.place(at..next + 2), written).of_other_basic());
        }
        if is_name && sign == Some(b'=') {
            return Some(Advice::fix(
                "an assignment starts with `LET`",
                self.place(at..at),
                "LET ",
            ));
        }
        if is_name && matches!(sign, Some(b'%' | b'!' | b'#')) && self.plain(next + 1) == Some(b'=') {
            let help = "there is only one type of number: names have no suffix";
            return Some(Advice::help(help).of_other_basic());
        }
        let short = || {
            let keyword = dialects::short_form(&word)?;
            Some((
                Cow::Owned(format!("`{word}` is short for `{keyword}`")),
                Some(keyword),
            ))
        };
        let known = dialects::command(&word).map(|(help, keyword)| (Cow::Borrowed(help), keyword));
        if let Some((help, replacement)) = known.or_else(short) {
            let advice = Advice::help(help);
            let advice = match replacement {
                Some(keyword) => advice.and_fix(
                    format!("write `{keyword}`"),
                    self.place(at..end),
                    format!(
                        "{keyword}{}",
                        if self.plain(end) == Some(b' ') || end >= self.cells.len() {
                            ""
                        } else {
                            " "
                        }
                    ),
                ),
                None => advice,
            };
            return Some(advice.of_other_basic());
        }
        let is_function = dialects::function(&word).is_some()
            || self
                .whole_keyword_at(at)
                .is_some_and(|(code, _)| code <= token::BIN);
        if is_function && !(sign == Some(b'(') && self.is_assignment(next)) {
            let help = "a function is not a statement: use its value in `LET`, `PRINT` or `IF`";
            return Some(Advice::help(help));
        }
        if sign == Some(b'(') && self.is_assignment(next) {
            let title = "an assignment starts with `LET`";
            return Some(Advice::fix(title, self.place(at..at), "LET "));
        }
        let keyword = dialects::closest_command(&word)?;
        let title = format!("did you mean `{keyword}`?");
        Some(Advice::fix(title, self.place(at..end), keyword))
    }

    /// Whether an `=` follows the bracket that opens at `at`.
    fn is_assignment(&self, at: usize) -> bool {
        self.closing(at)
            .is_some_and(|close| self.plain(self.skip_spaces(close + 1)) == Some(b'='))
    }

    /// The index of the bracket that closes the one at `at`; brackets in strings are ignored.
    pub(super) fn closing(&self, at: usize) -> Option<usize> {
        let (mut depth, mut in_string) = (0, false);
        for (index, cell) in self.cells.iter().enumerate().skip(at).take(MAX_BRACKET_CELLS) {
            match cell.code {
                b'"' => in_string = !in_string,
                b'(' if !in_string => depth += 1,
                b')' if !in_string => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Advice on operators of two characters at or just before `at`.
    fn operator_advice(&self, at: usize) -> Option<Advice> {
        let places = [Some(at), at.checked_sub(1)];
        for at in places.into_iter().flatten() {
            for (sign, meant, help) in dialects::OPERATORS {
                let here = sign
                    .bytes()
                    .enumerate()
                    .all(|(offset, code)| self.plain(at + offset) == Some(code));
                if here {
                    let title = format!("write `{}`", meant.trim());
                    let place = self.place(at..at + sign.len());
                    return Some(Advice::help(*help).and_fix(title, place, *meant).of_other_basic());
                }
            }
        }
        None
    }

    /// Advice on an omitted part.
    fn missing_advice(&self, failure: &Failure) -> Option<Advice> {
        let at = failure.at;
        let here = self.place(at..at);
        let at_end = self.plain(at).is_none_or(|code| code == b':');
        if failure.message.starts_with("expected `THEN`") {
            let (word, _) = self.whole_word(at);
            if at_end || dialects::function(&word).is_some() || !self.starts_statement(at) {
                return None;
            }
            return Some(Advice::fix("write `THEN` before the statement", here, "THEN "));
        }
        if failure.message == "this string has no closing quote" {
            let end = self.end..self.end;
            return Some(Advice::fix("close the string at the end of the line", end, "\""));
        }
        if failure.message.starts_with("expected `)`") && at_end {
            return Some(Advice::fix("close the bracket", here, ")"));
        }
        None
    }

    /// Whether a statement can start at a cell.
    fn starts_statement(&self, at: usize) -> bool {
        self.keyword_at(at)
            .is_some_and(|(code, _)| token::is_command(code))
            || self.plain(at).is_some_and(|code| code.is_ascii_alphanumeric())
    }

    /// `RND(10)`
    fn random_advice(&self, at: usize) -> Option<Advice> {
        if self.plain(at) != Some(b'(') {
            return None;
        }
        let before = self.cells[..at].iter().rposition(|cell| cell.code != b' ')?;
        let first = if self.cells[before].code == token::RND {
            before
        } else {
            let first = before.checked_sub(2)?;
            (self.keyword_at(first) == Some((token::RND, 3))).then_some(first)?
        };
        let help = "RND has no argument; its value is at least 0 and less than 1";
        let advice = Advice::help(help).of_other_basic();
        let Some(argument) = self
            .closing(at)
            .and_then(|close| Some((close, self.copied(at + 1..close)?)))
        else {
            return Some(advice);
        };
        let (close, argument) = argument;
        let written = match argument.trim() {
            "" | "0" | "1" => "RND".to_owned(),
            argument => {
                let before = self.cells[..first].iter().rfind(|cell| cell.code != b' ');
                let after = self.plain(self.skip_spaces(close + 1));
                let is_operand = |code: u8| matches!(code, b'+' | b'-' | b'*' | b'/' | b'^');
                let is_simple = argument.bytes().all(|code| code.is_ascii_alphanumeric());
                let size = if is_simple {
                    argument.to_owned()
                } else {
                    format!("({argument})")
                };
                if before.is_some_and(|cell| is_operand(cell.code)) || after.is_some_and(is_operand) {
                    format!("(INT (RND*{size})+1)")
                } else {
                    format!("INT (RND*{size})+1")
                }
            }
        };
        let title = match written.as_str() {
            "RND" => "write `RND`".to_owned(),
            written => format!("a whole number from 1 to {}: `{written}`", argument.trim()),
        };
        let advice = advice.and_fix(title, self.place(first..close + 1), written);
        Some(advice.of_other_basic())
    }

    /// `MID$(a$,2,3)` and similar functions, at the word or before its bracket.
    fn slice_advice(&self, at: usize) -> Option<Advice> {
        let (word, after) = self.whole_word(at);
        let open = self.skip_spaces(after);
        let help = match word.to_ascii_uppercase().as_str() {
            name @ ("MID$" | "LEFT$" | "RIGHT$") => dialects::function(name)?.0,
            _ => return None,
        };
        let advice = Advice::help(help).of_other_basic();
        let parts = (self.plain(open) == Some(b'('))
            .then(|| self.closing(open))
            .flatten()
            .and_then(|close| Some((close, self.copied(open + 1..close)?)));
        let Some((close, inside)) = parts else {
            return Some(advice);
        };
        let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
        let is_variable = matches!(parts[0].as_bytes(), [letter, b'$'] if letter.is_ascii_alphabetic());
        let is_simple =
            |part: &&str| !part.is_empty() && part.bytes().all(|code| code.is_ascii_alphanumeric());
        if !is_variable || !parts[1..].iter().all(is_simple) {
            return Some(advice);
        }
        let name = parts[0];
        let written = match (word.to_ascii_uppercase().as_str(), &parts[1..]) {
            ("LEFT$", [count]) => format!("{name}( TO {count})"),
            ("RIGHT$", [count]) => format!("{name}(LEN {name}-{count}+1 TO )"),
            ("MID$", [first]) => format!("{name}({first} TO )"),
            ("MID$", [first, count]) => match (first.parse::<u32>(), count.parse::<u32>()) {
                (Ok(first), Ok(count)) => format!(
                    "{name}({first} TO {})",
                    (u64::from(first) + u64::from(count)).saturating_sub(1)
                ),
                _ => format!("{name}({first} TO {first}+{count}-1)"),
            },
            _ => return Some(advice),
        };
        let title = format!("write `{written}`");
        Some(
            advice
                .and_fix(title, self.place(at..close + 1), written)
                .of_other_basic(),
        )
    }

    /// Hexadecimal and binary numbers in the notation of other languages.
    fn number_advice(&self, at: usize) -> Option<Advice> {
        let code = |at: usize| self.plain(at).map(|code| code.to_ascii_uppercase());
        let (start, digits, base) = match (code(at)?, code(at + 1)) {
            (b'&', Some(b'H')) => (at, at + 2, 16),
            (b'&', Some(b'B')) | (b'%', Some(b'0' | b'1')) => {
                (at, if code(at) == Some(b'%') { at + 1 } else { at + 2 }, 2)
            }
            (b'$' | b'#' | b'&', _) => (at, at + 1, 16),
            (b'X', _) if at > 0 && code(at - 1) == Some(b'0') => (at - 1, at + 1, 16),
            _ => return None,
        };
        let end = self.word_end(digits);
        let value = u32::from_str_radix(&self.written(digits, end), base).ok()?;
        let help = "there are no hexadecimal numbers; binary ones are `BIN 1010`";
        let title = format!("write `{value}`");
        let advice = Advice::help(help).and_fix(title, self.place(start..end), value.to_string());
        Some(advice.of_other_basic())
    }

    /// A word of another BASIC, or a misspelled function, at the failure or just before it.
    fn word_advice(&self, start: usize, at: usize) -> Option<Advice> {
        let (word, _) = self.whole_word(at);
        if !word.is_empty() {
            let end = self.word_end(at) + usize::from(word.ends_with('$'));
            if let Some((help, replacement)) = dialects::function(&word) {
                let advice = Advice::help(help);
                let advice = match replacement {
                    Some(meant) => {
                        let title = format!("write `{}`", meant.trim());
                        let meant = if self.plain(end) == Some(b' ') {
                            meant.trim()
                        } else {
                            meant
                        };
                        advice.and_fix(title, self.place(at..end), meant)
                    }
                    None => advice,
                };
                return Some(advice.of_other_basic());
            }
            if let Some((help, _)) = dialects::command(&word) {
                return Some(Advice::help(help).of_other_basic());
            }
            let functions = (token::RND..=token::BIN).filter_map(token::text);
            let bracket = self.plain(self.skip_spaces(end)) == Some(b'(');
            if let Some(function) = spelling::closest(&word, functions).filter(|_| bracket) {
                let title = format!("did you mean `{function}`?");
                return Some(Advice::fix(title, self.place(at..end), function));
            }
        }
        // `5 MOD 3` fails at MOD, `PRINT USING "#"` after it.
        let before = self.cells[start..at.min(self.cells.len())].iter();
        let last = before
            .rev()
            .position(|cell| cell.code.is_ascii_alphabetic() && !cell.escaped)
            .map(|back| at.min(self.cells.len()) - 1 - back)?;
        let first = (start..=last)
            .rev()
            .take_while(|&index| self.plain(index).is_some_and(|code| code.is_ascii_alphanumeric()))
            .last()?;
        let (word, _) = self.whole_word(first);
        let (help, _) = dialects::function(&word)?;
        Some(Advice::help(help).of_other_basic())
    }

    /// Advice on single characters.
    fn sign_advice(&self, start: usize, at: usize) -> Option<Advice> {
        let place = || self.place(at..at + 1);
        let command = self.keyword_at(self.skip_spaces(start)).map(|(code, _)| code);
        match self.plain(at) {
            Some(b'!') => Some(Advice::fix("not is `NOT`", place(), "NOT ").of_other_basic()),
            Some(b'&') => Some(Advice::fix("strings are joined by `+`", place(), "+").of_other_basic()),
            Some(b'%') => Some(Advice::help(dialects::function("MOD")?.0).of_other_basic()),
            Some(b'[') => Some(Advice::fix("subscripts need `(` and `)`", place(), "(").of_other_basic()),
            Some(b'_') => Some(Advice::help("names consist of letters and digits")),
            Some(b'/') if at > 0 && self.plain(at - 1) == Some(b'/') => {
                let both = self.place(at - 1..at + 1);
                Some(Advice::fix("a comment is `: REM`", both, ": REM").of_other_basic())
            }
            Some(b'\'') => {
                let close = (at + 1..self.cells.len()).find(|&index| self.plain(index) == Some(b'\''));
                match close.and_then(|close| Some((close, self.copied(at + 1..close)?))) {
                    Some((close, text)) => {
                        let title = "strings need double quotes";
                        let written = format!("\"{text}\"");
                        Some(Advice::fix(title, self.place(at..close + 1), written).of_other_basic())
                    }
                    None => Some(Advice::fix("a comment is `: REM`", place(), ": REM ").of_other_basic()),
                }
            }
            Some(b',') if command == Some(token::NEXT) => {
                let title = "each loop has a NEXT of its own";
                Some(Advice::fix(title, place(), ": NEXT ").of_other_basic())
            }
            Some(b'(') if self.plain(at + 1) == Some(b')') => {
                let title = "it has no argument: remove the brackets";
                Some(Advice::fix(title, self.place(at..at + 2), "").of_other_basic())
            }
            None | Some(b':') if command == Some(token::NEXT) => {
                Some(Advice::help("NEXT names the variable of its FOR: `NEXT n`"))
            }
            _ => None,
        }
    }
}
