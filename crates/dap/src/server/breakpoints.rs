//! Requests that set breakpoints.

use std::io::Write;

use girafa_debugger::{Condition, Debugger, Hits, Location};
use girafa_inspect::target::Target;
use serde::Deserialize;
use serde_json::{Value, json};

use super::machine::address;
use super::{Answer, Program, Request, Server, arguments};
use crate::source::SourceMap;

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
struct FunctionBreakpoints {
    #[serde(default)]
    breakpoints: Vec<FunctionBreakpoint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FunctionBreakpoint {
    name: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Deserialize)]
struct InstructionBreakpoints {
    #[serde(default)]
    breakpoints: Vec<InstructionBreakpoint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InstructionBreakpoint {
    instruction_reference: String,
    #[serde(default)]
    offset: i64,
    condition: Option<String>,
    hit_condition: Option<String>,
}

impl<W: Write> Server<'_, W> {
    /// Handles breakpoint requests; `None` for any other request.
    pub(super) fn of_breakpoints(&mut self, command: &str, request: &Request) -> Option<Answer> {
        if let Some(program) = &self.program
            && program.arguments.no_debug
            && command.starts_with("set")
            && command.ends_with("Breakpoints")
        {
            let given = request.arguments["breakpoints"].as_array().map_or(0, Vec::len);
            let refused = refused("the program runs without debugging");
            return Some(Ok(json!({ "breakpoints": vec![refused; given] })));
        }
        Some(match command {
            "setBreakpoints" => self.set_breakpoints(request),
            "setFunctionBreakpoints" => self.set_function_breakpoints(request),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(request),
            "setDataBreakpoints" => self.set_data_breakpoints(request),
            _ => return None,
        })
    }

