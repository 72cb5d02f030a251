//! Any book: finding its listings, using its records, applying errata; and errors in a directory of records.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{book, girafa, stderr, stdout};

/// Copies a text with three listings, one of which parses without corrections.
fn caderno(directory: &Path) {
    let text = girafa_test_support::root().join("docs/examples/caderno.txt");
    fs::copy(text, directory.join("caderno.txt")).unwrap();
}

/// A directory with a text of one listing, and new records for it.
fn soma() -> TempDir {
    let directory = TempDir::new().unwrap();
    let text = "SOMA\n\n10 INPUT a\n20 INPUT b\n30 PRINT \"Soma: \";a-b\n\nFim.\n";
    fs::write(directory.path().join("soma.txt"), text).unwrap();
    let output = girafa(directory.path(), &["book", "new", "soma.txt", "--out", "r"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    directory
}

fn append(path: &Path, text: &str) {
    let before = fs::read_to_string(path).unwrap();
    fs::write(path, before + text).unwrap();
}

const ERRATUM: &str =
    "\n[[erratum]]\nlines = [30]\nprinted = \"a-b\"\ncorrected = \"a+b\"\nbecause = \"Soma\"\n";

const IMPORT: [&str; 7] = ["book", "import", "soma.txt", "--records", "r", "--out", "l"];

#[test]
fn the_corrected_listing_is_run_beside_the_printed_one() {
    let soma = soma();
    let directory = soma.path();
    let run = |name: &[&str]| {
        let given = ["--answer", "2", "--answer", "3"];
        let done = girafa(directory, &[&["run"], name, &given].concat());
        (stdout(&done), stderr(&done), done.status.code())
    };
    let imported = girafa(directory, &IMPORT);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    assert_eq!(
        stdout(&imported),
        "soma: SOMA, 3 rows: 3 as scanned, 0 corrected (0 corrections, 0 doubts)\nwritten to l\n"
    );
    let (out, message, _) = run(&["soma", "--corrected"]);
    assert!(
        out.contains("Soma: -1") && message.contains("no errata"),
        "{out}{message}"
    );

    append(&directory.join("r/soma.toml"), ERRATUM);
    let imported = girafa(directory, &IMPORT);
    assert!(
        stdout(&imported).contains("(0 corrections, 0 doubts, 1 erratum)"),
        "{}",
        stdout(&imported)
    );
    let (out, message, code) = run(&["soma"]);
    assert!(
        out.contains("Soma: -1") && message.contains("the listing of \"soma\""),
        "{out}{message}"
    );
    assert_eq!(code, Some(0));
    for asked in [
        &["soma@corrected"][..],
        &["soma", "--corrected"],
        &["l/soma@corrected.tap"],
    ] {
        let (out, message, code) = run(asked);
        assert!(out.contains("Soma: 5"), "{out}{message}");
        assert_eq!(code, Some(0));
    }
    for command in [
        "list",
        "check",
        "hardcopy --text",
        "cover",
        "profile",
        "trace",
        "vars",
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["soma@corrected"]).collect();
        let done = girafa(directory, &arguments);
        assert!(
            stderr(&done).contains("soma: the errata"),
            "{command}: {}",
            stderr(&done)
        );
    }
    let listed = girafa(directory, &["list", "soma@corrected"]);
    assert!(stdout(&listed).contains("a+b"), "{}", stdout(&listed));

    // Without errata in its record, a listing has no corrected version any more.
    let record = fs::read_to_string(directory.join("r/soma.toml")).unwrap();
    fs::write(directory.join("r/soma.toml"), record.replace(ERRATUM, "")).unwrap();
    let imported = girafa(directory, &IMPORT);
    assert!(
        stdout(&imported)
            .contains("removed, because there are no errata: soma@corrected.bas, soma@corrected.tap")
    );
    assert!(!directory.join("l/soma@corrected.tap").exists());
}

#[test]
fn only_a_listing_of_a_book_is_corrected() {
    let soma = soma();
    let directory = soma.path();
    fs::write(directory.join("a.bas"), "10 PRINT 1\n").unwrap();
    for (arguments, code, message) in [
        (
            &["run", "--corrected", "a.bas"][..],
            2,
            "--corrected applies to the id of a listing",
        ),
        (
            &["run", "--corrected", "moedas"],
            5,
            "moedas@corrected: the book's listing is not available",
        ),
        (
            &["run", "nim@corrected"],
            5,
            "nim@corrected: the book's listing is not available",
        ),
        (&["run", "nada@corrected"], 5, "nada@corrected is neither a file"),
    ] {
        let done = girafa(directory, arguments);
        assert_eq!(done.status.code(), Some(code), "{}", stderr(&done));
        assert!(stderr(&done).contains(message), "{}", stderr(&done));
    }
}

/// The book's listing stops with ten rows, which it should allow; the corrected version plays.
#[test]
fn an_erratum_of_the_book() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "l"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let rows = ["10", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "1"];
    let answers: Vec<&str> = rows.iter().flat_map(|answer| ["--answer", answer]).collect();
    let run = |name: &str| {
        stdout(&girafa(
            directory.path(),
            &[&["run", name], &answers[..]].concat(),
        ))
    };
    assert!(run("nim").ends_with("3 Subscript wrong, 440:3\n"));
    assert!(run("nim@corrected").contains("A MINHA JOGADA"));
    assert!(directory.path().join("l/nim@corrected.bas").is_file());
    assert!(!directory.path().join("l/hanoi@corrected.bas").exists());
}

