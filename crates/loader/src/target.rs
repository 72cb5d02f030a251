//! Run targets: files, listings of the book, and included editions.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_files::FileError;
use girafa_inspect::program;
use girafa_reference::papers;
use girafa_spectrum::rzx::Recording;
use girafa_spectrum::snapshot::{Format, sna};
use girafa_spectrum::tape::{plus3dos, pzx, tzx};
use girafa_spectrum::{Rom, Spectrum, Tape};

use crate::book;
use crate::editions;
use crate::error::{LoadError, Notice};
use crate::library;
use crate::listing;
use crate::open::{Opened, extension_of, is_known, is_packed, is_tape, names_part, open, tape_of, unpacked};
use crate::unknown::unknown;

/// A program or a picture in one of the supported formats.
pub enum Target {
    /// A tape: .tap, .tzx or .pzx.
    Tape(Tape),
    /// The program of a listing, started by RUN, which clears the screen first.
    Program(Program),
    /// A snapshot.
    Snapshot(Snapshot),
    /// A recording of a run's input: .rzx.
    Recording(Recording),
    /// A picture of the screen: .scr.
    Picture(Picture),
}

/// A screen in the machine's format: the bitmap, and optionally the attributes.
pub struct Picture(Vec<u8>);

impl Picture {
    /// Size in bytes of the bitmap alone, and with attributes.
    const SIZES: [usize; 2] = [6144, 6912];

    /// Creates a picture from the contents of the file `path`.
    ///
    /// # Errors
    /// The size is not that of a picture.
    pub fn new(path: &Path, bytes: Vec<u8>) -> Result<Picture, LoadError> {
        if Picture::SIZES.contains(&bytes.len()) {
            Ok(Picture(bytes))
        } else {
            Err(LoadError::PictureSize {
                name: path.display().to_string(),
                size: bytes.len(),
            })
        }
    }

    /// Returns `machine`, which waits for a key, with the picture on its screen. Without attributes the
    /// screen's attributes stay unchanged.
    pub(crate) fn shown(&self, mut machine: Spectrum) -> Spectrum {
        const SCREEN: u16 = 0x4000;
        for (address, &byte) in (SCREEN..).zip(&self.0) {
            machine.poke(address, byte);
        }
        machine
    }
}

/// The contents of a snapshot file.
pub struct Snapshot {
    /// Its format.
    pub format: Format,
    /// All its bytes.
    pub bytes: Vec<u8>,
}

impl Snapshot {
    /// Returns the machine in the snapshot, with `rom` unless the snapshot includes a ROM. Error messages use
    /// `name`.
    ///
    /// # Errors
    /// The snapshot is damaged.
    pub fn load(&self, name: &str, rom: &Rom) -> Result<Spectrum, LoadError> {
        self.format
            .load(&self.bytes, rom)
            .map_err(|error| LoadError::Snapshot {
                name: name.to_owned(),
                error,
            })
    }

    /// Returns the stack pointer in a `.sna` file if it points to ROM, where the format cannot keep PC. `machine`
    /// is the loaded machine.
    pub(crate) fn stack_in_rom(&self, machine: &Spectrum) -> Option<u16> {
        let sp = machine.cpu.sp.wrapping_sub(2);
        (self.format == Format::Sna && !sna::holds_pc(sp)).then_some(sp)
    }
}

/// Returns the machine that plays the recording called `name`.
pub(crate) fn started(name: &str, recording: &Recording, rom: &Rom) -> Result<Spectrum, LoadError> {
    recording.start(rom).map_err(|error| LoadError::Recording {
        name: name.to_owned(),
        error,
    })
}

impl Target {
    /// Returns the target called `name` as a tape; a listing starts at its first line, unless it names another.
    ///
    /// # Errors
    /// The tape image is damaged, or the target is a snapshot.
    pub fn tape(&self, name: &str) -> Result<Tape, LoadError> {
        match self {
            Target::Tape(tape) => Ok(tape.clone()),
            Target::Program(program) => {
                let mut program = program.clone();
                program.start_itself();
                let blocks = tap::program_blocks(&program).map_err(|error| LoadError::Program {
                    name: name.to_owned(),
                    error,
                })?;
                Ok(Tape::new(blocks.into()))
            }
            Target::Snapshot(_) | Target::Recording(_) => Err(LoadError::NoTape {
                name: name.to_owned(),
            }),
            Target::Picture(_) => Err(LoadError::OnlyPicture {
                name: name.to_owned(),
            }),
        }
    }

