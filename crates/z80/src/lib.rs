//! A Zilog Z80 emulator, exact to the machine cycle.
//!
//! A [`Cpu`] contains only registers. Memory, ports and *time* belong to a [`Bus`]: every machine cycle is
//! one call, in the chip's order, so that a bus can count T-states and insert wait states (as the Spectrum's
//! ULA does) before each of them. All instructions are implemented, including the undocumented ones, with all
//! flags, MEMPTR, Q and R as in an NMOS chip.
//!
//! ```
//! use girafa_z80::{Bus, Cpu};
//!
//! struct Ram([u8; 0x10000], u64);
//!
//! impl Bus for Ram {
//!     fn fetch(&mut self, pc: u16, _: u16) -> u8 {
//!         self.1 += 4;
//!         self.0[pc as usize]
//!     }
//!     fn read(&mut self, address: u16) -> u8 {
//!         self.1 += 3;
//!         self.0[address as usize]
//!     }
//!     fn write(&mut self, address: u16, value: u8) {
//!         self.1 += 3;
//!         self.0[address as usize] = value;
//!     }
//!     fn input(&mut self, _: u16) -> u8 {
//!         self.1 += 4;
//!         255
//!     }
//!     fn output(&mut self, _: u16, _: u8) {
//!         self.1 += 4;
//!     }
//!     fn idle(&mut self, _: u16, tstates: u32) {
//!         self.1 += u64::from(tstates);
//!     }
//!     fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
//!         self.1 += 6;
//!         255
//!     }
//! }
//!
//! let mut ram = Ram([0; 0x10000], 0);
//! ram.0[..6].copy_from_slice(&[0x06, 3, 0x81, 0x10, 0xFD, 0x76]); // LD B,3 / ADD A,C / DJNZ -3 / HALT
//! let mut cpu = Cpu::new();
//! (cpu.a, cpu.c) = (0, 14);
//! while !cpu.halted {
//!     cpu.step(&mut ram);
//! }
//! assert_eq!((cpu.a, ram.1), (42, 7 + 3 * 4 + 2 * 13 + 8 + 4));
//! ```
#![no_std]

mod alu;
mod block;
mod bus;
mod cb;
mod cycle;
mod disassemble;
mod ed;
pub mod flag;
mod flow;
mod interrupt;
mod known;
mod opcodes;
mod registers;
mod step;
mod transfer;

pub use bus::{AnyBus, Bus};
pub use disassemble::{Instruction, disassemble};
pub use registers::Cpu;
