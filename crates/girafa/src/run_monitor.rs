//! Monitors a program while it runs: shows the emulated time, asks the user at the terminal for input, and
//! writes what SAVE saves.

use std::io::{self, BufRead, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use girafa_cli_support::{eprint, eprint_line, usage};
use girafa_inspect::StatementPlace;
use girafa_inspect::polls::polls_keyboard;
use girafa_inspect::sysvars;
use girafa_inspect::text::{readable, upright_character};
use girafa_session::cassette::Cassette;
use girafa_session::key_script::{self, Item};
use girafa_session::keys::Chord;
use girafa_session::keystrokes;
use girafa_session::limits;
use girafa_session::listener::{Listener, Question};
use girafa_spectrum::Spectrum;

use crate::interrupt::Interrupt;
use crate::progress::RunProgress;

/// Maximum length of an answer in bytes: the machine has no room for more.
const MAX_LINE_LENGTH: u64 = limits::ANSWER as u64;
/// Minimum interval between writes of a tape that a program saves to repeatedly.
const MIN_WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// The source of answers that were not given as options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// No source.
    Nobody,
    /// Standard input that is not a terminal, one line per answer.
    Lines,
    /// The user at a terminal.
    Terminal,
}

impl Asked {
    /// The kind of the process's standard input.
    pub fn standard_input() -> Asked {
        if io::stdin().is_terminal() {
            Asked::Terminal
        } else {
            Asked::Lines
        }
    }
}

/// The input that was given while a program ran.
#[derive(Debug, Clone, Default)]
pub struct Conversation {
    /// Answers to INPUT.
    pub answers: Vec<String>,
    /// Keys.
    pub keys: Vec<Item>,
}

/// Monitors a program and forwards all events to another listener.
pub struct RunMonitor<L> {
    listener: L,
    conversation: Conversation,
    progress: RunProgress,
    asked: Asked,
    tape: KeptTape,
    /// The first error of reading an answer or writing the tape.
    failure: Option<anyhow::Error>,
    /// Start of the run, moved forward by the time that the user takes to answer.
    started: Instant,
    wall: Duration,
    is_late: bool,
    interrupt: Interrupt,
    /// The user is being asked, so the emulated time is hidden.
    is_asking: bool,
}

impl<L> RunMonitor<L> {
    /// Starts the clock. Saved blocks are written to the file `tape`; the run ends after `wall` of real time.
    pub fn new(listener: L, asked: Asked, tape: Option<PathBuf>, wall: Duration) -> RunMonitor<L> {
        RunMonitor {
            listener,
            conversation: Conversation::default(),
            progress: RunProgress::new(),
            asked,
            tape: KeptTape {
                path: tape,
                written: None,
                is_late: false,
            },
            failure: None,
            started: Instant::now(),
            wall,
            is_late: false,
            interrupt: Interrupt::catch(),
            is_asking: false,
        }
    }

    /// Whether the run was ended by Ctrl+C.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_received()
    }

    /// Whether the run reached the timeout.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// Removes the emulated time, writes unwritten blocks of `cassette`, and returns the listener with the
    /// input that was given.
    ///
    /// # Errors
    /// An answer cannot be read, or the tape cannot be written.
    pub fn done(mut self, cassette: Option<&Cassette>) -> anyhow::Result<(L, Conversation)> {
        self.progress.clear();
        // Write the tape however the run ended.
        let written = cassette
            .filter(|_| self.tape.is_late)
            .map(|cassette| self.tape.write(cassette));
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        written.transpose()?;
        if let (Some(path), Some(_)) = (&self.tape.path, self.tape.written) {
            eprint_line(format_args!("girafa: saved in {}", path.display()));
        }
        Ok((self.listener, self.conversation))
    }

    /// Asks until `read` accepts the answer.
    fn ask<T>(&mut self, prompt: &str, read: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let asked = self.asked;
        let asked_at = Instant::now();
        if !std::mem::replace(&mut self.is_asking, true) {
            self.progress.clear();
        }
        self.interrupt.set_ends_process(true);
        let answered = self.progress.suspend(|| {
            loop {
                if asked == Asked::Terminal {
                    eprint(prompt);
                }
                let Some(line) = next_line()? else {
                    if asked == Asked::Terminal {
                        eprint_line("");
                    }
                    return Ok(None);
                };
                match read(&line) {
                    Ok(answer) => return Ok(Some(answer)),
                    Err(why) if asked == Asked::Terminal => eprint_line(format_args!("girafa: {why}")),
                    Err(why) => return Err(usage(format_args!("standard input: {why}"))),
                }
            }
        });
        self.interrupt.set_ends_process(false);
        self.started += asked_at.elapsed();
        answered.unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        })
    }
}

