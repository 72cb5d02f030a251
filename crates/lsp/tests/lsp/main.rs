//! The server as an editor sees it.

mod client;
mod features;
mod hostile;
mod measured;
