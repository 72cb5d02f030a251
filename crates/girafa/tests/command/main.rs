//! The command `girafa`, from outside.

mod bad_input;
mod book;
mod conform;
mod session;
mod support;
