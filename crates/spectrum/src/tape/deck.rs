//! The tape recorder: one tape to play from, one to record on.

use super::decoder::Decoder;
use super::pulses::Pulses;
use super::{Block, Tape};

/// Bytes that the recorder keeps until somebody takes them; blocks beyond that are lost.
const LONGEST_RECORDING: usize = 16 << 20;

/// The tape recorder.
///
/// It plays as real pulses after [`play_tape`](crate::Spectrum::play_tape), with a second's pause behind each
/// block. It always records: what the machine sends to the tape is decoded into blocks.
///
/// Set to instant it answers calls of two ROM routines at once, whether it plays or not:
/// - 0556 loads (carry set) or verifies (carry reset) the next block to IX, length DE, if its flag byte is A. The
///   caller finds carry set if all went well, else reset, as after a flag byte other than A, a block too short or
///   too long, a checksum or a verified byte that is wrong; IX and DE moved on by the bytes taken, the exclusive
///   or of the bytes in A, interrupts enabled. The other flags are reset. With DE 0 it ends behind the flag byte,
///   whose check is that it is 0. At the tape's end it is the ROM that waits, and its BREAK works.
/// - 04C2 saves DE bytes from IX as a block with flag byte A. The caller finds carry set, IX moved on by one more
///   than the bytes saved, DE FFFF (it counts the flag byte too), interrupts enabled. More than 65,533 bytes do not
///   fit into a block of a `.tap`: the ROM sends these.
///
/// Not emulated: a tape that ends, motor noise, loading errors, the sound of the tape.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Deck {
    tape: Option<Tape>,
    /// Blocks that have begun to play or were loaded at once.
    taken: usize,
    /// The block that is being played: the last one taken.
    pulses: Option<Pulses>,
    level: bool,
    clock: Clock,
    instant: bool,
    decoder: Decoder,
    saved: Vec<Block>,
    saved_bytes: usize,
}

/// When the signal changes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// The tape plays, and the pulse ends at this T-state since power-on.
    Playing(u64),
    /// The tape stands, and so many T-states of the pulse are left.
    Stopped(u64),
}

impl Default for Clock {
    fn default() -> Self {
        Clock::Stopped(0)
    }
}

impl Deck {
    /// The tape to play from.
    pub fn tape(&self) -> Option<&Tape> {
        self.tape.as_ref()
    }

    /// Blocks of the tape that have begun to play or were loaded at once.
    pub fn blocks_taken(&self) -> usize {
        self.taken
    }

    /// Whether the tape is running. It stops by itself at its end.
    pub fn is_playing(&self) -> bool {
        matches!(self.clock, Clock::Playing(_))
    }

    /// Whether the ROM's routines are answered at once.
    #[inline(always)]
    pub fn is_instant(&self) -> bool {
        self.instant
    }

    /// Blocks that the machine has saved.
    pub fn saved(&self) -> &[Block] {
        &self.saved
    }

    pub(crate) fn set_instant(&mut self, on: bool) {
        self.instant = on;
    }

    pub(crate) fn insert(&mut self, tape: Tape) {
        self.eject();
        self.tape = Some(tape);
    }

    pub(crate) fn eject(&mut self) -> Option<Tape> {
        (self.taken, self.pulses, self.clock) = (0, None, Clock::default());
        self.tape.take()
    }

    pub(crate) fn play(&mut self, now: u64) {
        if let Clock::Stopped(left) = self.clock {
            self.clock = Clock::Playing(now + left);
        }
    }

    pub(crate) fn stop(&mut self, now: u64) {
        self.advance(now);
        if let Clock::Playing(end) = self.clock {
            self.clock = Clock::Stopped(end - now);
        }
    }

    /// The signal from the tape; `None` when it stands.
    pub(crate) fn ear(&mut self, now: u64) -> Option<bool> {
        self.advance(now);
        self.is_playing().then_some(self.level)
    }

    /// Plays up to `now`.
    fn advance(&mut self, now: u64) {
        while let Clock::Playing(end) = self.clock
            && end <= now
        {
            match self.next_pulse() {
                Some(pulse) => {
                    self.level = !self.level;
                    self.clock = Clock::Playing(end + u64::from(pulse));
                }
                None => self.clock = Clock::default(),
            }
        }
    }

    fn next_pulse(&mut self) -> Option<u32> {
        let blocks = self.tape.as_ref()?.blocks();
        if let Some(pulses) = &mut self.pulses
            && let Some(pulse) = pulses.next(blocks[self.taken - 1].bytes())
        {
            return Some(pulse);
        }
        let block = blocks.get(self.taken)?;
        self.taken += 1;
        self.pulses.insert(Pulses::new(block.flag())).next(block.bytes())
    }

    /// Takes a block off the tape at once: the one that plays if it is still in its pilot, as a loader would catch
    /// it, else the next one; what is left of one that plays is passed over.
    pub(super) fn take_block(&mut self) -> Option<Block> {
        if self.pulses.as_ref().is_some_and(Pulses::is_pilot) {
            self.taken -= 1;
        }
        let block = self.tape.as_ref()?.blocks().get(self.taken)?.clone();
        self.taken += 1;
        self.pulses = None;
        if !self.is_playing() {
            self.clock = Clock::default();
        }
        Some(block)
    }

    /// Port FE bit 3 changes.
    pub(crate) fn mic(&mut self, now: u64) {
        let block = self.decoder.edge(now);
        self.record(block.and_then(Block::from_bytes));
    }

    /// Time has come to `now`.
    pub(crate) fn listen(&mut self, now: u64) {
        self.advance(now);
        let block = self.decoder.listen(now);
        self.record(block.and_then(Block::from_bytes));
    }

    pub(super) fn record(&mut self, block: Option<Block>) {
        if let Some(block) = block
            && self.saved_bytes + block.bytes().len() <= LONGEST_RECORDING
        {
            self.saved_bytes += block.bytes().len();
            self.saved.push(block);
        }
    }

    pub(crate) fn take_saved(&mut self) -> Tape {
        self.saved_bytes = 0;
        Tape::new(std::mem::take(&mut self.saved))
    }
}
