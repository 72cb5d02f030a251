//! Whether a machine's state was made with another ROM than the one it has.
//!
//! The stack says so. The system variable ERR SP is the address of the item on it that is returned to at an error (Manual,
//! chapter 25), an address in the ROM while a program of BASIC runs or a line is typed, and each ROM has its own. Other items
//! cannot be told from numbers that a routine keeps there.

use girafa_spectrum::Spectrum;

use crate::sysvars;

/// First address of RAM.
const RAM: u16 = 0x4000;
/// What BASIC and machine code called by it have on the stack below that item, at most: what is further away is left over
/// from before a program set up a stack of its own.
const DEPTH: u16 = 512;

/// The address in the ROM that an error would return to, where it cannot be this ROM's: nothing is called just before it, and
/// no instruction loads it.
pub fn foreign_return(machine: &Spectrum) -> Option<u16> {
    let item = machine.peek16(sysvars::ERR_SP);
    let is_in_use = item > RAM
        && item
            .checked_sub(machine.cpu.sp)
            .is_some_and(|depth| depth <= DEPTH);
    let address = machine.peek16(item);
    (is_in_use && address < RAM && !is_returned_to(machine, address)).then_some(address)
}

/// Whether the ROM's code can put `address` on the stack to return to it.
fn is_returned_to(machine: &Spectrum, address: u16) -> bool {
    let before = |count: u16| machine.peek(address.wrapping_sub(count));
    let is_call = |code: u8| code == 0xCD || code & 0xC7 == 0xC4;
    let is_restart = |code: u8| code & 0xC7 == 0xC7;
    let is_load = |code: u8| matches!(code, 0x01 | 0x11 | 0x21);
    let rom = &machine.memory()[..usize::from(RAM)];
    is_call(before(3))
        || is_restart(before(1))
        || rom
            .windows(3)
            .any(|three| is_load(three[0]) && three[1..] == address.to_le_bytes())
}
