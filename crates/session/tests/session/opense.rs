//! OpenSE BASIC: LOAD and RUN are typed in letters, `scroll?` waits at another address, reports have no
//! codes.

use girafa_session::outcome::End;
use girafa_session::{Loading, Outcome, RunRequest, Source};
use girafa_spectrum::Tape;

use crate::code_tapes::{With, boot, roms, tape_of};

const LISTING: &str = "\
10 CLS : INPUT \"Quantos? \";n: INPUT LINE a$
20 FOR i=1 TO n: PRINT i;TAB 6;a$,SQR i: NEXT i
30 PRINT AT 3,4;INK 2;CHR$ 245;\"!\": CLS : PRINT \"fim\"
40 PRINT q
";

fn run(source: Source, loading: Loading, opense: bool) -> Outcome {
    let request = RunRequest {
        loading,
        answers: vec!["30".to_owned(), "Xy \"[z]\"".to_owned()],
        ..RunRequest::of(source)
    };
    let mut driver = request
        .start(|| Ok(boot(opense).clone()))
        .unwrap()
        .with_transcript();
    driver.run(request.limit.frames(), &mut ())
}

#[test]
fn the_transcript_is_the_same_on_another_rom() {
    if roms().len() < 2 {
        return;
    }
    let listing = RunRequest::of_listing(LISTING).unwrap().source;
    let tape = Source::Tape(Tape::from_tap(&tape_of(LISTING, &[])).unwrap());
    for source in [&listing, &tape] {
        let [ours, theirs] = [false, true].map(|opense| run(source.clone(), Loading::Instant, opense));
        assert_eq!(ours.transcript, theirs.transcript);
        assert_eq!((ours.scrolls, theirs.scrolls), (1, 1));
        assert_eq!(ours.end, theirs.end);
        assert_eq!(ours.report, "2 Variable not found, 40:1");
        assert_eq!(theirs.report, "Undefined variable, 40:1");
    }
    let placed = run(listing.clone(), Loading::Poke, false);
    assert_eq!(
        placed.transcript,
        run(listing, Loading::Instant, false).transcript
    );
}

/// The line to start at and the variables of a listing hold with `--poke` too.
#[test]
fn a_placed_program_starts_at_its_line() {
    let listing = "Auto 30\nVar g: Num = 7\n10 PRINT \"wrong\": STOP\n30 PRINT \"right\";g\n";
    let source = RunRequest::of_listing(listing).unwrap().source;
    for With { opense, .. } in roms() {
        for loading in [Loading::Instant, Loading::Poke] {
            let outcome = run(source.clone(), loading, opense);
            assert_eq!(outcome.transcript, "right7\n", "{loading:?} {opense}");
        }
    }
}

/// A program that only reads the keyboard is detected as waiting, whatever way the ROM reads the half-rows.
#[test]
fn a_wait_for_a_key_ends_the_run_on_another_rom() {
    for listing in [
        "10 PRINT \"press 5\"\n20 IF INKEY$<>\"5\" THEN GO TO 20\n",
        "10 PRINT \"press a key\": PAUSE 1\n20 LET k$=INKEY$: IF k$=\"\" THEN GO TO 20\n",
    ] {
        for With { opense, .. } in roms() {
            let request = RunRequest::of_listing(listing).unwrap();
            let mut driver = request.start(|| Ok(boot(opense).clone())).unwrap();
            let outcome = driver.run(60 * 50, &mut ());
            assert_eq!(outcome.end, End::KeysExhausted, "{listing}, OpenSE {opense}");
        }
    }
}
