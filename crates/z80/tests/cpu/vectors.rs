//! Single-step vectors of SingleStepTests/z80: registers, RAM, ports, MEMPTR, Q, and the bus at every
//! T-state.
//!
//! A slice of four vectors per opcode sequence is in `tests/vectors/`; the whole set with 16 per sequence is
//! read from `timing/z80-single-step.jsonl.gz` under `GIRAFA_SHARED`.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::step;
use girafa_test_support::vectors;
use girafa_z80::{Bus, Cpu};
use serde_json::Value;

/// One T-state: address bus, data bus if driven, and the pins RD, WR, MREQ, IORQ in the notation of the
/// vectors.
type Tstate = (u16, Option<u8>, &'static str);

const NO_ACCESS: &str = "----";

/// A bus that records each T-state in the vectors' form.
#[derive(Default)]
struct Recorder {
    memory: HashMap<u16, u8>,
    inputs: Vec<(u16, u8)>,
    ports: Vec<(u16, u8, char)>,
    tstates: Vec<Tstate>,
    strays: Vec<String>,
}

impl Recorder {
    fn load(&mut self, address: u16) -> u8 {
        self.memory.get(&address).copied().unwrap_or_else(|| {
            self.strays
                .push(format!("read of {address}, which the vector does not name"));
            0
        })
    }
}

impl Bus for Recorder {
    fn fetch(&mut self, pc: u16, ir: u16) -> u8 {
        let value = self.load(pc);
        self.tstates.extend([
            (pc, None, NO_ACCESS),
            (pc, None, "r-m-"),
            (ir, Some(value), NO_ACCESS),
            (ir, None, NO_ACCESS),
        ]);
        value
    }

    fn read(&mut self, address: u16) -> u8 {
        let value = self.load(address);
        self.tstates.extend([
            (address, None, NO_ACCESS),
            (address, None, "r-m-"),
            (address, Some(value), NO_ACCESS),
        ]);
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.memory.insert(address, value);
        self.tstates.extend([
            (address, None, NO_ACCESS),
            (address, Some(value), "-wm-"),
            (address, None, NO_ACCESS),
        ]);
    }

    fn input(&mut self, port: u16) -> u8 {
        let value = match self.inputs.pop() {
            Some((_, value)) => value,
            None => {
                self.strays
                    .push(format!("input from {port}, which the vector does not name"));
                0
            }
        };
        self.ports.push((port, value, 'r'));
        self.tstates.extend([
            (port, None, NO_ACCESS),
            (port, None, NO_ACCESS),
            (port, None, "r--i"),
            (port, Some(value), NO_ACCESS),
        ]);
        value
    }

    fn output(&mut self, port: u16, value: u8) {
        self.ports.push((port, value, 'w'));
        self.tstates.extend([
            (port, None, NO_ACCESS),
            (port, None, NO_ACCESS),
            (port, Some(value), "-w-i"),
            (port, None, NO_ACCESS),
        ]);
    }

    fn idle(&mut self, address: u16, tstates: u32) {
        self.tstates
            .extend((0..tstates).map(|_| (address, None, NO_ACCESS)));
    }

    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        unreachable!("a step never acknowledges an interrupt")
    }
}

fn number(value: &Value) -> u16 {
    value
        .as_u64()
        .and_then(|n| u16::try_from(n).ok())
        .unwrap_or_else(|| panic!("not a 16-bit number: {value}"))
}

fn byte(value: &Value) -> u8 {
    u8::try_from(number(value)).unwrap_or_else(|_| panic!("not a byte: {value}"))
}

