//! Programs can load what they save.

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::cassette::Cassette;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_session::outcome::{End, Outcome};
use std::sync::LazyLock;

static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&girafa_rom::girafa48()).unwrap());

/// Runs `text` with a cassette, and returns the cassette afterwards.
fn run(text: &str, cassette: Cassette) -> (Outcome, Cassette) {
    let program = tokenise::program(text, &tokenise::Options::default())
        .unwrap()
        .program;
    let mut launched = launch::program(&BOOT, &program, StartCommand::Run).unwrap();
    launched.machine.eject_tape();
    let mut session = Driver::new(launched, BOOT.glyphs.clone())
        .with_transcript()
        .with_tapes(cassette);
    let outcome = session.run(50 * 600, &mut ());
    (outcome, session.tapes().unwrap().cassette().clone())
}

#[test]
fn arrays_code_and_screens_come_back() {
    let save = "110 DIM a(3): LET a(2)=7: DIM a$(2,3): LET a$(2)=\"xyz\": POKE 40000,99\n\
        120 SAVE \"n\" DATA a(): SAVE \"s\" DATA a$(): SAVE \"c\" CODE 40000,1\n\
        130 VERIFY \"n\" DATA a(): PLOT 0,0: SAVE \"tela\" SCREEN$: SAVE \"eu\"\n";
    let load = "10 LOAD \"s\" DATA b$(): LOAD \"n\" DATA b(): POKE 40000,0: LOAD \"c\" CODE\n\
        20 CLS: LOAD \"tela\" SCREEN$: LET p=POINT (0,0): CLS: PRINT b$(2);b(2);PEEK 40000;p\n30 MERGE \"eu\": STOP\n";
    let (outcome, cassette) = run(save, Cassette::default());
    assert_eq!(outcome.report, "0 OK, 130:4");
    assert_eq!(cassette.blocks().len(), 10);
    let (outcome, cassette) = run(load, cassette);
    assert!(outcome.transcript.contains("xyz7991\n"), "{}", outcome.transcript);
    assert_eq!(
        (outcome.report.as_str(), cassette.blocks().len()),
        ("9 STOP statement, 30:2", 10)
    );
    // The tape is searched once for a missing file.
    let (outcome, _) = run("10 LET x=5: SAVE \"a\": LOAD \"nada\"\n", Cassette::default());
    assert_eq!(outcome.end, End::TapeRanOut);
}

/// The cassette is rewound at its end, so that earlier files are found.
#[test]
fn a_cassette_is_wound_back_at_its_end() {
    let text = "10 LET a=1: SAVE \"um\" CODE 30000,1: SAVE \"dois\" CODE 30001,1\n\
        20 FOR i=1 TO 3: LOAD \"dois\" CODE: LOAD \"um\" CODE: NEXT i: PRINT \"bem\"\n";
    let (outcome, _) = run(text, Cassette::default());
    assert_eq!(
        (outcome.end, outcome.report.as_str()),
        (End::Report, "0 OK, 20:5")
    );
    assert!(outcome.transcript.ends_with("bem\n"));
    assert!(outcome.tstates < 60 * 3_500_000, "{}", outcome.tstates);
}

#[test]
fn without_a_tape_there_is_nothing_to_load() {
    let (outcome, _) = run("10 LOAD \"x\"\n", Cassette::default());
    assert_eq!(outcome.end, End::TapeRanOut);
}
