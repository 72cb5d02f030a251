//! Runs the fuzz targets on the inputs that fuzzing has kept (`fuzz/corpus`), without libFuzzer, so that
//! fixed bugs stay fixed.

use std::fs;
use std::path::Path;

use girafa_test_support::thorough;

// The code of the fuzz targets, which is in a workspace that needs nightly Rust.
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

/// Unless the tests are thorough, one input in this many is tried.
const SAMPLE_INTERVAL: usize = 8;

/// Runs a fuzz target on its inputs.
fn tried(target: &str, try_out: fn(&[u8])) {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fuzz/corpus/{target}.tar"));
    let archive = fs::read(&archive).unwrap_or_else(|error| panic!("{}: {error}", archive.display()));
    let inputs = files(&archive);
    assert!(!inputs.is_empty(), "{target} has no inputs");
    let step = if thorough() { 1 } else { SAMPLE_INTERVAL };
    let found = inputs.iter().filter(|(name, _)| has_found(name));
    for (name, input) in found.chain(inputs.iter().step_by(step)) {
        println!("{target}: {name}");
        try_out(input);
    }
}

/// The files of a .tar archive and their names.
fn files(mut archive: &[u8]) -> Vec<(String, &[u8])> {
    const BLOCK: usize = 512;
    let text = |field: &[u8]| String::from_utf8_lossy(field).trim_end_matches('\0').to_owned();
    let mut files = Vec::new();
    while let Some((head, rest)) = archive.split_at_checked(BLOCK) {
        let name = text(&head[..100]);
        if name.is_empty() {
            break;
        }
        let size = usize::from_str_radix(text(&head[124..136]).trim(), 8).unwrap();
        files.push((name, &rest[..size]));
        archive = &rest[size.next_multiple_of(BLOCK)..];
    }
    files
}

/// Whether an input has exposed a bug: it is named after the bug, not after its hash as libFuzzer does.
fn has_found(name: &str) -> bool {
    !name.chars().all(|c| c.is_ascii_hexdigit())
}

macro_rules! kept {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            tried(stringify!($target), targets::$target::try_out);
        }
    )*};
}

kept! { snapshot tape picture program listing lsp dap scan book session text machine }