    /// Returns the BASIC program of the target called `name`; for a snapshot the program in its memory.
    ///
    /// # Errors
    /// The file is damaged, or has no BASIC program.
    pub fn program(&self, name: &str) -> Result<Program, LoadError> {
        let name = name.to_owned();
        match self {
            Target::Tape(tape) => {
                tap::first_program(tape.blocks()).map_err(|error| LoadError::Program { name, error })
            }
            Target::Program(program) => Ok(program.clone()),
            Target::Snapshot(snapshot) => {
                let machine = snapshot.load(&name, &girafa_rom::girafa48())?;
                program::of_machine(&machine).ok_or(LoadError::NoProgram { name })
            }
            Target::Recording(recording) => {
                let machine = started(&name, recording, &girafa_rom::girafa48())?;
                program::of_machine(&machine).ok_or(LoadError::NoProgram { name })
            }
            Target::Picture(_) => Err(LoadError::OnlyPicture { name }),
        }
    }
}

/// A target with the notices about it.
pub struct Resolved {
    /// The target.
    pub target: Target,
    /// Notices for the user.
    pub notices: Vec<Notice>,
}

impl From<Target> for Resolved {
    fn from(target: Target) -> Resolved {
        Resolved {
            target,
            notices: Vec::new(),
        }
    }
}

/// Reads the target `name` according to its extension. A name without a known extension that is not a path is
/// an id; `-` is standard input with a listing or a tape.
///
/// # Errors
/// There is no such file or id; the file cannot be read, or does not match its extension.
pub fn resolve(name: impl AsRef<OsStr>) -> Result<Resolved, LoadError> {
    let path = Path::new(&name);
    if girafa_files::is_standard_input(path) {
        return of_standard_input(path);
    }
    match extension_of(path).as_deref() {
        None if is_id(path) && !path.exists() => of_id(&path.to_string_lossy()),
        _ if path.is_dir() => Err(FileError::system(path, io::ErrorKind::IsADirectory.into()).into()),
        Some(extension) if is_packed(extension) || is_known(extension) => of_opened(open(path)?),
        _ if names_part(path) => of_opened(open(path)?),
        _ => Err(LoadError::UnknownExtension(path.to_owned())),
    }
}

/// Returns the target with these contents, according to the extension of the path; reads no files.
///
/// # Errors
/// The contents do not match the extension, or the extension is unknown.
pub fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Resolved, LoadError> {
    of_opened(unpacked(path, bytes, "")?)
}

/// Returns the target of an opened file.
///
/// # Errors
/// Same as [`of_bytes`].
pub fn of_opened(opened: Opened) -> Result<Resolved, LoadError> {
    let path = opened.path.as_path();
    let extension = opened.extension();
    if opened.bytes.starts_with(plus3dos::MAGIC) {
        return Ok(Target::Tape(opened.tape()?).into());
    }
    if is_tape(&extension) {
        let tape = opened.tape()?;
        let notices = damaged(path, &tape);
        let target = Target::Tape(tape);
        return Ok(Resolved { target, notices });
    }
    opened.whole()?;
    if let Some(format) = Format::of_extension(&extension) {
        if is_text(&opened.bytes) {
            let name = girafa_files::shown(path);
            return Err(LoadError::TextSnapshot { name });
        }
        let bytes = opened.bytes;
        return Ok(Target::Snapshot(Snapshot { format, bytes }).into());
    }
    if girafa_files::is_listing(path) {
        let path = path.to_owned();
        return Ok(of_listing(listing::read(&path, opened.text()?)?));
    }
    match &*extension {
        "rzx" => {
            let recording = Recording::from_bytes(&opened.bytes).map_err(|error| LoadError::Recording {
                name: girafa_files::shown(path),
                error,
            })?;
            Ok(Target::Recording(recording).into())
        }
        "scr" => Ok(Target::Picture(Picture::new(path, opened.bytes.clone())?).into()),
        _ => Err(LoadError::UnknownExtension(path.to_owned())),
    }
}

/// Whether a file is plain text: `.z80` is also the extension of assembler source files.
fn is_text(bytes: &[u8]) -> bool {
    let is_written = |&byte: &u8| byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A);
    bytes.contains(&b'\n') && bytes.iter().all(is_written)
}

fn of_listing((program, notices): (Program, Vec<Notice>)) -> Resolved {
    let target = started_by_run(program);
    Resolved { target, notices }
}

