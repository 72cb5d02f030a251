//! Snapshots in the `.szx` format (Format: zx-state 1.5): a header, then blocks, each preceded by its name
//! and length.
//!
//! ```text
//!   ZXST major minor machine flags: late timing
//!   Z80R registers, T-state, EI, HALT, Q, MEMPTR     SPCR border and port FE     KEYB issue
//!   RAMP a page of 16 KiB, packed by zlib            ROM  a ROM other than the machine's own
//! ```
//! The memory of a 16K (page 5) is loaded into a 48K. Other blocks (creator, tape, printers, joysticks) are
//! ignored. Files of version 1.3 or earlier have no MEMPTR.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use thiserror::Error;

use super::{fill, resumable_pc};
use crate::issue::Issue;
use crate::machine::Spectrum;
use crate::rom::{ROM_SIZE, Rom};
use crate::ula::INT_TSTATES;

/// The first four bytes of a `.szx` file.
pub const MAGIC: &[u8; 4] = b"ZXST";

const VERSION: [u8; 2] = [1, 5];
const PAGE: usize = 0x4000;
/// Pages of a 48K: number and address.
const PAGES: [(u8, u16); 3] = [(5, 0x4000), (2, 0x8000), (0, 0xC000)];
const ID_48K: u8 = 1;
const ID_16K: u8 = 0;
/// Bits of Z80R's flags.
const EI_LAST_FLAG: u8 = 1;
const HALTED_FLAG: u8 = 2;
const FLAGS_SET_FLAG: u8 = 4;
const HALT: u8 = 0x76;
/// Bit of the header's flags: late timing.
const LATE_FLAG: u8 = 1;

/// Errors while reading a `.szx` snapshot. Offsets count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SzxError {
    /// The file does not have a `.szx` header.
    #[error("not a valid .szx file: it does not start with ZXST and 4 more bytes")]
    Header,
    /// The snapshot is of another machine.
    #[error("this is a snapshot of {what}: Girafa emulates a 48K")]
    Machine {
        /// The machine, such as "a Pentagon".
        what: &'static str,
    },
    /// The file ends inside a block.
    #[error(
        "the .szx file is truncated: block {name} at offset {offset} needs {expected} bytes, but {found} are left"
    )]
    Truncated {
        /// Name of the block.
        name: String,
        /// Offset of the block.
        offset: usize,
        /// Bytes that the block needs.
        expected: u32,
        /// Bytes left in the file.
        found: usize,
    },
    /// A block is too short, or its compressed data is invalid.
    #[error("the .szx file is damaged: block {name} at offset {offset} {what}")]
    Damaged {
        /// Name of the block.
        name: String,
        /// Offset of the block.
        offset: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A required block is missing.
    #[error("the .szx file is incomplete: {what} is missing")]
    Missing {
        /// What is missing.
        what: &'static str,
    },
}

/// One block of the file.
struct Block<'a> {
    name: [u8; 4],
    offset: usize,
    data: &'a [u8],
}

impl Block<'_> {
    fn damaged(&self, what: &'static str) -> SzxError {
        SzxError::Damaged {
            name: printable(self.name),
            offset: self.offset,
            what,
        }
    }

    /// The first `N` bytes of the data.
    fn head<const N: usize>(&self) -> Result<&[u8; N], SzxError> {
        self.data
            .first_chunk()
            .ok_or_else(|| self.damaged("is too short"))
    }

    /// The contents from offset `at`, decompressed if `packed`; they must have `size` bytes.
    fn contents(&self, at: usize, size: usize, packed: bool) -> Result<Vec<u8>, SzxError> {
        let data = self.data.get(at..).unwrap_or_default();
        let mut contents = Vec::with_capacity(size + 1);
        let limit = size as u64 + 1;
        let read = if packed {
            ZlibDecoder::new(data).take(limit).read_to_end(&mut contents)
        } else {
            data.take(limit).read_to_end(&mut contents)
        };
        match read {
            Ok(found) if found == size => Ok(contents),
            Ok(_) => Err(self.damaged("has another size than its memory")),
            Err(_) => Err(self.damaged("cannot be unpacked")),
        }
    }
}

