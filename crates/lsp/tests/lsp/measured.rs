//! Measurements of runs, from files next to the listing.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::client::Client;

#[test]
fn times_and_coverage_are_shown_while_they_are_of_the_line() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("x y.bas");
    let text = "10 goto 30\n20 PRINT \"\\::\"\n30 IF 1 THEN PRINT 1: STOP\n40 REM x\n";
    fs::write(&path, text).unwrap();
    let uri = format!("file://{}", path.display().to_string().replace(' ', "%20"));
    let row = |line, text, active, runs| json!({ "line": line, "statement": 1, "text": text, "active": active, "runs": runs });
    let cover = json!({ "program": [
        row(10, "GO TO 30", true, 1_500), row(20, "PRINT \"█\"", true, 0), row(30, "IF 1 THEN", true, 1),
        row(30, "PRINT 1", true, 1), row(30, "STOP", true, 0), row(40, "REM x", false, 0),
    ]});
    let profile = json!({ "tstates": 4000, "rows": [
        { "place": "10", "runs": 2, "tstates": 1000, "waiting": 0, "text": "GO TO 30" },
        { "place": "30", "runs": 1, "tstates": 3000, "waiting": 0, "text": "IF 1 THEN PRINT 1: STOP" },
    ]});
    let mut client = Client::new();
    client.open(&uri, text);
    client.diagnostics();
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = |client: &mut Client| -> Vec<(u64, String)> {
        let params = json!({ "textDocument": { "uri": uri }, "range": all });
        let hints = client.ask("textDocument/inlayHint", params).unwrap();
        let hint = |hint: &serde_json::Value| {
            let row = hint["position"]["line"].as_u64().unwrap();
            (row, hint["label"].as_str().unwrap().to_owned())
        };
        hints.as_array().unwrap().iter().map(hint).collect()
    };
    assert!(hints(&mut client).is_empty());
    // The files may be written after the listing was opened.
    fs::write(directory.path().join("x y.cover.json"), cover.to_string()).unwrap();
    fs::write(directory.path().join("x y.profile.json"), profile.to_string()).unwrap();
    let expected = [
        (0, "run 1,500 times".to_owned()),
        (1, "never run".to_owned()),
        (2, "2 of 3 statements run".to_owned()),
    ];
    assert_eq!(hints(&mut client), expected);
    let hover = |client: &mut Client, row: u32, units: u32| {
        let place = json!({ "line": row, "character": units });
        let params = json!({ "textDocument": { "uri": uri }, "position": place });
        let found = client.ask("textDocument/hover", params).unwrap();
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let line_10 = "line 10: 1,000 T-states (25.0 %), run 2 times in the last profile  \nrun 1,500 times";
    assert_eq!(hover(&mut client, 0, 1), line_10);
    assert!(hover(&mut client, 0, 8).contains("line 30: 3,000 T-states (75.0 %)"));
    // A changed line no longer has measurements.
    let start = json!({ "line": 0, "character": 8 });
    let change =
        json!([{ "range": { "start": start, "end": { "line": 0, "character": 10 } }, "text": "20" }]);
    let item = json!({ "uri": uri, "version": 2 });
    client.say(
        "textDocument/didChange",
        json!({ "textDocument": item, "contentChanges": change }),
    );
    assert_eq!(hints(&mut client), expected[1..]);
    // An invalid file is ignored.
    fs::write(directory.path().join("x y.cover.json"), "{}").unwrap();
    assert!(hints(&mut client).is_empty());
    client.end().unwrap();
}
