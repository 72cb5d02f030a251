//! No output overwrites an input: tests every subcommand, with each of its outputs over each of its inputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// A subcommand that reads or writes files, and its arguments. In an argument, `@NAME` is an input, a copy of
/// the file with this name in [files]; `>` is replaced by the output.
struct Case {
    command: &'static str,
    base: &'static [&'static str],
    /// Optional inputs.
    inputs: &'static [&'static [&'static str]],
    outputs: &'static [&'static [&'static str]],
    /// Inputs that may be overwritten, each with the output that may do it.
    meant: &'static [(&'static str, &'static str)],
}

/// Options of every command that runs a program.
const RUN_OPTIONS: &[&[&str]] = &[&["--answers", "@a.txt"], &["--rom", "@my.rom"], &[]];

const CASES: &[Case] = &[
    Case {
        command: "run",
        base: &["@p.sna"],
        inputs: RUN_OPTIONS,
        outputs: &[
            &["--screen", ">"],
            &["--gif", ">"],
            &["--paper", ">"],
            &["--wav", ">"],
            &["--tape", ">"],
            &["--save", ">"],
        ],
        meant: &[("p.sna", "--save")],
    },
    Case {
        command: "run",
        base: &["@p.bas"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--screen", ">"], &["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "hardcopy",
        base: &["@p-1.bas"],
        inputs: &[
            &["--answers", "@a.txt"],
            &["--rom", "@my.rom"],
            &["--tape", "@t.tap"],
        ],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "hardcopy",
        base: &["@p.bas", "--text"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "cover",
        base: &["@p.bas"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "profile",
        base: &["@p.bas"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "trace",
        base: &["@p.bas"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "vars",
        base: &["@t.tap"],
        inputs: RUN_OPTIONS,
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "debug",
        base: &["@p.bas", "-c", "continue"],
        inputs: &[&["--answers", "@a.txt"], &["--rom", "@my.rom"]],
        outputs: &[&["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "tap",
        base: &["@p.bas", "@t.tap", "@s.scr"],
        inputs: &[&["--code", "32768=@a.txt"]],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "tap",
        base: &["@p.bas", "--raw"],
        inputs: &[],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "untap",
        base: &["@t.tap"],
        inputs: &[],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "renumber",
        base: &["@p.bas"],
        inputs: &[],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "format",
        base: &["@p.bas"],
        inputs: &[],
        outputs: &[&["-o", ">"]],
        meant: &[],
    },
    Case {
        command: "typein",
        base: &["@p.bas"],
        inputs: &[&["--fixes", "@f.toml"]],
        outputs: &[&["-o", ">"], &["--suggest", ">"]],
        meant: &[("f.toml", "--suggest")],
    },
    Case {
        command: "typein",
        base: &["@page.png"],
        inputs: &[&["--fixes", "@f.toml"], &["--font", "@font.txt"]],
        outputs: &[
            &["-o", ">"],
            &["--suggest", ">"],
            &["--text", ">"],
            &["--proof", ">"],
        ],
        meant: &[("f.toml", "--suggest")],
    },
    Case {
        command: "typein",
        base: &["@page.png"],
        inputs: &[],
        outputs: &[&["--learn", ">"]],
        meant: &[],
    },
    Case {
        command: "compare",
        base: &["@p.bas", "--expect", "@a.txt"],
        inputs: &[&["--answers", "@answers.txt"], &["--rom", "@my.rom"]],
        outputs: &[&["--junit", ">"], &["--tape", ">"]],
        meant: &[],
    },
    Case {
        command: "compare",
        base: &["hanoi", "--sessions", "sd", "@sd/hanoi.toml"],
        inputs: &[&["--rom", "@my.rom"], &["--book", "@a.txt"]],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "test",
        base: &[
            "td",
            "@td/p.toml",
            "@td/p.bas",
            "@td/p.txt",
            "@td/p.png",
            "@td/t.tap",
        ],
        inputs: &[&["--rom", "@my.rom"]],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "test",
        base: &["@td/p.toml"],
        inputs: &[],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "conform",
        base: &["@a.txt"],
        inputs: &[&["--rom", "@my.rom"]],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "test",
        base: &["--merge", "@a.txt", "@answers.txt"],
        inputs: &[],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "compare",
        base: &["--merge", "@a.txt", "@answers.txt"],
        inputs: &[],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
    Case {
        command: "conform",
        base: &["--merge", "@a.txt", "@answers.txt"],
        inputs: &[],
        outputs: &[&["--junit", ">"]],
        meant: &[],
    },
];

/// Options that name an input file or directory. Options in neither this list nor [`OUTPUT_OPTIONS`] must not
/// name files.
const INPUT_OPTIONS: [&str; 11] = [
    "--answers",
    "--rom",
    "--fixes",
    "--font",
    "--code",
    "--records",
    "--expect",
    "--sessions",
    "--book",
    "--merge",
    "--tape",
];
const OUTPUT_OPTIONS: [&str; 15] = [
    "--record",
    "--screen",
    "--gif",
    "--paper",
    "--wav",
    "--save",
    "--out",
    "-o",
    "--suggest",
    "--junit",
    "--diff",
    "--tape",
    "--text",
    "--proof",
    "--learn",
];
/// Outputs that other tests cover: directories, and the player's.
const OUTPUTS_OF_OTHER_TESTS: [(&str, &str); 9] = [
    ("run", "--record"),
    ("play", "--record"),
    ("book import", "--out"),
    ("book new", "--out"),
    ("man", "--out"),
    ("play", "--out"),
    ("play", "--tape"),
    ("test", "--diff"),
    ("hardcopy", "--out"),
];

/// A directory with all files that the cases read.
fn files() -> TempDir {
    let directory = TempDir::new().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let listing = b"10 LPRINT \"x\"\n20 PRINT 1\n";
    for name in ["p.bas", "p-1.bas", "td/p.bas"] {
        put(name, listing);
    }
    for arguments in [
        &["run", "p.bas", "--save", "p.sna"][..],
        &["run", "p.bas", "--screen", "td/p.png"],
        &[
            "hardcopy", "p.bas", "--llist", "-o", "page.png", "--style", "paper",
        ],
        &["tap", "p.bas", "-o", "t.tap"],
        &["tap", "p.bas", "-o", "td/t.tap"],
    ] {
        let output = girafa(directory.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    put("my.rom", girafa_rom::girafa48().bytes());
    for name in ["a.txt", "answers.txt", "td/p.txt"] {
        put(name, b"1\n");
    }
    put("s.scr", &[0; 6912]);
    put("f.toml", b"");
    put("font.txt", b"character A\n");
    put(
        "sd/hanoi.toml",
        b"id = \"hanoi\"\n[[session]]\nname = \"x\"\nanswers = [\"3\"]\n",
    );
    put(
        "td/p.toml",
        b"[[session]]\nname = \"x\"\ntape = \"t.tap\"\ntranscript_file = \"p.txt\"\npicture = \"p.png\"\n",
    );
    directory
}

/// An argument without the input mark `@`.
fn plain(argument: &str) -> String {
    argument.replacen('@', "", 1)
}

fn input(argument: &str) -> Option<&str> {
    argument.split_once('@').map(|(_, name)| name)
}

/// Runs the command with its output at `name`, reached through all kinds of paths. Returns `None` if every
/// run is refused and the file is unchanged.
fn is_replaced(directory: &Path, arguments: &[String], name: &str) -> Option<String> {
    let path = directory.join(name);
    let before = fs::read(&path).unwrap();
    let done = girafa(
        directory,
        &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let message = stderr(&done);
    let is_refused = done.status.code() == Some(2)
        && message.lines().count() == 1
        && message.contains("this file is the input")
        && stdout(&done).is_empty();
    let is_whole = fs::read(&path).unwrap() == before;
    (!is_refused || !is_whole).then(|| format!("{arguments:?}: whole {is_whole}: {message}"))
}

#[test]
fn no_output_of_any_command_takes_the_place_of_an_input() {
    let directory = files();
    std::os::unix::fs::symlink(directory.path(), directory.path().join("again")).unwrap();
    let mut failures = Vec::new();
    let mut pairs = 0;
    for case in CASES {
        for more in case.inputs.iter().copied().chain([&[][..]]) {
            let given = || case.base.iter().chain(more).copied();
            for output in case.outputs {
                for name in given().filter_map(input) {
                    if case.meant.contains(&(name, output[0])) {
                        continue;
                    }
                    // Session files are given by their directory.
                    let is_within = |argument: &&str| {
                        !argument.starts_with('@') || !argument.contains("d/") || case.base.len() == 1
                    };
                    for backend in [name.to_owned(), format!("again/./{name}")] {
                        let mut arguments = vec![case.command.to_owned()];
                        arguments.extend(given().filter(is_within).map(plain));
                        arguments.extend(output.iter().map(|part| part.replace('>', &backend)));
                        pairs += 1;
                        // The extension of a snapshot must be valid.
                        if output[0] == "--save" && !name.ends_with(".sna") {
                            let link = format!("{}.szx", name.replace(['.', '/'], "-"));
                            let link = directory.path().join(link);
                            if !link.exists() {
                                std::os::unix::fs::symlink(directory.path().join(name), &link).unwrap();
                            }
                            *arguments.last_mut().unwrap() = link.display().to_string();
                        }
                        failures.extend(is_replaced(directory.path(), &arguments, name));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(pairs > 100, "{pairs}");
}

/// New subcommands and options must be added to the cases.
#[test]
fn every_option_that_names_a_file_is_among_the_cases() {
    let directory = TempDir::new().unwrap();
    let help = |arguments: &[&str]| stdout(&girafa(directory.path(), &[arguments, &["--help"]].concat()));
    let commands = |text: &str| -> Vec<String> {
        let rows = text
            .lines()
            .skip_while(|row| !row.starts_with("Commands:"))
            .skip(1);
        rows.take_while(|row| row.starts_with("  "))
            .filter_map(|row| row.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    };
    let mut all: Vec<String> = commands(&help(&[]));
    all.extend(
        commands(&help(&["book"]))
            .into_iter()
            .map(|name| format!("book {name}")),
    );
    assert!(all.len() > 20, "{all:?}");
    let mut missing = Vec::new();
    for command in &all {
        let text = help(&command.split(' ').collect::<Vec<_>>());
        for row in text.lines().filter(|row| row.trim_start().starts_with('-')) {
            let Some((names, value)) = row.trim().split_once(" <") else {
                continue;
            };
            let option = names.split(", ").last().unwrap();
            let value = value.split('>').next().unwrap();
            let is_file = ["FILE", "DIR", "."].iter().any(|mark| value.contains(mark));
            let is_known = INPUT_OPTIONS.contains(&option) || OUTPUT_OPTIONS.contains(&option);
            if is_file != is_known {
                missing.push(format!("{command} {option} <{value}>: is it read or written?"));
            }
            let mut cases = CASES.iter().filter(|case| case.command == command);
            let is_tested = cases.any(|case| {
                case.outputs
                    .iter()
                    .any(|output| names.split(", ").any(|name| name == output[0]))
            });
            if OUTPUT_OPTIONS.contains(&option)
                && !is_tested
                && !OUTPUTS_OF_OTHER_TESTS.contains(&(command, option))
            {
                missing.push(format!("{command} {option}: no case writes it over what is read"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The ROM and the book's text named by environment variables are inputs too.
#[test]
fn files_that_the_environment_names_are_kept() {
    let directory = files();
    let run = |variable: &str, name: &str, arguments: &[&str]| {
        let before = fs::read(directory.path().join(name)).unwrap();
        let done = Command::new(env!("CARGO_BIN_EXE_girafa"))
            .args(arguments)
            .current_dir(directory.path())
            .env("XDG_DATA_HOME", directory.path().join("data"))
            .env_remove("GIRAFA_ROM")
            .env_remove("GIRAFA_BOOK")
            .env(variable, name)
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", stderr(&done));
        assert!(
            stderr(&done).contains("this file is the input"),
            "{}",
            stderr(&done)
        );
        assert!(
            fs::read(directory.path().join(name)).unwrap() == before,
            "{arguments:?}"
        );
    };
    for arguments in [
        &["run", "p.bas", "--screen", "my.rom"][..],
        &["run", "p.bas", "--tape", "my.rom"],
        &["vars", "p.bas", "--tape", "my.rom"],
        &["hardcopy", "p.bas", "-o", "my.rom"],
        &["compare", "p.bas", "--expect", "a.txt", "--junit", "my.rom"],
        &["test", "td", "--junit", "my.rom"],
    ] {
        run("GIRAFA_ROM", "my.rom", arguments);
    }
    run(
        "GIRAFA_BOOK",
        "a.txt",
        &["compare", "hanoi", "--sessions", "sd", "--junit", "a.txt"],
    );
}

/// An import neither writes a listing over the book's text nor deletes the text as an old listing.
#[test]
fn book_import_leaves_its_text() {
    let text = "SOMA\n\n10 INPUT a\n20 INPUT b\n30 PRINT \"Soma: \";a-b\n\nFim.\n";
    for place in ["soma.bas", "soma.tap", "soma@corrected.bas"] {
        let directory = TempDir::new().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::write(at("soma.txt"), text).unwrap();
        let output = girafa(directory.path(), &["book", "new", "soma.txt", "--out", "r"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::create_dir(at("l")).unwrap();
        fs::rename(at("soma.txt"), at("l").join(place)).unwrap();
        let input = format!("l/{place}");
        let arguments = ["book", "import", &input, "--records", "r", "--out", "l"];
        assert_eq!(
            is_replaced(directory.path(), &arguments.map(str::to_owned), &input),
            None
        );
        assert_eq!(fs::read_dir(at("l")).unwrap().count(), 1, "{place}");
    }
}

/// The player's tape cannot be the file that is played.
#[cfg(target_os = "linux")]
#[test]
fn the_player_records_over_nothing_that_it_plays() {
    use crate::pty::{Answers, Pty};
    let directory = files();
    let before = fs::read(directory.path().join("t.tap")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .args(["play", "t.tap", "--tape", "./t.tap", "--frames", "1"])
        .current_dir(directory.path())
        .env_remove("GIRAFA_ROM");
    let mut pty = Pty::start(&mut command, (80, 24), Answers::default());
    pty.settle("--tape ./t.tap: this file is the input");
    assert_eq!(pty.wait().code(), Some(2));
    assert!(fs::read(directory.path().join("t.tap")).unwrap() == before);
}

/// A report's path is checked before a session runs, also against files named only in a session file.
#[test]
fn the_files_that_sessions_name_are_inputs() {
    let named: BTreeSet<&str> = ["td/p.txt", "td/p.png", "td/t.tap"].into();
    let directory = files();
    for name in named {
        let arguments = ["test", "td", "--junit", name].map(str::to_owned);
        assert_eq!(is_replaced(directory.path(), &arguments, name), None);
    }
}
