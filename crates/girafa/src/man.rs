//! `girafa man`: generates the manual pages from the definitions of the arguments.

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap_mangen::roff::{Roff, bold, roman};

use girafa_cli_support::{Exit, print};

use crate::documentation;

/// Print the manual page, or write one page per command
#[derive(Args)]
pub struct Man {
    /// Directory to write girafa.1, girafa-run.1 and so on to [default: print girafa.1]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The environment variables that the command reads, with their descriptions.
pub const ENVIRONMENT: [(&str, &str); 4] = [
    (
        "GIRAFA_ROM",
        "ROM image of 16,384 bytes to use instead of the built-in ROM. The option --rom takes precedence.",
    ),
    (
        "GIRAFA_BOOK",
        "The text of the book, or a directory of listings that `girafa book import` has written.",
    ),
    (
        "NO_COLOR",
        "If set and not empty, `girafa test` and `girafa compare` use no colour unless --color always is given.",
    ),
    (
        "XDG_DATA_HOME",
        "Data directory of the user, where the directory of imported listings is remembered. The default is \
         ~/.local/share.",
    ),
];

impl Man {
    /// Prints the page of `command`, or writes the pages of `command` and all its subcommands.
    pub fn execute(self, mut command: clap::Command) -> anyhow::Result<Exit> {
        command = command.disable_help_subcommand(true);
        command.build();
        let Some(directory) = self.out else {
            print(&page(&command)?)?;
            return Ok(Exit::Success);
        };
        girafa_files::make_directory(&directory)?;
        for command in family(&command) {
            let path = directory.join(format!("{}.1", name(command)));
            let page = page(command)?;
            girafa_files::write(&path, page.as_bytes())?;
            print(&format!("{}\n", path.display()))?;
        }
        Ok(Exit::Success)
    }
}

/// The command and all its subcommands, recursively.
pub fn family(command: &clap::Command) -> Vec<&clap::Command> {
    let children = command.get_subcommands().flat_map(family);
    std::iter::once(command).chain(children).collect()
}

/// The name of a page, such as `girafa-book-import`.
fn name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of a built command, as roff.
fn page(command: &clap::Command) -> io::Result<String> {
    let man = clap_mangen::Man::new(command.clone())
        .source(concat!("girafa ", env!("CARGO_PKG_VERSION")))
        .manual("Girafa manual");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    sections(command).to_writer(&mut text)?;
    man.render_version_section(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The sections that clap does not generate: keys, exit status, environment.
fn sections(command: &clap::Command) -> Roff {
    let mut roff = Roff::new();
    if let Some(after) = command.get_after_help().map(ToString::to_string)
        && after != girafa_cli_support::HELP
    {
        verbatim(&mut roff, "KEYS", &after);
    }
    verbatim(&mut roff, "EXIT STATUS", girafa_cli_support::HELP);
    roff.control("SH", ["ENVIRONMENT"]);
    for (variable, meaning) in ENVIRONMENT {
        roff.control("TP", []);
        roff.text([bold(variable)]);
        roff.text([roman(meaning)]);
    }
    let help = command.get_after_long_help().map(ToString::to_string);
    if let Some(address) = help.as_deref().and_then(documentation::address) {
        roff.control("SH", ["SEE ALSO"]);
        roff.text([roman(address)]);
    }
    roff
}

/// Adds a section whose rows are not filled. The first row is skipped: it is the section's heading in
/// `--help`.
fn verbatim(roff: &mut Roff, heading: &str, text: &str) {
    roff.control("SH", [heading]);
    roff.control("nf", []);
    for row in text.lines().skip(1) {
        roff.text([roman(row)]);
    }
    roff.control("fi", []);
}
