//! The machine as a whole: processor and ULA in step, and the host's ways in.
//!
//! How it is fast: time is one 32-bit count within the frame; a contended access adds a byte out of a flat
//! table of the frame, and two idle T-states one byte (`contention.rs`); /INT is looked for in the frame's
//! first 32 T-states only; the instruction decoder is inlined into the loop ([`Cpu::run`]), of which there
//! are three, so that breakpoints and watched writes cost nothing where there are none, and breakpoints one
//! bit test an instruction where there are some; what an instruction leaves for the next (HALT, EI) is looked
//! at only after those that do; border and printer are worked out when somebody looks, the tape when port FE
//! is read; HALT is passed in one go, and so are most rounds of LDIR and LDDR. And the routines of Girafa's
//! own ROM are compiled (`girafa-rom-aot`): where nothing can happen that they do not see, they run in the
//! place of the interpreter.
//!
//! Where the interpreter's time goes, in host instructions (callgrind, by the source file of the inlined
//! code; the three BASIC programs of `benches/workloads` in mid-run, their start included; 791 million
//! instructions in the emulator):
//!
//! | share | what | where |
//! | ---: | --- | --- |
//! | 36 % | memory, clock and contention | `board.rs`, `contention.rs`, `girafa-ula` |
//! | 27 % | opcodes: the loop, the jump for each, what they do | z80's `step.rs`, `opcodes.rs`, `block.rs`, `ed.rs`, `cb.rs`, ... |
//! | 15 % | registers | z80's `registers.rs` |
//! | 10 % | sums and swaps that the standard library names | `uint_macros.rs`, `mem`, `num.rs` |
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
//! What limits it: not so much the number of instructions (a tenth fewer of them made it 2 to 4 % faster) as
//! what one waits for from the other: each access adds up the clock and asks for its contention, as exactness
//! needs it; registers go through memory; and one indirect jump for each opcode has to be guessed. A second
//! copy of the decoder, to give the guess more to go by, made it a third slower: it no longer fits the host's
//! instruction cache. Registers and the clock as local variables, and memory borrowed apart from the ULA,
//! made no difference that could be measured.

use girafa_z80::Cpu;

use crate::beam::BeamLog;
use crate::board::{AtOnce, Board, Issue};
use crate::breakpoints::Breakpoints;
use crate::compiled;
use crate::keyboard::{KeyReads, Keyboard};
use crate::printer::Printer;
use crate::rom::{ROM_SIZE, Rom};
use crate::screen::Screen;
use crate::screen_cells::ScreenCells;
use crate::tape::{self, Deck, Tape};
use crate::ula::{self, FRAME_TSTATES, INT_TSTATES};
use crate::write_watch::{Write, WriteRange, WriteWatch};

/// In WebAssembly, which is loaded before it can start, the opcodes are compiled for one bus alone, that
/// which is looked at closely: it shows the same, and a page, which looks at the beam, needs no other.
const ONE_BUS: bool = cfg!(target_family = "wasm");

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The frame is over.
    Frame,
    /// The instruction at this breakpoint is about to be executed.
    Breakpoint(u16),
    /// The instruction that has just been executed wrote to a watched address.
    Written(Write),
}

/// A ZX Spectrum 48K.
///
/// Two machines are equal when they are in the same state: from here on, given the same input, they behave
/// alike and can report the same (time, picture, paper, tapes). How a host watches them is not part of that:
/// breakpoints, watched writes, the level changes that are collected, the cells of the screen that are noted,
/// and what [`watch_beam`](Self::watch_beam) has recorded.
#[derive(Debug, Clone)]
pub struct Spectrum {
    /// The processor.
    pub cpu: Cpu,
    /// All that is on its bus.
    pub board: Board,
    breakpoints: Breakpoints,
    watched_writes: Option<WriteRange>,
    /// The ROM is the one that is compiled.
    is_compiled: bool,
}

impl PartialEq for Spectrum {
    fn eq(&self, other: &Self) -> bool {
        // Named one by one, so that a new field has to be thought of.
        let Spectrum {
            cpu,
            board,
            breakpoints: _,
            watched_writes: _,
            is_compiled: _,
        } = self;
        *cpu == other.cpu && *board == other.board
    }
}

