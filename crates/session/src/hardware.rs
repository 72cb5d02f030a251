//! The hardware of a machine, and its pace.

use girafa_spectrum::Spectrum;
use serde::Deserialize;

/// How long the routines of Girafa's ROM take. Another ROM always takes its own time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Their own time: less than half of that of an original ROM.
    Rom,
    /// About the time of an original ROM ([`Spectrum::set_paced`]).
    #[default]
    Original,
}

impl Pace {
    /// All.
    pub const ALL: [Pace; 2] = [Pace::Original, Pace::Rom];

    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Rom => "rom",
            Pace::Original => "original",
        }
    }

    /// The pace of this name; `None` for another name.
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// The pace of `machine`.
    pub fn of(machine: &Spectrum) -> Pace {
        if machine.is_paced() {
            return Pace::Original;
        }
        Pace::Rom
    }
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
            pace: Pace::default(),
        }
    }
}

impl Hardware {
    /// The default hardware with this pace.
    pub fn of_pace(pace: Pace) -> Hardware {
        Hardware {
            pace,
            ..Hardware::default()
        }
    }

    /// Gives `machine` this hardware.
    pub(crate) fn set_up(self, machine: &mut Spectrum) {
        machine.printer_mut().set_connected(self.printer);
        if self.late {
            machine.set_late_timing(true);
        }
        machine.set_paced(self.pace == Pace::Original);
    }
}
