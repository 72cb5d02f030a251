//! `--pace`, and the key `pace` of session files.

use std::fs;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// Takes more than twice as long at the pace of an original ROM.
const LISTING: &str = "10 FOR i=1 TO 800: NEXT i\n20 PRINT \"ja\'\"\n";

fn tstates(directory: &TempDir, more: &[&str]) -> u64 {
    let done = girafa(directory.path(), &[&["run", "p.bas", "--json"], more].concat());
    let outcome: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(outcome["transcript"], "ja'\n", "{}", stderr(&done));
    outcome["tstates"].as_u64().unwrap()
}

#[test]
fn the_rom_takes_its_own_time_or_that_of_an_original() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), LISTING).unwrap();
    fs::write(directory.path().join("same.rom"), girafa_rom::GIRAFA48).unwrap();
    let mut other = *girafa_rom::GIRAFA48;
    other[0x3FFF] ^= 1;
    fs::write(directory.path().join("other.rom"), other).unwrap();
    let default = tstates(&directory, &[]);
    let own = tstates(&directory, &["--pace", "rom"]);
    assert!(default > 3 * own / 2, "{default} {own}");
    assert_eq!(tstates(&directory, &["--pace", "original"]), default);
    assert_eq!(tstates(&directory, &["--rom", "same.rom"]), default);
    assert_eq!(tstates(&directory, &["--rom", "other.rom"]), own);
    assert_eq!(
        girafa(directory.path(), &["run", "p.bas", "--pace", "2"])
            .status
            .code(),
        Some(2)
    );
}

/// A session's own pace comes before that of the option. A recorded session has the pace at which it was recorded.
#[test]
fn sessions_have_a_pace() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), LISTING).unwrap();
    let limit = (tstates(&directory, &["--pace", "rom"]) + tstates(&directory, &[])) / 2;
    let sessions = |pace: &str| {
        let text = format!("[[session]]\nname = \"x\"\n{pace}tstates = {limit}\n");
        fs::write(directory.path().join("p.toml"), text).unwrap();
    };
    let exits = |more: &[&str]| {
        girafa(directory.path(), &[&["test", "p.bas"], more].concat())
            .status
            .code()
    };
    sessions("");
    assert_eq!((exits(&[]), exits(&["--pace", "rom"])), (Some(1), Some(0)));
    sessions("pace = \"rom\"\n");
    assert_eq!((exits(&[]), exits(&["--pace", "original"])), (Some(0), Some(0)));
    sessions("pace = \"original\"\n");
    assert_eq!((exits(&[]), exits(&["--pace", "rom"])), (Some(1), Some(1)));
    sessions("pace = \"fast\"\n");
    let refused = girafa(directory.path(), &["test", "p.bas"]);
    let says = stdout(&refused) + &stderr(&refused);
    assert!(
        says.contains("p.toml:3:8: ") && says.contains("original"),
        "{says}"
    );

    fs::remove_file(directory.path().join("p.toml")).unwrap();
    for more in [["--pace", "original"], ["--pace", "rom"]] {
        let done = girafa(
            directory.path(),
            &[&["run", "p.bas", "--record", "p.toml"], &more[..]].concat(),
        );
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    }
    let text = fs::read_to_string(directory.path().join("p.toml")).unwrap();
    let (first, second) = text.split_once("name = \"recorded 2\"").unwrap();
    assert!(
        !first.contains("pace") && second.contains("pace = \"rom\""),
        "{text}"
    );
}

/// Sessions run on the hardware that the options describe.
#[test]
fn sessions_run_without_a_printer() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), "10 LPRINT \"papel\"\n").unwrap();
    let session = "[[session]]\nname = \"x\"\npaper = [\"papel\"]\n";
    fs::write(directory.path().join("p.toml"), session).unwrap();
    let exits = |more: &[&str]| {
        girafa(directory.path(), &[&["test", "p.bas"], more].concat())
            .status
            .code()
    };
    assert_eq!((exits(&[]), exits(&["--no-printer"])), (Some(0), Some(1)));
}
