//! The processor, from outside.

mod disassemble;
mod interrupts;
mod lockstep;
mod run;
mod vectors;
