//! Bad input produces one clear message and the right exit code, and no file.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::{girafa, stderr, stdout};
use tempfile::TempDir;

const BAD_FILE: i32 = 5;
const USAGE: i32 = 2;

/// A directory with a valid tape.
fn with_tape() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("good.bas"), "10 PRINT 1\n").unwrap();
    let output = girafa(directory.path(), &["tap", "good.bas", "-o", "good.tap"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    directory
}

/// Asserts that the command failed with the exit code of a bad file, one line on standard error that contains
/// all of `words`, and an empty standard output.
fn assert_refused(output: &Output, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(BAD_FILE), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("girafa: "), "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is missing: {message}");
    }
    assert_eq!(stdout(output), "");
}

fn file_names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn truncated_tap() {
    let directory = with_tape();
    let tape = fs::read(directory.path().join("good.tap")).unwrap();
    fs::write(directory.path().join("cut.tap"), &tape[..tape.len() - 3]).unwrap();
    let in_block = &["cut.tap", "block 2"];
    assert_refused(&girafa(directory.path(), &["untap", "cut.tap"]), in_block);
    assert_refused(&girafa(directory.path(), &["run", "cut.tap"]), in_block);
}

/// Truncated files are reported. A tape that ends after its header is valid, but has no program.
#[test]
fn files_cut_anywhere() {
    let directory = with_tape();
    for extension in ["sna", "z80", "szx"] {
        let save = format!("good.{extension}");
        girafa(directory.path(), &["run", "good.bas", "--save", &save]);
    }
    for extension in ["tap", "sna", "z80", "szx"] {
        let whole = fs::read(directory.path().join(format!("good.{extension}"))).unwrap();
        let cut = format!("cut.{extension}");
        let lengths = (1..12).chain((12..whole.len()).step_by(whole.len() / 8));
        for length in lengths.filter(|&length| (extension, length) != ("tap", 21)) {
            fs::write(directory.path().join(&cut), &whole[..length]).unwrap();
            for subcommand in ["info", "list", "vars"] {
                assert_refused(&girafa(directory.path(), &[subcommand, &cut]), &[&cut]);
            }
        }
    }
}

#[test]
fn snapshot_of_wrong_size() {
    let directory = with_tape();
    fs::write(directory.path().join("cut.sna"), vec![0; 49_000]).unwrap();
    fs::write(directory.path().join("any.rom"), vec![0xF3; 16_384]).unwrap();
    assert_refused(
        &girafa(directory.path(), &["run", "cut.sna", "--rom", "any.rom"]),
        &["cut.sna", "49179"],
    );
}

#[test]
fn tap_given_as_rom() {
    let directory = with_tape();
    assert_refused(
        &girafa(directory.path(), &["run", "good.tap", "--rom", "good.tap"]),
        &["good.tap", "tape"],
    );
}

#[test]
fn rom_of_wrong_size() {
    let directory = with_tape();
    fs::write(directory.path().join("big.rom"), vec![0xF3; 32_768]).unwrap();
    let refused = girafa(directory.path(), &["run", "good.tap", "--rom", "big.rom"]);
    assert_refused(&refused, &["big.rom", "32768", "16384"]);
}

#[test]
fn rom_that_does_nothing() {
    let directory = with_tape();
    fs::write(directory.path().join("dead.rom"), vec![0; 16_384]).unwrap();
    assert_refused(
        &girafa(directory.path(), &["run", "good.tap", "--rom", "dead.rom"]),
        &["dead.rom", "editor"],
    );
}

#[test]
fn missing_files() {
    let directory = with_tape();
    for arguments in [
        ["run", "none.bas", "--frames", "1"],
        ["run", "none.tap", "--frames", "1"],
        ["run", "none.sna", "--frames", "1"],
        ["run", "good.tap", "--rom", "none.rom"],
        ["tap", "none.bas", "-o", "x.tap"],
        ["conform", "none.jsonl", "--rom", "none.rom"],
    ] {
        assert_refused(&girafa(directory.path(), &arguments), &["none.", "no such file"]);
    }
    assert_refused(
        &girafa(directory.path(), &["untap", "none.tap"]),
        &["none.tap", "no such file"],
    );
    assert_refused(
        &girafa(directory.path(), &["run", "none.dat"]),
        &["none.dat", ".bas"],
    );
}

