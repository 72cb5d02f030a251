//! Captures the machine's state at its last error.
//!
//! An error is `RST 8` with the report's number minus one in the byte after it. At this point the ROM still
//! has all the details: its position in the statement, the arguments of a DEF FN, a direct command. When the
//! report is shown, these are gone.

use std::sync::Arc;

use girafa_spectrum::Spectrum;
use girafa_spectrum::ula::{ERROR_ENTRY, RAM};

use crate::{StatementPlace, sysvars};

/// Captures the memory of a machine at its last error. Most errors do not lead to a report: the ROM handles
/// them itself, such as a syntax error in a typed line.
#[derive(Debug, Clone, Default)]
pub struct ErrorProbe {
    last: Option<Moment>,
}

/// The state of a machine at an error.
#[derive(Debug, Clone)]
struct Moment {
    /// Shared by later clones.
    ram: Arc<Vec<u8>>,
    sp: u16,
    code: u8,
    place: StatementPlace,
}

impl ErrorProbe {
    /// Creates a probe for `machine`, which from now on stops at errors.
    pub fn of(machine: &mut Spectrum) -> ErrorProbe {
        ErrorProbe::watch(machine);
        ErrorProbe::default()
    }

    /// Makes a machine stop at errors, for example one that replaces another.
    pub fn watch(machine: &mut Spectrum) {
        machine.breakpoints_mut().insert(ERROR_ENTRY);
    }

    /// Captures the state if the machine has stopped at `address` because of an error. Returns whether it
    /// has.
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

    /// Discards the last error.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// The number of the last error's report, minus one, and the statement that ran.
    pub(super) fn last(&self) -> Option<(u8, StatementPlace)> {
        self.last.as_ref().map(|moment| (moment.code, moment.place))
    }

    /// A copy of `machine` in its state at the last error.
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
