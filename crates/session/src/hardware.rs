//! The hardware of a machine, and its pace.

use girafa_spectrum::Spectrum;

/// How long the routines of Girafa's ROM take. Another ROM always takes its own time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Their own time: less than half of that of an original ROM.
    #[default]
    Rom,
    /// About the time of an original ROM ([`Spectrum::set_paced`]).
    Original,
}

/// What the machine consists of, besides its ROM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hardware {
    /// Whether the ZX Printer is connected.
    pub printer: bool,
    /// Whether the ULA has [late timing](Spectrum::set_late_timing). A snapshot that records late timing has it
    /// in any case.
    pub late: bool,
    /// How long the ROM's routines take.
    pub pace: Pace,
}

impl Default for Hardware {
    fn default() -> Hardware {
        Hardware {
            printer: true,
            late: false,
            pace: Pace::Rom,
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
        machine.set_paced(self.pace == Pace::Original);
    }
}
