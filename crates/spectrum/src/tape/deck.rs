//! The tape recorder: one tape to play from, one to record on.

use super::decoder::Decoder;
use super::item::{Edge, Item};
use super::listening::Listening;
use super::pulses::Pulses;
use super::{Block, Tape};

/// Maximum number of recorded bytes kept until the host takes them; blocks beyond that are lost.
const MAX_RECORDING: usize = 16 << 20;

/// The shortest silence that counts as a pause, in T-states: a loader's own pulses are shorter.
const MIN_PAUSE: u32 = 100_000;
/// Maximum number of consecutive pulses of length 0. A further one lasts a T-state: playing a tape must not
/// cost the host more than the tape's time.
const INSTANT_PULSES: u8 = 16;
/// T-states without a listening loader after which an automatically started recorder stops at a pause: a
/// quarter of a second.
const LISTENER_TIMEOUT: u64 = 875_000;

/// The tape recorder.
///
/// It plays real pulses after [`play_tape`](crate::Spectrum::play_tape), with a pause of one second after
/// each block of a `.tap`, and stops where the tape requests it. It always records: what the machine sends to
/// the tape is decoded into blocks.
///
/// In instant mode, it executes two ROM routines at once, whether it plays or not:
/// - 0556 loads (carry set) or verifies (carry reset) the next block to IX, length DE, if its flag byte is A.
///   On return, carry is set on success. It is reset after a flag byte other than A, a block too short or too
///   long, or a wrong checksum or verified byte. IX and DE are advanced by the bytes taken, A is the
///   exclusive or of the bytes, and interrupts are enabled. The other flags are reset. With DE 0, the flag
///   byte is the checksum: it must be 0, whatever A is. At the end of the tape, and where the next item is
///   not a block at the ROM's speed, the ROM's own routine waits, and its BREAK works. After a block was saved, it
///   waits for the next frame, before which the host can insert a tape with this block.
/// - 04C2 saves DE bytes from IX as a block with flag byte A. On return, carry is set, IX is advanced by one
///   more than the bytes saved, DE is FFFF (it counts the flag byte too), and interrupts are enabled. More
///   than 65,533 bytes do not fit into a block of a `.tap`: the ROM sends these. After 131,070 bytes in one
///   frame, the next block waits for the next frame.
///
/// A program with its own loader needs pulses. An instant recorder, or one set to start automatically, starts
/// to play when a program listens, even if the tape has stopped it. If it started this way, it stops at a
/// pause of the tape when no loader listens any more, as a user would until the program needs more.
///
/// Not emulated: a tape that ends, motor noise, loading errors, the sound of the tape.
///
/// Two recorders are equal when they play and record alike from here on and have recorded the same data.
/// Whether level changes are collected does not count.
#[derive(Debug, Clone, Default)]
pub struct Deck {
    tape: Option<Tape>,
    /// Number of items played or loaded so far, counting repetitions.
    taken: usize,
    /// The pulses of the current item, the last one taken.
    pulses: Option<Pulses>,
    listening: Listening,
    /// Length of the current pulse, in T-states.
    pulse: u32,
    /// T-state of the last pulse of length 0, and the number of such pulses at that T-state.
    instants: (u64, u8),
    /// Whether a loader listens, so that the tape starts at the next read.
    is_to_start: bool,
    /// Whether the tape was started automatically for a loader.
    started_itself: bool,
    level: bool,
    /// The level changes, if they are collected, and the level after the last of them.
    edges: Option<Vec<(u64, bool)>>,
    heard: bool,
    clock: Clock,
    instant: bool,
    starts_itself: bool,
    decoder: Decoder,
    saved: Vec<Block>,
    saved_bytes: usize,
    saved_in_frame: usize,
    /// Number of data blocks loaded at once by the ROM's routine.
    loaded: usize,
}

/// The time of the next signal change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// The tape plays; the pulse ends at this T-state since power-on.
    Playing(u64),
    /// The tape is stopped; this many T-states of the pulse are left.
    Stopped(u64),
}

impl PartialEq for Deck {
    fn eq(&self, other: &Self) -> bool {
        let Deck {
            tape,
            taken,
            pulses,
            listening,
            pulse,
            instants,
            is_to_start,
            started_itself,
            level,
            edges: _,
            heard: _,
            clock,
            instant,
            starts_itself,
            decoder,
            saved,
            saved_bytes,
            saved_in_frame,
            loaded,
        } = self;
        (*taken, *listening, *level, *clock) == (other.taken, other.listening, other.level, other.clock)
            && (*pulse, *instants) == (other.pulse, other.instants)
            && (*is_to_start, *started_itself) == (other.is_to_start, other.started_itself)
            && (*instant, *starts_itself) == (other.instant, other.starts_itself)
            && *loaded == other.loaded
            && *pulses == other.pulses
            && *decoder == other.decoder
            && (saved_bytes, saved_in_frame, saved)
                == (&other.saved_bytes, &other.saved_in_frame, &other.saved)
            && *tape == other.tape
    }
}

