//! The README's pictures equal the machine's screen. `GIRAFA_BLESS=1 cargo test -p girafa-session --test
//! session pictures` updates them after an intended change.

use girafa_test_support::root;
use std::fs;

use girafa_basic::tokenise;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_session::{boot::Boot, paper, picture};
use girafa_spectrum::Spectrum;

/// Printouts: file name, program id, start command, answers.
const GALLERY: [(&str, &str, StartCommand, &[&str]); 4] = [
    (
        "rainhas.png",
        "rainhas-grafica",
        StartCommand::Run,
        &["S", "4", "N"],
    ),
    (
        "puzzle8.png",
        "puzzle8-hardcopy",
        StartCommand::Run,
        &["1", "12345678.", "1234567.8"],
    ),
    (
        "caixeiro.png",
        "caixeiro-hardcopy",
        StartCommand::Run,
        &[
            "3", "1", "2", "34", "2", "1", "34", "2", "3", "1", "3", "1", "1", "3", "2", "45", "0", "0", "0",
            "S",
        ],
    ),
    ("llist.png", "hanoi-tracado", StartCommand::List, &[]),
];

/// Compares the machine's screen with `docs/pictures/NAME`, or writes it there.
fn shows(machine: &Spectrum, name: &str) {
    is_kept(&picture::screen_png(machine), name);
}

/// Compares a picture with `docs/pictures/NAME`, or writes it there.
fn is_kept(png: &[u8], name: &str) {
    let path = root().join("docs/pictures").join(name);
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, png).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_default();
    assert!(
        kept == png,
        "docs/pictures/{name} is not what the machine shows; GIRAFA_BLESS=1 makes it again"
    );
}

#[test]
fn start_up() {
    let mut machine = Spectrum::new(&girafa_rom::girafa48());
    for _ in 0..200 {
        machine.run_frame();
    }
    shows(&machine, "start.png");
}

#[test]
fn a_program() {
    let (_, source) = girafa_listings::EDITIONS
        .iter()
        .find(|(id, _)| *id == "retrato")
        .unwrap();
    let program = tokenise::program(source, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    let mut session = Driver::new(launched, boot.glyphs.clone()).with_beam_replay();
    let outcome = session.run(50 * 60, &mut ());
    assert_eq!(outcome.report, "9 STOP statement, 180:1");
    shows(&session.machine_with_beam(), "retrato.png");
}

#[test]
fn sheets_of_paper() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    for (name, id, command, answers) in GALLERY {
        let source = fs::read_to_string(root().join(format!("basic-listings/{id}.bas"))).unwrap();
        let program = tokenise::program(&source, &tokenise::Options::default()).unwrap();
        let launched = launch::placed(&boot, &program.program, command).unwrap();
        let mut session = Driver::new(launched, boot.glyphs.clone())
            .answers(answers)
            .unwrap();
        session.run(50 * 3600, &mut ());
        is_kept(&paper::silver_png(session.history().paper(), 1), name);
    }
}

/// Written pictures can be read back, in all PNG colour types; damaged or oversized files are rejected.
#[test]
fn pictures_are_read_again() {
    let mut paper = [[0; 32]; 3];
    paper[1][0] = 0b1010_0000;
    let read = picture::image_of_png(&picture::paper_png(&paper)).unwrap();
    assert_eq!(read, picture::paper_image(&paper));
    assert_eq!(read.rgb[256 * 3..][..9], [0, 0, 0, 255, 255, 255, 0, 0, 0]);

    let of = |colour, depth, pixels: &[u8], palette: &[u8]| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        if !palette.is_empty() {
            encoder.set_palette(palette.to_vec());
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        file
    };
    use png::{BitDepth, ColorType};
    let (eight, sixteen) = (BitDepth::Eight, BitDepth::Sixteen);
    for file in [
        of(ColorType::Rgb, eight, &[1, 2, 3, 0, 0, 0], &[]),
        of(ColorType::Rgba, eight, &[1, 2, 3, 255, 9, 9, 9, 0], &[]),
        of(ColorType::Indexed, eight, &[1, 0], &[0, 0, 0, 1, 2, 3]),
        of(
            ColorType::Rgb,
            sixteen,
            &[1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0],
            &[],
        ),
    ] {
        let read = picture::image_of_png(&file).unwrap();
        assert_eq!(
            (read.width, read.height, read.rgb),
            (2, 1, vec![1, 2, 3, 0, 0, 0])
        );
        for length in 0..file.len() - 12 {
            assert!(picture::image_of_png(&file[..length]).is_err(), "{length}");
        }
    }
    let read = picture::image_of_png(&of(ColorType::GrayscaleAlpha, eight, &[7, 255, 9, 0], &[])).unwrap();
    assert_eq!(read.rgb, [7, 7, 7, 0, 0, 0]);
    let rows = vec![[0; 32]; 65_537];
    assert!(picture::image_of_png(&picture::paper_png(&rows)).is_err());
    assert!(picture::image_of_png(&picture::paper_png(&rows[1..])).is_ok());
}
