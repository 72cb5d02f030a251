//! The screen as the ULA fetches it: bytes that change under the beam. Snow is tested in `snow.rs`.
//!
//! Why: "multicolour" (games made with the Nirvana engine, and earlier demos) writes attributes between the
//! fetches of two rows. A picture drawn from memory at the end of the frame does not show it.
//!
//! Sources: the T-states of the fetches are those of the floating bus (`floating_bus.rs`: public); the
//! contention delays are from the project's list of facts. That a written byte takes effect from the next
//! fetch on is derived: while the ULA fetches, the processor waits, so no write falls between the two bytes
//! of a cell.

use crate::common::model::{Clock, LINE};
use crate::common::{machine, poke};
use girafa_spectrum::Spectrum;

/// The colours of one cell of eight pixels.
fn cell(colours: &[u8], row: usize, column: usize) -> &[u8] {
    &colours[256 * row + 8 * column..][..8]
}

/// Runs LD (HL),A from `tstate`, writing `value` to `address`; returns the machine at the end of the frame.
fn written(tstate: u32, address: u16, value: u8) -> Spectrum {
    let mut machine = machine(&[0x77, 0x76]); // LD (HL),A: HALT
    machine.watch_beam(true);
    machine.cpu.set_hl(address);
    machine.cpu.a = value;
    machine.set_frame_tstate(tstate);
    machine.run_frame();
    machine
}

/// The colours at the end of the frame when the attribute PAPER 2 is written as in [`written`].
fn written_at(tstate: u32, address: u16) -> Vec<u8> {
    written(tstate, address, 0x10).screen().colours(false)
}

/// Why: programs colour single pixel rows of a character by writing its attribute between two fetches
/// ("multicolour"). The ULA reads the first two cells of a row in four T-states from 14,338 on, and the
/// processor waits during that time (consistent with `floating_bus.rs`). LD (HL),A writes in its second
/// machine cycle. If that cycle begins before 14,335, the write is in time for row 0; if it begins at 14,335,
/// it waits until 14,341, after the first two cells and before the third, which is fetched from 14,346 on.
#[test]
fn a_write_shows_from_the_next_fetch_on() {
    for write in 14_300..14_335 {
        let colours = written_at(write - 4, 0x5800);
        assert_eq!(cell(&colours, 0, 0), [2; 8], "written from {write}");
    }
    for write in 14_335..14_335 + 224 - 8 {
        for (column, row_0) in [(0, 0), (1, 0)] {
            let colours = written_at(write - 4, 0x5800 + column);
            assert_eq!(
                cell(&colours, 0, column.into()),
                [row_0; 8],
                "written from {write}"
            );
            assert_eq!(cell(&colours, 1, column.into()), [2; 8], "written from {write}");
        }
    }
    for column in 2..32_u16 {
        // The machine cycle begins in one of the eight T-states before the pair's fetches, or too late.
        let fetch = 14_338 + u32::from(column / 2) * 8;
        for (write, shows) in [
            (fetch - 11, true),
            (fetch - 4, true),
            (fetch - 3, false),
            (fetch, false),
        ] {
            let colours = written_at(write - 4, 0x5800 + column);
            let want = if shows { 2 } else { 0 };
            assert_eq!(
                cell(&colours, 0, column.into()),
                [want; 8],
                "column {column}, written from {write}"
            );
            assert_eq!(
                cell(&colours, 1, column.into()),
                [2; 8],
                "column {column}, written from {write}"
            );
        }
    }
}

/// T-state at which the ULA fetches the bitmap byte of a cell; the attribute follows in the next.
fn fetched(row: u32, column: u32) -> u32 {
    14_338 + LINE * row + column / 2 * 8 + column % 2 * 2
}

/// Why: the rule above holds in every row of every third, for bitmap bytes as well as attributes; an effect
/// that moves over the screen shows any row that is wrong. Writes once, starting at every T-state of slightly
/// more than a line, to the cells at the beam and around it. The write shows in this row if it is done before
/// the cell is fetched, otherwise from the next row on (attribute) or in the next frame (bitmap).
#[test]
fn a_write_at_every_tstate_of_rows_in_all_thirds() {
    for row in [1, 63, 64, 100, 128, 191] {
        let line = 14_335 + LINE * row;
        for write in line - 30..line + LINE - 40 {
            let mut clock = Clock(write);
            clock.memory(0x4000, 3);
            let here = (i64::from(write) - i64::from(line)).clamp(0, 127) as u32 / 4;
            for column in here.saturating_sub(2)..(here + 5).min(32) {
                let shows = clock.0 <= fetched(row, column);
                let attribute = 0x5800 + (row / 8 * 32 + column) as u16;
                let colours = written_at(write - 4, attribute);
                let tell = format!("row {row}, column {column}, written from {write}");
                let got = |row: u32| cell(&colours, row as usize, column as usize)[0];
                assert_eq!(got(row), if shows { 2 } else { 0 }, "{tell}");
                if row % 8 != 0 {
                    assert_eq!(got(row - 1), 0, "{tell}: the row before");
                }
                if row % 8 != 7 {
                    assert_eq!(got(row + 1), 2, "{tell}: the next row");
                }

                let (third, line, pixel) = (row / 64, row / 8 % 8, row % 8);
                let bitmap = 0x4000 + (third << 11 | pixel << 8 | line << 5 | column) as u16;
                let mut machine = written(write - 4, bitmap, 0xFF);
                machine.poke(attribute, 0x04); // INK 4, a poke counts as unchanged
                let picture = machine.screen().colours(false);
                let ink = cell(&picture, row as usize, column as usize)[0];
                assert_eq!(ink, if shows { 4 } else { 0 }, "{tell}: bitmap");
                machine.run_frame();
                assert_eq!(
                    cell(&machine.screen().colours(false), row as usize, column as usize),
                    [4; 8],
                    "{tell}: bitmap, the next frame"
                );
            }
        }
    }
}

