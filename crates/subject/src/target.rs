//! What is to be run: a file, a listing of the book, or our edition of it.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_reference::papers;
use girafa_session::insight::program;
use girafa_spectrum::snapshot::{Format, SnapshotError};
use girafa_spectrum::tape::{pzx, tzx};
use girafa_spectrum::{Rom, Spectrum, Tape};

use crate::book;
use crate::editions;
use crate::exit::{Failure, tell};
use crate::files;
use crate::listing;

/// A program in one of its forms.
pub enum Target {
    /// A tape: .tap, .tzx or .pzx.
    Tape(Tape),
    /// A listing's program, to be started by RUN, which clears the screen first.
    Program(Program),
    /// A snapshot.
    Snapshot(Snapshot),
}

/// A snapshot as it is in its file.
pub struct Snapshot {
    format: Format,
    bytes: Vec<u8>,
}

impl Snapshot {
    /// The machine in it, with `rom` unless it brings its own.
    pub fn load(&self, rom: &Rom) -> Result<Spectrum, SnapshotError> {
        self.format.load(&self.bytes, rom)
    }
}

impl Target {
    /// The target, called `name`, as a tape; a listing starts at its first line. Errors: a damaged tape image; a snapshot.
    pub fn tape(&self, name: &str) -> Result<Tape, Failure> {
        match self {
            Target::Tape(tape) => Ok(tape.clone()),
            Target::Program(program) => {
                let mut program = program.clone();
                program.autostart = program.lines.first().map(|line| line.number);
                Ok(Tape::new(tap::program_blocks(&program).into()))
            }
            Target::Snapshot(_) => Err(Failure::bad_file(format_args!(
                "{name}: a snapshot is no tape, and no program to put on one"
            ))),
        }
    }

    /// The BASIC program itself, of the target called `name`; a snapshot's is the one in its memory. Errors: a damaged
    /// file; there is none.
    pub fn program(&self, name: &str) -> Result<Program, Failure> {
        let bad = |error: &dyn Display| Failure::bad_file(format_args!("{name}: {error}"));
        match self {
            Target::Tape(tape) => tap::first_program(tape.blocks()).map_err(|error| bad(&error)),
            Target::Program(program) => Ok(program.clone()),
            Target::Snapshot(snapshot) => {
                let machine = snapshot
                    .load(&girafa_rom::girafa48())
                    .map_err(|error| bad(&error))?;
                program::of_machine(&machine)
                    .ok_or_else(|| bad(&"there is no BASIC program in the memory of this snapshot"))
            }
        }
    }
}

/// Reads what `name` names, by its extension; a name that has no such extension and is no path is an id.
pub fn resolve(name: impl AsRef<OsStr>) -> Result<Target, Failure> {
    let path = Path::new(&name);
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase);
    if let Some(format) = extension.as_deref().and_then(Format::of_extension) {
        let bytes = files::read(path)?;
        return Ok(Target::Snapshot(Snapshot { format, bytes }));
    }
    match extension.as_deref() {
        Some("bas") => listing::tokenised(path).map(started_by_run),
        Some(extension @ ("tap" | "tzx" | "pzx")) => {
            tape_of(path, extension, &files::read(path)?).map(Target::Tape)
        }
        None if is_id(path) && !path.exists() => of_id(&path.to_string_lossy()).map(started_by_run),
        _ if path.is_dir() => Err(files::cannot(path, &io::ErrorKind::IsADirectory.into())),
        _ => Err(Failure::bad_file(format_args!(
            "{}: not a .bas, .tap, .tzx, .pzx, .sna, .z80 or .szx file, and not the id of a listing",
            path.display()
        ))),
    }
}

/// The program `id`: the book's listing where its text is known, else our edition. Standard error says which.
fn of_id(id: &str) -> Result<Program, Failure> {
    if let Some(original) = book::original(id)? {
        tell(format_args!("girafa: {id}: the book's listing"));
        return Ok(original);
    }
    let edition = editions::edition(id)?.ok_or_else(|| book::unknown(id))?;
    if papers::PROGRAMS.iter().any(|(known, _)| *known == id) {
        tell(format_args!("girafa: {id}: our program after a companion paper"));
        return Ok(edition);
    }
    tell(format_args!(
        "girafa: {id}: our edition (for the book's listing: girafa book import FILE, FILE being its text)"
    ));
    Ok(edition)
}

/// A listing is run as its reader would: RUN clears the screen of what LOAD has printed.
fn started_by_run(mut program: Program) -> Target {
    program.autostart = None;
    Target::Program(program)
}

fn is_id(name: &Path) -> bool {
    let bytes = name.as_os_str().as_encoded_bytes();
    bytes
        .iter()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-')
}

/// The tape in the file `path` with these bytes. What is called .tzx or .pzx and does not begin as such a file is refused; a
/// .tap file under that name is taken.
pub fn tape_of(path: &Path, extension: &str, bytes: &[u8]) -> Result<Tape, Failure> {
    check_mark(path, extension, bytes)?;
    Tape::from_image(bytes).map_err(|error| Failure::bad_file(format_args!("{}: {error}", path.display())))
}

fn check_mark(path: &Path, extension: &str, bytes: &[u8]) -> Result<(), Failure> {
    let mark = match extension {
        "tzx" => "ZXTape!",
        "pzx" => "PZXT",
        _ => return Ok(()),
    };
    if bytes.starts_with(tzx::MAGIC) || bytes.starts_with(pzx::MAGIC) || Tape::from_tap(bytes).is_ok() {
        return Ok(());
    }
    Err(Failure::bad_file(format_args!(
        "{}: not a .{extension} file: it does not begin with {mark}",
        path.display()
    )))
}
