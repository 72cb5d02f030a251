//! The names of a release's files, and its targets. The binstall metadata in `crates/girafa/Cargo.toml`,
//! `action.yml` and the templates in `packaging` use the same names; `cargo xtask release --dry-run` compares
//! them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

/// The targets of a release, as rustc names them.
pub const TARGETS: [&str; 7] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
];

/// The directory inside an archive, which is also the archive's name without its extension.
pub fn directory(version: &str, target: &str) -> String {
    format!("girafa-{version}-{target}")
}

/// The file name of an archive: a .zip for Windows, a .tar.gz for all others.
pub fn archive(version: &str, target: &str) -> String {
    let extension = if is_windows(target) { "zip" } else { "tar.gz" };
    format!("{}.{extension}", directory(version, target))
}

/// The directory inside the archive of the page, which is also the archive's name without its extension.
pub fn page_directory(version: &str) -> String {
    format!("girafa-{version}-page")
}

/// Whether a target is for Windows.
pub fn is_windows(target: &str) -> bool {
    target.contains("windows")
}

/// The directory of the repository: from `cargo run`, or else where this program was built.
pub fn root() -> anyhow::Result<PathBuf> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    // Not `canonicalize`: some programs do not understand its paths on Windows.
    let root = std::path::absolute(Path::new(&manifest).join("..")).context("the current directory")?;
    Ok(root.components().fold(PathBuf::new(), enter))
}

/// Appends one component to a path, resolving `..`.
fn enter(mut path: PathBuf, part: std::path::Component<'_>) -> PathBuf {
    if part == std::path::Component::ParentDir {
        path.pop();
    } else {
        path.push(part);
    }
    path
}

/// Cargo's target directory.
pub fn target_directory(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path))
}

/// A command for the cargo that runs this program.
pub fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    // `cargo run` sets these for this crate; they must not reach other builds.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH"] {
        cargo.env_remove(name);
    }
    cargo.current_dir(root);
    cargo
}

/// Runs a command and returns its standard output; its standard error is shown. Fails if the command fails.
pub fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    if !done.status.success() {
        let arguments: Vec<_> = command
            .get_args()
            .map(|argument| argument.to_string_lossy())
            .collect();
        bail!("`{name} {}` failed ({})", arguments.join(" "), done.status);
    }
    String::from_utf8(done.stdout).with_context(|| format!("{name} printed bytes that are not UTF-8"))
}

/// The value of a key in the section `[workspace.package]` of the workspace's manifest.
pub fn workspace_value(root: &Path, key: &str) -> anyhow::Result<String> {
    let path = root.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let manifest: toml::Table = text.parse().with_context(|| format!("{}", path.display()))?;
    let value = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("package"))
        .and_then(|package| package.get(key))
        .and_then(toml::Value::as_str);
    ensure!(value.is_some(), "Cargo.toml: no `{key}` in [workspace.package]");
    Ok(value.unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_named_after_version_and_target() {
        assert_eq!(
            archive("1.2.3", "x86_64-unknown-linux-musl"),
            "girafa-1.2.3-x86_64-unknown-linux-musl.tar.gz"
        );
        assert_eq!(
            archive("1.2.3", "x86_64-pc-windows-msvc"),
            "girafa-1.2.3-x86_64-pc-windows-msvc.zip"
        );
    }

    #[test]
    fn targets_are_sorted_and_different() {
        assert!(TARGETS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_root_has_the_workspace() {
        let root = root().unwrap();
        assert!(!root.to_string_lossy().contains(".."));
        assert!(
            workspace_value(&root, "repository")
                .unwrap()
                .starts_with("https://")
        );
        assert!(workspace_value(&root, "absent").is_err());
    }
}
