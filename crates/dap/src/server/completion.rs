//! Completion in the console: its commands, the program's variables and the ROM's functions.

use std::io::Write;

use girafa_basic::token;
use girafa_inspect::variables::{self, Value as Evaluated};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Request, Server, State, arguments};

/// The console's commands.
const COMMANDS: [&str; 3] = ["why ", "answer ", "goto "];

#[derive(Deserialize)]
struct Completions {
    text: String,
    /// In UTF-16 code units, as the client counts.
    column: usize,
    /// As the client counts.
    line: Option<usize>,
}

impl<W: Write> Server<'_, W> {
    /// Handles completion requests; `None` for any other request.
    pub(super) fn completion(&mut self, command: &str, request: &Request) -> Option<Answer> {
        (command == "completions").then(|| self.completions(request))
    }

    fn completions(&mut self, request: &Request) -> Answer {
        let arguments: Completions = arguments(request)?;
        let counting = self.counting;
        let line = arguments.line.unwrap_or(counting.lines);
        let (row, column) = counting.of_client(line, Some(arguments.column));
        let program = self.program()?;
        // Input for the program is not an expression.
        let is_answer = matches!(program.state, State::AtInput | State::AtKey);
        let Some(row) = arguments
            .text
            .split('\n')
            .nth(row.saturating_sub(1))
            .filter(|_| !is_answer)
        else {
            return Ok(json!({ "targets": [] }));
        };
        let before: Vec<u16> = row
            .encode_utf16()
            .take(column.map_or(0, |column| column.saturating_sub(1)))
            .collect();
        let before = String::from_utf16_lossy(&before);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '$';
        let start = before.trim_end_matches(is_part).len();
        let (before, word) = before.split_at(start);
        let in_string = before.matches('"').count() % 2 == 1;
        if in_string || word.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(json!({ "targets": [] }));
        }
        // Words are ASCII, so one byte is one UTF-16 code unit.
        let start = before.encode_utf16().count() + counting.columns;
        let target = |label: &str, kind: &str| {
            let begins = label
                .get(..word.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(word));
            let item = json!({ "label": label.trim(), "text": label, "type": kind, "start": start, "length": word.len() });
            begins.then_some(item)
        };
        let mut targets: Vec<Value> = Vec::new();
        if before.trim().is_empty() {
            targets.extend(COMMANDS.iter().filter_map(|command| target(command, "keyword")));
        }
        for variable in variables::of_machine(program.debugger.machine()) {
            let label = match variable.value {
                Evaluated::Numbers { .. } | Evaluated::Characters { .. } => format!("{}(", variable.name),
                _ => variable.name,
            };
            targets.extend(target(&label, "variable"));
        }
        // AT and TAB are only valid in PRINT.
        let functions = (token::FIRST..=token::AND).filter(|code| ![token::AT, token::TAB].contains(code));
        targets.extend(functions.filter_map(|code| target(token::text(code)?, "function")));
        Ok(json!({ "targets": targets }))
    }
}
