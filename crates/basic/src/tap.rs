//! Programs on tape: which files a tape's blocks are, the first program among them, and the way back.

use girafa_tap::{Block, DATA, Header, TapError};

use crate::program::{Program, ProgramError};

/// The autostart parameter of a program that does not start by itself.
const NO_AUTOSTART: u16 = 0x8000;

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

/// Why a tape's blocks are not files. Blocks count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The bytes are no `.tap` image.
    #[error(transparent)]
    Tap(#[from] TapError),
    /// A block is too short to have flag and checksum.
    #[error("block {block} has one byte: too short for a flag and a checksum")]
    TooShort {
        /// The block's number.
        block: usize,
    },
    /// A block's bytes do not add up.
    #[error("block {block} is damaged: its checksum is {found:02X}, {expected:02X} would be right")]
    Checksum {
        /// The block's number.
        block: usize,
        /// The checksum on the tape.
        found: u8,
        /// The checksum of the block's bytes.
        expected: u8,
    },
    /// A program's bytes are not lines.
    #[error("block {block}: {error}")]
    Program {
        /// The block's number.
        block: usize,
        /// What is wrong.
        error: ProgramError,
    },
    /// A tape without a program where one is wanted.
    #[error("there is no BASIC program on the tape")]
    NoProgram,
}

/// The files that a tape's blocks make.
///
/// # Errors
/// A block is damaged; the lines of a program cannot be separated.
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
                let block = at + 2;
                files.push(match header.kind {
                    0 => File::Program(
                        program(&header, data.data()).map_err(|error| FileError::Program { block, error })?,
                    ),
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

/// The first BASIC program among a tape's blocks.
///
/// # Errors
/// Those of [`files`], or there is none.
pub fn first_program(blocks: &[Block]) -> Result<Program, FileError> {
    let program = files(blocks)?.into_iter().find_map(|file| match file {
        File::Program(program) => Some(program),
        _ => None,
    });
    program.ok_or(FileError::NoProgram)
}

/// The first BASIC program of a `.tap` image.
///
/// # Errors
/// Those of [`girafa_tap::read`] and of [`first_program`].
pub fn read_program(image: &[u8]) -> Result<Program, FileError> {
    first_program(&girafa_tap::read(image)?)
}

/// The `.tap` image of one program.
pub fn from_program(program: &Program) -> Vec<u8> {
    girafa_tap::write(&program_blocks(program))
}

/// The header and the data of one program. A program that is longer than the machine's memory is cut to what a block takes.
pub fn program_blocks(program: &Program) -> [Block; 2] {
    let lines = program.to_bytes();
    let mut data = lines.clone();
    data.extend(&program.variables);
    data.truncate(girafa_tap::LONGEST_BLOCK - 2);
    let header = Header {
        kind: 0,
        name: program.name.clone(),
        length: data.len() as u16,
        parameter_1: program.autostart.unwrap_or(NO_AUTOSTART),
        parameter_2: lines.len().min(data.len()) as u16,
    };
    [header.block(), data_block(&data)]
}

/// The blocks of these files.
pub fn blocks(files: &[File]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for file in files {
        match file {
            File::Program(program) => blocks.extend(program_blocks(program)),
            File::Other(header, data) => blocks.extend([header.block(), data_block(data)]),
            File::Lone(block) => blocks.push(block.clone()),
        }
    }
    blocks
}

fn data_block(data: &[u8]) -> Block {
    Block::new(DATA, data).expect("a file's data is no longer than a block")
}

fn program(header: &Header, data: &[u8]) -> Result<Program, ProgramError> {
    let (lines, variables) = data.split_at(usize::from(header.parameter_2).min(data.len()));
    Ok(Program {
        name: header.name.clone(),
        autostart: Some(header.parameter_1).filter(|&line| line < NO_AUTOSTART),
        lines: Program::lines_from_bytes(lines)?,
        variables: variables.to_vec(),
    })
}
