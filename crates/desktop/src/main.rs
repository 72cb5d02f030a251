//! The command `girafa-desktop`: a window, a sound device and a clock for [`girafa_desktop::desk::Desk`].
#![forbid(unsafe_code)]

mod shell;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, ValueEnum};
use girafa_cli_support::{Exit, MachineOptions};
use girafa_desktop::keyboard::Layout;
use girafa_frontend::commands::{self, Front};

/// Use a ZX Spectrum 48K interactively in a window, with sound
#[derive(Parser)]
#[command(version, after_help = keys())]
pub struct Arguments {
    /// A .bas listing, a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of a listing of
    /// the book; without it the machine starts empty. Further files are tapes, inserted when the previous one
    /// has ended
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    #[command(flatten)]
    machine: MachineOptions,
    /// Place the program in memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long, requires = "targets", conflicts_with = "real_tape")]
    poke: bool,
    /// Load tapes in real time, with border stripes and sound
    #[arg(long)]
    real_tape: bool,
    /// Window pixels per pixel of the screen
    #[arg(long, value_name = "1-4", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    scale: u8,
    /// Keyboard mapping: by the characters typed, or by the position of the Spectrum's keys
    #[arg(long, value_enum, default_value = "meaning")]
    keys: Keys,
    /// Show the listing next to the picture, with the current line marked
    #[arg(long)]
    listing: bool,
    /// Show the printer's paper next to the picture
    #[arg(long)]
    paper: bool,
    /// Show the variables next to the picture
    #[arg(long)]
    variables: bool,
    /// Run as fast as possible instead of at 50 frames per second, except while the machine waits for a key
    #[arg(long)]
    turbo: bool,
    /// No sound
    #[arg(long)]
    mute: bool,
    /// Write the sound to a WAV file instead of a sound device: mono, 16 bits, 44,100 samples per second, at
    /// most one hour
    #[arg(long, value_name = "F.wav", conflicts_with = "mute")]
    wav: Option<PathBuf>,
    /// Quit after N frames
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Tape for SAVE and LOAD: a .tap file; SAVE appends to it, or creates it [default: SAVE creates
    /// NAME-tape-1.tap]
    #[arg(long, value_name = "FILE.tap")]
    tape: Option<PathBuf>,
    /// Add what is played as a session to this session file, for `girafa test`: the keys, and what they show;
    /// or write its input in each frame as a recording, F.rzx
    #[arg(long, value_name = "F.toml", requires = "targets", conflicts_with_all = ["poke", "real_tape", "tape"])]
    record: Option<PathBuf>,
    /// Let a debugger attach at this address, such as 4711 or 127.0.0.1:4711
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Directory for pictures, saved states and tapes
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Keys {
    Meaning,
    Position,
}

impl From<Keys> for Layout {
    fn from(keys: Keys) -> Layout {
        match keys {
            Keys::Meaning => Layout::Meaning,
            Keys::Position => Layout::Position,
        }
    }
}

/// The keys and the exit codes, for `--help`.
fn keys() -> String {
    let own = commands::summary(Front::Window, 76).join("\n  ");
    format!("Keys (^ is Ctrl, S- Shift); F1 shows the Spectrum's keyboard too:\n  {own}\n{HELP_END}")
}

const HELP_END: &str = "\
Letters, digits and punctuation type themselves; Alt+key is SYMBOL SHIFT, Esc BREAK, Tab extended mode,
Backspace DELETE, arrows CAPS SHIFT 5 to 8.

Exit codes:
  0  the window was closed
  2  wrong usage
  5  a file is missing, damaged, or cannot be written; no window can be opened";

fn main() -> ExitCode {
    const NAME: &str = "girafa-desktop";
    let arguments: Vec<_> = std::env::args_os().collect();
    let played = match girafa_cli_support::parse::<Arguments>(NAME, Arguments::command(), &arguments) {
        Ok(arguments) => shell::play(&arguments),
        Err(exit) => return exit.into(),
    };
    girafa_cli_support::finish(NAME, played.map(|()| Exit::Success)).into()
}
