//! [URIs] of documents.
//!
//! [URIs]: https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#uri

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The URI of a document: characters that RFC 3986 allows; all others are percent-encoded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Uri(String);

impl Uri {
    /// Creates a URI from its text.
    ///
    /// # Errors
    /// A character is not allowed in a URI.
    pub fn new(text: String) -> Result<Uri, String> {
        let mut rest = text.bytes().enumerate();
        while let Some((at, byte)) = rest.next() {
            match byte {
                b'%' if !rest
                    .by_ref()
                    .take(2)
                    .filter(|(_, digit)| digit.is_ascii_hexdigit())
                    .count()
                    .eq(&2) =>
                {
                    return Err(format!("invalid percent-encoded octet at index {at}"));
                }
                b'%' => {}
                byte if byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte) => {}
                _ => return Err(format!("unexpected character at index {at}")),
            }
        }
        Ok(Uri(text))
    }

    /// Returns the path of a `file:` URI.
    pub fn file_path(&self) -> Option<String> {
        let (scheme, rest) = self.0.split_once(':')?;
        if !scheme.eq_ignore_ascii_case("file") {
            return None;
        }
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let path = match path.strip_prefix("//") {
            Some(after) => &after[after.find('/').unwrap_or(after.len())..],
            None => path,
        };
        let mut bytes = Vec::with_capacity(path.len());
        let mut rest = path.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte == b'%' {
                let (digits, after) = rest.split_at_checked(2)?;
                bytes.push(u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?);
                rest = after;
            } else {
                bytes.push(byte);
            }
        }
        String::from_utf8(bytes).ok()
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Uri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Uri, D::Error> {
        Uri::new(String::deserialize(deserializer)?).map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        for text in [
            "file:///tmp/a%20b.bas",
            "untitled:x",
            "",
            "vscode-remote://wsl+a/home/x.bas?y#z",
        ] {
            assert_eq!(Uri::new(text.to_owned()).unwrap().to_string(), text);
        }
        for (text, reason) in [
            ("a b", "unexpected character at index 1"),
            ("file:///é", "unexpected character at index 8"),
            ("file:///%zz", "invalid percent-encoded octet at index 8"),
            ("x%4", "invalid percent-encoded octet at index 1"),
        ] {
            assert_eq!(Uri::new(text.to_owned()).unwrap_err(), reason);
        }
    }

    #[test]
    fn paths() {
        let path = |uri: &str| Uri::new(uri.to_owned()).unwrap().file_path();
        assert_eq!(path("file:///tmp/a%20b.bas").as_deref(), Some("/tmp/a b.bas"));
        assert_eq!(path("FILE:///%C3%A9#x").as_deref(), Some("/é"));
        assert_eq!(path("file://host/x?y").as_deref(), Some("/x"));
        assert_eq!(path("file:/x").as_deref(), Some("/x"));
        assert_eq!(path("file:///%ff"), None);
        assert_eq!(path("untitled:x"), None);
        assert_eq!(path("x"), None);
    }
}
