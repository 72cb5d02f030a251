//! Our editions and the book's listings against their references, and the conformance cases.

mod any_bytes;
mod conformance;
mod editions;
mod llist;
mod programs;
mod support;
mod transcript;
mod typing;
