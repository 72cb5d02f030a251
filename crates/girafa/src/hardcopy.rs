//! `girafa hardcopy`

use girafa_console::{Exit, Late, eprint_line, print, usage};
use girafa_files::{FileError, Writing};
use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use girafa_session::launch::StartCommand;
use girafa_session::text::readable;
use girafa_session::{paper, picture};
use girafa_spectrum::DotRow;

use crate::progress;
use crate::run_options::RunOptions;
use crate::wall::{self, Until};

/// Dots of a row of text.
const TEXT_ROW: usize = 8;

/// Run a program and save what it prints on the ZX Printer
#[derive(Args)]
#[command(after_help = girafa_console::HELP)]
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
    /// Cut the paper every N rows of text into OUT-1.png, OUT-2.png and so on
    #[arg(long, value_name = "N", requires = "out")]
    page: Option<NonZeroUsize>,
    /// Print the text of the printout, recognised from its dots
    #[arg(long)]
    text: bool,
    /// Type LLIST instead of RUN, to print the listing
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
    /// Runs the program, then writes and prints what is on the paper.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if self.style == Style::Bits && self.scale != paper::SCALE {
            return Err(usage(
                "--scale goes with --style paper: with bits a dot is one pixel",
            ));
        }
        self.check_place(self.out.as_deref())?;
        let subject = self.options.subject()?;
        let command = if self.llist {
            StartCommand::List
        } else {
            StartCommand::Run
        };
        let ran = self.options.run(self.options.commanded(&subject, command)?, ())?;
        let exit = ran.exit_with_report(&self.options);

        let rows = ran.session.machine().printer().rows();
        if rows.is_empty() {
            eprint_line("girafa: the program has printed nothing on paper");
            return Ok(if exit == Exit::Well { Exit::Failed } else { exit });
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

    /// Why a picture is not written.
    fn undone(&self, out: &Path, error: io::Error) -> anyhow::Error {
        if error.kind() != io::ErrorKind::TimedOut {
            return FileError::system(out, error).into();
        }
        let over = wall::said(self.options.wall);
        let name = girafa_files::shown(out);
        Late(format!(
            "{name}: {over}, and the picture is not done; --wall sets another limit"
        ))
        .into()
    }
}

/// OUT-1.png of OUT.png.
fn numbered(out: &Path, number: usize) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = out.extension() {
        name.push(".");
        name.push(extension);
    }
    out.with_file_name(name)
}
