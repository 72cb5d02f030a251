//! Compares the debugger with runs that are only observed.

use girafa_basic::tokenise;
use girafa_inspect::sysvars;
use girafa_inspect::target::Target;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::keys::type_text;
use girafa_session::launch;
use girafa_session::outcome::End;
use girafa_spectrum::Spectrum;

use super::*;
use crate::stepping::MAX_INSTRUCTION;

pub(crate) fn debugger(listing: &str) -> Debugger {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let program = tokenise::program(listing, &tokenise::Options::default())
        .unwrap()
        .program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    Debugger::new(Emulator::new(launched, boot.glyphs))
}

pub(crate) fn place(text: &str) -> StatementPlace {
    let (line, statement) = text.split_once(':').unwrap();
    StatementPlace {
        line: line.parse().unwrap(),
        statement: statement.parse().unwrap(),
    }
}

pub(crate) fn resume(debugger: &mut Debugger) -> Stop {
    debugger.resume(&mut |_| true)
}

fn step(debugger: &mut Debugger, step: Step, direction: Direction) -> String {
    match debugger.step(step, direction, &mut |_| true) {
        Stop::Step => debugger
            .place()
            .map_or_else(String::new, |place| place.to_string()),
        stop => format!("{stop:?}"),
    }
}

/// Everything observable at a moment.
pub(crate) fn seen(debugger: &Debugger) -> (Moment, Spectrum, String, Vec<StatementPlace>) {
    let text = debugger.history().text().to_owned() + debugger.history().text_of_frame();
    (
        debugger.moment(),
        debugger.machine().clone(),
        text,
        debugger.calls(),
    )
}

const SUBROUTINES: &str = "10 LET n=0: GO SUB 100: PRINT n\n20 GO SUB 100\n30 PRINT \"end\";n: STOP\n\
    100 LET n=n+1: GO SUB 200\n110 RETURN\n200 LET m=n*10\n210 PRINT m: RETURN";

#[test]
fn steps_go_in_over_out_and_back() {
    use Direction::{Backward, Forward};
    let mut debugger = debugger(SUBROUTINES);
    assert_eq!(step(&mut debugger, Step::Statement, Forward), "10:1");
    assert_eq!(step(&mut debugger, Step::Statement, Forward), "10:2");
    assert_eq!(step(&mut debugger, Step::Out, Forward), "NoSubroutine");
    assert_eq!(step(&mut debugger, Step::Statement, Forward), "100:1");
    assert_eq!(debugger.calls(), [place("10:2")]);
    assert_eq!(step(&mut debugger, Step::Over, Forward), "100:2");
    assert_eq!(step(&mut debugger, Step::Over, Forward), "110:1");
    assert_eq!(step(&mut debugger, Step::Over, Backward), "100:2");
    assert_eq!(step(&mut debugger, Step::Statement, Forward), "200:1");
    assert_eq!(step(&mut debugger, Step::Out, Backward), "100:2");
    assert_eq!(step(&mut debugger, Step::Out, Backward), "10:2");
    assert_eq!(step(&mut debugger, Step::LineOver, Forward), "20:1");
    assert_eq!(step(&mut debugger, Step::Statement, Backward), "10:3");
    assert_eq!(step(&mut debugger, Step::Line, Backward), "110:1");
    assert_eq!(step(&mut debugger, Step::Line, Backward), "210:1");
    assert_eq!(step(&mut debugger, Step::Out, Forward), "110:1");
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "10\n1\n20\nend2\n");
    let mut back = Vec::new();
    loop {
        match step(&mut debugger, Step::Statement, Backward) {
            at if at == "Beginning" => break,
            at => back.push(at),
        }
    }
    back.reverse();
    let order = "10:1 10:2 100:1 100:2 200:1 210:1 210:2 110:1 10:3 20:1 100:1 100:2 200:1 210:1 210:2 110:1 30:1 30:2";
    assert_eq!(back.join(" "), order);
    assert_eq!(debugger.take_output(), "");
}

