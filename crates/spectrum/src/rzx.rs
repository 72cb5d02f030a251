//! Recordings of a run's input in the `.rzx` format, versions 0.12 and 0.13 (Format: rzx 0.13): for each frame
//! the number of opcode fetches, and the values that were read from ports.
//!
//! ```text
//!   RZX! major minor flags
//!   10 creator     30 snapshot     80 frames, packed by zlib     20, 21 signature (ignored)
//! ```
//! A recording starts at a snapshot; others may follow later.

use std::io::{Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use thiserror::Error;

use crate::machine::Spectrum;
use crate::playback::{self, Frames, MAX_BYTES, MAX_STATES, Playback, State};
use crate::rom::Rom;
use crate::snapshot::{Format, SnapshotError, szx};
use crate::ula::{FRAME_TSTATES, INT_TSTATES};

/// The first four bytes of a `.rzx` file.
pub const MAGIC: &[u8; 4] = b"RZX!";

const VERSION: [u8; 2] = [0, 13];
const CREATOR: u8 = 0x10;
const SNAPSHOT: u8 = 0x30;
const INPUT: u8 = 0x80;
/// Bits of a snapshot block's flags.
const EXTERNAL_FLAG: u32 = 1;
const PACKED_FLAG: u32 = 2;
/// Bit of a frame block's flags; its bit 1 is [`PACKED_FLAG`].
const ENCRYPTED_FLAG: u32 = 1;
/// Precedes the ROM's CRC-32 in the data of Girafa's creator block.
const ROM_MARK: &[u8] = b"ROM CRC-32 ";

/// Errors while reading a `.rzx` recording. Offsets count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RzxError {
    /// The file does not have a `.rzx` header.
    #[error("not a valid .rzx file: it does not start with RZX! and 6 more bytes")]
    Header,
    /// The file ends inside a block.
    #[error("the .rzx file is truncated: the block at offset {offset} does not end in the file")]
    Truncated {
        /// Offset of the block.
        offset: usize,
    },
    /// A block is too short, or its data is invalid.
    #[error("the .rzx file is damaged: block {id:02X} at offset {offset} {what}")]
    Damaged {
        /// The block's number in the format.
        id: u8,
        /// Offset of the block.
        offset: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The frames are encrypted.
    #[error("the frames at offset {offset} are encrypted, for a competition: they cannot be played")]
    Encrypted {
        /// Offset of the block.
        offset: usize,
    },
    /// A snapshot is in another file.
    #[error("the recording starts from a snapshot in another file: only included snapshots are supported")]
    External,
    /// A snapshot has another format.
    #[error("the recording has a .{extension} snapshot: expected .sna, .z80 or .szx")]
    SnapshotFormat {
        /// The extension.
        extension: String,
    },
    /// A snapshot cannot be loaded.
    #[error("a snapshot in the recording cannot be loaded: {0}")]
    Snapshot(#[from] SnapshotError),
    /// There are frames without a snapshot before them, or none at all.
    #[error("the .rzx file is incomplete: {what} is missing")]
    Missing {
        /// What is missing.
        what: &'static str,
    },
    /// The unpacked blocks, or the snapshots, are more than can be kept in memory.
    #[error("the recording has more than {} MiB, unpacked, or {MAX_STATES} snapshots", MAX_BYTES >> 20)]
    TooLarge,
}

/// A recording of a run's input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    creator: Option<Creator>,
    /// The CRC-32 of the ROM that it was made with, if it is named.
    rom: Option<u32>,
    sections: Vec<Section>,
}

/// The program that made a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Creator {
    name: String,
    version: [u16; 2],
}

/// Frames that follow a snapshot, or the section before.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section {
    snapshot: Option<(Format, Vec<u8>)>,
    /// The T-state of the frame at which the section starts, if it has a snapshot.
    start: u32,
    frames: Arc<Frames>,
}

