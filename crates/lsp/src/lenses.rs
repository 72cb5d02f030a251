//! Code lenses: commands over the first line of a listing. The editor's plugin executes them.

use std::path::Path;

use crate::document::Document;
use crate::protocol::{CodeLens, Command, Uri};

/// Returns `Run` and `Debug` for a listing in a file, and `Test` if its session file is next to it. Their
/// argument is the URI of the listing, or of the session file.
pub fn of(document: &Document) -> Vec<CodeLens> {
    let (Some(line), Some(path)) = (document.index().lines.first(), document.uri.file_path()) else {
        return Vec::new();
    };
    let range = document.range(&line.number_span);
    let lens = |title, command, uri| CodeLens {
        range,
        command: Command {
            title,
            command,
            arguments: [uri],
        },
    };
    let mut lenses = vec![
        lens("Run", "girafa.run", document.uri.clone()),
        lens("Debug", "girafa.debug", document.uri.clone()),
    ];
    lenses.extend(sessions(&document.uri, Path::new(&path)).map(|uri| lens("Test", "girafa.test", uri)));
    lenses
}

/// The URI of the session file `x.toml` of a listing `x.bas`, if there is one.
fn sessions(uri: &Uri, listing: &Path) -> Option<Uri> {
    if !listing.with_extension("toml").is_file() {
        return None;
    }
    let text = uri.to_string();
    let (stem, _) = text.rsplit_once('.')?;
    Uri::new(format!("{stem}.toml")).ok()
}
