//! `girafa run`

use anyhow::Context;
use girafa_cli_support::record::is_rzx;
use girafa_cli_support::wav::{self, Wav};
use girafa_cli_support::{Exit, eprint_line, print, print_json, usage};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use girafa_inspect::text::readable;
use girafa_session::driver::Driver;
use girafa_session::listener::Listener;
use girafa_session::outcome::{End, Outcome};
use girafa_session::picture;
use girafa_spectrum::Spectrum;
use girafa_spectrum::rzx::Recording;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::time::EmulatedTime;

use crate::fault::OutcomeWithError;
use crate::film::Film;
use crate::record::RunRecord;
use crate::run_options::{FinishedRun, RunOptions};
use girafa_loader::Target;

/// Run a program and print its output, then its report
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Run {
    #[command(flatten)]
    options: RunOptions,
    /// Write the final picture, with its border, as a PNG
    #[arg(long, value_name = "F.png")]
    screen: Option<PathBuf>,
    /// Write the run as an animated GIF, with the border; still pictures are shortened to 5 s
    #[arg(long, value_name = "F.gif")]
    gif: Option<PathBuf>,
    /// Pixels per pixel of the screen, for --screen and --gif
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    scale: u32,
    /// Write the ZX Printer's output as a PNG, one pixel per dot
    #[arg(long, value_name = "F.png")]
    paper: Option<PathBuf>,
    /// Write the final state as a snapshot; the extension (.sna, .z80, .szx) sets the format
    #[arg(long, value_name = "F.szx")]
    save: Option<PathBuf>,
    /// Write the sound of beeper and tape as WAV: mono, 16 bits, 44,100 samples per second
    #[arg(long, value_name = "F.wav")]
    wav: Option<PathBuf>,
    /// Add the run as a session to this session file, for `girafa test`: what the program was given, and what
    /// it showed; or write its input in each frame as a recording, F.rzx, which `run`, `play` and other
    /// emulators play
    #[arg(long, value_name = "F.toml", conflicts_with_all = ["poke", "corrected"])]
    record: Option<PathBuf>,
    /// Print the result as one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print the rows of the final screen instead of all output
    #[arg(long, conflicts_with = "json")]
    text: bool,
}

