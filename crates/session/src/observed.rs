//! The events that are observed in a machine.

use girafa_inspect::fault::ErrorProbe;
use girafa_inspect::sysvars::{self, PRINT_ENTRY, RESET_ENTRY};
use girafa_spectrum::Spectrum;

/// The events that are observed in the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Observed {
    pub(crate) printing: bool,
    pub(crate) statements: bool,
    pub(crate) cells: bool,
    pub(crate) beam: bool,
    pub(crate) sound: bool,
}

impl Observed {
    pub(crate) fn set_up(self, machine: &mut Spectrum) {
        ErrorProbe::watch(machine);
        machine.breakpoints_mut().insert(RESET_ENTRY);
        if self.printing {
            machine.breakpoints_mut().insert(PRINT_ENTRY);
        }
        machine.watch_writes(self.statements.then_some(sysvars::SUBPPC..=sysvars::SUBPPC));
        machine.watch_screen(self.cells);
        machine.watch_beam(self.beam);
        machine.collect_beeper(self.sound);
        machine.watch_keys(true);
    }
}
