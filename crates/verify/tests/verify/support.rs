//! The ROM and the programs under test.

use std::collections::BTreeMap;

use girafa_basic::program::Program;
use girafa_basic::tokenise;
use girafa_spectrum::Rom;

/// The ROM under test; with its delays, if it is the included one.
pub fn rom() -> Rom {
    let bytes = girafa_test_support::rom_file("girafa48.rom");
    girafa_rom::with_delays(Rom::from_bytes(&bytes).expect("an image of 16 KiB"))
}

/// Our editions by id.
pub fn editions() -> BTreeMap<String, Program> {
    let mut editions = BTreeMap::new();
    for (id, text) in girafa_listings::EDITIONS {
        let done = tokenise::program(text, &tokenise::Options::default());
        let done = done.unwrap_or_else(|errors| panic!("{}", errors.render(id, text, false)));
        assert!(
            done.warnings.is_empty(),
            "{}",
            done.warnings.render(id, text, false)
        );
        editions.insert((*id).to_owned(), done.program);
    }
    editions
}