impl Section {
    /// The machine at the start of the section, if it has a snapshot.
    fn machine(&self, rom: &Rom) -> Result<Option<Spectrum>, SnapshotError> {
        let Some((format, bytes)) = &self.snapshot else {
            return Ok(None);
        };
        let mut machine = format.load(bytes, rom)?;
        machine.set_frame_tstate(self.start);
        Ok(Some(machine))
    }
}

/// A block of the file.
struct Block<'a> {
    id: u8,
    offset: usize,
    data: &'a [u8],
}

impl<'a> Block<'a> {
    fn damaged(&self, what: &'static str) -> RzxError {
        RzxError::Damaged {
            id: self.id,
            offset: self.offset,
            what,
        }
    }

    /// The first `N` bytes of the data, and the rest.
    fn head<const N: usize>(&self) -> Result<(&'a [u8; N], &'a [u8]), RzxError> {
        let parts = self.data.split_first_chunk();
        parts.ok_or_else(|| self.damaged("is too short"))
    }

    /// The contents in `data`, unpacked if they are packed. `left` is the number of bytes that all following
    /// contents may have.
    fn contents(&self, data: &[u8], is_packed: bool, left: &mut usize) -> Result<Vec<u8>, RzxError> {
        let mut contents = Vec::new();
        let limit = *left as u64 + 1;
        let read = match is_packed {
            true => ZlibDecoder::new(data).take(limit).read_to_end(&mut contents),
            false => data.take(limit).read_to_end(&mut contents),
        };
        read.map_err(|_| self.damaged("cannot be unpacked"))?;
        *left = left.checked_sub(contents.len()).ok_or(RzxError::TooLarge)?;
        Ok(contents)
    }

    fn snapshot(&self, left: &mut usize) -> Result<(Format, Vec<u8>), RzxError> {
        let ([f0, f1, f2, f3, extension @ .., _, _, _, _], data) = self.head::<12>()?;
        let flags = u32::from_le_bytes([*f0, *f1, *f2, *f3]);
        if flags & EXTERNAL_FLAG != 0 {
            return Err(RzxError::External);
        }
        let extension = text(extension).to_lowercase();
        let format = Format::of_extension(&extension).ok_or(RzxError::SnapshotFormat { extension })?;
        Ok((format, self.contents(data, flags & PACKED_FLAG != 0, left)?))
    }

    fn section(&self, snapshot: Option<(Format, Vec<u8>)>, left: &mut usize) -> Result<Section, RzxError> {
        let ([c0, c1, c2, c3, _, s0, s1, s2, s3, f0, f1, f2, f3], data) = self.head::<13>()?;
        let flags = u32::from_le_bytes([*f0, *f1, *f2, *f3]);
        if flags & ENCRYPTED_FLAG != 0 {
            return Err(RzxError::Encrypted { offset: self.offset });
        }
        let frames = Frames {
            count: u32::from_le_bytes([*c0, *c1, *c2, *c3]),
            bytes: self.contents(data, flags & PACKED_FLAG != 0, left)?,
        };
        if !frames.is_complete() {
            return Err(self.damaged("ends within its frames"));
        }
        Ok(Section {
            snapshot,
            start: u32::from_le_bytes([*s0, *s1, *s2, *s3]),
            frames: Arc::new(frames),
        })
    }
}

