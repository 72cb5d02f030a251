//! Converts a listing to a tape image, and the tape's program back to text:
//!
//! Without arguments it uses a built-in listing and does not write a file.

use std::process::ExitCode;

use girafa_basic::tokenise::{self, Options};
use girafa_basic::{tap, text};

const LISTING: &str = "10 FOR i=1 TO 3\n20 PRINT \"ZX Spectrum\";TAB 20;SQR i\n30 NEXT i\n";

fn run(path: &str, listing: &str, tape: Option<&str>) -> Result<(), String> {
    let options = Options {
        name: "listing".to_owned(),
        autostart: Some(10),
        ..Options::default()
    };
    // Errors of a listing are shown with their row and a caret below.
    let done = tokenise::program(listing, &options).map_err(|errors| errors.render(path, listing, false))?;
    let image = tap::from_program(&done.program).map_err(|error| error.to_string())?;
    if let Some(tape) = tape {
        std::fs::write(tape, &image).map_err(|error| format!("{tape}: {error}"))?;
    }
    println!(
        "{} lines, {} bytes of tape",
        done.program.lines.len(),
        image.len()
    );
    let again = tap::read_program(&image).map_err(|error| error.to_string())?;
    assert_eq!(again, done.program);
    print!("{}", text::from_program(&again));
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first() {
        None => run("example", LISTING, None),
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| format!("{path}: {error}"))
            .and_then(|listing| run(path, &listing, arguments.get(1).map(String::as_str))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
