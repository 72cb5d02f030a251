//! Arbitrary input is read or rejected without a panic and in finite time. The reader of scans has a
//! cargo-fuzz target too (`fuzz/README.md`).

use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};
use proptest::prelude::*;

/// Lines of a fixes file, valid and invalid.
fn toml_line() -> impl Strategy<Value = String> {
    let fixed = [
        "[[correction]]",
        "[[doubt]]",
        "[[lost]]",
        "line = 1",
        "line = -1",
        "wrong = \"A\"",
        "right = \"␣\\\\{1\"",
        "kind = \"scan\"",
        "reason = \"\"",
        "width = 0",
        "width = 99999999999999999999",
        "a = [[[[",
        "]",
    ];
    prop_oneof![
        prop::sample::select(fixed.to_vec()).prop_map(String::from),
        "\\PC{0,12}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn fixes(lines in prop::collection::vec(toml_line(), 0..12)) {
        let text = lines.join("\n");
        if let Ok(fixes) = Fixes::parse(&text) {
            let again = Fixes::parse(&fixes.to_toml()).unwrap();
            prop_assert_eq!(again.to_toml(), fixes.to_toml());
        }
    }

    /// Only for short scans; see `fuzz/README.md`.
    #[test]
    fn scans(text in "([0-9]{1,4} ?(\\PC{0,20}|PRINT|IF |[(:;,\"E.0-9A-Z$=]{0,30})\n){0,6}", width in 6usize..70) {
        for width in [Width::Columns(width), Width::Auto] {
            if let Ok(read) = scan::read(&text, &Fixes::default(), width) {
                prop_assert!(read.doubts.iter().all(|doubt| doubt.line <= text.lines().count().max(1)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Statements of every kind that the reader analyses further, right and wrong.
    #[test]
    fn statements(
        text in "([0-9OlZ]{1,5} ?(DATA|DATA|READ|FOR i=|NEXT|POKE|GO TO|GO 5UB|REM|RFM|DIM|IF|LET) ?\
                 ([0-9]{1,12}[,.:;]|[A-Za-z$=+()\"': <>-]|TO|THEN){0,12}\n){0,10}",
        width in 6usize..70,
    ) {
        for width in [Width::Columns(width), Width::Auto] {
            let read = scan::read(&text, &Fixes::default(), width).unwrap();
            prop_assert!(read.doubts.iter().all(|doubt| doubt.line <= text.lines().count().max(1)));
        }
    }
}
