//! Checks that the links and file paths in the documents exist.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_test_support::root;

/// README, the pages of `docs`, and the READMEs of the crates and of the data.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    let places = [
        ("docs", ""),
        ("docs/guides", ""),
        ("docs/reference", ""),
        ("docs/explanation", ""),
        ("docs/programs", ""),
        ("tests", "README.md"),
        ("crates", "README.md"),
        ("editors", "README.md"),
        ("basic-listings", "README.md"),
        (".", "README.md"),
    ];
    for (directory, below) in places {
        let entries = fs::read_dir(root().join(directory)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path().join(below));
        documents
            .extend(paths.filter(|path| {
                path.is_file() && path.extension().is_some_and(|extension| extension == "md")
            }));
    }
    documents
}

/// Returns all texts between `open` and `close`.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    text.split(open)
        .skip(1)
        .filter_map(move |rest| Some(rest.split_once(close)?.0))
}

/// The anchors of a document's headings, in GitHub's format.
fn anchors(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|heading| {
            let name = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = name.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut dead = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let links = between(&text, "](", ')').chain(between(&text, "src=\"", '"'));
        for link in links.filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() {
                document.clone()
            } else {
                document.parent().unwrap().join(path)
            };
            let is_there = target.exists()
                && (anchor.is_empty() || anchors(&target).iter().any(|there| there == anchor));
            if !is_there {
                dead.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn paths_in_the_text_exist() {
    let mut dead = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let paths = text
            .split(|c: char| c.is_whitespace() || "`()[]\"|,;:#".contains(c))
            .map(|word| word.trim_end_matches('.'))
            .filter(|word| {
                ["crates/", "tests/", "docs/", "roms-open/", "basic-listings/"]
                    .iter()
                    .any(|room| word.starts_with(room))
            });
        for path in paths.filter(|path| !path.contains(['*', '<']) && !path.contains("/ID.")) {
            let own_directory = document.parent().unwrap();
            if !root().join(path).exists() && !own_directory.join(path).exists() {
                dead.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// The pages in a directory of `docs`, as paths relative to `docs`.
fn pages(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("docs").join(directory)).unwrap() {
        let path = directory.join(entry.unwrap().file_name());
        if root().join("docs").join(&path).is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// mdBook omits a page that is not in `SUMMARY.md`.
#[test]
fn every_page_is_in_the_summary_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut named: Vec<PathBuf> = between(&summary, "](", ')').map(PathBuf::from).collect();
    let mut there = pages(Path::new(""));
    there.retain(|page| page != Path::new("SUMMARY.md"));
    named.sort();
    there.sort();
    assert_eq!(named, there);
}
