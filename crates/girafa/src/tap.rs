//! `girafa tap`

use girafa_cli_support::{Exit, eprint_notices, usage};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use girafa_basic::program::{LAST_LINE, Program};
use girafa_basic::tap::{File, blocks, program_blocks};
use girafa_inspect::address;
use girafa_loader::listing;
use girafa_loader::open::{Opened, open};
use girafa_spectrum::Tape;
use girafa_spectrum::tape::{Block, Header, plus3dos};

/// Convert listings, pictures of the screen and machine code to a tape image
///
/// A listing starts at its first line when it is loaded.
#[derive(Args)]
pub struct Tap {
    /// Files to put on the tape, in this order: listings (.bas, .txt), screen pictures (.scr), other tapes (.tap)
    #[arg(value_name = "IN.bas", required_unless_present = "code")]
    inputs: Vec<PathBuf>,
    /// Tape image to write
    #[arg(short, long, value_name = "OUT.tap")]
    out: PathBuf,
    /// Name of the first program on the tape [default: as given in its listing, or by its file name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Line where the first program starts when it is loaded, or `none` [default: its first line]
    #[arg(long, value_name = "LINE")]
    start: Option<Start>,
    /// Add FILE as CODE for ADDRESS, after everything else; repeat for more files
    #[arg(long, value_name = "ADDRESS=FILE")]
    code: Vec<Code>,
    /// Write only the program's bytes, as they are in memory, instead of a tape
    #[arg(long, conflicts_with_all = ["code", "name", "start"])]
    raw: bool,
}

/// The line where a program starts, if it starts automatically.
#[derive(Debug, Clone, Copy)]
struct Start(Option<u16>);

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Start, String> {
        if text == "none" {
            return Ok(Start(None));
        }
        let line = text.parse().ok().filter(|line| (1..=LAST_LINE).contains(line));
        line.map(|line| Start(Some(line)))
            .ok_or_else(|| format!("expected a line from 1 to {LAST_LINE}, or none"))
    }
}

/// A file of bytes and its address.
#[derive(Debug, Clone)]
struct Code {
    address: u16,
    file: PathBuf,
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Code, String> {
        let (address, file) = text
            .split_once('=')
            .ok_or("expected ADDRESS=FILE, such as 32768=code.bin")?;
        let address =
            address::parse(address).ok_or("expected an address from 0 to 65535, or 0x0000 to 0xFFFF")?;
        Ok(Code {
            address,
            file: file.into(),
        })
    }
}

/// Address of the screen and its size, with the attributes.
const SCREEN: u16 = 16_384;
const SCREEN_SIZE: usize = 6_912;
/// The second parameter of a header written by SAVE CODE.
const CODE_PARAMETER: u16 = 32_768;

impl Tap {
    /// Writes the tape.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let inputs = self.inputs.iter().map(PathBuf::as_path);
        let read: Vec<&Path> = inputs
            .chain(self.code.iter().map(|code| code.file.as_path()))
            .collect();
        girafa_files::check_places(&read, [("-o", Some(&*self.out))])?;
        if self.raw {
            return self.write_raw();
        }
        let mut tape: Vec<Block> = Vec::new();
        let mut is_first = true;
        for input in &self.inputs {
            let opened = open(input)?;
            if opened.bytes.starts_with(plus3dos::MAGIC) || opened.extension() == "tap" {
                tape.extend_from_slice(opened.tape()?.blocks());
            } else if opened.extension() == "scr" {
                tape.extend(picture(opened)?);
            } else {
                let mut program = listing(opened)?;
                if std::mem::take(&mut is_first) {
                    self.adapt(&mut program)?;
                }
                tape.extend(program_blocks(&program)?);
            }
        }
        if is_first && (self.name.is_some() || self.start.is_some()) {
            return Err(usage("--name and --start need a listing among the inputs"));
        }
        for code in &self.code {
            let bytes = girafa_files::read(&code.file)?;
            tape.extend(bytes_file(&name_of(&code.file), code.address, bytes)?);
        }
        girafa_files::write(&self.out, &Tape::new(tape).to_tap())?;
        Ok(Exit::Success)
    }

    /// Sets the name and the start line of the first program.
    fn adapt(&self, program: &mut Program) -> anyhow::Result<()> {
        if let Some(name) = &self.name {
            let codes: Option<Vec<u8>> = name.chars().map(girafa_basic::charset::from_char).collect();
            let codes = codes.filter(|codes| (1..=10).contains(&codes.len()));
            program.name = codes.ok_or_else(|| {
                usage(format_args!(
                    "--name {name:?}: a name on tape must have 1 to 10 characters of the Spectrum"
                ))
            })?;
        }
        if let Some(Start(line)) = self.start {
            program.autostart = line;
        }
        Ok(())
    }

    fn write_raw(&self) -> anyhow::Result<Exit> {
        let [input] = self.inputs.as_slice() else {
            return Err(usage("--raw needs exactly one listing"));
        };
        girafa_files::write(&self.out, &listing(open(input)?)?.to_bytes())?;
        Ok(Exit::Success)
    }
}

/// The blocks of a screen picture.
fn picture(opened: Opened) -> anyhow::Result<Vec<Block>> {
    let Opened { path, bytes, .. } = opened;
    if bytes.len() != SCREEN_SIZE {
        anyhow::bail!(
            "{}: expected a screen picture of {SCREEN_SIZE} bytes, found {}",
            path.display(),
            bytes.len()
        );
    }
    bytes_file(&name_of(&path), SCREEN, bytes)
}

/// The program of a listing. Prints notices on standard error.
fn listing(opened: Opened) -> anyhow::Result<Program> {
    let path = opened.path.clone();
    let (mut program, notices) = listing::read(&path, opened.text()?)?;
    eprint_notices("girafa", &notices);
    program.start_itself();
    Ok(program)
}

/// The blocks of a file of bytes.
fn bytes_file(name: &str, address: u16, bytes: Vec<u8>) -> anyhow::Result<Vec<Block>> {
    let codes: Vec<u8> = name
        .chars()
        .filter_map(girafa_basic::charset::from_char)
        .take(10)
        .collect();
    let header = Header {
        kind: Header::BYTES,
        name: codes,
        length: bytes.len().min(usize::from(u16::MAX)) as u16,
        parameter_1: address,
        parameter_2: CODE_PARAMETER,
    };
    Ok(blocks(&[File::Other(header, bytes)])?)
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
