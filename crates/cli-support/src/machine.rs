//! The options for the machine that a command uses.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use girafa_loader::LoadError;
use girafa_loader::rom::{self, Named};
use girafa_session::hardware::{Hardware, Pace};

/// The machine that runs the programs.
#[derive(Args, Debug, Clone, Default)]
pub struct MachineOptions {
    /// ROM image of 16,384 bytes [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE")]
    pub rom: Option<PathBuf>,
    /// Run without the ZX Printer: port FB is not connected
    #[arg(long)]
    pub no_printer: bool,
    /// Emulate late timing: everything that the ULA does is one T-state later after the interrupt
    #[arg(long)]
    pub late: bool,
    /// How long the routines of the ROM take.
    #[arg(long, help = PACE_HELP, default_value = Pace::default().name(), value_parser = pace_parser())]
    pub pace: Pace,
}

/// The help of `--pace`.
pub const PACE_HELP: &str = "Run the routines of Girafa's ROM in their own time, or in about that of an original ROM; \
    another ROM always takes its own time";

/// The parser of a pace.
pub fn pace_parser() -> impl TypedValueParser<Value = Pace> {
    PossibleValuesParser::new(Pace::ALL.map(Pace::name)).map(|name| Pace::named(&name).unwrap_or_default())
}

impl MachineOptions {
    /// Loads the ROM.
    ///
    /// # Errors
    /// Those of [`rom::load`].
    pub fn load_rom(&self) -> Result<Named, LoadError> {
        rom::load(self.rom.as_deref())
    }

    /// Returns the file that contains the ROM; `None` for the built-in one.
    pub fn rom_file(&self) -> Option<PathBuf> {
        rom::named(self.rom.as_deref())
    }

    /// The hardware.
    pub fn hardware(&self) -> Hardware {
        Hardware {
            printer: !self.no_printer,
            late: self.late,
            pace: self.pace,
        }
    }
}
