//! Evaluates expressions with the ROM on a copy of a machine.

use girafa_inspect::evaluate::{EvaluateError, Expression};
use girafa_session::boot::Boot;
use girafa_spectrum::Spectrum;

#[test]
fn the_rom_evaluates_and_reports_and_the_machine_stays() {
    let machine = Boot::new(&girafa_rom::girafa48()).unwrap().ready;
    let before = machine.clone();
    let value = |source: &str| {
        let found = Expression::parse(source).and_then(|expression| expression.evaluate(&machine));
        found.map_or_else(|error| format!("! {error}"), |value| value.to_string())
    };
    assert_eq!(value("2+3*4"), "14");
    assert_eq!(value(" \"a\"\"b\"+\"c\" "), "\"a\"\"bc\"");
    assert_eq!(value("x"), "2 Variable not found");
    assert_eq!(value("SQR -1"), "A Invalid argument");
    assert_eq!(value("INT (PI*1000)/1000>3 AND 1"), "1");
    for (wrong, why) in [
        ("", "it is empty"),
        ("2+", "!"),
        ("1: STOP", "a colon"),
        ("a\nb", "more than one row"),
    ] {
        let shown = value(wrong);
        assert!(
            shown.starts_with("! not a BASIC expression") && shown.contains(why),
            "{shown}"
        );
    }
    assert_eq!(value(&"1+".repeat(3000)), format!("! {}", EvaluateError::TooLong));
    assert!(machine == before);
    let mut endless = machine.clone();
    let jump_to_itself = [0x18, 0xFE];
    put(&mut endless, 30_000, jump_to_itself);
    let slow = Expression::parse("USR 30000").unwrap().evaluate(&endless);
    assert_eq!(slow, Err(EvaluateError::TooSlow));
}

fn put(machine: &mut Spectrum, start: u16, bytes: [u8; 2]) {
    (start..)
        .zip(bytes)
        .for_each(|(address, byte)| machine.poke(address, byte));
}
