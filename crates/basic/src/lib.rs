//! Sinclair BASIC: conversion between text and bytes, and static checks.
//!
//! [`tokenise`] converts a program's text to bytes, with five-byte numbers exact to the bit ([`float5`],
//! [`number`]), and [`tap`] puts them on a tape; [`text`] converts bytes to text:
//!
//! ```
//! use girafa_basic::{tap, tokenise};
//! let program = tokenise::program("10 GOTO 10", &tokenise::Options::default()).unwrap().program;
//! assert_eq!(program.lines[0].body[0], girafa_basic::token::GO_TO);
//! assert_eq!(tap::from_program(&program).unwrap().len(), 21 + 2 + 1 + 14 + 1);
//! ```

pub mod basinc;
mod cell;
pub mod charset;
pub mod check;
pub mod diagnostic;
mod dialects;
pub mod edit;
pub mod float5;
pub mod format;
pub mod grammar;
pub mod head;
pub mod index;
pub mod json;
mod labels;
pub mod llist;
pub mod meaning;
pub mod number;
mod number_text;
pub mod order;
#[doc(hidden)]
pub mod plain;
pub mod program;
pub mod recognise;
mod remark;
pub mod renumber;
pub mod shown;
pub mod source;
pub mod spelling;
mod symbol;
pub mod tap;
pub mod text;
pub mod token;
pub mod tokenise;
#[doc(hidden)]
pub mod work;
