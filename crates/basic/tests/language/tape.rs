//! TAP files: written, read back, and what is wrong with them reported.

use girafa_basic::program::{Line, Program};
use girafa_basic::tap::{self, File, FileError};
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
        variables: vec![0x61, 0, 0, 1, 0, 0],
    }
}

#[test]
fn the_bytes_of_a_program() {
    let tape = tap::from_program(&sample());
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
    assert_eq!(tap::files(&tap::blocks(&files)).unwrap(), files);
}

#[test]
fn what_is_wrong_is_reported() {
    let tape = tap::from_program(&sample());
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
    // A line whose length leads beyond the program, in a block that is sound.
    let mut blocks = tap::program_blocks(&sample());
    let mut data = blocks[1].data().to_vec();
    data[2] = 200;
    blocks[1] = Block::new(0xff, &data).unwrap();
    let message = tap::files(&blocks).unwrap_err().to_string();
    assert!(
        message.contains("line 10") && message.contains("200 bytes"),
        "{message}"
    );
}
