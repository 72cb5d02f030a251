//! Records what the program prints on the upper screen, as a text that scrolling does not shorten.
//!
//! Each code that reaches the ROM's print entry 15F2 while channel S is current is recorded once, in rows of
//! 32 columns: ENTER, comma, TAB, AT and backspace move the print position, colour codes are dropped with
//! their operands, keywords are spelled out, an undefined code is `?`. The transcript is in the order of
//! printing, so that nothing is lost:
//!
//! - A row ends at ENTER, at a 33rd character (so 32 characters and ENTER are one row), or when the print
//!   position leaves it by AT or CLS. It is right-trimmed.
//! - TAB and comma print spaces, up to the end of the row if necessary; AT further right on the same row
//!   leaves spaces. Backspace moves back, and the next characters replace the old ones.
//! - AT to a row below the lowest one of this page adds the blank rows in between; before all text, AT to a
//!   row above the print position begins the transcript there. AT to any other row, or back on the same one,
//!   starts a new row of the transcript at that column: the old text stays in the transcript above.
//! - A channel S whose output routine is a RET, as after `POKE 23739,111`, prints nothing.
//! - The transcript begins with the program: what a typed LOAD prints before is not part of it.
//! - Text already on the first row, such as the name that LOAD prints, is not part of it: text after it
//!   begins the transcript, and text that AT puts on that row keeps its column.
//! - CLS ends the page: rows are counted from 0 again, and no blank rows are added for it.
//!
//! CLS prints no code, and a ROM may execute AT without printing codes. Both change the system variable S
//! POSN, which is compared with the position computed from the codes so far.

use girafa_basic::token;
use girafa_spectrum::Spectrum;

use girafa_inspect::sysvars;
use girafa_inspect::text::{ascii_char, block_char, udg_char};

const COLUMNS: usize = 32;
const BOTTOM: usize = 21;

/// The transcript, with the position of the next character in it and on the screen.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    text: String,
    cells: Vec<char>,
    column: usize,
    row: usize,
    /// The lowest screen row reached on this page.
    lowest: usize,
    control: Control,
    call: Option<Call>,
    /// Whether the transcript has begun: it begins at the ROM's print position of the first character.
    begun: bool,
    /// Whether the transcript has text: until then, AT sets where it begins.
    has_text: bool,
    /// Columns on the left of the row that were printed before the transcript began.
    foreign: usize,
}

/// A control code that still needs operands.
#[derive(Debug, Clone, Copy, Default)]
enum Control {
    #[default]
    None,
    Colour,
    At,
    AtRow(u8),
    Tab,
    TabTo(u8),
}

/// A call of the print entry: the stack pointer and the return address there.
#[derive(Debug, Clone, Copy)]
struct Call {
    sp: u16,
    to: u16,
}

/// Maximum number of stack bytes between a call of the print entry and a nested call.
const STACK_BYTES: u16 = 128;

impl Transcript {
    /// The rows finished so far, each with its newline.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The unfinished row, right-trimmed.
    pub fn unfinished(&self) -> String {
        let row: String = self.cells.iter().skip(self.foreign).collect();
        row.trim_end().to_owned()
    }

    /// Removes and returns the rows finished so far, each with its newline.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Finishes the current row and returns the whole transcript.
    pub fn into_text(mut self) -> String {
        self.leave_row();
        self.text
    }

    /// Records the printed code; call this whenever the machine is about to execute the instruction at 15F2.
    pub fn on_print(&mut self, machine: &Spectrum) {
        let channel = machine.peek16(sysvars::CURCHL);
        if machine.peek(channel.wrapping_add(4)) != b'S'
            || is_silent(machine, channel)
            || !self.begun && is_loading(machine)
            || self.is_nested(machine)
        {
            return;
        }
        if matches!(self.control, Control::None) {
            self.follow(machine);
        }
        self.print(machine.cpu.a, machine.peek(sysvars::FLAGS) & 1 != 0);
    }

    /// Whether this call is nested in the last one, as when the ROM prints a keyword's letters: then the
    /// stack is a little deeper and the last call's return address is still in its place. Machine code that
    /// has printed with a stack of its own leaves that address there, high above the stack of BASIC.
    fn is_nested(&mut self, machine: &Spectrum) -> bool {
        let sp = machine.cpu.sp;
        let nested = self.call.is_some_and(|outer| {
            sp < outer.sp && outer.sp - sp < STACK_BYTES && machine.peek16(outer.sp) == outer.to
        });
        if !nested {
            self.call = Some(Call {
                sp,
                to: machine.peek16(sp),
            });
        }
        nested
    }

