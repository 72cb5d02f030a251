//! Tests `girafa dap` with a client that checks every message against the protocol's JSON schema.

#[cfg(unix)]
mod attach;
mod client;
mod panels;
mod places;
mod protocol;
mod real_time;
mod schema;

use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{girafa, stderr};
use client::Client;

const LISTING: &str = "# a listing\n10 DIM k(3): LET k(2)=4: LET s$=\"ola\"\n20 FOR i=1 TO 3: GO SUB 100: NEXT i\n\
    30 PRINT \"fim\": LPRINT \"papel\"\n40 INPUT \"Quanto? \";d\n50 PRINT d*2: PRINT nada\n60 STOP\n\
    100 LET t=i*2: PRINT t\n110 RETURN\n";

fn directory(listing: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    directory
}

/// A client whose program is loaded and stopped at its first statement.
fn launched(directory: &TempDir, more: Value) -> Client {
    let mut client = Client::start(directory.path());
    let capabilities = client.ask("initialize", json!({ "adapterID": "girafa", "clientID": "test" }));
    assert_eq!(capabilities["supportsStepBack"], true);
    let mut arguments = json!({ "program": directory.path().join("p.bas"), "stopOnEntry": true });
    arguments
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client.ask("launch", arguments);
    client.event("initialized");
    client
}

fn breakpoints(client: &mut Client, directory: &TempDir, breakpoints: Value) -> Value {
    let source = json!({ "path": directory.path().join("p.bas") });
    client.ask(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": breakpoints }),
    )["breakpoints"]
        .clone()
}

/// Waits until the program stops for this reason, and returns the name of the top stack frame.
fn stopped(client: &mut Client, reason: &str) -> String {
    let stopped = client.event("stopped");
    assert_eq!(stopped["reason"], reason, "{stopped}");
    let trace = client.ask("stackTrace", json!({ "threadId": 1 }));
    trace["stackFrames"][0]["name"].as_str().unwrap().to_owned()
}

fn run(client: &mut Client, command: &str) {
    client.ask(command, json!({ "threadId": 1 }));
}

