//! `girafa debug`

mod repl;
mod shown;

use std::io::{self, BufRead, IsTerminal, Read};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use girafa_cli_support::{Exit, MachineOptions, eprint_line, print, usage};
use girafa_debugger::Debugger;
use girafa_inspect::text::readable;
use girafa_loader::Target;
use girafa_session::boot::StartCommand;
use girafa_session::cassette::Cassette;
use girafa_session::tapes::Tapes;

use crate::input_options::InputOptions;
use crate::run_options::RunOptions;
use crate::wall;
use repl::Repl;

/// Maximum length of a command, in bytes.
const MAX_COMMAND_LENGTH: u64 = 64 << 10;

/// Debug a program, forwards and backwards
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Debug {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx) or the id of an included
    /// program
    #[arg(value_name = "TARGET")]
    name: std::ffi::OsString,
    /// Run this debugger command, such as "break 20:2"; repeat for more. Without it, commands are read from
    /// standard input; "help" lists them
    #[arg(short, long = "command", value_name = "COMMAND", allow_hyphen_values = true)]
    commands: Vec<String>,
    /// Apply the errata of the listing's record first; the same as the target ID@corrected
    #[arg(long)]
    corrected: bool,
    #[command(flatten)]
    given: InputOptions,
    #[command(flatten)]
    machine: MachineOptions,
    /// Stop after this emulated time, for example 90s, 10m or 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Place the program in memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    poke: bool,
}

impl Debug {
    /// Starts the program and runs the commands.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let given = self.given;
        if given.reads_standard_input() && self.commands.is_empty() {
            return Err(usage(
                "--answers -: standard input is read for debugger commands; give those with --command",
            ));
        }
        let options = RunOptions {
            name: self.name,
            corrected: self.corrected,
            given,
            machine: self.machine,
            time: Some(self.time),
            frames: None,
            wall: wall::limit(None, wall::DEFAULT_RUN_LIMIT),
            started: OnceLock::new(),
            poke: self.poke,
        };
        if self.commands.is_empty() && girafa_files::is_standard_input(std::path::Path::new(&options.name)) {
            return Err(usage(
                "standard input is read for the listing; give debugger commands with --command",
            ));
        }
        let target = options.target()?;
        if matches!(target, Target::Picture(_)) {
            return Err(usage("a picture contains no program to debug"));
        }
        let request = options.request(StartCommand::Run, &options.given)?;
        let recorded = request.tape.clone().unwrap_or_default();
        let driver = options.start_recorded(&target, request)?.attended();
        let debugger = Debugger::of(driver);
        let mut repl = Repl::new(debugger, options.frame_limit());
        print(&readable(&repl.start()))?;
        let done = if self.commands.is_empty() {
            converse(&mut repl)
        } else {
            obey(&mut repl, self.commands.into_iter().map(Ok))
        };
        let exit = done?;
        if let Some(warning) = repl.debugger().driver().tapes().and_then(Tapes::warning) {
            eprint_line(format_args!("girafa: {warning}"));
        }
        let cassette = repl.debugger().driver().cassette();
        if let Some(cassette) = cassette.filter(|cassette| cassette.blocks() != recorded.blocks()) {
            keep(cassette, options.given.tape.as_deref())?;
        }
        Ok(exit)
    }
}

/// Writes the blocks saved by SAVE to the tape file when the debugger exits.
fn keep(cassette: &Cassette, path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else {
        eprint_line("girafa: the data written by SAVE is lost: keep it with --tape FILE.tap");
        return Ok(());
    };
    girafa_files::write(path, &cassette.tape().to_tap())?;
    eprint_line(format_args!("girafa: saved in {}", path.display()));
    Ok(())
}

/// Runs commands from a script, printing each command before its output.
fn obey(repl: &mut Repl, commands: impl Iterator<Item = anyhow::Result<String>>) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    for command in commands {
        let command = command?;
        match repl.obey(&command) {
            Ok(output) => print(&format!("(girafa) {}\n{}", command.trim(), readable(&output)))?,
            Err(why) => {
                print(&format!("(girafa) {}\n", command.trim()))?;
                eprint_line(format_args!("girafa: {}: {why}", command.trim()));
                exit = Exit::Usage;
            }
        }
        if repl.is_over() {
            break;
        }
    }
    Ok(exit)
}

/// Reads commands interactively from a terminal, or else as a script from standard input.
fn converse(repl: &mut Repl) -> anyhow::Result<Exit> {
    if !io::stdin().is_terminal() {
        return obey(repl, std::iter::from_fn(|| next_command().transpose()));
    }
    let mut last = String::new();
    while !repl.is_over() {
        print("(girafa) ")?;
        let Some(command) = next_command()? else {
            print("\n")?;
            break;
        };
        // An empty line repeats the last command, as in other debuggers.
        if !command.trim().is_empty() {
            last = command;
        }
        match repl.obey(&last) {
            Ok(output) => print(&readable(&output))?,
            Err(why) => eprint_line(why),
        }
    }
    Ok(Exit::Success)
}

/// Reads the next line of standard input; `None` at the end of input.
fn next_command() -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin()
        .lock()
        .take(MAX_COMMAND_LENGTH)
        .read_until(b'\n', &mut line);
    read.context("standard input")?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == MAX_COMMAND_LENGTH {
        return Err(usage("standard input: a command is longer than 64 KiB"));
    }
    let line = String::from_utf8(line).map_err(|_| usage("standard input: a command is not UTF-8"))?;
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}
