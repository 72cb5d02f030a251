//! The options `--partition` and `--merge`, with which `girafa test`, `compare` and `conform` run on several
//! machines.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use girafa_cli_support::{eprint_line, print, print_json, usage};
use girafa_verify::partition::{MergeError, Merged, Part, Partition, Selection, merge};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of Girafa: parts can only be merged by the same version.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Maximum size of a part's JSON file, in bytes.
const MAX_REPORT_BYTES: u64 = 64 << 20;

/// Options to divide a suite between several machines.
#[derive(Args)]
pub struct Parts {
    /// Run part K of N only: every N-th session (K/N), or by a hash of its name (hash:K/N)
    #[arg(long, value_name = "K/N")]
    pub partition: Option<Partition>,
    /// Merge the JSON outputs of all parts into one result, without running anything
    #[arg(long, value_name = "PART.json", num_args = 1.., conflicts_with = "partition")]
    pub merge: Vec<PathBuf>,
}

impl Parts {
    /// A selection of the part's sessions, or `None` to run all.
    pub fn selection(&self) -> Option<Selection> {
        self.partition.map(Selection::new)
    }

    /// The merged results of all parts of `command`, or `None` without `--merge`. `junit` must not be one of
    /// the parts' files.
    ///
    /// # Errors
    /// A file cannot be read or is not a part, or the parts do not belong to the same suite.
    pub fn merged<R: DeserializeOwned>(
        &self,
        command: &str,
        junit: Option<&Path>,
    ) -> anyhow::Result<Option<Merged<R>>> {
        if self.merge.is_empty() {
            return Ok(None);
        }
        let files: Vec<&Path> = self.merge.iter().map(PathBuf::as_path).collect();
        girafa_files::check_places(&files, [("--junit", junit)])?;
        let parts = files.into_iter().map(|path| {
            let file = girafa_files::shown(path);
            let text = girafa_files::read_text_of(path, "the JSON output of a part", MAX_REPORT_BYTES)?;
            let part: Part<R> = serde_json::from_str(&text).with_context(|| {
                format!(
                    "{file}: not the JSON output of a part, which `{command} --partition K/N --json` prints"
                )
            })?;
            Ok((file, part))
        });
        let parts: Vec<(String, Part<R>)> = parts.collect::<anyhow::Result<_>>()?;
        Ok(Some(merge(command, VERSION, parts).map_err(refused)?))
    }
}

/// Converts an error of a merge: a damaged file, or else arguments that do not belong together.
pub fn refused(error: MergeError) -> anyhow::Error {
    match error {
        MergeError::Damaged { .. } => error.into(),
        error => usage(error),
    }
}

/// Prints a part as JSON, with the results of its sessions in order.
///
/// # Errors
/// The same as [`print_json`].
pub fn print_part<R: Serialize>(
    selection: Selection,
    command: &str,
    results: impl IntoIterator<Item = R>,
) -> anyhow::Result<()> {
    if selection.is_empty() {
        eprint_line(format_args!("girafa: {}", selection.summary()));
    }
    print_json(&selection.part(command, VERSION, results))
}

/// Prints the number of sessions of the part, if there is one.
///
/// # Errors
/// The same as [`print()`].
pub fn print_summary(selection: Option<&Selection>) -> anyhow::Result<()> {
    match selection {
        Some(selection) => print(&format!("{}\n", selection.summary())),
        None => Ok(()),
    }
}
