//! Whose ROM a machine's stack is of.

use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::launch::{self, StartCommand};
use girafa_session::other_rom::foreign_return;
use girafa_session::session::Session;
use girafa_session::sysvars::ERR_SP;
use girafa_spectrum::Spectrum;

use crate::rom;

/// What programs do while the machine may be stopped and saved.
const PROGRAMS: [&str; 6] = [
    "10 FOR i=1 TO 9: PRINT SIN i;VAL \"2+2\";STR$ i: NEXT i\n20 GO TO 10\n",
    "10 INPUT \"n? \";n: PRINT n\n20 INPUT LINE a$: PRINT a$: GO TO 10\n",
    "10 PAUSE 5: BEEP .05,3: LPRINT \"x\": GO SUB 20: GO TO 10\n20 CIRCLE 99,99,9: RETURN\n",
    "10 POKE 40000,118: POKE 40001,24: POKE 40002,253: RANDOMIZE USR 40000\n",
    "10 LOAD \"\"\n",
    "10 PRINT 1/0\n",
];

/// Every machine on the way, many of them in the middle of something.
fn watch(mut look: impl FnMut(&Spectrum)) {
    let boot = Boot::new(&rom()).unwrap();
    look(&boot.ready);
    look(boot.loading().unwrap());
    for text in PROGRAMS {
        let program = tokenise::program(text, &Options::default()).unwrap().program;
        let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
        let mut machine = launched.machine.clone();
        for step in 0..200_000 {
            machine.step();
            if step % 97 == 0 {
                look(&machine);
            }
        }
        let mut session = Session::new(launched, boot.glyphs.clone())
            .answers(&["1", "a", "2"])
            .unwrap();
        for _ in 0..150 {
            session.run(1, &mut ());
            look(session.machine());
        }
    }
    let mut machine = Spectrum::new(&rom());
    for step in 0..3_000_000 {
        machine.step();
        if step % 997 == 0 {
            look(&machine);
        }
    }
}

#[test]
fn a_machine_of_this_rom_is_never_suspected() {
    let mut looks = 0;
    watch(|machine| {
        looks += 1;
        assert_eq!(
            foreign_return(machine),
            None,
            "PC {:04X} SP {:04X} ERR SP {:04X}",
            machine.cpu.pc,
            machine.cpu.sp,
            machine.peek16(ERR_SP)
        );
    });
    assert!(looks > 10_000);
}

/// An address that this ROM returns to from nowhere is another's; where no error can return there, it does not matter.
#[test]
fn a_stack_of_another_rom_is_noticed() {
    let boot = Boot::new(&rom()).unwrap();
    let mut machine = boot.ready.clone();
    let item = machine.peek16(ERR_SP);
    let foreign = (0x1300..0x1400u16).find(|address| {
        machine.poke(item, address.to_le_bytes()[0]);
        machine.poke(item + 1, address.to_le_bytes()[1]);
        foreign_return(&machine).is_some()
    });
    let foreign = foreign.expect("most addresses are no returns");
    assert_eq!(foreign_return(&machine), Some(foreign));
    machine.cpu.sp = 0x6000;
    assert_eq!(foreign_return(&machine), None, "a stack of the program's own");
    machine.cpu.sp = item;
    machine.poke(item + 1, 0x80);
    assert_eq!(
        foreign_return(&machine),
        None,
        "an address in RAM is the program's own"
    );
}
