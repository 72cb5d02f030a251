//! `girafa lsp` as a process: it responds, and ends when its editor does.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::support::girafa;

fn server(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_girafa"))
        .arg("lsp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn message(json: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{json}", json.len())
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

/// The exit code, standard output and standard error after this input and the end of the stream.
fn ended(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = server(arguments);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

#[test]
fn it_ends_as_the_editor_does() {
    let orderly = [INITIALIZE, SHUTDOWN, EXIT].map(message).concat();
    for arguments in [&[][..], &["--stdio"]] {
        let (code, out, error) = ended(arguments, &orderly);
        assert_eq!((code, error.as_str()), (Some(0), ""));
        assert!(out.contains("\"name\":\"girafa\""), "{out}");
    }
    let (code, _, error) = ended(&[], &message(INITIALIZE));
    assert_eq!((code, error.lines().count()), (Some(1), 1), "{error}");
    let (code, _, error) = ended(&[], "hello\r\n\r\n");
    assert_eq!((code, error.lines().count()), (Some(5), 1), "{error}");
    assert!(error.contains("`hello` is not a header field"), "{error}");
}

/// The server ends when the editor no longer reads its output.
#[test]
fn an_editor_that_reads_nothing_any_more_ends_it() {
    let mut child = server(&[]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The write fails if the server has ended already.
    let _ = input.write_all(message(INITIALIZE).as_bytes());
    let status = child.wait().unwrap();
    assert!(!status.success(), "{status}");
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(!error.contains("panicked"), "{error}");
}

/// The server reads the output of `girafa profile` and `girafa cover`.
#[test]
fn times_and_coverage_of_a_run_are_shown() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("x.bas");
    let text = "10 FOR n=1 TO 3: PRINT \"\\::\": NEXT n\n20 IF n=1 THEN PRINT 1\n30 REM x\n40 STOP\n";
    fs::write(&path, text).unwrap();
    for command in ["profile", "cover"] {
        let output = girafa(directory.path(), &[command, "x.bas", "--json"]);
        fs::write(directory.path().join(format!("x.{command}.json")), output.stdout).unwrap();
    }
    let uri = format!("file://{}", path.display());
    let text = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    let item = format!(r#"{{"uri":"{uri}","languageId":"","version":1,"text":"{text}"}}"#);
    let ask = |id: u8, method: &str, more: &str| {
        message(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"textDocument/{method}","params":{{"textDocument":{{"uri":"{uri}"}},{more}}}}}"#
        ))
    };
    let range = r#""range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#;
    let input = [
        message(INITIALIZE),
        message(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{item}}}}}"#
        )),
        ask(3, "hover", r#""position":{"line":0,"character":1}"#),
        ask(4, "inlayHint", range),
        message(SHUTDOWN),
        message(EXIT),
    ];
    let (code, out, error) = ended(&[], &input.concat());
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(
        out.contains("T-states (") && out.contains("run once in the last profile"),
        "{out}"
    );
    // REM has no hint.
    for (label, count) in [
        ("run 3 times", 1),
        ("1 of 2 statements run", 1),
        ("run once", 1),
        ("\"label\"", 3),
    ] {
        let hints = out.split("\"id\":4").nth(1).unwrap_or_default();
        assert_eq!(hints.matches(label).count(), count, "{label}: {out}");
    }
}
