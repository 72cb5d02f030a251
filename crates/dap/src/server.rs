//! The DAP server: answers requests and sends events.

mod breakpoints;
mod completion;
mod control;
mod machine;
mod pictures;
mod query;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use girafa_debugger::{Debugger, Step, Stop};
use girafa_inspect::text::readable;
use girafa_spectrum::tape::Block;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::nodes::Nodes;
use crate::source::SourceMap;
use crate::wire::{self, WireError};
use crate::{LaunchArguments, Launcher};
use pictures::Pictures;

/// Maximum number of queued messages; reading pauses while the queue is full.
const MAX_WAITING_MESSAGES: usize = 1_000;

/// The adapter's capabilities.
fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": [],
        "supportsRestartRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportTerminateDebuggee": true,
        "supportsDataBreakpoints": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsSteppingGranularity": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsTerminateRequest": true,
        "supportsValueFormattingOptions": true,
        "exceptionBreakpointFilters": [{
            "filter": ERRORS, "label": "Error reports", "default": true,
            "description": "Stop where the program ends with a report other than OK and STOP"
        }],
    })
}

/// Background requests, which a client repeats automatically: failures are not shown to the user.
const BACKGROUND_REQUESTS: [&str; 10] = [
    "breakpointLocations",
    "completions",
    "dataBreakpointInfo",
    "disassemble",
    "evaluate",
    "readMemory",
    "scopes",
    "stackTrace",
    "threads",
    "variables",
];

/// The only thread.
const THREAD: u64 = 1;

/// The exception filter for error reports.
const ERRORS: &str = "errors";

/// The fields that all requests share.
#[derive(Debug, Deserialize)]
struct Request {
    seq: i64,
    command: String,
    #[serde(default)]
    arguments: Value,
}

/// How the client counts lines and columns: the number of the first.
#[derive(Debug, Clone, Copy)]
struct Counting {
    lines: usize,
    columns: usize,
}

impl Counting {
    /// A line and a column of the client, counted from 1.
    fn of_client(self, line: usize, column: Option<usize>) -> (usize, Option<usize>) {
        let from_1 = |number: usize, first: usize| number.saturating_add(1).saturating_sub(first);
        (
            from_1(line, self.lines),
            column.map(|column| from_1(column, self.columns)),
        )
    }

    /// A line and a column counted from 1, as the client counts them.
    fn to_client(self, (line, column): (usize, usize)) -> (usize, usize) {
        let counted = |number: usize, first: usize| (number + first).saturating_sub(1);
        (counted(line, self.lines), counted(column, self.columns))
    }
}

/// The arguments of `initialize` that matter.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Initialize {
    #[serde(default = "yes")]
    lines_start_at1: bool,
    #[serde(default = "yes")]
    columns_start_at1: bool,
    path_format: Option<String>,
}

fn yes() -> bool {
    true
}

/// The execution state of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Stopped, and the client has been notified.
    Stopped,
    /// Running to the next stop, or in the middle of a step.
    Running(Option<Step>),
    /// Running back to the previous stop.
    RunningBack,
    /// Waiting at INPUT; reported to the client as running.
    AtInput,
    /// Waiting for a key; reported to the client as running.
    AtKey,
}

/// The program being debugged.
struct Program {
    debugger: Debugger,
    source: Source,
    counting: Counting,
    arguments: LaunchArguments,
    state: State,
    /// The state before the program began to wait for INPUT or a key.
    before_wait: State,
    /// The ids of function breakpoints.
    of_functions: Vec<u32>,
    /// The blocks of the tape when it was last saved to its file.
    recorded: Vec<Block>,
    /// Whether the warning that the tape is full has been sent.
    has_warned: bool,
    /// Whether the client has sent its breakpoints.
    is_configured: bool,
    /// The error report at the current stop, if any.
    exception: Option<girafa_inspect::fault::RuntimeError>,
    /// Whether the program has stopped at its end.
    at_end: bool,
}

/// The source text as the client sees it.
struct Source {
    path: Option<PathBuf>,
    name: String,
    text: String,
    map: SourceMap,
}

