//! A debugger attaches to the program in the window.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::display::Display;

/// Reads until `text` has come, and returns all that came before it.
fn read_to(input: &mut impl Read, text: &str) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(text.as_bytes()) {
        let mut byte = [0];
        input.read_exact(&mut byte).expect(text);
        bytes.extend(byte);
    }
    bytes.truncate(bytes.len() - text.len());
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_debugger_attaches_and_ends_the_program() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), "10 LET n=7\n20 GO TO 20\n").unwrap();
    let mut playing = display.play(&["p.bas", "--mute", "--listen", "0"]);
    let errors = playing.stderr();
    read_to(errors, "waiting for a client at ");
    let address = read_to(errors, "\n");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut ask = |seq: u32, command: &str, arguments: &str, answer: &str| {
        let request =
            format!(r#"{{"seq":{seq},"type":"request","command":"{command}","arguments":{arguments}}}"#);
        write!(stream, "Content-Length: {}\r\n\r\n{request}", request.len()).unwrap();
        read_to(&mut stream, answer);
    };
    ask(1, "initialize", r#"{"adapterID":"girafa"}"#, "supportsStepBack");
    ask(2, "attach", "{}", "\"initialized\"");
    ask(3, "configurationDone", "{}", "\"configurationDone\"");
    ask(
        4,
        "setBreakpoints",
        r#"{"source":{"sourceReference":1},"breakpoints":[{"line":2}]}"#,
        "\"stopped\"",
    );
    ask(5, "evaluate", r#"{"expression":"n*6"}"#, "\"result\":\"42\"");
    ask(6, "disconnect", r#"{"terminateDebuggee":true}"#, "\"disconnect\"");
    assert!(playing.end().status.success());
}
