//! Imports the book's text and runs its programs.

use std::fs;

use tempfile::TempDir;

use crate::support::{book, girafa, stderr, stdout};

const HANOI: [&str; 7] = [
    "1 PARA 3", "1 PARA 2", "3 PARA 2", "1 PARA 3", "2 PARA 1", "2 PARA 3", "1 PARA 3",
];

#[test]
fn an_imported_listing_runs_by_its_id() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "listings"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    for name in ["hanoi.bas", "hanoi.tap"] {
        assert!(directory.path().join("listings").join(name).is_file(), "{name}");
    }
    let hanoi = ["run", "hanoi", "--answer", "3", "--answer", "1", "--answer", "3"];
    let done = girafa(directory.path(), &hanoi);
    let out = stdout(&done);
    let moves: Vec<&str> = out
        .lines()
        .map(str::trim)
        .filter(|row| row.contains(" PARA "))
        .collect();
    assert_eq!(moves, HANOI, "{}", stderr(&done));
    assert_eq!(done.status.code(), Some(0));

    let from_tape = girafa(
        directory.path(),
        &[&["run", "listings/hanoi.tap"], &hanoi[2..]].concat(),
    );
    for row in HANOI {
        assert!(stdout(&from_tape).contains(row), "{}", stderr(&from_tape));
    }
    let listed = girafa(directory.path(), &["untap", "listings/hanoi.tap"]);
    assert_eq!(
        stdout(&listed),
        fs::read_to_string(directory.path().join("listings/hanoi.bas")).unwrap()
    );
}

/// The edition asks and prints as the listing does; standard error names the version that ran.
#[test]
fn without_the_book_an_id_runs_our_edition() {
    let directory = TempDir::new().unwrap();
    let hanoi = ["run", "hanoi", "--answer", "3", "--answer", "1", "--answer", "3"];
    let edition = girafa(directory.path(), &hanoi);
    assert_eq!(edition.status.code(), Some(0), "{}", stderr(&edition));
    assert!(
        stderr(&edition).contains("hanoi: our edition"),
        "{}",
        stderr(&edition)
    );
    let rows = |text: &str| text.lines().rev().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let printed = stdout(&edition);
    assert!(printed.contains("2 PARA 3"), "{printed}");

    let Some(book) = book() else { return };
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "listings"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let original = girafa(directory.path(), &hanoi);
    assert!(
        stderr(&original).contains("hanoi: the book's listing"),
        "{}",
        stderr(&original)
    );
    assert_eq!(
        rows(&stdout(&original)),
        rows(&printed),
        "all but the report's line"
    );
    assert!(!stderr(&original).contains("another version"));

    // Listings made from other records may be wrong where the current ones are right.
    let note = directory.path().join("data/girafa/book-directory");
    let noted = fs::read_to_string(&note).unwrap();
    let (_, place) = noted.split_once('\n').unwrap();
    for stale in [place.to_owned(), format!("00000000\n{place}")] {
        fs::write(&note, stale).unwrap();
        let compared = girafa(directory.path(), &["compare", "hanoi"]);
        assert_eq!(
            stderr(&compared)
                .matches("were imported by another version")
                .count(),
            1,
            "{}",
            stderr(&compared)
        );
        let original = girafa(directory.path(), &hanoi);
        assert!(
            stderr(&original).contains("were imported by another version"),
            "{}",
            stderr(&original)
        );
    }
}

#[test]
fn an_id_that_cannot_be_run() {
    let directory = TempDir::new().unwrap();
    let refused = girafa(directory.path(), &["run", "lisboa"]);
    assert_eq!(refused.status.code(), Some(5));
    assert!(
        stderr(&refused).contains("nor an included program"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn another_text_is_not_the_book() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("other.txt"), "Era uma vez.\n").unwrap();
    let refused = girafa(
        directory.path(),
        &["book", "import", "other.txt", "--out", "listings"],
    );
    assert_eq!(refused.status.code(), Some(5));
    assert!(
        stderr(&refused).contains("other.txt: this text is not the book"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(stderr(&refused).matches("not the book").count(), 1);
    assert!(stderr(&refused).contains("--records DIR"), "{}", stderr(&refused));
    assert!(!directory.path().join("listings").exists());
}
