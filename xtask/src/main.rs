//! `cargo xtask`: builds the web page as static files, the documentation, and the files of a release.
#![forbid(unsafe_code)]

mod archive;
mod dist;
mod docs;
mod names;
mod release;
mod repository;
mod templates;
mod versions;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Build what cargo alone cannot build: the page, the documentation and the files of a release
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the web page into web/dist, and the Node package into web/package/dist
    Web(web::Options),
    /// Build the documentation as a site into target/docs, with mdBook
    Docs(docs::Options),
    /// Rewrite the links of the documentation, as an mdBook preprocessor
    #[command(hide = true)]
    DocsLinks(docs::Links),
    /// Build the command for one target, and pack it with its documents for a release
    Dist(dist::Options),
    /// Check that a release can be made, and write the files that need its version, URL and checksums
    Release(release::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Web(options) => web::build(&options),
        Task::Docs(options) => docs::build(&options),
        Task::DocsLinks(arguments) => docs::links(&arguments),
        Task::Dist(options) => dist::run(&options),
        Task::Release(options) => release::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
