//! Detecting whether a machine's stack belongs to another ROM.

use girafa_basic::tokenise::{self, Options};
use girafa_inspect::other_rom::foreign_address;
use girafa_inspect::sysvars::ERR_SP;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_spectrum::Spectrum;

use crate::rom;

/// Programs that run while the machine is stopped and saved.
const PROGRAMS: [&str; 6] = [
    "10 FOR i=1 TO 9: PRINT SIN i;VAL \"2+2\";STR$ i: NEXT i\n20 GO TO 10\n",
    "10 INPUT \"n? \";n: PRINT n\n20 INPUT LINE a$: PRINT a$: GO TO 10\n",
    "10 PAUSE 5: BEEP .05,3: LPRINT \"x\": GO SUB 20: GO TO 10\n20 CIRCLE 99,99,9: RETURN\n",
    "10 POKE 40000,118: POKE 40001,24: POKE 40002,253: RANDOMIZE USR 40000\n",
    "10 LOAD \"\"\n",
    "10 PRINT 1/0\n",
];

/// Calls `look` for many machine states, most of them in the middle of an operation.
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
        let mut session = Driver::new(launched, boot.glyphs.clone())
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
            foreign_address(machine),
            None,
            "PC {:04X} SP {:04X} ERR SP {:04X}",
            machine.cpu.pc,
            machine.cpu.sp,
            machine.peek16(ERR_SP)
        );
    });
    assert!(looks > 10_000);
}

/// An error return address that does not follow a call in this ROM belongs to another ROM, unless errors
/// cannot return there.
#[test]
fn a_stack_of_another_rom_is_noticed() {
    let boot = Boot::new(&rom()).unwrap();
    let mut machine = boot.ready.clone();
    let item = machine.peek16(ERR_SP);
    let foreign = (0x1300..0x1400u16).find(|address| {
        machine.poke(item, address.to_le_bytes()[0]);
        machine.poke(item + 1, address.to_le_bytes()[1]);
        foreign_address(&machine).is_some()
    });
    let foreign = foreign.expect("most addresses are no returns");
    assert_eq!(foreign_address(&machine), Some(foreign));
    // The address in the original ROM.
    machine.poke(item, 0x03);
    machine.poke(item + 1, 0x13);
    assert_eq!(foreign_address(&machine), Some(0x1303));
    machine.cpu.sp = 0x6000;
    assert_eq!(foreign_address(&machine), None, "a stack of the program's own");
    machine.cpu.sp = item;
    machine.poke(item + 1, 0x80);
    assert_eq!(
        foreign_address(&machine),
        None,
        "an address in RAM is the program's own"
    );
}

/// ROM routines that programs call, each with the code that sets up its arguments.
const CALLS: [(u16, &[u8]); 10] = [
    (0x03B5, &[0x21, 0x00, 0x01, 0x11, 0x40, 0x00]), // LD HL: LD DE
    (0x0D6B, &[]),
    (0x0DFE, &[]),
    (0x10A8, &[]),
    (0x028E, &[]),
    (
        0x0556,
        &[0xDD, 0x21, 0x00, 0xA0, 0x11, 0x11, 0x00, 0x3E, 0x00, 0x37],
    ), // LD IX: LD DE: LD A: SCF
    (0x04C2, &[0xDD, 0x21, 0x00, 0xA0, 0x11, 0x11, 0x00, 0x3E, 0x00]),
    (0x1F3D, &[0x01, 0x05, 0x00]),                   // LD BC
    (0x15F2, &[0x3E, 0x41]),                         // LD A
    (0x24BA, &[0x01, 0x20, 0x20, 0x11, 0x01, 0x01]), // LD BC: LD DE
];

/// A machine with its own stack whose program calls a ROM routine repeatedly.
fn calling(address: u16, set_up: &[u8]) -> Spectrum {
    let mut machine = Boot::new(&rom()).unwrap().ready.clone();
    let [low, high] = address.to_le_bytes();
    let code = [
        &[0x31, 0x00, 0x90],
        set_up,
        &[0xCD, low, high, 0x18, 0xF7 - set_up.len() as u8 + 3],
    ]
    .concat();
    for (at, byte) in (0x8000..).zip(code) {
        machine.poke(at, byte);
    }
    machine.cpu.pc = 0x8000;
    machine
}

/// States within such routines are not taken for another ROM's.
#[test]
fn calls_from_a_stack_of_its_own_are_not_suspected() {
    for (address, set_up) in CALLS {
        let mut machine = calling(address, set_up);
        let mut looks = 0;
        for step in 0..400_000 {
            machine.step();
            if step % 4001 == 0 && machine.cpu.pc < 0x4000 {
                looks += 1;
                let (pc, sp) = (machine.cpu.pc, machine.cpu.sp);
                assert_eq!(
                    foreign_address(&machine),
                    None,
                    "{address:04X}: PC {pc:04X} SP {sp:04X}"
                );
            }
        }
        assert!(looks > 10, "{address:04X}: {looks}");
    }
}

/// Two addresses that do not follow a call or restart and that no instruction loads.
fn no_return_addresses() -> [u16; 2] {
    let rom = girafa_rom::girafa48();
    let is_loaded = |address: u16| {
        rom.bytes()
            .windows(3)
            .any(|three| matches!(three[0], 0x01 | 0x11 | 0x21) && three[1..] == address.to_le_bytes())
    };
    let is_free = |&address: &u16| {
        let before = |count: u16| rom.bytes()[usize::from(address - count)];
        let is_call = before(3) == 0xCD || before(3) & 0xC7 == 0xC4;
        !is_call && before(1) & 0xC7 != 0xC7 && !is_loaded(address)
    };
    [0x0123u16, 0x2758].map(|from| (from..).find(is_free).unwrap())
}

/// An address that the called routine never reaches, without a return address of this ROM on the stack,
/// belongs to another ROM.
#[test]
fn a_place_in_another_rom_is_noticed() {
    let mut noticed = 0;
    let elsewhere = no_return_addresses();
    for (address, set_up) in CALLS {
        let mut machine = calling(address, set_up);
        while machine.cpu.pc != address {
            machine.step();
        }
        // A possible state with an original ROM: a later address, and a register and a return address on the
        // stack.
        for ahead in [0x09, 0x25, 0x31] {
            let mut theirs = machine.clone();
            theirs.cpu.pc = address + ahead;
            for word in elsewhere {
                theirs.cpu.sp -= 2;
                for (at, byte) in (theirs.cpu.sp..).zip(word.to_le_bytes()) {
                    theirs.poke(at, byte);
                }
            }
            let suspected = foreign_address(&theirs);
            assert!(suspected.is_none_or(|place| place == address + ahead));
            noticed += usize::from(suspected.is_some());
        }
    }
    assert!(noticed >= 10, "{noticed} of 30");
}
