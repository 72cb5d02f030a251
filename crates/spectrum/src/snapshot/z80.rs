//! Snapshots in the `.z80` format, versions 1, 2 and 3 (Format: Z80, as published with the emulator of that
//! name).
//!
//! ```text
//!   0 A F BC HL PC SP I R   12 flags   13 DE BC' DE' HL' A' F' IY IX   27 IFF1 IFF2   29 IM, issue
//!   30 length of what follows: 23 (version 2), 54 or 55 (3)   32 PC   34 hardware   37 flags   55 T-state
//!   then version 1: the RAM;  2 and 3: pages, each after its length and number
//! ```
//! Memory may be compressed: `ED ED n b` is n times b. The format does not store MEMPTR, Q, the state after
//! EI or HALT (PC is set back to the HALT). Versions 1 and 2 do not store the T-state either: such files
//! start at T-state 0.
//!
//! The memory of a 16K is loaded into a 48K. Data after the complete memory is ignored.

use thiserror::Error;

use super::{fill, resumable_pc};
use crate::issue::Issue;
use crate::machine::Spectrum;
use crate::rom::Rom;
use crate::ula::{FRAME_TSTATES, RAM};

const HEADER: usize = 30;
const PAGE: usize = 0x4000;
/// Pages of a 48K: number and address.
const PAGES: [(u8, u16); 3] = [(8, 0x4000), (4, 0x8000), (5, 0xC000)];
/// The length that marks an uncompressed page.
const UNCOMPRESSED_LENGTH: u16 = 0xFFFF;
/// The byte that introduces a run; it appears twice.
const RUN_MARK: u8 = 0xED;
/// The end mark of the compressed RAM in version 1.
const END_MARK: [u8; 4] = [0, RUN_MARK, RUN_MARK, 0];
/// Range of version 3's low T-state counter, which counts down; the high one counts quarters of a frame.
const QUARTER_FRAME: u32 = FRAME_TSTATES / 4;

/// Versions of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 30 bytes of header, then the RAM in one piece; 48K only.
    One,
    /// 55 bytes of header, then pages.
    Two,
    /// 86 or 87 bytes of header with the T-state, then pages.
    Three,
}

/// Errors while reading or writing a `.z80` snapshot. Offsets count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Z80Error {
    /// The file is shorter than its header.
    #[error("not a valid .z80 file: it has {size} bytes, but the header alone has {header}")]
    Header {
        /// Size of the file in bytes.
        size: usize,
        /// Size of the header in bytes.
        header: usize,
    },
    /// Unknown header length.
    #[error(
        "not a valid .z80 file: expected an additional header of 23, 54 or 55 bytes in byte 30, found {length}"
    )]
    Version {
        /// The length found.
        length: u16,
    },
    /// The snapshot is of another machine.
    #[error("this is a snapshot of {what}: Girafa emulates a 48K")]
    Hardware {
        /// Description of the machine.
        what: &'static str,
    },
    /// The file ends inside a page.
    #[error(
        "the .z80 file is truncated: the page at offset {offset} needs {expected} bytes, but {found} are left"
    )]
    Truncated {
        /// Offset of the page's length.
        offset: usize,
        /// Bytes that the page needs.
        expected: usize,
        /// Bytes left in the file.
        found: usize,
    },
    /// Compressed memory does not decompress to the expected size.
    #[error(
        "the .z80 file is damaged: the memory at offset {offset} unpacks to {found} bytes, expected {expected}"
    )]
    Packed {
        /// Offset of the compressed data.
        offset: usize,
        /// Decompressed bytes, counted up to one more than expected.
        found: usize,
        /// Expected number of bytes.
        expected: usize,
    },
    /// A page is missing.
    #[error("the .z80 file is incomplete: page {page}, the memory at {address}, is missing")]
    NoPage {
        /// Number of the page.
        page: u8,
        /// Address of the page.
        address: u16,
    },
    /// Version 1 cannot represent PC = 0, which marks the later versions.
    #[error("PC is 0, which version 1 of the .z80 format cannot represent: use version 3")]
    PcIsZero,
}

/// Detects the version of a `.z80` file from its header.
///
/// # Errors
/// The header is incomplete, or its length is unknown.
pub fn version(bytes: &[u8]) -> Result<Version, Z80Error> {
    let size = bytes.len();
    let whole = |header: usize| {
        if size < header {
            Err(Z80Error::Header { size, header })
        } else {
            Ok(())
        }
    };
    whole(HEADER)?;
    if word(bytes, 6) != 0 {
        return Ok(Version::One);
    }
    whole(HEADER + 2)?;
    let (version, length) = match word(bytes, 30) {
        23 => (Version::Two, 23),
        length @ (54 | 55) => (Version::Three, length),
        length => return Err(Z80Error::Version { length }),
    };
    whole(HEADER + 2 + usize::from(length))?;
    Ok(version)
}

