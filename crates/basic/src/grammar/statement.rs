//! Statements: each keyword and its operands.

use super::expression::Kind;
use super::{Failure, Parse, Parser};
use crate::token;

impl Parser<'_> {
    /// Parses all statements of the line, and continues after one with an error.
    pub(super) fn statements(&mut self) {
        loop {
            let start = self.mark();
            self.names_first = true;
            self.doubtful_name = false;
            if let Err(failure) = self.statement() {
                let doubtful = self.doubtful_name;
                self.reset(&start);
                self.names_first = false;
                if !doubtful || self.statement().is_err() {
                    self.reset(&start);
                    let diagnostic = self.refusal(start.at, failure.clone());
                    self.parsed.diagnostics.push(diagnostic);
                    self.skip_statement(start.at, failure.at);
                }
            }
            if !self.take(b':') {
                break;
            }
        }
        // Spaces at the end of a line have no meaning, unless they are escaped.
        for at in self.at..self.cells.len() {
            if self.cells[at].escaped {
                self.push_cell(at);
            }
        }
    }

    /// Skips to the next colon from index `at` that is outside the strings of the statement that starts at
    /// `start`.
    fn skip_statement(&mut self, start: usize, at: usize) {
        let mut in_string = false;
        self.at = self.cells.len();
        for (index, cell) in self.cells.iter().enumerate().skip(start) {
            match cell.code {
                b'"' => in_string = !in_string,
                b':' if !in_string && index >= at => {
                    self.at = index;
                    return;
                }
                _ => {}
            }
        }
    }

    pub(super) fn at_statement_end(&self) -> bool {
        matches!(self.peek(), None | Some(b':'))
    }

    /// Parses a statement up to its end. `IF a THEN PRINT b` is parsed as two statements that share their
    /// end.
    fn statement(&mut self) -> Parse {
        loop {
            if self.at_statement_end() {
                return Ok(());
            }
            let start = self.ahead();
            let Some((code, length)) = self
                .keyword_at(start)
                .filter(|&(code, _)| token::is_command(code))
            else {
                let Some((code, length)) = self.command_of_128_at(start) else {
                    return Err(self.no_command(start));
                };
                self.put(code, length);
                return self.arguments_of_128(code, start);
            };
            self.put(code, length);
            if code == token::IF {
                self.number()?;
                self.expect_keyword(token::THEN)?;
                continue;
            }
            let operands = self.mark();
            let mut parsed = self.arguments(code);
            if parsed.is_ok() && !self.at_statement_end() {
                parsed = Err(self.left_over());
            }
            return parsed.or_else(|failure| {
                self.reset(&operands);
                self.extended_arguments(code, start, failure)
            });
        }
    }

    fn no_command(&self, start: usize) -> Failure {
        let failure = Failure {
            is_no_command: true,
            ..self.expected("a keyword that starts a statement")
        };
        let word = self.word(start);
        let after_word = self.cells[self.word_end(start)..]
            .iter()
            .find(|cell| cell.code != b' ');
        if word.iter().all(u8::is_ascii_digit) && !word.is_empty() {
            failure.help("a jump needs its keyword here: `THEN GO TO 100`")
        } else if matches!(after_word.map(|cell| cell.code), Some(b'=' | b'(' | b'$')) && !word.is_empty() {
            failure.help("an assignment starts with `LET`")
        } else {
            failure
        }
    }

    /// The letters and digits at `at`, in capitals.
    fn word(&self, at: usize) -> Vec<u8> {
        self.plain_text(at, |code| code.is_ascii_alphanumeric())
            .to_ascii_uppercase()
    }

    fn left_over(&self) -> Failure {
        let failure = self.expected("the end of the statement");
        let at = failure.at;
        if self.word(at) == b"ELSE" {
            failure.help("Sinclair BASIC has no ELSE: use a line of its own")
        } else {
            failure
        }
    }

    /// Parses the operands of a command other than IF.
    fn arguments(&mut self, command: u8) -> Parse {
        match command {
            token::REM => {
                // One space after it belongs to the keyword.
                if self
                    .cells
                    .get(self.at)
                    .is_some_and(|cell| cell.code == b' ' && !cell.escaped)
                {
                    self.at += 1;
                }
                self.copy_to(self.cells.len());
                Ok(())
            }
            token::LET => {
                let kind = self.target()?;
                self.expect(b'=')?;
                self.expression_of(kind)
            }
            token::FOR => {
                self.counter()?;
                self.expect(b'=')?;
                self.number()?;
                self.expect_keyword(token::TO)?;
                self.number()?;
                if self.take_keyword(token::STEP) {
                    self.number()
                } else {
                    Ok(())
                }
            }
            token::NEXT => self.counter(),
            token::DIM => self.dim(),
            token::DEF_FN => self.def_fn(),
            token::READ => self.list(|parser| parser.target().map(|_| ())),
            token::DATA => self.list(|parser| parser.expression().map(|_| ())),
            token::PRINT | token::LPRINT => self.print_items(),
            token::INPUT => self.input_items(),
            token::LIST | token::LLIST => self.list_arguments(),
            token::PLOT | token::DRAW | token::CIRCLE => self.graphics(command),
            token::SAVE | token::LOAD | token::VERIFY | token::MERGE => self.tape(command),
            token::OPEN => {
                self.number()?;
                self.expect(b',')?;
                self.text()
            }
            token::MOVE => {
                self.text()?;
                self.expect(b',')?;
                self.text()
            }
            token::ERASE | token::FORMAT => self.text(),
            token::BEEP | token::OUT | token::POKE => {
                self.number()?;
                self.expect(b',')?;
                self.number()
            }
            token::RUN | token::CLEAR | token::RESTORE | token::RANDOMIZE => {
                if self.at_statement_end() {
                    Ok(())
                } else {
                    self.number()
                }
            }
            token::GO_TO | token::GO_SUB | token::PAUSE | token::BORDER | token::CLOSE => self.number(),
            token::INK..=token::OVER => self.number(),
            // STOP, RETURN, CONTINUE, NEW, CLS, COPY, CAT have no operands.
            _ => Ok(()),
        }
    }

    pub(super) fn list(&mut self, item: impl Fn(&mut Self) -> Parse) -> Parse {
        item(self)?;
        while self.take(b',') {
            item(self)?;
        }
        Ok(())
    }

    /// Parses a variable to assign to, subscripts and slices included.
    pub(super) fn target(&mut self) -> Parse<Kind> {
        let start = self.ahead();
        let name = self.take_name(false)?;
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
        } else {
            let written = self.written(start, self.at);
            self.parsed.assigned.push(written);
        }
        Ok(Kind::Number)
    }

    /// Parses the control variable of FOR and NEXT.
    fn counter(&mut self) -> Parse {
        let start = self.ahead();
        let name = self.take_letter("a control variable of one letter")?;
        match self.peek() {
            Some(b'$') => Err(self.failure(start, "a control variable is a number, not a string")),
            Some(code) if code.is_ascii_alphanumeric() => {
                Err(self.too_long_name(start, "a control variable"))
            }
            _ => {
                self.parsed.assigned.push(name.to_string());
                Ok(())
            }
        }
    }

    fn dim(&mut self) -> Parse {
        let start = self.ahead();
        self.take_letter("an array's name of one letter")?;
        self.take(b'$');
        match self.peek() {
            Some(code) if code.is_ascii_alphanumeric() => Err(self.too_long_name(start, "an array")),
            _ => self.subscripts(),
        }
    }

    fn def_fn(&mut self) -> Parse {
        let start = self.ahead();
        self.take_letter("a function's name of one letter")?;
        let kind = if self.take(b'$') { Kind::Text } else { Kind::Number };
        if self.peek().is_some_and(|code| code.is_ascii_alphanumeric()) {
            return Err(self.too_long_name(start, "a function"));
        }
        self.expect(b'(')?;
        if self.peek() != Some(b')') {
            self.list(|parser| {
                let start = parser.ahead();
                parser.take_letter("a parameter's name of one letter")?;
                parser.take(b'$');
                if parser.peek().is_some_and(|code| code.is_ascii_alphanumeric()) {
                    return Err(parser.too_long_name(start, "a parameter"));
                }
                parser.copy_spaces(b',');
                parser.hide([0; 5]);
                Ok(())
            })?;
        }
        self.expect(b')')?;
        self.expect(b'=')?;
        self.expression_of(kind)
    }

    /// Parses the operands of `LIST`, `LIST 10`, `LIST #2`, `LIST #2,10`.
    fn list_arguments(&mut self) -> Parse {
        if self.take(b'#') {
            self.number()?;
            if !self.take(b',') && !self.take(b';') {
                return Ok(());
            }
        }
        if self.at_statement_end() {
            Ok(())
        } else {
            self.number()
        }
    }

    fn graphics(&mut self, command: u8) -> Parse {
        self.colour_items()?;
        self.number()?;
        self.expect(b',')?;
        self.number()?;
        match command {
            token::CIRCLE => {
                self.expect(b',')?;
                self.number()
            }
            token::DRAW if self.take(b',') => self.number(),
            _ => Ok(()),
        }
    }

    fn tape(&mut self, command: u8) -> Parse {
        self.text()?;
        self.after_file_name(command)
    }

    /// Parses what follows a file's name in SAVE, LOAD, VERIFY and MERGE.
    pub(super) fn after_file_name(&mut self, command: u8) -> Parse {
        if command == token::MERGE {
            return Ok(());
        }
        if self.take_keyword(token::DATA) {
            self.take_letter("an array's name of one letter")?;
            self.take(b'$');
            self.expect(b'(')?;
            return self.expect(b')');
        }
        if self.take_keyword(token::SCREEN_S) {
            return Ok(());
        }
        if self.take_keyword(token::CODE) {
            if command == token::SAVE || !self.at_statement_end() {
                self.number()?;
                if command == token::SAVE {
                    self.expect(b',')?;
                    return self.number();
                }
                if self.take(b',') {
                    return self.number();
                }
            }
            return Ok(());
        }
        if command == token::SAVE && self.take_keyword(token::LINE) {
            return self.number();
        }
        Ok(())
    }
}
