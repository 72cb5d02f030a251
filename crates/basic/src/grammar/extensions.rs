//! Statements that need more than a plain 48K: Interface 1, DISCiPLE and +D, Spectrum 128, Spectrum +3.
//!
//! The editor of a 48K refuses them and its ROM stops at them with report C or O, but a tape can hold them. They
//! are parsed only where the 48K's grammar fails, and each is reported as a warning.
//!
//! Sources: the Interface 1 and Microdrive manual; the DISCiPLE and +D manuals; the manuals of the Spectrum 128
//! and +3.

use super::{Failure, Parse, Parser, Preceding};
use crate::diagnostic::Diagnostic;
use crate::token;

/// The code of the warning about a statement of an extension.
pub const EXTENSION: &str = "G107";

const INTERFACE_1: &str = "an Interface 1";
const DISC_INTERFACE: &str = "a DISCiPLE or +D";
const SPECTRUM_128: &str = "a Spectrum 128";
const SPECTRUM_3: &str = "a Spectrum +3";

impl Parser<'_> {
    /// Whether a command that only a Spectrum 128 has is at `at`: its code and its length in cells.
    pub(super) fn command_of_128_at(&self, at: usize) -> Option<(u8, usize)> {
        let cell = self.cells.get(at)?;
        if token::text_of_128(cell.code).is_some() {
            return Some((cell.code, 1));
        }
        let letters = self.plain_text(at, |code| code.is_ascii_alphabetic());
        token::command_at(&letters).filter(|&(code, _)| token::text_of_128(code).is_some())
    }

    /// Parses the operands of a command that only a Spectrum 128 has.
    pub(super) fn arguments_of_128(&mut self, command: u8, start: usize) -> Parse {
        self.place = Preceding::AfterSpacingKeyword;
        if command == token::PLAY {
            self.list(Self::text)?;
        }
        if !self.at_statement_end() {
            return Err(self.expected("the end of the statement"));
        }
        self.report_extension(SPECTRUM_128, start);
        Ok(())
    }

    /// Parses the operands of a command in the syntax of an extension. `start` is the cell of the command.
    /// Returns `failure`, the error for a 48K, if no extension has them.
    pub(super) fn extended_arguments(&mut self, command: u8, start: usize, failure: Failure) -> Parse {
        let mark = self.mark();
        for (system, parse) in syntaxes(command) {
            if parse(self, command).is_ok() && self.at_statement_end() {
                self.report_extension(system, start);
                return Ok(());
            }
            self.reset(&mark);
        }
        Err(failure)
    }

    fn report_extension(&mut self, system: &str, start: usize) {
        let end = self.cells[..self.at].iter().rposition(|cell| cell.code != b' ');
        let span = self.cells[start].span.start..end.map_or(self.end, |end| self.cells[end].span.end);
        let message = format!("this statement needs {system}");
        let warning = Diagnostic::warning(span, message, "a 48K alone stops here with report C or O");
        self.parsed.diagnostics.push(warning.code(EXTENSION));
    }

    /// `*"m";1;"name"` with what follows a name on tape.
    fn microdrive_file(&mut self, command: u8) -> Parse {
        self.expect(b'*')?;
        self.device(false)?;
        self.after_file_name(command)
    }

    /// `"m";1;"name"`, `"n";1`, `"t"` or `"b"`. If it `has_more`, it must have more than the channel.
    fn device(&mut self, has_more: bool) -> Parse {
        let start = self.ahead();
        self.text()?;
        let channel: Vec<u8> = self.cells[start..self.at].iter().map(|cell| cell.code).collect();
        let is_known = match channel.trim_ascii_end() {
            [b'"', letter, b'"'] => b"MNTB".contains(&letter.to_ascii_uppercase()),
            [first, ..] => *first != b'"',
            [] => false,
        };
        if !is_known {
            return Err(self.failure(start, "expected a channel: `\"m\"`, `\"n\"`, `\"t\"` or `\"b\"`"));
        }
        if !has_more && !matches!(self.peek(), Some(b';' | b',')) {
            return Ok(());
        }
        self.expect_separator()?;
        self.number()?;
        if self.separator_of_device() {
            self.text()?;
        }
        Ok(())
    }

    fn separator_of_device(&mut self) -> bool {
        self.take(b';') || self.take(b',')
    }

    fn expect_separator(&mut self) -> Parse {
        if self.separator_of_device() {
            Ok(())
        } else {
            Err(self.expected("`;`"))
        }
    }

    /// `d1`, `d*`, `p1`.
    fn drive(&mut self) -> Parse {
        let letter = self.take_letter("a drive")?;
        if !matches!(letter, 'D' | 'P') {
            return Err(self.expected("a drive: `d1`, `d2` or `d*`"));
        }
        if self.take(b'*') { Ok(()) } else { self.number() }
    }

    /// `d1"name"` with what follows a name on tape, and the letter of a snapshot; `p1`; `@d,t,s,address`.
    fn disc_file(&mut self, command: u8) -> Parse {
        if self.take(b'@') {
            return self.list(Self::number);
        }
        self.drive()?;
        if self.at_statement_end() {
            return Ok(());
        }
        self.text()?;
        match self.peek() {
            Some(b'K' | b'S' | b'k' | b's') if !self.is_keyword_ahead() => {
                self.take_letter("K or S").map(|_| ())
            }
            _ => self.after_file_name(command),
        }
    }

    fn is_keyword_ahead(&self) -> bool {
        self.keyword_at(self.ahead()).is_some()
    }

    /// `!"name"` with what follows a name on tape.
    fn ram_disc_file(&mut self, command: u8) -> Parse {
        self.expect(b'!')?;
        self.text()?;
        self.after_file_name(command)
    }

    /// `4;"m";1;"name"`, `4;"b"`.
    fn open_channel(&mut self, _: u8) -> Parse {
        self.number()?;
        self.expect_separator()?;
        self.device(false)
    }

    /// `4;d1"name"`, with IN or OUT.
    fn open_disc_file(&mut self, _: u8) -> Parse {
        self.number()?;
        self.expect_separator()?;
        self.drive()?;
        self.text()?;
        let _ = self.take_keyword(token::IN) || self.take_keyword(token::OUT);
        Ok(())
    }

    /// `1`, `#3;1`.
    fn catalogue_of_drive(&mut self, _: u8) -> Parse {
        self.stream_before()?;
        self.number()
    }

    /// `1!`, `1;"name"`, `d1`, `*`.
    fn catalogue_of_disc(&mut self, _: u8) -> Parse {
        self.stream_before()?;
        if !self.take(b'*') {
            let is_drive = matches!(self.peek(), Some(b'd' | b'D'));
            if is_drive { self.drive()? } else { self.number()? }
        }
        if self.take(b';') {
            self.text()?;
        }
        self.take(b'!');
        Ok(())
    }

    fn catalogue_of_ram_disc(&mut self, _: u8) -> Parse {
        self.expect(b'!')
    }

    fn catalogue_of_file_names(&mut self, _: u8) -> Parse {
        self.stream_before()?;
        self.text()?;
        let _ = self.take_keyword(token::EXP);
        Ok(())
    }

    /// An optional stream: `#3;`.
    fn stream_before(&mut self) -> Parse {
        if self.take(b'#') {
            self.number()?;
            self.expect_separator()?;
        }
        Ok(())
    }

    /// `"m";1;"name"`.
    fn whole_device(&mut self, _: u8) -> Parse {
        self.device(true)
    }

    /// `d1 TO 2`, `d1"name"`, `d1"name" TO "other"`, `d1"name" TO d2"other"`.
    fn disc_files(&mut self, _: u8) -> Parse {
        self.drive()?;
        if !self.at_statement_end() && !self.is_keyword_ahead() {
            self.text()?;
        }
        if !self.take_keyword(token::TO) {
            return Ok(());
        }
        match self.peek() {
            Some(b'd' | b'D' | b'p' | b'P') => {
                self.drive()?;
                if self.at_statement_end() {
                    Ok(())
                } else {
                    self.text()
                }
            }
            _ => self.expression().map(|_| ()),
        }
    }

    fn ram_disc_name(&mut self, _: u8) -> Parse {
        self.expect(b'!')?;
        self.text()
    }

    /// `"m";1;"name" TO #3`.
    fn device_to_device(&mut self, _: u8) -> Parse {
        self.stream_or_device()?;
        self.expect_keyword(token::TO)?;
        self.stream_or_device()
    }

    fn stream_or_device(&mut self) -> Parse {
        if self.take(b'#') {
            self.number()
        } else {
            self.device(false)
        }
    }

    /// `"a:name" TO "b:name"`; COPY also to the screen or printer.
    fn file_to_file(&mut self, command: u8) -> Parse {
        self.text()?;
        self.expect_keyword(token::TO)?;
        let is_copy = command == token::COPY;
        if is_copy && (self.take_keyword(token::SCREEN_S) || self.take_keyword(token::LPRINT)) {
            return Ok(());
        }
        self.text()
    }

    fn copy_with_shades(&mut self, _: u8) -> Parse {
        self.expect_keyword(token::EXP)
    }

    fn all_streams(&mut self, _: u8) -> Parse {
        self.expect(b'#')
    }

    /// `LPRINT "r"`.
    fn printer_port(&mut self, _: u8) -> Parse {
        self.expect_keyword(token::LPRINT)?;
        self.text()
    }
}

