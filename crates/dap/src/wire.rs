//! The wire format: a header with the content length, then JSON.

use std::io::{self, BufRead, Read, Write};

use girafa_basic::json::too_many_values;
use girafa_basic::shown;
use serde_json::Value;
use thiserror::Error;

/// Maximum size of a message body, in bytes.
const MAX_BODY_BYTES: usize = 16 << 20;
/// Maximum length of a header line, in bytes, and maximum number of lines.
const MAX_ROW_LENGTH: u64 = 1024;
const MAX_ROWS: usize = 32;

/// Errors while reading a message.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WireError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A missing or invalid content length: the start of the next message is unknown.
    #[error("the header of a message has no usable Content-Length: {0}")]
    Head(String),
    /// The message is too long or has too many values. The next message can still be read.
    #[error("{0}")]
    TooLarge(String),
    /// The body is not valid JSON. The next message can still be read.
    #[error("a message is not JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Reads the next message; `None` at the end of the stream.
///
/// # Errors
/// Reading failed, or the message is invalid.
pub fn read(input: &mut impl BufRead) -> Result<Option<Value>, WireError> {
    let mut length = None;
    for row in 0.. {
        let mut bytes = Vec::new();
        input.take(MAX_ROW_LENGTH).read_until(b'\n', &mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        match text.split_once(':') {
            _ if bytes.is_empty() && row == 0 => return Ok(None),
            _ if bytes.is_empty() => return Err(WireError::Head("the stream ends in it".to_owned())),
            _ if text.is_empty() => break,
            _ if row >= MAX_ROWS || bytes.len() as u64 == MAX_ROW_LENGTH => {
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
    if length > MAX_BODY_BYTES {
        let skipped = io::copy(&mut input.take(length as u64), &mut io::sink())?;
        let why = format!(
            "a message of {length} bytes is longer than {} MiB",
            MAX_BODY_BYTES >> 20
        );
        return Err(if skipped < length as u64 {
            WireError::Head(why)
        } else {
            WireError::TooLarge(why)
        });
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    if let Some(why) = too_many_values(&body) {
        return Err(WireError::TooLarge(why));
    }
    Ok(Some(serde_json::from_slice(&body)?))
}

/// Writes a message.
///
/// # Errors
/// Writing failed.
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
    fn messages_round_trip() {
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
    fn bytes_that_are_not_a_message_are_an_error() {
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
        // After these errors the next message can be read.
        let mut long = format!("Content-Length: {}\r\n\r\n", MAX_BODY_BYTES + 1).into_bytes();
        long.resize(long.len() + MAX_BODY_BYTES + 1, b' ');
        let many = format!("[{}1]", "1,".repeat(girafa_basic::json::MAX_VALUES));
        let many = format!("Content-Length: {}\r\n\r\n{many}", many.len()).into_bytes();
        for first in [long, many] {
            let both = [first, b"Content-Length: 1\r\n\r\n7".to_vec()].concat();
            let mut input = both.as_slice();
            assert!(matches!(read(&mut input), Err(WireError::TooLarge(_))));
            assert_eq!(read(&mut input).unwrap(), Some(serde_json::json!(7)));
        }
        let endless = vec![b'x'; 1 << 20];
        assert!(read(&mut endless.as_slice()).is_err());
        let many = "A: b\r\n".repeat(1000);
        assert!(read(&mut many.as_bytes()).is_err());
    }
}
