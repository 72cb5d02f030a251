//! What is shown of a program that has stopped with an error.

use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::insight::fault::Fault;
use girafa_session::launch::{self, StartCommand};
use girafa_session::session::Session;

use crate::rom;

fn fault_of(listing: &str, answers: &[&str]) -> Option<Fault> {
    let boot = Boot::new(&rom()).unwrap();
    let options = Options {
        lenient: true,
        ..Options::default()
    };
    let program = tokenise::program(listing, &options).unwrap().program;
    let launched = launch::placed(&boot, &program, StartCommand::Run).unwrap();
    let mut session = Session::new(launched, boot.glyphs.clone())
        .answers(answers)
        .unwrap()
        .with_faults();
    session.run(3000, &mut ());
    session.fault()
}

#[test]
#[ignore]
fn explore() {
    for listing in std::fs::read_to_string("/tmp/cases.txt").unwrap().split("\n---\n") {
        match fault_of(listing, &["b", "2"]) {
            Some(f) => println!("{listing}\n>> {}\n{}\n", f.line_of_status(), f.render("x.bas", false)),
            None => println!("{listing}\n>> none\n"),
        }
    }
}
