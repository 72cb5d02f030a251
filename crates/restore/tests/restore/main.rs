//! The reader of scans and the book's listings.

mod any_bytes;
mod book;
mod damage;
mod data;
mod doubling;
mod find;
mod listing;
mod mutated;
mod scan;
mod seen;
mod suggestions;
mod support;
