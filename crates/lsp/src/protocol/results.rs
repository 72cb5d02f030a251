//! What the server sends: the results of requests, and the parameters of its notifications.

use serde::{Serialize, Serializer};

use super::{
    CompletionItemKind, Diagnostic, DocumentHighlightKind, MarkupContent, MessageType, Position, Range,
    SymbolKind, TextEdit, Uri, WorkspaceEdit,
};

/// `textDocument/publishDiagnostics`.
#[derive(Debug, Serialize)]
pub struct PublishDiagnosticsParams {
    pub uri: Uri,
    pub diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i32>,
}

/// `window/showMessage`.
#[derive(Debug, Serialize)]
pub struct ShowMessageParams {
    #[serde(rename = "type")]
    pub kind: MessageType,
    pub message: String,
}

/// What is shown at a place.
#[derive(Debug, Serialize)]
pub struct Hover {
    pub contents: MarkupContent,
    pub range: Range,
}

/// Something that could be typed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionItem {
    pub label: String,
    pub kind: CompletionItemKind,
    pub detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<MarkupContent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_text: Option<String>,
    pub text_edit: TextEdit,
}

/// A place that is marked because it is about the same as another.
#[derive(Debug, Serialize)]
pub struct DocumentHighlight {
    pub range: Range,
    pub kind: DocumentHighlightKind,
}

/// The kinds of code actions.
pub mod code_action_kind {
    /// It repairs what a diagnostic is about.
    pub const QUICKFIX: &str = "quickfix";
    /// It writes the listing in another way.
    pub const REFACTOR_REWRITE: &str = "refactor.rewrite";
}

/// A change that the client can offer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeAction {
    pub title: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Diagnostic>>,
    pub edit: WorkspaceEdit,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_preferred: Option<bool>,
}

/// Rows that can be folded.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoldingRange {
    pub start_line: u32,
    pub end_line: u32,
    pub kind: FoldingRangeKind,
}

/// What is folded.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FoldingRangeKind {
    Comment,
    Region,
}

/// A name that a document makes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSymbol {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub kind: SymbolKind,
    pub range: Range,
    pub selection_range: Range,
}

/// Coloured words.
#[derive(Debug, Serialize)]
pub struct SemanticTokens {
    #[serde(serialize_with = "flat")]
    pub data: Vec<SemanticToken>,
}

/// A coloured word; it stands relative to the one before.
#[derive(Debug, Clone, Copy)]
pub struct SemanticToken {
    pub delta_line: u32,
    pub delta_start: u32,
    pub length: u32,
    pub token_type: u32,
    pub token_modifiers_bitset: u32,
}

/// Five numbers for each word.
fn flat<S: Serializer>(tokens: &[SemanticToken], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tokens.iter().flat_map(|token| {
        [
            token.delta_line,
            token.delta_start,
            token.length,
            token.token_type,
            token.token_modifiers_bitset,
        ]
    }))
}

/// A text that is shown in a row without being part of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InlayHint {
    pub position: Position,
    pub label: String,
    pub padding_left: bool,
}
