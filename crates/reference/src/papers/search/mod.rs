//! Search in state spaces (the second paper, chapters 10 to 12, except the mosaic of eight digits): a few
//! strategies, written once over [`space::StateSpace`], and the problems that they solve.
//!
//! The listings share the strategies too: lines 1000 to 1630 of four of them are identical, and each
//! problem is four subroutines from line 2000.

pub mod backtracking;
pub mod caminhos;
pub mod familia;
pub mod frontier;
pub mod grafo;
pub mod jarros;
pub mod lavrador;
pub mod missionarios;
mod questions;
pub mod space;

#[cfg(test)]
mod properties;
