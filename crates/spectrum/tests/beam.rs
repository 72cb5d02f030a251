//! The screen as the ULA fetched it: bytes changed under the beam, and snow.

mod common;

use common::{CODE, machine, poke};
use girafa_spectrum::{FRAME_TSTATES, Spectrum};

/// The colours of one cell of eight pixels.
fn cell(colours: &[u8], row: usize, column: usize) -> &[u8] {
    &colours[256 * row + 8 * column..][..8]
}

/// LD (HL),A started at `tstate` with the attribute `address` in HL; the picture's colours at the frame's end.
fn written_at(tstate: u32, address: u16) -> Vec<u8> {
    let mut machine = machine(&[0x77, 0x76]); // LD (HL),A: HALT
    machine.watch_beam(true);
    machine.cpu.set_hl(address);
    machine.cpu.a = 0x10; // PAPER 2
    machine.set_frame_tstate(tstate);
    machine.run_frame();
    machine.screen().colours(false)
}

/// Why: programs colour single rows of a character by writing its attribute between two fetches ("multicolour"). The
/// ULA reads the first two cells of a row from T-state 14,338 on, in four T-states, and lets the processor wait in
/// them (the floating bus tells the same, `ports.rs`). LD (HL),A writes in its second machine cycle: one that begins
/// before 14,335 is in time for row 0, one that begins at 14,335 waits until 14,341, behind the first two cells and
/// before the third, which is fetched from 14,346 on.
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
        // The machine cycle begins in one of the eight T-states before the pair's fetches, or later and too late.
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

/// Why: a whole picture of a colour a row (8 x 1), the effect itself. A loop of 224 T-states writes the next colour into
/// attribute column 0 in each row's border: row n has colour n modulo 8, although the attribute is one byte for eight
/// rows and memory has only the last one of each.
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

/// In the middle of a frame what the beam has not reached is the last frame's; a poke shows at once.
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

/// Watching changes the picture and nothing else.
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

/// A screen whose cells tell their column, and code of NOPs that runs with `i` in I.
fn snowed(i: u8, code: u16) -> (Spectrum, Vec<u8>) {
    let mut machine = machine(&[]);
    for address in 0x4000..0x5800u16 {
        machine.poke(address, address as u8);
    }
    poke(&mut machine, 0x5800, &[0x07; 768]);
    (machine.cpu.pc, machine.cpu.i) = (code, i);
    machine.watch_beam(true);
    let clean = machine.screen().colours(false);
    machine.set_frame_tstate(14_000);
    machine.run_frame();
    let now = machine.screen().colours(false);
    let spoiled = clean.iter().zip(&now).filter(|(clean, now)| clean != now).count();
    assert_eq!(
        machine.frame_tstate(),
        (14_000 + 4 * (FRAME_TSTATES - 14_000_u32).div_ceil(4)) - FRAME_TSTATES
    );
    assert_eq!(spoiled > 0, clean != now);
    (machine, now)
}

/// Why: with I from 40 to 7F a 48K's picture snows, as the ULA takes each refresh for an access to its memory (public:
/// the reason why programs in interrupt mode 2 keep I out of these pages). With any other I it does not, and memory is
/// never harmed.
#[test]
fn snow_with_i_in_the_ulas_memory_only() {
    let (_, clean) = snowed(0x00, CODE);
    for i in [0x3F, 0x80, 0xFE] {
        assert_eq!(snowed(i, CODE).1, clean, "I {i:02X}");
    }
    for i in [0x40, 0x5A, 0x7F] {
        let (machine, picture) = snowed(i, CODE);
        assert_ne!(picture, clean, "I {i:02X}");
        assert!((0x4000..0x5800u16).all(|address| machine.peek(address) == address as u8));
    }
}
