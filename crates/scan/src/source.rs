//! The input of a transcription.

use crate::uncertain::Uncertain;
use crate::unread::UnreadPrint;

/// The text of a scan, and information about the pictures that it was recognised in.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text of the scan, with one line for each printed row.
    pub text: &'a str,
    /// Uncertain characters.
    pub uncertain: &'a [Uncertain],
    /// Print that is not in any row.
    pub unread: &'a [UnreadPrint],
}

impl<'a> From<&'a str> for Source<'a> {
    fn from(text: &'a str) -> Source<'a> {
        Source {
            text,
            uncertain: &[],
            unread: &[],
        }
    }
}
