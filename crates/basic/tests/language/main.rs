//! Tests of the crate's public interface.

mod advice;
mod any_bytes;
mod basinc;
mod check;
mod check_findings;
mod diagnostic;
mod doubling;
mod editor;
mod extensions;
mod float5;
mod format;
mod grammar;
mod index;
mod renumber;
mod round_trip;
mod tape;
mod zmakebas;
