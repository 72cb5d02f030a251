//! The repository's URL. `repository` in the workspace's manifest defines it. `FILES` repeat it, as their
//! readers do not read the manifest. All other files get it when a release is made (`templates.rs`), or ask
//! GitHub.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::names::{output, workspace_value};

/// The owner in the placeholder URL.
const PLACEHOLDER: &str = "/OWNER/";
/// The files that contain the URL.
const FILES: [&str; 5] = [
    "Cargo.toml",
    "CITATION.cff",
    "docs/guides/ci.md",
    "editors/vscode/package.json",
    "web/package/package.json",
];

/// Whether a URL is the placeholder.
pub fn is_placeholder(address: &str) -> bool {
    address.contains(PLACEHOLDER)
}

/// The path of a repository at its host, such as `OWNER/girafa`.
pub fn slug(address: &str) -> anyhow::Result<&str> {
    let path = address
        .strip_prefix("https://")
        .and_then(|rest| rest.split_once('/'));
    let (host, slug) = path.unwrap_or_default();
    ensure!(
        host.contains('.')
            && slug.split('/').count() >= 2
            && slug.split('/').all(|part| !part.is_empty())
            && !slug.ends_with(".git")
            && address
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_./:".contains(c)),
        "expected an address such as https://github.com/OWNER/girafa, found `{address}`"
    );
    Ok(slug)
}

/// The application id of the desktop window: the reversed host name, the owner and the repository.
pub fn application(address: &str) -> anyhow::Result<String> {
    let slug = slug(address)?;
    let host = address
        .trim_start_matches("https://")
        .split('/')
        .next()
        .unwrap_or_default();
    // Pages of github.com are at OWNER.github.io, which is the domain that a user controls there.
    let host = if host == "github.com" { "github.io" } else { host };
    let parts = host.rsplit('.').chain(slug.split('/'));
    let word = |part: &str| {
        let word = part.to_ascii_lowercase().replace(['-', '.'], "_");
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            format!("_{word}")
        } else {
            word
        }
    };
    Ok(parts.map(word).collect::<Vec<_>>().join("."))
}

/// Replaces a URL, and its path at the host, in a text.
fn replaced(text: &str, before: &str, after: &str) -> anyhow::Result<String> {
    Ok(text.replace(before, after).replace(slug(before)?, slug(after)?))
}

/// Sets the URL in all files that contain it, and prints their names.
pub fn set(root: &Path, address: &str) -> anyhow::Result<()> {
    let before = workspace_value(root, "repository")?;
    slug(address)?;
    let mut changed = Vec::new();
    for file in FILES {
        let path = root.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        changed.push((file, path, replaced(&text, &before, address)?));
    }
    for (file, path, text) in changed {
        fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
        println!("{file}");
    }
    Ok(())
}

/// Problems with the URL in the repository's files.
pub fn problems(root: &Path, address: &str) -> anyhow::Result<Vec<String>> {
    let slug = slug(address)?;
    let mut problems = Vec::new();
    for file in FILES {
        let text = fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))?;
        if !text.contains(slug) {
            problems.push(format!(
                "{file}: does not name {address}; run `cargo xtask release --set-repository {address}`"
            ));
        }
    }
    if !is_placeholder(address) {
        let mut search = Command::new("git");
        search.args([
            "grep",
            "--name-only",
            "--fixed-strings",
            "OWNER/girafa",
            "--",
            ".",
        ]);
        // Exclude the program that sets the URL, and the document that explains it.
        search
            .args([":!xtask", ":!CONTRIBUTING.md", ":!.ci"])
            .current_dir(root);
        let found = search.output().context("cannot start git")?;
        for file in String::from_utf8_lossy(&found.stdout).lines() {
            problems.push(format!(
                "{file}: has the placeholder OWNER/girafa instead of {slug}"
            ));
        }
    }
    Ok(problems)
}

/// The commit that a tag names, if there is such a tag.
pub fn tagged(root: &Path, tag: &str) -> anyhow::Result<Option<String>> {
    let mut list = Command::new("git");
    list.args(["for-each-ref", "--format=%(objectname) %(*objectname)"]);
    list.arg(format!("refs/tags/{tag}")).current_dir(root);
    // An annotated tag lists its own object before the commit.
    Ok(output(&mut list)?.split_whitespace().last().map(str::to_owned))
}

/// The commit that is checked out.
pub fn head(root: &Path) -> anyhow::Result<String> {
    Ok(
        output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root))?
            .trim()
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "https://github.com/OWNER/girafa";

    #[test]
    fn an_address_has_a_host_an_owner_and_a_name() {
        assert_eq!(slug(ADDRESS).unwrap(), "OWNER/girafa");
        assert_eq!(slug("https://git.example.org/a/b/c").unwrap(), "a/b/c");
        for wrong in [
            "github.com/a/b",
            "http://github.com/a/b",
            "https://github.com/a",
            "https://github.com/a/",
            "https://github.com/a/b.git",
            "https://github.com/a/b\"",
            "",
        ] {
            assert!(slug(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_application_is_named_after_the_address() {
        assert_eq!(application(ADDRESS).unwrap(), "io.github.owner.girafa");
        assert_eq!(
            application("https://codeberg.org/8-Bit/my-girafa").unwrap(),
            "org.codeberg._8_bit.my_girafa"
        );
    }

    #[test]
    fn both_forms_of_an_address_are_replaced() {
        let text = "https://github.com/OWNER/girafa.git, uses: OWNER/girafa@v1";
        assert_eq!(
            replaced(text, ADDRESS, "https://codeberg.org/ana/spectrum").unwrap(),
            "https://codeberg.org/ana/spectrum.git, uses: ana/spectrum@v1"
        );
    }

    #[test]
    fn only_the_placeholder_is_a_placeholder() {
        assert!(is_placeholder(ADDRESS));
        assert!(!is_placeholder("https://github.com/ana/girafa"));
    }
}
