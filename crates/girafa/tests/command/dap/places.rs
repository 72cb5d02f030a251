//! Function and instruction breakpoints, the input that `launch` gives the program, and a listing that is
//! edited during the session.

use super::*;

fn verified(set: &Value) -> Vec<bool> {
    let all = set["breakpoints"].as_array().unwrap();
    all.iter().map(|one| one["verified"] == true).collect()
}

#[test]
fn functions_and_instructions_are_stopped_at() {
    let directory = directory(
        "10 DEF FN f(x)=x*x\n20 FOR i=1 TO 3: LET a=FN f(i): GO SUB 100: NEXT i\n30 STOP\n\
         100 RANDOMIZE USR 40000\n110 RETURN\n",
    );
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    let set = client.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "FN f", "condition": "i=2" }, { "name": "GO SUB 100", "hitCondition": "3" },
            { "name": "g" }, { "name": "nonsense" }, { "name": "7000" }, { "name": "f", "condition": "1+" }] }),
    );
    assert_eq!(verified(&set), [true, true, false, false, false, false], "{set}");
    assert_eq!(
        (
            &set["breakpoints"][1]["line"],
            &set["breakpoints"][1]["source"]["name"]
        ),
        (&json!(4), &json!("p.bas"))
    );
    assert!(
        set["breakpoints"][3]["message"]
            .as_str()
            .unwrap()
            .contains("is not a function"),
        "{set}"
    );
    // Breakpoints in the listing are independent, even at the same place.
    breakpoints(
        &mut client,
        &directory,
        json!([{ "line": 4, "condition": "i=1" }]),
    );
    let set = client.ask(
        "setInstructionBreakpoints",
        json!({ "breakpoints": [{ "instructionReference": "0x9C41" }, { "instructionReference": "0x9C40", "offset": 2, "condition": "i=1" },
            { "instructionReference": "x" }, { "instructionReference": "0xFFFF", "offset": 1 }] }),
    );
    assert_eq!(verified(&set), [true, true, false, false], "{set}");
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    // NOP: NOP: RET
    client.ask(
        "writeMemory",
        json!({ "memoryReference": "0x9C40", "data": "AADJ" }),
    );
    let pc = |client: &mut Client| {
        let trace = client.ask("stackTrace", json!({ "threadId": 1 }));
        trace["stackFrames"][0]["instructionPointerReference"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let mut seen = Vec::new();
    for reason in [
        "breakpoint",
        "instruction breakpoint",
        "instruction breakpoint",
        "function breakpoint",
        "instruction breakpoint",
        "function breakpoint",
        "instruction breakpoint",
    ] {
        run(&mut client, "continue");
        seen.push((stopped(&mut client, reason), pc(&mut client)));
        if seen.len() == 2 {
            client.ask("stepIn", json!({ "threadId": 1, "granularity": "instruction" }));
            assert_eq!(stopped(&mut client, "step"), "100:1 RANDOMIZE USR 40000");
            assert_eq!(pc(&mut client), "0x9C42");
            client.ask("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
            stopped(&mut client, "step");
            assert_eq!(pc(&mut client), "0x9C41");
        }
    }
    let names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
    let code = "100:1 RANDOMIZE USR 40000";
    assert_eq!(names, [code, code, code, "20:2 LET a=FN f(i)", code, code, code]);
    let at: Vec<&str> = [1, 2, 4, 6]
        .iter()
        .map(|&at: &usize| seen[at].1.as_str())
        .collect();
    assert_eq!(at, ["0x9C41", "0x9C42", "0x9C41", "0x9C41"]);
    // Backwards, where hit counts do not apply.
    for (reason, name) in [
        ("function breakpoint", code),
        ("instruction breakpoint", code),
        ("function breakpoint", code),
        ("function breakpoint", "20:2 LET a=FN f(i)"),
    ] {
        run(&mut client, "reverseContinue");
        assert_eq!(stopped(&mut client, reason), name);
    }
    // All breakpoints remain after a restart, with the same numbers.
    client.ask("restart", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), code);
    let set = client.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    assert_eq!(set["breakpoints"], json!([]));
    client.ask("setInstructionBreakpoints", json!({ "breakpoints": [] }));
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_condition_that_held_long_ago_is_gone_back_to() {
    let directory = directory("10 FOR i=1 TO 60: PAUSE 5: NEXT i\n20 STOP\n");
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    stopped(&mut client, "pause");
    breakpoints(
        &mut client,
        &directory,
        json!([{ "line": 1, "column": 20, "condition": "i=3" }]),
    );
    run(&mut client, "reverseContinue");
    assert_eq!(stopped(&mut client, "breakpoint"), "10:2 PAUSE 5");
    assert_eq!(
        client.ask("evaluate", json!({ "expression": "i", "context": "watch" }))["result"],
        "3"
    );
}

#[test]
fn expressions_are_set_and_completed() {
    let directory = directory("10 DIM k(3): LET total=5: LET t$=\"a\"\n20 INPUT q\n30 STOP\n");
    let mut client = launched(&directory, json!({}));
    breakpoints(&mut client, &directory, json!([{ "line": 2 }]));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    stopped(&mut client, "breakpoint");
    let set = |client: &mut Client, expression: &str, value: &str| {
        let arguments = json!({ "expression": expression, "value": value, "frameId": 1 });
        client.ask("setExpression", arguments)["value"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(set(&mut client, "k(2)", "total*2"), "10");
    assert_eq!(set(&mut client, "t$", "t$+\"b\""), "\"ab\"");
    for (expression, value) in [("1+1", "2"), ("total", "\"x\""), ("k(9)", "1"), ("total", "1+")] {
        let arguments = json!({ "expression": expression, "value": value });
        assert!(
            !client.refused("setExpression", arguments).is_empty(),
            "{expression}"
        );
    }
    let complete = |client: &mut Client, text: &str, column: usize| {
        let asked = client.ask(
            "completions",
            json!({ "text": text, "column": column, "frameId": 1 }),
        );
        asked["targets"].as_array().unwrap().clone()
    };
    let labels = |targets: &[Value]| -> Vec<String> {
        let label = |target: &Value| target["label"].as_str().unwrap().to_owned();
        targets.iter().map(label).collect()
    };
    let found = complete(&mut client, "k(1)+To", 8);
    assert_eq!(labels(&found), ["total"]);
    assert_eq!((&found[0]["start"], &found[0]["length"]), (&json!(6), &json!(2)));
    assert_eq!(labels(&complete(&mut client, "k", 2)), ["k("]);
    assert_eq!(labels(&complete(&mut client, "wh", 3)), ["why"]);
    assert_eq!(labels(&complete(&mut client, "why t", 6)), ["total", "t$", "TAN"]);
    assert_eq!(labels(&complete(&mut client, "é+chr", 6)), ["CHR$"]);
    assert!(complete(&mut client, "\"t", 3).is_empty() && complete(&mut client, "12", 3).is_empty());
    for (text, column) in [("", 0), ("", 999), ("\u{1F992}", 2), ("a\nb", 2)] {
        complete(&mut client, text, column);
    }
    // Answers to the program are not completed.
    run(&mut client, "continue");
    client.wait_for_output("type the answer here");
    assert!(complete(&mut client, "t", 2).is_empty());
}

#[test]
fn what_is_wrong_with_a_snapshot_is_said() {
    let directory = directory("");
    let snapshot = directory.path().join("s.sna");
    fs::write(&snapshot, [0; 27 + 0xC000]).unwrap();
    let mut client = launched(&directory, json!({ "program": snapshot }));
    client.ask("configurationDone", json!({}));
    client.wait_for_output("keeps PC on the stack");
    client.ask("disconnect", json!({}));
    client.end();
}

#[test]
fn launch_gives_keys_and_a_tape() {
    let directory = directory(
        "10 PAUSE 0: LET a$=INKEY$\n20 INPUT n$\n30 PRINT a$;n$\n40 SAVE \"x\" CODE 30000,3\n50 LET s=1\n",
    );
    let tape = directory.path().join("t.tap");
    let given = json!({ "keys": "q 10f o l ENTER s", "tape": tape, "stopAtEnd": true });
    let mut client = launched(&directory, given.clone());
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    stopped(&mut client, "pause");
    assert!(client.output().contains("qol\n"));
    assert!(!tape.exists());
    run(&mut client, "continue");
    client.event("terminated");
    client.wait_for_output("saved in");
    let saved = fs::read(&tape).unwrap();
    assert_eq!(saved.len(), 21 + 7);
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
    // A second session appends to the tape, even if its client dies.
    let mut client = launched(&directory, given);
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    stopped(&mut client, "pause");
    client.die();
    client.end();
    assert_eq!(fs::read(&tape).unwrap().len(), 2 * saved.len());

    let mut client = Client::start(directory.path());
    client.ask("initialize", json!({ "adapterID": "girafa" }));
    let program = directory.path().join("p.bas");
    for (more, why) in [
        (json!({ "keys": "no-key" }), "is not a key"),
        (json!({ "keys": 5 }), "launch"),
        (json!({ "tape": program }), "p.bas"),
        (json!({ "tape": directory.path() }), "directory"),
    ] {
        let mut arguments = json!({ "program": program });
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let refused = client.refused("launch", arguments);
        assert!(refused.contains(why), "{more}: {refused}");
    }
    assert_eq!(fs::read_to_string(&program).unwrap().lines().count(), 5);
}

#[test]
fn a_step_over_a_subroutine_with_a_question_ends_after_it() {
    let directory = directory("10 GO SUB 100\n20 STOP\n100 INPUT n\n110 LET a=1\n120 RETURN\n");
    let mut client = launched(&directory, json!({}));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "next");
    client.wait_for_output("INPUT waits");
    client.ask("evaluate", json!({ "expression": "5", "context": "repl" }));
    assert_eq!(stopped(&mut client, "step"), "20:1 STOP");
}

#[test]
fn a_listing_that_is_edited_while_it_runs() {
    let directory = directory("10 LET a=1\n20 LET a=2\n30 LET a=3\n40 STOP\n");
    let path = directory.path().join("p.bas");
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    fs::write(
        &path,
        "# more\n# rows\n10 LET a=1\n25 LET b=2\n30 LET a=3: LET c=4\n40 STOP\n",
    )
    .unwrap();
    let source = json!({ "path": path });
    let set = client.ask(
        "setBreakpoints",
        json!({ "source": source, "sourceModified": true, "breakpoints": [{ "line": 5 }, { "line": 4 }, { "line": 5, "column": 15 }] }),
    );
    // Line 25 and statement 30:2 are not in the running program.
    assert_eq!(verified(&set), [true, false, false], "{set}");
    client.wait_for_output("p.bas has changed");
    client.output();
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), "30:1 LET a=3");
    let trace = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(trace["stackFrames"][0]["line"], 5);
    // The change is reported once.
    breakpoints(&mut client, &directory, json!([{ "line": 5 }]));
    assert_eq!(client.output(), "");
    client.ask("restart", json!({}));
    assert_eq!(stopped(&mut client, "entry"), "10:1 LET a=1");
    breakpoints(&mut client, &directory, json!([{ "line": 4 }]));
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), "25:1 LET b=2");
    // A restart fails if the listing has a syntax error, and the run continues.
    fs::write(&path, "10 LET\n").unwrap();
    assert!(client.refused("restart", json!({})).contains("p.bas:1"));
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "step"), "30:1 LET a=3");
    // The same if the file has been deleted.
    fs::remove_file(&path).unwrap();
    breakpoints(&mut client, &directory, json!([]));
    assert!(client.refused("restart", json!({})).contains("p.bas"));
    run(&mut client, "continue");
    stopped(&mut client, "pause");
}

