//! A bus that observes writes to some addresses and the snow caused by refresh cycles, and whose port reads
//! are recorded or come from a recording.

use std::ops::RangeInclusive;

use girafa_z80::Bus;

use crate::board::Board;
use crate::ula;

/// The watched addresses.
pub type WriteRange = RangeInclusive<u16>;

/// A write to a watched address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Write {
    /// The watched address; if the instruction wrote to several, the last.
    pub address: u16,
    /// Whether the instruction had read the address before, as INC (HL) does and LD (HL),A does not.
    pub updates: bool,
}

/// The ULA's bus, observing the writes and refresh cycles of one instruction.
pub(crate) struct WriteWatch<'a> {
    board: &'a mut Board,
    watched: Option<&'a WriteRange>,
    read: Option<u16>,
    written: Option<Write>,
}

impl<'a> WriteWatch<'a> {
    pub fn new(board: &'a mut Board, watched: Option<&'a WriteRange>) -> Self {
        WriteWatch {
            board,
            watched,
            read: None,
            written: None,
        }
    }

    /// The last write to a watched address.
    pub fn written(&self) -> Option<Write> {
        self.written
    }
}

// Inlined for speed, except in WebAssembly: there each access would be duplicated some hundred times and slow
// down loading.
impl Bus for WriteWatch<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fetch(&mut self, pc: u16, ir: u16) -> u8 {
        let opcode = self.board.fetch(pc, ir);
        self.board.fetches = self.board.fetches.wrapping_add(1);
        let tstate = self.board.ula_tstate();
        if ula::is_contended(ir)
            && let Some(beam) = &mut self.board.beam
        {
            beam.refresh(tstate - 2, ir);
        }
        opcode
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn read(&mut self, address: u16) -> u8 {
        self.read = Some(address);
        self.board.read(address)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn write(&mut self, address: u16, value: u8) {
        if self.watched.is_some_and(|watched| watched.contains(&address)) {
            self.written = Some(Write {
                address,
                updates: self.read == Some(address),
            });
        }
        if let Some(cells) = &mut self.board.screen_writes {
            cells.note(address);
        }
        let before = self.board.memory[usize::from(address)];
        self.board.write(address, value);
        let tstate = self.board.ula_tstate();
        if before != value
            && (ula::BITMAP..ula::SCREEN_END).contains(&address)
            && let Some(beam) = &mut self.board.beam
        {
            beam.change(tstate - 1, address, before);
        }
    }

    fn input(&mut self, port: u16) -> u8 {
        self.input_at(0, port)
    }

    fn input_at(&mut self, pc: u16, port: u16) -> u8 {
        let mut value = self.board.input_at(pc, port);
        if let Some(playback) = &mut self.board.playback {
            value = playback.read();
        }
        if let Some(recorder) = &mut self.board.recorder {
            recorder.note(value);
        }
        value
    }

    fn output(&mut self, port: u16, value: u8) {
        self.board.output(port, value);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn idle(&mut self, address: u16, tstates: u32) {
        self.board.idle(address, tstates);
    }

    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8 {
        self.board.acknowledge(pc, ir)
    }
}
