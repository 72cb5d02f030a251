//! The result of each request.

use serde_json::{Value, json};

use crate::client::{Client, URI, edited, place, span};

const LISTING: &str = "10 REM £ demo\n\
    20 LET total=0: LET a$=\"£\"\n\
    30 FOR n=1 TO 3: GO SUB 100: NEXT n\n\
    40 IF total>1 THEN PRINT total;a$\n\
    50 STOP\n\
    100 REM add\n\
    110 LET total=total+n\n\
    120 RETURN\n";

#[test]
fn diagnostics_have_codes_places_and_related_places() {
    let text = "10 PIRNT \"£\": LET x=1\n20 DIM a(3): LET a(4)=1\n30 GO TO 35\n40 PRINT \"£\"\n";
    let (client, found) = Client::with(text);
    assert_eq!(
        (found["uri"].as_str(), found["version"].as_i64()),
        (Some(URI), Some(1))
    );
    let seen: Vec<_> = found["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| (found["code"].as_str().unwrap(), span(&found["range"])))
        .collect();
    assert!(seen.contains(&("G100", [0, 3, 0, 8])), "{seen:?}");
    assert!(seen.contains(&("G011", [1, 19, 1, 20])), "{seen:?}");
    assert!(seen.contains(&("G001", [2, 9, 2, 11])), "{seen:?}");
    let related = |code: &str| {
        let all = found["diagnostics"].as_array().unwrap();
        let one = all.iter().find(|found| found["code"] == code).unwrap();
        let related = one["relatedInformation"][0].clone();
        (
            related["message"].as_str().unwrap().to_owned(),
            span(&related["location"]["range"]),
        )
    };
    assert_eq!(related("G011"), ("a() has its DIM here".to_owned(), [1, 7, 1, 8]));
    assert_eq!(related("G001"), ("the next line is 40".to_owned(), [3, 0, 3, 2]));
    client.end().unwrap();
}

#[test]
fn diagnostics_follow_each_change() {
    let (mut client, found) = Client::with("10 PRINT \"😀\": BORDER 9\n");
    let seen = |at: usize| {
        (
            found["diagnostics"][at]["code"].as_str().unwrap(),
            span(&found["diagnostics"][at]["range"]),
        )
    };
    // The Spectrum does not have this character; in the protocol it takes two units.
    assert_eq!(seen(0), ("G102", [0, 10, 0, 12]));
    assert_eq!(seen(1), ("G030", [0, 22, 0, 23]));
    let range = |from, to| json!({ "start": { "line": 0, "character": from }, "end": { "line": 0, "character": to } });
    client.change(
        2,
        json!([{ "range": range(22, 23), "text": "7" }, { "range": range(10, 12), "text": "£" }]),
    );
    let found = client.diagnostics();
    assert_eq!(
        (found["version"].as_i64(), &found["diagnostics"]),
        (Some(2), &json!([]))
    );
    client.say("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.diagnostics()["diagnostics"], json!([]));
    client.end().unwrap();
}

#[test]
fn quick_fixes_repair() {
    let text = "10 PIRNT 1\n";
    let (mut client, found) = Client::with(text);
    let range = &found["diagnostics"][0]["range"];
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["isPreferred"], true);
    assert_eq!(edited(text, &actions[0]["edit"]["changes"][URI]), "10 PRINT 1\n");
    client.end().unwrap();
}

#[test]
fn renumbering_is_offered_with_what_it_cannot_know() {
    let text = "1 GO TO 1\n2 GO TO VAL \"1\"\n";
    let (mut client, _) = Client::with(text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["refactor"] });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions.as_array().unwrap().len(), 1);
    assert!(
        actions[0]["title"]
            .as_str()
            .unwrap()
            .contains("one place to check")
    );
    let renumbered = edited(text, &actions[0]["edit"]["changes"][URI]);
    assert_eq!(renumbered, "10 GO TO 10\n20 GO TO VAL \"1\"\n");
    client.end().unwrap();
}

fn labels(items: &Value) -> Vec<&str> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["label"].as_str().unwrap()).collect()
}

