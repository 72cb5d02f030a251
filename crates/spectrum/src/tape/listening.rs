//! Whether the program listens to the tape: whether it reads port FE again and again, and goes another way
//! where the tape's signal is another.
//!
//! How often, and with which half-rows of keys, says little: loaders search for a moment and then pause,
//! select BREAK's row, all rows or none; and a program that waits for a key reads the same port as fast. So a
//! processor is copied and shown both levels of the signal: what waits for a key takes no notice of it.

use girafa_z80::{AnyBus, Bus, Cpu};

use crate::keyboard::Keyboard;
use crate::ula;

/// T-states for which port FE is read before somebody looks who reads it: some three frames.
const SPAN: u64 = 200_000;
/// Reads in that time, at least: BASIC's INKEY$ has some 200.
const READS: u32 = 300;
/// T-states between two reads, at most. ROMs look for an edge some 250 times and begin again at once, others
/// after a pause of 4,000 T-states and more.
const MAX_GAP: u64 = 35_000;

/// Instructions that a copied processor executes, at most: the longest break.
const STEPS: u32 = 10_000;
/// Reads of port FE after which no more is to be expected of it.
const READS_OF_A_COPY: u32 = 64;
/// Instructions after a read within which a loader has decided whether there was an edge.
const DECIDED: u32 = 32;

/// How port FE has been read, and by whom. Times are T-states since power-on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Listening {
    since: u64,
    last: u64,
    reads: u32,
    /// Since when it has been a loader, where the last look said so.
    loader: Option<u64>,
    /// The last read by a loader.
    heard: u64,
}

impl Listening {
    /// Port FE is read.
    pub(super) fn read(&mut self, now: u64) {
        if now.saturating_sub(self.last) > MAX_GAP {
            (self.since, self.reads, self.loader) = (now, 0, None);
        }
        self.last = now;
        self.reads = self.reads.saturating_add(1);
        if self.loader.is_some() {
            self.heard = now;
        }
    }

    /// Whether the program has read long and often enough to be looked at; if not often enough, the count
    /// begins again.
    pub(super) fn is_due(&mut self) -> bool {
        let is_long = self.last - self.since >= SPAN;
        let is_due = is_long && self.reads >= READS;
        if is_long {
            (self.since, self.reads) = (self.last, 0);
        }
        is_due
    }

    /// What the look has shown.
    pub(super) fn looked(&mut self, is_loader: bool) {
        self.loader = is_loader.then(|| self.loader.unwrap_or(self.last));
        if is_loader {
            self.heard = self.last;
        }
    }

    /// T-states for which a loader has been listening at `now`; `None` where none is.
    pub(super) fn listened(&self, now: u64) -> Option<u64> {
        let is_recent = now.saturating_sub(self.last) <= MAX_GAP;
        let since = self.loader.filter(|_| is_recent)?;
        Some(now.saturating_sub(since))
    }

    /// T-states for which no loader has listened at `now`.
    pub(super) fn unheard(&self, now: u64) -> u64 {
        now.saturating_sub(self.heard)
    }

    /// The tape has stopped: who listens now is to be found out again.
    pub(super) fn stopped(&mut self) {
        (self.since, self.reads, self.loader) = (self.last, 0, None);
    }
}

/// Whether the program goes another way at another level of the tape's signal, and not the way that a key
/// sends it.
pub(crate) fn listens(cpu: &Cpu, memory: &[u8; 0x1_0000], keyboard: &Keyboard) -> bool {
    let copy = |ear, keys| Copy {
        cpu: cpu.clone(),
        bus: Bench {
            memory: Box::new(*memory),
            keyboard,
            ear,
            keys,
            reads: 0,
        },
        is_apart: false,
    };
    let [mut low, mut high] = [false, true].map(|ear| copy(ear, false));
    let mut with_keys = [false, true].map(|ear| copy(ear, true));
    let (mut reads, mut since_read) = (0, 0);
    for _ in 0..STEPS {
        let keys = with_keys.iter_mut().filter(|copy| !copy.is_apart);
        for copy in keys.chain([&mut low, &mut high]) {
            if cfg!(target_family = "wasm") {
                // Less code to be loaded: it is not for long.
                copy.cpu.step(&mut AnyBus(&mut copy.bus));
            } else {
                copy.cpu.step(&mut copy.bus);
            }
        }
        since_read = if low.bus.reads == reads { since_read + 1 } else { 0 };
        reads = low.bus.reads;
        let ways = [low.cpu.pc, high.cpu.pc];
        for copy in &mut with_keys {
            copy.is_apart |= !ways.contains(&copy.cpu.pc);
        }
        if ways[0] != ways[1] {
            // Where any key has the effect of the other level, whole bytes are compared: it is a key that is
            // waited for.
            let [a, b] = &with_keys;
            let is_key = !a.is_apart && !b.is_apart && a.cpu.pc == b.cpu.pc;
            return since_read <= DECIDED && !is_key;
        }
        if reads >= READS_OF_A_COPY || low.cpu.halted {
            break;
        }
    }
    false
}

/// A processor that is shown one level of the signal, and all keys up or down.
struct Copy<'a> {
    cpu: Cpu,
    bus: Bench<'a>,
    /// It has gone a way of its own.
    is_apart: bool,
}

/// Memory and port FE, without time.
struct Bench<'a> {
    memory: Box<[u8; 0x1_0000]>,
    keyboard: &'a Keyboard,
    ear: bool,
    keys: bool,
    /// Reads of port FE.
    reads: u32,
}

impl Bus for Bench<'_> {
    fn fetch(&mut self, pc: u16, _ir: u16) -> u8 {
        self.memory[usize::from(pc)]
    }

    fn read(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        if address >= ula::RAM {
            self.memory[usize::from(address)] = value;
        }
    }

    fn input(&mut self, port: u16) -> u8 {
        const KEYS: u8 = 0x1F;
        const EAR_IN: u8 = 0x40;
        if !ula::is_ula_port(port) {
            return 0xFF;
        }
        self.reads += 1;
        let [high, _] = port.to_be_bytes();
        let read = self.keyboard.read(high);
        let read = if self.keys && high != 0xFF {
            read & !KEYS
        } else {
            read
        };
        if self.ear { read } else { read & !EAR_IN }
    }

    fn output(&mut self, _port: u16, _value: u8) {}

    fn idle(&mut self, _address: u16, _tstates: u32) {}

    fn acknowledge(&mut self, _pc: u16, _ir: u16) -> u8 {
        0xFF
    }
}
