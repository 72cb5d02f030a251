//! Runners with only the processor: 64 KiB of flat memory, no contention, ports that read 255, and /INT at
//! the start of each frame.

use crate::{Runner, Sna};
use girafa_z80::{Bus, Cpu as GirafaCpu};
use z80emu::host::{Io, Memory, TsCounter};
use z80emu::{Clock, Cpu, CpuDebug, CpuFlags, InterruptMode, Prefix, Reg8, StkReg16, Z80NMOS};

const FRAME: u32 = 69_888;

fn flat_memory(rom: &[u8], sna: &Sna) -> Box<[u8; 0x10000]> {
    let mut memory = Box::new([0; 0x10000]);
    memory[..0x4000].copy_from_slice(rom);
    memory[0x4000..].copy_from_slice(sna.ram);
    memory
}

/// girafa-z80 on flat memory.
pub struct FlatGirafa {
    cpu: GirafaCpu,
    bus: FlatBus,
}

struct FlatBus {
    memory: Box<[u8; 0x10000]>,
    clock: u32,
}

impl Bus for FlatBus {
    #[inline]
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.clock += 4;
        self.memory[usize::from(pc)]
    }
    #[inline]
    fn read(&mut self, address: u16) -> u8 {
        self.clock += 3;
        self.memory[usize::from(address)]
    }
    #[inline]
    fn write(&mut self, address: u16, value: u8) {
        self.clock += 3;
        if address >= 0x4000 {
            self.memory[usize::from(address)] = value;
        }
    }
    #[inline]
    fn input(&mut self, _: u16) -> u8 {
        self.clock += 4;
        255
    }
    #[inline]
    fn output(&mut self, _: u16, _: u8) {
        self.clock += 4;
    }
    #[inline]
    fn idle(&mut self, _: u16, tstates: u32) {
        self.clock += tstates;
    }
    #[inline]
    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        self.clock += 6;
        255
    }
}

impl Runner for FlatGirafa {
    fn start(rom: &[u8], bytes: &[u8]) -> Self {
        let sna = Sna::new(bytes);
        let rom_image = girafa_spectrum::Rom::from_bytes(rom).expect("a 16 KiB ROM");
        let cpu = girafa_spectrum::snapshot::sna::load(bytes, &rom_image)
            .expect("a 48K .sna")
            .cpu;
        Self {
            cpu,
            bus: FlatBus {
                memory: flat_memory(rom, &sna),
                clock: 0,
            },
        }
    }

    fn frame(&mut self) {
        self.cpu.interrupt(&mut self.bus);
        while self.bus.clock < FRAME {
            self.cpu.step(&mut self.bus);
        }
        self.bus.clock -= FRAME;
    }
}

/// z80emu 0.11's `Z80NMOS` on flat memory.
pub struct FlatZ80emu {
    cpu: Z80NMOS,
    memory: FlatMemory,
    clock: TsCounter<i32>,
}

struct FlatMemory(Box<[u8; 0x10000]>);

impl Io for FlatMemory {
    type Timestamp = i32;
    type WrIoBreak = ();
    type RetiBreak = ();
}

impl Memory for FlatMemory {
    type Timestamp = i32;
    #[inline]
    fn read_mem(&self, address: u16, _: i32) -> u8 {
        self.0[usize::from(address)]
    }
    #[inline]
    fn read_mem16(&self, address: u16, _: i32) -> u16 {
        u16::from_le_bytes([
            self.0[usize::from(address)],
            self.0[usize::from(address.wrapping_add(1))],
        ])
    }
    #[inline]
    fn read_opcode(&mut self, pc: u16, _: u16, _: i32) -> u8 {
        self.0[usize::from(pc)]
    }
    #[inline]
    fn write_mem(&mut self, address: u16, value: u8, _: i32) {
        if address >= 0x4000 {
            self.0[usize::from(address)] = value;
        }
    }
    #[inline]
    fn read_debug(&self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }
}

impl Runner for FlatZ80emu {
    fn start(rom: &[u8], sna: &[u8]) -> Self {
        let sna = Sna::new(sna);
        let mut cpu = Z80NMOS::default();
        let [hl_, de_, bc_, af_] = sna.alternates();
        let [hl, de, bc, iy, ix] = sna.main();
        let pairs = |cpu: &mut Z80NMOS, af: u16, bc: u16, de: u16, hl: u16| {
            cpu.set_reg(Reg8::A, None, (af >> 8) as u8);
            cpu.set_flags(CpuFlags::from_bits_truncate(af as u8));
            cpu.set_reg16(StkReg16::BC, bc);
            cpu.set_reg16(StkReg16::DE, de);
            cpu.set_reg16(StkReg16::HL, hl);
        };
        pairs(&mut cpu, af_, bc_, de_, hl_);
        cpu.exx();
        cpu.ex_af_af();
        pairs(&mut cpu, sna.af(), bc, de, hl);
        cpu.set_index16(Prefix::Xdd, ix);
        cpu.set_index16(Prefix::Yfd, iy);
        cpu.set_i(sna.i());
        cpu.set_r(sna.r());
        cpu.set_iffs(sna.interrupts(), sna.interrupts());
        cpu.set_im(match sna.interrupt_mode() {
            0 => InterruptMode::Mode0,
            1 => InterruptMode::Mode1,
            _ => InterruptMode::Mode2,
        });
        let (sp, pc) = sna.sp_pc();
        cpu.set_sp(sp);
        cpu.set_pc(pc);
        Self {
            cpu,
            memory: FlatMemory(flat_memory(rom, &sna)),
            clock: TsCounter::default(),
        }
    }

    fn frame(&mut self) {
        let debug: Option<fn(CpuDebug)> = None;
        let _ = self.cpu.irq(&mut self.memory, &mut self.clock, debug);
        while self.clock.as_timestamp() < FRAME as i32 {
            // HALT ends the call early; the loop calls it again.
            let _ = self
                .cpu
                .execute_with_limit(&mut self.memory, &mut self.clock, FRAME as i32);
        }
        *self.clock -= FRAME as i32;
    }
}
