//! If nothing scrolls or draws and the print position never moves up, the transcript equals the screen. Uses
//! the programs of the conformance cases.

use std::fs;
use std::path::Path;

use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_verify::conform::case::{self, Case};

/// Statements after which the screen may differ from the transcript: positions, inverse text, more or less
/// than a page, machine code, graphics that look like letters.
const EXCLUDED_STATEMENTS: [&str; 10] = [
    "AT ", "POKE", "INVERSE", "OVER", "\\", "RUN", "CLEAR", "DRAW", "USR", "CHR$",
];

fn is_plain(case: &Case) -> bool {
    let bas = case.bas.as_deref().unwrap_or("POKE");
    bas.matches("CLS").count() == 1 && !EXCLUDED_STATEMENTS.iter().any(|word| bas.contains(word))
}

#[test]
fn the_transcript_of_a_page_is_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/cases.jsonl");
    let cases = case::read(&fs::read_to_string(path).unwrap()).unwrap();
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let mut compared = 0;
    for case in cases
        .iter()
        .filter(|case| ["print", "string", "for", "data"].contains(&case.cat.as_str()))
    {
        if !is_plain(case) {
            continue;
        }
        let options = tokenise::Options {
            lenient: true,
            ..Default::default()
        };
        let program = tokenise::program(case.bas.as_deref().unwrap(), &options)
            .unwrap()
            .program;
        let launched = launch::placed(&boot, &program, StartCommand::Run).unwrap();
        let mut session = Driver::new(launched, boot.glyphs.clone()).with_transcript();
        let outcome = session.run(case.frames, &mut ());
        if outcome.scrolls == 0 {
            let page = outcome.screen[..22].join("\n");
            assert_eq!(
                outcome.transcript.trim_end(),
                page.trim_end(),
                "{}: {:?}",
                case.id,
                case.bas
            );
            compared += 1;
        }
    }
    assert!(compared > 150, "only {compared} programs were compared");
    println!("{compared} programs compared");
}