#[test]
fn an_interrupted_step_goes_on() {
    let mut debugger = debugger("10 GO SUB 100: LET a=1\n20 STOP\n100 PAUSE 5: PAUSE 5\n110 RETURN");
    let steps = [
        (Step::Statement, "10:1"),
        (Step::Over, "10:2"),
        (Step::LineOver, "20:1"),
    ];
    for (step, end) in steps {
        let mut begun = debugger.begin(step);
        let mut interruptions = 0;
        while debugger.step_by(&mut begun, &mut |_| false) == Stop::Interrupted {
            interruptions += 1;
        }
        assert_eq!(debugger.place(), Some(place(end)));
        assert!(interruptions >= if step == Step::Over { 10 } else { 0 });
    }
    let mut begun = debugger.begin(Step::Out);
    assert_eq!(debugger.step_on(&mut begun, &mut |_| true), Stop::NoSubroutine);
}

#[test]
fn breakpoints_stop_both_ways() {
    let listing = "10 FOR i=1 TO 20\n20 LET s=i*i: LET t=s-1\n30 NEXT i\n40 LET s=0";
    let mut debugger = debugger(listing);
    let at = |debugger: &Debugger, line, statement| {
        Location::Statement(debugger.place_for(line, statement).unwrap())
    };
    let line = at(&debugger, 15, None);
    assert_eq!(line, Location::Statement(place("20:1")));
    assert!(matches!(
        debugger.place_for(50, None),
        Err(BreakpointError::NoLine(50))
    ));
    assert!(matches!(
        debugger.place_for(20, Some(3)),
        Err(BreakpointError::NoStatement { count: 2, .. })
    ));
    let odd = Condition::parse(Some("i=7 OR i=9"), Hits::All).unwrap();
    debugger.add_breakpoint(line, odd, None, false).unwrap();
    let third = Condition::parse(None, Hits::From(19)).unwrap();
    let second = at(&debugger, 20, Some(2));
    debugger
        .add_breakpoint(second.clone(), third, None, true)
        .unwrap();
    debugger
        .add_breakpoint(
            second,
            Condition::parse(Some("i<3"), Hits::All).unwrap(),
            Some("i is {i}, {a$}".into()),
            false,
        )
        .unwrap();
    let value = |debugger: &Debugger| debugger.evaluate("i").unwrap().to_string();
    assert_eq!(
        (resume(&mut debugger), value(&debugger)),
        (Stop::Breakpoint(vec![1]), "7".into())
    );
    assert_eq!(
        debugger.take_output(),
        "i is 1, 2 Variable not found\ni is 2, 2 Variable not found\n"
    );
    assert_eq!(
        (resume(&mut debugger), value(&debugger)),
        (Stop::Breakpoint(vec![1]), "9".into())
    );
    assert_eq!(
        (resume(&mut debugger), value(&debugger)),
        (Stop::Breakpoint(vec![2]), "19".into())
    );
    assert_eq!(debugger.breakpoints().len(), 2);
    let back = debugger.resume_back(&mut |_| true);
    assert_eq!((back, value(&debugger)), (Stop::Breakpoint(vec![1]), "9".into()));
    let back = debugger.resume_back(&mut |_| true);
    assert_eq!((back, value(&debugger)), (Stop::Breakpoint(vec![1]), "7".into()));
    assert_eq!(debugger.resume_back(&mut |_| true), Stop::Beginning);
    assert_eq!(debugger.place(), Some(place("10:1")));
    debugger.remove_breakpoints(|_| true);
    let t = Target::parse("t", debugger.machine()).unwrap();
    debugger
        .add_breakpoint(
            Location::Variable(t),
            Condition::parse(Some("t>300"), Hits::All).unwrap(),
            None,
            false,
        )
        .unwrap();
    let changed = |from: &str, to: &str| Stop::Changed {
        number: 4,
        name: "t".into(),
        values: [Some(from.into()), Some(to.into())],
        place: place("20:2"),
    };
    assert_eq!(resume(&mut debugger), changed("288", "323"));
    assert_eq!(resume(&mut debugger), changed("323", "360"));
    assert_eq!(debugger.resume_back(&mut |_| true), changed("323", "360"));
    assert_eq!(debugger.place(), Some(place("20:2")));
}

