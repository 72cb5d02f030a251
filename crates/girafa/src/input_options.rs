//! The input of a program while it runs: answers, keys and a tape.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use girafa_cli_support::usage;
use girafa_session::cassette::Cassette;
use girafa_session::key_script::{self, Item};
use girafa_session::limits;
use girafa_verify::script::Script;

/// Maximum size of a file of answers, in bytes.
const MAX_FILE_LENGTH: u64 = 4 << 20;

/// Answers, keys and a tape.
#[derive(Args, Clone, Default)]
pub struct InputOptions {
    /// Type TEXT and ENTER at the next INPUT; repeat for more answers
    #[arg(long = "answer", value_name = "TEXT", allow_hyphen_values = true)]
    pub answers: Vec<String>,
    /// Read answers to INPUT from this file, one per line, after those of --answer; `-` is standard input
    #[arg(long = "answers", value_name = "FILE")]
    answers_file: Option<PathBuf>,
    /// Keys for INKEY$, PAUSE and machine code, such as "h i ENTER 2s LEFT*3 y": each is pressed when the
    /// program reads the keyboard
    ///
    /// A character or a name (ENTER, SPACE, LEFT, RIGHT, UP, DOWN, DELETE, BREAK, CAPS, SYMBOL, ...); q+o for
    /// keys together, q:2s for one that is held, LEFT*3 for three times; 2s, 500ms or 25f (frames of 1/50 s)
    /// for a wait, "Ana" for a text, a text in brackets to wait until it is on the screen; POLL waits until
    /// the program looks at the keyboard.
    #[arg(long, value_name = "KEYS", allow_hyphen_values = true)]
    keys: Vec<String>,
    /// Parsed keys.
    #[arg(skip)]
    read_keys: Vec<Item>,
    /// Tape for SAVE, LOAD, VERIFY and MERGE: a .tap file; SAVE appends to it, or creates it
    #[arg(long, value_name = "FILE.tap")]
    pub tape: Option<PathBuf>,
}

impl InputOptions {
    /// The input of a session file's script. Its tape is not written.
    pub fn of_script(script: &Script) -> InputOptions {
        InputOptions {
            answers: script.answers.clone(),
            read_keys: script.keys.clone(),
            tape: script.tape.clone(),
            ..InputOptions::default()
        }
    }

    /// Whether there are neither answers nor keys, so that the program's questions may go to the user at the
    /// terminal.
    pub fn is_nothing(&self) -> bool {
        self.answers.is_empty() && self.answers_file.is_none() && self.keys.is_empty()
    }

    /// The file of `--answers`.
    pub fn file(&self) -> Option<&Path> {
        self.answers_file.as_deref()
    }

    /// Whether the answers are read from standard input.
    pub fn reads_standard_input(&self) -> bool {
        let file = self.answers_file.as_deref();
        file.is_some_and(girafa_files::is_standard_input)
    }

    /// All answers, of `--answer` and of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn all_answers(&self) -> anyhow::Result<Vec<String>> {
        let mut answers = self.answers.clone();
        if let Some(file) = &self.answers_file {
            let text = girafa_files::read_text_of(file, "answers", MAX_FILE_LENGTH).context("--answers")?;
            answers.extend(text.lines().take(limits::ANSWERS + 1).map(str::to_owned));
        }
        Ok(answers)
    }

    /// All keys.
    ///
    /// # Errors
    /// A key script is not valid.
    pub fn all_keys(&self) -> anyhow::Result<Vec<Item>> {
        let read =
            |keys: &String| key_script::parse(keys).map_err(|error| usage(format_args!("--keys: {error}")));
        let read: Vec<Vec<Item>> = self.keys.iter().map(read).collect::<Result<_, _>>()?;
        Ok([self.read_keys.clone(), read.concat()].concat())
    }

    /// The cassette that SAVE records on: the blocks of the tape file, or empty if it does not exist.
    ///
    /// # Errors
    /// The file is not a valid `.tap` file.
    pub fn cassette(&self) -> anyhow::Result<Cassette> {
        cassette(self.tape.as_deref(), "--tape")
    }
}

/// The cassette that SAVE records on: the blocks of the tape file, or empty if it does not exist. `option` is
/// the file's option, for messages.
///
/// # Errors
/// The file is not a valid `.tap` file.
pub fn cassette(path: Option<&Path>, option: &str) -> anyhow::Result<Cassette> {
    let Some(path) = path.filter(|path| exists(path)) else {
        return Ok(Cassette::default());
    };
    let bytes = girafa_files::read(path)?;
    Cassette::from_tap(&bytes).with_context(|| format!("{option} {}: not a valid .tap file", path.display()))
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}
