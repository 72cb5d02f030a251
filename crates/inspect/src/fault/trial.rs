//! Evaluates expressions of the program by running the ROM on copies of the machine.

use std::cell::Cell;

use girafa_basic::float5::Float5;
use girafa_basic::token;
use girafa_spectrum::Spectrum;

use super::words::{Kind, Word};
use crate::evaluate;

pub use crate::evaluate::Evaluated;

/// Maximum number of frames for one expression, and for all together.
const MAX_FRAMES: u32 = 10;
const MAX_TOTAL_FRAMES: u32 = 100;
/// Maximum number of expressions evaluated.
const TRIALS: u32 = 400;

/// Functions whose result varies or that have side effects.
const IMPURE_FUNCTIONS: [u8; 4] = [token::RND, token::INKEY_S, token::USR, token::IN];

/// Evaluates expressions on copies of a machine.
pub struct Trial<'a> {
    machine: &'a Spectrum,
    frames: Cell<u32>,
    trials: Cell<u32>,
    works: bool,
}

impl<'a> Trial<'a> {
    /// Prepares evaluation on copies of `machine`, in its state at the error. If its ROM cannot evaluate `1`,
    /// nothing is ever evaluated.
    pub fn new(machine: &'a Spectrum) -> Trial<'a> {
        let mut trial = Trial {
            machine,
            frames: Cell::new(MAX_TOTAL_FRAMES),
            trials: Cell::new(TRIALS),
            works: true,
        };
        let one = Float5::from(1);
        let mut literal = vec![b'1', token::NUMBER];
        literal.extend(one.0);
        trial.works = trial.evaluate(&literal) == Some(Evaluated::Number(one));
        trial
    }

    /// The value of these words of a line's body. `None` if it cannot be known: the words are too long, not a
    /// complete expression, or contain RND or similar.
    pub fn words(&self, body: &[u8], words: &[Word]) -> Option<Evaluated> {
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().any(is_fickle) {
            return None;
        }
        self.evaluate(&body[first.span.start..last.span.end])
    }

    /// As [`words`](Self::words), if the value is a number.
    pub fn number(&self, body: &[u8], words: &[Word]) -> Option<Float5> {
        match self.words(body, words)? {
            Evaluated::Number(number) => Some(number),
            Evaluated::String(_) | Evaluated::Error(_) => None,
        }
    }

    fn evaluate(&self, expression: &[u8]) -> Option<Evaluated> {
        let is_over = self.frames.get() == 0 || self.trials.get() == 0;
        let is_too_long = expression.len() > evaluate::MAX_EXPRESSION;
        if !self.works || expression.is_empty() || is_too_long || is_over {
            return None;
        }
        self.trials.set(self.trials.get() - 1);
        let mut taken = 0;
        let frames = MAX_FRAMES.min(self.frames.get());
        let value = evaluate::evaluate(self.machine, expression, frames, &mut taken);
        self.frames.set(self.frames.get().saturating_sub(taken));
        value.ok()
    }
}

/// Whether the word's value varies between evaluations.
pub fn is_fickle(word: &Word) -> bool {
    matches!(word.kind, Kind::Code(code) if IMPURE_FUNCTIONS.contains(&code))
}
