//! Frequent errors of scans of these listings: `#` for `$`, `((">"` for `<>"`, `;` for `:`, a slash for an
//! apostrophe. Each is corrected if the line does not get worse, and reported.

use std::collections::HashSet;
use std::slice;

use girafa_basic::token;

use super::characters::{self, Character, Part};
use super::draft::Draft;
use super::keywords;
use super::numbers;
use super::swap::{self, Swap};
use super::unit::LineRows;

/// Corrects the frequent errors, line by line.
pub(super) fn undo(draft: &mut Draft) {
    numbers::too_small(draft);
    each(draft, unequal);
    dollars(draft);
    draft.learn_names();
    let letters = Letters::of(draft);
    each(draft, |characters| stars(characters, &letters));
    in_order(draft, apostrophes);
    for rule in [
        empty_strings,
        semicolons,
        colons,
        slashes,
        capitals,
        data,
        both_cases,
        empty_statements,
    ] {
        each(draft, rule);
    }
    draft.learn_names();
}

/// A frequent error found in a line.
struct CommonError {
    /// The candidate corrections; the best one for the line is applied.
    alternatives: Vec<Vec<Swap>>,
    /// Swaps that are tried one by one if no alternative is good.
    apart: Vec<Vec<Swap>>,
    message: String,
}

impl CommonError {
    fn new(message: impl Into<String>, alternatives: Vec<Vec<Swap>>) -> CommonError {
        CommonError {
            alternatives,
            apart: Vec::new(),
            message: message.into(),
        }
    }
}

/// Applies a rule to each line, from last to first, so that positions stay valid.
fn each(draft: &mut Draft, rule: impl Fn(&[Character]) -> Vec<CommonError>) {
    let places: Vec<LineRows> = draft.places();
    for place in places.iter().rev().filter(|place| place.rows.len() <= MAX_ROWS) {
        let characters = characters::of(&draft.rows[place.rows.clone()], place.rows.start);
        for habit in rule(&characters).iter().rev() {
            if draft
                .make(slice::from_ref(place), &habit.alternatives, &habit.message)
                .is_none()
            {
                for swaps in habit.apart.iter().rev() {
                    draft.make(slice::from_ref(place), slice::from_ref(swaps), &habit.message);
                }
            }
        }
    }
}

/// Applies a rule to each line from first to last, because later matches depend on earlier ones.
fn in_order(draft: &mut Draft, rule: impl Fn(&[Character]) -> Vec<CommonError>) {
    for place in draft.places().iter().filter(|place| place.rows.len() <= MAX_ROWS) {
        let mut kept = 0;
        for _ in 0..MAX_TRIES {
            let characters = characters::of(&draft.rows[place.rows.clone()], place.rows.start);
            let habits = rule(&characters);
            let Some(habit) = habits.get(kept) else { break };
            if draft
                .make(slice::from_ref(place), &habit.alternatives, &habit.message)
                .is_none()
            {
                kept += 1;
            }
        }
    }
}

/// Maximum number of attempts per line in `in_order`.
const MAX_TRIES: usize = 16;
/// Maximum number of rows of a line.
const MAX_ROWS: usize = 16;

/// The text that starts at a character, up to the maximum look-ahead.
fn text_from(characters: &[Character], at: usize) -> String {
    let ahead = characters[at..].iter().take(LOOK_AHEAD);
    ahead.map(|character| char::from(character.code)).collect()
}

/// Like [`text_from`], but only to the end of the row.
fn row_from(characters: &[Character], at: usize) -> String {
    let ahead = characters[at..].iter().take(LOOK_AHEAD);
    let row = ahead.take_while(|character| character.row == characters[at].row);
    row.map(|character| char::from(character.code)).collect()
}

/// Maximum number of characters that a rule examines.
const LOOK_AHEAD: usize = 16;

/// Replaces characters `from..to` of a line in each of their rows; the new text goes into the first row.
fn replace(characters: &[Character], from: usize, to: usize, put: &str) -> Vec<Swap> {
    let mut swaps: Vec<Swap> = Vec::new();
    for character in &characters[from..to] {
        match swaps.last_mut().filter(|last| last.row == character.row) {
            Some(last) => last.cells.end = character.at + 1,
            None => swaps.push(Swap::new(
                character.row,
                character.at..character.at + 1,
                if swaps.is_empty() { put } else { "" },
            )),
        }
    }
    swaps
}

