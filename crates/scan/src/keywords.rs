//! Finds misread keywords: with one or two characters confused, lost, doubled, or split.

use std::sync::LazyLock;

use girafa_basic::token;

use super::edits;

/// A change that turns some characters into a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nearly {
    /// The first character to replace, and the number of characters.
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) put: String,
    /// Its cost: higher is less likely.
    pub(super) cost: u32,
}

/// Pairs of characters that scans make of one character.
const SPLIT_PAIRS: [(&str, char); 6] = [
    ("RN", 'M'),
    ("VV", 'W'),
    ("CL", 'D'),
    ("IV", 'N'),
    ("I-I", 'H'),
    ("LI", 'U'),
];

/// Returns changes that turn the start of a text into a keyword, most likely first. The text must start at
/// the start of a word.
pub(super) fn nearly(text: &[char]) -> Vec<Nearly> {
    let mut found: Vec<Nearly> = Vec::new();
    let plain: Vec<u8> = text
        .iter()
        .take(MAX_CHARACTERS)
        .map(|&character| character as u8)
        .collect();
    let there = token::longest_at(&plain).filter(|&(_, length)| ends_word(text, length));
    if there.is_some() {
        return found;
    }
    for letters in KEYWORDS.iter() {
        one_keyword(text, letters, &mut found);
    }
    found.sort_by_key(|nearly| nearly.cost);
    found.truncate(MAX_KEYWORDS);
    found
}

/// The letters of all keywords that consist of letters.
static KEYWORDS: LazyLock<Vec<Vec<char>>> = LazyLock::new(|| {
    let all = (token::FIRST..=u8::MAX).filter_map(token::text);
    let letters = all.map(|keyword| keyword.chars().collect::<Vec<char>>());
    letters
        .filter(|letters| letters[0].is_ascii_alphabetic())
        .collect()
});

/// Maximum number of keywords tried at one position.
const MAX_KEYWORDS: usize = 8;
/// Length of the longest keyword, plus a margin.
const MAX_CHARACTERS: usize = 12;

fn one_keyword(text: &[char], keyword: &[char], found: &mut Vec<Nearly>) {
    let same = |one: &char, other: &char| one.eq_ignore_ascii_case(other);
    let goes_on = |text: &[char], rest: &[char]| {
        text.len() >= rest.len()
            && text.iter().zip(rest).all(|(one, other)| same(one, other))
            && ends_word(text, rest.len())
    };
    let first = text
        .iter()
        .zip(keyword)
        .take_while(|(one, other)| same(one, other))
        .count();
    let (Some(rest), Some(&expected)) = (text.get(first..), keyword.get(first)) else {
        return;
    };
    let small = text[..first].iter().any(char::is_ascii_lowercase);
    let short = match keyword.len() {
        ..=2 => 3,
        3 => 1,
        _ => 0,
    };
    let mut push = |at: usize, length: usize, put: String, cost: u32| {
        let put = if small { put.to_ascii_lowercase() } else { put };
        let cost = cost + short + if small { LOWER_CASE_COST } else { 0 };
        found.push(Nearly {
            at,
            length,
            put,
            cost,
        });
    };
    let expected_after = &keyword[first + 1..];
    if goes_on(rest, expected_after) && first > 0 {
        push(first, 0, expected.to_string(), 2);
    }
    // At least one more letter must be present.
    let Some(&here) = rest.first() else { return };
    let known = expected_after.len() + first > 0;
    if known && goes_on(&rest[1..], expected_after) && here != '"' {
        push(first, 1, expected.to_string(), replaced(here, expected));
    }
    if goes_on(&rest[1..], &keyword[first..]) {
        let doubled = first > 0 && same(&text[first - 1], &here) || here == ' ';
        push(first, 1, String::new(), if doubled { 1 } else { 3 });
    }
    for (piece, _) in SPLIT_PAIRS.into_iter().filter(|&(_, one)| one == expected) {
        let pieces: Vec<char> = piece.chars().collect();
        let apart =
            rest.len() > pieces.len() && rest.iter().zip(&pieces).all(|(here, piece)| same(here, piece));
        if apart && goes_on(&rest[pieces.len()..], expected_after) {
            push(first, pieces.len(), expected.to_string(), 1);
        }
    }
    // Two wrong characters, if enough others match.
    let equal = rest[1..]
        .iter()
        .zip(expected_after)
        .take_while(|(one, other)| same(one, other))
        .count();
    let second = first + 1 + equal;
    if let (Some(&other), Some(&expected_too)) = (text.get(second), keyword.get(second))
        && (keyword.len() >= MIN_LETTERS_FOR_TWO_ERRORS
            || replaced(here, expected) + replaced(other, expected_too) == 2)
        && goes_on(&text[second + 1..], &keyword[second + 1..])
    {
        let put: String = keyword[first..=second].iter().collect();
        let cost = 1 + replaced(here, expected) + replaced(other, expected_too);
        push(first, second + 1 - first, put, cost);
    }
}

/// Minimum length of a keyword that is recognised with two wrong letters.
const MIN_LETTERS_FOR_TWO_ERRORS: usize = 4;
/// Additional cost of a keyword in lower case: most lower-case words are names.
const LOWER_CASE_COST: u32 = 3;

/// Cost of reading one character as another.
fn replaced(here: char, expected: char) -> u32 {
    let known = edits::confused(here).iter().any(|&(other, _)| other == expected);
    if known || here == ' ' { 1 } else { 2 }
}

fn ends_word(text: &[char], length: usize) -> bool {
    text.get(length).is_none_or(|next| !next.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_with_a_character_wrong() {
        for (text, keyword) in [
            ("REH fim", "REM fim"),
            ("RTURN", "RETURN"),
            ("7HEN GO", "THEN GO"),
            ("GO 7O 3", "GO TO 3"),
            ("GO SU 20", "GO SUB 20"),
            ("NEXI l", "NEXT l"),
            ("PPRINT 1", "PRINT 1"),
            ("PR INT 1", "PRINT 1"),
            ("RERN x", "REM x"),
        ] {
            let characters: Vec<char> = text.chars().collect();
            let corrected: Vec<String> = nearly(&characters)
                .iter()
                .map(|nearly| {
                    let mut corrected = characters.clone();
                    corrected.splice(nearly.at..nearly.at + nearly.length, nearly.put.chars());
                    corrected.into_iter().collect()
                })
                .collect();
            assert!(
                corrected.iter().any(|corrected| corrected == keyword),
                "{text}: {corrected:?}"
            );
        }
        assert!(nearly(&"PRINT 1".chars().collect::<Vec<_>>()).is_empty());
    }
}