/// The multicolour effect over the whole screen: 8 x 1 cells in six columns at the left, in the middle and at
/// the right of all 192 rows, so in all three thirds. A row's attributes are written in the border before it,
/// in 78 T-states; the rest of the 224 T-states is spent outside contended memory. The ink and paper of every
/// row must be those written for it; the other columns must not change.
#[test]
fn multicolour_over_all_thirds() {
    const PAIRS: [u16; 3] = [0, 14, 30];
    // INK, PAPER and BRIGHT, different for each row and column.
    let attribute = |row: u16, column: u16| (row * 5 + row / 8 * 3 + column * 11) as u8 & 0x7F;
    let mut code = Vec::new();
    for row in 0..192_u16 {
        for column in PAIRS {
            let [low, high] = (0x5800 + row / 8 * 32 + column).to_le_bytes();
            code.extend([0x21, attribute(row, column), attribute(row, column + 1)]); // LD HL,nn   10
            code.extend([0x22, low, high]); // LD (nn),HL   16
        }
        code.extend([0x00; 35]); // NOP   140
        code.push(0x03); // INC BC   6
    }
    code.push(0x76);
    let mut machine = machine(&code);
    for address in 0x4000..0x5800 {
        machine.poke(address, 0x0F);
    }
    poke(&mut machine, 0x5800, &[0x38; 768]);
    machine.watch_beam(true);
    machine.set_frame_tstate(14_335 - 90);
    machine.run_frame();
    let colours = machine.screen().colours(false);
    for row in 0..192_u16 {
        for column in 0..32 {
            let written = PAIRS.contains(&(column & !1));
            let attribute = if written { attribute(row, column) } else { 0x38 };
            let bright = attribute >> 3 & 8;
            let (paper, ink) = (attribute >> 3 & 7 | bright, attribute & 7 | bright);
            assert_eq!(
                cell(&colours, row.into(), column.into()),
                [paper, paper, paper, paper, ink, ink, ink, ink],
                "row {row}, column {column}"
            );
        }
    }
}

/// A different colour in each row (8 x 1), drawn by a loop as programs do it. A loop of 224 T-states writes
/// the next colour to attribute column 0 in the border of each row: row n has colour n modulo 8, although the
/// attribute is one byte for eight rows and memory has only the last value.
#[test]
fn a_colour_for_each_row() {
    let mut code = vec![
        0x77, // loop: LD (HL),A        7
        0xC6, 0x08, // ADD A,8          7
        0xE6, 0x38, // AND 38           7
    ];
    code.extend([0x00; 46]); // NOP     184
    code.extend([0xED, 0x47]); // LD I,A  9
    code.extend([0xC3, 0x00, 0x80]); // JP loop
    let mut machine = machine(&code);
    machine.watch_beam(true);
    machine.cpu.set_hl(0x5800);
    machine.cpu.a = 0;
    // The write for row 0 begins 30 T-states before its first fetch.
    machine.set_frame_tstate(14_338 - 30);
    machine.run_frame();
    let colours = machine.screen().colours(false);
    for row in 0..8 {
        assert_eq!(cell(&colours, row, 0), [row as u8; 8], "row {row}");
    }
    let unwatched = {
        let mut machine = machine.clone();
        machine.watch_beam(false);
        machine.screen().colours(false)
    };
    assert_eq!(cell(&unwatched, 0, 0), cell(&unwatched, 7, 0));
}

/// Why: a debugger shows the picture in the middle of a frame. The part that the beam has not reached is then
/// the previous frame's, as on a television. A poke shows at once, as the host makes it, not the machine.
/// (Girafa's own rule: `Spectrum::watch_beam`.)
#[test]
fn the_last_frame_behind_the_beam() {
    let mut machine = machine(&[0x32, 0x00, 0x58, 0x32, 0xFF, 0x5A, 0x76]); // LD (5800),A: LD (5AFF),A: HALT
    machine.watch_beam(true);
    machine.cpu.a = 0x20;
    machine.set_frame_tstate(30_000);
    machine.step();
    machine.step();
    let colours = |machine: &Spectrum| {
        let colours = machine.screen().colours(false);
        [cell(&colours, 0, 0)[0], cell(&colours, 191, 31)[0]]
    };
    assert_eq!(colours(&machine), [0, 0]);
    machine.run_frame();
    assert_eq!(colours(&machine), [0, 4]);
    machine.run_frame();
    assert_eq!(colours(&machine), [4, 4]);
    machine.poke(0x5800, 0x08);
    assert_eq!(colours(&machine), [1, 4]);
}

/// Why: watching must not change what a program does, only the picture. (Girafa's own rule; on a real ULA,
/// too, snow is the only effect of a refresh.)
#[test]
fn the_watched_machine_does_what_the_other_does() {
    let code = [
        0xED, 0x47, 0x34, 0x23, 0x7C, 0xFE, 0x5B, 0x38, 0xF7, 0xFB, 0x76, 0x21, 0x00, 0x40, 0x18, 0xF0,
    ];
    let mut plain = machine(&code);
    (plain.cpu.a, plain.cpu.h) = (0x50, 0x40);
    let mut watched = plain.clone();
    watched.watch_beam(true);
    for _ in 0..20 {
        plain.run_frame();
        watched.run_frame();
        assert_eq!((&plain.cpu, plain.tstates()), (&watched.cpu, watched.tstates()));
        assert_eq!(plain.memory(), watched.memory());
    }
    watched.watch_beam(false);
    assert_eq!(plain, watched);
}
