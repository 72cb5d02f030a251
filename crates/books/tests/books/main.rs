//! The book's listings, and the reader of scans measured on them.

mod any_bytes;
mod book;
mod damage;
mod find;
mod suggestions;
