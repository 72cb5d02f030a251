//! Opens the files that are given to commands: unpacks archives, and selects a part of a file.
//!
//! | name | file or part that is read |
//! | --- | --- |
//! | `nim.bas` | the file |
//! | `nim.tap.gz` | the unpacked file |
//! | `jogos.zip` | the only program in it |
//! | `jogos.zip/nim.tap` | this file in it |
//! | `jogos.tap/2`, `jogos.tap/nim` | the tape from its second program, or from the program of this name |

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use girafa_basic::charset;
use girafa_files::MAX_FILE_BYTES;
use girafa_spectrum::Tape;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::tape::{Header, plus3dos, pzx, tzx};

use crate::error::LoadError;

/// Maximum number of files examined in a .zip file.
const MAX_FILES: usize = 10_000;
/// Maximum number of names in a message.
const MAX_NAMES: usize = 20;

/// A file that has been read, and unpacked if necessary.
pub struct Opened {
    /// The name; its extension determines the type.
    pub path: PathBuf,
    /// The contents.
    pub bytes: Vec<u8>,
    /// The number or name of the selected program.
    part: Option<String>,
}

/// Reads the file or part that `path` names.
///
/// # Errors
/// The file or the part does not exist; the file cannot be read or unpacked; a .zip file has no program, or
/// several.
pub fn open(path: &Path) -> Result<Opened, LoadError> {
    let (file, part) = divided(path);
    unpacked(file, girafa_files::read(file)?, &part)
}

/// Whether a path has a part after the name of a file.
pub(crate) fn names_part(path: &Path) -> bool {
    !divided(path).1.is_empty()
}

/// Splits a path into the file and the part after it; the part is empty if the path itself exists.
fn divided(path: &Path) -> (&Path, String) {
    let mut before = path.ancestors().skip(1);
    match before.find(|path| path.is_file()) {
        Some(file) if !path.exists() => {
            let part = path.strip_prefix(file).unwrap_or(Path::new(""));
            (
                file,
                part.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"),
            )
        }
        _ => (path, String::new()),
    }
}

/// Unpacks the contents of the file `path` and selects `part`.
///
/// # Errors
/// Same as [`open`], except for read errors.
pub(crate) fn unpacked(path: &Path, bytes: Vec<u8>, part: &str) -> Result<Opened, LoadError> {
    let packed = |reason: String| LoadError::Packed {
        name: girafa_files::shown(path),
        reason,
    };
    let (inner, bytes, part) = match extension_of(path).as_deref() {
        Some("zip") => of_zip(path, &bytes, part).map_err(packed)?,
        Some("gz") => {
            let inner = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let bytes = all(flate2::read::MultiGzDecoder::new(&*bytes)).map_err(packed)?;
            let part = part.strip_prefix(&inner).unwrap_or(part).trim_start_matches('/');
            (inner, bytes, part.to_owned())
        }
        _ => (String::new(), bytes, part.to_owned()),
    };
    Ok(Opened {
        path: match inner.is_empty() {
            true => path.to_owned(),
            false => path.join(inner),
        },
        bytes,
        part: Some(part).filter(|part| !part.is_empty()),
    })
}

impl Opened {
    /// Returns the extension of the name in lower case.
    pub fn extension(&self) -> String {
        extension_of(&self.path).unwrap_or_default()
    }

    /// Whether the file is a listing by its name, or standard input; +3 disk files are not listings.
    pub fn is_listing(&self) -> bool {
        let has_name = girafa_files::is_listing(&self.path) || girafa_files::is_standard_input(&self.path);
        has_name && !self.bytes.starts_with(plus3dos::MAGIC)
    }

    /// Returns the text.
    ///
    /// # Errors
    /// The file is not text, or a part of it is selected.
    pub fn text(self) -> Result<String, LoadError> {
        self.whole()?;
        Ok(girafa_files::text_of(&self.path, self.bytes)?)
    }

    /// Returns the tape, starting at the selected program.
    ///
    /// # Errors
    /// The file is not a tape, or has no such program.
    pub fn tape(&self) -> Result<Tape, LoadError> {
        let tape = tape_of(&self.path, &self.extension(), &self.bytes)?;
        let Some(part) = &self.part else {
            return Ok(tape);
        };
        let programs = programs(&tape);
        let by_number = part
            .parse()
            .ok()
            .and_then(|number: usize| programs.get(number.checked_sub(1)?));
        let by_name = || programs.iter().find(|(_, name)| name == part);
        let found = by_number
            .or_else(by_name)
            .and_then(|(block, _)| tape.from_block(*block));
        found.ok_or_else(|| {
            let names = programs
                .iter()
                .zip(1..)
                .map(|((_, name), number)| format!("{number} {name:?}"));
            self.no_part(
                part,
                &format!("the tape has {}", listed(&names.collect::<Vec<_>>())),
            )
        })
    }

    /// Checks that no part is selected.
    ///
    /// # Errors
    /// A part is selected.
    pub fn whole(&self) -> Result<(), LoadError> {
        match &self.part {
            None => Ok(()),
            Some(part) => Err(self.no_part(part, "only tapes and .zip files have parts")),
        }
    }

    fn no_part(&self, part: &str, why: &str) -> LoadError {
        LoadError::Packed {
            name: girafa_files::shown(&self.path),
            reason: format!("{part:?} not found: {why}"),
        }
    }
}

