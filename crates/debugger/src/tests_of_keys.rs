//! Checks what waits for the next frame, and a run without its past.

use girafa_session::outcome::End;
use girafa_spectrum::Key;

use super::tests::{debugger, place, resume};
use super::*;

const ECHO: &str = "10 LET a$=INKEY$: IF a$<>\"\" THEN PRINT a$;\n20 GO TO 10";

/// The debugger in the middle of a frame.
fn in_frame() -> Debugger {
    let mut debugger = debugger(ECHO);
    debugger.resume(&mut |frames| frames < 30);
    let location = Location::Statement(place("20:1"));
    debugger
        .add_breakpoint(location, Condition::parse(None, Hits::All).unwrap(), None, false)
        .unwrap();
    resume(&mut debugger);
    debugger.remove_breakpoints(|_| true);
    assert!(debugger.emulator().is_in_frame());
    debugger
}

#[test]
fn a_state_has_the_inputs_that_wait_for_the_next_frame() {
    let mut debugger = in_frame();
    assert!(debugger.put_in(Input::Hold(Key::A)) && debugger.put_in(Input::Hold(Key::B)));
    assert!(debugger.put_in(Input::Release(Key::A)));
    debugger.press(vec![Chord::ENTER, Chord::key(Key::X)]).unwrap();
    assert_eq!(debugger.emulator().host_keys().held(), []);
    let mut state = debugger.state();
    assert_eq!(state.host_keys().held(), [Key::B]);
    for _ in 0..40 {
        debugger.resume(&mut |_| false);
        state.advance();
        assert_eq!(state.machine(), debugger.machine());
    }
    assert_eq!(debugger.emulator().host_keys().held(), [Key::B]);
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let mut debugger = in_frame();
    debugger.press(vec![Chord::ENTER; 4_000]).unwrap();
    assert_eq!(debugger.press(vec![Chord::ENTER; 97]), Err(TypeError::TooLong));
    debugger.press(vec![Chord::ENTER; 96]).unwrap();
    let taken = (0..5_000)
        .filter(|_| debugger.put_in(Input::Hold(Key::A)))
        .count();
    assert_eq!(taken, 4_096 - 2);
}

#[test]
fn a_run_without_its_past_ends_alike_and_keeps_none() {
    let listing = "10 INPUT n\n20 FOR i=1 TO n: PRINT i: BEEP .01,i: NEXT i\n30 PAUSE 5: STOP";
    let mut with = debugger(listing);
    let mut without = Debugger::without_past(with.emulator().clone());
    assert!(with.has_past() && !without.has_past());
    for debugger in [&mut with, &mut without] {
        assert_eq!(resume(debugger), Stop::Input);
        debugger.driver_mut().add_answer("20").unwrap();
        assert_eq!(resume(debugger), Stop::Ended(End::Report));
    }
    assert_eq!(without.moment(), with.moment());
    assert_eq!(without.take_output(), with.take_output());
    let end = without.moment();
    without.go_to(Moment { frame: 3, tstate: 0 });
    assert_eq!(without.moment(), end);
    // States are observed as the run is that they are restored in.
    let beginning = debugger(listing).state();
    with.restore(without.state());
    without.restore(beginning.clone());
    with.restore(beginning);
    for debugger in [&mut with, &mut without] {
        debugger.driver_mut().add_answer("3").unwrap();
        assert_eq!(resume(debugger), Stop::Ended(End::Report));
    }
    assert_eq!(with.why("i", None).unwrap().set.place, place("20:4"));
    assert!(without.why("i", None).is_err());
}
