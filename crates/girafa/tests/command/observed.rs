//! The programs of the shared material that show what stopped third-party software: each prints what an
//! original 48K prints.

use girafa_test_support::{shared, shared_text};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::girafa;

/// CLEAR called as a subroutine leaves the caller's return address as the error handler. The error that the
/// program then makes runs the font as machine code. Only what is printed before that is compared.
const RUNS_THE_FONT: (&str, &str) = ("strangers/entries/1eaf.bas", "k");

#[test]
fn programs_print_what_an_original_prints() {
    let (Some(directory), Some(expected)) = (shared("outside"), shared_text("outside/expected.json")) else {
        return;
    };
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let work = TempDir::new().unwrap();
    let mut compared = 0;
    for (name, expected) in expected.as_object().expect("an object") {
        let program = directory.join(name);
        let output = girafa(
            work.path(),
            &["run", program.to_str().unwrap(), "--json", "--time", "60s"],
        );
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        if name == RUNS_THE_FONT.0 {
            assert!(
                result["transcript"]
                    .as_str()
                    .unwrap()
                    .starts_with(RUNS_THE_FONT.1)
            );
        } else {
            for (field, value) in expected.as_object().expect("an object") {
                assert_eq!(&result[field], value, "{name}: {field}");
            }
        }
        compared += 1;
    }
    assert!(compared >= 26, "{compared} programs");
}
