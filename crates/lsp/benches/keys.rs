//! The time that an editor waits with a listing of 1,000 lines: for a key press and for the requests that
//! follow it. `cargo bench -p girafa-lsp`.

#[path = "../tests/lsp/client.rs"]
#[allow(dead_code)]
mod client;

use std::time::{Duration, Instant};

use client::Client;
use serde_json::json;

/// Repetitions of each request.
const TIMES: usize = 100;

/// A listing with all typical features: jumps, loops, arrays, strings, DATA.
fn listing() -> String {
    let lines = (1..=1000).map(|line| {
        let number = line * 9;
        let next = line % 1000 * 9 + 9;
        let statement = match line % 8 {
            0 => {
                format!("IF total>{line} AND a$(1)=\"x\" THEN GO TO {next}: PRINT AT 1,2;\"£ {line}\";total")
            }
            1 => format!("LET total=total+INT (RND*{line})-count/2"),
            2 => "FOR n=1 TO 10: PRINT n;TAB 8;n*n: NEXT n".to_owned(),
            3 => format!("GO SUB {next}: RESTORE {number}"),
            4 => "READ count,a$: IF count=0 THEN RETURN".to_owned(),
            5 => "DATA 1,\"text\",2,\"more\",3,\"text\"".to_owned(),
            6 => "LET b(1)=SQR (total^2+count^2): LET a$=a$+STR$ b(1)( TO 3)"
                .to_owned()
                .replace("( TO 3)", ""),
            _ => "REM what the next lines do is said here".to_owned(),
        };
        format!("{number} {statement}\n")
    });
    std::iter::once("1 DIM b(5): LET total=0: LET count=1: LET a$=\"\"\n".to_owned())
        .chain(lines.skip(1))
        .collect()
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let millis = |at: usize| times[at].as_secs_f64() * 1e3;
    println!(
        "{what:<34} {:>7.2} ms  {:>7.2} ms  {:>7.2} ms",
        millis(0),
        millis(times.len() / 2),
        millis(times.len() - 1)
    );
}

fn main() {
    let text = listing();
    let (mut client, found) = Client::with(&text);
    let lines = text.lines().count();
    let diagnostics = found["diagnostics"].as_array().unwrap().len();
    println!(
        "{lines} lines, {} bytes, {diagnostics} diagnostics; shortest, median and longest of {TIMES}",
        text.len()
    );
    let mut version = 1;
    let mut key = |client: &mut Client| {
        version += 1;
        // Insert a digit in the middle, or delete it again.
        let (end, text) = if version % 2 == 0 { (11, "1") } else { (12, "") };
        let start = json!({ "line": 500, "character": 11 });
        let range = json!({ "start": start, "end": { "line": 500, "character": end } });
        client.change(version, json!([{ "range": range, "text": text }]));
    };
    let times = (0..TIMES).map(|_| {
        let start = Instant::now();
        key(&mut client);
        client.diagnostics();
        start.elapsed()
    });
    report("key to diagnostics", times.collect());
    for method in [
        "textDocument/completion",
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/semanticTokens/full",
        "textDocument/foldingRange",
        "textDocument/documentSymbol",
        "textDocument/formatting",
    ] {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            // The server parses the listing again after each key.
            key(&mut client);
            let start = Instant::now();
            let mut params = client::place(500, 8);
            params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
            client.ask(method, params).unwrap();
            times.push(start.elapsed());
        }
        report(method, times);
    }
    client.end().unwrap();
}