#[test]
fn a_session_with_everything_in_it() {
    let directory = directory(LISTING);
    let mut client = launched(&directory, json!({}));
    let set = breakpoints(
        &mut client,
        &directory,
        json!([{ "line": 8, "condition": "i=2" }, { "line": 3, "column": 40, "hitCondition": "3" },
            { "line": 9, "logMessage": "t is {t}" }, { "line": 4, "condition": "1+" }, { "line": 99 }]),
    );
    let verified: Vec<bool> = (set.as_array().unwrap().iter())
        .map(|set| set["verified"] == true)
        .collect();
    assert_eq!(verified, [true, true, true, false, false], "{set}");
    assert_eq!((&set[0]["line"], &set[1]["column"]), (&json!(8), &json!(30)));
    client.ask("setExceptionBreakpoints", json!({ "filters": ["errors"] }));
    client.ask("configurationDone", json!({}));
    assert_eq!(stopped(&mut client, "entry"), "10:1 DIM k(3)");
    assert_eq!(client.ask("threads", json!({}))["threads"][0]["id"], 1);

    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), "100:1 LET t=i*2");
    assert_eq!(client.output(), "2\nt is 2\n");
    let trace = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(trace["stackFrames"][1]["name"], "20:2 GO SUB 100");
    assert_eq!(
        (
            &trace["stackFrames"][1]["line"],
            &trace["stackFrames"][1]["column"]
        ),
        (&json!(3), &json!(18))
    );

    // Scopes, arrays, loops and setting values.
    let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
    let reference = |index: usize| scopes[index]["variablesReference"].clone();
    let variables =
        client.ask("variables", json!({ "variablesReference": reference(0) }))["variables"].clone();
    let find = |name: &str| {
        let all = variables.as_array().unwrap();
        all.iter()
            .find(|variable| variable["name"] == name)
            .unwrap_or_else(|| panic!("{name}: {variables}"))
            .clone()
    };
    assert_eq!(
        (find("s$")["value"].as_str(), find("i")["value"].as_str()),
        (Some("\"ola\""), Some("2"))
    );
    let inner = client.ask(
        "variables",
        json!({ "variablesReference": find("k()")["variablesReference"] }),
    );
    assert_eq!(inner["variables"][1]["name"], "k(2)");
    assert_eq!(inner["variables"][1]["value"], "4");
    let inside = client.ask(
        "variables",
        json!({ "variablesReference": find("i")["variablesReference"] }),
    );
    assert_eq!(inside["variables"][1]["value"], "3");
    let set = client.ask(
        "setVariable",
        json!({ "variablesReference": reference(0), "name": "s$", "value": "s$+\"!!\"" }),
    );
    assert_eq!(set["value"], "\"ola!!\"");
    client.ask(
        "setVariable",
        json!({ "variablesReference": find("k()")["variablesReference"], "name": "k(3)", "value": "k(2)*2" }),
    );
    let evaluate = |client: &mut Client, expression: &str, context: &str| {
        let asked = client.ask(
            "evaluate",
            json!({ "expression": expression, "context": context, "frameId": 1 }),
        );
        asked["result"].as_str().unwrap().to_owned()
    };
    assert_eq!(evaluate(&mut client, "LEN s$+k(3)", "watch"), "13");
    assert_eq!(evaluate(&mut client, "s$", "hover"), "\"ola!!\"");
    assert!(evaluate(&mut client, "why i", "repl").contains("set by 20:3  NEXT i"));
    for (command, arguments) in [
        ("evaluate", json!({ "expression": "1/0", "context": "watch" })),
        ("evaluate", json!({ "expression": "1+", "context": "watch" })),
        ("evaluate", json!({ "expression": "" })),
        ("evaluate", json!({})),
        ("variables", json!({ "variablesReference": 999 })),
        (
            "setVariable",
            json!({ "variablesReference": reference(0), "name": "i", "value": "\"x\"" }),
        ),
        ("attach", json!({})),
        ("nonsense", json!({})),
        ("exceptionInfo", json!({ "threadId": 1 })),
        ("launch", json!({ "program": "p.bas" })),
        ("readMemory", json!({ "memoryReference": "x", "count": 1 })),
    ] {
        assert!(
            !client.refused(command, arguments.clone()).is_empty(),
            "{command} {arguments}"
        );
    }

    // Step back and forward.
    run(&mut client, "stepBack");
    assert_eq!(stopped(&mut client, "step"), "20:2 GO SUB 100");
    run(&mut client, "stepIn");
    assert_eq!(stopped(&mut client, "breakpoint"), "100:1 LET t=i*2");
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "step"), "100:2 PRINT t");
    run(&mut client, "stepOut");
    assert_eq!(stopped(&mut client, "step"), "20:3 NEXT i");
    run(&mut client, "stepIn");
    assert_eq!(stopped(&mut client, "step"), "20:2 GO SUB 100");
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "breakpoint"), "20:3 NEXT i");
    run(&mut client, "reverseContinue");
    assert_eq!(stopped(&mut client, "breakpoint"), "20:3 NEXT i");
    client.ask("stepBack", json!({ "threadId": 1, "granularity": "line" }));
    assert_eq!(stopped(&mut client, "step"), "20:2 GO SUB 100");

    // Break when a variable changes.
    let info = client.ask("dataBreakpointInfo", json!({ "name": "t" }));
    let data = client.ask(
        "setDataBreakpoints",
        json!({ "breakpoints": [{ "dataId": info["dataId"] }] }),
    );
    assert_eq!(data["breakpoints"][0]["verified"], true);
    breakpoints(&mut client, &directory, json!([]));
    run(&mut client, "continue");
    let event = client.event("stopped");
    assert_eq!(event["reason"], "data breakpoint");
    assert_eq!(event["text"], "t changed from 2 to 4 in 100:1");
    client.ask("setDataBreakpoints", json!({ "breakpoints": [] }));

    // Replayed output is not printed again. INPUT is answered from the console, and the error is an
    // exception.
    client.output();
    run(&mut client, "continue");
    client.wait_for_output("type the answer here");
    let seen = client.output();
    assert!(
        !seen.contains("6\n")
            && seen.starts_with("fim\n")
            && seen.contains("[paper] papel")
            && seen.contains("Quanto?"),
        "{seen}"
    );
    client.ask("evaluate", json!({ "expression": "21", "context": "repl" }));
    assert_eq!(stopped(&mut client, "exception"), "50:2 PRINT nada");
    assert_eq!(client.output(), "42\n");
    let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert_eq!(info["exceptionId"], "2 Variable not found: nada");
    assert!(
        info["details"]["stackTrace"]
            .as_str()
            .unwrap()
            .contains("--> p.bas")
    );

    // Restart and terminate.
    client.ask("restart", json!({}));
    assert_eq!(stopped(&mut client, "entry"), "10:1 DIM k(3)");
    client.ask("terminate", json!({}));
    client.event("terminated");
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_machine_is_inspected() {
    let directory = directory("10 LET a=USR 32768\n20 PRINT a\n");
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    // Write and run LD BC,1234: RET.
    let write = json!({ "memoryReference": "0x8000", "data": "AdIEyQ==" });
    assert_eq!(client.ask("writeMemory", write)["bytesWritten"], 4);
    let read = client.ask(
        "readMemory",
        json!({ "memoryReference": "0x7FFF", "offset": 1, "count": 4 }),
    );
    assert_eq!(
        (read["data"].as_str(), read["address"].as_str()),
        (Some("AdIEyQ=="), Some("0x8000"))
    );
    let beyond = client.ask("readMemory", json!({ "memoryReference": "0xFFFE", "count": 10 }));
    assert_eq!(beyond["unreadableBytes"], 8);
    assert!(
        !client
            .refused("writeMemory", json!({ "memoryReference": "0", "data": "AA==" }))
            .is_empty()
    );
    assert!(
        !client
            .refused("writeMemory", json!({ "memoryReference": "0x8000", "data": "!" }))
            .is_empty()
    );
    let shown = |client: &mut Client, offset: i64| {
        let asked =
            json!({ "memoryReference": "0x8000", "instructionOffset": offset, "instructionCount": 3 });
        let all = client.ask("disassemble", asked)["instructions"].clone();
        let text: Vec<String> = all
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["instruction"].as_str().unwrap().to_owned())
            .collect();
        text.join("; ")
    };
    assert_eq!(shown(&mut client, 0), "LD BC,04D2; RET; NOP");
    assert_eq!(shown(&mut client, -1), "NOP; LD BC,04D2; RET");
    let scopes = client.ask("scopes", json!({ "frameId": 1 }))["scopes"].clone();
    let registers = scopes[2]["variablesReference"].clone();
    let set = json!({ "variablesReference": registers, "name": "DE", "value": "0x1234" });
    client.ask("setVariable", set);
    let all = client.ask("variables", json!({ "variablesReference": registers }))["variables"].clone();
    assert!(
        all.as_array()
            .unwrap()
            .iter()
            .any(|one| one["name"] == "DE" && one["value"] == "1234"),
        "{all}"
    );
    let system = scopes[1]["variablesReference"].clone();
    let all = client.ask("variables", json!({ "variablesReference": system }))["variables"].clone();
    assert!(
        all.as_array()
            .unwrap()
            .iter()
            .any(|one| one["name"] == "PPC" && one["value"] == "10"),
        "{all}"
    );
    client.ask("stepIn", json!({ "threadId": 1, "granularity": "instruction" }));
    stopped(&mut client, "step");
    client.ask("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
    stopped(&mut client, "step");
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "pause"), "20:1 PRINT a");
    assert_eq!(client.output(), "1234\n");
    run(&mut client, "continue");
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.event("terminated");
}

