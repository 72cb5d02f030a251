//! What INPUT shows on the lower screen.

use girafa_spectrum::Spectrum;

use girafa_inspect::text::{self, Glyphs};

/// The first screen row that a prompt may stand on, as far as it is recorded.
const PROMPT_ROWS: usize = 16;
const COLUMNS: usize = 32;

/// The lower screen up to INPUT's cursor, which is a letter that flashes, and without the quotes around that.
pub fn shown(machine: &Spectrum, glyphs: &Glyphs) -> String {
    const FLASH: u8 = 0x80;
    let attributes = &text::attributes(machine)[PROMPT_ROWS * COLUMNS..];
    let cursor = attributes.iter().rposition(|attribute| attribute & FLASH != 0);
    let rows = glyphs.screen_rows(machine, PROMPT_ROWS);
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
pub fn rows(machine: &Spectrum, glyphs: &Glyphs) -> String {
    let rows = glyphs.screen_rows(machine, PROMPT_ROWS);
    rows.iter()
        .skip_while(|row| row.is_empty())
        .flat_map(|row| [row, "|"])
        .collect()
}
