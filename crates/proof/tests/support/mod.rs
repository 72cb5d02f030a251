//! What the tests of sessions share: the repository's files and the ROM.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};

use girafa_spectrum::Rom;

/// The repository's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The built-in ROM, or the one of the folder GIRAFA_ROM_DIR: that of `build.py`'s output while the ROM is being worked on.
pub fn rom() -> Rom {
    let Some(folder) = std::env::var_os("GIRAFA_ROM_DIR") else {
        return Rom::girafa48();
    };
    let path = PathBuf::from(folder).join("girafa48.rom");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Rom::from_bytes(&bytes).expect("an image of 16 KiB")
}
