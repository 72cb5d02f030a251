//! `girafa conform`

use anyhow::Context;
use girafa_console::{Exit, eprint_line, print, usage};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use girafa_proof::conform::case::{self, Case};
use girafa_proof::conform::run::Loading;
use girafa_proof::conform::{report, run_all};
use regex_lite::Regex;

use crate::progress;
use crate::wall::{self, Wall};
use girafa_subject::rom;

/// The longest file of cases, in bytes.
const LONGEST: u64 = 16 << 20;

/// Test a ROM against recorded behaviour of an original 48K
#[derive(Args)]
#[command(after_help = girafa_console::HELP)]
pub struct Conform {
    /// Conformance cases, one JSON object per line
    #[arg(value_name = "CASES.jsonl")]
    cases: PathBuf,
    /// ROM image of 16,384 bytes to test [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Run only the cases of these categories
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    cat: Vec<String>,
    /// Run only the cases whose id matches
    #[arg(long, value_name = "REGEX")]
    id: Option<Regex>,
    /// Show expected and actual values of the cases that differ
    #[arg(short, long)]
    verbose: bool,
    /// Stop after this time on the clock on your wall
    #[arg(long, value_name = "TIME", default_value = wall::SUITE, value_parser = humantime::parse_duration)]
    wall: Duration,
    /// Write programs straight into memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long)]
    poke: bool,
}

impl Conform {
    /// Runs the cases and prints the result.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let text = girafa_files::read_text_of(&self.cases, "conformance cases", LONGEST)?;
        let all = case::read(&text).with_context(|| girafa_files::shown(&self.cases))?;
        let cases = self.chosen(all)?;
        let boot = rom::load(self.rom.as_deref())?.boot()?;
        let loading = if self.poke || boot.loading().is_none() {
            Loading::Place
        } else {
            Loading::Tape
        };
        if loading == Loading::Place && !self.poke {
            eprint_line(
                "girafa: this ROM's LOAD does not get to the tape loader at 0556: programs are placed in memory",
            );
        }

        let wall = Wall::new(self.wall, "cases");
        let bar = progress::bar(cases.len(), "cases");
        let verdicts = run_all(&boot, &cases, loading, || bar.inc(1));
        bar.finish_and_clear();
        drop(wall);
        print(&report::text(&cases, &verdicts, self.verbose))?;
        let report::Count { passed, total } = report::count(&verdicts);
        Ok(if passed == total { Exit::Well } else { Exit::Failed })
    }

    /// The cases that `--cat` and `--id` leave.
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
                "--cat {unknown}: there is no such category; there are {}",
                known.join(" ")
            )));
        }
        let wanted = |case: &Case| {
            (self.cat.is_empty() || self.cat.contains(&case.cat))
                && self.id.as_ref().is_none_or(|id| id.is_match(&case.id))
        };
        let chosen: Vec<Case> = all.into_iter().filter(wanted).collect();
        if chosen.is_empty() {
            return Err(usage("no case has that category and id"));
        }
        Ok(chosen)
    }
}
