//! Hints for the libraries' errors and notices: which option or command helps.

use girafa_loader::{LoadError, Notice};
use girafa_session::launch::LaunchError;

/// A hint to append to an error's message.
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

/// A hint to append to a notice.
pub fn of_notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::Edition(_) => " (for the book's listing: girafa book import FILE, FILE being its text)",
        Notice::StaleImport(_) => ": run `girafa book import TEXT` to import them again",
        Notice::OtherRom { .. } | Notice::Resumed { .. } => {
            ": if the program crashes, give that ROM with --rom FILE"
        }
        _ => "",
    }
}
