//! The two cores side by side.

use std::cell::RefCell;

use crate::step;
use girafa_z80::flag::{H, PV, X, Y};
use girafa_z80::{Bus, Cpu};

use Group::{Cb, Ed, IndexCb, Main};

/// A port access: the port, and the byte if it was a write.
type PortAccess = (u16, Option<u8>);

/// The byte read from a port: a function of its address, so that both cores get the same.
fn port_value(port: u16) -> u8 {
    (port >> 8) as u8 ^ (port as u8).rotate_left(3)
}

/// 64K of RAM for Girafa's core.
pub struct Flat {
    pub memory: Box<[u8]>,
    pub tstates: u64,
    pub vector: u8,
    ports: Vec<PortAccess>,
    written: Vec<u16>,
}

impl Bus for Flat {
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.tstates += 4;
        self.memory[pc as usize]
    }

    fn read(&mut self, address: u16) -> u8 {
        self.tstates += 3;
        self.memory[address as usize]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.tstates += 3;
        self.memory[address as usize] = value;
        self.written.push(address);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.tstates += 4;
        self.ports.push((port, None));
        port_value(port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.tstates += 4;
        self.ports.push((port, Some(value)));
    }

    fn idle(&mut self, _: u16, tstates: u32) {
        self.tstates += u64::from(tstates);
    }

    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        self.tstates += 6;
        self.vector
    }
}

#[derive(Default)]
struct TheirPorts {
    accesses: RefCell<Vec<PortAccess>>,
    vector: u8,
}

impl rz80::Bus for TheirPorts {
    fn cpu_inp(&self, port: i32) -> i32 {
        self.accesses.borrow_mut().push((port as u16, None));
        i32::from(port_value(port as u16))
    }

    fn cpu_outp(&self, port: i32, value: i32) {
        self.accesses.borrow_mut().push((port as u16, Some(value as u8)));
    }

    fn irq_ack(&self) -> i32 {
        i32::from(self.vector)
    }
}

/// A result that rz80 gets wrong for some opcodes.
#[derive(Clone, Copy)]
pub enum Wrong {
    /// Everything; nothing can be compared.
    All,
    /// These flags.
    Flags(u8),
    /// MEMPTR.
    Memptr,
    /// R.
    R,
    /// The T-states.
    Tstates,
    /// IFF1 and IFF2 right after the instruction.
    Iff,
}

/// A deviation of rz80 and the opcodes that it applies to.
pub struct Deviation {
    pub name: &'static str,
    wrong: Wrong,
    group: Group,
    applies: fn(Opcode) -> bool,
}

const fn deviation(name: &'static str, wrong: Wrong, group: Group, applies: fn(Opcode) -> bool) -> Deviation {
    Deviation {
        name,
        wrong,
        group,
        applies,
    }
}