impl Spectrum {
    /// A machine at power-on: RAM zero, CPU reset, T-state 0 of frame 0.
    pub fn new(rom: &Rom) -> Self {
        Spectrum {
            cpu: Cpu::new(),
            board: Board::new(rom.bytes()),
            breakpoints: Breakpoints::new(),
            watched_writes: None,
            is_compiled: compiled::ROM == Some(rom.bytes()),
        }
    }

    /// Pulls the processor's /RESET. Memory, clock and ULA go on as they are.
    pub fn reset(&mut self) {
        self.cpu.reset();
    }

    /// T-states since power-on.
    pub fn tstates(&self) -> u64 {
        self.board.now()
    }

    /// T-states since the frame began.
    pub fn frame_tstate(&self) -> u32 {
        self.board.tstate
    }

    /// Moves the clock to `tstate` of this frame (taken modulo the frame), as a snapshot that records it
    /// needs. A tape or a printer that runs sees time jump; where it jumps back, time stands for them until
    /// it is there again.
    pub fn set_frame_tstate(&mut self, tstate: u32) {
        self.board.tstate = tstate % FRAME_TSTATES;
    }

    /// Frames finished since power-on.
    pub fn frames(&self) -> u64 {
        self.board.frames
    }

    /// Accepts a due interrupt or executes one instruction, never both. Breakpoints do not count.
    pub fn step(&mut self) {
        if !self.interrupt() {
            self.execute_closely();
        }
        self.end_frame();
    }

    /// Runs until the frame is over, or until the instruction at a breakpoint is just about to be executed:
    /// an interrupt due there has been accepted before, so that one call of a routine is one stop.
    ///
    /// Called again at a breakpoint it stops there again at once: [`resume`](Self::resume) goes on.
    pub fn run_frame(&mut self) -> Stop {
        if self.looks_closely() || ONE_BUS {
            self.run::<true, true, false>()
        } else if self.is_compiled && self.breakpoints.are_stops() {
            self.run::<true, false, true>()
        } else if self.breakpoints.is_watching() {
            self.run::<true, false, false>()
        } else {
            self.run::<false, false, false>()
        }
    }

    /// Executes the instruction stopped at, then goes on as [`run_frame`](Self::run_frame).
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

    /// Runs the ROM's code as it was compiled where that is built in and nothing can happen that it does not
    /// see, which is the default; or not. What the machine does is the same. Gives whether it does so now.
    pub fn set_compiled(&mut self, on: bool) -> bool {
        self.is_compiled = on && compiled::ROM == Some(self.rom());
        self.is_compiled
    }

    /// The ROM.
    fn rom(&self) -> &[u8; ROM_SIZE] {
        self.board
            .memory
            .first_chunk()
            .expect("the ROM is a part of memory")
    }

    /// Stops runs after each instruction that writes to one of these addresses, whatever the value; `None`
    /// for no longer. What [`poke`](Self::poke) and the instant tape put there does not count. Such a run has
    /// a loop of its own: while nothing is watched it costs nothing.
    ///
    /// After [`Stop::Written`] [`run_frame`](Self::run_frame) goes on.
    pub fn watch_writes(&mut self, addresses: Option<WriteRange>) {
        self.watched_writes = addresses;
    }

    /// Where [`run_frame`](Self::run_frame) stops. While there are none it costs nothing.
    pub fn breakpoints_mut(&mut self) -> &mut Breakpoints {
        &mut self.breakpoints
    }

    /// The byte at `address`, as a debugger sees it: no time passes.
    pub fn peek(&self, address: u16) -> u8 {
        self.board.memory[usize::from(address)]
    }

    /// The little-endian word at `address`.
    pub fn peek16(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes a byte of RAM; no time passes. ROM stays as it is.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.board.store(address, value);
        if let Some(beam) = &mut self.board.beam {
            beam.forget(address);
        }
    }

    /// ROM and RAM.
    pub fn memory(&self) -> &[u8; 0x1_0000] {
        &self.board.memory
    }

