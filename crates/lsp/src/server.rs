//! The server's lifecycle, and the dispatch of messages.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use girafa_basic::edit::Edit;
use girafa_basic::format;
use girafa_basic::index;
use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::document::{Document, MAX_TEXT_LENGTH};
use crate::protocol::*;
use crate::transport::{self, Incoming};
use crate::{calls, completion, findings, hover, lenses, measured_lines, navigation, outline, signature};

/// Maximum number of open listings.
const MAX_DOCUMENTS: usize = 200;
/// Maximum size in bytes of all open listings: their analysis is kept and takes many times as much memory.
const MAX_OPEN_TEXT: usize = 8 << 20;
/// Maximum number of queued messages, each up to the maximum message size; reading pauses while the queue is
/// full.
const MAX_WAITING_MESSAGES: usize = 2;

/// Errors that end a connection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The input cannot be split into messages.
    #[error("{0}: cannot read further messages from the editor")]
    Broken(String),
    /// The stream ended, or the client sent `exit`, without a previous `shutdown`.
    #[error("the editor disconnected without `shutdown`")]
    Gone,
    /// A response cannot be written.
    #[error("cannot write a response: {0}")]
    Write(#[from] io::Error),
}

/// Serves one editor until it sends `exit`.
///
/// # Errors
/// The connection ends in another way, or the input is malformed.
pub fn serve(input: impl Read + Send + 'static, output: impl Write) -> Result<(), ServeError> {
    let (sender, receiver) = sync_channel(MAX_WAITING_MESSAGES);
    // The thread is not joined: it ends with its stream or with the process.
    thread::spawn(move || transport::read_all(BufReader::new(input), &sender));
    let server = Server {
        output,
        documents: HashMap::new(),
        changed: Vec::new(),
        life: Life::New,
        has_snippets: false,
    };
    server.run(&receiver)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    ShutDown,
}

struct Server<W> {
    output: W,
    documents: HashMap<String, Document>,
    /// The listings whose diagnostics must be sent.
    changed: Vec<String>,
    life: Life,
    /// Whether the editor can insert templates.
    has_snippets: bool,
}

/// The result of a request, or an error.
type Answer = Result<Value, ResponseError>;

fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError {
        code: code as i32,
        message: message.into(),
        data: None,
    }
}

/// The error for a request that cannot be fulfilled; clients show its message.
fn refused(message: impl ToString) -> ResponseError {
    error(ErrorCode::RequestFailed, message.to_string())
}

fn parameters<T: DeserializeOwned>(value: Value) -> Result<T, ResponseError> {
    serde_json::from_value(value).map_err(|why| error(ErrorCode::InvalidParams, why.to_string()))
}

fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|why| error(ErrorCode::InternalError, why.to_string()))
}

