//! Builds the web page: compiles the Rust code for wasm32, generates its JavaScript with wasm-bindgen,
//! optimises it with wasm-opt and bundles the page's TypeScript with esbuild. wasm-opt and esbuild come from
//! npm, at the versions in `web/package-lock.json`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::Args;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// Options of `cargo xtask web`.
#[derive(Args)]
pub struct Options {
    /// Serve the page on this machine after the build, and rebuild it when its TypeScript changes
    #[arg(long)]
    serve: bool,
    /// Build in seconds, without optimisation: the page is larger and slower
    #[arg(long)]
    quick: bool,
    /// Serve the page at this port
    #[arg(long, default_value_t = 8000, requires = "serve")]
    port: u16,
}

/// Builds the page, and serves it if requested.
pub fn build(options: &Options) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let profile = if options.quick { "dev" } else { "web" };
    let web = root.join("web");
    let output = root.join("target/page");
    fs::create_dir_all(&output)?;
    // The module that the page starts with, and the one with the tools, which is loaded on demand.
    for (name, features) in [("girafa", &["--no-default-features"][..]), ("tools", &[])] {
        bind(&compile(&root, profile, features)?, name, &output)?;
    }
    packages(&web)?;
    if !options.quick {
        for module in ["girafa_bg.wasm", "tools_bg.wasm"] {
            shrink(&web, &output.join(module))?;
        }
    }
    let mut bundle = Command::new("node");
    bundle.arg("build.mjs").arg(&output).current_dir(&web);
    if options.serve {
        bundle.arg("--serve").arg(options.port.to_string());
    }
    run(&mut bundle, "node web/build.mjs")
}

/// Compiles crates/web and returns the module's path. Uses the toolchain's standard library for wasm32 if
/// installed, or else Debian's compiler, which builds the library from source.
fn compile(root: &Path, profile: &str, features: &[&str]) -> anyhow::Result<PathBuf> {
    let mut cargo = if has_library("rustc") {
        Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
    } else {
        let debian = Path::new("/usr/bin/rustc");
        // The linker is a symbolic link into a package that no other package depends on.
        let needed = [
            debian,
            Path::new("/usr/bin/rust-lld"),
            Path::new("/usr/lib/rustlib/src/rust/library"),
        ];
        ensure!(
            needed.iter().all(|path| path.exists()),
            "no standard library for {TARGET}: `rustup target add {TARGET}`, or on Debian \
             `apt-get install rustc-web cargo-web rust-web-src rust-web-llvm lld-22`"
        );
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", debian).env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Z", "build-std=std,panic_abort"]);
        cargo
    };
    cargo
        .args(["build", "--locked", "--package", "girafa-web", "--target", TARGET])
        .args(["--profile", profile])
        .args(features)
        .current_dir(root);
    run(&mut cargo, "cargo build")?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let directory = if profile == "dev" { "debug" } else { profile };
    Ok(target.join(TARGET).join(directory).join("girafa_web.wasm"))
}

/// Whether a compiler has the standard library for wasm32.
fn has_library(rustc: &str) -> bool {
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    output.is_ok_and(|output| {
        let directory = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && fs::read_dir(directory).is_ok_and(|mut files| files.next().is_some())
    })
}

/// Writes NAME.js, NAME.d.ts and NAME_bg.wasm.
fn bind(module: &Path, name: &str, output: &Path) -> anyhow::Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .generate(output)
}

/// Installs the npm packages if the installed ones are older than the lock file.
fn packages(web: &Path) -> anyhow::Result<()> {
    let written = |file: &str| fs::metadata(web.join(file)).and_then(|data| data.modified());
    if let (Ok(locked), Ok(installed)) = (
        written("package-lock.json"),
        written("node_modules/.package-lock.json"),
    ) && installed >= locked
    {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(web);
    run(&mut npm, "npm ci")
}

fn shrink(web: &Path, module: &Path) -> anyhow::Result<()> {
    // Inlining makes the module smaller, but the compressed module 6 % larger.
    let no_inlining = ["-aimfs", "0", "-fimfs", "0", "-ocimfs", "0"];
    let mut shrink = Command::new("node");
    shrink
        .arg(web.join("node_modules/binaryen/bin/wasm-opt"))
        .args(["-Oz", "--converge"])
        .args(no_inlining)
        .args(["--strip-debug", "--strip-producers", "-o"])
        .arg(module)
        .arg(module);
    run(&mut shrink, "wasm-opt")
}

fn run(command: &mut Command, name: &str) -> anyhow::Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{name} cannot be started"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}
