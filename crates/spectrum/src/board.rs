//! The ULA and everything else on the processor's bus.

use girafa_z80::Bus;

use crate::beam::BeamLog;
use crate::border::BorderLog;
use crate::issue::Issue;
use crate::keyboard::{KeyReads, Keyboard};
use crate::playback::{Playback, PlaybackEnd, Recorder, State};
use crate::printer::Printer;
use crate::screen_cells::ScreenCells;
use crate::tape::Deck;
use crate::ula::{self, FETCH_TSTATES, FIRST_CONTENDED, FRAME_TSTATES, LINE_TSTATES, SCREEN_ROWS};
use girafa_ula::BlockMove;
use girafa_ula::contention::WaitStates;

/// Output bits of port FE; bits 0 to 2 are the border (Manual, chapter 23).
const MIC: u8 = 0x08;
const EAR: u8 = 0x10;
/// Input bit of port FE: the tape signal (Manual, chapter 23).
const EAR_IN: u8 = 0x40;

/// Memory, ports and clock of a 48K. Equality is defined as for the [machine](crate::Spectrum).
#[derive(Debug, Clone)]
pub struct Board {
    pub(crate) memory: Box<[u8; 0x1_0000]>,
    /// T-states since the start of the frame. Exceeds the frame's length only inside an instruction.
    pub(crate) tstate: u32,
    /// T-states from power-on to the start of the frame.
    frame_start: u64,
    pub(crate) frames: u64,
    /// The byte last written to port FE.
    port_fe: u8,
    pub(crate) issue: Issue,
    /// T-states by which the ULA is late: 0 or 1.
    pub(crate) late: u32,
    /// The wait states of that timing.
    waits: WaitStates,
    pub(crate) keyboard: Keyboard,
    /// The half-rows of keys that were read, if they are watched.
    pub(crate) key_reads: Option<KeyReads>,
    pub(crate) border: BorderLog,
    /// The changes under the beam, if they are watched.
    pub(crate) beam: Option<BeamLog>,
    /// The screen cells that were written to, if they are watched.
    pub(crate) screen_writes: Option<ScreenCells>,
    /// Level changes of the beeper, if they are collected.
    pub(crate) beeper: Option<Vec<(u64, bool)>>,
    pub(crate) deck: Deck,
    pub(crate) printer: Printer,
    /// The byte at the port of a Kempston joystick, if its interface is connected.
    pub(crate) joystick: Option<u8>,
    /// Where LDIR and LDDR may run several rounds at once, because nothing observes single rounds.
    pub(crate) at_once: AtOnce,
    /// Opcode fetches on the observing bus.
    pub(crate) fetches: u32,
    /// The recording that is being played.
    pub(crate) playback: Option<Playback>,
    /// How the last playback ended.
    pub(crate) playback_end: Option<PlaybackEnd>,
    /// The recording that is being made.
    pub(crate) recorder: Option<Box<Recorder>>,
}

/// Whether several rounds may run at once, for code in ROM and for code in RAM.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AtOnce {
    pub rom: bool,
    pub ram: bool,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let Board {
            memory,
            tstate,
            frame_start,
            frames,
            port_fe,
            issue,
            late,
            waits: _,
            keyboard,
            key_reads: _,
            border,
            beam: _,
            screen_writes: _,
            beeper: _,
            deck,
            printer,
            joystick,
            at_once: _,
            fetches: _,
            playback,
            playback_end: _,
            recorder: _,
        } = self;
        (*tstate, *frame_start, *frames) == (other.tstate, other.frame_start, other.frames)
            && (*port_fe, *issue, *late) == (other.port_fe, other.issue, other.late)
            && *keyboard == other.keyboard
            && *border == other.border
            && *deck == other.deck
            && (printer, joystick) == (&other.printer, &other.joystick)
            && *playback == other.playback
            && *memory == other.memory
    }
}

impl Board {
    /// The board at power-on: RAM is zero, port FE was written as 0.
    pub(crate) fn new(rom: &[u8]) -> Self {
        let mut memory: Box<[u8; 0x1_0000]> = vec![0; 0x1_0000]
            .into_boxed_slice()
            .try_into()
            .expect("the size is right");
        memory[..rom.len()].copy_from_slice(rom);
        Board {
            memory,
            tstate: 0,
            frame_start: 0,
            frames: 0,
            port_fe: 0,
            issue: Issue::default(),
            late: 0,
            waits: WaitStates::new(false),
            keyboard: Keyboard::default(),
            key_reads: None,
            border: BorderLog::default(),
            beam: None,
            screen_writes: None,
            beeper: None,
            deck: Deck::default(),
            printer: Printer::default(),
            joystick: None,
            at_once: AtOnce::default(),
            fetches: 0,
            playback: None,
            playback_end: None,
            recorder: None,
        }
    }

