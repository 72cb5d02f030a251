//! Runs Girafa and SPECTRUSTY in lockstep on the same snapshot: their speeds are comparable only if both do
//! the same.

use crate::{Girafa, Runner, Spectrusty};
use girafa_spectrum::FRAME_TSTATES;
use spectrusty::chip::{FrameState, MemoryAccess};
use spectrusty::memory::ZxMemory;
use spectrusty::z80emu::{Cpu, Prefix, StkReg16};

/// F without bits 3 and 5: for an LDIR or LDDR that repeats, SPECTRUSTY's processor does not take them from
/// PC's high byte, as the single-step vectors require.
const KNOWN_FLAGS: u16 = 0xFFD7;

/// Range around SP, in bytes, where F may have been pushed.
const MAX_PUSH_DISTANCE: usize = 64;

/// The registers that are compared: PC, SP, AF, BC, DE, HL, IX, IY, I, R, IFF1 and the alternates.
type Registers = ([u16; 8], [u8; 2], bool, [u16; 4]);

/// Runs `frames` frames on both and compares all RAM, the registers and the T-state after each. A frame that
/// SPECTRUSTY ends between a prefix and its opcode, where Girafa cannot stop, is not compared; the last frame
/// is the first after `frames` that can be compared. Returns the number of frames compared, or the
/// difference.
pub fn agree(rom: &[u8], sna: &[u8], frames: u64) -> Result<u64, String> {
    let mut ours = Girafa::start(rom, sna).0;
    let mut theirs = Spectrusty::start(rom, sna);
    let start = ours.tstates();
    let mut compared = 0;
    for frame in 0.. {
        theirs.frame();
        let until = start + frame * u64::from(FRAME_TSTATES) + u64::from(theirs.ula.current_tstate() as u32);
        while ours.tstates() < until {
            ours.step();
        }
        if ours.tstates() != until {
            continue;
        }
        compared += 1;
        let (a, b) = (our_registers(&ours.cpu), their_registers(&theirs.cpu));
        if a != b {
            return Err(format!("frame {frame}: registers\n{a:04X?}\n{b:04X?}"));
        }
        let memory = theirs.ula.memory_ref().mem_ref();
        // An interrupt routine may have pushed F, as in Debian's opense.rom.
        let is_pushed = |at: usize| {
            let differs = u16::from(ours.memory()[at] ^ memory[at]);
            differs & KNOWN_FLAGS == 0 && at.abs_diff(usize::from(ours.cpu.sp)) < MAX_PUSH_DISTANCE
        };
        let differs = |at: &usize| ours.memory()[*at] != memory[*at] && !is_pushed(*at);
        if let Some(at) = (0x4000..0x1_0000).find(differs) {
            let (a, b) = (ours.memory()[at], memory[at]);
            return Err(format!(
                "frame {frame}: {at:04X} holds {a:02X} here, {b:02X} there"
            ));
        }
        if frame >= frames {
            break;
        }
    }
    Ok(compared)
}

fn our_registers(cpu: &girafa_z80::Cpu) -> Registers {
    (
        [
            cpu.pc,
            cpu.sp,
            cpu.af() & KNOWN_FLAGS,
            cpu.bc(),
            cpu.de(),
            cpu.hl(),
            cpu.ix,
            cpu.iy,
        ],
        [cpu.i, cpu.r],
        cpu.iff1,
        [cpu.af_ & KNOWN_FLAGS, cpu.bc_, cpu.de_, cpu.hl_],
    )
}

fn their_registers(cpu: &impl Cpu) -> Registers {
    let main = |pair| cpu.get_reg16(pair);
    let other = |pair| cpu.get_alt_reg16(pair);
    let (ix, iy) = (cpu.get_index16(Prefix::Xdd), cpu.get_index16(Prefix::Yfd));
    let af = main(StkReg16::AF) & KNOWN_FLAGS;
    (
        [
            cpu.get_pc(),
            cpu.get_sp(),
            af,
            main(StkReg16::BC),
            main(StkReg16::DE),
            main(StkReg16::HL),
            ix,
            iy,
        ],
        [cpu.get_i(), cpu.get_r()],
        cpu.get_iffs().0,
        [
            other(StkReg16::AF) & KNOWN_FLAGS,
            other(StkReg16::BC),
            other(StkReg16::DE),
            other(StkReg16::HL),
        ],
    )
}
