//! The tape recorder: the tapes to load from, and the cassette that SAVE records on.

use std::path::{Path, PathBuf};

use girafa_session::cassette::{Cassette, Recorded};
use girafa_spectrum::tape::TapError;
use girafa_spectrum::{Spectrum, Tape};
use thiserror::Error;

use crate::files::{Disk, Files};

/// The message when there is no tape to play.
const NO_TAPE: &str = "no tape: SAVE creates one";

/// A tape and its name.
#[derive(Debug, Clone)]
pub struct Reel {
    /// The name as given on the command line.
    pub name: String,
    /// The tape.
    pub tape: Tape,
}

/// The reason why a file cannot be used as a cassette.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CassetteError {
    /// The file cannot be read; the message names it.
    #[error("{0}")]
    Unreadable(String),
    /// The file is not a complete `.tap` file.
    #[error("{path}: {error}; expected a .tap file, or a file that does not exist yet")]
    Damaged {
        /// The file.
        path: String,
        /// The error in the file.
        error: TapError,
    },
}

/// A cassette and its file. The first SAVE creates the file if it does not exist.
#[derive(Debug, Clone, Default)]
pub struct KeptCassette {
    cassette: Cassette,
    file: Option<PathBuf>,
}

impl KeptCassette {
    /// A cassette in the file `path`; SAVE appends to its existing contents.
    ///
    /// # Errors
    /// The file exists and cannot be read, or is not a complete `.tap` file.
    pub fn open(path: &Path, disk: &Disk) -> Result<KeptCassette, CassetteError> {
        let shown = path.display();
        let is_there = path
            .try_exists()
            .map_err(|error| CassetteError::Unreadable(format!("{shown}: {error}")))?;
        let cassette = if is_there {
            let bytes = (disk.read)(path).map_err(CassetteError::Unreadable)?;
            Cassette::from_tap(&bytes).map_err(|error| CassetteError::Damaged {
                path: shown.to_string(),
                error,
            })?
        } else {
            Cassette::default()
        };
        Ok(KeptCassette {
            cassette,
            file: Some(path.to_owned()),
        })
    }

    /// Writes the cassette to its file, or to a new one if it has none yet. Returns a message for the user.
    fn write(&mut self, files: &Files) -> String {
        if self.file.is_none() {
            self.file = files.free("tape", "tap");
        }
        let Some(path) = &self.file else {
            return files.full();
        };
        match files.write(path, &self.cassette.tape().to_tap()) {
            Ok(()) => format!("saved in {}", path.display()),
            Err(message) => format!("not saved: {message}"),
        }
    }

    fn name(&self) -> String {
        let file = self.file.as_ref().map(|path| path.display().to_string());
        file.unwrap_or_else(|| "SAVE's tape".to_owned())
    }
}

/// The tapes, and the one that is in the recorder.
#[derive(Debug, Clone)]
pub struct Recorder {
    reels: Vec<Reel>,
    cassette: KeptCassette,
    /// Index of the current tape among the reels; the cassette comes after the last.
    current: usize,
    /// Whether the machine started with the first reel inserted.
    begins_with_tape: bool,
    real: bool,
}

impl Recorder {
    /// A recorder for the tape in `machine`, called `name`, followed by `others` and the cassette that SAVE
    /// records on. If the machine has no tape, inserts the first of these. If `real`, tapes load from their
    /// pulses instead of instantly.
    pub fn new(
        machine: &mut Spectrum,
        name: &str,
        others: Vec<Reel>,
        cassette: KeptCassette,
        real: bool,
    ) -> Recorder {
        let first = machine.deck().tape().map(|tape| Reel {
            name: name.to_owned(),
            tape: tape.clone(),
        });
        let begins_with_tape = first.is_some();
        let recorder = Recorder {
            reels: first.into_iter().chain(others).collect(),
            cassette,
            current: 0,
            begins_with_tape,
            real,
        };
        recorder.set_up(machine);
        if !begins_with_tape {
            recorder.insert(machine);
        }
        recorder
    }

    /// Writes what SAVE has recorded to the cassette's file, and inserts the next reel at the end of the
    /// current one. Call it after each frame. Returns a message for the user.
    pub fn after_frame(&mut self, machine: &mut Spectrum, files: &Files) -> Option<String> {
        match self.cassette.cassette.after_frame(machine) {
            Some(Recorded::Full) => return Some("the tape is full: nothing more can be saved".to_owned()),
            Some(Recorded::Saved) => {
                self.current = self.reels.len();
                return Some(self.cassette.write(files));
            }
            None => {}
        }
        let is_due = self.current + 1 < self.reels.len() && machine.deck().is_at_end();
        is_due.then(|| self.next(machine))
    }

    /// Writes unsaved data, such as an incomplete SAVE, to the file. Returns a message for the user.
    pub fn end(&mut self, files: &Files) -> Option<String> {
        let has_news = self.cassette.cassette.has_news();
        has_news.then(|| self.cassette.write(files))
    }

    /// Starts or stops the tape. Returns a message for the user.
    pub fn play_or_stop(&self, machine: &mut Spectrum) -> String {
        if self.count() == 0 {
            NO_TAPE.to_owned()
        } else if machine.deck().is_playing() {
            machine.stop_tape();
            "tape stopped".to_owned()
        } else if machine.deck().is_at_end() {
            "the tape has ended".to_owned()
        } else {
            machine.play_tape();
            "tape plays".to_owned()
        }
    }

