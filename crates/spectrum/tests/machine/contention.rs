//! The time that instructions take on a 48K while the ULA draws. Each case is one instruction, started at a
//! given T-state of the frame.
//!
//! Why: every effect that is timed to the beam depends on these delays in each machine cycle of each
//! instruction; a missing one shifts everything after it. Source: the cases were made outside this project.
//! Delays in HALT are tested in `halt.rs`, those of ports in `floating_bus.rs` and `border.rs`.
//!
//! A slice is in `tests/vectors/`; the whole set is read from `timing/contention.jsonl.gz` under
//! `GIRAFA_SHARED`.

use std::collections::HashSet;
use std::path::Path;

use girafa_spectrum::{Rom, Spectrum};
use girafa_test_support::vectors;
use serde_json::Value;

fn word(case: &Value, key: &str) -> u16 {
    let value = case[key].as_u64().unwrap_or_else(|| panic!("{key} in {case}"));
    u16::try_from(value).unwrap()
}

fn code(case: &Value) -> Vec<u8> {
    let hex = case["code"].as_str().unwrap();
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

/// The initial machine of a case.
fn machine(case: &Value) -> Spectrum {
    let mut image = vec![0; 0x1_0000];
    for (i, &byte) in code(case).iter().enumerate() {
        image[usize::from(word(case, "pc").wrapping_add(i as u16))] = byte;
    }
    let mut machine = Spectrum::new(&Rom::from_bytes(&image[..0x4000]).unwrap());
    for address in 0x4000..=0xFFFF {
        machine.poke(address, image[usize::from(address)]);
    }
    let cpu = &mut machine.cpu;
    cpu.set_af(word(case, "af"));
    cpu.set_bc(word(case, "bc"));
    cpu.set_de(word(case, "de"));
    cpu.set_hl(word(case, "hl"));
    cpu.ix = word(case, "ix");
    cpu.iy = word(case, "iy");
    cpu.sp = word(case, "sp");
    cpu.pc = word(case, "pc");
    cpu.i = u8::try_from(word(case, "i")).unwrap();
    machine.set_frame_tstate(u32::try_from(case["t0"].as_u64().unwrap()).unwrap());
    machine
}

/// Runs a file of cases; returns their number.
fn run(path: &Path) -> usize {
    let (mut total, mut waits, mut failures, mut opcodes) = (0, 0, Vec::new(), HashSet::new());
    for case in vectors::read(path) {
        let mut machine = machine(&case);
        let start = machine.tstates();
        machine.step();
        let took = machine.tstates() - start;
        let expected = case["tstates"].as_u64().unwrap();
        if (took, machine.cpu.pc) != (expected, word(&case, "pc_after")) {
            failures.push(format!("{took} T-states, PC {}: {case}", machine.cpu.pc));
        }
        total += 1;
        opcodes.insert(code(&case)[0]);
        // The same instruction in the border, to count the cases that have a contention delay.
        let mut unhindered = self::machine(&case);
        unhindered.set_frame_tstate(100);
        unhindered.step();
        waits += u32::from(unhindered.frame_tstate() - 100 < expected as u32);
    }
    vectors::assert_passed(&failures, total);
    println!(
        "{total} cases of {} first opcodes, {waits} of them held up, ran and passed: {}",
        opcodes.len(),
        path.display()
    );
    assert!(waits > 0, "no case is held up by the ULA");
    total
}

/// The cases that are in the repository.
#[test]
fn slice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/contention-slice.jsonl.gz");
    assert_eq!(run(&path), 1589);
}

/// All cases, if the shared material is available.
#[test]
fn all() {
    let Some(path) = girafa_test_support::shared("timing/contention.jsonl.gz") else {
        return;
    };
    assert_eq!(run(&path), 5703);
}
