//! Tests of the listing functions for the page.

use serde_json::{Value, json};

use super::*;

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn places_are_units_of_javascript() {
    let found = value(&check("10 REM \u{1F984}é\n20 PIRNT 1\n"));
    let listing: Vec<u16> = "10 REM \u{1F984}é\n20 PIRNT 1\n".encode_utf16().collect();
    let places = found.as_array().expect("findings").iter().map(|found| {
        let place = |key: &str| found[key].as_u64().expect("a number") as usize;
        String::from_utf16_lossy(&listing[place("from")..place("to")])
    });
    assert_eq!(places.collect::<Vec<_>>(), ["\u{1F984}", "é", "PIRNT"]);
    assert_eq!(value(&lines("5 CLS\n\n70 CLS\n")), json!([[5, 0], [70, 7]]));
}

#[test]
fn the_range_of_a_statement() {
    let listing = "5 REM \u{1F984}\n10 IF a THEN PRINT \":\": STOP\n";
    let text: Vec<u16> = listing.encode_utf16().collect();
    let of = |line, number| {
        let range = value(&statement(listing, line, number));
        let place = |at: usize| range[at].as_u64().map(|at| at as usize);
        Some(String::from_utf16_lossy(&text[place(0)?..place(1)?]))
    };
    assert_eq!(of(10, 1).as_deref(), Some("IF a"));
    assert_eq!(of(10, 2).as_deref(), Some("PRINT \":\""));
    assert_eq!(of(10, 3).as_deref(), Some("STOP"));
    assert_eq!([of(10, 0), of(10, 4), of(20, 1)], [None, None, None]);
}

#[test]
fn a_renumbered_listing() {
    let result = value(&renumber("1 CLS\n2 GO TO 1: GO SUB a\n", 100, 10).unwrap());
    assert_eq!(result["listing"], "100 CLS\n110 GO TO 100: GO SUB a\n");
    assert_eq!(result["notes"][0]["line"], 110);
    assert_eq!(result["notes"].as_array().map(Vec::len), Some(1));
    let beyond = renumbered("1 CLS\n2 CLS\n", 9999, 1).err().expect("an error");
    assert_eq!(
        beyond.to_string(),
        "2 lines from 9999 by 1 go up to 10000, beyond 9999"
    );
    assert!(renumbered("1 PIRNT\n", 10, 10).is_err());
}

#[test]
fn meanings() {
    assert_eq!(value(&meaning("gosub"))["keyword"], "GO SUB");
    assert_eq!(meaning("gosubs"), "null");
    let words = value(&keywords());
    for word in words.as_array().expect("keywords") {
        assert_ne!(meaning(word.as_str().expect("a text")), "null", "{word}");
    }
}

#[test]
fn names_of_a_listing() {
    let names = value(&names("10 LET Total=1: DEF FN f(x)=x*total\n20 PRINT a$\n"));
    let seen: Vec<_> = names
        .as_array()
        .expect("names")
        .iter()
        .map(|name| {
            (
                name["name"].as_str().unwrap(),
                &name["is_function"],
                name["uses"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("a$", &false.into(), 1),
            ("f", &true.into(), 1),
            ("Total", &false.into(), 2)
        ]
    );
}
