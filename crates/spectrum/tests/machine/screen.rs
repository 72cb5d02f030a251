//! The picture and the sound. Border positions are tested in `border.rs`.

use crate::common::{CODE, hash, machine, poke};

/// INK, PAPER, BRIGHT in all 128 combinations over a pattern that is different in each pixel row (manual,
/// chapters 16 and 24). With FLASH, colours are inverted in the second half of each 32 frames (the project's
/// list of facts: they swap every 16).
#[test]
fn colours_and_flash() {
    let mut machine = machine(&[0x76]);
    for address in 0x4000..0x5800u16 {
        machine.poke(address, (address >> 8) as u8 ^ address as u8);
    }
    for address in 0x5800..0x5B00u16 {
        machine.poke(address, address as u8);
    }
    let first = machine.screen().colours(false);
    for y in 0..192usize {
        for x in 0..256usize {
            let byte = machine.screen().pixels(y as u32, x as u32 / 8);
            let attribute = machine.screen().attributes()[y / 8 * 32 + x / 8];
            let set = byte >> (7 - x % 8) & 1 == 1;
            let colour = if set { attribute & 7 } else { attribute >> 3 & 7 } | (attribute >> 6 & 1) << 3;
            assert_eq!(first[256 * y + x], colour, "at {x},{y}");
        }
    }
    for frame in 0..64 {
        let swapped = machine.screen().flash_swapped();
        assert_eq!(swapped, frame / 16 % 2 == 1, "frame {frame}");
        let now = machine.screen().colours(false);
        for (i, (&now, &first)) in now.iter().zip(&first).enumerate() {
            let attribute = machine.screen().attributes()[i / 256 / 8 * 32 + i % 256 / 8];
            if attribute < 0x80 || !swapped {
                assert_eq!(now, first);
            } else {
                let other = first & 8
                    | if first & 7 == attribute & 7 {
                        attribute >> 3 & 7
                    } else {
                        attribute & 7
                    };
                assert_eq!(now, other, "frame {frame}, pixel {i}");
            }
        }
        machine.run_frame();
    }
}

/// The bitmap's layout (manual, chapter 24): the address of a pixel row is 010 y7 y6 y2 y1 y0 y5 y4 y3 and
/// the column.
#[test]
fn rows_in_the_machines_order() {
    let mut machine = machine(&[]);
    poke(&mut machine, 0x4100, &[0x80]); // row 1
    poke(&mut machine, 0x4020, &[0x40]); // row 8
    poke(&mut machine, 0x4801, &[0x01]); // row 64, column 1
    poke(&mut machine, 0x5800, &[0x07; 3]);
    poke(&mut machine, 0x5820, &[0x07; 3]);
    poke(&mut machine, 0x5900, &[0x07; 3]);
    let colours = machine.screen().colours(false);
    let white: Vec<_> = colours
        .iter()
        .enumerate()
        .filter(|(_, colour)| **colour == 7)
        .map(|(i, _)| (i % 256, i / 256))
        .collect();
    assert_eq!(white, [(0, 1), (1, 8), (15, 64)]);
}

/// Bright yellow paper in RGB, and the sizes of the picture with and without border.
#[test]
fn rgb() {
    let mut machine = machine(&[]);
    poke(&mut machine, 0x5800, &[0x70, 0x28]);
    let image = machine.screen().rgb(false);
    assert_eq!(
        (image.width, image.height, image.rgb.len()),
        (256, 192, 256 * 192 * 3)
    );
    assert_eq!(image.rgb[..3], [255, 255, 0]);
    assert_eq!(image.rgb[24..27], [0, 0xD7, 0xD7]);
    let image = machine.screen().rgb(true);
    assert_eq!(
        (image.width, image.height, image.rgb.len()),
        (352, 288, 352 * 288 * 3)
    );
    let screen = 3 * (48 * 352 + 48);
    assert_eq!(image.rgb[screen..screen + 3], [255, 255, 0]);
}

/// A regression test of a whole picture with border; the rules are tested above. The hash was recorded after
/// the picture had been inspected; the test writes it to `target/tmp`.
#[test]
fn a_picture_stays_as_it_was() {
    let mut machine = machine(&[
        0x3C, 0xD3, 0xFE, // loop: INC A: OUT (FE),A
        0x77, 0x23, 0xCB, 0xF4, 0xCB, 0xBC, // LD (HL),A: INC HL: SET 6,H: RES 7,H
        0x18, 0xF5, // JR loop
    ]);
    machine.cpu.set_hl(0x4000);
    for _ in 0..5 {
        machine.run_frame();
    }
    let picture = machine.screen().rgb(true);
    crate::common::write_png("stripes", &picture);
    assert_eq!(
        hash(&picture.rgb),
        0xDE44_F147_9241_2E65,
        "{:016X}",
        hash(&picture.rgb)
    );
}

/// Each change of bit 4 is collected with its T-state; changes of other bits are not, and nothing is
/// collected unless requested.
#[test]
fn beeper_edges() {
    let code = [
        0x3E, 0x10, 0xD3, 0xFE, // LD A,10: OUT (FE),A      byte at 7 + 8
        0x3E, 0x1F, 0xD3, 0xFE, // LD A,1F: OUT (FE),A      no change
        0xAF, 0xD3, 0xFE, // XOR A: OUT (FE),A      byte at 18 + 18 + 4 + 8
        0x76,
    ];
    let mut deaf = machine(&code);
    let mut machine = machine(&code);
    machine.collect_beeper(true);
    deaf.run_frame();
    machine.run_frame();
    assert_eq!(machine.take_beeper_edges(), [(15, true), (48, false)]);
    assert_eq!(machine.take_beeper_edges(), []);
    assert_eq!(deaf.take_beeper_edges(), []);
    assert_eq!(machine.cpu.pc, CODE + 12);
}