/// In each summary, the rows that are as scanned and those that are corrected add up to all rows.
#[test]
fn the_summaries_add_up() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "l"]);
    let summaries = stdout(&imported);
    assert!(
        summaries.contains(
            "hanoi: Torres de Hanói, 35 rows: 33 as scanned, 2 corrected (2 corrections, 1 doubt)\n"
        )
    );
    let mut listings = 0;
    for summary in summaries.lines().filter(|row| row.contains(" as scanned, ")) {
        let (rows, parts) = summary.split_once(" rows: ").unwrap();
        let number = |text: &str| text.trim().rsplit(' ').next().unwrap().parse::<usize>().unwrap();
        let (scanned, corrected) = parts.split_once(" as scanned, ").unwrap();
        let corrected = corrected.split_once(" corrected").unwrap().0;
        assert_eq!(number(rows), number(scanned) + number(corrected), "{summary}");
        listings += 1;
    }
    assert_eq!(listings, 21);
}

#[test]
fn listings_that_do_not_parse_are_not_written() {
    let directory = TempDir::new().unwrap();
    caderno(directory.path());
    assert_eq!(
        girafa(directory.path(), &["book", "new", "caderno.txt"])
            .status
            .code(),
        Some(0)
    );
    let import = [
        "book",
        "import",
        "caderno.txt",
        "--records",
        "caderno-records",
        "--out",
        "l",
    ];
    let done = girafa(directory.path(), &import);
    assert_eq!(done.status.code(), Some(1));
    assert!(directory.path().join("l/a-tabuada.tap").is_file());
    assert!(!directory.path().join("l/graus.tap").exists());
    let message = stderr(&done);
    assert!(message.contains("caderno.txt:29:28: error: "), "{message}");
    assert!(
        message.contains("    wrong = \"3O\"\n    right = \"30\"\n"),
        "{message}"
    );
    assert!(message.contains("2 listings not written"), "{message}");
}

#[test]
fn a_directory_with_files_is_not_written_to() {
    let soma = soma();
    let before = fs::read_to_string(soma.path().join("r/soma.toml")).unwrap();
    append(&soma.path().join("r/soma.toml"), "# mine\n");
    let again = girafa(soma.path(), &["book", "new", "soma.txt", "--out", "r"]);
    assert_eq!(again.status.code(), Some(5));
    assert!(
        stderr(&again).contains("r: the directory is not empty"),
        "{}",
        stderr(&again)
    );
    assert_eq!(
        fs::read_to_string(soma.path().join("r/soma.toml")).unwrap(),
        before + "# mine\n"
    );

    girafa(soma.path(), &IMPORT);
    fs::write(soma.path().join("l/soma.bas"), "10 REM outro\n").unwrap();
    let replaced = girafa(soma.path(), &IMPORT);
    assert!(
        stdout(&replaced).ends_with("written to l; replaced: soma.bas\n"),
        "{}",
        stdout(&replaced)
    );
}

