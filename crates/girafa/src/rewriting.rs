//! `girafa renumber` and `girafa format`: rewrite listings.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use clap::Args;
use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::edit;
use girafa_basic::format;
use girafa_basic::order;
use girafa_basic::renumber::{self, Numbering, RenumberError};
use girafa_cli_support::{Exit, eprint_line, has_error_terminal, print, usage};
use girafa_loader::LoadError;

use crate::check::listing;

/// Where to write the new listing.
#[derive(Args)]
struct Destination {
    /// Listing to write [default: standard output]
    #[arg(short, long, value_name = "OUT.bas")]
    out: Option<PathBuf>,
    /// Replace the listing that was read
    #[arg(long, conflicts_with = "out")]
    in_place: bool,
}

/// The listing that is read.
struct Source {
    target: PathBuf,
    name: String,
    text: String,
}

impl Destination {
    fn read(&self, target: &OsString) -> anyhow::Result<Source> {
        let path = Path::new(target);
        girafa_files::check_places(&[path], [("-o", self.out.as_deref())])?;
        if self.in_place && (!girafa_files::is_listing(path) || girafa_files::is_standard_input(path)) {
            return Err(usage(
                "--in-place applies to listings (.bas, .txt) only: name another file with -o",
            ));
        }
        let name = girafa_files::shown(path);
        let (text, _) = listing(target, &name)?;
        Ok(Source {
            target: path.to_owned(),
            name,
            text,
        })
    }

    fn write(&self, source: &Source, text: &str) -> anyhow::Result<()> {
        match &self.out {
            Some(out) => girafa_files::write(out, text.as_bytes())?,
            // On standard output, rows end with a newline only, whatever the file uses.
            None if !self.in_place => print(&text.replace("\r\n", "\n"))?,
            // An unchanged file keeps its modification time.
            None if girafa_files::differs(&source.target, text.as_bytes()) => {
                girafa_files::write(&source.target, text.as_bytes())?;
            }
            None => {}
        }
        Ok(())
    }
}

impl Source {
    /// An error with all mistakes of the listing.
    fn mistakes(self, errors: Diagnostics) -> anyhow::Error {
        let message = format!("{} has mistakes", self.name);
        let Source { name, text, .. } = self;
        LoadError::Listing {
            message,
            name,
            text,
            errors,
        }
        .into()
    }
}

/// Renumber a listing and every reference to its lines
///
/// Computed targets, and targets that do not exist, are reported and left unchanged.
#[derive(Args)]
pub struct Renumber {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of an included
    /// program; `-` reads a listing from standard input
    #[arg(value_name = "TARGET")]
    target: OsString,
    /// Number of the first line
    #[arg(long, value_name = "N", default_value_t = 10)]
    first: u16,
    /// Difference between consecutive numbers
    #[arg(long, value_name = "N", default_value_t = 10)]
    step: u16,
    /// Renumber only these lines: 100-199 or 100-
    #[arg(long, value_name = "A-B")]
    lines: Option<Lines>,
    #[command(flatten)]
    destination: Destination,
}

/// The lines to renumber.
#[derive(Clone, Debug, PartialEq)]
struct Lines(RangeInclusive<u16>);

impl FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Lines, String> {
        let message = || "expected 100-199, 100- or 100".to_owned();
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let first: u16 = first.parse().map_err(|_| message())?;
        let last: u16 = match last {
            "" => u16::MAX,
            last => last.parse().map_err(|_| message())?,
        };
        if first > last {
            return Err(format!("{first} is after {last}"));
        }
        Ok(Lines(first..=last))
    }
}

impl Renumber {
    /// Writes the listing and reports references that need manual changes.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let source = self.destination.read(&self.target)?;
        let numbering = Numbering {
            first: self.first,
            step: self.step,
            lines: self.lines.map_or(0..=u16::MAX, |lines| lines.0),
        };
        let renumbered = match renumber::text(&source.text, &numbering) {
            Ok(renumbered) => renumbered,
            Err(RenumberError::Mistakes(mistakes)) => return Err(source.mistakes(mistakes)),
            Err(error @ RenumberError::Labels) => bail!("{}: {error}", source.name),
            Err(error) => return Err(usage(format_args!("{}: {error}", source.name))),
        };
        let text = renumbered.apply(&source.text);
        self.destination.write(&source, &text)?;
        if !renumbered.notes.is_empty() {
            let notes = renumbered
                .notes
                .render(&source.name, &source.text, has_error_terminal());
            girafa_cli_support::eprint_coloured_line(notes.trim_end());
        }
        Ok(Exit::Success)
    }
}

/// Reformat a listing as LIST shows it, keeping comments
///
/// The program's bytes stay the same.
#[derive(Args)]
pub struct Format {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of an included
    /// program; `-` reads a listing from standard input
    #[arg(value_name = "TARGET")]
    target: OsString,
    #[command(flatten)]
    destination: Destination,
    /// Write nothing; exit with code 1 if the listing would change
    #[arg(long, conflicts_with_all = ["out", "in_place", "sort"])]
    check: bool,
    /// Put the lines in the order of their numbers first
    #[arg(long)]
    sort: bool,
}

impl Format {
    /// Writes the listing.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let mut source = self.destination.read(&self.target)?;
        if self.sort {
            source.text = order::sorted(&source.text);
        }
        let edits = match format::edits(&source.text) {
            Ok(edits) => edits,
            Err(mistakes) => return Err(source.mistakes(mistakes)),
        };
        if self.check {
            if edits.is_empty() {
                return Ok(Exit::Success);
            }
            let row = source.text[..edits[0].span.start].matches('\n').count() + 1;
            eprint_line(format_args!(
                "{}:{row}: `girafa format` would change this line",
                source.name
            ));
            return Ok(Exit::Failed);
        }
        self.destination
            .write(&source, &edit::apply(&source.text, &edits))?;
        Ok(Exit::Success)
    }
}