/// The operator `<>`, which scans read as brackets and quotes: `A$((">"S)` is `A$<>"S"`.
fn unequal(characters: &[Character]) -> Vec<CommonError> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let text: Vec<char> = row_from(characters, at).chars().collect();
        let starts = |piece: &str| text.iter().take(piece.chars().count()).copied().eq(piece.chars());
        let operand = at > 0
            && (characters[at - 1].code.is_ascii_alphanumeric() || b"$#)".contains(&characters[at - 1].code));
        let letter = text.get(5).copied().filter(char::is_ascii_alphanumeric);
        let (length, put) = match letter {
            _ if !operand || characters[at].code != b'(' => (0, String::new()),
            Some(letter) if starts("((\">\"") && text.get(6) == Some(&')') => (7, format!("<>\"{letter}\"")),
            Some(letter) if starts("((\">\"") => (6, format!("<>\"{letter}")),
            _ if starts("((\">\"") => (5, "<>\"".to_string()),
            _ if starts("(<>)") => (4, "<>".to_string()),
            _ if starts("(<>") => (3, "<>".to_string()),
            _ if starts("(>") => (2, "<>".to_string()),
            _ => (0, String::new()),
        };
        if length > 0 {
            let swaps = replace(characters, at, at + length, &put);
            found.push(CommonError::new(
                "the operator `<>` is read as brackets",
                vec![swaps],
            ));
        }
        at += length.max(1);
    }
    found
}

/// A `#` after a letter, for string variables and functions that return strings. Nothing else is possible
/// there, so that it is replaced even if the line does not parse afterwards; the rest may have errors too.
fn dollars(draft: &mut Draft) {
    const FUNCTIONS: [&str; 4] = ["STR", "CHR", "INKEY", "SCREEN"];
    let mut swaps = Vec::new();
    for place in draft.places() {
        let characters = characters::of(&draft.rows[place.rows.clone()], place.rows.start);
        for (at, character) in characters.iter().enumerate() {
            let before: Vec<u8> = characters[..at]
                .iter()
                .rev()
                .map(|character| character.code)
                .take(8)
                .collect();
            // LET A*(1)= can only be a string too.
            let star = character.code == b'*' && before.len() > 4 && before[1..].starts_with(b" TEL");
            if character.code != b'#' && !star || character.part == Part::Quoted {
                continue;
            }
            let letters: Vec<u8> = before.into_iter().take_while(u8::is_ascii_alphanumeric).collect();
            let word: String = letters.iter().rev().map(|&code| char::from(code)).collect();
            let name = word.len() == 1 && letters[0].is_ascii_alphabetic();
            if name || FUNCTIONS.contains(&word.as_str()) {
                swaps.extend(replace(&characters, at, at + 1, "$"));
            }
        }
    }
    for swap in swaps {
        let span = swap::character_at(&draft.rows[swap.row], swap.cells.start);
        let cells = swap::spliced(&draft.rows[swap.row], swap.cells.clone(), &swap.put);
        draft.rows[swap.row].set_cells(cells);
        draft.note(
            swap.row,
            span,
            "misread `$`: only a string variable is possible here",
        );
    }
}

/// An error of many swaps, which may also be applied one by one.
fn together(swaps: Vec<Swap>, message: &str) -> Vec<CommonError> {
    if swaps.is_empty() {
        return Vec::new();
    }
    let apart = swaps.iter().map(|swap| vec![swap.clone()]).collect();
    let mut habit = CommonError::new(message, vec![swaps]);
    habit.apart = apart;
    vec![habit]
}

/// The uses of single letters as names in a listing.
struct Letters {
    strings: HashSet<u8>,
    numbers: HashSet<u8>,
}

impl Letters {
    fn of(draft: &Draft) -> Letters {
        let mut strings = HashSet::new();
        for cells in draft.rows.iter().flat_map(|row| row.cells.windows(2)) {
            if cells[1].code == b'$' {
                strings.insert(cells[0].code);
            }
        }
        let single = |name: &str| (name.len() == 1).then(|| name.as_bytes()[0]);
        let numbers = draft.names.iter().filter_map(single).collect();
        Letters { strings, numbers }
    }
}

