//! Runners with the whole machine: contention, keyboard port, border.

use crate::{Runner, Sna};
use girafa_spectrum::{Rom, Spectrum};
use rustzx_core::zx::machine::ZXMachine;
use rustzx_core::zx::video::colors::{ZXBrightness, ZXColor};
use rustzx_core::{EmulationMode, Emulator, RustzxSettings, host};
use spectrusty::chip::ula::UlaPAL;
use spectrusty::chip::{ControlUnit, FrameState, MemoryAccess};
use spectrusty::memory::{Memory48k, ZxMemory};
use spectrusty::z80emu::{Cpu, CpuFlags, InterruptMode, Prefix, Reg8, StkReg16, Z80NMOS};
use std::time::Duration;

/// Girafa's machine.
pub struct Girafa(pub Spectrum);

impl Runner for Girafa {
    fn start(rom: &[u8], sna: &[u8]) -> Self {
        let rom = Rom::from_bytes(rom).expect("a 16 KiB ROM");
        Self(girafa_spectrum::snapshot::sna::load(sna, &rom).expect("a 48K .sna"))
    }

    fn frame(&mut self) {
        self.0.run_frame();
    }
}

/// SPECTRUSTY 0.4: `UlaPAL<Memory48k>` and `Z80NMOS`.
pub struct Spectrusty {
    /// The chip with its memory.
    pub ula: UlaPAL<Memory48k>,
    /// The processor.
    pub cpu: Z80NMOS,
}

impl Runner for Spectrusty {
    fn start(rom: &[u8], sna: &[u8]) -> Self {
        let sna = Sna::new(sna);
        let mut ula = UlaPAL::<Memory48k>::default();
        ula.memory_mut().load_into_rom(rom).expect("a 16 KiB ROM");
        ula.memory_mut().mem_mut()[0x4000..].copy_from_slice(sna.ram);
        ula.set_frame_tstate(0);
        let mut cpu = Z80NMOS::default();
        let [hl_, de_, bc_, af_] = sna.alternates();
        for (pair, value) in [(StkReg16::HL, hl_), (StkReg16::DE, de_), (StkReg16::BC, bc_)] {
            cpu.set_reg16(pair, value);
        }
        cpu.exx();
        cpu.set_acc((af_ >> 8) as u8);
        cpu.set_flags(CpuFlags::from_bits_truncate(af_ as u8));
        cpu.ex_af_af();
        let [hl, de, bc, iy, ix] = sna.main();
        for (pair, value) in [(StkReg16::HL, hl), (StkReg16::DE, de), (StkReg16::BC, bc)] {
            cpu.set_reg16(pair, value);
        }
        cpu.set_reg(Reg8::A, None, (sna.af() >> 8) as u8);
        cpu.set_flags(CpuFlags::from_bits_truncate(sna.af() as u8));
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
        Self { ula, cpu }
    }

    fn frame(&mut self) {
        self.ula.execute_next_frame(&mut self.cpu);
    }
}

/// RustZX's core 0.16, with a frame buffer that discards everything, so that only the machine is measured.
pub struct RustZx(Emulator<NoHost>);

struct NoHost;
struct NoContext;
struct NoPicture;
struct NoClock;
struct OneRom(Option<Vec<u8>>);

impl host::HostContext<NoHost> for NoContext {
    fn frame_buffer_context(&self) {}
}

impl host::FrameBuffer for NoPicture {
    type Context = ();
    fn new(_: usize, _: usize, _: host::FrameBufferSource, (): ()) -> Self {
        Self
    }
    fn set_color(&mut self, _: usize, _: usize, _: ZXColor, _: ZXBrightness) {}
}

impl host::Stopwatch for NoClock {
    fn new() -> Self {
        Self
    }
    fn measure(&self) -> Duration {
        Duration::ZERO
    }
}

impl host::RomSet for OneRom {
    type Asset = host::BufferCursor<Vec<u8>>;
    fn format(&self) -> host::RomFormat {
        host::RomFormat::Binary16KPages
    }
    fn next_asset(&mut self) -> Option<Self::Asset> {
        self.0.take().map(host::BufferCursor::new)
    }
}

impl host::Host for NoHost {
    type Context = NoContext;
    type TapeAsset = host::BufferCursor<Vec<u8>>;
    type FrameBuffer = NoPicture;
    type EmulationStopwatch = NoClock;
    type IoExtender = host::StubIoExtender;
    type DebugInterface = host::StubDebugInterface;
}

impl Runner for RustZx {
    fn start(rom: &[u8], sna: &[u8]) -> Self {
        let settings = RustzxSettings {
            machine: ZXMachine::Sinclair48K,
            emulation_mode: EmulationMode::FrameCount(1),
            tape_fastload_enabled: false,
            kempston_enabled: false,
            mouse_enabled: false,
        };
        let mut emulator = Emulator::new(settings, NoContext).expect("RustZX starts");
        emulator
            .load_rom(OneRom(Some(rom.to_vec())))
            .expect("a 16 KiB ROM");
        let asset = host::BufferCursor::new(sna.to_vec());
        emulator
            .load_snapshot(host::Snapshot::Sna(asset))
            .expect("a 48K .sna");
        Self(emulator)
    }

    fn frame(&mut self) {
        self.0.emulate_frames(Duration::MAX).expect("RustZX runs");
    }
}
