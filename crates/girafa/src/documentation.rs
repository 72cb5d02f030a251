//! Links to a command's documentation.

use clap::Command;

/// The text before the URL in the help of a command.
const LABEL: &str = "Documentation: ";

/// The URL of a command's page; `path` is the subcommand's words after `girafa`.
fn page(path: &[&str]) -> String {
    let name = if path.is_empty() {
        "index".to_owned()
    } else {
        path.join("-")
    };
    format!(
        "{}/blob/main/docs/reference/{name}.md",
        env!("CARGO_PKG_REPOSITORY")
    )
}

/// Adds the URLs of the documentation to the end of `--help`, for the command and all its subcommands.
pub fn linked(command: Command) -> Command {
    linked_below(command, &[])
}

fn linked_below(command: Command, path: &[&str]) -> Command {
    // A group of commands has no page of its own.
    let address = page(if command.has_subcommands() { &[] } else { path });
    let mut help = command
        .get_after_help()
        .map(|help| format!("{}\n\n", help.ansi()))
        .unwrap_or_default();
    help += &format!("{LABEL}{address}");
    command.after_long_help(help).mut_subcommands(|subcommand| {
        let name = subcommand.get_name().to_owned();
        linked_below(subcommand, &[path, &[&name]].concat())
    })
}

/// The URL at the end of a command's help.
pub fn address(help: &str) -> Option<&str> {
    help.trim_end().rsplit_once(LABEL).map(|(_, address)| address)
}
