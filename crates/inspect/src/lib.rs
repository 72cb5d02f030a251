//! Inspects a machine that runs a BASIC program: system variables, screen text, the program and its
//! variables, the current statement, what the ROM waits for, and why a program has stopped with an error.
//! Only setting a variable changes the machine.
//!
//! A 48K ROM stores the current line in PPC and the statement's number in SUBPPC (Manual, chapter 25).
//! Between two statements of a line it increments SUBPPC; for a jump it stores the number before the target
//! and then increments it. So a statement begins when one instruction reads and writes SUBPPC, and the
//! machine can stop there. Bit 7 of FLAGS is 0 while the ROM only checks the syntax of a typed line.
//!
//! ```
//! use girafa_inspect::variables;
//! use girafa_spectrum::Spectrum;
//! let mut machine = Spectrum::new(&girafa_rom::girafa48());
//! for _ in 0..200 { machine.run_frame(); }
//! assert!(variables::of_machine(&machine).is_empty());
//! ```
#![forbid(unsafe_code)]

pub mod address;
pub mod cover;
pub mod evaluate;
pub mod fault;
pub mod other_rom;
mod place;
pub mod polls;
pub mod profile;
pub mod program;
pub mod registers;
pub mod statements;
pub mod still;
pub mod sysvars;
pub mod target;
pub mod text;
pub mod uses;
pub mod variables;
pub mod waiting;

pub use place::StatementPlace;
