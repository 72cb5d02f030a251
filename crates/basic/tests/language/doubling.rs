//! For any kind of text, twice the length takes twice the work, measured in characters examined.

use girafa_basic::diagnostic::Places;
use girafa_basic::program::{Line, Program};
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{check, text, work};

/// Makes an input of a given number of pieces.
type Make = fn(usize) -> String;

/// Checks that doubling the input at most doubles the work, with a tolerance and a constant for small inputs.
fn assert_doubles(what: &str, of: impl Fn(usize) -> u64) {
    let works: Vec<u64> = [1, 2, 4, 8].map(|times| of(times * 200)).into();
    for pair in works.windows(2) {
        assert!(pair[0] > 0, "{what}: nothing was counted");
        assert!(pair[1] <= pair[0] * 22 / 10 + 2_000, "{what}: {works:?}");
    }
}

/// Inputs that readers have been slow with.
const TEXTS: [(&str, Make); 13] = [
    ("open braces", |n| format!("10 REM {}\n", "\\{".repeat(n))),
    ("open braces in rows", |n| "10 REM \\{\n".repeat(n)),
    ("nearly a keyword", |n| "10 PRIN\n".repeat(n)),
    ("numbers", |n| "17\n".repeat(n)),
    ("characters that there are not", |n| {
        format!("10 REM {}\n", "ж".repeat(n))
    }),
    ("BASinC's variables", |n| "\\x\nVar a: Num = 5\n".repeat(n)),
    ("carriage returns", |n| "\r".repeat(n)),
    ("form feeds", |n| "\u{c}".repeat(n)),
    ("ends of file", |n| "\u{1a}".repeat(n)),
    ("blank rows of carriage returns", |n| " \r".repeat(n)),
    ("comments that carriage returns end", |n| "# a\r".repeat(n)),
    ("lines that carriage returns end", |n| "10 PRINT 1\r".repeat(n)),
    ("names", |n| {
        (1..=n.min(9999))
            .map(|line| format!("{line} LET a{line}=a{}\n", line - 1))
            .collect()
    }),
];

#[test]
fn listings() {
    for (what, make) in TEXTS {
        assert_doubles(what, |n| {
            let text = make(n);
            work::of(|| {
                let places = Places::new(&text);
                match tokenise::program(&text, &Options::default()) {
                    Ok(_) => {}
                    Err(found) => found.iter().for_each(|found| {
                        places.of(found.span.start);
                    }),
                }
            })
        });
        assert_doubles(what, |n| {
            let text = make(n);
            work::of(|| check::all(&text, false))
        });
    }
}

/// Whether a name in a line is a name depends on the line before.
#[test]
fn a_program_whose_lines_depend_on_one_another() {
    assert_doubles("cascade", |n| {
        let lines = (1..n as u16).map(|number| Line {
            number: number + 1,
            body: format!("\u{f1}sin{number}=sin{}", number - 1)
                .chars()
                .map(|c| c as u8)
                .collect(),
        });
        let program = Program {
            lines: [Line {
                number: 1,
                body: vec![0xEA],
            }]
            .into_iter()
            .chain(lines)
            .collect(),
            ..Program::default()
        };
        work::of(|| {
            let text = text::from_program(&program);
            let back = tokenise::program(&text, &Options::default()).unwrap().program;
            assert_eq!(back.lines, program.lines);
        })
    });
}
