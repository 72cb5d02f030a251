//! The border, pixel by pixel.
//!
//! Why: programs draw in the border by OUTs timed to the T-state: the sea of "Aquaplane", loaders' stripes,
//! "overscan" demos. A picture that is a cell off, or an OUT without its contention delay, shows as a jagged
//! edge.
//!
//! Sources: two pixels a T-state, 224 T-states a line, the delays and the contention patterns of ports are
//! from the project's list of facts, which does not cover the border. That the ULA samples the border colour
//! once in eight pixels (four T-states), aligned with the screen's cells, is public (a Spectrum's stripes are
//! whole cells; those of clones that sample it more often are not). That the first row of the screen begins
//! 14,336 T-states after /INT, and that an OUT's byte arrives in the second T-state of its port access,
//! before the ULA delays the processor for it, is the convention that goes with delays from 14,335 on. Other
//! emulators use the same convention; it was not measured on a machine here.

use crate::common::model::{Clock, FRAME, LINE};
use crate::common::{CODE, machine, poke};
use girafa_spectrum::{Screen, Spectrum, Stop};

/// Width of the picture with border, in pixels.
const WIDTH: usize = 352;
/// Height of the picture, and of the border above the screen, which equals the width of the border beside it.
const HEIGHT: usize = 288;
const BORDER: usize = 48;

/// T-state at which the beam begins to draw the cell of eight pixels in row `y`, `x` pixels from the left of
/// the picture.
fn drawn(x: usize, y: usize) -> u32 {
    (14_336 + y * LINE as usize + x / 8 * 4 - BORDER * LINE as usize - BORDER / 2) as u32
}

/// T-state at which the beam begins to draw row `y` of the picture.
fn row_start(y: usize) -> u32 {
    drawn(0, y)
}

/// The expected picture, with a black screen and a border that is black until it takes these colours at these
/// T-states. Each colour shows from the left edge of the cell in which it arrived.
fn picture(changes: &[(u32, u8)]) -> Vec<u8> {
    let mut changes = changes.iter().peekable();
    let (mut colour, mut picture) = (0, Vec::with_capacity(WIDTH * HEIGHT));
    for y in 0..HEIGHT {
        for x in (0..WIDTH).step_by(8) {
            let cell_ends = drawn(x, y) + 4;
            while let Some(change) = changes.next_if(|change| change.0 < cell_ends) {
                colour = change.1;
            }
            let is_screen = (BORDER..HEIGHT - BORDER).contains(&y) && (BORDER..WIDTH - BORDER).contains(&x);
            picture.extend([if is_screen { 0 } else { colour }; 8]);
        }
    }
    picture
}

/// Runs to the end of the frame and compares the picture; reports the first wrong pixel.
fn check(machine: &mut Spectrum, changes: &[(u32, u8)], tell: &str) {
    assert_eq!(machine.run_frame(), Stop::Frame);
    let (got, want) = (machine.screen().colours(true), picture(changes));
    assert_eq!(got.len(), want.len());
    if let Some(i) = (0..want.len()).find(|&i| got[i] != want[i]) {
        let (x, y) = (i % WIDTH, i / WIDTH);
        panic!("{tell}: at {x},{y} colour {}, not {}", got[i], want[i]);
    }
}

/// One OUT (FE),A, started at every T-state, odd and even, of whole lines: in the border above, in the last
/// line before the screen, in its first, middle and last rows, in the first line below and in the last. With
/// a high byte of 45, the port access also waits before the byte arrives. This wait ends within the screen,
/// so that a single OUT does not show it, but stripes do; the wait after it has no effect. Code in contended
/// memory delays the instruction itself.
#[test]
fn an_out_at_every_tstate_shows_at_its_pixel() {
    assert_eq!(Screen::size(true), (WIDTH as u32, HEIGHT as u32));
    for at in [CODE, 0x6000] {
        for a in [0x05_u8, 0x45] {
            let mut first = machine(&[]);
            poke(&mut first, at, &[0xD3, 0xFE, 0x76]); // OUT (FE),A: HALT
            (first.cpu.pc, first.cpu.a) = (at, a);
            for y in [0, 20, 47, 48, 140, 239, 240, 287] {
                for start in row_start(y) - 10..row_start(y) - 10 + LINE {
                    let mut machine = first.clone();
                    machine.set_frame_tstate(start);
                    let mut clock = Clock(start);
                    clock.memory(at, 4);
                    clock.memory(at + 1, 3);
                    let out = clock.port(u16::from(a) << 8 | 0xFE);
                    check(
                        &mut machine,
                        &[(out.arrives, 5)],
                        &format!("OUT at {at:04X}, A {a:02X}, T-state {start}"),
                    );
                    assert_eq!(machine.border(), 5);
                }
            }
        }
    }
}

