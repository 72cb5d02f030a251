//! Print in a picture that is not in any row of the text; it is reported at the nearest row.

use girafa_basic::diagnostic::Diagnostic;

use crate::finding::{DoubtCode, Finding};
use crate::text::Text;

/// Print on a page that was detected but not recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadPrint {
    /// The line of the text, from 1, whose row is next to it.
    pub line: usize,
    /// Its picture and position there, for display.
    pub place: String,
}

/// Returns a doubt for each.
pub(super) fn doubts(text: &Text<'_>, all: &[UnreadPrint]) -> Vec<Finding> {
    let known = all
        .iter()
        .filter(|unread| (1..=text.count()).contains(&unread.line));
    let doubt = |unread: &UnreadPrint| {
        let row = text.line(unread.line);
        let start = text.start(unread.line) + row.len() - row.trim_start().len();
        let first = row.trim_start().chars().next().map_or(0, char::len_utf8);
        let message = format!("print {} was not read", unread.place);
        let help = "to read it, crop the picture to it; to leave it out, accept this row with [[doubt]] in the fixes";
        let diagnostic = Diagnostic::warning(start..start + first, message, "the row next to it");
        Finding::new(DoubtCode::UnreadPrint, diagnostic.help(help.to_owned()))
    };
    known.map(doubt).collect()
}
