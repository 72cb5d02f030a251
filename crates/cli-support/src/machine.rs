//! The options for the machine that a command uses.

use std::path::PathBuf;

use clap::Args;
use girafa_loader::LoadError;
use girafa_loader::rom::{self, Named};
use girafa_session::hardware::Hardware;

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
            ..Hardware::default()
        }
    }
}
