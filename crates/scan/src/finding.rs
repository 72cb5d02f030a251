//! Errors and doubts about a scan, with a stable code for each kind.

use girafa_basic::diagnostic::{Diagnostic, Severity};

/// The kind of a doubtful place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DoubtCode {
    /// A head comment of the text form is malformed.
    HeadComment,
    /// The machine does not have this character.
    UnknownCharacter,
    /// A row does not belong to a line.
    NoLine,
    /// The grammar reports a problem in a line.
    Syntax,
    /// A row is narrower than the paper.
    RowTooNarrow,
    /// A row is wider than the paper.
    RowTooWide,
    /// Spaces are assumed, because the row is too short without them.
    AssumedSpaces,
    /// LLIST would break the line at other places than the page, or into another number of rows.
    RowBreaks,
    /// Characters are probably misread: in a name, a number, a jump or a DATA item, or a character that scans
    /// confuse.
    LikelyMisread,
    /// The text recognition is not certain of a character.
    UncertainCharacter,
    /// A picture has print that is not in any row of the text.
    UnreadPrint,
}

impl DoubtCode {
    /// Returns the code as text, which does not change between versions.
    pub fn as_str(self) -> &'static str {
        match self {
            DoubtCode::HeadComment => "head-comment",
            DoubtCode::UnknownCharacter => "unknown-character",
            DoubtCode::NoLine => "no-line",
            DoubtCode::Syntax => "syntax",
            DoubtCode::RowTooNarrow => "row-too-narrow",
            DoubtCode::RowTooWide => "row-too-wide",
            DoubtCode::AssumedSpaces => "assumed-spaces",
            DoubtCode::RowBreaks => "row-breaks",
            DoubtCode::LikelyMisread => "likely-misread",
            DoubtCode::UncertainCharacter => "uncertain-character",
            DoubtCode::UnreadPrint => "unread-print",
        }
    }
}

/// A diagnostic with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub code: DoubtCode,
    /// The message and its place in the text.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// Creates a finding of this kind.
    pub fn new(code: DoubtCode, diagnostic: Diagnostic) -> Finding {
        Finding { code, diagnostic }
    }

    /// Whether it prevents a result.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}
