//! Checks constants against the range that a statement accepts: colours that do not exist, positions off the
//! screen, impossible arithmetic.
//!
//! The limits come from the cases observed on an original 48K (`tests/conformance/cases.jsonl`); a test
//! compares these checks with the ROM.

use super::statements::{Statement, Statements, Word};
use super::values::{Known, Values, shown};
use crate::diagnostic::Diagnostic;
use crate::float5::Float5;
use crate::token;

/// The largest 16-bit number.
const MAX_WORD: f64 = 65_535.0;
/// The highest line number that a jump accepts.
const MAX_LINE_NUMBER: f64 = 61_439.0;
/// The address where programs start, without Interface 1.
const PROGRAM: f64 = 23_755.0;
/// Bytes from there to the end of memory.
const MAX_PROGRAM_BYTES: f64 = MAX_WORD + 1.0 - PROGRAM;

/// Returns one diagnostic for each statement that stops.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let nothing = Known::new();
    let statements = program.statements.iter();
    statements
        .filter_map(|statement| stop(program, statement, &nothing))
        .collect()
}

/// Returns why the statement stops, given the `known` variables.
pub(super) fn stop(program: &Statements, statement: &Statement, known: &Known) -> Option<Diagnostic> {
    let mut reader = Reader {
        values: Values::new(&statement.words, 1, known),
        program,
        is_item: false,
    };
    // If the statement cannot be read any further, the rest is not checked.
    let _ = reader.statement(statement.command()?);
    let stop = reader.values.stop?;
    let code = match (stop.arithmetic, statement.command()) {
        (true, _) => "G031",
        (_, Some(token::DIM)) => "G032",
        _ if reader.is_item => "G033",
        _ => "G030",
    };
    let label = format!("stops with report {}", stop.report);
    let finding = Diagnostic::error(stop.span, stop.message, label).code(code);
    Some(if stop.help.is_empty() {
        finding
    } else {
        finding.help(stop.help)
    })
}

struct Reader<'a> {
    values: Values<'a>,
    program: &'a Statements,
    /// Whether it stopped at an item of PRINT, which machine code may print differently.
    is_item: bool,
}

