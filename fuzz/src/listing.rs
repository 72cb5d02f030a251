//! Any text as a listing: tokenised or rejected, checked, formatted, renumbered and indexed. Diagnostics have
//! a valid position and are shown without control characters. A program round-trips through a tape, and
//! through its listing.
use super::{characters_only, text_of};
use girafa_basic::index::{self, Index};
use girafa_basic::renumber::{self, Numbering};
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{check, edit, format, tap, text};

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    let source = text_of(bytes);
    match tokenise::program(source, &Options::default()) {
        Ok(done) => {
            let listed = text::from_program(&done.program);
            let again = tokenise::program(&listed, &Options::default()).expect("what is listed is tokenised");
            assert_eq!(again.program, done.program);
            if let Ok(tape) = tap::from_program(&done.program) {
                assert_eq!(tap::read_program(&tape).expect("a tape"), done.program);
            }
        }
        Err(errors) => characters_only(&errors.render("fuzz\u{1b}", source, false)),
    }
    rewritten(source);
    let found = check::all(source, false);
    for finding in found.iter() {
        for span in finding.fixes.iter().map(|fix| &fix.span).chain([&finding.span]) {
            assert!(source.get(span.clone()).is_some());
        }
    }
    characters_only(&found.render("fuzz\u{1b}", source, false));
}

/// Formatting keeps the program and is idempotent; positions are valid in the text.
fn rewritten(source: &str) {
    let program = |text: &str| tokenise::program(text, &Options::default()).map(|done| done.program);
    if let Ok(edits) = format::edits(source) {
        let edited = edit::apply(source, &edits);
        assert_eq!(program(&edited), program(source));
        assert_eq!(format::edits(&edited), Ok(Vec::new()));
    }
    if let Ok(renumbered) = renumber::text(source, &Numbering::default()) {
        let lines = |text: &str| program(text).map(|program| program.lines.len());
        assert_eq!(lines(&renumbered.apply(source)), lines(source));
    }
    let index = Index::read(source);
    for span in index.words.iter().map(|word| &word.span) {
        assert!(source.get(span.clone()).is_some());
    }
    if let Some(found) = index.uses.last() {
        let name = if found.symbol.name.ends_with('$') {
            "z$"
        } else {
            "z"
        };
        if let Ok(renamed) = index::rename(source, found.span.start, name) {
            let again = Index::read(&edit::apply(source, &renamed.edits));
            assert_eq!(again.uses.len(), index.uses.len());
        }
    }
}
