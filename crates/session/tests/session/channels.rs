//! Channels with modified routines: which statements restore the initial ones.

use girafa_session::boot::Boot;
use girafa_session::outcome::Outcome;
use girafa_session::request::RunRequest;

use crate::code_tapes::{With, boot, roms};

/// A RET in both ROMs, as used by `POKE 23739,111`.
const RET: u16 = 0x096F;
/// Addresses of the routines of channels K and S: K's output and input, S's output.
const ROUTINES: [u16; 3] = [23_734, 23_736, 23_739];

fn run(boot: &Boot, listing: &str) -> Outcome {
    let request = RunRequest {
        answers: vec!["7".to_owned()],
        ..RunRequest::of_listing(listing).unwrap()
    };
    let mut driver = request.start(|| Ok(boot.clone())).unwrap().with_transcript();
    driver.run(60 * 50, &mut ())
}

/// Which of the routines `statement` restores, if all were changed before.
fn restored(boot: &Boot, statement: &str) -> [bool; 3] {
    ROUTINES.map(|address| {
        let [low, high] = RET.to_le_bytes();
        let listing = format!(
            "10 IF PEEK 23300=1 THEN GO TO 40\n\
             20 LET l=PEEK {address}: LET h=PEEK {next}: POKE 23301,l: POKE 23302,h\n\
             25 POKE 23300,1: POKE {address},{low}: POKE {next},{high}\n\
             30 {statement}\n\
             40 LET a=PEEK {address}=PEEK 23301 AND PEEK {next}=PEEK 23302\n\
             50 CLS : PRINT a: STOP\n",
            next = address + 1,
        );
        let outcome = run(boot, &listing);
        assert!(
            outcome.report.contains("STOP statement, 50:3"),
            "{statement}, {address}: {}",
            outcome.report
        );
        outcome.transcript == "1\n"
    })
}

#[test]
fn statements_that_clear_a_screen_give_its_channel_its_routines_back() {
    let expected = [
        ("CLS ", [true; 3]),
        ("CLEAR ", [true; 3]),
        ("RUN ", [true; 3]),
        ("INPUT \"\"", [true, true, false]),
        ("LIST 9000", [false; 3]),
        ("LET b=1", [false; 3]),
    ];
    for (statement, expected) in expected {
        for With { opense, .. } in roms() {
            assert_eq!(
                restored(boot(opense), statement),
                expected,
                "{statement}, OpenSE {opense}"
            );
        }
    }
}

/// A report is shown, and typing is echoed, whatever the program did to channel K.
#[test]
fn a_report_is_shown_whatever_channel_k_is() {
    for poke in [
        "POKE 23734,111: POKE 23735,9",
        "POKE 23736,0: POKE 23737,0",
        "POKE 23734,0: POKE 23735,0",
    ] {
        let outcome = run(boot(false), &format!("10 PRINT \"x\": {poke}\n"));
        assert_eq!(
            (outcome.report.as_str(), outcome.transcript.as_str()),
            ("0 OK, 10:3", "x\n"),
            "{poke}"
        );
    }
}

/// NEW resets the channels.
#[test]
fn new_makes_the_channels_anew() {
    let outcome = run(boot(false), "10 POKE 23739,111: POKE 23734,111: NEW\n");
    assert!(outcome.ended_well() && !outcome.shows_report());
    assert!(outcome.screen[23].contains('©'), "{}", outcome.screen[23]);
}