impl Recording {
    /// The recording that `machine` [makes](Spectrum::start_recording), up to the last end of a frame; it has no
    /// frames before that. `None` if the machine makes none.
    pub fn of(machine: &Spectrum) -> Option<Recording> {
        let recorder = machine.board.recorder.as_ref()?;
        let rom = machine.rom();
        let sections = recorder.sections().iter();
        let sections = sections.filter(|(_, frames)| frames.count > 0);
        Some(Recording {
            creator: Some(Creator {
                name: "Girafa".to_owned(),
                version: [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")]
                    .map(|number| number.parse().unwrap_or_default()),
            }),
            rom: Some(crc32(&rom)),
            sections: sections
                .map(|(state, frames)| Section {
                    snapshot: Some((Format::Szx, snapshot(state, &rom))),
                    start: start_tstate(state),
                    frames: Arc::new(frames.clone()),
                })
                .collect(),
        })
    }

    /// Reads the contents of a `.rzx` file.
    ///
    /// # Errors
    /// The file is damaged, encrypted or too large, or has no frames, or needs another file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, RzxError> {
        let mut recording = Recording {
            creator: None,
            rom: None,
            sections: Vec::new(),
        };
        let (mut snapshot, mut left) = (None, MAX_BYTES);
        for block in blocks(bytes)? {
            match block.id {
                CREATOR => {
                    let (head, data) = block.head::<24>()?;
                    let version = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
                    recording.creator = Some(Creator {
                        name: text(&head[..20]),
                        version: [version(20), version(22)],
                    });
                    recording.rom = data
                        .strip_prefix(ROM_MARK)
                        .and_then(|digits| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
                }
                SNAPSHOT => snapshot = Some(block.snapshot(&mut left)?),
                INPUT => {
                    let section = block.section(snapshot.take(), &mut left)?;
                    if section.snapshot.is_none() && recording.sections.is_empty() {
                        return Err(RzxError::Missing {
                            what: "the snapshot from which the recording starts",
                        });
                    }
                    match section.frames.count {
                        0 => snapshot = section.snapshot,
                        _ => recording.sections.push(section),
                    }
                }
                _ => {}
            }
        }
        if recording.snapshots() > MAX_STATES {
            return Err(RzxError::TooLarge);
        }
        if recording.frames() == 0 {
            return Err(RzxError::Missing {
                what: "a block with frames",
            });
        }
        Ok(recording)
    }

    /// The contents of a `.rzx` file with this recording. The same recording gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [MAGIC.as_slice(), &VERSION, &[0; 4]].concat();
        let mut push = |id: u8, parts: &[&[u8]]| {
            let length = 5 + parts.iter().map(|part| part.len()).sum::<usize>();
            bytes.push(id);
            bytes.extend((length as u32).to_le_bytes());
            bytes.extend(parts.concat());
        };
        if let Some(creator) = &self.creator {
            let mut name = creator.name.clone().into_bytes();
            name.resize(20, 0);
            let [major, minor] = creator.version.map(u16::to_le_bytes);
            let rom = self
                .rom
                .map(|rom| [ROM_MARK, format!("{rom:08x}").as_bytes()].concat());
            push(CREATOR, &[&name, &major, &minor, &rom.unwrap_or_default()]);
        }
        for section in &self.sections {
            if let Some((format, data)) = &section.snapshot {
                let mut extension = [0; 4];
                extension[..3].copy_from_slice(format.extension().as_bytes());
                let length = (data.len() as u32).to_le_bytes();
                let flags = PACKED_FLAG.to_le_bytes();
                push(SNAPSHOT, &[&flags, &extension, &length, &packed(data)]);
            }
            let (count, start) = (section.frames.count.to_le_bytes(), section.start.to_le_bytes());
            let flags = PACKED_FLAG.to_le_bytes();
            push(
                INPUT,
                &[&count, &[0], &start, &flags, &packed(&section.frames.bytes)],
            );
        }
        bytes
    }

    /// The program that made the recording, with its version: `Girafa 0.1`.
    pub fn creator(&self) -> Option<String> {
        let Creator { name, version } = self.creator.as_ref()?;
        Some(format!("{name} {}.{}", version[0], version[1]))
    }

    /// Whether the recording says that it was made with another ROM than `rom`.
    pub fn names_other_rom(&self, rom: &Rom) -> bool {
        self.rom.is_some_and(|named| named != crc32(rom))
    }

    /// Number of frames.
    pub fn frames(&self) -> u64 {
        let counts = self
            .sections
            .iter()
            .map(|section| u64::from(section.frames.count));
        counts.sum()
    }