type Syntax<'a> = fn(&mut Parser<'a>, u8) -> Parse;

/// The forms of a command's operands in each system.
fn syntaxes<'a>(command: u8) -> Vec<(&'static str, Syntax<'a>)> {
    match command {
        token::SAVE | token::LOAD | token::VERIFY | token::MERGE => vec![
            (INTERFACE_1, Parser::microdrive_file),
            (DISC_INTERFACE, Parser::disc_file),
            (SPECTRUM_128, Parser::ram_disc_file),
        ],
        token::OPEN => vec![
            (INTERFACE_1, Parser::open_channel),
            (DISC_INTERFACE, Parser::open_disc_file),
        ],
        token::CAT => vec![
            (INTERFACE_1, Parser::catalogue_of_drive),
            (DISC_INTERFACE, Parser::catalogue_of_disc),
            (SPECTRUM_128, Parser::catalogue_of_ram_disc),
            (SPECTRUM_3, Parser::catalogue_of_file_names),
        ],
        token::FORMAT => vec![
            (INTERFACE_1, Parser::whole_device),
            (DISC_INTERFACE, Parser::disc_files),
            (SPECTRUM_3, Parser::printer_port),
        ],
        token::ERASE => vec![
            (INTERFACE_1, Parser::whole_device),
            (DISC_INTERFACE, Parser::disc_files),
            (SPECTRUM_128, Parser::ram_disc_name),
        ],
        token::MOVE => vec![
            (INTERFACE_1, Parser::device_to_device),
            (DISC_INTERFACE, Parser::disc_files),
            (SPECTRUM_3, Parser::file_to_file),
        ],
        token::COPY => vec![
            (SPECTRUM_3, Parser::file_to_file),
            (SPECTRUM_3, Parser::copy_with_shades),
        ],
        token::CLS | token::CLEAR => vec![(INTERFACE_1, Parser::all_streams)],
        _ => Vec::new(),
    }
}
