//! Pictures of listings, made and read.

mod find;
mod printed;
mod read;
mod worn;
