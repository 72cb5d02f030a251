//! Jumps to other statements.

use girafa_session::outcome::End;

use super::tests::{debugger, place, resume};
use super::*;

fn stop_at(debugger: &mut Debugger, text: &str) {
    let place = Location::Statement(place(text));
    debugger
        .add_breakpoint(place, Condition::default(), None, true)
        .unwrap();
    assert!(matches!(resume(debugger), Stop::Breakpoint(_)), "{text}");
}

#[test]
fn a_jump_continues_there_in_the_same_loop_and_subroutine() {
    let listing = "10 LET a=1\n20 FOR i=1 TO 3: GO SUB 100: NEXT i\n30 PRINT a;\" \";i: STOP\n\
        40 IF a=0 THEN PRINT \"no\": PRINT \"yes\": STOP\n100 LET a=a*2: RETURN";
    let mut debugger = debugger(listing);
    stop_at(&mut debugger, "100:1");
    debugger.jump(place("100:2")).unwrap();
    assert_eq!(debugger.place(), Some(place("100:2")));
    assert_eq!(debugger.calls(), [place("20:2")]);
    stop_at(&mut debugger, "30:2");
    assert_eq!(debugger.take_output(), "4 4\n", "one call did not double it");
    // Back to another line, after a step back and after a change.
    debugger.step(Step::Statement, Direction::Backward, &mut |_| true);
    debugger.change(|machine| machine.poke(0x8000, 1));
    debugger.jump(place("100:1")).unwrap();
    debugger.jump(place("30:1")).unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "4 4\n");
    // To after THEN, whose condition is false.
    debugger.resume_back(&mut |_| true);
    debugger.step(Step::Statement, Direction::Forward, &mut |_| true);
    debugger.jump(place("40:2")).unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "no\nyes\n");
}

#[test]
fn a_jump_is_known_to_the_past() {
    let mut debugger = debugger("10 LET a=1\n20 LET a=2\n30 LET a=3\n40 STOP");
    stop_at(&mut debugger, "20:1");
    debugger.jump(place("40:1")).unwrap();
    assert_eq!(debugger.why("a", None).unwrap().set.place, place("10:1"));
    let back = |debugger: &mut Debugger| {
        debugger.step(Step::Statement, Direction::Backward, &mut |_| true);
        debugger.place().unwrap()
    };
    assert_eq!(back(&mut debugger), place("20:1"));
    assert_eq!(back(&mut debugger), place("10:1"));
}

#[test]
fn jumps_that_cannot_be_are_refused() {
    let mut debugger = debugger("10 LET a=1\n20 PRINT a: STOP");
    stop_at(&mut debugger, "20:1");
    let refused = |debugger: &mut Debugger, text: &str| debugger.jump(place(text)).unwrap_err().to_string();
    assert!(refused(&mut debugger, "20:3").contains("20"));
    assert!(refused(&mut debugger, "15:1").contains("15"));
    debugger.step_instruction();
    let within = JumpError::WithinStatement;
    assert_eq!(debugger.jump(place("10:1")), Err(within.clone()));
    debugger.step_instruction_back();
    debugger.jump(place("10:1")).unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.jump(place("10:1")), Err(within));
}
