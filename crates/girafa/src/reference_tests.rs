//! The reference (README.md of this crate) has every command and option that clap knows, and no other.

use std::collections::BTreeSet;

use clap::{Arg, Command, CommandFactory};

use crate::man::{ENVIRONMENT, family};

const REFERENCE: &str = include_str!("../README.md");

/// A section that other sections refer to for the options that they share.
const SHARED: &str = "Options of a run";

/// The text below a heading of second level.
fn section(heading: &str) -> &'static str {
    let start = REFERENCE
        .find(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("the reference has no section `{heading}`"));
    let text = &REFERENCE[start + 4..];
    text.find("\n## ").map_or(text, |end| &text[..end])
}

/// All names of options in a text: `--answer`, `-o`.
fn options_in(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c| !word(c));
    let names = words.filter(|word| {
        let name = word.trim_start_matches('-');
        let is_short = word.len() == 2 && word.starts_with('-');
        (is_short || word.starts_with("--")) && name.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    names.map(str::to_owned).collect()
}

/// The names of an option of clap's.
fn names(option: &Arg) -> BTreeSet<String> {
    let long = option.get_long().map(|long| format!("--{long}"));
    let short = option.get_short().map(|short| format!("-{short}"));
    long.into_iter().chain(short).collect()
}

/// The options of a command, but for those that all commands have.
fn options(command: &Command) -> Vec<&Arg> {
    let is_own =
        |option: &&Arg| !option.is_positional() && !["help", "version"].contains(&option.get_id().as_str());
    command.get_arguments().filter(is_own).collect()
}

/// The rows of the tables of a section that begin with an option.
fn rows(section: &str) -> Vec<&str> {
    section.lines().filter(|row| row.starts_with("| `-")).collect()
}

/// The first cell of a row.
fn head(row: &str) -> &str {
    row.split(" | ").next().unwrap_or(row)
}

/// All commands that do something themselves, with the names of their sections.
fn commands() -> Vec<(String, Command)> {
    let mut command = crate::Arguments::command().disable_help_subcommand(true);
    command.build();
    let all = family(&command);
    let leaves = all.into_iter().filter(|command| !command.has_subcommands());
    leaves
        .map(|command| {
            let name = command.get_bin_name().unwrap_or_default();
            (name.trim_start_matches("girafa ").to_owned(), command.clone())
        })
        .collect()
}

#[test]
fn every_option_is_in_the_reference_and_no_other() {
    for (name, command) in commands() {
        let section = section(&name);
        let mut rows = rows(section);
        if section.contains("(#options-of-a-run)") {
            rows.extend(self::rows(self::section(SHARED)));
        }
        let known: BTreeSet<String> = options(&command).into_iter().flat_map(names).collect();
        let explained: BTreeSet<String> = rows.iter().flat_map(|row| options_in(head(row))).collect();
        assert_eq!(explained, known, "the options in the tables of `{name}`");
        for option in options(&command) {
            let row = rows
                .iter()
                .find(|row| names(option).is_subset(&options_in(head(row))))
                .unwrap();
            for default in option
                .get_default_values()
                .iter()
                .filter_map(|value| value.to_str())
            {
                let is_flag = !option.get_action().takes_values();
                assert!(
                    is_flag || row.contains(&format!("default `{default}`")),
                    "{name}: {row}"
                );
            }
            for value in option
                .get_possible_values()
                .iter()
                .filter(|_| option.get_action().takes_values())
            {
                assert!(row.contains(&format!("`{}`", value.get_name())), "{name}: {row}");
            }
        }
    }
}

#[test]
fn every_synopsis_has_the_options_of_its_command() {
    for (name, command) in commands() {
        let section = section(&name);
        let synopsis = section
            .split("```text\n")
            .nth(1)
            .and_then(|text| text.split("```").next())
            .unwrap_or_else(|| panic!("`{name}` has no synopsis"));
        assert!(synopsis.starts_with(&format!("girafa {name}")), "{synopsis}");
        let shown = options_in(synopsis);
        for option in options(&command) {
            assert!(
                !shown.is_disjoint(&names(option)),
                "{name}: {option} is not in {synopsis}"
            );
        }
        let known: BTreeSet<String> = options(&command).into_iter().flat_map(names).collect();
        assert!(shown.is_subset(&known), "{name}: {synopsis}");
    }
}

/// Options are spoken of outside of their command's section too.
#[test]
fn every_option_that_is_mentioned_exists() {
    let mut known: BTreeSet<String> = ["--help", "-h", "--version", "-V"].map(str::to_owned).into();
    known.extend(
        commands()
            .iter()
            .flat_map(|(_, command)| options(command).into_iter().flat_map(names).collect::<Vec<_>>()),
    );
    // Those of cargo, xterm and man.
    known.extend(["--test", "--example", "--nocapture", "-p", "-l", "-ti"].map(str::to_owned));
    let mentioned = options_in(REFERENCE);
    let unknown: Vec<&String> = mentioned.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn variables_and_exit_codes_are_in_the_reference() {
    let variables = section("Environment variables");
    for (variable, _) in ENVIRONMENT {
        assert!(variables.contains(&format!("| `{variable}` |")), "{variable}");
    }
    let codes = |row: &str| row.trim_start().split("  ").next()?.parse::<u8>().ok();
    let known: Vec<u8> = girafa_console::HELP.lines().filter_map(codes).collect();
    let table = section("Exit codes").lines();
    let shown: Vec<u8> = table
        .filter_map(|row| row.strip_prefix("| ")?.split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(known, [0, 1, 2, 3, 4, 5]);
    assert_eq!(shown, known);
}

#[test]
fn a_completion_script_for_each_shell_knows_the_commands() {
    use clap::ValueEnum;
    for shell in clap_complete::Shell::value_variants() {
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut crate::Arguments::command(), "girafa", &mut script);
        let script = String::from_utf8(script).unwrap();
        for (name, _) in commands() {
            let word = name.rsplit(' ').next().unwrap();
            assert!(script.contains(word), "{shell}: {name}");
        }
    }
}

/// The row of an argument for the tests of random command lines: its names (`=` stands where there is none), and what it takes.
fn row_of(argument: &Arg) -> String {
    let names: Vec<String> = names(argument).into_iter().collect();
    let names = if names.is_empty() {
        "=".to_owned()
    } else {
        names.join("|")
    };
    let values: Vec<_> = argument.get_possible_values();
    let values: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let what = argument.get_value_names().and_then(|names| names.first());
    match (argument.get_action().takes_values(), what) {
        (false, _) => format!("  {names}\n"),
        (true, Some(what)) if values.is_empty() => format!("  {names} {what}\n"),
        (true, _) => format!("  {names} {{{}}}\n", values.join("|")),
    }
}

/// The tests of random command lines (`tests/command/arguments`), which see the command from outside, have all commands and
/// arguments that there are. `UPDATE_EXPECT=1` writes them.
#[test]
fn random_command_lines_have_every_argument() {
    let mut known = String::new();
    for (name, command) in commands() {
        known += &format!("{name}\n");
        known.extend(command.get_positionals().map(row_of));
        known.extend(options(&command).into_iter().map(row_of));
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/command/arguments/commands.txt"
    );
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &known).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), known);
}
