//! Messages from editors and debug clients: long ones, many of them, and ones with many values.

use girafa_test_support::Random;
use serde_json::json;

use super::{DEBUGGER, EDITOR, Hostile};

pub fn any(random: &mut Random) -> Hostile {
    let is_editor = random.one_in(2);
    let mut bytes = Vec::new();
    let first = match is_editor {
        true => {
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } })
        }
        false => {
            json!({ "seq": 1, "type": "request", "command": "initialize", "arguments": { "adapterID": "x" } })
        }
    };
    bytes.extend(framed(&first.to_string()));
    if is_editor {
        bytes.extend(framed(
            &json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }).to_string(),
        ));
    }
    for number in 0..1 + random.below(4) {
        let piece = *random.pick(&["[0],", "0,", "{},", "\"\",", "[[", "{\"a\":", "\"x"]);
        let repeats = *random.pick(&[1, 100, 100_000, 1_000_000]);
        let noise = piece.repeat(repeats);
        let row = *random.pick(&["\n", "17\n", "10 PRINT a\n", "x", "\u{e9}", "10 REM \\{\n", "\r"]);
        let text = row.repeat(*random.pick(&[1, 1_000, 100_000]));
        let message = match random.below(3) {
            0 => noise,
            1 => format!("[{noise}0]"),
            _ if is_editor => {
                let document =
                    json!({ "uri": format!("file:///{number}.bas"), "languageId": "b", "version": 1, "text": text });
                json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
                    .to_string()
            }
            _ => json!({ "seq": 2, "type": "request", "command": "evaluate", "arguments": { "expression": text } })
                .to_string(),
        };
        bytes.extend(framed(&message));
    }
    Hostile::new("h.json", bytes, if is_editor { EDITOR } else { DEBUGGER })
}

/// A message with its header.
pub fn framed(message: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{message}", message.len()).into_bytes()
}
