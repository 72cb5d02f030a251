//! Words spelled in letters: keywords and names.

use super::{Failure, Parse, Parser, Preceding};
use crate::source::Spaces;
use crate::token;

impl Parser<'_> {
    /// The index after the letters and digits from `at` on; `at` itself if there is no letter or digit.
    pub(super) fn word_end(&self, at: usize) -> usize {
        at + self.cells[at..]
            .iter()
            .take_while(|cell| !cell.escaped && cell.code.is_ascii_alphanumeric())
            .count()
    }

    /// The unescaped cells from `at` on, as many as the longest keyword can take.
    fn keyword_text(&self, at: usize) -> Vec<u8> {
        let plain = self.cells[at..].iter().take_while(|cell| !cell.escaped);
        let mut left = token::MAX_KEYWORD_LETTERS;
        plain
            .map(|cell| cell.code)
            .take_while(|&code| {
                let fits = left > 0;
                left -= usize::from(fits && code != b' ');
                fits
            })
            .collect()
    }

    /// The unescaped cells from `at` on for which `predicate` is true.
    pub(super) fn plain_text(&self, at: usize, mut predicate: impl FnMut(u8) -> bool) -> Vec<u8> {
        self.cells[at..]
            .iter()
            .take_while(|cell| !cell.escaped && predicate(cell.code))
            .map(|cell| cell.code)
            .collect()
    }

    /// The keyword at `at`, as a code or in letters, whatever follows it, and its length in cells.
    pub(super) fn keyword_at(&self, at: usize) -> Option<(u8, usize)> {
        let cell = self.cells.get(at)?;
        if cell.code >= token::FIRST {
            return Some((cell.code, 1));
        }
        if cell.escaped || !(cell.code.is_ascii_alphabetic() || matches!(cell.code, b'<' | b'>')) {
            return None;
        }
        token::longest_at(&self.keyword_text(at))
    }

    /// The keyword at `at`, unless it is the start of a longer word. Digits may directly follow it: `TO10`.
    pub(super) fn whole_keyword_at(&self, at: usize) -> Option<(u8, usize)> {
        let (code, length) = self.keyword_at(at)?;
        let end = at + length;
        let glued = &self.cells[end..self.word_end(end)];
        let ends_word = self.cells[end - 1].code.is_ascii_alphabetic();
        let dollar = ends_word && self.cells.get(end).is_some_and(|cell| cell.code == b'$');
        let letters = ends_word && glued.iter().any(|cell| cell.code.is_ascii_alphabetic());
        (!dollar && !letters).then_some((code, length))
    }

    /// Takes the keyword `code` if it is next. Only where no name is allowed, so that it may be directly
    /// followed by letters: `THENPRINT`.
    pub(super) fn take_keyword(&mut self, code: u8) -> bool {
        match self.keyword_at(self.ahead()) {
            Some((found, length)) if found == code => {
                self.put(code, length);
                true
            }
            _ => false,
        }
    }

    /// Takes the keyword `code`, or fails.
    pub(super) fn expect_keyword(&mut self, code: u8) -> Parse {
        if self.take_keyword(code) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", token::text(code).unwrap_or_default())))
    }

    /// Returns the function whose name is next, where a variable is allowed too.
    pub(super) fn function_here(&mut self) -> Option<(u8, usize)> {
        let at = self.ahead();
        let (code, length) = self.keyword_at(at).filter(|&(code, _)| is_function(code))?;
        if self.cells[at].code >= token::FIRST {
            return Some((code, length));
        }
        let name = self.letters_from(at, self.word_end(at));
        if self.whole_keyword_at(at).is_some() {
            let glued = self.word_end(at) > at + length;
            // A function without a numeric operand cannot be directly followed by a number: `pi2` is a name.
            let takes_number = !matches!(code, token::RND | token::INKEY_S | token::PI | token::FN);
            let is_name = self.is_assigned_name(at, glued) || glued && !takes_number;
            return (!is_name).then_some((code, length));
        }
        // `FNa(1)`, without a space.
        let call = code == token::FN && self.word_end(at) == at + length + 1 && {
            let dollar = self
                .cells
                .get(at + length + 1)
                .is_some_and(|cell| cell.code == b'$');
            self.cells
                .get(at + length + 1 + usize::from(dollar))
                .is_some_and(|cell| cell.code == b'(')
        };
        (call && !self.names.contains(&name)).then_some((code, length))
    }

    /// Whether the word at `at`, which could be a keyword, is the name of a variable that the program assigns
    /// to. `glued`: it is directly followed by a number.
    pub(super) fn is_assigned_name(&mut self, at: usize, glued: bool) -> bool {
        let written = self.written(at, self.word_end(at));
        if !self.names.contains(&written.to_ascii_uppercase()) {
            return false;
        }
        self.doubtful_name = true;
        glued || self.names_first != self.names.is_keyword_by_case(&written)
    }

    /// Returns the letters and digits as they are written, without spaces.
    pub(super) fn written(&self, start: usize, end: usize) -> String {
        let letters = self.cells[start..end].iter().filter(|cell| cell.code != b' ');
        letters.map(|cell| char::from(cell.code)).collect()
    }

    fn letters_from(&self, start: usize, end: usize) -> String {
        self.written(start, end).to_ascii_uppercase()
    }

    /// Takes the letters and digits of a name, spaces between them included, and returns them in upper case.
    /// If `keywords_end_it`, a keyword after a space is not part of the name.
    pub(super) fn take_name(&mut self, keywords_end_it: bool) -> Parse<String> {
        let start = self.ahead();
        let is_letter = self
            .cells
            .get(start)
            .is_some_and(|cell| cell.code.is_ascii_alphabetic() && !cell.escaped);
        if !is_letter {
            return Err(self.expected("a variable's name"));
        }
        let mut end = self.word_end(start);
        loop {
            let spaces = self.cells[end..]
                .iter()
                .take_while(|cell| cell.code == b' ')
                .count();
            let next_end = self.word_end(end + spaces);
            if spaces == 0 || next_end == end + spaces {
                break;
            }
            // `in 254` is not a name: it is valid as a keyword with its operand.
            let number =
                self.cells[end + spaces].code.is_ascii_digit() && self.whole_keyword_at(start).is_some();
            if keywords_end_it && (number || self.whole_keyword_at(end + spaces).is_some()) {
                break;
            }
            end = next_end;
        }
        let name = self.letters_from(start, end);
        self.copy_spaces(self.cells[start].code);
        for at in start..end {
            let cell = &self.cells[at];
            if cell.code != b' ' || cell.escaped || self.spaces == Spaces::Kept {
                self.push_cell(at);
            }
        }
        self.at = end;
        self.place = Preceding::Other;
        Ok(name)
    }

    /// Takes a name of one letter, which FOR, NEXT, DIM and DEF FN require.
    pub(super) fn take_letter(&mut self, what: &str) -> Parse<char> {
        let start = self.ahead();
        let name = match self.cells.get(start) {
            Some(cell) if cell.code.is_ascii_alphabetic() && !cell.escaped => char::from(cell.code),
            _ => return Err(self.expected(what)),
        };
        self.put(self.cells[start].code, 1);
        Ok(name.to_ascii_uppercase())
    }

    /// Creates the failure for a name with more than one letter where one is required.
    pub(super) fn too_long_name(&self, start: usize, what: &str) -> Failure {
        self.failure(start, format!("{what} has a name of one letter"))
    }
}

/// Whether an operand can start with the keyword.
fn is_function(code: u8) -> bool {
    matches!(code, token::RND..=token::BIN) && !matches!(code, token::AT | token::TAB)
}
