//! The command in WebAssembly produces the same output as the native one.

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::OUTPUTS;
use super::runs::{Observation, directory_of_inputs, run};

/// Runs the command in WebAssembly with the Python of GIRAFA_PYTHON, which must have wasmtime.
const RUNNER: &str = ".ci/wasi.py";
/// Outputs that describe the command itself. In WebAssembly, which has no terminal, it lacks `play`, and the
/// help is not wrapped (a crate that the tests use enables wrapping in clap).
const COMMAND_OUTPUTS: [&str; 3] = ["completions", "man", "help"];
/// An additional row of an import, as WebAssembly has no data directory.
const NO_DATA_DIRECTORY: &str = "this system has no data directory";

/// GIRAFA_WASM is the path of the command built with `cargo build --target wasm32-wasip1 -p girafa`.
/// `.ci/nightly` sets it if possible.
#[test]
fn all_outputs_are_the_same_in_wasm() {
    let Some(wasm) = std::env::var_os("GIRAFA_WASM").filter(|path| !path.is_empty()) else {
        println!("skipped: GIRAFA_WASM does not name the command in WebAssembly (`.ci/nightly` builds it)");
        return;
    };
    let places = TempDir::new().unwrap();
    let outputs: Vec<_> = OUTPUTS
        .iter()
        .filter(|(name, ..)| !COMMAND_OUTPUTS.contains(name))
        .collect();
    let directories: Vec<TempDir> = outputs.iter().map(|_| directory_of_inputs(false)).collect();
    let runs: Vec<Value> = outputs
        .iter()
        .zip(&directories)
        .map(|((name, arguments, _), directory)| {
            json!({
                "arguments": arguments.split(' ').collect::<Vec<_>>(),
                "directory": directory.path(),
                "stdout": places.path().join(format!("{name}.out")),
                "stderr": places.path().join(format!("{name}.err")),
            })
        })
        .collect();
    let codes = codes_of(&wasm, &places, runs);
    assert_eq!(codes.len(), outputs.len());
    for (((name, arguments, _), directory), code) in outputs.iter().zip(&directories).zip(codes) {
        let printed = |stream: &str| fs::read(places.path().join(format!("{name}.{stream}"))).unwrap();
        let message = without(&printed("err"), NO_DATA_DIRECTORY);
        let seen = Observation::of(Some(code), printed("out"), message, directory.path());
        run(arguments, 0).assert_same(&seen, &format!("{arguments}, native and in wasm"));
    }
}

/// Runs commands in WebAssembly and returns their exit codes.
fn codes_of(wasm: &OsStr, places: &TempDir, runs: Vec<Value>) -> Vec<i32> {
    let list = places.path().join("runs.json");
    fs::write(&list, Value::Array(runs).to_string()).unwrap();
    let python = std::env::var_os("GIRAFA_PYTHON").unwrap_or_else(|| "python3".into());
    let done = Command::new(python)
        .arg(girafa_test_support::root().join(RUNNER))
        .args([wasm, list.as_os_str()])
        .stdin(Stdio::null())
        .output()
        .expect("Python is installed");
    let message = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{RUNNER}: {}: {message}", done.status);
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn commands_that_wasm_lacks_are_reported() {
    let Some(wasm) = std::env::var_os("GIRAFA_WASM").filter(|path| !path.is_empty()) else {
        println!("skipped: GIRAFA_WASM does not name the command in WebAssembly (`.ci/nightly` builds it)");
        return;
    };
    let places = TempDir::new().unwrap();
    let commands = ["dap", "dap --listen 0", "lsp", "lsp --stdio", "play x.bas"];
    let runs = commands.iter().enumerate().map(|(at, command)| {
        json!({
            "arguments": command.split(' ').collect::<Vec<_>>(),
            "directory": places.path(),
            "stdout": places.path().join(format!("{at}.out")),
            "stderr": places.path().join(format!("{at}.err")),
        })
    });
    assert_eq!(codes_of(&wasm, &places, runs.collect()), [2; 5]);
    for (at, command) in commands.iter().enumerate() {
        let message = fs::read_to_string(places.path().join(format!("{at}.err"))).unwrap();
        let name = command.split(' ').next().unwrap();
        assert!(
            message.contains(&format!(
                "`girafa {name}` needs a terminal or threads, which WebAssembly does not have"
            )),
            "{message}"
        );
    }
}

/// A text without the rows that contain `words`.
fn without(text: &[u8], words: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let rows = text.split_inclusive('\n').filter(|row| !row.contains(words));
    rows.collect::<String>().into_bytes()
}
