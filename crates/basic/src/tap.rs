//! TAP files: a tape's blocks one after the other, each with its length in two bytes before it.
//!
//! A block is a flag (00 header, FF data), the data, and a checksum that makes the exclusive-or of all bytes zero. A header has
//! 17 bytes: the kind of file (0 program, 1 number array, 2 character array, 3 bytes), ten of name, the length of the data
//! block that follows, and two parameters: for a program the autostart line (8000 hex or more: none) and where its
//! variables start, for bytes the address.

use crate::program::{Program, ProgramError};

const HEADER_FLAG: u8 = 0x00;
const DATA_FLAG: u8 = 0xff;
const HEADER_LENGTH: usize = 17;
/// The autostart parameter of a program that does not start by itself.
const NO_AUTOSTART: u16 = 0x8000;

/// One block of a tape, without length and checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// 00 for a header, FF for data; other flags are custom loaders'.
    pub flag: u8,
    /// The bytes between flag and checksum.
    pub data: Vec<u8>,
}

/// What a tape holds, file by file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// A BASIC program.
    Program(Program),
    /// A file of another kind: array or bytes.
    Other(Header, Vec<u8>),
    /// A block that no header announces (or a header without its data), as some loaders have.
    Lone(Block),
}

/// A tape header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// 0 program, 1 number array, 2 character array, 3 bytes.
    pub kind: u8,
    /// The file's name, without the blanks that fill it up to ten.
    pub name: Vec<u8>,
    /// Length of the data block.
    pub length: u16,
    /// The first parameter: autostart line, variable's name, or address.
    pub parameter_1: u16,
    /// The second parameter: for a program the offset of its variables.
    pub parameter_2: u16,
}

/// Why bytes are not a tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TapError {
    /// No bytes at all.
    #[error("the file is empty: a .tap has at least one block")]
    Empty,
    /// The first block's length cannot be right, so this is something else.
    #[error("not a .tap file: a first block of {length} bytes does not fit in a file of {size}")]
    NotATap {
        /// The length that the first two bytes would mean.
        length: usize,
        /// The file's size.
        size: usize,
    },
    /// A block leads beyond the end.
    #[error(
        "the tape is cut short in block {block} (at byte {offset}): it should have {length} bytes, {left} are left"
    )]
    Truncated {
        /// The block's number, from 1.
        block: usize,
        /// Where its length stands in the file.
        offset: usize,
        /// The bytes that it should have.
        length: usize,
        /// The bytes that follow.
        left: usize,
    },
    /// A block is too short to have flag and checksum.
    #[error("block {block} (at byte {offset}) has {length} bytes: too short for a flag and a checksum")]
    TooShort {
        /// The block's number, from 1.
        block: usize,
        /// Where its length stands in the file.
        offset: usize,
        /// The bytes that it has.
        length: usize,
    },
    /// A block's bytes do not add up.
    #[error(
        "block {block} (at byte {offset}) is damaged: its checksum is {found:02X}, {expected:02X} would be right"
    )]
    Checksum {
        /// The block's number, from 1.
        block: usize,
        /// Where its length stands in the file.
        offset: usize,
        /// The checksum in the file.
        found: u8,
        /// The checksum of the block's bytes.
        expected: u8,
    },
    /// A program's bytes are not lines.
    #[error("block {block}: {error}")]
    Program {
        /// The block's number, from 1.
        block: usize,
        /// What is wrong.
        error: ProgramError,
    },
    /// A tape without a program where one is wanted.
    #[error("there is no BASIC program on the tape")]
    NoProgram,
}

/// Reads all blocks of a TAP file. Errors: empty, not a tape, cut short, or damaged.
pub fn blocks(bytes: &[u8]) -> Result<Vec<Block>, TapError> {
    if bytes.is_empty() {
        return Err(TapError::Empty);
    }
    let mut blocks = Vec::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let block = blocks.len() + 1;
        let left = bytes.len() - offset;
        let length = match bytes[offset..] {
            [low, high, ..] => usize::from(u16::from_le_bytes([low, high])),
            _ => {
                return Err(TapError::Truncated {
                    block,
                    offset,
                    length: 2,
                    left,
                });
            }
        };
        let Some(content) = bytes.get(offset + 2..offset + 2 + length) else {
            return Err(match block {
                1 if bytes.get(2) != Some(&HEADER_FLAG) => TapError::NotATap {
                    length,
                    size: bytes.len(),
                },
                _ => TapError::Truncated {
                    block,
                    offset,
                    length,
                    left: left - 2,
                },
            });
        };
        let [flag, data @ .., checksum] = content else {
            return Err(TapError::TooShort {
                block,
                offset,
                length,
            });
        };
        let expected = parity(*flag, data);
        if *checksum != expected {
            return Err(TapError::Checksum {
                block,
                offset,
                found: *checksum,
                expected,
            });
        }
        blocks.push(Block {
            flag: *flag,
            data: data.to_vec(),
        });
        offset += 2 + length;
    }
    Ok(blocks)
}