#[test]
fn an_endless_program_is_paused_and_left() {
    let directory = directory("10 GO TO 10\n");
    let mut client = launched(&directory, json!({ "stopOnEntry": false }));
    client.ask("configurationDone", json!({}));
    std::thread::sleep(Duration::from_millis(200));
    run(&mut client, "pause");
    assert_eq!(stopped(&mut client, "pause"), "10:1 GO TO 10");
    run(&mut client, "continue");
    // The adapter ends when its client dies.
    client.die();
    let begun = Instant::now();
    assert!(client.end().is_some() && begun.elapsed() < Duration::from_secs(20));
}

/// The adapter ends whatever it is doing and however its client is connected.
#[test]
fn a_client_that_dies_leaves_no_adapter_behind() {
    let directory = directory("10 LET a=1: GO SUB 100\n20 INPUT b\n100 LET a=a+1: GO TO 100\n");
    type Doing = fn(&mut Client, &TempDir);
    let cases: [(&str, Doing); 6] = [
        ("nothing", |_, _| {}),
        ("running", |client, _| run(client, "continue")),
        ("a step without an end", |client, _| run(client, "next")),
        ("going back", |client, directory| {
            run(client, "continue");
            std::thread::sleep(Duration::from_millis(300));
            run(client, "pause");
            stopped(client, "pause");
            breakpoints(client, directory, json!([{ "line": 3, "condition": "a<0" }]));
            run(client, "reverseContinue");
        }),
        ("half a message", |client, _| {
            run(client, "continue");
            client.send_bytes(b"Content-Length: 500\r\n\r\n{\"seq\"");
        }),
        ("INPUT", |client, directory| {
            fs::write(directory.path().join("p.bas"), "10 LET a=1\n20 INPUT b\n").unwrap();
            client.ask("restart", json!({}));
            stopped(client, "entry");
            run(client, "continue");
            client.wait_for_output("type the answer here");
        }),
    ];
    for (what, does) in cases {
        for starts in [Client::start, Client::connect] {
            let mut client = starts(directory.path());
            client.ask("initialize", json!({ "adapterID": "girafa" }));
            client.ask(
                "launch",
                json!({ "program": directory.path().join("p.bas"), "stopOnEntry": true }),
            );
            client.ask("configurationDone", json!({}));
            stopped(&mut client, "entry");
            run(&mut client, "stepIn");
            stopped(&mut client, "step");
            does(&mut client, &directory);
            client.die();
            let begun = Instant::now();
            assert_eq!(client.end(), Some(0), "{what}");
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "{what}: {:?}",
                begun.elapsed()
            );
        }
    }
}

