//! The emulated machine with Girafa's ROM and native Rust code print numbers with the same digits.

use girafa_basic::float5::Float5;
use girafa_basic::tokenise::{Options, program};
use girafa_reference::cnp_fatorial;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;

use crate::support::rom;

fn printed(listing: &str) -> Vec<String> {
    let program = program(listing, &Options::default()).expect("a program").program;
    let boot = Boot::new(&rom()).expect("a ROM that boots");
    let launched = launch::program(&boot, &program, StartCommand::Run).expect("a program that loads");
    let outcome = Driver::new(launched, boot.glyphs.clone())
        .with_transcript()
        .run(50 * 600, &mut ());
    println!("{}", outcome.report);
    outcome.transcript.lines().map(str::to_owned).collect()
}

/// Prints C(N,P) from factorials for all N below 34.
const TRIANGLE: &str = "
10 FOR n=0 TO 33: FOR p=0 TO n
20 LET k=n: GO SUB 90: LET a=f: LET k=p: GO SUB 90: LET b=f: LET k=n-p: GO SUB 90
30 PRINT a/(b*f): NEXT p: NEXT n
40 STOP
90 LET f=1: FOR j=k TO 1 STEP -1: LET f=f*j: NEXT j: RETURN
";

#[test]
fn the_machine_rounds_products_and_quotients_the_same() {
    let number = Float5::from;
    let expected: Vec<String> = (0..34)
        .flat_map(|n| (0..=n).map(move |p| (n, p)))
        .map(|(n, p)| {
            cnp_fatorial::combinations(number(n), number(p))
                .expect("no report")
                .to_string()
        })
        .collect();
    assert_eq!(printed(TRIANGLE), expected);
}

/// Stores each sign byte in a variable with a short integer, and prints it.
const SIGN_BYTES: &str = "
10 LET a=0: LET v=PEEK 23627+256*PEEK 23628
20 READ l: READ h: POKE v+3,l: POKE v+4,h
30 FOR s=0 TO 255: POKE v+2,s: PRINT a: NEXT s
40 GO TO 20
50 DATA 0,0,1,0,5,0,0,128,255,127,255,255
";

#[test]
fn any_sign_byte_of_a_short_integer_prints_the_same() {
    let values = [[0, 0], [1, 0], [5, 0], [0, 128], [255, 127], [255, 255]];
    let expected: Vec<String> = values
        .iter()
        .flat_map(|&[low, high]| (0..=255).map(move |sign| Float5([0, sign, low, high, 0]).to_string()))
        .collect();
    assert_eq!(printed(SIGN_BYTES), expected);
}
