//! Pictures of listings, made and read.

mod printed;
