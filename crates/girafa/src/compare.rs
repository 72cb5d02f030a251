//! `girafa compare`

use girafa_cli_support::{Exit, MachineOptions, eprint_notices, print, print_coloured, print_json, usage};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::{ArgGroup, Args};
use girafa_basic::spelling;
use girafa_books::{ImportError, import};
use girafa_inspect::evaluate::is_report;
use girafa_inspect::waiting::report_text;
use girafa_verify::compare::{
    Backend, Judging, Observation, Standing, Verdict, Versions, agreeing, bad_end, report, unused,
    without_place,
};
use girafa_verify::origin;
use girafa_verify::partition::{self, Selection, SessionResult};
use girafa_verify::script::{Compared, Script, session_files};
use girafa_verify::suite::{self, Program, all_verdicts};

use crate::colour::Colour;
use crate::input_options::InputOptions;
use crate::parts::{self, Parts};
use crate::progress::SessionBar;
use crate::run_options::RunOptions;
use crate::testing::write_pictures;
use crate::wall::{self, Wall};
use girafa_loader::{book, editions, scripts};

/// Compare a program's output with its native reference or with a text file
///
/// An included program is run in all its sessions: the book's listing (if the book's text is available), our
/// edition and the native reference must produce the same output. With --expect, any program's output is
/// compared with a text file.
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
#[command(group(ArgGroup::new("merged").arg("merge").conflicts_with_all(["rom", "no_printer", "late", "pace"])))]
pub struct Compare {
    /// The id of an included program; with --expect, any target of `girafa run`
    #[arg(value_name = "TARGET", required_unless_present_any = ["all", "merge"], conflicts_with = "merge")]
    target: Option<String>,
    /// Compare all programs that have sessions
    #[arg(long, conflicts_with_all = ["target", "merge"])]
    all: bool,
    /// Compare the program's output with this file, and the report too if its last line is one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "sessions", "partition", "merge"])]
    expect: Option<PathBuf>,
    #[command(flatten, next_help_heading = "With --expect")]
    given: InputOptions,
    /// With --expect: stop after this emulated time
    #[arg(long, value_name = "TIME", default_value = "1h", requires = "expect",
        value_parser = humantime::parse_duration)]
    time: Duration,
    /// Stop after this much real time (timeout) [default: 1h, with --expect 10m]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, conflicts_with = "merge")]
    wall: Option<Duration>,
    /// Directory of session files, ID.toml [default: the built-in sessions]
    #[arg(long, value_name = "DIR", conflicts_with = "merge")]
    sessions: Option<PathBuf>,
    /// Text of the book, to compare the runs printed in it too [default: GIRAFA_BOOK, if that is the text]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["expect", "merge"])]
    book: Option<PathBuf>,
    /// List the rows of printed runs that are damaged, missing or unexplained
    #[arg(long)]
    printed: bool,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    parts: Parts,
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

/// The command's name in reports.
const COMMAND: &str = "girafa compare";
/// Maximum size of the expected output, in bytes.
const MAX_EXPECTED_LENGTH: u64 = 2 << 20;

