//! Messages to the client: the results of requests, and the parameters of notifications.

use serde::{Deserialize, Serialize, Serializer};

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

/// The text shown at a position.
#[derive(Debug, Serialize)]
pub struct Hover {
    pub contents: MarkupContent,
    pub range: Range,
}

/// A completion.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter_text: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insert_text_format: Option<u8>,
    pub text_edit: TextEdit,
}

impl CompletionItem {
    /// The format of a text with places to fill in.
    pub const TEMPLATE: u8 = 2;

    /// An item whose label is the text that it inserts.
    pub fn new(kind: CompletionItemKind, detail: String, text_edit: TextEdit) -> CompletionItem {
        CompletionItem {
            label: text_edit.new_text.clone(),
            kind,
            detail,
            documentation: None,
            sort_text: None,
            filter_text: None,
            insert_text_format: None,
            text_edit,
        }
    }
}

/// A highlighted position that refers to the same symbol.
#[derive(Debug, Serialize)]
pub struct DocumentHighlight {
    pub range: Range,
    pub kind: DocumentHighlightKind,
}

/// The kinds of code actions.
pub mod code_action_kind {
    /// Fixes a diagnostic.
    pub const QUICKFIX: &str = "quickfix";
    /// Rewrites the listing in another form.
    pub const REFACTOR_REWRITE: &str = "refactor.rewrite";
}

/// A code action.
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

/// A command over a range of the text.
#[derive(Debug, Serialize)]
pub struct CodeLens {
    pub range: Range,
    pub command: Command,
}

/// A command that the client executes.
#[derive(Debug, Serialize)]
pub struct Command {
    pub title: &'static str,
    pub command: &'static str,
    pub arguments: [Uri; 1],
}

/// A folding range.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoldingRange {
    pub start_line: u32,
    pub end_line: u32,
    pub kind: FoldingRangeKind,
}

/// The kind of a folding range.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FoldingRangeKind {
    Comment,
    Region,
}

/// A symbol that a document defines.
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

/// An item of the call hierarchy; the client returns it to ask for its calls.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallHierarchyItem {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub kind: SymbolKind,
    pub uri: Uri,
    pub range: Range,
    pub selection_range: Range,
    /// The number of a subroutine's first line; none for the program outside subroutines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<u16>,
}

/// The signature of what is being typed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignatureHelp {
    signatures: [SignatureInformation; 1],
    active_signature: u32,
    active_parameter: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SignatureInformation {
    label: String,
    documentation: String,
    parameters: Vec<ParameterInformation>,
}

#[derive(Debug, Serialize)]
struct ParameterInformation {
    label: [u32; 2],
}

impl SignatureHelp {
    /// Creates the help: `parameters` are the ranges of the parameters in `label`.
    pub fn new(
        label: String,
        documentation: String,
        parameters: Vec<[u32; 2]>,
        active: u32,
    ) -> SignatureHelp {
        let parameters = parameters.into_iter().map(|label| ParameterInformation { label });
        SignatureHelp {
            signatures: [SignatureInformation {
                label,
                documentation,
                parameters: parameters.collect(),
            }],
            active_signature: 0,
            active_parameter: active,
        }
    }
}

/// Semantic tokens.
#[derive(Debug, Serialize)]
pub struct SemanticTokens {
    #[serde(serialize_with = "flat")]
    pub data: Vec<SemanticToken>,
}

/// A semantic token; its position is relative to the previous one.
#[derive(Debug, Clone, Copy)]
pub struct SemanticToken {
    pub delta_line: u32,
    pub delta_start: u32,
    pub length: u32,
    pub token_type: u32,
    pub token_modifiers_bitset: u32,
}

/// Serializes each token as five numbers.
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

/// A text shown within a row without being part of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InlayHint {
    pub position: Position,
    pub label: String,
    pub padding_left: bool,
}
