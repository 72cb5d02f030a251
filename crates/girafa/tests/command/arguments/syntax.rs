//! Random command lines, valid and invalid, of all commands and arguments in `commands.txt`. A test of the
//! command-line definition keeps that file up to date.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use girafa_test_support::Random;

/// Commands with few variants, which are tried less often.
pub const SHORT_COMMANDS: [&str; 6] = ["book list", "completions", "init", "man", "play", "programs"];

/// Options that never end, wait for a client, or run all programs for minutes.
const EXCLUDED_OPTIONS: [&str; 3] = ["--watch", "--listen", "--all"];

/// A command and its arguments.
pub struct Syntax {
    /// The command's words, such as `book import`.
    pub words: &'static str,
    arguments: Vec<Argument>,
}

struct Argument {
    /// Short and long name; empty for a positional argument.
    names: Vec<&'static str>,
    /// The name of the value, or its choices such as `{bits|paper}`; `None` for a flag.
    value: Option<&'static str>,
}

/// Parses all commands.
pub fn all() -> Vec<Syntax> {
    let mut all: Vec<Syntax> = Vec::new();
    for row in include_str!("commands.txt").lines() {
        let Some(argument) = row.strip_prefix("  ") else {
            all.push(Syntax {
                words: row,
                arguments: Vec::new(),
            });
            continue;
        };
        let (names, value) = argument
            .split_once(' ')
            .map_or((argument, None), |(names, value)| (names, Some(value)));
        let names: Vec<&str> = names.split('|').filter(|&name| name != "=").collect();
        if !names.iter().any(|name| EXCLUDED_OPTIONS.contains(name)) {
            let command = all.last_mut().expect("a command before its arguments");
            command.arguments.push(Argument { names, value });
        }
    }
    all
}

impl Syntax {
    fn has(&self, name: &str) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.names.contains(&name))
    }

    /// A random command line, without the program's name, that refers to `files`.
    pub fn line(&self, random: &mut Random, files: &[OsString]) -> Vec<OsString> {
        let mut line: Vec<OsString> = self.words.split(' ').map(OsString::from).collect();
        for argument in &self.arguments {
            let is_positional = argument.names.is_empty();
            let times = if is_positional {
                *random.pick(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
            } else if argument.names.contains(&"-o") {
                // Two commands require `-o`.
                usize::from(!random.one_in(5))
            } else {
                // On average two of all the options.
                usize::from(random.one_in(self.arguments.len().div_ceil(2).max(3)))
            };
            for _ in 0..times {
                argument.put(random, files, &mut line);
            }
        }
        if random.one_in(15) {
            let odd: [&[u8]; 7] = [b"--", b"-", b"", b"--no-such", b"-\xFF", b"--help", b"--json=yes"];
            let at = random.below(line.len() + 1);
            line.insert(at, OsString::from_vec(random.pick(&odd).to_vec()));
        }
        self.bound(&mut line);
        line
    }

    /// Limits the duration of a run, unless the line has a limit.
    fn bound(&self, line: &mut Vec<OsString>) {
        let given = |line: &[OsString], name: &str| {
            line.iter()
                .any(|word| word.to_string_lossy().split('=').next() == Some(name))
        };
        // A merge runs no program and accepts no limit.
        if given(line, "--merge") {
            return;
        }
        // With other commands, these two options require `--expect`.
        if self.has("--expect") && !given(line, "--expect") {
            return;
        }
        for (name, short) in [("--time", "3s"), ("--wall", "4s")] {
            let has_limit = given(line, name) || name == "--time" && given(line, "--frames");
            if self.has(name) && !has_limit {
                line.extend([name.into(), short.into()]);
            }
        }
    }
}

impl Argument {
    fn put(&self, random: &mut Random, files: &[OsString], line: &mut Vec<OsString>) {
        let name = (!self.names.is_empty()).then(|| *random.pick(&self.names));
        let value = self.value.map(|what| {
            let what = match (what, name) {
                // The test would have to wait for a long real-time limit.
                ("FILE" | "DIR", Some(name)) | (_, Some(name @ "--wall")) => name,
                (what, _) => what,
            };
            value(random, what, files)
        });
        let stray = random.one_in(40);
        match (name, value) {
            (Some(name), None) if stray => line.push(format!("{name}=1").into()),
            (Some(name), None) => line.push(name.into()),
            (Some(name), Some(_)) if stray => line.push(name.into()),
            (Some(name), Some(value)) if name.starts_with("--") && random.one_in(3) => {
                let mut word = OsString::from(format!("{name}="));
                word.push(value);
                line.push(word);
            }
            (Some(name), Some(value)) => line.extend([name.into(), value]),
            (None, value) => line.extend(value),
        }
    }
}

