//! What clients differ in, and what they get wrong.

use serde_json::{Value, json};

use super::client::Client;
use super::{LISTING, breakpoints, directory, launched, run, stopped};

fn evaluate(client: &mut Client, expression: &str, format: Value) -> Value {
    let arguments = json!({ "expression": expression, "context": "watch", "frameId": 1, "format": format });
    client.ask("evaluate", arguments)
}

/// Breakpoints, stops and steps are left out; the program runs, asks and ends.
#[test]
fn a_run_without_debugging() {
    let directory = directory(LISTING);
    let mut client = launched(
        &directory,
        json!({ "noDebug": true, "stopOnEntry": true, "stopAtEnd": true }),
    );
    let set = breakpoints(&mut client, &directory, json!([{ "line": 3 }, { "line": 4 }]));
    assert_eq!(set.as_array().unwrap().len(), 2);
    assert!(set[1]["verified"] == false && set[1]["message"] == "the program runs without debugging");
    client.ask("setExceptionBreakpoints", json!({ "filters": ["errors"] }));
    client.ask("configurationDone", json!({}));
    client.wait_for_output("INPUT waits");
    for step in ["next", "stepBack", "reverseContinue"] {
        let why = client.refused(step, json!({ "threadId": 1 }));
        assert!(why.contains("without debugging"), "{why}");
    }
    client.ask("evaluate", json!({ "expression": "21", "context": "repl" }));
    let exited = client.event("exited");
    assert_eq!(exited["exitCode"], 1);
    client.event("terminated");
    let output = client.output();
    assert!(
        output.contains("fim\n") && output.contains("42\n") && output.contains("2 Variable not found"),
        "{output}"
    );
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn lines_and_columns_from_0() {
    let directory = directory(LISTING);
    let mut client = Client::start(directory.path());
    let counting = json!({ "adapterID": "girafa", "linesStartAt1": false, "columnsStartAt1": false });
    client.ask("initialize", counting);
    client.ask("launch", json!({ "program": directory.path().join("p.bas") }));
    client.event("initialized");
    let set = breakpoints(&mut client, &directory, json!([{ "line": 2, "column": 20 }]));
    assert_eq!(
        (&set[0]["line"], &set[0]["column"]),
        (&json!(2), &json!(17)),
        "{set}"
    );
    let source = json!({ "path": directory.path().join("p.bas") });
    let places =
        client.ask("breakpointLocations", json!({ "source": source, "line": 2 }))["breakpoints"].clone();
    assert_eq!(
        places,
        json!([{ "line": 2, "column": 0 }, { "line": 2, "column": 17 }, { "line": 2, "column": 29 }])
    );
    client.ask("configurationDone", json!({}));
    assert_eq!(stopped(&mut client, "breakpoint"), "20:2 GO SUB 100");
    let frame = client.ask("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0].clone();
    assert_eq!((&frame["line"], &frame["column"]), (&json!(2), &json!(17)));
    let found =
        client.ask("completions", json!({ "text": "1+LE", "column": 4, "line": 0 }))["targets"].clone();
    assert_eq!(
        (&found[0]["label"], &found[0]["start"]),
        (&json!("LEN"), &json!(2)),
        "{found}"
    );
}

/// Names of files cannot be URIs.
#[test]
fn a_client_with_other_paths_is_refused() {
    let directory = directory(LISTING);
    let mut client = Client::start(directory.path());
    let why = client.refused(
        "initialize",
        json!({ "adapterID": "girafa", "pathFormat": "uri" }),
    );
    assert!(why.contains("pathFormat"), "{why}");
}

#[test]
fn unknown_ids_and_names_are_errors() {
    let directory = directory(LISTING);
    let mut client = launched(&directory, json!({}));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    let unknown = [
        ("stackTrace", json!({ "threadId": 2 }), "unknown threadId 2"),
        ("continue", json!({ "threadId": 7 }), "unknown threadId 7"),
        ("scopes", json!({ "frameId": 2 }), "unknown frameId 2"),
        ("scopes", json!({ "frameId": 0 }), "unknown frameId 0"),
        ("scopes", json!({}), "frameId"),
        (
            "evaluate",
            json!({ "expression": "1", "frameId": 9 }),
            "unknown frameId 9",
        ),
        (
            "variables",
            json!({ "variablesReference": 99 }),
            "unknown variablesReference 99",
        ),
        ("source", json!({ "sourceReference": 5 }), "no such source"),
        (
            "source",
            json!({ "source": { "path": "/tmp/other.bas" }, "sourceReference": 0 }),
            "no such source",
        ),
        ("variables", json!({ "variablesReference": "1" }), "invalid type"),
        (
            "setExpression",
            json!({ "expression": "tt", "value": "1" }),
            "there is no variable tt",
        ),
        (
            "setExpression",
            json!({ "expression": "k(2)", "value": "1" }),
            "there is no variable k(2)",
        ),
    ];
    for (command, arguments, expected) in unknown {
        let why = client.refused(command, arguments.clone());
        assert!(why.contains(expected), "{command} {arguments}: {why}");
    }
    let far = json!({ "expression": "1", "frameId": u64::MAX });
    assert!(client.refused("evaluate", far).contains("unknown frameId"));
    let far = json!({ "line": u64::MAX, "endLine": u64::MAX, "source": { "name": "x" } });
    assert_eq!(client.ask("breakpointLocations", far)["breakpoints"], json!([]));
    let set = breakpoints(
        &mut client,
        &directory,
        json!([{ "line": u64::MAX, "column": u64::MAX }]),
    );
    assert_eq!(set[0]["verified"], false);
    client.ask(
        "completions",
        json!({ "text": "LE", "column": u64::MAX, "line": u64::MAX }),
    );
    run(&mut client, "next");
    stopped(&mut client, "step");
    let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
    let misspelt =
        json!({ "variablesReference": scopes[0]["variablesReference"], "name": "kk", "value": "1" });
    let why = client.refused("setVariable", misspelt);
    assert_eq!(why, "there is no variable kk");
    client.ask("setExpression", json!({ "expression": "k(2)", "value": "1" }));
    assert_eq!(evaluate(&mut client, "k(2)", json!({}))["result"], "1");
}

/// What is evaluated can be expanded like the variables of the scope, which name themselves.
#[test]
fn arrays_and_loops_are_expandable_results() {
    let listing =
        "10 DIM m(2,3): DIM c$(2,4): DIM d$(5): LET m=8: LET m(2,3)=7: FOR i=1 TO 9 STEP 2\n20 STOP\n";
    let directory = directory(listing);
    let mut client = launched(&directory, json!({}));
    breakpoints(&mut client, &directory, json!([{ "line": 2 }]));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    stopped(&mut client, "breakpoint");
    let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
    let parts = |client: &mut Client, reference: &Value| {
        let arguments = json!({ "variablesReference": reference });
        client.ask("variables", arguments)["variables"]
            .as_array()
            .unwrap()
            .clone()
    };
    let mut left = parts(&mut client, &scopes[0]["variablesReference"]);
    let mut expanded = 0;
    while let Some(variable) = left.pop() {
        let Some(name) = variable["evaluateName"].as_str() else {
            continue;
        };
        let result = evaluate(&mut client, name, json!({}));
        assert_eq!(
            result["variablesReference"], variable["variablesReference"],
            "{name}: {result}"
        );
        if variable["variablesReference"] == 0 {
            assert_eq!(result["result"], variable["value"], "{name}");
        } else {
            let inner = parts(&mut client, &result["variablesReference"]);
            assert!(!inner.is_empty(), "{name}");
            left.extend(inner);
            expanded += 1;
        }
    }
    // m(), m(1), m(2), c$(), d$() and i.
    assert_eq!(expanded, 6);
    assert_eq!(evaluate(&mut client, "m", json!({}))["result"], "8");
    for wrong in ["m(0)", "m(3)", "c$(0)", "m(65536)", "m(1,2,3)"] {
        let arguments = json!({ "expression": wrong, "frameId": 1 });
        assert!(!client.refused("evaluate", arguments).is_empty());
    }
    for (expression, expected) in [
        ("m(2,3)*5", "0x23"),
        ("-255", "-0xFF"),
        ("1.5", "1.5"),
        ("\"10\"", "\"10\""),
    ] {
        assert_eq!(
            evaluate(&mut client, expression, json!({ "hex": true }))["result"],
            expected
        );
    }
    let hex = json!({ "variablesReference": scopes[1]["variablesReference"], "format": { "hex": true } });
    let system = client.ask("variables", hex)["variables"]
        .as_array()
        .unwrap()
        .clone();
    assert!(
        system
            .iter()
            .all(|variable| variable["value"].as_str().unwrap().starts_with("0x"))
    );
}

#[test]
fn hit_counts() {
    for (hits, expected) in [
        ("3", vec![3, 4, 5]),
        (">= 4", vec![4, 5]),
        (">4", vec![5]),
        ("=2", vec![2]),
        ("== 4", vec![4]),
        ("%2", vec![2, 4]),
    ] {
        let directory = directory("10 FOR i=1 TO 5\n20 PRINT i\n30 NEXT i\n");
        let mut client = launched(&directory, json!({}));
        let set = breakpoints(
            &mut client,
            &directory,
            json!([{ "line": 2, "hitCondition": hits }]),
        );
        assert_eq!(set[0]["verified"], true, "{hits}: {set}");
        client.ask("configurationDone", json!({}));
        stopped(&mut client, "entry");
        for hit in expected {
            run(&mut client, "continue");
            assert_eq!(stopped(&mut client, "breakpoint"), "20:1 PRINT i");
            assert_eq!(
                evaluate(&mut client, "i", json!({}))["result"],
                hit.to_string(),
                "{hits}"
            );
        }
        run(&mut client, "continue");
        client.event("terminated");
    }
    let directory = directory(LISTING);
    let mut client = launched(&directory, json!({}));
    for hits in ["x", "%0", "<3", "3x", "%"] {
        let set = breakpoints(
            &mut client,
            &directory,
            json!([{ "line": 2, "hitCondition": hits }]),
        );
        let why = set[0]["message"].as_str().unwrap();
        assert!(
            set[0]["verified"] == false && why.contains("expected a hit count"),
            "{hits}: {set}"
        );
    }
}
