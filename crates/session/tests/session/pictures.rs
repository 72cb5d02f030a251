//! The README's pictures are what the machine shows. `GIRAFA_BLESS=1 cargo test -p girafa-proof --test pictures` takes
//! them again after an intended change.

use girafa_test_support::root;
use std::fs;

use girafa_basic::tokenise;
use girafa_session::launch::{self, StartCommand};
use girafa_session::session::Session;
use girafa_session::{boot::Boot, paper, picture};
use girafa_spectrum::Spectrum;

/// Sheets of paper: the picture's name, the program's id, what is typed, the answers.
const GALLERY: [(&str, &str, StartCommand, &[&str]); 4] = [
    (
        "rainhas.png",
        "rainhas-grafica",
        StartCommand::Run,
        &["S", "4", "N"],
    ),
    (
        "puzzle8.png",
        "puzzle8-hardcopy",
        StartCommand::Run,
        &["1", "12345678.", "1234567.8"],
    ),
    (
        "caixeiro.png",
        "caixeiro-hardcopy",
        StartCommand::Run,
        &[
            "3", "1", "2", "34", "2", "1", "34", "2", "3", "1", "3", "1", "1", "3", "2", "45", "0", "0", "0",
            "S",
        ],
    ),
    ("llist.png", "hanoi-tracado", StartCommand::List, &[]),
];

/// Compares the machine's screen with `docs/NAME`, or writes it there.
fn shows(machine: &Spectrum, name: &str) {
    is_kept(&picture::screen_png(machine), name);
}

/// Compares a picture with `docs/NAME`, or writes it there.
fn is_kept(png: &[u8], name: &str) {
    let path = root().join("docs").join(name);
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, png).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_default();
    assert!(
        kept == png,
        "docs/{name} is not what the machine shows; GIRAFA_BLESS=1 makes it again"
    );
}

#[test]
fn start_up() {
    let mut machine = Spectrum::new(&girafa_rom::girafa48());
    for _ in 0..200 {
        machine.run_frame();
    }
    shows(&machine, "start.png");
}

#[test]
fn a_program() {
    let (_, source) = girafa_listings::EDITIONS
        .iter()
        .find(|(id, _)| *id == "retrato")
        .unwrap();
    let program = tokenise::program(source, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    let mut session = Session::new(launched, boot.glyphs.clone()).with_television();
    let outcome = session.run(50 * 60, &mut ());
    assert_eq!(outcome.report, "9 STOP statement, 180:1");
    shows(&session.television(), "retrato.png");
}

#[test]
fn sheets_of_paper() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    for (name, id, command, answers) in GALLERY {
        let source = fs::read_to_string(root().join(format!("basic-listings/{id}.bas"))).unwrap();
        let program = tokenise::program(&source, &tokenise::Options::default()).unwrap();
        let launched = launch::placed(&boot, &program.program, command).unwrap();
        let mut session = Session::new(launched, boot.glyphs.clone())
            .answers(answers)
            .unwrap();
        session.run(50 * 3600, &mut ());
        is_kept(&paper::silver_png(session.machine().printer().rows(), 1), name);
    }
}
