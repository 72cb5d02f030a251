//! The wire format: a header with the content length, then JSON. Malformed messages are reported and skipped.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::SyncSender;

use girafa_basic::json::too_many_values;
use girafa_basic::shown::json as escaped;
use lsp_server::{ErrorCode, Message};
use serde_json::json;

/// Maximum size of a message, in bytes.
pub const MAX_MESSAGE_LENGTH: u64 = 16 << 20;
/// Maximum length of a header line, in bytes, and maximum number of lines.
const MAX_ROW_LENGTH: u64 = 4 << 10;
const MAX_ROWS: usize = 32;

/// A message or an error from the input.
pub enum Incoming {
    /// A message.
    Message(Message),
    /// A body of the announced length that is not a message, and why.
    Malformed(ErrorCode, String),
    /// The stream is broken: the start of the next message is unknown.
    Broken(String),
}

/// Reads messages until the stream ends or is broken, or the receiver is dropped.
pub fn read_all(mut input: impl BufRead, to: &SyncSender<Incoming>) {
    loop {
        let (incoming, is_last) = match read(&mut input) {
            Ok(None) => return,
            Ok(Some(incoming)) => {
                let is_last = matches!(incoming, Incoming::Broken(_));
                (incoming, is_last)
            }
            Err(error) => (Incoming::Broken(format!("cannot read the stream: {error}")), true),
        };
        if to.send(incoming).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next message; `None` at the end of the stream.
fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let length = match head(input)? {
        Head::End => return Ok(None),
        Head::Wrong(why) => return Ok(Some(Incoming::Broken(why))),
        Head::Length(length) => length,
    };
    if length > MAX_MESSAGE_LENGTH {
        let skipped = io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        let why = format!(
            "a message of {length} bytes is longer than {} MiB",
            MAX_MESSAGE_LENGTH >> 20
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
    if let Some(why) = too_many_values(&body) {
        return Ok(Some(Incoming::Malformed(ErrorCode::InvalidRequest, why)));
    }
    let value: serde_json::Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => {
            return Ok(Some(Incoming::Malformed(
                ErrorCode::ParseError,
                format!("not valid JSON: {error}"),
            )));
        }
    };
    Ok(Some(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => Incoming::Malformed(
            ErrorCode::InvalidRequest,
            "not a request, response or notification".to_owned(),
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
    for at in 0..MAX_ROWS {
        let mut row = Vec::new();
        input.by_ref().take(MAX_ROW_LENGTH).read_until(b'\n', &mut row)?;
        if row.is_empty() && at == 0 {
            return Ok(Head::End);
        }
        if !row.ends_with(b"\n") {
            return Ok(Head::Wrong(
                "the header of a message is truncated or too long".to_owned(),
            ));
        }
        let row = String::from_utf8_lossy(&row);
        let row = row.trim_end_matches(['\r', '\n']);
        if row.is_empty() {
            let missing = "the header of a message has no Content-Length";
            return Ok(length.map_or_else(|| Head::Wrong(missing.to_owned()), Head::Length));
        }
        let Some((name, value)) = row.split_once(':') else {
            return Ok(Head::Wrong(format!(
                "`{}` is not a header field",
                row.escape_debug()
            )));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse() {
                Ok(number) => length = Some(number),
                Err(_) => {
                    let value = value.trim().escape_debug();
                    return Ok(Head::Wrong(format!("`{value}` is not a valid Content-Length")));
                }
            }
        }
    }
    Ok(Head::Wrong(format!(
        "the header of a message has more than {MAX_ROWS} fields"
    )))
}

/// A message with the JSON-RPC version.
#[derive(serde::Serialize)]
struct Versioned<'a, M: serde::Serialize> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: &'a M,
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    let body = escaped(&serde_json::to_string(&Versioned {
        jsonrpc: "2.0",
        message,
    })?);
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// Writes an error that is not a response to a particular request.
pub fn write_error(output: &mut impl Write, code: ErrorCode, message: &str) -> io::Result<()> {
    let error = json!({ "id": null, "error": { "code": code as i32, "message": message } });
    write(output, &error)
}
