//! Detects what the ROM waits for.

use girafa_spectrum::Spectrum;

use crate::sysvars;
use crate::text::{Glyphs, attributes};

const ROWS: usize = 24;
const COLUMNS: usize = 32;

/// What the ROM waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// An answer to INPUT.
    Input,
    /// A key at `scroll?`.
    Scroll,
    /// A key press at "Start tape, then press any key."
    Tape,
    /// A key press for machine code that called the ROM's routine.
    Key,
    /// A line in the editor: the program has ended.
    Editor,
}

impl Waiting {
    /// Determines the state from the stack, the lower screen and FLAGX. `scroll?` and the tape message are
    /// recognised by their text. A report counts as such even if FLAGX still indicates INPUT, as after an
    /// answer that stopped the program. A program may print such texts itself, but then INPUT also shows its
    /// cursor, and waiting machine code has called the ROM.
    pub fn of(machine: &Spectrum, glyphs: &Glyphs) -> Waiting {
        if sysvars::in_input(machine) && shows_cursor(machine) {
            return Waiting::Input;
        }
        if sysvars::waits_for_machine_code(machine) {
            return Waiting::Key;
        }
        if shows_scroll(machine, glyphs) {
            return Waiting::Scroll;
        }
        let lower = glyphs.screen_rows(machine, 22);
        let bottom = lower[1].trim();
        if bottom.to_ascii_lowercase().starts_with("start tape") && bottom.ends_with('.') {
            Waiting::Tape
        } else if sysvars::in_input(machine) && report_text(lower.concat().trim()).is_none() {
            Waiting::Input
        } else {
            Waiting::Editor
        }
    }
}

/// Whether a cell of the lower screen flashes like the cursor.
fn shows_cursor(machine: &Spectrum) -> bool {
    const FLASH: u8 = 0x80;
    let rows = usize::from(machine.peek(sysvars::DF_SZ)).min(ROWS);
    attributes(machine)[(ROWS - rows) * COLUMNS..]
        .iter()
        .any(|attribute| attribute & FLASH != 0)
}

/// Whether `scroll?` is in the last row of the screen.
pub fn shows_scroll(machine: &Spectrum, glyphs: &Glyphs) -> bool {
    // Fast path, as this is called after each frame: the row usually begins with another character.
    const FIRST_CELL: u16 = 0x50E0;
    let first = std::array::from_fn(|y| machine.peek(FIRST_CELL + 0x100 * y as u16));
    first != [0; 8]
        && matches!(glyphs.read(&first, &[]), 's' | 'S')
        && glyphs
            .screen_rows(machine, 23)
            .concat()
            .eq_ignore_ascii_case("scroll?")
}

/// The two bottom rows of the screen as one text, trimmed. A report in the program's own font is recognised
/// too.
pub fn bottom_text(machine: &Spectrum, glyphs: &Glyphs) -> String {
    let read = |glyphs: &Glyphs| glyphs.screen_rows(machine, 22).concat().trim().to_owned();
    let text = read(glyphs);
    if report_text(&text).is_some() {
        return text;
    }
    let own = Glyphs::of_program(machine).map(|glyphs| read(&glyphs));
    own.filter(|own| report_text(own).is_some()).unwrap_or(text)
}

/// The text of a report without its code and position: `STOP statement` of `9 STOP statement, 30:1`. `None`
/// if `text` does not have the form of a report. The code may be missing, as in OpenSE BASIC.
pub fn report_text(text: &str) -> Option<&str> {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let (message, place) = text.rsplit_once(", ")?;
    let (line, statement) = place.split_once(':')?;
    let without_code = match message.as_bytes() {
        [b'0'..=b'9' | b'A'..=b'Z', b' ', _, ..] => &message[2..],
        _ => message,
    };
    (is_number(line) && is_number(statement) && !message.is_empty()).then_some(without_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_recognised_by_their_form() {
        assert_eq!(report_text("0 OK, 10:1"), Some("OK"));
        assert_eq!(report_text("OK, 10:1"), Some("OK"));
        assert_eq!(
            report_text("C Nonsense in BASIC, 9999:12"),
            Some("Nonsense in BASIC")
        );
        for other in [
            "",
            "0 OK, 10:1L",
            "\"L\"",
            "0 OK",
            "scroll?",
            "A, 1:",
            "x? 1, 2:",
            ", 1:1",
        ] {
            assert_eq!(report_text(other), None, "{other}");
        }
    }
}