    /// The keys.
    pub fn keyboard_mut(&mut self) -> &mut Keyboard {
        &mut self.board.keyboard
    }

    /// Notes from now on which keys are read, or no longer.
    pub fn watch_keys(&mut self, on: bool) {
        self.board.key_reads = on.then(KeyReads::default);
    }

    /// Which keys were read since the last call. None unless [watched](Self::watch_keys).
    pub fn take_key_reads(&mut self) -> KeyReads {
        self.board
            .key_reads
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Makes it another board; issue 3 by default.
    pub fn set_issue(&mut self, issue: Issue) {
        self.board.issue = issue;
    }

    /// The picture on the television now.
    pub fn screen(&self) -> Screen<'_> {
        Screen::new(&self.board)
    }

    /// From now on pictures show each cell of the screen as it was when the ULA fetched it, or no longer:
    /// what a program changes under the beam, and snow. Off by default: then they show the screen as it is in
    /// memory. While on, runs have a loop of their own, which is slower; off, it costs nothing.
    ///
    /// Snow is modelled from what is known of its cause (the ULA takes a refresh with I from 40 to 7F for an
    /// access to its memory, whose chips then take the refresh address as their row): a cell whose bitmap
    /// byte is fetched in the third or fourth T-state of an opcode fetch comes from an address with R in its
    /// lower seven bits, bitmap and attribute both. Which T-states and which bits are an approximation, not
    /// measured on a machine; the processor is not held up, memory is not harmed.
    pub fn watch_beam(&mut self, on: bool) {
        self.board.beam = on.then(BeamLog::default);
    }

    /// Notes from now on which cells of the screen are written to, whatever the value, by instructions and by
    /// the instant tape; or no longer. While on, runs have a loop of their own, which is slower; off, it
    /// costs nothing.
    pub fn watch_screen(&mut self, on: bool) {
        self.board.screen_writes = on.then(ScreenCells::default);
    }

    /// The cells of the screen that were written to since the last call. None unless
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

    /// Collects the level changes of the beeper and of the tape that plays from now on, or no longer.
    pub fn collect_beeper(&mut self, on: bool) {
        self.board.beeper = on.then(Vec::new);
        self.board.deck.collect_edges(on);
    }

