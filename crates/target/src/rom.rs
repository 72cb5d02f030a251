//! Which ROM the machine has.

use std::path::Path;

use girafa_proof::boot::Boot;
use girafa_spectrum::Rom;

use crate::exit::Failure;
use crate::files;

/// Names a ROM where none is given on the command line.
const VARIABLE: &str = "GIRAFA_ROM";

/// A ROM and where it is from, for messages.
pub struct Named {
    rom: Rom,
    name: String,
}

/// The ROM that `option` (`--rom`) names, else GIRAFA_ROM, else the one that comes with the command.
pub fn load(option: Option<&Path>) -> Result<Named, Failure> {
    if let Some(path) = option {
        return read(path, path.display().to_string());
    }
    match std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
        Some(path) => {
            let path = Path::new(&path);
            let name = format!("{} ({VARIABLE} names it)", path.display());
            read(path, name).map_err(|failure| failure.named_by(VARIABLE))
        }
        None => Ok(Named {
            rom: Rom::girafa48(),
            name: "the built-in ROM".to_owned(),
        }),
    }
}

fn read(path: &Path, name: String) -> Result<Named, Failure> {
    let rom = Rom::from_bytes(&files::read(path)?);
    let rom = rom.map_err(|error| Failure::bad_file(format_args!("{}: {error}", path.display())))?;
    Ok(Named { rom, name })
}

impl Named {
    /// The ROM.
    pub fn rom(&self) -> &Rom {
        &self.rom
    }

    /// A machine switched on with it.
    pub fn boot(&self) -> Result<Boot, Failure> {
        Boot::new(&self.rom).map_err(|error| Failure::bad_file(format_args!("{}: {error}", self.name)))
    }
}
