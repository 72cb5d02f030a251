//! The editor's side of a connection.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::thread::{self, JoinHandle};

use girafa_lsp::{ServeError, serve};
use serde_json::{Value, json};

/// A server in a thread, and the client connected to it.
pub struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    server: JoinHandle<Result<(), ServeError>>,
    next_id: i32,
    /// Notifications received while waiting for a response.
    pub notices: Vec<Value>,
    /// The last message as received.
    pub last: String,
}

pub const URI: &str = "file:///tmp/girafa-lsp-test/x.bas";

impl Client {
    /// Starts a server without sending `initialize`.
    pub fn bare() -> Client {
        let (server_input, to) = pipe().unwrap();
        let (from, server_output) = pipe().unwrap();
        Client {
            to: Some(to),
            from: BufReader::new(from),
            server: thread::spawn(move || serve(server_input, server_output)),
            next_id: 1,
            notices: Vec::new(),
            last: String::new(),
        }
    }

    pub fn new() -> Client {
        let mut client = Client::bare();
        client.ask("initialize", json!({ "capabilities": {} })).unwrap();
        client.say("initialized", json!({}));
        client
    }

    /// Starts a server and opens a listing; also returns its diagnostics.
    pub fn with(text: &str) -> (Client, Value) {
        let mut client = Client::new();
        client.open(URI, text);
        let found = client.diagnostics();
        (client, found)
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn say(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its result or its error.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.receive();
            if message["id"] == json!(id) {
                return match message["error"].take() {
                    Value::Null => Ok(message["result"].take()),
                    error => Err(error),
                };
            }
            self.notices.push(message);
        }
    }

    pub fn receive(&mut self) -> Value {
        let mut row = String::new();
        self.from.read_line(&mut row).unwrap();
        let length: usize = row
            .trim()
            .strip_prefix("Content-Length: ")
            .unwrap()
            .parse()
            .unwrap();
        self.from.read_line(&mut row).unwrap();
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        assert!(
            body.iter().all(|&byte| byte >= b' '),
            "nothing in it steers a terminal"
        );
        let message: Value = serde_json::from_slice(&body).unwrap();
        self.last = String::from_utf8(body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "sinclair-basic", "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub fn change(&mut self, version: i32, changes: Value) {
        let item = json!({ "uri": URI, "version": version });
        self.say(
            "textDocument/didChange",
            json!({ "textDocument": item, "contentChanges": changes }),
        );
    }

    /// Waits for the next diagnostics.
    pub fn diagnostics(&mut self) -> Value {
        loop {
            let mut message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].take();
            }
            self.notices.push(message);
        }
    }

    /// Sends a request about a position in the open listing.
    pub fn at(&mut self, method: &str, row: u32, units: u32) -> Result<Value, Value> {
        self.ask(method, place(row, units))
    }

    /// Sends a request about the whole open listing.
    pub fn of(&mut self, method: &str) -> Result<Value, Value> {
        self.ask(
            method,
            json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } }),
        )
    }

    pub fn end(mut self) -> Result<(), ServeError> {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.say("exit", Value::Null);
        self.wait()
    }

    /// Closes the connection and returns the server's result.
    pub fn wait(mut self) -> Result<(), ServeError> {
        self.to = None;
        self.server.join().expect("the server does not panic")
    }
}

pub fn place(row: u32, units: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": row, "character": units } })
}

/// A range as its start's and its end's row and column.
pub fn span(range: &Value) -> [u64; 4] {
    let number = |end: &str, what: &str| range[end][what].as_u64().unwrap();
    [
        number("start", "line"),
        number("start", "character"),
        number("end", "line"),
        number("end", "character"),
    ]
}

/// Applies the protocol's edits to a text, with positions in UTF-16 units.
pub fn edited(text: &str, edits: &Value) -> String {
    let rows: Vec<&str> = text.split_inclusive('\n').collect();
    let byte = |position: &Value| {
        let row = position["line"].as_u64().unwrap() as usize;
        let mut units = position["character"].as_u64().unwrap();
        let start: usize = rows[..row].iter().map(|row| row.len()).sum();
        let mut at = 0;
        for character in rows.get(row).unwrap_or(&"").chars() {
            if units == 0 {
                break;
            }
            units -= character.len_utf16() as u64;
            at += character.len_utf8();
        }
        start + at
    };
    let mut edited = text.to_owned();
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(byte(&edit["range"]["start"])));
    for edit in edits {
        let range = byte(&edit["range"]["start"])..byte(&edit["range"]["end"]);
        edited.replace_range(range, edit["newText"].as_str().unwrap());
    }
    edited
}
