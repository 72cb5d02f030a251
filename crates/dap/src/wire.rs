//! Messages on a stream: a head with the length, and JSON.

use std::io::{self, BufRead, Read, Write};

use girafa_basic::shown;
use serde_json::Value;
use thiserror::Error;

/// The longest message that is read, in bytes.
const LONGEST: usize = 16 << 20;
/// The longest row of a head, in bytes, and the most rows.
const LONGEST_ROW: u64 = 1024;
const MOST_ROWS: usize = 32;

/// What is wrong with a message.
#[derive(Debug, Error)]
pub enum WireError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The head has no length, or it is none: where the next message begins is not known.
    #[error("the head of a message has no usable Content-Length: {0}")]
    Head(String),
    /// The body is not JSON. The next message can be read.
    #[error("a message is not JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// The next message; none at the stream's end.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read(input: &mut impl BufRead) -> Result<Option<Value>, WireError> {
    let mut length = None;
    for row in 0.. {
        let mut bytes = Vec::new();
        input.take(LONGEST_ROW).read_until(b'\n', &mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        match text.split_once(':') {
            _ if bytes.is_empty() && row == 0 => return Ok(None),
            _ if bytes.is_empty() => return Err(WireError::Head("the stream ends in it".to_owned())),
            _ if text.is_empty() => break,
            _ if row >= MOST_ROWS || bytes.len() as u64 == LONGEST_ROW => {
                return Err(WireError::Head("it is too long".to_owned()));
            }
            Some((name, value)) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<usize>().ok();
            }
            Some(_) => {}
            None => return Err(WireError::Head(format!("{text:?}"))),
        }
    }
    let length = length.ok_or_else(|| WireError::Head("it is missing".to_owned()))?;
    if length > LONGEST {
        return Err(WireError::Head(format!("{length} bytes are more than 16 MiB")));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}

/// Writes a message.
///
/// # Errors
/// It cannot be written.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = shown::json(&message.to_string());
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use girafa_basic::shown::is_plain;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        let messages = [
            serde_json::json!({ "a": "ção\u{9b}\u{1b}\u{e000}\u{10ffff}" }),
            serde_json::json!([1, 2]),
        ];
        messages
            .iter()
            .for_each(|message| write(&mut bytes, message).unwrap());
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(
            text.contains("ção") && text.chars().all(|c| is_plain(c) || "\r\n".contains(c)),
            "{text}"
        );
        let mut input = bytes.as_slice();
        for message in &messages {
            assert_eq!(read(&mut input).unwrap().as_ref(), Some(message));
        }
        assert!(read(&mut input).unwrap().is_none());
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for bytes in [
            "hello\r\n\r\n",
            "Content-Length: x\r\n\r\n",
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Type: x\r\n\r\n{}",
            "Content-Length: 5\r\n",
            "Content-Length: 5\r\n\r\n{}",
            "Content-Length: 2\r\n\r\n{x",
        ] {
            assert!(read(&mut bytes.as_bytes()).is_err(), "{bytes:?}");
        }
        let endless = vec![b'x'; 1 << 20];
        assert!(read(&mut endless.as_slice()).is_err());
        let many = "A: b\r\n".repeat(1000);
        assert!(read(&mut many.as_bytes()).is_err());
    }
}
