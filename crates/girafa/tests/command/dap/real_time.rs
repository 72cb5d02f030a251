//! Programs that run in real time, with keys of the client and sound for it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::*;

/// A client of a program that runs in real time.
fn in_real_time(directory: &TempDir, mut arguments: Value) -> Client {
    arguments["realTime"] = json!(true);
    launched(directory, arguments)
}

/// Presses a key, or lets it go.
fn key(client: &mut Client, code: &str, key: &str, is_down: bool) {
    client.ask(
        "girafaKey",
        json!({ "code": code, "key": key, "isDown": is_down }),
    );
}

/// Presses keys and lets them go, one after another. On a slow host, the ROM would repeat a key that is let go later.
fn typed(client: &mut Client, keys: &[&str]) {
    let change = |name: &&str, is_down| json!({ "code": name, "key": name, "isDown": is_down });
    for name in keys {
        client.ask_together("girafaKey", &[change(name, true), change(name, false)]);
    }
}

#[test]
fn keys_are_typed_and_held_and_the_sound_is_sent() {
    let directory = directory(
        "10 INPUT a$: PRINT a$+\"!\"\n20 LET i$=INKEY$: LET k=IN 57342: IF k<>188 AND k<>252 THEN GO TO 20\n30 PRINT \"juntas\": BEEP .1,0\n",
    );
    let mut client = in_real_time(&directory, json!({ "stopOnEntry": false }));
    client.ask("configurationDone", json!({}));
    typed(&mut client, &["4", "g", "?", "Backspace", "Enter"]);
    client.wait_for_output("4g!");
    // No question was reported: the user types at the screen.
    assert!(!client.output().contains("waits"));
    // A program that reads the keyboard itself gets both keys at once.
    key(&mut client, "KeyO", "o", true);
    key(&mut client, "KeyP", "P", true);
    client.wait_for_output("juntas");
    let sound = client.event("girafaSound");
    assert_eq!(sound["rate"], 22_050);
    let samples = STANDARD.decode(sound["samples"].as_str().unwrap()).unwrap();
    assert!(samples.len() >= 800 && samples.len().is_multiple_of(2) && samples.iter().any(|&byte| byte > 0));
    assert_eq!(client.event("exited")["exitCode"], 0);
}

#[test]
fn a_step_goes_on_after_keys() {
    let directory = directory("10 GO SUB 100\n20 STOP\n100 INPUT n\n110 RETURN\n");
    let mut client = in_real_time(&directory, json!({}));
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    let refused = client.refused("girafaKey", json!({ "code": "KeyA", "key": "a", "isDown": true }));
    assert_eq!(refused, "the program has stopped: continue it to press keys");
    run(&mut client, "next");
    typed(&mut client, &["7", "Enter"]);
    assert_eq!(stopped(&mut client, "step"), "20:1 STOP");
    let value = client.ask("evaluate", json!({ "expression": "n", "context": "watch" }));
    assert_eq!(value["result"], "7");
    // Back, and forwards again without the keys.
    run(&mut client, "stepBack");
    stopped(&mut client, "step");
    run(&mut client, "next");
    assert_eq!(stopped(&mut client, "step"), "20:1 STOP");
}

#[test]
fn an_error_stops_in_real_time() {
    let directory = directory("10 IF INKEY$=\"\" THEN GO TO 10\n20 PRINT nada\n");
    let mut client = in_real_time(&directory, json!({ "stopOnEntry": false }));
    client.ask("configurationDone", json!({}));
    // The key that is still down is not typed into the editor, in place of the report.
    key(&mut client, "KeyA", "a", true);
    assert_eq!(stopped(&mut client, "exception"), "20:1 PRINT nada");
}

#[test]
fn keys_that_do_not_exist_are_refused() {
    let directory = directory("10 PAUSE 0\n");
    let down = |key: &str| json!({ "code": "X", "key": key, "isDown": true });
    let mut client = launched(&directory, json!({}));
    client.ask("configurationDone", json!({}));
    let refused = client.refused("girafaKey", down("a"));
    assert_eq!(
        refused,
        "the program does not run in real time: launch it with \"realTime\""
    );
    let mut client = in_real_time(&directory, json!({ "stopOnEntry": false }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.refused("girafaKey", down("F13")), "unknown key \"F13\"");
    let refused = client.refused("girafaKey", down("é"));
    assert!(refused.contains('é'), "{refused}");
    client.refused("girafaKey", json!({ "code": "X", "isDown": "no" }));
    typed(&mut client, &["a"]);
    client.event("exited");
}
