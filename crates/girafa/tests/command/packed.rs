//! Compressed files, parts of files, all files of a tape, and directories of listings.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Output;

use crate::support::{girafa, stderr, stdout};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use tempfile::TempDir;

const ONE_LINE_PROGRAM: &str = "10 PRINT \"um\"\n";
const TWO_LINE_PROGRAM: &str = "10 PRINT \"dois\"\n20 PRINT x\n";

/// A directory with `um.bas`, `dois.bas` and a tape with both, a picture and code.
fn directory() -> TempDir {
    let directory = TempDir::new().unwrap();
    let files: [(&str, &[u8]); 4] = [
        ("um.bas", ONE_LINE_PROGRAM.as_bytes()),
        ("dois.bas", TWO_LINE_PROGRAM.as_bytes()),
        ("ecra.scr", &[0x55; 6_912]),
        ("sprites.bin", &[7; 100]),
    ];
    for (name, bytes) in files {
        fs::write(directory.path().join(name), bytes).unwrap();
    }
    let arguments = [
        "tap",
        "um.bas",
        "dois.bas",
        "ecra.scr",
        "--code",
        "40000=sprites.bin",
        "-o",
        "jogos.tap",
    ];
    assert_eq!(girafa(directory.path(), &arguments).status.code(), Some(0));
    directory
}

fn gzip(directory: &Path, name: &str) {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed
        .write_all(&fs::read(directory.join(name)).unwrap())
        .unwrap();
    fs::write(directory.join(format!("{name}.gz")), packed.finish().unwrap()).unwrap();
}

