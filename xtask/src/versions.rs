//! Checks the version in all files that repeat it, and finds its section in the changelog.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

/// Problems with the versions in the repository's files.
pub fn problems(root: &Path, version: &str) -> anyhow::Result<Vec<String>> {
    let read =
        |file: &str| fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"));
    let mut found = Vec::new();

    let manifest: toml::Table = read("Cargo.toml")?.parse().context("Cargo.toml")?;
    let dependencies = manifest["workspace"]["dependencies"]
        .as_table()
        .context("Cargo.toml: no dependencies")?;
    for (name, dependency) in dependencies
        .iter()
        .filter(|(name, _)| name.starts_with("girafa-"))
    {
        if let Some(version) = dependency.get("version").and_then(toml::Value::as_str) {
            found.push((format!("Cargo.toml: {name}"), version.to_owned()));
        }
    }
    for file in [
        "editors/vscode/package.json",
        "editors/vscode/package-lock.json",
        "web/package/package.json",
    ] {
        let data: Value = serde_json::from_str(&read(file)?).with_context(|| file.to_owned())?;
        found.push((file.to_owned(), text(&data["version"])));
        if let Some(root) = data["packages"].get("") {
            found.push((format!("{file}: packages"), text(&root["version"])));
        }
    }
    // Python's version is the workspace's unless the file sets one.
    let project: toml::Table = read("crates/python/pyproject.toml")?
        .parse()
        .context("crates/python/pyproject.toml")?;
    if let Some(version) = project["project"].get("version").and_then(toml::Value::as_str) {
        found.push(("crates/python/pyproject.toml".to_owned(), version.to_owned()));
    }
    found.push((
        "CITATION.cff".to_owned(),
        yaml_value(&read("CITATION.cff")?, "version").unwrap_or_default(),
    ));
    let guide = read("docs/guides/ci.md")?;
    for before in ["/girafa@v", "rev: v", "/girafa:"] {
        for after in guide.split(before).skip(1) {
            let end = after.find(|c: char| c.is_whitespace()).unwrap_or(after.len());
            found.push((format!("docs/guides/ci.md: {before}"), after[..end].to_owned()));
        }
    }
    Ok(disagreeing(version, &found))
}

/// A message for each file with a different version.
fn disagreeing(version: &str, found: &[(String, String)]) -> Vec<String> {
    let others = found.iter().filter(|(_, other)| other != version);
    others
        .map(|(place, other)| {
            format!("{place}: expected version {version} as in Cargo.toml, found `{other}`")
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The value of a top-level key of a simple YAML file.
fn yaml_value(yaml: &str, key: &str) -> Option<String> {
    let value = yaml
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned())
}

/// A section of the changelog.
#[derive(Debug, PartialEq)]
pub struct Section {
    /// The date in the heading.
    pub date: Option<String>,
    /// The text after the heading.
    pub notes: String,
}

/// The changelog's section with this title: `## 1.2.3`, `## [1.2.3]` or `## 1.2.3 - 2027-01-31`.
pub fn section(changelog: &str, title: &str) -> Option<Section> {
    let mut lines = changelog.lines();
    let date = lines.by_ref().find_map(|line| {
        let mut words = line.strip_prefix("## ")?.split_whitespace();
        if words.next()?.trim_matches(['[', ']']) != title {
            return None;
        }
        Some(
            words
                .find(|word| word.len() == 10 && word.starts_with(|c: char| c.is_ascii_digit()))
                .map(str::to_owned),
        )
    })?;
    let notes: Vec<_> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(Section {
        date,
        notes: notes.join("\n").trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n## [1.2.3] - 2027-01-31\n\n### Added\n- A\n\n## 1.2.0\n- B\n";

    #[test]
    fn a_section_ends_at_the_next() {
        let found = section(CHANGELOG, "1.2.3").unwrap();
        assert_eq!(
            found,
            Section {
                date: Some("2027-01-31".to_owned()),
                notes: "### Added\n- A".to_owned()
            }
        );
        assert_eq!(
            section(CHANGELOG, "1.2.0").unwrap(),
            Section {
                date: None,
                notes: "- B".to_owned()
            }
        );
        assert_eq!(section(CHANGELOG, "Unreleased").unwrap().notes, "");
        assert_eq!(section(CHANGELOG, "1.2"), None);
    }

    #[test]
    fn another_version_is_reported_with_its_place() {
        let found = [
            ("a".to_owned(), "1.0.0".to_owned()),
            ("b".to_owned(), "1.0.1".to_owned()),
        ];
        assert_eq!(
            disagreeing("1.0.0", &found),
            ["b: expected version 1.0.0 as in Cargo.toml, found `1.0.1`"]
        );
    }

    #[test]
    fn yaml_values_lose_their_quotes() {
        assert_eq!(
            yaml_value("cff-version: 1.2.0\nversion: \"0.1.0\"\n", "version").unwrap(),
            "0.1.0"
        );
        assert_eq!(yaml_value("a: 1\n", "version"), None);
    }
}
