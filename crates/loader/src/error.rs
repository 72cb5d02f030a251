//! Errors from loading targets, and notices about targets that load.

use std::path::PathBuf;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::ProgramError;
use girafa_basic::shown::shown;
use girafa_basic::tap;
use girafa_books::{ImportError, RecordError};
use girafa_files::FileError;
use girafa_session::boot::BootError;
use girafa_session::launch::LaunchError;
use girafa_session::request::RunError;
use girafa_spectrum::RomError;
use girafa_spectrum::rzx::RzxError;
use girafa_spectrum::snapshot::SnapshotError;
use girafa_spectrum::tape::ImageError;
use girafa_verify::script::SessionFileError;
use thiserror::Error;

/// Why a target cannot be loaded. `name` is the name that the user gave.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// An error in a file that an environment variable names.
    #[error("{error} ({variable} names it)")]
    NamedBy {
        /// The variable.
        variable: &'static str,
        /// The error.
        error: Box<LoadError>,
    },
    /// The extension is unknown and the name is not an id.
    #[error("{}: not a .bas, .txt, .tap, .tzx, .pzx, .sna, .z80, .szx, .rzx, .scr, .zip or .gz file, and not the id of a listing", .0.display())]
    UnknownExtension(PathBuf),
    /// No program has this id.
    #[error("{id} is neither a file nor an included program: {}", hint(id, meant.as_deref()))]
    UnknownId {
        /// The id.
        id: String,
        /// A suggestion: a file with the same stem, or an id with a similar spelling.
        meant: Option<String>,
    },
    /// The contents of a file do not match its extension.
    #[error("{}: not a .{extension} file: it does not begin with {mark}", path.display())]
    WrongMark {
        /// The file.
        path: PathBuf,
        /// Its extension.
        extension: String,
        /// The expected start of such a file.
        mark: &'static str,
    },
    /// A file with the extension of a snapshot is text.
    #[error("{name}: not a snapshot: this is text, such as the source of an assembler")]
    TextSnapshot {
        /// The file.
        name: String,
    },
    /// An archive cannot be unpacked, or does not contain the requested file.
    #[error("{name}: {reason}")]
    Packed {
        /// The file.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A tape image cannot be read.
    #[error("{name}: {error}")]
    Tape {
        /// The tape.
        name: String,
        /// The error.
        error: ImageError,
    },
    /// A tape has no BASIC program, or is damaged.
    #[error("{name}: {error}")]
    Program {
        /// The tape.
        name: String,
        /// The error.
        error: tap::FileError,
    },
    /// A snapshot cannot be read.
    #[error("{name}: {error}")]
    Snapshot {
        /// The snapshot.
        name: String,
        /// The error.
        error: SnapshotError,
    },
    /// A recording cannot be read.
    #[error("{name}: {error}")]
    Recording {
        /// The recording.
        name: String,
        /// The error.
        error: RzxError,
    },
    /// A snapshot contains no BASIC program.
    #[error("{name}: there is no BASIC program in the memory of this snapshot")]
    NoProgram {
        /// The snapshot.
        name: String,
    },
    /// A snapshot or tape contains no character set.
    #[error(
        "{name}: no character set found: expected one in the RAM of a snapshot, or a file of 768 bytes on a tape"
    )]
    NoCharacters {
        /// The snapshot or tape.
        name: String,
    },
    /// A picture has the wrong size.
    #[error("{name}: not a valid .scr file: expected 6912 bytes, or 6144 without colours, found {size}")]
    PictureSize {
        /// The file.
        name: String,
        /// Its size in bytes.
        size: usize,
    },
    /// A picture is given where a program is required.
    #[error("{name}: a picture contains no program")]
    OnlyPicture {
        /// The picture.
        name: String,
    },
    /// A snapshot is given where a tape is required.
    #[error("{name}: a snapshot is neither a tape nor a listing")]
    NoTape {
        /// The snapshot.
        name: String,
    },
    /// A listing has errors; [`LoadError::message`] shows where.
    #[error("{}", self.message(false))]
    Listing {
        /// The listing.
        name: String,
        /// The message before the errors.
        message: String,
        /// Its text.
        text: String,
        /// The errors.
        errors: Diagnostics,
    },
    /// A program cannot be started.
    #[error("{name}: {error}")]
    Launch {
        /// The program.
        name: String,
        /// The reason.
        error: LaunchError,
    },
    /// The program cannot be run with these options.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The ROM cannot load programs.
    #[error("{}", LaunchError::NoLoader)]
    NoLoader,
    /// A ROM image has the wrong size.
    #[error("{name}: {error}")]
    Rom {
        /// The image.
        name: String,
        /// The error.
        error: RomError,
    },
    /// A file given as a ROM is something else.
    #[error("{name}: this is a {kind} of {size} bytes, not a ROM: give it as the program to run")]
    NoRom {
        /// The file.
        name: String,
        /// The kind of file that it is.
        kind: &'static str,
        /// Its size in bytes.
        size: usize,
    },
    /// A ROM does not start.
    #[error("{name}: {error}")]
    Boot {
        /// The ROM.
        name: String,
        /// The error.
        error: BootError,
    },
    /// A text is not the book's, or does not match the records.
    #[error("{name}: {error}")]
    Book {
        /// The text.
        name: String,
        /// The error.
        error: ImportError,
    },
    /// A directory of records cannot be used.
    #[error("{directory}: {error}")]
    Records {
        /// The directory.
        directory: String,
        /// The error.
        error: RecordError,
    },
    /// A corrected listing was requested, but the printed listing is not available.
    #[error("{0}: the book's listing is not available")]
    NothingToCorrect(String),
    /// An included restoration record is malformed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file of sessions cannot be used.
    #[error(transparent)]
    SessionFile(#[from] SessionFileError),
    /// The system has no data directory for the user.
    #[error("this system has no data directory")]
    NoDataDirectory,
}

