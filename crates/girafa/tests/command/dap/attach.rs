//! Clients that attach to the program of `girafa play`.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;
use crate::play_pty::{PLAIN_TERMINAL, play};
use crate::pty::Pty;

/// Counts in a subroutine, until the key `z` leads to an error.
const COUNTS: &str = "10 LET n=0\n20 LET n=n+1: GO SUB 100\n30 GO TO 20\n\
    100 IF INKEY$=\"z\" THEN PRINT nada\n110 RETURN\n";

/// A player in a terminal, and its address.
fn player(directory: &TempDir) -> (Pty, String) {
    const ANNOUNCED: &str = "waiting for a client at ";
    let mut command = play(directory.path(), &["p.bas", "--listen", "0"]);
    let pty = Pty::start(&mut command, (80, 24), PLAIN_TERMINAL);
    pty.settle(ANNOUNCED);
    pty.settle("\x1b[?1049h");
    let sent = String::from_utf8_lossy(&pty.sent()).into_owned();
    let (_, address) = sent.split_once(ANNOUNCED).unwrap();
    let address = address.lines().next().unwrap().trim().to_owned();
    (pty, address)
}

/// A client that has attached to a player.
fn attached(address: &str, arguments: Value) -> Client {
    let mut client = Client::at(address);
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    client.ask("attach", arguments);
    client.event("initialized");
    client
}

/// A client that has attached to a player's listing.
fn attached_to_listing(address: &str, directory: &TempDir) -> Client {
    attached(address, json!({ "program": directory.path().join("p.bas") }))
}

fn value(client: &mut Client, expression: &str) -> String {
    let value = client.ask(
        "evaluate",
        json!({ "expression": expression, "context": "watch" }),
    );
    value["result"].as_str().unwrap().to_owned()
}

