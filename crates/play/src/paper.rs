//! The ZX Printer's paper as it has come out by now, over any length of time.

use girafa_spectrum::DotRow;

/// Rows that are kept: 2,500 lines of text, or 113 screens copied; 640,000 bytes. What came out before is torn off.
pub const LONGEST: usize = 20_000;

/// The paper that a printer has printed by now. The [journal](crate::journal) keeps it.
#[derive(Debug, Clone, Copy)]
pub struct Roll<'a> {
    rows: &'a [DotRow],
    torn: u64,
}

impl<'a> Roll<'a> {
    pub(crate) fn new(rows: &'a [DotRow], torn: u64) -> Roll<'a> {
        Roll { rows, torn }
    }

    /// The rows, the oldest first: [`LONGEST`] at most.
    pub fn rows(self) -> &'a [DotRow] {
        self.rows
    }

    /// Rows that are no longer there.
    pub fn torn(self) -> u64 {
        self.torn
    }
}
