//! Tests of the processor's public interface.

mod disassemble;
mod interrupts;
mod lockstep;
mod run;
mod vectors;

use girafa_z80::{AnyBus, Bus, Cpu};

/// Executes one instruction on any of the tests' buses. The dynamic bus makes the opcodes compile only once.
fn step(cpu: &mut Cpu, bus: &mut dyn Bus) {
    cpu.step(&mut AnyBus(bus));
}
