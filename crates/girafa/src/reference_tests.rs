//! Checks that the reference (`docs/reference`) has exactly one page per command and one row per option that
//! clap knows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory};

use crate::man::{ENVIRONMENT, family};

/// Pages of the reference that are not about a single command.
const OTHER_PAGES: [&str; 8] = [
    "index",
    "targets",
    "run-options",
    "file-formats",
    "session-files",
    "environment",
    "limits",
    "exit-codes",
];

/// The page of options that several commands share.
const SHARED_OPTIONS_PAGE: &str = "run-options";

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// A page of the reference.
fn page(name: &str) -> String {
    let path = documents().join(format!("reference/{name}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The name of a command's page, such as `book-new`.
fn page_name(command: &str) -> String {
    command.replace(' ', "-")
}

/// All names of options in a text, such as `--answer` and `-o`.
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

/// The names of an option.
fn names(option: &Arg) -> BTreeSet<String> {
    let long = option.get_long().map(|long| format!("--{long}"));
    let short = option.get_short().map(|short| format!("-{short}"));
    long.into_iter().chain(short).collect()
}

/// The options of a command, except those that all commands have.
fn options(command: &Command) -> Vec<&Arg> {
    let is_own =
        |option: &&Arg| !option.is_positional() && !["help", "version"].contains(&option.get_id().as_str());
    command.get_arguments().filter(is_own).collect()
}

/// The table rows of a page that begin with an option.
fn rows(page: &str) -> Vec<&str> {
    page.lines().filter(|row| row.starts_with("| `-")).collect()
}

/// The first cell of a row.
fn head(row: &str) -> &str {
    row.split(" | ").next().unwrap_or(row)
}

/// All commands without subcommands, with their names.
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
        let (page, shared) = (page(&page_name(&name)), page(SHARED_OPTIONS_PAGE));
        let mut rows = rows(&page);
        if page.contains("(run-options.md)") {
            rows.extend(self::rows(&shared));
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
        let page = page(&page_name(&name));
        let synopsis = page
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

#[test]
fn every_page_is_of_a_command_and_in_the_contents() {
    let commands: BTreeSet<String> = commands().iter().map(|(name, _)| page_name(name)).collect();
    let others = OTHER_PAGES.map(str::to_owned);
    let known: BTreeSet<String> = commands.iter().cloned().chain(others).collect();
    let files = fs::read_dir(documents().join("reference")).unwrap();
    let pages: BTreeSet<String> = files
        .map(|file| {
            file.unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(pages, known);
    let index = page("index");
    for name in &commands {
        assert!(page(name).starts_with(&format!("# `girafa {}`\n", name.replace("book-", "book "))));
        assert!(index.contains(&format!("]({name}.md)")), "index.md: {name}");
    }
}

#[test]
fn help_names_the_page_of_each_command() {
    let mut command = crate::documentation::linked(crate::Arguments::command()).disable_help_subcommand(true);
    command.build();
    for command in family(&command) {
        let name = command
            .get_bin_name()
            .unwrap_or_default()
            .trim_start_matches("girafa")
            .trim();
        let name = if command.has_subcommands() { "index" } else { name };
        let help = command.clone().render_long_help().to_string();
        let last = help.trim_end().lines().last().unwrap_or_default();
        let address = env!("CARGO_PKG_REPOSITORY");
        let page = page_name(name);
        assert_eq!(
            last,
            format!("Documentation: {address}/blob/main/docs/reference/{page}.md")
        );
        assert!(
            documents().join(format!("reference/{page}.md")).is_file(),
            "{page}"
        );
    }
}

/// Options are also mentioned outside their command's page.
#[test]
fn every_option_that_is_mentioned_exists() {
    let mut known: BTreeSet<String> = ["--help", "-h", "--version", "-V"].map(str::to_owned).into();
    known.extend(
        commands()
            .iter()
            .flat_map(|(_, command)| options(command).into_iter().flat_map(names).collect::<Vec<_>>()),
    );
    // Options of cargo, xterm and man.
    known.extend(["--test", "--example", "--nocapture", "-p", "-l", "-ti"].map(str::to_owned));
    let pages = commands().into_iter().map(|(name, _)| page_name(&name));
    let pages = pages
        .chain(OTHER_PAGES.map(str::to_owned))
        .map(|name| page(&name));
    let mentioned: BTreeSet<String> = pages.flat_map(|page| options_in(&page)).collect();
    let unknown: Vec<&String> = mentioned.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn variables_and_exit_codes_are_in_the_reference() {
    let variables = page("environment");
    for (variable, _) in ENVIRONMENT {
        assert!(variables.contains(&format!("| `{variable}` |")), "{variable}");
    }
    let codes = |row: &str| row.trim_start().split("  ").next()?.parse::<u8>().ok();
    let known: Vec<u8> = girafa_cli_support::HELP.lines().filter_map(codes).collect();
    let page = page("exit-codes");
    let shown: Vec<u8> = page
        .lines()
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

/// The row of an argument for the tests of random command lines: its names (or `=` for a positional argument)
/// and its values.
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

/// The list of commands and arguments for the tests of random command lines (`tests/command/arguments`),
/// which only see the command from outside, is complete. `UPDATE_EXPECT=1` updates it.
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
