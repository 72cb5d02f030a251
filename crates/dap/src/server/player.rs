//! Programs that a player runs: the client attaches to them, and detaches.

use std::io::{self, Write};
use std::path::PathBuf;

use girafa_debugger::{Debugger, Location, Stop};
use girafa_frontend::Console;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::program;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Message, Program, Server, Source, State, shown};
use crate::{LaunchArguments, Launcher};

/// The arguments of an `attach` request.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct AttachArguments {
    /// The listing of the program; without it, its text is the one in the machine.
    program: Option<PathBuf>,
    /// Stop the program where it is.
    stop_on_entry: bool,
}

/// What the client knows of the player.
pub struct Known {
    state: State,
    jumps: u64,
    fault: Option<RuntimeError>,
}

impl Known {
    /// What a new client knows: a pause of the player is then reported.
    pub fn of(console: &Console) -> Known {
        Known {
            state: State::Running(None),
            jumps: console.jumps(),
            fault: console.emulator().fault().cloned(),
        }
    }
}

impl<'a, W: Write> Server<'a, W> {
    /// Creates a server for a client that attaches to a player's program, which `debugger` is a copy of.
    pub fn of_player(output: W, launcher: &'a dyn Launcher, debugger: Debugger) -> Server<'a, W> {
        Server {
            player: Some(debugger),
            ..Server::new(output, launcher)
        }
    }

    /// Handles `attach`.
    pub(super) fn attach(&mut self, attach: AttachArguments) -> Answer {
        if self.program.is_some() {
            return Err("a program is being debugged already".to_owned());
        }
        let read = match attach.program {
            Some(path) => {
                let text = self.launcher.text(&path)?;
                Some((path, text))
            }
            None => None,
        };
        let Some(debugger) = self.player.take() else {
            return Err(
                "this adapter runs no player: use launch, or the address at which a player listens"
                    .to_owned(),
            );
        };
        let source = Source::new(read, "program", debugger.machine());
        if !source.is_in(&debugger) {
            let notice = format!(
                "{} is not the program in the machine: statements are found by their line numbers\n",
                source.name
            );
            self.afterwards.push((
                "output",
                json!({ "category": "important", "output": shown(&notice) }),
            ));
        }
        self.nodes.clear();
        let arguments = LaunchArguments {
            stop_on_entry: attach.stop_on_entry,
            ..LaunchArguments::default()
        };
        self.program = Some(Program {
            is_of_player: true,
            ..Program::new(debugger, source, self.counting, arguments, State::Running(None))
        });
        self.afterwards.push(("initialized", Value::Null));
        Ok(Value::Null)
    }

    /// Whether the client has detached.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Calls `does` with the player's debugger in the place of the copy.
    fn with<T>(&mut self, debugger: &mut Debugger, does: impl FnOnce(&mut Self) -> T) -> T {
        self.exchange(debugger);
        let done = does(self);
        self.exchange(debugger);
        done
    }

    fn exchange(&mut self, debugger: &mut Debugger) {
        let of_program = self.program.as_mut().map(|program| &mut program.debugger);
        if let Some(own) = of_program.or(self.player.as_mut()) {
            std::mem::swap(own, debugger);
        }
    }

    /// The program, if the client has attached to it and sent its breakpoints.
    fn attached(&mut self) -> Option<&mut Program> {
        self.program.as_mut().filter(|program| program.is_configured)
    }

    /// Reports what has happened in the player.
    pub fn look_at(&mut self, console: &mut Console, known: &mut Known) -> io::Result<()> {
        let Some(program) = self.attached() else {
            return Ok(());
        };
        let stop = console.take_stop();
        let was_stopped = program.state == State::Stopped;
        let has_jumped = std::mem::replace(&mut known.jumps, console.jumps()) != known.jumps;
        let fault = console.emulator().fault().cloned();
        let new_fault = fault
            .clone()
            .filter(|_| known.fault != fault && self.stops_at_errors);
        known.fault = fault;
        if new_fault.is_some() {
            console.set_paused(true);
        }
        let is_running = !console.paused;
        self.with(console.debugger_mut(), |server| {
            server.report_lost_breakpoints()?;
            server.report_output()?;
            server.report_pictures(is_running)?;
            match (stop, new_fault) {
                (_, Some(fault)) => server.report_fault(fault),
                (Some(Stop::Ended(_)), _) => server.report_pause(),
                (Some(stop), _) => server.report_run(&stop),
                _ if is_running && was_stopped => server.report_continued(),
                _ if !is_running && (!was_stopped || has_jumped) => server.report_pause(),
                _ => Ok(()),
            }
        })?;
        known.state = self.state();
        Ok(())
    }

    fn state(&mut self) -> State {
        self.attached()
            .map_or(State::Running(None), |program| program.state)
    }

    fn report_pause(&mut self) -> io::Result<()> {
        if let Some(program) = &mut self.program {
            program.state = State::Stopped;
        }
        self.stopped("pause", "", &[])
    }

    fn report_continued(&mut self) -> io::Result<()> {
        if let Some(program) = &mut self.program {
            program.state = State::Running(None);
            program.exception = None;
        }
        self.nodes.clear();
        self.event("continued", json!({ "threadId": 1, "allThreadsContinued": true }))
    }

    /// Reports the client's breakpoints that the user has removed in the player.
    fn report_lost_breakpoints(&mut self) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let all = program.debugger.breakpoints();
        let is_lost = |number: &mut u32| !all.iter().any(|breakpoint| breakpoint.number == *number);
        let of_rows = program.of_rows.extract_if(.., is_lost);
        let lost: Vec<u32> = of_rows
            .chain(program.of_functions.extract_if(.., is_lost))
            .collect();
        for number in lost {
            let breakpoint = json!({ "id": number, "verified": false });
            self.event(
                "breakpoint",
                json!({ "reason": "removed", "breakpoint": breakpoint }),
            )?;
        }
        Ok(())
    }

    /// Handles a message of the client, and lets the player do what it asks for.
    pub fn take_for(&mut self, message: Message, console: &mut Console, known: &mut Known) -> io::Result<()> {
        let before = console.debugger().moment();
        self.with(console.debugger_mut(), |server| server.take(message))?;
        if console.debugger().moment() != before {
            console.has_moved();
            known.jumps = console.jumps();
        }
        console.quits |= self.quits;
        let Some(program) = self.attached() else {
            return Ok(());
        };
        let state = program.state;
        if state != known.state {
            known.state = state;
            match state {
                State::Running(None) => console.go_on(),
                State::Running(Some(begun)) => console.take_step(begun),
                State::RunningBack => console.run_back(),
                _ => console.set_paused(true),
            }
        }
        Ok(())
    }

    /// Leaves the player's program to the player.
    pub fn leave(mut self, console: &mut Console) {
        if let Some(program) = self.attached() {
            let of_statements = [&program.of_rows[..], &program.of_functions].concat();
            console.debugger_mut().remove_breakpoints(|breakpoint| {
                !matches!(breakpoint.location, Location::Statement(_))
                    || of_statements.contains(&breakpoint.number)
            });
            if program.state == State::Stopped {
                console.go_on();
            }
        }
    }
}

impl Source {
    /// Whether the program in the machine has the lines of this text.
    fn is_in(&self, debugger: &Debugger) -> bool {
        let program = program::of_machine(debugger.machine());
        let lines = program.map_or_else(Vec::new, |program| {
            program.lines.iter().map(|line| line.number).collect()
        });
        self.map.lines().eq(lines)
    }
}
