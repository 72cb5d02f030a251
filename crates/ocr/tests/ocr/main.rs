//! Pictures of listings, made and read.

mod damage;
mod printed;
