//! The result of a run.

use girafa_spectrum::{DotRow, Spectrum};
use serde::{Deserialize, Serialize};

use girafa_inspect::sysvars::{self, PROG, VARS};
use girafa_inspect::text::{Glyphs, attributes, upright};
use girafa_inspect::waiting::{bottom_text, report_text};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program stopped: the ROM is back in its editor.
    #[serde(rename = "report")]
    Report,
    /// The limit was reached.
    #[serde(rename = "frames")]
    Frames,
    /// INPUT waits and there is no answer left.
    #[serde(rename = "input exhausted")]
    InputExhausted,
    /// The program waits for a key and there is none left, or none that it reads.
    #[serde(rename = "keys exhausted")]
    KeysExhausted,
    /// The ROM's tape loader waits, and the tape is at its end.
    #[serde(rename = "tape ran out")]
    TapeRanOut,
    /// The output on screen or paper, or the prompts, reached a limit.
    #[serde(rename = "output limit")]
    OutputLimit,
    /// Nothing more can happen: the CPU has halted with interrupts off, or the program waits for a key that
    /// is not pressed.
    #[serde(rename = "idle")]
    Idle,
    /// All frames of the recording have been played ([`girafa_spectrum::rzx`]).
    #[serde(rename = "recording over")]
    RecordingOver,
    /// The run was no longer in step with the recording.
    #[serde(rename = "desynchronised")]
    Desynchronised,
}

/// The result of a run. Serialised, it has the keys of a conformance case's `expect`, and the transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// How the run ended.
    pub end: End,
    /// The two bottom rows of the screen as one text: the report, after [`End::Report`].
    pub report: String,
    /// What was printed on the upper screen ([`crate::transcript`]), rows ended by newlines.
    pub transcript: String,
    /// The 24 rows of the screen read off the pixels, right-trimmed ([`girafa_inspect::text`]).
    pub screen: Vec<String>,
    /// The printer's paper read the same way, a row of text for eight pixel rows.
    pub printer: Vec<String>,
    /// Pixel rows on the paper.
    pub printer_rows: usize,
    /// CRC-32 of the paper's dots, one byte a dot, eight hexadecimal digits.
    pub printer_crc32: String,
    /// CRC-32 of the upper 176 pixel rows, 32 bytes each, top to bottom.
    pub gfx_crc32: String,
    /// CRC-32 of the upper 22 rows' 704 attribute bytes. (The description of the cases says 768, but their
    /// sums are of 704: an untouched screen's 723f51c4 is that of 704 bytes of 38.)
    pub attr_crc32: String,
    /// The border's colour, 0 to 7.
    pub border: u8,
    /// T-states from the program's start to the end of the last frame.
    pub tstates: u64,
    /// The text of each INPUT on the lower screen, up to its cursor; rows are separated by newlines.
    pub prompts: Vec<String>,
    /// How often `scroll?` was answered.
    pub scrolls: u32,
    /// How often PAUSE 0, or machine code that waited for a key, was answered with ENTER.
    pub pauses: u32,
    /// Whether the machine was reset.
    #[serde(skip)]
    pub was_reset: bool,
    /// Whether memory is in the state after NEW or a reset: no program, and no statement has run yet.
    #[serde(skip)]
    pub is_empty: bool,
}

impl Outcome {
    /// Returns the visible state of a machine and its paper; transcript, T-states, prompts, scrolls, pauses
    /// and a reset are left empty.
    pub fn of(end: End, machine: &Spectrum, glyphs: &Glyphs, paper: &[DotRow]) -> Outcome {
        let screen = glyphs.screen(machine);
        Outcome {
            end,
            report: bottom_text(machine, glyphs),
            transcript: String::new(),
            printer: glyphs.paper(machine, paper),
            printer_rows: paper.len(),
            printer_crc32: paper_crc32(paper),
            gfx_crc32: crc32(&upright(machine)[..176 * 32]),
            attr_crc32: crc32(&attributes(machine)[..22 * 32]),
            border: machine.border(),
            tstates: 0,
            prompts: Vec::new(),
            scrolls: 0,
            pauses: 0,
            was_reset: false,
            is_empty: machine.peek16(PROG) == machine.peek16(VARS) && sysvars::place(machine).statement == 0,
            screen,
        }
    }

    /// Whether the program ended successfully: it stopped with report 0 (OK) or 9 (STOP statement), or by
    /// NEW, which leaves no report and no program.
    pub fn ended_well(&self) -> bool {
        self.end == End::Report
            && match report_text(&self.report) {
                Some(text) => matches!(text, "OK" | "STOP statement"),
                None => self.is_empty && !self.was_reset,
            }
    }

    /// Whether the bottom rows show a report.
    pub fn shows_report(&self) -> bool {
        report_text(&self.report).is_some()
    }

    /// Describes what is in place of a report, if a program has stopped without one and not by NEW.
    pub fn missing_report(&self) -> Option<String> {
        if self.end != End::Report || self.shows_report() || self.ended_well() {
            return None;
        }
        Some(match self.was_reset {
            true => "the machine was reset".to_owned(),
            false => format!("the bottom rows of the screen show {:?}", self.report),
        })
    }
}

fn crc32(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// CRC-32 with a byte for each dot, 1 where it is burnt.
fn paper_crc32(rows: &[[u8; 32]]) -> String {
    let dots: Vec<u8> = rows
        .iter()
        .flatten()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
        .collect();
    crc32(&dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight blank rows, as LPRINT leaves them: a conformance case has this sum.
    #[test]
    fn paper_is_summed_dot_by_dot() {
        assert_eq!(paper_crc32(&[[0; 32]; 8]), "f1e8ba9e");
    }

    /// The sums are those of the conformance cases: INK 0 on PAPER 7, and no paper.
    #[test]
    fn checksums_are_the_observers() {
        let rom = girafa_rom::girafa48();
        let (mut machine, glyphs) = (Spectrum::new(&rom), Glyphs::of_rom(&rom));
        (0x5800..0x5B00).for_each(|address| machine.poke(address, 0x38));
        let outcome = Outcome::of(End::Report, &machine, &glyphs, &[]);
        assert_eq!(outcome.attr_crc32, "723f51c4");
        assert_eq!((outcome.printer_rows, outcome.printer.len()), (0, 0));
        assert_eq!(outcome.printer_crc32, "00000000");
    }
}
