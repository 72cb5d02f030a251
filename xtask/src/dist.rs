//! `cargo xtask dist`: builds the command for one target and packs it with its documents, and writes the
//! archive's checksum.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use clap::Args;

use crate::archive::{Entry, checksum_file, tar_gz, zip};
use crate::names::{
    archive, cargo, directory, is_windows, output, page_directory, root, target_directory, workspace_value,
};

/// The documents of an archive, relative to the repository's root.
const DOCUMENTS: [&str; 2] = ["CHANGELOG.md", "README.md"];
/// The files that `.ci/notices.py` writes.
const LICENCES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICES.md"];
/// The shells with the file names that they expect for completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "girafa.bash"),
    ("elvish", "girafa.elv"),
    ("fish", "girafa.fish"),
    ("powershell", "_girafa.ps1"),
    ("zsh", "_girafa"),
];

/// Options of `cargo xtask dist`.
#[derive(Args)]
pub struct Options {
    /// Build for this target, as rustc names it [default: this machine's]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Build with this Cargo profile; a release uses `dist`
    #[arg(long, default_value = "dist")]
    profile: String,
    /// Pack this program instead of building one
    #[arg(long, value_name = "FILE", conflicts_with = "profile")]
    binary: Option<PathBuf>,
    /// Pack the web page in web/dist instead, as built by `cargo xtask web`
    #[arg(long, conflicts_with_all = ["target", "profile", "binary"])]
    page: bool,
    /// Write to this directory [default: `dist` in Cargo's target directory]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Builds and packs the command, and prints the paths of the archive and its checksum.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let root = root()?;
    let version = workspace_value(&root, "version")?;
    let dist = target_directory(&root).join("dist");
    let out = options.out.as_deref().unwrap_or(&dist);
    if options.page {
        let packed = zip(&mut page(&root.join("web/dist"), &page_directory(&version))?)?;
        return write(out, &format!("{}.zip", page_directory(&version)), &packed);
    }
    let target = match &options.target {
        Some(target) => target.clone(),
        None => host()?,
    };
    let program = match &options.binary {
        Some(file) => file.clone(),
        None => build(&root, &target, &options.profile)?,
    };
    let windows = is_windows(&target);
    let mut entries = contents(&root, &program, &dist, &directory(&version, &target), windows)?;
    let packed = if windows {
        zip(&mut entries)?
    } else {
        tar_gz(&mut entries)?
    };
    write(out, &archive(&version, &target), &packed)
}

/// Writes an archive and its checksum, and prints their paths.
fn write(out: &Path, name: &str, packed: &[u8]) -> anyhow::Result<()> {
    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let checksum = checksum_file(packed, name);
    for (name, bytes) in [
        (name.to_owned(), packed),
        (format!("{name}.sha256"), checksum.as_bytes()),
    ] {
        let path = out.join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// All files of the page, found recursively.
fn page(built: &Path, directory: &str) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut todo = vec![(built.to_owned(), directory.to_owned())];
    while let Some((place, name)) = todo.pop() {
        let files = fs::read_dir(&place);
        for file in
            files.with_context(|| format!("cannot read {}: run `cargo xtask web`", place.display()))?
        {
            let file = file?;
            let name = format!("{name}/{}", file.file_name().to_string_lossy());
            if file.file_type()?.is_dir() {
                todo.push((file.path(), name));
            } else {
                entries.push(Entry {
                    path: name,
                    contents: read(&file.path())?,
                    executable: false,
                });
            }
        }
    }
    Ok(entries)
}

/// The compiler's host target.
fn host() -> anyhow::Result<String> {
    let printed = output(Command::new("rustc").arg("-vV"))?;
    let host = printed.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` does not name its host")?.to_owned())
}

/// Builds the command with `.ci/reproducible.py`, which also compares two such builds, and returns the
/// program's path.
fn build(root: &Path, target: &str, profile: &str) -> anyhow::Result<PathBuf> {
    let mut build = python(root, "reproducible.py");
    build.args(["build", "--profile", profile, "--target", target]);
    let printed = output(&mut build)?;
    let (_, path) = printed
        .lines()
        .last()
        .and_then(|line| line.split_once("  "))
        .context(".ci/reproducible.py did not print the path of the program")?;
    Ok(PathBuf::from(path))
}

/// A script in `.ci`, run in the repository's root.
fn python(root: &Path, script: &str) -> Command {
    let mut command = Command::new(if cfg!(windows) { "python" } else { "python3" });
    command.arg(root.join(".ci").join(script)).current_dir(root);
    command
}

/// All files of an archive. The licences and manual pages are written to subdirectories of `dist` first.
fn contents(
    root: &Path,
    program: &Path,
    dist: &Path,
    directory: &str,
    windows: bool,
) -> anyhow::Result<Vec<Entry>> {
    let name = if windows { "girafa.exe" } else { "girafa" };
    let mut entries = vec![Entry {
        path: format!("{directory}/{name}"),
        contents: read(program)?,
        executable: true,
    }];
    let mut add = |path: String, contents| {
        entries.push(Entry {
            path: format!("{directory}/{path}"),
            contents,
            executable: false,
        });
    };
    for document in DOCUMENTS {
        add(document.to_owned(), read(&root.join(document))?);
    }
    let licences = dist.join("licences");
    output(python(root, "notices.py").arg("commands").arg(&licences))?;
    for licence in LICENCES {
        add(licence.to_owned(), read(&licences.join(licence))?);
    }
    let speaker = if runs(program) {
        program.to_owned()
    } else {
        native(root)?
    };
    for (shell, file) in SHELLS {
        let script = output(Command::new(&speaker).args(["completions", shell]))?;
        add(format!("completions/{file}"), script.into_bytes());
    }
    let man = dist.join("man");
    if man.exists() {
        fs::remove_dir_all(&man).with_context(|| format!("cannot empty {}", man.display()))?;
    }
    output(Command::new(&speaker).args(["man", "--out"]).arg(&man))?;
    let mut pages = 0;
    for page in fs::read_dir(&man)? {
        let page = page?;
        add(
            format!("man/{}", page.file_name().to_string_lossy()),
            read(&page.path())?,
        );
        pages += 1;
    }
    ensure!(pages > 0, "`girafa man` did not write any pages");
    Ok(entries)
}

/// Whether a program runs on this machine, which one for another target may not.
fn runs(program: &Path) -> bool {
    let version = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// Builds the command for this machine, which writes the manual pages and completions if the packed one does
/// not run here.
fn native(root: &Path) -> anyhow::Result<PathBuf> {
    output(cargo(root).args(["build", "--quiet", "--locked", "--package", "girafa"]))?;
    let name = if cfg!(windows) { "girafa.exe" } else { "girafa" };
    Ok(target_directory(root).join("debug").join(name))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
