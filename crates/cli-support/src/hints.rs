//! What the libraries' errors and notices leave to the command to say: which option or command helps.

use girafa_loader::{LoadError, Notice};
use girafa_session::launch::LaunchError;

/// What to do about an error: words that go behind its message.
pub fn of_error(error: &LoadError) -> &'static str {
    match error {
        LoadError::NoLoader => "; try --poke",
        LoadError::Launch {
            error: LaunchError::StillLoading { .. },
            ..
        } => "; change the limit with --time",
        LoadError::OnlyPicture { .. } => {
            ": `girafa play` shows it, `girafa run --screen F.png` makes a PNG of it"
        }
        LoadError::NothingToCorrect(_) => {
            ": `girafa book import FILE` makes it, where FILE is the book's text"
        }
        LoadError::UnknownId { meant: None, .. } => " (`girafa programs` lists them)",
        _ => "",
    }
}

/// What to do about a notice: words that go behind it.
pub fn of_notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::Edition(_) => " (for the book's listing: girafa book import FILE, FILE being its text)",
        Notice::StaleImport(_) => ": run `girafa book import TEXT` to import them again",
        Notice::OtherRom { .. } => ": if the program crashes, give that ROM with --rom FILE",
        _ => "",
    }
}
