//! Girafa's core and rz80's in lockstep: both execute the same instructions, and everything is compared after
//! each.
//!
//! Agreement of two independent cores is a check on long runs, which single-step vectors do not give.
//! Compared after every instruction: all registers with their alternates, I, R, IM, both IFFs, MEMPTR, HALT,
//! the T-states, each port access, and each byte written; and all of memory from time to time.
//!
//! rz80 is not the machine's core because of the features that it lacks or implements differently from the
//! chip. They were found by running random instructions on both; [`pair::DEVIATIONS`] names the opcodes, and
//! `random::streams` fails if one of these never occurs:
//! - it panics on RETN in its seven forms (ED 45, 55, 5D, 65, 6D, 75, 7D), on every undefined opcode after ED
//!   but 77 and 7F, and on an interrupt in mode 0 or 1; it does not support NMI;
//! - `BIT n,(IX+d)` works only as the opcode whose low bits are 110; the other seven test a register, without
//!   reading memory;
//! - after DD or FD, an opcode after ED uses IX or IY (or their halves) instead of HL;
//! - R also counts the last byte of DD CB and FD CB instructions;
//! - RETI takes 15 T-states, not 14, and does not change IFF1; ED 77 and ED 7F take 9, not 8;
//! - SCF and CCF set Y and X without regard to Q;
//! - Y and X are wrong after INI, IND, OUTI, OUTD, and after a round of a block instruction that repeats; H
//!   and P/V too for block I/O;
//! - MEMPTR is wrong after `LD (nn),A`, `OUT (n),A`, `IN A,(n)`, `IN r,(C)`, `OUT (C),r` and a round of a
//!   block instruction that repeats; EXX exchanges it;
//! - in the HALT state PC stays on HALT, and after EI the IFFs change only one step later;
//! - an interrupt in mode 2 takes 21 T-states, not 19, R does not count it, the vector's bit 0 is dropped,
//!   P/V after `LD A,I` and `LD A,R` is not reset; a rejected one still ends HALT and changes MEMPTR;
//! - it has no bus: machine cycles have no times, so no wait state can be inserted.
//!
//! The zexdoc image is read from the sources of the rz80 crate, wherever Cargo keeps them, and is not part of
//! this repository (it is under the GPL). `zex::part` runs the first instructions of each of its tests;
//! `GIRAFA_ZEX=whole` makes `zex::whole` run all of zexdoc and zexall to the end, which should be done in
//! release mode:
//!
//! ```text
//! GIRAFA_ZEX=whole cargo test --release -p girafa-z80 --test cpu whole -- --nocapture
//! ```

mod pair;
mod random;
mod zex;
