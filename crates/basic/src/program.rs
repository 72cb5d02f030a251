//! A program as the machine stores it: numbered lines of bytes, and the data of its tape header.

use crate::token;

/// The highest line number that the editor accepts.
pub const LAST_LINE: u16 = 9999;

/// A program and the data of its tape header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The file name on tape: at most ten characters of the machine's set, without trailing spaces.
    pub name: Vec<u8>,
    /// The line that LOAD starts the program at, if any.
    pub autostart: Option<u16>,
    /// The lines, in memory order.
    pub lines: Vec<Line>,
    /// The bytes between the last line and the variables that are not a line: a loader's machine code, for
    /// example. The machine ignores them unless execution continues into them.
    pub tail: Vec<u8>,
    /// The bytes of the variables saved with the program.
    pub variables: Vec<u8>,
}

/// One line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line number; the editor accepts 1 to 9999.
    pub number: u16,
    /// The bytes after number and length, without the final 0D.
    pub body: Vec<u8>,
}

/// Errors in the bytes of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// A line's length extends beyond the end.
    #[error(
        "the program is truncated: line {number} (at byte {offset}) needs {length} bytes, but {left} are left"
    )]
    Short {
        /// The line's number.
        number: u16,
        /// Where the line starts.
        offset: usize,
        /// Its length as stored.
        length: usize,
        /// The number of bytes left.
        left: usize,
    },
    /// Fewer than four bytes where a line should start.
    #[error("the program is truncated at byte {offset}: no whole line number and length")]
    NoHead {
        /// Where the line should start.
        offset: usize,
    },
    /// A line does not end with the code 0D.
    #[error("line {number} (at byte {offset}) does not end where its length says")]
    NoEnd {
        /// The line's number.
        number: u16,
        /// Where the line starts.
        offset: usize,
    },
}

impl ProgramError {
    /// Returns the offset of the first byte that does not belong to a line.
    pub fn offset(&self) -> usize {
        match *self {
            ProgramError::Short { offset, .. }
            | ProgramError::NoHead { offset }
            | ProgramError::NoEnd { offset, .. } => offset,
        }
    }
}

impl Program {
    /// Makes LOAD start the program: at its first line, unless it has another start.
    pub fn start_itself(&mut self) {
        let first = self.lines.first().map(|line| line.number);
        self.autostart = self.autostart.or(first);
    }

    /// Returns the lines and the tail as they are in memory from the system variable PROG. A line is its
    /// number (high byte first), its length, its body, 0D.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in &self.lines {
            let length = line.body.len() + 1;
            bytes.extend(line.number.to_be_bytes());
            bytes.extend([length as u8, (length >> 8) as u8]);
            bytes.extend(&line.body);
            bytes.push(b'\r');
        }
        bytes.extend(&self.tail);
        bytes
    }

    /// Returns why the [tail](Self::tail) is not a line, if there is one. Offsets are relative to the first
    /// line.
    pub fn why_tail(&self) -> Option<ProgramError> {
        Program::lines_from_bytes(&self.to_bytes()).err()
    }

    /// Parses lines as they are in memory. Errors: truncated data, or a line that does not end where its
    /// length says.
    pub fn lines_from_bytes(bytes: &[u8]) -> Result<Vec<Line>, ProgramError> {
        let mut lines = Vec::new();
        Program::read_lines(bytes, &mut lines)?;
        Ok(lines)
    }

    /// Parses lines as they are in memory until there is no valid one, as LIST and a running program do:
    /// returns the lines and the remaining bytes.
    pub fn lines_and_tail(bytes: &[u8]) -> (Vec<Line>, &[u8]) {
        let mut lines = Vec::new();
        let tail = match Program::read_lines(bytes, &mut lines) {
            Ok(()) => bytes.len(),
            Err(error) => error.offset(),
        };
        (lines, &bytes[tail..])
    }

    fn read_lines(bytes: &[u8], lines: &mut Vec<Line>) -> Result<(), ProgramError> {
        let mut offset = 0;
        while offset < bytes.len() {
            let [high, low, length_low, length_high, rest @ ..] = &bytes[offset..] else {
                return Err(ProgramError::NoHead { offset });
            };
            let number = u16::from_be_bytes([*high, *low]);
            let length = usize::from(u16::from_le_bytes([*length_low, *length_high]));
            if length > rest.len() {
                return Err(ProgramError::Short {
                    number,
                    offset,
                    length,
                    left: rest.len(),
                });
            }
            match rest[..length].split_last() {
                Some((b'\r', body)) => lines.push(Line {
                    number,
                    body: body.to_vec(),
                }),
                _ => return Err(ProgramError::NoEnd { number, offset }),
            }
            offset += 4 + length;
        }
        Ok(())
    }
}

/// A part of a line's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A character, control code or keyword.
    Code(u8),
    /// A hidden number: the code 0E and five bytes.
    Number([u8; 5]),
}

/// Splits a line's body into codes and hidden numbers. The code 0E hides the next five bytes anywhere, in
/// strings and remarks too, as it does for the machine; with fewer than five bytes left it is a plain code.
pub fn pieces(body: &[u8]) -> impl Iterator<Item = Piece> + '_ {
    let mut rest = body;
    std::iter::from_fn(move || match *rest {
        [] => None,
        [token::NUMBER, a, b, c, d, e, ..] => {
            rest = &rest[6..];
            Some(Piece::Number([a, b, c, d, e]))
        }
        [code, ..] => {
            rest = &rest[1..];
            Some(Piece::Code(code))
        }
    })
}
