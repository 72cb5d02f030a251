//! The README's pictures are what the machine shows. `GIRAFA_BLESS=1 cargo test -p girafa-proof --test pictures` takes
//! them anew after a change that is meant.

use std::fs;
use std::path::Path;

use girafa_basic::{tap, tokenise};
use girafa_proof::session::Session;
use girafa_proof::{boot::Boot, launch, picture};
use girafa_spectrum::{Rom, Spectrum};

/// Compares the machine's screen with `docs/NAME`, or writes it there.
fn shows(machine: &Spectrum, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    let png = picture::screen_png(machine);
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, &png).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_default();
    assert!(
        kept == png,
        "docs/{name} is not what the machine shows; GIRAFA_BLESS=1 takes it anew"
    );
}

#[test]
fn start_up() {
    let mut machine = Spectrum::new(&Rom::girafa48());
    for _ in 0..200 {
        machine.run_frame();
    }
    shows(&machine, "start.png");
}

#[test]
fn a_program() {
    let source = include_str!("../../../basic-listings/retrato.bas");
    let program = tokenise::program(source, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&Rom::girafa48()).unwrap();
    let launched = launch::tape(&boot, &tap::from_program(&program)).unwrap();
    let mut session = Session::new(launched, boot.glyphs.clone());
    let outcome = session.run(50 * 60, &mut ());
    assert_eq!(outcome.report, "9 STOP statement, 180:1");
    shows(session.machine(), "retrato.png");
}