/// All deviations of rz80 for single opcodes.
pub const DEVIATIONS: [Deviation; 16] = [
    deviation("RETN panics", Wrong::All, Ed, |o| {
        matches!(o.byte, 0x45 | 0x55 | 0x5D | 0x65 | 0x6D | 0x75 | 0x7D)
    }),
    deviation(
        "undefined opcodes after ED panic",
        Wrong::All,
        Ed,
        |o| !matches!(o.byte, 0x40..=0x7F | 0xA0..=0xA3 | 0xA8..=0xAB | 0xB0..=0xB3 | 0xB8..=0xBB),
    ),
    deviation("BIT n,(IX+d) not ending in 110", Wrong::All, IndexCb, |o| {
        matches!(o.byte, 0x40..=0x7F) && o.byte & 7 != 6
    }),
    deviation("DD before ED changes HL", Wrong::All, Ed, |o| {
        o.prefixed && matches!(o.byte, 0x60..=0x63 | 0x68..=0x6B)
    }),
    deviation("R after DD CB", Wrong::R, IndexCb, |_| true),
    deviation("T-states of RETI", Wrong::Tstates, Ed, |o| o.byte == 0x4D),
    deviation("IFF1 after RETI", Wrong::Iff, Ed, |o| o.byte == 0x4D),
    deviation("T-states of ED 77 and ED 7F", Wrong::Tstates, Ed, |o| {
        matches!(o.byte, 0x77 | 0x7F)
    }),
    deviation("Y and X of SCF and CCF", Wrong::Flags(Y | X), Main, |o| {
        matches!(o.byte, 0x37 | 0x3F)
    }),
    deviation("Y and X of block I/O", Wrong::Flags(Y | X), Ed, |o| {
        matches!(o.byte, 0xA2 | 0xA3 | 0xAA | 0xAB)
    }),
    deviation(
        "Y and X of repeating loads and compares",
        Wrong::Flags(Y | X),
        Ed,
        |o| matches!(o.byte, 0xB0 | 0xB1 | 0xB8 | 0xB9),
    ),
    deviation(
        "Y, X, H and P/V of repeating block I/O",
        Wrong::Flags(Y | X | H | PV),
        Ed,
        |o| matches!(o.byte, 0xB2 | 0xB3 | 0xBA | 0xBB),
    ),
    deviation(
        "MEMPTR of LD (nn),A, of I/O with n, of EXX",
        Wrong::Memptr,
        Main,
        |o| matches!(o.byte, 0x32 | 0xD3 | 0xDB | 0xD9),
    ),
    deviation("MEMPTR of I/O with C", Wrong::Memptr, Ed, |o| {
        matches!(o.byte, 0x40..=0x7F) && o.byte & 6 == 0
    }),
    deviation(
        "MEMPTR of repeating block instructions",
        Wrong::Memptr,
        Ed,
        |o| matches!(o.byte, 0xB0..=0xB3 | 0xB8..=0xBB),
    ),
    deviation("IFFs right after EI", Wrong::Iff, Main, |o| o.byte == 0xFB),
];

/// The opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Main,
    Cb,
    Ed,
    IndexCb,
}

/// An instruction without its operands.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    pub group: Group,
    pub byte: u8,
    /// Whether DD or FD precedes it.
    pub prefixed: bool,
}

impl Opcode {
    fn at(memory: &[u8], pc: u16) -> Opcode {
        let byte = |offset: u16| memory[pc.wrapping_add(offset) as usize];
        let mut start = 0;
        while matches!(byte(start), 0xDD | 0xFD) {
            start += 1;
        }
        let prefixed = start > 0;
        let (group, byte) = match byte(start) {
            0xED => (Ed, byte(start + 1)),
            0xCB if prefixed => (IndexCb, byte(start + 2)),
            0xCB => (Cb, byte(start + 1)),
            other => (Main, other),
        };
        Opcode {
            group,
            byte,
            prefixed,
        }
    }

    fn index(self) -> usize {
        (self.group as usize * 2 + usize::from(self.prefixed)) << 8 | self.byte as usize
    }
}

/// The state that is compared, except memory and ports.
#[derive(PartialEq, Eq, Clone, Debug)]
struct State {
    pairs: [u16; 12],
    pc: u16,
    memptr: u16,
    f: u8,
    i: u8,
    r: u8,
    im: u8,
    iff: (bool, bool),
    halted: bool,
    tstates: u64,
}

pub struct Pair {
    pub ours: Cpu,
    pub bus: Flat,
    theirs: Box<rz80::CPU>,
    their_ports: TheirPorts,
    /// The deviations of each opcode, as a bit mask.
    deviations: Vec<u16>,
    /// How often each deviation was seen.
    pub seen: [u64; DEVIATIONS.len()],
}

impl Pair {
    pub fn new() -> Pair {
        let mut deviations = vec![0; 8 * 256];
        for group in [Main, Cb, Ed, IndexCb] {
            for (byte, prefixed) in (0..=255).flat_map(|byte| [(byte, false), (byte, true)]) {
                let opcode = Opcode {
                    group,
                    byte,
                    prefixed,
                };
                for (bit, deviation) in DEVIATIONS.iter().enumerate() {
                    let applies = deviation.group == group && (deviation.applies)(opcode);
                    deviations[opcode.index()] |= u16::from(applies) << bit;
                }
            }
        }
        Pair {
            ours: Cpu::new(),
            bus: Flat {
                memory: vec![0; 0x10000].into(),
                tstates: 0,
                vector: 0,
                ports: Vec::new(),
                written: Vec::new(),
            },
            theirs: Box::new(rz80::CPU::new_64k()),
            their_ports: TheirPorts::default(),
            deviations,
            seen: [0; DEVIATIONS.len()],
        }
    }