#[test]
fn empty_files() {
    let directory = with_tape();
    for name in ["empty.bas", "empty.tap", "empty.sna", "empty.rom", "empty.jsonl"] {
        fs::write(directory.path().join(name), "").unwrap();
    }
    for arguments in [
        ["run", "empty.bas", "--frames", "1"],
        ["run", "empty.tap", "--frames", "1"],
        ["run", "empty.sna", "--frames", "1"],
        ["run", "good.tap", "--rom", "empty.rom"],
        ["tap", "empty.bas", "-o", "x.tap"],
        ["conform", "empty.jsonl", "--rom", "empty.rom"],
    ] {
        assert_refused(
            &girafa(directory.path(), &arguments),
            &["empty", "the file is empty"],
        );
    }
}

#[test]
fn a_listing_that_is_not_text() {
    let directory = with_tape();
    fs::write(
        directory.path().join("bytes.bas"),
        [b'1', b'0', 0xF5, 0xFF, b'\n'],
    )
    .unwrap();
    assert_refused(
        &girafa(directory.path(), &["tap", "bytes.bas", "-o", "x.tap"]),
        &["bytes.bas", "UTF-8"],
    );
}

#[test]
fn a_listing_with_ten_mistakes_shows_all_ten_and_writes_no_tape() {
    let directory = TempDir::new().unwrap();
    let mistakes = "\
10 PRINT \"open
20 LET a=
30 FOR ab=1 TO 3
40 GO SUB
50 PLOT 1
60 IF a PRINT a
70 LET b$=1
80 DIM c
90 NEXT 5
100 POKE 1;2
";
    fs::write(directory.path().join("ten.bas"), mistakes).unwrap();
    let refused = girafa(directory.path(), &["tap", "ten.bas", "-o", "ten.tap"]);
    let message = stderr(&refused);
    assert_eq!(refused.status.code(), Some(BAD_FILE));
    for line in 1..=10 {
        assert!(
            message.contains(&format!("ten.bas:{line}:")),
            "line {line} is missing:\n{message}"
        );
    }
    assert_eq!(file_names(directory.path()), ["ten.bas"]);
}

#[test]
fn nothing_is_left_where_a_file_cannot_be_written() {
    let directory = with_tape();
    fs::create_dir(directory.path().join("taken.tap")).unwrap();
    let refused = girafa(directory.path(), &["tap", "good.bas", "-o", "taken.tap"]);
    assert_refused(&refused, &["taken.tap"]);
    assert_refused(
        &girafa(directory.path(), &["tap", "good.bas", "-o", "no/x.tap"]),
        &["no/x.tap", "does not exist"],
    );
    assert_eq!(
        file_names(directory.path()),
        ["good.bas", "good.tap", "taken.tap"]
    );
}

#[test]
fn invalid_conformance_cases() {
    let directory = with_tape();
    for (name, text, word) in [
        ("text.jsonl", "hello\n", "line 1"),
        (
            "kind.jsonl",
            r#"{"id":"a","cat":"b","frames":1,"expect":{},"compare":[]}"#,
            "\"bas\" or \"keys\"",
        ),
        (
            "key.jsonl",
            r#"{"id":"a","cat":"b","bas":"","frames":1,"expect":{},"compare":["x"]}"#,
            "\"x\"",
        ),
    ] {
        fs::write(directory.path().join(name), text).unwrap();
        assert_refused(
            &girafa(directory.path(), &["conform", name, "--rom", "x.rom"]),
            &[name, word],
        );
    }
}

/// Endless inputs such as devices are refused: reading them would exhaust memory.
#[test]
fn files_without_an_end() {
    let directory = with_tape();
    for name in ["long.tap", "long.bas", "long.szx", "long.txt"] {
        let file = fs::File::create(directory.path().join(name)).unwrap();
        file.set_len((64 << 20) + 1).unwrap();
    }
    fs::create_dir(directory.path().join("sessions")).unwrap();
    let sessions = fs::File::create(directory.path().join("sessions/long.toml")).unwrap();
    sessions.set_len((4 << 20) + 1).unwrap();
    for arguments in [
        &["run", "long.tap"][..],
        &["run", "long.bas"],
        &["run", "long.szx"],
        &["run", "good.tap", "--rom", "long.txt"],
        &["compare", "good.tap", "--expect", "long.txt"],
        &["typein", "long.txt"],
        &["conform", "long.txt"],
        &["book", "import", "long.txt"],
        &["compare", "hanoi", "--sessions", "sessions"],
    ] {
        let refused = girafa(directory.path(), arguments);
        assert_refused(&refused, &["the file is larger than", "MiB"]);
    }
}

