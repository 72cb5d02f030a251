//! Shared support for tests of scans.

use girafa_scan::fixes::Fixes;
use girafa_scan::fixes::{Correction, Kind};
use girafa_scan::scan::Scan;

/// The first suggestion for each doubtful row, in the form of a fixes file.
pub fn suggested(scan: &Scan) -> Fixes {
    let changes = scan
        .doubts
        .iter()
        .filter_map(|doubt| doubt.repairs.first())
        .flat_map(|repair| &repair.changes);
    let mut fixes = Fixes::default();
    for change in changes {
        // Several doubts of a row may have the same suggestion.
        if fixes.corrections.iter().any(|known| known.line == change.line) {
            continue;
        }
        fixes.corrections.push(Correction {
            line: change.line,
            wrong: change.wrong.clone(),
            right: change.right.clone(),
            kind: Kind::Scan,
            reason: "suggested".to_string(),
        });
    }
    // Write and read it again, as users do.
    Fixes::parse(&fixes.to_toml()).unwrap()
}
