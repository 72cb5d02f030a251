//! The reader of scans. Its figures on our and the book's listings are measured by the tests of
//! `girafa-books`.

mod any_bytes;
mod data;
mod doubling;
mod listing;
mod mutated;
mod scan;
mod support;
mod totals;
mod transcribe;
mod uncertain;
