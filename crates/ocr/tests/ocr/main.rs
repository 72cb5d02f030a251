//! Pictures of listings, made and read.

mod any_picture;
mod compare;
// The model of damage stands beside that of restore's, which damages texts.
#[path = "../../../restore/tests/damage/mod.rs"]
mod damage;
mod figures;
mod find;
mod graphics;
mod printed;
mod read;
mod screened;
mod worn;