impl Default for Clock {
    fn default() -> Self {
        Clock::Stopped(0)
    }
}

impl Deck {
    /// The inserted tape.
    pub fn tape(&self) -> Option<&Tape> {
        self.tape.as_ref()
    }

    /// Number of the tape's blocks that have begun to play or were loaded at once.
    pub fn blocks_taken(&self) -> usize {
        let taken = self.tape.iter().flat_map(|tape| tape.played(0)).take(self.taken);
        taken.filter(|item| matches!(item, Item::Block { .. })).count()
    }

    /// Number of data blocks (flag byte other than a header's) that the ROM's routine loaded at once.
    pub fn data_loaded(&self) -> usize {
        self.loaded
    }

    pub(super) fn count_data(&mut self) {
        self.loaded += 1;
    }

    /// Whether the tape is running. It stops automatically at its end.
    pub fn is_playing(&self) -> bool {
        matches!(self.clock, Clock::Playing(_))
    }

    /// Whether the ROM's tape routines are executed at once.
    #[inline(always)]
    pub fn is_instant(&self) -> bool {
        self.instant
    }

    /// Whether nothing is left to play; also true without a tape.
    pub fn is_at_end(&self) -> bool {
        !self.is_playing() && self.nothing_left()
    }

    /// T-states for which a loader has been listening at `now` (T-states since power-on) with nothing left to
    /// play; `None` if no loader is. Detected after about three frames of listening.
    pub fn listened_in_vain(&self, now: u64) -> Option<u64> {
        self.listening.listened(now).filter(|_| self.is_at_end())
    }

    fn nothing_left(&self) -> bool {
        self.tape
            .as_ref()
            .is_none_or(|tape| tape.played(self.taken).next().is_none())
    }

    /// Whether the tape starts automatically when a loader listens.
    #[inline(always)]
    pub(crate) fn starts_itself(&self) -> bool {
        self.instant || self.starts_itself
    }

    pub(crate) fn set_starts_itself(&mut self, on: bool) {
        self.starts_itself = on;
    }

    /// Blocks that the machine has saved.
    pub fn saved(&self) -> &[Block] {
        &self.saved
    }

    /// Number of bytes saved in this frame.
    pub(super) fn saved_in_frame(&self) -> usize {
        self.saved_in_frame
    }

    pub(crate) fn set_instant(&mut self, on: bool) {
        self.instant = on;
    }

    pub(crate) fn insert(&mut self, tape: Tape) {
        self.eject();
        self.tape = Some(tape);
    }

    pub(crate) fn eject(&mut self) -> Option<Tape> {
        (self.taken, self.pulses, self.pulse) = (0, None, 0);
        self.instants = (0, 0);
        (self.clock, self.listening) = (Clock::default(), Listening::default());
        self.is_to_start = false;
        self.tape.take()
    }

