//! Any bytes as a `.tap`. If it has a BASIC program, the program is listed and must be the same when it is
//! tokenised again. A cassette keeps the bytes.
use super::check_message;
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{llist, tap, text};
use girafa_inspect::statements;
use girafa_session::cassette::Cassette;

/// Maximum length of a listing.
const MAX_TEXT_LENGTH: usize = 1 << 20;

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    match tap::read_program(bytes) {
        Ok(program) => {
            let listed = text::from_program(&program);
            let _ = (llist::rows(&program, 32), statements::of_program(&program));
            let is_empty =
                program.lines.is_empty() && program.tail.is_empty() && program.variables.is_empty();
            if listed.len() <= MAX_TEXT_LENGTH && !is_empty {
                let again = tokenise::program(&listed, &Options::default());
                assert_eq!(again.expect("what is listed is tokenised").program, program);
            }
        }
        Err(error) => check_message(&error),
    }
    if let Ok(cassette) = Cassette::from_tap(bytes) {
        assert_eq!(cassette.tape().to_tap(), bytes);
    }
}
