//! Our own editions of the book's programs, which come with the command.

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};

use crate::error::SubjectError;

/// Our edition of the program `id`, to be started by RUN; `None` if there is none.
///
/// # Errors
/// It has mistakes.
pub fn edition(id: &str) -> Result<Option<Program>, SubjectError> {
    let Some((_, text)) = girafa_listings::EDITIONS.iter().find(|(name, _)| *name == id) else {
        return Ok(None);
    };
    let options = Options {
        name: id.to_owned(),
        ..Options::default()
    };
    match tokenise::program(text, &options) {
        Ok(done) => Ok(Some(done.program)),
        Err(errors) => Err(SubjectError::Listing {
            name: id.to_owned(),
            said: format!("our edition of {id} has mistakes"),
            text: (*text).to_owned(),
            errors,
        }),
    }
}
