//! Splits a statement into words with their positions.

use std::ops::Range;

use girafa_basic::{number, token};

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The name of a variable or of a function, `$` included.
    Name,
    /// Digits and the hidden bytes after them.
    Number,
    /// A string with its quotes.
    String,
    /// A keyword, an operator, a bracket or anything else: one code.
    Code(u8),
}

/// A word of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The kind of word.
    pub kind: Kind,
    /// Its byte range in the line's body.
    pub span: Range<usize>,
}

impl Word {
    /// Whether the word is this code.
    pub fn is(&self, code: u8) -> bool {
        self.kind == Kind::Code(code)
    }
}

/// The words of the statement at `range` of a line's body, without spaces, colour codes and hidden numbers.
pub fn of(body: &[u8], range: Range<usize>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = range.start;
    let byte = |at: usize| body[..range.end].get(at).copied();
    while let Some(code) = byte(at) {
        let start = at;
        let kind = match code {
            token::NUMBER => {
                at += 6;
                continue;
            }
            16..=21 => {
                at += 2;
                continue;
            }
            22 | 23 => {
                at += 3;
                continue;
            }
            0..=b' ' => {
                at += 1;
                continue;
            }
            token::REM => {
                let keyword = Word {
                    kind: Kind::Code(code),
                    span: at..at + 1,
                };
                words.push(keyword);
                break;
            }
            b'"' => {
                at = end_of_string(&body[..range.end], at);
                Kind::String
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                at = end_of_name(&body[..range.end], at);
                Kind::Name
            }
            b'0'..=b'9' | b'.' => {
                at += number::literal_length(&body[at..range.end]).max(1);
                if byte(at) == Some(token::NUMBER) {
                    at = (at + 6).min(range.end);
                }
                Kind::Number
            }
            _ => {
                at += 1;
                Kind::Code(code)
            }
        };
        words.push(Word {
            kind,
            span: start..at,
        });
    }
    words
}

/// The index after the string's closing quote; two quotes are one character of the string.
fn end_of_string(body: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        at += 1;
        at += body[at.min(body.len())..]
            .iter()
            .take_while(|&&code| code != b'"')
            .count()
            + 1;
        if body.get(at) != Some(&b'"') {
            return at.min(body.len());
        }
    }
}

/// The index after the name's last letter, digit or `$`. Names may contain spaces.
fn end_of_name(body: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    let mut letters = 1;
    for (at, &code) in body.iter().enumerate().skip(start + 1) {
        match code {
            b' ' => {}
            b'$' if letters == 1 => return at + 1,
            _ if code.is_ascii_alphanumeric() => {
                end = at + 1;
                letters += 1;
            }
            _ => break,
        }
    }
    end
}

/// A name in the ROM's canonical form: without spaces, in lower case.
pub fn name(body: &[u8], word: &Word) -> String {
    let codes = body[word.span.clone()].iter();
    codes
        .filter(|code| **code > b' ')
        .map(|code| char::from(code.to_ascii_lowercase()))
        .collect()
}

/// The index of the bracket that matches the one at `bracket`.
pub fn partner(words: &[Word], bracket: usize) -> Option<usize> {
    let mut depth = 0i32;
    let step = |depth: &mut i32, word: &Word| {
        *depth += i32::from(word.is(b'(')) - i32::from(word.is(b')'));
        *depth == 0
    };
    let word = words.get(bracket)?;
    if word.is(b'(') {
        let rest = &words[bracket..];
        rest.iter()
            .position(|word| step(&mut depth, word))
            .map(|index| bracket + index)
    } else if word.is(b')') {
        words[..=bracket].iter().rposition(|word| step(&mut depth, word))
    } else {
        None
    }
}

/// Splits `range` at the words for which `separates` is true, outside brackets.
pub fn parts(words: &[Word], range: Range<usize>, separates: impl Fn(&Word) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (range.start, 0i32);
    for index in range.clone() {
        let word = &words[index];
        depth += i32::from(word.is(b'(')) - i32::from(word.is(b')'));
        if depth <= 0 && separates(word) {
            parts.push(start..index);
            start = index + 1;
        }
    }
    parts.push(start..range.end);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise;

    #[test]
    fn names_numbers_strings_and_codes() {
        let options = tokenise::Options::default();
        let source = "10 PRINT 2+a(total,2);\"x\"\"y:\";STR$ 1.5E2: REM x y\n";
        let body = &tokenise::program(source, &options).unwrap().program.lines[0].body;
        let words = of(body, 0..body.len());
        let shown: Vec<String> = words
            .iter()
            .map(|word| match word.kind {
                Kind::Name => name(body, word),
                Kind::Number => "number".to_owned(),
                Kind::String => String::from_utf8_lossy(&body[word.span.clone()]).into_owned(),
                Kind::Code(code) => girafa_basic::token::text(code)
                    .map_or_else(|| char::from(code).to_string(), str::to_owned),
            })
            .collect();
        let expected = [
            "PRINT",
            "number",
            "+",
            "a",
            "(",
            "total",
            ",",
            "number",
            ")",
            ";",
            "\"x\"\"y:\"",
            ";",
            "STR$",
            "number",
            ":",
            "REM",
        ];
        assert_eq!(shown, expected);
        assert_eq!((partner(&words, 4), partner(&words, 8)), (Some(8), Some(4)));
        assert_eq!(parts(&words, 5..8, |word| word.is(b',')), [5..6, 7..8]);
    }
}
