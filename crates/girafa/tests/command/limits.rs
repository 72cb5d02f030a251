//! Oversized inputs, outputs that would overwrite an input, and resource limits of the operating system.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

const LISTING: &str = "10 LPRINT \"x\"\n";

/// Asserts that the command fails with this exit code, and with one line on standard error that contains all
/// of `words`.
fn assert_refused(directory: &Path, arguments: &[&str], code: i32, words: &[&str]) {
    let done = girafa(directory, arguments);
    let message = stderr(&done);
    assert_eq!(done.status.code(), Some(code), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}, {word:?}: {message}");
    }
}

fn directory(files: &[(&str, &[u8])]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    directory
}

#[test]
fn files_of_each_kind_have_a_limit() {
    let pauses = [b"ZXTape!\x1a\x01\x14".to_vec(), b"\x20\x01\0".repeat(100_002)].concat();
    let small = b"\x01\0\xff".repeat(100_001);
    let notes = [b"PZXT\x02\0\0\0\x01\0".to_vec(), b"BRWS\0\0\0\0".repeat(100_001)].concat();
    let rows = vec![b'\n'; (4 << 20) + 1];
    let toml = [b"# ".to_vec(), vec![b'x'; 4 << 20]].concat();
    let case = b"{\"id\":\"a\",\"cat\":\"c\",\"bas\":\"10 GO TO 10\\n\",\"frames\":18446744073709551615,\"compare\":[\"screen\"],\"expect\":{\"screen\":[]}}\n";
    let directory = directory(&[
        ("p.bas", LISTING.as_bytes()),
        ("pauses.tzx", &pauses),
        ("small.tap", &small),
        ("notes.pzx", &notes),
        ("rows.txt", &rows),
        ("many.txt", &b"1\n".repeat(100_001)),
        ("long.toml", &toml),
        ("long.jsonl", &vec![b'\n'; (16 << 20) + 1]),
        ("frames.jsonl", case),
    ]);
    for (arguments, words) in [
        (
            &["info", "pauses.tzx"][..],
            ["pauses.tzx", ".tzx file has more than 100000 blocks"],
        ),
        (
            &["info", "small.tap"],
            ["small.tap", ".tap file has more than 100000 blocks"],
        ),
        (
            &["run", "notes.pzx"],
            ["notes.pzx", ".pzx file has more than 100000 blocks"],
        ),
        (
            &["compare", "p.bas", "--expect", "rows.txt"],
            ["rows.txt", "larger than 2 MiB"],
        ),
        (&["typein", "rows.txt"], ["rows.txt", "larger than 1 MiB"]),
        (
            &["typein", "p.bas", "--fixes", "long.toml"],
            ["long.toml", "larger than 4 MiB"],
        ),
        (&["conform", "long.jsonl"], ["long.jsonl", "larger than 16 MiB"]),
        (
            &["conform", "frames.jsonl"],
            ["frames.jsonl: line 1: case a", "18446744073709551615 frames"],
        ),
    ] {
        assert_refused(directory.path(), arguments, 5, &words);
    }
}

#[test]
fn no_file_that_is_read_is_replaced() {
    let session = "id = \"hanoi\"\n[[session]]\nname = \"x\"\nanswers = [\"3\"]\n";
    let rom = girafa_rom::girafa48();
    let files = [
        ("q-1.bas", LISTING.as_bytes()),
        ("a.txt", b"5\n"),
        ("my.rom", rom.bytes()),
        ("sd/hanoi.toml", session.as_bytes()),
    ];
    let directory = directory(&files);
    for arguments in [
        &["hardcopy", "q-1.bas", "-o", "q.bas", "--page", "1"][..],
        &["hardcopy", "q-1.bas", "--rom", "my.rom", "-o", "my.rom"],
        &["hardcopy", "q-1.bas", "--answers", "a.txt", "-o", "a.txt"],
        &["run", "q-1.bas", "--rom", "my.rom", "--screen", "my.rom"],
        &["run", "q-1.bas", "--answers", "a.txt", "--wav", "a.txt"],
        &["compare", "hanoi", "--sessions", "sd", "--junit", "sd/hanoi.toml"],
        &["compare", "hanoi", "--rom", "my.rom", "--junit", "my.rom"],
        &[
            "compare",
            "q-1.bas",
            "--expect",
            "sd/hanoi.toml",
            "--answers",
            "a.txt",
            "--junit",
            "a.txt",
        ],
    ] {
        assert_refused(directory.path(), arguments, 2, &["this file is the input"]);
        for (name, bytes) in files {
            assert!(
                fs::read(directory.path().join(name)).unwrap() == bytes,
                "{arguments:?}: {name}"
            );
        }
    }
    assert!(!directory.path().join("q.bas").exists());
}

