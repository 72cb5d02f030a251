//! `--watch` runs changed programs again.

use super::{assert_well, test, with_files, write};
use crate::support::stderr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running `girafa test --watch` and the rows that it prints.
struct Watch {
    child: Child,
    rows: Receiver<String>,
}

impl Watch {
    fn start(directory: &Path) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_girafa"))
            .args(["test", "--watch"])
            .current_dir(directory)
            .env_remove("GIRAFA_ROM")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (sender, rows) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for row in out.lines().map_while(Result::ok) {
                if sender.send(row).is_err() {
                    break;
                }
            }
        });
        Watch { child, rows }
    }

    /// The rows up to the one that says that it waits for changes.
    fn round(&self) -> Vec<String> {
        let mut rows = Vec::new();
        loop {
            let row = self
                .rows
                .recv_timeout(Duration::from_secs(60))
                .expect("another round");
            let is_last = row.starts_with("--- waiting");
            rows.push(row);
            if is_last {
                return rows;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn changed_programs_are_run_again() {
    let toml = "reference = [\"sh\", \"r.sh\"]\n[[session]]\nname = \"a\"\npicture = \"a.png\"\n";
    let directory = with_files(&[
        ("a.bas", "10 PRINT 1\n"),
        ("a.toml", toml),
        ("r.sh", "echo 1\n"),
        ("b.bas", "10 PRINT 1\n"),
        ("b.toml", "[[session]]\nname = \"a\"\n"),
    ]);
    assert_well(&test(&directory, &["--bless"]));
    let mut watch = Watch::start(directory.path());
    let first = watch.round();
    assert!(
        first[0].starts_with("ok    a") && first[1].starts_with("ok    b"),
        "{first:?}"
    );
    write(&directory, "b.bas", "10 PRINT xx\n");
    let second = watch.round();
    assert_eq!(second[0], "--- b");
    assert!(second[1].starts_with("FAIL  b"), "{second:?}");
    assert!(second.iter().all(|row| !row.contains("  a  ")), "{second:?}");
    write(&directory, "r.sh", "echo 12\n");
    let third = watch.round();
    assert_eq!(third[0], "--- a");
    assert!(third[1].starts_with("FAIL  a"), "{third:?}");
    // A file that is temporarily unreadable, and a new program.
    write(&directory, "a.toml", "[[sess");
    assert!(watch.round().iter().any(|row| row.contains("cannot be read")));
    write(&directory, "a.toml", &toml.replace("r.sh", "s.sh"));
    assert!(watch.round()[1].starts_with("FAIL  a"));
    write(&directory, "s.sh", "echo 1\n");
    assert!(watch.round()[1].starts_with("ok    a"));
    write(&directory, "c.bas", "10 PRINT 1\n");
    write(&directory, "c.toml", "[[session]]\nname = \"c\"\n");
    assert!(watch.round()[1].starts_with("ok    c"));
    assert!(watch.child.try_wait().unwrap().is_none());
}

#[test]
fn watching_does_not_write() {
    let directory = with_files(&[
        ("b.bas", "10 PRINT 1\n"),
        ("b.toml", "[[session]]\nname = \"a\"\n"),
    ]);
    for option in [&["--bless"][..], &["--json"], &["--junit", "j.xml"]] {
        let done = test(&directory, &[&["--watch"], option].concat());
        assert_eq!(done.status.code(), Some(2));
        assert!(stderr(&done).contains("cannot be used with"), "{}", stderr(&done));
    }
    let done = test(&directory, &["--watch", "nada"]);
    assert_eq!(done.status.code(), Some(5));
}
