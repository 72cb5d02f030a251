//! Listings as the machine prints them, and the way back from a printed page to the program.

pub mod llist;
