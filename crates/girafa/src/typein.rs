//! `girafa typein`

use anyhow::Context;
use anyhow::bail;
use girafa_console::Doubtful;
use girafa_console::{Exit, eprint_coloured_line, eprint_line, has_error_terminal, print, print_json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use girafa_basic::diagnostic::{Diagnostics, MOST_SHOWN, Severity};
use girafa_basic::head::Head;
use girafa_basic::program::Program;
use girafa_basic::text;
use girafa_basic::tokenise::{self, Options};
use girafa_restore::book::record::{Correction, Kind};
use girafa_restore::fit::UNBROKEN;
use girafa_restore::fixes::{self, Fixes};
use girafa_restore::page::COUNTED_SPACE;
use girafa_restore::repair::{Change, Repair};
use girafa_restore::scan::{self, Doubt, Scan, Width};

/// The longest scan, in bytes: as that of a listing.
const LONGEST_SCAN: u64 = 1 << 20;
/// The most rows of a scan.
const MOST_ROWS: usize = 100_000;
/// The longest file of corrections, in bytes.
const LONGEST_FIXES: u64 = 4 << 20;

/// Convert a scanned listing to a program, and report scan errors
///
/// Printed rows are joined into program lines by the paper's width and parsed. Doubtful places are reported with likely
/// repairs; only corrections from a fixes file are applied.
#[derive(Args)]
pub struct TypeIn {
    /// Scanned text, one printed row per line
    #[arg(value_name = "SCAN.txt")]
    scan: PathBuf,
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
        let mut read = vec![&*self.scan];
        read.extend(self.fixes.as_deref());
        girafa_files::check_places(&read, [("-o", self.out.as_deref())])?;
        girafa_files::check_places(
            &[&self.scan],
            [
                ("-o", self.out.as_deref()),
                ("--suggest", self.suggest.as_deref()),
            ],
        )?;
        let text = girafa_files::read_text_of(&self.scan, "a scan", LONGEST_SCAN)?;
        if text.lines().count() > MOST_ROWS {
            bail!(
                "{}: a scan of more than {MOST_ROWS} rows is not read",
                girafa_files::shown(&self.scan)
            );
        }
        let fixes = match &self.fixes {
            Some(path) => Fixes::parse(&girafa_files::read_text_of(path, "corrections", LONGEST_FIXES)?)
                .with_context(|| path.display().to_string())?,
            None => Fixes::default(),
        };
        let place = self.scan.display().to_string();
        let scan = scan::read(&text, &fixes, self.width.0).map_err(|error| {
            let file = self.fixes.as_ref().unwrap_or(&self.scan);
            anyhow::Error::new(error).context(file.display().to_string())
        })?;
        if matches!(self.width.0, Width::Auto) {
            match scan.width {
                UNBROKEN.. => eprint_line(format_args!("{place}: the rows are not broken by width")),
                width => eprint_line(format_args!("{place}: the rows are {width} columns wide")),
            }
        }
        if let Some(path) = &self.suggest {
            // Which may be where the corrections are that it goes on from.
            girafa_files::rewrite(path, suggestions(&scan, &fixes, &text).as_bytes())?;
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
        if scan.lines.is_empty() {
            bail!("{place}: there is no line of a listing in it (a number, a keyword)");
        }
        let program = Program {
            name: scan.name,
            autostart: scan.autostart,
            lines: scan.lines,
            ..Program::default()
        };
        let listing = text::from_program(&program);
        refuse_beyond_the_editor(&place, &text, &listing)?;
        match &self.out {
            Some(path) => girafa_files::write(path, listing.as_bytes())?,
            None if self.json => {}
            None => print(&listing)?,
        }
        Ok(Exit::Well)
    }
}

/// Refuses a program that the machine's editor would, as `girafa check` does, unless the scan's own head comment says that it may
/// be one.
fn refuse_beyond_the_editor(place: &str, scan: &str, listing: &str) -> anyhow::Result<()> {
    let head = |text: &str| Head::read(text, &mut Diagnostics::default());
    if !head(listing).lenient || head(scan).lenient {
        return Ok(());
    }
    let lines = listing.split_once('\n').map_or("", |(_, lines)| lines);
    let Err(found) = tokenise::program(lines, &Options::default()) else {
        return Ok(());
    };
    let first = found.iter().find(|found| found.severity == Severity::Error);
    let why = first.map_or("", |found| found.message.as_str());
    bail!("{place}: this is no program that can be typed in: {why}");
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
    let repairs: Vec<String> = doubt.repairs.iter().map(described).collect();
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

fn described(repair: &Repair) -> String {
    let changes = repair.changes.iter();
    let changes: Vec<String> = changes
        .map(|change| {
            let Change { line, wrong, right } = change;
            format!("line {line}: `{right}` for `{wrong}`{}", left_out(change))
        })
        .collect();
    changes.join(" and ")
}

/// Says so if a change leaves out characters that the scan has: the line then means less than it says.
fn left_out(change: &Change) -> String {
    let ink = |text: &str| {
        text.chars()
            .filter(|character| !character.is_whitespace() && *character != COUNTED_SPACE)
            .count()
    };
    match ink(&change.wrong).saturating_sub(ink(&change.right)) {
        0 => String::new(),
        count => format!(" (leaves out {count} character(s))"),
    }
}

/// The fixes file: what it had, the likeliest repair of each doubtful place, and in comments the others.
fn suggestions(scan: &Scan, fixes: &Fixes, text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let mut made: Vec<Correction> = Vec::new();
    let mut suggested = String::new();
    for doubt in &scan.doubts {
        let position = format!("line {}, column {}", doubt.line, doubt.column);
        let _ = writeln!(suggested, "# {position}: {}", one_line(&doubt.diagnostic.message));
        let corrections = doubt
            .repairs
            .iter()
            .map(|repair| corrections(repair, &doubt.diagnostic.message));
        for (index, corrections) in corrections.enumerate() {
            let clash = corrections
                .iter()
                .any(|one| made.iter().any(|other| overlap(one, other, &rows)));
            if index == 0
                && clash
                && corrections
                    .iter()
                    .all(|one| made.iter().any(|other| same(one, other)))
            {
                let _ = writeln!(suggested, "# (the correction above)\n");
                break;
            }
            let toml: String = corrections.iter().map(fixes::correction_toml).collect();
            if index == 0 && !clash {
                suggested += &toml;
                made.extend(corrections);
            } else {
                let _ = writeln!(suggested, "# or:");
                suggested.extend(toml.trim_end().lines().map(|line| format!("# {line}\n")));
                suggested.push('\n');
            }
        }
        if doubt.repairs.is_empty() {
            let row = one_line(rows.get(doubt.line - 1).copied().unwrap_or_default());
            let _ = writeln!(
                suggested,
                "# No repair is known. The row is: {row}\n# [[correction]]\n# line = {0}\n# wrong = \"\"\n# right = \"\"\n\
                 # kind = \"scan\"\n# reason = \"\"\n# To take the row as it is (if it parses):\n# [[doubt]]\n# line = {0}\n\
                 # note = \"\"\n",
                doubt.line
            );
        }
    }
    let mut kept = fixes.clone();
    kept.corrections
        .retain(|old| !made.iter().any(|new| overlap(old, new, &rows)));
    format!(
        "# Corrections of a scan for `girafa typein --fixes`. What `girafa typein --suggest` put here is likely, not sure:\n\
         # look at the page. \u{2423} is a space that counts.\n\n{}{suggested}",
        kept.to_toml()
    )
}

fn corrections(repair: &Repair, reason: &str) -> Vec<Correction> {
    let correction = |change: &Change| Correction {
        line: change.line,
        wrong: change.wrong.clone(),
        right: change.right.clone(),
        kind: Kind::Scan,
        reason: format!("suggested: {}{}", one_line(reason), left_out(change)),
    };
    repair.changes.iter().map(correction).collect()
}

fn same(one: &Correction, other: &Correction) -> bool {
    (one.line, &one.wrong, &one.right) == (other.line, &other.wrong, &other.right)
}

/// Do two corrections change the same characters of the scan?
fn overlap(one: &Correction, other: &Correction, rows: &[&str]) -> bool {
    let place = |correction: &Correction| {
        let start = rows.get(correction.line - 1)?.find(&correction.wrong)?;
        (!correction.wrong.is_empty()).then_some(start..start + correction.wrong.len())
    };
    match (place(one), place(other)) {
        (Some(a), Some(b)) => one.line == other.line && a.start < b.end && b.start < a.end,
        _ => false,
    }
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect()
}
