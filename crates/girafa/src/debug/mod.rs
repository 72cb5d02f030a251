//! `girafa debug`

mod repl;
mod shown;

use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use girafa_console::{Exit, eprint_line, print, usage};
use girafa_play::Player;
use girafa_play::debug::Debugger;
use girafa_session::cassette::Cassette;
use girafa_session::launch::StartCommand;
use girafa_session::text::readable;
use girafa_spectrum::time::EmulatedTime;
use girafa_subject::Subject;

use crate::given::Given;
use crate::run_options::RunOptions;
use crate::wall;
use repl::Repl;

/// The longest command, in bytes.
const LONGEST_COMMAND: u64 = 64 << 10;

/// Stop a program at its statements, forwards and backwards, and ask why a variable has its value
#[derive(Args)]
#[command(after_help = girafa_console::HELP)]
pub struct Debug {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx) or the id of an included program
    #[arg(value_name = "TARGET")]
    name: std::ffi::OsString,
    /// Do this, such as "break 20:2", continue, "why x"; repeat for each command. Without it they are read from standard input; "help" lists them
    #[arg(short, long = "command", value_name = "COMMAND", allow_hyphen_values = true)]
    commands: Vec<String>,
    /// Debug the book's listing with the errata of its record applied: the same as the target ID@corrected
    #[arg(long)]
    corrected: bool,
    #[command(flatten)]
    given: Given,
    /// ROM image of 16,384 bytes [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Run no further than this emulated time, for example 90s, 10m or 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Write the program straight into memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    poke: bool,
    /// Run without the ZX Printer: nothing answers at port FB, which then floats
    #[arg(long)]
    no_printer: bool,
}

impl Debug {
    /// Starts the program and does what the commands say.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let given = self.given;
        if given.reads_standard_input() && self.commands.is_empty() {
            return Err(usage(
                "--answers -: standard input has the commands, where there is no --command",
            ));
        }
        let (answers, keys) = (given.all_answers()?, given.all_keys()?);
        let options = RunOptions {
            name: self.name,
            corrected: self.corrected,
            given,
            rom: self.rom,
            time: self.time,
            frames: None,
            wall: humantime::parse_duration(wall::RUN).unwrap_or_default(),
            poke: self.poke,
            no_printer: self.no_printer,
        };
        if self.commands.is_empty() && girafa_files::is_standard_input(std::path::Path::new(&options.name)) {
            return Err(usage(
                "standard input has the listing: give the commands with --command",
            ));
        }
        let subject = options.subject()?;
        if matches!(subject, Subject::Picture(_)) {
            return Err(usage("a picture has no program to debug"));
        }
        let cassette = options.given.cassette()?;
        let recorded = cassette.blocks().to_vec();
        let (mut launched, glyphs) = options.launch(&subject, StartCommand::Run)?;
        if matches!(subject, Subject::Program(_)) {
            // It has nothing but the program, which nobody has recorded.
            launched.machine.eject_tape();
        }
        let mut debugger = Debugger::new(Player::new(launched, glyphs).with_tape(cassette));
        debugger.add_keys(keys);
        for answer in &answers {
            debugger
                .add_answer(answer)
                .map_err(|error| usage(format_args!("--answer: {error}")))?;
        }
        let mut repl = Repl::new(debugger, EmulatedTime::of_duration(self.time).frames());
        print(&readable(&repl.start()))?;
        let done = if self.commands.is_empty() {
            converse(&mut repl)
        } else {
            obey(&mut repl, self.commands.into_iter().map(Ok))
        };
        let exit = done?;
        let cassette = repl.debugger().cassette();
        if let Some(cassette) = cassette.filter(|cassette| cassette.blocks() != recorded) {
            keep(cassette, options.given.tape.as_deref())?;
        }
        Ok(exit)
    }
}

/// Writes what SAVE has saved by the moment at which the debugger was left.
fn keep(cassette: &Cassette, path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else {
        eprint_line(
            "girafa: what SAVE saved was kept while the program ran: --tape FILE.tap keeps it in a file",
        );
        return Ok(());
    };
    girafa_files::rewrite(path, &cassette.tape().to_tap())?;
    eprint_line(format_args!("girafa: saved in {}", path.display()));
    Ok(())
}

/// Does one command after another; each is shown before what it says.
fn obey(repl: &mut Repl, commands: impl Iterator<Item = anyhow::Result<String>>) -> anyhow::Result<Exit> {
    let mut exit = Exit::Well;
    for command in commands {
        let command = command?;
        match repl.obey(&command) {
            Ok(said) => print(&format!("(girafa) {}\n{}", command.trim(), readable(&said)))?,
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

/// Asks for commands at a terminal, or takes them from standard input.
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
        // As debuggers do, an empty line does the last command again.
        if !command.trim().is_empty() {
            last = command;
        }
        match repl.obey(&last) {
            Ok(said) => print(&readable(&said))?,
            Err(why) => eprint_line(why),
        }
    }
    Ok(Exit::Well)
}

/// The next line of standard input; none at its end.
fn next_command() -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin()
        .lock()
        .take(LONGEST_COMMAND)
        .read_until(b'\n', &mut line);
    read.context("standard input")?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_COMMAND {
        return Err(usage("standard input: a command of more than 64 KiB is none"));
    }
    let line = String::from_utf8(line).map_err(|_| usage("standard input: a command is not UTF-8"))?;
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}
