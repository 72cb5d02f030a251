//! The `girafa` command: reads arguments, calls the crates and prints the results. It is a library so that the Python
//! module has the command too.
#![forbid(unsafe_code)]

#[cfg(target_family = "wasm")]
mod absent;
mod book;
mod check;
mod colour;
mod compare;
mod completions;
mod conform;
#[cfg(not(target_family = "wasm"))]
mod dap;
mod debug;
mod directories;
mod documentation;
mod fault;
mod film;
mod hardcopy;
mod info;
mod input_options;
mod insight;
mod interrupt;
mod list;
#[cfg(not(target_family = "wasm"))]
mod lsp;
mod man;
mod parts;
#[cfg(not(target_family = "wasm"))]
mod play;
mod programs;
mod progress;
mod record;
#[cfg(test)]
mod reference_tests;
mod rewriting;
mod run;
mod run_monitor;
mod run_options;
mod tap;
mod testing;
mod typein;
mod untap;
mod wall;

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};
use girafa_cli_support::Exit;

/// Runs type-in BASIC listings on an emulated ZX Spectrum 48K.
// The width that clap uses without its feature `wrap_help`, which tests enable: the help is the same in every
// build.
#[derive(Parser)]
#[command(version, after_help = girafa_cli_support::HELP, propagate_version = true, arg_required_else_help = true)]
#[command(term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Programs(programs::Programs),
    #[cfg(not(target_family = "wasm"))]
    Play(play::Play),
    #[cfg(target_family = "wasm")]
    #[command(hide = true)]
    Play(absent::Absent),
    Tap(tap::Tap),
    Untap(untap::Untap),
    #[command(name = "typein")]
    TypeIn(typein::TypeIn),
    List(list::List),
    Check(check::Check),
    Renumber(rewriting::Renumber),
    Format(rewriting::Format),
    #[cfg(not(target_family = "wasm"))]
    Lsp(lsp::Lsp),
    #[cfg(target_family = "wasm")]
    #[command(hide = true)]
    Lsp(absent::Absent),
    #[command(subcommand)]
    Book(book::Book),
    Hardcopy(hardcopy::Hardcopy),
    Test(testing::Test),
    Init(testing::Init),
    Compare(compare::Compare),
    Cover(insight::Cover),
    Profile(insight::Profile),
    Trace(insight::Trace),
    Vars(insight::Vars),
    Debug(debug::Debug),
    #[cfg(not(target_family = "wasm"))]
    Dap(dap::Dap),
    #[cfg(target_family = "wasm")]
    #[command(hide = true)]
    Dap(absent::Absent),
    Info(info::Info),
    Conform(conform::Conform),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the command with these arguments, of which the first is its name. If Ctrl+C ended its work, this ends the
/// process.
pub fn run(arguments: &[OsString]) -> Exit {
    let definition = documentation::linked(Arguments::command());
    let arguments: Arguments = match girafa_cli_support::parse("girafa", definition, arguments) {
        Ok(arguments) => arguments,
        Err(exit) => return exit,
    };
    let done = match arguments.command {
        Command::Run(run) => run.execute(),
        Command::Programs(programs) => programs.execute(),
        #[cfg(not(target_family = "wasm"))]
        Command::Play(play) => play.execute(),
        #[cfg(target_family = "wasm")]
        Command::Play(absent) => absent.execute("play"),
        Command::Tap(tap) => tap.execute(),
        Command::Untap(untap) => untap.execute(),
        Command::TypeIn(typein) => typein.execute(),
        Command::List(list) => list.execute(),
        Command::Check(check) => check.execute(),
        Command::Renumber(renumber) => renumber.execute(),
        Command::Format(format) => format.execute(),
        #[cfg(not(target_family = "wasm"))]
        Command::Lsp(lsp) => lsp.execute(),
        #[cfg(target_family = "wasm")]
        Command::Lsp(absent) => absent.execute("lsp"),
        Command::Book(book) => book.execute(),
        Command::Hardcopy(hardcopy) => hardcopy.execute(),
        Command::Test(test) => test.execute(),
        Command::Init(init) => init.execute(),
        Command::Compare(compare) => compare.execute(),
        Command::Cover(cover) => cover.execute(),
        Command::Profile(profile) => profile.execute(),
        Command::Trace(trace) => trace.execute(),
        Command::Vars(vars) => vars.execute(),
        Command::Debug(debug) => debug.execute(),
        #[cfg(not(target_family = "wasm"))]
        Command::Dap(dap) => dap.execute(),
        #[cfg(target_family = "wasm")]
        Command::Dap(absent) => absent.execute("dap"),
        Command::Info(info) => info.execute(),
        Command::Conform(conform) => conform.execute(),
        Command::Completions(completions) => completions.execute(Arguments::command()),
        Command::Man(man) => man.execute(documentation::linked(Arguments::command())),
    };
    let exit = girafa_cli_support::finish("girafa", done);
    interrupt::end_process_if_received();
    exit
}