#[test]
fn a_directory_without_sessions_fails() {
    let directory = directory(&[("empty/none.txt", b"")]);
    assert_refused(
        directory.path(),
        &["compare", "--all", "--sessions", "empty"],
        2,
        &["empty: no sessions"],
    );
}

/// `typein` refuses a line longer than the machine's memory, as `check` does.
#[test]
fn typein_takes_no_program_that_check_refuses() {
    let long = format!("10 PRINT 1{}\n", ":PRINT 1".repeat(6_000));
    let directory = directory(&[("long.bas", long.as_bytes())]);
    let checked = girafa(directory.path(), &["check", "long.bas"]);
    assert_eq!(checked.status.code(), Some(5), "{}", stderr(&checked));
    assert_refused(
        directory.path(),
        &["typein", "long.bas", "--width", "none"],
        5,
        &["line 10 takes", "not a program that can be typed in"],
    );
}

/// Loads a tape recorded as individual pulses, as programs that sample cassettes write it.
#[test]
fn a_tape_as_one_recording_is_heard() {
    let directory = directory(&[("p.bas", b"10 PRINT \"heard\"\n")]);
    let output = girafa(
        directory.path(),
        &["tap", "p.bas", "-o", "p.tap", "--start", "10"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let tap = fs::read(directory.path().join("p.tap")).unwrap();
    // Lengths in samples of 35 T-states.
    let mut pulses: Vec<u8> = Vec::new();
    let mut rest = &tap[..];
    while let [low, high, more @ ..] = rest {
        let (block, after) = more.split_at(usize::from(u16::from_le_bytes([*low, *high])));
        pulses.extend(std::iter::repeat_n(
            62,
            if block[0] < 128 { 8_063 } else { 3_223 },
        ));
        pulses.extend([19, 21]);
        for bit in block
            .iter()
            .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
        {
            pulses.extend([if bit == 1 { 49 } else { 24 }; 2]);
        }
        pulses.extend([0, 0xb8, 0x88, 0, 0]);
        rest = after;
    }
    let count = pulses.len() as u32 - 4 * 2;
    let contents = [&[0, 0, 0xa0, 0x86, 1, 1][..], &count.to_le_bytes(), &pulses].concat();
    let length = (contents.len() as u32).to_le_bytes();
    let image = [b"ZXTape!\x1a\x01\x14\x18", &length[..], &contents].concat();
    fs::write(directory.path().join("r.tzx"), image).unwrap();
    let run = girafa(directory.path(), &["run", "r.tzx"]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(stdout(&run).starts_with("heard\n"), "{}", stdout(&run));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for option in ["--help", "-V"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = Command::new(env!("CARGO_BIN_EXE_girafa"))
            .args(["run", option])
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(5), "{}", stderr(&done));
        assert!(stderr(&done).contains("standard output"), "{}", stderr(&done));
    }
}

/// `ulimit -f` uses blocks of 512 or 1,024 bytes. The output exceeds the limit, and no partial file remains.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_leaves_nothing_behind() {
    let directory = directory(&[("p.bas", LISTING.as_bytes())]);
    let done = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$0\" run p.bas --save p.sna"])
        .arg(env!("CARGO_BIN_EXE_girafa"))
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(5), "{}", stderr(&done));
    assert!(
        stderr(&done).contains("p.sna: the system does not allow files of this size"),
        "{}",
        stderr(&done)
    );
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// The book's listings are found again in a directory whose name is not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_book_directory_of_any_name_is_remembered() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let Some(book) = crate::support::book() else {
        return;
    };
    let directory = TempDir::new().unwrap();
    let girafa = |arguments: &[&OsStr]| {
        Command::new(env!("CARGO_BIN_EXE_girafa"))
            .args(arguments)
            .current_dir(directory.path())
            .env_remove("GIRAFA_BOOK")
            .env_remove("GIRAFA_ROM")
            .env("XDG_DATA_HOME", directory.path().join("data"))
            .output()
            .unwrap()
    };
    let words = ["book", "import", &book, "--out"].map(OsStr::new);
    let imported = girafa(&[&words[..], &[OsStr::from_bytes(b"b\xFFk")]].concat());
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let listed = girafa(&["list", "hanoi"].map(OsStr::new));
    assert!(
        stderr(&listed).contains("the book's listing"),
        "{}",
        stderr(&listed)
    );
}

