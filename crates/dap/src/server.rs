//! The DAP server: answers requests and sends events.

mod breakpoints;
mod completion;
mod control;
mod machine;
mod pictures;
mod player;
mod query;
mod real_time;
mod reports;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::Duration;

use girafa_debugger::{BegunStep, Debugger, Step};
use girafa_spectrum::tape::Block;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::nodes::Nodes;
use crate::source::SourceMap;
use crate::wire::{self, WireError};
use crate::{LaunchArguments, Launcher};
use pictures::Pictures;
pub use player::Known;
use real_time::RealTime;

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
    Running(Option<BegunStep>),
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
    /// The ids of the breakpoints of rows.
    of_rows: Vec<u32>,
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
    /// Its pace and keys, if it runs in real time.
    real_time: Option<RealTime>,
    /// Whether a player runs it.
    is_of_player: bool,
}

impl Program {
    fn new(
        debugger: Debugger,
        source: Source,
        counting: Counting,
        arguments: LaunchArguments,
        state: State,
    ) -> Program {
        Program {
            debugger,
            source,
            counting,
            arguments,
            state,
            before_wait: State::Running(None),
            of_rows: Vec::new(),
            of_functions: Vec::new(),
            recorded: Vec::new(),
            has_warned: false,
            is_configured: false,
            exception: None,
            at_end: false,
            real_time: None,
            is_of_player: false,
        }
    }
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
    output: W,
    launcher: &'a dyn Launcher,
    /// A player's program, until the client attaches to it.
    player: Option<Debugger>,
    seq: i64,
    counting: Counting,
    program: Option<Program>,
    nodes: Nodes,
    pictures: Pictures,
    /// Whether error reports stop the program.
    stops_at_errors: bool,
    waiting: VecDeque<Message>,
    is_over: bool,
    /// Whether the client has ended the program.
    quits: bool,
    /// Events to send after the response to the current request.
    afterwards: Vec<(&'static str, Value)>,
}

pub enum Message {
    /// A message.
    Json(Value),
    /// Malformed input.
    Wrong(WireError),
}

impl<'a, W: Write> Server<'a, W> {
    /// Creates a server that writes its responses to `output`.
    pub fn new(output: W, launcher: &'a dyn Launcher) -> Server<'a, W> {
        Server {
            output,
            launcher,
            player: None,
            seq: 0,
            counting: Counting { lines: 1, columns: 1 },
            program: None,
            nodes: Nodes::default(),
            pictures: Pictures::default(),
            stops_at_errors: true,
            waiting: VecDeque::new(),
            is_over: false,
            quits: false,
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
                match messages.recv_timeout(self.wait_before_running()) {
                    Ok(message) => self.waiting.push_back(message),
                    Err(RecvTimeoutError::Timeout) => self.run_on(&messages)?,
                    Err(RecvTimeoutError::Disconnected) => break,
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

    /// Time until the program runs on, if no message arrives before.
    fn wait_before_running(&self) -> Duration {
        match &self.program {
            Some(Program {
                real_time: Some(real_time),
                state: State::Running(_),
                ..
            }) => real_time.wait(),
            _ => Duration::ZERO,
        }
    }

    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        wire::write(&mut self.output, &message)
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

    /// Handles a message of the client.
    pub fn take(&mut self, message: Message) -> io::Result<()> {
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
            "attach" => self.attach(arguments(request)?),
            "disconnect" => {
                self.is_over = true;
                self.quits = request.arguments["terminateDebuggee"] == true;
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
                self.quits = true;
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
                    .or_else(|| self.of_keyboard(command, request))
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
        if self.player.is_some() {
            return Err("a player runs the program: use attach".to_owned());
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
        if launch.real_time {
            debugger = debugger.with_sound(real_time::RATE);
        }
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
            recorded,
            real_time: launch.real_time.then(RealTime::new),
            ..Program::new(debugger, source, self.counting, launch, state)
        });
        Ok(())
    }

    /// Runs the program until it stops or a message needs attention.
    fn run_on(&mut self, messages: &Receiver<Message>) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let state = program.state;
        if let Some(stop) = program.run_in_real_time() {
            self.report_sound()?;
            return self.report_run(&stop);
        }
        let waiting = &mut self.waiting;
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
        let stop = match &mut program.state {
            State::Running(None) => program.debugger.resume(&mut goes_on),
            State::Running(Some(begun)) => program.debugger.step_on(begun, &mut goes_on),
            _ => program.debugger.resume_back(&mut goes_on),
        };
        self.report_run(&stop)
    }
}

/// Messages read ahead, each up to the maximum message size.
const MAX_READ_AHEAD_MESSAGES: usize = 2;

/// Reads messages on a separate thread. The channel closes at the end of the stream, or after an error from
/// which reading cannot resume.
pub fn read_along(mut input: impl BufRead + Send + 'static) -> Receiver<Message> {
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
