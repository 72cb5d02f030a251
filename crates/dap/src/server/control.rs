//! Requests that set breakpoints, run the program and change it.

use std::io::Write;

use girafa_play::debug::{Breakpoint, Condition, Direction, Location, Step, Stop};
use girafa_session::insight::target::Target;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Program, Request, Server, State, arguments};

#[derive(Deserialize)]
struct SourceBreakpoints {
    #[serde(default)]
    breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourceBreakpoint {
    line: usize,
    column: Option<usize>,
    condition: Option<String>,
    hit_condition: Option<String>,
    log_message: Option<String>,
}

#[derive(Deserialize)]
struct DataBreakpoints {
    #[serde(default)]
    breakpoints: Vec<DataBreakpoint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataBreakpoint {
    data_id: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Deserialize)]
struct Stepping {
    granularity: Option<String>,
}

impl<W: Write> Server<'_, W> {
    /// The answer to a request of this kind; `None` for another one.
    pub(super) fn control(&mut self, command: &str, request: &Request) -> Option<Answer> {
        Some(match command {
            "setBreakpoints" => self.set_breakpoints(request),
            "setDataBreakpoints" => self.set_data_breakpoints(request),
            "configurationDone" => self.configured(),
            "continue" => {
                let done = self.go(State::Running(None));
                done.map(|()| json!({ "allThreadsContinued": true }))
            }
            "next" => self.step(request, Step::Over, Step::LineOver, Direction::Forward),
            "stepIn" => self.step(request, Step::Statement, Step::Line, Direction::Forward),
            "stepOut" => self.step(request, Step::Out, Step::Out, Direction::Forward),
            "stepBack" => self.step(request, Step::Over, Step::LineOver, Direction::Backward),
            "reverseContinue" => self.go(State::RunningBack).map(|()| Value::Null),
            "pause" => self.pause(),
            "restart" => self.restart(),
            _ => return None,
        })
    }

    fn configured(&mut self) -> Answer {
        let program = self.program()?;
        program.is_configured = true;
        if program.state == State::Stopped {
            self.afterwards.push((
                "stopped",
                json!({ "reason": "entry", "threadId": 1, "allThreadsStopped": true }),
            ));
        } else if let Some(numbers) = program.breakpoints_here() {
            // The run stands at the first statement, where there is a breakpoint.
            program.state = State::Stopped;
            self.afterwards.push((
                "stopped",
                json!({ "reason": "breakpoint", "threadId": 1, "allThreadsStopped": true,
                "hitBreakpointIds": numbers }),
            ));
        }
        Ok(Value::Null)
    }