/// The body of a response, or an error message.
type Answer = Result<Value, String>;

/// A DAP server for one client.
pub struct Server<'a, W> {
    output: &'a mut W,
    launcher: &'a dyn Launcher,
    seq: i64,
    counting: Counting,
    program: Option<Program>,
    nodes: Nodes,
    pictures: Pictures,
    /// Whether error reports stop the program.
    stops_at_errors: bool,
    waiting: VecDeque<Message>,
    is_over: bool,
    /// Events to send after the response to the current request.
    afterwards: Vec<(&'static str, Value)>,
}

enum Message {
    Json(Value),
    /// Malformed input.
    Wrong(WireError),
}

impl<'a, W: Write> Server<'a, W> {
    /// Creates a server that writes its responses to `output`.
    pub fn new(output: &'a mut W, launcher: &'a dyn Launcher) -> Server<'a, W> {
        Server {
            output,
            launcher,
            seq: 0,
            counting: Counting { lines: 1, columns: 1 },
            program: None,
            nodes: Nodes::default(),
            pictures: Pictures::default(),
            stops_at_errors: true,
            waiting: VecDeque::new(),
            is_over: false,
            afterwards: Vec::new(),
        }
    }

    /// Processes requests until the client disconnects.
    pub fn serve(mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let messages = read_along(input);
        while !self.is_over {
            if let Some(message) = self.waiting.pop_front() {
                self.take(message)?;
                continue;
            }
            if self.is_running() {
                match messages.try_recv() {
                    Ok(message) => self.waiting.push_back(message),
                    Err(TryRecvError::Empty) => self.run_on(&messages)?,
                    Err(TryRecvError::Disconnected) => break,
                }
                continue;
            }
            match messages.recv() {
                Ok(message) => self.waiting.push_back(message),
                Err(_) => break,
            }
        }
        self.keep_tape()
    }

    /// Writes the tape to its file if SAVE has changed it.
    fn keep_tape(&mut self) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let Some(tapes) = program.debugger.driver().tapes() else {
            return Ok(());
        };
        let warning = tapes.warning().filter(|_| !program.has_warned);
        program.has_warned |= warning.is_some();
        let cassette = tapes.cassette();
        let kept = (cassette.blocks() != program.recorded).then(|| {
            program.recorded = cassette.blocks().to_vec();
            self.launcher.keep(&program.arguments, cassette)
        });
        if let Some(warning) = warning {
            self.say("important", &format!("girafa dap: {warning}\n"))?;
        }
        match kept {
            None => Ok(()),
            Some(Ok(message)) if message.is_empty() => Ok(()),
            Some(Ok(message)) => self.say("console", &format!("{message}\n")),
            Some(Err(why)) => self.say("important", &format!("girafa dap: {why}\n")),
        }
    }

    fn is_running(&self) -> bool {
        let program = self.program.as_ref().filter(|program| program.is_configured);
        program.is_some_and(|program| matches!(program.state, State::Running(_) | State::RunningBack))
    }

    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        wire::write(self.output, &message)
    }

    fn event(&mut self, name: &str, body: Value) -> io::Result<()> {
        match body {
            Value::Null => self.send(json!({ "type": "event", "event": name })),
            body => self.send(json!({ "type": "event", "event": name, "body": body })),
        }
    }

    fn say(&mut self, category: &str, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.event("output", json!({ "category": category, "output": shown(text) }))
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        let message = match message {
            Message::Json(message) => message,
            Message::Wrong(error) => {
                // There is no request to send this error to.
                return self.say("important", &format!("girafa dap: {error}\n"));
            }
        };
        let request = match Request::deserialize(&message) {
            Ok(request) if message["type"] == "request" => request,
            // The server sends no requests, so responses are ignored.
            _ if message["type"] == "response" => return Ok(()),
            Ok(_) => return self.say("important", "girafa dap: a message is not a request\n"),
            Err(error) => {
                let (seq, command) = (&message["seq"], &message["command"]);
                return match (seq.as_i64(), command.as_str()) {
                    (Some(seq), Some(command)) => self.refuse(seq, command, &error.to_string()),
                    _ => self.say(
                        "important",
                        &format!("girafa dap: a message is not a request: {error}\n"),
                    ),
                };
            }
        };
        let answer = self.answer(&request);
        match answer {
            Ok(body) => {
                let mut response = json!({ "type": "response", "request_seq": request.seq, "success": true,
                    "command": request.command });
                if !body.is_null() {
                    response["body"] = body;
                }
                self.send(response)?;
            }
            Err(why) => self.refuse(request.seq, &request.command, &why)?,
        }
        let is_running = self.is_running();
        self.report_pictures(is_running)?;
        for (event, body) in std::mem::take(&mut self.afterwards) {
            self.event(event, body)?;
        }
        self.report_output()
    }

    fn refuse(&mut self, seq: i64, command: &str, why: &str) -> io::Result<()> {
        let why = shown(why);
        let error = json!({ "id": 1, "format": why, "showUser": !BACKGROUND_REQUESTS.contains(&command) });
        self.send(
            json!({ "type": "response", "request_seq": seq, "success": false, "command": command,
            "message": why, "body": { "error": error } }),
        )
    }

    fn answer(&mut self, request: &Request) -> Answer {
        match request.command.as_str() {
            "initialize" => self.initialize(arguments(request)?),
            "launch" => self.launch(arguments(request)?),
            "attach" => Err("attach is not supported: use launch".to_owned()),
            "disconnect" => {
                self.is_over = true;
                Ok(Value::Null)
            }
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "BASIC" }] })),
            "setExceptionBreakpoints" => {
                let filters = request.arguments["filters"].as_array();
                self.stops_at_errors =
                    filters.is_some_and(|filters| filters.iter().any(|filter| filter == ERRORS));
                Ok(json!({}))
            }
            "terminate" => {
                self.program()?;
                self.end();
                Ok(Value::Null)
            }
            command => {
                self.program()?;
                if request.arguments.get("threadId").is_some_and(|id| *id != THREAD) {
                    return Err(format!(
                        "unknown threadId {}: there is thread {THREAD}",
                        request.arguments["threadId"]
                    ));
                }
                self.control(command, request)
                    .or_else(|| self.of_breakpoints(command, request))
                    .or_else(|| self.completion(command, request))
                    .or_else(|| self.query(command, request))
                    .or_else(|| self.of_machine(command, request))
                    .unwrap_or_else(|| Err(format!("{command} is not supported")))
            }
        }
    }

    fn initialize(&mut self, client: Initialize) -> Answer {
        if client.path_format.is_some_and(|format| format != "path") {
            return Err("initialize: pathFormat must be \"path\": files are named by their paths".to_owned());
        }
        self.counting = Counting {
            lines: client.lines_start_at1.into(),
            columns: client.columns_start_at1.into(),
        };
        Ok(capabilities())
    }

    /// Returns the program being debugged.
    fn program(&mut self) -> Result<&mut Program, String> {
        self.program
            .as_mut()
            .ok_or_else(|| "no program was launched".to_owned())
    }

    fn launch(&mut self, launch: LaunchArguments) -> Answer {
        if self.program.is_some() {
            return Err("a program is being debugged already".to_owned());
        }
        if launch.program.is_empty() {
            return Err(
                "launch: \"program\" is missing: expected a listing, a tape or the id of an included program"
                    .to_owned(),
            );
        }
        self.load(launch)?;
        // Breakpoints can be resolved from here on.
        self.afterwards.push(("initialized", Value::Null));
        Ok(Value::Null)
    }

    /// Loads a program and starts it; it runs after the client has set its breakpoints.
    fn load(&mut self, launch: LaunchArguments) -> Result<(), String> {
        let loaded = self.launcher.launch(&launch)?;
        let mut debugger = Debugger::of(loaded.driver.with_transcript().attended());
        for notice in loaded.notices {
            self.afterwards.push((
                "output",
                json!({ "category": "important", "output": shown(&(notice + "\n")) }),
            ));
        }
        // After this step the program is in memory.
        debugger.step(
            Step::Statement,
            girafa_debugger::Direction::Forward,
            &mut |frames| frames < 500,
        );
        let source = Source::new(loaded.source, &launch.program, debugger.machine());
        let state = match launch.stop_on_entry && !launch.no_debug {
            true => State::Stopped,
            false => State::Running(None),
        };
        let cassette = debugger.driver().cassette();
        let recorded = cassette.map_or_else(Vec::new, |cassette| cassette.blocks().to_vec());
        self.nodes.clear();
        self.program = Some(Program {
            of_functions: Vec::new(),
            recorded,
            has_warned: false,
            debugger,
            source,
            counting: self.counting,
            arguments: launch,
            state,
            before_wait: State::Running(None),
            is_configured: false,
            exception: None,
            at_end: false,
        });
        Ok(())
    }

    /// Runs the program until it stops or a message needs attention.
    fn run_on(&mut self, messages: &Receiver<Message>) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let state = program.state;
        let waiting = &mut self.waiting;
        // A step in progress cannot be interrupted by every request: it would lose its starting point.
        let mut goes_on = |frames: u64| {
            while waiting.len() < MAX_WAITING_MESSAGES {
                match messages.try_recv() {
                    Ok(message) => waiting.push_back(message),
                    Err(TryRecvError::Disconnected) => return false,
                    Err(TryRecvError::Empty) => break,
                }
            }
            let is_urgent = |message: &Message| match message {
                Message::Json(message) => {
                    let urgent = ["pause", "disconnect", "terminate", "restart"];
                    message["command"]
                        .as_str()
                        .is_some_and(|command| urgent.contains(&command))
                }
                Message::Wrong(_) => false,
            };
            match state {
                State::Running(Some(_)) => !waiting.iter().any(is_urgent),
                // Each interruption would restart the search from the current moment.
                State::RunningBack => !waiting.iter().any(is_urgent),
                // Pause regularly to report output.
                _ => waiting.is_empty() && frames < 50,
            }
        };
        let stop = match state {
            State::Running(None) => program.debugger.resume(&mut goes_on),
            State::Running(Some(step)) => {
                program
                    .debugger
                    .step(step, girafa_debugger::Direction::Forward, &mut goes_on)
            }
            _ => program.debugger.resume_back(&mut goes_on),
        };
        self.report_output()?;
        // Send the pictures before the stop: the client then inspects the program, or closes the panels.
        self.report_pictures(stop == Stop::Interrupted)?;
        self.report_stop(&stop)
    }

    /// Sends the program's new output, from the screen and the printer, to the client.
    fn report_output(&mut self) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let printed = program.debugger.take_output() + &program.debugger.take_row();
        let printed = readable(&printed).into_owned();
        let rows = program.debugger.take_paper();
        let player = program.debugger.emulator();
        let paper: String = (player.glyphs().paper(player.machine(), &rows).iter())
            .map(|row| format!("[paper] {}\n", readable(row)))
            .collect();
        self.say("stdout", &printed)?;
        self.say("stdout", &paper)
    }

    fn report_stop(&mut self, stop: &Stop) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let (reason, text) = match stop {
            // Resumes immediately.
            Stop::Interrupted => return Ok(()),
            Stop::Input => {
                program.before_wait = std::mem::replace(&mut program.state, State::AtInput);
                let prompt = readable(&program.debugger.prompt()).into_owned();
                return self.say(
                    "console",
                    &format!("INPUT waits: {prompt}  (type the answer here)\n"),
                );
            }
            Stop::Key => {
                program.before_wait = std::mem::replace(&mut program.state, State::AtKey);
                return self.say(
                    "console",
                    "The program waits for a key (type it here, such as a or ENTER)\n",
                );
            }
            Stop::Ended(_) => return self.report_end(),
            Stop::Step | Stop::Beginning | Stop::NoSubroutine => ("step", String::new()),
            Stop::Breakpoint(numbers) => (program.reason_of(numbers), String::new()),
            Stop::Changed {
                name,
                values: [before, after],
                place,
                ..
            } => {
                let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
                let text = format!(
                    "{name} changed from {} to {} in {place}",
                    text(before),
                    text(after)
                );
                ("data breakpoint", text)
            }
        };
        program.state = State::Stopped;
        let numbers = match stop {
            Stop::Breakpoint(numbers) => numbers.clone(),
            Stop::Changed { number, .. } => vec![*number],
            _ => Vec::new(),
        };
        let text = match stop {
            Stop::Beginning => "Start of the recorded history".to_owned(),
            Stop::NoSubroutine => "There is no active GO SUB".to_owned(),
            _ => text,
        };
        self.stopped(reason, &text, &numbers)
    }

    fn stopped(&mut self, reason: &str, text: &str, numbers: &[u32]) -> io::Result<()> {
        self.nodes.clear();
        let mut body = json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true });
        if !text.is_empty() {
            body["text"] = json!(shown(text));
            body["description"] = body["text"].clone();
        }
        if !numbers.is_empty() {
            body["hitBreakpointIds"] = json!(numbers);
        }
        self.event("stopped", body)
    }

    /// Handles the end of the program: stops if it ended with an error, or if the client asked for a
    /// stop at the end; otherwise ends the session.
    fn report_end(&mut self) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let debugs = !program.arguments.no_debug;
        let stops_at_errors = self.stops_at_errors && debugs;
        let player = program.debugger.emulator();
        let status = player
            .status()
            .unwrap_or_else(|| "the program has ended".to_owned());
        let fault = player.fault().cloned();
        let was_shown = std::mem::replace(&mut program.at_end, true);
        if let Some(fault) = fault.clone().filter(|_| stops_at_errors && !was_shown) {
            program.state = State::Stopped;
            let text = fault.line_of_status();
            program.exception = Some(fault);
            return self.stopped("exception", &text, &[]);
        }
        if program.arguments.stop_at_end && debugs && !was_shown {
            program.state = State::Stopped;
            return self.stopped("pause", &status, &[]);
        }
        self.say("console", &format!("{status}\n"))?;
        self.keep_tape()?;
        self.event("exited", json!({ "exitCode": i32::from(fault.is_some()) }))?;
        self.end();
        for (event, body) in std::mem::take(&mut self.afterwards) {
            self.event(event, body)?;
        }
        Ok(())
    }

    /// Ends the program; the client may then disconnect or restart.
    fn end(&mut self) {
        if let Some(program) = &mut self.program {
            program.state = State::Stopped;
        }
        self.afterwards.push(("terminated", Value::Null));
    }
}

