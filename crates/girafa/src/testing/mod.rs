//! `girafa test`

mod find;
mod init;
mod watch;

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Args};
use girafa_cli_support::{
    Exit, MachineOptions, eprint_line, eprint_notices, message, print, print_coloured, print_json, usage,
};
use girafa_loader::place::{Place, files_of};
use girafa_session::boot::Boot;
use girafa_verify::compare::{Judging, Kind, Verdict, report};
use girafa_verify::partition::{self, Merged, Selection, SessionResult};
use girafa_verify::suite::{self, Program, Tested, all_verdicts};

use crate::colour::Colour;
use crate::insight::percent;
use crate::parts::{self, Parts};
use crate::progress::SessionBar;
use crate::wall::{self, Wall};
use find::Found;

pub use init::Init;

/// The command's name in reports.
const COMMAND: &str = "girafa test";
/// Maximum number of listings without sessions that are named.
const MAX_NAMED_LISTINGS: usize = 5;

/// Run each program's sessions and check the results
///
/// A session file is next to its program: NAME.toml for NAME.bas (or .tap, .tzx, .pzx). `girafa init` creates
/// an example.
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
#[command(group(ArgGroup::new("merged").arg("merge").conflicts_with_all(["rom", "no_printer", "late", "pace"])))]
pub struct Test {
    /// Directories, which are searched with their subdirectories; programs; session files
    #[arg(value_name = "PATH", default_value = ".", conflicts_with = "merge")]
    paths: Vec<PathBuf>,
    /// Run only the sessions with TEXT in `PROGRAM: SESSION`, without checking coverage
    #[arg(long, value_name = "TEXT", conflicts_with = "merge")]
    filter: Option<String>,
    /// Update the session files: write the observed results where the expected ones differ or are missing
    #[arg(long, conflicts_with_all = ["partition", "merge"])]
    bless: bool,
    /// Fail programs of which less than this percentage of the statements runs, unless their file sets
    /// another
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "merge")]
    coverage: Option<f64>,
    /// Allow programs without a session file
    #[arg(long)]
    allow_missing_sessions: bool,
    /// Directory for pictures of differences [default: next to the expected picture]
    #[arg(long, value_name = "DIR", conflicts_with = "merge")]
    diff: Option<PathBuf>,
    /// Run again whenever a file changes, until Ctrl+C
    #[arg(long, conflicts_with_all = ["bless", "json", "junit", "partition", "merge"])]
    watch: bool,
    /// Stop after this much real time (timeout)
    #[arg(long, value_name = "TIME", default_value = wall::DEFAULT_SUITE_LIMIT, value_parser = humantime::parse_duration,
        conflicts_with = "merge")]
    wall: Duration,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    parts: Parts,
    /// Print a row for each session, and the warnings about the listings
    #[arg(short, long)]
    verbose: bool,
    /// Print a JSON array with an object for each session; with --partition, a JSON object for --merge
    #[arg(long)]
    json: bool,
    /// Also write a JUnit XML report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    color: Colour,
}

/// A program, or the error of reading it.
type Read = Result<Program, String>;

