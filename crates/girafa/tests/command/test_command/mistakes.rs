//! Errors in session files: the message gives the position and what is expected there.

use super::*;

/// Phrases of the TOML library, which no message may contain.
const LIBRARY_WORDS: [&str; 9] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "sequence",
    "a map",
    "unknown field",
    "unknown variant",
    "missing field",
    "untagged",
];

/// Values of the wrong type.
const WRONG_VALUES: [&str; 13] = [
    "5",
    "-1",
    "1.5",
    "true",
    "\"x y z\"",
    "\"\"",
    "[]",
    "[true]",
    "[[1]]",
    "[[1, 2, 3]]",
    "{}",
    "{ a = true }",
    "1979-05-27",
];

const KEYS: [&str; 23] = [
    "answers",
    "keys",
    "unused",
    "time",
    "tape",
    "reference",
    "compare",
    "printed",
    "lines",
    "variant",
    "transcript",
    "transcript_file",
    "screen",
    "paper",
    "report",
    "end",
    "variables",
    "memory",
    "registers",
    "tstates",
    "picture",
    "hardcopy",
    "coverage",
];

#[test]
fn every_key_says_what_it_must_be() {
    let directory = with_files(&[("a.bas", "10 PRINT 1\n")]);
    let mut refused = 0;
    for (key, value) in KEYS
        .iter()
        .flat_map(|key| WRONG_VALUES.map(|value| (*key, value)))
    {
        write(
            &directory,
            "a.toml",
            &format!("[[session]]\nname = \"a\"\n{key} = {value}\n"),
        );
        let done = test(&directory, &[]);
        let message = stderr(&done);
        if done.status.code() != Some(5) || !message.contains("a.toml:") {
            continue;
        }
        refused += 1;
        assert_eq!(message.lines().count(), 1, "{key} = {value}: {message}");
        assert!(
            message.starts_with("girafa: a.toml:3:"),
            "{key} = {value}: {message}"
        );
        assert!(
            message.contains(" must be ")
                || message.contains(" must name ")
                || message.contains("is not a key"),
            "{key} = {value}: {message}"
        );
        for word in LIBRARY_WORDS {
            assert!(!message.contains(word), "{key} = {value}: {message}");
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn missing_and_misspelled_keys_are_named() {
    for (text, words) in [
        ("[[session]]\nanswers = [1]\n", "a.toml:1:1: name is missing"),
        (
            "[[session]]\nnam = \"x\"\n",
            "a.toml:2:1: nam is not a key here; did you mean name?",
        ),
        (
            "[[sesion]]\nname = \"x\"\n",
            "a.toml:1:3: sesion is not a key here; did you mean session?",
        ),
        (
            "[session]\nname = \"x\"\n",
            "a.toml:1:1: each session must begin with [[session]]",
        ),
        (
            "# Olá\n[[session]]\nname = \"é\" \nanswers = [1, {}]\n",
            "a.toml:4:11: answers must be a list of strings or numbers",
        ),
        (
            "[[session]]\nname = \"x\"\nmemory.70000 = [1]\n",
            "memory must name addresses from 0 to 65535",
        ),
        (
            "[[session]]\nname = \"x\"\nmemory.65535 = [1, 2]\n",
            "memory must name addresses from 0 to 65535",
        ),
        (
            "[[session]]\nname = \"x\"\nmemory.0x5B00 = [256]\n",
            "0x5B00 must be a whole number from 0 to 255",
        ),
        (
            "[[session]]\nname = \"x\"\nregisters.xy = 1\n",
            "registers must name registers (AF, BC, ",
        ),
        (
            "[[session]]\nname = \"x\"\nvariables.a = { approx = 1, within = -1 }\n",
            "a must be a number, a text, ",
        ),
    ] {
        let directory = with_files(&[("a.bas", "10 PRINT 1\n"), ("a.toml", text)]);
        let done = test(&directory, &[]);
        assert_eq!(done.status.code(), Some(5), "{text}");
        assert!(stderr(&done).contains(words), "{words:?}: {}", stderr(&done));
    }
}

/// Numbers are typed as written in the file.
#[test]
fn answers_may_be_numbers() {
    let program = "10 INPUT a: INPUT b: INPUT c: INPUT d$: PRINT a;\" \";b;\" \";c;\" \";d$\n";
    let sessions =
        "[[session]]\nname = \"x\"\nanswers = [5, -0.25, 1e3, \"x\"]\ntranscript = \"5 -0.25 1000 x\"\n";
    assert_well(&test(
        &with_files(&[("a.bas", program), ("a.toml", sessions)]),
        &[],
    ));
}

/// An error's position is a row of the file, as in the messages of `run`.
#[test]
fn errors_name_the_row_of_the_listing() {
    let files = [
        ("sub/a.bas", "# 1\n10 PRINT 1\n20 PRINT x\n"),
        ("sub/a.toml", "[[session]]\nname = \"x\"\ntranscript = \"1\"\n"),
        ("e.txt", "1\n"),
    ];
    let directory = with_files(&files);
    let place = "--> sub/a.bas:3, statement 20:1";
    assert_differs(&test(&directory, &["sub"]), &["2 Variable not found: x", place]);
    let arguments = ["compare", "sub/a.bas", "--expect", "e.txt"];
    assert_differs(
        &girafa(directory.path(), &arguments),
        &["2 Variable not found: x", place],
    );
}
