//! Arbitrary input is read or rejected without a panic and in finite time.

use girafa_books::record::Record;
use girafa_books::suggest::suggestions;
use girafa_books::{self as book, Records, new};
use girafa_scan::scan::Width;
use girafa_scan::text::Text;
use proptest::prelude::*;

/// Lines of restoration records, valid and invalid.
fn toml_line() -> impl Strategy<Value = String> {
    let fixed = [
        "[[correction]]",
        "[[doubt]]",
        "[[lost]]",
        "[[program]]",
        "[[part]]",
        "id = \"x\"",
        "title = \"\"",
        "lines = \"1-2\"",
        "rows = \"9-1\"",
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
    fn records(lines in prop::collection::vec(toml_line(), 0..12)) {
        let _ = Record::parse(&lines.join("\n"));
    }

    #[test]
    fn directories_of_records(book in prop::collection::vec(toml_line(), 0..6), lines in prop::collection::vec(toml_line(), 0..12)) {
        let catalogue = format!("title = \"\"\nlistings = [\"x\"]\n{}", book.join("\n"));
        let record = format!("id = \"x\"\ntitle = \"\"\n{}", lines.join("\n"));
        if let Ok(records) = Records::of_files(&[("book", &catalogue), ("x", &record)]) {
            let _ = records.each("10 PRINT A\n20 GO TO 10\n", &[]);
        }
    }

    #[test]
    fn listings_in_any_text(text in "([0-9OlI]{1,5}[ >)]?(\\PC{0,20}|PRINT A|LET A=1|IF |```|[(:;,\"E.0-9A-Z$=]{0,30})\n{1,3}){0,20}") {
        if let Ok(new_records) = new::records(&text, "any", Width::Auto) {
            let records = Records::of_files(&new_records.files).unwrap();
            let each = records.each(&text, &[]).unwrap();
            prop_assert_eq!(each.len(), new_records.listings.len());
            let lines = Text::new(&text);
            for (record, _) in &each {
                prop_assert!(suggestions(&lines, record).iter().all(|found| (1..=lines.count()).contains(&found.line)));
            }
        }
    }

    #[test]
    fn the_book(text in "(\\PC{0,60}\n){0,30}", bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            prop_assert!(book::import(&text, &[]).is_err());
        }
    }
}