/// The worst case of each reader, at its limits, runs in 512 MiB of address space, including the program
/// itself.
#[cfg(target_os = "linux")]
#[test]
fn no_input_takes_more_than_512_mib() {
    let rows = |count: usize, row: &str| row.repeat(count).into_bytes();
    let csw = [
        &b"ZXTape!\x1a\x01\x14\x18"[..],
        &((10 + (60 << 20)) as u32).to_le_bytes(),
        &[0, 0, 0x44, 0xac, 0, 1],
        &(60u32 << 20).to_le_bytes(),
        &vec![1; 60 << 20],
    ]
    .concat();
    let puls = |run: &[u8]| {
        let size = (62u32 << 20).to_le_bytes();
        [&b"PZXT\x02\0\0\0\x01\0PULS"[..], &size, &run.repeat(62 << 18)].concat()
    };
    let directory = directory(&[
        ("p.bas", LISTING.as_bytes()),
        ("newlines.txt", &vec![b'\n'; 64 << 20]),
        ("book.txt", &vec![b'\n'; 16 << 20]),
        ("answer.txt", &vec![b'7'; 64 << 20]),
        ("answers.txt", &vec![b'7'; 4 << 20]),
        ("zeros.bas", &vec![0; 1 << 20]),
        (
            "braces.bas",
            &[b"10 REM ".to_vec(), rows(500_000, "\\{")].concat(),
        ),
        ("tables.toml", &rows(4 << 18, "[a]\n")),
        ("pulses.tzx", &csw),
        ("pulses.pzx", &puls(&[0x10, 0x80, 1, 0])),
        ("tones.pzx", &puls(&[0x11, 0x80, 1, 0])),
    ]);
    for (arguments, code) in [
        ("book new newlines.txt", 5),
        ("book new book.txt", 5),
        ("book import book.txt --out o", 5),
        ("run p.bas --answers answer.txt", 5),
        ("run p.bas --answers answers.txt", 2),
        ("check zeros.bas", 5),
        ("check braces.bas", 5),
        ("typein p.bas --fixes tables.toml", 5),
        ("info pulses.tzx", 5),
        ("run pulses.pzx", 5),
        ("run tones.pzx", 5),
    ] {
        let done = Command::new("sh")
            .args([
                "-c",
                "ulimit -v 524288; exec \"$0\" \"$@\"",
                env!("CARGO_BIN_EXE_girafa"),
            ])
            .args(arguments.split(' '))
            .current_dir(directory.path())
            .env_remove("GIRAFA_BOOK")
            .env_remove("GIRAFA_ROM")
            .env("XDG_DATA_HOME", directory.path().join("data"))
            .output()
            .unwrap();
        let messages = stderr(&done);
        assert_eq!(
            done.status.code(),
            Some(code),
            "{arguments}: {}",
            messages.chars().take(300).collect::<String>()
        );
        assert!(
            messages.len() < 200_000,
            "{arguments}: {} bytes of messages",
            messages.len()
        );
    }
}

/// The real-time limit ends sessions and cases that would take hours, and nothing is written.
#[test]
fn many_runs_have_a_limit_on_the_wall() {
    let case = r#"{"id":"a","cat":"c","bas":"10 GO TO 10","frames":4000000,"compare":["screen"],"expect":{"screen":[]}}"#;
    let session = "[[session]]\nname = \"for ever\"\ntime = \"24h\"\n";
    let directory = directory(&[
        ("suite/p.bas", b"10 GO TO 10\n"),
        ("suite/p.toml", session.as_bytes()),
        ("cases.jsonl", case.as_bytes()),
    ]);
    for (arguments, words) in [
        (&["test", "suite", "--junit", "out"][..], "sessions"),
        (&["cover", "suite/p.bas"], "sessions"),
        (&["compare", "bimaru", "--junit", "out"], "sessions"),
        (&["conform", "cases.jsonl"], "cases"),
    ] {
        let arguments = [arguments, &["--wall", "300ms"]].concat();
        let words = format!("timed out after 300ms, before all {words} had run");
        assert_refused(directory.path(), &arguments, 3, &[&words, "--wall"]);
        assert!(!directory.path().join("out").exists(), "{arguments:?}");
    }
}

