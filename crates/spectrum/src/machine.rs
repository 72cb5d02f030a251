//! The whole machine: the processor and the ULA in step, and the host's interface.
//!
//! Why it is fast: time is one 32-bit count within the frame. A contended access adds a byte from a flat
//! table of the frame, and two idle T-states add one byte (`contention.rs`). /INT is checked only in the
//! first 32 T-states of a frame. The instruction decoder is inlined into the loop ([`Cpu::run`]). There are
//! three such loops, so that breakpoints and watched writes cost nothing when unused, and breakpoints in use
//! cost one bit test per instruction. State that one instruction leaves for the next (HALT, EI) is checked
//! only after instructions that leave some. Border and printer are evaluated on demand, the tape when port FE
//! is read. HALT is skipped in one step, and so are most rounds of LDIR and LDDR. The routines of Girafa's
//! own ROM are compiled (`girafa-rom-aot`): they replace the interpreter where nothing can happen that they
//! cannot detect.
//!
//! Where the interpreter's time goes, in host instructions (callgrind, by the source file of the inlined
//! code; the three BASIC programs of `benches/workloads` in mid-run, their start included; 791 million
//! instructions in the emulator):
//!
//! | share | what | where |
//! | ---: | --- | --- |
//! | 36 % | memory, clock and contention | `board.rs`, `contention.rs`, `girafa-ula` |
//! | 27 % | opcodes: dispatch, execution | z80's `step.rs`, `opcodes.rs`, `block.rs`, `ed.rs`, `cb.rs`, ... |
//! | 15 % | registers | z80's `registers.rs` |
//! | 10 % | arithmetic and swaps in the standard library | `uint_macros.rs`, `mem`, `num.rs` |
//! | 9 % | flags and machine cycles | z80's `alu.rs`, `cycle.rs` |
//! | 3 % | breakpoints | this file, `breakpoints.rs` |
//! | 0.01 % | accepting interrupts | z80's `interrupt.rs` |
//!
//! ```text
//! CARGO_PROFILE_BENCH_DEBUG=line-tables-only cargo bench -p girafa-session --bench workloads --no-run
//! valgrind --tool=callgrind --callgrind-out-file=out target/release/deps/workloads-* --bench --sample-count 2 --sample-size 1
//! callgrind_annotate --auto=no --threshold=100 out      (lines with Spectrum::run or girafa_z80, summed by file)
//! ```
//!
//! What limits it is less the number of instructions (a tenth fewer of them made it 2 to 4 % faster) than
//! their dependencies: each access updates the clock and looks up its contention, which exactness requires;
//! registers go through memory; and the one indirect jump for each opcode has to be predicted. A second copy
//! of the decoder, to help branch prediction, made it a third slower: it no longer fits the host's
//! instruction cache. Keeping registers and the clock in local variables, and borrowing memory separately
//! from the ULA, made no measurable difference.

mod recordings;

use girafa_z80::Cpu;

use crate::beam::BeamLog;
use crate::board::{AtOnce, Board};
use crate::breakpoints::Breakpoints;
use crate::compiled;
use crate::issue::Issue;
use crate::keyboard::{KeyReads, Keyboard};
use crate::playback::Playback;
use crate::printer::Printer;
use crate::rom::{Delays, ROM_SIZE, Rom};
use crate::screen::Screen;
use crate::screen_cells::ScreenCells;
use crate::tape::{self, Deck, Tape};
use crate::ula::{self, FRAME_TSTATES, INT_TSTATES};
use crate::write_watch::{Write, WriteRange, WriteWatch};

/// Compiles the opcodes only for the observing bus. This makes the WebAssembly module smaller, which must
/// load before it can start. The behaviour is the same, and the web page watches the beam anyway.
const HAS_ONE_BUS: bool = cfg!(target_family = "wasm");

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The frame is over.
    Frame,
    /// The instruction at this breakpoint is about to be executed.
    Breakpoint(u16),
    /// The instruction just executed wrote to a watched address.
    Written(Write),
}

