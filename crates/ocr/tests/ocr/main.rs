//! Pictures of listings, made and read.

mod compare;
mod damage;
mod figures;
mod find;
mod printed;
mod read;
mod worn;
