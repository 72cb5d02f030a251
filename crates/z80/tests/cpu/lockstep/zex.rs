//! Frank Cringle's instruction exerciser, zexdoc, as it ships in the sources of rz80.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use super::pair::Pair;

/// The address where CP/M loads a program.
const START: usize = 0x0100;
/// The address of the image's list of tests, which ends with 0.
const TESTS: usize = 0x013A;
/// CP/M's entry, called with a function number in C.
const BDOS: u16 = 0x0005;
/// The first byte above the program's stack, as CP/M reports it.
const TOP: u16 = 0xF000;

/// Runs Cargo; returns its output or its error message.
fn cargo(arguments: &[&str]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let output = output.map_err(|error| format!("{}: {error}", cargo.display()))?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(text(&output.stderr))
    }
}

/// The directory of rz80's sources, as reported by Cargo: a registry, a vendored copy, or another configured
/// place. The test has to run Cargo: at build time a crate learns only of dependencies with a `links` key,
/// which rz80 does not have, and the exerciser is under the GPL, so this repository cannot have a copy.
/// `--filter-platform` keeps Cargo from requiring packages that only other platforms need. If only this crate
/// was built, a package of another crate may be missing, and Cargo may fetch it.
fn rz80_sources() -> PathBuf {
    let version = cargo(&["-vV"]).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("cargo -vV names the host");
    let arguments = [
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
        host,
        "--offline",
    ];
    let metadata = cargo(&arguments).or_else(|_| cargo(&arguments[..5]));
    let metadata = metadata.unwrap_or_else(|error| panic!("where the sources of rz80 are: {error}"));
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let rz80 = packages
        .iter()
        .find(|package| package["name"] == "rz80")
        .expect("rz80 is a dependency");
    Path::new(rz80["manifest_path"].as_str().unwrap())
        .parent()
        .unwrap()
        .to_owned()
}

/// A program of the exerciser.
struct Image(Vec<u8>);

impl Image {
    fn load(name: &str) -> Image {
        let path = rz80_sources().join("tests").join(name);
        Image(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// The addresses of the tests.
    fn tests(&self) -> Vec<u16> {
        let list = &self.0[TESTS - START..];
        list.chunks(2)
            .map(|word| u16::from_le_bytes([word[0], word[1]]))
            .take_while(|&test| test != 0)
            .collect()
    }

    /// The whole memory, with a single test in the list.
    fn memory(&self, test: u16) -> Vec<u8> {
        let mut memory = vec![0; 0x10000];
        memory[START..START + self.0.len()].copy_from_slice(&self.0);
        memory[TESTS..TESTS + 2].copy_from_slice(&test.to_le_bytes());
        memory[TESTS + 2..TESTS + 4].fill(0);
        memory[BDOS as usize] = 0xC9;
        memory[BDOS as usize + 1..BDOS as usize + 3].copy_from_slice(&TOP.to_le_bytes());
        memory
    }
}

/// Runs one test on both cores for at most `limit` instructions. Returns its output and whether it ended.
fn run(pair: &mut Pair, image: &Image, test: u16, limit: u64) -> (String, bool) {
    pair.load_memory(&image.memory(test));
    pair.ours = girafa_z80::Cpu::new();
    pair.ours.pc = START as u16;
    pair.copy_registers();
    let mut printed = String::new();
    for step in 0..limit {
        if pair.ours.pc == 0 {
            return (printed, true);
        }
        if pair.ours.pc == BDOS {
            print(pair, &mut printed);
        }
        pair.step()
            .unwrap_or_else(|difference| panic!("test {test:04X}, step {step}: {difference}"));
    }
    (printed, false)
}

/// Emulates CP/M: prints the character in E, or the text at DE up to a dollar sign.
fn print(pair: &Pair, printed: &mut String) {
    let (cpu, memory) = (&pair.ours, &pair.bus.memory);
    match cpu.c {
        2 => printed.push(char::from(cpu.e)),
        9 => printed.extend(
            memory[cpu.de() as usize..]
                .iter()
                .take_while(|&&byte| byte != b'$')
                .map(|&byte| char::from(byte)),
        ),
        other => panic!("CP/M function {other}"),
    }
}

/// Runs every test of an image, in as many threads as there are processors, and checks that each test that
/// ended printed OK. Returns the number of tests that ended and the total.
fn run_all(name: &str, limit: u64) -> (usize, usize) {
    let image = Image::load(name);
    let tests = image.tests();
    let (queue, ended) = (Mutex::new(tests.iter()), Mutex::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut pair = Pair::new();
                let next = || queue.lock().unwrap().next();
                while let Some(&test) = next() {
                    let (printed, end) = run(&mut pair, &image, test, limit);
                    pair.compare_memory()
                        .unwrap_or_else(|difference| panic!("test {test:04X}: {difference}"));
                    if end {
                        println!("{}", printed.lines().nth(1).unwrap_or_default());
                        assert!(
                            printed.contains("  OK") && !printed.contains("ERROR"),
                            "{printed}"
                        );
                        *ended.lock().unwrap() += 1;
                    }
                }
            });
        }
    });
    (ended.into_inner().unwrap(), tests.len())
}

/// The first 2,000,000 instructions of each test.
#[test]
fn part() {
    let (ended, tests) = run_all("zexdoc.com", 2_000_000);
    println!("zexdoc: {tests} tests for 2,000,000 instructions each; {ended} came to their end, with OK");
    assert_eq!(tests, 67);
}

/// Every test to its end, including Y and X. Runs only with `GIRAFA_ZEX=whole`.
#[test]
fn whole() {
    if std::env::var_os("GIRAFA_ZEX").is_none_or(|value| value != "whole") {
        println!("skipped: all of zexdoc and zexall takes minutes; set GIRAFA_ZEX=whole in release mode");
        return;
    }
    for name in ["zexdoc.com", "zexall.com"] {
        assert_eq!(run_all(name, u64::MAX), (67, 67), "{name}");
    }
}
