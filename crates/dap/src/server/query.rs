//! Requests that inspect the program: stack, variables, expressions, source.

use std::io::Write;
use std::path::{Path, PathBuf};

use girafa_basic::text;
use girafa_debugger::Debugger;
use girafa_inspect::target::Target;
use girafa_inspect::{StatementPlace, program};
use girafa_session::history::Moment;
use girafa_session::key_script::{self, Item};
use girafa_session::keys::Chord;
use girafa_spectrum::Spectrum;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Program, Request, Server, Source, State, arguments, shown};
use crate::nodes::{Node, set_register, set_system};
use crate::source::SourceMap;

/// The source reference of a source that is not a file.
const SOURCE: u64 = 1;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reference {
    variables_reference: u64,
    start: Option<usize>,
    count: Option<usize>,
    #[serde(default)]
    format: Format,
}

/// How values are shown.
#[derive(Default, Deserialize)]
struct Format {
    #[serde(default)]
    hex: bool,
}

impl Format {
    /// A value, with whole numbers as hexadecimal ones if wanted.
    fn shown(&self, value: &str) -> String {
        match value.parse::<i64>() {
            Ok(number) if self.hex => {
                let sign = if number < 0 { "-" } else { "" };
                format!("{sign}0x{:X}", number.unsigned_abs())
            }
            _ => shown(value),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scopes {
    frame_id: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourceArguments {
    source: Option<Value>,
    #[serde(default)]
    source_reference: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetVariable {
    variables_reference: u64,
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct SetExpression {
    expression: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluate {
    expression: String,
    context: Option<String>,
    frame_id: Option<u64>,
    #[serde(default)]
    format: Format,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    start_frame: Option<usize>,
    levels: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rows {
    line: usize,
    end_line: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataInfo {
    variables_reference: Option<u64>,
    name: String,
}

impl<W: Write> Server<'_, W> {
    /// Handles inspection requests; `None` for any other request.
    pub(super) fn query(&mut self, command: &str, request: &Request) -> Option<Answer> {
        Some(match command {
            "stackTrace" => self.stack_trace(request),
            "scopes" => self.scopes(request),
            "variables" => self.variables(request),
            "setVariable" => self.set_variable(request),
            "setExpression" => self.set_expression(request),
            "evaluate" => self.evaluate(request),
            "source" => self.source(request),
            "breakpointLocations" => self.breakpoint_locations(request),
            "dataBreakpointInfo" => self.data_info(request),
            "exceptionInfo" => self.exception_info(),
            _ => return None,
        })
    }

    fn stack_trace(&mut self, request: &Request) -> Answer {
        let arguments: StackTrace = arguments(request)?;
        let program = self.program()?;
        let mut frames = Vec::new();
        let debugger = &program.debugger;
        let places: Vec<Option<StatementPlace>> = [debugger.place()]
            .into_iter()
            .chain(debugger.calls().into_iter().map(Some))
            .collect();
        for (number, place) in (1..).zip(&places) {
            let pc = (number == 1).then(|| debugger.machine().cpu.pc);
            frames.push(program.frame(number, *place, pc));
        }
        let total = frames.len();
        let start = arguments.start_frame.unwrap_or(0).min(total);
        let levels = arguments.levels.filter(|&levels| levels > 0).unwrap_or(total);
        let frames: Vec<Value> = frames.into_iter().skip(start).take(levels).collect();
        Ok(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    /// Checks the number of a stack frame, if there is one.
    fn check_frame(&self, frame: Option<u64>) -> Result<(), String> {
        let frames = self
            .program
            .as_ref()
            .map_or(0, |program| 1 + program.debugger.calls().len());
        match frame {
            Some(frame) if frame == 0 || frame > frames as u64 => Err(format!(
                "unknown frameId {frame}: the program has continued since"
            )),
            _ => Ok(()),
        }
    }

    fn source(&mut self, request: &Request) -> Answer {
        let arguments: SourceArguments = arguments(request)?;
        let source = &self.program()?.source;
        // An older client gives the reference only.
        let given = arguments
            .source
            .unwrap_or_else(|| json!({ "sourceReference": arguments.source_reference }));
        if !source.is_named_by(&given) {
            return Err("there is no such source: only that of the program being debugged".to_owned());
        }
        Ok(json!({ "content": source.text, "mimeType": "text/x-basic" }))
    }

    fn scopes(&mut self, request: &Request) -> Answer {
        let arguments: Scopes = arguments(request)?;
        self.check_frame(Some(arguments.frame_id))?;
        let scopes = [
            ("Variables", Node::Variables, Some("locals"), false),
            ("System variables", Node::System, None, false),
            ("Registers", Node::Registers, Some("registers"), false),
        ];
        let scopes: Vec<Value> = scopes
            .into_iter()
            .map(|(name, node, hint, expensive)| {
                let mut scope =
                    json!({ "name": name, "variablesReference": self.nodes.number(node), "expensive": expensive });
                if let Some(hint) = hint {
                    scope["presentationHint"] = json!(hint);
                }
                scope
            })
            .collect();
        Ok(json!({ "scopes": scopes }))
    }

    fn variables(&mut self, request: &Request) -> Answer {
        let arguments: Reference = arguments(request)?;
        let node = self.node(arguments.variables_reference)?;
        let program = self.program.as_ref().ok_or("no program was launched")?;
        let parts = self.nodes.parts(&node, program.debugger.machine());
        let count = arguments.count.filter(|&count| count > 0).unwrap_or(usize::MAX);
        let parts: Vec<Value> = parts
            .into_iter()
            .skip(arguments.start.unwrap_or(0))
            .take(count)
            .collect();
        // Registers are hexadecimal already.
        let mut parts = parts;
        for part in parts.iter_mut().filter(|_| node != Node::Registers) {
            let value = part["value"].as_str().unwrap_or_default();
            part["value"] = json!(arguments.format.shown(value));
        }
        Ok(json!({ "variables": parts }))
    }

    fn node(&self, reference: u64) -> Result<Node, String> {
        let node = self.nodes.node(reference).cloned();
        node.ok_or_else(|| format!("unknown variablesReference {reference}: the program has continued since"))
    }

    fn set_variable(&mut self, request: &Request) -> Answer {
        let arguments: SetVariable = arguments(request)?;
        let node = self.node(arguments.variables_reference)?;
        let debugger = &mut self.program()?.debugger;
        if let Node::Registers | Node::System = node {
            let value = number(&arguments.value)
                .ok_or_else(|| format!("{:?} is not a 16-bit number such as 255 or 0xFF", arguments.value))?;
            let set = match node {
                Node::Registers => set_register,
                _ => set_system,
            };
            let fits = set(&mut debugger.machine().clone(), &arguments.name, value);
            fits.ok_or_else(|| format!("{} cannot be set to {value}", arguments.name))?;
            debugger.change(|machine| set(machine, &arguments.name, value));
            return Ok(json!({ "value": arguments.value, "variablesReference": 0 }));
        }
        if let Node::Loop(_) = node {
            return Err("set the variable itself: its limit and step stay".to_owned());
        }
        set(debugger, &arguments.name, &arguments.value)
    }

    fn set_expression(&mut self, request: &Request) -> Answer {
        let arguments: SetExpression = arguments(request)?;
        let debugger = &mut self.program()?.debugger;
        set(debugger, &arguments.expression, &arguments.value)
    }

    fn evaluate(&mut self, request: &Request) -> Answer {
        let arguments: Evaluate = arguments(request)?;
        self.check_frame(arguments.frame_id)?;
        let is_repl = arguments.context.as_deref() == Some("repl");
        let text = arguments.expression.as_str();
        if is_repl {
            if let Some(done) = self.answer_program(text) {
                return done;
            }
            if let Some(done) = self.obey(text) {
                return done;
            }
        }
        let debugger = &self.program.as_ref().ok_or("no program was launched")?.debugger;
        let machine = debugger.machine();
        let shown = |value: &str| arguments.format.shown(value);
        // The text may be the name of a whole array, a part of one, or the variable of a FOR.
        let node = Node::named(text, machine);
        let reference = node.map_or(0, |node| self.nodes.number(node));
        let target = Target::parse(text, machine).ok();
        if let Some(value) = target.and_then(|target| target.shown(machine)) {
            return Ok(json!({ "result": shown(&value), "variablesReference": reference }));
        }
        if reference > 0 {
            return Ok(json!({ "result": text.trim(), "variablesReference": reference }));
        }
        match debugger.evaluate(text) {
            Ok(girafa_inspect::evaluate::Evaluated::Error(code)) => {
                Err(girafa_inspect::evaluate::report(code))
            }
            Ok(value) => Ok(json!({ "result": shown(&value.to_string()), "variablesReference": 0 })),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Passes console input to the program as its answer if the program waits for input.
    fn answer_program(&mut self, text: &str) -> Option<Answer> {
        let program = self.program.as_mut()?;
        let result = match program.state {
            State::AtInput => program
                .debugger
                .driver_mut()
                .add_answer(text)
                .map_err(|error| error.to_string()),
            State::AtKey => keys(text)
                .and_then(|chords| program.debugger.press(chords).map_err(|error| error.to_string())),
            _ => return None,
        };
        Some(result.map(|()| {
            program.state = program.before_wait;
            json!({ "result": "", "variablesReference": 0 })
        }))
    }

    /// Runs the console commands `why x`, `answer TEXT` and `goto MOMENT`.
    fn obey(&mut self, text: &str) -> Option<Answer> {
        let (word, rest) = text.trim().split_once(' ')?;
        let debugger = &mut self.program.as_mut()?.debugger;
        let result = match word {
            "why" => debugger
                .why(rest, None)
                .map_err(|error| error.to_string())
                .map(|why| why.to_string()),
            "answer" => debugger
                .driver_mut()
                .add_answer(rest)
                .map(|()| String::new())
                .map_err(|error| error.to_string()),
            "goto" => {
                let parts = rest
                    .split_once('+')
                    .and_then(|(frame, tstate)| Some((frame.parse().ok()?, tstate.parse().ok()?)));
                match parts {
                    Some((frame, tstate)) => {
                        debugger.go_to(Moment { frame, tstate });
                        let stopped = json!({ "reason": "goto", "threadId": 1, "allThreadsStopped": true });
                        self.afterwards.push(("stopped", stopped));
                        Ok(String::new())
                    }
                    None => Err("expected a frame and T-states, such as 120+3400".to_owned()),
                }
            }
            _ => return None,
        };
        Some(result.map(|result| json!({ "result": shown(&result), "variablesReference": 0 })))
    }

    fn breakpoint_locations(&mut self, request: &Request) -> Answer {
        let rows: Rows = arguments(request)?;
        let program = self.program()?;
        let row = |line| program.counting.of_client(line, None).0;
        let found = program
            .source
            .map
            .between(row(rows.line), row(rows.end_line.unwrap_or(rows.line)));
        let found: Vec<Value> = found
            .into_iter()
            .map(|(at, _)| program.counting.to_client(at))
            .map(|(line, column)| json!({ "line": line, "column": column }))
            .collect();
        Ok(json!({ "breakpoints": found }))
    }

    fn data_info(&mut self, request: &Request) -> Answer {
        let arguments: DataInfo = arguments(request)?;
        if let Some(reference) = arguments.variables_reference.filter(|&reference| reference > 0)
            && !matches!(self.node(reference)?, Node::Variables | Node::Array(..))
        {
            return Ok(
                json!({ "dataId": null, "description": "only variables of the program can be watched" }),
            );
        }
        let program = self.program()?;
        Ok(match Target::parse(&arguments.name, program.debugger.machine()) {
            Ok(target) => json!({ "dataId": target.to_string(), "description": target.to_string(),
                "accessTypes": ["write"], "canPersist": true }),
            Err(error) => json!({ "dataId": null, "description": shown(&error.to_string()) }),
        })
    }

    fn exception_info(&mut self) -> Answer {
        let program = self.program()?;
        let fault = program
            .exception
            .as_ref()
            .ok_or("the program has not stopped with an error")?;
        let origin = program.source.name.clone();
        Ok(json!({
            "exceptionId": shown(&fault.title()),
            "description": shown(&fault.line_of_status()),
            "breakMode": "always",
            "details": { "message": shown(&fault.line_of_status()), "stackTrace": shown(&fault.render(&origin, false)) }
        }))
    }
}

impl Program {
    fn frame(&self, number: usize, place: Option<StatementPlace>, pc: Option<u16>) -> Value {
        let place = place.filter(|place| place.line > 0);
        let text = place.and_then(|place| self.debugger.text_of(place));
        let name = match (place, text) {
            (Some(place), Some(text)) => format!("{place} {text}"),
            (Some(place), None) => place.to_string(),
            (None, _) => "typed line".to_owned(),
        };
        let at = place.and_then(|place| self.source.map.at(place));
        let (line, column) = at.map_or((0, 0), |at| self.counting.to_client(at));
        let mut frame = json!({ "id": number, "name": shown(&name), "line": line, "column": column });
        match at {
            Some(_) => frame["source"] = self.source.json(),
            None => frame["presentationHint"] = json!("subtle"),
        }
        if let Some(pc) = pc {
            frame["instructionPointerReference"] = json!(format!("0x{pc:04X}"));
        }
        frame
    }
}

impl Source {
    /// Creates a source from the listing that was read, or from the program in memory.
    pub fn new(read: Option<(PathBuf, String)>, name: &str, machine: &Spectrum) -> Source {
        let (path, text) = match read {
            Some((path, text)) => (Some(path), text),
            None => (
                None,
                program::of_machine(machine).map_or_else(String::new, |program| text::from_program(&program)),
            ),
        };
        let name = path
            .as_deref()
            .and_then(Path::file_name)
            .map_or(name.to_owned(), |name| name.to_string_lossy().into_owned());
        Source {
            map: SourceMap::of(&text),
            path,
            name,
            text,
        }
    }

    /// Returns the source in the protocol's format.
    pub fn json(&self) -> Value {
        match &self.path {
            Some(path) => json!({ "name": shown(&self.name), "path": path.to_string_lossy() }),
            None => json!({ "name": shown(&format!("{}.bas", self.name)), "sourceReference": SOURCE }),
        }
    }

    /// Whether a `Source` object from the client refers to this source.
    pub fn is_named_by(&self, source: &Value) -> bool {
        if let Some(reference) = source["sourceReference"]
            .as_u64()
            .filter(|&reference| reference > 0)
        {
            return reference == SOURCE && self.path.is_none();
        }
        let named = source["path"].as_str().or(source["name"].as_str()).map(Path::new);
        let (Some(named), Some(path)) = (named, &self.path) else {
            return false;
        };
        let same = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        same(named) == same(path)
    }
}

/// Sets a variable that exists: a misspelt name must not create one.
fn set(debugger: &mut Debugger, name: &str, value: &str) -> Answer {
    let machine = debugger.machine();
    let target = Target::parse(name, machine).map_err(|error| error.to_string())?;
    if target.shown(machine).is_none() {
        return Err(format!("there is no variable {target}"));
    }
    let value = debugger.set(name, value).map_err(|error| error.to_string())?;
    Ok(json!({ "value": shown(&value.to_string()), "variablesReference": 0 }))
}

/// Parses a 16-bit number: decimal, or hexadecimal with the prefix 0x or $.
pub fn number(text: &str) -> Option<u16> {
    let text = text.trim();
    let hexadecimal = text
        .strip_prefix("0x")
        .or(text.strip_prefix("0X"))
        .or(text.strip_prefix('$'));
    match hexadecimal {
        Some(digits) => u16::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Parses a sequence of keys.
fn keys(text: &str) -> Result<Vec<Chord>, String> {
    let items = key_script::parse(text).map_err(|error| error.to_string())?;
    let chord = |item: &Item| match item {
        Item::Press { keys, .. } => Chord::of(keys),
        _ => None,
    };
    let chords: Option<Vec<Chord>> = items.iter().map(chord).collect();
    chords
        .filter(|chords| !chords.is_empty())
        .ok_or_else(|| "type keys, such as a or ENTER".to_owned())
}
