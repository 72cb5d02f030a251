//! `cargo xtask web`: the page, from Rust and TypeScript to files that any server can serve.
#![forbid(unsafe_code)]

mod web;

use clap::{Parser, Subcommand};

/// What cargo alone does not build.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds the page into web/dist, and the package for Node into web/package/dist
    Web(web::Options),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Web(options) => web::build(&options),
    }
}
