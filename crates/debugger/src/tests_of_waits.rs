//! Checks that no run counts as waiting or ended too early. The programs print, compute, ask and pause in
//! step with the frames, so that frames end at all points of the ROM's code for these.

use std::fs;

use girafa_session::boot::Boot;
use girafa_session::outcome::{End, Outcome};
use girafa_session::request::RunRequest;
use girafa_spectrum::Rom;
use girafa_test_support::{Random, installed, thorough};

use super::*;

/// Number of programs, normally and in thorough tests.
const QUICK_COUNT: u64 = 150;
const THOROUGH_COUNT: u64 = 2_500;
/// Five emulated minutes; no program runs for more than one.
const MAX_FRAMES: u64 = 5 * 60 * 50;

struct Program {
    listing: String,
    answers: Vec<String>,
    /// The last row of the transcript.
    last: String,
}

/// Generates a loop whose iterations take whole frames up to a varying point: a delay, an assignment with a
/// varying number of terms, and a statement that prints, asks or changes a string.
fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let turns = 12 + random.below(50);
    let name = "abcdefghijkl".get(..1 + random.below(12)).unwrap();
    let delay = *random.pick(&["PAUSE 1", "PAUSE 1", "PAUSE 1", "PAUSE 2", "LET z=z"]);
    let fill = ":".repeat(random.below(24));
    let terms = "+1".repeat(random.below(70));
    let mut answers = Vec::new();
    let act = match random.below(12) {
        0..=3 => "PRINT n;\" \";".to_owned(),
        4 => "PRINT #2;n;\" \";".to_owned(),
        5 => "PRINT AT 5,n-INT (n/9)*9;INVERSE 1;n;: PRINT INVERSE 0;".to_owned(),
        6 => "PRINT STR$ n,TAB 3;".to_owned(),
        7 => "LET s$=(s$+\"xyz\")( TO 5): PRINT s$;".to_owned(),
        8 => "PRINT ;: PRINT #1;AT 0,0;n: PRINT ;".to_owned(),
        9 => "PRINT AT 21,0;\"scroll?\";AT 2,2;#1;AT 1,0;\"scroll?\"".to_owned(),
        10 => "PRINT #1;AT 1,0;\"Start tape \";n;\".\"".to_owned(),
        _ => {
            answers = (1..=turns).map(|turn| turn.to_string()).collect();
            "INPUT \"0 OK, 1:1 \";q: LET z=z+q".to_owned()
        }
    };
    let sum: usize = answers
        .iter()
        .filter_map(|answer| answer.parse::<usize>().ok())
        .sum();
    let listing = format!(
        "10 LET z=0: LET s$=\"abcde\": POKE 23692,255\n\
         20 FOR n=1 TO {turns}\n30 {delay}{fill}\n40 LET {name}=1{terms}\n50 {act}: POKE 23692,255\n60 NEXT n\n\
         70 CLS : PRINT \"end \";z\n"
    );
    Program {
        listing,
        answers,
        last: format!("end {sum}\n"),
    }
}

fn request(program: &Program) -> RunRequest {
    RunRequest {
        answers: program.answers.clone(),
        ..RunRequest::of_listing(&program.listing).unwrap()
    }
}

fn run(boot: &Boot, program: &Program) -> (Outcome, usize) {
    let mut driver = request(program)
        .start(|| Ok(boot.clone()))
        .unwrap()
        .with_transcript();
    let outcome = driver.run(MAX_FRAMES, &mut ());
    let left = driver.answers_left().count();
    (outcome, left)
}

fn check(program: &Program, (outcome, left): &(Outcome, usize)) {
    let about = format!("{}{}", program.listing, outcome.transcript);
    assert_eq!(outcome.end, End::Report, "{about}");
    assert!(
        outcome.ended_well() && outcome.shows_report(),
        "{about}{}",
        outcome.report
    );
    assert!(outcome.transcript.ends_with(&program.last), "{about}");
    assert_eq!(
        (*left, outcome.prompts.len()),
        (0, program.answers.len()),
        "{about}"
    );
    assert_eq!((outcome.scrolls, outcome.pauses), (0, 0), "{about}");
}

#[test]
fn a_running_program_is_never_considered_waiting() {
    let count = if thorough() { THOROUGH_COUNT } else { QUICK_COUNT };
    let ours = Boot::new(&girafa_rom::girafa48()).unwrap();
    let theirs = installed("/usr/share/spectrum-roms/opense.rom", "opense-basic")
        .map(|path| Boot::new(&Rom::from_bytes(&fs::read(path).unwrap()).unwrap()).unwrap());
    for seed in 0..count {
        let program = program(seed);
        let seen = run(&ours, &program);
        check(&program, &seen);
        let recorded = request(&program).start_recorded(|| Ok(ours.clone())).unwrap();
        let mut debugger = Debugger::of(recorded);
        assert_eq!(
            tests::resume(&mut debugger),
            Stop::Ended(End::Report),
            "{}",
            program.listing
        );
        let text = debugger.history().text().to_owned() + debugger.history().text_of_frame();
        assert_eq!(text, seen.0.transcript, "{}", program.listing);
        if let Some(boot) = &theirs {
            check(&program, &run(boot, &program));
        }
    }
}
