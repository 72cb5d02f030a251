//! The ROM's compiled code, where it is built in: with the feature `compiled`, and not for WebAssembly, where
//! all code is loaded before any of it is of use.

pub(crate) use built_in::{ROM, goes, is_stop, run};

#[cfg(all(feature = "compiled", not(target_family = "wasm")))]
mod built_in {
    pub(crate) use girafa_rom_aot::{goes, is_stop, run};

    pub(crate) const ROM: Option<&[u8; crate::ROM_SIZE]> = Some(girafa_rom_aot::ROM);
}

/// There is none.
#[cfg(not(all(feature = "compiled", not(target_family = "wasm"))))]
mod built_in {
    use girafa_z80::Cpu;

    pub(crate) const ROM: Option<&[u8; crate::ROM_SIZE]> = None;

    pub(crate) fn goes(_: &Cpu, _: u32) -> bool {
        false
    }

    pub(crate) fn is_stop(_: u16) -> bool {
        true
    }

    pub(crate) fn run(_: &mut Cpu, _: &mut [u8; 0x1_0000], _: &mut u32) {}
}
