//! The command `girafa`, from outside.

mod bad_input;
mod conform;
mod session;
mod support;
