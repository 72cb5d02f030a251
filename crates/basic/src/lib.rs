//! Sinclair BASIC as text and bytes.

pub mod float5;
pub mod number;
