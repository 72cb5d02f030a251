//! The machine as it was at its last error.
//!
//! An error is `RST 8` with the report's number less one in the byte after it. There the ROM has not yet
//! forgotten anything: how far it had read the statement, the arguments of a DEF FN, a typed line. When the
//! report is shown, these are gone.

use std::sync::Arc;

use girafa_spectrum::Spectrum;
use girafa_spectrum::ula::{ERROR_ENTRY, RAM};

use crate::{StatementPlace, sysvars};

/// Keeps what a machine's memory held at its last error. Most errors lead to no report: the ROM catches them
/// itself, as that of a line typed wrong.
#[derive(Debug, Clone, Default)]
pub struct ErrorProbe {
    last: Option<Moment>,
}

/// A machine's memory at an error.
#[derive(Debug, Clone)]
struct Moment {
    /// Shared by all copies of a machine since then.
    ram: Arc<Vec<u8>>,
    sp: u16,
    code: u8,
    place: StatementPlace,
}

impl ErrorProbe {
    /// A witness of what happens to `machine` from now on, which stops at errors for it.
    pub fn of(machine: &mut Spectrum) -> ErrorProbe {
        ErrorProbe::watch(machine);
        ErrorProbe::default()
    }

    /// Has a machine, such as one put in another's place, stop at errors.
    pub fn watch(machine: &mut Spectrum) {
        machine.breakpoints_mut().insert(ERROR_ENTRY);
    }

    /// Takes note of the machine where it has stopped at `address` because of an error. Gives whether that is
    /// so.
    pub fn observe(&mut self, machine: &Spectrum, address: u16) -> bool {
        if address != ERROR_ENTRY {
            return false;
        }
        let sp = machine.cpu.sp;
        self.last = Some(Moment {
            ram: Arc::new(machine.memory()[usize::from(RAM)..].to_vec()),
            sp,
            code: machine.peek(machine.peek16(sp)),
            place: sysvars::place(machine),
        });
        true
    }

    /// Forgets the last error.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// The number of the last error's report, less one, and the statement that ran.
    pub(super) fn last(&self) -> Option<(u8, StatementPlace)> {
        self.last.as_ref().map(|moment| (moment.code, moment.place))
    }

    /// `machine` as it was at the last error.
    pub(super) fn machine(&self, machine: &Spectrum) -> Option<Spectrum> {
        let moment = self.last.as_ref()?;
        let mut machine = machine.clone();
        for (address, &byte) in (RAM..=u16::MAX).zip(moment.ram.iter()) {
            machine.poke(address, byte);
        }
        machine.cpu.sp = moment.sp;
        Some(machine)
    }
}
