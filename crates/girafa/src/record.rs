//! `girafa run --record`

use std::path::{Path, PathBuf};

use girafa_cli_support::record::Record;
use girafa_session::cassette::Cassette;
use girafa_spectrum::time::EmulatedTime;
use girafa_verify::recording;
use girafa_verify::script::Script;

use crate::run_options::{FinishedRun, RunOptions};

/// A session file that a run is recorded to, and the tape as it was before the run.
pub struct RunRecord {
    record: Record,
    tape: Option<(PathBuf, Cassette)>,
}

impl RunRecord {
    /// Prepares the recording of a run to the file `sessions`.
    ///
    /// # Errors
    /// The file is not the program's session file, or cannot be read.
    pub fn new(sessions: &Path, options: &RunOptions) -> anyhow::Result<RunRecord> {
        let program = Path::new(&options.name);
        let record = Record::new("girafa", program, sessions, &options.machine)?;
        let tape = match options.given.tape.clone().filter(|tape| tape.is_file()) {
            Some(tape) => Some((tape, options.given.cassette()?)),
            None => None,
        };
        Ok(RunRecord { record, tape })
    }

    /// Adds a finished run to the session file and reports it, or why the run cannot be reproduced.
    ///
    /// # Errors
    /// The session cannot be run, or the file cannot be written.
    pub fn add<L>(self, options: &RunOptions, ran: &FinishedRun<L>) -> anyhow::Result<()> {
        let record = self.record;
        if let Some(cause) = ran.cut_short_by() {
            record.say(format_args!("nothing was recorded: the run was ended by {cause}"));
            return Ok(());
        }
        let (session, conversation) = (&ran.session, &ran.conversation);
        let after = session.cassette().map(Cassette::blocks);
        if let Some((tape, _)) = (self.tape.as_ref()).filter(|(_, before)| after != Some(before.blocks())) {
            record.say(format_args!(
                "nothing was recorded: SAVE has changed {}, with which the session would begin",
                tape.display()
            ));
            return Ok(());
        }
        let mut answers = options.given.all_answers()?;
        answers.extend(conversation.answers.iter().cloned());
        let mut keys = options.given.all_keys()?;
        keys.extend(conversation.keys.iter().cloned());
        let has_left = session.answers_left().next().is_some() || session.keys_left().next().is_some();
        let frames = |frames| EmulatedTime::of_frames(frames).duration();
        let recorded = record.add(Script {
            answers,
            keys,
            allows_unused: has_left || !session.refused().is_empty(),
            time: options.frames.map_or(options.time(), frames),
            tape: self.tape.map(|(tape, _)| tape),
            ..Script::named("")
        })?;
        if recorded.transcript != recording::transcript(&ran.outcome) {
            record.say(
                "the session prints something else than this run: it presses each key when the program looks for it",
            );
        }
        Ok(())
    }
}
