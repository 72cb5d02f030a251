//! Tapes and snapshots of every format, `info`, and sound files.

use std::fs;
use std::path::Path;

use crate::support::{girafa, stderr, stdout};
use girafa_spectrum::{Block, Tape};
use tempfile::TempDir;

/// Runs the command, which must succeed, and returns its standard output.
fn good(directory: &Path, arguments: &[&str]) -> String {
    let output = girafa(directory, arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

/// A directory with this listing as `p.bas` and `p.tap`.
fn with_listing(listing: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    good(directory.path(), &["tap", "p.bas", "-o", "p.tap"]);
    directory
}

/// Converts a `.tap` to a `.tzx` of standard-speed blocks (ID 10) and a text description.
fn tzx_of(tap: &[u8]) -> Vec<u8> {
    let mut bytes = b"ZXTape!\x1A\x01\x14\x30\x05Hello".to_vec();
    for block in Tape::from_tap(tap).unwrap().blocks() {
        bytes.extend([0x10, 0xE8, 0x03]);
        bytes.extend((block.bytes().len() as u16).to_le_bytes());
        bytes.extend(block.bytes());
    }
    bytes
}

/// Converts a `.tap` to PULS and DATA blocks of a `.pzx`.
fn pzx_of(tap: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut push = |name: &[u8], contents: &[u8]| {
        bytes.extend(name);
        bytes.extend((contents.len() as u32).to_le_bytes());
        bytes.extend(contents);
    };
    push(b"PZXT", b"\x01\x00Hello");
    for block in Tape::from_tap(tap).unwrap().blocks() {
        let pilot: u16 = if block.flag() < 128 { 8063 } else { 3223 };
        let words = [0x8000 | pilot, 2168, 667, 735];
        push(b"PULS", &words.map(u16::to_le_bytes).concat());
        let bits = 8 * block.bytes().len() as u32;
        let mut data = (0x8000_0000 | bits).to_le_bytes().to_vec();
        data.extend(
            [945u16, 0x0202, 855, 855, 1710, 1710]
                .map(u16::to_le_bytes)
                .concat(),
        );
        data.extend(block.bytes());
        push(b"DATA", &data);
        push(b"PAUS", &3_500_000u32.to_le_bytes());
    }
    bytes
}

/// The same program prints the same from each tape format.
#[test]
fn tapes_of_all_formats_run() {
    let directory = with_listing("10 FOR i=1 TO 3\n20 PRINT i;\"Girafa\"\n30 NEXT i\n");
    let directory = directory.path();
    let tap = fs::read(directory.join("p.tap")).unwrap();
    fs::write(directory.join("p.tzx"), tzx_of(&tap)).unwrap();
    fs::write(directory.join("p.pzx"), pzx_of(&tap)).unwrap();
    let want = good(directory, &["run", "p.tap"]);
    assert!(want.contains("3Girafa"), "{want}");
    assert_eq!(good(directory, &["run", "p.tzx"]), want);
    assert_eq!(good(directory, &["run", "p.pzx"]), want);
    for (file, format) in [("p.tap", ".tap"), ("p.tzx", ".tzx"), ("p.pzx", ".pzx")] {
        let info = good(directory, &["info", file]);
        assert!(info.starts_with(&format!("{format} tape")), "{info}");
        assert!(info.contains("header: Program \"p\", "), "{info}");
        assert!(info.contains("starts at line 10"), "{info}");
        assert_eq!(info.contains("Hello"), file != "p.tap", "{info}");
    }
}

/// `info` lists recordings, generalized data, jumps and calls; jump targets are item numbers.
#[test]
fn info_lists_what_only_tzx_has() {
    let directory = TempDir::new().unwrap();
    let mut bytes = b"ZXTape!\x1A\x01\x14".to_vec();
    bytes.extend([0x18, 12, 0, 0, 0, 0, 0, 0xB8, 0x88, 0, 1, 2, 0, 0, 0, 5, 7]);
    bytes.extend([0x19, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 1, 2]);
    bytes.extend([0, 0xF4, 1, 0, 0xE8, 3, 0xA5]);
    bytes.extend([0x26, 1, 0, 2, 0, 0x23, 3, 0, 0x13, 1, 1, 1, 0x27]);
    fs::write(directory.path().join("t.tzx"), bytes).unwrap();
    let want = ".tzx tape, 6 items\n   1  2 single pulses\n   2  8 symbols of 2: [500] [1000]\n   \
        3  call 5\n   4  jump to 7\n   5  1 single pulses\n   6  end of what is called\n";
    assert_eq!(good(directory.path(), &["info", "t.tzx"]), want);
}

/// A run that is saved in mid-run in any format continues to the same end.
#[test]
fn snapshots_of_all_formats_run_on() {
    let directory = with_listing("10 LET s=0\n20 FOR i=1 TO 3000\n30 LET s=s+i\n40 NEXT i\n50 PRINT s\n");
    let directory = directory.path();
    let whole = good(directory, &["run", "p.tap"]);
    assert!(whole.contains("4501500"), "{whole}");
    for file in ["s.sna", "s.z80", "s.szx"] {
        let stopped = girafa(directory, &["run", "p.tap", "--frames", "100", "--save", file]);
        assert_eq!(stopped.status.code(), Some(3), "{}", stderr(&stopped));
        assert_eq!(good(directory, &["run", file]), whole, "{file}");
        let info = good(directory, &["info", file]);
        assert!(
            info.starts_with(&format!("{} snapshot of a 48K", &file[1..])),
            "{info}"
        );
    }
    let refused = girafa(directory, &["run", "p.tap", "--save", "s.txt"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains(".sna, .z80 or .szx"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn info_of_other_files() {
    let directory = with_listing("10 PRINT 1\n20 PRINT 2\n");
    let directory = directory.path();
    assert_eq!(
        good(directory, &["info", "p.bas"]),
        "BASIC listing: 2 lines, 10 to 20\n"
    );
    fs::write(directory.join("x.rom"), vec![0; 16_384]).unwrap();
    assert_eq!(
        good(directory, &["info", "x.rom"]),
        "48K ROM: 16384 bytes, not the built-in one\n"
    );
    fs::write(directory.join("x.dat"), "abc").unwrap();
    let output = girafa(directory, &["info", "x.dat"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stderr(&output).contains("x.dat: not a .tap"),
        "{}",
        stderr(&output)
    );
}

/// BEEP 2,9 is A at 440 Hz for two seconds (manual, chapter 19: BEEP 0 is middle C, and pitches are in
/// semitones). Checks the number of rising edges and the duration in the sound file.
#[test]
fn a_beep_has_its_pitch_and_length() {
    let directory = with_listing("10 PAUSE 10\n20 BEEP 2,9\n30 PAUSE 10\n");
    let directory = directory.path();
    good(directory, &["run", "p.bas", "--wav", "a.wav"]);
    let bytes = fs::read(directory.join("a.wav")).unwrap();
    assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
    assert_eq!(bytes[24..28], 44_100u32.to_le_bytes());
    let at = bytes.windows(4).position(|four| four == b"data").unwrap() + 8;
    let samples: Vec<i16> = bytes[at..]
        .chunks_exact(2)
        .map(|two| i16::from_le_bytes([two[0], two[1]]))
        .collect();
    // Counts rising edges with hysteresis, so that ringing does not matter.
    let (mut rises, mut high) = (Vec::new(), true);
    for (at, &sample) in samples.iter().enumerate() {
        if sample > 3_000 && !high {
            rises.push(at);
        }
        high = sample > 3_000 || high && sample > -3_000;
    }
    // The first edges may be a key click: the tone is the part without gaps.
    let tone: Vec<usize> = rises
        .windows(2)
        .filter(|two| two[1] - two[0] < 200)
        .map(|two| two[0])
        .collect();
    let seconds = (tone[tone.len() - 1] - tone[0]) as f64 / 44_100.0;
    let hertz = (tone.len() - 1) as f64 / seconds;
    assert!((hertz - 440.0).abs() < 2.0, "{hertz} Hz");
    assert!((seconds - 2.0).abs() < 0.02, "{seconds} s");
}

/// A third-party style test tape: a BASIC loader and machine code that opens channel 2 and prints through RST
/// 16.
#[test]
fn machine_code_prints() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let loader = "10 CLEAR 32767\n20 LOAD \"\" CODE\n30 RANDOMIZE USR 32768\n";
    fs::write(directory.join("loader.bas"), loader).unwrap();
    good(directory, &["tap", "loader.bas", "-o", "loader.tap"]);
    let text = b"\rAll tests passed.\r";
    #[rustfmt::skip]
    let mut code = vec![
        0x3E, 0x02,             // LD A,2
        0xCD, 0x01, 0x16,       // CALL 1601
        0x21, 0x11, 0x80,       // LD HL,text
        0x7E,                   // loop: LD A,(HL)
        0xB7,                   // OR A
        0xC8,                   // RET Z
        0xE5,                   // PUSH HL
        0xD7,                   // RST 10
        0xE1,                   // POP HL
        0x23,                   // INC HL
        0x18, 0xF7,             // JR loop
    ];
    code.extend(text);
    code.push(0);
    let mut header = vec![3];
    header.extend(b"tests     ");
    for word in [code.len() as u16, 0x8000, 0x8000] {
        header.extend(word.to_le_bytes());
    }
    let mut tape = fs::read(directory.join("loader.tap")).unwrap();
    let blocks = vec![Block::new(0, &header).unwrap(), Block::new(0xFF, &code).unwrap()];
    tape.extend(Tape::new(blocks).to_tap());
    fs::write(directory.join("tests.tap"), &tape).unwrap();
    fs::write(directory.join("tests.tzx"), tzx_of(&tape)).unwrap();
    for file in ["tests.tap", "tests.tzx"] {
        let printed = good(directory, &["run", file]);
        assert!(printed.contains("\nAll tests passed.\n"), "{printed}");
        assert!(printed.ends_with("0 OK, 30:1\n"), "{printed}");
    }
    let info = good(directory, &["info", "tests.tap"]);
    assert!(
        info.contains("header: Bytes \"tests\", 37 bytes at 32768"),
        "{info}"
    );
}
