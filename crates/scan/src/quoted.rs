//! Quotes text as a TOML string.

use std::fmt::Write;

use girafa_basic::shown::is_plain;

/// Returns `text` as a TOML string. Characters that are not [plain](is_plain) are written as numeric escapes,
/// because the file may be displayed in a terminal.
pub fn quoted(text: &str) -> String {
    if text.chars().all(is_safe) {
        return toml::Value::String(text.to_owned()).to_string();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_plain(c) => quoted.push(c),
            c => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
        }
    }
    quoted + "\""
}

fn is_safe(c: char) -> bool {
    is_plain(c) || matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_read_back() {
        let texts = [
            "",
            "\"'\\",
            "a\nb\t",
            "\u{9b}31m \"\\ '''",
            "\u{202e}x\r\n\0\u{7f}",
            "\u{e000}😀",
        ];
        for text in texts {
            let quoted = quoted(text);
            assert!(quoted.chars().all(is_safe), "{quoted:?}");
            let read: toml::Table = format!("a = {quoted}").parse().unwrap();
            assert_eq!(read["a"].as_str(), Some(text));
        }
    }
}
