//! The structures of the [Language Server Protocol 3.17] that this server uses, named as in the
//! specification, with only the fields it needs.
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
