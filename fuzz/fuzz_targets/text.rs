//! Any text as one of the small formats, the first byte chooses which: sessions, conformance cases, restoration records,
//! listings in a text, the book, corrections of a scan, keys, answers, expected output, problems of Quarto, puzzles of Bimaru, numbers.
#![no_main]

use std::path::Path;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::number;
use girafa_proof::bless::{self, Blessing, Change, New};
use girafa_proof::compare::{OnMachine, Seen, Verdict, Way, report};
use girafa_proof::conform::case;
use girafa_proof::script;
use girafa_reference::papers::{bimaru::puzzle, quarto};
use girafa_restore::book::{self, Records, new, record, suggest};
use girafa_restore::fixes::Fixes;
use girafa_restore::scan::Width;
use girafa_session::keys;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let mut characters = input.chars();
    let Some(kind) = characters.next() else { return };
    let text = characters.as_str();
    match kind {
        's' => session(text),
        'c' => {
            for case in case::read(text).unwrap_or_default() {
                let _ = keys::parse_raw(case.keys.as_deref().unwrap_or_default());
            }
        }
        'r' => restoration(text),
        'l' => listings(text),
        'b' => {
            let _ = book::import(text, &[]);
        }
        'f' => {
            if let Ok(fixes) = Fixes::parse(text) {
                let again = Fixes::parse(&fixes.to_toml()).expect("what is written is read");
                assert_eq!(again.to_toml(), fixes.to_toml());
            }
        }
        'k' => {
            let _ = keys::parse_raw(text);
        }
        'a' => {
            let _ = keys::type_text(text);
        }
        'e' => expected(text),
        'q' => {
            let _ = quarto::file::problems(text);
        }
        'p' => {
            let _ = text.parse::<puzzle::Puzzle>();
        }
        'n' => {
            let _ = (number::decimal(text), number::binary(text));
        }
        _ => {}
    }
});

fn session(text: &str) {
    let Ok(read) = script::parse(Path::new("any.toml"), text) else {
        return;
    };
    let program = girafa_basic::tokenise::program("10 PRINT 1\n", &Default::default());
    let program = program.expect("a listing").program;
    for script in read.sessions {
        let _ = (script.frames(), script.changed(&program));
        let blessing = Blessing {
            session: script.name.clone(),
            changes: vec![Change::new("transcript", New::Text(vec![script.name]))],
        };
        let blessed = bless::changed(text, &[blessing]).expect("what was read is changed");
        let _ = script::parse(Path::new("any.toml"), &blessed);
    }
}

/// A record, and the text that it is for: here the record's own.
fn restoration(toml: &str) {
    let Ok(read) = record::Record::parse(toml) else {
        return;
    };
    let text = record::Text::new(toml);
    let _ = read.fits(&text);
    let _ = read.parts(&text, &mut Diagnostics::default());
    let _ = suggest::suggestions(&text, &read);
    let catalogue = format!("title = \"any\"\nlistings = [\"{}\"]\n", read.id);
    if let Ok(records) = Records::of_files(&[("book", catalogue.as_str()), (read.id.as_str(), toml)]) {
        let _ = records.each(toml, &[]);
    }
}

/// A text in which listings may be: what is found makes records that fit it.
fn listings(text: &str) {
    if let Ok(made) = new::records(text, "any", Width::Auto) {
        let records = Records::of_files(&made.files).expect("new records are read");
        let each = records.each(text, &[]).expect("new records fit");
        assert_eq!(each.len(), made.listings.len());
    }
}

/// What a program printed, up to a line of `=`, against what is expected of it; and the same as the book prints it.
fn expected(text: &str) {
    let (printed, wanted) = text.split_once("\n=\n").unwrap_or((text, ""));
    let seen = |way, text: &str| Seen {
        way,
        transcript: text.lines().map(str::to_owned).collect(),
        paper: Vec::new(),
        end: String::new(),
        machine: (way == Way::Listing).then(|| OnMachine {
            tstates: 1,
            prompts: vec![printed.lines().next().unwrap_or_default().to_owned()],
            screen: Vec::new(),
            dots: String::new(),
            colours: String::new(),
            paper_dots: String::new(),
        }),
    };
    let seen = [seen(Way::Listing, printed), seen(Way::Expected, wanted)];
    let script = "id = \"any\"\n[[session]]\nname = \"any\"\nanswers = [\"1\"]\nprinted = [[1, 9999]]\n";
    let scripts = script::parse(Path::new("any.toml"), script).expect("a session");
    let verdict =
        Verdict::of("any", &scripts.sessions[0], &seen).with_printed(wanted, &scripts.sessions[0], &seen);
    let verdicts = [verdict];
    let _ = (report::table(&verdicts, true), report::printed(&verdicts, true));
    let _ = (
        report::json(&verdicts),
        report::junit("girafa compare", &verdicts),
    );
}
