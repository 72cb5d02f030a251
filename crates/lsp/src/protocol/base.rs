//! [Basic JSON structures], which requests and answers share.
//!
//! [Basic JSON structures]:
//! https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#basicJsonStructures

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Uri;

/// A place in a text: a row, and UTF-16 units in it.
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

/// A part of a text.
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

/// A part of a document.
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

/// Changes of several documents.
#[derive(Debug, Serialize)]
pub struct WorkspaceEdit {
    pub changes: BTreeMap<Uri, Vec<TextEdit>>,
}

/// A text to show, and how it is written.
#[derive(Debug, Serialize)]
pub struct MarkupContent {
    pub kind: MarkupKind,
    pub value: String,
}

/// How a text to show is written.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkupKind {
    PlainText,
    Markdown,
}

/// Numbers of the protocol with their names.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident { $($constant:ident = $number:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize)]
        #[serde(transparent)]
        pub struct $name(u8);

        impl $name {
            $(pub const $constant: $name = $name($number);)*
        }
    )*};
}

numbers! {
    /// How bad a diagnostic is.
    DiagnosticSeverity {
        ERROR = 1,
        WARNING = 2,
        INFORMATION = 3,
    }
    /// What else is known of a diagnostic.
    DiagnosticTag {
        UNNECESSARY = 1,
    }
    /// How a message is shown.
    MessageType {
        ERROR = 1,
        WARNING = 2,
    }
    /// What a completion is, for its picture.
    CompletionItemKind {
        FUNCTION = 3,
        VARIABLE = 6,
        KEYWORD = 14,
        REFERENCE = 18,
    }
    /// What is done at a place that is highlighted.
    DocumentHighlightKind {
        READ = 2,
        WRITE = 3,
    }
    /// What a symbol is.
    SymbolKind {
        FUNCTION = 12,
        VARIABLE = 13,
        STRING = 15,
        ARRAY = 18,
    }
}

/// Something that is wrong or doubtful.
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

/// Another place that a diagnostic is about.
#[derive(Debug, Serialize)]
pub struct DiagnosticRelatedInformation {
    pub location: Location,
    pub message: String,
}
