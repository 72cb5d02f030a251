//! Tests with the book's listings, which also measure the reader of scans.

mod any_bytes;
mod book;
mod damage;
mod find;
mod suggestions;