/// Messages read ahead, each up to the maximum message size.
const MAX_READ_AHEAD_MESSAGES: usize = 2;

/// Reads messages on a separate thread. The channel closes at the end of the stream, or after an error from
/// which reading cannot resume.
fn read_along(mut input: impl BufRead + Send + 'static) -> Receiver<Message> {
    let (sender, receiver) = sync_channel(MAX_READ_AHEAD_MESSAGES);
    std::thread::spawn(move || {
        loop {
            let message = match wire::read(&mut input) {
                Ok(Some(message)) => Message::Json(message),
                Ok(None) => return,
                // Invalid JSON or an oversized message: the start of the next message is still known.
                Err(error @ (WireError::Json(_) | WireError::TooLarge(_))) => Message::Wrong(error),
                Err(error) => {
                    let _ = sender.send(Message::Wrong(error));
                    return;
                }
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Deserializes the arguments of a request.
fn arguments<T: DeserializeOwned>(request: &Request) -> Result<T, String> {
    let arguments = match &request.arguments {
        Value::Null => json!({}),
        arguments => arguments.clone(),
    };
    serde_json::from_value(arguments).map_err(|error| format!("{}: {error}", request.command))
}

/// Removes characters that an editor's console might interpret as control sequences.
fn shown(text: &str) -> String {
    girafa_basic::shown::shown(text).into_owned()
}
