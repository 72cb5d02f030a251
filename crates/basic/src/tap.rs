//! Programs on tape: converts blocks to files and back, and finds the first program.

use girafa_tap::{Block, DATA, Header, TapError};

use crate::program::Program;

/// Maximum length of a file's data in bytes: a tape block also has a flag and a checksum.
pub const MAX_DATA_LENGTH: usize = girafa_tap::MAX_BLOCK_LENGTH - 2;

/// A file on a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// A BASIC program.
    Program(Program),
    /// A file of another kind: array or bytes.
    Other(Header, Vec<u8>),
    /// A block without a header (or a header without its data), as some loaders have.
    Lone(Block),
}

/// Errors while reading files from tape blocks; block numbers start at 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes are not a `.tap` image.
    #[error(transparent)]
    Tap(#[from] TapError),
    /// A block is too short for a flag and a checksum.
    #[error("block {block} has one byte: too short for a flag and a checksum")]
    TooShort {
        /// The block's number.
        block: usize,
    },
    /// A block's checksum is wrong.
    #[error("block {block} is damaged: expected checksum {expected:02X}, found {found:02X}")]
    Checksum {
        /// The block's number.
        block: usize,
        /// The checksum on the tape.
        found: u8,
        /// The checksum of the block's bytes.
        expected: u8,
    },
    /// A file's data does not fit into a block.
    #[error(
        "{bytes} bytes are too many for a block of a tape: it has room for {}",
        MAX_DATA_LENGTH
    )]
    TooLong {
        /// The bytes of the data.
        bytes: usize,
    },
    /// The headers of all programs are damaged, so that LOAD does not find them: the first of them.
    #[error(
        "the header of the program in block {block} is damaged: expected checksum {expected:02X}, found {found:02X}"
    )]
    Header {
        /// The header's block number.
        block: usize,
        /// The checksum on the tape.
        found: u8,
        /// The checksum of the header's bytes.
        expected: u8,
    },
    /// The tape ends after a program's header.
    #[error("the tape ends after the header of the program in block {block}")]
    NoData {
        /// The header's block number.
        block: usize,
    },
    /// There is no program on the tape.
    #[error("there is no BASIC program on the tape")]
    NoProgram,
}

/// Returns the files in a tape's blocks.
///
/// # Errors
/// A block is damaged.
pub fn files(blocks: &[Block]) -> Result<Vec<File>, FileError> {
    for (block, number) in blocks.iter().zip(1..) {
        match block.checksum() {
            None => return Err(FileError::TooShort { block: number }),
            Some((found, expected)) if found != expected => {
                return Err(FileError::Checksum {
                    block: number,
                    found,
                    expected,
                });
            }
            Some(_) => {}
        }
    }
    let mut files = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let data = blocks.get(at + 1).filter(|next| next.flag() == DATA);
        match (Header::of(&blocks[at]), data) {
            (Some(header), Some(data)) => {
                files.push(match header.kind {
                    Header::PROGRAM => File::Program(program(&header, data.data())),
                    _ => File::Other(header, data.data().to_vec()),
                });
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

/// Returns the index of the first header of this file type with a correct checksum.
pub fn first_header(blocks: &[Block], kind: u8) -> Option<usize> {
    let is_it = |block: &Block| Header::of(block).is_some_and(|header| header.kind == kind);
    blocks
        .iter()
        .position(|block| is_it(block) && block.checksum_ok())
}

/// Returns the first BASIC program in a tape's blocks, as LOAD "" finds it. Everything else on the tape is
/// ignored. The program's data may have a wrong checksum or length: it is read as far as possible.
///
/// # Errors
/// There is no program, or only its header.
pub fn first_program(blocks: &[Block]) -> Result<Program, FileError> {
    let Some(at) = first_header(blocks, Header::PROGRAM) else {
        let mut numbered = blocks.iter().zip(1..);
        let damaged = numbered.find_map(|(block, number)| {
            Header::of(block).filter(|header| header.kind == 0)?;
            let (found, expected) = block.checksum()?;
            Some(FileError::Header {
                block: number,
                found,
                expected,
            })
        });
        return Err(damaged.unwrap_or(FileError::NoProgram));
    };
    let header = Header::of(&blocks[at]).ok_or(FileError::NoProgram)?;
    let data = blocks.get(at + 1).ok_or(FileError::NoData { block: at + 1 })?;
    Ok(program(&header, data.data()))
}

/// Returns the first BASIC program of an undamaged `.tap` image.
///
/// # Errors
/// The errors of [`girafa_tap::read`], [`files`] and [`first_program`].
pub fn read_program(image: &[u8]) -> Result<Program, FileError> {
    let blocks = girafa_tap::read(image)?;
    files(&blocks)?;
    first_program(&blocks)
}

/// Returns the `.tap` image of a program.
///
/// # Errors
/// The program does not fit into a block.
pub fn from_program(program: &Program) -> Result<Vec<u8>, FileError> {
    Ok(girafa_tap::write(&program_blocks(program)?))
}

/// Returns the header and the data block of a program.
///
/// # Errors
/// The program does not fit into a block.
pub fn program_blocks(program: &Program) -> Result<[Block; 2], FileError> {
    let mut data = program.to_bytes();
    let lines = data.len();
    data.extend(&program.variables);
    let block = data_block(&data)?;
    let header = Header {
        kind: Header::PROGRAM,
        name: program.name.clone(),
        length: data.len() as u16,
        parameter_1: program.autostart.unwrap_or(Header::NO_AUTOSTART),
        parameter_2: lines as u16,
    };
    Ok([header.block(), block])
}

/// Returns the tape blocks of files.
///
/// # Errors
/// The data of a file does not fit into a block.
pub fn blocks(files: &[File]) -> Result<Vec<Block>, FileError> {
    let mut blocks = Vec::new();
    for file in files {
        match file {
            File::Program(program) => blocks.extend(program_blocks(program)?),
            File::Other(header, data) => blocks.extend([header.block(), data_block(data)?]),
            File::Lone(block) => blocks.push(block.clone()),
        }
    }
    Ok(blocks)
}

fn data_block(data: &[u8]) -> Result<Block, FileError> {
    Block::new(DATA, data).ok_or(FileError::TooLong { bytes: data.len() })
}

fn program(header: &Header, data: &[u8]) -> Program {
    let (area, variables) = data.split_at(usize::from(header.parameter_2).min(data.len()));
    let (lines, tail) = Program::lines_and_tail(area);
    Program {
        name: header.name.clone(),
        autostart: header.autostart(),
        lines,
        tail: tail.to_vec(),
        variables: variables.to_vec(),
    }
}
