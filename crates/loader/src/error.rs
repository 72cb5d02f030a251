//! Why a target cannot be loaded, and notices about one that can.

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
use girafa_spectrum::snapshot::SnapshotError;
use girafa_spectrum::tape::ImageError;
use girafa_verify::script::SessionFileError;
use thiserror::Error;

/// Why a target cannot be run. `name` is what the user called it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// What is wrong is in a file that an environment variable names.
    #[error("{error} ({variable} names it)")]
    NamedBy {
        /// The variable.
        variable: &'static str,
        /// What is wrong.
        error: Box<LoadError>,
    },
    /// The extension is not one of a target's, and the name is not an id.
    #[error("{}: not a .bas, .txt, .tap, .tzx, .pzx, .sna, .z80, .szx, .scr, .zip or .gz file, and not the id of a listing", .0.display())]
    NoSubject(PathBuf),
    /// No program has this id.
    #[error("{id} is neither a file nor an included program: {}", hint(id, meant.as_deref()))]
    UnknownId {
        /// The id.
        id: String,
        /// What may be meant: a file beside it, or an id that is spelled nearly so.
        meant: Option<String>,
    },
    /// A file does not begin as its extension says.
    #[error("{}: not a .{extension} file: it does not begin with {mark}", path.display())]
    WrongMark {
        /// The file.
        path: PathBuf,
        /// Its extension.
        extension: String,
        /// What such a file begins with.
        mark: &'static str,
    },
    /// A file that is a snapshot by its name is text.
    #[error("{name}: not a snapshot: this is text, such as the source of an assembler")]
    TextSnapshot {
        /// The file.
        name: String,
    },
    /// A packed file cannot be unpacked, or has not what is asked for.
    #[error("{name}: {reason}")]
    Packed {
        /// The file.
        name: String,
        /// Why.
        reason: String,
    },
    /// A tape image cannot be read.
    #[error("{name}: {error}")]
    Tape {
        /// The tape.
        name: String,
        /// What is wrong with it.
        error: ImageError,
    },
    /// There is no BASIC program on a tape, or it is damaged.
    #[error("{name}: {error}")]
    Program {
        /// The tape.
        name: String,
        /// What is wrong with it.
        error: tap::FileError,
    },
    /// A snapshot cannot be read.
    #[error("{name}: {error}")]
    Snapshot {
        /// The snapshot.
        name: String,
        /// What is wrong with it.
        error: SnapshotError,
    },
    /// There is no BASIC program in a snapshot.
    #[error("{name}: there is no BASIC program in the memory of this snapshot")]
    NoProgram {
        /// The snapshot.
        name: String,
    },
    /// A picture has another size.
    #[error("{name}: not a valid .scr file: expected 6912 bytes, or 6144 without colours, found {size}")]
    PictureSize {
        /// The file.
        name: String,
        /// Bytes given.
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
    /// A listing has mistakes; [`LoadError::message`] shows them in their places.
    #[error("{}", self.message(false))]
    Listing {
        /// The listing.
        name: String,
        /// What is said of it, before the mistakes.
        said: String,
        /// Its text.
        text: String,
        /// The mistakes.
        errors: Diagnostics,
    },
    /// A program cannot be started.
    #[error("{name}: {error}")]
    Launch {
        /// The program.
        name: String,
        /// Why.
        error: LaunchError,
    },
    /// It cannot be run as asked.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The ROM cannot load a program.
    #[error("{}", LaunchError::NoLoader)]
    NoLoader,
    /// A ROM image has the wrong size.
    #[error("{name}: {error}")]
    Rom {
        /// The image.
        name: String,
        /// What is wrong with it.
        error: RomError,
    },
    /// What is given as a ROM is something else.
    #[error("{name}: this is a {kind} of {size} bytes, not a ROM: give it as the program to run")]
    NoRom {
        /// The file.
        name: String,
        /// What it is.
        kind: &'static str,
        /// Its bytes.
        size: usize,
    },
    /// A ROM does not start.
    #[error("{name}: {error}")]
    Boot {
        /// The ROM.
        name: String,
        /// What is wrong with it.
        error: BootError,
    },
    /// A text is not the book's, or not as the records know it.
    #[error("{name}: {error}")]
    Book {
        /// The text.
        name: String,
        /// What is wrong with it.
        error: ImportError,
    },
    /// A directory of records cannot be used.
    #[error("{directory}: {error}")]
    Records {
        /// The directory.
        directory: String,
        /// What is wrong with it.
        error: RecordError,
    },
    /// The corrected listing is asked for of a program whose printed one is not there.
    #[error("{0}: the book's listing is not available")]
    NothingToCorrect(String),
    /// A restoration record that comes with the program is malformed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file of sessions cannot be used.
    #[error(transparent)]
    SessionFile(#[from] SessionFileError),
    /// The system has no directory for a user's data.
    #[error("this system has no data directory")]
    NoDataDirectory,
}

/// What to do about a name that is not a file and no id.
fn hint(id: &str, meant: Option<&str>) -> String {
    match meant {
        Some(name) => format!("did you mean {name}?"),
        None => format!(
            "give a file with its extension ({id}.bas, or .txt, .tap, .tzx, .pzx, .sna, .z80, .szx, .scr, .zip, .gz), an included program by its id"
        ),
    }
}

impl LoadError {
    /// The same, said to be about a file that an environment variable names.
    pub(crate) fn named_by(self, variable: &'static str) -> LoadError {
        LoadError::NamedBy {
            variable,
            error: Box::new(self),
        }
    }

    /// The message, with the places of a listing's mistakes, in colour or not.
    pub fn message(&self, colour: bool) -> String {
        match self {
            LoadError::Listing {
                name,
                said,
                text,
                errors,
            } => format!("{}:\n{}", shown(said), errors.render(name, text, colour)),
            LoadError::NamedBy { variable, error } => {
                format!("{} ({variable} names it)", error.message(colour))
            }
            error => shown(&error.to_string()).into_owned(),
        }
    }
}

/// A notice about a target that can be loaded.
#[derive(Debug, Clone)]
pub enum Notice {
    /// The program is the book's listing of this id.
    TheBooks(String),
    /// The program is the listing of this id of another book, whose title this is.
    OfBook(String, String),
    /// The program is the listing of this id with the errata of its record applied.
    Corrected(String),
    /// The corrected listing of this id was asked for, but its record has no errata.
    NoErrata(String),
    /// The program is ours, after a companion paper of the book.
    AfterPaper(String),
    /// The program is our edition: the book's text is not known.
    Edition(String),
    /// The book's listings in this directory were imported by another version, with other restoration
    /// records.
    StaleImport(String),
    /// The lines of a program end before its bytes do.
    Tail {
        /// The program.
        name: String,
        /// How many bytes follow the lines.
        bytes: usize,
        /// Why they are no lines.
        why: ProgramError,
    },
    /// A snapshot was made with another ROM: it was stopped in it, or its stack leads to an address that is
    /// not a place to return to here.
    OtherRom {
        /// The snapshot.
        name: String,
        /// The address.
        address: u16,
    },
    /// Blocks of a tape have wrong checksums: the ROM refuses them, if it is asked for them at all.
    DamagedBlocks {
        /// The tape.
        name: String,
        /// The blocks' numbers, from 1.
        blocks: Vec<usize>,
    },
    /// What is doubtful in a listing.
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
    /// The notice as a sentence, or as what is doubtful in its places, in colour or not.
    pub fn message(&self, colour: bool) -> String {
        match self {
            Notice::Warnings { name, text, warnings } => warnings.render(name, text, colour),
            notice => notice.sentence(),
        }
    }

    /// The notice as a sentence.
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

/// Some numbers as a list: `2, 3 and 7`; of many the first few.
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