/// Writes a ZIP file with every second file uncompressed.
fn zip(directory: &Path, name: &str, files: &[(&str, &[u8])]) {
    let mut output = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut output);
    for (number, (name, bytes)) in files.iter().enumerate() {
        let method = [CompressionMethod::DEFLATE, CompressionMethod::STORE][number % 2];
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().unwrap();
        let descriptor = if method == CompressionMethod::DEFLATE {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(bytes).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(bytes).unwrap();
            writer.finish().unwrap().1
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    fs::write(directory.join(name), output).unwrap();
}

fn run(directory: &TempDir, target: &str) -> Output {
    girafa(directory.path(), &["run", target])
}

#[test]
fn packed_files_are_what_is_in_them() {
    let directory = directory();
    let path = directory.path();
    let tape = fs::read(path.join("jogos.tap")).unwrap();
    fs::write(path.join("texto.txt"), ONE_LINE_PROGRAM).unwrap();
    for name in ["um.bas", "jogos.tap", "texto.txt"] {
        gzip(path, name);
    }
    zip(
        path,
        "um.zip",
        &[
            ("sub/um.tap", &tape),
            ("leia-me.txt", b"ola"),
            ("__MACOSX/x.tap", b"x"),
            (".y.tap", b"y"),
        ],
    );
    zip(
        path,
        "dois.ZIP",
        &[("jogos.tap", &tape), ("um.bas", ONE_LINE_PROGRAM.as_bytes())],
    );
    for target in [
        "texto.txt",
        "um.bas.gz",
        "jogos.tap.gz",
        "texto.txt.gz",
        "um.zip",
        "um.zip/sub/um.tap",
        "dois.ZIP/um.bas",
        "dois.ZIP/jogos.tap",
        "jogos.tap/1",
        "jogos.tap/um",
    ] {
        let done = run(&directory, target);
        assert_eq!(stdout(&done), "um\n0 OK, 10:1\n", "{target}: {}", stderr(&done));
    }
    for target in [
        "jogos.tap/2",
        "jogos.tap/dois",
        "jogos.tap.gz/2",
        "um.zip/sub/um.tap/dois",
        "dois.ZIP/jogos.tap/2",
    ] {
        let done = run(&directory, target);
        assert_eq!(
            stdout(&done),
            "dois\n2 Variable not found, 20:1\n",
            "{target}: {}",
            stderr(&done)
        );
        let listed = girafa(path, &["list", target]);
        assert_eq!(stdout(&listed), "  10 PRINT \"dois\"\n  20 PRINT x\n", "{target}");
        let checked = girafa(path, &["check", target]);
        assert!(
            stdout(&checked).contains("the variable x is read, but never set"),
            "{target}"
        );
        assert!(
            stdout(&girafa(path, &["untap", target])).ends_with(TWO_LINE_PROGRAM),
            "{target}"
        );
    }
    let info = stdout(&girafa(path, &["info", "um.zip"]));
    assert!(info.contains("header: Program \"um\""), "{info}");
}

#[test]
fn missing_or_damaged_contents_are_reported() {
    let directory = directory();
    let path = directory.path();
    gzip(path, "um.bas");
    zip(
        path,
        "dois.zip",
        &[("a/jogos.tap", b"x"), ("um.bas", ONE_LINE_PROGRAM.as_bytes())],
    );
    zip(path, "nada.zip", &[("foto.jpg", b"x")]);
    zip(path, "vazio.zip", &[("um.bas", b"")]);
    let whole = fs::read(path.join("dois.zip")).unwrap();
    fs::write(path.join("curto.zip"), &whole[..whole.len() / 2]).unwrap();
    let mut wrong = whole.clone();
    wrong[40] ^= 0xFF;
    fs::write(path.join("errado.zip"), wrong).unwrap();
    let packed = fs::read(path.join("um.bas.gz")).unwrap();
    fs::write(path.join("curto.bas.gz"), &packed[..packed.len() - 9]).unwrap();
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    (0..65).for_each(|_| bomb.write_all(&[b' '; 1 << 20]).unwrap());
    fs::write(path.join("bomba.bas.gz"), bomb.finish().unwrap()).unwrap();
    for (target, words) in [
        (
            "dois.zip",
            "the file contains 2 programs: a/jogos.tap, um.bas; name one of them, as dois.zip/a/jogos.tap",
        ),
        (
            "dois.zip/b.tap",
            "\"b.tap\" not found: the file contains a/jogos.tap, um.bas",
        ),
        ("nada.zip", "the file contains no tape, snapshot or listing"),
        ("vazio.zip", "um.bas: the unpacked file is empty"),
        ("curto.zip", "not a valid .zip file"),
        ("errado.zip/a/jogos.tap", ""),
        ("curto.bas.gz", "cannot be unpacked"),
        ("bomba.bas.gz", "the unpacked file is larger than 64 MiB"),
        (
            "jogos.tap/3",
            "\"3\" not found: the tape has 1 \"um\", 2 \"dois\"",
        ),
        ("jogos.tap/x", "\"x\" not found: the tape has"),
        ("um.bas/2", "only tapes and .zip files have parts"),
    ] {
        let done = run(&directory, target);
        assert_eq!(done.status.code(), Some(5), "{target}: {}", stdout(&done));
        assert!(stderr(&done).contains(words), "{target}: {}", stderr(&done));
        assert_eq!(stderr(&done).lines().count(), 1, "{target}: {}", stderr(&done));
    }
}

/// The message distinguishes a tape that has ended from a listing, which has no tape.
#[test]
fn a_part_of_a_tape_has_a_tape() {
    let directory = directory();
    let path = directory.path();
    fs::write(path.join("espera.bas"), "10 MERGE \"\"\n").unwrap();
    girafa(path, &["tap", "um.bas", "espera.bas", "-o", "espera.tap"]);
    for (target, words) in [
        ("espera.tap/2", "but the tape has ended"),
        ("espera.bas", "no tape was given"),
    ] {
        let done = run(&directory, target);
        assert!(stderr(&done).contains(words), "{target}: {}", stderr(&done));
    }
}

#[test]
fn all_files_of_a_tape_are_written() {
    let directory = directory();
    let path = directory.path();
    let done = girafa(path, &["untap", "jogos.tap", "--all", "-o", "partes"]);
    assert_eq!(
        stdout(&done),
        "partes/01-um.bas: Program: um\npartes/02-dois.bas: Program: dois\npartes/03-ecra.scr: SCREEN$: ecra\n\
         partes/04-sprites-40000.bin: Bytes: sprites, CODE 40000,100\n"
    );
    let written = |name: &str| fs::read(path.join("partes").join(name)).unwrap();
    assert_eq!(written("03-ecra.scr"), [0x55; 6_912]);
    assert_eq!(written("04-sprites-40000.bin"), [7; 100]);
    assert_eq!(
        String::from_utf8(written("01-um.bas")).unwrap(),
        format!("# girafa: name=\"um\" autostart=10\n{ONE_LINE_PROGRAM}")
    );
    let one = girafa(path, &["untap", "jogos.tap/2", "-o", "so.bas"]);
    assert_eq!((one.status.code(), stdout(&one).as_str()), (Some(0), ""));
    assert!(
        fs::read_to_string(path.join("so.bas"))
            .unwrap()
            .ends_with(TWO_LINE_PROGRAM)
    );
    assert_eq!(
        girafa(path, &["untap", "jogos.tap", "--all"]).status.code(),
        Some(2)
    );

    let checked = girafa(path, &["check", "partes"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        stdout(&checked).contains("--> partes/02-dois.bas:3:10"),
        "{}",
        stdout(&checked)
    );
    assert!(
        stderr(&checked).starts_with("partes/01-um.bas: nothing found\n"),
        "{}",
        stderr(&checked)
    );
    fs::create_dir(path.join("nada")).unwrap();
    let empty = girafa(path, &["check", "nada"]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(stderr(&empty).contains("there are no listings (.bas) in this directory"));
}

/// Prints the screen as it is at the end, without what has scrolled away.
#[test]
fn the_final_screen_is_printed() {
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("a.bas"),
        "10 FOR i=1 TO 30: POKE 23692,255: PRINT i: NEXT i\n20 PRINT AT 0,5;\"x\"\n",
    )
    .unwrap();
    let done = girafa(directory.path(), &["run", "a.bas", "--text"]);
    let rows: Vec<String> = stdout(&done).lines().map(str::to_owned).collect();
    assert_eq!(
        (rows.len(), rows[0].as_str(), rows[20].as_str(), rows[23].as_str()),
        (24, "9    x", "29", "0 OK, 20:1")
    );
    for (option, name) in [
        ("--screen", "a.jpg"),
        ("--gif", "a.png"),
        ("--paper", "a.bmp"),
        ("--wav", "a.mp3"),
    ] {
        let done = girafa(directory.path(), &["run", "a.bas", option, name]);
        assert_eq!(done.status.code(), Some(2), "{option}");
        assert!(
            stderr(&done).contains("give it that extension"),
            "{}",
            stderr(&done)
        );
    }
}
