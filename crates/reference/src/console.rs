//! The console of a session: the screen and the paper for output, and the answers for INPUT.

use girafa_basic::float5::Float5;
use girafa_basic::number::decimal;

use crate::ended::Ended;
use crate::roll::ScreenRoll;

/// Screen, printer and keyboard of a session.
#[derive(Debug)]
pub struct Console<'a> {
    /// Output of PRINT.
    pub screen: ScreenRoll,
    /// Output of LPRINT.
    pub paper: ScreenRoll,
    answers: std::slice::Iter<'a, &'a str>,
}

impl<'a> Console<'a> {
    /// An empty screen and paper, and `answers` to return one after the other.
    pub fn new(answers: &'a [&'a str]) -> Self {
        Console {
            screen: ScreenRoll::default(),
            paper: ScreenRoll::default(),
            answers: answers.iter(),
        }
    }

    /// The next answer, for INPUT of a string.
    pub fn text(&mut self) -> Result<&'a str, Ended> {
        if self.screen.is_endless() {
            return Err(Ended::Endless);
        }
        self.answers.next().copied().ok_or(Ended::AnswersRanOut)
    }

    /// The next answer that INPUT of a number accepts. It refuses answers that are empty or have only signs.
    pub fn number(&mut self) -> Result<Float5, Ended> {
        loop {
            let typed = self.text()?;
            if let Some(number) = signed_literal(typed) {
                return Ok(number);
            }
            if is_name(typed) {
                return Err(Ended::VARIABLE_NOT_FOUND);
            }
            if !is_unfinished(typed) {
                return Err(Ended::NotModelled(typed.to_owned()));
            }
        }
    }

    /// The next answer as a whole number.
    pub fn whole(&mut self) -> Result<i32, Ended> {
        let number = self.number()?;
        number
            .whole()
            .ok_or_else(|| Ended::NotModelled(number.to_string()))
    }
}

/// Parses a literal with any number of plus and minus signs before it.
fn signed_literal(text: &str) -> Option<Float5> {
    let text = text.trim_matches(' ');
    match text.strip_prefix('-') {
        Some(rest) => signed_literal(rest).map(Float5::negate),
        None => match text.strip_prefix('+') {
            Some(rest) => signed_literal(rest),
            None => decimal(text).ok(),
        },
    }
}

/// Whether `text` is a variable's name. Variables are treated as undefined, as the reference has none whose
/// values it could look up.
fn is_name(text: &str) -> bool {
    let text = text.trim_matches(' ');
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ')
}

/// Whether an operand is missing: the text is empty or has only signs.
fn is_unfinished(text: &str) -> bool {
    text.trim_matches(' ').bytes().all(|b| b == b'-' || b == b'+')
}

/// The index of element `n`, from 1, of an array of `size` elements; report 3 or B if there is none.
pub fn subscript(n: i32, size: usize) -> Result<usize, Ended> {
    match usize::try_from(n) {
        Ok(n) if (1..=size).contains(&n) => Ok(n - 1),
        Ok(0..=65_535) => Err(Ended::SUBSCRIPT_WRONG),
        _ => Err(Ended::INTEGER_OUT_OF_RANGE),
    }
}
