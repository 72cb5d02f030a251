//! Compares our editions and the book's listings with their references, and checks printed numbers and the
//! conformance cases.

mod any_bytes;
mod checked;
mod compiled;
mod conformance;
mod editions;
mod llist;
mod mutants;
mod numbers;
mod pace;
mod programs;
mod renumbered;
mod suite;
mod support;
mod transcript;
mod typing;
