//! What INPUT shows on the lower screen.

use girafa_inspect::sysvars;
use girafa_inspect::text::{self, Glyphs};
use girafa_spectrum::Spectrum;

/// Rows of the lower screen that a prompt is read from, at most.
const MAX_ROWS: usize = 8;
/// The first screen row that is kept as part of the lower screen, whatever belongs to it.
const FIRST_KEPT_ROW: usize = 16;
const ROWS: usize = 24;
const COLUMNS: usize = 32;

/// The lower screen up to INPUT's cursor, which is a letter that flashes, and without the quotes around that.
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

/// The lower part of the screen, each row closed by `|`, without the empty rows at its top.
pub fn lower_screen(machine: &Spectrum, glyphs: &Glyphs) -> String {
    let rows = glyphs.screen_rows(machine, FIRST_KEPT_ROW);
    rows.iter()
        .skip_while(|row| row.is_empty())
        .flat_map(|row| [row, "|"])
        .collect()
}
