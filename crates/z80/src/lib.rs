//! The Zilog Z80, exact to the machine cycle.
//!
//! A [`Cpu`] holds registers only. Memory, ports and *time* belong to a [`Bus`]: every machine cycle is one
//! call, made in the order in which the chip makes it, so that a bus can count T-states and insert wait states
//! (as the Spectrum's ULA does) before each of them.
#![no_std]

mod alu;
mod block;
mod bus;
mod cb;
mod cycle;
mod ed;
pub mod flag;
mod interrupt;
mod opcodes;
mod registers;
mod step;

pub use bus::Bus;
pub use registers::Cpu;
