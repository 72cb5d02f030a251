//! Pictures of listings, made and read.

mod find;
mod printed;
