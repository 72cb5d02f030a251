//! Tests of the reader of scans. Its accuracy on Girafa's and the book's listings is measured by the tests of
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
