//! A wait for any key gets a key; a timed PAUSE passes without one.

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_session::outcome::{End, Outcome};

fn run(text: &str, answers: &[&str]) -> Outcome {
    let program = tokenise::program(text, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let launched = launch::placed(&boot, &program, StartCommand::Run).unwrap();
    let mut session = Driver::new(launched, boot.glyphs.clone())
        .answers(answers)
        .unwrap()
        .with_transcript();
    session.run(1000, &mut ())
}

#[test]
fn pause_0_gets_enter() {
    let outcome = run(
        "10 INPUT a: PAUSE 0: PRINT CODE INKEY$;a\n20 PAUSE 0\n30 INPUT a: PRINT a\n",
        &["7", "8"],
    );
    assert_eq!(
        (outcome.end, outcome.report.as_str()),
        (End::Report, "0 OK, 30:2")
    );
    assert_eq!(outcome.transcript, "137\n8\n");
    assert!(outcome.tstates < 100 * 70_000, "{} T-states", outcome.tstates);
}

/// The ENTER that ends the PAUSE does not reach the editor after the end of the program.
#[test]
fn pause_0_may_be_the_last_statement() {
    for text in ["10 PRINT \"x\"\n20 PAUSE 0\n", "20 PRINT \"x\": PAUSE 0\n"] {
        let outcome = run(text, &[]);
        assert_eq!((outcome.end, outcome.transcript.as_str()), (End::Report, "x\n"));
        assert!(outcome.report.starts_with("0 OK, 20:"), "{}", outcome.report);
        let screen = &outcome.screen;
        assert_eq!(
            (screen[0].as_str(), screen[23].as_str()),
            ("x", outcome.report.as_str())
        );
        assert!(screen[1..23].iter().all(String::is_empty), "{screen:?}");
    }
}

#[test]
fn a_timed_pause_passes_by_itself() {
    let outcome = run("10 PAUSE 100\n20 PRINT CODE INKEY$\n", &[]);
    assert_eq!(outcome.transcript, "0\n");
    assert!(outcome.tstates > 99 * 69_888);
}