/// A `*` after a letter that is the name of a string and not of a number.
fn stars(characters: &[Character], letters: &Letters) -> Vec<CommonError> {
    let mut swaps = Vec::new();
    let mut odd = Vec::new();
    for at in 1..characters.len().saturating_sub(1) {
        let (before, character, after) = (characters[at - 1].code, characters[at], characters[at + 1].code);
        let alone = at < 2 || !characters[at - 2].code.is_ascii_alphanumeric();
        let name = before.is_ascii_uppercase() && alone;
        if character.code != b'*' || character.part != Part::Code || !name || !matches!(after, b'(' | b'=') {
            continue;
        }
        if letters.strings.contains(&before) && !letters.numbers.contains(&before) {
            let dollar = replace(characters, at, at + 1, "$");
            // In LET A=B*( the `$` of A may be lost too.
            let target = at.checked_sub(3).filter(|&equals| {
                characters[at - 2].code == b'=' && characters[equals].code.is_ascii_uppercase() && equals > 0
            });
            match target.filter(|&target| !characters[target - 1].code.is_ascii_alphanumeric()) {
                Some(target) => {
                    let letter = char::from(characters[target].code);
                    let both = [
                        replace(characters, target, target + 1, &format!("{letter}$")),
                        dollar.clone(),
                    ]
                    .concat();
                    odd.push(vec![both, dollar, replace(characters, at, at + 1, "")]);
                }
                None => swaps.extend(dollar),
            }
        }
    }
    let message = "`*` is a misread `$`: the letter before it names a string";
    let mut habits = together(swaps, message);
    habits.extend(
        odd.into_iter()
            .map(|alternatives| CommonError::new(message, alternatives)),
    );
    habits
}

/// Commands that cannot start a PRINT item.
const COMMANDS: [u8; 22] = [
    token::PRINT,
    token::LPRINT,
    token::LET,
    token::GO_TO,
    token::GO_SUB,
    token::IF,
    token::FOR,
    token::NEXT,
    token::INPUT,
    token::RETURN,
    token::STOP,
    token::CLS,
    token::DIM,
    token::READ,
    token::POKE,
    token::PAUSE,
    token::REM,
    token::COPY,
    token::PLOT,
    token::DRAW,
    token::RESTORE,
    token::BEEP,
];

/// Number of spaces at the start of these characters.
fn spaces<'a>(characters: impl IntoIterator<Item = &'a Character>) -> usize {
    let is_space = |character: &&Character| character.code == b' ';
    characters.into_iter().take_while(is_space).count()
}

/// An empty statement: a doubled colon, or a semicolon at the end of a list.
fn empty_statements(characters: &[Character]) -> Vec<CommonError> {
    let mut found = Vec::new();
    for (at, character) in characters.iter().enumerate().skip(1) {
        if character.code != b':' || character.part != Part::Code {
            continue;
        }
        let next = at + 1 + spaces(&characters[at + 1..]);
        match characters.get(next).map(|next| next.code) {
            Some(b':') => {
                let once = replace(characters, at, at + 1, "");
                found.push(CommonError::new("a colon is here twice", vec![once]));
            }
            None if characters[at - 1].code == b'"' || characters[at - 1].part == Part::Code => {
                let semicolon = replace(characters, at, at + 1, ";");
                found.push(CommonError::new("nothing follows this colon", vec![semicolon]));
            }
            _ => {}
        }
    }
    found
}

/// A semicolon before a command is a colon, or a colon after it was lost.
fn semicolons(characters: &[Character]) -> Vec<CommonError> {
    let mut found = Vec::new();
    for (at, character) in characters.iter().enumerate() {
        if character.code != b';' || character.part != Part::Code {
            continue;
        }
        let next = at + 1 + spaces(&characters[at + 1..]);
        if characters::keyword(&characters[next..]).is_some_and(|keyword| COMMANDS.contains(&keyword)) {
            let colon = replace(characters, at, at + 1, ":");
            let both = replace(characters, at, at + 1, ";:");
            // Characters are often lost at the end of a row.
            let ends_row = characters
                .get(at + 1)
                .is_none_or(|next| next.row != character.row);
            let start = characters[..at]
                .iter()
                .rposition(|character| character.code == b':' && character.part == Part::Code);
            let statement = text_from(&characters[..at], start.unwrap_or(0));
            let lists = statement.contains("PRINT") || statement.contains("INPUT");
            let alternatives = if ends_row && lists {
                vec![both, colon]
            } else {
                vec![colon, both]
            };
            found.push(CommonError::new(
                "a colon was read as a semicolon, or lost",
                alternatives,
            ));
        }
    }
    found
}

