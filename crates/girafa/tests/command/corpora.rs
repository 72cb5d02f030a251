//! The inputs that fuzzing has kept (`fuzz/corpus`), tried by what the fuzz targets do, without libFuzzer: what was found once
//! stays mended.

use std::fs;
use std::path::Path;

use girafa_test_support::thorough;

// The targets' own code, which is in a workspace that needs nightly Rust.
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

/// One of so many is tried where not all are.
const SOME: usize = 8;

/// Tries the inputs of a target.
fn tried(target: &str, try_out: fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut inputs: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{target} has no inputs");
    let step = if thorough() { 1 } else { SOME };
    for input in inputs
        .iter()
        .filter(|input| is_found(input))
        .chain(inputs.iter().step_by(step))
    {
        println!("{}", input.display());
        try_out(&fs::read(input).unwrap());
    }
}

/// Whether an input has shown a mistake: its name does not say its hash, as libFuzzer's do, but what it showed.
fn is_found(input: &Path) -> bool {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
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
