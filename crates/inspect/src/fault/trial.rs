//! The value of an expression of the program, found out by the ROM itself on a copy of the machine.

use std::cell::Cell;

use girafa_basic::float5::Float5;
use girafa_basic::token;
use girafa_spectrum::Spectrum;

use super::words::{Kind, Word};
use crate::evaluate;

pub use crate::evaluate::Evaluated;

/// Frames that an expression may take, and all of them together.
const FRAMES: u32 = 10;
const ALL_FRAMES: u32 = 100;
/// How many expressions are tried.
const TRIALS: u32 = 400;

/// Functions that do something else each time, or do more than to give a value.
const FICKLE: [u8; 4] = [token::RND, token::INKEY_S, token::USR, token::IN];

/// A machine on whose copies expressions are evaluated.
pub struct Trial<'a> {
    machine: &'a Spectrum,
    frames: Cell<u32>,
    trials: Cell<u32>,
    works: bool,
}

impl<'a> Trial<'a> {
    /// Trials on copies of `machine`, as it was at the error. Where its ROM does not evaluate 1, there are
    /// none.
    pub fn new(machine: &'a Spectrum) -> Trial<'a> {
        let mut trial = Trial {
            machine,
            frames: Cell::new(ALL_FRAMES),
            trials: Cell::new(TRIALS),
            works: true,
        };
        let one = Float5::from(1);
        let mut literal = vec![b'1', token::NUMBER];
        literal.extend(one.0);
        trial.works = trial.evaluate(&literal) == Some(Evaluated::Number(one));
        trial
    }

    /// The value of these words of a line's body. `None` where that cannot be known: it is too long, is not
    /// an expression of its own, or has RND or the like in it.
    pub fn words(&self, body: &[u8], words: &[Word]) -> Option<Evaluated> {
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().any(is_fickle) {
            return None;
        }
        self.evaluate(&body[first.span.start..last.span.end])
    }

    /// The same of words that are a number.
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
        let frames = FRAMES.min(self.frames.get());
        let value = evaluate::evaluate(self.machine, expression, frames, &mut taken);
        self.frames.set(self.frames.get().saturating_sub(taken));
        value.ok()
    }
}

/// Whether a word gives another value each time.
pub fn is_fickle(word: &Word) -> bool {
    matches!(word.kind, Kind::Code(code) if FICKLE.contains(&code))
}
