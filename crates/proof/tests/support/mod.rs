//! What the tests of sessions share: the repository's files and the ROM.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use girafa_basic::program::Program;
use girafa_basic::tokenise;
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

/// Our editions by id.
pub fn editions() -> BTreeMap<String, Program> {
    let mut editions = BTreeMap::new();
    for entry in fs::read_dir(root().join("basic-listings")).expect("basic-listings") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "bas") {
            continue;
        }
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let done = tokenise::program(&text, &tokenise::Options::default());
        let done = done.unwrap_or_else(|errors| panic!("{}", errors.render(&id, &text, false)));
        assert!(
            done.warnings.is_empty(),
            "{}",
            done.warnings.render(&id, &text, false)
        );
        editions.insert(id, done.program);
    }
    editions
}
