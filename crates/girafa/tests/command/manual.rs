//! Checks manual pages and completion scripts with the programs that read them.

use std::fs;
use std::process::Command;

use girafa_test_support::has_command;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

#[test]
fn a_page_for_each_command_that_man_renders() {
    let directory = TempDir::new().unwrap();
    let done = girafa(directory.path(), &["man", "--out", "pages"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let written = stdout(&done);
    let pages: Vec<&str> = written.lines().collect();
    for name in ["girafa.1", "girafa-run.1", "girafa-book-import.1", "girafa-man.1"] {
        assert!(
            pages.iter().any(|page| page.ends_with(&format!("/{name}"))),
            "{written}"
        );
    }
    for page in &pages {
        let text = fs::read_to_string(directory.path().join(page)).unwrap();
        for section in [
            ".SH NAME",
            ".SH SYNOPSIS",
            "EXIT STATUS",
            "ENVIRONMENT",
            "docs/reference/",
        ] {
            assert!(text.contains(section), "{page}: {section}");
        }
    }
    if !has_command("man") {
        return;
    }
    for page in &pages {
        let shown = Command::new("man")
            .args(["--warnings", "-l", page])
            .current_dir(directory.path())
            .env("MANWIDTH", "100")
            .output()
            .unwrap();
        assert!(shown.status.success(), "{page}: {}", stderr(&shown));
        assert_eq!(stderr(&shown), "", "{page}");
        assert!(
            stdout(&shown).contains("the program asked for more answers"),
            "{page}"
        );
    }
}

#[test]
fn one_page_on_standard_output() {
    let done = girafa(&std::env::temp_dir(), &["man"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(stdout(&done).contains(".TH girafa 1"), "{}", stdout(&done));
}

#[test]
fn a_completion_script_completes_in_bash() {
    let directory = TempDir::new().unwrap();
    let done = girafa(directory.path(), &["completions", "bash"]);
    fs::write(directory.path().join("girafa.bash"), stdout(&done)).unwrap();
    if !has_command("bash") {
        return;
    }
    let script = "source ./girafa.bash; COMP_WORDS=(girafa hardcopy --st); COMP_CWORD=2; \
                  _girafa girafa --st hardcopy; echo \"${COMPREPLY[@]}\"";
    let completed = Command::new("bash")
        .args(["--norc", "-c", script])
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert_eq!(stdout(&completed), "--style\n", "{}", stderr(&completed));
}
