//! Tests that a program gives the same output on the machine, in our edition and in its native reference.
//!
//! [`script`] reads the sessions of a program, [`compare`] runs them on each backend and compares the
//! results, [`suite`] does so for many programs, [`bless`] writes the results into a session file,
//! [`conform`] compares a ROM with recordings of an original 48K, [`partition`] divides a suite into parts
//! for several machines.
#![forbid(unsafe_code)]

pub mod bless;
pub mod compare;
pub mod conform;
pub mod origin;
pub mod partition;
pub mod recording;
pub mod script;
pub mod suite;
