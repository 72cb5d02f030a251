//! The hardware of a machine.

use girafa_spectrum::Spectrum;

/// What the machine consists of, besides its ROM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hardware {
    /// Whether the ZX Printer is connected.
    pub printer: bool,
    /// Whether the ULA has [late timing](Spectrum::set_late_timing). A snapshot that records late timing has it
    /// in any case.
    pub late: bool,
}

impl Default for Hardware {
    fn default() -> Hardware {
        Hardware {
            printer: true,
            late: false,
        }
    }
}

impl Hardware {
    /// Gives `machine` this hardware.
    pub(crate) fn set_up(self, machine: &mut Spectrum) {
        machine.printer_mut().set_connected(self.printer);
        if self.late {
            machine.set_late_timing(true);
        }
    }
}
