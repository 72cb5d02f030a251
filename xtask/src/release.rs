//! `cargo xtask release`: checks that a release can be made, and writes the files that need its version, URL
//! and checksums.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::names::{TARGETS, archive, cargo, directory, is_windows, output, root, workspace_value};
use crate::versions::{Section, section};
use crate::{repository, templates, versions};

/// Options of `cargo xtask release`.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("action").required(true))]
pub struct Options {
    /// Check that a release can be made from this commit, and print each problem; does not change files
    #[arg(long, group = "action")]
    dry_run: bool,
    /// Write the files of `packaging` into this directory, with the checksums of the archives in it
    #[arg(long, group = "action", value_name = "DIR")]
    fill: Option<PathBuf>,
    /// Print the changelog's section for the version
    #[arg(long, group = "action")]
    notes: bool,
    /// Set the repository's URL in all files that contain it
    #[arg(long, group = "action", value_name = "URL")]
    set_repository: Option<String>,
    /// Require this tag, a repository URL that is not the placeholder, and a changelog section, as for a
    /// release
    #[arg(long, requires = "dry_run", value_name = "TAG", conflicts_with = "unreleased")]
    tag: Option<String>,
    /// Accept `## Unreleased` as the changelog's section and the placeholder URL, as between releases
    #[arg(long)]
    unreleased: bool,
    /// Also build each crate from the package that would be uploaded (minutes)
    #[arg(long, requires = "dry_run")]
    package: bool,
}

/// Runs the action that the options select.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let root = root()?;
    if let Some(address) = &options.set_repository {
        return repository::set(&root, address.trim_end_matches('/'));
    }
    let version = workspace_value(&root, "version")?;
    if options.notes {
        println!("{}", changes(&root, &version, options.unreleased)?.notes);
        Ok(())
    } else if let Some(directory) = &options.fill {
        fill(&root, &version, directory, options.unreleased)
    } else {
        dry_run(&root, &version, options)
    }
}

/// The changelog's section for a version.
fn changes(root: &Path, version: &str, unreleased: bool) -> anyhow::Result<Section> {
    let changelog = fs::read_to_string(root.join("CHANGELOG.md")).context("cannot read CHANGELOG.md")?;
    let found = section(&changelog, version);
    let found = if unreleased {
        found.or_else(|| section(&changelog, "Unreleased"))
    } else {
        found
    };
    found.with_context(|| format!("CHANGELOG.md: no section `## {version} - DATE`; rename `## Unreleased`"))
}

/// The date of a release: the changelog's, or else the date of the commit.
fn date(root: &Path, changes: &Section) -> anyhow::Result<String> {
    if let Some(date) = &changes.date {
        return Ok(date.clone());
    }
    let mut log = Command::new("git");
    log.args(["log", "-1", "--format=%cs"]).current_dir(root);
    Ok(output(&mut log)?.trim().to_owned())
}

