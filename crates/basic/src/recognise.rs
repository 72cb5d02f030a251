//! Recognises listings for another Sinclair machine or for a compiler by features that only they have.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::ROW_ENDS;
use crate::work;

/// The code of the diagnostic.
const OTHER_DIALECT: &str = "G106";

/// Maximum number of features that a diagnostic quotes.
const MAX_QUOTED_FEATURES: usize = 3;

/// Number of different features that show a dialect even if some rows contradict it.
const MIN_FEATURES: usize = 3;

/// A dialect and how to recognise it.
struct Dialect {
    name: &'static str,
    help: &'static str,
    /// Finds, in a row without its line number, strings and remark, a feature that only this dialect has.
    feature: fn(&str) -> Option<Feature>,
    /// Whether each row has one statement. If a row has two, the dialect needs [`MIN_FEATURES`].
    has_single_statements: bool,
}

/// A feature in a row.
struct Feature {
    place: Range<usize>,
    /// Whether it may also be an error in a listing for the Spectrum.
    is_weak: bool,
}

impl Feature {
    fn certain(place: Range<usize>) -> Option<Feature> {
        let is_weak = false;
        Some(Feature { place, is_weak })
    }
}

const DIALECTS: [Dialect; 2] = [
    Dialect {
        name: "the ZX81",
        help: "remove SLOW, FAST and SCROLL; UNPLOT is `PLOT INVERSE 1;x,y`; RAND is `RANDOMIZE`; a power is `^`; \
               the ZX81 has 64 by 44 dots, 24 rows and other character codes",
        feature: zx81,
        has_single_statements: true,
    },
    Dialect {
        name: "the compiler ZX BASIC (Boriel)",
        help: "compile it with `zxbc` and run the tape: the Spectrum's BASIC has no types, procedures or \
               preprocessor",
        feature: boriel,
        has_single_statements: false,
    },
];

/// Returns a note with the dialect of a text that does not parse, at the first row that shows it. `None` if the
/// text appears to be for the Spectrum.
pub fn dialect(text: &str) -> Option<Diagnostic> {
    DIALECTS.iter().find_map(|dialect| note(text, dialect))
}

fn note(text: &str, dialect: &Dialect) -> Option<Diagnostic> {
    let mut first: Option<Range<usize>> = None;
    let mut has_two_statements = false;
    let mut is_certain = false;
    let mut features: Vec<String> = Vec::new();
    let mut start = 0;
    work::add(text.len());
    for row in text.split_inclusive(ROW_ENDS) {
        let code = code_of(row);
        has_two_statements |= row[code.clone()].contains(':');
        if let Some(feature) = (dialect.feature)(&row[code.clone()]) {
            let place = code.start + feature.place.start..code.start + feature.place.end;
            let words: Vec<&str> = row[place.clone()].split_whitespace().collect();
            let written = words.join(" ").to_ascii_uppercase();
            if !features.contains(&written) {
                features.push(written);
            }
            is_certain |= !feature.is_weak;
            first.get_or_insert(start + place.start..start + place.end);
        }
        start += row.len();
    }
    let is_contradicted = dialect.has_single_statements && has_two_statements;
    if !is_certain || is_contradicted && features.len() < MIN_FEATURES {
        return None;
    }
    features.truncate(MAX_QUOTED_FEATURES);
    let quoted = features;
    let marks: Vec<String> = quoted.iter().map(|mark| format!("`{mark}`")).collect();
    let message = format!(
        "this listing seems to be for {}: it has {}",
        dialect.name,
        marks.join(", ")
    );
    Some(
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::warning(first?, message, "")
        }
        .code(OTHER_DIALECT)
        .help(dialect.help),
    )
}

/// The code part of a row: after its line number, up to the first string or the remark.
fn code_of(row: &str) -> Range<usize> {
    let start = row.len() - row.trim_start_matches([' ', '\t', '\u{feff}']).len();
    let digits = row[start..].bytes().take_while(u8::is_ascii_digit).count();
    let start = start + digits;
    let start = row.len() - row[start..].trim_start().len();
    let end = row[start..].find('"').map_or(row.len(), |quote| start + quote);
    let end = words(&row[start..end])
        .find(|word| is(&row[start..][word.clone()], "REM"))
        .map_or(end, |word| start + word.start);
    start..start + row[start..end].trim_end().len()
}

/// The words of the code: letters, digits and `#`.
fn words(code: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '#';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + code[at..].find(is_part)?;
        let end = code[start..].find(|character| !is_part(character));
        at = end.map_or(code.len(), |length| start + length);
        Some(start..at)
    })
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

fn is_any(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| is(word, name))
}

/// Finds SLOW, FAST or SCROLL alone in a row, or UNPLOT and its coordinates; or a sign that may be an error: RAND
/// at the start, or `**`.
fn zx81(code: &str) -> Option<Feature> {
    let first = words(code).next()?;
    let word = &code[first.clone()];
    let is_alone = first == (0..code.len());
    if is_alone && is_any(word, &["SLOW", "FAST", "SCROLL"]) || is(word, "UNPLOT") {
        return Feature::certain(first);
    }
    let power = || code.find("**").map(|at| at..at + 2);
    let place = Some(first).filter(|_| is(word, "RAND")).or_else(power)?;
    Some(Feature { place, is_weak: true })
}

/// Finds a preprocessor directive, a type that no other BASIC has, or a block of machine code.
fn boriel(code: &str) -> Option<Feature> {
    let mut before: Option<Range<usize>> = None;
    for word in words(code) {
        let written = &code[word.clone()];
        let is_after = |name: &str| before.clone().is_some_and(|before| is(&code[before], name));
        let is_directive = is_any(
            written,
            &["#INCLUDE", "#DEFINE", "#PRAGMA", "#REQUIRE", "#IFDEF", "#IFNDEF"],
        );
        if word.start == 0 && is_directive || is(written, "FASTCALL") {
            return Feature::certain(word);
        }
        let is_type = is_any(written, &["UBYTE", "BYTE", "UINTEGER", "ULONG", "FIXED"]);
        if is_type && is_after("AS") || is(written, "ASM") && is_after("END") {
            return Feature::certain(before?.start..word.end);
        }
        before = Some(word);
    }
    None
}
