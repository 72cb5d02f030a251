//! The grammar against what an original machine's editor accepted.

mod shared;

use girafa_basic::tokenise::{Options, program};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    bas: Option<String>,
    note: Option<String>,
}

/// Programs whose blanks zmakebas drops between things that it joins: `12 34` (which the machine then stops at: report C) and
/// `"a" "b"` (which becomes one string). The editor, which keeps blanks, sees two items without a separator.
const JOINED_BY_ZMAKEBAS: [&str; 2] = ["num-bad-011", "expr-num-019"];

#[test]
fn conformance_programs_are_accepted_or_refused_as_the_editor_does() {
    let Some(cases) = shared::read("conformance/cases.jsonl") else {
        return;
    };
    let (mut accepted, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let refuses = case
            .note
            .is_some_and(|note| note.contains("the editor would refuse"))
            || JOINED_BY_ZMAKEBAS.contains(&case.id.as_str());
        let result = program(&text, &Options::default());
        match &result {
            Ok(_) => accepted += 1,
            Err(_) => refused += 1,
        }
        if result.is_err() != refuses {
            let shown = result
                .err()
                .map(|errors| errors.render(&case.id, &text, false))
                .unwrap_or(text);
            println!("{}: {shown}", case.id);
            wrong.push(case.id);
        }
    }
    println!("accepted {accepted}, refused {refused}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(accepted > 2_400 && refused > 60);
}