/// Writes the files of `packaging` to a directory that has the checksums.
fn fill(root: &Path, version: &str, directory: &Path, unreleased: bool) -> anyhow::Result<()> {
    let address = workspace_value(root, "repository")?;
    ensure!(
        unreleased || !repository::is_placeholder(&address),
        "the repository's address is the placeholder {address}: run `cargo xtask release --set-repository URL`"
    );
    let date = date(root, &changes(root, version, unreleased)?)?;
    let values = templates::values(version, &address, &date, |name| {
        templates::checksum_in(directory, name)
    })?;
    for (name, text) in templates::all(root, &values)? {
        let path = directory.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Prints each problem that prevents a release.
fn dry_run(root: &Path, version: &str, options: &Options) -> anyhow::Result<()> {
    let address = workspace_value(root, "repository")?;
    let mut problems = versions::problems(root, version)?;
    problems.extend(repository::problems(root, &address)?);
    if repository::is_placeholder(&address) {
        let note = format!(
            "the repository's address is the placeholder {address}: `cargo xtask release --set-repository URL`"
        );
        if options.tag.is_some() {
            problems.push(note);
        } else {
            println!("note: {note}");
        }
    }
    match changes(root, version, options.unreleased) {
        Ok(changes) if changes.notes.is_empty() => {
            problems.push(format!("CHANGELOG.md: the section for {version} is empty"))
        }
        Ok(changes) => {
            if changes.date.is_none() && !options.unreleased {
                problems.push(format!(
                    "CHANGELOG.md: expected a date in the heading, `## {version} - YYYY-MM-DD`"
                ));
            }
            problems.extend(template_problem(root, version, &address, &changes));
        }
        Err(error) => problems.push(format!("{error:#}")),
    }
    problems.extend(tag_problem(root, version, options.tag.as_deref())?);
    problems.extend(binstall_problems(root, version, &address)?);
    let (packages, package_problems) = package_problems(root, options.package)?;
    problems.extend(package_problems);

    for problem in &problems {
        println!("error: {problem}");
    }
    if problems.is_empty() {
        println!(
            "version {version}: {packages} crates and {} archives can be released",
            TARGETS.len()
        );
        return Ok(());
    }
    bail!(
        "version {version} cannot be released: {}",
        count(problems.len(), "problem")
    )
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Tests the templates with placeholder checksums.
fn template_problem(root: &Path, version: &str, address: &str, changes: &Section) -> Option<String> {
    let files = date(root, changes)
        .and_then(|date| templates::values(version, address, &date, |_| Ok("0".repeat(64))))
        .and_then(|values| templates::all(root, &values));
    files.err().map(|error| format!("{error:#}"))
}

/// Checks that the version's tag is on this commit or does not exist yet.
fn tag_problem(root: &Path, version: &str, given: Option<&str>) -> anyhow::Result<Option<String>> {
    let expected = format!("v{version}");
    if let Some(given) = given
        && given != expected
    {
        return Ok(Some(format!(
            "expected the tag {expected} for version {version}, found `{given}`"
        )));
    }
    let head = repository::head(root)?;
    Ok(match repository::tagged(root, &expected)? {
        Some(commit) if commit != head => Some(format!(
            "the tag {expected} names another commit ({commit:.12}): version {version} needs a new number"
        )),
        None if given.is_some() => Some(format!("there is no tag {expected} in this clone")),
        _ => None,
    })
}

/// Checks that `cargo binstall` looks for the archives where they are.
fn binstall_problems(root: &Path, version: &str, address: &str) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(root.join("crates/girafa/Cargo.toml"))
        .context("cannot read crates/girafa/Cargo.toml")?;
    let manifest: toml::Table = text.parse().context("crates/girafa/Cargo.toml")?;
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let mut problems = Vec::new();
    for target in TARGETS {
        let own = binstall
            .get("overrides")
            .and_then(|overrides| overrides.get(target));
        let value = |key: &str| {
            let value = own.and_then(|own| own.get(key)).or_else(|| binstall.get(key));
            resolved(
                value.and_then(toml::Value::as_str).unwrap_or_default(),
                version,
                address,
                target,
            )
        };
        let name = if is_windows(target) {
            "girafa.exe"
        } else {
            "girafa"
        };
        for (key, expected) in [
            (
                "pkg-url",
                format!(
                    "{address}/releases/download/v{version}/{}",
                    archive(version, target)
                ),
            ),
            ("bin-dir", format!("{}/{name}", directory(version, target))),
            (
                "pkg-fmt",
                if is_windows(target) { "zip" } else { "tgz" }.to_owned(),
            ),
        ] {
            if value(key) != expected {
                problems.push(format!(
                    "crates/girafa/Cargo.toml: binstall's {key} for {target}: expected {expected}, found {}",
                    value(key)
                ));
            }
        }
    }
    Ok(problems)
}

/// Replaces the variables in a value of the binstall metadata.
fn resolved(value: &str, version: &str, address: &str, target: &str) -> String {
    value
        .replace("{ repo }", address)
        .replace("{ version }", version)
        .replace("{ target }", target)
        .replace("{ bin }", "girafa")
        .replace("{ binary-ext }", if is_windows(target) { ".exe" } else { "" })
}

/// The number of published crates, and the problems with their metadata and packages.
fn package_problems(root: &Path, whole: bool) -> anyhow::Result<(usize, Vec<String>)> {
    let metadata = output(cargo(root).args(["metadata", "--no-deps", "--locked", "--format-version=1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata")?;
    let all = metadata["packages"]
        .as_array()
        .context("cargo metadata: no packages")?;
    // `publish = false` is an empty list of registries here. A crate without a version cannot be used from a
    // registry.
    let published: Vec<_> = all
        .iter()
        .filter(|package| package["publish"] != Value::Array(Vec::new()))
        .collect();
    let mut problems = Vec::new();
    for package in &published {
        let name = package["name"].as_str().unwrap_or_default();
        for key in ["description", "license", "readme", "repository", "rust_version"] {
            if package[key].as_str().is_none_or(str::is_empty) {
                problems.push(format!("{name}: no `{}` in its manifest", key.replace('_', "-")));
            }
        }
        for key in ["keywords", "categories"] {
            if package[key].as_array().is_none_or(Vec::is_empty) {
                problems.push(format!("{name}: no `{key}` in its manifest"));
            }
        }
        let listed = output(cargo(root).args([
            "package",
            "--list",
            "--quiet",
            "--locked",
            "--allow-dirty",
            "--package",
            name,
        ]));
        match listed {
            Ok(list) => {
                problems.extend(missing(&list).map(|file| format!("{name}: its package has no {file}")))
            }
            Err(error) => problems.push(format!("{name}: {error:#}")),
        }
    }
    if whole {
        let mut package = cargo(root);
        package.args(["package", "--locked", "--allow-dirty", "--workspace"]);
        for package_of_none in all
            .iter()
            .filter(|package| package["publish"] == Value::Array(Vec::new()))
        {
            package.args(["--exclude", package_of_none["name"].as_str().unwrap_or_default()]);
        }
        if !package
            .stdout(Stdio::inherit())
            .status()
            .is_ok_and(|status| status.success())
        {
            problems.push("`cargo package` failed".to_owned());
        }
    }
    Ok((published.len(), problems))
}

/// The files that every package needs and that are missing from `list`.
fn missing(list: &str) -> impl Iterator<Item = &'static str> {
    ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"]
        .into_iter()
        .filter(|file| !list.lines().any(|line| line == *file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_need_licences_and_a_readme() {
        let list = "Cargo.toml\nLICENSE-MIT\nsrc/README.md\n";
        assert_eq!(missing(list).collect::<Vec<_>>(), ["LICENSE-APACHE", "README.md"]);
    }

    #[test]
    fn binstall_and_the_templates_name_the_archives_of_a_release() {
        let root = root().unwrap();
        let address = "https://github.com/ana/girafa";
        assert_eq!(
            binstall_problems(&root, "1.2.3", address).unwrap(),
            Vec::<String>::new()
        );
        let changes = Section {
            date: Some("2027-01-31".to_owned()),
            notes: String::new(),
        };
        assert_eq!(template_problem(&root, "1.2.3", address, &changes), None);
    }

    #[test]
    fn the_versions_of_the_repository_agree() {
        let root = root().unwrap();
        let version = workspace_value(&root, "version").unwrap();
        assert_eq!(versions::problems(&root, &version).unwrap(), Vec::<String>::new());
        assert_eq!(
            repository::problems(&root, &workspace_value(&root, "repository").unwrap()).unwrap(),
            Vec::<String>::new()
        );
    }
}