/// Reads the next line of standard input without its line ending; `None` at the end of input.
fn next_line() -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin()
        .lock()
        .take(MAX_LINE_LENGTH)
        .read_until(b'\n', &mut line);
    read.context("standard input")?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == MAX_LINE_LENGTH {
        return Err(usage("standard input: an answer to INPUT is longer than 64 KiB"));
    }
    let line = String::from_utf8(line).map_err(|_| usage("standard input: an answer is not UTF-8"))?;
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

/// A prompt as plain text with a trailing space.
fn plain(question: &Question) -> String {
    let text: String = [question.row.as_str(), question.prompt.as_str()]
        .iter()
        .filter(|text| !text.is_empty())
        .map(|text| readable(&text.chars().map(upright_character).collect::<String>()).into_owned())
        .collect::<Vec<_>>()
        .join("\n");
    match text.chars().last() {
        None => "? ".to_owned(),
        Some(' ') => text,
        Some(_) => text + " ",
    }
}

/// The file of a tape.
struct KeptTape {
    path: Option<PathBuf>,
    written: Option<Instant>,
    /// The last SAVE has not been written yet.
    is_late: bool,
}

impl KeptTape {
    fn saved(&mut self, cassette: &Cassette) -> anyhow::Result<()> {
        self.is_late = true;
        match self.written {
            Some(written) if written.elapsed() < MIN_WRITE_INTERVAL => Ok(()),
            _ => self.write(cassette),
        }
    }

    fn write(&mut self, cassette: &Cassette) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        girafa_files::write(path, &cassette.tape().to_tap())?;
        (self.written, self.is_late) = (Some(Instant::now()), false);
        Ok(())
    }
}

impl<L: Listener> Listener for RunMonitor<L> {
    fn printed(&mut self, rows: &str) {
        let listener = &mut self.listener;
        self.progress.suspend(|| listener.printed(rows));
    }

    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        if !self.is_asking {
            self.progress.frames(frames);
        }
        self.is_late = self.started.elapsed() > self.wall;
        if self.failure.is_some() || self.is_late || self.interrupt.is_received() {
            return ControlFlow::Break(());
        }
        self.listener.frame(frames)
    }

    fn picture(&mut self, machine: &Spectrum) {
        self.listener.picture(machine);
    }

    fn sound(&mut self, samples: &[i16]) -> bool {
        self.listener.sound(samples)
    }

    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        self.listener.statement(place, tstates);
    }

    fn waited(&mut self, tstates: u64) {
        self.listener.waited(tstates);
    }

    fn answer(&mut self, question: &Question) -> Option<Vec<Chord>> {
        if self.asked == Asked::Nobody {
            return None;
        }
        let (answer, chords) = self.ask(&plain(question), |line| {
            let chords = keystrokes::answer(line).map_err(|error| error.to_string())?;
            Ok((line.to_owned(), chords))
        })?;
        self.conversation.answers.push(answer);
        Some(chords)
    }

    fn keys(&mut self, question: &Question, machine: &Spectrum) -> Option<Vec<Item>> {
        if self.asked != Asked::Terminal {
            return None;
        }
        let place = match polls_keyboard(machine) {
            None if sysvars::runs_program(machine) => format!(" in {}", sysvars::place(machine)),
            Some(girafa_inspect::polls::PollSource::Scan(place)) => format!(" in {place}"),
            _ => String::new(),
        };
        let row = if question.row.is_empty() {
            String::new()
        } else {
            plain(question) + "\n"
        };
        let prompt = format!("{row}(the program waits for a key{place}) key: ");
        let keys = self.ask(&prompt, |line| {
            let line = if line.trim().is_empty() { "ENTER" } else { line };
            key_script::parse(line).map_err(|error| error.to_string())
        })?;
        self.conversation.keys.extend_from_slice(&keys);
        Some(keys)
    }

    fn saved(&mut self, cassette: &Cassette) {
        if let Err(error) = self.tape.saved(cassette)
            && self.failure.is_none()
        {
            self.failure = Some(error);
        }
    }
}