/// A ZX Spectrum 48K.
///
/// Two machines are equal when they are in the same state: given the same input, they behave alike from here
/// on and report the same time, picture, paper and tapes. How a host observes them does not count:
/// breakpoints, watched writes, collected level changes, recorded screen cells, and the log of
/// [`watch_beam`](Self::watch_beam).
#[derive(Debug, Clone)]
pub struct Spectrum {
    /// The processor.
    pub cpu: Cpu,
    /// Everything on the processor's bus.
    pub board: Board,
    breakpoints: Breakpoints,
    watched_writes: Option<WriteRange>,
    /// Whether to run the compiled code of the ROM.
    is_compiled: bool,
    /// The ROM's delays.
    delays: Option<&'static Delays>,
    /// Whether to delay.
    is_paced: bool,
}

impl PartialEq for Spectrum {
    fn eq(&self, other: &Self) -> bool {
        // All fields are listed, so that a new field cannot be forgotten.
        let Spectrum {
            cpu,
            board,
            breakpoints: _,
            watched_writes: _,
            is_compiled: _,
            delays: _,
            is_paced,
        } = self;
        *cpu == other.cpu && *board == other.board && *is_paced == other.is_paced
    }
}

impl Spectrum {
    /// Creates a machine at power-on: RAM zero, CPU reset, T-state 0 of frame 0.
    pub fn new(rom: &Rom) -> Self {
        let mut machine = Spectrum {
            cpu: Cpu::new(),
            board: Board::new(rom.bytes()),
            breakpoints: Breakpoints::new(),
            watched_writes: None,
            is_compiled: false,
            delays: rom.delays(),
            is_paced: false,
        };
        machine.set_compiled(true);
        machine
    }

    /// Resets the processor only (its /RESET line). Memory, clock and ULA keep their state.
    pub fn reset(&mut self) {
        self.cpu.reset();
    }

    /// T-states since power-on.
    pub fn tstates(&self) -> u64 {
        self.board.now()
    }

    /// T-states since the start of the frame.
    pub fn frame_tstate(&self) -> u32 {
        self.board.tstate
    }

    /// Sets the clock to `tstate` of this frame (modulo the frame's length), as a snapshot that records it
    /// needs. A running tape or printer sees the time jump. If it jumps backwards, they pause until the
    /// previous time is reached again.
    pub fn set_frame_tstate(&mut self, tstate: u32) {
        self.board.tstate = tstate % FRAME_TSTATES;
    }

    /// Completed frames since power-on.
    pub fn frames(&self) -> u64 {
        self.board.frames
    }

    /// Accepts a due interrupt or executes one instruction, never both. Ignores breakpoints.
    pub fn step(&mut self) {
        if !self.interrupt() {
            self.execute_closely();
        }
        self.end_frame();
    }

    /// Runs until the frame is over or the instruction at a breakpoint is about to be executed. An interrupt
    /// due there is accepted first, so that one call of a routine is one stop.
    ///
    /// Called again at a breakpoint, it stops there again at once; [`resume`](Self::resume) continues.
    pub fn run_frame(&mut self) -> Stop {
        if self.board.playback.is_some() {
            self.play_frame()
        } else if self.looks_closely() || HAS_ONE_BUS {
            self.run::<true, true, false>()
        } else if self.is_compiled && self.breakpoints.are_stops() {
            self.run::<true, false, true>()
        } else if self.breakpoints.is_watching() {
            self.run::<true, false, false>()
        } else {
            self.run::<false, false, false>()
        }
    }

    /// Executes the instruction at the current stop, then continues as [`run_frame`](Self::run_frame).
    pub fn resume(&mut self) -> Stop {
        if !self.interrupt()
            && let Some(write) = self.execute_closely()
        {
            return Stop::Written(write);
        }
        if self.end_frame() {
            Stop::Frame
        } else {
            self.run_frame()
        }
    }

