//! Breakpoints at functions and instructions, key scripts and tapes.

use girafa_session::cassette::Cassette;
use girafa_session::key_script;
use girafa_session::outcome::End;

use super::tests::{debugger, place, resume, seen};
use super::*;

fn cassette(debugger: &Debugger) -> &Cassette {
    debugger.driver().tapes().unwrap().cassette()
}

fn add(debugger: &mut Debugger, location: Location) -> u32 {
    debugger
        .add_breakpoint(location, Condition::default(), None, false)
        .unwrap()
}

#[test]
fn a_function_stops_the_statements_that_call_it() {
    let listing = "10 DEF FN f(x)=x*2: DEF FN g$(n)=\"a\"+STR$ FN f(n): DEF FN h(x)=x\n20 LET a=FN f(3)\n\
        30 PRINT \"FN f(1)\"\n40 PRINT FN g$(4): LET b=FN h(1)\n50 GO SUB 100\n60 STOP\n100 RETURN";
    let mut debugger = debugger(listing);
    while debugger.place() != Some(place("10:1")) {
        debugger.step(Step::Statement, Direction::Forward, &mut |_| true);
    }
    for name in ["f", "FN f", "def fn F(x)", " fn f ( y )"] {
        let Ok(Location::Function { name: known, places }) = debugger.location_of(name) else {
            panic!("{name}");
        };
        assert_eq!(
            (known.as_str(), places),
            ("f", vec![place("20:1"), place("40:1")]),
            "{name}"
        );
    }
    for (name, at) in [
        ("100", "100:1"),
        ("GO SUB 100", "100:1"),
        ("gosub 90", "100:1"),
        ("40:2", "40:2"),
    ] {
        assert_eq!(
            debugger.location_of(name),
            Ok(Location::Statement(place(at))),
            "{name}"
        );
    }
    for (name, why) in [
        ("q", "no DEF FN q"),
        ("f$", "no DEF FN f$"),
        ("foo", "\"foo\" is not a function"),
        ("", "not a function"),
        ("f:1", "not a function"),
        ("40:9", "40:9 does not exist"),
        ("9000", "no line 9000"),
        ("ção", "not a function"),
    ] {
        let error = debugger.location_of(name).unwrap_err().to_string();
        assert!(error.contains(why), "{name}: {error}");
    }
    let function = debugger.location_of("f").unwrap();
    let number = add(&mut debugger, function);
    let line = debugger.location_of("100").unwrap();
    let subroutine = add(&mut debugger, line);
    let mut stops = Vec::new();
    for _ in 0..3 {
        assert!(matches!(resume(&mut debugger), Stop::Breakpoint(_)));
        stops.push((debugger.place().unwrap().to_string(), debugger.moment()));
    }
    let places: Vec<&str> = stops.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["20:1", "40:1", "100:1"]);
    let mut back = |expected: &(String, Moment), reached: u32| {
        assert_eq!(
            debugger.resume_back(&mut |_| true),
            Stop::Breakpoint(vec![reached])
        );
        assert_eq!(debugger.moment(), expected.1);
    };
    back(&stops[1], number);
    back(&stops[0], number);
    assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![number]));
    assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![subroutine]));
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
}

/// LD B,3; loop: INC HL; DJNZ loop; RET at 40000, called twice.
const CODE: &str = "10 FOR a=40000 TO 40005: READ b: POKE a,b: NEXT a\n20 DATA 6,3,35,16,253,201\n\
    30 FOR i=1 TO 2: RANDOMIZE USR 40000: PAUSE 3: NEXT i\n40 PRINT \"fim\"";

