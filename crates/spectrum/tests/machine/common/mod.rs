//! Shared test support: a machine with a short program, and ways to run it.

pub mod code;
pub mod loader;
pub mod model;
pub mod tape;

use std::fs::File;
use std::path::Path;

use girafa_spectrum::{Image, Rom, Spectrum, Stop};

/// Address of test programs, in uncontended memory.
pub const CODE: u16 = 0x8000;

/// A ROM of NOPs except for an interrupt routine: 0038 EI: RET.
pub fn rom() -> Rom {
    let mut bytes = vec![0; 0x4000];
    bytes[0x38..0x3A].copy_from_slice(&[0xFB, 0xC9]);
    Rom::from_bytes(&bytes).unwrap()
}

/// A machine about to execute `code` at [`CODE`], with a stack and interrupts disabled, in mode 1.
pub fn machine(code: &[u8]) -> Spectrum {
    let mut machine = Spectrum::new(&rom());
    poke(&mut machine, CODE, code);
    machine.cpu.pc = CODE;
    machine.cpu.sp = 0xFF00;
    machine.cpu.im = 1;
    machine
}

/// Writes `bytes` to RAM.
pub fn poke(machine: &mut Spectrum, address: u16, bytes: &[u8]) {
    for (i, &byte) in (0..).zip(bytes) {
        machine.poke(address.wrapping_add(i), byte);
    }
}

/// Runs whole frames until the program halts.
pub fn run_to_halt(machine: &mut Spectrum, frames: u64) {
    for _ in 0..frames {
        assert_eq!(machine.run_frame(), Stop::Frame);
        if machine.cpu.halted {
            return;
        }
    }
    panic!("no HALT in {frames} frames, PC {:04X}", machine.cpu.pc);
}

/// 64-bit FNV-1a: small, well known and sufficient to distinguish pictures.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// Writes a picture to `target/tmp/NAME.png` for inspection.
pub fn write_png(name: &str, image: &Image) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .with_extension("png");
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&image.rgb)
        .unwrap();
}
