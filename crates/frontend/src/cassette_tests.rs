//! Tests of SAVE to a cassette and of loading from it.

use girafa_basic::tap::first_program;
use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::cassette::{Cassette, Recorded};
use girafa_session::emulator::Emulator;
use girafa_session::launch;

fn player(source: &str) -> Emulator {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let program = tokenise::program(source, &Options::default()).unwrap().program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    Emulator::new(launched, boot.glyphs)
}

/// Everything recorded within `frames`, each with the frame in which it was recorded.
fn run(player: &mut Emulator, cassette: &mut Cassette, frames: u32) -> Vec<(u32, Recorded)> {
    (0..frames)
        .filter_map(|frame| {
            player.frame();
            let recorded = cassette.after_frame(player.machine_mut())?;
            Some((frame, recorded))
        })
        .collect()
}

#[test]
fn saved_blocks_verify_and_load() {
    let source = "10 SAVE \"me\"\n20 VERIFY \"me\"\n30 PRINT \"well\": LOAD \"you\"\n";
    let mut player = player(source);
    let mut cassette = Cassette::default();
    run(&mut player, &mut cassette, 100);
    // SAVE waits for a key.
    player.type_text("\n").unwrap();
    // The cassette appears while VERIFY is already waiting for a tape. It then plays from the start, with
    // seconds of leader.
    let recorded = run(&mut player, &mut cassette, 800);
    assert_eq!(
        recorded.iter().map(|&(_, what)| what).collect::<Vec<_>>(),
        [Recorded::Saved]
    );
    let rows = player.glyphs().screen(player.machine());
    assert!(rows.iter().any(|row| row.ends_with("well")), "{rows:#?}");
    assert_eq!(cassette.blocks().len(), 2);
    let program = first_program(cassette.blocks()).unwrap();
    assert_eq!(program.lines[0].number, 10);

    // A later session appends to the existing blocks.
    let mut again = Cassette::from_tap(&cassette.tape().to_tap()).unwrap();
    let mut second = self::player("10 SAVE \"b\" CODE 0,7\n");
    run(&mut second, &mut again, 100);
    second.type_text("\n").unwrap();
    run(&mut second, &mut again, 300);
    assert_eq!(again.blocks()[..2], *cassette.blocks());
    assert_eq!(again.blocks()[3].data().len(), 7);
}

#[test]
fn a_header_alone_is_reported_too() {
    // A program that calls the ROM's save routine directly: 17 bytes with flag 0.
    let source = "10 CLEAR 39999: FOR a=40000 TO 40012: READ b: POKE a,b: NEXT a\n20 RANDOMIZE USR 40000\n\
         30 DATA 221,33,0,0,17,17,0,175,205,194,4,201,0\n";
    let mut player = player(source);
    let mut cassette = Cassette::default();
    let recorded = run(&mut player, &mut cassette, 400);
    assert_eq!(recorded.len(), 1, "{recorded:?}");
    assert_eq!(cassette.blocks().len(), 1);
}

#[test]
fn a_cassette_ends() {
    // Saves the whole ROM again and again.
    let source = "10 CLEAR 39999: FOR a=40000 TO 40013: READ b: POKE a,b: NEXT a\n20 RANDOMIZE USR 40000\n\
         30 DATA 221,33,0,0,17,0,255,62,255,205,194,4,24,242\n";
    let mut player = player(source);
    let mut cassette = Cassette::default();
    let recorded = run(&mut player, &mut cassette, 300);
    assert!(recorded.iter().any(|&(_, what)| what == Recorded::Full));
    assert!(cassette.tape().to_tap().len() <= Cassette::MAX_BYTES);
    assert!(cassette.blocks().len() > 30);
}