#[test]
fn queries_about_the_past() {
    let listing = "10 DIM a(3): LET n=5\n20 FOR i=1 TO 3: LET a(i)=i*n: NEXT i\n30 LET n=5: PRINT AT 3,4;\"x\"\n\
        40 POKE 23693,9: PAUSE 300\n50 PRINT AT 3,5;\"y\": LET b$=\"q\"\n60 PAUSE 300: GO TO 50";
    let mut debugger = debugger(listing);
    debugger.resume(&mut |frames| frames < 2500);
    let mut last_set = |name: &str| {
        let target = Target::parse(name, debugger.machine()).unwrap();
        let set = debugger.last_set(&target, None, false);
        set.map(|set| set.place.to_string())
    };
    assert_eq!(last_set("n").as_deref(), Some("30:1"));
    assert_eq!(last_set("a(2)").as_deref(), Some("20:2"));
    assert_eq!(last_set("a()").as_deref(), Some("20:2"));
    assert_eq!(last_set("i").as_deref(), Some("20:3"));
    assert_eq!(last_set("b$").as_deref(), Some("50:2"));
    assert_eq!(last_set("z"), None);
    let run = debugger.last_run(20, None, None).unwrap();
    assert_eq!(run.place, place("20:3"));
    assert_eq!(debugger.last_run(70, None, None), None);
    let who = |debugger: &mut Debugger, row, column| {
        let written = debugger.last_written(row, column)?;
        let (place, moment) = written.statement?;
        debugger.go_to(moment);
        assert_eq!(debugger.place(), Some(place));
        debugger.resume(&mut |frames| frames < 1000);
        Some(place.to_string())
    };
    assert_eq!(who(&mut debugger, 3, 4).as_deref(), Some("30:2"));
    assert_eq!(who(&mut debugger, 3, 5).as_deref(), Some("50:1"));
    assert_eq!(who(&mut debugger, 9, 9), None.or(who(&mut debugger, 9, 9)));
}

#[test]
fn a_run_that_is_over_stays_at_its_end() {
    let mut debugger = debugger("10 PRINT 1: STOP");
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    let end = seen(&debugger);
    for _ in 0..2 {
        assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
        assert_eq!(
            step(&mut debugger, Step::Statement, Direction::Forward),
            "Ended(Report)"
        );
        assert!(seen(&debugger) == end);
    }
    debugger.press(type_text("x").unwrap()).unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert!(debugger.moment() > end.0);
}

/// An INPUT that waits is reached at the same moment again, from itself and from the start.
#[test]
fn a_wait_for_an_answer_takes_no_time() {
    let mut debugger = debugger("10 INPUT a: PRINT a");
    assert_eq!(resume(&mut debugger), Stop::Input);
    let wait = seen(&debugger);
    assert_eq!(resume(&mut debugger), Stop::Input);
    assert!(seen(&debugger) == wait);
    debugger.go_to_beginning();
    assert_eq!(resume(&mut debugger), Stop::Input);
    assert!(seen(&debugger) == wait);
    debugger.driver_mut().add_answer("5").unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "5\n");
}

#[test]
fn a_wait_for_inkey_gets_enter_if_the_run_continues() {
    let mut debugger = debugger("10 IF INKEY$=\"\" THEN GO TO 10\n20 PRINT CODE INKEY$");
    assert_eq!(resume(&mut debugger), Stop::Key);
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "13\n");
}