    /// Copies `memory` to both cores.
    pub fn load_memory(&mut self, memory: &[u8]) {
        self.bus.memory.copy_from_slice(memory);
        self.theirs.mem.write(0, memory);
    }

    /// Copies the registers to rz80.
    pub fn copy_registers(&mut self) {
        let (ours, theirs) = (&self.ours, &mut self.theirs);
        let reg = &mut theirs.reg;
        reg.set_af(ours.af().into());
        reg.set_bc(ours.bc().into());
        reg.set_de(ours.de().into());
        reg.set_hl(ours.hl().into());
        reg.set_af_(ours.af_.into());
        reg.set_bc_(ours.bc_.into());
        reg.set_de_(ours.de_.into());
        reg.set_hl_(ours.hl_.into());
        reg.set_ix(ours.ix.into());
        reg.set_iy(ours.iy.into());
        reg.set_sp(ours.sp.into());
        // In the HALT state rz80's PC stays on the instruction.
        reg.set_pc(ours.pc.wrapping_sub(ours.halted.into()).into());
        reg.set_wz(ours.memptr.into());
        reg.i = ours.i.into();
        reg.r = ours.r.into();
        reg.im = ours.im.into();
        theirs.iff1 = ours.iff1;
        theirs.iff2 = ours.iff2;
        theirs.halt = ours.halted;
    }

    /// Executes one instruction on both, or only on Girafa's core if rz80 cannot execute it. Fails with the
    /// differences.
    pub fn step(&mut self) -> Result<(), String> {
        let opcode = Opcode::at(&self.bus.memory, self.ours.pc);
        let deviations = if self.ours.halted {
            0
        } else {
            self.deviations[opcode.index()]
        };
        let (before, start) = (self.ours.clone(), self.bus.tstates);
        self.forget_accesses();
        step(&mut self.ours, &mut self.bus);

        if self
            .wrong(deviations)
            .any(|(_, wrong)| matches!(wrong, Wrong::All))
        {
            self.wrong(deviations).for_each(|(bit, _)| self.seen[bit] += 1);
            self.rz80_nop();
            for &address in &self.bus.written {
                self.theirs
                    .mem
                    .w8(address.into(), self.bus.memory[address as usize].into());
            }
            self.copy_registers();
            return Ok(());
        }

        let tstates = self.theirs.step(&self.their_ports) as u64;
        self.compare(self.bus.tstates - start, tstates, deviations)
            .map_err(|difference| format!("{opcode:02X?} from {before:?}:\n{difference}"))
    }

    fn forget_accesses(&mut self) {
        self.bus.ports.clear();
        self.bus.written.clear();
        self.their_ports.accesses.get_mut().clear();
    }

    /// Executes a NOP in rz80, so that an EI takes effect: it counts its own steps for that.
    pub fn rz80_nop(&mut self) {
        let byte = self.theirs.mem.r8(0);
        self.theirs.mem.w8(0, 0);
        self.theirs.reg.set_pc(0);
        self.theirs.step(&self.their_ports);
        self.theirs.mem.w8(0, byte);
    }

    /// Interrupts both between two instructions, in mode 2 with IFF1 set. rz80 handles this correctly except
    /// for R, the T-states, and P/V after `LD A,I`, which are corrected here.
    pub fn interrupt(&mut self, vector: u8) -> Result<(), String> {
        self.bus.vector = vector & 0xFE;
        self.their_ports.vector = self.bus.vector;
        self.forget_accesses();
        let start = self.bus.tstates;
        let ld_a_ir = self.ours.ld_a_ir;
        let accepted = self.ours.interrupt(&mut self.bus);
        let tstates = self.bus.tstates - start;
        let their_tstates = self.theirs.handle_irq(&self.their_ports);
        if !accepted || tstates != 19 || their_tstates != 21 {
            return Err(format!(
                "interrupt: {accepted}, {tstates} T-states, rz80 {their_tstates}"
            ));
        }
        let reg = &mut self.theirs.reg;
        reg.r = reg.r & 0x80 | (reg.r + 1) & 0x7F;
        if ld_a_ir {
            reg.set_f(reg.f() & !i32::from(PV));
        }
        self.compare(0, 0, 0)
            .map_err(|difference| format!("interrupt: {difference}"))
    }

