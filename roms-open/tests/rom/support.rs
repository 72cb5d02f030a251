//! Calls routines of the ROM by their label, with registers and memory set: for the tests of ROM routines.

use std::collections::HashMap;

use girafa_spectrum::{Rom, Spectrum};
use girafa_test_support::rom_file;

/// Where a called routine returns to: RAM that no test uses.
const RETURN: u16 = 0xFE00;
/// RST 8: the error handler.
const ERROR: u16 = 0x0008;
/// T-states after which a call is taken to hang.
const MAX_TSTATES: u64 = 60_000_000;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It returned.
    Returned,
    /// RST 8 with this code: the report's number less 1.
    Error(u8),
}

/// A machine whose ROM routines can be called.
#[derive(Clone)]
pub struct RomCalls {
    pub machine: Spectrum,
    symbols: HashMap<String, u16>,
}

impl RomCalls {
    /// The ROM in a machine with IY set and interrupts off, RAM zero.
    pub fn load() -> RomCalls {
        let rom = Rom::from_bytes(&rom_file("girafa48.rom")).expect("a ROM");
        let symbols = String::from_utf8(rom_file("girafa48.sym")).expect("a text");
        let symbols = symbols
            .lines()
            .filter_map(|line| {
                let mut words = line.split_whitespace();
                let name = words.next()?;
                let value = words.nth(1)?.trim_end_matches('H');
                Some((name.to_string(), u16::from_str_radix(value, 16).ok()?))
            })
            .collect();
        let mut machine = Spectrum::new(&rom);
        machine.cpu.iy = 0x5C3A;
        RomCalls { machine, symbols }
    }

    /// The address of `label`.
    pub fn symbol(&self, label: &str) -> u16 {
        *self
            .symbols
            .get(label)
            .unwrap_or_else(|| panic!("the ROM has no label {label}"))
    }

    /// Calls `label` with the registers as they are.
    pub fn call(&mut self, label: &str) -> Ended {
        let address = self.symbol(label);
        self.call_address(address)
    }

    /// Calls `address` with the registers as they are. SP is set to FF00.
    pub fn call_address(&mut self, address: u16) -> Ended {
        self.call_up_to(address, RETURN)
    }

    /// As [`Self::call_address`], but up to the first instruction at `end`.
    pub fn call_up_to(&mut self, address: u16, end: u16) -> Ended {
        let [low, high] = RETURN.to_le_bytes();
        self.machine.poke(0xFEFE, low);
        self.machine.poke(0xFEFF, high);
        self.machine.cpu.sp = 0xFEFE;
        self.machine.cpu.pc = address;
        self.machine.cpu.halted = false;
        let start = self.machine.tstates();
        loop {
            match self.machine.cpu.pc {
                pc if pc == end => return Ended::Returned,
                ERROR => {
                    let code = self.machine.peek16(self.machine.cpu.sp);
                    return Ended::Error(self.machine.peek(code));
                }
                pc => assert!(
                    self.machine.tstates() - start < MAX_TSTATES,
                    "the call of {address:04X} does not end; at {pc:04X}"
                ),
            }
            self.machine.step();
        }
    }

    /// Stores `bytes` from `address` on.
    pub fn poke(&mut self, address: u16, bytes: &[u8]) {
        for (&byte, at) in bytes.iter().zip(address..) {
            self.machine.poke(at, byte);
        }
    }

    /// The system variables that the devices need, as after the start; upper screen selected and empty.
    pub fn start_devices(&mut self) {
        self.poke(0x5C00, &[0xFF, 0, 0, 0, 0xFF, 0, 0, 0, 0, 35, 5]); // KSTATE, LAST_K, REPDEL, REPPER
        self.poke(0x5C36, &[0x00, 0x3C]); // CHARS
        self.poke(0x5C48, &[0x38]); // BORDCR
        self.poke(0x5C6B, &[2]); // DF_SZ
        self.poke(0x5C7B, &[0x58, 0xFF]); // UDG
        self.poke(0x5C8D, &[0x38]); // ATTR_P
        for label in ["init_channels", "clear_buffer", "cls"] {
            assert_eq!(self.call(label), Ended::Returned, "{label}");
        }
        self.open(2);
    }

    /// Makes the channel of `stream` the current one.
    pub fn open(&mut self, stream: u8) {
        self.machine.cpu.a = stream;
        assert_eq!(self.call("open_channel"), Ended::Returned, "stream {stream}");
    }

    /// Prints `bytes` by RST 10, up to the first error.
    pub fn print(&mut self, bytes: &[u8]) -> Ended {
        for &byte in bytes {
            self.machine.cpu.a = byte;
            let ended = self.call_address(0x0010);
            if ended != Ended::Returned {
                return ended;
            }
        }
        Ended::Returned
    }
}
