//! The processor, from outside.

mod interrupts;
mod lockstep;
mod run;
mod vectors;