/// A suggestion for a name that is neither a file nor an id.
fn hint(id: &str, meant: Option<&str>) -> String {
    match meant {
        Some(name) => format!("did you mean {name}?"),
        None => format!(
            "give a file with its extension ({id}.bas, or .txt, .tap, .tzx, .pzx, .sna, .z80, .szx, .rzx, .scr, .zip, .gz), an included program by its id"
        ),
    }
}

impl LoadError {
    /// Adds that the error is in a file that an environment variable names.
    pub(crate) fn named_by(self, variable: &'static str) -> LoadError {
        LoadError::NamedBy {
            variable,
            error: Box::new(self),
        }
    }

    /// Returns the message, with the positions of a listing's errors, in colour or plain.
    pub fn message(&self, colour: bool) -> String {
        match self {
            LoadError::Listing {
                name,
                message,
                text,
                errors,
            } => format!("{}:\n{}", shown(message), errors.render(name, text, colour)),
            LoadError::NamedBy { variable, error } => {
                format!("{} ({variable} names it)", error.message(colour))
            }
            error => shown(&error.to_string()).into_owned(),
        }
    }
}

/// A notice about a target that was loaded.
#[derive(Debug, Clone)]
pub enum Notice {
    /// The program is the book's listing of this id.
    TheBooks(String),
    /// The program is the listing of this id from another book with this title.
    OfBook(String, String),
    /// The program is the listing of this id with the errata of its record applied.
    Corrected(String),
    /// The corrected listing of this id was requested, but its record has no errata.
    NoErrata(String),
    /// The program is an edition of a listing from a companion paper of the book.
    AfterPaper(String),
    /// The program is the included edition because the book's text is not available.
    Edition(String),
    /// Another version imported the book's listings in this directory, with other restoration records.
    StaleImport(String),
    /// A program has bytes after its lines.
    Tail {
        /// The program.
        name: String,
        /// The number of bytes after the lines.
        bytes: usize,
        /// Why they are not lines.
        why: ProgramError,
    },
    /// A snapshot was made with another ROM: it was stopped inside that ROM, or its stack has an address that
    /// is not a return address in this ROM.
    OtherRom {
        /// The snapshot.
        name: String,
        /// The address.
        address: u16,
    },
    /// A snapshot was stopped in another ROM, and continues in ours.
    Resumed {
        /// The snapshot.
        name: String,
        /// How it continues, as a clause.
        how: String,
    },
    /// The stack of a `.sna` snapshot is in ROM, so that PC, which the format keeps on the stack, is lost.
    LostPc {
        /// The snapshot.
        name: String,
        /// The stack pointer.
        sp: u16,
    },
    /// A recording says that it was made with another ROM.
    RecordedRom {
        /// The recording.
        name: String,
    },
    /// Blocks of a tape have wrong checksums: the ROM rejects them if the program loads them.
    DamagedBlocks {
        /// The tape.
        name: String,
        /// The blocks' numbers, from 1.
        blocks: Vec<usize>,
    },
    /// A listing has warnings.
    Warnings {
        /// The listing.
        name: String,
        /// Its text.
        text: String,
        /// The warnings.
        warnings: Diagnostics,
    },
}