impl Test {
    /// Runs the sessions, or merges the reports of all parts, and prints the result.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(merged) = self.parts.merged(COMMAND, self.junit.as_deref())? {
            return self.merge(merged);
        }
        let rom = self.machine.rom_file();
        self.check_report(self.paths.iter().map(PathBuf::as_path).chain(rom.as_deref()))?;
        let rom = self.machine.load_rom()?;
        let boot = rom.boot()?.with_hardware(self.machine.hardware());
        if self.watch {
            watch::run(&self, &boot)?;
            return Ok(Exit::Success);
        }
        let found = find::find(&self.paths)?;
        if found.is_empty() {
            return Err(usage(
                "no session files found: a session file NAME.toml is next to its program NAME.bas; `girafa init` creates an example",
            ));
        }
        let mut read = self.filtered(self.read_all(&found.places));
        let files: Vec<PathBuf> = read
            .iter()
            .flat_map(|(place, read)| files_of(place, read.as_ref().ok()))
            .collect();
        self.check_report(files.iter().map(PathBuf::as_path))?;
        if let Some(filter) = self.filter.as_ref().filter(|_| read.is_empty()) {
            return Err(usage(format_args!(
                "--filter {filter}: no session name contains this"
            )));
        }
        let without = self.without(&found);
        let mut selection = self.parts.selection();
        if let Some(selection) = &mut selection {
            selection.depends_on((rom.rom().bytes(), self.machine.hardware()));
            selection.without.clone_from(&without);
            choose(selection, &mut read);
        }
        let mut tested = self.run(&boot, &read)?;
        let blessed = self.bless(&read, &tested)?;
        let part = selection.map(|selection| (selection, partition::results(&mut tested)));
        if self.json {
            blessed.lines().for_each(eprint_line);
        } else {
            print(&blessed)?;
        }
        self.report(&tested, &without, part)
    }

    /// Prints the merged results of all parts.
    fn merge(&self, merged: Merged<SessionResult>) -> anyhow::Result<Exit> {
        let without = merged.without.clone();
        let tested = partition::tested(merged).map_err(parts::refused)?;
        for verdict in tested.iter().flat_map(Tested::verdicts) {
            if let (Kind::Files, Some(why)) = (verdict.kind, &verdict.failure) {
                eprint_line(format_args!("girafa: {why}"));
            }
        }
        self.report(&tested, &without, None)
    }

    /// Prints the results of the whole suite or of a part.
    fn report(
        &self,
        tested: &[Tested],
        without: &[String],
        part: Option<(Selection, Vec<SessionResult>)>,
    ) -> anyhow::Result<Exit> {
        if let Some(path) = &self.junit {
            girafa_files::write(path, report::junit(COMMAND, &all_verdicts(tested)).as_bytes())?;
        }
        match part {
            Some((selection, results)) if self.json => parts::print_part(selection, COMMAND, results)?,
            _ if self.json => print_json(&report::json(&all_verdicts(tested)))?,
            part => {
                print_coloured(&self.text(tested))?;
                print(&without_sessions(without, self.allow_missing_sessions))?;
                parts::print_summary(part.as_ref().map(|(selection, _)| selection))?;
            }
        }
        let lacks_sessions = !without.is_empty() && !self.allow_missing_sessions;
        Ok(match exit(tested) {
            Exit::Success if lacks_sessions => Exit::Failed,
            exit => exit,
        })
    }

    /// Checks that the report can be written and does not replace an input.
    fn check_report<'a>(&self, read: impl Iterator<Item = &'a Path>) -> anyhow::Result<()> {
        let read: Vec<&Path> = read.collect();
        Ok(girafa_files::check_places(
            &read,
            [("--junit", self.junit.as_deref())],
        )?)
    }

    /// Reads the programs with the sessions that match the filter.
    fn read_all(&self, places: &[Place]) -> Vec<(Place, Read)> {
        let read = places.iter().map(|place| (place.clone(), self.read_one(place)));
        read.collect()
    }

    /// Removes programs of which no session matches the filter.
    fn filtered(&self, mut read: Vec<(Place, Read)>) -> Vec<(Place, Read)> {
        let has_some = |read: &Read| read.as_ref().map_or(true, |program| !program.scripts.is_empty());
        read.retain(|(_, read)| self.filter.is_none() || has_some(read));
        read
    }

    fn read_one(&self, place: &Place) -> Read {
        let (mut program, notices) = place.read().map_err(|error| message(&error.into()))?;
        if self.verbose {
            eprint_notices("girafa", &notices);
        }
        program.coverage = program.coverage.or(self.coverage);
        let filter = self.filter.as_deref();
        let all = program.scripts.len();
        program
            .scripts
            .retain(|script| find::is_wanted(&place.name, script, filter));
        if program.scripts.len() < all {
            program.coverage = None;
        }
        Ok(program)
    }

    /// Runs all sessions and writes pictures of the differences. Programs that could not be read are included
    /// in the results.
    fn run(&self, boot: &Boot, read: &[(Place, Read)]) -> anyhow::Result<Vec<Tested>> {
        let programs: Vec<Program> = read.iter().filter_map(|(_, read)| read.clone().ok()).collect();
        let sessions = programs.iter().map(|program| program.scripts.len()).sum();
        let wall = Wall::new(self.wall, "sessions");
        let bar = SessionBar::new(sessions);
        let how = Judging {
            blesses: self.bless,
            keeps_covers: self.parts.partition.is_some(),
            ..Judging::default()
        };
        let mut tested =
            suite::run(boot, &programs, how, |verdict| bar.done(verdict.all_tstates())).into_iter();
        bar.clear();
        drop(wall);
        let mut all = Vec::new();
        for (place, read) in read {
            all.push(match read {
                Ok(_) => tested.next().context("a result for each program")?,
                Err(why) => {
                    eprint_line(format_args!("girafa: {why}"));
                    Tested::unreadable(&place.name, why)
                }
            });
        }
        write_pictures(&mut all, self.diff.as_deref())?;
        Ok(all)
    }

    /// Updates the expected results. Returns a line for each file that was written.
    fn bless(&self, read: &[(Place, Read)], tested: &[Tested]) -> anyhow::Result<String> {
        let mut written = String::new();
        for ((place, _), tested) in read.iter().zip(tested) {
            for row in place.bless(&tested.sessions)? {
                written += &format!("wrote {row}\n");
            }
        }
        Ok(written)
    }

    fn text(&self, tested: &[Tested]) -> String {
        let colour = self.color.is_on();
        if self.verbose {
            report::table(&all_verdicts(tested), colour)
        } else {
            report::lines(tested, colour)
        }
    }

    /// The listings without sessions; empty with a filter.
    fn without(&self, found: &Found) -> Vec<String> {
        let listings = found.without.iter().filter(|_| self.filter.is_none());
        listings.map(|path| path.display().to_string()).collect()
    }
}