impl Reader<'_> {
    fn statement(&mut self, command: u8) -> Option<()> {
        let name = token::text(command)?;
        match command {
            token::LET => {
                self.target()?;
                self.values.symbol(b'=')?;
                self.values.expression()?;
            }
            token::IF => drop(self.values.number()?),
            token::FOR => {
                self.target()?;
                self.values.symbol(b'=')?;
                self.values.number()?;
                while self.values.take(&Word::Key(token::TO)) || self.values.take(&Word::Key(token::STEP)) {
                    self.values.number()?;
                }
            }
            token::PRINT | token::LPRINT | token::INPUT => self.items(command)?,
            token::BORDER => self.colour(name, 7.0, &[])?,
            token::INK..=token::OVER => self.colour_item(command)?,
            token::GO_TO | token::GO_SUB | token::RUN | token::RESTORE if !self.at_end() => {
                let most = if command == token::RESTORE {
                    MAX_WORD
                } else {
                    MAX_LINE_NUMBER
                };
                self.values.within(&format!("{name} to line"), 0.0, most, false)?;
            }
            token::PAUSE | token::RANDOMIZE if !self.at_end() => {
                self.values.within(name, 0.0, MAX_WORD, false)?;
            }
            token::CLEAR if !self.at_end() => self.clear()?,
            token::POKE => {
                self.values.within("POKE to address", 0.0, MAX_WORD, false)?;
                self.values.symbol(b',')?;
                self.values.within("POKE of", 0.0, 255.0, true)?;
            }
            token::OUT => {
                self.values.within("OUT to port", 0.0, MAX_WORD, false)?;
                self.values.symbol(b',')?;
                self.values.within("OUT of", 0.0, 255.0, true)?;
            }
            token::BEEP => self.beep()?,
            token::PLOT | token::DRAW | token::CIRCLE => self.graphics(command)?,
            token::DIM => self.dim()?,
            token::OPEN | token::CLOSE => self.stream(name, 15.0)?,
            token::LIST | token::LLIST if !self.at_end() => {
                if self.values.take(&Word::Symbol(b'#')) {
                    self.stream("stream", 15.0)?;
                    let _ = self.values.take(&Word::Symbol(b',')) || self.values.take(&Word::Symbol(b';'));
                }
                if !self.at_end() {
                    self.values
                        .within(&format!("{name} from line"), 0.0, MAX_WORD, false)?;
                }
            }
            token::SAVE | token::LOAD | token::VERIFY => {
                self.values.expression()?;
                if self.values.take(&Word::Key(token::CODE)) && !self.at_end() {
                    self.values.within("address", 0.0, MAX_WORD, false)?;
                    if self.values.take(&Word::Symbol(b',')) {
                        self.values.within("length", 0.0, MAX_WORD, false)?;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    fn at_end(&self) -> bool {
        self.values.peek().is_none()
    }

    fn target(&mut self) -> Option<()> {
        matches!(self.values.peek()?, Word::Name(_)).then_some(())?;
        self.values.at += 1;
        self.values.brackets()
    }

    /// Reads a number up to `most` or one of `more`: otherwise report K, or B if it does not fit into a byte.
    fn colour(&mut self, name: &str, most: f64, more: &[f64]) -> Option<()> {
        let start = self.values.at;
        let Some(value) = self.values.number()? else {
            return Some(());
        };
        let value = value.to_f64();
        let allowed = (-0.5..most + 0.5).contains(&value)
            || more.iter().any(|more| (more - 0.5..more + 0.5).contains(&value));
        if !allowed {
            let report = if (-0.5..255.5).contains(&value) { "K" } else { "B" };
            let more: String = more.iter().map(|more| format!(" or {more}")).collect();
            let help = format!("it can be 0 to {most}{more}");
            self.values
                .stops(report, start, format!("{name} {}", shown(value)), &help, false);
        }
        Some(())
    }

    fn colour_item(&mut self, command: u8) -> Option<()> {
        let name = token::text(command)?;
        match command {
            token::INK | token::PAPER => self.colour(name, 9.0, &[]),
            token::FLASH | token::BRIGHT => self.colour(name, 1.0, &[8.0]),
            _ => self.colour(name, 1.0, &[]),
        }
    }

    fn clear(&mut self) -> Option<()> {
        let start = self.values.at;
        let value = self.values.within("CLEAR", 0.0, MAX_WORD, false)??;
        let end = PROGRAM + self.program.size as f64;
        // CLEAR 0 is CLEAR.
        if (0.5..end).contains(&value) {
            let message = format!("CLEAR {}", shown(value));
            let help = format!("the program occupies memory up to {end}");
            self.values.stops("M", start, message, &help, false);
        }
        Some(())
    }

    fn stream(&mut self, name: &str, most: f64) -> Option<()> {
        let start = self.values.at;
        let Some(value) = self.values.number()? else {
            return Some(());
        };
        let value = value.to_f64();
        if !(-0.5..most + 0.5).contains(&value) {
            let report = if (-0.5..255.5).contains(&value) { "O" } else { "B" };
            let message = format!("{name} {}", shown(value));
            self.values
                .stops(report, start, message, "streams are numbered from 0 to 15", false);
        }
        Some(())
    }

    fn beep(&mut self) -> Option<()> {
        let start = self.values.at;
        let duration = self.values.number()?;
        // A duration slightly below 0 is rounded to 0.
        let is_out = |value: f64| !(-0.0015..10.5).contains(&value);
        if let Some(duration) = duration
            .map(|value| value.to_f64())
            .filter(|&value| is_out(value))
        {
            let message = format!("BEEP for {} seconds", shown(duration));
            self.values.stops(
                "B",
                start,
                message,
                "a duration must be from 0 to 10 seconds",
                false,
            );
        }
        self.values.symbol(b',')?;
        let start = self.values.at;
        if let Some(pitch) = self.values.number()?.map(|value| value.to_f64())
            && !(-60.5..70.0).contains(&pitch)
        {
            let message = format!("BEEP at pitch {}", shown(pitch));
            let help = "a pitch must be from -60 to 69 semitones above middle C";
            self.values.stops("B", start, message, help, false);
        }
        Some(())
    }

    fn graphics(&mut self, command: u8) -> Option<()> {
        while let Some(&Word::Key(colour @ token::INK..=token::OVER)) = self.values.peek() {
            self.values.at += 1;
            self.colour_item(colour)?;
            let _ = self.values.take(&Word::Symbol(b';')) || self.values.take(&Word::Symbol(b','));
        }
        let start = self.values.at;
        match command {
            token::PLOT => {
                self.values.within("PLOT at x", 0.0, 255.0, true)?;
                self.values.symbol(b',')?;
                self.values.within("PLOT at y", 0.0, 175.0, true)?;
            }
            token::DRAW => {
                // As with PLOT, the short form of -65536 counts as 0; with large numbers the arithmetic of a
                // curve overflows.
                let is_judged = |value: &f64| *value != -65_536.0 && value.abs() < 1e6;
                let across = self
                    .values
                    .number()?
                    .map(|value| value.to_f64())
                    .filter(is_judged);
                self.values.symbol(b',')?;
                let up = self
                    .values
                    .number()?
                    .map(|value| value.to_f64())
                    .filter(is_judged);
                // From any position: no line is longer than the screen. A curve gives the same report.
                if across.is_some_and(|size| size.abs() >= 255.5)
                    || up.is_some_and(|size| size.abs() >= 175.5)
                {
                    let help = "the screen has 256 by 176 dots: DRAW takes distances, not coordinates";
                    self.values
                        .stops("B", start, "DRAW beyond the screen".to_owned(), help, false);
                }
            }
            _ => {
                let x = self.values.within("CIRCLE at x", 0.0, 255.0, true)?;
                self.values.symbol(b',')?;
                let y = self.values.within("CIRCLE at y", 0.0, 175.0, true)?;
                self.values.symbol(b',')?;
                let radius = self.values.number()?.map(|value| value.to_f64().abs());
                // One dot of tolerance for rounding.
                let is_out = |middle: Option<f64>, last: f64| {
                    middle.zip(radius).is_some_and(|(middle, radius)| {
                        middle - radius < -1.5 || middle + radius > last + 1.5
                    })
                };
                if radius.is_some_and(|radius| radius >= 1.0) && (is_out(x, 255.0) || is_out(y, 175.0)) {
                    let help = "a circle must fit on the screen of 256 by 176 dots";
                    self.values
                        .stops("B", start, "CIRCLE beyond the screen".to_owned(), help, false);
                }
            }
        }
        Some(())
    }

    /// Checks the sizes of a DIM: none may be 0, and all elements have to fit into memory.
    fn dim(&mut self) -> Option<()> {
        let Word::Name(name) = self.values.peek()? else {
            return None;
        };
        let start = self.values.at;
        let mut bytes = if name.ends_with('$') { 1.0 } else { 5.0 };
        self.values.at += 1;
        self.values.symbol(b'(')?;
        loop {
            let start = self.values.at;
            match self.values.within("DIM with size", 0.0, MAX_WORD, false)? {
                Some(size) if (-0.5..0.5).contains(&size) => {
                    let message = format!("DIM with size {}", shown(size));
                    self.values
                        .stops("3", start, message, "subscripts begin with 1", false);
                }
                Some(size) => bytes *= size.round(),
                None => return Some(()),
            }
            if !self.values.take(&Word::Symbol(b',')) {
                break;
            }
        }
        self.values.symbol(b')')?;
        if bytes > MAX_PROGRAM_BYTES {
            let message = format!("this array takes {bytes} bytes");
            // The report depends on the size: some sizes are reported as a wrong subscript.
            let reports = if bytes > MAX_WORD - 100.0 { "3 or 4" } else { "4" };
            let help = "at most 41 KiB are free for programs and variables";
            self.values.stops(reports, start, message, help, false);
        }
        Some(())
    }

    /// Checks the items of PRINT, LPRINT and INPUT. After a `#` they may go to any channel.
    fn items(&mut self, command: u8) -> Option<()> {
        let mut is_elsewhere = command != token::PRINT;
        while let Some(word) = self.values.peek() {
            match *word {
                Word::Symbol(b';' | b',' | b'\'') => self.values.at += 1,
                Word::Symbol(b'#') => {
                    self.values.at += 1;
                    is_elsewhere = true;
                    self.stream("stream", 15.0)?;
                }
                Word::Key(token::AT) => {
                    self.values.at += 1;
                    self.at_item(is_elsewhere)?;
                }
                Word::Key(token::TAB) => {
                    self.values.at += 1;
                    self.values.within("TAB", 0.0, MAX_WORD, false)?;
                }
                Word::Key(colour @ token::INK..=token::OVER) => {
                    self.values.at += 1;
                    self.colour_item(colour)?;
                }
                // Items in the brackets of INPUT are expressions; its variables are not.
                _ if command == token::INPUT => self.values.at += 1,
                _ => {
                    self.values.expression()?;
                    continue;
                }
            }
            if self.values.stop.is_some() {
                self.is_item = true;
                return Some(());
            }
        }
        Some(())
    }

    /// Checks `AT y,x`, on the upper screen unless it `is_elsewhere`.
    fn at_item(&mut self, is_elsewhere: bool) -> Option<()> {
        let start = self.values.at;
        let (last_row, last_column) = if is_elsewhere {
            (255.0, 255.0)
        } else {
            (21.0, 31.0)
        };
        let size = |value: Float5| value.to_f64().abs();
        let row = self.values.number()?.map(size).filter(|&row| row != 65_536.0);
        self.values.symbol(b',')?;
        let column = self
            .values
            .number()?
            .map(size)
            .filter(|&column| column != 65_536.0);
        let row_out = row.filter(|row| *row >= last_row + 0.5);
        let column_out = column.filter(|column| *column >= last_column + 0.5);
        let help = "the upper screen has rows 0 to 21 and columns 0 to 31: `AT row,column`";
        let report = match (row_out, column_out) {
            (None, None) => return Some(()),
            // Rows 22 and 23 belong to the lower screen.
            (Some(row), None) if row < 22.5 && !is_elsewhere => "5",
            _ => "B",
        };
        let message = match (row_out, column_out) {
            (Some(row), _) => format!("AT in row {}", shown(row)),
            (_, column) => format!("AT in column {}", shown(column.unwrap_or_default())),
        };
        self.values.stops(report, start, message, help, false);
        Some(())
    }
}
