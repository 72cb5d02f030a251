//! Tests of the player in its window as a process, and of the desk, its sound and its keys without a window.

mod attach;
mod desk;
mod display;
mod keys;
mod load;
mod past;
mod sound;
mod support;
mod window;
