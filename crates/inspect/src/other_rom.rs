//! Detects whether a machine's state was created with another ROM than its current one.
//!
//! The stack shows it. The system variable ERR SP is the address of the stack item with the error return
//! address (Manual, chapter 25). This is an address in the ROM while a BASIC program runs or a line is typed,
//! and differs between ROMs. Other stack items cannot be distinguished from numbers that a routine keeps
//! there.
//!
//! A machine-code program with its own stack may have been stopped inside a ROM routine that it called. In
//! that case, the routine is called again on a copy of the machine: with the right ROM, it reaches the same
//! address, or the stack contains a return address of this ROM; with another ROM, neither is true.

use girafa_spectrum::Spectrum;
use girafa_spectrum::ula::RAM;

use crate::sysvars;

/// Maximum size of the stack below that item, for BASIC and machine code called by it: if the distance is
/// larger, the item is left over from before a program set up its own stack.
const MAX_STACK_BYTES: u16 = 512;

/// Maximum number of stack items that a ROM routine has pushed since machine code called it.
const MAX_STACK_ITEMS: u16 = 16;
/// Maximum number of instructions for the routine to reach the address where it was stopped.
const MAX_INSTRUCTIONS: u32 = 200_000;

/// An address in the ROM that does not belong to the current ROM: the error return address, or the address
/// where a routine called by machine code was stopped. `None` if there is no sign of another ROM.
pub fn foreign_address(machine: &Spectrum) -> Option<u16> {
    foreign_return(machine).or_else(|| foreign_place(machine))
}

/// The error return address, if it does not belong to this ROM: there is no call just before it, and no
/// instruction loads it.
pub fn foreign_return(machine: &Spectrum) -> Option<u16> {
    let item = machine.peek16(sysvars::ERR_SP);
    let is_in_use = item > RAM
        && item
            .checked_sub(machine.cpu.sp)
            .is_some_and(|depth| depth <= MAX_STACK_BYTES);
    let address = machine.peek16(item);
    (is_in_use && address < RAM && !is_returned_to(machine, address)).then_some(address)
}

/// A call of a ROM routine by machine code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RomCall {
    /// The address of the routine.
    pub entry: u16,
    /// SP at its entry: the address of the stack item with the return address.
    pub sp: u16,
}

/// The call of the ROM routine in which machine code was stopped; `None` if it was not stopped in ROM.
pub fn rom_call(machine: &Spectrum) -> Option<RomCall> {
    const CALL: u8 = 0xCD;
    if machine.cpu.pc >= RAM {
        return None;
    }
    let mut items = (0..MAX_STACK_ITEMS).map(|index| machine.cpu.sp.wrapping_add(2 * index));
    items.find_map(|sp| {
        let to = machine.peek16(sp);
        let entry = machine.peek16(to.wrapping_sub(2));
        let is_call = to >= RAM + 3 && machine.peek(to - 3) == CALL && (0x0100..RAM).contains(&entry);
        is_call.then_some(RomCall { entry, sp })
    })
}

/// The address where a ROM routine called by machine code was stopped, if this ROM's routine does not reach
/// it and the stack since the call contains no return address of this ROM.
pub fn foreign_place(machine: &Spectrum) -> Option<u16> {
    let place = machine.cpu.pc;
    let call = rom_call(machine)?;
    let mut items = (0..call.sp.wrapping_sub(machine.cpu.sp) / 2)
        .map(|index| machine.peek16(machine.cpu.sp.wrapping_add(2 * index)));
    if items.any(|address| address < RAM && is_returned_to(machine, address)) {
        return None;
    }
    let mut again = machine.clone();
    again.cpu.halted = false;
    again.cpu.pc = call.entry;
    again.cpu.sp = call.sp;
    let comes_by = (0..MAX_INSTRUCTIONS).any(|_| {
        let is_there = again.cpu.pc == place;
        again.step();
        is_there
    });
    (!comes_by).then_some(place)
}

/// Whether the ROM's code can push `address` as a return address.
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
