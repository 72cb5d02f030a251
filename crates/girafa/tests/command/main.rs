//! The command `girafa`, from outside.

mod bad_input;
mod book;
mod check;
mod compare;
mod conform;
mod formats;
mod hardcopy;
mod insight;
mod list;
mod opense;
mod play;
mod session;
mod support;
mod tmux;
mod typein;
