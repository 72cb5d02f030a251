//! `girafa debug`: all kinds of commands, and error messages.

use std::fs;

use crate::support::{girafa, piped, stderr, stdout};
use tempfile::TempDir;

const LISTING: &str = "10 READ a,b$: GO SUB 100\n20 LET c=a*2+k(2)\n30 LET c=c*2: INPUT \"Quanto? \";d: LET c=c+d\n\
    40 PRINT AT 4,4;\"c=\";c\n50 PRINT nada\n60 DATA 7,\"x\"\n100 DIM k(3): LET k(2)=4: PRINT \"sub\": RETURN\n";

fn debugged(listing: &str, options: &[&str], commands: &[&str]) -> (Option<i32>, String, String) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let commands = commands.iter().flat_map(|command| ["-c", command]);
    let all: Vec<&str> = ["debug", "p.bas"]
        .into_iter()
        .chain(options.iter().copied())
        .chain(commands)
        .collect();
    let done = girafa(directory.path(), &all);
    (done.status.code(), stdout(&done), stderr(&done))
}

/// The output without the times of stops, which depend on the ROM's speed.
fn without_times(out: &str) -> String {
    let moment = |row: &str| match row.rfind("  (") {
        Some(at) if row.ends_with(')') => row[..at].to_owned(),
        _ => row.to_owned(),
    };
    out.lines().map(|row| moment(row) + "\n").collect()
}

#[test]
fn a_script_of_commands_leads_back_to_the_data() {
    let commands = [
        "break 100:2 if k(2)=0 log k is {k(2)}",
        "tbreak 30",
        "watch c if c>20",
        "continue",
        "where",
        "c",
        "c",
        "why c",
        "continue",
        "who 4 6",
        "reverse-next",
        "set c = 99",
        "breakpoints",
        "delete",
        "c",
        "why a",
        "last-set a",
        "goto start",
    ];
    let (code, out, err) = debugged(LISTING, &["--answer", "5"], &commands);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let expected = "10:1  READ a,b$
(girafa) break 100:2 if k(2)=0 log k is {k(2)}
1: 100:2 if k(2)=0, message: k is {k(2)}
(girafa) tbreak 30
2: 30:1, once
(girafa) watch c if c>20
3: changes of c if c>20
(girafa) continue
sub
k is 0
breakpoint 2: 30:1  LET c=c*2
(girafa) where
30:1  LET c=c*2
(girafa) c
breakpoint 3: c changed from 18 to 36 in 30:1
30:2  INPUT \"Quanto? \";d
(girafa) c
breakpoint 3: c changed from 36 to 41 in 30:3
40:1  PRINT AT 4,4;\"c=\";c
(girafa) why c
c = 41
  set by 30:3  LET c=c+d
  read c = 36, set by 30:1  LET c=c*2
  read d = 5, set by 30:2  INPUT \"Quanto? \";d
(girafa) continue



    c=41
2 Variable not found: nada, 50:1
(girafa) who 4 6
56 was written to address 22662 (PC 0BBC)
40:1  PRINT AT 4,4;\"c=\";c
(girafa) reverse-next
30:3  LET c=c+d
(girafa) set c = 99
c = 99
(girafa) breakpoints
1: 100:2 if k(2)=0, message: k is {k(2)} (reached 1 times)
3: changes of c if c>20
(girafa) delete
(girafa) c



    c=104
2 Variable not found: nada, 50:1
(girafa) why a
a = 7
  set by 10:1  READ a,b$
  from 60:1  DATA 7,\"x\"
(girafa) last-set a
10:1  READ a,b$
";
    let out = without_times(&out);
    // The byte and the address in the ROM depend on the ROM.
    let without_rom = |text: &str| -> String {
        text.lines()
            .filter(|row| !row.contains("was written to address"))
            .map(|row| format!("{row}\n"))
            .collect()
    };
    assert!(without_rom(&out).starts_with(&without_rom(expected)), "{out}");
    assert!(out.ends_with("(girafa) goto start\n10:1  READ a,b$\n"), "{out}");
}