/// An invalid note of a book's listings directory counts as missing.
#[test]
fn invalid_book_directory_notes() {
    let directory = with_tape();
    let data = directory.path().join("data/girafa");
    fs::create_dir_all(&data).unwrap();
    let long = [b"0\n".to_vec(), vec![b'/'; 100_000]].concat();
    for note in [
        &b""[..],
        b"\n",
        b"\0\n\0",
        b"\xFF\xFE\n\x80",
        b"\n\n\n../..",
        &long,
    ] {
        fs::write(data.join("book-directory"), note).unwrap();
        let listed = girafa(directory.path(), &["list", "hanoi"]);
        assert_eq!(listed.status.code(), Some(0), "{note:?}: {}", stderr(&listed));
        assert!(stdout(&listed).contains("PRINT"), "{note:?}");
    }
}

#[test]
fn usage() {
    let directory = with_tape();
    for arguments in [
        &["fly"][..],
        &["run"],
        &["run", "good.tap", "--time", "soon"],
        &["tap", "good.bas"],
    ] {
        assert_eq!(
            girafa(directory.path(), arguments).status.code(),
            Some(USAGE),
            "{arguments:?}"
        );
    }
    let both = girafa(
        directory.path(),
        &["run", "good.tap", "--time", "1m", "--frames", "5"],
    );
    assert_eq!(both.status.code(), Some(USAGE));
}

/// Tapes whose contents do not match their extension.
#[test]
fn tapes_of_another_kind() {
    let directory = with_tape();
    let at = |name: &str| directory.path().join(name);
    fs::copy(at("good.tap"), at("really-tap.tzx")).unwrap();
    fs::write(at("junk.tzx"), [0x55; 3000]).unwrap();
    fs::write(at("junk.pzx"), [0x55; 3000]).unwrap();
    for subcommand in ["run", "profile", "info", "list"] {
        for (name, mark) in [("junk.tzx", "ZXTape!"), ("junk.pzx", "PZXT")] {
            assert_refused(&girafa(directory.path(), &[subcommand, name]), &[name, mark]);
        }
        let taken = girafa(directory.path(), &[subcommand, "really-tap.tzx"]);
        assert_eq!(taken.status.code(), Some(0), "{subcommand}: {}", stderr(&taken));
    }
}

#[test]
fn arguments_that_cannot_be_combined() {
    let directory = with_tape();
    girafa(directory.path(), &["run", "good.bas", "--save", "good.sna"]);
    let refused = girafa(directory.path(), &["hardcopy", "good.sna", "--llist", "--text"]);
    assert_eq!(refused.status.code(), Some(USAGE));
    assert!(stderr(&refused).contains("--llist"), "{}", stderr(&refused));
    assert_refused(
        &girafa(directory.path(), &["compare", "hanoi", "--book", "good.bas"]),
        &["good.bas", "not the book"],
    );
    assert_refused(&girafa(directory.path(), &["list", "."]), &["directory"]);
}

/// On systems where file names are bytes, names that are not UTF-8 work like any other.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let directory = with_tape();
    let name = OsStr::from_bytes(b"n\xFF.bas");
    fs::copy(directory.path().join("good.bas"), directory.path().join(name)).unwrap();
    for subcommand in [
        "run", "profile", "trace", "vars", "cover", "list", "check", "info",
    ] {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_girafa"))
            .arg(subcommand)
            .arg(name)
            .current_dir(directory.path())
            .env_remove("GIRAFA_ROM")
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0), "{subcommand}: {}", stderr(&done));
    }
}

