//! The issues of the board.

/// The board's issue. Issues differ in what port FE bit 6 reads when the tape is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Issue {
    /// Issue 2: bit 6 is 1 when bit 3 (MIC) or bit 4 (EAR) was last written as 1.
    Two,
    /// Issue 3 and later: bit 6 is 1 when bit 4 (EAR) was last written as 1.
    #[default]
    Three,
}