    /// Rewinds the tape to its start. Returns a message for the user.
    pub fn rewind(&self, machine: &mut Spectrum) -> String {
        if self.count() == 0 {
            return NO_TAPE.to_owned();
        }
        self.insert(machine);
        "tape rewound".to_owned()
    }

    /// Replaces the tape by the next one, rewound to its start; the first tape follows the last. Returns a
    /// message for the user.
    pub fn next(&mut self, machine: &mut Spectrum) -> String {
        let count = self.count();
        if count == 0 {
            return NO_TAPE.to_owned();
        }
        self.current = (self.current + 1) % count;
        self.insert(machine);
        let reel = self.reels.get(self.current);
        let name = reel.map_or_else(|| self.cassette.name(), |reel| reel.name.clone());
        format!("tape {} of {count}: {name}", self.current + 1)
    }

    /// Switches between instant loading and real tape speed. Returns a message for the user.
    pub fn toggle_real(&mut self, machine: &mut Spectrum) -> String {
        self.real = !self.real;
        self.set_up(machine);
        if self.real {
            // Pulses that the ROM saves are not recorded.
            "tape in real time: SAVE is not recorded".to_owned()
        } else {
            "tape loads instantly".to_owned()
        }
    }

    /// Resets the recorder after a restart of the machine.
    pub fn restarted(&mut self, machine: &mut Spectrum) {
        self.current = 0;
        if !self.begins_with_tape {
            self.insert(machine);
        }
        self.set_up(machine);
    }

    /// Connects the recorder to another machine, which has no tape.
    pub fn move_to(&self, machine: &mut Spectrum) {
        self.set_up(machine);
        self.insert(machine);
    }

    /// Finds out which tape is in and how it plays, after a change to another moment.
    pub fn look_at(&mut self, machine: &Spectrum) {
        self.real = !machine.deck().is_instant();
        let is_in = |reel: &Reel| machine.deck().tape() == Some(&reel.tape);
        if !self.reels.get(self.current).is_some_and(is_in) {
            let found = self.reels.iter().position(is_in);
            self.current = found.unwrap_or(if machine.deck().tape().is_some() {
                self.reels.len()
            } else {
                0
            });
        }
    }

    /// The number of the playing tape and of all tapes, for the status.
    pub fn playing(&self, machine: &Spectrum) -> Option<String> {
        let is_playing = machine.deck().is_playing();
        is_playing.then(|| format!("tape {}/{}", self.current + 1, self.count()))
    }

    /// Number of blocks on the cassette.
    pub fn blocks(&self) -> usize {
        self.cassette.cassette.blocks().len()
    }

    /// Number of tapes; the cassette counts once something is recorded on it.
    fn count(&self) -> usize {
        self.reels.len() + usize::from(!self.cassette.cassette.blocks().is_empty())
    }

    fn set_up(&self, machine: &mut Spectrum) {
        machine.set_instant_tape(!self.real);
        machine.set_tape_starts_itself(true);
    }

    fn insert(&self, machine: &mut Spectrum) {
        match self.reels.get(self.current) {
            Some(Reel { tape, .. }) => machine.insert_tape(tape.clone()),
            None if self.count() > self.current => machine.insert_tape(self.cassette.cassette.tape()),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::Block;

    fn files() -> Files {
        let disk = Disk {
            read: |_| Err("nothing is read here".to_owned()),
            write: |_, _| Ok(()),
            write_new: |_, _| Ok(true),
        };
        Files::new(Path::new("."), "test", disk).unwrap()
    }

    fn reel(name: &str) -> Reel {
        let block = Block::from_bytes(vec![0xFF, 1, 0xFE]).unwrap();
        Reel {
            name: name.to_owned(),
            tape: Tape::new(vec![block]),
        }
    }

    #[test]
    fn one_tape_after_the_other() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        machine.insert_tape(reel("one").tape);
        let files = files();
        let cassette = KeptCassette::default();
        let mut tapes = Recorder::new(&mut machine, "one", vec![reel("two")], cassette, true);
        assert_eq!(tapes.after_frame(&mut machine, &files), None);
        assert_eq!(tapes.play_or_stop(&mut machine), "tape plays");
        assert_eq!(tapes.playing(&machine).as_deref(), Some("tape 1/2"));
        let mut message = None;
        for _ in 0..500 {
            machine.run_frame();
            message = message.or_else(|| tapes.after_frame(&mut machine, &files));
        }
        assert_eq!(message.as_deref(), Some("tape 2 of 2: two"));
        assert_eq!(machine.deck().blocks_taken(), 0);
        tapes.play_or_stop(&mut machine);
        for _ in 0..500 {
            machine.run_frame();
        }
        assert_eq!(tapes.after_frame(&mut machine, &files), None);
        assert_eq!(tapes.play_or_stop(&mut machine), "the tape has ended");
        assert_eq!(tapes.rewind(&mut machine), "tape rewound");
        assert_eq!(tapes.play_or_stop(&mut machine), "tape plays");
        assert_eq!(tapes.play_or_stop(&mut machine), "tape stopped");
        assert_eq!(tapes.next(&mut machine), "tape 1 of 2: one");
    }

    #[test]
    fn without_a_tape() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        let mut tapes = Recorder::new(&mut machine, "none", vec![], KeptCassette::default(), false);
        for message in [
            tapes.play_or_stop(&mut machine),
            tapes.rewind(&mut machine),
            tapes.next(&mut machine),
        ] {
            assert_eq!(message, NO_TAPE);
        }
        assert_eq!(tapes.after_frame(&mut machine, &files()), None);
    }
}