    /// Enables or disables the compiled code of the ROM; returns whether it is used now. On by default. It is
    /// used only if it is built in for this ROM and its delays, and only where nothing can happen that it cannot
    /// detect. The machine's behaviour does not depend on it.
    pub fn set_compiled(&mut self, on: bool) -> bool {
        self.is_compiled = on && self.has_compiled_code();
        self.is_compiled
    }

    /// Enables or disables the [delays](Delays) of the ROM; returns whether they are used now. Off by default. A
    /// ROM without delays has none.
    ///
    /// T-states pass before each instruction with a delay; the clock, the ULA and the tape go on. No interrupt is
    /// missed: a delay ends with the frame, its rest is left out, and no delay passes while /INT is low.
    pub fn set_paced(&mut self, on: bool) -> bool {
        let delays = self.delays.filter(|_| on);
        self.is_paced = delays.is_some();
        self.breakpoints.set_delays(delays.map_or(&[], Delays::list));
        self.is_paced
    }

    /// Whether the compiled code is that of this ROM and includes its delays.
    fn has_compiled_code(&self) -> bool {
        let has_others = |delays: &Delays| delays.list() != compiled::DELAYS;
        compiled::ROM == Some(self.rom_bytes()) && !self.delays.is_some_and(has_others)
    }

    /// Whether the delays of the ROM are used.
    pub fn is_paced(&self) -> bool {
        self.is_paced
    }

    /// The longest [delay](Delays) before an instruction, in T-states; 0 without delays.
    pub fn longest_delay(&self) -> u32 {
        self.delays.filter(|_| self.is_paced).map_or(0, Delays::longest)
    }

    /// The ROM, with its delays.
    pub fn rom(&self) -> Rom {
        Rom::of(self.rom_bytes(), self.delays)
    }

    fn rom_bytes(&self) -> &[u8; ROM_SIZE] {
        self.board
            .memory
            .first_chunk()
            .expect("the ROM is a part of memory")
    }

    /// Stops runs after each instruction that writes to one of these addresses, whatever the value; `None`
    /// turns this off. Writes by [`poke`](Self::poke) and by the instant tape do not count. Such a run uses a
    /// separate loop, so that watching costs nothing while it is off.
    ///
    /// After [`Stop::Written`], call [`run_frame`](Self::run_frame) to continue.
    pub fn watch_writes(&mut self, addresses: Option<WriteRange>) {
        self.watched_writes = addresses;
    }

    /// The addresses at which [`run_frame`](Self::run_frame) stops. An empty set costs nothing.
    pub fn breakpoints_mut(&mut self) -> &mut Breakpoints {
        &mut self.breakpoints
    }

    /// Reads the byte at `address` as a debugger does: no time passes.
    pub fn peek(&self, address: u16) -> u8 {
        self.board.memory[usize::from(address)]
    }

    /// Reads the little-endian word at `address`; no time passes.
    pub fn peek16(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes a byte of RAM; no time passes. Writes to ROM are ignored.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.board.store(address, value);
        if let Some(beam) = &mut self.board.beam {
            beam.forget(address);
        }
    }

