//! Reports to the client: what a run has printed, why it has stopped, and its end.

use std::io::{self, Write};

use girafa_debugger::Stop;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::text::readable;
use serde_json::{Value, json};

use super::{Server, State, shown};

impl<W: Write> Server<'_, W> {
    /// Reports what a run has printed and shown, and why it has stopped.
    pub(super) fn report_run(&mut self, stop: &Stop) -> io::Result<()> {
        self.report_output()?;
        // Send the pictures before the stop: the client then inspects the program, or closes the panels.
        self.report_pictures(*stop == Stop::Interrupted)?;
        self.report_stop(stop)
    }

    /// Sends the program's new output, from the screen and the printer, to the client.
    pub(super) fn report_output(&mut self) -> io::Result<()> {
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

    pub(super) fn stopped(&mut self, reason: &str, text: &str, numbers: &[u32]) -> io::Result<()> {
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
            return self.report_fault(fault);
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

    /// Stops the program at an error report.
    pub(super) fn report_fault(&mut self, fault: RuntimeError) -> io::Result<()> {
        let text = fault.line_of_status();
        if let Some(program) = &mut self.program {
            program.state = State::Stopped;
            program.exception = Some(fault);
        }
        self.stopped("exception", &text, &[])
    }

    /// Ends the program; the client may then disconnect or restart.
    pub(super) fn end(&mut self) {
        if let Some(program) = &mut self.program {
            program.state = State::Stopped;
        }
        self.afterwards.push(("terminated", Value::Null));
    }
}
