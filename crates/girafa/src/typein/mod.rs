//! `girafa typein`

mod learn;
mod page;
mod proof;

use anyhow::Context;
use anyhow::bail;
use girafa_console::Doubtful;
use girafa_console::{Exit, eprint_coloured_line, eprint_line, has_error_terminal, print, print_json, usage};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use girafa_basic::diagnostic::{MOST_SHOWN, Severity};
use girafa_ocr::Font;
use girafa_pages::{How, Read, pictures, sinclair};
use girafa_restore::fit::UNBROKEN;
use girafa_restore::fixes::{self, Fixes};
use girafa_restore::repair::{Change, Repair};
use girafa_restore::review;
use girafa_restore::scan::{self, Doubt, Scan, Width};

use page::PagesRead;

/// The longest text of a font, in bytes.
const LONGEST_FONT: u64 = 1 << 20;

/// Convert a scanned listing to a program, and report scan errors
///
/// Printed rows are joined into program lines by the paper's width and parsed. Doubtful places are reported with likely
/// repairs; only corrections from a fixes file are applied. Pictures of pages (PNG, JPEG, WebP, TIFF, PNM) are read first.
#[derive(Args)]
pub struct TypeIn {
    /// Scanned text, one printed row per line, or pictures of the pages in order
    #[arg(value_name = "SCAN.txt|PAGE.png", required = true)]
    scan: Vec<PathBuf>,
    /// Read only this page of a .tiff file with several
    #[arg(long, value_name = "N")]
    page: Option<NonZeroUsize>,
    /// Write the text that was read from pictures, a printed row a line, which corrections refer to
    #[arg(long, value_name = "F.txt")]
    text: Option<PathBuf>,
    /// Write a page of HTML to look through what was read from pictures: doubtful characters in boxes, equal ones side by side
    #[arg(long, value_name = "F.html")]
    proof: Option<PathBuf>,
    /// What the characters of the pictures look like, where it is not the Spectrum's font
    #[arg(long, value_name = "FONT.txt")]
    font: Option<PathBuf>,
    /// Write the shapes on pictures of another printer's pages as a font for `--font`, to be named; nothing is read
    #[arg(
        long,
        value_name = "FONT.txt",
        conflicts_with_all = ["font", "text", "proof", "fixes", "out", "suggest", "json"]
    )]
    learn: Option<PathBuf>,
    /// Apply the corrections in this file
    #[arg(long, value_name = "F.toml")]
    fixes: Option<PathBuf>,
    /// Listing to write [default: standard output]
    #[arg(short, value_name = "OUT.bas")]
    out: Option<PathBuf>,
    /// Write a fixes file with the likeliest repair of each doubtful place, for review
    #[arg(long, value_name = "F.toml")]
    suggest: Option<PathBuf>,
    /// Columns of the paper (6 to 1000), `auto` to detect them, or `none` if each row is a whole line
    #[arg(long, value_name = "N|auto|none", default_value = "auto")]
    width: Columns,
    /// Print the width and the doubtful places with their repairs as JSON; the listing goes to `-o` only
    #[arg(long)]
    json: bool,
}

/// The argument of `--width`.
#[derive(Clone, Copy)]
pub struct Columns(pub Width);

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Columns, String> {
        let width = match (text, text.parse()) {
            ("auto", _) => Width::Auto,
            ("none", _) => Width::Columns(UNBROKEN),
            (_, Ok(width @ 6..=1000)) => Width::Columns(width),
            _ => return Err("a number from 6 to 1000, `auto` or `none` is wanted".to_owned()),
        };
        Ok(Columns(width))
    }
}