/// A colon before a string or a name is a semicolon.
fn colons(characters: &[Character]) -> Vec<CommonError> {
    let mut found = Vec::new();
    for (at, character) in characters.iter().enumerate() {
        if character.code != b':' || character.part != Part::Code {
            continue;
        }
        let before = spaces(characters[..at].iter().rev());
        let next = at + 1 + spaces(&characters[at + 1..]);
        let letters: Vec<u8> = characters[next.min(characters.len())..]
            .iter()
            .map(|character| character.code)
            .take_while(u8::is_ascii_alphabetic)
            .collect();
        let name = !letters.is_empty() && token::longest_at(&letters).is_none() && letters != b"GO";
        let string = characters
            .get(next)
            .is_some_and(|character| character.code == b'"');
        let ahead: Vec<char> = text_from(characters, next.min(characters.len()))
            .chars()
            .collect();
        let keyword = keywords::nearly(&ahead)
            .iter()
            .any(|nearly| nearly.cost <= MAX_KEYWORD_COST);
        if (name && letters.len() < 3 && !keyword) || string {
            let bare = replace(characters, at - before, next, ";");
            let plain = replace(characters, at, at + 1, ";");
            found.push(CommonError::new(
                "a semicolon was read as a colon",
                vec![bare, plain],
            ));
        }
    }
    found
}

/// Maximum cost of a word that is more probably a keyword than a name.
const MAX_KEYWORD_COST: u32 = 4;

/// Readings of sequences with slashes, most likely first: apostrophes, with or without quotes at either side.
const SLASH_READINGS: [(&str, &[&str]); 13] = [
    ("\"\"*", &["''\"*"]),
    ("\"////\"", &["\"''\"", "''\""]),
    ("\"//\";\"", &["''\"", "\"''\""]),
    ("\"/\" \"", &["\"'\"", "\"'\" \""]),
    ("\"/\"/\"", &["\"'''\"", "\"''\""]),
    ("\"//\"", &["''\"", "\"''\""]),
    ("\"/?\"", &["\"''\"", "\"'\""]),
    ("\"/ \"", &["''\"", "\"'\""]),
    ("\"/\"", &["\"'\"", "\"''", "\"'''\"", "''\"", "\"''\""]),
    ("\"//", &["''\""]),
    ("\"/;", &["'';", "\"'"]),
    ("///\"", &["''''"]),
    ("\"/", &["\"'"]),
];

/// Slashes next to quotes are the apostrophes of a PRINT list.
fn apostrophes(characters: &[Character]) -> Vec<CommonError> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let text = row_from(characters, at);
        let piece = SLASH_READINGS.iter().find(|(piece, _)| text.starts_with(piece));
        let Some((piece, others)) = piece.filter(|_| characters[at].part != Part::Remark) else {
            at += 1;
            continue;
        };
        let alternatives = others
            .iter()
            .map(|other| replace(characters, at, at + piece.len(), other));
        found.push(CommonError::new(
            "apostrophes were read as slashes",
            alternatives.collect(),
        ));
        at += piece.len();
    }
    found
}

/// An empty string next to a comma: the comma is the contents of the string.
fn empty_strings(characters: &[Character]) -> Vec<CommonError> {
    let mut swaps = Vec::new();
    let mut quotes = 0;
    for at in 0..characters.len() {
        let code = |at: Option<usize>| {
            at.and_then(|at| characters.get(at))
                .map_or(0, |character| character.code)
        };
        let opens = characters[at].code == b'"' && characters[at].part != Part::Remark && quotes % 2 == 0;
        quotes += usize::from(characters[at].code == b'"');
        if !opens || code(Some(at + 1)) != b'"' || characters[at + 1].row != characters[at].row {
            continue;
        }
        if code(at.checked_sub(1)) == b',' && code(Some(at + 2)) == b';' {
            swaps.extend(replace(characters, at - 1, at + 2, ";\",\""));
        } else if code(at.checked_sub(1)) == b';' && matches!(code(Some(at + 2)), b',' | b':') {
            swaps.extend(replace(characters, at, at + 3, "\",\";"));
        }
    }
    together(swaps, "a comma next to an empty string belongs to the string")
}