#[test]
fn a_running_program_is_stopped_stepped_and_left() {
    let directory = directory(COUNTS);
    let (mut pty, address) = player(&directory);
    let mut client = attached_to_listing(&address, &directory);
    let set = breakpoints(&mut client, &directory, json!([{ "line": 2 }]));
    assert_eq!(set[0]["verified"], true);
    // The breakpoint is reached before the client sends `configurationDone`.
    pty.wait_for("paused");
    client.ask("configurationDone", json!({}));
    assert_eq!(stopped(&mut client, "breakpoint"), "20:1 LET n=n+1");
    pty.wait_for("paused");
    // The program runs at its own speed, and stops after each statement of a step.
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "step"), "20:2 GO SUB 100");
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "step"), "30:1 GO TO 20");
    run(&mut client, "stepBack");
    assert_eq!(stopped(&mut client, "step"), "20:2 GO SUB 100");
    run(&mut client, "stepIn");
    assert!(stopped(&mut client, "step").starts_with("100:1 IF INKEY$"));
    run(&mut client, "stepOut");
    assert_eq!(stopped(&mut client, "step"), "30:1 GO TO 20");
    let before: u32 = value(&mut client, "n").parse().unwrap();
    run(&mut client, "reverseContinue");
    assert_eq!(stopped(&mut client, "breakpoint"), "20:1 LET n=n+1");
    assert_eq!(value(&mut client, "n"), (before - 1).to_string());
    let set = json!({ "expression": "n", "value": "1000" });
    client.ask("setExpression", set);
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), "20:1 LET n=n+1");
    assert_eq!(value(&mut client, "n"), "1001");
    assert!(!client.pictures("girafaScreen").is_empty());
    // Another client is refused.
    let mut other = TcpStream::connect(&address).unwrap();
    assert_eq!(other.read(&mut [0]).unwrap(), 0);
    // The player's user pauses the program, lets it go on, and steps.
    breakpoints(&mut client, &directory, json!([]));
    run(&mut client, "continue");
    pty.type_bytes(b"\x10");
    stopped(&mut client, "pause");
    pty.type_bytes(b"\x10");
    client.event("continued");
    pty.type_bytes(b"\x1b[17;2~");
    stopped(&mut client, "step");
    // An error stops the program.
    client.ask("setExceptionBreakpoints", json!({ "filters": ["errors"] }));
    run(&mut client, "continue");
    pty.type_bytes(b"z");
    assert_eq!(stopped(&mut client, "exception"), "100:2 PRINT nada");
    let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert!(info["description"].as_str().unwrap().contains("100:2"), "{info}");
    // The program is left to its player, and goes on: the editor takes a line.
    client.ask("disconnect", json!({}));
    pty.wait_until("an end of the pause", |pty| {
        !pty.shows().text().contains("paused")
    });
    pty.type_bytes(b"p7*6\r");
    pty.wait_for("42");
    // Another client ends the player.
    let mut client = attached(&address, json!({ "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "pause");
    let trace = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(trace["totalFrames"], 2);
    client.ask("disconnect", json!({ "terminateDebuggee": true }));
    assert!(pty.wait().success());
}

#[test]
fn breakpoints_of_the_player_stay() {
    let directory = directory(COUNTS);
    let (mut pty, address) = player(&directory);
    // The user pauses the program, and sets a breakpoint at line 110.
    pty.type_bytes(b"\x10");
    pty.wait_for("paused");
    pty.type_bytes(b"\x1b[19;2~".repeat(6).as_slice());
    pty.wait_for("no line is there");
    pty.type_bytes(b"\x1b[20;2~");
    pty.wait_for("breakpoint at 110");
    let mut client = attached_to_listing(&address, &directory);
    breakpoints(&mut client, &directory, json!([{ "line": 3 }]));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "pause");
    breakpoints(&mut client, &directory, json!([]));
    let set = breakpoints(&mut client, &directory, json!([{ "line": 5 }, { "line": 3 }]));
    run(&mut client, "continue");
    let reached = [stopped(&mut client, "breakpoint"), {
        run(&mut client, "continue");
        stopped(&mut client, "breakpoint")
    }];
    assert!(reached.contains(&"110:1 RETURN".to_owned()) && reached.contains(&"30:1 GO TO 20".to_owned()));
    // The user removes those of line 110: the client's, too.
    pty.type_bytes(b"\x1b[19;2~".repeat(6).as_slice());
    pty.wait_for("no line is there");
    pty.type_bytes(b"\x1b[20;2~");
    pty.wait_for("no breakpoint at 110");
    let event = client.event("breakpoint");
    assert_eq!(event["reason"], "removed");
    assert_eq!(event["breakpoint"]["id"], set[0]["id"]);
    // A client that goes without a word leaves no breakpoint.
    client.die();
    pty.wait_until("an end of the pause", |pty| {
        !pty.shows().text().contains("paused")
    });
    let mut client = attached_to_listing(&address, &directory);
    client.ask("configurationDone", json!({}));
    std::thread::sleep(Duration::from_millis(200));
    client.ask("pause", json!({ "threadId": 1 }));
    stopped(&mut client, "pause");
}

/// A client that asks and does not read is disconnected: the player waits for it for a second.
#[test]
fn a_client_that_does_not_read_is_disconnected() {
    const MEMORY: &str = r#"{"seq":1,"type":"request","command":"readMemory","arguments":{"memoryReference":"0","count":65536}}"#;
    const ATTACH: &str = r#"{"seq":1,"type":"request","command":"attach","arguments":{}}"#;
    let directory = directory(COUNTS);
    let (mut pty, address) = player(&directory);
    let mut stream = TcpStream::connect(&address).unwrap();
    let begun = Instant::now();
    let mut asked = 0;
    while begun.elapsed() < Duration::from_secs(60) {
        let request = if asked == 0 { ATTACH } else { MEMORY };
        asked += 1;
        if write!(stream, "Content-Length: {}\r\n\r\n{request}", request.len()).is_err() {
            break;
        }
    }
    let mut client = attached_to_listing(&address, &directory);
    client.ask("configurationDone", json!({}));
    client.ask("terminate", json!({}));
    assert!(pty.wait().success());
}

#[test]
fn wrong_requests_and_bytes_do_not_disturb_the_player() {
    let directory = directory(COUNTS);
    let (mut pty, address) = player(&directory);
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("has no usable Content-Length"), "{answer}");
    let mut client = Client::at(&address);
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    let refused = |client: &mut Client, command, arguments| client.refused(command, arguments);
    assert_eq!(
        refused(&mut client, "launch", json!({ "program": "p.bas" })),
        "a player runs the program: use attach"
    );
    assert_eq!(
        refused(&mut client, "threads_of", json!({})),
        "no program was launched"
    );
    let missing = refused(&mut client, "attach", json!({ "program": "missing.bas" }));
    assert!(missing.contains("missing.bas"), "{missing}");
    fs::write(directory.path().join("other.bas"), "10 STOP\n").unwrap();
    client.ask("attach", json!({ "program": directory.path().join("other.bas") }));
    client.wait_for_output("other.bas is not the program in the machine");
    client.ask("configurationDone", json!({}));
    assert_eq!(
        refused(&mut client, "restart", json!({})),
        "a player runs the program: restart it there"
    );
    let key = json!({ "code": "KeyA", "key": "a", "isDown": true });
    assert_eq!(
        refused(&mut client, "girafaKey", key),
        "a player runs the program: press the keys there"
    );
    client.ask("terminate", json!({}));
    assert!(pty.wait().success());

    let mut client = Client::start(directory.path());
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    let message = client.refused("attach", json!({}));
    assert!(message.contains("use launch"), "{message}");
}
