//! Reading and setting variables by name.

use girafa_basic::tokenise;
use girafa_inspect::evaluate::Expression;
use girafa_inspect::target::{Target, TargetError};
use girafa_inspect::variables;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_spectrum::Spectrum;

fn ran(listing: &str) -> Spectrum {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let program = tokenise::program(listing, &Default::default()).unwrap().program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    let mut session = Driver::new(launched, boot.glyphs);
    session.run(3000, &mut ());
    session.machine().clone()
}

const LISTING: &str = "10 LET n=3: LET total=1.5: LET a$=\"abc\"\n20 DIM a(2,3): LET a(2,1)=7\n\
    30 DIM b$(2,4): LET b$(2)=\"xy\"\n40 FOR i=1 TO 3: NEXT i";

#[test]
fn targets_show_the_values_of_variables() {
    let machine = ran(LISTING);
    let shown = |name: &str| Target::parse(name, &machine).map(|target| target.shown(&machine));
    for (name, value) in [
        ("n", "3"),
        ("TOTAL", "1.5"),
        ("a$", "\"abc\""),
        ("a()", "DIM a(2,3)"),
        ("a(2,1)", "7"),
        ("a(n-1,1)", "7"),
        ("b$(2)", "\"xy  \""),
        ("b$(2,1)", "\"x\""),
        ("i", "4"),
    ] {
        assert_eq!(shown(name).unwrap().as_deref(), Some(value), "{name}");
    }
    for name in ["z", "a", "z$", "a(3,1)", "a(1)", "a(0,1)", "b$(1,1,1)", "n()"] {
        assert_eq!(shown(name).unwrap(), None, "{name}");
    }
    for name in [
        "", "1", "a b$", "pi", "rnd", "a(", "a(1", "a(1))", "a(\"x\")", "a(1.5)",
    ] {
        assert!(shown(name).is_err(), "{name}");
    }
}

#[test]
fn values_set_through_targets_are_seen_by_the_program() {
    let mut machine = ran(LISTING);
    let mut set = |name: &str, source: &str| {
        let value = Expression::parse(source).unwrap().evaluate(&machine).unwrap();
        let target = Target::parse(name, &machine).unwrap();
        target.set(&mut machine, &value)
    };
    for (name, value) in [
        ("n", "65535*2"),
        ("a$", "\"a longer one\""),
        ("a$", "a$(3 TO )"),
        ("a(1,3)", "n/4"),
        ("b$(1)", "\"12345\""),
        ("i", "-1"),
        ("new1", "8"),
        ("c$", "\"made\""),
    ] {
        assert_eq!(set(name, value), Ok(()), "{name}");
    }
    assert!(matches!(set("n", "\"x\""), Err(TargetError::Type { .. })));
    assert!(matches!(set("a$", "1"), Err(TargetError::Type { .. })));
    assert!(matches!(set("a()", "1"), Err(TargetError::Type { .. })));
    assert!(matches!(set("a(9,9)", "1"), Err(TargetError::Missing(_))));
    let all: Vec<String> = variables::of_machine(&machine)
        .iter()
        .map(ToString::to_string)
        .collect();
    let all = all.join("\n");
    for line in [
        "n = 131070",
        "a$ = \"longer one\"",
        "i = -1 (FOR",
        "new1 = 8",
        "c$ = \"made\"",
        "(1): \"1234\"",
        "32767.5",
    ] {
        assert!(all.contains(line), "{line}\n{all}");
    }
    // The ROM finds the variables too.
    let value = Expression::parse("n+i+new1+LEN a$+LEN c$")
        .unwrap()
        .evaluate(&machine)
        .unwrap();
    assert_eq!(value.to_string(), "131091");
}
