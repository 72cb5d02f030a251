//! Bytes to messages: a head with the length, then JSON. What is no message is reported, and the next one is read.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::SyncSender;

use girafa_basic::shown::json as escaped;
use lsp_server::{ErrorCode, Message};
use serde_json::json;

/// The longest message that is read, in bytes.
pub const LONGEST_MESSAGE: u64 = 16 << 20;
/// The longest row of a head, in bytes, and how many rows it may have.
const LONGEST_ROW: u64 = 4 << 10;
const MOST_ROWS: usize = 32;

/// What comes in.
pub enum Incoming {
    /// A message.
    Message(Message),
    /// Bytes of the announced length that are none, and why.
    Malformed(ErrorCode, String),
    /// The stream is broken: where the next message begins is not known.
    Broken(String),
}

/// Reads messages until the stream ends, is broken, or nobody takes them any more.
pub fn read_all(mut input: impl BufRead, to: &SyncSender<Incoming>) {
    loop {
        let (incoming, is_last) = match read(&mut input) {
            Ok(None) => return,
            Ok(Some(incoming)) => {
                let is_last = matches!(incoming, Incoming::Broken(_));
                (incoming, is_last)
            }
            Err(error) => (
                Incoming::Broken(format!("the stream cannot be read: {error}")),
                true,
            ),
        };
        if to.send(incoming).is_err() || is_last {
            return;
        }
    }
}

/// The next message; `None` at the end of the stream.
fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let length = match head(input)? {
        Head::End => return Ok(None),
        Head::Wrong(why) => return Ok(Some(Incoming::Broken(why))),
        Head::Length(length) => length,
    };
    if length > LONGEST_MESSAGE {
        let skipped = io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        let why = format!(
            "a message of {length} bytes is longer than {} MiB",
            LONGEST_MESSAGE >> 20
        );
        let is_whole = skipped == length;
        return Ok(is_whole.then_some(Incoming::Malformed(ErrorCode::InvalidRequest, why)));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(Some(Incoming::Broken(
            "the stream ends within a message".to_owned(),
        )));
    }
    let value: serde_json::Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => {
            return Ok(Some(Incoming::Malformed(
                ErrorCode::ParseError,
                format!("this is no JSON: {error}"),
            )));
        }
    };
    Ok(Some(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => Incoming::Malformed(
            ErrorCode::InvalidRequest,
            "this is no request, response or notification".to_owned(),
        ),
    }))
}

enum Head {
    Length(u64),
    End,
    Wrong(String),
}

fn head(input: &mut impl BufRead) -> io::Result<Head> {
    let mut length = None;
    for at in 0..MOST_ROWS {
        let mut row = Vec::new();
        input.by_ref().take(LONGEST_ROW).read_until(b'\n', &mut row)?;
        if row.is_empty() && at == 0 {
            return Ok(Head::End);
        }
        if !row.ends_with(b"\n") {
            return Ok(Head::Wrong(
                "the head of a message ends too early or is too long".to_owned(),
            ));
        }
        let row = String::from_utf8_lossy(&row);
        let row = row.trim_end_matches(['\r', '\n']);
        if row.is_empty() {
            let missing = "the head of a message has no Content-Length";
            return Ok(length.map_or_else(|| Head::Wrong(missing.to_owned()), Head::Length));
        }
        let Some((name, value)) = row.split_once(':') else {
            return Ok(Head::Wrong(format!(
                "`{}` is no row of a message's head",
                row.escape_debug()
            )));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse() {
                Ok(number) => length = Some(number),
                Err(_) => {
                    let value = value.trim().escape_debug();
                    return Ok(Head::Wrong(format!("`{value}` is no Content-Length")));
                }
            }
        }
    }
    Ok(Head::Wrong(format!(
        "the head of a message has more than {MOST_ROWS} rows"
    )))
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    value["jsonrpc"] = json!("2.0");
    let body = escaped(&value.to_string());
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// Writes an error that answers nothing in particular.
pub fn write_error(output: &mut impl Write, code: ErrorCode, message: &str) -> io::Result<()> {
    let error = json!({ "id": null, "error": { "code": code as i32, "message": message } });
    write(output, &error)
}