/// The message about listings without sessions.
fn without_sessions(listings: &[String], are_allowed: bool) -> String {
    if listings.is_empty() {
        return String::new();
    }
    let names = listings[..listings.len().min(MAX_NAMED_LISTINGS)].join(", ");
    let more = match listings.len().saturating_sub(MAX_NAMED_LISTINGS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let noun = if listings.len() == 1 {
        "program has"
    } else {
        "programs have"
    };
    let hint = match are_allowed {
        true => "",
        false => "; --allow-missing-sessions permits that",
    };
    format!("{} {noun} no sessions: {names}{more}{hint}\n", listings.len())
}

/// Keeps only the sessions that belong to the part.
fn choose(selection: &mut Selection, read: &mut Vec<(Place, Read)>) {
    read.retain_mut(|(place, read)| match read {
        Ok(program) => {
            selection.choose(program);
            !program.scripts.is_empty()
        }
        Err(_) => selection.takes_unreadable(&place.name),
    });
}

/// Writes the pictures of differences, next to the expected ones or in `directory`.
///
/// # Errors
/// A picture cannot be written.
pub fn write_pictures(all: &mut [Tested], directory: Option<&Path>) -> anyhow::Result<()> {
    for judged in all.iter_mut().flat_map(|tested| &mut tested.sessions) {
        for (path, picture) in std::mem::take(&mut judged.pictures) {
            let path = match directory {
                None => path,
                Some(directory) => {
                    let path = directory.join(within(&path));
                    girafa_files::make_directory(path.parent().unwrap_or(directory))?;
                    path
                }
            };
            girafa_files::write(&path, &picture)?;
            let shown = format!("{} shows expected, observed and difference", path.display());
            judged.verdict.remarks.push(shown);
        }
    }
    Ok(())
}

fn exit(tested: &[Tested]) -> Exit {
    let verdicts = || tested.iter().flat_map(Tested::verdicts);
    if verdicts().any(|verdict| verdict.kind == Kind::Files) {
        Exit::BadFile
    } else if verdicts().all(Verdict::is_well) {
        Exit::Success
    } else {
        Exit::Failed
    }
}

/// Makes a path relative, so that it stays below another directory: `..` and the root are removed.
fn within(path: &Path) -> PathBuf {
    let parts = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_)));
    parts.collect()
}
