//! The ZX Printer on port FB.

/// A row of 256 dots, the leftmost in bit 7 of the first byte; 1 = burnt.
pub type Row = [u8; 32];

/// A ZX Printer and its paper.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Printer {
    rows: Vec<Row>,
}

impl Printer {
    /// Finished rows, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Takes the finished rows off.
    pub fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }

    /// Whether it is plugged in.
    pub fn is_connected(&self) -> bool {
        true
    }

    pub(crate) fn read(&mut self, _now: u64) -> u8 {
        0x3E
    }

    pub(crate) fn write(&mut self, _now: u64, _value: u8) {}

    pub(crate) fn advance(&mut self, _now: u64) {}
}
