//! Colour of standard output.

use clap::ValueEnum;

/// The argument of `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to print in colour on standard output.
    pub fn is_on(self) -> bool {
        let is_allowed = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self {
            Colour::Auto => is_allowed && girafa_cli_support::has_terminal(),
            Colour::Always => true,
            Colour::Never => false,
        }
    }
}
