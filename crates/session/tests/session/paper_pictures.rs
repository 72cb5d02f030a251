//! The pictures in the companion papers (`docs`) equal the screens at the end of these runs. `GIRAFA_BLESS=1
//! cargo test -p girafa-session --test session paper_pictures` updates them after an intended change.

use std::fs;

use crate::rom;
use girafa_basic::tokenise;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::outcome::End;
use girafa_session::{boot::Boot, launch, picture};
use girafa_test_support::root;
use rayon::prelude::*;

/// Program ids, answers, and file names in `docs/pictures`. A run ends at its report or when it needs another
/// answer.
const PICTURES: &[(&str, &[&str], &str)] = &[
    ("moedas", &["13", "2", "1"], "moedas.png"),
    ("moedas-tabela", &["200"], "moedas-tabela.png"),
    ("lavrador", &["EEEE", "1"], "lavrador.png"),
    ("missionarios", &["3", "2", "5"], "missionarios.png"),
    ("missionarios", &["3", "2", "7"], "missionarios-tabela.png"),
    ("jarros", &["8", "5", "4", "S", "1"], "jarros.png"),
    ("grafo", &["S", "3"], "grafo.png"),
    ("grafo", &["S", "4", "S"], "grafo-retrocesso.png"),
    (
        "caminhos",
        &["N", "AB", "BC", "CA", "CD", "FIM", "AD", "S"],
        "caminhos.png",
    ),
    (
        "familia",
        &[
            "RUI C ANA",
            "ZE F RUI",
            "EVA I ZE",
            "TO C EVA",
            "LIA F EVA",
            "BIA F TO",
            "FIM",
        ],
        "familia.png",
    ),
    ("mosaico", &["4", "1"], "mosaico-largura.png"),
    ("mosaico", &["6", "6"], "mosaico-h3.png"),
    (
        "galo-minimax",
        &["2", "3", "1", "1", "3", "3"],
        "galo-minimax.png",
    ),
    ("pilhas", &["7", "2", "6", "2", "3", "1"], "pilhas.png"),
    ("quarto", &["C", "3"], "quarto.png"),
    ("bimaru", &["12"], "bimaru.png"),
];

/// The same for screens during a run, after this number of seconds of 50 frames.
const MOMENTS: &[(&str, &[&str], u64, &str)] = &[("bimaru", &["12"], 150, "bimaru-procura.png")];

/// Frame limit of a run: an hour of 50 frames per second.
const FRAME_LIMIT: u64 = 50 * 3600;

#[test]
fn pictures_are_what_the_machine_shows() {
    let boot = Boot::new(&rom()).expect("a ROM that boots");
    let wrong: Vec<&str> = PICTURES
        .par_iter()
        .filter(|(id, answers, file)| {
            let (png, end) = picture_of(&boot, id, answers, FRAME_LIMIT);
            assert_ne!(end, End::Frames, "{id} has not ended");
            !is_kept(&png, file)
        })
        .map(|(_, _, file)| *file)
        .collect();
    assert!(wrong.is_empty(), "docs/pictures/{wrong:?}: {MISMATCH_MESSAGE}");
}

#[test]
fn moments_are_what_the_machine_shows() {
    let boot = Boot::new(&rom()).expect("a ROM that boots");
    for (id, answers, seconds, file) in MOMENTS {
        let (png, end) = picture_of(&boot, id, answers, 50 * seconds);
        assert_eq!(end, End::Frames, "{id} is over before {seconds} s");
        assert!(is_kept(&png, file), "docs/pictures/{file}: {MISMATCH_MESSAGE}");
    }
}

const MISMATCH_MESSAGE: &str = "not what the machine shows; GIRAFA_BLESS=1 makes it again";

/// Whether the picture equals the one in `docs/pictures`; with GIRAFA_BLESS, writes it there.
fn is_kept(png: &[u8], file: &str) -> bool {
    let path = root().join("docs/pictures").join(file);
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, png).expect("a picture that can be written");
    }
    fs::read(&path).unwrap_or_default() == png
}

/// The screen at the end of the run or of the time limit, as saved by `girafa run ID --answer .. --frames N
/// --screen FILE`.
fn picture_of(boot: &Boot, id: &str, answers: &[&str], frames: u64) -> (Vec<u8>, End) {
    let path = root().join("basic-listings").join(format!("{id}.bas"));
    let source = fs::read_to_string(&path).expect("an edition");
    let program = tokenise::program(&source, &tokenise::Options::default()).expect("a program");
    let launched = launch::placed(boot, &program.program, StartCommand::Run).expect("a program that fits");
    let mut session = Driver::new(launched, boot.glyphs.clone())
        .answers(answers)
        .expect("answers that can be typed")
        .with_beam_replay();
    let end = session.run(frames, &mut ()).end;
    (picture::screen_png(&session.machine_with_beam()), end)
}
