//! Bytes as an editor's messages. The first row is the open listing; each other row is the body of a message.
//! The whole input is also used as the raw stream. The responses must be valid messages.
use std::io::Cursor;

use super::{characters_only, text_of};
use girafa_basic::shown::shown;

fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    let text = text_of(bytes);
    let mut rows = text.split('\n');
    // `|` separates the rows of the listing, as it is not needed otherwise.
    let listing = rows.next().unwrap_or_default().replace('|', "\n");
    let listing: String = listing
        .chars()
        .filter(|c| !c.is_control() || *c == '\n')
        .collect();
    let listing = listing
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    let opened = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"untitled:x","languageId":"","version":1,"text":"{listing}"}}}}}}"#
    );
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let mut input = [initialize, &opened].map(framed).concat();
    let place = r#""textDocument":{"uri":"untitled:x"},"position":{"line":0,"character":5}"#;
    for method in [
        "completion",
        "hover",
        "definition",
        "prepareRename",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
    ] {
        let params = format!(r#"{{{place},"context":{{"triggerKind":1,"includeDeclaration":true}}}}"#);
        input += &framed(&format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"textDocument/{method}","params":{params}}}"#
        ));
    }
    for row in rows {
        input += &framed(row);
    }
    let mut input = input.into_bytes();
    input.extend(bytes);
    let mut output = Vec::new();
    if let Err(error) = girafa_lsp::serve(Cursor::new(input), &mut output) {
        characters_only(&shown(&error.to_string()));
    }
    let mut answers = std::str::from_utf8(&output).expect("answers are UTF-8");
    while !answers.is_empty() {
        let (head, rest) = answers.split_once("\r\n\r\n").expect("a head");
        let length = head
            .strip_prefix("Content-Length: ")
            .and_then(|length| length.parse().ok());
        let (body, rest) = rest.split_at(length.expect("a length"));
        assert!(body.starts_with('{') && body.ends_with('}'));
        answers = rest;
    }
}