/// The CPU described by the initial or final state of a vector. `halted` is not part of it: HALT shows only
/// in PC.
fn cpu(state: &Value) -> Cpu {
    let mut cpu = Cpu::new();
    cpu.a = byte(&state["a"]);
    cpu.f = byte(&state["f"]);
    cpu.b = byte(&state["b"]);
    cpu.c = byte(&state["c"]);
    cpu.d = byte(&state["d"]);
    cpu.e = byte(&state["e"]);
    cpu.h = byte(&state["h"]);
    cpu.l = byte(&state["l"]);
    cpu.i = byte(&state["i"]);
    cpu.r = byte(&state["r"]);
    cpu.pc = number(&state["pc"]);
    cpu.sp = number(&state["sp"]);
    cpu.memptr = number(&state["wz"]);
    cpu.ix = number(&state["ix"]);
    cpu.iy = number(&state["iy"]);
    cpu.af_ = number(&state["af_"]);
    cpu.bc_ = number(&state["bc_"]);
    cpu.de_ = number(&state["de_"]);
    cpu.hl_ = number(&state["hl_"]);
    cpu.im = byte(&state["im"]);
    cpu.iff1 = byte(&state["iff1"]) == 1;
    cpu.iff2 = byte(&state["iff2"]) == 1;
    cpu.q = byte(&state["q"]);
    cpu.ei = byte(&state["ei"]) == 1;
    cpu.ld_a_ir = byte(&state["p"]) == 1;
    cpu
}

/// The opcode sequence in a vector's name: all but the last word, which is the case.
fn sequence(name: &str) -> &str {
    name.rsplit_once(' ').map_or(name, |(sequence, _)| sequence)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn memory(state: &Value) -> HashMap<u16, u8> {
    list(&state["ram"])
        .iter()
        .map(|cell| (number(&cell[0]), byte(&cell[1])))
        .collect()
}

/// All differences from the vector, one per line.
fn differences(vector: &Value) -> Vec<String> {
    let ports: Vec<_> = list(&vector["ports"])
        .iter()
        .map(|port| {
            (
                number(&port[0]),
                byte(&port[1]),
                port[2].as_str().unwrap().chars().next().unwrap(),
            )
        })
        .collect();
    let inputs = ports
        .iter()
        .rev()
        .filter(|port| port.2 == 'r')
        .map(|port| (port.0, port.1))
        .collect();
    let mut bus = Recorder {
        memory: memory(&vector["initial"]),
        inputs,
        ..Recorder::default()
    };
    let mut got = cpu(&vector["initial"]);
    step(&mut got, &mut bus);

    let mut want = cpu(&vector["final"]);
    let name = vector["name"].as_str().unwrap();
    want.halted = ["76", "DD 76", "FD 76"].contains(&sequence(name));
    let mut differences = bus.strays;
    if got != want {
        differences.push(format!("CPU: got {got:?}\n    want {want:?}"));
    }
    let want = memory(&vector["final"]);
    if bus.memory != want {
        differences.push(format!("RAM: got {:?}, want {want:?}", bus.memory));
    }
    if bus.ports != ports {
        differences.push(format!("ports: got {:?}, want {ports:?}", bus.ports));
    }
    let cycles = list(&vector["cycles"]);
    let same = |(got, want): (&Tstate, &Value)| {
        let data = (!want[1].is_null()).then(|| byte(&want[1]));
        (got.0, got.1, got.2) == (number(&want[0]), data, want[2].as_str().unwrap())
    };
    if bus.tstates.len() != cycles.len() || !bus.tstates.iter().zip(cycles).all(same) {
        differences.push(format!("bus: got {:?}\n    want {cycles:?}", bus.tstates));
    }
    differences
}

/// Runs a file of vectors; returns the number of vectors and of opcode sequences.
fn run(path: &Path) -> (usize, usize) {
    let (mut total, mut sequences, mut failures) = (0, HashSet::new(), Vec::new());
    for vector in vectors::read(path) {
        let name = vector["name"].as_str().unwrap();
        total += 1;
        sequences.insert(sequence(name).to_owned());
        let differences = differences(&vector);
        if !differences.is_empty() {
            failures.push(format!("{name}: {}", differences.join("\n  ")));
        }
    }
    vectors::assert_passed(&failures, total);
    println!(
        "{total} vectors of {} opcode sequences ran and passed: {}",
        sequences.len(),
        path.display()
    );
    (total, sequences.len())
}

#[test]
fn slice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/z80-slice.jsonl.gz");
    assert_eq!(run(&path), (4 * 1604, 1604));
}

#[test]
fn all() {
    let Some(path) = girafa_test_support::shared("timing/z80-single-step.jsonl.gz") else {
        return;
    };
    assert_eq!(run(&path), (25_664, 1604));
}
