//! Whether a machine's state was made with another ROM than the one it has.
//!
//! The stack says so. The system variable ERR SP is the address of the item on it that is returned to at an
//! error (Manual, chapter 25), an address in the ROM while a program of BASIC runs or a line is typed, and
//! each ROM has its own. Other items cannot be told from numbers that a routine keeps there.
//!
//! A machine-code program with a stack of its own may have been stopped inside a routine of the ROM that it
//! has called. Then the routine is called once more, on a copy of the machine: this ROM's comes by the place,
//! or has a return address on the stack; another's does neither.

use girafa_spectrum::Spectrum;

use crate::sysvars;

/// First address of RAM.
const RAM: u16 = 0x4000;
/// What BASIC and machine code called by it have on the stack below that item, at most: what is further away
/// is left over from before a program set up a stack of its own.
const MAX_STACK_BYTES: u16 = 512;

/// Items that a routine of the ROM may have on the stack of the program that has called it, at most.
const MAX_STACK_ITEMS: u16 = 16;
/// Instructions that the routine is given to come by the place where it was stopped.
const MAX_INSTRUCTIONS: u32 = 200_000;

/// An address in the ROM that cannot be this ROM's: what an error would return to, or where a routine was
/// stopped that machine code has called.
pub fn foreign_address(machine: &Spectrum) -> Option<u16> {
    foreign_return(machine).or_else(|| foreign_place(machine))
}

/// The address in the ROM that an error would return to, where it cannot be this ROM's: nothing is called
/// just before it, and no instruction loads it.
fn foreign_return(machine: &Spectrum) -> Option<u16> {
    let item = machine.peek16(sysvars::ERR_SP);
    let is_in_use = item > RAM
        && item
            .checked_sub(machine.cpu.sp)
            .is_some_and(|depth| depth <= MAX_STACK_BYTES);
    let address = machine.peek16(item);
    (is_in_use && address < RAM && !is_returned_to(machine, address)).then_some(address)
}

/// Where a routine of the ROM was stopped that machine code has called, if this ROM's routine at the address
/// does not come there and nothing that the stack has since the call is a return address of this ROM.
fn foreign_place(machine: &Spectrum) -> Option<u16> {
    const CALL: u8 = 0xCD;
    let place = machine.cpu.pc;
    let sp = machine.cpu.sp;
    if place >= RAM {
        return None;
    }
    let item = |index: u16| machine.peek16(sp.wrapping_add(2 * index));
    let is_called_before = |to: u16| {
        to >= RAM + 3 && machine.peek(to - 3) == CALL && (0x0100..RAM).contains(&machine.peek16(to - 2))
    };
    let caller = (0..MAX_STACK_ITEMS).find(|&index| is_called_before(item(index)))?;
    let is_ours = |address| address < RAM && is_returned_to(machine, address);
    if (0..caller).map(item).any(is_ours) {
        return None;
    }
    let mut again = machine.clone();
    again.cpu.halted = false;
    again.cpu.pc = machine.peek16(item(caller) - 2);
    again.cpu.sp = sp.wrapping_add(2 * caller);
    let comes_by = (0..MAX_INSTRUCTIONS).any(|_| {
        let is_there = again.cpu.pc == place;
        again.step();
        is_there
    });
    (!comes_by).then_some(place)
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