#[test]
fn the_program_jumps_to_another_statement() {
    let directory = directory("10 LET a=1\n20 LET a=2: LET a=3\n30 PRINT a\n40 STOP\n");
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    breakpoints(&mut client, &directory, json!([{ "line": 2 }]));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    run(&mut client, "continue");
    assert_eq!(stopped(&mut client, "breakpoint"), "20:1 LET a=2");
    let source = json!({ "path": directory.path().join("p.bas") });
    let targets = |client: &mut Client, line: u32| {
        let targets = client.ask("gotoTargets", json!({ "source": source, "line": line }))["targets"].clone();
        targets.as_array().unwrap().clone()
    };
    let row = targets(&mut client, 2);
    let shown: Vec<_> = row
        .iter()
        .map(|target| (&target["label"], &target["line"], &target["column"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!("20:1  LET a=2"), &json!(2), &json!(1)),
            (&json!("20:2  LET a=3"), &json!(2), &json!(13))
        ]
    );
    assert_eq!(targets(&mut client, 9), [json!(null); 0], "after the last line");
    let to = |client: &mut Client, target: &Value| {
        client.ask("goto", json!({ "threadId": 1, "targetId": target["id"] }));
        stopped(client, "goto")
    };
    let print = targets(&mut client, 3)[0].clone();
    assert_eq!(to(&mut client, &print), "30:1 PRINT a");
    assert_eq!(to(&mut client, &row[1]), "20:2 LET a=3");
    assert_eq!(to(&mut client, &print), "30:1 PRINT a");
    run(&mut client, "next");
    stopped(&mut client, "step");
    for id in [json!(0), json!(-1), json!(i64::MAX), json!(20 << 8 | 3)] {
        client.refused("goto", json!({ "threadId": 1, "targetId": id }));
    }
    run(&mut client, "continue");
    client.event("stopped");
    let refused = client.refused("goto", json!({ "threadId": 1, "targetId": print["id"] }));
    assert!(
        refused.contains("has not stopped before a statement"),
        "{refused}"
    );
    assert_eq!(client.output().trim(), "1");
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), Some(0));
}