    /// Level changes of the beeper (port FE bit 4) since the last call: T-states since power-on, and the new
    /// level. Empty unless [collected](Self::collect_beeper).
    pub fn take_beeper_edges(&mut self) -> Vec<(u64, bool)> {
        self.board.beeper.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Level changes of the tape that plays since the last call: T-states since power-on, and the new level.
    /// Those of a pulse that has begun are there once port FE was read or the frame is over. Empty unless
    /// [collected](Self::collect_beeper).
    pub fn take_tape_edges(&mut self) -> Vec<(u64, bool)> {
        self.board.deck.take_edges()
    }

    /// The ZX Printer.
    pub fn printer(&self) -> &Printer {
        &self.board.printer
    }

    /// The ZX Printer, to take its rows.
    pub fn printer_mut(&mut self) -> &mut Printer {
        &mut self.board.printer
    }

    /// The tape recorder.
    pub fn deck(&self) -> &Deck {
        &self.board.deck
    }

    /// Puts `tape` into the recorder, wound to its start and stopped.
    pub fn insert_tape(&mut self, tape: Tape) {
        self.board.deck.insert(tape);
    }

    /// Takes the tape out.
    pub fn eject_tape(&mut self) -> Option<Tape> {
        self.board.deck.eject()
    }

    /// Plays the tape as real pulses from where it stands.
    pub fn play_tape(&mut self) {
        let now = self.tstates();
        self.board.deck.play(now);
    }

    /// Stops the tape.
    pub fn stop_tape(&mut self) {
        let now = self.tstates();
        self.board.deck.stop(now);
    }

    /// Answers calls of the ROM's load and save routines (0556, 04C2) at once instead of by pulses. Off by
    /// default. See [`Deck`] for what a caller sees.
    pub fn set_instant_tape(&mut self, on: bool) {
        self.board.deck.set_instant(on);
        self.breakpoints.watch(if on { &tape::TRAPS } else { &[] });
    }

    /// Lets the tape start to play on its own when a loader listens, also where it is not instant. Off by
    /// default.
    pub fn set_tape_starts_itself(&mut self, on: bool) {
        self.board.deck.set_starts_itself(on);
    }

    /// Blocks that the machine has saved.
    pub fn take_saved(&mut self) -> Tape {
        self.board.deck.take_saved()
    }

    /// Ends the frame if its time is over; gives whether it was.
    #[inline(always)]
    fn end_frame(&mut self) -> bool {
        let is_over = self.board.end_frame();
        if is_over && self.board.deck.wants_a_look() {
            self.look_for_a_listener();
        }
        is_over
    }

    /// Finds out whether the program listens to the tape, which then starts.
    #[cold]
    fn look_for_a_listener(&mut self) {
        let listens = tape::listens(&self.cpu, &self.board.memory, &self.board.keyboard);
        self.board.deck.looked(listens);
    }

    #[inline(always)]
    fn interrupt(&mut self) -> bool {
        self.board.tstate < INT_TSTATES && self.cpu.interrupt(&mut self.board)
    }

    /// Whether somebody needs to know of writes or of refresh cycles.
    fn looks_closely(&self) -> bool {
        self.watched_writes.is_some() || self.board.beam.is_some() || self.board.screen_writes.is_some()
    }

    /// Whether refresh addresses spoil a picture that somebody looks at: I is 40 to 7F.
    fn snows(&self) -> bool {
        self.board.beam.is_some() && ula::is_contended(self.cpu.ir())
    }

    /// Executes one instruction, or one trapped call of a tape routine, with all that may be noticed of it;
    /// what it wrote to a watched address, if anything.
    fn execute_closely(&mut self) -> Option<Write> {
        if self.board.deck.is_instant() && tape::trap(&mut self.cpu, &mut self.board) {
            return None;
        }
        if !self.looks_closely() && !ONE_BUS {
            self.cpu.step(&mut self.board);
            return None;
        }
        let mut bus = WriteWatch::new(&mut self.board, self.watched_writes.as_ref());
        self.cpu.step(&mut bus);
        bus.written()
    }

    /// Runs to the frame's end, with or without a look at breakpoints and the machine's own traps, and at
    /// what is written and refreshed.
    fn run<const WATCHING: bool, const OBSERVING: bool, const COMPILED: bool>(&mut self) -> Stop {
        // /INT is low only at the frame's start: there the instructions are few, so that they are looked at
        // closely.
        while self.board.tstate < INT_TSTATES {
            if !self.interrupt()
                && let Some(stop) = self.execute_watched()
            {
                return stop;
            }
        }
        let at_once = AtOnce {
            rom: !WATCHING || COMPILED || !OBSERVING && !self.breakpoints.are_at_moves(self.rom()),
            ram: !WATCHING || !self.breakpoints.are_in_ram(),
        };
        while self.board.tstate < FRAME_TSTATES {
            if WATCHING && self.breakpoints.is_watched(self.cpu.pc) {
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
                    compiled::run(&mut self.cpu, &mut self.board.memory, &mut self.board.tstate);
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

    /// Executes a halted processor's NOPs up to the frame's end, where no interrupt can come, in one go.
    #[cold]
    fn halt_to_frame_end(&mut self) {
        let nops = self.board.fetch_to_frame_end(self.cpu.pc);
        let cpu = &mut self.cpu;
        cpu.r = cpu.r & 0x80 | cpu.r.wrapping_add(nops as u8) & 0x7F;
        (cpu.q, cpu.ei, cpu.ld_a_ir) = (0, false, false);
    }

    /// Stops at a breakpoint, else executes what PC stands at. A halted processor's PC stands after its HALT:
    /// what is there is not about to be executed.
    #[cold]
    fn execute_watched(&mut self) -> Option<Stop> {
        if self.breakpoints.contains(self.cpu.pc) && !self.cpu.halted {
            return Some(Stop::Breakpoint(self.cpu.pc));
        }
        self.execute_closely().map(Stop::Written)
    }
}
