//! What is wrong or doubtful in a scan, with a stable code for its kind.

use girafa_basic::diagnostic::{Diagnostic, Severity};

/// The kind of a doubtful place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DoubtCode {
    /// A head comment of the text form is malformed.
    HeadComment,
    /// The machine does not have a character.
    UnknownCharacter,
    /// A row belongs to no line.
    NoLine,
    /// The grammar's finding in a line.
    Syntax,
    /// A row has fewer columns than the paper.
    RowTooNarrow,
    /// A row has more columns than the paper.
    RowTooWide,
    /// Spaces are assumed, as the row is too short without them.
    AssumedSpaces,
    /// The line breaks its rows elsewhere than the page, or into another number of them.
    RowBreaks,
    /// Characters that are likely misread: a name, a number, a jump, an item of DATA, a character that scans
    /// confuse.
    LikelyMisread,
    /// A picture leaves a character uncertain.
    UncertainCharacter,
    /// A picture has print in no row of the text.
    UnreadPrint,
}

impl DoubtCode {
    /// The code as text, which does not change between versions.
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

/// A diagnostic with its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub code: DoubtCode,
    /// What is wrong, and where in the text.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// A diagnostic of this kind.
    pub fn new(code: DoubtCode, diagnostic: Diagnostic) -> Finding {
        Finding { code, diagnostic }
    }

    /// Whether it forbids a result.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}
