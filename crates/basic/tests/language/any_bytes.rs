//! Arbitrary input is read or rejected without a panic and in finite time. The listing and tape readers have
//! cargo-fuzz targets too (`fuzz/README.md`).

use girafa_basic::check;
use girafa_basic::diagnostic::MAX_SHOWN;
use girafa_basic::number;
use girafa_basic::tap;
use girafa_basic::tokenise::{Options, program};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn listings(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "([0-9]{1,5} ?(\\PC{0,20}|PRINT|[(:;,\"E.0-9]{0,8})\n?){0,6}") {
        for text in [String::from_utf8_lossy(&bytes).into_owned(), text] {
            match program(&text, &Options::default()) {
                Ok(read) => prop_assert!(tap::from_program(&read.program).unwrap().len() > 21),
                Err(errors) => prop_assert!(!errors.render("any.bas", &text, false).is_empty()),
            }
        }
    }

    /// Statements of keywords in random order: all diagnostics and fixes have valid positions in the text.
    #[test]
    fn checked(
        words in prop::collection::vec(
            prop::sample::select(&[
                "PRINT", "LET", "IF", "THEN", "FOR", "TO", "STEP", "NEXT", "READ", "DATA", "DIM", "GO TO", "GO SUB", "RETURN", "REM", "DEF FN",
                "FN", "VAL", "CHR$", "USR", "SQR", "INT", "RND", "POKE", "PLOT", "DRAW", "CIRCLE", "AT", "INK", "BORDER", "CLEAR", "RESTORE",
                "a", "a$", "b(", "(", ")", ",", ";", ":", "=", "+", "-", "*", "/", "^", "\"x\"", "\"1/0\"", "0", "1", "300", "-1", "1e38",
                "MID$", "ELSE", "LOCATE", "PIRNT", "!=", "'", "&", "$", "%", "girafa: allow all", "é", "“", "\\{SIN}", "\n20 ", "\n30 ",
            ][..]),
            0..30,
        ),
    ) {
        let text = format!("10 {}", words.join(" "));
        for finding in check::all(&text, false).iter() {
            prop_assert!(finding.code.and_then(check::kind).is_some(), "{finding:?}");
            for span in finding.fixes.iter().map(|fix| &fix.span).chain([&finding.span]) {
                prop_assert!(text.get(span.clone()).is_some(), "{text:?}: {finding:?}");
            }
        }
    }

    #[test]
    fn tapes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = girafa_tap::read(&bytes).map(|blocks| (tap::files(&blocks), tap::first_program(&blocks)));
    }

    #[test]
    fn number_literals(text in "[0-9.eE+-]{0,40}|\\PC{0,20}", digits in "[01]{0,40}|\\PC{0,20}") {
        prop_assert!(number::literal_length(text.as_bytes()) <= text.len());
        let _ = (number::decimal(&text), number::binary(&digits));
    }
}

/// A listing that is too long is rejected, and of many errors only the first are shown, as each one has to
/// find its line.
#[test]
fn long_listings_and_many_errors_are_limited() {
    let refused = program(&"10 REM\n".repeat(1 << 18), &Options::default()).unwrap_err();
    assert_eq!(refused.len(), 1);
    assert!(refused.to_string().contains("longer than 1 MiB"), "{refused}");

    let text = "1 REM\n".to_owned() + &"x\n".repeat(100_000);
    let errors = program(&text, &Options::default()).unwrap_err();
    assert_eq!(errors.len(), 100_000);
    let shown = errors.render("long.bas", &text, false);
    assert_eq!(shown.matches("error[G102]: ").count(), MAX_SHOWN);
    assert!(shown.contains("--> long.bas:201:1\n"), "{shown}");
    assert!(shown.ends_with("and 99800 more\n"));

    let line = format!("10 PRINT \"{}", "\\{".repeat(200_000));
    let errors = program(&line, &Options::default()).unwrap_err();
    let shown = errors.render("wide.bas", &line, false);
    assert!(
        errors.len() > MAX_SHOWN && shown.len() < 100_000,
        "{} bytes",
        shown.len()
    );
    assert!(shown.contains("--> wide.bas:1:11\n"), "{}", &shown[..300]);
}
