//! The links and the paths of files in the documents lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_test_support::root;

/// README, the reference, the pages of `docs`, and the READMEs of the data.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![
        root().join("README.md"),
        root().join("crates/girafa/README.md"),
        root().join("basic-listings/README.md"),
    ];
    for (directory, below) in [("docs", ""), ("tests", "README.md")] {
        let entries = fs::read_dir(root().join(directory)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path().join(below));
        documents
            .extend(paths.filter(|path| {
                path.is_file() && path.extension().is_some_and(|extension| extension == "md")
            }));
    }
    documents
}

/// What stands between `open` and `close`, wherever it does.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    text.split(open)
        .skip(1)
        .filter_map(move |rest| Some(rest.split_once(close)?.0))
}

/// The anchors of a document's headings, as GitHub makes them.
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
            if !root().join(path).exists() {
                dead.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}
