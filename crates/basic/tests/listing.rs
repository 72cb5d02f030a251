//! Listings against what an original machine showed.

mod shared;

use girafa_basic::listing::llist;
use girafa_basic::tokenise::{Options, program};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    cat: String,
    bas: Option<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    screen: Option<Vec<String>>,
}

/// LIST on the screen breaks and spaces lines as LLIST does on paper, so every listing that a case shows in full counts.
#[test]
fn rows_are_what_the_machine_lists() {
    let Some(cases) = shared::read("conformance/cases.jsonl") else {
        return;
    };
    let mut ran = 0;
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let (Some(text), Some(screen)) = (case.bas, case.expect.screen) else {
            continue;
        };
        let options = Options {
            lenient: true,
            ..Options::default()
        };
        let program = program(&text, &options).unwrap().program;
        // The cursor stands where a LIST with a line number put it, as if it were the blank there.
        let shown: Vec<String> = screen
            .iter()
            .map(|row| {
                if row.get(4..5) == Some(">") {
                    row.replacen('>', " ", 1)
                } else {
                    row.clone()
                }
            })
            .collect();
        // What is listed: all lines from the first whose number stands at the start of a row.
        let listed = |line: &&girafa_basic::program::Line| {
            shown
                .iter()
                .any(|row| row.starts_with(&format!("{:4} ", line.number)))
        };
        let found = program.lines.iter().find(listed).is_some_and(|first| {
            let mut part = program.clone();
            part.lines.retain(|line| line.number >= first.number);
            let rows = llist::rows(&part, llist::WIDTH);
            shown.windows(rows.len()).any(|window| window == rows)
        });
        if case.cat == "list" && found {
            ran += 1;
        } else if case.cat == "list" && case.id.starts_with("list-tok") {
            panic!(
                "{}: {:?} is not in {shown:?}",
                case.id,
                llist::rows(&program, llist::WIDTH)
            );
        } else if case.cat == "list" {
            println!("not shown in full: {} {text:?}", case.id);
        }
    }
    println!("listings compared: {ran}");
    assert!(ran > 100, "{ran}");
}
