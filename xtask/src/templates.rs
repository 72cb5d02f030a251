//! Fills the templates in `packaging` with the version, the URL and the checksums of a release. Placeholders
//! have the form `@NAME@`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::names::{TARGETS, archive};
use crate::repository::application;

/// The templates and the names of the files made from them, in which `@APPLICATION@` is replaced too.
const TEMPLATES: [(&str, &str); 5] = [
    ("packaging/homebrew/girafa.rb", "girafa.rb"),
    ("packaging/linux/girafa-desktop.desktop", "@APPLICATION@.desktop"),
    (
        "packaging/linux/girafa-desktop.metainfo.xml",
        "@APPLICATION@.metainfo.xml",
    ),
    ("packaging/linux/girafa-desktop.svg", "@APPLICATION@.svg"),
    ("packaging/nix/flake.nix", "flake.nix"),
];

/// The values of the placeholders.
pub type Values = BTreeMap<String, String>;

/// The values for a release. `checksum` returns an archive's checksum by its name.
pub fn values(
    version: &str,
    address: &str,
    date: &str,
    checksum: impl Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<Values> {
    let mut values = Values::from([
        ("VERSION".to_owned(), version.to_owned()),
        ("REPOSITORY".to_owned(), address.to_owned()),
        ("APPLICATION".to_owned(), application(address)?),
        ("DATE".to_owned(), date.to_owned()),
    ]);
    for target in TARGETS {
        values.insert(format!("SHA256_{target}"), checksum(&archive(version, target))?);
    }
    Ok(values)
}

/// Reads the checksum of the file `name` from its .sha256 file in a directory.
pub fn checksum_in(directory: &Path, name: &str) -> anyhow::Result<String> {
    let path = directory.join(format!("{name}.sha256"));
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [sum, file] if sum.len() == 64 && sum.chars().all(|c| c.is_ascii_hexdigit()) && file == name => {
            Ok(sum.to_owned())
        }
        _ => bail!(
            "{}: expected a SHA-256 and `{name}`, found `{}`",
            path.display(),
            text.trim()
        ),
    }
}

/// Replaces the placeholders in a text.
///
/// # Errors
///
/// A placeholder has no value.
pub fn filled(text: &str, values: &Values) -> anyhow::Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('@') {
        out.push_str(before);
        let name = after.split_once('@').filter(|(name, _)| is_name(name));
        if let Some((name, after)) = name {
            out.push_str(
                values
                    .get(name)
                    .with_context(|| format!("no value for the placeholder @{name}@"))?,
            );
            rest = after;
        } else {
            out.push('@');
            rest = after;
        }
    }
    Ok(out + rest)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
}

/// Fills all templates. Returns the names and texts of the files.
pub fn all(root: &Path, values: &Values) -> anyhow::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for (template, name) in TEMPLATES {
        let text =
            fs::read_to_string(root.join(template)).with_context(|| format!("cannot read {template}"))?;
        let text = filled(&text, values).with_context(|| template.to_owned())?;
        archives_exist(&text, &values["VERSION"]).with_context(|| template.to_owned())?;
        files.push((filled(name, values)?, text));
    }
    Ok(files)
}

/// Checks that all archives named in a text belong to the release.
pub fn archives_exist(text: &str, version: &str) -> anyhow::Result<()> {
    let begin = format!("girafa-{version}-");
    for (at, _) in text.match_indices(&begin) {
        let name: String = text[at..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c))
            .collect();
        ensure!(
            TARGETS.iter().any(|target| archive(version, target) == name),
            "{name} is not an archive of a release"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Values {
        values("1.2.3", "https://github.com/ana/girafa", "2027-01-31", |name| {
            Ok(format!("sum of {name}"))
        })
        .unwrap()
    }

    #[test]
    fn placeholders_get_their_values() {
        let text = "v@VERSION@ a@b.c @ @SHA256_x86_64-apple-darwin@ @APPLICATION@";
        assert_eq!(
            filled(text, &some()).unwrap(),
            "v1.2.3 a@b.c @ sum of girafa-1.2.3-x86_64-apple-darwin.tar.gz io.github.ana.girafa"
        );
    }

    #[test]
    fn a_placeholder_without_a_value_is_an_error() {
        let error = filled("@SHA256_sparc@", &some()).unwrap_err();
        assert_eq!(error.to_string(), "no value for the placeholder @SHA256_sparc@");
    }

    #[test]
    fn only_archives_of_the_release_are_named() {
        archives_exist("x/girafa-1.2.3-x86_64-apple-darwin.tar.gz\"", "1.2.3").unwrap();
        archives_exist("x/girafa-1.2.3-x86_64-apple-darwin.zip\"", "1.2.3").unwrap_err();
    }

    #[test]
    fn a_checksum_belongs_to_its_file() {
        let directory = std::env::temp_dir().join(format!("girafa-xtask-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let sum = "0123456789abcdef".repeat(4);
        fs::write(directory.join("a.zip.sha256"), format!("{sum}  a.zip\n")).unwrap();
        fs::write(directory.join("b.zip.sha256"), format!("{sum}  a.zip\n")).unwrap();
        assert_eq!(checksum_in(&directory, "a.zip").unwrap(), sum);
        checksum_in(&directory, "b.zip").unwrap_err();
        checksum_in(&directory, "c.zip").unwrap_err();
        fs::remove_dir_all(&directory).unwrap();
    }
}
