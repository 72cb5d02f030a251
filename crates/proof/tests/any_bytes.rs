//! Whatever stands in a file of sessions, cases or keys, it is read or refused: no panic, and an end.

use std::path::Path;

use girafa_proof::{conform::case, keys, sessions};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn sessions_and_cases(lines in prop::collection::vec(prop_oneof![
        prop::sample::select(vec![
            "[[session]]", "name = \"x\"", "answers = [\"1\", 2]", "answers = \"{cs+\"", "seed = 70000", "frames = -1", "a = [[[[",
            "{\"id\":\"a\",\"bas\":\"10 PRINT\",\"expect\":{},\"compare\":[]}", "{\"id\":\"a\",\"keys\":\"{ss\",\"compare\":[\"x\"]}",
        ]).prop_map(String::from),
        "\\PC{0,20}",
    ], 0..10)) {
        let text = lines.join("\n");
        let _ = sessions::parse(Path::new("any.toml"), &text);
        let _ = case::read(&text);
    }

    /// What is typed stays in proportion to what is written.
    #[test]
    fn keys_in_notation(text in "(\\{(wait|cs\\+|ss\\+)?[0-9a-z]{0,20}\\}?|\\PC{0,3}){0,8}") {
        if let Ok(chords) = keys::parse_raw(&text) {
            prop_assert!(chords.len() <= 10_000 * (1 + text.len()), "{} chords", chords.len());
        }
        let _ = keys::type_text(&text);
    }
}

/// Nesting does not use up the stack.
#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(100_000);
    assert!(sessions::parse(Path::new("deep.toml"), &format!("a = {deep}")).is_err());
    assert!(case::read(&deep).is_err());
}
