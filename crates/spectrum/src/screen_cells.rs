//! Which cells of the screen have been written to.

use crate::ula::{ATTRIBUTES, BITMAP, SCREEN_END};

/// Columns of the screen.
const COLUMNS: u16 = 32;

/// A set of the screen's 768 cells, each of 8 x 8 pixels and an attribute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ScreenCells([u64; 12]);

impl ScreenCells {
    /// Row (0 to 23) and column (0 to 31) of the cell that shows the byte at `address`; `None` outside the
    /// screen.
    pub fn cell_of(address: u16) -> Option<(u8, u8)> {
        let index = match address {
            // 010TTLLL RRRCCCCC: third, pixel row in the cell, row in the third, column.
            BITMAP..ATTRIBUTES => (address >> 3) & 0x300 | address & 0xFF,
            ATTRIBUTES..SCREEN_END => address - ATTRIBUTES,
            _ => return None,
        };
        Some(((index / COLUMNS) as u8, (index % COLUMNS) as u8))
    }

    /// Whether the set contains the cell in `row` (0 to 23) and `column` (0 to 31); false outside the screen.
    pub fn contains(&self, row: u8, column: u8) -> bool {
        let index = usize::from(row) * usize::from(COLUMNS) + usize::from(column);
        u16::from(column) < COLUMNS
            && self
                .0
                .get(index / 64)
                .is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Adds all cells of `other`.
    pub fn merge(&mut self, other: &ScreenCells) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// Adds the cell that shows the byte at `address`, if there is one.
    pub(crate) fn note(&mut self, address: u16) {
        if let Some((row, column)) = ScreenCells::cell_of(address) {
            let index = usize::from(row) * usize::from(COLUMNS) + usize::from(column);
            self.0[index / 64] |= 1 << (index % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ula::bitmap_address;

    /// Each byte of the screen belongs to the cell that shows it.
    #[test]
    fn every_byte_has_its_cell() {
        for row in 0..24u8 {
            for column in 0..32u8 {
                let attribute = ATTRIBUTES + 32 * u16::from(row) + u16::from(column);
                let bytes = (0..8).map(|y| bitmap_address(8 * u32::from(row) + y, column.into()));
                for address in bytes.chain([attribute]) {
                    assert_eq!(
                        ScreenCells::cell_of(address),
                        Some((row, column)),
                        "{address:04X}"
                    );
                    let mut cells = ScreenCells::default();
                    cells.note(address);
                    assert!(cells.contains(row, column) && !cells.contains(row, column ^ 1));
                }
            }
        }
        assert_eq!(ScreenCells::cell_of(BITMAP - 1), None);
        assert_eq!(ScreenCells::cell_of(SCREEN_END), None);
        assert!(!ScreenCells([u64::MAX; 12]).contains(24, 0));
        assert!(!ScreenCells([u64::MAX; 12]).contains(0, 32));
    }
}
