//! Any text as a listing: tokenised or refused, and checked.
#![no_main]

use girafa_basic::tokenise::{self, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match tokenise::program(text, &Options::default()) {
        Ok(done) => {
            let _ = girafa_basic::tap::from_program(&done.program);
        }
        Err(errors) => {
            let _ = errors.render("fuzz", text, false);
        }
    }
    let _ = girafa_basic::check::all(text, false).render("fuzz", text, false);
});