#[test]
fn completion_knows_keywords_names_and_lines() {
    let text = "10 LET total=1: DEF FN f(x)=x\n20 PRI\n30 GO TO \n40 REM PRI\n50 PRINT \"PRI\n60 IF total THEN GOSUB1\n";
    let (mut client, _) = Client::with(text);
    let items = client.at("textDocument/completion", 1, 6).unwrap();
    let offered = labels(&items);
    assert!(
        offered.contains(&"PRINT") && offered.contains(&"INK"),
        "{offered:?}"
    );
    assert!(
        !offered.contains(&"total") && !offered.contains(&"SIN"),
        "{offered:?}"
    );
    let print = items
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["label"] == "PRINT")
        .unwrap();
    assert_eq!(span(&print["textEdit"]["range"]), [1, 3, 1, 6]);
    assert!(
        print["documentation"]["value"]
            .as_str()
            .unwrap()
            .starts_with("Prints values")
    );
    let lines = client.at("textDocument/completion", 2, 9).unwrap();
    assert_eq!(labels(&lines), ["10", "20", "40", "50", "60"]);
    assert!(lines[0]["detail"].as_str().unwrap().contains("LET total=1"));
    let after_digit = client.at("textDocument/completion", 5, 23).unwrap();
    assert_eq!(span(&after_digit[0]["textEdit"]["range"]), [5, 22, 5, 23]);
    for (row, units) in [(3, 10), (4, 13), (0, 1)] {
        let nothing = client.at("textDocument/completion", row, units).unwrap();
        assert_eq!(nothing, json!([]), "{row}");
    }
    client.end().unwrap();
}

/// Commands are offered where a statement begins, names and functions elsewhere, names first.
#[test]
fn completion_depends_on_the_place() {
    let rows = [
        "10 LET total=1: DEF FN f(x)=x",
        "20 IF total THEN p",
        "30 PRINT \"THEN: \": p",
        "40 LET a=t",
        "50 PRINT t",
        "60 SAVE \"a\" d",
        "70 thenp",
        "80 CLS: p",
    ];
    let (mut client, _) = Client::with(&rows.join("\n"));
    let mut offers = |row: usize| {
        let items = client.at("textDocument/completion", row as u32, rows[row].len() as u32);
        let mut items: Vec<_> = items.unwrap().as_array().unwrap().clone();
        items.sort_by_key(|item| item["sortText"].as_str().unwrap().to_owned());
        move |label: &str| items.iter().position(|item| item["label"] == label)
    };
    for row in [1, 2, 6, 7] {
        let place = offers(row);
        assert!(place("PRINT").is_some() && place("GO SUB").is_some(), "{row}");
        assert_eq!(
            [place("total"), place("SIN"), place("TAB"), place("THEN")],
            [None; 4],
            "{row}"
        );
    }
    let value = offers(3);
    assert_eq!(
        [value("PRINT"), value("INK"), value("DATA"), value("x")],
        [None; 4]
    );
    assert!(value("total") < value("TAN") && value("f") < value("COS"));
    assert!(value("total").is_some() && value("TO").is_some());
    let item = offers(4);
    assert!(item("INK").is_some() && item("TAB").is_some() && item("total").is_some());
    assert_eq!([item("PRINT"), item("DATA")], [None; 2]);
    let saved = offers(5);
    assert!(saved("DATA").is_some() && saved("SCREEN$").is_some() && saved("LINE").is_some());
    client.end().unwrap();
}

/// Test is offered while there is a session file next to the listing; a listing that is not in a file has none.
#[test]
fn code_lenses_of_the_first_line() {
    let directory = tempfile::TempDir::new().unwrap();
    let uri = format!("file://{}/x%20y", directory.path().display());
    let text = "# a remark\n  10 CLS\n20 STOP\n";
    let mut client = Client::new();
    client.open(&format!("{uri}.bas"), text);
    let lenses = |client: &mut Client, uri: &str| -> Vec<(String, String, String)> {
        let params = json!({ "textDocument": { "uri": uri } });
        let lenses = client.ask("textDocument/codeLens", params).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let lens = |lens: &serde_json::Value| {
            assert_eq!(span(&lens["range"]), [1, 2, 1, 4]);
            let command = &lens["command"];
            (
                text(&command["title"]),
                text(&command["command"]),
                text(&command["arguments"][0]),
            )
        };
        lenses.as_array().unwrap().iter().map(lens).collect()
    };
    let lens = |title: &str, command: &str, extension: &str| {
        (title.to_owned(), command.to_owned(), format!("{uri}.{extension}"))
    };
    let of_listing = [
        lens("Run", "girafa.run", "bas"),
        lens("Debug", "girafa.debug", "bas"),
    ];
    assert_eq!(lenses(&mut client, &format!("{uri}.bas")), of_listing);
    std::fs::write(directory.path().join("x y.toml"), "").unwrap();
    let [run, debug] = of_listing;
    let with_test = [run, debug, lens("Test", "girafa.test", "toml")];
    assert_eq!(lenses(&mut client, &format!("{uri}.bas")), with_test);
    client.open("untitled:Untitled-1", text);
    assert!(lenses(&mut client, "untitled:Untitled-1").is_empty());
    client.end().unwrap();
}

