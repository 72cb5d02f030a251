//! A program's lines as LIST and LLIST print them.

use crate::charset;
use crate::program::{Line, Program};
use crate::token;

/// The width of the printer's paper and of the screen, in characters.
pub const WIDTH: usize = 32;

/// One printed character of a line, before the line is broken into rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character code, 20 to A4, or a control code as it is in the line.
    pub code: u8,
    /// The index in the line's body of the code that prints it; `None` for the line number and the space
    /// after it.
    pub at: Option<usize>,
    /// Whether it is a keyword's own space.
    pub own: bool,
}

/// Returns the characters of a line in order: the number right-aligned in four columns, and the body with its
/// keywords spelled out. The space after the number is the first keyword's leading space, so that there is
/// none before `:`. Hidden numbers are not shown. A keyword's leading space is omitted after a space. SPECTRUM
/// and PLAY are listed as by a Spectrum 128: a 48K cannot run such a line, and lists a user-defined graphic.
pub fn glyphs(line: &Line) -> Vec<Glyph> {
    let space = if line.body.first().is_some_and(|&code| token::leading_space(code)) {
        " "
    } else {
        ""
    };
    let number = format!("{:4}{space}", line.number);
    let mut glyphs: Vec<Glyph> = number
        .bytes()
        .map(|code| Glyph {
            code,
            at: None,
            own: false,
        })
        .collect();
    let mut at = 0;
    let mut starts_statement = true;
    let mut in_string = false;
    let mut in_remark = false;
    while let Some(&code) = line.body.get(at) {
        let shown = |code, own| Glyph {
            code,
            at: Some(at),
            own,
        };
        if code == token::NUMBER && at + 6 <= line.body.len() {
            at += 6;
            continue;
        }
        let of_128 = || token::text_of_128(code).filter(|_| starts_statement);
        match token::text(code).or_else(of_128) {
            None => glyphs.push(shown(code, false)),
            Some(text) => {
                let after_space = glyphs.last().is_some_and(|last| last.code == b' ');
                if token::leading_space(code) && !after_space {
                    glyphs.push(shown(b' ', true));
                }
                glyphs.extend(text.bytes().map(|letter| shown(letter, false)));
                if token::trailing_space(code) {
                    glyphs.push(shown(b' ', true));
                }
            }
        }
        at += 1;
        in_string ^= code == b'"';
        in_remark |= code == token::REM && !in_string;
        let is_end = code == token::THEN || code == b':' || starts_statement && code == b' ';
        starts_statement = is_end && !in_string && !in_remark;
    }
    glyphs
}

/// Returns the rows that LLIST prints for a program, without trailing spaces. Codes without a character print
/// as on the machine: as `?`, or by the control code's effect on the column; the empty block graphic is a
/// space.
///
/// ```
/// use girafa_basic::{llist, tokenise};
/// let program = tokenise::program("10 print 1:goto 10", &tokenise::Options::default()).unwrap().program;
/// assert_eq!(llist::rows(&program, 14), ["  10 PRINT 1:", "GO TO 10"]);
/// ```
pub fn rows(program: &Program, width: usize) -> Vec<String> {
    program
        .lines
        .iter()
        .flat_map(|line| line_rows(line, width))
        .collect()
}

/// Returns the rows of one line.
pub fn line_rows(line: &Line, width: usize) -> Vec<String> {
    let mut paper = Paper {
        width,
        rows: Vec::new(),
        row: vec![' '; width],
        column: 0,
    };
    let mut codes = glyphs(line).into_iter().map(|glyph| glyph.code);
    while let Some(code) = codes.next() {
        match code {
            6 => paper.tabulate(if paper.column < width / 2 {
                width / 2
            } else {
                width
            }),
            8 => paper.column = paper.column.saturating_sub(1),
            9 | 13 => {}
            // The operand of a colour code does not move the column.
            16..=21 => drop(codes.next()),
            22 => paper.column = codes.nth(1).map_or(0, usize::from) % width,
            23 => {
                let column = codes.next().map_or(0, usize::from);
                codes.next();
                paper.tabulate(column % width);
            }
            0..=31 => paper.put('?'),
            charset::BLOCKS => paper.put(' '),
            _ => paper.put(charset::to_char(code).unwrap_or('?')),
        }
    }
    paper.feed();
    paper.rows
}

/// The current row and the rows above it.
struct Paper {
    width: usize,
    rows: Vec<String>,
    row: Vec<char>,
    column: usize,
}

impl Paper {
    /// Prints a character; a new row starts only when a character does not fit.
    fn put(&mut self, character: char) {
        if self.column == self.width {
            self.feed();
        }
        self.row[self.column] = character;
        self.column += 1;
    }

    /// Prints spaces up to a column, in the next row if the current one is already past it.
    fn tabulate(&mut self, column: usize) {
        if column < self.column {
            self.feed();
        }
        while self.column < column {
            self.put(' ');
        }
    }

    fn feed(&mut self) {
        self.rows
            .push(self.row.iter().collect::<String>().trim_end().to_string());
        self.row.fill(' ');
        self.column = 0;
    }
}
