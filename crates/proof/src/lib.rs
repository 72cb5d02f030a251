//! Proof that a program says the same on the machine, in our edition and in its native reference.
//!
//! [`script`] reads the sessions of a program, [`compare`] runs them each way and judges, [`suite`] does so with many programs,
//! [`bless`] makes a session file expect what was seen, [`conform`] holds a ROM against what an original 48K showed,
//! [`partition`] divides all this over several machines.
#![forbid(unsafe_code)]

pub mod bless;
pub mod compare;
pub mod conform;
pub mod partition;
pub mod script;
pub mod suite;