    pub(crate) fn play(&mut self, now: u64) {
        self.started_itself = false;
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

    /// The tape signal at `now`; `None` when the tape is stopped.
    pub(crate) fn ear(&mut self, now: u64) -> Option<bool> {
        self.advance(now);
        self.is_playing().then_some(self.level)
    }

    /// Notes a read of port FE at `now`. A recorder waiting for a loader starts here, at the read: the first
    /// signal change then comes as early as on a tape with a silence before it, however long the program
    /// pauses between reads.
    pub(crate) fn poll(&mut self, now: u64) {
        self.listening.read(now);
        let is_heard = self.listening.listened(now).is_some();
        if std::mem::take(&mut self.is_to_start) && is_heard && !self.is_playing() && !self.nothing_left() {
            self.play(now);
            self.started_itself = true;
        }
    }

    /// Whether to check if the program listens; report the result to [`looked`](Self::looked).
    pub(crate) fn wants_a_look(&mut self) -> bool {
        self.starts_itself() && self.listening.is_due()
    }

    /// Takes the result of that check: if the program listens, a stopped recorder starts at the next read.
    pub(crate) fn looked(&mut self, listens: bool) {
        self.listening.looked(listens);
        self.is_to_start = listens && !self.is_playing();
    }

    /// Plays the tape up to `now`.
    fn advance(&mut self, now: u64) {
        while let Clock::Playing(end) = self.clock
            && end <= now
        {
            match self.next_pulse(end) {
                Some((edge, mut tstates)) => {
                    if tstates == 0 {
                        tstates = self.instant(end);
                    }
                    self.pulse = tstates;
                    let level = match edge {
                        Edge::Change => !self.level,
                        Edge::Same => self.level,
                        Edge::To(level) => level,
                    };
                    self.set_level(level, end);
                    self.clock = Clock::Playing(end + u64::from(tstates));
                }
                None => {
                    self.clock = Clock::default();
                    self.listening.stopped();
                }
            }
        }
    }

    /// The length of a pulse of nominal length 0 that begins at `now`.
    #[cold]
    fn instant(&mut self, now: u64) -> u32 {
        let (at, count) = self.instants;
        self.instants = if at == now { (now, count + 1) } else { (now, 1) };
        u32::from(self.instants.1 > INSTANT_PULSES)
    }

    fn set_level(&mut self, level: bool, now: u64) {
        if let Some(edges) = &mut self.edges
            && level != self.heard
        {
            self.heard = level;
            // Two changes at the same T-state cancel out.
            if edges.pop_if(|&mut (last, _)| last == now).is_none() {
                edges.push((now, level));
            }
        }
        self.level = level;
    }

    pub(crate) fn collect_edges(&mut self, on: bool) {
        self.edges = on.then(Vec::new);
    }

    pub(crate) fn take_edges(&mut self) -> Vec<(u64, bool)> {
        self.edges.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The next signal change at `now` and the pulse's length; `None` where the recorder stops.
    fn next_pulse(&mut self, now: u64) -> Option<(Edge, u32)> {
        let tape = self.tape.as_ref()?;
        loop {
            if let Some(pulses) = &mut self.pulses
                && let Some(item) = tape.played(self.taken - 1).next()
                && let Some(pulse) = pulses.next(item, tape)
            {
                return Some(pulse);
            }
            self.pulses = None;
            let item = tape.played(self.taken).next()?;
            let is_after_pause =
                self.pulse >= MIN_PAUSE && !matches!(item, Item::Stop | Item::Level(_) | Item::Pause { .. });
            if self.started_itself && is_after_pause && self.listening.unheard(now) > LISTENER_TIMEOUT {
                return None;
            }
            self.taken += 1;
            match *item {
                Item::Stop => return None,
                Item::Level(level) => self.level = level,
                _ => self.pulses = Some(Pulses::new()),
            }
        }
    }

    /// Takes a block off the tape at once: the current one if it is still in its pilot, as a loader would
    /// catch it, otherwise the next one. The rest of the current block and pauses are skipped. `None` if the
    /// next item is not a block at the ROM's speed.
    pub(super) fn take_block(&mut self) -> Option<Block> {
        let tape = self.tape.as_ref()?;
        let again = self.pulses.as_ref().is_some_and(Pulses::is_pilot);
        let from = self.taken - usize::from(again);
        let is_passed_over = |item: &&Item| matches!(item, Item::Pause { .. } | Item::Level(_) | Item::Stop);
        let passed_over = tape.played(from).take_while(is_passed_over).count();
        let &Item::Block { index, .. } = tape.played(from + passed_over).next()? else {
            return None;
        };
        let block = tape.blocks()[index].clone();
        self.taken = from + passed_over + 1;
        self.pulses = None;
        if !self.is_playing() {
            self.clock = Clock::default();
        }
        Some(block)
    }

    /// Handles a change of port FE bit 3.
    pub(crate) fn mic(&mut self, now: u64) {
        let block = self.decoder.edge(now);
        self.record(block.and_then(Block::from_bytes));
    }

    /// Advances playing and recording to `now`.
    pub(crate) fn listen(&mut self, now: u64) {
        self.advance(now);
        self.saved_in_frame = 0;
        let block = self.decoder.listen(now);
        self.record(block.and_then(Block::from_bytes));
    }

    pub(super) fn record(&mut self, block: Option<Block>) {
        if let Some(block) = block
            && self.saved_bytes + block.bytes().len() <= MAX_RECORDING
        {
            self.saved_bytes += block.bytes().len();
            self.saved_in_frame += block.bytes().len();
            self.saved.push(block);
        }
    }

    pub(crate) fn take_saved(&mut self) -> Tape {
        self.saved_bytes = 0;
        Tape::new(std::mem::take(&mut self.saved))
    }
}
