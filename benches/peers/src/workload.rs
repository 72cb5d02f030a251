//! The workloads: three endless BASIC programs of different character, each with a snapshot taken while it
//! runs.

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_spectrum::{Rom, snapshot::sna};
use std::path::PathBuf;

/// The programs by name.
pub const WORKLOADS: [(&str, &str); 3] = [
    ("arithmetic", include_str!("../../workloads/arithmetic.bas")),
    ("screen", include_str!("../../workloads/screen.bas")),
    ("strings", include_str!("../../workloads/strings.bas")),
];

/// Frames that a program runs before its snapshot.
const WARM_UP: u64 = 100;

/// The ROM that `GIRAFA_ROM` names (default: the repository's own), and a snapshot of the running workload
/// `name` on it.
pub fn snapshot(name: &str) -> (Vec<u8>, Vec<u8>) {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms-open/girafa48.rom");
    let path = std::env::var_os("GIRAFA_ROM").map_or_else(|| PathBuf::from(own), PathBuf::from);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rom = Rom::from_bytes(&bytes).expect("a 48K ROM");
    let boot = Boot::new(&rom).expect("the ROM starts");
    let source = WORKLOADS
        .iter()
        .find(|(other, _)| *other == name)
        .expect("a workload")
        .1;
    let tokenised = tokenise::program(source, &tokenise::Options::default()).expect("the program is right");
    let launched = launch::placed(&boot, &tokenised.program, StartCommand::Run).expect("the program starts");
    let mut session = Driver::new(launched, boot.glyphs.clone()).to_the_limit();
    session.run(WARM_UP, &mut ());
    (bytes, sna::save(session.machine()).expect("a snapshot"))
}
