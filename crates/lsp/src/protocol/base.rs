//! [Basic JSON structures], shared by requests and responses.
//!
//! [Basic JSON structures]:
//! https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#basicJsonStructures

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Uri;

/// A position in a text: a row, and UTF-16 code units in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

impl Position {
    pub fn new(line: u32, character: u32) -> Position {
        Position { line, character }
    }
}

/// A range of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub fn new(start: Position, end: Position) -> Range {
        Range { start, end }
    }
}

/// A range of a document.
#[derive(Debug, Serialize)]
pub struct Location {
    pub uri: Uri,
    pub range: Range,
}

impl Location {
    pub fn new(uri: Uri, range: Range) -> Location {
        Location { uri, range }
    }
}

/// A change of a text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    pub range: Range,
    pub new_text: String,
}

impl TextEdit {
    pub fn new(range: Range, new_text: String) -> TextEdit {
        TextEdit { range, new_text }
    }
}

/// Changes to several documents.
#[derive(Debug, Serialize)]
pub struct WorkspaceEdit {
    pub changes: BTreeMap<Uri, Vec<TextEdit>>,
}

/// A text to show, and its format.
#[derive(Debug, Serialize)]
pub struct MarkupContent {
    pub kind: MarkupKind,
    pub value: String,
}

/// The format of a text to show.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkupKind {
    PlainText,
    Markdown,
}

/// Defines numeric enumerations of the protocol.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident { $($constant:ident = $number:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u8);

        impl $name {
            $(pub const $constant: $name = $name($number);)*
        }
    )*};
}

numbers! {
    /// The severity of a diagnostic.
    DiagnosticSeverity {
        ERROR = 1,
        WARNING = 2,
        INFORMATION = 3,
    }
    /// A tag of a diagnostic.
    DiagnosticTag {
        UNNECESSARY = 1,
    }
    /// The type of a message to the user.
    MessageType {
        ERROR = 1,
        WARNING = 2,
    }
    /// The kind of a completion, which determines its icon.
    CompletionItemKind {
        FUNCTION = 3,
        VARIABLE = 6,
        KEYWORD = 14,
        SNIPPET = 15,
        REFERENCE = 18,
    }
    /// The kind of access at a highlighted position.
    DocumentHighlightKind {
        READ = 2,
        WRITE = 3,
    }
    /// The kind of a symbol.
    SymbolKind {
        FUNCTION = 12,
        VARIABLE = 13,
        STRING = 15,
        ARRAY = 18,
        KEY = 20,
    }
}

/// An error or warning.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    pub range: Range,
    pub severity: DiagnosticSeverity,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub source: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_information: Vec<DiagnosticRelatedInformation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<DiagnosticTag>,
}

/// A position related to a diagnostic.
#[derive(Debug, Serialize)]
pub struct DiagnosticRelatedInformation {
    pub location: Location,
    pub message: String,
}
