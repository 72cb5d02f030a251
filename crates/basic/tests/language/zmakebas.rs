//! The output must be the same as that of zmakebas, for sources that zmakebas handles correctly.

use girafa_test_support::shared_text;
use std::io::Write;
use std::process::{Command, Stdio};

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::tokenise::{Options, program};
use girafa_test_support::skip;
use serde::Deserialize;

/// The lines that zmakebas produces from a text with these options, or `None` if it is not installed.
fn zmakebas(text: &str, options: &[&str]) -> Option<Vec<Line>> {
    // In label mode zmakebas reads its input twice, so it needs a file.
    let mut input = tempfile::NamedTempFile::new().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    let output = Command::new("zmakebas")
        .args(["-r", "-o", "-"])
        .args(options)
        .arg(input.path())
        .stderr(Stdio::null())
        .output()
        .inspect_err(|error| skip(&format!("zmakebas: {error} (Debian's package zmakebas)")))
        .ok()?;
    Some(Program::lines_from_bytes(&output.stdout).unwrap())
}

/// The codes of each line, with hidden numbers reduced to the code that starts them: zmakebas computes them
/// differently.
fn codes(lines: &[Line]) -> Vec<(u16, Vec<u8>)> {
    let codes = |piece| match piece {
        Piece::Code(code) => code,
        Piece::Number(_) => 14,
    };
    lines
        .iter()
        .map(|line| (line.number, pieces(&line.body).map(codes).collect()))
        .collect()
}

fn ours(text: &str) -> Vec<Line> {
    let options = Options {
        lenient: true,
        ..Options::default()
    };
    program(text, &options)
        .unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)))
        .program
        .lines
}

#[derive(Deserialize)]
struct Case {
    id: String,
    bas: Option<String>,
}

#[test]
fn conformance_programs() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let mut ran = 0;
    let mut different = Vec::new();
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let Some(theirs) = zmakebas(&text, &[]) else {
            return;
        };
        ran += 1;
        let ours = ours(&text);
        if codes(&ours) != codes(&theirs) {
            println!("{} {text:?}\n  {ours:02x?}\n  {theirs:02x?}", case.id);
            different.push(case.id);
        }
    }
    println!("compared: {ran}, different: {different:?}");
    assert!(different.is_empty());
}

/// All escapes, comments, continued lines, keywords in upper and lower case, and spaces.
const NOTATION: &str = r#"# a comment
10 print "\a\U\*\@\{65}\{0x42}\ '\.:\::\  \\": rem \b\{16} print
20 goto 10: GO SUB 20: Randomise 5 : let  a b = 1
30 data 1, \
2,\
   "x y"
40 def fn a(x,y$)=x+len y$: print fn a(1,"b");chr$65;"`"
"#;

#[test]
fn notation() {
    let Some(theirs) = zmakebas(NOTATION, &[]) else {
        return;
    };
    let mut ours = codes(&ours(NOTATION));
    // zmakebas does not reserve space for the parameters of a DEF FN.
    let def_fn = &mut ours.last_mut().unwrap().1;
    let slots: Vec<usize> = (0..def_fn.len()).filter(|&at| def_fn[at] == 14).take(2).collect();
    for at in slots.into_iter().rev() {
        def_fn.remove(at);
    }
    assert_eq!(ours, codes(&theirs));
}

#[test]
fn its_own_demonstrations() {
    for (name, options) in [("demo.bas", vec![]), ("demolbl.bas", vec!["-l"])] {
        let Ok(text) = std::fs::read_to_string(format!("/usr/share/doc/zmakebas/examples/{name}")) else {
            skip(&format!("zmakebas's {name} is not installed"));
            continue;
        };
        let Some(theirs) = zmakebas(&text, &options) else {
            return;
        };
        let strict = program(&text, &Options::default());
        let ours = strict
            .unwrap_or_else(|errors| panic!("{}", errors.render(name, &text, false)))
            .program
            .lines;
        // zmakebas also adds a hidden number after the digits of a name.
        let visible = |lines| {
            let mut codes = codes(lines);
            codes
                .iter_mut()
                .for_each(|(_, body)| body.retain(|&code| code != 14));
            codes
        };
        assert_eq!(visible(&ours), visible(&theirs), "{name}");
    }
}
