//! Makes Rust of the ROM's code, before the crate is compiled: `routines.rs`.

#[path = "../src/decode.rs"]
mod decode;
#[path = "../src/delays.rs"]
mod delays;
mod profile;
mod time;
mod tree;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use girafa_ula::{ERROR_ENTRY, FRAME_TSTATES, LOAD_BYTES, PRINT_ENTRY, RESET_ENTRY, SAVE_BYTES};
use profile::Profile;
use tree::{Forest, Tree};

/// Where hosts stop: at a reset, at an error, at the tape's routines, and where a character is printed.
const STOPS: [u16; 5] = [RESET_ENTRY, ERROR_ENTRY, LOAD_BYTES, SAVE_BYTES, PRINT_ENTRY];

/// Modules, which are compiled side by side.
const PARTS: usize = 16;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/decode.rs");
    println!("cargo::rerun-if-changed=src/delays.rs");
    println!("cargo::rerun-if-changed=girafa48.rom");
    println!("cargo::rerun-if-changed=profile.txt");
    let rom = fs::read("girafa48.rom").expect("the ROM is beside the crate's manifest");
    let text = fs::read_to_string("profile.txt").expect("the profile is beside the crate's manifest");
    let profile = Profile::parse(&text, rom.len());
    let trees = Forest::grow(&rom, &profile, &STOPS);
    let out = env::var_os("OUT_DIR").expect("Cargo says where");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&out).join(name), text).expect("Cargo's directory takes files");
    };
    let longest = trees.values().map(|tree| tree.tstates).max().unwrap_or(0);
    // A T-state less: with late timing, the clock of compiled code is one behind.
    write("deadline.rs", (FRAME_TSTATES - longest - 1).to_string());
    write("routines.rs", written(&trees, rom.len()));
}

/// All trees as one file.
fn written(trees: &BTreeMap<u16, Tree>, size: usize) -> String {
    let mut text = String::new();
    let longest = trees.values().map(|tree| tree.tstates).max().unwrap_or(0);
    let instructions: usize = trees.values().map(|tree| tree.instructions).sum();
    writeln!(
        text,
        "/// {} trees of {instructions} instructions; the longest way through one takes {longest} T-states at most.\n\
         pub(crate) const STOPS: [u16; {}] = {STOPS:?};",
        trees.len(),
        STOPS.len(),
    )
    .expect("a string takes all");
    let all: Vec<(&u16, &Tree)> = trees.iter().collect();
    for (part, trees) in all.chunks(all.len().div_ceil(PARTS)).enumerate() {
        writeln!(text, "mod part{part} {{\nuse super::*;").expect("a string takes all");
        for (head, tree) in trees {
            writeln!(
                text,
                "pub(crate) fn at_{head:04x}(cpu: &mut Cpu, bus: &mut RomBus<'_>) {{\n\
                 let (mut c, mut b) = (cpu.clone(), bus.apart());\n\
                 'run: {}{{\nc.pc = 0x{head:04X};\n{}}}\nbus.tstate = b.tstate;\n*cpu = c;\n}}",
                if tree.loops { "loop " } else { "" },
                tree.code
            )
            .expect("a string takes all");
        }
        text.push_str("}\n");
    }
    writeln!(text, "pub(crate) static ROUTINES: [Routine; {}] = [", all.len()).expect("a string takes all");
    let mut numbers = vec![0; size];
    for (part, trees) in all.chunks(all.len().div_ceil(PARTS)).enumerate() {
        for (head, _) in trees {
            writeln!(text, "part{part}::at_{head:04x},").expect("a string takes all");
        }
    }
    for (number, (head, _)) in all.iter().enumerate() {
        numbers[usize::from(**head)] = number + 1;
    }
    writeln!(text, "];\npub(crate) static HEADS: [u16; {size}] = {numbers:?};").expect("a string takes all");
    text
}