impl TypeIn {
    /// Reads, and reports what is doubtful.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let outputs = [
            ("-o", self.out.as_deref()),
            ("--text", self.text.as_deref()),
            ("--proof", self.proof.as_deref()),
            ("--learn", self.learn.as_deref()),
        ];
        let mut read: Vec<&Path> = self.scan.iter().map(PathBuf::as_path).collect();
        // What is suggested may go where the corrections are that it goes on from.
        let suggest = [("--suggest", self.suggest.as_deref())];
        read.extend(self.font.as_deref());
        girafa_files::check_places(&read, outputs.into_iter().chain(suggest))?;
        read.extend(self.fixes.as_deref());
        girafa_files::check_places(&read, outputs)?;
        if let Some(path) = &self.learn {
            self.check_pictures()?;
            let font = learn::font(&self.scan, self.number(), &self.how()?)?;
            girafa_files::write(path, font.as_bytes())?;
            return Ok(Exit::Well);
        }
        let PagesRead { read, proof } = self.read()?;
        let Read { text, uncertain, .. } = read;
        if let Some(path) = &self.text {
            girafa_files::write(path, text.as_bytes())?;
        }
        let fixes = match &self.fixes {
            Some(path) => Fixes::parse(&girafa_files::read_text_of(path, "corrections", fixes::LONGEST)?)
                .with_context(|| path.display().to_string())?,
            None => Fixes::default(),
        };
        if let (Some(path), Some(pages)) = (&self.proof, &proof) {
            girafa_files::write(path, proof::sheet(pages, &text, &fixes.to_toml()).as_bytes())?;
        }
        let place = match &*self.scan {
            [only] => only.display().to_string(),
            [first, others @ ..] => format!("{} and {} more", first.display(), others.len()),
            [] => String::new(),
        };
        let scan = scan::read_seen(&text, &fixes, self.width.0, &uncertain).map_err(|error| {
            let file = self.fixes.as_ref().map(|path| path.display().to_string());
            anyhow::Error::new(error).context(file.unwrap_or_else(|| place.clone()))
        })?;
        if matches!(self.width.0, Width::Auto) {
            match scan.width {
                UNBROKEN.. => eprint_line(format_args!("{place}: the rows are not broken by width")),
                width => eprint_line(format_args!("{place}: the rows are {width} columns wide")),
            }
        }
        if let Some(path) = &self.suggest {
            // Which may be where the corrections are that it goes on from.
            girafa_files::rewrite(path, review::suggestions(&scan, &fixes, &text).as_bytes())?;
        }
        if self.json {
            print_json(&json(&scan))?;
        }
        if !scan.doubts.is_empty() {
            let doubts = if self.json { &[][..] } else { &scan.doubts };
            let colour = has_error_terminal();
            for doubt in doubts.iter().take(MOST_SHOWN) {
                eprint_coloured_line(shown(doubt).render(&place, &text, colour));
            }
            if let Some(more @ 1..) = doubts.len().checked_sub(MOST_SHOWN) {
                eprint_line(format_args!("and {more} more; --json has them all"));
            }
            bail!(Doubtful(remaining(&place, &scan, self.suggest.as_deref())));
        }
        let listing = review::listing(scan, &text).map_err(|error| anyhow::anyhow!("{place}: {error}"))?;
        match &self.out {
            Some(path) => girafa_files::write(path, listing.as_bytes())?,
            None if self.json => {}
            None => print(&listing)?,
        }
        Ok(Exit::Well)
    }

    /// The text, and what pictures leave uncertain of it.
    fn read(&self) -> anyhow::Result<PagesRead> {
        if self.is_of_pictures() {
            return page::read_pages(&self.scan, self.number(), &self.how()?, self.proof.is_some());
        }
        if self.page.is_some() || self.font.is_some() || self.text.is_some() || self.proof.is_some() {
            self.check_pictures()?;
        }
        let [scan] = &*self.scan else {
            return Err(usage(
                "one text is read, or pictures: several files have to be pictures",
            ));
        };
        let text = girafa_files::read_text_of(scan, "a scan", scan::LONGEST)?;
        if text.lines().count() > scan::MOST_ROWS {
            bail!(
                "{}: a scan of more than {} rows is not read",
                girafa_files::shown(scan),
                scan::MOST_ROWS
            );
        }
        let mut read = Read::default();
        read.text = text;
        Ok(PagesRead { read, proof: None })
    }

    fn is_of_pictures(&self) -> bool {
        self.scan.iter().all(|path| pictures::is_picture(path))
    }

    /// Refuses options of pictures for what is none.
    fn check_pictures(&self) -> anyhow::Result<()> {
        if self.is_of_pictures() {
            return Ok(());
        }
        Err(usage(
            "--page, --font, --learn, --text and --proof go with pictures of pages",
        ))
    }

    /// How pictures are read.
    fn how(&self) -> anyhow::Result<How> {
        let columns = match self.width.0 {
            Width::Columns(columns) if columns < UNBROKEN => Some(columns),
            _ => None,
        };
        let font = match &self.font {
            Some(path) => Font::parse(&girafa_files::read_text_of(path, "a font", LONGEST_FONT)?)
                .with_context(|| girafa_files::shown(path))?,
            None => sinclair(),
        };
        Ok(How { columns, font })
    }

    /// The only page of files with several.
    fn number(&self) -> Option<usize> {
        self.page.map(NonZeroUsize::get)
    }
}

/// The width that was taken, and the doubts with what was read and what is assumed.
fn json(scan: &Scan) -> serde_json::Value {
    let doubt = |doubt: &Doubt| {
        let repair = |repair: &Repair| -> serde_json::Value {
            let change = |change: &Change| serde_json::json!({ "row": change.line, "wrong": change.wrong, "right": change.right });
            repair.changes.iter().map(change).collect()
        };
        let error = doubt.diagnostic.severity == Severity::Error;
        serde_json::json!({
            "severity": if error { "error" } else { "warning" },
            "row": doubt.line,
            "column": doubt.column,
            "message": doubt.diagnostic.message,
            "repairs": doubt.repairs.iter().map(repair).collect::<Vec<_>>(),
        })
    };
    let doubts: Vec<serde_json::Value> = scan.doubts.iter().map(doubt).collect();
    let width = (scan.width < UNBROKEN).then_some(scan.width);
    serde_json::json!({ "width": width, "doubts": doubts })
}

/// What to do about doubts that remain.
fn remaining(place: &str, scan: &Scan, written: Option<&Path>) -> String {
    let count = scan.doubts.len();
    let repairs = scan
        .doubts
        .iter()
        .filter(|doubt| !doubt.repairs.is_empty())
        .count();
    let what = match written {
        Some(path) => format!("look through {0} and run again with --fixes {0}", path.display()),
        None => {
            "--suggest F.toml writes them down as corrections to edit, --fixes F.toml makes these".to_owned()
        }
    };
    let too_wide = scan
        .doubts
        .iter()
        .filter(|doubt| doubt.diagnostic.message.contains("more than"))
        .count();
    let width = if too_wide * 2 > count {
        format!(
            "; most are rows of more than {} columns: try --width auto",
            scan.width
        )
    } else {
        String::new()
    };
    format!(
        "{place}: {count} doubtful place(s), {repairs} with likely repairs; nothing is written{width}; {what}"
    )
}

/// A doubt with its repairs as help.
fn shown(doubt: &Doubt) -> girafa_basic::diagnostic::Diagnostic {
    let repairs: Vec<String> = doubt.repairs.iter().map(review::described).collect();
    let diagnostic = doubt.diagnostic.clone();
    if repairs.is_empty() {
        return diagnostic;
    }
    let help = diagnostic.help.iter().cloned();
    let help: Vec<String> = help
        .chain([format!("likely: {}", repairs.join("; or "))])
        .collect();
    diagnostic.help(help.join("; "))
}