/// Reads the tape in the file `path` with these contents. A .tap file with the extension .tzx or .pzx is
/// accepted.
///
/// # Errors
/// The contents do not match the extension, or are damaged.
pub(crate) fn tape_of(path: &Path, extension: &str, bytes: &[u8]) -> Result<Tape, LoadError> {
    let mark = match extension {
        "tzx" => Some("ZXTape!"),
        "pzx" => Some("PZXT"),
        _ => None,
    };
    if let Some(mark) = mark {
        let has_mark = bytes.starts_with(tzx::MAGIC) || bytes.starts_with(pzx::MAGIC);
        if !has_mark && Tape::from_tap(bytes).is_err() {
            return Err(LoadError::WrongMark {
                path: path.to_owned(),
                extension: extension.to_owned(),
                mark,
            });
        }
    }
    Tape::from_image(bytes).map_err(|error| LoadError::Tape {
        name: girafa_files::shown(path),
        error,
    })
}

/// The programs of a tape: the index of each header block, and the name.
fn programs(tape: &Tape) -> Vec<(usize, String)> {
    let headers = tape.blocks().iter().enumerate();
    let programs = headers.filter_map(|(index, block)| {
        let header = Header::of(block).filter(|header| header.kind == Header::PROGRAM)?;
        Some((index, tape_name(&header.name)))
    });
    programs.collect()
}

/// Converts a name on tape to text.
pub fn tape_name(codes: &[u8]) -> String {
    let name = codes.iter().map(|&code| charset::to_char(code).unwrap_or('?'));
    name.collect::<String>().trim_end().to_owned()
}

/// The name of the selected file of a .zip file, its contents, and the rest of the part.
fn of_zip(path: &Path, bytes: &[u8], part: &str) -> Result<(String, Vec<u8>, String), String> {
    let damaged = |error: rawzip::Error| format!("not a valid .zip file: {error}");
    let archive = rawzip::ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut files = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        let is_hidden = name.starts_with("__MACOSX/")
            || name.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
        if !entry.is_dir() && !is_hidden {
            files.push((name, entry.wayfinder(), entry.compression_method()));
        }
        if files.len() > MAX_FILES {
            return Err(format!("the file contains more than {MAX_FILES} files"));
        }
    }
    let chosen = match part {
        "" => only_program(
            path,
            &files.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(),
        )?,
        part => {
            let is_named = |name: &&str| {
                part.strip_prefix(*name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let names = files.iter().map(|(name, ..)| name.as_str());
            let named = names.clone().filter(is_named).max_by_key(|name| name.len());
            named.ok_or_else(|| {
                format!(
                    "{part:?} not found: the file contains {}",
                    listed(&names.collect::<Vec<_>>())
                )
            })?
        }
    };
    let (name, place, method) = files
        .iter()
        .find(|(name, ..)| name == chosen)
        .ok_or("no such file")?;
    let entry = archive.get_entry(*place).map_err(damaged)?;
    let unpacked = match *method {
        rawzip::CompressionMethod::STORE => all(entry.verifying_reader(Cursor::new(entry.data()))),
        rawzip::CompressionMethod::DEFLATE => {
            all(entry.verifying_reader(flate2::bufread::DeflateDecoder::new(entry.data())))
        }
        _ => Err("the compression method is not supported: use Deflate".to_owned()),
    };
    let unpacked = unpacked.map_err(|reason| format!("{name}: {reason}"))?;
    let rest = part
        .strip_prefix(name.as_str())
        .unwrap_or_default()
        .trim_start_matches('/');
    Ok((name.clone(), unpacked, rest.to_owned()))
}

/// Returns the only program; a text file next to a program is its documentation.
fn only_program<'a>(path: &Path, names: &[&'a str]) -> Result<&'a str, String> {
    let of = |is_meant: fn(&str) -> bool| {
        let meant = names
            .iter()
            .filter(|name| is_meant(&extension_of(Path::new(name)).unwrap_or_default()));
        meant.copied().collect::<Vec<&str>>()
    };
    let programs = of(|extension| extension != "txt" && is_known(extension));
    let texts = of(|extension| extension == "txt");
    match (programs.as_slice(), texts.as_slice()) {
        ([only], _) | ([], [only]) => Ok(only),
        ([], []) => Err("the file contains no tape, snapshot or listing".to_owned()),
        ([], several) | (several, _) => Err(format!(
            "the file contains {} programs: {}; name one of them, as {}/{}",
            several.len(),
            listed(several),
            girafa_files::shown(path),
            several[0]
        )),
    }
}

/// Reads to the end, up to the size limit for files.
fn all(reader: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes) {
        Err(error) => Err(format!("cannot be unpacked: {error}")),
        Ok(_) if bytes.len() as u64 > MAX_FILE_BYTES => Err(format!(
            "the unpacked file is larger than {} MiB",
            MAX_FILE_BYTES >> 20
        )),
        Ok(0) => Err("the unpacked file is empty".to_owned()),
        Ok(_) => Ok(bytes),
    }
}

fn listed(names: &[impl AsRef<str>]) -> String {
    let more = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names: Vec<&str> = names.iter().take(MAX_NAMES).map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        names => names.join(", ") + &more,
    }
}

/// Returns the extension of a file's name in lower case.
pub(crate) fn extension_of(path: &Path) -> Option<String> {
    path.extension()?.to_str().map(str::to_ascii_lowercase)
}

/// Whether files with this extension are archives or compressed files.
pub(crate) fn is_packed(extension: &str) -> bool {
    matches!(extension, "zip" | "gz")
}

/// Whether files with this extension are tapes.
pub(crate) fn is_tape(extension: &str) -> bool {
    matches!(extension, "tap" | "tzx" | "pzx")
}

/// Whether files with this extension are programs.
pub(crate) fn is_known(extension: &str) -> bool {
    matches!(extension, "bas" | "txt" | "rzx" | "scr")
        || is_tape(extension)
        || Format::of_extension(extension).is_some()
}