    /// T-states since power-on.
    pub(crate) fn now(&self) -> u64 {
        self.frame_start + u64::from(self.tstate)
    }

    /// Ends the frame if its time is over; returns whether it did.
    #[inline(always)]
    pub(crate) fn end_frame(&mut self) -> bool {
        let over = self.tstate >= FRAME_TSTATES;
        if over {
            self.next_frame();
        }
        over
    }

    #[cold]
    fn next_frame(&mut self) {
        self.tstate -= FRAME_TSTATES;
        self.frame_start += u64::from(FRAME_TSTATES);
        self.frames += 1;
        self.border.end_frame();
        if let Some(beam) = &mut self.beam {
            beam.end_frame();
        }
        let now = self.now();
        self.deck.listen(now);
        self.printer.advance(now);
        if let Some(recorder) = &mut self.recorder {
            recorder.end_frame(self.fetches);
        }
    }

    /// Continues with the memory, the time in the frame and port FE of a recorded state.
    pub(crate) fn restore(&mut self, state: &State) {
        self.memory.clone_from(&state.memory);
        self.tstate = state.tstate;
        self.issue = state.issue;
        self.set_late(state.is_late);
        if self.port_fe != state.port_fe {
            self.start_with_port_fe(state.port_fe);
        }
        if let Some(beam) = &mut self.beam {
            *beam = BeamLog::default();
        }
    }

    /// The byte last written to port FE.
    pub(crate) fn port_fe(&self) -> u8 {
        self.port_fe
    }

    /// Sets the last written value of port FE without side effects, for loading a snapshot.
    pub(crate) fn start_with_port_fe(&mut self, value: u8) {
        self.port_fe = value;
        self.border = BorderLog::new(value & 7);
    }

    /// Writes to RAM; a write to ROM is ignored.
    #[inline(always)]
    pub(crate) fn store(&mut self, address: u16, value: u8) {
        if address >= ula::RAM {
            self.memory[usize::from(address)] = value;
        }
    }

    /// Sets whether the ULA has late timing.
    pub(crate) fn set_late(&mut self, is_late: bool) {
        self.late = u32::from(is_late);
        self.waits = WaitStates::new(is_late);
    }

    /// Whether the ULA has late timing.
    pub(crate) fn is_late(&self) -> bool {
        self.late != 0
    }

    /// The current T-state as the functions of [`ula`] count it, which have early timing. The first T-state of
    /// a frame stays the first: the border is drawn then.
    #[inline(always)]
    pub(crate) fn ula_tstate(&self) -> u32 {
        self.tstate.saturating_sub(self.late)
    }

    /// Adds the contention delay of a memory access to `address`.
    #[inline(always)]
    fn contend(&mut self, address: u16) {
        if ula::is_contended(address) {
            self.tstate += self.waits.of(self.tstate);
        }
    }

    /// Advances the time by opcode fetches from `pc` until the frame is over; returns their number.
    ///
    /// Contended fetches synchronise with the ULA: each then begins in the third of its eight T-states and
    /// ends there eight later, and the border after a line lasts a whole number of fetches. So all lines are
    /// alike and can be computed at once.
    pub(crate) fn fetch_to_frame_end(&mut self, pc: u16) -> u32 {
        const STEADY_PHASE: u32 = 2;
        const FETCHES_PER_LINE: u32 = FETCH_TSTATES / 8 + (LINE_TSTATES - FETCH_TSTATES) / 4;
        let first_contended = FIRST_CONTENDED + self.late;
        let mut fetches = 0;
        while ula::is_contended(pc) && self.tstate < first_contended + SCREEN_ROWS * LINE_TSTATES {
            if self.tstate < first_contended {
                fetches += self.free_fetches(first_contended);
                continue;
            }
            let since = self.tstate - first_contended;
            let (line, column) = (since / LINE_TSTATES, since % LINE_TSTATES);
            if column < FETCH_TSTATES && column % 8 == STEADY_PHASE {
                let lines = SCREEN_ROWS - 1 - line;
                self.tstate += lines * LINE_TSTATES;
                fetches += lines * FETCHES_PER_LINE;
            }
            self.contend(pc);
            self.tstate += 4;
            fetches += 1;
        }
        fetches + self.free_fetches(FRAME_TSTATES)
    }

    /// Advances the time by uncontended fetches until `tstate` is reached; returns their number.
    fn free_fetches(&mut self, tstate: u32) -> u32 {
        let fetches = tstate.saturating_sub(self.tstate).div_ceil(4);
        self.tstate += 4 * fetches;
        fetches
    }

    /// First T-state of a port access: contended like a memory access by the port's high byte.
    #[inline(always)]
    fn io_first(&mut self, port: u16) {
        self.contend(port);
        self.tstate += 1;
    }

