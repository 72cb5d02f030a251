//! Any text of up to 1,000 bytes as the scan of a page: read at a width (from the first byte, or detected
//! from the rows), with the suggestions written and read as corrections. Longer pages are known to be slow:
//! see README.md.
use girafa_scan::fixes::Fixes;
use girafa_scan::fixes::{Correction, Kind};
use girafa_scan::scan::{self, Width};

const MAX_TEXT_LENGTH: usize = 1_000;

/// Runs the target on these bytes.
pub fn try_out(input: &[u8]) {
    let Some((&width, text)) = input.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(&text[..text.len().min(MAX_TEXT_LENGTH)]) else {
        return;
    };
    let width = match width {
        b'0'..=b'9' => Width::Columns(32 + usize::from(width - b'0')),
        _ => Width::Auto,
    };
    let Ok(read) = scan::read(text, &Fixes::default(), width) else {
        return;
    };
    let repairs = read.doubts.iter().filter_map(|doubt| doubt.repairs.first());
    let mut fixes = Fixes::default();
    for change in repairs.flat_map(|repair| &repair.changes) {
        fixes.corrections.push(Correction {
            line: change.line,
            wrong: change.wrong.clone(),
            right: change.right.clone(),
            kind: Kind::Scan,
            reason: String::new(),
        });
    }
    let again = Fixes::parse(&fixes.to_toml()).expect("what is written is read");
    let _ = scan::read(text, &again, width);
}