    /// Compares all of memory.
    pub fn compare_memory(&self) -> Result<(), String> {
        match self
            .bus
            .memory
            .iter()
            .zip(&self.theirs.mem.heap)
            .position(|(ours, theirs)| ours != theirs)
        {
            Some(address) => Err(format!("memory differs at {address:04X}")),
            None => Ok(()),
        }
    }

    fn wrong(&self, deviations: u16) -> impl Iterator<Item = (usize, Wrong)> + use<> {
        (0..DEVIATIONS.len())
            .filter(move |bit| deviations >> bit & 1 == 1)
            .map(|bit| (bit, DEVIATIONS[bit].wrong))
    }

    fn compare(&mut self, our_tstates: u64, their_tstates: u64, deviations: u16) -> Result<(), String> {
        let ours = self.our_state(our_tstates);
        let mut theirs = self.their_state(their_tstates);
        if ours != theirs && deviations != 0 {
            for (bit, wrong) in self.wrong(deviations) {
                self.seen[bit] += u64::from(theirs.excuse(wrong, &ours));
            }
            if ours == theirs {
                self.copy_registers();
            }
        }
        if ours != theirs {
            return Err(format!("ours  {ours:X?}\ntheirs {theirs:X?}"));
        }
        if self.bus.ports != *self.their_ports.accesses.get_mut() {
            return Err(format!(
                "ports: ours {:X?}, theirs {:X?}",
                self.bus.ports, self.their_ports.accesses
            ));
        }
        let same = |&&address: &&u16| {
            i32::from(self.bus.memory[address as usize]) == self.theirs.mem.r8(address.into())
        };
        match self.bus.written.iter().find(|address| !same(address)) {
            Some(address) => Err(format!("memory differs at {address:04X}")),
            None => Ok(()),
        }
    }

    fn our_state(&self, tstates: u64) -> State {
        let cpu = &self.ours;
        State {
            pairs: [
                cpu.af() & 0xFF00,
                cpu.bc(),
                cpu.de(),
                cpu.hl(),
                cpu.af_,
                cpu.bc_,
                cpu.de_,
                cpu.hl_,
                cpu.ix,
                cpu.iy,
                cpu.sp,
                0,
            ],
            pc: cpu.pc,
            memptr: cpu.memptr,
            f: cpu.f,
            i: cpu.i,
            r: cpu.r,
            im: cpu.im,
            iff: (cpu.iff1, cpu.iff2),
            halted: cpu.halted,
            tstates,
        }
    }

    fn their_state(&self, tstates: u64) -> State {
        let (cpu, reg) = (&self.theirs, &self.theirs.reg);
        State {
            pairs: [
                reg.af() & 0xFF00,
                reg.bc(),
                reg.de(),
                reg.hl(),
                reg.af_(),
                reg.bc_(),
                reg.de_(),
                reg.hl_(),
                reg.ix(),
                reg.iy(),
                reg.sp(),
                0,
            ]
            .map(|pair| pair as u16),
            pc: (reg.pc() as u16).wrapping_add(cpu.halt.into()),
            memptr: reg.wz() as u16,
            f: reg.f() as u8,
            i: reg.i as u8,
            r: reg.r as u8,
            im: reg.im as u8,
            iff: (cpu.iff1, cpu.iff2),
            halted: cpu.halt,
            tstates,
        }
    }
}

impl State {
    /// Copies the parts that are known to be wrong from `right`; returns whether they were wrong.
    fn excuse(&mut self, wrong: Wrong, right: &State) -> bool {
        let before = self.clone();
        match wrong {
            Wrong::All => *self = right.clone(),
            Wrong::Flags(mask) => self.f = self.f & !mask | right.f & mask,
            Wrong::Memptr => self.memptr = right.memptr,
            Wrong::R => self.r = right.r,
            Wrong::Tstates => self.tstates = right.tstates,
            Wrong::Iff => self.iff = right.iff,
        }
        *self != before
    }
}
