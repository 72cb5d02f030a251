//! What is run: three endless BASIC programs of different character, each snapped in mid-run.

use girafa_basic::tokenise;
use girafa_proof::boot::Boot;
use girafa_proof::launch;
use girafa_proof::session::Session;
use girafa_spectrum::{Rom, sna};
use std::path::PathBuf;

/// Numbers: a sieve, and floating point with functions.
pub const ARITHMETIC: &str = "\
10 DIM f(200)
20 FOR i=2 TO 200: LET f(i)=1: NEXT i
30 FOR i=2 TO 14: IF f(i)=0 THEN GO TO 50
40 FOR j=i*i TO 200 STEP i: LET f(j)=0: NEXT j
50 NEXT i
60 LET s=0: FOR i=1 TO 40: LET s=s+SIN (i/7)*SQR i-1/i: NEXT i
70 GO TO 20
";

/// Screen: printing with colours and positions, scrolling, lines.
pub const SCREEN: &str = "\
10 FOR i=0 TO 21: PRINT AT i,i/2; INK i/3;\"Girafa \";i*i: NEXT i
20 FOR i=0 TO 255 STEP 8: PLOT i,0: DRAW 255-2*i,175: NEXT i
30 FOR i=1 TO 60: POKE 23692,255: PRINT i,i*3;\" \";CHR$ (65+i/3): NEXT i
40 CLS : GO TO 10
";

/// Strings: joining, slicing, searching.
pub const STRINGS: &str = "\
10 LET a$=\"\": FOR i=1 TO 60: LET a$=a$+CHR$ (65+i-26*INT (i/26)): NEXT i
20 LET n=0: FOR i=1 TO LEN a$-1: IF a$(i TO i+1)=\"QR\" THEN LET n=n+1
30 NEXT i
40 DIM b$(10,12): FOR i=1 TO 10: LET b$(i)=a$(i TO i+9)+STR$ i: NEXT i
50 LET a$=a$(2 TO )+a$(1): IF LEN a$>0 THEN GO TO 20
";

/// Frames that a program has run when it is snapped.
const WARM_UP: u64 = 100;

/// The ROM that `GIRAFA_ROM` names (default: the repository's own), and the snapshot of `program` in mid-run on it.
pub fn snapshot(program: &str) -> (Vec<u8>, Vec<u8>) {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms-open/girafa48.rom");
    let path = std::env::var_os("GIRAFA_ROM").map_or_else(|| PathBuf::from(own), PathBuf::from);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rom = Rom::from_bytes(&bytes).expect("a 48K ROM");
    let boot = Boot::new(&rom).expect("the ROM starts");
    let tokenised = tokenise::program(program, &tokenise::Options::default()).expect("the program is right");
    let launched = launch::placed(&boot, &tokenised.program).expect("the program starts");
    let mut session = Session::new(launched, boot.glyphs.clone()).to_the_limit();
    session.run(WARM_UP, &mut ());
    (bytes, sna::save(session.machine()).expect("a snapshot"))
}
