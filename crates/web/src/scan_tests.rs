//! Tests of the scan functions for the page.

use serde_json::{Value, json};

use super::*;

/// `2O` for `20` and `1O` for `10`, after a character of three bytes.
const SCAN: &str = "10 PRINT \"▌\"\n2O GO TO 1O\n";

fn read(text: &str, fixes: &str) -> Value {
    let options = json!({ "width": null, "fixes": fixes }).to_string();
    let read = super::read(text, &options).unwrap_or_else(|error| panic!("{error}"));
    serde_json::to_value(read).expect("JSON")
}

#[test]
fn a_clean_scan_is_a_listing() {
    let read = read("10 PRINT 1\n20 GO TO 10\n", "");
    assert_eq!(read["listing"], "10 PRINT 1\n20 GO TO 10\n");
    assert_eq!(
        (&read["doubts"], &read["failure"], &read["fixes"]),
        (&json!([]), &Value::Null, &json!(""))
    );
    assert_eq!(
        read["rows"][1],
        json!({ "row": 2, "number": 20, "scanned": "20 GO TO 10", "listed": "  20 GO TO 10", "columns": 13 })
    );
}

#[test]
fn notes() {
    let read = read("10 STOP\n20 CAT 1\n", "");
    assert_eq!(read["listing"], "10 STOP\n20 CAT 1\n");
    assert_eq!(
        read["notes"],
        json!([{ "row": 2, "message": "this statement needs an Interface 1" }])
    );
}

#[test]
fn nothing_to_read() {
    let read = read("hello\n", "");
    assert_eq!(read["listing"], Value::Null);
    assert!(
        read["doubts"] != json!([]) || read["failure"] != Value::Null,
        "{read}"
    );
    let empty = super::read("", "{}").unwrap();
    assert_eq!(
        empty.failure.as_deref(),
        Some("no line of a listing found (a number and a keyword)")
    );
}

/// Accepts a suggested repair of every doubt until there is a listing.
#[test]
fn repairs_are_accepted_until_there_is_a_listing() {
    let mut fixes = String::new();
    let mut messages = Vec::new();
    let listing = loop {
        let read = read(SCAN, &fixes);
        if let Some(listing) = read["listing"].as_str() {
            break listing.to_owned();
        }
        let doubt = &read["doubts"][0];
        let place = doubt["from"].as_u64().unwrap() as usize..doubt["to"].as_u64().unwrap() as usize;
        let units: Vec<u16> = SCAN.encode_utf16().collect();
        assert!(place.start >= 13 && place.end <= units.len(), "{doubt}");
        assert_eq!(doubt["row"], 2);
        let repair = &doubt["repairs"][0];
        assert_eq!(repair["rows"][1]["listed"], "  20 GO TO 10", "{doubt}");
        assert_eq!(repair["rows"][1]["columns"], 13);
        messages.push(repair["title"].as_str().unwrap().to_owned());
        let changes = repair["changes"].to_string();
        let row = doubt["row"].as_u64().unwrap() as usize;
        fixes = accepted(SCAN, &fixes, row, doubt["message"].as_str().unwrap(), &changes).unwrap();
        assert!(messages.len() < 5, "{messages:?}");
    };
    assert_eq!(listing, "10 PRINT \"▌\"\n20 GO TO 10\n");
    assert!(
        fixes.contains("right = \"20 GO TO 10\"") || fixes.contains("[[correction]]\nline = 2"),
        "{fixes}"
    );
    // `girafa typein --fixes` can read the saved file, and accepting the same repair again changes nothing.
    assert_eq!(Fixes::parse(&fixes).unwrap().to_toml(), fixes);
    assert_eq!(read(SCAN, &fixes)["fixes"], fixes.as_str());
}

#[test]
fn a_repair_takes_the_place_of_another_of_the_same_characters() {
    let change = |right: &str| json!([{ "row": 1, "wrong": "I", "right": right }]).to_string();
    let first = accepted("10 PRINT I\n", "", 1, "why", &change("1")).unwrap();
    let second = accepted("10 PRINT I\n", &first, 1, "why", &change("l")).unwrap();
    assert_eq!(second, first.replace("right = \"1\"", "right = \"l\""));
    assert!(second.contains("reason = \"why\""), "{second}");
}

#[test]
fn a_row_is_taken_as_it_is() {
    let fixes = accepted("10 PRINT I\n", "", 1, "it is\nso", "[]").unwrap();
    assert_eq!(fixes, "[[doubt]]\nline = 1\nnote = \"it is so\"\n\n");
    assert_eq!(accepted("10 PRINT I\n", &fixes, 1, "again", "[]").unwrap(), fixes);
}

#[test]
fn bad_input_is_refused() {
    let refused = |text: &str, options: &str| super::read(text, options).err().expect("an error");
    assert!(refused("", "{").starts_with("options: "));
    assert_eq!(
        refused("", r#"{"width": 5}"#),
        "width 5: expected 6 to 1000, or 0"
    );
    assert!(refused("10 CLS", r#"{"fixes": "[[nothing]]"}"#).starts_with("fixes: "));
    assert_eq!(
        refused(&"\n".repeat(100_001), "{}"),
        "a scan can have at most 100000 rows"
    );
    let wrong = r#"{"fixes": "[[correction]]\nline = 1\nwrong = \"x\"\nright = \"y\"\nkind = \"scan\"\nreason = \"\""}"#;
    assert!(
        refused("10 CLS", wrong).contains("is there 0 times"),
        "{}",
        refused("10 CLS", wrong)
    );
    assert_eq!(
        accepted("10 CLS", "", 2, "", "[]").unwrap_err(),
        "row 2 is not in the scan, which has 1 rows"
    );
    assert!(
        accepted("10 CLS", "", 1, "", "{}")
            .unwrap_err()
            .starts_with("changes: ")
    );
}

/// What was seen in the pictures is in the doubts: an uncertain character, and print that was not read.
#[test]
fn what_was_seen_in_pictures() {
    let text = "10 PRINT l\n20 GO TO 10\n";
    let options = json!({ "seen": {
        "uncertain": [{ "row": 1, "column": 10, "likelihood": 0.5, "others": [["1", 0.375]], "place": "at 9,8 of a.png" }],
        "unread": [{ "row": 2, "place": "at 1,2 to 3,4 of a.png" }],
    }});
    let read = super::read(text, &options.to_string()).unwrap();
    let doubts: Vec<_> = read
        .doubts
        .iter()
        .map(|doubt| (doubt.row, doubt.message.clone(), doubt.label.clone()))
        .collect();
    assert_eq!(doubts.len(), 3, "{doubts:?}");
    assert_eq!(doubts[1].2, "at 9,8 of a.png");
    assert_eq!(doubts[2].1, "print at 1,2 to 3,4 of a.png was not read");
    let titles = read.doubts[1].repairs.iter().map(|repair| repair.title.as_str());
    assert_eq!(
        titles.collect::<Vec<_>>(),
        ["line 1: `l` as it is", "line 1: `1` for `l`"]
    );
    let failed = super::read(text, r#"{"seen": {"uncertain": 1}}"#).err();
    assert!(failed.is_some_and(|failed| failed.starts_with("options: ")));
}