/// Loads the snapshot `bytes` into a machine with `rom`, unless the snapshot contains its own ROM.
pub fn load(bytes: &[u8], rom: &Rom) -> Result<Spectrum, SzxError> {
    let [b'Z', b'X', b'S', b'T', major, minor, id, flags, ..] = *bytes else {
        return Err(SzxError::Header);
    };
    let pages = match id {
        ID_48K => PAGES.as_slice(),
        ID_16K => &PAGES[..1],
        _ => {
            let what = other_machine(id);
            return Err(SzxError::Machine { what });
        }
    };
    let blocks = blocks(bytes)?;
    let named = |name: &[u8; 4]| blocks.iter().find(|block| block.name == *name);
    let own_rom = named(b"ROM\0").map(load_rom).transpose()?;
    let mut machine = Spectrum::new(own_rom.as_ref().unwrap_or(rom));
    for &(page, address) in pages {
        let is_page = |block: &&Block| block.name == *b"RAMP" && block.data.get(2) == Some(&page);
        let block = blocks.iter().find(is_page).ok_or(SzxError::Missing {
            what: match page {
                5 => "page 5, the memory at 16384",
                2 => "page 2, the memory at 32768",
                _ => "page 0, the memory at 49152",
            },
        })?;
        let memory = block.contents(3, PAGE, block.data[0] & 1 != 0)?;
        fill(&mut machine, address, &memory);
    }
    let registers = named(b"Z80R").ok_or(SzxError::Missing {
        what: "block Z80R with the registers",
    })?;
    load_registers(&mut machine, registers, [major, minor] >= [1, 4])?;
    if named(b"CRTR").is_some_and(|creator| swaps_af(creator.data)) {
        let cpu = &mut machine.cpu;
        cpu.set_af(cpu.af().swap_bytes());
        cpu.af_ = cpu.af_.swap_bytes();
    }
    if let Some(block) = named(b"SPCR") {
        let [border, _, _, fe] = *block.head()?;
        machine.board.start_with_port_fe(fe & 0xF8 | border & 7);
    }
    if let Some(block) = named(b"KEYB")
        && block.head::<4>()?[0] & 1 != 0
    {
        machine.set_issue(Issue::Two);
    }
    machine.set_late_timing(flags & LATE_FLAG != 0);
    Ok(machine)
}

/// Saves the state of `machine` as a snapshot.
pub fn save(machine: &Spectrum) -> Vec<u8> {
    let flags = if machine.has_late_timing() { LATE_FLAG } else { 0 };
    let mut bytes = [MAGIC.as_slice(), &VERSION, &[ID_48K, flags]].concat();
    let mut push = |name: &[u8; 4], data: &[u8]| {
        bytes.extend(name);
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(data);
    };
    let mut creator = [0; 36];
    creator[..6].copy_from_slice(b"Girafa");
    push(b"CRTR", &creator);
    push(b"Z80R", &registers(machine));
    push(
        b"SPCR",
        &[machine.border(), 0, 0, machine.board.port_fe(), 0, 0, 0, 0],
    );
    push(
        b"KEYB",
        &[u8::from(machine.board.issue == Issue::Two), 0, 0, 0, 0],
    );
    for (page, address) in PAGES {
        let mut packed = ZlibEncoder::new(vec![1, 0, page], Compression::best());
        packed
            .write_all(&machine.memory()[usize::from(address)..][..PAGE])
            .and_then(|()| packed.finish())
            .map(|data| push(b"RAMP", &data))
            .expect("a Vec takes all that is written to it");
    }
    bytes
}

fn blocks(bytes: &[u8]) -> Result<Vec<Block<'_>>, SzxError> {
    let (mut blocks, mut offset) = (Vec::new(), 8);
    while let Some((head, rest)) = bytes[offset..].split_first_chunk::<8>() {
        let [n0, n1, n2, n3, l0, l1, l2, l3] = *head;
        let name = [n0, n1, n2, n3];
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        let data = rest.get(..length as usize).ok_or_else(|| SzxError::Truncated {
            name: printable(name),
            offset,
            expected: length,
            found: rest.len(),
        })?;
        blocks.push(Block { name, offset, data });
        offset += 8 + data.len();
    }
    if offset == bytes.len() {
        Ok(blocks)
    } else {
        let found = bytes.len() - offset;
        Err(SzxError::Truncated {
            name: "header".into(),
            offset,
            expected: 8,
            found,
        })
    }
}

fn printable(name: [u8; 4]) -> String {
    name.iter()
        .map(|&byte| {
            if byte.is_ascii_graphic() {
                char::from(byte)
            } else {
                '.'
            }
        })
        .collect()
}

