//! The compiled code of the ROM. Built in with the feature `compiled`, but not for WebAssembly, where the
//! whole module must load before any of it can run.

pub(crate) use built_in::{DELAYS, ROM, goes, is_stop, run};

#[cfg(all(feature = "compiled", not(target_family = "wasm")))]
mod built_in {
    pub(crate) use girafa_rom_aot::{goes, is_stop, run};

    pub(crate) const ROM: Option<&[u8; crate::ROM_SIZE]> = Some(girafa_rom_aot::ROM);
    pub(crate) const DELAYS: &[(u16, u16)] = &girafa_rom_aot::DELAYS;
}

/// Stub without compiled code.
#[cfg(not(all(feature = "compiled", not(target_family = "wasm"))))]
mod built_in {
    use girafa_z80::Cpu;

    pub(crate) const ROM: Option<&[u8; crate::ROM_SIZE]> = None;
    pub(crate) const DELAYS: &[(u16, u16)] = &[];

    pub(crate) fn goes(_: &Cpu, _: u32) -> bool {
        false
    }

    pub(crate) fn is_stop(_: u16) -> bool {
        true
    }

    pub(crate) fn run(_: &mut Cpu, _: &mut [u8; 0x1_0000], _: &mut u32, _: bool) {}
}