fn hover(client: &mut Client, row: u32, units: u32) -> String {
    let found = client.at("textDocument/hover", row, units).unwrap();
    found["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_explains() {
    let (mut client, _) = Client::with(LISTING);
    assert!(hover(&mut client, 2, 4).contains("FOR n=first TO last"));
    assert!(
        hover(&mut client, 3, 15).contains("IF condition THEN statement"),
        "THEN"
    );
    assert_eq!(
        hover(&mut client, 3, 7),
        "`total`: a number  \nset in lines 20, 110  \nread in lines 40, 110"
    );
    assert_eq!(hover(&mut client, 2, 24), "`100 REM add`");
    assert_eq!(hover(&mut client, 0, 9), "");
    // In a line with a syntax error too.
    let (mut wrong, _) = Client::with("10 GO TO )PRINT\n");
    for (units, words) in [(4, "GO TO line"), (7, "GO TO line"), (12, "PRINT items")] {
        assert!(hover(&mut wrong, 0, units).contains(words), "{units}");
    }
    client.end().unwrap();
}

#[test]
fn definitions_and_references() {
    let (mut client, _) = Client::with(LISTING);
    let definition = |client: &mut Client, row, units| {
        let found = client.at("textDocument/definition", row, units).unwrap();
        span(&found["range"])
    };
    assert_eq!(definition(&mut client, 2, 25), [5, 0, 5, 3]);
    assert_eq!(definition(&mut client, 6, 16), [1, 7, 1, 12]);
    assert_eq!(definition(&mut client, 6, 20), [2, 7, 2, 8]);
    let mut references = |row, units, all: bool| -> Vec<[u64; 4]> {
        let mut params = place(row, units);
        params["context"] = json!({ "includeDeclaration": all });
        let found = client.ask("textDocument/references", params).unwrap();
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|found| span(&found["range"]))
            .collect()
    };
    // From the line's own number, and from a reference to it.
    assert_eq!(references(5, 1, false), [[2, 24, 2, 27]]);
    assert_eq!(references(2, 25, true), [[5, 0, 5, 3], [2, 24, 2, 27]]);
    // Columns after characters of two UTF-16 units are correct.
    assert_eq!(references(3, 31, true).len(), 2);
    assert_eq!(references(2, 7, true).len(), 3);
    client.end().unwrap();
}

#[test]
fn renaming() {
    let (mut client, _) = Client::with(LISTING);
    let mut rename = |row, units, name: &str| {
        let mut params = place(row, units);
        params["newName"] = json!(name);
        let result = client.ask("textDocument/rename", params);
        result.map(|renamed| edited(LISTING, &renamed["changes"][URI]))
    };
    let renamed = rename(6, 16, "sum").unwrap();
    assert_eq!(renamed, LISTING.replace("total", "sum"));
    assert!(rename(3, 31, "b$").unwrap().contains("LET b$=\"£\""));
    let refused = |result: Result<String, Value>| result.unwrap_err()["message"].as_str().unwrap().to_owned();
    assert!(refused(rename(6, 16, "n")).contains("already"));
    assert!(refused(rename(2, 7, "count")).contains("one letter"));
    assert!(refused(rename(4, 4, "x")).contains("expected the name of a variable, a function or a label"));
    let prepared = client.at("textDocument/prepareRename", 6, 10).unwrap();
    assert_eq!(span(&prepared), [6, 8, 6, 13]);
    assert!(client.at("textDocument/prepareRename", 4, 4).is_err());
    client.end().unwrap();
}

#[test]
fn renaming_says_what_it_cannot_reach() {
    let (mut client, _) = Client::with("10 LET a=1: PRINT VAL \"a\"\n");
    let mut params = place(0, 7);
    params["newName"] = json!("b");
    client.ask("textDocument/rename", params).unwrap();
    let notice = client
        .notices
        .iter()
        .find(|notice| notice["method"] == "window/showMessage")
        .unwrap();
    assert!(
        notice["params"]["message"]
            .as_str()
            .unwrap()
            .starts_with("row 1: "),
        "{notice}"
    );
    client.end().unwrap();
}

#[test]
fn formatting() {
    let (mut client, _) = Client::with("10 rem\n20 let 1=1\n");
    let refused = client.of("textDocument/formatting").unwrap_err();
    assert!(
        refused["message"].as_str().unwrap().contains("mistakes"),
        "{refused}"
    );
    let text = "# 😀  \n10 print \"££\" ; 1  \n  20 goto 10\n\n";
    let (mut client, _) = Client::with(text);
    let edits = client.of("textDocument/formatting").unwrap();
    assert_eq!(edited(text, &edits), "# 😀\n10 PRINT \"££\";1\n20 GO TO 10\n");
    client.end().unwrap();
}

