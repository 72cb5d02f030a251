//! `girafa untap`

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use girafa_basic::program::Program;
use girafa_basic::tap::{File, files};
use girafa_basic::{basinc, text};
use girafa_cli_support::{Exit, eprint_notices, print};
use girafa_loader::Target;
use girafa_loader::open::{open, tape_name};
use girafa_spectrum::Tape;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::tape::Header;

/// Print the first BASIC program of a tape as a listing, or write all its files
#[derive(Args)]
pub struct Untap {
    /// Tape image: .tap, .tzx or .pzx, also in a .zip or .gz; TAPE/2 or TAPE/NAME is another program of it
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// Write every program as .bas, every SCREEN$ as .scr, other code and arrays as .bin, into -o DIR
    #[arg(long, requires = "out")]
    all: bool,
    /// Write listings in the notation of BASinC, with `Auto` and the variables in `Var` rows
    #[arg(long)]
    basin: bool,
    /// Listing to write [default: standard output]; with --all the directory for the files
    #[arg(short, long, value_name = "OUT.bas|DIR")]
    out: Option<PathBuf>,
}

/// Size and address of a screen picture with its attributes.
const SCREEN: (u16, u16) = (6_912, 16_384);

impl Untap {
    /// Prints the listing, or writes all files.
    pub fn execute(self) -> anyhow::Result<Exit> {
        girafa_files::check_places(&[&self.tape], [("-o", self.out.as_deref().filter(|_| !self.all))])?;
        let opened = open(&self.tape)?;
        let path = opened.path.clone();
        let name = path.display().to_string();
        if Format::of_extension(&opened.extension()).is_some() {
            bail!("{name}: a snapshot is not a tape: `girafa list` prints its program");
        }
        let tape = opened.tape()?;
        eprint_notices("girafa", &girafa_loader::damaged(&path, &tape));
        if let Some(directory) = self.out.as_deref().filter(|_| self.all) {
            return self.write_all(&name, &tape, directory);
        }
        let listing = self.listing(&Target::Tape(tape).program(&name)?);
        match &self.out {
            Some(out) => girafa_files::write(out, listing.as_bytes())?,
            None => print(&listing)?,
        }
        Ok(Exit::Success)
    }

    fn listing(&self, program: &Program) -> String {
        if self.basin {
            basinc::from_program(program)
        } else {
            text::from_program(program)
        }
    }

    /// Writes all files of a tape to a directory and prints a description of each.
    fn write_all(&self, name: &str, tape: &Tape, directory: &Path) -> anyhow::Result<Exit> {
        let files = files(tape.blocks()).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        if files.is_empty() {
            bail!("{name}: there are no blocks in the ROM's format on this tape");
        }
        girafa_files::make_directory(directory)?;
        for (file, number) in files.into_iter().zip(1..) {
            let (file_name, what, bytes) = match file {
                File::Program(program) => self.of_program(&program),
                File::Other(header, bytes) => of_bytes(&header, bytes),
                File::Lone(block) => {
                    let what = format!("block without a header, flag {}", block.flag());
                    ("block.bin".to_owned(), what, block.data().to_vec())
                }
            };
            let path = directory.join(format!("{number:02}-{file_name}"));
            girafa_files::write(&path, &bytes)?;
            print(&format!("{}: {what}\n", path.display()))?;
        }
        Ok(Exit::Success)
    }

    fn of_program(&self, program: &Program) -> (String, String, Vec<u8>) {
        let name = tape_name(&program.name);
        let listing = self.listing(program).into_bytes();
        (
            format!("{}.bas", file_stem(&name)),
            format!("Program: {name}"),
            listing,
        )
    }
}

fn of_bytes(header: &Header, bytes: Vec<u8>) -> (String, String, Vec<u8>) {
    let name = tape_name(&header.name);
    let stem = file_stem(&name);
    let start = header.parameter_1;
    match header.kind {
        Header::BYTES if (header.length, start) == SCREEN => {
            (format!("{stem}.scr"), format!("SCREEN$: {name}"), bytes)
        }
        Header::BYTES => (
            format!("{stem}-{start}.bin"),
            format!("Bytes: {name}, CODE {start},{}", header.length),
            bytes,
        ),
        Header::NUMBERS => (format!("{stem}.bin"), format!("Number array: {name}"), bytes),
        Header::CHARACTERS => (format!("{stem}.bin"), format!("Character array: {name}"), bytes),
        kind => (
            format!("{stem}.bin"),
            format!("file of an unknown kind, {kind}: {name}"),
            bytes,
        ),
    }
}

/// Converts a name on tape to a portable file name.
fn file_stem(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    match name.chars().map(kept).collect::<String>() {
        stem if stem.is_empty() => "unnamed".to_owned(),
        stem => stem,
    }
}