/// The message says that a file name comes from the environment.
#[test]
fn files_that_the_environment_names() {
    let directory = with_tape();
    for (variable, target, named, words) in [
        (
            "GIRAFA_ROM",
            "good.bas",
            "none",
            &["none: no such file", "GIRAFA_ROM"][..],
        ),
        (
            "GIRAFA_ROM",
            "good.bas",
            "good.tap",
            &["good.tap", "tape", "GIRAFA_ROM"],
        ),
        (
            "GIRAFA_BOOK",
            "hanoi",
            "none",
            &["none: no such file", "GIRAFA_BOOK"],
        ),
        (
            "GIRAFA_BOOK",
            "hanoi",
            "good.bas",
            &["not the book", "GIRAFA_BOOK"],
        ),
    ] {
        let refused = std::process::Command::new(env!("CARGO_BIN_EXE_girafa"))
            .args(["run", target])
            .current_dir(directory.path())
            .env_remove("GIRAFA_ROM")
            .env_remove("GIRAFA_BOOK")
            .env(variable, named)
            .output()
            .unwrap();
        assert_refused(&refused, words);
    }
}

#[test]
fn texts_with_a_byte_order_mark() {
    let directory = with_tape();
    let case =
        r#"{"id":"a","cat":"b","bas":"10 STOP\n","frames":200,"expect":{"end":"report"},"compare":["end"]}"#;
    for (name, text) in [("c.jsonl", case), ("e.txt", "1\n"), ("p.bas", "10 PRINT 1\n")] {
        fs::write(directory.path().join(name), format!("\u{FEFF}{text}")).unwrap();
    }
    for arguments in [
        &["conform", "c.jsonl"][..],
        &["compare", "p.bas", "--expect", "e.txt"],
    ] {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(0), "{}{}", stdout(&done), stderr(&done));
    }
}

#[test]
fn line_numbers_are_reported_as_they_are_written() {
    let directory = with_tape();
    fs::write(directory.path().join("far.bas"), "99999999999999999999 PRINT 1\n").unwrap();
    let refused = girafa(directory.path(), &["run", "far.bas"]);
    assert!(
        stderr(&refused).contains("line number 99999999999999999999 is"),
        "{}",
        stderr(&refused)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn endless_inputs_are_refused() {
    let directory = with_tape();
    fs::File::create(directory.path().join("huge.tap"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    assert_refused(
        &girafa(directory.path(), &["info", "huge.tap"]),
        &["huge.tap", "64 MiB"],
    );
    assert_refused(
        &girafa(directory.path(), &["untap", "/dev/zero"]),
        &["/dev/zero", "64 MiB"],
    );
}

#[test]
fn a_sound_longer_than_its_file_can_be() {
    let directory = with_tape();
    let arguments = ["run", "good.tap", "--wav", "x.wav", "--time", "24h"];
    let refused = girafa(directory.path(), &arguments);
    assert_eq!(refused.status.code(), Some(USAGE));
    assert!(stderr(&refused).contains("--time"), "{}", stderr(&refused));
}

/// `untap` reads tapes in formats other than .tap, and refuses files that are not tapes.
#[test]
fn untap_reads_tapes_of_all_formats() {
    let directory = with_tape();
    let tap = fs::read(directory.path().join("good.tap")).unwrap();
    let mut tzx = b"ZXTape!\x1A\x01\x14".to_vec();
    let mut rest = tap.as_slice();
    while let [low, high, ..] = *rest {
        let length = 2 + usize::from(u16::from_le_bytes([low, high]));
        tzx.extend([0x10, 0, 0]);
        tzx.extend(&rest[..length]);
        rest = &rest[length..];
    }
    fs::write(directory.path().join("good.tzx"), tzx).unwrap();
    let [one, other] =
        ["good.tap", "good.tzx"].map(|name| stdout(&girafa(directory.path(), &["untap", name])));
    assert!(one.ends_with("10 PRINT 1\n"), "{one}");
    assert_eq!(one, other);
    girafa(directory.path(), &["run", "good.bas", "--save", "good.sna"]);
    assert_refused(
        &girafa(directory.path(), &["untap", "good.sna"]),
        &["good.sna", "not a tape"],
    );
}

#[test]
fn sessions_that_are_not_text() {
    let directory = with_tape();
    fs::write(directory.path().join("bad.toml"), [0xFF, b'\n']).unwrap();
    assert_refused(
        &girafa(directory.path(), &["cover", "good.bas", "--sessions", "."]),
        &["bad.toml", "not a text"],
    );
}
