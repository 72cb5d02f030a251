//! The structures of the [Language Server Protocol 3.17] that this server reads and writes, under the names
//! that the specification gives them. Only fields that are used are here.
//!
//! [Language Server Protocol 3.17]:
//! https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

mod base;
mod params;
mod results;
mod uri;

pub use base::*;
pub use params::*;
pub use results::*;
pub use uri::Uri;
