//! Our own editions of the book's programs, which come with the command.

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};

use crate::exit::Failure;

/// Our edition of the program `id`, to be started by RUN; `None` if there is none.
pub fn edition(id: &str) -> Result<Option<Program>, Failure> {
    let Some((name, text)) = girafa_listings::EDITIONS.iter().find(|(name, _)| *name == id) else {
        return Ok(None);
    };
    let options = Options {
        name: id.to_owned(),
        ..Options::default()
    };
    match tokenise::program(text, &options) {
        Ok(done) => Ok(Some(done.program)),
        Err(errors) => Err(Failure::bad_file(format_args!(
            "our edition of {id} has mistakes:\n{}",
            errors.render(name, text, false)
        ))),
    }
}
