//! Formats the debugger's output.

use std::fmt::Write;

use girafa_basic::program::{Line, Program};
use girafa_basic::text;
use girafa_debugger::{Breakpoint, Debugger, Location, Origin, Stop};
use girafa_inspect::program;
use girafa_session::outcome::End;

/// Number of lines listed before and after the current one.
const LISTED_LINES: usize = 5;

/// The current position as a row: the statement's place, its text and the time.
pub fn here(debugger: &Debugger) -> String {
    let moment = debugger.moment();
    match debugger.place() {
        Some(place) => {
            let text = debugger.text_of(place).unwrap_or_default();
            format!("{}\n", Origin { moment, place, text })
        }
        None => format!("no statement of the program  ({moment})\n"),
    }
}

/// Describes why and where the run has stopped.
pub fn stop(debugger: &Debugger, stop: &Stop) -> String {
    let here = here(debugger);
    let numbers = |numbers: &[u32]| {
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        numbers.join(", ")
    };
    match stop {
        Stop::Step => here,
        Stop::Breakpoint(reached) => {
            let at = match is_at_instruction(debugger, reached) {
                true => format!("PC {:04X} in ", debugger.machine().cpu.pc),
                false => String::new(),
            };
            format!("breakpoint {}: {at}{here}", numbers(reached))
        }
        Stop::Changed {
            number,
            name,
            values: [before, after],
            place,
        } => format!(
            "breakpoint {number}: {name} changed from {} to {} in {place}\n{here}",
            value(before.as_deref()),
            value(after.as_deref())
        ),
        Stop::Input => format!("INPUT waits: {}\n{here}", debugger.prompt()),
        Stop::Key => format!("the program waits for a key (ENTER is pressed if it continues)\n{here}"),
        Stop::Ended(End::Idle) => {
            format!("the machine has halted (HALT with interrupts disabled)\n{here}")
        }
        Stop::Ended(End::TapeRanOut) => {
            format!("stopped: the program waits for another block from tape (--tape FILE.tap)\n{here}")
        }
        Stop::Ended(End::RecordingOver) => {
            format!("the recording has ended: the program continues without it\n{here}")
        }
        Stop::Ended(End::Desynchronised) => {
            format!("out of step with the recording: the program continues without it\n{here}")
        }
        Stop::Ended(_) => {
            let status = debugger
                .emulator()
                .status()
                .unwrap_or_else(|| "the program has ended".to_owned());
            format!("{status}  ({})\n", debugger.moment())
        }
        Stop::Beginning => format!("start of the recorded history:\n{here}"),
        Stop::Interrupted => format!("stopped\n{here}"),
        Stop::NoSubroutine => "there is no active GO SUB\n".to_owned(),
    }
}

/// Whether one of these breakpoints is at an address.
fn is_at_instruction(debugger: &Debugger, numbers: &[u32]) -> bool {
    debugger.breakpoints().iter().any(|breakpoint| {
        numbers.contains(&breakpoint.number) && matches!(breakpoint.location, Location::Address(_))
    })
}

fn value(value: Option<&str>) -> &str {
    value.unwrap_or("nothing")
}

/// Describes a breakpoint.
pub fn breakpoint(breakpoint: &Breakpoint) -> String {
    let mut out = format!("{}: ", breakpoint.number);
    let _ = match &breakpoint.location {
        Location::Statement(place) => write!(out, "{place}"),
        Location::Function { name, places } => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            write!(out, "FN {name}, called in {}", places.join(", "))
        }
        Location::Address(address) => write!(out, "address 0x{address:04X}"),
        Location::Variable(target) => write!(out, "changes of {target}"),
    };
    if let Some((source, _)) = &breakpoint.condition.expression {
        let _ = write!(out, " if {source}");
    }
    let _ = write!(out, "{}", breakpoint.condition.hits);
    if breakpoint.is_temporary {
        out.push_str(", once");
    }
    if let Some(message) = &breakpoint.message {
        let _ = write!(out, ", message: {message}");
    }
    if breakpoint.reached > 0 {
        let _ = write!(out, " (reached {} times)", breakpoint.reached);
    }
    out.push('\n');
    out
}

/// Lists the program around a line and marks the current line.
pub fn list(debugger: &Debugger, line: Option<u16>) -> Option<String> {
    let program = program::of_machine(debugger.machine())?;
    let current = debugger.place().map(|place| place.line);
    let centre = line.or(current).unwrap_or(0);
    let at = program.lines.partition_point(|found| found.number < centre);
    let mut out = String::new();
    for line in program
        .lines
        .iter()
        .skip(at.saturating_sub(LISTED_LINES))
        .take(2 * LISTED_LINES + 1)
    {
        let mark = if Some(line.number) == current { '>' } else { ' ' };
        let _ = writeln!(out, "{mark}{}", line_text(line));
    }
    Some(out)
}

fn line_text(line: &Line) -> String {
    let program = Program {
        lines: vec![line.clone()],
        ..Program::default()
    };
    text::from_program(&program)
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned()
}

/// The call stack of GO SUB.
pub fn calls(debugger: &Debugger) -> String {
    let mut out = here(debugger);
    for place in debugger.calls() {
        let _ = match place.line {
            0 => writeln!(out, "from the typed line"),
            _ => writeln!(
                out,
                "from {place}  {}",
                debugger.text_of(place).unwrap_or_default()
            ),
        };
    }
    out
}

/// The rows of the screen as text.
pub fn screen(debugger: &Debugger) -> String {
    let player = debugger.emulator();
    let rows = player.glyphs().screen(player.machine());
    let used = rows
        .iter()
        .rposition(|row| !row.is_empty())
        .map_or(0, |last| last + 1);
    rows[..used].iter().flat_map(|row| [row, "\n"]).collect()
}
