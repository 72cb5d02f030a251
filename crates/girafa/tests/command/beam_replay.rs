//! `--screen` shows the picture as a television would.

use std::fs;

use tempfile::TempDir;

use crate::support::{girafa, stderr};
use girafa_test_support::images::{Image, png_of};

/// In each frame, sets the attribute at 0,0 to red before the beam reaches the cell, and to blue while it
/// draws the cell: waits for the interrupt, writes, delays, writes.
const MULTICOLOUR: &str = "10 FOR a=32768 TO 32789: READ b: POKE a,b: NEXT a\n\
    20 BORDER 0: PAPER 7: CLS\n\
    30 RANDOMIZE USR 32768\n\
    100 DATA 251,118: REM EI: HALT\n\
    110 DATA 62,16,50,0,88: REM LD A,10: LD (5800),A\n\
    120 DATA 1,49,2: REM LD BC,0231\n\
    130 DATA 11,120,177,32,251: REM DEC BC: LD A,B: OR C: JR NZ\n\
    140 DATA 62,8,50,0,88: REM LD A,08: LD (5800),A\n\
    150 DATA 24,234: REM JR 8000\n";

/// RGB values of paper 2 and paper 1.
const RED: [u8; 3] = [0xD7, 0, 0];
const BLUE: [u8; 3] = [0, 0, 0xD7];

/// The first column of the cell at 0,0. The border is 48 pixels wide.
fn cell(image: &Image) -> Vec<[u8; 3]> {
    let pixel = |y: usize| image.pixels[(48 + y) * image.width + 48];
    (0..8).map(|y| pixel(y).expect("opaque")).collect()
}

#[test]
fn a_multicolour_tape_has_its_colours() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("cores.bas"), MULTICOLOUR).unwrap();
    girafa(directory.path(), &["tap", "cores.bas", "-o", "cores.tap"]);
    let mut pictures = Vec::new();
    for frames in ["150", "151", "192", "193"] {
        let arguments = ["run", "cores.tap", "--frames", frames, "--screen", "cores.png"];
        let done = girafa(directory.path(), &arguments);
        assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
        let image = png_of(&fs::read(directory.path().join("cores.png")).unwrap());
        let colours = cell(&image);
        let red = colours.iter().take_while(|colour| **colour == RED).count();
        assert!((2..=6).contains(&red), "{frames}: {colours:?}");
        assert!(
            colours[red..].iter().all(|colour| *colour == BLUE),
            "{frames}: {colours:?}"
        );
        pictures.push(image.pixels);
    }
    assert!(pictures.iter().all(|pixels| *pixels == pictures[0]));
}