    /// The other three T-states: contended once for the ULA's own ports; otherwise, with a contended high
    /// byte, in each.
    #[inline(always)]
    fn io_rest(&mut self, port: u16) {
        if ula::is_ula_port(port) {
            self.tstate += self.waits.of(self.tstate) + 3;
        } else {
            self.idle(port, 3);
        }
    }

    /// The value read from port FE by the instruction before `pc`: the keys in bits 0 to 4, the tape in 6, 1 in
    /// 5 and 7.
    fn read_fe(&mut self, pc: u16, high: u8, now: u64) -> u8 {
        let keys = self.keyboard.read(high) & !EAR_IN;
        let heard_back = match self.issue {
            Issue::Two => EAR | MIC,
            Issue::Three => EAR,
        };
        if let Some(reads) = &mut self.key_reads {
            reads.note(pc, high, self.tstate);
        }
        if self.deck.starts_itself() {
            self.deck.poll(now);
        }
        let ear = self.deck.ear(now).unwrap_or(self.port_fe & heard_back != 0);
        if ear { keys | EAR_IN } else { keys }
    }

    /// The value on the data bus in the T-state before this one when no device drives it: the byte that the
    /// ULA fetches from the screen, otherwise 255.
    fn floating_bus(&self) -> u8 {
        ula::fetched_address(self.ula_tstate() - 1).map_or(0xFF, |address| self.memory[usize::from(address)])
    }

    /// Sets border, MIC and beeper from a value written to port FE.
    pub(crate) fn write_fe(&mut self, value: u8) {
        let changed = self.port_fe ^ value;
        self.port_fe = value;
        self.border.set(self.ula_tstate(), value & 7);
        if changed & MIC != 0 {
            let now = self.now();
            self.deck.mic(now);
        }
        if changed & EAR != 0 {
            let now = self.now();
            if let Some(edges) = &mut self.beeper {
                edges.push((now, value & EAR != 0));
            }
        }
    }
}

impl Bus for Board {
    #[inline(always)]
    fn fetch(&mut self, pc: u16, _ir: u16) -> u8 {
        self.contend(pc);
        self.tstate += 4;
        self.memory[usize::from(pc)]
    }

    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.contend(address);
        self.tstate += 3;
        self.memory[usize::from(address)]
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.contend(address);
        self.tstate += 3;
        self.store(address, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.input_at(0, port)
    }

    /// The byte is sampled in the last of the four T-states.
    #[inline(never)]
    fn input_at(&mut self, pc: u16, port: u16) -> u8 {
        self.io_first(port);
        self.io_rest(port);
        let sampled = self.now() - 1;
        if ula::is_ula_port(port) {
            self.read_fe(pc, (port >> 8) as u8, sampled)
        } else if ula::is_printer_port(port) && self.printer.responds() {
            self.printer.read(sampled)
        } else if let Some(state) = self.joystick.filter(|_| ula::is_joystick_port(port)) {
            state
        } else {
            self.floating_bus()
        }
    }

    /// The byte arrives in the second of the four T-states, before the contention of the last three.
    #[inline(never)]
    fn output(&mut self, port: u16, value: u8) {
        self.io_first(port);
        if ula::is_ula_port(port) {
            self.write_fe(value);
        }
        if ula::is_printer_port(port) {
            let now = self.now();
            self.printer.write(now, port, value);
        }
        self.io_rest(port);
    }

    #[inline(always)]
    fn idle(&mut self, address: u16, tstates: u32) {
        if ula::is_contended(address) {
            if tstates == 2 {
                self.tstate += self.waits.of_2(self.tstate) + 2;
                return;
            }
            for _ in 0..tstates {
                self.tstate += self.waits.of(self.tstate) + 1;
            }
        } else {
            self.tstate += tstates;
        }
    }

    #[inline(never)]
    fn move_block(&mut self, pc: u16, from: u16, to: u16, rounds: u16, down: bool) -> u16 {
        let at_once = if pc < ula::RAM {
            self.at_once.rom
        } else {
            self.at_once.ram
        };
        let block = BlockMove::new(from, to, rounds, down);
        // The round just done may have overwritten the instruction, and so may later ones.
        let code = [0xED, if down { 0xB8 } else { 0xB0 }];
        let is_there = code == [pc, pc.wrapping_add(1)].map(|address| self.memory[usize::from(address)]);
        if !at_once || ula::is_contended(pc) || !is_there || block.may_reach(pc) {
            return 0;
        }
        // A round has been done, so that some T-states of the frame have passed.
        let mut tstate = self.ula_tstate();
        let rounds = block.run(&mut self.memory, &mut tstate, FRAME_TSTATES - self.late);
        self.tstate = tstate + self.late;
        rounds
    }

    /// No device drives the data bus: 255. /INT is low only in uncontended T-states.
    fn acknowledge(&mut self, _pc: u16, _ir: u16) -> u8 {
        self.tstate += 6;
        0xFF
    }
}
