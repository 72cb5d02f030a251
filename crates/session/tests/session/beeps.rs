//! Beeper level changes are kept only if requested, so that a long run needs no more memory than a short one.

use girafa_basic::tokenise;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch::placed;
use girafa_session::outcome::End;

/// Number of level changes left in the machine after a program that makes several hundred.
fn left(adapt: impl FnOnce(Driver) -> Driver) -> usize {
    let source = "10 FOR i=1 TO 5: BEEP .1,12: NEXT i\n";
    let program = tokenise::program(source, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let launched = placed(&boot, &program, StartCommand::Run).unwrap();
    let mut session = adapt(Driver::new(launched, boot.glyphs));
    assert_eq!(session.run(500, &mut ()).end, End::Report);
    session.machine_mut().take_beeper_edges().len()
}

#[test]
fn beeps_are_kept_on_demand_only() {
    assert_eq!(left(|session| session), 0);
    assert!(left(Driver::with_beeps) > 400);
    // The sound renderer consumes them continuously.
    assert_eq!(left(|session| session.with_sound(44_100)), 0);
}