#[test]
fn folding_and_symbols() {
    let (mut client, _) = Client::with(LISTING);
    let folds = client.of("textDocument/foldingRange").unwrap();
    assert_eq!(folds, json!([{ "startLine": 5, "endLine": 7, "kind": "region" }]));
    let symbols = client.of("textDocument/documentSymbol").unwrap();
    let names: Vec<_> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| (symbol["name"].as_str().unwrap(), symbol["detail"].as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("GO SUB 100", Some("add")),
            ("a$", None),
            ("n", None),
            ("total", None)
        ]
    );
    client.end().unwrap();
}

#[test]
fn semantic_tokens_cover_the_words() {
    let text = "# comment\n10 LET a$=\"£\": REM x\n20 IF a THEN GO TO 10\n";
    let (mut client, _) = Client::with(text);
    let tokens = client.of("textDocument/semanticTokens/full").unwrap();
    let data: Vec<u64> = tokens["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let (mut row, mut column) = (0, 0);
    let mut seen = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        row += token[0];
        let word: String = rows[row as usize][column as usize..(column + token[2]) as usize]
            .iter()
            .collect();
        seen.push((word, token[3]));
    }
    let seen: Vec<(&str, u64)> = seen.iter().map(|(word, kind)| (word.as_str(), *kind)).collect();
    let expected = [
        ("# comment", 4),
        ("10", 8),
        ("LET", 0),
        ("a$", 5),
        ("=", 1),
        ("\"£\"", 3),
        ("REM", 0),
        ("x", 4),
        ("20", 8),
        ("IF", 0),
        ("a", 5),
        ("THEN", 0),
        ("GO TO", 0),
        ("10", 8),
    ];
    assert_eq!(seen, expected);
    client.end().unwrap();
}

#[test]
fn highlights() {
    let (mut client, _) = Client::with(LISTING);
    let found = client.at("textDocument/documentHighlight", 6, 8).unwrap();
    let kinds: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["kind"].as_u64().unwrap())
        .collect();
    assert_eq!(kinds, [3, 2, 2, 3, 2]);
    client.end().unwrap();
}

/// A hover quotes the listing: terminal control characters are escaped in the message, and restored in the
/// editor.
#[test]
fn terminal_control_characters_are_escaped() {
    let (mut client, found) = Client::with("10 PRINT \"\u{9b}\u{1b}\"\n");
    assert_eq!(found["diagnostics"].as_array().unwrap().len(), 2);
    assert!(!client.last.contains(['\u{9b}', '\u{1b}']), "{}", client.last);
    let id = "\u{9b}x";
    client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "no/such" }));
    assert_eq!(client.receive()["id"], id);
    assert!(client.last.contains("\\u009bx"), "{}", client.last);
    client.end().unwrap();
}

#[test]
fn the_call_hierarchy_has_the_subroutines_and_their_callers() {
    let text = "10 GO SUB 100: GO SUB 200\n20 IF a THEN GO SUB 100\n30 STOP\n\
        100 REM first\n110 GO SUB 200: GO SUB 100\n120 RETURN\n200 PRINT \"£\": RETURN\n";
    let (mut client, _) = Client::with(text);
    let mut at = |row: u32, column: u32| {
        client
            .ask("textDocument/prepareCallHierarchy", place(row, column))
            .unwrap()
    };
    assert_eq!(at(0, 4), Value::Null);
    let first = at(0, 11)[0].clone();
    let second = at(6, 1)[0].clone();
    assert_eq!(first, at(3, 0)[0]);
    assert_eq!(
        (&first["name"], &first["detail"], span(&first["range"])),
        (&json!("GO SUB 100"), &json!("first"), [3, 0, 5, 10])
    );
    assert_eq!(
        (&second["name"], span(&second["selectionRange"])),
        (&json!("GO SUB 200"), [6, 0, 6, 3])
    );
    let mut calls = |what: &str, item: &Value| -> Vec<(String, Vec<[u64; 4]>)> {
        let method = format!("callHierarchy/{what}Calls");
        let calls = client.ask(&method, json!({ "item": item })).unwrap();
        let other = if what == "incoming" { "from" } else { "to" };
        let ranges = |call: &Value| call["fromRanges"].as_array().unwrap().iter().map(span).collect();
        let calls = calls.as_array().unwrap().iter();
        calls
            .map(|call| (call[other]["name"].as_str().unwrap().to_owned(), ranges(call)))
            .collect()
    };
    let named = |name: &str, ranges: &[[u64; 4]]| (name.to_owned(), ranges.to_vec());
    let program = named("program", &[[0, 10, 0, 13], [1, 20, 1, 23]]);
    assert_eq!(
        calls("incoming", &first),
        [program, named("GO SUB 100", &[[4, 23, 4, 26]])]
    );
    assert_eq!(
        calls("incoming", &second),
        [
            named("program", &[[0, 22, 0, 25]]),
            named("GO SUB 100", &[[4, 11, 4, 14]])
        ]
    );
    assert_eq!(
        calls("outgoing", &first),
        [
            named("GO SUB 100", &[[4, 23, 4, 26]]),
            named("GO SUB 200", &[[4, 11, 4, 14]])
        ]
    );
    assert_eq!(calls("outgoing", &second), []);
    let whole = client
        .ask("callHierarchy/incomingCalls", json!({ "item": first }))
        .unwrap()[0]["from"]
        .clone();
    let called = client
        .ask("callHierarchy/outgoingCalls", json!({ "item": whole }))
        .unwrap();
    assert_eq!(called.as_array().unwrap().len(), 2);
    // A subroutine that is gone calls nothing.
    let mut gone = first.clone();
    gone["data"] = json!(7);
    assert_eq!(
        client
            .ask("callHierarchy/outgoingCalls", json!({ "item": gone }))
            .unwrap(),
        json!([])
    );
    client.end().unwrap();
}

