//! Compares the grammar with the original's editor: keys typed there, and whether the line was accepted.

use girafa_basic::tokenise::{Options, program};
use girafa_test_support::shared_text;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    cat: String,
    keys: Option<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    screen: Option<Vec<String>>,
}

/// The keywords of the letter keys a to z: in K mode, with SYMBOL SHIFT, in E mode, and in E mode with SYMBOL
/// SHIFT.
const KEYWORDS: [&str; 26] = [
    "NEW",
    "BORDER",
    "CONTINUE",
    "DIM",
    "REM",
    "FOR",
    "GO TO",
    "GO SUB",
    "INPUT",
    "LOAD",
    "LIST",
    "LET",
    "PAUSE",
    "NEXT",
    "POKE",
    "PRINT",
    "PLOT",
    "RUN",
    "SAVE",
    "RANDOMIZE",
    "IF",
    "CLS",
    "DRAW",
    "CLEAR",
    "RETURN",
    "COPY",
];
const SYMBOLS: [&str; 26] = [
    "STOP", "*", "?", "STEP", ">=", "TO", "THEN", "^", "AT", "-", "+", "=", ".", ",", ";", "\"", "<=", "<",
    "NOT", ">", "OR", "/", "<>", "£", "AND", ":",
];
const EXTENDED: [&str; 26] = [
    "READ", "BIN", "LPRINT", "DATA", "TAN", "SGN", "ABS", "SQR", "CODE", "VAL", "LEN", "USR", "PI", "INKEY$",
    "PEEK", "TAB", "SIN", "INT", "RESTORE", "RND", "CHR$", "LLIST", "COS", "EXP", "STR$", "LN",
];
const EXTENDED_SYMBOLS: [&str; 26] = [
    "~", "BRIGHT", "PAPER", "\\\\", "ATN", "{", "}", "CIRCLE", "IN", "VAL$", "SCREEN$", "ATTR", "INVERSE",
    "OVER", "OUT", "©", "ASN", "VERIFY", "|", "MERGE", "]", "FLASH", "ACS", "INK", "[", "BEEP",
];
/// The keywords of the digit keys 0 to 9 in E mode with SYMBOL SHIFT.
const EXTENDED_DIGITS: [&str; 10] = [
    "FORMAT", "DEF FN", "FN", "LINE", "OPEN #", "CLOSE #", "MOVE", "ERASE", "POINT", "CAT",
];

/// The line that the keys enter; `None` for keys that do something else.
fn typed(keys: &str) -> Option<String> {
    let mut line = String::new();
    let (mut keyword_mode, mut extended, mut in_string) = (true, false, false);
    let mut rest = keys.strip_suffix('\n')?;
    while let Some(first) = rest.chars().next() {
        let (key, shifted) = match rest.strip_prefix("{ss+") {
            Some(inside) => {
                let (key, after) = inside.split_once('}')?;
                rest = after;
                (key.chars().next()?, true)
            }
            None if rest.starts_with("{cs+ss}") => {
                rest = &rest["{cs+ss}".len()..];
                extended = true;
                continue;
            }
            None if matches!(first, '{' | '\n') => return None,
            None => {
                rest = &rest[first.len_utf8()..];
                (first, false)
            }
        };
        let letter = usize::from((key as u8).wrapping_sub(b'a'));
        let text = match (key, shifted, extended) {
            ('a'..='z', true, true) => EXTENDED_SYMBOLS[letter],
            ('a'..='z', false, true) => EXTENDED[letter],
            ('0'..='9', true, true) => EXTENDED_DIGITS[key.to_digit(10)? as usize],
            ('a'..='z', true, false) => SYMBOLS[letter],
            ('a'..='z', false, false) if keyword_mode => KEYWORDS[letter],
            _ => {
                line.push(key);
                in_string ^= key == '"';
                keyword_mode =
                    !in_string && (key == ':' || keyword_mode && (key.is_ascii_digit() || key == ' '));
                continue;
            }
        };
        extended = false;
        keyword_mode = text == "THEN" && !in_string;
        // Spaces separate keywords from adjacent text.
        line += &if text.chars().all(|c| c.is_ascii_alphabetic() || " $#".contains(c)) {
            format!(" {text} ")
        } else {
            text.to_string()
        };
    }
    Some(line)
}

/// Lines whose result depends on their number, not on the grammar: a number alone deletes a line, and `1e3p2`
/// is line 1 with E for REM.
const LINE_NUMBER_CASES: [&str; 3] = ["syntax-229", "syntax-230", "syntax-254"];

#[test]
fn lines_are_accepted_or_refused_as_by_the_editor() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let (mut taken, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let (Some(keys), Some(screen)) = (case.keys, case.expect.screen) else {
            continue;
        };
        if case.cat != "syntax" || LINE_NUMBER_CASES.contains(&case.id.as_str()) {
            continue;
        }
        let Some(line) = typed(&keys) else { continue };
        // A rejected line stays at the bottom, with a question mark at the error and the cursor.
        let bottom = screen
            .iter()
            .rfind(|row| !row.is_empty())
            .cloned()
            .unwrap_or_default();
        let was_refused = bottom.contains('?') && !bottom.contains(", 0:");
        let text = if line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            line
        } else {
            format!("1 {line}")
        };
        let result = program(&format!("{text}\n"), &Options::default());
        match was_refused {
            true => refused += 1,
            false => taken += 1,
        }
        if result.is_err() != was_refused {
            println!(
                "{}: {text:?} {bottom:?} {:?}",
                case.id,
                result.err().map(|errors| errors.to_string())
            );
            wrong.push(case.id);
        }
    }
    println!("taken {taken}, refused {refused}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(taken > 25 && refused > 120, "{taken} {refused}");
}
