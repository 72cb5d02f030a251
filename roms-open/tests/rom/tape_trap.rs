//! The instant tape against the ROM's own pulses: a caller of 0556 and 04C2 must find the same either way.

use girafa_spectrum::{Block, Rom, Spectrum, Tape};

const CODE: u16 = 0x8000;
const DATA: u16 = 0x9000;

/// What a caller finds: carry, IX, DE, IFF1, and the memory there.
type Found = (bool, u16, u16, bool, Vec<u8>);

/// Calls `entry` with these registers; `block` is on the tape. Gives what the caller finds and what was
/// saved.
fn call(entry: u16, instant: bool, a: u8, carry: bool, de: u16, block: Option<&Block>) -> (Found, Tape) {
    let rom = Rom::from_bytes(&girafa_test_support::rom_file("girafa48.rom")).expect("a ROM");
    let mut machine = Spectrum::new(&rom);
    let [low, high] = entry.to_le_bytes();
    poke(&mut machine, CODE, &[0xCD, low, high, 0xF3, 0x76]); // CALL entry: DI: HALT
    poke(&mut machine, DATA, &[0x11, 0x22, 0x33, 0x44, 0x55, 0x66]);
    machine.set_instant_tape(instant);
    let cpu = &mut machine.cpu;
    (cpu.pc, cpu.sp, cpu.ix, cpu.iy, cpu.im) = (CODE, 0xFF00, DATA, 0x5C3A, 1);
    (cpu.a, cpu.f) = (a, u8::from(carry));
    cpu.set_de(de);
    if let Some(block) = block {
        machine.insert_tape(Tape::new(vec![block.clone()]));
        machine.play_tape();
    }
    let limit = 800;
    while machine.cpu.pc != CODE + 3 {
        assert!(
            machine.frames() < limit,
            "{entry:04X} has not returned after {limit} frames"
        );
        machine.step();
    }
    let cpu = &machine.cpu;
    let found = (
        cpu.f & 1 != 0,
        cpu.ix,
        cpu.de(),
        cpu.iff1,
        machine.memory()[0x9000..0x9010].to_vec(),
    );
    machine.cpu.iff1 = false;
    for _ in 0..4 {
        machine.run_frame();
    }
    (found, machine.take_saved())
}

/// Loads and verifies of all outcomes, on blocks of all lengths around the one wanted, none included.
#[test]
fn loads_give_equal_results() {
    let good = |flag: u8, data: &[u8]| Block::new(flag, data).expect("a short block");
    let mut damaged = good(0xFF, &[1, 2, 3]).bytes().to_vec();
    damaged[2] ^= 0x40;
    let blocks = [
        good(0xFF, &[1, 2, 3]),
        good(0xFF, &[0x11, 0x22, 0x33]),
        good(0xFF, &[0x11, 0x22, 0x99]),
        good(0x00, &[1, 2, 3]),
        good(0x00, &[]),
        good(0xFF, &[]),
        Block::from_bytes(damaged).expect("a short block"),
    ];
    for block in &blocks {
        for flag in [0x00, 0xFF] {
            for (carry, de) in [
                (true, 3),
                (true, 2),
                (true, 4),
                (true, 0),
                (true, 1),
                (false, 3),
                (false, 2),
                (false, 0),
            ] {
                let at_once = call(0x0556, true, flag, carry, de, Some(block)).0;
                let pulses = call(0x0556, false, flag, carry, de, Some(block)).0;
                assert_eq!(
                    at_once,
                    pulses,
                    "flag {flag}, carry {carry}, DE {de}, block {:?}",
                    block.bytes()
                );
            }
        }
    }
}

/// Blocks saved, none of the data's bytes included: the same block and registers.
#[test]
fn saves_give_equal_results() {
    for (flag, de) in [(0xFF, 5), (0x00, 3), (0xFF, 1), (0xFF, 0)] {
        let at_once = call(0x04C2, true, flag, true, de, None);
        let pulses = call(0x04C2, false, flag, true, de, None);
        assert_eq!(at_once, pulses, "flag {flag}, DE {de}");
    }
}

fn poke(machine: &mut Spectrum, address: u16, bytes: &[u8]) {
    for (address, &byte) in (address..).zip(bytes) {
        machine.poke(address, byte);
    }
}
