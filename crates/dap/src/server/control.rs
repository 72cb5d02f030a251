//! Requests that control execution.

use std::io::Write;

use girafa_debugger::{Direction, Step, Stop};
use girafa_inspect::StatementPlace;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Program, Request, Server, State, arguments, shown};

#[derive(Deserialize)]
struct Stepping {
    granularity: Option<String>,
}

#[derive(Deserialize)]
struct RowAndColumn {
    line: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JumpTarget {
    target_id: i64,
}

/// The number of a statement in the protocol.
fn id_of(place: StatementPlace) -> i64 {
    i64::from(place.line) << 8 | i64::from(place.statement)
}

/// The statement with a number that [`id_of`] has returned.
fn place_of(id: i64) -> Option<StatementPlace> {
    let line = u16::try_from(id >> 8).ok()?;
    Some(StatementPlace {
        line,
        statement: (id & 0xFF) as u8,
    })
}

impl<W: Write> Server<'_, W> {
    /// Handles execution requests; `None` for any other request.
    pub(super) fn control(&mut self, command: &str, request: &Request) -> Option<Answer> {
        const STEPS: [&str; 6] = ["next", "stepIn", "stepOut", "stepBack", "reverseContinue", "goto"];
        if STEPS.contains(&command) && self.program().is_ok_and(|program| program.arguments.no_debug) {
            return Some(Err(
                "the program runs without debugging: start it with debugging to step".to_owned(),
            ));
        }
        Some(match command {
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
            "gotoTargets" => self.jump_targets(request),
            "goto" => self.jump(request),
            _ => return None,
        })
    }

    fn configured(&mut self) -> Answer {
        let program = self.program()?;
        program.is_configured = true;
        if program.is_of_player {
            return match program.arguments.stop_on_entry {
                true => self.pause(),
                false => Ok(Value::Null),
            };
        }
        if program.state == State::Stopped {
            self.afterwards.push((
                "stopped",
                json!({ "reason": "entry", "threadId": 1, "allThreadsStopped": true }),
            ));
        } else if let Some(numbers) = program.breakpoints_here() {
            // Already at the first statement, and there is a breakpoint there.
            program.state = State::Stopped;
            let reason = program.reason_of(&numbers);
            self.afterwards.push((
                "stopped",
                json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true,
                "hitBreakpointIds": numbers }),
            ));
        }
        Ok(Value::Null)
    }

    /// Returns the program, which must have stopped.
    fn program_at_rest(&mut self) -> Result<&mut Program, String> {
        let program = self.program()?;
        match program.state {
            State::Stopped => Ok(program),
            _ => Err("the program is running".to_owned()),
        }
    }

    /// Resumes the program in the given state.
    fn go(&mut self, state: State) -> Result<(), String> {
        let program = self.program_at_rest()?;
        if state == State::RunningBack {
            program.at_end = false;
        }
        program.exception = None;
        program.state = state;
        // The sound of a way back is not played.
        program.debugger.take_samples();
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
            (granularity, Direction::Forward) => {
                let step = match granularity {
                    Some("line") => line,
                    _ => statement,
                };
                let begun = program.debugger.begin(step);
                return self.go(State::Running(Some(begun))).map(|()| Value::Null);
            }
            (Some("line"), _) => program.debugger.step(line, direction, &mut |_| true),
            _ => program.debugger.step(statement, direction, &mut |_| true),
        };
        if direction == Direction::Backward {
            program.at_end = false;
        }
        let mut body = json!({ "reason": "step", "threadId": 1, "allThreadsStopped": true });
        if stop == Stop::Beginning {
            body["text"] = json!("Start of the recorded history");
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

    /// Returns the statements of a row to which the program can jump; of another row, the statement that a breakpoint
    /// there would have.
    fn jump_targets(&mut self, request: &Request) -> Answer {
        let asked: RowAndColumn = arguments(request)?;
        let program = self.program()?;
        let (row, _) = program.counting.of_client(asked.line, None);
        let map = &program.source.map;
        let mut places: Vec<StatementPlace> = map
            .between(row, row)
            .into_iter()
            .map(|(_, place)| place)
            .collect();
        if places.is_empty() {
            places.extend(map.statement(row, None));
        }
        let target = |place: StatementPlace| {
            let (line, column) = program.counting.to_client(map.at(place)?);
            let text = program.debugger.text_of(place)?;
            let label = shown(&format!("{place}  {text}"));
            Some(json!({ "id": id_of(place), "label": label, "line": line, "column": column }))
        };
        let targets: Vec<Value> = places.into_iter().filter_map(target).collect();
        Ok(json!({ "targets": targets }))
    }

    /// Lets the program continue at another statement.
    fn jump(&mut self, request: &Request) -> Answer {
        let asked: JumpTarget = arguments(request)?;
        let place =
            place_of(asked.target_id).ok_or_else(|| format!("unknown targetId {}", asked.target_id))?;
        let program = self.program_at_rest()?;
        program.debugger.jump(place).map_err(|error| error.to_string())?;
        self.go(State::Stopped)?;
        self.afterwards.push((
            "stopped",
            json!({ "reason": "goto", "threadId": 1, "allThreadsStopped": true }),
        ));
        Ok(Value::Null)
    }

    /// Restarts the program from the current contents of its file, with the same breakpoints.
    fn restart(&mut self) -> Answer {
        let program = self.program()?;
        if program.is_of_player {
            return Err("a player runs the program: restart it there".to_owned());
        }
        let launch = program.arguments.clone();
        let breakpoints = program.debugger.breakpoints().to_vec();
        let (of_rows, of_functions) = (program.of_rows.clone(), program.of_functions.clone());
        self.keep_tape().map_err(|error| error.to_string())?;
        self.load(launch)?;
        let program = self.program()?;
        program.is_configured = true;
        program.debugger.take_over(&breakpoints);
        (program.of_rows, program.of_functions) = (of_rows, of_functions);
        if program.state == State::Stopped {
            self.afterwards.push((
                "stopped",
                json!({ "reason": "entry", "threadId": 1, "allThreadsStopped": true }),
            ));
        }
        Ok(Value::Null)
    }
}
