//! The command `girafa-desktop`: a window, a sound device and a clock for [`girafa_desktop::desk::Desk`].
#![forbid(unsafe_code)]

mod shell;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use girafa_console::Exit;
use girafa_desktop::keyboard::Layout;
use girafa_play::commands::{self, Front};

/// Sit at the machine: a ZX Spectrum 48K in a window, with sound.
#[derive(Parser)]
#[command(version, after_help = keys())]
pub struct Arguments {
    /// A .bas listing, a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of a listing of the book; the
    /// bare machine if left out. Further files are tapes, put in when the one before is at its end
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// The machine's ROM: 16,384 bytes (else GIRAFA_ROM, else the built-in one)
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Place the program in memory and type RUN, for a ROM without a working LOAD
    #[arg(long, requires = "targets", conflicts_with = "real_tape")]
    poke: bool,
    /// Play without the ZX Printer: nothing answers at port FB, which then floats
    #[arg(long)]
    no_printer: bool,
    /// Load by the tape's own pulses, as long as it takes, with its stripes and its sound
    #[arg(long)]
    real_tape: bool,
    /// Pixels of the window for one of the machine's, each way
    #[arg(long, value_name = "1-4", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    scale: u8,
    /// What the keys are: characters as they are typed, or the Spectrum's keys where they stand
    #[arg(long, value_enum, default_value = "meaning")]
    keys: Keys,
    /// Show the program beside the picture, the running line marked
    #[arg(long)]
    listing: bool,
    /// Show the printer's paper beside the picture
    #[arg(long)]
    paper: bool,
    /// Show the program's variables beside the picture
    #[arg(long)]
    variables: bool,
    /// As fast as it goes, instead of 50 frames a second; not while the machine waits for a key
    #[arg(long)]
    turbo: bool,
    /// No sound
    #[arg(long)]
    mute: bool,
    /// What would be heard goes to a file instead of a sound device, in turbo too: 16 bits, mono, 44100 samples a second, an
    /// hour at most
    #[arg(long, value_name = "F.wav", conflicts_with = "mute")]
    wav: Option<PathBuf>,
    /// Quit after N frames
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// The tape that SAVE records on, after what is there, and that can be loaded from: a .tap file, or a new one (else
    /// SAVE makes NAME-tape-1.tap)
    #[arg(long, value_name = "FILE.tap")]
    tape: Option<PathBuf>,
    /// The directory for pictures of the screen and of the paper, states and tapes
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
    format!("Keys (^ is Ctrl, S- Shift); F1 shows the Spectrum's keyboard too:\n  {own}\n{REST}")
}

const REST: &str = "\
Letters, digits and punctuation are typed as they are; Alt+key is SYMBOL SHIFT, Esc BREAK, Tab extended mode,
Backspace DELETE, arrows CAPS SHIFT 5 to 8.

Exit codes:
  0  the window was closed
  2  wrong usage
  5  a file is missing, damaged, or cannot be written; no window can be opened";

fn main() -> ExitCode {
    let played = match girafa_console::parse::<Arguments>("girafa-desktop") {
        Ok(arguments) => shell::play(&arguments),
        Err(exit) => return exit,
    };
    girafa_console::finish("girafa-desktop", played.map(|()| Exit::Well))
}