#[test]
fn a_text_without_listings() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("conto.txt"), "1 Era uma vez.\n2 Fim.\n").unwrap();
    let refused = girafa(directory.path(), &["book", "new", "conto.txt"]);
    assert_eq!(refused.status.code(), Some(5));
    assert_eq!(
        stderr(&refused),
        "girafa: conto.txt: no listing found: expected at least three rows with increasing line numbers, each followed by a keyword\n"
    );
    assert!(!directory.path().join("conto-records").exists());
}

#[test]
fn records_that_cannot_be_used() {
    let soma = soma();
    let directory = soma.path();
    let record = fs::read_to_string(directory.join("r/soma.toml")).unwrap();
    let refused = |message: &str| {
        let done = girafa(directory, &IMPORT);
        assert_eq!(done.status.code(), Some(5), "{}", stderr(&done));
        assert!(stderr(&done).contains(message), "{message}: {}", stderr(&done));
        assert!(!directory.join("l").exists(), "{message}");
    };
    let correction =
        "\n[[correction]]\nline = 4\nwrong = \"x\"\nright = \"y\"\nkind = \"scan\"\nreason = \"\"\n";
    for (toml, message) in [
        (record.replace("width = \"none\"", "width = 3"), "r: soma.toml: "),
        (
            record.replace("id = \"soma\"", "id = \"sopa\""),
            "r: soma.toml: its id is `sopa`",
        ),
        (record.clone() + "\nmore = 1\n", "unknown field `more`"),
        (
            record.clone() + correction,
            "record soma, line 4: `x` is there 0 times",
        ),
        (
            record.clone() + &ERRATUM.replace("a-b", "a*b"),
            "record soma, erratum of line 30: `a*b` is there 0 times",
        ),
        (
            record.clone() + &ERRATUM.replace("[30]", "[99]"),
            "erratum of line 99: the listing has no such line",
        ),
    ] {
        fs::write(directory.join("r/soma.toml"), toml).unwrap();
        refused(message);
    }
    fs::write(directory.join("r/soma.toml"), &record).unwrap();
    let text = fs::read_to_string(directory.join("soma.txt")).unwrap();
    fs::write(directory.join("soma.txt"), text.replace("INPUT b", "INPUT c")).unwrap();
    refused(
        "soma.txt: this text is not the book: none of its listings is where expected (expected the text of \"soma\")",
    );
    fs::remove_file(directory.join("r/soma.toml")).unwrap();
    refused("r: soma.toml: the record does not exist, but book.toml lists `soma`");
    fs::remove_file(directory.join("r/book.toml")).unwrap();
    refused("r: book.toml: there is no catalogue");
    fs::remove_dir(directory.join("r")).unwrap();
    refused("r: no such file or directory");
}

/// For an edited listing, a message gives the new fingerprint for the record.
#[test]
fn a_changed_listing_gives_its_new_fingerprint() {
    let directory = TempDir::new().unwrap();
    caderno(directory.path());
    let text = directory.path().join("caderno.txt");
    girafa(directory.path(), &["book", "new", "caderno.txt", "--out", "r"]);
    let mended = fs::read_to_string(&text).unwrap().replace("STEP 3O", "STEP 30");
    fs::write(&text, mended).unwrap();
    let import = ["book", "import", "caderno.txt", "--records", "r", "--out", "l"];
    let refused = girafa(directory.path(), &import);
    assert_eq!(refused.status.code(), Some(5));
    let message = stderr(&refused);
    let (_, fingerprint) = message
        .split_once("graus.toml: fingerprint = \"")
        .expect(&message);
    let record = directory.path().join("r/graus.toml");
    let before = fs::read_to_string(&record).unwrap();
    let (head, _) = before.split_once("fingerprint").unwrap();
    fs::write(
        &record,
        format!("{head}fingerprint = \"{}\"\n", &fingerprint[..16]),
    )
    .unwrap();
    assert_eq!(girafa(directory.path(), &import).status.code(), Some(1));
    assert!(directory.path().join("l/graus.tap").is_file());
}

