//! The kinds of names.

/// The kind of a name; each kind has its own namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A numeric variable, including control variables of FOR.
    Number,
    /// A string or an array of strings: they share a namespace.
    Text,
    /// A numeric array.
    Array,
    /// A function defined by DEF FN.
    Function,
    /// A parameter of the DEF FN with this statement index, from 0; only visible in that definition.
    Parameter(usize),
}
