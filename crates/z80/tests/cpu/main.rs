//! The processor, from outside.

mod disassemble;
mod interrupts;
mod lockstep;
mod run;
mod vectors;

use girafa_z80::{AnyBus, Bus, Cpu};

/// Executes one instruction on any of the tests' buses: the opcodes are compiled once for all of them.
fn step(cpu: &mut Cpu, bus: &mut dyn Bus) {
    cpu.step(&mut AnyBus(bus));
}