#[test]
fn why_leads_back_to_the_data() {
    let listing = "10 READ a,b$: GO SUB 100\n20 LET c=FN f(a)+k(2)\n30 LET c=c*2: INPUT d: LET c=c+d\n40 STOP\n\
        50 DATA 7\n60 DATA \"x\"\n70 DEF FN f(x)=x+off\n100 DIM k(3): LET k(2)=4: LET off=1: RETURN";
    let mut debugger = debugger(listing);
    debugger.driver_mut().add_answer("5").unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    let origins = |why: &Why| {
        let read = |read: &Read| {
            let set = read
                .set
                .as_ref()
                .map_or("-".to_owned(), |set| set.place.to_string());
            format!("{}={}@{set}", read.name, read.value.as_deref().unwrap_or("-"))
        };
        why.reads.iter().map(read).collect::<Vec<_>>().join(" ")
    };
    let why = debugger.why("c", None).unwrap();
    assert_eq!((why.value.as_deref(), why.set.place), (Some("29"), place("30:3")));
    assert_eq!(origins(&why), "c=24@30:1 d=5@30:2");
    let before = why.reads[0].set.as_ref().unwrap().moment;
    let answer = debugger.why("d", None).unwrap();
    assert!(answer.is_answer && answer.text == "INPUT d");
    let earlier = debugger.why("c", Some(before)).unwrap();
    assert_eq!(
        (earlier.text.as_str(), earlier.value.as_deref()),
        ("LET c=FN f(a)+k(2)", Some("12"))
    );
    assert_eq!(origins(&earlier), "a=7@10:1 k(2)=4@100:2 off=1@100:3");
    let first = debugger.why("a", Some(earlier.set.moment)).unwrap();
    assert_eq!((first.set.place, first.reads.len()), (place("10:1"), 0));
    assert!(matches!(debugger.why("zz", None), Err(WhyError::NeverSet { .. })));
    assert!(matches!(debugger.why("1+", None), Err(WhyError::Target(_))));
}

#[test]
fn a_manual_change_replaces_the_recorded_future() {
    let mut debugger =
        debugger("10 LET a=1: LET b$=\"x\"\n20 PRINT a;b$\n30 PRINT a+1\n40 INPUT c: PRINT c*2");
    assert_eq!(resume(&mut debugger), Stop::Input);
    assert_eq!(debugger.take_output(), "1x\n2\n");
    let printing = debugger.last_run(20, None, None).unwrap();
    debugger.go_to(printing.moment);
    assert_eq!(debugger.set("a", "a*50").unwrap().to_string(), "50");
    debugger.set("b$", "b$+\"longer\"").unwrap();
    assert!(debugger.set("a", "\"x\"").is_err() && debugger.set("q(", "1").is_err());
    let target = Target::parse("a", debugger.machine()).unwrap();
    assert_eq!(
        debugger.last_set(&target, None, false).unwrap().place,
        MANUAL_CHANGE
    );
    // Back to the previous statement, and forward again.
    assert_eq!(step(&mut debugger, Step::Statement, Direction::Backward), "10:2");
    assert_eq!(debugger.evaluate("a").unwrap().to_string(), "1");
    assert_eq!(step(&mut debugger, Step::Statement, Direction::Forward), "20:1");
    assert_eq!(debugger.evaluate("a").unwrap().to_string(), "50");
    debugger.driver_mut().add_answer("21").unwrap();
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "50xlonger\n51\n42\n");
    assert_eq!(
        debugger.last_set(&target, None, false).unwrap().place,
        MANUAL_CHANGE
    );
    let shown = debugger.why("a", None).unwrap().to_string();
    let outside = "a = 50\n  set by a change from outside the program  (";
    assert!(shown.starts_with(outside), "{shown}");
}

/// An unfinished row is shown once at a stop, and not again when it is complete.
#[test]
fn an_unfinished_row_is_shown_once() {
    use Direction::{Backward, Forward};
    let endings = ["30 PRINT \"b\"\n40 PRINT \"c\";", "30 PRINT\n40 PRINT \"c\""];
    let steps: [&[(Direction, &str, &str)]; 2] = [
        &[
            (Forward, "10:1", ""),
            (Forward, "20:1", "a\n"),
            (Forward, "30:1", ""),
            (Forward, "40:1", "ab\n"),
            (Backward, "30:1", ""),
        ],
        &[(Forward, "10:1", ""), (Forward, "20:1", "a\n")],
    ];
    for (rows, steps) in endings.iter().zip(steps) {
        let mut debugger = debugger(&format!("10 PRINT \"a\";\n20 LET x=1\n{rows}"));
        let shown = |debugger: &mut Debugger| debugger.take_output() + &debugger.take_row();
        for (direction, place, row) in steps {
            assert_eq!(step(&mut debugger, Step::Statement, *direction), *place);
            assert_eq!(shown(&mut debugger), *row);
        }
        assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
        assert_eq!(shown(&mut debugger), "c\n");
        assert_eq!(shown(&mut debugger), "");
    }
}