#[test]
fn listings_that_do_not_parse_are_refused_with_diagnostics() {
    let directory = directory("10 PRINT 1+\n20 LET =3\n");
    let mut client = Client::start(directory.path());
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    let why = client.refused("launch", json!({ "program": directory.path().join("p.bas") }));
    assert!(why.contains("p.bas:1") && why.contains("p.bas:2"), "{why}");
    for wrong in ["no-such-file.bas", "-", "nothing-of-this-name"] {
        assert!(!client.refused("launch", json!({ "program": wrong })).is_empty());
    }
    assert!(client.refused("launch", json!({})).contains("program"));
    assert!(
        client
            .refused("launch", json!({ "program": 5 }))
            .contains("launch")
    );
    let pace = client.refused("launch", json!({ "program": "nim", "pace": "fast" }));
    assert!(pace.contains("`original`") && pace.contains("`fast`"), "{pace}");
    assert!(
        client
            .refused("stackTrace", json!({ "threadId": 1 }))
            .contains("no program")
    );
    // The adapter provides the text of an included program.
    client.ask(
        "launch",
        json!({ "program": "hanoi", "stopOnEntry": true, "answers": ["3"] }),
    );
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    let trace = client.ask("stackTrace", json!({ "threadId": 1, "levels": 1 }));
    let source = trace["stackFrames"][0]["source"].clone();
    let text = client.ask("source", json!({ "source": source, "sourceReference": 1 }));
    assert!(text["content"].as_str().unwrap().contains("PRINT"));
}

#[test]
fn malformed_messages_get_an_error_and_the_next_is_answered() {
    let directory = directory(LISTING);
    let mut client = Client::start(directory.path());
    for wrong in [
        "{",
        "[]",
        "5",
        "{\"type\":\"request\"}",
        "{\"seq\":\"x\",\"type\":\"request\",\"command\":5}",
    ] {
        client.send_text(wrong);
        client.wait_for_output("girafa dap:");
        client.output();
    }
    assert_eq!(
        client.ask("initialize", json!({ "adapterID": "x" }))["supportsStepBack"],
        true
    );
    client.send_bytes(b"Content-Length: nonsense\r\n\r\n");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_comes_by_tcp_and_a_port_that_is_taken_is_reported() {
    let directory = directory(LISTING);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let done = girafa(directory.path(), &["dap", "--listen", &port]);
    assert_eq!(done.status.code(), Some(5));
    assert!(
        stderr(&done).contains("another program is listening there"),
        "{}",
        stderr(&done)
    );
    for wrong in ["x", "127.0.0.1", "99999"] {
        let done = girafa(directory.path(), &["dap", "--listen", wrong]);
        assert_eq!(done.status.code(), Some(2), "{wrong}: {}", stderr(&done));
    }
    let mut client = Client::connect(directory.path());
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
}
