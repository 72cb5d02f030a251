//! A directory of hostile files in which random commands run, and checks of what they changed.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use girafa_session::boot::Boot;
use girafa_session::launch;
use girafa_spectrum::snapshot::Format;
use tempfile::TempDir;

use super::process::Line;
use crate::escapes;

/// Options that name an output file or directory.
const OUTPUTS: [&str; 15] = [
    "-o",
    "--out",
    "--screen",
    "--gif",
    "--paper",
    "--save",
    "--wav",
    "--tape",
    "--junit",
    "--suggest",
    "--diff",
    "--bless",
    "--proof",
    "--learn",
    "--record",
];

/// The directory, and the contents of its files by relative path.
pub struct Room {
    directory: TempDir,
    files: BTreeMap<PathBuf, Vec<u8>>,
    names: Vec<OsString>,
}

impl Room {
    pub fn new() -> Room {
        let mut room = Room {
            directory: TempDir::new().unwrap(),
            files: BTreeMap::new(),
            names: Vec::new(),
        };
        room.fill();
        room.files = read(room.path());
        room.names = room
            .files
            .keys()
            .map(|path| path.clone().into_os_string())
            .collect();
        let others: [&OsStr; 11] = [
            "runs".as_ref(),
            "sd".as_ref(),
            "zero".as_ref(),
            "full".as_ref(),
            "null".as_ref(),
            "missing.bas".as_ref(),
            "tst".as_ref(),
            "records".as_ref(),
            ".".as_ref(),
            "good.bas/x".as_ref(),
            OsStr::from_bytes(b"no\xFF.tap"),
        ];
        room.names.extend(others.map(OsStr::to_owned));
        room
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Names for arguments: existing files, directories, links to devices, and missing files.
    pub fn names(&self) -> &[OsString] {
        &self.names
    }

    fn fill(&self) {
        escapes::files().put_in(self.path());
        for (name, bytes) in own() {
            let path = self.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        for device in ["zero", "full", "null"] {
            symlink(Path::new("/dev").join(device), self.path().join(device)).unwrap();
        }
    }

    /// Returns what a command changed although it must not, and restores the files.
    pub fn changed(&mut self, line: &Line) -> Option<String> {
        let now = read(self.path());
        if now == self.files {
            return None;
        }
        let outputs = Outputs::of(line);
        let mut found = None;
        for (path, bytes) in &self.files {
            if now.get(path) != Some(bytes) && !outputs.may_change(path) {
                found = Some(format!("{} is changed", path.display()));
            }
        }
        for path in now.keys().filter(|path| !self.files.contains_key(*path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".tmp") || name.starts_with(".girafa") || name == "new-by-shell" {
                found = Some(format!("{} is left", path.display()));
            }
        }
        for entry in fs::read_dir(self.path()).unwrap() {
            let path = entry.unwrap().path();
            let removed = if path.is_dir() && !path.is_symlink() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.unwrap();
        }
        self.fill();
        found
    }
}

/// The paths that the options of a command line may write to.
struct Outputs {
    written: Vec<PathBuf>,
    read: Vec<PathBuf>,
    blesses: bool,
    /// Whether it records the directory of a book's listings.
    imports: bool,
}

impl Outputs {
    fn of(line: &Line) -> Outputs {
        let first = line.arguments.first().map_or(&b""[..], |word| word.as_bytes());
        let (mut written, mut read) = (Vec::new(), Vec::new());
        let mut is_output = false;
        for word in &line.arguments {
            let bytes = word.as_bytes();
            let joined = bytes
                .iter()
                .position(|&byte| byte == b'=')
                .map(|at| bytes.split_at(at));
            // For `hardcopy`, `--text` is a flag.
            let is = |name: &[u8]| {
                OUTPUTS.iter().any(|output| output.as_bytes() == name)
                    || first == b"typein" && name == b"--text"
            };
            match joined {
                Some((name, value)) if is(name) => written.push(path_of(&value[1..])),
                Some((_, value)) => read.extend([path_of(&value[1..]), path_of(bytes)]),
                None if is_output => written.push(path_of(bytes)),
                // For example `-oFILE`.
                None if bytes.starts_with(b"-o") && bytes.len() > 2 => written.push(path_of(&bytes[2..])),
                None => read.push(path_of(bytes)),
            }
            is_output = is(bytes);
        }
        let has = |name: &str| line.arguments.iter().any(|word| word == name);
        if first == b"init" || has("--in-place") {
            written.append(&mut read);
        }
        if first == b"run" {
            // `run` may resume a snapshot and save it to the same file.
            read.retain(|path| !(is_snapshot(path) && written.contains(path)));
        }
        // A file in place of a directory is not read.
        let files = line
            .environment
            .iter()
            .filter(|(name, _)| *name != "XDG_DATA_HOME");
        read.extend(files.map(|(_, value)| PathBuf::from(value)));
        let is_standard_input = |word: &&OsString| matches!(word.as_bytes(), [.., b'=', b'-'] | b"-");
        if line.arguments.iter().any(|word| is_standard_input(&word)) {
            read.extend(line.input.iter().map(PathBuf::from));
        }
        Outputs {
            written,
            read,
            imports: has("import") || has("forget"),
            blesses: has("--bless"),
        }
    }

    /// Whether the command may change the file `path`: an output names it or one of its directories, and no
    /// input does. A session file may change if sessions are blessed.
    fn may_change(&self, path: &Path) -> bool {
        let is_session = path
            .extension()
            .is_some_and(|extension| extension == "toml" || extension == "png");
        if self.blesses && is_session || self.imports && path.starts_with("data") {
            return true;
        }
        let is_written = self.written.iter().any(|written| path.starts_with(written));
        let is_in_directory = self
            .written
            .iter()
            .any(|written| path.starts_with(written) && path != written);
        is_written && (is_in_directory || !self.read.iter().any(|read| read == path))
    }
}

fn is_snapshot(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["sna", "z80", "szx"].iter().any(|format| extension == *format)
}

/// Converts an argument to a relative path without a leading `.`.
fn path_of(bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(OsStr::from_bytes(bytes));
    path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
}

/// Reads all files below a directory, except links to devices.
fn read(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut left = vec![directory.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let kind = fs::symlink_metadata(&path).unwrap();
            if kind.is_dir() {
                left.push(path);
            } else if kind.is_file() {
                let bytes = fs::read(&path).unwrap();
                files.insert(path.strip_prefix(directory).unwrap().to_owned(), bytes);
            }
        }
    }
    files
}

/// Files that the test `escapes` does not have: programs that fill every output, sound files of each format,
/// empty and unusual files.
fn own() -> Vec<(OsString, Vec<u8>)> {
    let texts = [
        ("ask.bas", "10 INPUT a$: PRINT a$: GO TO 10\n"),
        ("ever.bas", "10 GO TO 10\n"),
        (
            "fill.bas",
            "10 PRINT \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\": POKE 23692,255: GO TO 10\n",
        ),
        (
            "keys.bas",
            "10 IF INKEY$=\"\" THEN GO TO 10\n20 PRINT INKEY$: PAUSE 0\n",
        ),
        (
            "ok.jsonl",
            "{\"id\":\"um\",\"cat\":\"um\",\"bas\":\"10 PRINT 1\\n\",\"frames\":300,\"compare\":[\"screen\"],\"expect\":{\"screen\":[\"1\"]}}\n",
        ),
        ("load.bas", "10 LOAD \"\"\n"),
        (
            "ok.bas",
            "10 FOR i=1 TO 3: PRINT i: LPRINT i: NEXT i: BEEP .01,1\n20 STOP\n",
        ),
        ("paper.bas", "10 LPRINT \"x\": COPY : GO TO 10\n"),
        (
            "save.bas",
            "10 SAVE \"x\" LINE 1: SAVE \"y\"CODE 0,40000: GO TO 10\n",
        ),
        ("stop.bas", "10 LET a=1: PRINT b\n"),
        ("zero.bas", ""),
        ("answers.txt", "1\n2\n\u{1b}[2J\n"),
        (
            "deep.toml",
            "a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        ),
        ("page.txt", "10 PRINT \"A\";B\n20 LET B=5: GOTO 10\n30 REM ---\n"),
        (
            "right.toml",
            "[[correction]]\nline = 1\nwrong = \"A\"\nright = \"B\"\nkind = \"scan\"\nreason = \"\"\n",
        ),
        ("records/book.toml", "title = \"Um\"\nlistings = [\"um\"]\n"),
        (
            "records/um.toml",
            "id = \"um\"\ntitle = \"Um\"\nrows = [\"1-3\"]\nwidth = \"none\"\nfingerprint = \"0\"\n",
        ),
        ("runs/ok.bas", "10 PRINT 1\n"),
        (
            "runs/ok.toml",
            "[[session]]\nname = \"um\"\ntranscript = \"1\"\npicture = \"um.png\"\n",
        ),
        (
            "data/girafa/book-directories/um",
            "Um\num\tUm\n\n/nowhere\u{1b}[2J",
        ),
        ("data/girafa/book-directories/dois", "\n\n\n"),
        ("data/girafa/book-directory", "/nowhere\u{1b}[2J"),
    ];
    let mut files: Vec<(OsString, Vec<u8>)> = texts.map(|(name, text)| (name.into(), text.into())).into();
    let rom = girafa_rom::girafa48();
    let machine = launch::keys(&Boot::new(&rom).unwrap(), "").unwrap().machine;
    for (name, format) in [
        ("s.sna", Format::Sna),
        ("s.z80", Format::Z80),
        ("s.szx", Format::Szx),
    ] {
        files.push((name.into(), format.save(&machine).unwrap()));
    }
    files.push(("own.rom".into(), rom.bytes().to_vec()));
    files.push(("title.scr".into(), vec![0x55; 6912]));
    files.push(("noise.z80".into(), (0..=255).collect()));
    files.push((
        "noise.szx".into(),
        b"ZXST\x01\x04\0\0RAMP\xFF\xFF\xFF\xFF".to_vec(),
    ));
    files.push((
        "noise.tzx".into(),
        b"ZXTape!\x1a\x01\x14\x19\xFF\xFF\xFF\xFF\x24\xFF\xFF".to_vec(),
    ));
    files.push((
        OsString::from_vec(b"n\xFF.bas".to_vec()),
        b"10 PRINT 1\n".to_vec(),
    ));
    files
}
