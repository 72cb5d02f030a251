//! The tapes given on the command line, one after another in the recorder.

use girafa_spectrum::{Spectrum, Tape};

/// A tape and its name.
#[derive(Debug, Clone)]
pub struct Reel {
    /// As on the command line.
    pub name: String,
    /// The tape.
    pub tape: Tape,
}

/// The tapes, and which one is in the recorder.
#[derive(Debug, Clone, Default)]
pub struct Tapes {
    reels: Vec<Reel>,
    current: usize,
    real: bool,
}

impl Tapes {
    /// The tape that `machine` has in its recorder, called `name`, and others behind it; the first of these is put in where
    /// it has none. `real`: by pulses, not at once.
    pub fn new(machine: &mut Spectrum, name: &str, others: Vec<Reel>, real: bool) -> Tapes {
        let first = machine.deck().tape().map(|tape| Reel {
            name: name.to_owned(),
            tape: tape.clone(),
        });
        let has_tape = first.is_some();
        let tapes = Tapes {
            reels: first.into_iter().chain(others).collect(),
            current: 0,
            real,
        };
        tapes.set_up(machine);
        if !has_tape {
            tapes.insert(machine);
        }
        tapes
    }

    /// Puts the next tape in when the last one is at its end. Gives what to tell.
    pub fn after_frame(&mut self, machine: &mut Spectrum) -> Option<String> {
        let is_due = self.current + 1 < self.reels.len() && machine.deck().is_at_end();
        is_due.then(|| self.next(machine))
    }

    /// Plays or stops. Gives what to tell.
    pub fn play_or_stop(&self, machine: &mut Spectrum) -> String {
        if self.reels.is_empty() {
            "there is no tape".to_owned()
        } else if machine.deck().is_playing() {
            machine.stop_tape();
            "tape stopped".to_owned()
        } else if machine.deck().is_at_end() {
            "the tape is at its end".to_owned()
        } else {
            machine.play_tape();
            "tape plays".to_owned()
        }
    }

    /// Winds the tape to its start.
    pub fn rewind(&self, machine: &mut Spectrum) -> String {
        if self.reels.is_empty() {
            return "there is no tape".to_owned();
        }
        self.insert(machine);
        "tape rewound".to_owned()
    }

    /// Takes the tape out and puts the next one in; the first one behind the last.
    pub fn next(&mut self, machine: &mut Spectrum) -> String {
        if self.reels.is_empty() {
            return "there is no tape".to_owned();
        }
        self.current = (self.current + 1) % self.reels.len();
        self.insert(machine);
        let Reel { name, .. } = &self.reels[self.current];
        format!("tape {} of {}: {name}", self.current + 1, self.reels.len())
    }

    /// Has the tape answer the ROM at once, or play as a real one.
    pub fn toggle_real(&mut self, machine: &mut Spectrum) -> String {
        self.real = !self.real;
        self.set_up(machine);
        let how = if self.real { "at its own speed" } else { "at once" };
        format!("tape loads {how}")
    }

    /// The machine is as it was at the start.
    pub fn started_anew(&mut self, machine: &mut Spectrum) {
        if std::mem::take(&mut self.current) != 0 && machine.deck().tape().is_none() {
            self.insert(machine);
        }
        self.set_up(machine);
    }

    /// Another machine stands there, without a tape.
    pub fn move_to(&self, machine: &mut Spectrum) {
        self.set_up(machine);
        self.insert(machine);
    }

    /// For the status: which of how many tapes plays.
    pub fn playing(&self, machine: &Spectrum) -> Option<String> {
        machine
            .deck()
            .is_playing()
            .then(|| format!("TAPE {}/{}", self.current + 1, self.reels.len()))
    }

    fn set_up(&self, machine: &mut Spectrum) {
        machine.set_instant_tape(!self.real);
        machine.set_tape_starts_itself(true);
    }

    fn insert(&self, machine: &mut Spectrum) {
        if let Some(Reel { tape, .. }) = self.reels.get(self.current) {
            machine.insert_tape(tape.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::Block;

    fn reel(name: &str) -> Reel {
        let block = Block::from_bytes(vec![0xFF, 1, 0xFE]).unwrap();
        Reel {
            name: name.to_owned(),
            tape: Tape::new(vec![block]),
        }
    }

    #[test]
    fn one_tape_behind_the_other() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        machine.insert_tape(reel("one").tape);
        let mut tapes = Tapes::new(&mut machine, "one", vec![reel("two")], true);
        assert_eq!(tapes.after_frame(&mut machine), None);
        assert_eq!(tapes.play_or_stop(&mut machine), "tape plays");
        assert_eq!(tapes.playing(&machine).as_deref(), Some("TAPE 1/2"));
        let mut told = None;
        for _ in 0..500 {
            machine.run_frame();
            told = told.or_else(|| tapes.after_frame(&mut machine));
        }
        assert_eq!(told.as_deref(), Some("tape 2 of 2: two"));
        assert_eq!(machine.deck().blocks_taken(), 0);
        tapes.play_or_stop(&mut machine);
        for _ in 0..500 {
            machine.run_frame();
        }
        assert_eq!(tapes.after_frame(&mut machine), None);
        assert_eq!(tapes.play_or_stop(&mut machine), "the tape is at its end");
        assert_eq!(tapes.rewind(&mut machine), "tape rewound");
        assert_eq!(tapes.play_or_stop(&mut machine), "tape plays");
        assert_eq!(tapes.play_or_stop(&mut machine), "tape stopped");
        assert_eq!(tapes.next(&mut machine), "tape 1 of 2: one");
    }

    #[test]
    fn without_a_tape() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        let mut tapes = Tapes::new(&mut machine, "none", vec![], false);
        for told in [
            tapes.play_or_stop(&mut machine),
            tapes.rewind(&mut machine),
            tapes.next(&mut machine),
        ] {
            assert_eq!(told, "there is no tape");
        }
        assert_eq!(tapes.after_frame(&mut machine), None);
    }
}
