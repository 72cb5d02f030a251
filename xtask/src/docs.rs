//! `cargo xtask docs`: builds the documentation from `docs` into `target/docs` with mdBook.

use std::io::{self, ErrorKind, Read, Write};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::names::{root, workspace_value};

/// Options of `cargo xtask docs`.
#[derive(Args)]
pub struct Options {
    /// Serve the site on this machine, and rebuild it when a page changes
    #[arg(long)]
    serve: bool,
}

/// Arguments that mdBook gives its preprocessors.
#[derive(Args)]
pub struct Links {
    /// `supports RENDERER`: exit successfully if links can be rewritten for this renderer
    question: Vec<String>,
}

/// Builds the site, and serves it if requested.
pub fn build(options: &Options) -> anyhow::Result<()> {
    let root = root()?;
    let mut mdbook = Command::new("mdbook");
    mdbook.arg(if options.serve { "serve" } else { "build" });
    match mdbook.arg(root.join("docs")).status() {
        Ok(status) => ensure!(status.success(), "mdbook failed"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("mdbook is not installed: run `cargo install mdbook --locked`")
        }
        Err(error) => return Err(error).context("cannot start mdbook"),
    }
    if !options.serve {
        println!("{}", root.join("target/docs/index.html").display());
    }
    Ok(())
}

/// An mdBook preprocessor: makes links to files outside `docs` point to the repository.
pub fn links(links: &Links) -> anyhow::Result<()> {
    if !links.question.is_empty() {
        return Ok(());
    }
    let address = workspace_value(&root()?, "repository")?;
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let [_context, mut book]: [Value; 2] =
        serde_json::from_str(&text).context("expected a context and a book from mdBook")?;
    rewrite_chapters(&mut book, &address);
    serde_json::to_writer(io::stdout(), &book)?;
    io::stdout().flush()?;
    Ok(())
}

/// Rewrites the links of all chapters in a JSON value.
fn rewrite_chapters(value: &mut Value, address: &str) {
    match value {
        Value::Array(values) => {
            for value in values {
                rewrite_chapters(value, address);
            }
        }
        Value::Object(object) => {
            if let (Some(path), Some(content)) = (object.get("path"), object.get("content"))
                && let (Some(path), Some(content)) = (path.as_str(), content.as_str())
            {
                let text = rewritten(content, path, address);
                object.insert("content".to_owned(), Value::String(text));
            }
            for value in object.values_mut() {
                rewrite_chapters(value, address);
            }
        }
        _ => {}
    }
}

/// Rewrites the links of a chapter's text, except in code blocks.
fn rewritten(content: &str, path: &str, address: &str) -> String {
    let mut in_code = false;
    let mut text = String::new();
    for line in content.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            text += line;
            continue;
        }
        let mut rest = line;
        while let Some(start) = rest.find("](") {
            let (before, link) = rest.split_at(start + 2);
            text += before;
            let end = link.find(')').unwrap_or(link.len());
            match outside(&link[..end], path) {
                Some(file) => text += &format!("{address}/blob/main/{file}"),
                None => text += &link[..end],
            }
            rest = &link[end..];
        }
        text += rest;
    }
    text
}

/// The repository path that a chapter's link points to, if it is outside the book.
fn outside(link: &str, path: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    // The directories of the chapter, from the repository's root.
    let mut place: Vec<&str> = ["docs"].into_iter().chain(path.split('/')).collect();
    place.pop();
    for part in link.split('/') {
        match part {
            ".." => {
                place.pop()?;
            }
            "." => {}
            part => place.push(part),
        }
    }
    (place.first() != Some(&"docs")).then(|| place.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let before =
            "[a](../../web/README.md#links) [b](run.md) [c](https://x.org)\n```text\n[d](../../x)\n```\n";
        let after = rewritten(before, "reference/play.md", "https://h.org/o/g");
        assert_eq!(
            after,
            "[a](https://h.org/o/g/blob/main/web/README.md#links) [b](run.md) [c](https://x.org)\n```text\n[d](../../x)\n```\n"
        );
    }

    #[test]
    fn chapters_below_others_are_rewritten() {
        let chapter = r#"{"content": "[a](../x)", "path": "a.md"}"#;
        let mut book: Value = serde_json::from_str(&format!(
            r#"{{"items": [{{"Chapter": {{"path": null, "content": "", "sub_items": [{{"Chapter": {chapter}}}]}}}}]}}"#
        ))
        .unwrap();
        rewrite_chapters(&mut book, "https://h.org/o/g");
        let text = &book["items"][0]["Chapter"]["sub_items"][0]["Chapter"]["content"];
        assert_eq!(text, "[a](https://h.org/o/g/blob/main/x)");
    }
}
