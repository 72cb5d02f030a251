//! Program lists, animations, scaled pictures, tapes of several files, graphics as text.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

#[test]
fn included_programs_are_listed() {
    let directory = TempDir::new().unwrap();
    let text = stdout(&girafa(directory.path(), &["programs"]));
    assert!(
        text.contains("hanoi                  Torres de Hanói (the book's)\n"),
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&stdout(&girafa(directory.path(), &["programs", "--json"]))).unwrap();
    let programs = json.as_array().unwrap();
    assert_eq!(programs.len(), text.lines().count());
    for program in programs {
        assert!(!program["title"].as_str().unwrap().is_empty(), "{program}");
    }
}

/// The picture after the last frame of an animation, as RGB bytes.
fn last_picture(path: &Path) -> (u32, u32, Vec<u8>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(fs::File::open(path).unwrap()).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = vec![0; (width * height * 3) as usize];
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (y, row) in frame.buffer.chunks(4 * usize::from(frame.width)).enumerate() {
            for (x, pixel) in row.chunks(4).enumerate() {
                let at = (usize::from(frame.top) + y) * width as usize + usize::from(frame.left) + x;
                canvas[at * 3..at * 3 + 3].copy_from_slice(&pixel[..3]);
            }
        }
    }
    (width, height, canvas)
}

#[test]
fn an_animation_ends_with_the_picture_of_the_screen() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let listing = "10 BORDER 2: FOR i=0 TO 20: PLOT i*10,i: DRAW INK 3;20,90: NEXT i\n20 PRINT BRIGHT 1;\"ola\": PAUSE 500\n";
    fs::write(path.join("p.bas"), listing).unwrap();
    for scale in ["1", "3"] {
        let output = girafa(
            path,
            &[
                "run", "p.bas", "--gif", "p.gif", "--screen", "p.png", "--scale", scale,
            ],
        );
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let (width, height, seen) = last_picture(&path.join("p.gif"));
        let reader = png::Decoder::new(std::io::BufReader::new(
            fs::File::open(path.join("p.png")).unwrap(),
        ));
        let mut reader = reader.read_info().unwrap();
        let mut expected = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut expected).unwrap();
        assert_eq!((width, height), (info.width, info.height));
        assert_eq!(width, 352 * scale.parse::<u32>().unwrap());
        assert!(seen == expected, "scale {scale}");
    }
    // An unchanged picture of ten seconds is shortened to five.
    let mut decoder = gif::DecodeOptions::new()
        .read_info(fs::File::open(path.join("p.gif")).unwrap())
        .unwrap();
    let mut hundredths = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        hundredths += u32::from(frame.delay);
        assert!(frame.delay <= 500);
    }
    assert!((500..900).contains(&hundredths), "{hundredths}");
    let output = girafa(path, &["run", "p.bas", "--gif", "no/p.gif"]);
    assert_eq!(output.status.code(), Some(5));
}

#[test]
fn a_tape_of_several_files() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    fs::write(
        path.join("a.bas"),
        "10 LOAD \"\"SCREEN$: CLEAR 39999: LOAD \"\"CODE: PRINT AT 0,0;PEEK 40000;ATTR (0,31)\n20 LOAD \"\"\n",
    )
    .unwrap();
    fs::write(path.join("b.bas"), "1 PRINT \"segundo\"\n").unwrap();
    let mut picture = vec![0; 6144];
    picture.extend([0x38; 768]);
    fs::write(path.join("p.scr"), &picture).unwrap();
    fs::write(path.join("c.bin"), [42]).unwrap();
    let output = girafa(
        path,
        &[
            "tap",
            "a.bas",
            "p.scr",
            "-o",
            "t.tap",
            "--name",
            "jogo",
            "--start",
            "10",
            "--code",
            "40000=c.bin",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    girafa(path, &["tap", "t.tap", "b.bas", "-o", "u.tap"]);
    let output = girafa(path, &["run", "u.tap"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("4256\n") && text.contains("segundo\n0 OK, 1:1\n"),
        "{text}"
    );
    let info = stdout(&girafa(path, &["info", "u.tap"]));
    assert!(
        info.contains("\"jogo\"") && info.contains("1 bytes at 40000"),
        "{info}"
    );

    girafa(path, &["tap", "b.bas", "-o", "raw", "--raw"]);
    assert_eq!(
        fs::read(path.join("raw")).unwrap(),
        b"\x00\x01\x0b\x00\xf5\"segundo\"\r"
    );
    for (arguments, code, word) in [
        (
            &["tap", "b.bas", "-o", "x", "--name", "um nome comprido"][..],
            2,
            "1 to 10",
        ),
        (&["tap", "p.scr", "-o", "x", "--start", "10"], 2, "need a listing"),
        (
            &["tap", "b.bas", "-o", "x", "--start", "0"],
            2,
            "expected a line from 1 to 9999",
        ),
        (&["tap", "-o", "x", "--code", "c.bin"], 2, "ADDRESS=FILE"),
        (
            &["tap", "-o", "c.bin", "--code", "40000=c.bin"],
            2,
            "is the input",
        ),
        (&["tap", "-o", "x", "--code", "40000=none.bin"], 5, "none.bin"),
    ] {
        let output = girafa(path, arguments);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?} {}",
            stderr(&output)
        );
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
        assert!(!path.join("x").exists());
    }
}

/// Private-use characters appear only in JSON, where they are escaped.
#[test]
fn graphics_are_shown_as_everybody_has_them() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    fs::write(
        path.join("p.bas"),
        "10 POKE USR \"a\",255: PRINT INVERSE 1;\"xy\";INVERSE 0;\"Ⓐ▚▀^\": LPRINT \"Ⓐ▚▀^\"\n",
    )
    .unwrap();
    let shown = "Ⓐ▚▀↑\n";
    assert_eq!(
        stdout(&girafa(path, &["run", "p.bas"])),
        format!("xy{shown}0 OK, 10:3\n")
    );
    assert_eq!(stdout(&girafa(path, &["hardcopy", "p.bas", "--text"])), shown);
    let list = stdout(&girafa(path, &["list", "p.bas", "--width", "200"]));
    assert!(list.contains("\"Ⓐ▚▀↑\""), "{list}");
    let json = stdout(&girafa(path, &["run", "p.bas", "--json"]));
    assert!(json.contains("\\ue190") && !json.contains('\u{E190}'), "{json}");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["printer"][0], "\u{E190}\u{E186}\u{E183}^");
}