#[test]
fn an_instruction_stops_both_ways_and_leaves_the_run_as_it_is() {
    let mut plain = debugger(CODE);
    assert_eq!(resume(&mut plain), Stop::Ended(End::Report));
    let end = seen(&plain);

    let mut debugger = debugger(CODE);
    let condition = Condition::parse(Some("i=2"), Hits::All).unwrap();
    let at_loop = add(&mut debugger, Location::Address(40002));
    let at_end = debugger
        .add_breakpoint(Location::Address(40005), condition, None, false)
        .unwrap();
    let mut moments = Vec::new();
    loop {
        match resume(&mut debugger) {
            Stop::Breakpoint(numbers) => {
                assert_eq!(debugger.place(), Some(place("30:2")));
                moments.push((debugger.moment(), debugger.machine().cpu.pc, numbers));
            }
            stop => {
                assert_eq!(stop, Stop::Ended(End::Report));
                break;
            }
        }
    }
    let order: Vec<u16> = moments.iter().map(|(_, pc, _)| *pc).collect();
    assert_eq!(order, [40002, 40002, 40002, 40002, 40002, 40002, 40005]);
    assert_eq!((&moments[0].2, &moments[6].2), (&vec![at_loop], &vec![at_end]));
    assert!(seen(&debugger) == end);
    for (moment, pc, numbers) in moments.iter().rev() {
        assert_eq!(
            debugger.resume_back(&mut |_| true),
            Stop::Breakpoint(numbers.clone())
        );
        assert_eq!((debugger.moment(), debugger.machine().cpu.pc), (*moment, *pc));
    }
    assert_eq!(debugger.resume_back(&mut |_| false), Stop::Interrupted);
    assert_eq!(debugger.resume_back(&mut |_| true), Stop::Beginning);
    // Replays the past, and then runs a different future.
    for (moment, ..) in &moments[..2] {
        assert!(matches!(resume(&mut debugger), Stop::Breakpoint(_)));
        assert_eq!(debugger.moment(), *moment);
    }
    debugger.set("i", "2").unwrap();
    assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![at_loop]));
    assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![at_end]));
    debugger.remove_breakpoints(|_| true);
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.last_run(30, Some(2), None).unwrap().place, place("30:2"));
}

#[test]
fn keys_are_pressed_when_the_program_looks_for_them() {
    let listing = "10 PAUSE 0: LET a$=INKEY$\n20 IF INKEY$<>\"\" THEN GO TO 20\n30 INPUT n$\n\
        40 IF INKEY$<>\"x\" THEN GO TO 40\n50 PRINT a$;n$\n55 PAUSE 5\n60 PAUSE 0\n70 PRINT \"depois\"";
    let mut debugger = debugger(listing);
    debugger
        .driver_mut()
        .add_keys(key_script::parse("q 10f b o m ENTER x").unwrap());
    assert_eq!(resume(&mut debugger), Stop::Key);
    assert_eq!(debugger.take_output(), "qbom\n");
    assert_eq!(debugger.driver().keys_left().count(), 0);
    let there = seen(&debugger);
    debugger.step(Step::Statement, Direction::Backward, &mut |_| true);
    debugger.go_to_beginning();
    // Pressed keys are part of the past.
    assert_eq!(resume(&mut debugger), Stop::Key);
    assert!(seen(&debugger).1 == there.1 && seen(&debugger).2 == there.2);
    // Keys that are added later are pressed then.
    debugger.driver_mut().add_keys(key_script::parse("z").unwrap());
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "depois\n");
}

#[test]
fn answers_come_before_keys_and_a_text_that_never_comes_is_not_waited_for() {
    let mut debugger = debugger("10 INPUT a: INPUT b: PRINT a;b\n20 INPUT c");
    debugger.driver_mut().add_answer("4").unwrap();
    debugger
        .driver_mut()
        .add_keys(key_script::parse("5 ENTER [nunca] 6").unwrap());
    assert_eq!(resume(&mut debugger), Stop::Input);
    assert_eq!(debugger.take_output(), "45\n");
    assert_eq!(debugger.driver().keys_left().count(), 2);
}

#[test]
fn a_tape_is_saved_to_and_loaded_from() {
    let listing = "10 LET a=7: DIM k(2): LET k(1)=a\n20 SAVE \"x\" DATA k()\n30 LET k(1)=0\n40 LOAD \"x\" DATA k()\n50 PRINT k(1)";
    let boot = girafa_session::boot::Boot::new(&girafa_rom::girafa48()).unwrap();
    let new_debugger = |cassette: Cassette, listing: &str| {
        let program = girafa_basic::tokenise::program(listing, &Default::default())
            .unwrap()
            .program;
        let mut launched =
            girafa_session::launch::program(&boot, &program, girafa_session::boot::StartCommand::Run)
                .unwrap();
        launched.machine.eject_tape();
        Debugger::new(Emulator::new(launched, boot.glyphs.clone()).with_tapes(cassette))
    };
    let mut debugger = new_debugger(Cassette::default(), listing);
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert!(debugger.take_output().ends_with("\n7\n"));
    let saved = cassette(&debugger).tape().to_tap();
    // Before SAVE the cassette was empty.
    let event = debugger.last_run(10, None, None).unwrap();
    debugger.go_to(event.moment);
    assert!(cassette(&debugger).blocks().is_empty());
    // Another run loads it twice.
    let mut second = new_debugger(
        Cassette::from_tap(&saved).unwrap(),
        "10 LOAD \"x\" DATA k()\n20 LOAD \"x\" DATA j()\n30 PRINT k(1)+j(1)",
    );
    assert_eq!(
        second.resume(&mut |frames| frames < 5_000),
        Stop::Ended(End::Report)
    );
    assert!(second.take_output().ends_with("14\n"));
}