/// A random value for a placeholder such as FILE: usually of the right kind, sometimes of another.
fn value(random: &mut Random, what: &str, files: &[OsString]) -> OsString {
    if random.one_in(12) {
        return hostile(random);
    }
    if let Some(values) = what.strip_prefix('{') {
        let values: Vec<&str> = values.trim_end_matches('}').split('|').collect();
        return random.pick(&values).into();
    }
    match what {
        "--wall" => random
            .pick(&[
                "4s",
                "4s",
                "1s",
                "20ms",
                "0s",
                "-1s",
                "NaN",
                "99999999999999999999s",
            ])
            .into(),
        "TIME" if random.one_in(2) => "1s".into(),
        "N" | "PERCENT" | "LINE" | "N|auto|none" if random.one_in(2) => {
            random.pick(&["1", "2", "6", "8"]).into()
        }
        "KEYS" if random.one_in(2) => "a ENTER 20ms".into(),
        "TIME" => random.pick(&TIMES).into(),
        "N" | "PERCENT" | "LINE" | "N|auto|none" => random.pick(&NUMBERS).into(),
        "KEYS" => random.pick(&KEYS).into(),
        "CODE" | "A,B" | "REGEX" | "NAME" => random.pick(&WORDS).into(),
        "ADDRESS=FILE" => {
            let mut word = OsString::from(*random.pick(&NUMBERS));
            word.push("=");
            word.push(random.pick(files));
            word
        }
        "TEXT" if random.one_in(2) => random.pick(&WORDS).into(),
        _ => file(random, what, files),
    }
}

/// A file name for a placeholder: usually of the required kind.
fn file(random: &mut Random, what: &str, files: &[OsString]) -> OsString {
    let endings: &[&str] = match what {
        "TARGET" => &[
            ".bas", ".bas", ".bas", ".bas", ".tap", ".tap", ".tzx", ".pzx", ".sna", ".z80", ".szx", ".scr",
        ],
        "IN.bas" => &[".bas", ".bas", ".scr", ".tap"],
        "--rom" => &[".rom"],
        "--answers" | "--expect" | "--book" => &[".txt"],
        "--sessions" | "--records" => &["records", "sd", "tst", "runs"],
        "TAPE" => &[".tap", ".tzx", ".pzx"],
        "PATH" => &["tst", "runs", ".toml"],
        _ => match what.rfind('.') {
            Some(dot) => &[&what[dot..]],
            None => &[""],
        },
    };
    let ending = *random.pick(endings);
    let fits = |file: &&OsString| file.to_string_lossy().ends_with(ending);
    let fitting: Vec<&OsString> = files.iter().filter(fits).collect();
    match random.below(12) {
        0 => format!("new{}{ending}", random.below(3)).into(),
        1 => random.pick(&IDS).into(),
        2..=9 if !fitting.is_empty() => (*random.pick(&fitting)).clone(),
        _ => random.pick(files).clone(),
    }
}

/// A value that is valid nowhere.
fn hostile(random: &mut Random) -> OsString {
    match random.below(4) {
        0 => OsString::from_vec(random.pick(&NON_TEXT_ARGUMENTS).to_vec()),
        1 => "x".repeat(*random.pick(&[255, 256, 4_096, 100_000])).into(),
        2 => random.pick(&NUMBERS).into(),
        _ => random.pick(&WORDS).into(),
    }
}

const IDS: [&str; 6] = [
    "moedas",
    "galo",
    "nim@corrected",
    "no-such-id",
    "-",
    "new/in/none",
];

const NON_TEXT_ARGUMENTS: [&[u8]; 5] = [
    b"\xFF",
    b"a\x80.bas",
    b"\xC0\xAF",
    b"\xED\xA0\x80.tap",
    b"\x9B2J.png",
];

const TIMES: [&str; 17] = [
    "1h",
    "1h",
    "99999h",
    "1s",
    "20ms",
    "3s",
    "0s",
    "0",
    "1",
    "",
    "-1s",
    "NaN",
    "99999999999999999999s",
    "584942417355y",
    "18446744073709551615s",
    "1h 1h 1h",
    "1\u{9b}s",
];

const NUMBERS: [&str; 29] = [
    "0",
    "1",
    "2",
    "6",
    "8",
    "12",
    "32",
    "50",
    "100",
    "1000",
    "65535",
    "65536",
    "9999999",
    "-1",
    "+1",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e308",
    "1e999",
    "inf",
    "NaN",
    "",
    " 5",
    "0x10",
    "\u{ff15}",
    "auto",
];

const KEYS: [&str; 14] = [
    "a",
    "ENTER 2s LEFT*3",
    "h:2s q+o POLL",
    "\"Ana\"",
    "[x",
    "[]",
    "\"",
    "LEFT*99999999999999999999",
    "a*200001",
    "99999999999999h",
    "a:9999999999y",
    "++++",
    "\u{1b}[2J",
    "",
];

const WORDS: [&str; 18] = [
    "",
    "1",
    "x",
    "all",
    "G001",
    "G999",
    "um",
    "bench,print",
    ",,,,",
    "(",
    "(a{9999}){9999}",
    ".*",
    "\u{1b}]0;x\u{7}\u{1b}[2J",
    "\u{9b}2J",
    "\u{202e}abc\u{200b}",
    "a\nb\rc\td",
    "$(touch new-by-shell)",
    "../../x",
];
