//! `girafa conform`

use anyhow::Context;
use girafa_cli_support::{Exit, PACE_HELP, eprint_line, pace_parser, print, print_json, usage};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use girafa_session::hardware::{Hardware, Pace};
use girafa_verify::conform::case::{self, Case};
use girafa_verify::conform::run::{CaseResult, Loading};
use girafa_verify::conform::{report, run_all};
use girafa_verify::partition::Selection;
use regex_lite::{Regex, RegexBuilder};

use crate::parts::{self, Parts};
use crate::progress;
use crate::wall::{self, Wall};
use girafa_loader::rom;

/// The command's name in reports.
const COMMAND: &str = "girafa conform";
/// Maximum size of a file of cases, in bytes.
const MAX_CASES_BYTES: u64 = 16 << 20;

/// Test a ROM against recorded behaviour of an original 48K
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Conform {
    /// Conformance cases, one JSON object per line
    #[arg(
        value_name = "CASES.jsonl",
        required_unless_present = "merge",
        conflicts_with = "merge"
    )]
    cases: Option<PathBuf>,
    /// ROM image of 16,384 bytes to test [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    rom: Option<PathBuf>,
    #[arg(long, help = PACE_HELP, default_value = Pace::default().name(), value_parser = pace_parser(),
        conflicts_with = "merge")]
    pace: Pace,
    /// Run only the cases in these categories
    #[arg(long, value_name = "A,B", value_delimiter = ',', conflicts_with = "merge")]
    cat: Vec<String>,
    /// Run only the cases whose id matches this pattern
    #[arg(long, value_name = "REGEX", value_parser = pattern, conflicts_with = "merge")]
    id: Option<Regex>,
    /// Show expected and actual values of the cases that differ
    #[arg(short, long)]
    verbose: bool,
    /// Stop after this much real time (timeout)
    #[arg(long, value_name = "TIME", default_value = wall::DEFAULT_SUITE_LIMIT, value_parser = humantime::parse_duration,
        conflicts_with = "merge")]
    wall: Duration,
    /// Place programs in memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long, conflicts_with = "merge")]
    poke: bool,
    #[command(flatten)]
    parts: Parts,
    /// Print a JSON array with an object for each case; with --partition, a JSON object for --merge
    #[arg(long)]
    json: bool,
    /// Also write a JUnit XML report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// Maximum size of a compiled pattern, in bytes. The time of a match is proportional to this size and to the
/// length of the id.
const MAX_PATTERN_BYTES: usize = 32 << 10;

/// Parses the argument of `--id`.
fn pattern(text: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(text).size_limit(MAX_PATTERN_BYTES).build();
    built.map_err(|error| error.to_string())
}

impl Conform {
    /// Runs the cases, or merges the reports of all parts, and prints the result.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(merged) = self.parts.merged(COMMAND, self.junit.as_deref())? {
            return self.report(&merged.results, None);
        }
        let path = self.cases.as_deref().context("clap requires the cases")?;
        let named = rom::named(self.rom.as_deref());
        let read: Vec<&Path> = named.as_deref().into_iter().chain([path]).collect();
        girafa_files::check_places(&read, [("--junit", self.junit.as_deref())])?;
        let text = girafa_files::read_text_of(path, "conformance cases", MAX_CASES_BYTES)?;
        let all = case::read(&text).with_context(|| girafa_files::shown(path))?;
        // Start the timeout here: matching takes time too.
        let wall = Wall::new(self.wall, "cases");
        let mut cases = self.chosen(all)?;
        let rom = rom::load(self.rom.as_deref())?;
        let boot = rom.boot()?.with_hardware(Hardware::of_pace(self.pace));
        let loading = if self.poke || boot.loading().is_none() {
            Loading::Place
        } else {
            Loading::Tape
        };
        if loading == Loading::Place && !self.poke {
            eprint_line(
                "girafa: this ROM's LOAD does not reach the tape loader at 0556: programs are placed in memory",
            );
        }

        let mut selection = self.parts.selection();
        if let Some(selection) = &mut selection {
            selection.depends_on((rom.rom().bytes(), loading));
            cases.retain(|case| {
                selection.depends_on(case);
                selection.takes(&case.id)
            });
        }
        let bar = progress::bar(cases.len(), "cases");
        let verdicts = run_all(&boot, &cases, loading, || bar.inc(1));
        bar.finish_and_clear();
        drop(wall);
        self.report(&verdicts, selection)
    }

    /// Prints the results of the whole suite or of a part.
    fn report(&self, verdicts: &[CaseResult], part: Option<Selection>) -> anyhow::Result<Exit> {
        if let Some(path) = &self.junit {
            girafa_files::write(path, report::junit(verdicts).as_bytes())?;
        }
        match part {
            Some(selection) if self.json => parts::print_part(selection, COMMAND, verdicts)?,
            _ if self.json => print_json(&verdicts)?,
            part => {
                print(&report::text(verdicts, self.verbose))?;
                parts::print_summary(part.as_ref())?;
            }
        }
        let report::Count { passed, total } = report::count(verdicts);
        Ok(if passed == total {
            Exit::Success
        } else {
            Exit::Failed
        })
    }

    /// The cases selected by `--cat` and `--id`.
    fn chosen(&self, all: Vec<Case>) -> anyhow::Result<Vec<Case>> {
        if let Some(unknown) = self
            .cat
            .iter()
            .find(|cat| !all.iter().any(|case| case.cat == **cat))
        {
            let mut known: Vec<&str> = all.iter().map(|case| case.cat.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            return Err(usage(format_args!(
                "--cat {unknown}: unknown category; the categories are {}",
                known.join(" ")
            )));
        }
        let is_chosen = |case: &Case| {
            (self.cat.is_empty() || self.cat.contains(&case.cat))
                && self.id.as_ref().is_none_or(|id| id.is_match(&case.id))
        };
        let chosen: Vec<Case> = all.into_iter().filter(is_chosen).collect();
        if chosen.is_empty() {
            return Err(usage("no case matches --cat and --id"));
        }
        Ok(chosen)
    }
}