impl Run {
    /// Runs the program, prints its output and writes the requested files.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let save = self.save.as_deref().map(snapshot_format).transpose()?;
        self.check_places()?;
        if self.wav.is_some()
            && self.options.frame_limit() > EmulatedTime::of_duration(wav::MAX_TIME).frames()
        {
            return Err(usage(
                "--wav: a .wav file can hold 12 hours: set a shorter --time",
            ));
        }
        let target = self.options.target()?;
        let record = self.record.as_deref().filter(|_| self.recording().is_none());
        let record = record.map(|sessions| RunRecord::new(sessions, &self.options));
        let record = record.transpose()?;
        let mut session = self.options.session(&target)?.with_transcript();
        if self.recording().is_some() {
            session.machine_mut().start_recording();
        }
        if self.wav.is_some() {
            session = session.with_sound(wav::RATE);
        }
        if self.screen.is_some() {
            session = session.with_beam_replay();
        }
        let console = Console {
            prints: !self.json && !self.text,
            printed: Ok(()),
            wav: self.wav.as_deref().map(Wav::new).transpose()?,
            film: self.gif.is_some().then(|| Film::new(self.scale)).transpose()?,
        };
        let mut ran = self.options.run(session, console)?;
        std::mem::replace(&mut ran.listener.printed, Ok(()))?;
        self.write_files(&ran.session, save)?;
        self.write_film(ran.listener.film.take())?;
        ran.listener.wav.take().map_or(Ok(()), Wav::finish)?;
        if matches!(target, Target::Picture(_)) {
            return self.show_picture(&ran.outcome);
        }
        let exit = self.print_outcome(&ran)?;
        if let Some(record) = record {
            record.add(&self.options, &ran)?;
        }
        Ok(exit)
    }

    /// Checks that all files can be written and do not replace each other or an input. A snapshot may replace
    /// the one that was loaded.
    fn check_places(&self) -> anyhow::Result<()> {
        let input = Path::new(&self.options.name);
        let read = self.options.files_read();
        let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
        girafa_files::check_places(
            &read,
            [
                ("--tape", self.options.given.tape.as_deref()),
                ("--screen", self.screen.as_deref()),
                ("--gif", self.gif.as_deref()),
                ("--paper", self.paper.as_deref()),
                ("--wav", self.wav.as_deref()),
                ("--record", self.record.as_deref()),
                ("--save", self.save.as_deref().filter(|save| *save != input)),
            ],
        )?;
        for (option, path, extension) in [
            ("--screen", &self.screen, "png"),
            ("--gif", &self.gif, "gif"),
            ("--paper", &self.paper, "png"),
            ("--wav", &self.wav, "wav"),
        ] {
            check_extension(option, path.as_deref(), extension)?;
        }
        Ok(())
    }

    /// The `.rzx` file of `--record`.
    fn recording(&self) -> Option<&Path> {
        self.record.as_deref().filter(|path| is_rzx(path))
    }

    fn write_film(&self, film: Option<Film>) -> anyhow::Result<()> {
        let (Some(path), Some(film)) = (&self.gif, film) else {
            return Ok(());
        };
        if film.is_full() {
            eprint_line(format_args!(
                "girafa: {}: the animation was cut off at 64 MiB: set a shorter --time or a smaller --scale",
                path.display()
            ));
        }
        Ok(girafa_files::write(path, &film.done()?)?)
    }

    fn write_files(&self, session: &Driver, save: Option<Format>) -> anyhow::Result<()> {
        let machine = session.machine();
        if let Some(path) = &self.screen {
            let picture = session.machine_with_beam().screen().rgb(true);
            girafa_files::write(path, &picture::rgb_png(&picture::scaled(&picture, self.scale)))?;
        }
        if let Some(path) = &self.paper {
            let paper = session.history().paper();
            if paper.is_empty() {
                eprint_line(format_args!(
                    "girafa: {} is not written: the program printed nothing on the ZX Printer",
                    path.display()
                ));
            } else {
                girafa_files::write(path, &picture::paper_png(paper))?;
            }
        }
        if let (Some(path), Some(recording)) = (self.recording(), Recording::of(machine)) {
            girafa_files::write(path, &recording.to_bytes())?;
        }
        if let (Some(path), Some(format)) = (&self.save, save) {
            let snapshot = format.save(machine).with_context(|| path.display().to_string())?;
            // This may replace the snapshot that was loaded.
            girafa_files::write(path, &snapshot)?;
        }
        Ok(())
    }

    /// Prints the text in a picture, for which nothing runs.
    fn show_picture(&self, outcome: &Outcome) -> anyhow::Result<Exit> {
        if self.json {
            print_json(&OutcomeWithError { outcome, fault: None })?;
        } else {
            print(&screen_text(outcome))?;
        }
        Ok(Exit::Success)
    }

    /// Prints the outcome.
    fn print_outcome(&self, ran: &FinishedRun<Console>) -> anyhow::Result<Exit> {
        let outcome = &ran.outcome;
        if self.json {
            let fault = ran.fault();
            print_json(&OutcomeWithError { outcome, fault })?;
        } else if self.text {
            print(&screen_text(outcome))?;
            ran.show_fault(&self.options);
        } else if outcome.end == End::Report || outcome.end == End::RecordingOver && outcome.shows_report() {
            print(&format!("{}\n", readable(&outcome.report)))?;
            ran.show_fault(&self.options);
        }
        Ok(ran.exit(&self.options))
    }
}

/// The rows of the final screen, without trailing empty ones.
fn screen_text(outcome: &Outcome) -> String {
    let used = outcome.screen.iter().rposition(|row| !row.is_empty());
    let rows = &outcome.screen[..used.map_or(0, |last| last + 1)];
    readable(&rows.iter().flat_map(|row| [row, "\n"]).collect::<String>()).into_owned()
}

/// Checks that a file name has the extension of the format written.
fn check_extension(option: &str, path: Option<&Path>, extension: &str) -> anyhow::Result<()> {
    let given = path.and_then(Path::extension);
    match (given, path) {
        (Some(given), Some(path)) if !given.eq_ignore_ascii_case(extension) => Err(usage(format_args!(
            "{option} {}: this option writes a .{extension} file: give it that extension",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The format of a snapshot by its file name.
fn snapshot_format(path: &Path) -> anyhow::Result<Format> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    extension.to_str().and_then(Format::of_extension).ok_or_else(|| {
        usage(format_args!(
            "--save {}: give it the extension .sna, .z80 or .szx",
            path.display()
        ))
    })
}

/// Prints the transcript during the run, and records the film and the sound.
struct Console {
    prints: bool,
    /// The error of standard output, if there was one.
    printed: anyhow::Result<()>,
    film: Option<Film>,
    wav: Option<Wav>,
}

impl Listener for Console {
    fn printed(&mut self, rows: &str) {
        if self.prints && self.printed.is_ok() {
            self.printed = print(&readable(rows));
        }
    }

    fn picture(&mut self, machine: &Spectrum) {
        if let Some(film) = &mut self.film {
            film.frame(machine);
        }
    }

    fn sound(&mut self, samples: &[i16]) -> bool {
        if let Some(wav) = &mut self.wav {
            wav.add(samples);
        }
        self.wav.is_some()
    }

    fn frame(&mut self, _frames: u64) -> ControlFlow<()> {
        if self.printed.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
