//! Labels in place of line numbers.

use serde_json::{Value, json};

use crate::client::{Client, URI, edited, place, span};

const LISTING: &str = "LET n=1
@again: PRINT n: GO SUB @show
IF n<3 THEN LET n=n+1: GO TO @again
STOP
@show:
REM show it
LET x=@again : PRINT x: RETURN
";

/// The places of `@again`: its definition, and where it is used.
const AGAIN: [[u64; 4]; 3] = [[1, 0, 1, 6], [2, 29, 2, 35], [6, 6, 6, 12]];

fn spans(places: &Value) -> Vec<[u64; 4]> {
    let places = places.as_array().unwrap().iter();
    places.map(|place| span(&place["range"])).collect()
}

fn written(items: &Value) -> Vec<(&str, &str)> {
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| (item["label"].as_str().unwrap(), item["detail"].as_str().unwrap()))
        .collect()
}

#[test]
fn a_label_leads_to_its_definition_and_its_uses() {
    let (mut client, _) = Client::with(LISTING);
    for (row, units) in [(1, 3), (2, 30), (6, 12)] {
        let definition = client.at("textDocument/definition", row, units).unwrap();
        assert_eq!(span(&definition["range"]), AGAIN[0], "{row}");
        let mut all = |is_all: bool| {
            let mut params = place(row, units);
            params["context"] = json!({ "includeDeclaration": is_all });
            spans(&client.ask("textDocument/references", params).unwrap())
        };
        assert_eq!(all(true), AGAIN, "{row}");
        assert_eq!(all(false), AGAIN[1..], "{row}");
        let highlights = client.at("textDocument/documentHighlight", row, units).unwrap();
        assert_eq!(spans(&highlights), AGAIN, "{row}");
        let kinds: Vec<_> = highlights
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place["kind"].clone())
            .collect();
        assert_eq!(kinds, [3, 2, 2], "written once, read twice");
        let hover = client.at("textDocument/hover", row, units).unwrap();
        assert!(
            hover["contents"]["value"]
                .as_str()
                .unwrap()
                .contains("PRINT n: GO SUB"),
            "{hover}"
        );
    }
    client.end().unwrap();
}

#[test]
fn a_label_is_renamed_everywhere() {
    let text = format!("Auto @again\n{LISTING}");
    let (mut client, _) = Client::with(&text);
    let prepared = client.at("textDocument/prepareRename", 3, 30).unwrap();
    assert_eq!(span(&prepared), [3, 30, 3, 35], "without @");
    let mut rename = |name: &str| {
        let mut params = place(3, 30);
        params["newName"] = json!(name);
        let renamed = client.ask("textDocument/rename", params);
        renamed.map(|renamed| edited(&text, &renamed["changes"][URI]))
    };
    for name in ["next", "@next"] {
        assert_eq!(rename(name).unwrap(), text.replace("@again", "@next"));
    }
    let refused = |result: Result<String, Value>| result.unwrap_err()["message"].as_str().unwrap().to_owned();
    assert_eq!(
        refused(rename("show")),
        "the listing already has the label `@show`"
    );
    for name in ["a b", "a:b", "", "@", "é", "a\\b"] {
        assert!(refused(rename(name)).contains("is not a label"), "{name}");
    }
    client.end().unwrap();
}

#[test]
fn labels_are_completed() {
    let text = format!("{LISTING}GO TO @s\nGO SUB \nPRINT \"@\nLET y=@");
    let (mut client, _) = Client::with(&text);
    let mut offered = |row: u32, units: u32| client.at("textDocument/completion", row, units).unwrap();
    let labels = [
        ("@again", "@again: PRINT n: GO SUB @show"),
        ("@show", "REM show it"),
    ];
    for (row, units, start) in [(7, 8, 6), (8, 7, 7), (10, 7, 6)] {
        let items = offered(row, units);
        assert_eq!(written(&items), labels, "{row}");
        let range = span(&items[0]["textEdit"]["range"]);
        assert_eq!(range, [row.into(), start, row.into(), units.into()], "{row}");
    }
    assert_eq!(offered(9, 8), json!([]), "in a string");
    client.end().unwrap();
}

#[test]
fn labels_are_symbols_and_name_subroutines() {
    let (mut client, _) = Client::with(LISTING);
    let symbols = client.of("textDocument/documentSymbol").unwrap();
    let symbols: Vec<_> = (symbols.as_array().unwrap().iter())
        .map(|symbol| {
            (
                symbol["name"].as_str().unwrap(),
                span(&symbol["range"]),
                span(&symbol["selectionRange"]),
            )
        })
        .collect();
    assert_eq!(symbols[0], ("GO SUB @show", [4, 0, 6, 30], [4, 0, 4, 5]));
    assert_eq!(symbols[1], ("@again", AGAIN[0], AGAIN[0]));
    let called = client.at("textDocument/prepareCallHierarchy", 4, 2).unwrap();
    assert_eq!(called[0]["name"], "GO SUB @show");
    assert_eq!(
        called,
        client.at("textDocument/prepareCallHierarchy", 1, 25).unwrap()
    );
    let callers = client
        .ask("callHierarchy/incomingCalls", json!({ "item": called[0] }))
        .unwrap();
    assert_eq!(
        callers[0]["fromRanges"],
        json!([{ "start": { "line": 1, "character": 24 }, "end": { "line": 1, "character": 29 } }])
    );
    let folds = client.of("textDocument/foldingRange").unwrap();
    assert_eq!(folds, json!([{ "startLine": 4, "endLine": 6, "kind": "region" }]));
    client.end().unwrap();
}

#[test]
fn labels_have_a_colour_of_their_own() {
    let (mut client, _) = Client::with(LISTING);
    let tokens = client.of("textDocument/semanticTokens/full").unwrap();
    let (mut row, mut column, mut found) = (0, 0, Vec::new());
    for token in tokens["data"].as_array().unwrap().chunks(5) {
        let [rows, columns, length, kind, modifiers] = [0, 1, 2, 3, 4].map(|at| token[at].as_u64().unwrap());
        column = if rows == 0 { column + columns } else { columns };
        row += rows;
        if kind == 8 {
            found.push(([row, column, row, column + length], modifiers));
        }
    }
    let show = [[1, 24, 1, 29], [4, 0, 4, 5]];
    assert_eq!(
        found,
        [
            (AGAIN[0], 2),
            (show[0], 0),
            (AGAIN[1], 0),
            (show[1], 2),
            (AGAIN[2], 0)
        ]
    );
    client.end().unwrap();
}