impl Compare {
    /// Runs the sessions, or merges the reports of all parts, and prints the result.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(merged) = self.parts.merged(COMMAND, self.junit.as_deref())? {
            let tested = partition::tested(merged).map_err(parts::refused)?;
            return self.report(&all_verdicts(&tested), None);
        }
        let target = self.target.as_ref().map(PathBuf::from);
        let read: Vec<&Path> = [&self.expect, &self.book, &target]
            .into_iter()
            .flatten()
            .map(|path| &**path)
            .collect();
        // An error of the directory is reported later, when its files are read.
        let sessions = self.sessions.as_deref().map(session_files);
        let sessions = sessions.and_then(Result::ok).unwrap_or_default();
        let rom = self.machine.rom_file();
        let given = [rom.as_deref(), self.given.file(), self.given.tape.as_deref()];
        let read = read.into_iter().chain(given.into_iter().flatten());
        let book = self.book.clone().or_else(book::named_text);
        let read = read.chain(book.as_deref());
        let read: Vec<&Path> = read.chain(sessions.iter().map(PathBuf::as_path)).collect();
        girafa_files::check_places(&read, [("--junit", self.junit.as_deref())])?;
        if self.expect.is_none() && !(self.given.is_nothing() && self.given.tape.is_none()) {
            return Err(usage(
                "--answer, --answers, --keys and --tape go with --expect: sessions have their own",
            ));
        }
        let Some(expect) = &self.expect else {
            return self.sessions();
        };
        self.report(&[self.expected(expect)?], None)
    }

    /// Prints the verdicts of the whole suite or of a part.
    fn report(
        &self,
        verdicts: &[Verdict],
        part: Option<(Selection, Vec<SessionResult>)>,
    ) -> anyhow::Result<Exit> {
        if let Some(path) = &self.junit {
            girafa_files::write(path, report::junit(COMMAND, verdicts).as_bytes())?;
        }
        match part {
            Some((selection, results)) if self.json => parts::print_part(selection, COMMAND, results)?,
            _ if self.json => print_json(&report::json(verdicts))?,
            part => {
                print_coloured(&report::table(verdicts, self.color.is_on()))?;
                print(&report::printed(verdicts, self.printed))?;
                parts::print_summary(part.as_ref().map(|(selection, _)| selection))?;
            }
        }
        let differs = verdicts
            .iter()
            .any(|verdict| verdict.standing() == Standing::Differs);
        Ok(if differs { Exit::Failed } else { Exit::Success })
    }

    /// Runs all sessions of the programs, or those of a part, on all cores. Prints the verdicts in the order
    /// of programs and sessions.
    fn sessions(&self) -> anyhow::Result<Exit> {
        let mut programs = self.programs()?;
        let book = match &self.book {
            Some(path) => {
                let text = book::read_text(path)?;
                if let Err(error @ ImportError::NotTheBook(_)) = import(&text, &[]) {
                    return Err(book::explain(path, &text, error).into());
                }
                Some(text)
            }
            None => book::text()?,
        };
        if programs.iter().all(|program| program.scripts.is_empty()) {
            let place = self.sessions.as_deref().unwrap_or(Path::new("."));
            return Err(usage(format_args!(
                "{}: no sessions (ID.toml) to compare",
                place.display()
            )));
        }
        if self.printed && book.is_none() {
            return Err(usage(
                "--printed needs the book's text: name it with --book FILE or GIRAFA_BOOK",
            ));
        }
        let rom = self.machine.load_rom()?;
        let boot = rom.boot()?.with_hardware(self.machine.hardware());
        let mut selection = self.parts.selection();
        if let Some(selection) = &mut selection {
            selection.depends_on((rom.rom().bytes(), self.machine.hardware(), &book));
            programs.iter_mut().for_each(|program| selection.choose(program));
            programs.retain(|program| !program.scripts.is_empty());
        }
        let sessions = programs.iter().map(|program| program.scripts.len()).sum();
        let wall = Wall::new(wall::limit(self.wall, wall::DEFAULT_SUITE_LIMIT), "sessions");
        let bar = SessionBar::new(sessions);
        let how = Judging {
            book: book.as_deref(),
            keeps_covers: selection.is_some(),
            ..Judging::default()
        };
        let mut tested = suite::run(&boot, &programs, how, |verdict| bar.done(verdict.all_tstates()));
        bar.clear();
        drop(wall);
        write_pictures(&mut tested, None)?;
        let part = selection.map(|selection| (selection, partition::results(&mut tested)));
        self.report(&all_verdicts(&tested), part)
    }

    fn programs(&self) -> anyhow::Result<Vec<Program>> {
        eprint_notices("girafa", book::stale_import().as_slice());
        let mut files = scripts::all(self.sessions.as_deref())?;
        if let Some(id) = &self.target {
            let known: Vec<String> = files.iter().map(|file| file.id.clone()).collect();
            files.retain(|file| file.id == *id);
            if files.is_empty() {
                let meant = spelling::closest(id, known.iter().map(String::as_str));
                let instead = match meant {
                    Some(meant) => format!("did you mean {meant}?"),
                    None if known.is_empty() => "no program has any there.".to_owned(),
                    None => format!("these have: {}.", known.join(" ")),
                };
                return Err(usage(format_args!(
                    "{id} has no sessions; {instead} Your own listing needs --expect FILE"
                )));
            }
        }
        let directory = self.sessions.clone().unwrap_or_default();
        let read = files.into_iter().map(|file| {
            let versions = Versions {
                directory: directory.clone(),
                ..Versions::of_book(&file.id, book::original(&file.id)?, editions::edition(&file.id)?)
            };
            Ok(Program::new(versions, file))
        });
        read.collect()
    }

    /// Compares the output of one program with a text file.
    fn expected(&self, expect: &Path) -> anyhow::Result<Verdict> {
        let options = RunOptions {
            name: self.target.clone().unwrap_or_default().into(),
            corrected: false,
            given: self.given.clone(),
            machine: self.machine.clone(),
            time: Some(self.time),
            frames: None,
            wall: wall::limit(self.wall, wall::DEFAULT_RUN_LIMIT),
            started: OnceLock::new(),
            poke: false,
        };
        girafa_files::check_places(&[expect], [("--tape", self.given.tape.as_deref())])?;
        let text = girafa_files::read_text_of(expect, "what a program prints", MAX_EXPECTED_LENGTH)?;
        let mut rows: Vec<String> = text.lines().map(|row| row.trim_end().to_owned()).collect();
        let target = options.target()?;
        let ran = options.run(options.session(&target)?.with_transcript(), ())?;
        let outcome = &ran.outcome;
        let mut seen = Observation::of_outcome(Backend::Listing, outcome);
        seen.end = outcome.report.clone();
        ran.exit(&options);

        let mut compare = vec![Compared::Transcript];
        let mut end = String::new();
        // As in a session file, a report without a place agrees with any place.
        let is_short = |row: &String| is_report(row) && seen.transcript.last() != Some(row);
        let is_placed = |row: &String| report_text(row).is_some();
        if let Some(row) = rows.pop_if(|row| is_placed(row) || is_short(row)) {
            compare.push(Compared::End);
            if is_report(&row) {
                seen.end.truncate(without_place(&seen.end).len());
            }
            end = row;
        }
        seen.transcript = agreeing(&seen.transcript, &rows);
        let script = Script {
            compare,
            ..Script::named(expect.display().to_string())
        };
        let expected = Observation {
            backend: Backend::Expected,
            transcript: rows,
            paper: Vec::new(),
            end,
            machine: None,
        };
        let expects_end = !expected.end.is_empty();
        let mut verdict = Verdict::of(&options.label(), &script, &[seen, expected]);
        let end = bad_end(Backend::Listing, outcome).filter(|_| !expects_end);
        let unused = unused(Backend::Listing, &script, &ran.session);
        verdict.differences.extend(end.into_iter().chain(unused));
        if !verdict.differences.is_empty()
            && let Some(fault) = ran.fault()
        {
            let origin = origin::of_line(Path::new(&options.name), fault.line());
            verdict
                .remarks
                .push(fault.render(&origin, false).trim_end().to_owned());
        }
        Ok(verdict.as_one_of(1))
    }
}
