//! `girafa check`

use girafa_console::{Exit, eprint_line, print};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;

use clap::Args;
use girafa_basic::check;
use girafa_basic::diagnostic::{Diagnostics, Severity};

use girafa_subject::SubjectError;

/// Report errors and suspicious code that the Spectrum's editor accepts
#[derive(Args)]
pub struct Check {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of an included program
    #[arg(value_name = "TARGET")]
    target: OsString,
    /// Print the findings as a JSON array
    #[arg(long)]
    json: bool,
}

impl Check {
    /// Prints the findings. Fails if one of them is an error.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let text = self.text()?;
        let name = self.label().into_owned();
        let found = check::text(&text).map_err(|errors| SubjectError::Listing {
            said: format!("{name} has mistakes"),
            text: text.clone(),
            name,
            errors,
        })?;
        if self.json {
            print(&json(&found, &text))?;
        } else {
            print(&found.render(&self.label(), &text, std::io::stdout().is_terminal()))?;
            eprint_line(format_args!("{}: {}", self.label(), summary(&found)));
        }
        Ok(if found.has_errors() {
            Exit::Failed
        } else {
            Exit::Well
        })
    }

    /// The target's name, for messages.
    fn label(&self) -> Cow<'_, str> {
        self.target.to_string_lossy()
    }

    /// The listing as it is in its file, or as a tape's program is written.
    fn text(&self) -> anyhow::Result<String> {
        let path = Path::new(&self.target);
        let is_text = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("bas"));
        if is_text {
            return Ok(girafa_files::read_text(path)?);
        }
        let program = girafa_console::resolve("girafa", &self.target)?.program(&self.label())?;
        girafa_console::eprint_notices("girafa", &girafa_subject::tail(&self.label(), &program));
        Ok(girafa_basic::text::from_program(&program))
    }
}

fn summary(found: &Diagnostics) -> String {
    let errors = found
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    let counted = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    match (errors, found.len() - errors) {
        (0, 0) => "nothing found".to_owned(),
        (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

fn json(found: &Diagnostics, text: &str) -> String {
    let findings: Vec<serde_json::Value> = found
        .iter()
        .map(|finding| {
            let (row, column) = finding.position(text);
            serde_json::json!({
                "code": finding.code,
                "severity": if finding.severity == Severity::Error { "error" } else { "warning" },
                "row": row,
                "column": column,
                "message": finding.message,
                "label": finding.label,
                "help": finding.help,
            })
        })
        .collect();
    format!("{}\n", serde_json::Value::Array(findings))
}
