//! Pictures of listings, made and read.

mod any_picture;
mod compare;
mod damage;
mod figures;
mod find;
mod printed;
mod read;
mod worn;