    /// Number of snapshots.
    pub fn snapshots(&self) -> usize {
        let snapshots = self.sections.iter().filter(|section| section.snapshot.is_some());
        snapshots.count()
    }

    /// The machine that plays the recording. Snapshots without a ROM of their own use `rom`: the interrupt
    /// routine of the ROM that the recording was made with is a part of each frame.
    ///
    /// # Errors
    /// A snapshot cannot be loaded.
    pub fn start(&self, rom: &Rom) -> Result<Spectrum, RzxError> {
        let mut start = None;
        let mut sections = Vec::new();
        for section in &self.sections {
            let machine = section.machine(rom)?;
            sections.push(playback::Section {
                state: machine.as_ref().map(Spectrum::state),
                // FUSE ends a frame before it takes a snapshot, and requests its interrupt afterwards; within
                // a frame it requests none.
                is_interrupted: section.start < FRAME_TSTATES,
                frames: section.frames.clone(),
            });
            start = start.or(machine);
        }
        let mut machine = start.ok_or(RzxError::Missing {
            what: "the snapshot from which the recording starts",
        })?;
        let mut playback = Playback::new(sections);
        // Other programs may request it: the recorded frame shows which is right.
        if differs_at_once(&machine, playback.clone()) {
            playback.set_interrupted(false);
        }
        machine.board.playback = Some(playback);
        Ok(machine)
    }
}

/// Whether a playback differs from the recording in its first frame.
fn differs_at_once(machine: &Spectrum, playback: Playback) -> bool {
    let mut machine = machine.clone();
    machine.board.playback = Some(playback);
    machine.run_frame();
    let end = match machine.playback() {
        Some(playback) => Some(playback.end()),
        None => machine.take_playback_end(),
    };
    end.is_some_and(|end| end.difference.is_some())
}

/// The T-state at which a section starts: after the end of the frame before, if an interrupt is still to be
/// accepted.
fn start_tstate(state: &State) -> u32 {
    match state.tstate < INT_TSTATES && state.cpu.iff1 {
        true => state.tstate + FRAME_TSTATES,
        false => state.tstate,
    }
}

/// A state as a `.szx` file.
fn snapshot(state: &State, rom: &Rom) -> Vec<u8> {
    let mut machine = Spectrum::new(rom);
    machine.restore(state);
    szx::save(&machine)
}

fn crc32(rom: &Rom) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(rom.bytes());
    crc.sum()
}

fn packed(data: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = packed.write_all(data).and_then(|()| packed.finish());
    written.expect("a Vec takes all that is written to it")
}

/// The printable characters of a text that is filled up with zeros.
fn text(bytes: &[u8]) -> String {
    let bytes = bytes.iter().take_while(|&&byte| byte != 0);
    let shown = bytes.map(|&byte| {
        if byte.is_ascii_graphic() {
            char::from(byte)
        } else {
            ' '
        }
    });
    shown.collect::<String>().trim().to_owned()
}

fn blocks(bytes: &[u8]) -> Result<Vec<Block<'_>>, RzxError> {
    const HEADER: usize = 10;
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
        return Err(RzxError::Header);
    }
    let (mut blocks, mut offset) = (Vec::new(), HEADER);
    while offset < bytes.len() {
        let truncated = RzxError::Truncated { offset };
        let Some((&[id, l0, l1, l2, l3], rest)) = bytes[offset..].split_first_chunk() else {
            return Err(truncated);
        };
        let length = (u32::from_le_bytes([l0, l1, l2, l3]) as usize).checked_sub(5);
        let length = length.ok_or(RzxError::Damaged {
            id,
            offset,
            what: "has a length of less than 5 bytes",
        })?;
        let data = rest.get(..length).ok_or(truncated)?;
        blocks.push(Block { id, offset, data });
        offset += 5 + length;
    }
    Ok(blocks)
}
