//! Any session file, case file or key script is read or rejected, without a panic and in bounded time.

use std::path::Path;

use girafa_session::boot::Boot;
use girafa_session::keys;
use girafa_spectrum::{ROM_SIZE, Rom};
use girafa_verify::compare::{Backend, Observation, Verdict, report};
use girafa_verify::{bless, conform::case, script};
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
        let _ = script::parse(Path::new("any.toml"), &text);
        let _ = case::read(&text);
    }

    /// Answers and expectations with any text.
    #[test]
    fn answers_and_expected_text(text in "(\\PC{0,40}\n){0,12}", printed in "(\\PC{0,40}\n){0,12}") {
        let _ = keys::type_text(&text);
        let seen = |backend, text: &str| Observation {
            backend,
            transcript: text.lines().map(str::to_owned).collect(),
            paper: Vec::new(),
            end: String::new(),
            machine: None,
        };
        let file = script::parse(Path::new("any.toml"), "id = \"any\"\n[[session]]\nname = \"any\"\n").unwrap();
        let verdicts = [Verdict::of("any", &file.sessions[0], &[seen(Backend::Listing, &printed), seen(Backend::Expected, &text)])];
        prop_assert!(!report::table(&verdicts, true).is_empty());
        prop_assert!(report::junit("girafa compare", &verdicts).ends_with("</testsuites>\n"));
        prop_assert!(report::json(&verdicts).is_array());
    }

    /// A blessed session file expects exactly what was observed.
    #[test]
    fn blessed_sessions(rows in prop::collection::vec("[\\PC\u{0}-\u{1f}'\"\\\\\u{e041}]{0,12}", 0..6), as_array: bool) {
        let rows: Vec<String> = rows.iter().map(|row| row.replace(['\n', '\r'], "").trim_end().to_owned()).collect();
        let paper = if as_array { "[\"x\"]" } else { "'x'" };
        let text = format!("# um\n[[session]]\nname = \"any\" # dois\npaper = {paper} # tres\n");
        let blessing = bless::Blessing {
            session: "any".to_owned(),
            changes: vec![
                bless::Change::new("paper", bless::New::Rows(rows.clone())),
                bless::Change::new("transcript", bless::New::Text(rows.clone())),
            ],
        };
        let blessed = bless::changed(&text, &[blessing]).unwrap();
        let file = script::parse(Path::new("any.toml"), &blessed).unwrap();
        let expected = &file.sessions[0].expected;
        prop_assert_eq!(expected.paper.as_ref(), Some(&rows));
        prop_assert_eq!(expected.transcript.as_ref(), Some(&script::Transcript::Rows(rows)));
        for comment in ["# um\n", " # dois\n", " # tres\n"] {
            prop_assert!(blessed.contains(comment), "{}", blessed);
        }
    }

    /// The number of keys is limited, however long the notation.
    #[test]
    fn keys_in_notation(text in "(\\{(wait|cs\\+|ss\\+)?[0-9a-z]{0,20}\\}?|\\PC{0,3}){0,8}") {
        if let Ok(chords) = keys::parse_raw(&text) {
            prop_assert!(chords.len() <= keys::MAX_CHORDS, "{} chords", chords.len());
        }
        let _ = keys::type_text(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    /// A ROM of random bytes, or ours with some changed, boots or returns an error.
    #[test]
    fn roms(noise in prop::collection::vec(any::<u8>(), 64), places in prop::collection::vec((0..ROM_SIZE, any::<u8>()), 0..40), ours: bool) {
        let mut bytes: Vec<u8> = noise.iter().copied().cycle().take(ROM_SIZE).collect();
        if ours {
            bytes.copy_from_slice(girafa_rom::girafa48().bytes());
        }
        for (place, byte) in places {
            bytes[place] = byte;
        }
        let _ = Boot::new(&Rom::from_bytes(&bytes).unwrap());
        prop_assert!(Rom::from_bytes(&bytes[1..]).is_err());
    }
}

/// Deep nesting does not overflow the stack.
#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(100_000);
    assert!(script::parse(Path::new("deep.toml"), &format!("a = {deep}")).is_err());
    assert!(case::read(&deep).is_err());
}
