//! Addresses at which a run stops.

use crate::rom::ROM_SIZE;
use crate::{compiled, ula};

/// One bit for each of the 65,536 addresses.
type Bits = Box<[u64; 1024]>;

/// A set of addresses.
#[derive(Clone, PartialEq, Eq)]
pub struct Breakpoints {
    set: Bits,
    /// The set plus the machine's own trap and delay addresses: all that a run checks.
    watched: Bits,
    traps: &'static [u16],
    delays: &'static [(u16, u16)],
    len: u32,
    /// How many addresses of the set compiled code can pass without stopping.
    in_code: u32,
    in_ram: u32,
}

impl Breakpoints {
    /// Creates an empty set.
    pub fn new() -> Self {
        let none = || Box::new([0; 1024]);
        Breakpoints {
            set: none(),
            watched: none(),
            traps: &[],
            delays: &[],
            len: 0,
            in_code: 0,
            in_ram: 0,
        }
    }

    /// Adds `address`; returns false if it was already in the set.
    pub fn insert(&mut self, address: u16) -> bool {
        let new = !self.contains(address);
        put(&mut self.set, address, true);
        put(&mut self.watched, address, true);
        self.len += u32::from(new);
        self.in_code += u32::from(new && is_in_code(address));
        self.in_ram += u32::from(new && address >= ula::RAM);
        new
    }

    /// Removes `address`; returns false if it was not in the set.
    pub fn remove(&mut self, address: u16) -> bool {
        let was = self.contains(address);
        put(&mut self.set, address, false);
        let is_machines = self.is_machines(address);
        put(&mut self.watched, address, is_machines);
        self.len -= u32::from(was);
        self.in_code -= u32::from(was && is_in_code(address));
        self.in_ram -= u32::from(was && address >= ula::RAM);
        was
    }

    /// Removes all addresses.
    pub fn clear(&mut self) {
        let (traps, delays) = (self.traps, self.delays);
        *self = Self::new();
        (self.traps, self.delays) = (traps, delays);
        self.watch();
    }

    /// Whether `address` is in the set.
    pub fn contains(&self, address: u16) -> bool {
        get(&self.set, address)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Sets the machine's own trap addresses.
    pub(crate) fn set_traps(&mut self, traps: &'static [u16]) {
        self.traps = traps;
        self.watch();
    }

    /// Sets the addresses of the machine's delays.
    pub(crate) fn set_delays(&mut self, delays: &'static [(u16, u16)]) {
        self.delays = delays;
        self.watch();
    }

    fn watch(&mut self) {
        self.watched = self.set.clone();
        let delays = self.delays.iter().map(|(address, _)| address);
        for &address in self.traps.iter().chain(delays) {
            put(&mut self.watched, address, true);
        }
    }

    /// Whether `address` is one of the machine's own addresses.
    fn is_machines(&self, address: u16) -> bool {
        self.traps.contains(&address) || self.delays.iter().any(|delay| delay.0 == address)
    }

    /// Whether a run has any address to check. If not, breakpoints cost nothing.
    pub(crate) fn is_watching(&self) -> bool {
        self.len > 0 || !self.traps.is_empty() || !self.delays.is_empty()
    }

    /// Whether compiled code stops at every address in the set: each is one of its stops or in RAM.
    pub(crate) fn are_stops(&self) -> bool {
        self.in_code == 0
    }

    /// Whether an address of the set is in RAM. The machine's own addresses never are.
    pub(crate) fn are_in_ram(&self) -> bool {
        self.in_ram > 0
    }

    /// Whether a watched address contains an LDIR or LDDR of this ROM.
    pub(crate) fn are_at_moves(&self, rom: &[u8; ROM_SIZE]) -> bool {
        let words = self.watched.iter().zip((0..ROM_SIZE).step_by(64));
        words.filter(|(bits, _)| **bits != 0).any(|(bits, first)| {
            (0..64)
                .filter(|bit| bits >> bit & 1 != 0)
                .any(|bit| matches!(rom[first + bit..], [0xED] | [0xED, 0xB0 | 0xB8, ..]))
        })
    }

    /// Whether a run has to stop or trap at `address`, not only to delay.
    pub(crate) fn is_stop(&self, address: u16) -> bool {
        self.contains(address) || self.traps.contains(&address)
    }

    /// Whether a run has to stop, trap or delay at `address`.
    #[inline(always)]
    pub(crate) fn is_watched(&self, address: u16) -> bool {
        get(&self.watched, address)
    }
}

fn is_in_code(address: u16) -> bool {
    address < ula::RAM && !compiled::is_stop(address)
}

#[inline(always)]
fn get(bits: &Bits, address: u16) -> bool {
    bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0
}

fn put(bits: &mut Bits, address: u16, value: bool) {
    let word = &mut bits[usize::from(address >> 6)];
    *word = *word & !(1 << (address & 63)) | u64::from(value) << (address & 63);
}

impl Default for Breakpoints {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Breakpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set()
            .entries((0..=0xFFFF).filter(|&a| self.contains(a)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The machine's own addresses are watched but are not in the set.
    #[test]
    fn the_machines_addresses_are_its_own() {
        let mut points = Breakpoints::new();
        points.set_traps(&[7, 64]);
        assert!(points.is_empty() && points.is_watching() && points.is_watched(7) && !points.contains(7));
        assert!(points.insert(7) && !points.insert(7) && points.insert(8));
        assert!(points.remove(7) && !points.remove(7) && points.is_watched(7));
        points.clear();
        assert!(points.is_watched(64) && !points.is_watched(8));
        points.insert(9);
        points.set_traps(&[]);
        assert!(points.is_watched(9) && !points.is_watched(64));
        points.set_delays(&[(9, 1), (10, 1)]);
        points.remove(9);
        assert!(points.is_watched(9) && points.is_watched(10) && !points.is_stop(10));
        assert_eq!(format!("{points:?}"), "{}");
    }
}
