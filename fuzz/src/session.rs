//! Inputs of sessions. The first byte selects a session file, a conformance case, expected output, keys,
//! answers, or a picture to compare with.
use std::path::Path;

use super::check_message;
use girafa_session::{key_script, keys, picture};
use girafa_verify::bless::{self, Blessing, Change, New};
use girafa_verify::compare::{Backend, Observation, OnMachine, Verdict, pictures, report};
use girafa_verify::conform::case;
use girafa_verify::script;

/// Runs the target on these bytes.
pub fn try_out(input: &[u8]) {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    if kind == b'g' {
        return image(bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match kind {
        b's' => session(text),
        b'c' => cases(text),
        b'e' => expected(text),
        b'k' => match key_script::parse(text) {
            Ok(items) => assert!(items.len() <= keys::MAX_CHORDS),
            Err(error) => check_message(&error),
        },
        b'r' => raw(text),
        b'a' => {
            let _ = keys::type_text(text).map_err(|error| check_message(&error));
        }
        _ => {}
    }
}

/// A session file that was read can still be read after its expectations are updated.
fn session(text: &str) {
    let read = match script::parse(Path::new("any.toml"), text) {
        Ok(read) => read,
        Err(error) => return check_message(&error),
    };
    let program = girafa_basic::tokenise::program("10 PRINT 1\n", &Default::default());
    let program = program.expect("a listing").program;
    for script in read.sessions {
        let _ = (script.frames(), script.changed(&program));
        let blessing = Blessing {
            session: script.name.clone(),
            changes: vec![Change::new("transcript", New::Text(vec!["seen".to_owned()]))],
        };
        let blessed = bless::changed(text, &[blessing]).expect("what was read is changed");
        let _ = script::parse(Path::new("any.toml"), &blessed);
    }
}

fn cases(text: &str) {
    match case::read(text) {
        Ok(cases) => {
            for case in cases {
                raw(case.keys.as_deref().unwrap_or_default());
            }
        }
        Err(error) => check_message(&error),
    }
}

/// The keys of a conformance case.
fn raw(text: &str) {
    match keys::parse_raw(text) {
        Ok(chords) => assert!(chords.len() <= keys::MAX_CHORDS),
        Err(error) => check_message(&error),
    }
}

/// A picture to compare with: writing it and reading it again gives the same picture.
fn image(bytes: &[u8]) {
    let image = match picture::image_of_png(bytes) {
        Ok(image) => image,
        Err(error) => return check_message(&error),
    };
    assert_eq!(image.rgb.len(), image.width as usize * image.height as usize * 3);
    let again = picture::image_of_png(&picture::rgb_png(&image)).expect("what is written is read");
    assert!(pictures::differing(&image, &again).is_none());
}

/// A program's output, up to a line of `=`, compared with the expected output; and the same in the book's
/// form.
fn expected(text: &str) {
    let (printed, expected) = text.split_once("\n=\n").unwrap_or((text, ""));
    let seen = |backend, text: &str| Observation {
        backend,
        transcript: text.lines().map(str::to_owned).collect(),
        paper: Vec::new(),
        end: String::new(),
        machine: (backend == Backend::Listing).then(|| OnMachine {
            tstates: 1,
            prompts: vec![printed.lines().next().unwrap_or_default().to_owned()],
            screen: Vec::new(),
            dots: String::new(),
            colours: String::new(),
            paper_dots: String::new(),
        }),
    };
    let seen = [seen(Backend::Listing, printed), seen(Backend::Expected, expected)];
    let script = "id = \"any\"\n[[session]]\nname = \"any\"\nanswers = [\"1\"]\nprinted = [[1, 9999]]\n";
    let scripts = script::parse(Path::new("any.toml"), script).expect("a session");
    let verdict =
        Verdict::of("any", &scripts.sessions[0], &seen).with_printed(expected, &scripts.sessions[0], &seen);
    let verdicts = [verdict];
    let _ = (report::table(&verdicts, true), report::printed(&verdicts, true));
    let _ = (
        report::json(&verdicts),
        report::junit("girafa compare", &verdicts),
    );
}
