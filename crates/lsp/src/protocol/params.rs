//! Messages from the client: the parameters of requests and notifications.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{CallHierarchyItem, Position, Range, Uri};

/// A document that the client opens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentItem {
    pub uri: Uri,
    #[serde(rename = "languageId")]
    _language_id: String,
    pub version: i32,
    pub text: String,
}

/// A document.
#[derive(Debug, Deserialize)]
pub struct TextDocumentIdentifier {
    pub uri: Uri,
}

/// A version of a document.
#[derive(Debug, Deserialize)]
pub struct VersionedTextDocumentIdentifier {
    pub uri: Uri,
    pub version: i32,
}

/// `textDocument/didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DidOpenTextDocumentParams {
    pub text_document: TextDocumentItem,
}

/// `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DidChangeTextDocumentParams {
    pub text_document: VersionedTextDocumentIdentifier,
    pub content_changes: Vec<TextDocumentContentChangeEvent>,
}

/// A change to a range of a text; without `range`, a replacement of all of it.
#[derive(Debug, Deserialize)]
pub struct TextDocumentContentChangeEvent {
    pub range: Option<Range>,
    pub text: String,
}

/// `textDocument/didClose`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DidCloseTextDocumentParams {
    pub text_document: TextDocumentIdentifier,
}

/// The parameters of a request that only has a document: `textDocument/foldingRange`, `documentSymbol` and
/// `semanticTokens/full`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentParams {
    pub text_document: TextDocumentIdentifier,
}

/// The parameters of a request that only has a position: `textDocument/hover`, `definition`,
/// `documentHighlight` and `prepareRename`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentPositionParams {
    pub text_document: TextDocumentIdentifier,
    pub position: Position,
}

/// `textDocument/semanticTokens/range` and `textDocument/inlayHint`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextDocumentRangeParams {
    pub text_document: TextDocumentIdentifier,
    pub range: Range,
}

/// `textDocument/completion`.
#[derive(Debug, Deserialize)]
pub struct CompletionParams {
    #[serde(flatten)]
    pub text_document_position: TextDocumentPositionParams,
    pub context: Option<CompletionContext>,
}

/// The trigger of a completion request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionContext {
    #[serde(rename = "triggerKind")]
    _trigger_kind: i32,
    pub trigger_character: Option<String>,
}

/// `textDocument/references`.
#[derive(Debug, Deserialize)]
pub struct ReferenceParams {
    #[serde(flatten)]
    pub text_document_position: TextDocumentPositionParams,
    pub context: ReferenceContext,
}

/// Whether the definition counts as a reference.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceContext {
    pub include_declaration: bool,
}

/// `textDocument/rename`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenameParams {
    #[serde(flatten)]
    pub text_document_position: TextDocumentPositionParams,
    pub new_name: String,
}

/// `textDocument/formatting`: a listing has one format, so the options are ignored.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFormattingParams {
    pub text_document: TextDocumentIdentifier,
    #[serde(rename = "options")]
    _options: IgnoredAny,
}

/// `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`.
#[derive(Debug, Deserialize)]
pub struct CallHierarchyParams {
    pub item: CallHierarchyItem,
}

/// `textDocument/codeAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeActionParams {
    pub text_document: TextDocumentIdentifier,
    pub range: Range,
    pub context: CodeActionContext,
}

/// The code actions that the client requests.
#[derive(Debug, Deserialize)]
pub struct CodeActionContext {
    #[serde(rename = "diagnostics")]
    _diagnostics: Vec<IgnoredAny>,
    /// Their kinds; if absent, all kinds.
    pub only: Option<Vec<String>>,
}
