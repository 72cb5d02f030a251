//! ZX Printer paper.

use std::fs;
use std::process::Output;

use crate::support::{girafa, stderr, stdout};
use tempfile::TempDir;

const LISTING: &str = "10 LPRINT \"ola\"'1/2\n20 PRINT \"copiado\": COPY\n";

fn hardcopy(listing: &str, arguments: &[&str]) -> (Output, TempDir) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let done = girafa(directory.path(), &[&["hardcopy", "p.bas"], arguments].concat());
    (done, directory)
}

/// Width and height from a PNG's header.
fn size(directory: &TempDir, name: &str) -> (u32, u32) {
    let png = fs::read(directory.path().join(name)).unwrap();
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// Two rows of LPRINT and a screen of 22 rows, eight dots each.
const DOTS: u32 = (2 + 22) * 8;

#[test]
fn text_is_read_off_the_dots() {
    let (done, _) = hardcopy(LISTING, &["--text"]);
    assert_eq!(
        stdout(&done),
        format!("ola\n0.5\ncopiado\n{}", "\n".repeat(21)),
        "{}",
        stderr(&done)
    );
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn bits_are_a_pixel_a_dot_and_paper_has_a_scale() {
    let (_, bits) = hardcopy(LISTING, &["-o", "a.png"]);
    assert_eq!(size(&bits, "a.png"), (256, DOTS));
    let (_, silver) = hardcopy(LISTING, &["-o", "a.png", "--style", "paper", "--scale", "2"]);
    assert_eq!(size(&silver, "a.png"), ((256 + 24) * 2, (DOTS + 24) * 2));
    let (done, _) = hardcopy(LISTING, &["-o", "a.png", "--scale", "2"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(stderr(&done).contains("--style paper"));
}

#[test]
fn a_roll_is_cut_into_pages() {
    let (_, directory) = hardcopy(LISTING, &["-o", "rolo.png", "--page", "10"]);
    let heights = ["rolo-1.png", "rolo-2.png", "rolo-3.png"].map(|name| size(&directory, name).1);
    assert_eq!(heights, [80, 80, DOTS - 160]);
    assert!(!directory.path().join("rolo-4.png").exists());
}

#[test]
fn llist_prints_the_listing() {
    let (done, _) = hardcopy("10 LPRINT 1\n20 REM ola\n", &["--llist", "--text"]);
    assert_eq!(stdout(&done), "  10 LPRINT 1\n  20 REM ola\n");
}

/// If a program is stopped while it prints, every command shows the unfinished row of dots.
#[test]
fn every_command_has_the_same_paper() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), "10 LPRINT \"x\": GO TO 10\n").unwrap();
    let done = |arguments: &[&str]| {
        let done = girafa(directory.path(), &[arguments, &["--frames", "201"]].concat());
        assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
        stdout(&done)
    };
    let text = done(&["hardcopy", "p.bas", "--text", "-o", "a.png"]);
    let json = done(&["run", "p.bas", "--paper", "b.png", "--json"]);
    let outcome: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = outcome["printer_rows"].as_u64().unwrap();
    assert_ne!(rows % 8, 0, "the program is stopped within a row of text");
    assert_eq!(size(&directory, "a.png"), (256, rows as u32));
    assert_eq!(size(&directory, "b.png"), (256, rows as u32));
    let printed: Vec<&str> = outcome["printer"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), printed);
    assert_eq!(printed.len() as u64, rows.div_ceil(8));
    let [whole @ .., _cut] = &printed[..] else {
        panic!("no paper")
    };
    assert!(whole.len() >= 8 && whole.iter().all(|row| *row == "x"), "{text}");
}

#[test]
fn no_paper_no_picture() {
    let (done, directory) = hardcopy("10 PRINT 1\n", &["-o", "a.png"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(stderr(&done).contains("printed nothing"), "{}", stderr(&done));
    assert!(!directory.path().join("a.png").exists());
}