/// Reads standard input, called `path`: a tape if it starts like one, or if it is a .tap file and not text;
/// otherwise a listing.
fn of_standard_input(path: &Path) -> Result<Resolved, LoadError> {
    let bytes = girafa_files::read(path)?;
    let has_mark = [&tzx::MAGIC[..], pzx::MAGIC, plus3dos::MAGIC]
        .iter()
        .any(|mark| bytes.starts_with(mark));
    if has_mark || bytes.contains(&0) && Tape::from_tap(&bytes).is_ok() {
        let tape = tape_of(path, "tap", &bytes)?;
        let notices = damaged(path, &tape);
        let target = Target::Tape(tape);
        return Ok(Resolved { target, notices });
    }
    let text = girafa_files::text_of(path, bytes)?;
    Ok(of_listing(listing::read(path, text)?))
}

/// Returns the program `id`: the book's listing if its text is available, otherwise the included edition,
/// otherwise a listing of another book. `ID@corrected` is the book's listing with the errata of its record
/// applied.
fn of_id(name: &str) -> Result<Resolved, LoadError> {
    let mut notices: Vec<Notice> = book::stale_import().into_iter().collect();
    let asks = book::without_corrected(name);
    let id = asks.unwrap_or(name);
    if asks.is_some()
        && let Some(program) = corrected_listing(id)?
    {
        notices.push(Notice::Corrected(id.to_owned()));
        let target = started_by_run(program);
        return Ok(Resolved { target, notices });
    }
    let (program, notice) = if let Some(original) = book::original(id)? {
        (original, Notice::TheBooks(id.to_owned()))
    } else if let Some(edition) = editions::edition(id)? {
        if asks.is_some() {
            return Err(LoadError::NothingToCorrect(name.to_owned()));
        }
        let is_after_paper = papers::PROGRAMS.iter().any(|(known, _)| *known == id);
        let notice = if is_after_paper {
            Notice::AfterPaper(id.to_owned())
        } else {
            Notice::Edition(id.to_owned())
        };
        (edition, notice)
    } else if let Some((program, title)) = library::listing(id, false)? {
        (program, Notice::OfBook(id.to_owned(), title))
    } else {
        return Err(unknown(name));
    };
    notices.push(notice);
    notices.extend(asks.map(|id| Notice::NoErrata(id.to_owned())));
    let target = started_by_run(program);
    Ok(Resolved { target, notices })
}

/// Starts a listing with RUN, which clears the messages of LOAD from the screen, unless it names another line to
/// start at, or its first line and variables, which RUN clears too.
fn started_by_run(mut program: Program) -> Target {
    let first = program.lines.first().map(|line| line.number);
    if program.variables.is_empty() && program.autostart == first {
        program.autostart = None;
    }
    Target::Program(program)
}

/// Returns the corrected listing of `id`, from any book; `None` if there is none.
fn corrected_listing(id: &str) -> Result<Option<Program>, LoadError> {
    if let Some(program) = book::listing(id, true)? {
        return Ok(Some(program));
    }
    let is_included = book::original(id)?.is_some() || editions::edition(id)?.is_some();
    if is_included {
        return Ok(None);
    }
    Ok(library::listing(id, true)?.map(|(program, _)| program))
}

/// Returns the id of the corrected listing for `name`; `None` if `name` is not an id.
pub fn corrected(name: &OsStr) -> Option<String> {
    let name = name.to_str().filter(|name| is_id(Path::new(name)))?;
    Some(match book::without_corrected(name) {
        Some(_) => name.to_owned(),
        None => book::corrected_id(name),
    })
}

fn is_id(name: &Path) -> bool {
    let name = name.to_string_lossy();
    let id = book::without_corrected(&name).unwrap_or(&name);
    id.as_bytes()
        .iter()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-')
}

/// Returns a notice if the program called `name` has bytes after its lines.
pub fn tail(name: &str, program: &Program) -> Vec<Notice> {
    let notice = program.why_tail().map(|why| Notice::Tail {
        name: name.to_owned(),
        bytes: program.tail.len(),
        why,
    });
    notice.into_iter().collect()
}

/// Returns a notice if blocks of the tape in the file `path` are damaged.
pub fn damaged(path: &Path, tape: &Tape) -> Vec<Notice> {
    let blocks = tape.bad_checksums();
    let notice = (!blocks.is_empty()).then(|| Notice::DamagedBlocks {
        name: girafa_files::shown(path),
        blocks,
    });
    notice.into_iter().collect()
}
