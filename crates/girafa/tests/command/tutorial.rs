//! The `console` blocks of the guides and of README show the actual output. `UPDATE_EXPECT=1` rewrites them
//! and the tutorial's pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Separates the outputs of two commands.
const SEPARATOR: char = '\u{1e}';

/// A command of a block and the output shown below it.
struct Step {
    command: String,
    shown: String,
}

/// A document, as alternating text and steps.
struct Document {
    path: PathBuf,
    between: Vec<String>,
    steps: Vec<Step>,
}

impl Document {
    fn read(name: &str) -> Document {
        let path = girafa_test_support::root().join(name);
        let text = fs::read_to_string(&path).unwrap();
        let (mut between, mut steps) = (vec![String::new()], Vec::<Step>::new());
        let (mut in_console, mut in_step) = (false, false);
        for line in text.split_inclusive('\n') {
            if line.starts_with("```") {
                in_console = line.trim_end() == "```console";
                in_step = false;
            }
            if in_console && let Some(command) = line.strip_prefix("$ ") {
                in_step = true;
                steps.push(Step {
                    command: command.to_owned(),
                    shown: String::new(),
                });
                between.push(String::new());
            } else if in_step
                && steps.last().is_some_and(|step| step.shown.is_empty())
                && let Some(more) = line.strip_prefix("> ")
            {
                steps.last_mut().unwrap().command += more;
            } else if in_step {
                steps.last_mut().unwrap().shown += line;
            } else {
                *between.last_mut().unwrap() += line;
            }
        }
        Document { path, between, steps }
    }

    /// Runs all commands in one shell in `directory`, and returns the output of each on both streams.
    fn run(&self, directory: &Path) -> Vec<String> {
        let mut script = "exec 2>&1\n".to_owned();
        for step in &self.steps {
            script += &format!(
                "{}status=$?; printf '{SEPARATOR}'; (exit $status)\n",
                step.command
            );
        }
        let girafa = Path::new(env!("CARGO_BIN_EXE_girafa"));
        let path = std::env::var("PATH").unwrap_or_default();
        let done = Command::new("sh")
            .args(["-c", &script])
            .current_dir(directory)
            .env("PATH", format!("{}:{path}", girafa.parent().unwrap().display()))
            .env("XDG_DATA_HOME", directory.join("data"))
            .env_remove("GIRAFA_ROM")
            .env_remove("GIRAFA_BOOK")
            .output()
            .expect("the shell starts");
        let printed = String::from_utf8(done.stdout).unwrap();
        printed.split_terminator(SEPARATOR).map(str::to_owned).collect()
    }

    /// Compares the output of the commands with the document, or rewrites the document.
    fn check(&self, directory: &Path) {
        let printed = self.run(directory);
        assert_eq!(printed.len(), self.steps.len());
        if updates() {
            let steps = self.steps.iter().zip(&printed).map(|(step, printed)| {
                let command = step.command.trim_end().replace('\n', "\n> ");
                format!("$ {command}\n{printed}")
            });
            let steps = steps.chain([String::new()]);
            let text: Vec<String> = self
                .between
                .iter()
                .zip(steps)
                .map(|(text, step)| text.clone() + &step)
                .collect();
            fs::write(&self.path, text.concat()).unwrap();
            return;
        }
        for (step, printed) in self.steps.iter().zip(&printed) {
            assert_eq!(
                *printed,
                step.shown,
                "{}: $ {}",
                self.path.display(),
                step.command
            );
        }
    }
}

fn updates() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

#[test]
fn the_tutorial_shows_what_its_commands_print() {
    let tutorial = Document::read("docs/guides/from-paper.md");
    assert!(tutorial.steps.len() > 15);
    let files = girafa_test_support::root().join("docs/tutorial");
    let directory = TempDir::new().unwrap();
    let mut pictures = Vec::new();
    for file in fs::read_dir(&files).unwrap() {
        let path = file.unwrap().path();
        let copy = directory.path().join(path.file_name().unwrap());
        if path.extension().is_some_and(|extension| extension == "png") {
            pictures.push((path, copy));
        } else {
            fs::copy(path, copy).unwrap();
        }
    }
    tutorial.check(directory.path());
    assert!(!pictures.is_empty());
    for (kept, generated) in pictures {
        if updates() {
            fs::copy(generated, kept).unwrap();
        } else {
            assert!(pixels(&kept) == pixels(&generated), "{}", kept.display());
        }
    }
}

#[test]
fn the_tutorial_of_a_program_shows_what_its_commands_print() {
    let tutorial = Document::read("docs/guides/your-own-program.md");
    assert!(tutorial.steps.len() > 10);
    let directory = TempDir::new().unwrap();
    for file in fs::read_dir(girafa_test_support::root().join("examples")).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
    }
    tutorial.check(directory.path());
}

#[test]
fn the_archivists_tutorial_shows_what_its_commands_print() {
    let tutorial = Document::read("docs/guides/books.md");
    assert!(tutorial.steps.len() > 15);
    let directory = TempDir::new().unwrap();
    let text = girafa_test_support::root().join("docs/examples/caderno.txt");
    fs::copy(text, directory.path().join("caderno.txt")).unwrap();
    tutorial.check(directory.path());
}

#[test]
fn the_page_on_debugging_shows_what_its_commands_print() {
    let page = Document::read("docs/guides/debugging.md");
    assert_eq!(page.steps.len(), 4);
    let directory = TempDir::new().unwrap();
    let listing = girafa_test_support::root().join("basic-listings/girafa.bas");
    fs::copy(listing, directory.path().join("girafa.bas")).unwrap();
    page.check(directory.path());
}

#[test]
fn readme_shows_what_its_commands_print() {
    let readme = Document::read("README.md");
    assert!(readme.steps.len() >= 3);
    readme.check(&girafa_test_support::root());
}

#[test]
fn getting_started_shows_what_its_commands_print() {
    let page = Document::read("docs/getting-started.md");
    assert_eq!(page.steps.len(), 2);
    page.check(&girafa_test_support::root());
}

fn pixels(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}
