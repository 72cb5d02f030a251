//! Tests of the command `girafa` as a process.

#[cfg(target_os = "linux")]
mod arguments;
mod bad_input;
#[cfg(target_os = "linux")]
mod beam_replay;
mod book;
mod check;
mod compare;
mod conform;
mod corpora;
mod dap;
mod debug;
#[cfg(target_os = "linux")]
mod escapes;
mod examples;
mod extras;
mod faults;
mod formats;
mod given;
mod hardcopy;
mod hints;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(unix)]
mod inputs_stay;
mod insight;
mod limits;
mod links;
mod list;
mod lsp;
mod manual;
mod observed;
mod other_books;
mod outputs;
mod pace;
mod packed;
mod partition;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod play_past;
mod play_pty;
#[cfg(target_os = "linux")]
mod pty;
mod recording;
mod recordings_of_input;
mod resumed;
mod rewriting;
mod same_bytes;
mod session;
mod strangers;
mod strangers_listings;
mod strangers_memory;
mod support;
mod terminal_png;
mod test_command;
#[cfg(unix)]
mod tutorial;
mod typein;
#[cfg(unix)]
mod writes_fail;
