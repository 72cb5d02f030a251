//! Bytes as the messages of a DAP client. The first row is the program (its rows end with `|`); each other
//! row is a request, as `command {arguments}`, or the body of any message. The whole input is also used as
//! the raw stream. The responses must be valid messages.
use std::io::Cursor;
use std::sync::OnceLock;

use girafa_basic::tokenise;
use girafa_dap::{LaunchArguments, Launcher, Loaded};
use girafa_session::boot::Boot;
use girafa_session::request::{RunRequest, Source};

use super::{characters_only, text_of};

/// A launcher that takes the text of the listing instead of its name.
struct Listings;

fn boot() -> &'static Boot {
    static BOOT: OnceLock<Boot> = OnceLock::new();
    BOOT.get_or_init(|| Boot::new(&girafa_rom::girafa48()).expect("our ROM starts"))
}

impl Launcher for Listings {
    fn launch(&self, arguments: &LaunchArguments) -> Result<Loaded, String> {
        let options = tokenise::Options::default();
        let listing = arguments.program.replace('|', "\n");
        let program = tokenise::program(&listing, &options).map_err(|wrong| wrong.to_string())?;
        let request = RunRequest::of(Source::Program(program.program));
        let driver = request.start_recorded(|| Ok(boot().clone()));
        Ok(Loaded {
            driver: driver.map_err(|error| error.to_string())?,
            source: Some(("x.bas".into(), listing)),
            notices: Vec::new(),
        })
    }
}

fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Encodes a text as a JSON string.
fn quoted(text: &str) -> String {
    let characters = text.chars().filter(|c| !c.is_control());
    let escaped: String = characters
        .flat_map(|c| (c == '\\' || c == '"').then_some('\\').into_iter().chain([c]))
        .collect();
    format!("\"{escaped}\"")
}

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    let mut rows = text_of(bytes).split('\n');
    let listing = quoted(rows.next().unwrap_or_default());
    let mut input = String::new();
    let mut seq = 0;
    let mut ask = |input: &mut String, command: &str, arguments: &str| {
        seq += 1;
        let command = quoted(command);
        *input += &framed(&format!(
            r#"{{"seq":{seq},"type":"request","command":{command},"arguments":{arguments}}}"#
        ));
    };
    ask(&mut input, "initialize", r#"{"adapterID":"x"}"#);
    ask(
        &mut input,
        "launch",
        &format!(r#"{{"program":{listing},"stopOnEntry":true}}"#),
    );
    ask(&mut input, "configurationDone", "{}");
    for row in rows.filter(|row| !row.is_empty()) {
        match row.split_once(' ') {
            Some((command, arguments)) if !row.starts_with('{') => ask(&mut input, command, arguments),
            None if !row.starts_with('{') => ask(&mut input, row, "{}"),
            _ => input += &framed(row),
        }
    }
    for command in ["stackTrace", "scopes", "stepBack"] {
        ask(&mut input, command, r#"{"threadId":1,"frameId":1}"#);
    }
    ask(&mut input, "variables", r#"{"variablesReference":1}"#);
    let mut input = input.into_bytes();
    input.extend(bytes);
    let mut output = Vec::new();
    girafa_dap::serve(Cursor::new(input), &mut output, &Listings).expect("memory can be written to");
    let mut answers = std::str::from_utf8(&output).expect("answers are UTF-8");
    while !answers.is_empty() {
        let (head, rest) = answers.split_once("\r\n\r\n").expect("a head");
        let length = head
            .strip_prefix("Content-Length: ")
            .and_then(|length| length.parse().ok());
        let (body, rest) = rest.split_at(length.expect("a length"));
        assert!(body.starts_with('{') && body.ends_with('}'));
        characters_only(body);
        answers = rest;
    }
}