/// Loads the snapshot `bytes` into a machine with `rom`.
pub fn load(bytes: &[u8], rom: &Rom) -> Result<Spectrum, Z80Error> {
    let version = version(bytes)?;
    let pages = if version > Version::One {
        check_hardware(bytes, version)?
    } else {
        &PAGES
    };
    let mut machine = Spectrum::new(rom);
    // Old programs write 255, which means 1.
    let flags = if bytes[12] == 255 { 1 } else { bytes[12] };
    load_registers(&mut machine, bytes, flags);
    machine.cpu.im = match bytes[29] & 3 {
        // IM 3 does not exist. Guess the mode from I: programs that use mode 2 set it.
        3 if machine.cpu.i < 0x40 => 1,
        3 => 2,
        im => im,
    };
    machine.board.start_with_port_fe(flags >> 1 & 7);
    if bytes[29] & 4 != 0 {
        machine.set_issue(Issue::Two);
    }
    if version == Version::One {
        load_ram(&mut machine, &bytes[HEADER..], flags & 0x20 != 0)?;
        return Ok(machine);
    }
    machine.cpu.pc = word(bytes, 32);
    if version == Version::Three {
        let quarters = u32::from(bytes[57]).wrapping_add(1) & 3;
        let left = u32::from(word(bytes, 55)).min(QUARTER_FRAME - 1);
        machine.set_frame_tstate(quarters * QUARTER_FRAME + QUARTER_FRAME - 1 - left);
    }
    load_pages(
        &mut machine,
        bytes,
        HEADER + 2 + usize::from(word(bytes, 30)),
        pages,
    )?;
    Ok(machine)
}

/// Saves the state of `machine` as a snapshot of this version, with compressed memory.
///
/// # Errors
/// `version` is 1 and PC is 0.
pub fn save(machine: &Spectrum, version: Version) -> Result<Vec<u8>, Z80Error> {
    let pc = resumable_pc(machine);
    if version == Version::One && pc == 0 {
        return Err(Z80Error::PcIsZero);
    }
    let mut bytes = registers(machine, if version == Version::One { pc } else { 0 });
    if version == Version::One {
        bytes[12] |= 0x20;
        pack(&machine.memory()[usize::from(RAM)..], &mut bytes);
        bytes.extend(END_MARK);
        return Ok(bytes);
    }
    let length: u16 = if version == Version::Two { 23 } else { 54 };
    bytes.extend(length.to_le_bytes());
    bytes.extend(pc.to_le_bytes());
    bytes.resize(HEADER + 2 + usize::from(length), 0);
    // R and LDIR are emulated.
    bytes[37] = 3;
    if version == Version::Three {
        let tstate = machine.frame_tstate();
        let left = (QUARTER_FRAME - 1 - tstate % QUARTER_FRAME) as u16;
        bytes[55..57].copy_from_slice(&left.to_le_bytes());
        bytes[57] = (tstate / QUARTER_FRAME + 3) as u8 & 3;
        // Neither 8 KiB half of the ROM area is RAM.
        bytes[59..61].fill(0xFF);
    }
    for (page, address) in PAGES {
        let at = bytes.len();
        let memory = &machine.memory()[usize::from(address)..][..PAGE];
        bytes.extend([0, 0, page]);
        pack(memory, &mut bytes);
        let mut length = (bytes.len() - at - 3) as u16;
        if usize::from(length) >= PAGE {
            bytes.truncate(at + 3);
            bytes.extend(memory);
            length = UNCOMPRESSED_LENGTH;
        }
        bytes[at..at + 2].copy_from_slice(&length.to_le_bytes());
    }
    Ok(bytes)
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Accepts a 48K or a 16K, ignoring attached hardware, and returns the pages that it has.
fn check_hardware(bytes: &[u8], version: Version) -> Result<&'static [(u8, u16)], Z80Error> {
    let what = match (bytes[34], version) {
        (0 | 1, _) | (3, Version::Three) if bytes[37] & 0x80 == 0 => return Ok(&PAGES),
        (0 | 1, _) | (3, Version::Three) => return Ok(&PAGES[..1]),
        (2, _) => "a 48K with a SamRam",
        (7 | 8, _) => "a Spectrum +3",
        (9, _) => "a Pentagon",
        (10, _) => "a Scorpion",
        (11, _) => "a Didaktik-Kompakt",
        (12 | 13, _) => "a Spectrum +2",
        (14 | 15 | 128, _) => "a Timex",
        _ => "a 128K",
    };
    Err(Z80Error::Hardware { what })
}

fn load_registers(machine: &mut Spectrum, bytes: &[u8], flags: u8) {
    let cpu = &mut machine.cpu;
    let word = |at| word(bytes, at);
    (cpu.a, cpu.f) = (bytes[0], bytes[1]);
    cpu.set_bc(word(2));
    cpu.set_hl(word(4));
    (cpu.pc, cpu.sp, cpu.i) = (word(6), word(8), bytes[10]);
    cpu.r = bytes[11] & 0x7F | flags << 7;
    cpu.set_de(word(13));
    (cpu.bc_, cpu.de_, cpu.hl_) = (word(15), word(17), word(19));
    cpu.af_ = u16::from_be_bytes([bytes[21], bytes[22]]);
    (cpu.iy, cpu.ix) = (word(23), word(25));
    (cpu.iff1, cpu.iff2) = (bytes[27] != 0, bytes[28] != 0);
}

