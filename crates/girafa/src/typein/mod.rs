//! `girafa typein`

mod learn;
mod page;
mod proof;

use anyhow::Context;
use anyhow::bail;
use girafa_cli_support::Doubtful;
use girafa_cli_support::{
    Exit, eprint_coloured_line, eprint_line, has_error_terminal, print, print_json, usage,
};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use girafa_basic::diagnostic::{MAX_SHOWN, Severity};
use girafa_loader::characters::character_sets;
use girafa_loader::rom;
use girafa_ocr::Font;
use girafa_pages::{PageText, ReadOptions, font_of_rom, pictures};
use girafa_scan::{
    Change, Doubt, DoubtCode, Fixes, Note, Options, Repair, TranscribeError, Transcription, Width, fixes,
    review, scan, transcribe,
};

use proof::ProofSheet;

/// Maximum size of a font's text, in bytes.
const MAX_FONT_LENGTH: u64 = 1 << 20;

/// Convert a scanned listing to a program and report scan errors
///
/// Printed rows are joined into program lines by the paper's width and parsed. Uncertain characters are
/// reported with likely fixes; only the fixes in a fixes file are applied. Pictures of pages (PNG, JPEG,
/// WebP, TIFF, PNM) are read first.
#[derive(Args)]
pub struct TypeIn {
    /// Scanned text, one printed row per line, or pictures of the pages in order
    #[arg(value_name = "SCAN.txt|PAGE.png", required = true)]
    scan: Vec<PathBuf>,
    /// Read only this page of a .tiff file with several
    #[arg(long, value_name = "N")]
    page: Option<NonZeroUsize>,
    /// Write the text that was read from the pictures, one printed row per line; fixes refer to its lines
    #[arg(long, value_name = "F.txt")]
    text: Option<PathBuf>,
    /// Write an HTML page to proofread what was read from pictures
    #[arg(long, value_name = "F.html")]
    proof: Option<PathBuf>,
    /// Font of the pictures, if it is not the ROM's: a text, or a snapshot or tape that contains it; may be
    /// given again: the characters that fit best are read
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,
    /// ROM image of 16,384 bytes with the font of the pictures [default: the file named by GIRAFA_ROM, or the
    /// built-in ROM, if there is no --font]
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Write the character shapes of the pictures as a font for `--font`, to be named by hand, instead of
    /// reading them
    #[arg(
        long,
        value_name = "FONT.txt",
        conflicts_with_all = ["font", "text", "proof", "fixes", "out", "suggest", "json"]
    )]
    learn: Option<PathBuf>,
    /// Apply the fixes in this file
    #[arg(long, value_name = "F.toml")]
    fixes: Option<PathBuf>,
    /// Listing to write [default: standard output]
    #[arg(short, long, value_name = "OUT.bas")]
    out: Option<PathBuf>,
    /// Write a fixes file with the most likely fix for each uncertain place, for review
    #[arg(long, value_name = "F.toml")]
    suggest: Option<PathBuf>,
    /// Columns of the paper (6 to 1000), `auto` to detect them, or `none` if each row is a whole line
    #[arg(long, value_name = "N|auto|none", default_value = "auto")]
    width: Width,
    /// Print the width and the uncertain places with their fixes as JSON; write the listing to `-o` only
    #[arg(long)]
    json: bool,
}

