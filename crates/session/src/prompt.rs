//! What INPUT shows on the lower screen.

use girafa_basic::program::{Piece, pieces};
use girafa_basic::{charset, token};
use girafa_inspect::sysvars;
use girafa_inspect::text::{self, Glyphs};
use girafa_spectrum::Spectrum;

/// Maximum number of rows of the lower screen that a prompt is read from.
const MAX_ROWS: usize = 8;
/// Maximum number of bytes of INPUT's line that are read.
const MAX_LINE: usize = 1024;
/// What INPUT puts into its line before it asks for a string; the cursor is between them.
const QUOTES: &str = "\"\"";
/// The first screen row that is recorded as lower screen, whatever its actual height.
const FIRST_KEPT_ROW: usize = 16;
const ROWS: usize = 24;
const COLUMNS: usize = 32;

/// The lower screen up to INPUT's cursor, a flashing letter, and without the quotes around that.
pub fn shown(machine: &Spectrum, glyphs: &Glyphs) -> String {
    const FLASH: u8 = 0x80;
    let lower = usize::from(machine.peek(sysvars::DF_SZ)).clamp(1, MAX_ROWS);
    let attributes = &text::attributes(machine)[(ROWS - lower) * COLUMNS..];
    let cursor = attributes.iter().rposition(|attribute| attribute & FLASH != 0);
    let rows = glyphs.screen_rows(machine, ROWS - lower);
    let mut prompt = String::new();
    for (at, row) in rows.iter().enumerate() {
        if !prompt.is_empty() {
            prompt.push('\n');
        }
        let cursor = cursor
            .filter(|cursor| cursor / COLUMNS == at)
            .map(|cursor| cursor % COLUMNS);
        let Some(column) = cursor else {
            prompt.push_str(row);
            continue;
        };
        let before: String = row.chars().take(column).collect();
        let is_quoted = row.chars().nth(column + 1) == Some('"');
        prompt.push_str(before.strip_suffix('"').filter(|_| is_quoted).unwrap_or(&before));
        return prompt;
    }
    prompt
}

/// Whether INPUT's line is the pair of quotes that INPUT starts a string with.
pub fn is_quoted(machine: &Spectrum) -> bool {
    line(machine) == QUOTES
}

/// The answer in INPUT's line, without the quotes of a string that was asked for. `None` if nothing has been
/// typed.
pub fn typed(machine: &Spectrum, is_string: bool) -> Option<String> {
    let line = line(machine);
    if line.is_empty() || line == QUOTES {
        return None;
    }
    let inner = line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    Some(inner.filter(|_| is_string).unwrap_or(&line).to_owned())
}

/// INPUT's line, in the work space.
fn line(machine: &Spectrum) -> String {
    let start = usize::from(machine.peek16(sysvars::WORKSP));
    let codes = machine.memory().get(start..).unwrap_or_default();
    let end = codes.iter().take(MAX_LINE).position(|&code| code == b'\r');
    let codes = &codes[..end.unwrap_or_default()];
    let mut line = String::new();
    for piece in pieces(codes) {
        let Piece::Code(code) = piece else { continue };
        match token::text(code) {
            Some(keyword) => line.push_str(keyword),
            None => line.extend(charset::to_char(code)),
        }
    }
    line
}

/// The lower part of the screen, each row closed by `|`, without the empty rows at its top.
pub fn lower_screen(machine: &Spectrum, glyphs: &Glyphs) -> String {
    let rows = glyphs.screen_rows(machine, FIRST_KEPT_ROW);
    rows.iter()
        .skip_while(|row| row.is_empty())
        .flat_map(|row| [row, "|"])
        .collect()
}