#[test]
fn signatures_while_typing() {
    let text = "10 DEF FN f(a, b$)=a\n20 LET x=FN f(1, \n30 IF a THEN CIRCLE 1,2,\n40 PRINT \"CIRCLE \n50 REM CIRCLE 1\n\
        60 RETURN \n70 PLOT FN f((1,2),\"a,b\"),\n80 LET x=FN g(\n90 plot \n";
    let (mut client, _) = Client::with(text);
    let mut at = |row: u32, column: u32| {
        let help = client
            .ask("textDocument/signatureHelp", place(row, column))
            .unwrap();
        let signature = &help["signatures"][0];
        let label = signature["label"].as_str()?.to_owned();
        let active = help["activeParameter"].as_u64().unwrap();
        let parameter = signature["parameters"].get(active as usize)?;
        let [start, end] = [0, 1].map(|end| parameter["label"][end].as_u64().unwrap() as usize);
        Some((label.clone(), label[start..end].to_owned()))
    };
    let is = |label: &str, parameter: &str| Some((label.to_owned(), parameter.to_owned()));
    assert_eq!(at(1, 14), is("FN f(a, b$)", "a"));
    assert_eq!(at(1, 17), is("FN f(a, b$)", "b$"));
    assert_eq!(at(2, 24).unwrap().0.split(' ').next(), Some("CIRCLE"));
    assert_ne!(at(2, 24), at(2, 20));
    assert_eq!(at(3, 17), None);
    assert_eq!(at(4, 14), None);
    assert_eq!(at(5, 10), None);
    assert_eq!(at(6, 19), is("FN f(a, b$)", "b$"));
    assert_eq!(at(6, 26).unwrap().0.split(' ').next(), Some("PLOT"));
    assert_eq!(at(7, 14).unwrap().0.split(' ').next(), Some("LET"));
    assert_eq!(at(8, 8).unwrap().0.split(' ').next(), Some("PLOT"));
    client.end().unwrap();
}

#[test]
fn a_range_is_formatted_alone() {
    let (mut client, _) = Client::with("10 let a=1\n20 let b=2\n30 let c=3\n");
    let range = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 10 } });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask(
        "textDocument/rangeFormatting",
        json!({ "textDocument": { "uri": URI }, "range": range, "options": options }),
    );
    let edits = edits.unwrap();
    assert!(!edits.as_array().unwrap().is_empty());
    assert!(
        edits
            .as_array()
            .unwrap()
            .iter()
            .all(|edit| span(&edit["range"])[0] == 1),
        "{edits}"
    );
    client.end().unwrap();
}

#[test]
fn a_quick_fix_says_what_it_does() {
    let text = "10 PIRNT 1\n";
    let (mut client, _) = Client::with(text);
    let range = json!({ "start": { "line": 0, "character": 4 }, "end": { "line": 0, "character": 4 } });
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["title"], "Replace with `PRINT`");
    assert_eq!(edited(text, &actions[0]["edit"]["changes"][URI]), "10 PRINT 1\n");
    client.end().unwrap();
}
