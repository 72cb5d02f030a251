//! Invalid messages, and editors that disconnect.

use girafa_lsp::ServeError;
use girafa_test_support::Random;
use serde_json::{Value, json};

use crate::client::{Client, URI, place};

#[test]
fn order_is_kept() {
    let mut client = Client::bare();
    assert_eq!(
        client.ask("textDocument/hover", place(0, 0)).unwrap_err()["code"],
        -32002
    );
    client.ask("initialize", json!({})).unwrap();
    assert_eq!(client.ask("initialize", json!({})).unwrap_err()["code"], -32600);
    client.ask("shutdown", Value::Null).unwrap();
    assert_eq!(client.ask("shutdown", Value::Null).unwrap_err()["code"], -32600);
    client.say("exit", Value::Null);
    client.wait().unwrap();
}

#[test]
fn the_server_answers_invalid_messages_and_reads_the_next_one() {
    let (mut client, _) = Client::with("10 CLS\n");
    assert_eq!(client.ask("no/such", json!({})).unwrap_err()["code"], -32601);
    assert_eq!(
        client.ask("textDocument/hover", json!({ "x": 1 })).unwrap_err()["code"],
        -32602
    );
    let other =
        json!({ "textDocument": { "uri": "file:///nada.bas" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(
        client.ask("textDocument/hover", other).unwrap_err()["code"],
        -32602
    );
    for (body, code) in [
        ("{\"jsonrpc\":", -32700),
        ("[]", -32600),
        ("{}", -32600),
        ("\u{1}\u{2}", -32700),
    ] {
        client.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let error = client.receive();
        assert_eq!(
            (&error["id"], &error["error"]["code"]),
            (&Value::Null, &json!(code)),
            "{body}"
        );
    }
    // Deeply nested JSON is rejected.
    let deep = "[".repeat(100_000);
    client.raw(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    assert_eq!(client.receive()["error"]["code"], -32700);
    client.say(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///nada.bas", "version": 1 }, "contentChanges": [] }),
    );
    assert_eq!(client.receive()["method"], "window/showMessage");
    client.say("$/unknown", json!({}));
    assert!(client.at("textDocument/hover", 0, 4).unwrap()["contents"].is_object());
    client.end().unwrap();
}

#[test]
fn a_message_without_an_end_or_a_length_ends_the_server() {
    for bytes in [
        &b"Content-Length: 99999999999999999999999\r\n\r\n"[..],
        b"hello\r\n\r\n",
        b"\r\n",
        b"Content-Length: 5\r\n\r\n{}",
        b"Content-Length: 5",
        &[b'x'; 10_000],
        b"\xFF\xFE\x00\r\n\r\n",
    ] {
        let mut client = Client::new();
        client.raw(bytes);
        let ended = client.wait();
        assert!(
            matches!(ended, Err(ServeError::Broken(_))),
            "{bytes:?}: {ended:?}"
        );
    }
}

#[test]
fn a_message_that_is_too_long_is_skipped() {
    let mut client = Client::new();
    let length = (16 << 20) + 1;
    client.raw(format!("Content-Length: {length}\r\n\r\n").as_bytes());
    client.raw(&vec![b' '; length]);
    let error = client.receive();
    assert_eq!(error["error"]["code"], -32600);
    assert!(error["error"]["message"].as_str().unwrap().contains("16 MiB"));
    client.end().unwrap();
}

/// Each JSON value takes memory, however short its text.
#[test]
fn a_message_of_too_many_values_is_refused() {
    let mut client = Client::new();
    let body = format!("[{}[0]]", "[0],".repeat(200_000));
    client.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    let error = client.receive();
    assert_eq!(error["error"]["code"], -32600);
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.contains("more than 250000 values"), "{message}");
    client.end().unwrap();
}

#[test]
fn an_editor_that_goes_away_ends_the_server() {
    let (client, _) = Client::with("10 CLS\n");
    assert!(matches!(client.wait(), Err(ServeError::Gone)));
    let (mut client, _) = Client::with("10 CLS\n");
    client.say("exit", Value::Null);
    assert!(matches!(client.wait(), Err(ServeError::Gone)));
}

#[test]
fn a_listing_that_is_too_long_says_so() {
    let text = "10 REM x\n".repeat(200_000);
    let (mut client, found) = Client::with(&text);
    let found = found["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1);
    assert!(
        found[0]["message"]
            .as_str()
            .unwrap()
            .contains("longer than 1 MiB")
    );
    assert_eq!(client.of("textDocument/documentSymbol").unwrap(), json!([]));
    client.change(2, json!([{ "text": "10 CLS\n" }]));
    assert_eq!(client.diagnostics()["diagnostics"], json!([]));
    client.end().unwrap();
}

#[test]
fn one_long_row_takes_no_time_without_end() {
    let text = format!("10 {}PRINT a", "PRINT a:".repeat(4_000));
    let (mut client, _) = Client::with(&text);
    let tokens = client.of("textDocument/semanticTokens/full").unwrap();
    assert!(tokens["data"].as_array().unwrap().len() > 5 * 8_000);
    client.end().unwrap();
}

/// Diagnostics with related locations in a row of many statements: each column is counted from the start of
/// the row.
#[test]
fn many_findings_in_one_row_take_seconds_at_most() {
    let start = std::time::Instant::now();
    let (mut client, found) = Client::with(&format!("10 DIM a(3){}", ": LET a(4)=1".repeat(3_300)));
    assert_eq!(found["diagnostics"].as_array().unwrap().len(), 1_000);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 99_999 } });
    let context = json!({ "diagnostics": [] });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    client.ask("textDocument/codeAction", params).unwrap();
    let text = format!("10 DIM a(3){}", ": LET a(4)=1".repeat(86_000));
    client.change(2, json!([{ "text": text }]));
    client.diagnostics();
    client.end().unwrap();
    // It takes two seconds on a busy machine.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// Random edits and positions: nothing panics, and each request gets a response.
#[test]
fn random_edits_and_places() {
    let pieces = [
        "10 ",
        "20 ",
        "LET a=",
        "a$",
        "\"",
        "😀",
        "£",
        "\n",
        "\r\n",
        "\r",
        ":",
        "GO TO 10",
        "THEN",
        " ",
        "FN f(x)",
        "#",
        "\\",
        "\\a",
        "DEF FN f(x)=x",
        "REM",
        "@l:",
        "\u{0}",
        "FOR n=1 TO 2",
        "NEXT n",
        "(1)",
    ];
    let asked = [
        "textDocument/completion",
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/references",
        "textDocument/formatting",
        "textDocument/foldingRange",
        "textDocument/documentSymbol",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/inlayHint",
        "textDocument/codeLens",
        "textDocument/codeAction",
    ];
    let mut random = Random(5);
    let (mut client, _) = Client::with("");
    for version in 2..400 {
        let mut position = || json!({ "line": random.below(8), "character": random.below(24) });
        let (start, end, at) = (position(), position(), position());
        let mut text = String::new();
        for _ in 0..random.below(6) {
            text.push_str(random.pick::<&str>(&pieces));
        }
        let range = json!({ "start": start, "end": end });
        client.change(version, json!([{ "range": range, "text": text }]));
        let params = json!({
            "textDocument": { "uri": URI }, "position": at, "range": range, "newName": "z",
            "context": { "includeDeclaration": true, "diagnostics": [] }, "options": { "tabSize": 4, "insertSpaces": true },
        });
        let method = random.pick(&asked);
        if let Err(error) = client.ask(method, params.clone()) {
            let code = error["code"].as_i64().unwrap();
            // References take a different context from completion.
            assert!(
                code == -32803 || code == -32602 && *method == "textDocument/completion",
                "{method}: {error}"
            );
        }
    }
    client.end().unwrap();
}

/// The diagnostics of open listings are kept: all open listings share one limit.
#[test]
fn listings_that_are_open_have_a_limit_together() {
    let text = "10 REM x\n".repeat(110_000);
    let (mut client, _) = Client::with(&text);
    for number in 0..7 {
        client.open(&format!("file:///{number}.bas"), &text);
        client.diagnostics();
    }
    client.open("file:///more.bas", &text);
    let notification = client.receive();
    assert_eq!(notification["method"], "window/showMessage");
    let message = notification["params"]["message"].as_str().unwrap();
    assert!(
        message.contains("listings of 8 MiB are open already"),
        "{message}"
    );
    client.end().unwrap();
}
