//! Whether the ROM waits for a key, and what for.

use girafa_spectrum::Spectrum;

use crate::sysvars;
use crate::text::Glyphs;

/// Of the last six frames, three must have ended with the ROM waiting: its loop may leave the wait for a moment, and does
/// so at the same point of the frame many times in a row.
const WINDOW: u8 = 0b11_1111;
const WAITING: u32 = 3;

/// Distinguishes a ROM that waits from one that is only passing by.
#[derive(Debug, Clone, Default)]
pub struct Patience {
    /// A bit for each frame, the last one in bit 0: whether the ROM was waiting at its end.
    history: u8,
}

impl Patience {
    /// Whether the machine has waited for a key at the ends of three of the last six frames. Where `scroll?` is shown it
    /// waits wherever its program counter is: OpenSE BASIC has another loop for that.
    pub fn waits(&mut self, machine: &Spectrum, glyphs: &Glyphs) -> bool {
        let in_loop = sysvars::waits_for_key(machine) && !sysvars::key_pending(machine);
        let waits = in_loop || shows_scroll(machine, glyphs);
        self.history = self.history << 1 | u8::from(waits);
        (self.history & WINDOW).count_ones() >= WAITING
    }

    /// Starts again, as after a key.
    pub fn reset(&mut self) {
        self.history = 0;
    }
}

/// What a waiting ROM waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// An answer to INPUT.
    Input,
    /// A key at `scroll?`.
    Scroll,
    /// A key at "Start tape, then press any key."
    Tape,
    /// A key for machine code that called the ROM's routine.
    Key,
    /// A line for its editor: the program is over.
    Editor,
}

impl Waiting {
    /// Looks at the lower screen and at FLAGX. `scroll?` and the tape's message are known by their text, which has no
    /// cursor after it, as INPUT's prompts have; a report likewise is a report even if the ROM has left FLAGX at
    /// INPUT when an answer stopped the program.
    pub fn of(machine: &Spectrum, glyphs: &Glyphs) -> Waiting {
        if shows_scroll(machine, glyphs) {
            return Waiting::Scroll;
        }
        let lower = glyphs.screen_rows(machine, 22);
        let bottom = lower[1].trim();
        if bottom.to_ascii_lowercase().starts_with("start tape") && bottom.ends_with('.') {
            Waiting::Tape
        } else if sysvars::in_input(machine) && report_text(lower.concat().trim()).is_none() {
            Waiting::Input
        } else if sysvars::waits_for_machine_code(machine) {
            Waiting::Key
        } else {
            Waiting::Editor
        }
    }
}

fn shows_scroll(machine: &Spectrum, glyphs: &Glyphs) -> bool {
    glyphs
        .screen_rows(machine, 23)
        .concat()
        .eq_ignore_ascii_case("scroll?")
}

/// The text of a report without its code and its place: `STOP statement` of `9 STOP statement, 30:1`. `None` when
/// `text` has not the form of a report. The code may be missing, as in OpenSE BASIC.
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
    fn reports_are_told_by_their_form() {
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