#[test]
fn the_same_input_has_the_same_output() {
    let commands = [
        "next 5",
        "rs 3",
        "vars",
        "list",
        "screen",
        "info",
        "c",
        "answer 3",
        "c",
        "keys a ENTER",
        "last-run 20",
    ];
    let (first, second) = (
        debugged(LISTING, &[], &commands),
        debugged(LISTING, &[], &commands),
    );
    assert_eq!(first, second);
    assert!(
        first.1.contains("INPUT waits: Quanto?") && first.1.contains(">") && first.1.contains("k(3)"),
        "{}",
        first.1
    );
}

#[test]
fn wrong_commands_are_reported_and_the_rest_is_done() {
    let wrong = [
        "foo",
        "break",
        "break x",
        "break 900",
        "break 30:9",
        "break 30 when c=1",
        "break 30 if 1+",
        "break 30 hits x",
        "watch 5",
        "delete 7",
        "print",
        "print 1/",
        "set c",
        "set c = \"x",
        "why",
        "why zz",
        "why c before x",
        "last-run",
        "last-set zz",
        "who 99 1",
        "who 1",
        "keys",
        "keys 2s",
        "keys q+w+e",
        "answer \u{1F992}",
        "goto x",
        "goto 1+x",
        "jump",
        "jump x",
        "jump 7000",
        "jump 10:99",
        "step x",
        "continue 5",
        "list x",
    ];
    for command in wrong {
        let (code, out, err) = debugged(LISTING, &[], &[command, "print 2*3"]);
        assert_eq!(code, Some(2), "{command}: {out}{err}");
        assert_eq!(err.lines().count(), 1, "{command}: {err}");
        assert!(
            err.starts_with("girafa: ") && out.ends_with("(girafa) print 2*3\n6\n"),
            "{command}: {out}{err}"
        );
    }
}

#[test]
fn commands_come_from_standard_input_and_have_an_end() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), "10 PRINT 1\n20 GO TO 10\n").unwrap();
    let run = |input: &[u8]| piped(directory.path(), &["debug", "p.bas", "--time", "5s"], input);
    let done = run(b"step\ncontinue\nhelp\nquit\nprint 1\n");
    let out = stdout(&done);
    assert!(
        out.contains("time limit of 5 s reached; change it with --time"),
        "{out}"
    );
    assert!(out.ends_with("(girafa) quit\n") && done.status.success(), "{out}");
    assert_eq!(run(b"\xFF\xFE\n").status.code(), Some(2));
    assert_eq!(run(&vec![b'x'; 1 << 17]).status.code(), Some(2));
    assert!(run(b"").status.success());
}

/// Control characters from a program are not sent to the terminal.
#[test]
fn control_characters_of_a_program_are_shown_as_characters() {
    let listing = "10 LET a$=CHR$ 27+\"[2J\"+CHR$ 155: PRINT \"\\{27}x\"\n20 STOP\n";
    let (_, out, err) = debugged(
        listing,
        &[],
        &[
            "print a$", "next 3", "print a$", "vars", "why a$", "list", "screen",
        ],
    );
    let is_control = |c: char| c.is_control() && c != '\n';
    assert!(
        !out.contains(is_control) && !err.contains(is_control),
        "{out:?} {err:?}"
    );
}

#[test]
fn files_without_a_program_are_refused() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.scr"), vec![0; 6912]).unwrap();
    fs::write(directory.path().join("w.bas"), "10 PRINT 1+\n").unwrap();
    for (arguments, code) in [
        (&["debug", "p.scr", "-c", "step"][..], 2),
        (&["debug", "w.bas", "-c", "step"], 5),
        (&["debug", "none.bas", "-c", "step"], 5),
        (&["debug", "-"], 2),
        (&["debug", "w.bas", "--answers", "-"], 2),
    ] {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {}", stderr(&done));
        assert!(stdout(&done).is_empty() && !stderr(&done).is_empty());
    }
}