fn load_rom(block: &Block) -> Result<Rom, SzxError> {
    let [flags, _, s0, s1, s2, s3] = *block.head()?;
    if u32::from_le_bytes([s0, s1, s2, s3]) as usize != ROM_SIZE {
        return Err(block.damaged("is not a 48K ROM of 16384 bytes"));
    }
    let image = block.contents(6, ROM_SIZE, flags & 1 != 0)?;
    Rom::from_bytes(&image).map_err(|_| block.damaged("is not a 48K ROM of 16384 bytes"))
}

/// The name of a machine other than a 48K, by the format's number.
fn other_machine(id: u8) -> &'static str {
    match id {
        2 | 16 => "a Spectrum 128K",
        3 => "a Spectrum +2",
        4..=6 => "a Spectrum +2A or +3",
        7 | 13 | 14 => "a Pentagon",
        8 | 9 | 12 => "a Timex",
        10 => "a Scorpion",
        11 => "a Spectrum SE",
        15 => "a 48K for NTSC",
        _ => "an unknown machine",
    }
}

/// Whether the creator is libspectrum before version 0.5.1, which stored A before F.
fn swaps_af(creator: &[u8]) -> bool {
    const NAME: &[u8] = b"libspectrum: ";
    let Some(at) = creator.windows(NAME.len()).position(|part| part == NAME) else {
        return false;
    };
    let version = creator[at + NAME.len()..].split(|&byte| byte != b'.' && !byte.is_ascii_digit());
    let version = version.into_iter().next().unwrap_or_default();
    let numbers = version.split(|&byte| byte == b'.').take(3);
    let numbers = numbers.map(|number| str::from_utf8(number).ok()?.parse::<u32>().ok());
    numbers
        .collect::<Option<Vec<_>>>()
        .is_some_and(|version| version < vec![0, 5, 1])
}

fn load_registers(machine: &mut Spectrum, block: &Block, has_memptr: bool) -> Result<(), SzxError> {
    let bytes: &[u8; 37] = block.head()?;
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let cpu = &mut machine.cpu;
    cpu.set_af(word(0));
    cpu.set_bc(word(2));
    cpu.set_de(word(4));
    cpu.set_hl(word(6));
    (cpu.af_, cpu.bc_, cpu.de_, cpu.hl_) = (word(8), word(10), word(12), word(14));
    (cpu.ix, cpu.iy, cpu.sp, cpu.pc) = (word(16), word(18), word(20), word(22));
    (cpu.i, cpu.r) = (bytes[24], bytes[25]);
    (cpu.iff1, cpu.iff2) = (bytes[26] != 0, bytes[27] != 0);
    cpu.im = bytes[28];
    if cpu.im > 2 {
        return Err(block.damaged("gives an interrupt mode other than 0, 1 and 2"));
    }
    let flags = bytes[34];
    cpu.ei = flags & EI_LAST_FLAG != 0;
    cpu.q = if flags & FLAGS_SET_FLAG != 0 { cpu.f } else { 0 };
    cpu.memptr = if has_memptr { word(35) } else { 0 };
    machine.set_frame_tstate(u32::from_le_bytes([bytes[29], bytes[30], bytes[31], bytes[32]]));
    if flags & HALTED_FLAG != 0 {
        // Emulators differ in whether the saved PC is at the HALT or after it.
        let on_it = machine.peek(machine.cpu.pc) == HALT;
        machine.cpu.pc = machine.cpu.pc.wrapping_add(on_it.into());
        machine.cpu.halted = true;
    }
    Ok(())
}

fn registers(machine: &Spectrum) -> Vec<u8> {
    let cpu = &machine.cpu;
    let pc = resumable_pc(machine);
    let words = [
        cpu.af(),
        cpu.bc(),
        cpu.de(),
        cpu.hl(),
        cpu.af_,
        cpu.bc_,
        cpu.de_,
        cpu.hl_,
        cpu.ix,
        cpu.iy,
        cpu.sp,
        pc,
    ];
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend([cpu.i, cpu.r, cpu.iff1.into(), cpu.iff2.into(), cpu.im.min(2)]);
    bytes.extend(machine.frame_tstate().to_le_bytes());
    let int_left = INT_TSTATES.saturating_sub(machine.frame_tstate()) as u8;
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let flags = flag(cpu.ei, EI_LAST_FLAG) | flag(cpu.halted, HALTED_FLAG) | flag(cpu.q != 0, FLAGS_SET_FLAG);
    bytes.extend([int_left, flags]);
    bytes.extend(cpu.memptr.to_le_bytes());
    bytes
}
