//! The picture at the end of a run equals one that was rendered throughout, with attributes that change under
//! the beam, snow, and keys typed during the run.

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::driver::Driver;
use girafa_session::launch;

/// Waits for an answer, then changes the attributes of row 0 continuously while the beam draws the picture. I
/// = 40 causes snow (`ED 47` is LD I,A). 8000: LD A,40: LD I,A; then INC A: LD (5800),A: LD (HL),A: INC L:
/// JR.
const LISTING: &str = "10 FOR a=32768 TO 32782: READ b: POKE a,b: NEXT a\n\
    20 INPUT n: PRINT \"snow\";n\n\
    30 RANDOMIZE USR 32768\n\
    40 DATA 62,64,237,71,33,0,88,60,50,0,88,119,44,24,248\n";

/// A session of the listing, with an answer to type.
fn session() -> Driver {
    let program = tokenise::program(LISTING, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let launched = launch::placed(&boot, &program, StartCommand::Run).unwrap();
    Driver::new(launched, boot.glyphs.clone())
        .answers(&["12345"])
        .unwrap()
        .with_transcript()
}

#[test]
fn run_again_it_is_what_was_to_be_seen() {
    let mut unlike_memory = 0;
    for frames in (1..120).step_by(7).chain([63, 64, 65, 127, 128, 129, 200, 300]) {
        let mut watched = session();
        watched.machine_mut().watch_beam(true);
        watched.run(frames, &mut ());
        let mut again = session().with_beam_replay();
        again.run(frames, &mut ());
        let (seen, shown) = (watched.machine(), again.machine_with_beam());
        assert!(
            seen.screen().rgb(true) == shown.screen().rgb(true),
            "after {frames} frames"
        );
        assert_eq!(seen.tstates(), shown.tstates());
        assert!(seen.memory() == shown.memory());
        unlike_memory += u32::from(shown.screen().rgb(true) != again.machine().screen().rgb(true));
    }
    assert!(unlike_memory > 2, "{unlike_memory} pictures differ from memory");
}

#[test]
fn without_it_the_picture_is_memory() {
    let mut session = session();
    session.run(300, &mut ());
    assert!(session.machine_with_beam().screen().rgb(true) == session.machine().screen().rgb(true));
}