    /// Writes a little-endian word as two bytes, as [`poke`](Self::poke) does.
    pub fn poke16(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address.wrapping_add(1), high);
    }

    /// The 64 KiB of ROM and RAM.
    pub fn memory(&self) -> &[u8; 0x1_0000] {
        &self.board.memory
    }

    /// The keyboard.
    pub fn keyboard(&self) -> &Keyboard {
        &self.board.keyboard
    }

    /// The keyboard, mutable: to press and release keys.
    pub fn keyboard_mut(&mut self) -> &mut Keyboard {
        &mut self.board.keyboard
    }

    /// Starts or stops recording which keys are read.
    pub fn watch_keys(&mut self, on: bool) {
        self.board.key_reads = on.then(KeyReads::default);
    }

    /// Takes the keys read since the last call. Empty unless [watched](Self::watch_keys).
    pub fn take_key_reads(&mut self) -> KeyReads {
        self.board
            .key_reads
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Sets the board's issue; issue 3 by default.
    pub fn set_issue(&mut self, issue: Issue) {
        self.board.issue = issue;
    }

    /// Sets whether the ULA has late timing; off by default. Some 48Ks read the screen one T-state later after
    /// the interrupt than others, or once they are warm: contention, border, picture and floating bus are late
    /// by one T-state (ULA).
    pub fn set_late_timing(&mut self, is_late: bool) {
        self.board.set_late(is_late);
    }

    /// Whether the ULA has late timing.
    pub fn has_late_timing(&self) -> bool {
        self.board.is_late()
    }

    /// The current picture on the television.
    pub fn screen(&self) -> Screen<'_> {
        Screen::new(&self.board)
    }

    /// Makes pictures show each cell of the screen as it was when the ULA fetched it, with changes under the
    /// beam and snow, or turns this off. Off by default: pictures then show the screen as it is in memory.
    /// While on, runs use a separate, slower loop; off, it costs nothing.
    ///
    /// The snow is modelled on its known cause: the ULA takes a refresh with I from 40 to 7F for an access to
    /// its memory, whose chips then take the refresh address as their row. The ULA fetches cells in pairs. If
    /// the first bitmap byte of a pair is fetched two T-states after the third T-state of an opcode fetch, the
    /// cell comes from an address with R in its lower seven bits, bitmap and attribute both; if the second is,
    /// that cell repeats the first. This rule was fitted to photographs of three 48Ks. The processor is not
    /// delayed, and memory is not damaged.
    pub fn watch_beam(&mut self, on: bool) {
        self.board.beam = on.then(BeamLog::default);
    }

    /// Starts or stops recording which cells of the screen are written to, whatever the value, by
    /// instructions and by the instant tape. While on, runs use a separate, slower loop; off, it costs
    /// nothing.
    pub fn watch_screen(&mut self, on: bool) {
        self.board.screen_writes = on.then(ScreenCells::default);
    }

    /// Takes the cells of the screen written to since the last call. Empty unless
    /// [watched](Self::watch_screen).
    pub fn take_screen_writes(&mut self) -> ScreenCells {
        self.board
            .screen_writes
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Colour of the border, 0 to 7.
    pub fn border(&self) -> u8 {
        self.board.border.colour()
    }

    /// Starts or stops collecting the level changes of the beeper and of the playing tape.
    pub fn collect_beeper(&mut self, on: bool) {
        self.board.beeper = on.then(Vec::new);
        self.board.deck.collect_edges(on);
    }

    /// Takes the level changes of the beeper (port FE bit 4) since the last call: T-states since power-on,
    /// and the new level. Empty unless [collected](Self::collect_beeper).
    pub fn take_beeper_edges(&mut self) -> Vec<(u64, bool)> {
        self.board.beeper.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Takes the level changes of the playing tape since the last call: T-states since power-on, and the new
    /// level. Changes are complete only up to the last read of port FE or the last end of a frame. Empty
    /// unless [collected](Self::collect_beeper).
    pub fn take_tape_edges(&mut self) -> Vec<(u64, bool)> {
        self.board.deck.take_edges()
    }

    /// The ZX Printer.
    pub fn printer(&self) -> &Printer {
        &self.board.printer
    }

    /// The ZX Printer, mutable: to take its rows or to configure it.
    pub fn printer_mut(&mut self) -> &mut Printer {
        &mut self.board.printer
    }

    /// The state of the Kempston joystick, if its interface is connected.
    pub fn joystick(&self) -> Option<u8> {
        self.board.joystick
    }

    /// Connects the interface of a Kempston joystick in a state, or disconnects it. Bits 0 to 4 of the state:
    /// right, left, down, up, fire. They are 1 while pressed (what IN 31 reads).
    pub fn set_joystick(&mut self, state: Option<u8>) {
        self.board.joystick = state.map(|state| state & 0x1F);
    }

    /// The tape recorder.
    pub fn deck(&self) -> &Deck {
        &self.board.deck
    }

    /// Inserts `tape` into the recorder, rewound and stopped.
    pub fn insert_tape(&mut self, tape: Tape) {
        self.board.deck.insert(tape);
    }

    /// Removes the tape from the recorder and returns it.
    pub fn eject_tape(&mut self) -> Option<Tape> {
        self.board.deck.eject()
    }

    /// Plays the tape as real pulses from its current position.
    pub fn play_tape(&mut self) {
        let now = self.tstates();
        self.board.deck.play(now);
    }

    /// Stops the tape.
    pub fn stop_tape(&mut self) {
        let now = self.tstates();
        self.board.deck.stop(now);
    }

    /// Executes calls of the ROM's load and save routines (0556, 04C2) at once instead of by pulses. Off by
    /// default. See [`Deck`] for what a caller sees.
    pub fn set_instant_tape(&mut self, on: bool) {
        self.board.deck.set_instant(on);
        self.breakpoints.set_traps(if on { &tape::TRAPS } else { &[] });
    }

    /// Starts the tape automatically when a loader reads it, even if the tape is not instant. Off by default.
    pub fn set_tape_starts_itself(&mut self, on: bool) {
        self.board.deck.set_starts_itself(on);
    }

    /// Takes the blocks that the machine has saved.
    pub fn take_saved(&mut self) -> Tape {
        self.board.deck.take_saved()
    }

    /// Ends the frame if its time is over; returns whether it did.
    #[inline(always)]
    fn end_frame(&mut self) -> bool {
        if self.board.playback.is_some() {
            return self.end_played_frame();
        }
        let is_over = self.board.end_frame();
        if is_over && self.board.deck.wants_a_look() {
            self.look_for_a_listener();
        }
        is_over
    }

    /// Checks whether the program listens to the tape, which then starts.
    #[cold]
    fn look_for_a_listener(&mut self) {
        let listens = tape::listens(&self.cpu, &self.board.memory, &self.board.keyboard);
        self.board.deck.looked(listens);
    }

    #[inline(always)]
    fn interrupt(&mut self) -> bool {
        let is_over = |playback: &Playback| playback.is_interrupted();
        self.board.tstate < INT_TSTATES
            && !self.board.playback.as_ref().is_some_and(is_over)
            && self.cpu.interrupt(&mut self.board)
    }

    /// Whether writes, refresh cycles, opcode fetches or port reads are observed.
    fn looks_closely(&self) -> bool {
        let board = &self.board;
        let is_watched =
            self.watched_writes.is_some() || board.beam.is_some() || board.screen_writes.is_some();
        is_watched || board.playback.is_some() || board.recorder.is_some()
    }

    /// Whether refresh cycles cause snow on a watched picture: I is 40 to 7F.
    fn snows(&self) -> bool {
        self.board.beam.is_some() && ula::is_contended(self.cpu.ir())
    }

    /// Lets the delay at PC pass.
    fn delay(&mut self) {
        // The frames of a recording are as long as its fetches.
        let is_due = self.board.tstate >= INT_TSTATES && !self.cpu.halted && self.board.playback.is_none();
        if self.is_paced
            && is_due
            && let Some(delays) = self.delays
        {
            let left = FRAME_TSTATES.saturating_sub(self.board.tstate);
            self.board.tstate += delays.at(self.cpu.pc).min(left);
        }
    }

    /// Executes one instruction, or one trapped call of a tape routine, on the observing bus. Returns its
    /// write to a watched address, if any.
    fn execute_closely(&mut self) -> Option<Write> {
        let loads_at_once = self.board.deck.is_instant() && self.board.playback.is_none();
        if loads_at_once && tape::trap(&mut self.cpu, &mut self.board) {
            self.record_change();
            return None;
        }
        self.delay();
        if !self.looks_closely() && !HAS_ONE_BUS {
            self.cpu.step(&mut self.board);
            return None;
        }
        let mut bus = WriteWatch::new(&mut self.board, self.watched_writes.as_ref());
        self.cpu.step(&mut bus);
        bus.written()
    }

    /// Runs to the end of the frame. `WATCHING` checks breakpoints and the machine's own traps; `OBSERVING`
    /// records writes and refresh cycles.
    fn run<const WATCHING: bool, const OBSERVING: bool, const COMPILED: bool>(&mut self) -> Stop {
        // /INT is low only at the start of the frame. Few instructions run there, so checking each is cheap.
        while self.board.tstate < INT_TSTATES {
            if !self.interrupt()
                && let Some(stop) = self.execute_watched()
            {
                return stop;
            }
        }
        if OBSERVING
            && self
                .board
                .recorder
                .as_ref()
                .is_some_and(|recorder| recorder.is_waiting())
        {
            self.record_change();
        }
        let at_once = AtOnce {
            rom: !WATCHING || COMPILED || !OBSERVING && !self.breakpoints.are_at_moves(self.rom_bytes()),
            ram: !WATCHING || !self.breakpoints.are_in_ram(),
        };
        while self.board.tstate < FRAME_TSTATES {
            if WATCHING && self.breakpoints.is_watched(self.cpu.pc) && self.is_look_due(COMPILED) {
                if let Some(stop) = self.execute_watched() {
                    return stop;
                }
            } else if self.cpu.halted && !(OBSERVING && self.snows()) {
                self.halt_to_frame_end();
            } else if OBSERVING {
                if let Some(write) = self.execute_closely() {
                    return Stop::Written(write);
                }
            } else {
                let breakpoints = &self.breakpoints;
                if COMPILED && compiled::goes(&self.cpu, self.board.tstate) {
                    // Compiled code assumes early timing; it uses the time only for contention. The first
                    // T-states of the frame, in which /INT is low, are over.
                    self.board.tstate -= self.board.late;
                    let memory = &mut self.board.memory;
                    compiled::run(&mut self.cpu, memory, &mut self.board.tstate, self.is_paced);
                    self.board.tstate += self.board.late;
                    continue;
                }
                self.board.at_once = at_once;
                self.cpu.run(&mut self.board, |cpu, board| {
                    board.tstate < FRAME_TSTATES
                        && !(WATCHING && breakpoints.is_watched(cpu.pc))
                        && !(COMPILED && compiled::goes(cpu, board.tstate))
                });
                self.board.at_once = AtOnce::default();
            }
        }
        self.end_frame();
        Stop::Frame
    }

    /// Whether a run has to stop, trap or delay at PC, whose address is watched. Compiled code includes the delays.
    #[cold]
    fn is_look_due(&self, is_compiled: bool) -> bool {
        let goes = || is_compiled && compiled::goes(&self.cpu, self.board.tstate);
        self.breakpoints.is_stop(self.cpu.pc) || !self.cpu.halted && !goes()
    }

    /// Executes a halted processor's NOPs up to the end of the frame in one step: no interrupt can occur
    /// before it.
    #[cold]
    fn halt_to_frame_end(&mut self) {
        let nops = self.board.fetch_to_frame_end(self.cpu.pc);
        self.board.fetches = self.board.fetches.wrapping_add(nops);
        let cpu = &mut self.cpu;
        cpu.r = cpu.r & 0x80 | cpu.r.wrapping_add(nops as u8) & 0x7F;
        (cpu.q, cpu.ei, cpu.ld_a_ir) = (0, false, false);
    }

    /// Stops at a breakpoint, otherwise executes the instruction at PC. A halted processor's PC is after its
    /// HALT: the instruction there is not about to be executed.
    #[cold]
    fn execute_watched(&mut self) -> Option<Stop> {
        if self.breakpoints.contains(self.cpu.pc) && !self.cpu.halted {
            return Some(Stop::Breakpoint(self.cpu.pc));
        }
        self.execute_closely().map(Stop::Written)
    }
}
