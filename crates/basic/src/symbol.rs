//! What names stand for.

/// What a name stands for: names of different sorts do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A number, control variables of FOR too.
    Number,
    /// A string or an array of strings: there is one of each name.
    Text,
    /// An array of numbers.
    Array,
    /// A function of DEF FN.
    Function,
    /// A parameter of the DEF FN that is this statement of the program, counted from 0: nothing else sees it.
    Parameter(usize),
}