/// A restored state sets the variables that it changes, at any point of a frame.
#[test]
fn variables_set_by_a_restored_state_are_manual_changes() {
    for delay in 0..24 {
        let delay = ":".repeat(delay);
        let listing = format!("10 LET n=0\n20 LET n=n+1{delay}: PRINT n: GO TO 20");
        for frame in 8..14 {
            let mut debugger = debugger(&listing);
            debugger.resume(&mut |frames| frames < 20);
            let state = debugger.emulator().clone();
            let value = debugger.evaluate("n").unwrap().to_string();
            debugger.go_to(Moment { frame, tstate: 0 });
            step(&mut debugger, Step::Statement, Direction::Backward);
            let is_other = debugger.evaluate("n").unwrap().to_string() != value;
            debugger.restore(state);
            let set = debugger.why("n", None).unwrap().set.place;
            let expected = if is_other { MANUAL_CHANGE } else { place("20:1") };
            assert_eq!(set, expected, "{listing}, frame {frame}");
        }
    }
}

#[test]
fn keys_and_pauses() {
    let mut debugger = debugger("10 PAUSE 0\n20 LET k$=INKEY$: IF k$=\"\" THEN GO TO 20\n30 PRINT k$");
    assert_eq!(resume(&mut debugger), Stop::Key);
    debugger.press(type_text("z").unwrap()).unwrap();
    assert!(
        debugger.press(vec![Chord::ENTER; 5000]).is_err()
            && debugger.driver_mut().add_answer(&"x".repeat(1 << 17)).is_err()
    );
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.take_output(), "z\n");
    let beginning = debugger.history().timeline().last();
    debugger.go_to(Moment {
        frame: beginning / 2,
        tstate: 0,
    });
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
}

/// A moment has the same bytes whichever way it is reached: in a run that is only observed, and in a debugger
/// with random steps and jumps.
#[test]
fn every_moment_is_as_it_was_however_it_is_reached() {
    use proptest::prelude::*;
    let listing = "10 RANDOMIZE 1\n20 FOR i=1 TO 400: GO SUB 100: NEXT i\n30 STOP\n\
        100 LET a=INT (RND*100): PRINT a;\" \";: BEEP .001,a/10: LPRINT a: IF i=9 OR i=20 THEN INPUT q: PRINT q\n110 RETURN";
    let asked = || {
        let mut debugger = debugger(listing);
        for answer in ["7", "2*3"] {
            debugger.driver_mut().add_answer(answer).unwrap();
        }
        debugger
    };
    let mut watched = asked();
    let mut was = Vec::new();
    while was.len() < 300 {
        assert!(step(&mut watched, Step::Statement, Direction::Forward).contains(':'));
        was.push(seen(&watched));
    }
    let until = was[was.len() - 1].0.frame + 5;
    let acts = prop::collection::vec((0..8u8, 0..300usize), 1..20);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(12));
    let found = runner.run(&acts, |acts| {
        let mut led = asked();
        led.resume(&mut |frames| frames < until);
        for (act, to) in acts {
            match act {
                0..=2 => led.go_to(was[to].0),
                3 => drop(step(&mut led, Step::Statement, Direction::Backward)),
                4 => drop(step(&mut led, Step::Over, Direction::Backward)),
                5 => drop(step(&mut led, Step::Out, Direction::Forward)),
                6 => drop(step(&mut led, Step::Line, Direction::Backward)),
                _ => drop(step(&mut led, Step::Statement, Direction::Forward)),
            }
            let now = led.moment();
            if let Ok(index) = was.binary_search_by_key(&now, |(moment, ..)| *moment) {
                let (_, machine, text, calls) = &was[index];
                prop_assert!(machine == led.machine(), "{now}");
                prop_assert_eq!((text, calls), (&seen(&led).2, &seen(&led).3));
            } else {
                prop_assert!(
                    now > was[was.len() - 1].0 || now < was[0].0,
                    "{now} is no statement"
                );
            }
        }
        // A moment in the middle of an instruction becomes the one after it, from any starting point.
        let (moment, ..) = was
            .iter()
            .skip(20)
            .find(|(moment, ..)| moment.tstate < 60_000)
            .unwrap();
        let between = Moment {
            tstate: moment.tstate + 777,
            ..*moment
        };
        led.go_to(between);
        let (reached, first, ..) = seen(&led);
        let longest = MAX_INSTRUCTION + first.longest_delay();
        prop_assert!((between.tstate..between.tstate + longest).contains(&reached.tstate));
        led.go_to(was[20].0);
        led.go_to(between);
        prop_assert!(first == *led.machine());
        // One instruction back, and forward again.
        led.step_instruction_back();
        led.step_instruction();
        prop_assert!(first == *led.machine());
        Ok(())
    });
    found.unwrap();
}

