//! What is transcribed.

use crate::uncertain::Uncertain;
use crate::unread::UnreadPrint;

/// The text of a scan, and what is known of the pictures that it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text of the scan, one printed row a line.
    pub text: &'a str,
    /// The characters that pictures leave uncertain.
    pub uncertain: &'a [Uncertain],
    /// The print of pictures that is in no row.
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
