//! No command sends control characters from a file, a listing or a program to the terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use girafa_basic::shown::is_plain;

use crate::pty::{Answers, Pty};
use crate::support::{girafa, stdout};

/// Sets the title, clears the screen in two ways, writes backwards, over other text, from right to left, and
/// invisibly.
const ESCAPES: &str =
    "\u{1b}]0;x\u{7}\u{1b}[2J\u{1b}[7;77mA\u{9b}2J\u{7f}\u{202e}\u{200b}\u{e041}\u{8}\u{feff}\u{e0041}\rZ";
/// The same in Spectrum character codes.
const CODES: &[u8] = b"\x1b]0;x\x07\x1b[2J\x1b[7;77mA\x9b2J\x7f\x08\x1b\x0eZ";

/// The files in the directory where the commands run, by name.
pub struct Files(Vec<(String, Vec<u8>)>);

pub fn files() -> Files {
    let json = serde_json::to_string(ESCAPES).unwrap();
    let toml = json.replace('\u{7f}', "\\u007f");
    let tape = tape();
    Files(vec![
        (format!("{ESCAPES}.bas"), format!("10 REM {ESCAPES}\n20 PRINT \"{ESCAPES}\"\n30 REMM {ESCAPES}\n40 LET a={ESCAPES}\n").into_bytes()),
        (format!("{ESCAPES}.tap"), tape.clone()),
        (format!("{ESCAPES}.png"), Vec::new()),
        ("good.bas".to_owned(), codes_listing().into_bytes()),
        ("good.tap".to_owned(), tape),
        ("note.pzx".to_owned(), pzx()),
        ("note.tzx".to_owned(), tzx()),
        ("scan.txt".to_owned(), format!("10 PRINT \"{ESCAPES}\"\n20 PRNT {ESCAPES}\n{ESCAPES}\n").into_bytes()),
        ("fixes.toml".to_owned(), format!("[[correction]]\nline = 1\nwrong = {toml}\nright = \"x\"\nkind = \"scan\"\nreason = {toml}\n").into_bytes()),
        ("broken.toml".to_owned(), format!("x = \"{ESCAPES}\n").into_bytes()),
        ("expect.txt".to_owned(), format!("{ESCAPES}\nagain {ESCAPES}\n").into_bytes()),
        ("cases.jsonl".to_owned(), format!("{{\"id\":{json},\"cat\":{json},\"bas\":\"10 PRINT 1\\n\",\"frames\":300,\"note\":{json},\"compare\":[\"screen\"],\"expect\":{{\"screen\":[{json}]}}}}\n").into_bytes()),
        ("broken.jsonl".to_owned(), format!("{{\"id\":\"{ESCAPES}\n").into_bytes()),
        ("book.txt".to_owned(), format!("{ESCAPES}\n10 PRINT {ESCAPES}\n").into_bytes()),
        ("sd/hanoi.toml".to_owned(), format!("id = \"hanoi\"\n[[session]]\nname = {toml}\nanswers = [\"3\"]\n").into_bytes()),
        (format!("tst/{ESCAPES}.bas"), codes_listing().into_bytes()),
        (format!("tst/{ESCAPES}.toml"), format!("[[session]]\nname = {toml}\nend = {toml}\n").into_bytes()),
        ("tst/b.bas".to_owned(), codes_listing().into_bytes()),
        ("tst/b.toml".to_owned(), format!("[[session]]\nname = {toml}\ntranscript = {toml}\nreport = {toml}\n").into_bytes()),
        ("tse/good.bas".to_owned(), codes_listing().into_bytes()),
        ("tse/good.toml".to_owned(), format!("[[session]]\nname = \"{ESCAPES}\n").into_bytes()),
        ("se/hanoi.toml".to_owned(), format!("id = \"hanoi\"\n[[session]]\nname = \"{ESCAPES}\n").into_bytes()),
        (format!("sf/{ESCAPES}.toml"), b"id = 3\n".to_vec()),
        ("small.rom".to_owned(), ESCAPES.as_bytes().to_vec()),
    ])
}

