//! Finds the heading above a place of a text, and derives an id from it.

use girafa_basic::charset;

use girafa_scan::Text;

/// Maximum number of lines between a heading and its listing.
const MAX_DISTANCE: usize = 80;
/// Maximum length of a heading in characters.
const MAX_LENGTH: usize = 60;

/// The nearest heading above line `row` of the text, at or below line `free`, without its markup. Lines
/// inside code fences are not headings.
pub(crate) fn above(
    text: &Text<'_>,
    row: usize,
    free: usize,
    is_fenced: impl Fn(usize) -> bool,
) -> Option<String> {
    let farthest = free.max(row.saturating_sub(MAX_DISTANCE)).max(1);
    let line = |at: usize| {
        let is_near = (farthest..row).contains(&at) && !is_fenced(at);
        if is_near { text.line(at).trim() } else { "" }
    };
    (farthest..row).rev().find_map(|at| {
        let is_alone = line(at + 1).is_empty() && (at == farthest || line(at - 1).is_empty());
        heading(line(at), line(at + 1), is_alone)
    })
}

/// The text of a row that is a heading: marked with #, underlined, numbered, in capitals, or the name of a
/// listing.
fn heading(row: &str, below: &str, is_alone: bool) -> Option<String> {
    let marked = row.trim_start_matches('#');
    let title = marked
        .trim()
        .trim_end_matches([':', '.'])
        .trim_matches('*')
        .trim();
    let letters = title
        .chars()
        .filter(|character| character.is_alphabetic())
        .count();
    if letters < 3 || title.chars().count() > MAX_LENGTH || row.starts_with(['`', '|', '-', '"']) {
        return None;
    }
    let is_marked = marked.len() < row.len() && marked.starts_with(' ');
    let is_line = |line: &str| below.len() >= 3 && below.replace(line, "").is_empty();
    let is_underlined = is_line("=") || is_line("-");
    let ends_openly = row.ends_with([',', ';', '.', '?']);
    let unnumbered =
        title.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    let is_numbered = unnumbered.len() < title.len()
        && unnumbered.starts_with(' ')
        && unnumbered.trim_start().starts_with(char::is_uppercase);
    let is_capital = |character: char| !character.is_lowercase() && !"=\"$<>".contains(character);
    let is_in_capitals = title.chars().all(is_capital);
    let first = title
        .split(|character: char| !character.is_alphabetic())
        .next()?
        .to_lowercase();
    let names_listing = ["listagem", "programa", "listing", "program", "listado"].contains(&first.as_str());
    let is_plain = is_numbered || is_in_capitals || names_listing;
    (is_marked || is_underlined || is_alone && !ends_openly && is_plain).then(|| title.to_owned())
}

/// The number of a heading, without its final point, and the rest; the number is empty if there is none.
pub(crate) fn numbered(heading: &str) -> (&str, &str) {
    let title = heading.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    match title.strip_prefix(' ') {
        Some(title) if !title.trim().is_empty() => {
            let number = &heading[..heading.len() - title.len() - 1];
            (number.trim_end_matches('.'), title.trim())
        }
        _ => ("", heading),
    }
}

/// Unique ids for listings with these headings: `listing-3` if a heading gives none.
pub(crate) fn ids(headings: &[Option<String>]) -> Vec<String> {
    let mut taken = std::collections::HashMap::<String, usize>::new();
    let mut ids = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        let slug = heading.as_deref().map(slug).filter(|id| is_id(id));
        let id = slug.unwrap_or_else(|| format!("listing-{}", index + 1));
        let mut unique = id.clone();
        loop {
            let count = taken.entry(id.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                unique = format!("{id}-{count}");
            }
            if unique == id || !taken.contains_key(&unique) {
                break;
            }
        }
        taken.entry(unique.clone()).or_insert(1);
        ids.push(unique);
    }
    ids
}

/// The name of the catalogue's file without its extension; no listing may have this id.
pub const CATALOGUE: &str = "book";

/// Whether this is valid as the id of a listing, which is part of its file names.
pub(crate) fn is_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&id.len()) && id.bytes().all(plain) && !id.starts_with('-') && id != CATALOGUE
}

/// Maximum length of an id; longer ones are cut between words.
const MAX_ID_LENGTH: usize = 30;

/// A text as lower-case letters, digits and hyphens, without the number at its start.
pub(crate) fn slug(text: &str) -> String {
    let (_, text) = numbered(text);
    let mut slug = String::new();
    for character in text.chars() {
        let plain = if character.is_ascii() {
            Some(character)
        } else {
            charset::without_accent(character).map(char::from)
        };
        match plain.filter(char::is_ascii_alphanumeric) {
            Some(plain) => slug.push(plain.to_ascii_lowercase()),
            None if slug.is_empty() || slug.ends_with('-') => {}
            None => slug.push('-'),
        }
    }
    while slug.len() > MAX_ID_LENGTH {
        let cut = slug.rfind('-').unwrap_or(MAX_ID_LENGTH);
        slug.truncate(cut);
    }
    slug.trim_end_matches('-').to_owned()
}
