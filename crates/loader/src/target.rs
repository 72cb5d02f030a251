//! What is to be run: a file, a listing of the book, or our edition of it.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_files::FileError;
use girafa_inspect::program;
use girafa_reference::papers;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::tape::{plus3dos, pzx, tzx};
use girafa_spectrum::{Rom, Spectrum, Tape};

use crate::book;
use crate::editions;
use crate::error::{LoadError, Notice};
use crate::library;
use crate::listing;
use crate::open::{Opened, extension_of, is_known, is_packed, names_part, open, tape_of, unpacked};
use crate::unknown::unknown;

/// A program in one of its forms.
pub enum Target {
    /// A tape: .tap, .tzx or .pzx.
    Tape(Tape),
    /// A listing's program, to be started by RUN, which clears the screen first.
    Program(Program),
    /// A snapshot.
    Snapshot(Snapshot),
    /// A picture of the screen: .scr.
    Picture(Picture),
}

/// A picture as the machine keeps it: the bitmap, and perhaps the attributes.
pub struct Picture(Vec<u8>);

impl Picture {
    /// Bytes of a bitmap alone, and with attributes.
    const SIZES: [usize; 2] = [6144, 6912];

    /// The picture in the file `path` with these bytes.
    ///
    /// # Errors
    /// Another size than a picture's.
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

    /// `machine`, which waits for a key, with the picture on its screen. Without attributes those that are
    /// there stay.
    pub(crate) fn shown(&self, mut machine: Spectrum) -> Spectrum {
        const SCREEN: u16 = 0x4000;
        for (address, &byte) in (SCREEN..).zip(&self.0) {
            machine.poke(address, byte);
        }
        machine
    }
}

/// A snapshot as it is in its file.
pub struct Snapshot {
    format: Format,
    bytes: Vec<u8>,
}

impl Snapshot {
    /// The machine in it, with `rom` unless it brings its own. Errors are about `name`.
    ///
    /// # Errors
    /// It is damaged.
    pub fn load(&self, name: &str, rom: &Rom) -> Result<Spectrum, LoadError> {
        self.format
            .load(&self.bytes, rom)
            .map_err(|error| LoadError::Snapshot {
                name: name.to_owned(),
                error,
            })
    }
}

impl Target {
    /// The target, called `name`, as a tape; a listing starts at its first line. Errors: a damaged tape
    /// image; a snapshot.
    pub fn tape(&self, name: &str) -> Result<Tape, LoadError> {
        match self {
            Target::Tape(tape) => Ok(tape.clone()),
            Target::Program(program) => {
                let mut program = program.clone();
                program.autostart = program.lines.first().map(|line| line.number);
                let blocks = tap::program_blocks(&program).map_err(|error| LoadError::Program {
                    name: name.to_owned(),
                    error,
                })?;
                Ok(Tape::new(blocks.into()))
            }
            Target::Snapshot(_) => Err(LoadError::NoTape {
                name: name.to_owned(),
            }),
            Target::Picture(_) => Err(LoadError::OnlyPicture {
                name: name.to_owned(),
            }),
        }
    }

    /// The BASIC program itself, of the target called `name`; a snapshot's is the one in its memory. Errors:
    /// a damaged file; there is none.
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
            Target::Picture(_) => Err(LoadError::OnlyPicture { name }),
        }
    }
}

/// A target with the notices about it.
pub struct Resolved {
    /// The target.
    pub target: Target,
    /// What the user should know.
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

/// Reads what `name` names, by its extension; a name that has no such extension and is not a path is an id,
/// and `-` is standard input, with a listing or a tape.
///
/// # Errors
/// There is no such file or id; the file cannot be read, or is not what its extension says.
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
        _ => Err(LoadError::NoSubject(path.to_owned())),
    }
}

/// What the bytes of a file are, by the extension of its name; nothing is read from a disk.
///
/// # Errors
/// They are not what the extension says; no such extension is known.
pub fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Resolved, LoadError> {
    of_opened(unpacked(path, bytes, "")?)
}

/// What a file is that has been opened.
///
/// # Errors
/// Those of [`of_bytes`].
pub fn of_opened(opened: Opened) -> Result<Resolved, LoadError> {
    let path = opened.path.as_path();
    let extension = opened.extension();
    if opened.bytes.starts_with(plus3dos::MAGIC) {
        return Ok(Target::Tape(opened.tape()?).into());
    }
    if matches!(&*extension, "tap" | "tzx" | "pzx") {
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
        "scr" => Ok(Target::Picture(Picture::new(path, opened.bytes.clone())?).into()),
        _ => Err(LoadError::NoSubject(path.to_owned())),
    }
}

/// Whether a file has nothing but characters and ends of lines: `.z80` is also what assemblers call their sources.
fn is_text(bytes: &[u8]) -> bool {
    let is_written = |&byte: &u8| byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A);
    bytes.contains(&b'\n') && bytes.iter().all(is_written)
}

fn of_listing((program, notices): (Program, Vec<Notice>)) -> Resolved {
    let target = started_by_run(program);
    Resolved { target, notices }
}

/// What comes from standard input, called `path`: a tape, where it begins as one or is a .tap and no text,
/// else a listing.
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

/// The program `id`: the book's listing where its text is known, else our edition, or a listing of another
/// book. As `ID@corrected` it is the book's listing with the errata of its record applied.
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

/// A listing is run as its reader would: RUN clears the screen of what LOAD has printed.
fn started_by_run(mut program: Program) -> Target {
    program.autostart = None;
    Target::Program(program)
}

/// The corrected listing of `id`, of the book or of another; `None` where there is none.
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

/// What asks for the corrected listing of what `name` asks for; `None` where that is not an id.
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

/// The notice that the lines of the program called `name` end before its bytes do, if that is so.
pub fn tail(name: &str, program: &Program) -> Vec<Notice> {
    let notice = program.why_tail().map(|why| Notice::Tail {
        name: name.to_owned(),
        bytes: program.tail.len(),
        why,
    });
    notice.into_iter().collect()
}

/// The notice that blocks of the tape in the file `path` are damaged, if some are.
pub fn damaged(path: &Path, tape: &Tape) -> Vec<Notice> {
    let blocks = tape.bad_checksums();
    let notice = (!blocks.is_empty()).then(|| Notice::DamagedBlocks {
        name: girafa_files::shown(path),
        blocks,
    });
    notice.into_iter().collect()
}