impl Files {
    pub fn put_in(&self, directory: &Path) {
        for (name, bytes) in &self.0 {
            let path = directory.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// A listing whose program prints and stores control codes, then stops with an error.
fn codes_listing() -> String {
    let escaped: String = CODES.iter().map(|code| format!("\\{{{code}}}")).collect();
    format!(
        "5 REM {escaped}\n10 LET a$=\"{escaped}\": LET b$=CHR$ 27+\"[2J\": PRINT \"{escaped}\"\n15 LPRINT \"x\": PRINT #0;b$\n20 PRINT b: REM {escaped}\n"
    )
}

/// A program with control codes in its name, its lines and its variables.
fn tape() -> Vec<u8> {
    let line = |number: u16, body: &[u8]| {
        let length = body.len() as u16 + 1;
        [&number.to_be_bytes()[..], &length.to_le_bytes(), body, b"\r"].concat()
    };
    let rem = [b"\xea", CODES].concat();
    let lines = [line(10, &rem), line(20, b"\xf5\"\x1b[2J\""), line(30, b"\xe2")].concat();
    let variables = [&b"\xa1\x1b[2J\x1b]0;x\x07\x1b[3\xb1\0\0\x01\0\0A\x05\0\x1b[2J\x07\x80"[..]].concat();
    let all = [lines.clone(), variables].concat();
    let number = |number: usize| (number as u16).to_le_bytes();
    let header = [
        &[0, 0][..],
        &CODES[..10],
        &number(all.len()),
        &number(10),
        &number(lines.len()),
    ]
    .concat();
    let block = |bytes: &[u8]| {
        let sum = bytes.iter().fold(0, |sum, byte| sum ^ byte);
        [&number(bytes.len() + 1)[..], bytes, &[sum]].concat()
    };
    [block(&header), block(&[b"\xff", &all[..]].concat())].concat()
}

fn pzx() -> Vec<u8> {
    let note = [&[1, 0][..], b"Title\0", ESCAPES.as_bytes(), b"\0", CODES].concat();
    [b"PZXT", &(note.len() as u32).to_le_bytes()[..], &note].concat()
}

fn tzx() -> Vec<u8> {
    let note = [&[CODES.len() as u8][..], CODES].concat();
    let head = b"ZXTape!\x1a\x01\x14";
    [&head[..], b"\x30", &note, b"\x21", &note, b"\x22\x20\xe8\x03"].concat()
}

/// The arguments to run each command with.
fn cases(command: &str) -> Vec<Vec<String>> {
    let (bas, tap, png) = (
        format!("{ESCAPES}.bas"),
        format!("{ESCAPES}.tap"),
        format!("{ESCAPES}.png"),
    );
    let (bas, tap, png) = (bas.as_str(), tap.as_str(), png.as_str());
    let missing = &format!("no{ESCAPES}.bas");
    let (code, regex) = (&format!("1={ESCAPES}"), &format!("({ESCAPES}"));
    // Arguments for every command that runs a program.
    let run: &[&[&str]] = &[
        &[bas],
        &[tap],
        &["good.bas"],
        &["good.tap"],
        &[missing],
        &[ESCAPES],
        &["good.bas", "--answer", ESCAPES],
        &["good.bas", "--answer", "5", "--keys", "ENTER"],
        &["good.bas", "--keys", ESCAPES],
        &["good.bas", "--answers", png],
        &["good.bas", "--tape", bas],
        &["good.bas", "--rom", bas],
        &["good.bas", "--time", ESCAPES],
    ];
    let own: &[&[&str]] = match command {
        "girafa" => &[
            &[],
            &[ESCAPES],
            &["--help"],
            &["-V"],
            &["run", "--no-such", ESCAPES],
            &["help", ESCAPES],
        ],
        "run" => &[
            &["good.bas", "--json"],
            &["good.bas", "--save", bas],
            &["good.bas", "--scale", ESCAPES],
            &["good.bas", "--screen", png],
        ],
        "hardcopy" => &[
            &["good.bas", "--text"],
            &["good.bas", "--llist", "--text"],
            &["good.bas", "-o", ESCAPES],
            &["good.bas", "--style", ESCAPES],
        ],
        "cover" => &[
            &["good.bas", "--json"],
            &["good.bas", "--missing"],
            &["hanoi", "--sessions", "se"],
            &["good.tap", "--at-least", ESCAPES],
        ],
        "profile" => &[&["good.bas", "--json"], &["good.tap", "--statements"]],
        "trace" => &[&["good.tap", "--tstates"]],
        "vars" => &[&["good.bas", "--json"], &["good.tap", "--json"]],
        "debug" => &[
            &[
                "good.bas", "-c", "break 10", "-c", "vars", "-c", "list", "-c", "continue", "-c", "screen",
                "-c", ESCAPES,
            ],
            &[
                "good.tap",
                "-c",
                "next 30",
                "-c",
                "print \"\u{1b}[2J\"",
                "-c",
                "where",
            ],
            &["good.bas", "--answer", ESCAPES, "-c", "continue"],
        ],
        "dap" => &[&["--listen", ESCAPES], &["--listen", "1.2.3.4:x"]],
        "programs" => &[&[], &["--json"], &[ESCAPES]],
        "play" => &[
            &["good.tap", "--frames", "9", "--listing"],
            &[bas],
            &[missing],
            &["good.bas", "--poke", "--frames", "30", "--listing"],
            &["--out", ESCAPES],
        ],
        "tap" => &[
            &[bas, "-o", "o.tap"],
            &["good.bas", "-o", png],
            &["good.bas", "--name", ESCAPES, "-o", "o.tap"],
            &[missing, "-o", "o.tap"],
            &["--code", ESCAPES, "-o", "o.tap"],
            &["--code", code, "-o", "o.tap"],
        ],
        "untap" => &[
            &[bas],
            &[tap],
            &["good.tap"],
            &["note.pzx"],
            &["note.tzx"],
            &[missing],
        ],
        "typein" => &[
            &["scan.txt"],
            &["scan.txt", "--json"],
            &["scan.txt", "--width", "none"],
            &["scan.txt", "--width", ESCAPES],
            &["scan.txt", "--fixes", "fixes.toml"],
            &["scan.txt", "--fixes", "broken.toml"],
            &["scan.txt", "--suggest", png],
            &[bas],
            &[missing],
        ],
        "list" => &[
            &[bas],
            &[tap],
            &["good.bas"],
            &["good.tap"],
            &[missing],
            &[ESCAPES],
        ],
        "check" => &[
            &[bas],
            &[tap, missing],
            &["good.bas"],
            &["good.tap"],
            &["good.tap", "--json"],
            &[bas, "--json"],
            &[bas, "--sarif"],
            &["--explain", ESCAPES],
            &["--allow", ESCAPES, bas],
        ],
        "renumber" | "format" => &[
            &[bas],
            &[tap],
            &["good.bas"],
            &["good.tap"],
            &[missing],
            &[ESCAPES],
            &["good.bas", "-o", ESCAPES],
            &["good.tap", "--in-place"],
            &["good.bas", "--lines", ESCAPES],
            &["good.bas", "--check"],
        ],
        "lsp" => &[&["--stdio"], &[ESCAPES]],
        "book" => &[
            &[ESCAPES],
            &["import", "book.txt"],
            &["import", "book.txt", "--out", ESCAPES],
            &["import", missing],
            &["list", "--records", ESCAPES],
            &["new", ESCAPES],
        ],
        "compare" => &[
            &["good.bas", "--expect", "expect.txt"],
            &["good.tap", "--expect", "expect.txt", "--color", "always"],
            &["good.bas", "--expect", "expect.txt", "--json"],
            &["hanoi", "--sessions", "sd"],
            &["hanoi", "--sessions", "sd", "--json"],
            &["hanoi", "--sessions", "se"],
            &["hanoi", "--sessions", "sf"],
            &[ESCAPES],
            &["hanoi", "--book", "book.txt"],
            &["hanoi", "--sessions", ESCAPES],
            &["good.bas", "--expect", "expect.txt", "--answer", ESCAPES],
        ],
        "info" => &[
            &[bas],
            &[tap],
            &["good.tap"],
            &["note.pzx"],
            &["note.tzx"],
            &["small.rom"],
            &["scan.txt"],
            &[missing],
        ],
        "conform" => &[
            &["cases.jsonl"],
            &["cases.jsonl", "-v"],
            &["broken.jsonl"],
            &["cases.jsonl", "--cat", ESCAPES],
            &["cases.jsonl", "--id", ESCAPES],
            &["cases.jsonl", "--id", regex],
            &["cases.jsonl", "--rom", "small.rom"],
        ],
        "test" => &[
            &["tst"],
            &["tst", "--json"],
            &["tst", "--color", "always"],
            &[ESCAPES],
            &["tst", "--filter", ESCAPES],
            &["tse"],
        ],
        "init" => &[&[bas], &["good.bas"], &["good.tap"], &[missing], &[ESCAPES]],
        "completions" => &[&["bash"], &["zsh"], &["fish"], &[ESCAPES]],
        "man" => &[&[], &["--out", ESCAPES]],
        other => panic!("give `girafa {other}` files and options full of escapes here"),
    };
    let shared = match command {
        "run" | "hardcopy" | "cover" | "profile" | "trace" | "vars" => run,
        _ => &[],
    };
    let first = (command != "girafa").then_some(command);
    let words = |case: &[&str]| {
        first
            .into_iter()
            .chain(case.iter().copied())
            .map(str::to_owned)
            .collect()
    };
    shared.iter().chain(own).map(|case| words(case)).collect()
}

/// The subcommands, taken from the manual pages.
fn commands(directory: &Path) -> Vec<String> {
    let written = stdout(&girafa(directory, &["man", "--out", "pages"]));
    let pages = written
        .lines()
        .filter_map(|row| row.strip_prefix("pages/girafa-")?.strip_suffix(".1"));
    let mut commands: Vec<String> = pages
        .filter(|page| !page.contains('-'))
        .map(str::to_owned)
        .collect();
    assert!(commands.len() > 10, "{written}");
    commands.push("girafa".to_owned());
    commands
}

/// The output of a command on a terminal, both streams.
fn sent(directory: &Path, arguments: &[String]) -> String {
    sent_with(directory, arguments, &[])
}

/// Like [`sent`], with additional environment variables.
fn sent_with(directory: &Path, arguments: &[String], environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .args(arguments)
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env_remove("NO_COLOR")
        .env("XDG_DATA_HOME", directory.join("data"))
        .envs(environment.iter().copied());
    let answers = Answers {
        kitty: "",
        cell: "",
        attributes: "\x1b[?6c",
    };
    let mut pty = Pty::start(&mut command, (200, 50), answers);
    pty.wait();
    String::from_utf8(pty.all_sent()).unwrap_or_else(|_| panic!("{arguments:?} sends what is no UTF-8"))
}

/// Returns what is wrong with the output to a terminal. `is_own` accepts the escape sequences that Girafa
/// sends.
fn wrong(sent: &str, is_own: impl Fn(&str) -> bool) -> Option<String> {
    for (at, c) in sent.char_indices() {
        let rest = &sent[at + c.len_utf8()..];
        let is_well = match c {
            '\n' | '\t' => true,
            '\r' => rest.starts_with(['\n', '\r', '\x1b']),
            '\x1b' => is_own(rest) && !rest.starts_with("[7;77m"),
            c => is_plain(c),
        };
        if !is_well {
            return Some(format!(
                "{c:?} before {:?}",
                rest.chars().take(40).collect::<String>()
            ));
        }
    }
    None
}

/// Whether a sequence sets a colour or erases a progress bar.
fn is_colour_or_bar(sequence: &str) -> bool {
    let Some(sequence) = sequence.strip_prefix('[') else {
        return false;
    };
    let end = sequence
        .find(|c: char| !c.is_ascii_digit() && c != ';')
        .unwrap_or(sequence.len());
    sequence[end..].starts_with(['m', 'A', 'B']) || sequence.starts_with("2K")
}

#[test]
fn no_command_writes_terminal_escapes() {
    let directory = tempfile::tempdir().unwrap();
    let mut failures = Vec::new();
    let mut coloured = 0;
    for command in commands(directory.path()) {
        for case in cases(&command) {
            files().put_in(directory.path());
            let text = sent(directory.path(), &case);
            let is_playing = text.contains("\x1b[?1049h");
            let found = match is_playing {
                // A player uses many kinds of sequences, but none that sets the title.
                true => wrong(&text, |sequence| !sequence.starts_with(']')),
                false => wrong(&text, is_colour_or_bar),
            };
            coloured += usize::from(text.contains("\x1b["));
            if let Some(found) = found {
                failures.push(format!("{case:?}: {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(coloured > 10, "no colours: was this a terminal?");
}

/// Messages name what environment variables refer to, and a directory's name with each of its files.
#[test]
fn environment_and_directories_write_no_terminal_escapes() {
    let directory = tempfile::tempdir().unwrap();
    files().put_in(directory.path());
    let hostile = directory.path().join(ESCAPES);
    fs::create_dir(&hostile).unwrap();
    files().put_in(&hostile);
    let (bas, text) = (format!("{ESCAPES}.bas"), format!("{ESCAPES}/book.txt"));
    let data = format!("{}/{ESCAPES}", directory.path().display());
    let mut failures = Vec::new();
    let mut check = |arguments: &[&str], environment: &[(&str, &str)]| {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let text = sent_with(directory.path(), &arguments, environment);
        failures.extend(
            wrong(&text, is_colour_or_bar).map(|found| format!("{arguments:?} {environment:?}: {found}")),
        );
        text
    };
    for value in [ESCAPES, &bas, "small.rom"] {
        for arguments in [
            &["run", "good.bas"][..],
            &["test", "tst"],
            &["conform", "cases.jsonl"],
            &["vars", "good.bas"],
        ] {
            let message = check(arguments, &[("GIRAFA_ROM", value)]);
            assert!(message.contains("GIRAFA_ROM"), "{message}");
        }
    }
    for value in [ESCAPES, &bas, &text] {
        for arguments in [
            &["run", "hanoi", "--answer", "1"][..],
            &["list", "hanoi"],
            &["compare", "hanoi"],
            &["book", "list"],
        ] {
            check(arguments, &[("GIRAFA_BOOK", value)]);
        }
    }
    let message = check(
        &["book", "new", &text, "--out", &format!("{ESCAPES}/r")],
        &[("XDG_DATA_HOME", &data)],
    );
    assert!(message.contains("no listing found"), "{message}");
    for arguments in [
        &["test", ESCAPES][..],
        &["test", ESCAPES, "--json"],
        &["init", &format!("{ESCAPES}/new")],
        &["man", "--out", &format!("{ESCAPES}/pages")],
        &["check", &format!("{ESCAPES}/good.bas"), "--sarif"],
        &[
            "run",
            &format!("{ESCAPES}/good.bas"),
            "--save",
            &format!("{ESCAPES}/x.szx"),
        ],
        &["compare", "hanoi", "--sessions", "sd", "--junit", "/dev/stdout"],
        &["test", "tst", "--junit", "/dev/stdout"],
    ] {
        check(arguments, &[]);
    }
    let plain = check(&["run", "--help"], &[]);
    let same = check(&["run", "--help"], &[("GIRAFA_ROM", ESCAPES)]);
    assert_eq!(plain, same);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Only these files may write to standard output and standard error. `lsp` and `dap` write messages to an
/// editor.
const OUTPUT_FILES: [&str; 5] = [
    "crates/cli-support/src/lib.rs",
    "crates/girafa/src/dap.rs",
    "crates/girafa/src/lsp.rs",
    "crates/girafa/src/play/terminal.rs",
    "crates/girafa/src/play/pixels/detect.rs",
];

#[test]
fn only_listed_files_write_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut around = Vec::new();
    let mut files = 0;
    for package in fs::read_dir(root.join("crates")).unwrap() {
        let package = package.unwrap().path();
        if package.ends_with("test-support") {
            continue;
        }
        for path in sources(&package.join("src")) {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            files += 1;
            if OUTPUT_FILES.contains(&name.as_str()) || name.ends_with("tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for (row, line) in (1..).zip(text.lines()) {
                let code = line.trim_start();
                let writes = [
                    "print!(",
                    "println!(",
                    "dbg!(",
                    " stdout()",
                    " stderr()",
                    "io::stdout()",
                    "io::stderr()",
                    "io::Stdout",
                    "io::Stderr",
                ];
                if !code.starts_with("//")
                    && !code.contains("is_terminal()")
                    && writes.iter().any(|write| code.contains(write))
                {
                    around.push(format!("{name}:{row}: {code}"));
                }
            }
        }
    }
    assert!(files > 200, "{files} files are not all");
    assert!(around.is_empty(), "{}", around.join("\n"));
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