impl<W: Write> Server<W> {
    fn run(mut self, receiver: &Receiver<Incoming>) -> Result<(), ServeError> {
        loop {
            let incoming = match receiver.try_recv() {
                Ok(incoming) => Some(incoming),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    // Diagnostics are computed when no message is queued: after several keystrokes, only for
                    // the last.
                    self.publish()?;
                    receiver.recv().ok()
                }
            };
            match incoming {
                None if self.life == Life::ShutDown => return Ok(()),
                None => return Err(ServeError::Gone),
                Some(Incoming::Broken(why)) => return Err(ServeError::Broken(why)),
                Some(Incoming::Malformed(code, why)) => {
                    transport::write_error(&mut self.output, code, &why)?;
                }
                Some(Incoming::Message(Message::Request(request))) => {
                    let id = request.id.clone();
                    let response_result = self.request(request);
                    transport::write(&mut self.output, &Response { id, response_result })?;
                }
                Some(Incoming::Message(Message::Notification(notification))) => {
                    if notification.method == "exit" {
                        let is_orderly = self.life == Life::ShutDown;
                        return if is_orderly { Ok(()) } else { Err(ServeError::Gone) };
                    }
                    self.notification(notification)?;
                }
                // The server sends no requests, so responses are ignored.
                Some(Incoming::Message(Message::Response(_))) => {}
            }
        }
    }

    fn notify(&mut self, method: &str, params: impl Serialize) -> io::Result<()> {
        transport::write(&mut self.output, &json!({ "method": method, "params": params }))
    }

    /// Sends the diagnostics of the listings that have changed.
    fn publish(&mut self) -> io::Result<()> {
        for uri in std::mem::take(&mut self.changed) {
            if let Some(document) = self.documents.get(&uri) {
                let found = findings::diagnostics(document);
                let params = PublishDiagnosticsParams {
                    uri: document.uri.clone(),
                    diagnostics: found,
                    version: Some(document.version),
                };
                self.notify("textDocument/publishDiagnostics", params)?;
            }
        }
        Ok(())
    }

    fn notification(&mut self, notification: Notification) -> Result<(), ServeError> {
        if self.life != Life::Running {
            return Ok(());
        }
        let done = match notification.method.as_str() {
            "textDocument/didOpen" => self.open(notification.params)?,
            "textDocument/didChange" => self.change(notification.params),
            "textDocument/didClose" => self.close(notification.params)?,
            // `initialized`, `$/cancelRequest`, `textDocument/didSave`...
            _ => Ok(()),
        };
        if let Err(why) = done {
            let message = format!("{}: {}", notification.method, why.message);
            let params = ShowMessageParams {
                kind: MessageType::ERROR,
                message,
            };
            self.notify("window/showMessage", params)?;
        }
        Ok(())
    }

    fn open(&mut self, params: Value) -> io::Result<Result<(), ResponseError>> {
        let params: DidOpenTextDocumentParams = match parameters(params) {
            Ok(params) => params,
            Err(why) => return Ok(Err(why)),
        };
        let item = params.text_document;
        let key = item.uri.to_string();
        if self.documents.len() >= MAX_DOCUMENTS && !self.documents.contains_key(&key) {
            let message = format!("{MAX_DOCUMENTS} listings are open, the limit: close one");
            return Ok(Err(refused(message)));
        }
        if self.text_of_others(&key) + item.text.len().min(MAX_TEXT_LENGTH) > MAX_OPEN_TEXT {
            let message = format!(
                "listings of {} MiB are open already: close one",
                MAX_OPEN_TEXT >> 20
            );
            return Ok(Err(refused(message)));
        }
        let document = Document::new(item.uri, item.version, item.text);
        self.documents.insert(key.clone(), document);
        self.mark(key);
        Ok(Ok(()))
    }

    /// The size in bytes of all listings but one.
    fn text_of_others(&self, key: &str) -> usize {
        let others = self.documents.iter().filter(|(other, _)| *other != key);
        others.map(|(_, document)| document.text.len()).sum()
    }

    fn change(&mut self, params: Value) -> Result<(), ResponseError> {
        let params: DidChangeTextDocumentParams = parameters(params)?;
        let key = params.text_document.uri.to_string();
        let room = MAX_OPEN_TEXT.saturating_sub(self.text_of_others(&key));
        let document = self
            .documents
            .get_mut(&key)
            .ok_or_else(|| refused(format!("{key} is not open")))?;
        document.change(params.text_document.version, params.content_changes);
        document.cut(room);
        self.mark(key);
        Ok(())
    }

    fn close(&mut self, params: Value) -> io::Result<Result<(), ResponseError>> {
        let params: DidCloseTextDocumentParams = match parameters(params) {
            Ok(params) => params,
            Err(why) => return Ok(Err(why)),
        };
        let uri = params.text_document.uri;
        if self.documents.remove(&uri.to_string()).is_some() {
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics: Vec::new(),
                version: None,
            };
            self.notify("textDocument/publishDiagnostics", params)?;
        }
        Ok(Ok(()))
    }

    /// Marks a listing for the next `publish`.
    fn mark(&mut self, key: String) {
        if !self.changed.contains(&key) {
            self.changed.push(key);
        }
    }

    fn request(&mut self, request: Request) -> Answer {
        match (self.life, request.method.as_str()) {
            (Life::New, "initialize") => {
                self.life = Life::Running;
                let can = "/capabilities/textDocument/completion/completionItem/snippetSupport";
                self.has_snippets = request.params.pointer(can) == Some(&Value::Bool(true));
                Ok(initialized())
            }
            (Life::New, _) => Err(error(
                ErrorCode::ServerNotInitialized,
                "expected `initialize` first",
            )),
            (_, "initialize") => Err(error(ErrorCode::InvalidRequest, "`initialize` was already sent")),
            (Life::ShutDown, _) => Err(error(
                ErrorCode::InvalidRequest,
                "expected `exit` after `shutdown`",
            )),
            (Life::Running, "shutdown") => {
                self.life = Life::ShutDown;
                Ok(Value::Null)
            }
            (Life::Running, _) => self.asked(request),
        }
    }

    fn document(&mut self, item: &TextDocumentIdentifier) -> Result<&mut Document, ResponseError> {
        let key = item.uri.to_string();
        let document = self.documents.get_mut(&key);
        document.ok_or_else(|| error(ErrorCode::InvalidParams, format!("{key} is not open")))
    }

    /// The listing and the byte offset that a request refers to.
    fn place(
        &mut self,
        params: &TextDocumentPositionParams,
    ) -> Result<(&mut Document, usize), ResponseError> {
        let document = self.document(&params.text_document)?;
        let at = document.byte(params.position);
        Ok((document, at))
    }

    fn asked(&mut self, request: Request) -> Answer {
        let params = request.params;
        match request.method.as_str() {
            "textDocument/completion" => {
                let params: CompletionParams = parameters(params)?;
                let trigger = params.context.and_then(|context| context.trigger_character);
                let has_snippets = self.has_snippets;
                let (document, at) = self.place(&params.text_document_position)?;
                let is_space = trigger.as_deref() == Some(" ");
                answer(completion::items(document, at, is_space, has_snippets))
            }
            "textDocument/hover" => {
                let (document, at) = self.place(&parameters(params)?)?;
                document.measured.refresh();
                answer(hover::hover(document, at))
            }
            "textDocument/definition" => {
                let (document, at) = self.place(&parameters(params)?)?;
                answer(navigation::definition(document, at))
            }
            "textDocument/references" => {
                let params: ReferenceParams = parameters(params)?;
                let (document, at) = self.place(&params.text_document_position)?;
                answer(navigation::references(
                    document,
                    at,
                    params.context.include_declaration,
                ))
            }
            "textDocument/documentHighlight" => {
                let (document, at) = self.place(&parameters(params)?)?;
                answer(navigation::highlights(document, at))
            }
            "textDocument/prepareRename" => {
                let (document, at) = self.place(&parameters(params)?)?;
                let name = navigation::name_at(document, at);
                let name = name.ok_or_else(|| refused(index::RenameError::NoName))?;
                answer(document.range(&name))
            }
            "textDocument/rename" => self.rename(parameters(params)?),
            "textDocument/formatting" => {
                let params: DocumentFormattingParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                let edits = formatted(document)?;
                answer(document.edits(&edits))
            }
            "textDocument/rangeFormatting" => {
                let params: TextDocumentRangeParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                let mut edits = formatted(document)?;
                let range = document.byte(params.range.start)..document.byte(params.range.end);
                edits.retain(|edit| edit.span.start <= range.end && edit.span.end >= range.start);
                answer(document.edits(&edits))
            }
            "textDocument/signatureHelp" => {
                let (document, at) = self.place(&parameters(params)?)?;
                answer(signature::help(document, at))
            }
            "textDocument/prepareCallHierarchy" => {
                let (document, at) = self.place(&parameters(params)?)?;
                answer(calls::prepare(document, at).map(|item| [item]))
            }
            method @ ("callHierarchy/incomingCalls" | "callHierarchy/outgoingCalls") => {
                let CallHierarchyParams { item } = parameters(params)?;
                let document = self.document(&TextDocumentIdentifier {
                    uri: item.uri.clone(),
                })?;
                let (calls, other) = match method {
                    "callHierarchy/incomingCalls" => (calls::incoming(document, &item), "from"),
                    _ => (calls::outgoing(document, &item), "to"),
                };
                let call = |(item, places)| json!({ other: item, "fromRanges": places });
                answer(calls.into_iter().map(call).collect::<Vec<Value>>())
            }
            "textDocument/codeAction" => {
                let params: CodeActionParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                answer(findings::actions(document, params.range, &params.context))
            }
            "textDocument/codeLens" => {
                let params: TextDocumentParams = parameters(params)?;
                answer(lenses::of(self.document(&params.text_document)?))
            }
            "textDocument/foldingRange" => {
                let params: TextDocumentParams = parameters(params)?;
                answer(outline::folding(self.document(&params.text_document)?))
            }
            "textDocument/documentSymbol" => {
                let params: TextDocumentParams = parameters(params)?;
                answer(outline::symbols(self.document(&params.text_document)?))
            }
            "textDocument/semanticTokens/full" => {
                let params: TextDocumentParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                let data = outline::tokens(document, 0..document.text.len());
                answer(SemanticTokens { data })
            }
            "textDocument/semanticTokens/range" => {
                let params: TextDocumentRangeParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                let range = document.byte(params.range.start)..document.byte(params.range.end);
                let data = outline::tokens(document, range);
                answer(SemanticTokens { data })
            }
            "textDocument/inlayHint" => {
                let params: TextDocumentRangeParams = parameters(params)?;
                let document = self.document(&params.text_document)?;
                document.measured.refresh();
                answer(measured_lines::hints(document, params.range))
            }
            method => Err(error(
                ErrorCode::MethodNotFound,
                format!("unknown method `{method}`"),
            )),
        }
    }

    fn rename(&mut self, params: RenameParams) -> Answer {
        let (document, at) = self.place(&params.text_document_position)?;
        let renamed = index::rename(&document.text, at, &params.new_name).map_err(refused)?;
        if renamed.edits.len() > navigation::MAX_PLACES {
            let count = renamed.edits.len();
            return Err(refused(format_args!(
                "the name is at {count} places, and at most {} are changed at once",
                navigation::MAX_PLACES
            )));
        }
        let edits = findings::changes(document, document.edits(&renamed.edits));
        let rows: Vec<String> = renamed
            .notes
            .iter()
            .map(|note| {
                let row = document.position(note.span.start).line + 1;
                format!("row {row}: {}", note.message)
            })
            .collect();
        if !rows.is_empty() {
            let params = ShowMessageParams {
                kind: MessageType::WARNING,
                message: rows.join("\n"),
            };
            let written = self.notify("window/showMessage", params);
            written.map_err(|why| error(ErrorCode::InternalError, why.to_string()))?;
        }
        answer(edits)
    }
}

/// The edits that format a listing.
fn formatted(document: &Document) -> Result<Vec<Edit>, ResponseError> {
    let edits = format::edits(&document.text);
    edits.map_err(|mistakes| refused(format_args!("the listing has mistakes: {mistakes}")))
}

/// The result of `initialize`, with the server's capabilities.
fn initialized() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // Incremental: changes are sent as ranges of the text.
            "textDocumentSync": 2,
            "completionProvider": { "triggerCharacters": [" ", "@"] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "signatureHelpProvider": { "triggerCharacters": ["(", " "], "retriggerCharacters": [","] },
            "callHierarchyProvider": true,
            "codeActionProvider": {
                "codeActionKinds": [code_action_kind::QUICKFIX, code_action_kind::REFACTOR_REWRITE],
            },
            "codeLensProvider": {},
            "foldingRangeProvider": true,
            "documentSymbolProvider": true,
            "semanticTokensProvider": { "legend": outline::legend(), "range": true, "full": true },
            "inlayHintProvider": true,
        },
        "serverInfo": { "name": "girafa", "version": env!("CARGO_PKG_VERSION") },
    })
}