impl Notice {
    /// Whether the target is run although something is wrong with it.
    pub fn is_warning(&self) -> bool {
        match self {
            Notice::TheBooks(_)
            | Notice::OfBook(..)
            | Notice::Corrected(_)
            | Notice::NoErrata(_)
            | Notice::AfterPaper(_)
            | Notice::Edition(_) => false,
            Notice::StaleImport(_)
            | Notice::Tail { .. }
            | Notice::OtherRom { .. }
            | Notice::Resumed { .. }
            | Notice::LostPc { .. }
            | Notice::RecordedRom { .. }
            | Notice::DamagedBlocks { .. }
            | Notice::Warnings { .. } => true,
        }
    }

    /// Returns the notice as a sentence, or the warnings with their positions, in colour or plain.
    pub fn message(&self, colour: bool) -> String {
        match self {
            Notice::Warnings { name, text, warnings } => warnings.render(name, text, colour),
            notice => notice.sentence(),
        }
    }

    /// Returns the notice as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Notice::TheBooks(id) => format!("{id}: the book's listing"),
            Notice::OfBook(id, title) => format!("{id}: the listing of \"{title}\""),
            Notice::Corrected(id) => format!("{id}: the errata of its record are applied"),
            Notice::NoErrata(id) => format!("{id}: its record has no errata: this is the listing as printed"),
            Notice::AfterPaper(id) => format!("{id}: our program after a companion paper"),
            Notice::Edition(id) => format!("{id}: our edition"),
            Notice::StaleImport(directory) => {
                format!("the listings in {directory} were imported by another version")
            }
            Notice::Tail { name, bytes, why } => {
                let are = if *bytes == 1 { "byte is" } else { "bytes are" };
                format!("{name}: the last {bytes} {are} not BASIC lines: {why}")
            }
            Notice::OtherRom { name, address } => format!(
                "{name}: warning: this snapshot was made with another ROM and returns into it at {address:04X}"
            ),
            Notice::Resumed { name, how } => {
                format!("{name}: warning: this snapshot was stopped in another ROM: {how}")
            }
            Notice::LostPc { name, sp } => format!(
                "{name}: warning: SP is {sp:04X}, in ROM: a .sna file keeps PC on the stack, so this snapshot does not say where the program continues"
            ),
            Notice::RecordedRom { name } => format!(
                "{name}: warning: this recording was made with another ROM, whose interrupt routine is a part of each frame: run it with that ROM"
            ),
            Notice::DamagedBlocks { name, blocks } => match blocks.as_slice() {
                [block] => format!(
                    "{name}: warning: block {block} has a wrong checksum: LOAD stops there with report R"
                ),
                blocks => format!(
                    "{name}: warning: blocks {} have wrong checksums: LOAD stops there with report R",
                    counted(blocks)
                ),
            },
            Notice::Warnings { name, warnings, .. } => format!("{name}: {warnings}"),
        }
    }
}

/// Formats numbers as a list: `2, 3 and 7`; long lists are truncated.
fn counted(numbers: &[usize]) -> String {
    const MAX_NUMBERS: usize = 6;
    let listed = |numbers: &[usize]| {
        numbers
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    match numbers {
        numbers if numbers.len() > MAX_NUMBERS => {
            let (first, others) = numbers.split_at(MAX_NUMBERS);
            format!("{} and {} others", listed(first), others.len())
        }
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", listed(first)),
        numbers => listed(numbers),
    }
}