/// A slash after a vowel in a text is an apostrophe used as an accent: `E/AVE`.
fn slashes(characters: &[Character]) -> Vec<CommonError> {
    let mut swaps = Vec::new();
    for at in 1..characters.len() {
        let character = characters[at];
        let quoted = character.part != Part::Code;
        let vowel = b"AEIOU".contains(&characters[at - 1].code) && characters[at - 1].part == character.part;
        let goes_on = characters
            .get(at + 1)
            .is_none_or(|next| !next.code.is_ascii_digit());
        if character.code == b'/' && quoted && vowel && goes_on {
            swaps.extend(replace(characters, at, at + 1, "'"));
        }
    }
    together(swaps, "an apostrophe, used as an accent, was read as a slash")
}

/// A word in capitals with lower-case letters at its end.
fn capitals(characters: &[Character]) -> Vec<CommonError> {
    let mut swaps = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let length = characters[at..]
            .iter()
            .take_while(|character| character.code.is_ascii_alphabetic())
            .count();
        let word = &characters[at..at + length];
        let capitals = word
            .iter()
            .take_while(|character| character.code.is_ascii_uppercase())
            .count();
        let small = word[capitals..]
            .iter()
            .all(|character| character.code.is_ascii_lowercase());
        if capitals >= 3 && length >= capitals + 2 && small && word[0].part != Part::Code {
            for index in at + capitals..at + length {
                let capital = char::from(characters[index].code.to_ascii_uppercase());
                swaps.extend(replace(characters, index, index + 1, &capital.to_string()));
            }
        }
        at += length.max(1);
    }
    together(swaps, "capitals were read as small letters")
}

/// A comma missing between strings in DATA, one of which ends a row.
fn data(characters: &[Character]) -> Vec<CommonError> {
    let start = characters
        .iter()
        .position(|character| character.code.is_ascii_uppercase())
        .unwrap_or(characters.len());
    if characters::keyword(&characters[start..]) != Some(token::DATA) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for at in 1..characters.len() {
        let (before, character) = (characters[at - 1], characters[at]);
        if before.row == character.row || before.code != b'"' || character.code != b'"' {
            continue;
        }
        let quotes = characters[..at]
            .iter()
            .filter(|character| character.code == b'"')
            .count();
        if quotes % 2 == 0 {
            let below = replace(characters, at, at + 1, ",\"");
            let above = replace(characters, at - 1, at, "\",");
            found.push(CommonError::new(
                "a comma between two strings was lost",
                vec![below, above],
            ));
        }
    }
    found
}

/// `A$="S" OR A$="S"`: the second of two equal tests is probably for the lower-case letter.
fn both_cases(characters: &[Character]) -> Vec<CommonError> {
    let tests: Vec<(usize, String)> = (2..characters.len().saturating_sub(2))
        .filter(|&at| {
            let quoted = characters[at].code == b'"'
                && characters[at + 2].code == b'"'
                && characters[at].part == Part::Code;
            quoted && characters[at + 1].code.is_ascii_uppercase()
        })
        .map(|at| {
            let operator = characters[..at]
                .iter()
                .rev()
                .take_while(|character| b"<>=".contains(&character.code))
                .count();
            let name = characters[..at - operator].iter().rev().take(2).count();
            let text = characters[at - operator - name..at + 2]
                .iter()
                .map(|character| char::from(character.code))
                .collect();
            (at, text)
        })
        .collect();
    let mut found = Vec::new();
    for pair in tests.windows(2) {
        let ((first, one), (second, other)) = (&pair[0], &pair[1]);
        let between: String = text_from(characters, first + 3).chars().take(5).collect();
        let joined = between.contains(" OR ") || between.contains(" AND ");
        if one == other && joined && one.contains('$') && second - first < 16 {
            let small = char::from(characters[second + 1].code.to_ascii_lowercase()).to_string();
            let swaps = replace(characters, second + 1, second + 2, &small);
            found.push(CommonError::new(
                "the same condition is tested twice: one of the letters may be lower case",
                vec![swaps],
            ));
        }
    }
    found
}