impl TypeIn {
    /// Reads the scan, writes the program and reports uncertain places.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let outputs = [
            ("-o", self.out.as_deref()),
            ("--text", self.text.as_deref()),
            ("--proof", self.proof.as_deref()),
            ("--learn", self.learn.as_deref()),
        ];
        let mut read: Vec<&Path> = self.scan.iter().map(PathBuf::as_path).collect();
        // `--suggest` may replace the fixes file that it starts from.
        let suggest = [("--suggest", self.suggest.as_deref())];
        read.extend(self.font.iter().chain(&self.rom).map(PathBuf::as_path));
        girafa_files::check_places(&read, outputs.into_iter().chain(suggest))?;
        read.extend(self.fixes.as_deref());
        girafa_files::check_places(&read, outputs)?;
        if let Some(path) = &self.learn {
            self.check_pictures()?;
            let font = learn::font(&self.scan, self.number(), &self.how()?)?;
            girafa_files::write(path, font.as_bytes())?;
            return Ok(Exit::Success);
        }
        let fixes = match &self.fixes {
            Some(path) => Fixes::parse(&girafa_files::read_text_of(
                path,
                "corrections",
                fixes::MAX_BYTES,
            )?)
            .with_context(|| path.display().to_string())?,
            None => Fixes::default(),
        };
        let mut proof = match &self.proof {
            Some(path) => {
                self.check_pictures()?;
                Some(ProofSheet::new(path, &fixes.to_toml())?)
            }
            None => None,
        };
        let read = self.read(proof.as_mut())?;
        let text = &read.text;
        if let Some(path) = &self.text {
            girafa_files::write(path, text.as_bytes())?;
        }
        if let Some(sheet) = proof {
            sheet.finish(text)?;
        }
        let place = match &*self.scan {
            [only] => only.display().to_string(),
            [first, others @ ..] => format!("{} and {} more", first.display(), others.len()),
            [] => String::new(),
        };
        let options = Options {
            width: self.width,
            fixes,
        };
        let transcription = transcribe(read.source(), options).map_err(|error| {
            let fixes = self.fixes.as_ref().map(|path| path.display().to_string());
            let wrong = match error {
                TranscribeError::Correction(_) => fixes,
                _ => None,
            };
            anyhow::Error::new(error).context(wrong.unwrap_or_else(|| place.clone()))
        })?;
        if self.width == Width::Auto {
            match transcription.width {
                None => eprint_line(format_args!("{place}: each row is a whole line")),
                Some(width) => eprint_line(format_args!("{place}: the rows are {width} columns wide")),
            }
        }
        if let Some(path) = &self.suggest {
            // This may replace the fixes file that was read.
            girafa_files::write(path, transcription.suggestions().as_bytes())?;
        }
        if self.json {
            print_json(&json(&transcription))?;
        }
        let colour = has_error_terminal();
        let notes = if self.json { &[][..] } else { &transcription.notes };
        for note in notes.iter().take(MAX_SHOWN) {
            eprint_coloured_line(note.diagnostic.render(&place, text, colour));
        }
        if !transcription.doubts.is_empty() {
            let doubts = if self.json { &[][..] } else { &transcription.doubts };
            for doubt in doubts.iter().take(MAX_SHOWN) {
                eprint_coloured_line(shown(doubt).render(&place, text, colour));
            }
            if let Some(more @ 1..) = doubts.len().checked_sub(MAX_SHOWN) {
                eprint_line(format_args!("and {more} more; --json has them all"));
            }
            bail!(Doubtful(remaining(
                &place,
                &transcription,
                self.suggest.as_deref()
            )));
        }
        let listing = transcription
            .listing
            .map_err(|error| anyhow::anyhow!("{place}: {error}"))?;
        match &self.out {
            Some(path) => girafa_files::write(path, listing.as_bytes())?,
            None if self.json => {}
            None => print(&listing)?,
        }
        Ok(Exit::Success)
    }

    /// The scanned text, with uncertain places if it was read from pictures.
    fn read(&self, proof: Option<&mut ProofSheet>) -> anyhow::Result<PageText> {
        if self.is_of_pictures() {
            return page::read_pages(&self.scan, self.number(), &self.how()?, proof);
        }
        let is_given = [&self.rom, &self.text, &self.proof]
            .iter()
            .any(|option| option.is_some());
        if self.page.is_some() || !self.font.is_empty() || is_given {
            self.check_pictures()?;
        }
        let [scan] = &*self.scan else {
            return Err(usage("several files must all be pictures"));
        };
        let text = girafa_files::read_text_of(scan, "a scan", scan::MAX_BYTES)?;
        let mut read = PageText::default();
        read.text = text;
        Ok(read)
    }

    fn is_of_pictures(&self) -> bool {
        self.scan.iter().all(|path| pictures::is_picture(path))
    }

    /// Rejects options for pictures if the input is text.
    fn check_pictures(&self) -> anyhow::Result<()> {
        if self.is_of_pictures() {
            return Ok(());
        }
        Err(usage(
            "--page, --font, --rom, --learn, --text and --proof need pictures of pages",
        ))
    }

    /// The options for reading pictures.
    fn how(&self) -> anyhow::Result<ReadOptions> {
        let mut fonts = Vec::new();
        for path in &self.font {
            if let Some(sets) = character_sets(path)? {
                fonts.extend(sets.iter().map(Font::sinclair));
                continue;
            }
            let text = girafa_files::read_text_of(path, "a font", MAX_FONT_LENGTH)?;
            fonts.push(Font::parse(&text).with_context(|| girafa_files::shown(path))?);
        }
        if self.font.is_empty() || self.rom.is_some() {
            let rom = rom::load(self.rom.as_deref())?;
            fonts.extend(font_of_rom(rom.rom().bytes()));
        }
        let most = Font::MAX_GLYPHS;
        let font = Font::joined(fonts)
            .ok_or_else(|| usage(format!("--font: more than {most} characters in all fonts")))?;
        Ok(ReadOptions {
            columns: self.width.columns(),
            font,
        })
    }

    /// The page to read of files with several pages.
    fn number(&self) -> Option<usize> {
        self.page.map(NonZeroUsize::get)
    }
}

/// The paper width, the uncertain places with their likely fixes, and the notes, as JSON.
fn json(transcription: &Transcription<'_>) -> serde_json::Value {
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
    let doubts: Vec<serde_json::Value> = transcription.doubts.iter().map(doubt).collect();
    let note = |note: &Note| serde_json::json!({ "row": note.line, "message": note.diagnostic.message });
    let notes: Vec<serde_json::Value> = transcription.notes.iter().map(note).collect();
    serde_json::json!({ "width": transcription.width, "doubts": doubts, "notes": notes })
}

/// A message about what to do with the remaining uncertain places.
fn remaining(place: &str, transcription: &Transcription<'_>, written: Option<&Path>) -> String {
    let number = |is_counted: fn(&&Doubt) -> bool| transcription.doubts.iter().filter(is_counted).count();
    let count = transcription.doubts.len();
    let repairs = number(|doubt| !doubt.repairs.is_empty());
    let what = match written {
        Some(path) => format!("review {0} and run again with --fixes {0}", path.display()),
        None => "write them as fixes with --suggest F.toml, edit them, and apply them with --fixes F.toml"
            .to_owned(),
    };
    let too_wide = number(|doubt| doubt.code == DoubtCode::RowTooWide);
    let width = match transcription.width {
        Some(width) if too_wide * 2 > count => {
            format!("; most rows have more than {width} columns: try --width auto")
        }
        _ => String::new(),
    };
    format!(
        "{place}: {count} uncertain place(s), {repairs} with likely fixes; nothing is written{width}; {what}"
    )
}

/// The diagnostic of an uncertain place with its fixes as help.
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