/// The first 30 bytes of the header.
fn registers(machine: &Spectrum, pc: u16) -> Vec<u8> {
    let cpu = &machine.cpu;
    let mut bytes = vec![cpu.a, cpu.f];
    let words = |bytes: &mut Vec<u8>, words: &[u16]| {
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    };
    words(&mut bytes, &[cpu.bc(), cpu.hl(), pc, cpu.sp]);
    bytes.extend([cpu.i, cpu.r & 0x7F, cpu.r >> 7 | machine.border() << 1]);
    words(&mut bytes, &[cpu.de(), cpu.bc_, cpu.de_, cpu.hl_]);
    bytes.extend(cpu.af_.to_be_bytes());
    words(&mut bytes, &[cpu.iy, cpu.ix]);
    let issue_2 = machine.board.issue == Issue::Two;
    bytes.extend([
        cpu.iff1.into(),
        cpu.iff2.into(),
        cpu.im.min(2) | u8::from(issue_2) << 2,
    ]);
    bytes
}

fn load_ram(machine: &mut Spectrum, ram: &[u8], packed: bool) -> Result<(), Z80Error> {
    let size = 3 * PAGE;
    if packed {
        // The end mark could also be the start of a run of length 0. Try to decompress without it first, then
        // with it.
        let memory = unpack(ram.strip_suffix(&END_MARK).unwrap_or(ram), size, HEADER);
        // Ignore data after the end mark.
        let memory = memory.or_else(|error| {
            let end = ram
                .windows(END_MARK.len())
                .position(|four| four == END_MARK)
                .ok_or(error)?;
            unpack(&ram[..end], size, HEADER)
        })?;
        fill(machine, RAM, &memory);
    } else if let Some(memory) = ram.get(..size) {
        fill(machine, RAM, memory);
    } else {
        return Err(Z80Error::Truncated {
            offset: HEADER,
            expected: size,
            found: ram.len(),
        });
    }
    Ok(())
}

fn load_pages(
    machine: &mut Spectrum,
    bytes: &[u8],
    mut offset: usize,
    pages: &[(u8, u16)],
) -> Result<(), Z80Error> {
    let mut missing = pages.to_vec();
    while !missing.is_empty()
        && let Some([low, high, page, rest @ ..]) = bytes.get(offset..)
    {
        let length = u16::from_le_bytes([*low, *high]);
        let size = if length == UNCOMPRESSED_LENGTH {
            PAGE
        } else {
            usize::from(length)
        };
        let found = rest.len();
        let data = rest.get(..size).ok_or(Z80Error::Truncated {
            offset,
            expected: size,
            found,
        })?;
        // Other pages belong to an interface or are ROM.
        if let Some(&(_, address)) = PAGES.iter().find(|(number, _)| number == page) {
            if length == UNCOMPRESSED_LENGTH {
                fill(machine, address, data);
            } else {
                fill(machine, address, &unpack(data, PAGE, offset + 3)?);
            }
            missing.retain(|(number, _)| number != page);
        }
        offset += 3 + size;
    }
    match missing.first() {
        Some(&(page, address)) => Err(Z80Error::NoPage { page, address }),
        None => Ok(()),
    }
}

/// Decompresses bytes; the result must have `size` bytes.
fn unpack(packed: &[u8], size: usize, offset: usize) -> Result<Vec<u8>, Z80Error> {
    let mut bytes = Vec::with_capacity(size);
    let mut rest = packed;
    while !rest.is_empty() && bytes.len() <= size {
        rest = match rest {
            [RUN_MARK, RUN_MARK, count, byte, rest @ ..] => {
                bytes.resize(bytes.len() + usize::from(*count), *byte);
                rest
            }
            [byte, rest @ ..] => {
                bytes.push(*byte);
                rest
            }
            [] => rest,
        };
    }
    if bytes.len() == size {
        Ok(bytes)
    } else {
        let found = bytes.len().min(size + 1);
        Err(Z80Error::Packed {
            offset,
            found,
            expected: size,
        })
    }
}

/// Compresses runs of five or more equal bytes, and of two or more ED. A byte right after a single ED never
/// starts a run, as its ED would be taken for part of the mark.
fn pack(bytes: &[u8], packed: &mut Vec<u8>) {
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let run = rest.iter().take(255).take_while(|&&other| other == byte).count();
        let taken = if run >= 5 || run >= 2 && byte == RUN_MARK {
            packed.extend([RUN_MARK, RUN_MARK, run as u8, byte]);
            run
        } else {
            let taken = if byte == RUN_MARK { rest.len().min(2) } else { 1 };
            packed.extend(&rest[..taken]);
            taken
        };
        rest = &rest[taken..];
    }
}
