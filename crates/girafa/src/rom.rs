//! Which ROM the machine has.

use std::path::{Path, PathBuf};

use girafa_spectrum::Rom;

use crate::exit::Failure;
use crate::files;

/// Names a ROM where none is given on the command line.
const VARIABLE: &str = "GIRAFA_ROM";

/// The ROM that `option` (`--rom`) names, else GIRAFA_ROM, else the one that comes with the command.
pub fn load(option: Option<&Path>) -> Result<Rom, Failure> {
    let named = option.map(PathBuf::from).or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    let Some(path) = named else { return default_rom() };
    Rom::from_bytes(&files::read(&path)?)
        .map_err(|error| Failure::bad_file(format_args!("{}: {error}", path.display())))
}

/// The ROM that comes with the command.
fn default_rom() -> Result<Rom, Failure> {
    Err(Failure::bad_file(format_args!(
        "no ROM: name a 48K ROM image with --rom FILE or in {VARIABLE} (Debian's package opense-basic has \
         /usr/share/spectrum-roms/opense.rom)"
    )))
}
