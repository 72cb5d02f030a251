//! Tests of the server through the protocol.

mod client;
mod features;
mod hostile;
mod labels;
mod measured;
mod snippets;
