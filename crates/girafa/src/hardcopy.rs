//! `girafa hardcopy`

use girafa_cli_support::{Exit, Late, eprint_line, print, usage};
use girafa_files::{FileError, Writing};
use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use girafa_inspect::text::readable;
use girafa_session::boot::StartCommand;
use girafa_session::{paper, picture};
use girafa_spectrum::DotRow;

use crate::progress;
use crate::run_options::RunOptions;
use crate::wall::{self, Until};

/// Dot rows per text row.
const TEXT_ROW: usize = 8;

/// Run a program and save its ZX Printer output
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Hardcopy {
    #[command(flatten)]
    options: RunOptions,
    /// PNG file to write
    #[arg(short, long, value_name = "OUT.png", required_unless_present = "text")]
    out: Option<PathBuf>,
    /// Style of the picture
    #[arg(long, value_enum, default_value_t = Style::Bits, requires = "out")]
    style: Style,
    /// Pixels per dot, with --style paper
    #[arg(long, value_name = "N", default_value_t = paper::SCALE,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(paper::MAX_SCALE)))]
    scale: u32,
    /// Split the paper every N text rows into OUT-1.png, OUT-2.png, ...
    #[arg(long, value_name = "N", requires = "out")]
    page: Option<NonZeroUsize>,
    /// Print the printout as text, recognised from its dots
    #[arg(long)]
    text: bool,
    /// Type LLIST instead of RUN to print the listing
    #[arg(long)]
    llist: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Black on white, one pixel per dot, 256 pixels wide
    Bits,
    /// Silver paper with torn edges
    Paper,
}

impl Hardcopy {
    /// Runs the program, then writes and prints the printer's output.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if self.style == Style::Bits && self.scale != paper::SCALE {
            return Err(usage(
                "--scale needs --style paper: with `bits`, a dot is one pixel",
            ));
        }
        self.check_place(self.out.as_deref())?;
        let target = self.options.target()?;
        let command = if self.llist {
            StartCommand::List
        } else {
            StartCommand::Run
        };
        let request = self.options.request(command, &self.options.given)?;
        let ran = self.options.run(self.options.start(&target, request)?, ())?;
        let exit = ran.exit_with_report(&self.options);

        let rows = ran.session.history().paper();
        if rows.is_empty() {
            eprint_line("girafa: the program printed nothing on the ZX Printer");
            return Ok(if exit == Exit::Success { Exit::Failed } else { exit });
        }
        if let Some(out) = &self.out {
            self.write(out, rows)?;
        }
        if self.text {
            let text: String = ran.outcome.printer.iter().map(|row| format!("{row}\n")).collect();
            print(&readable(&text))?;
        }
        Ok(exit)
    }

    fn check_place(&self, out: Option<&Path>) -> anyhow::Result<()> {
        let mut read = self.options.files_read();
        read.extend(self.options.given.tape.clone());
        let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
        Ok(girafa_files::check_places(&read, [("-o", out)])?)
    }

    fn write(&self, out: &Path, rows: &[DotRow]) -> anyhow::Result<()> {
        let Some(page) = self.page else {
            return self.draw(out, rows);
        };
        let page = page.get().saturating_mul(TEXT_ROW);
        for number in 1..=rows.len().div_ceil(page) {
            self.check_place(Some(&numbered(out, number)))?;
        }
        for (rows, number) in rows.chunks(page).zip(1..) {
            self.draw(&numbered(out, number), rows)?;
        }
        Ok(())
    }

    /// Writes one picture.
    fn draw(&self, out: &Path, rows: &[DotRow]) -> anyhow::Result<()> {
        if self.style == Style::Bits {
            return Ok(girafa_files::write(out, &picture::paper_png(rows))?);
        }
        let bar = progress::bar(paper::silver_height(rows, self.scale) as usize, "rows of pixels");
        let mut file = BufWriter::new(Until::new(Writing::new(out)?, self.options.wall));
        paper::write_silver(&mut file, rows, self.scale, |row| bar.set_position(row.into()))
            .map_err(|error| self.undone(out, error))?;
        let file = file
            .into_inner()
            .map_err(|error| self.undone(out, error.into_error()))?;
        bar.finish_and_clear();
        Ok(file.writer.finish()?)
    }

    /// Converts an error of writing a picture; a timeout gets its own message.
    fn undone(&self, out: &Path, error: io::Error) -> anyhow::Error {
        if error.kind() != io::ErrorKind::TimedOut {
            return FileError::system(out, error).into();
        }
        let over = wall::timeout_message(self.options.wall);
        let name = girafa_files::shown(out);
        Late(format!(
            "{name}: {over}, before the picture was complete; change the limit with --wall"
        ))
        .into()
    }
}

/// The file name of a page: `OUT-1.png` for `OUT.png`.
fn numbered(out: &Path, number: usize) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = out.extension() {
        name.push(".");
        name.push(extension);
    }
    out.with_file_name(name)
}