/// Reads a TAP file's files. Errors: those of [`blocks`], or a program whose lines cannot be told apart.
pub fn files(bytes: &[u8]) -> Result<Vec<File>, TapError> {
    let blocks = blocks(bytes)?;
    let mut files = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let header = Header::from_block(&blocks[at]);
        let data = blocks.get(at + 1).filter(|next| next.flag == DATA_FLAG);
        match (header, data) {
            (Some(header), Some(data)) if header.kind == 0 => {
                let program = header.program(&data.data);
                files.push(File::Program(
                    program.map_err(|error| TapError::Program { block: at + 2, error })?,
                ));
                at += 2;
            }
            (Some(header), Some(data)) => {
                files.push(File::Other(header, data.data.clone()));
                at += 2;
            }
            _ => {
                files.push(File::Lone(blocks[at].clone()));
                at += 1;
            }
        }
    }
    Ok(files)
}

/// The first BASIC program of a TAP file. Errors: those of [`files`], or there is none.
pub fn first_program(bytes: &[u8]) -> Result<Program, TapError> {
    let program = files(bytes)?.into_iter().find_map(|file| match file {
        File::Program(program) => Some(program),
        _ => None,
    });
    program.ok_or(TapError::NoProgram)
}

/// The TAP file of one program.
pub fn from_program(program: &Program) -> Vec<u8> {
    to_bytes(&[File::Program(program.clone())])
}

/// The TAP file of these files.
pub fn to_bytes(files: &[File]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in files {
        match file {
            File::Program(program) => {
                let lines = program.to_bytes();
                let header = Header {
                    kind: 0,
                    name: program.name.clone(),
                    length: (lines.len() + program.variables.len()) as u16,
                    parameter_1: program.autostart.unwrap_or(NO_AUTOSTART),
                    parameter_2: lines.len() as u16,
                };
                push_block(&mut bytes, HEADER_FLAG, &header.to_bytes());
                push_block(
                    &mut bytes,
                    DATA_FLAG,
                    &[lines, program.variables.clone()].concat(),
                );
            }
            File::Other(header, data) => {
                push_block(&mut bytes, HEADER_FLAG, &header.to_bytes());
                push_block(&mut bytes, DATA_FLAG, data);
            }
            File::Lone(block) => push_block(&mut bytes, block.flag, &block.data),
        }
    }
    bytes
}

impl Header {
    fn from_block(block: &Block) -> Option<Header> {
        if block.flag != HEADER_FLAG || block.data.len() != HEADER_LENGTH {
            return None;
        }
        let word = |at: usize| u16::from_le_bytes([block.data[at], block.data[at + 1]]);
        let name = &block.data[1..11];
        let used = name.iter().rposition(|&c| c != b' ').map_or(0, |last| last + 1);
        Some(Header {
            kind: block.data[0],
            name: name[..used].to_vec(),
            length: word(11),
            parameter_1: word(13),
            parameter_2: word(15),
        })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.kind];
        bytes.extend(self.name.iter().copied().chain(std::iter::repeat(b' ')).take(10));
        for word in [self.length, self.parameter_1, self.parameter_2] {
            bytes.extend(word.to_le_bytes());
        }
        bytes
    }

    fn program(&self, data: &[u8]) -> Result<Program, ProgramError> {
        let (lines, variables) = data.split_at(usize::from(self.parameter_2).min(data.len()));
        Ok(Program {
            name: self.name.clone(),
            autostart: Some(self.parameter_1).filter(|&line| line < NO_AUTOSTART),
            lines: Program::lines_from_bytes(lines)?,
            variables: variables.to_vec(),
        })
    }
}

fn push_block(bytes: &mut Vec<u8>, flag: u8, data: &[u8]) {
    bytes.extend(((data.len() + 2) as u16).to_le_bytes());
    bytes.push(flag);
    bytes.extend(data);
    bytes.push(parity(flag, data));
}

fn parity(flag: u8, data: &[u8]) -> u8 {
    data.iter().fold(flag, |sum, byte| sum ^ byte)
}
