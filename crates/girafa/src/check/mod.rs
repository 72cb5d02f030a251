//! `girafa check`

mod output;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use girafa_basic::check::{self, KINDS, Level, Levels};
use girafa_basic::diagnostic::{Diagnostics, Severity};
use girafa_cli_support::{Exit, eprint_line, has_terminal, print, print_coloured, print_json, usage};
use girafa_loader::Target;
use girafa_loader::open::open;
use output::Report;

use crate::directories::files_of;

/// Check programs for errors and suspicious code
#[derive(Args)]
pub struct Check {
    /// Listings (.bas, .txt), tapes (.tap, .tzx, .pzx), snapshots (.sna, .z80, .szx, .rzx), ids of included programs,
    /// or directories of listings (.bas); `-` reads a listing from standard input
    #[arg(value_name = "TARGET", required_unless_present = "explain")]
    targets: Vec<OsString>,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The same as --format sarif
    #[arg(long, conflicts_with_all = ["format", "json"])]
    sarif: bool,
    /// Report this finding as an error; `all` for every finding
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    error: Vec<String>,
    /// Report this finding as a warning; `all` for every finding
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,
    /// Report this finding as a note; `all` for every finding
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    note: Vec<String>,
    /// Do not report this finding; `all` for every finding
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
    /// Exit with code 1 for warnings too
    #[arg(long)]
    deny_warnings: bool,
    /// Explain this finding, or `all`, instead of checking
    #[arg(long, value_name = "CODE", conflicts_with = "targets")]
    explain: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with the source lines, as compilers print them
    Text,
    /// A JSON array
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
}

/// A target with its diagnostics.
struct Checked {
    /// The target's name.
    name: String,
    /// The target's listing.
    text: String,
    found: Diagnostics,
}

impl Check {
    /// Prints the findings. Fails if one of them is an error, or a target cannot be read.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(code) = &self.explain {
            return explain(code);
        }
        let levels = self.levels()?;
        let format = match self.format {
            _ if self.json => Format::Json,
            _ if self.sarif => Format::Sarif,
            format => format,
        };
        let targets = in_directories(&self.targets)?;
        let mut exit = Exit::Success;
        let mut report = Report::new(format == Format::Sarif);
        for target in &targets {
            let checked = match checked(target, &levels) {
                Ok(checked) => checked,
                // Continue with the other targets.
                Err(error) if targets.len() > 1 => {
                    girafa_cli_support::eprint_message("girafa", &error);
                    exit = Exit::BadFile;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let fails = checked.found.has_errors()
                || self.deny_warnings && checked.found.count(Severity::Warning) > 0;
            exit = match exit {
                // Every command exits with this code for such a listing.
                _ if is_mistaken(&checked.found) => Exit::BadFile,
                Exit::Success if fails => Exit::Failed,
                exit => exit,
            };
            if format == Format::Text {
                let Checked { name, text, found } = &checked;
                print_coloured(&found.render(name, text, has_terminal()))?;
                eprint_line(summary(name, found));
            } else {
                report.add(&checked);
            }
        }
        if format != Format::Text {
            if let Some(left_out) = report.left_out() {
                eprint_line(format_args!("girafa: {left_out}"));
            }
            print_json(&report.done())?;
        }
        Ok(exit)
    }

    fn levels(&self) -> anyhow::Result<Levels> {
        let mut levels = Levels::default();
        let settings = [
            (&self.allow, Level::Allow),
            (&self.note, Level::Note),
            (&self.warn, Level::Warning),
            (&self.error, Level::Error),
        ];
        for (codes, level) in settings {
            for code in codes {
                levels
                    .set(code, level)
                    .map_err(|message| match check::kind(code) {
                        None => usage(format_args!(
                            "{message}; `girafa check --explain all` lists all codes"
                        )),
                        Some(_) => usage(message),
                    })?;
            }
        }
        Ok(levels)
    }
}

/// Replaces the directories among the targets by the listings in them.
fn in_directories(targets: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let mut all = Vec::new();
    for target in targets {
        let path = Path::new(target);
        if !path.is_dir() {
            all.push(target.clone());
            continue;
        }
        let is_listing = |path: &PathBuf| {
            let extension = path.extension().unwrap_or_default();
            extension.eq_ignore_ascii_case("bas")
        };
        let mut listings = files_of(path)?.into_iter().filter(is_listing).peekable();
        if listings.peek().is_none() {
            return Err(usage(format_args!(
                "{}: there are no listings (.bas) in this directory",
                path.display()
            )));
        }
        all.extend(listings.map(PathBuf::into_os_string));
    }
    Ok(all)
}

fn checked(target: &OsStr, levels: &Levels) -> anyhow::Result<Checked> {
    let name = girafa_files::shown(Path::new(target));
    let (text, running) = listing(target, &name)?;
    let found = check::all(&text, running).into_iter();
    let found = found.filter_map(|finding| levels.apply(finding)).collect();
    Ok(Checked { name, text, found })
}

/// Returns a listing file's text, or the listing of another target's program, and whether the program is from
/// the memory of a machine.
pub fn listing(target: &OsStr, name: &str) -> anyhow::Result<(String, bool)> {
    let path = Path::new(target);
    let target = if girafa_files::is_standard_input(path) || path.extension().is_some() {
        let opened = open(path)?;
        if opened.is_listing() {
            return Ok((opened.text()?, false));
        }
        let resolved = girafa_loader::of_opened(opened)?;
        girafa_cli_support::eprint_notices("girafa", &resolved.notices);
        resolved.target
    } else {
        girafa_cli_support::resolve("girafa", target)?
    };
    let program = target.program(name)?;
    girafa_cli_support::eprint_notices("girafa", &girafa_loader::tail(name, &program));
    let running = matches!(target, Target::Snapshot(_) | Target::Recording(_));
    Ok((girafa_basic::text::from_program(&program), running))
}

/// Whether the listing has an error that prevents its conversion to a program.
fn is_mistaken(found: &Diagnostics) -> bool {
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    let mut kinds = errors.filter_map(|finding| finding.code.and_then(check::kind));
    kinds.any(check::Kind::is_mistake)
}

fn summary(name: &str, found: &Diagnostics) -> String {
    let counted = |severity: Severity, noun: &str| {
        let count = found.count(severity);
        format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
    };
    if found.is_empty() {
        return format!("{name}: nothing found");
    }
    let mut summary = format!(
        "{name}{}: {}, {}",
        if is_mistaken(found) { " has mistakes" } else { "" },
        counted(Severity::Error, "error"),
        counted(Severity::Warning, "warning")
    );
    if found.count(Severity::Note) > 0 {
        summary = format!("{summary}, {}", counted(Severity::Note, "note"));
    }
    summary
}

/// Prints the explanation of a diagnostic code, or of all codes.
fn explain(code: &str) -> anyhow::Result<Exit> {
    let kinds: Vec<_> = KINDS
        .iter()
        .filter(|kind| code.eq_ignore_ascii_case("all") || kind.code.eq_ignore_ascii_case(code))
        .collect();
    if kinds.is_empty() {
        return Err(usage(format_args!(
            "unknown finding `{code}`; `girafa check --explain all` lists all codes"
        )));
    }
    let explained = kinds.iter().map(|kind| {
        let severity = kind.severity.name();
        format!(
            "{} ({severity}): {}\n  {}\n",
            kind.code, kind.title, kind.explanation
        )
    });
    print(&explained.collect::<Vec<_>>().join("\n"))?;
    Ok(Exit::Success)
}
