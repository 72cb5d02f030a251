//! Selects and loads the machine's ROM.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use girafa_session::boot::{Boot, BootError};
use girafa_spectrum::snapshot::sna;
use girafa_spectrum::{ROM_SIZE, Rom, Tape};

use crate::error::LoadError;

/// The environment variable for the ROM, if the command line has none.
const VARIABLE: &str = "GIRAFA_ROM";

/// A ROM and its origin, for messages.
pub struct Named {
    rom: Rom,
    name: String,
}

/// Loads the ROM that `option` (`--rom`) names, otherwise the one in GIRAFA_ROM, otherwise the included ROM.
///
/// # Errors
/// The file cannot be read or is not a ROM.
pub fn load(option: Option<&Path>) -> Result<Named, LoadError> {
    if let Some(path) = option {
        return read(path, path.display().to_string());
    }
    match named(None) {
        Some(path) => {
            let name = format!("{} ({VARIABLE} names it)", path.display());
            read(&path, name).map_err(|failure| failure.named_by(VARIABLE))
        }
        None => Ok(Named {
            rom: girafa_rom::girafa48(),
            name: "the built-in ROM".to_owned(),
        }),
    }
}

/// Returns the file that [`load`] reads; `None` for the included ROM.
pub fn named(option: Option<&Path>) -> Option<PathBuf> {
    let variable = || std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    option
        .map(Path::to_owned)
        .or_else(|| variable().map(PathBuf::from))
}

fn read(path: &Path, name: String) -> Result<Named, LoadError> {
    let rom = of_bytes(path, &girafa_files::read(path)?)?;
    Ok(Named { rom, name })
}

/// Creates a ROM from the contents of a file. A copy of the included ROM has its delays, too.
///
/// # Errors
/// The contents are not a ROM; the error says what they appear to be.
pub fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Rom, LoadError> {
    let name = path.display().to_string();
    if let Some(kind) = mistaken(bytes) {
        let size = bytes.len();
        return Err(LoadError::NoRom { name, kind, size });
    }
    let rom = Rom::from_bytes(bytes).map_err(|error| LoadError::Rom { name, error })?;
    Ok(girafa_rom::with_delays(rom))
}

/// The start of a `.tap` file that the ROM has saved: a header of 19 bytes with flag 0.
const TAP_START: [u8; 3] = [19, 0, 0];

/// Returns the kind of a file mistaken for a ROM: a tape may have the same size as one.
fn mistaken(bytes: &[u8]) -> Option<&'static str> {
    let is_tap = Tape::from_tap(bytes).is_ok();
    let begins_as_tap = bytes.starts_with(&TAP_START);
    match bytes.len() {
        sna::SIZE => Some(".sna snapshot"),
        ROM_SIZE if is_tap && begins_as_tap => Some(".tap tape image"),
        ROM_SIZE => None,
        _ if is_tap || begins_as_tap => Some(".tap tape image"),
        _ => None,
    }
}

impl Named {
    /// The ROM whose image these bytes are.
    ///
    /// # Errors
    /// They are not a ROM.
    pub fn of_bytes(bytes: &[u8]) -> Result<Named, LoadError> {
        let name = "rom".to_owned();
        let rom = of_bytes(name.as_ref(), bytes)?;
        Ok(Named { rom, name })
    }

    /// Returns the ROM.
    pub fn rom(&self) -> &Rom {
        &self.rom
    }

    /// Returns a machine switched on with this ROM. The included ROM boots once per process: booting takes
    /// longer than running most programs.
    ///
    /// # Errors
    /// The ROM does not start.
    pub fn boot(&self) -> Result<Boot, LoadError> {
        self.switched_on().map_err(|error| self.failed(error))
    }

    pub(crate) fn switched_on(&self) -> Result<Boot, BootError> {
        static BUILT_IN_BOOT: OnceLock<Boot> = OnceLock::new();
        if self.rom.bytes() != girafa_rom::GIRAFA48 {
            return Boot::new(&self.rom);
        }
        if let Some(boot) = BUILT_IN_BOOT.get() {
            return Ok(boot.clone());
        }
        let boot = Boot::new(&self.rom)?;
        Ok(BUILT_IN_BOOT.get_or_init(|| boot).clone())
    }

    /// The error that the ROM does not start.
    pub(crate) fn failed(&self, error: BootError) -> LoadError {
        LoadError::Boot {
            name: self.name.clone(),
            error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::{Block, Spectrum};

    #[test]
    fn files_that_are_not_roms() {
        assert_eq!(mistaken(&[19, 0, 0, 0, b'a', b'b']), Some(".tap tape image"));
        let snapshot = sna::save(&Spectrum::new(&girafa_rom::girafa48()));
        assert_eq!(
            mistaken(&snapshot.unwrap_or_else(|_| vec![0; sna::SIZE])),
            Some(".sna snapshot")
        );
        // Even a tape of exactly the size of a ROM.
        let blocks = vec![
            Block::new(0, &[0; 17]).unwrap(),
            Block::new(255, &[0; ROM_SIZE - 25]).unwrap(),
        ];
        let tap = Tape::new(blocks).to_tap();
        assert_eq!((tap.len(), mistaken(&tap)), (ROM_SIZE, Some(".tap tape image")));
        assert_eq!(mistaken(girafa_rom::GIRAFA48), None);
        assert_eq!(mistaken(&[0; 32_768]), None);
    }
}