    fn set_breakpoints(&mut self, request: &Request) -> Answer {
        let wanted: SourceBreakpoints = arguments(request)?;
        let source = &request.arguments["source"];
        let program = self.program()?;
        if !program.source.is_named_by(source) {
            let refused = wanted
                .breakpoints
                .iter()
                .map(|_| json!({ "verified": false, "message": "this is not the program that is debugged" }));
            return Ok(json!({ "breakpoints": refused.collect::<Vec<_>>() }));
        }
        program
            .debugger
            .remove_breakpoints(|breakpoint| matches!(breakpoint.location, Location::Statement(_)));
        let set = wanted.breakpoints.iter().map(|wanted| {
            program
                .set_breakpoint(wanted)
                .unwrap_or_else(|why| json!({ "verified": false, "message": why }))
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }

    fn set_data_breakpoints(&mut self, request: &Request) -> Answer {
        let wanted: DataBreakpoints = arguments(request)?;
        let program = self.program()?;
        let debugger = &mut program.debugger;
        debugger.remove_breakpoints(|breakpoint| matches!(breakpoint.location, Location::Variable(_)));
        let set = wanted.breakpoints.iter().map(|wanted| {
            let added = Target::parse(&wanted.data_id, debugger.machine())
                .map_err(|error| error.to_string())
                .and_then(|target| {
                    let condition = condition(wanted.condition.as_deref(), wanted.hit_condition.as_deref())?;
                    debugger
                        .add_breakpoint(Location::Variable(target), condition, None, false)
                        .map_err(|error| error.to_string())
                });
            match added {
                Ok(number) => json!({ "id": number, "verified": true }),
                Err(why) => json!({ "verified": false, "message": why }),
            }
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }

    /// The client wants the program to run.
    fn go(&mut self, state: State) -> Result<(), String> {
        let program = self.program()?;
        if program.state != State::Stopped {
            return Err("the program is running".to_owned());
        }
        if state == State::RunningBack {
            program.at_end = false;
        }
        program.exception = None;
        program.state = state;
        self.nodes.clear();
        Ok(())
    }

    fn step(&mut self, request: &Request, statement: Step, line: Step, direction: Direction) -> Answer {
        let stepping: Stepping = arguments(request)?;
        self.go(State::Stopped)?;
        let program = self.program()?;
        let stop = match (stepping.granularity.as_deref(), direction) {
            (Some("instruction"), Direction::Forward) => program.debugger.step_instruction(),
            (Some("instruction"), Direction::Backward) => program.debugger.step_instruction_back(),
            (Some("line"), Direction::Forward) => {
                return self.go(State::Running(Some(line))).map(|()| Value::Null);
            }
            (_, Direction::Forward) => return self.go(State::Running(Some(statement))).map(|()| Value::Null),
            (Some("line"), _) => program.debugger.step(line, direction, &mut |_| true),
            _ => program.debugger.step(statement, direction, &mut |_| true),
        };
        if direction == Direction::Backward {
            program.at_end = false;
        }
        let mut body = json!({ "reason": "step", "threadId": 1, "allThreadsStopped": true });
        if stop == Stop::Beginning {
            body["text"] = json!("Nothing that is remembered comes before");
        }
        self.afterwards.push(("stopped", body));
        Ok(Value::Null)
    }

    fn pause(&mut self) -> Answer {
        let program = self.program()?;
        if program.state != State::Stopped {
            program.state = State::Stopped;
            self.nodes.clear();
            self.afterwards.push((
                "stopped",
                json!({ "reason": "pause", "threadId": 1, "allThreadsStopped": true }),
            ));
        }
        Ok(Value::Null)
    }

    /// Starts the program anew, as its file is now, with the same breakpoints.
    fn restart(&mut self) -> Answer {
        let program = self.program()?;
        let launch = program.arguments.clone();
        let breakpoints = program.debugger.breakpoints().to_vec();
        self.load(launch)?;
        let program = self.program()?;
        program.is_configured = true;
        for Breakpoint {
            location,
            condition,
            message,
            ..
        } in breakpoints
        {
            // There were no more of them before.
            let _ = program
                .debugger
                .add_breakpoint(location, condition, message, false);
        }
        if program.state == State::Stopped {
            self.afterwards.push((
                "stopped",
                json!({ "reason": "entry", "threadId": 1, "allThreadsStopped": true }),
            ));
        }
        Ok(Value::Null)
    }
}

impl Program {
    fn set_breakpoint(&mut self, wanted: &SourceBreakpoint) -> Result<Value, String> {
        let place = self
            .source
            .map
            .statement(wanted.line, wanted.column)
            .ok_or("no line of the program is here or below")?;
        let condition = condition(wanted.condition.as_deref(), wanted.hit_condition.as_deref())?;
        let place = self
            .debugger
            .place_for(place.line, Some(place.statement))
            .map_err(|error| error.to_string())?;
        let number = self
            .debugger
            .add_breakpoint(
                Location::Statement(place),
                condition,
                wanted.log_message.clone(),
                false,
            )
            .map_err(|error| error.to_string())?;
        let (line, column) = self.source.map.at(place).unwrap_or((wanted.line, 1));
        Ok(json!({ "id": number, "verified": true, "line": line, "column": column }))
    }

    /// The numbers of the breakpoints at the statement that is about to run, if there are any that hold.
    fn breakpoints_here(&self) -> Option<Vec<u32>> {
        let place = self.debugger.place()?;
        let machine = self.debugger.machine();
        let numbers: Vec<u32> = (self.debugger.breakpoints().iter())
            .filter(|breakpoint| {
                breakpoint.location == Location::Statement(place) && breakpoint.message.is_none()
            })
            .filter(|breakpoint| breakpoint.condition.hits <= 1 && breakpoint.condition.holds(machine))
            .map(|breakpoint| breakpoint.number)
            .collect();
        (!numbers.is_empty()).then_some(numbers)
    }
}

fn condition(expression: Option<&str>, hits: Option<&str>) -> Result<Condition, String> {
    let given = |text: &&str| !text.trim().is_empty();
    let hits = match hits.filter(given) {
        Some(hits) => (hits.trim().trim_start_matches(">=").trim().parse()).map_err(|_| {
            format!("{hits:?}: the hit count is a number, from which on the breakpoint stops")
        })?,
        None => 0,
    };
    Condition::parse(expression.filter(given), hits).map_err(|error| error.to_string())
}
