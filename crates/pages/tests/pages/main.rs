//! Tests that read picture files of all formats as grey pictures.

mod decode;
mod pnm;
