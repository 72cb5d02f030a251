//! Any text as a listing: tokenised or refused, and checked. What is found has a place in the text and is shown in characters
//! only; a program that is kept on tape is the same when it is read, and when it is listed and tokenised again.
use super::{characters_only, text_of};
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{check, tap, text};

/// Tries these bytes.
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
    let found = check::all(source, false);
    for finding in found.iter() {
        for span in finding.fixes.iter().map(|fix| &fix.span).chain([&finding.span]) {
            assert!(source.get(span.clone()).is_some());
        }
    }
    characters_only(&found.render("fuzz\u{1b}", source, false));
}
