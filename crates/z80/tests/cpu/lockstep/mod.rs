//! Our core and rz80's in lockstep: the same instructions on both, everything compared after each.
//!
//! Two cores written apart that agree are a check on long runs, which single-step vectors are not. What is
//! compared after every instruction: all registers with their alternates, I, R, IM, both IFFs, MEMPTR, HALT,
//! the T-states, each port access, and each byte written; and all of memory from time to time.
//!
//! rz80 is not the machine's core because of what it does not do, or not as the chip does. Found by running
//! random instructions on both; [`pair::DEVIATIONS`] names the opcodes, and `random::streams` fails if one of
//! these never shows:
//! - it panics on RETN in its seven forms (ED 45, 55, 5D, 65, 6D, 75, 7D), on every undefined opcode after ED
//!   but 77 and 7F, and on an interrupt in mode 0 or 1; it knows no NMI;
//! - `BIT n,(IX+d)` works only as the opcode whose low bits are 110; the other seven test a register, without
//!   reading memory;
//! - after DD or FD, an opcode after ED takes IX or IY (or their halves) for HL;
//! - R counts the last byte of DD CB and FD CB instructions;
//! - RETI takes 15 T-states, not 14, and leaves IFF1 alone; ED 77 and ED 7F take 9, not 8;
//! - SCF and CCF take Y and X without regard to Q;
//! - Y and X after INI, IND, OUTI, OUTD, and after any repeating block instruction that goes on; H and P/V
//!   too where that does I/O;
//! - MEMPTR of `LD (nn),A`, `OUT (n),A`, `IN A,(n)`, `IN r,(C)`, `OUT (C),r`, of repeating block instructions
//!   that go on; EXX exchanges it;
//! - in the HALT state PC stays on HALT, and a step after EI is needed until the IFFs show it;
//! - an interrupt in mode 2 takes 21 T-states, not 19, R does not count it, the vector's bit 0 is dropped,
//!   P/V after `LD A,I` and `LD A,R` is not reset; a refused one ends HALT and changes MEMPTR all the same;
//! - it has no bus: no machine cycle happens at a time, so no wait state can be inserted.
//!
//! The zexdoc image is read from the sources of the rz80 crate, wherever Cargo keeps them, and is not part of
//! this repository (it is under the GPL). `zex::part` runs the first instructions of each of its tests;
//! `GIRAFA_ZEX=whole` makes `zex::whole` run all of zexdoc and zexall to their ends, which is for release
//! mode:
//!
//! ```text
//! GIRAFA_ZEX=whole cargo test --release -p girafa-z80 --test lockstep whole -- --nocapture
//! ```

mod pair;
mod random;
mod zex;