    /// Moves to the ROM's print position, if something other than a printed code has moved it.
    fn follow(&mut self, machine: &Spectrum) {
        let column = 33usize.checked_sub(machine.peek(sysvars::S_POSN).into());
        let row = 24usize.checked_sub(machine.peek(sysvars::S_POSN + 1).into());
        let (Some(column @ 0..=COLUMNS), Some(row @ 0..=23)) = (column, row) else {
            return;
        };
        // Below the bottom row a scroll is due, which the transcript treats as done.
        let row = row.min(BOTTOM);
        let home = row == 0 && column == 0;
        if !self.begun {
            self.begun = true;
            (self.row, self.column, self.lowest, self.foreign) = (row, column, row, column);
        } else if home && (self.lowest > 0 || !self.cells.is_empty()) && upper_screen_is_blank(machine) {
            self.leave_row();
            (self.row, self.column, self.lowest) = (0, 0, 0);
        } else if column != self.column || row > self.row {
            self.move_to(row, column);
        } else if row < self.row {
            // INPUT has scrolled the upper screen up, and the current row with it.
            self.lowest = self.lowest.saturating_sub(self.row - row).max(row);
            self.row = row;
        }
    }

    fn print(&mut self, code: u8, after_space: bool) {
        match std::mem::take(&mut self.control) {
            Control::None => self.print_plain(code, after_space),
            Control::Colour => {}
            Control::At => self.control = Control::AtRow(code),
            Control::AtRow(row) => self.move_to(row.into(), usize::from(code).min(COLUMNS - 1)),
            Control::Tab => self.control = Control::TabTo(code),
            Control::TabTo(column) => self.spaces((usize::from(column) + COLUMNS - self.column) % COLUMNS),
        }
    }

    fn print_plain(&mut self, code: u8, after_space: bool) {
        match code {
            6 => self.spaces(16 - self.column % 16),
            8 => self.column = self.column.saturating_sub(1),
            9 => {}
            13 => self.end_row(),
            0x10..=0x15 => self.control = Control::Colour,
            0x16 => self.control = Control::At,
            0x17 => self.control = Control::Tab,
            0..=31 => self.put('?'),
            32..=127 => self.put(ascii_char(code)),
            128..=143 => self.put(block_char(code - 128)),
            144..=164 => self.put(udg_char(code - 144)),
            _ => self.print_keyword(code, after_space),
        }
    }

    fn print_keyword(&mut self, code: u8, after_space: bool) {
        if token::leading_space(code) && !after_space {
            self.put(' ');
        }
        for letter in token::text(code).unwrap_or_default().chars() {
            self.put(letter);
        }
        if token::trailing_space(code) {
            self.put(' ');
        }
    }

    fn put(&mut self, c: char) {
        if self.column == COLUMNS {
            self.end_row();
        }
        self.has_text = true;
        if self.cells.len() <= self.column {
            self.cells.resize(self.column + 1, ' ');
        }
        self.cells[self.column] = c;
        self.foreign = self.foreign.min(self.column);
        self.column += 1;
    }

    fn spaces(&mut self, count: usize) {
        (0..count).for_each(|_| self.put(' '));
    }

    fn move_to(&mut self, row: usize, column: usize) {
        if self.cells.is_empty() {
            self.foreign = 0;
        }
        if !self.has_text && row < self.lowest {
            self.lowest = row;
        }
        if row > self.lowest {
            if self.row == self.lowest {
                self.push_row()
            } else {
                self.leave_row()
            }
            for _ in self.lowest + 1..row {
                self.push_row();
            }
            self.lowest = row;
        } else if row != self.row || column < self.cells.len() {
            self.leave_row();
        }
        (self.row, self.column) = (row, column);
    }

    /// Ends the row as ENTER does; at the bottom the screen scrolls.
    fn end_row(&mut self) {
        self.push_row();
        self.column = 0;
        self.row = (self.row + 1).min(BOTTOM);
        self.lowest = self.lowest.max(self.row);
    }

    /// Ends the row unless it is empty.
    fn leave_row(&mut self) {
        if !self.cells.is_empty() {
            self.push_row();
        }
    }

