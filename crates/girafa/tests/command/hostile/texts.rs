//! Listings with extreme lines and line ends; session files, cases, corrections, scans and answers with
//! extreme values.

use girafa_test_support::Random;

use super::{ANSWERS, CASES, EXPECTED, FIXES, Hostile, LISTING, SCAN, SESSIONS};

/// Starts of texts; [`PIECES`] are repeated after them.
const HEADS: &[&str] = &[
    "",
    "",
    "10 REM ",
    "10 PRINT \"",
    "10 LET a=",
    "# girafa: name=\"x\"\n",
    "\u{feff}",
    "10 ",
];
const PIECES: &[&str] = &[
    "\n",
    "\r",
    "\r\n",
    "\u{c}",
    "\u{1a}",
    " ",
    " \r",
    "\t",
    "17\n",
    "0",
    "9",
    "1\n",
    "10 PRIN\n",
    "10 PRINT a\n",
    "10 PRINT a\r",
    "10 REM \\{",
    "\\{",
    "\\\n",
    "@a: ",
    "@a:\r",
    "10 GO TO @a\n",
    "abc",
    "a",
    "\"",
    "(",
    ")",
    ":",
    ": ",
    "PRINT ",
    "IF 1 THEN ",
    "+a",
    "-",
    "NOT ",
    "DATA 1,",
    "DEF FN a(",
    "1,",
    "#",
    "# x\n",
    "\u{e9}",
    "\u{1f600}",
    "\u{0}",
    "GO TO 10:",
    "LET a=1:",
    "FOR i=1 TO 2:",
    "NEXT i:",
    "\\a",
    "<>",
    "1e9",
    ".",
    "BIN 1",
    "Var a: Num = 5\n",
    "Auto 10\n",
    "10 REM girafa: allow G001\n",
    "\u{202e}",
];

/// A text of one of [`HEADS`] and up to `most` pieces.
fn text(random: &mut Random, most: usize) -> String {
    let piece = *random.pick(PIECES);
    let other = if random.one_in(3) {
        *random.pick(PIECES)
    } else {
        ""
    };
    let pair = format!("{piece}{other}");
    let blanks = *random.pick(&[0, 0, 0, 1, 65_545]);
    let size = *random.pick(&[1, 1_000, most / 4, most]);
    let body = pair.repeat(size / pair.len() + 1);
    format!("{}{}{body}\n", " ".repeat(blanks), random.pick(HEADS))
}

pub fn listing(random: &mut Random) -> Hostile {
    Hostile::new("h.bas", text(random, 200_000).into_bytes(), LISTING)
}

