//! Pictures of listings, made and read.

mod printed;
mod read;
mod worn;
