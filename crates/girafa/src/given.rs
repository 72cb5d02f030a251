//! What a program is given while it runs: answers, keys, a tape.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use girafa_console::usage;
use girafa_proof::script::Script;
use girafa_session::cassette::Cassette;
use girafa_session::key_script::{self, Item};

/// The most answers.
const MOST_ANSWERS: usize = 100_000;
/// The longest file of answers, in bytes.
const LONGEST_FILE: u64 = 4 << 20;
/// The longest answer, in bytes: more than the machine's memory.
pub const LONGEST_ANSWER: usize = 64 << 10;

/// Answers, keys and a tape.
#[derive(Args, Clone, Default)]
pub struct Given {
    /// Type TEXT and ENTER at the next INPUT; repeat for each answer
    #[arg(long = "answer", value_name = "TEXT", allow_hyphen_values = true)]
    pub answers: Vec<String>,
    /// Answers to INPUT from a file, one a line, after those of --answer; - is standard input
    #[arg(long = "answers", value_name = "FILE")]
    answers_file: Option<PathBuf>,
    /// Keys for INKEY$, PAUSE and machine code, such as "h i ENTER 2s LEFT*3 y": each is pressed when the program looks for it
    ///
    /// A character or a name (ENTER, SPACE, LEFT, RIGHT, UP, DOWN, DELETE, BREAK, CAPS, SYMBOL, ...); q+o for keys together,
    /// q:2s for one that is held, LEFT*3 for three times; 2s, 500ms or 25f (frames of 1/50 s) for a wait, "Ana" for a text,
    /// a text in brackets to wait until it is on the screen; POLL waits until the program looks at the keyboard.
    #[arg(long, value_name = "KEYS", allow_hyphen_values = true)]
    keys: Vec<String>,
    /// Keys that have been read already.
    #[arg(skip)]
    read_keys: Vec<Item>,
    /// The tape that SAVE records on, after what is there, and that LOAD, VERIFY and MERGE find: a .tap file, or a new one
    #[arg(long, value_name = "FILE.tap")]
    pub tape: Option<PathBuf>,
}

impl Given {
    /// What a session file's script gives. Its tape is not written.
    pub fn of_script(script: &Script) -> Given {
        Given {
            answers: script.answers.clone(),
            read_keys: script.keys.clone(),
            tape: script.tape.clone(),
            ..Given::default()
        }
    }

    /// Whether nothing is given: then a program that asks for something may ask whoever sits at the terminal.
    pub fn is_nothing(&self) -> bool {
        self.answers.is_empty() && self.answers_file.is_none() && self.keys.is_empty()
    }

    /// The file of answers.
    pub fn file(&self) -> Option<&Path> {
        self.answers_file.as_deref()
    }

    /// Whether standard input is read for the answers.
    pub fn reads_standard_input(&self) -> bool {
        let file = self.answers_file.as_deref();
        file.is_some_and(girafa_files::is_standard_input)
    }

    /// All the answers.
    ///
    /// # Errors
    /// Their file cannot be read.
    pub fn all_answers(&self) -> anyhow::Result<Vec<String>> {
        let mut answers = self.answers.clone();
        if let Some(file) = &self.answers_file {
            let text = girafa_files::read_text_of(file, "answers", LONGEST_FILE).context("--answers")?;
            answers.extend(text.lines().take(MOST_ANSWERS + 1).map(str::to_owned));
            if answers.len() > MOST_ANSWERS {
                return Err(usage(format_args!(
                    "--answers: more than {MOST_ANSWERS} answers are too many"
                )));
            }
        }
        if let Some(number) = answers.iter().position(|answer| answer.len() > LONGEST_ANSWER) {
            return Err(usage(format_args!(
                "answer {}: an answer of more than {} KiB is no answer to INPUT",
                number + 1,
                LONGEST_ANSWER >> 10
            )));
        }
        Ok(answers)
    }

    /// The keys.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn all_keys(&self) -> anyhow::Result<Vec<Item>> {
        let read =
            |keys: &String| key_script::parse(keys).map_err(|error| usage(format_args!("--keys: {error}")));
        let read: Vec<Vec<Item>> = self.keys.iter().map(read).collect::<Result<_, _>>()?;
        Ok([self.read_keys.clone(), read.concat()].concat())
    }

    /// The cassette that SAVE records on: what its file has, nothing where there is none.
    ///
    /// # Errors
    /// The file is there and is no whole `.tap`.
    pub fn cassette(&self) -> anyhow::Result<Cassette> {
        cassette(self.tape.as_deref(), "--tape")
    }
}

/// The cassette that SAVE records on: what its file has, nothing where there is none. `option` is how the file was named.
///
/// # Errors
/// The file is there and is no whole `.tap`.
pub fn cassette(path: Option<&Path>, option: &str) -> anyhow::Result<Cassette> {
    let Some(path) = path.filter(|path| exists(path)) else {
        return Ok(Cassette::default());
    };
    let bytes = girafa_files::read(path)?;
    Cassette::from_tap(&bytes).with_context(|| {
        format!(
            "{option} {}: this is no .tap file to record on, or it is damaged",
            path.display()
        )
    })
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}