/// An id of an included program always means that program.
#[test]
fn an_included_program_is_not_hidden() {
    let soma = soma();
    let directory = soma.path();
    fs::rename(directory.join("r/soma.toml"), directory.join("r/nim.toml")).unwrap();
    for name in ["r/nim.toml", "r/book.toml"] {
        let path = directory.join(name);
        let renamed = fs::read_to_string(&path).unwrap().replace("\"soma\"", "\"nim\"");
        fs::write(path, renamed).unwrap();
    }
    let imported = girafa(directory, &IMPORT);
    assert!(
        stderr(&imported).contains("`girafa run nim` runs the included program of this id: run l/nim.tap"),
        "{}",
        stderr(&imported)
    );
    let listed = girafa(directory, &["list", "nim"]);
    assert!(
        stderr(&listed).contains("nim: our edition"),
        "{}",
        stderr(&listed)
    );
}

/// Forgetting a book removes its import, but not listings that were written to a directory of the user's.
#[test]
fn an_import_is_undone() {
    let soma = soma();
    let directory = soma.path();
    append(&directory.join("r/soma.toml"), ERRATUM);
    let data = directory.join("data/girafa/books/soma");
    let forget = |title: &[&str]| girafa(directory, &[&["book", "forget"], title].concat());
    let listed = || stdout(&girafa(directory, &["book", "list"]));
    let before = listed();
    for (out, kept) in [(&[][..], false), (&["--out", "l"], true)] {
        let imported = girafa(directory, &[&IMPORT[..5], out].concat());
        assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
        let place = if kept { directory.join("l") } else { data.clone() };
        assert!(place.join("soma@corrected.tap").is_file());
        assert!(listed().contains("\"soma\""), "{}", listed());
        let done = forget(&[]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        let message = if kept {
            "forgotten; its files stay in "
        } else {
            "forgotten; 4 files deleted from "
        };
        assert!(stdout(&done).contains(message), "{}", stdout(&done));
        assert_eq!(place.exists(), kept);
        assert_eq!(listed(), before);
        assert_eq!(girafa(directory, &["list", "soma"]).status.code(), Some(5));
    }
    assert_eq!(stderr(&forget(&[])), "girafa: no book has been imported\n");
}

/// Files that are not part of the import remain, and with several books one must be named.
#[test]
fn one_of_several_books_is_forgotten() {
    let Some(book) = book() else { return };
    let soma = soma();
    let directory = soma.path();
    for import in [&["book", "import", &book][..], &IMPORT[..5]] {
        let imported = girafa(directory, import);
        assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    }
    let own = directory.join("data/girafa/book/meu.bas");
    fs::write(&own, "10 PRINT 1\n").unwrap();
    let forget = |title: &[&str]| girafa(directory, &[&["book", "forget"], title].concat());
    for (title, message) in [
        (
            &[][..],
            "girafa: give the title of the book to forget: \"Inteligência Artificial\", \"soma\"\n",
        ),
        (
            &["Outro"],
            "girafa: no book \"Outro\" has been imported: there are \"Inteligência Artificial\", \"soma\"\n",
        ),
    ] {
        let refused = forget(title);
        assert_eq!(
            (stderr(&refused).as_str(), refused.status.code()),
            (message, Some(2))
        );
    }
    let done = forget(&["inteligência artificial"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let left: Vec<_> = fs::read_dir(own.parent().unwrap())
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(left, [own]);
    let listed = stdout(&girafa(directory, &["book", "list"]));
    assert!(
        listed.contains("not imported: our editions run instead"),
        "{listed}"
    );
    let hanoi = girafa(directory, &["list", "hanoi"]);
    assert!(stderr(&hanoi).contains("our edition"), "{}", stderr(&hanoi));
    assert_eq!(girafa(directory, &["list", "soma"]).status.code(), Some(0));
}