#[test]
fn the_place_is_that_of_the_program() {
    let mut debugger = debugger("10 LET a=1");
    assert_eq!(debugger.place(), None);
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert!(debugger.machine().peek16(sysvars::PPC) == 10 && debugger.place() == Some(place("10:1")));
}

/// Address of the ROM routine that prints a character (RST 10h).
const PRINT: u16 = 0x0010;

fn stop_at(debugger: &mut Debugger, location: Location) -> u32 {
    let added = debugger.add_breakpoint(location, Condition::default(), None, false);
    added.unwrap()
}

/// Each call of a routine is one stop, whatever is queried there, and the breakpoint does not change the run.
#[test]
fn addresses_stop_once_each() {
    let mut plain = debugger(SUBROUTINES);
    assert_eq!(resume(&mut plain), Stop::Ended(End::Report));
    let mut debugger = debugger(SUBROUTINES);
    let number = stop_at(&mut debugger, Location::Address(PRINT));
    let mut printed = Vec::new();
    let mut moments = Vec::new();
    while resume(&mut debugger) == Stop::Breakpoint(vec![number]) {
        assert_eq!(debugger.machine().cpu.pc, PRINT);
        printed.push(debugger.machine().cpu.a);
        moments.push((debugger.moment(), debugger.machine().clone()));
        if printed.len() == 4 {
            // A query about the past runs the frame to its end and returns.
            debugger.why("m", None).unwrap();
            assert_eq!(debugger.machine().cpu.pc, PRINT);
        }
    }
    let text = printed.iter().map(|&code| char::from(code)).collect::<String>();
    assert!(text.contains("10\r") && text.contains("end2\r"), "{text:?}");
    assert_eq!(debugger.take_output(), "10\n1\n20\nend2\n");
    assert!(debugger.machine() == plain.machine());
    // In the past it stops at the same moments, but not at one to which it has jumped.
    let first = moments[0].0;
    debugger.go_to(Moment {
        frame: first.frame,
        tstate: 0,
    });
    for (moment, machine) in &moments {
        assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![number]));
        assert_eq!(debugger.moment(), *moment);
        assert!(debugger.machine() == machine);
    }
    debugger.go_to(moments[1].0);
    assert_eq!(resume(&mut debugger), Stop::Breakpoint(vec![number]));
    assert_eq!(debugger.moment(), moments[2].0);
    assert_eq!(
        debugger.remove_breakpoints(|breakpoint| breakpoint.number == number),
        1
    );
    let left = plain.machine().frames() - debugger.machine().frames();
    assert_eq!(debugger.run_by(&mut |frames| frames < left), Stop::Interrupted);
    assert!(debugger.machine() == plain.machine());
}