    fn set_breakpoints(&mut self, request: &Request) -> Answer {
        let arguments: SourceBreakpoints = arguments(request)?;
        let source = &request.arguments["source"];
        self.read_source_again()?;
        let program = self.program()?;
        if !program.source.is_named_by(source) {
            let other = "this is not the program being debugged";
            let set: Vec<Value> = arguments.breakpoints.iter().map(|_| refused(other)).collect();
            return Ok(json!({ "breakpoints": set }));
        }
        let before = std::mem::take(&mut program.of_rows);
        program
            .debugger
            .remove_breakpoints(|breakpoint| before.contains(&breakpoint.number));
        let set = arguments.breakpoints.iter().map(|breakpoint| {
            program
                .set_breakpoint(breakpoint)
                .unwrap_or_else(|why| refused(&why))
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }

    /// Updates the source map if the listing was edited while the program runs.
    fn read_source_again(&mut self) -> Result<(), String> {
        let launcher = self.launcher;
        let source = &mut self.program()?.source;
        let text = source.path.as_deref().and_then(|path| launcher.text(path).ok());
        let Some(text) = text.filter(|text| *text != source.text) else {
            return Ok(());
        };
        source.map = SourceMap::of(&text);
        source.text = text;
        let notice = format!(
            "{} has changed since the program was started. The old program keeps running; Restart runs the new one.\n",
            source.name
        );
        self.afterwards.push((
            "output",
            json!({ "category": "important", "output": super::shown(&notice) }),
        ));
        Ok(())
    }

    fn set_data_breakpoints(&mut self, request: &Request) -> Answer {
        let arguments: DataBreakpoints = arguments(request)?;
        let program = self.program()?;
        let debugger = &mut program.debugger;
        debugger.remove_breakpoints(|breakpoint| matches!(breakpoint.location, Location::Variable(_)));
        let set = arguments.breakpoints.iter().map(|breakpoint| {
            let conditions = (
                breakpoint.condition.as_deref(),
                breakpoint.hit_condition.as_deref(),
            );
            let added = Target::parse(&breakpoint.data_id, debugger.machine())
                .map_err(|error| error.to_string())
                .and_then(|target| add(debugger, Location::Variable(target), conditions));
            match added {
                Ok(number) => json!({ "id": number, "verified": true }),
                Err(why) => refused(&why),
            }
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }

    fn set_function_breakpoints(&mut self, request: &Request) -> Answer {
        let arguments: FunctionBreakpoints = arguments(request)?;
        let program = self.program()?;
        let before = std::mem::take(&mut program.of_functions);
        program
            .debugger
            .remove_breakpoints(|breakpoint| before.contains(&breakpoint.number));
        let set = arguments.breakpoints.iter().map(|breakpoint| {
            let conditions = (
                breakpoint.condition.as_deref(),
                breakpoint.hit_condition.as_deref(),
            );
            let added = (program.debugger.location_of(&breakpoint.name))
                .map_err(|error| error.to_string())
                .and_then(|location| add(&mut program.debugger, location, conditions));
            match added {
                Ok(number) => {
                    program.of_functions.push(number);
                    let places = (program.debugger.breakpoints().last())
                        .map_or(&[][..], |breakpoint| breakpoint.location.places());
                    let mut set = json!({ "id": number, "verified": true });
                    // A function is called in several statements; a subroutine has one entry point.
                    if let [place] = places
                        && let Some(at) = program.source.map.at(*place)
                    {
                        let (line, column) = program.counting.to_client(at);
                        (set["line"], set["column"]) = (json!(line), json!(column));
                        set["source"] = program.source.json();
                    }
                    set
                }
                Err(why) => refused(&why),
            }
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }

    fn set_instruction_breakpoints(&mut self, request: &Request) -> Answer {
        let arguments: InstructionBreakpoints = arguments(request)?;
        let debugger = &mut self.program()?.debugger;
        debugger.remove_breakpoints(|breakpoint| matches!(breakpoint.location, Location::Address(_)));
        let set = arguments.breakpoints.iter().map(|breakpoint| {
            let conditions = (breakpoint.condition.as_deref(), breakpoint.hit_condition.as_deref());
            let added = address(&breakpoint.instruction_reference).and_then(|start| {
                let address = u16::try_from(start.saturating_add(breakpoint.offset))
                    .map_err(|_| "addresses are from 0x0000 to 0xFFFF".to_owned())?;
                let number = add(debugger, Location::Address(address), conditions)?;
                Ok((number, address))
            });
            match added {
                Ok((number, address)) => {
                    json!({ "id": number, "verified": true, "instructionReference": format!("0x{address:04X}") })
                }
                Err(why) => refused(&why),
            }
        });
        let set: Vec<Value> = set.collect();
        Ok(json!({ "breakpoints": set }))
    }
}

impl Program {
    fn set_breakpoint(&mut self, breakpoint: &SourceBreakpoint) -> Result<Value, String> {
        let (line, column) = self.counting.of_client(breakpoint.line, breakpoint.column);
        let place = self
            .source
            .map
            .statement(line, column)
            .ok_or("the program has no line here or below")?;
        let condition = condition(
            breakpoint.condition.as_deref(),
            breakpoint.hit_condition.as_deref(),
        )?;
        let place = self
            .debugger
            .place_for(place.line, Some(place.statement))
            .map_err(|error| error.to_string())?;
        let number = self
            .debugger
            .add_breakpoint(
                Location::Statement(place),
                condition,
                breakpoint.log_message.clone(),
                false,
            )
            .map_err(|error| error.to_string())?;
        self.of_rows.push(number);
        let at = self.source.map.at(place).unwrap_or((line, 1));
        let (line, column) = self.counting.to_client(at);
        Ok(json!({ "id": number, "verified": true, "line": line, "column": column }))
    }

    /// Returns the protocol's stop reason for these breakpoints.
    pub fn reason_of(&self, numbers: &[u32]) -> &'static str {
        let mut reached = self.debugger.breakpoints().iter();
        let first = reached.find(|breakpoint| numbers.contains(&breakpoint.number));
        match first {
            Some(breakpoint) if self.of_functions.contains(&breakpoint.number) => "function breakpoint",
            Some(breakpoint) if matches!(breakpoint.location, Location::Address(_)) => {
                "instruction breakpoint"
            }
            _ => "breakpoint",
        }
    }

    /// The ids of the breakpoints at the next statement whose conditions hold, or `None` if there are none.
    pub fn breakpoints_here(&self) -> Option<Vec<u32>> {
        let place = self.debugger.place()?;
        let machine = self.debugger.machine();
        let numbers: Vec<u32> = (self.debugger.breakpoints().iter())
            .filter(|breakpoint| {
                breakpoint.location.places().contains(&place) && breakpoint.message.is_none()
            })
            .filter(|breakpoint| breakpoint.condition.hits.include(1) && breakpoint.condition.holds(machine))
            .map(|breakpoint| breakpoint.number)
            .collect();
        (!numbers.is_empty()).then_some(numbers)
    }
}

fn condition(expression: Option<&str>, hits: Option<&str>) -> Result<Condition, String> {
    let given = |text: &&str| !text.trim().is_empty();
    let hits = hits.filter(given).map(str::parse::<Hits>).transpose();
    let hits = hits.map_err(|error| error.to_string())?.unwrap_or_default();
    Condition::parse(expression.filter(given), hits).map_err(|error| error.to_string())
}

fn refused(why: &str) -> Value {
    json!({ "verified": false, "message": super::shown(why) })
}

/// Adds a breakpoint with its condition and hit count.
fn add(
    debugger: &mut Debugger,
    location: Location,
    (expression, hits): (Option<&str>, Option<&str>),
) -> Result<u32, String> {
    let condition = condition(expression, hits)?;
    debugger
        .add_breakpoint(location, condition, None, false)
        .map_err(|error| error.to_string())
}
