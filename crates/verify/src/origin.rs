//! Locates a program's line in its file, for messages.

use std::path::Path;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::source;

/// `soma.bas:4` if the file is a listing in which the program's line begins at row 4; otherwise only the
/// file's name.
pub fn of_line(path: &Path, line: Option<u16>) -> String {
    let shown = girafa_files::shown(path);
    match line.and_then(|line| row_of(path, line)) {
        Some(row) => format!("{shown}:{row}"),
        None => shown,
    }
}

/// The row of a listing's file, from 1, in which the program's line `line` begins. `None` if the file is
/// not a listing, can no longer be read, or has no such line.
fn row_of(path: &Path, line: u16) -> Option<usize> {
    if !girafa_files::is_listing(path) {
        return None;
    }
    let text = girafa_files::read_text(path).ok()?;
    let lines = source::lines(&text, true, &mut Diagnostics::default());
    let found = lines.into_iter().find(|found| found.number == line)?;
    Some(text[..found.number_span.start].matches('\n').count() + 1)
}
