//! Tests with generated pictures of listings.

mod any_picture;
mod compare;
#[path = "../damage/mod.rs"]
mod damage;
mod figures;
mod find;
mod graphics;
mod printed;
mod read;
mod screened;
mod strips;
mod unknown;
mod worn;
