//! Detects whether the program listens to the tape: whether it reads port FE repeatedly and branches
//! differently when the tape signal differs.
//!
//! The rate of the reads and the half-rows selected say little: loaders sample for a moment and then pause,
//! and select BREAK's half-row, all or none; and a program that waits for a key reads the same port as often.
//! So copies of the processor are run with both levels of the signal: a program that waits for a key ignores
//! the signal.

use girafa_z80::{AnyBus, Bus, Cpu};

use crate::keyboard::Keyboard;
use crate::ula;

/// T-states of reads of port FE before the reader is checked: about three frames.
const SPAN: u64 = 200_000;
/// Minimum number of reads in that time: BASIC's INKEY$ makes some 200.
const MIN_READS: u32 = 300;
/// Maximum number of T-states between two reads. ROMs sample for an edge some 250 times and then begin again
/// at once, other loaders after a pause of 4,000 T-states or more.
const MAX_GAP: u64 = 35_000;

/// Maximum number of instructions that a copy executes: the longest pause.
const MAX_STEPS: u32 = 10_000;
/// Maximum number of reads of port FE by a copy: further reads would show nothing new.
const READS_OF_A_COPY: u32 = 64;
/// Maximum number of instructions between a read and a loader's decision whether there was an edge.
const MAX_DECISION_STEPS: u32 = 32;

/// The history of reads of port FE. Times are T-states since power-on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Listening {
    since: u64,
    last: u64,
    reads: u32,
    /// Since when a loader has been reading, according to the last check.
    loader: Option<u64>,
    /// The last read by a loader.
    heard: u64,
}

impl Listening {
    /// Notes a read of port FE.
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

    /// Whether the program has read long and often enough to be checked. If it has read long but not often
    /// enough, counting restarts.
    pub(super) fn is_due(&mut self) -> bool {
        let is_long = self.last - self.since >= SPAN;
        let is_due = is_long && self.reads >= MIN_READS;
        if is_long {
            (self.since, self.reads) = (self.last, 0);
        }
        is_due
    }

    /// Takes the result of the check.
    pub(super) fn looked(&mut self, is_loader: bool) {
        self.loader = is_loader.then(|| self.loader.unwrap_or(self.last));
        if is_loader {
            self.heard = self.last;
        }
    }

    /// T-states for which a loader has been listening at `now`; `None` if no loader is.
    pub(super) fn listened(&self, now: u64) -> Option<u64> {
        let is_recent = now.saturating_sub(self.last) <= MAX_GAP;
        let since = self.loader.filter(|_| is_recent)?;
        Some(now.saturating_sub(since))
    }

    /// T-states since a loader last listened, at `now`.
    pub(super) fn unheard(&self, now: u64) -> u64 {
        now.saturating_sub(self.heard)
    }

    /// Handles the tape stopping: the next listener must be detected anew.
    pub(super) fn stopped(&mut self) {
        (self.since, self.reads, self.loader) = (self.last, 0, None);
    }
}

/// Whether the program branches differently at another level of the tape signal, other than as a pressed key
/// makes it branch.
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
    for _ in 0..MAX_STEPS {
        let keys = with_keys.iter_mut().filter(|copy| !copy.is_apart);
        for copy in keys.chain([&mut low, &mut high]) {
            if cfg!(target_family = "wasm") {
                // Smaller code to load; speed does not matter for so few instructions.
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
            // If pressing any key has the same effect as the other level, the program compares whole bytes:
            // it waits for a key.
            let [a, b] = &with_keys;
            let is_key = !a.is_apart && !b.is_apart && a.cpu.pc == b.cpu.pc;
            return since_read <= MAX_DECISION_STEPS && !is_key;
        }
        if reads >= READS_OF_A_COPY || low.cpu.halted {
            break;
        }
    }
    false
}

/// A copy of the processor that sees one level of the signal, and all keys up or down.
struct Copy<'a> {
    cpu: Cpu,
    bus: Bench<'a>,
    /// Whether it has diverged from both copies without keys.
    is_apart: bool,
}

/// Memory and port FE, without timing.
struct Bench<'a> {
    memory: Box<[u8; 0x1_0000]>,
    keyboard: &'a Keyboard,
    ear: bool,
    keys: bool,
    /// Number of reads of port FE.
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
