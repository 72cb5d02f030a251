//! Snapshots in the 48K `.sna` format: 27 bytes of registers and the 48 KiB of RAM.
//!
//! ```text
//!   0 I   1 HL' DE' BC' AF'   9 HL DE BC IY IX   19 IFF2 in bit 2   20 R   21 AF SP   25 IM   26 border   27 RAM
//! ```
//! PC is stored on the machine's own stack: the two bytes below SP are lost. The format does not store the
//! T-state within the frame, MEMPTR, Q or the state after EI; a loaded machine starts at T-state 0 of frame
//! 0.

use thiserror::Error;

use crate::machine::Spectrum;
use crate::rom::Rom;
use crate::snapshot::resumable_pc;
use crate::ula::RAM;

const HEADER: usize = 27;

/// Size of a 48K snapshot in bytes: a header of 27 and the RAM.
pub const SIZE: usize = HEADER + 49_152;

/// Sizes of a 128K snapshot: the usual one, and the one with a bank stored twice.
const SIZES_128K: [usize; 2] = [131_103, 147_487];

/// Errors while reading or writing a `.sna` snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SnaError {
    /// The file is empty.
    #[error("the .sna file is empty")]
    Empty,
    /// The snapshot is of another machine.
    #[error("this is a 128K snapshot ({size} bytes): Girafa emulates a 48K")]
    Is128K {
        /// Size of the file in bytes.
        size: usize,
    },
    /// The file does not have the size of a snapshot.
    #[error("not a valid .sna file: expected 49179 bytes, found {size}")]
    Size {
        /// Size of the file in bytes.
        size: usize,
    },
    /// The interrupt mode is not 0, 1 or 2.
    #[error("not a valid .sna file: expected interrupt mode 0, 1 or 2 in byte 25, found {mode}")]
    InterruptMode {
        /// The value found.
        mode: u8,
    },
    /// PC cannot be stored on the stack, as the stack is in ROM.
    #[error("SP is {sp}: the .sna format keeps PC on the stack, which is in ROM here")]
    StackInRom {
        /// The stack pointer.
        sp: u16,
    },
}

/// Loads the snapshot `bytes` into a machine with `rom`.
pub fn load(bytes: &[u8], rom: &Rom) -> Result<Spectrum, SnaError> {
    match bytes.len() {
        SIZE => {}
        0 => return Err(SnaError::Empty),
        size if SIZES_128K.contains(&size) => return Err(SnaError::Is128K { size }),
        size => return Err(SnaError::Size { size }),
    }
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    if bytes[25] > 2 {
        return Err(SnaError::InterruptMode { mode: bytes[25] });
    }
    let mut machine = Spectrum::new(rom);
    let cpu = &mut machine.cpu;
    cpu.i = bytes[0];
    (cpu.hl_, cpu.de_, cpu.bc_, cpu.af_) = (word(1), word(3), word(5), word(7));
    cpu.set_hl(word(9));
    cpu.set_de(word(11));
    cpu.set_bc(word(13));
    (cpu.iy, cpu.ix) = (word(15), word(17));
    cpu.iff1 = bytes[19] & 4 != 0;
    cpu.iff2 = cpu.iff1;
    cpu.r = bytes[20];
    cpu.set_af(word(21));
    cpu.im = bytes[25];
    let sp = word(23);
    for (address, &byte) in (RAM..=0xFFFF).zip(&bytes[HEADER..]) {
        machine.poke(address, byte);
    }
    machine.cpu.pc = machine.peek16(sp);
    machine.cpu.sp = sp.wrapping_add(2);
    machine.board.start_with_port_fe(bytes[26] & 7);
    Ok(machine)
}

/// Whether PC can be stored at `sp`, the stack pointer in a file: both bytes are in RAM.
pub fn holds_pc(sp: u16) -> bool {
    (RAM..0xFFFF).contains(&sp)
}

/// Saves the state of `machine` as a snapshot. If it is halted, PC is saved as the address of the HALT, so
/// that it halts again.
pub fn save(machine: &Spectrum) -> Result<Vec<u8>, SnaError> {
    let cpu = &machine.cpu;
    let sp = cpu.sp.wrapping_sub(2);
    if !holds_pc(sp) {
        return Err(SnaError::StackInRom { sp: cpu.sp });
    }
    let pc = resumable_pc(machine);
    let mut bytes = Vec::with_capacity(SIZE);
    let words = |bytes: &mut Vec<u8>, words: &[u16]| {
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    };
    bytes.push(cpu.i);
    words(&mut bytes, &[cpu.hl_, cpu.de_, cpu.bc_, cpu.af_]);
    words(&mut bytes, &[cpu.hl(), cpu.de(), cpu.bc(), cpu.iy, cpu.ix]);
    bytes.extend([if cpu.iff2 { 4 } else { 0 }, cpu.r]);
    words(&mut bytes, &[cpu.af(), sp]);
    bytes.extend([cpu.im.min(2), machine.border()]);
    bytes.extend(&machine.memory()[usize::from(RAM)..]);
    let at = HEADER + usize::from(sp - RAM);
    bytes[at..at + 2].copy_from_slice(&pc.to_le_bytes());
    Ok(bytes)
}