/// A change at an address is part of the past, and is replayed.
#[test]
fn a_change_at_an_address() {
    let mut debugger = debugger("10 FOR i=1 TO 3: PRINT i: NEXT i");
    let number = stop_at(&mut debugger, Location::Address(PRINT));
    let mut stops = 0;
    while resume(&mut debugger) == Stop::Breakpoint(vec![number]) {
        stops += 1;
        debugger.change(|machine| {
            machine.cpu.a = if machine.cpu.a == b'2' {
                b'x'
            } else {
                machine.cpu.a
            }
        });
    }
    let seen = debugger.machine().clone();
    assert_eq!(debugger.history().text(), "1\nx\n3\n");
    debugger.remove_breakpoints(|_| true);
    debugger.go_to_beginning();
    let left = seen.frames() - debugger.machine().frames();
    assert_eq!(debugger.run_by(&mut |frames| frames < left), Stop::Interrupted);
    assert!(debugger.machine() == &seen);
    assert_eq!(debugger.history().text(), "1\nx\n3\n");
    assert!(stops >= 6);
    // No statement begins where the machine was changed in the middle of one.
    let places: Vec<String> = std::iter::from_fn(|| {
        let stop = debugger.step(Step::Statement, Direction::Backward, &mut |_| true);
        (stop == Stop::Step).then(|| debugger.place().unwrap().to_string())
    })
    .collect();
    assert_eq!(places, ["10:3", "10:2", "10:3", "10:2", "10:3", "10:2", "10:1"]);
}

/// A change of a watched variable is found even if the run is interrupted after each frame, in the middle of
/// the statement.
#[test]
fn changes_across_frames() {
    let listing = "10 FOR i=1 TO 40: LET m=SQR (i*i+1)*SIN i: NEXT i";
    let count = |frames_at_once: u64| {
        let mut debugger = debugger(listing);
        let target = debugger.target("m").unwrap();
        stop_at(&mut debugger, Location::Variable(target));
        let mut changes = 0;
        for _ in 0..20_000 {
            match debugger.resume(&mut |frames| frames < frames_at_once) {
                Stop::Changed { .. } => changes += 1,
                Stop::Interrupted => {}
                stop => {
                    assert_eq!(stop, Stop::Ended(End::Report));
                    return changes;
                }
            }
        }
        panic!("it does not end");
    };
    assert_eq!((count(u64::MAX), count(1)), (40, 40));
}

/// A stop reports all breakpoints reached: one statement changes two variables, and the next has a
/// breakpoint.
#[test]
fn all_that_is_reached_is_known() {
    let mut debugger = debugger("10 READ a,b: PRINT a\n20 DATA 1,2");
    let [a, b] = ["a", "b"].map(|name| debugger.target(name).unwrap());
    let a = stop_at(&mut debugger, Location::Variable(a));
    let b = stop_at(&mut debugger, Location::Variable(b));
    let next = stop_at(&mut debugger, Location::Statement(place("10:2")));
    let stop = resume(&mut debugger);
    assert!(
        matches!(stop, Stop::Changed { number, .. } if number == a),
        "{stop:?}"
    );
    assert_eq!(debugger.also_reached(), [b, next]);
    assert_eq!(resume(&mut debugger), Stop::Ended(End::Report));
    assert_eq!(debugger.also_reached(), [0; 0]);
}

/// The sound equals that of an emulator without a debugger, wherever the run stops in between.
#[test]
fn sound_is_collected() {
    const RATE: u32 = 44_100;
    let listing = "10 FOR i=1 TO 5: BEEP .1,i: NEXT i: PAUSE 20";
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let program = tokenise::program(listing, &tokenise::Options::default())
        .unwrap()
        .program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    let emulator = Emulator::new(launched, boot.glyphs);
    let mut listening = emulator.clone();
    let mut sound = girafa_spectrum::sound::Sound::new(listening.machine_mut(), RATE);
    let mut heard = Vec::new();
    for _ in 0..60 {
        listening.advance();
        sound.render(listening.machine_mut(), &mut heard);
    }
    let mut debugger = Debugger::new(emulator).with_sound(RATE);
    let begun = debugger.moment();
    stop_at(&mut debugger, Location::Statement(place("10:2")));
    let run = |debugger: &mut Debugger, frames: u64| {
        let end = debugger.machine().frames() + frames;
        let mut samples = Vec::new();
        while debugger.machine().frames() < end {
            let left = end - debugger.machine().frames();
            debugger.run_by(&mut |frames| frames < left);
            samples.extend(debugger.take_samples());
        }
        samples
    };
    assert_eq!(run(&mut debugger, 60), heard);
    assert!(heard.iter().any(|&sample| sample != 0));
    assert_eq!(debugger.take_samples(), [0; 0]);
    // Frames that run again are recorded again.
    debugger.go_to(begun);
    assert_eq!(run(&mut debugger, 60), heard);
}
