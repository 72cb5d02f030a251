//! The end of a program's run.

use std::fmt;

use girafa_basic::float5::TooBig;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Ended {
    /// Report 0: the program ran past its last line.
    Ok,
    /// Report 9: the program stopped on its own.
    Stop,
    /// An error, by the code of its report: `'3'` is Subscript wrong.
    Error(char),
    /// The program waited for an answer and there was none left.
    AnswersRanOut,
    /// The program printed more rows than any practical run: it would never end.
    Endless,
    /// An answer that BASIC accepts but this reference does not: a fraction where the algorithm counts, or
    /// an expression.
    NotModelled(String),
}

impl Ended {
    /// Report 2, Variable not found.
    pub const VARIABLE_NOT_FOUND: Ended = Ended::Error('2');
    /// Report 3, Subscript wrong.
    pub const SUBSCRIPT_WRONG: Ended = Ended::Error('3');
    /// Report 6, Number too big.
    pub const NUMBER_TOO_BIG: Ended = Ended::Error('6');
    /// Report C, Nonsense in BASIC.
    pub const NONSENSE: Ended = Ended::Error('C');
    /// Report B, Integer out of range.
    pub const INTEGER_OUT_OF_RANGE: Ended = Ended::Error('B');

    /// The code of the machine's report, if the run ends with one.
    pub fn report_code(&self) -> Option<char> {
        match self {
            Ended::Ok => Some('0'),
            Ended::Stop => Some('9'),
            Ended::Error(code) => Some(*code),
            Ended::AnswersRanOut | Ended::Endless | Ended::NotModelled(_) => None,
        }
    }
}

impl From<TooBig> for Ended {
    fn from(_: TooBig) -> Ended {
        Ended::NUMBER_TOO_BIG
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Ok => f.write_str("report 0"),
            Ended::Stop => f.write_str("report 9"),
            Ended::Error(code) => write!(f, "report {code}"),
            Ended::AnswersRanOut => f.write_str("waits for another answer"),
            Ended::Endless => f.write_str("would go on for ever"),
            Ended::NotModelled(answer) => write!(f, "the answer {answer} is beyond the reference"),
        }
    }
}