pub fn other(random: &mut Random) -> Hostile {
    match random.below(7) {
        0 | 1 => sessions(random),
        2 => Hostile::new("h.txt", text(random, 200_000).into_bytes(), EXPECTED),
        3 => Hostile::new("h.txt", text(random, 60_000).into_bytes(), SCAN),
        4 => Hostile::new("h.txt", text(random, 200_000).into_bytes(), ANSWERS),
        5 => cases(random),
        _ => fixes(random),
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "1e308",
    "nan",
    "0.5",
];

/// A TOML string of one repeated piece.
fn string(random: &mut Random) -> String {
    let piece = *random.pick(&["x", "\\n", "\\u0000", "\\u009b", "\u{e9}", " ", "0", "a\\n"]);
    format!("\"{}\"", piece.repeat(*random.pick(&[0, 1, 32, 70_000])))
}

fn sessions(random: &mut Random) -> Hostile {
    let mut file = String::new();
    if random.one_in(3) {
        file += &format!("coverage = {}\n", random.pick(NUMBERS));
    }
    let count = *random.pick(&[1, 1, 2, 40, 10_001]);
    for number in 0..count {
        file += &format!("[[session]]\nname = \"{number}\"\n");
        for _ in 0..if count > 40 { 0 } else { random.below(4) } {
            let rows: Vec<String> = (0..*random.pick(&[1, 24, 1_000]))
                .map(|_| "\"x\"".to_owned())
                .collect();
            file += &match random.below(12) {
                0 => format!("time = \"{}s\"\n", random.pick(NUMBERS)),
                1 => format!("transcript = {}\n", string(random)),
                2 => format!("paper = [{}]\n", rows.join(",")),
                3 => format!("screen = [{}]\n", rows.join(",")),
                4 => format!("answers = [{}]\n", rows.join(",")),
                5 => format!("answers = [{}]\n", string(random)),
                6 => format!(
                    "keys = {}\n",
                    random.pick(&["\"{wait65535}\"", "\"a*9999\"", "\"a*9999 b*9999\"", "\"ENTER\""])
                ),
                7 => format!("tstates = {}\n", random.pick(NUMBERS)),
                8 => format!("report = {}\n", string(random)),
                9 => format!("lines = {}\n", string(random)),
                10 => format!("variables = {{ a = {} }}\n", random.pick(NUMBERS)),
                _ => {
                    let prints = [
                        "yes | head -c 3000000",
                        "head -c 9000000 /dev/zero",
                        "head -c 9000000 /dev/zero | tr '\\\\0' '\\\\n'",
                    ];
                    format!("reference = [\"sh\", \"-c\", \"{}\"]\n", random.pick(&prints))
                }
            };
        }
    }
    let mut hostile = Hostile::new("h.toml", file.into_bytes(), SESSIONS);
    let programs = [
        "10 PRINT \"x\": STOP\n",
        "10 INPUT a$: PRINT a$: GO TO 10\n",
        "10 LPRINT \"x\": GO TO 10\n",
        "10 POKE 23692,255: PRINT : GO TO 10\n",
        "10 SAVE \"x\": GO TO 10\n",
        CHANNEL_PROGRAM,
    ];
    hostile
        .beside
        .push(("h.bas", random.pick(&programs).as_bytes().to_vec()));
    hostile
}

/// Replaces a channel's output routine with its own, so that a row takes only a few T-states.
pub const CHANNEL_PROGRAM: &str = "10 FOR i=0 TO 6: READ a: POKE 40000+i,a: NEXT i\n\
    20 DATA 62,13,215,24,251,35,201\n\
    30 LET c=PEEK 23631+256*PEEK 23632: POKE c+5,69: POKE c+6,156\n\
    40 RANDOMIZE USR 40000\n";

fn cases(random: &mut Random) -> Hostile {
    let mut file = String::new();
    for number in 0..*random.pick(&[1, 30, 3_000]) {
        let program = *random.pick(&[
            "10 PRINT 1\\n",
            "10 BEEP 1,1: GO TO 10\\n",
            "10 LPRINT 1: GO TO 10\\n",
            "x",
        ]);
        let id = "a".repeat(*random.pick(&[1, 200, 201]));
        let frames = *random.pick(&["0", "1", "100", "4294967296"]);
        let expected = format!("\"{}\"", "x".repeat(*random.pick(&[0, 32, 10_000])));
        file += &format!(
            "{{\"id\":\"{id}{number}\",\"cat\":\"c\",\"bas\":\"{program}\",\"frames\":{frames},\"compare\":[\"screen\",\"beeps\"],\
             \"expect\":{{\"screen\":[{expected}],\"beeps\":{}}}}}\n",
            random.pick(&NUMBERS[..4])
        );
    }
    Hostile::new("h.jsonl", file.into_bytes(), CASES)
}

fn fixes(random: &mut Random) -> Hostile {
    let mut file = String::new();
    for _ in 0..*random.pick(&[1, 100, 20_000]) {
        file += &match random.below(3) {
            0 => format!(
                "[[fix]]\nrow = {}\nwrong = {}\nright = \"x\"\n",
                random.pick(NUMBERS),
                "\"x\""
            ),
            1 => "[a]\n".to_owned(),
            _ => format!("width = {}\n", random.pick(NUMBERS)),
        };
    }
    Hostile::new("h.toml", file.into_bytes(), FIXES)
}
