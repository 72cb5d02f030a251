//! Runs a program that asks for input, types the answers on the keyboard matrix and prints its output:
//! `cargo run -p girafa-session --example answers -- [ANSWER...]`

use std::error::Error;

use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;

const LISTING: &str = r#"
10 INPUT "Nome? ";n$
20 INPUT "Numero? ";n
30 FOR i=1 TO 3
40 PRINT n$;": ";i;" x ";n;" = ";i*n
50 NEXT i
"#;

/// A minute at 50 frames a second, in case the program does not end.
const FRAME_LIMIT: u64 = 60 * 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut answers: Vec<String> = std::env::args().skip(1).collect();
    if answers.is_empty() {
        answers = vec!["Ana".to_owned(), "7".to_owned()];
    }
    let program = tokenise::program(LISTING, &Options::default())?.program;
    let boot = Boot::new(&girafa_rom::girafa48())?;
    let launched = launch::program(&boot, &program, StartCommand::Run)?;
    let mut session = Driver::new(launched, boot.glyphs.clone())
        .answers(&answers)?
        .with_transcript();
    let outcome = session.run(FRAME_LIMIT, &mut ());

    for prompt in &outcome.prompts {
        println!("asked:   {}", prompt.trim_end_matches('|').trim_end());
    }
    for row in outcome.transcript.lines() {
        println!("printed: {row}");
    }
    println!("report:  {}", outcome.report);
    println!("after    {} T-states", outcome.tstates);
    Ok(())
}
