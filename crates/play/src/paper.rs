//! The ZX Printer's paper as it comes out, over any length of time.

use girafa_spectrum::{DotRow, Spectrum};

/// Rows that are kept: 2,500 lines of text, or 113 screens copied; 640,000 bytes. What came out before is torn off.
pub const LONGEST: usize = 20_000;

/// Rows that are torn off at a time, so that it need not be done for each.
const TORN: usize = 1_000;

/// The paper that a printer has printed, taken out of the machine so that it does not grow without end.
#[derive(Debug, Clone, Default)]
pub struct Roll {
    rows: Vec<DotRow>,
    torn: u64,
}

impl Roll {
    /// Takes what `machine` has printed since the last call. Gives whether there was anything.
    pub fn take(&mut self, machine: &mut Spectrum) -> bool {
        if machine.printer().rows().is_empty() {
            return false;
        }
        self.rows.extend(machine.printer_mut().take_rows());
        if self.rows.len() > LONGEST {
            let torn = (self.rows.len() - LONGEST).next_multiple_of(TORN);
            self.torn += torn as u64;
            self.rows.drain(..torn);
        }
        true
    }

    /// The rows, the oldest first: [`LONGEST`] at most.
    pub fn rows(&self) -> &[DotRow] {
        &self.rows
    }

    /// Rows that are no longer there.
    pub fn torn(&self) -> u64 {
        self.torn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::Rom;

    /// A machine whose printer runs for ever: OUT (251),0 and a loop.
    #[test]
    fn the_paper_has_an_end() {
        let mut rom = vec![0; girafa_spectrum::ROM_SIZE];
        rom[..6].copy_from_slice(&[0xAF, 0xD3, 0xFB, 0x18, 0xFE, 0]);
        let mut machine = Spectrum::new(&Rom::from_bytes(&rom).unwrap());
        machine.printer_mut().set_dot_tstates(1);
        let mut roll = Roll::default();
        let mut frames = 0;
        while roll.torn() < 2 * TORN as u64 {
            machine.run_frame();
            roll.take(&mut machine);
            assert!(roll.rows().len() <= LONGEST && machine.printer().rows().is_empty());
            frames += 1;
        }
        // 384 T-states a row: 182 rows a frame.
        assert!((110..130).contains(&frames), "{frames}");
        assert!(roll.rows().len() > LONGEST - TORN);
    }
}
