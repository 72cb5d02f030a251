//! Runs every command on the programs in `examples`: check, run, test, print, cover, profile.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// A program, its input options, and a row that it prints.
const EXAMPLES: [(&str, &[&str], &str); 8] = [
    ("adivinha", &["--keys", "9 1:1s 6"], "Tentativas: 3"),
    (
        "agenda",
        &[
            "--answer", "1", "--answer", "Ana", "--answer", "12", "--answer", "4", "--answer", "5",
            "--answer", "6",
        ],
        "Carregados: 1",
    ),
    ("azulejos", &[], "ⒶⒷ"),
    ("codigo", &[], "1+2+...+100=5050"),
    ("erros", &["--answer", "2"], "Erro 2"),
    ("funcoes", &["--answer", "x*x-1"], "f(x)=x*x-1"),
    ("melodia", &[], "Tempos: 16"),
    ("ordena", &[], "Shell: 5 s"),
];

/// A copy of the examples, so that tests do not write to the originals.
fn examples() -> TempDir {
    let copy = TempDir::new().unwrap();
    for file in fs::read_dir(girafa_test_support::root().join("examples")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

fn listings(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".bas")?.to_owned()))
        .collect();
    names.sort();
    names
}

#[test]
fn every_example_passes_all_commands() {
    let copy = examples();
    let path = copy.path();
    assert_eq!(listings(path), EXAMPLES.map(|(name, ..)| name));
    for (name, given, row) in EXAMPLES {
        let file = format!("{name}.bas");
        let run = |command: &[&str]| girafa(path, &[command, given].concat());
        let fails = name == "erros";
        let code = Some(i32::from(fails));

        let checked = girafa(path, &["check", &file]);
        assert_eq!(checked.status.code(), code, "{}", stdout(&checked));
        let ran = run(&["run", &file]);
        assert_eq!(ran.status.code(), code, "{name}: {}", stderr(&ran));
        assert!(stdout(&ran).lines().any(|seen| seen == row), "{}", stdout(&ran));
        assert_eq!(stderr(&ran).contains("210 | LET i=4: LET a(i)=1"), fails);

        let printed = girafa(path, &["hardcopy", &file, "--llist", "-o", "out.png", "--text"]);
        assert_eq!(printed.status.code(), Some(0), "{name}: {}", stderr(&printed));
        let listed = girafa(path, &["list", &file]);
        // Until a program defines them, user-defined graphics look like letters.
        let letters: String = stdout(&listed).chars().map(plain_letter).collect();
        assert_eq!(stdout(&printed), letters, "{name}");

        let covered = girafa(path, &["cover", &file]);
        assert_eq!(covered.status.code(), Some(0), "{name}: {}", stderr(&covered));
        let profiled = run(&["profile", &file, "--top", "3"]);
        assert_eq!(profiled.status.code(), code, "{name}: {}", stderr(&profiled));
        assert!(
            stdout(&profiled).contains("T-states in total"),
            "{}",
            stdout(&profiled)
        );
    }
}

fn plain_letter(c: char) -> char {
    match c {
        'Ⓐ'..='Ⓤ' => char::from(b'A' + (u32::from(c) - u32::from('Ⓐ')) as u8),
        _ => c,
    }
}

#[test]
fn the_examples_are_tested() {
    // One of the examples has a reference in Python.
    if !girafa_test_support::has_command("python3") {
        return;
    }
    let copy = examples();
    let tested = girafa(copy.path(), &["test"]);
    assert_eq!(
        tested.status.code(),
        Some(0),
        "{}{}",
        stdout(&tested),
        stderr(&tested)
    );
    assert!(
        stdout(&tested).contains("8 programs, 20 sessions"),
        "{}",
        stdout(&tested)
    );
}
