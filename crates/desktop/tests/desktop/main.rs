//! The player in its window, from outside; and the desk, its sound and its keys without one.

mod desk;
mod display;
mod keys;
mod load;
mod past;
mod sound;
mod support;
mod window;
