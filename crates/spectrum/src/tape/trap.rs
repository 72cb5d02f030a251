//! Executes the ROM's tape routines at once. [`Deck`](super::Deck) describes what a caller sees.

use girafa_z80::{Bus, Cpu, flag};

use super::Block;
use crate::board::Board;
use crate::ula::{LOAD_BYTES, SAVE_BYTES};

/// The trapped addresses.
pub(crate) static TRAPS: [u16; 2] = [LOAD_BYTES, SAVE_BYTES];

/// Executes the call of a tape routine at PC; returns whether it did.
pub(crate) fn trap(cpu: &mut Cpu, board: &mut Board) -> bool {
    match cpu.pc {
        _ if cpu.halted => false,
        LOAD_BYTES => load(cpu, board),
        SAVE_BYTES => save(cpu, board),
        _ => false,
    }
}

fn load(cpu: &mut Cpu, board: &mut Board) -> bool {
    // The host may insert another tape for what was saved.
    if board.deck.saved_in_frame() > 0 {
        board.fetch_to_frame_end(cpu.pc);
        return true;
    }
    let Some(block) = board.deck.take_block() else {
        return false;
    };
    let loaded = transfer(cpu, board, &block);
    if loaded && block.flag() != 0 {
        board.deck.count_data();
    }
    cpu.f = if loaded { flag::C } else { 0 };
    leave(cpu, board);
    true
}

/// Loads or verifies a block; returns whether it succeeded.
fn transfer(cpu: &mut Cpu, board: &mut Board, block: &Block) -> bool {
    let verify = cpu.f & flag::C == 0;
    let expected = cpu.a;
    cpu.a = block.flag();
    if cpu.de() == 0 {
        return cpu.a == 0;
    }
    if cpu.a != expected {
        return false;
    }
    let mut bytes = block.bytes()[1..].iter();
    while cpu.de() != 0 {
        let Some(&byte) = bytes.next() else {
            return false;
        };
        if verify && board.memory[usize::from(cpu.ix)] != byte {
            return false;
        }
        board.store(cpu.ix, byte);
        if let Some(cells) = &mut board.screen_writes {
            cells.note(cpu.ix);
        }
        cpu.a ^= byte;
        cpu.ix = cpu.ix.wrapping_add(1);
        cpu.set_de(cpu.de() - 1);
    }
    let Some(&checksum) = bytes.next() else {
        return false;
    };
    cpu.a ^= checksum;
    cpu.a == 0
}

/// Maximum number of bytes saved per frame before the next block has to wait for the next frame: a program of
/// nothing but SAVEs must not make the host store a block every few T-states.
const MAX_SAVED_BYTES_PER_FRAME: usize = 2 * 65_535;

fn save(cpu: &mut Cpu, board: &mut Board) -> bool {
    if board.deck.saved_in_frame() > MAX_SAVED_BYTES_PER_FRAME {
        board.fetch_to_frame_end(cpu.pc);
        return true;
    }
    let data: Vec<u8> = (0..cpu.de())
        .map(|i| board.memory[usize::from(cpu.ix.wrapping_add(i))])
        .collect();
    let Some(block) = Block::new(cpu.a, &data) else {
        return false;
    };
    board.deck.record(Some(block));
    cpu.ix = cpu.ix.wrapping_add(cpu.de()).wrapping_add(1);
    cpu.set_de(0xFFFF);
    cpu.f = flag::C;
    leave(cpu, board);
    true
}

/// Returns to the caller with interrupts enabled. Takes the time of a RET: a program of nothing but such
/// calls must not stop the clock.
fn leave(cpu: &mut Cpu, board: &mut Board) {
    board.fetch(cpu.pc, cpu.ir());
    let low = board.read(cpu.sp);
    let high = board.read(cpu.sp.wrapping_add(1));
    cpu.sp = cpu.sp.wrapping_add(2);
    cpu.pc = u16::from_le_bytes([low, high]);
    cpu.memptr = cpu.pc;
    (cpu.iff1, cpu.iff2) = (true, true);
    (cpu.q, cpu.ei, cpu.ld_a_ir) = (0, false, false);
}