#[test]
fn functions_and_instructions_are_stopped_at() {
    let listing = "10 DEF FN f(x)=x*x: CLEAR 39999: POKE 40000,201\n20 LET a=FN f(3): RANDOMIZE USR 40000\n30 PRINT a\n";
    let commands = [
        "break FN f if a=0",
        "break fn F",
        "break 0x9C40",
        "break FN q",
        "break $10000",
        "breakpoints",
        "c",
        "delete 1",
        "c",
        "reverse",
        "print 1+1",
        "c",
        "c",
        "c",
    ];
    let (code, out, err) = debugged(listing, &[], &commands);
    assert_eq!(code, Some(2), "{out}\n{err}");
    assert!(
        err.contains("the program has no DEF FN q") && err.contains("found \"$10000\""),
        "{err}"
    );
    for row in [
        "(girafa) break fn F\n2: FN f, called in 20:1\n",
        "3: address 0x9C40\n",
        "breakpoint 1, 2: 20:1  LET a=FN f(3)",
        "(girafa) c\nbreakpoint 3: PC 9C40 in 20:2  RANDOMIZE USR 40000",
        "(girafa) reverse\nbreakpoint 2: 20:1",
        "9\n0 OK, 30:1",
    ] {
        assert!(out.contains(row), "{row}: {out}");
    }
}

#[test]
fn keys_and_a_tape_are_given() {
    let listing = "10 PAUSE 0: LET a$=INKEY$\n20 SAVE \"x\" CODE 30000,3\n30 PRINT a$\n40 LOAD \"x\" CODE\n50 LOAD \"outra\" CODE\n";
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let girafa = |more: &[&str]| {
        let all = [&["debug", "p.bas", "--time", "30s", "--keys", "q s t u"], more].concat();
        let done = crate::support::girafa(directory.path(), &all);
        (done.status.code(), stdout(&done), stderr(&done))
    };
    let (code, out, err) = girafa(&[
        "--tape", "t.tap", "-c", "break 40", "-c", "c", "-c", "info", "-c", "c",
    ]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\nq\n") && out.contains("keys left: s t u"), "{out}");
    assert!(
        out.contains("the program waits for another block from tape"),
        "{out}"
    );
    assert!(err.contains("saved in t.tap"), "{err}");
    let saved = fs::read(directory.path().join("t.tap")).unwrap();
    assert_eq!(saved.len(), 21 + 7);
    // Without --tape, a message says how to keep the tape. A SAVE undone by going back is not written.
    let (_, _, err) = girafa(&["-c", "break 40", "-c", "c"]);
    assert!(err.contains("keep it with --tape FILE.tap"), "{err}");
    let (_, _, err) = girafa(&["--tape", "u.tap", "-c", "break 40", "-c", "c", "-c", "goto start"]);
    assert_eq!(err, "");
    assert!(!directory.path().join("u.tap").exists());
    let (code, _, err) = girafa(&["--tape", "p.bas"]);
    assert_eq!(code, Some(2), "{err}");
    assert_eq!(
        fs::read_to_string(directory.path().join("p.bas")).unwrap(),
        listing
    );
}

#[test]
fn a_jump_leaves_out_or_repeats_statements() {
    let commands = ["break 20", "c", "jump 10:2", "jump 30", "next", "jump 10"];
    let listing = "10 LET a=1: PRINT \"a\"\n20 LET a=2\n30 PRINT a\n";
    let (code, out, err) = debugged(listing, &[], &commands);
    let expected = "10:1  LET a=1
(girafa) break 20
1: 20:1
(girafa) c
a
breakpoint 1: 20:1  LET a=2
(girafa) jump 10:2
10:2  PRINT \"a\"
(girafa) jump 30
30:1  PRINT a
(girafa) next
1
0 OK, 30:1
(girafa) jump 10
";
    assert_eq!(without_times(&out), expected);
    assert_eq!(code, Some(2), "{out}{err}");
    assert!(err.contains("has not stopped before a statement"), "{err}");
}