    fn push_row(&mut self) {
        self.has_text = true;
        let foreign = std::mem::take(&mut self.foreign).min(self.cells.len());
        let row: String = self.cells.drain(..).skip(foreign).collect();
        self.text.push_str(row.trim_end_matches(' '));
        self.text.push('\n');
    }
}

/// Whether the output routine of the channel at `channel` is just a RET.
fn is_silent(machine: &Spectrum, channel: u16) -> bool {
    const RET: u8 = 0xC9;
    machine.peek(machine.peek16(channel)) == RET
}

/// Whether the running direct command is LOAD.
fn is_loading(machine: &Spectrum) -> bool {
    const LOAD: u8 = 0xEF;
    !sysvars::runs_program(machine) && machine.peek(machine.peek16(sysvars::E_LINE)) == LOAD
}

fn upper_screen_is_blank(machine: &Spectrum) -> bool {
    const LAST_THIRD: usize = 0x5000;
    let bitmap = &machine.memory()[0x4000..0x5800];
    // The last two rows belong to the lower screen.
    let is_upper = |offset: usize| offset < LAST_THIRD - 0x4000 || offset & 0xFF < 0xC0;
    bitmap
        .iter()
        .enumerate()
        .all(|(offset, &byte)| byte == 0 || !is_upper(offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(codes: &[u8]) -> String {
        let mut roll = Transcript::default();
        let mut after_space = false;
        for &code in codes {
            roll.print(code, after_space);
            after_space = roll.cells.last() == Some(&' ');
        }
        roll.into_text()
    }

    #[test]
    fn wrap_is_deferred() {
        assert_eq!(
            printed(&[[b'*'; 32].as_slice(), b"\rb"].concat()),
            format!("{}\nb\n", "*".repeat(32))
        );
        assert_eq!(printed(&[b'*'; 33]), format!("{}\n*\n", "*".repeat(32)));
    }

    #[test]
    fn commas_tabs_and_colours() {
        assert_eq!(printed(b"1\x062\x063\r"), "1               2\n3\n");
        assert_eq!(printed(b"1\x062\x06\r3"), "1               2\n3\n");
        assert_eq!(printed(b"1\x06\x06\x064"), "1\n                4\n");
        assert_eq!(printed(b"ab\x17\x05\x00c\x17\x02\x00d"), "ab   c\n  d\n");
        assert_eq!(printed(b"ab\x17\x20\x00\rc"), "ab\nc\n");
        assert_eq!(printed(b"a\x10\x02b\x14\x01c"), "abc\n");
    }

    #[test]
    fn backspace_replaces_and_undefined_codes_are_question_marks() {
        assert_eq!(printed(b"abc\x08X\x01"), "abX?\n");
        assert_eq!(printed(b"abc\x08\x08\rd"), "abc\nd\n");
    }

    #[test]
    fn keywords_are_spelled_out_once() {
        assert_eq!(
            printed(&[b'a', 0xC5, 0xC5, b'b', 0xA5, 0xF5, b'1']),
            "a OR OR bRND PRINT 1\n"
        );
        assert_eq!(
            printed(&[0x90, 0x80, 0x8F, 0x81, 0x60, 0x7F]),
            "\u{E190} █\u{E181}£©\n"
        );
    }

    #[test]
    fn at_downwards_leaves_rows_and_at_upwards_keeps_what_was() {
        assert_eq!(printed(b"a\x16\x03\x02b"), "a\n\n\n  b\n");
        assert_eq!(
            printed(b"a\rb\x16\x00\x00c\x16\x00\x05d\x16\x00\x00e\x16\x02\x00f"),
            "a\nb\nc    d\ne\nf\n"
        );
        assert_eq!(printed(b"a\r\r\x16\x05\x00b"), "a\n\n\n\n\nb\n");
    }

    /// A machine that prints: channel S current, the stack at `sp` with return address `to`, the print
    /// position at `row` and `column`.
    fn at_print_entry(code: u8, (sp, to): (u16, u16), (row, column): (u8, u8)) -> Spectrum {
        let rom = girafa_spectrum::Rom::from_bytes(&[0; girafa_spectrum::ROM_SIZE]).unwrap();
        let mut machine = Spectrum::new(&rom);
        let mut poke16 = |address: u16, value: u16| {
            let [low, high] = value.to_le_bytes();
            machine.poke(address, low);
            machine.poke(address + 1, high);
        };
        poke16(sysvars::CURCHL, 0x5CBB);
        poke16(sp, to);
        machine.poke(0x5CBF, b'S');
        machine.poke(sysvars::S_POSN, 33 - column);
        machine.poke(sysvars::S_POSN + 1, 24 - row);
        machine.cpu.a = code;
        machine.cpu.sp = sp;
        machine
    }

    const OUTER_CALL: (u16, u16) = (0xFF40, 0x2000);

    #[test]
    fn a_channel_whose_routine_is_a_ret_prints_nothing() {
        let mut roll = Transcript::default();
        let mut machine = at_print_entry(b'a', OUTER_CALL, (0, 0));
        roll.on_print(&machine);
        machine.poke(0x5CBC, 0x80);
        machine.poke(0x8000, 0xC9);
        roll.on_print(&machine);
        assert_eq!(roll.into_text(), "a\n");
    }

    /// LOAD has left `Program: NAME` in the first row.
    #[test]
    fn text_next_to_and_over_what_was_there_before() {
        let from = |column: u8, codes: &[u8], to: u8| {
            let mut roll = Transcript::default();
            let (text, moves) = codes.split_last().unwrap();
            moves
                .iter()
                .for_each(|&code| roll.on_print(&at_print_entry(code, OUTER_CALL, (0, column))));
            roll.on_print(&at_print_entry(*text, OUTER_CALL, (0, to)));
            roll.into_text()
        };
        assert_eq!(from(13, b"F", 13), "F\n");
        assert_eq!(from(13, b"\x16\x00\x00F", 0), "F\n");
        assert_eq!(from(13, b"\x16\x00\x05F", 5), "     F\n");
        assert_eq!(from(13, b"\x16\x00\x14F", 20), "                    F\n");
        assert_eq!(from(13, b"\x08F", 12), "F\n");
        assert_eq!(from(13, b"\rF", 0), "\nF\n");
    }

    #[test]
    fn letters_that_the_rom_prints_of_a_keyword_are_not_taken_again() {
        let mut roll = Transcript::default();
        let mut outer = at_print_entry(0xF5, OUTER_CALL, (0, 0));
        // No leading space.
        outer.poke(sysvars::FLAGS, 1);
        roll.on_print(&outer);
        let mut inside = at_print_entry(b'P', (0xFF30, 0x0C00), (0, 0));
        inside.poke(OUTER_CALL.0, OUTER_CALL.1 as u8);
        inside.poke(OUTER_CALL.0 + 1, (OUTER_CALL.1 >> 8) as u8);
        roll.on_print(&inside);
        // The same depth, but the keyword's call has returned: its stack slot has other contents.
        roll.on_print(&at_print_entry(b'!', (0xFF30, 0x0C00), (0, 6)));
        assert_eq!(roll.into_text(), "PRINT !\n");
    }

    #[test]
    fn output_printed_with_a_separate_stack_is_recorded() {
        let mut roll = Transcript::default();
        let outer = (0xF000, 0x9C4B);
        roll.on_print(&at_print_entry(b'a', outer, (0, 0)));
        let mut below = at_print_entry(b'b', (0x7500, 0x2000), (0, 1));
        below.poke(outer.0, outer.1 as u8);
        below.poke(outer.0 + 1, (outer.1 >> 8) as u8);
        roll.on_print(&below);
        assert_eq!(roll.into_text(), "ab\n");
    }

    #[test]
    fn other_channels_are_not_taken() {
        let mut roll = Transcript::default();
        let mut machine = at_print_entry(b'x', OUTER_CALL, (0, 0));
        machine.poke(0x5CBF, b'K');
        roll.on_print(&machine);
        assert_eq!(roll.into_text(), "");
    }

    #[test]
    fn position_changes_without_output_are_followed() {
        let mut roll = Transcript::default();
        roll.on_print(&at_print_entry(b'a', OUTER_CALL, (9, 4)));
        roll.on_print(&at_print_entry(b'b', OUTER_CALL, (9, 5)));
        // INPUT has scrolled the screen up by two rows.
        roll.on_print(&at_print_entry(b'c', OUTER_CALL, (7, 6)));
        // AT without codes, downwards.
        roll.on_print(&at_print_entry(b'd', OUTER_CALL, (9, 3)));
        // CLS.
        roll.on_print(&at_print_entry(b'e', OUTER_CALL, (0, 0)));
        roll.on_print(&at_print_entry(b'f', OUTER_CALL, (2, 0)));
        assert_eq!(roll.into_text(), "abc\n\n   d\ne\n\nf\n");
    }
}