#[test]
fn a_session_takes_a_day_at_most() {
    let session = "[[session]]\nname = \"a\"\ntime = \"18446744073709551615s\"\n";
    let directory = directory(&[("p.bas", LISTING.as_bytes()), ("p.toml", session.as_bytes())]);
    let done = girafa(directory.path(), &["test", "p.toml"]);
    assert_eq!(done.status.code(), Some(5), "{}", stderr(&done));
    assert!(stderr(&done).contains("a day"), "{}", stderr(&done));
}

/// A tape of one symbol, a pulse of one T-state, played four thousand million times: 20 minutes of tape,
/// which take the host longer than that to play.
fn endless_tape() -> Vec<u8> {
    let symbol = [&[0, 0, 0, 0, 0, 0, 0, 1][..], &[0xFF; 4], &[1, 1, 0, 1, 0]].concat();
    let length = (symbol.len() as u32).to_le_bytes();
    [b"ZXTape!\x1a\x01\x14\x19", &length[..], &symbol].concat()
}

/// The limits of a run also apply while its program is loaded from tape pulses.
#[test]
fn the_limits_of_a_run_hold_while_it_loads() {
    let directory = directory(&[("t.tzx", &endless_tape())]);
    for (options, words) in [
        (["--frames", "10"], "the tape was still loading after 10 frames"),
        (["--time", "1s"], "the tape was still loading after 51 frames"),
        (
            ["--wall", "200ms"],
            "timed out after 200ms while the program was loading",
        ),
    ] {
        for command in [
            &["run", "t.tzx"][..],
            &["hardcopy", "t.tzx", "-o", "o.png"],
            &["vars", "t.tzx"],
        ] {
            assert_refused(directory.path(), &[command, &options].concat(), 3, &[words]);
        }
    }
}

/// A run, and a comparison with its output, stop at the limit of printed rows.
#[test]
fn a_run_that_prints_without_end_is_over() {
    // Replaces a channel's output routine with its own, so that a row takes only a few T-states.
    let listing = "10 FOR i=0 TO 6: READ a: POKE 40000+i,a: NEXT i\n\
                   20 DATA 62,13,215,24,251,35,201\n\
                   30 LET c=PEEK 23631+256*PEEK 23632: POKE c+5,69: POKE c+6,156\n\
                   40 RANDOMIZE USR 40000\n";
    let directory = directory(&[("p.bas", listing.as_bytes()), ("e.txt", b"x\n")]);
    let compared = girafa(
        directory.path(),
        &["compare", "p.bas", "--expect", "e.txt", "--json"],
    );
    assert_eq!(compared.status.code(), Some(1), "{}", stderr(&compared));
    let messages = stderr(&compared);
    assert!(messages.contains("262144 rows of text"), "{messages}");
    let verdict: serde_json::Value = serde_json::from_slice(&compared.stdout).unwrap();
    let side = &verdict[0]["differences"][0]["left"];
    let (kept, left_out) = (side["rows"].as_array().unwrap().len(), &side["left_out"][1]);
    assert_eq!(kept, 1_000);
    assert!(
        (261_144..264_000).contains(&left_out.as_u64().unwrap()),
        "{left_out}"
    );
}

#[test]
fn session_files_ids_and_patterns_have_limits() {
    let sessions: String = (0..10_001)
        .map(|number| format!("[[session]]\nname = \"{number}\"\n"))
        .collect();
    let case = |id: &str| {
        format!(
            "{{\"id\":\"{id}\",\"cat\":\"c\",\"bas\":\"10 STOP\",\"frames\":1,\"compare\":[],\"expect\":{{}}}}\n"
        )
    };
    let directory = directory(&[
        ("p.bas", LISTING.as_bytes()),
        ("p.toml", sessions.as_bytes()),
        ("long.jsonl", case(&"a".repeat(201)).as_bytes()),
        ("a.jsonl", case("a").as_bytes()),
    ]);
    let refused = |arguments: &[&str], code, words: &str| {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {}", stderr(&done));
        assert!(stderr(&done).contains(words), "{arguments:?}: {}", stderr(&done));
    };
    refused(&["test", "p.toml"], 5, "more than 10000 sessions");
    refused(&["conform", "long.jsonl"], 5, "line 1: an id may have 200 bytes");
    refused(
        &["conform", "a.jsonl", "--id", "((a{50})*b{50}){50}"],
        2,
        "size limit",
    );
    let done = girafa(
        directory.path(),
        &["conform", "a.jsonl", "--id", "^(a|b[0-9]+)*$"],
    );
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
}
