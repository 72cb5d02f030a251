//! TAP files: writing, reading, and reporting of errors.

use girafa_basic::program::{Line, Program};
use girafa_basic::tap::{self, File, FileError};
use girafa_basic::text;
use girafa_basic::tokenise::{self, Options};
use girafa_tap::{Block, Header, TapError};

fn sample() -> Program {
    let lines = vec![
        Line {
            number: 10,
            body: vec![0xf5, b'"', b'a', b'"'],
        },
        Line {
            number: 9999,
            body: vec![0xe2],
        },
    ];
    Program {
        name: b"sample".to_vec(),
        autostart: Some(10),
        lines,
        tail: Vec::new(),
        variables: vec![0x61, 0, 0, 1, 0, 0],
    }
}

#[test]
fn the_bytes_of_a_program() {
    let tape = tap::from_program(&sample()).unwrap();
    let data_length = (4 + 5) + (4 + 2) + 6;
    assert_eq!(tape[..3], [19, 0, 0], "header block of 19 bytes, flag 0");
    assert_eq!(tape[3], 0, "a program");
    assert_eq!(&tape[4..14], b"sample    ");
    assert_eq!(
        tape[14..20],
        [data_length as u8, 0, 10, 0, 15, 0],
        "length, autostart, variables"
    );
    assert_eq!(tape[3..20].iter().fold(0, |sum, byte| sum ^ byte), tape[20]);
    assert_eq!(tape[21..24], [data_length as u8 + 2, 0, 0xff]);
    assert_eq!(tape[24..33], [0, 10, 5, 0, 0xf5, b'"', b'a', b'"', 13]);
    assert_eq!(tap::read_program(&tape).unwrap(), sample());
}

#[test]
fn other_files_pass_through() {
    let header = |kind| Header {
        kind,
        name: b"x".to_vec(),
        length: 2,
        parameter_1: 32768,
        parameter_2: 32768,
    };
    let files = vec![
        File::Other(header(3), vec![1, 2]),
        File::Program(Program {
            autostart: None,
            ..sample()
        }),
        File::Lone(Block::new(0x55, &[9; 5]).unwrap()),
        File::Other(header(1), vec![3, 4]),
    ];
    assert_eq!(tap::files(&tap::blocks(&files).unwrap()).unwrap(), files);
}

#[test]
fn damaged_tapes_are_reported() {
    let tape = tap::from_program(&sample()).unwrap();
    let reported = |bytes: &[u8]| match girafa_tap::read(bytes) {
        Ok(blocks) => tap::files(&blocks).unwrap_err(),
        Err(error) => FileError::Tap(error),
    };
    assert_eq!(reported(&[]), FileError::Tap(TapError::Empty));
    assert_eq!(
        reported(b"PK\x03\x04 something else"),
        FileError::Tap(TapError::NotATap {
            wanted: 0x4b50,
            size: 19
        })
    );
    assert_eq!(
        reported(&[7]),
        FileError::Tap(TapError::HalfLength { block: 1, offset: 0 })
    );
    let cut = &tape[..tape.len() - 4];
    assert_eq!(
        reported(cut),
        FileError::Tap(TapError::Truncated {
            block: 2,
            offset: 21,
            wanted: 23,
            found: 19
        })
    );
    let mut damaged = tape.clone();
    damaged[26] ^= 1;
    assert!(matches!(reported(&damaged), FileError::Checksum { block: 2, .. }));
    assert_eq!(reported(&[1, 0, 0]), FileError::TooShort { block: 1 });
    assert_eq!(
        reported(&[1, 0, 0, 0, 0]),
        FileError::Tap(TapError::EmptyBlock { block: 2, offset: 3 })
    );
    let no_program = [Block::new(0xff, &[0; 3]).unwrap()];
    assert_eq!(tap::first_program(&no_program), Err(FileError::NoProgram));
}

/// A line whose length goes beyond the program, in a valid block: reading stops before it, and the rest is
/// kept as the tail.
#[test]
fn bytes_that_are_not_a_line_are_the_tail() {
    let mut blocks = tap::program_blocks(&sample()).unwrap();
    let mut data = blocks[1].data().to_vec();
    data[9 + 2] = 200;
    blocks[1] = Block::new(0xff, &data).unwrap();
    let program = tap::first_program(&blocks).unwrap();
    assert_eq!(program.lines, sample().lines[..1]);
    assert_eq!(program.tail, data[9..15]);
    assert_eq!(program.variables, sample().variables);
    let message = program.why_tail().unwrap().to_string();
    assert!(
        message.contains("line 9999 (at byte 9)") && message.contains("200 bytes"),
        "{message}"
    );
    assert_eq!(tap::program_blocks(&program).unwrap(), blocks[..]);
    let listing = text::from_program(&program);
    assert!(listing.contains(" tail=270fc800e20d "), "{listing}");
    let again = tokenise::program(&listing, &Options::default()).unwrap().program;
    assert_eq!(again, program);
}

/// Only what LOAD "" accepts is required: a header with a correct checksum, and a block after it.
#[test]
fn the_first_program_is_the_one_that_load_finds() {
    let [header, data] = tap::program_blocks(&sample()).unwrap();
    let damaged = |block: &Block| {
        let mut bytes = block.bytes().to_vec();
        *bytes.last_mut().unwrap() ^= 1;
        Block::from_bytes(bytes).unwrap()
    };
    let blocks = [
        Block::from_bytes(vec![7]).unwrap(),
        damaged(&header),
        data.clone(),
        header.clone(),
        data.clone(),
        damaged(&data),
    ];
    assert_eq!(tap::first_header(&blocks, 0), Some(3));
    assert_eq!(tap::first_program(&blocks), Ok(sample()));
    assert_eq!(
        tap::first_program(&[header.clone(), damaged(&data)]),
        Ok(sample())
    );
    let error = tap::first_program(&blocks[..3]).unwrap_err();
    assert!(matches!(error, FileError::Header { block: 2, .. }), "{error}");
    assert_eq!(tap::first_program(&[header]), Err(FileError::NoData { block: 1 }));
}

/// A file that does not fit into a block is rejected, never truncated.
#[test]
fn too_long_files_are_refused() {
    let body = vec![b'x'; 65_533 - 5];
    let program = |extra: usize| Program {
        lines: vec![Line {
            number: 1,
            body: body.clone(),
        }],
        variables: vec![0; extra],
        ..Program::default()
    };
    let blocks = tap::program_blocks(&program(0)).unwrap();
    assert_eq!(blocks[1].bytes().len(), 65_535);
    let too_long = FileError::TooLong { bytes: 65_534 };
    assert_eq!(tap::from_program(&program(1)), Err(too_long.clone()));
    let header = Header {
        kind: 3,
        name: b"x".to_vec(),
        length: 0,
        parameter_1: 0,
        parameter_2: 0,
    };
    for file in [File::Program(program(1)), File::Other(header, vec![0; 65_534])] {
        assert_eq!(tap::blocks(&[file]), Err(too_long.clone()));
    }
    let row = format!("REM {}\n", "x".repeat(30_000));
    let errors = tokenise::program(&format!("1 {row}2 {row}3 {row}"), &Options::default()).unwrap_err();
    let message = errors.render("long.bas", &format!("1 {row}2 {row}3 {row}"), false);
    assert!(
        message.contains("with line 3 the program takes more than 65533 bytes"),
        "{}",
        &message[..200]
    );
    assert!(tokenise::program(&format!("1 {row}2 {row}"), &Options::default()).is_ok());
}