/// The narrowest stripes: OUT (C),r and OUT (FE),A alternate, 12 and 11 T-states, so that their edges fall on
/// every part of a cell, each delayed by the preceding ones. Started at every T-state of a line above, in and
/// after the screen; with and without a contended high byte; with the code in contended memory and elsewhere.
#[test]
fn stripes_started_at_every_tstate() {
    /// Second opcode bytes of OUT (C),r for D, E, H, L, which are 1 to 4.
    const REGISTERS: [u8; 4] = [0x51, 0x59, 0x61, 0x69];
    const PAIRS: u16 = 24;
    for at in [CODE, 0x6000] {
        for b in [0x00_u8, 0x40] {
            let mut first = machine(&[]);
            for i in 0..PAIRS {
                let register = REGISTERS[usize::from(i % 4)];
                poke(&mut first, at + 4 * i, &[0xED, register, 0xD3, 0xFE]);
            }
            poke(&mut first, at + 4 * PAIRS, &[0x76]);
            (first.cpu.pc, first.cpu.a) = (at, 7);
            first.cpu.set_bc(u16::from(b) << 8 | 0xFE);
            first.cpu.set_de(0x0102);
            first.cpu.set_hl(0x0304);
            for y in [10, 47, 120, 238] {
                for start in row_start(y)..row_start(y) + LINE {
                    let mut machine = first.clone();
                    machine.set_frame_tstate(start);
                    let (mut clock, mut changes) = (Clock(start), Vec::new());
                    for i in 0..PAIRS {
                        clock.memory(at, 4);
                        clock.memory(at, 4);
                        let out = clock.port(u16::from(b) << 8 | 0xFE);
                        changes.push((out.arrives, (i % 4) as u8 + 1));
                        clock.memory(at, 4);
                        clock.memory(at, 3);
                        changes.push((clock.port(0x07FE).arrives, 7));
                    }
                    check(
                        &mut machine,
                        &changes,
                        &format!("code at {at:04X}, B {b:02X}, T-state {start}"),
                    );
                }
            }
        }
    }
}

/// Beside the screen a line is border too: a change there shows at the right of this line, not at the left.
/// (The same rule as above, with figures worked out by hand for one case.)
#[test]
fn border_beside_the_screen() {
    let mut machine = machine(&[0xD3, 0xFE, 0x76]);
    machine.cpu.a = 5;
    // The right border of row 100 begins at 14,336 + 224 * 100 + 128.
    machine.set_frame_tstate(14_336 + 22_400 + 128 - 8);
    machine.run_frame();
    let colours = machine.screen().colours(true);
    let line = |row: usize| &colours[(48 + row) * 352..][..352];
    assert!(line(100)[..48].iter().all(|&colour| colour == 0));
    assert!(line(100)[304..].iter().all(|&colour| colour == 5));
    assert!(line(101)[..48].iter().all(|&colour| colour == 5));
}

/// Why: an OUT that crosses the end of the frame shows only in the next frame, and a frame begins with the
/// border of the previous one. Starts at each T-state around the end; neither the end nor the start of a
/// frame is visible in the picture.
#[test]
fn an_out_over_the_frames_end_is_the_next_frames() {
    for left in 1..=20 {
        let mut machine = machine(&[0xD3, 0xFE, 0x76]);
        machine.cpu.a = 5;
        machine.set_frame_tstate(FRAME - left);
        check(&mut machine, &[], &format!("{left} T-states left, this frame"));
        check(
            &mut machine,
            &[(0, 5)],
            &format!("{left} T-states left, the next"),
        );
        check(
            &mut machine,
            &[(0, 5)],
            &format!("{left} T-states left, the one after it"),
        );
    }
}
