//! TAP files: written, read back, and told what is wrong with them.

use girafa_basic::program::{Line, Program};
use girafa_basic::tap::{self, Block, File, Header, TapError};

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
    assert_eq!(tap::first_program(&tape).unwrap(), sample());
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
        File::Lone(Block {
            flag: 0x55,
            data: vec![9; 5],
        }),
        File::Other(header(1), vec![3, 4]),
    ];
    assert_eq!(tap::files(&tap::to_bytes(&files)).unwrap(), files);
}

#[test]
fn what_is_wrong_is_told() {
    let tape = tap::from_program(&sample());
    let told = |bytes: &[u8]| tap::files(bytes).unwrap_err();
    assert_eq!(told(&[]), TapError::Empty);
    assert_eq!(
        told(b"PK\x03\x04 something else"),
        TapError::NotATap {
            length: 0x4b50,
            size: 19
        }
    );
    assert!(matches!(
        told(&[7]),
        TapError::Truncated { block: 1, .. } | TapError::NotATap { .. }
    ));
    let cut = &tape[..tape.len() - 4];
    assert_eq!(
        told(cut),
        TapError::Truncated {
            block: 2,
            offset: 21,
            length: 23,
            left: 19
        }
    );
    let mut damaged = tape.clone();
    damaged[26] ^= 1;
    assert!(matches!(
        told(&damaged),
        TapError::Checksum {
            block: 2,
            offset: 21,
            ..
        }
    ));
    assert_eq!(
        told(&[1, 0, 0]),
        TapError::TooShort {
            block: 1,
            offset: 0,
            length: 1
        }
    );
    let no_program = tap::to_bytes(&[File::Lone(Block {
        flag: 0xff,
        data: vec![0; 3],
    })]);
    assert_eq!(tap::first_program(&no_program), Err(TapError::NoProgram));
    // A line whose length leads beyond the program, in a block that is sound.
    let mut blocks = tap::blocks(&tape).unwrap();
    blocks[1].data[2] = 200;
    let lone: Vec<File> = blocks.into_iter().map(File::Lone).collect();
    let message = told(&tap::to_bytes(&lone)).to_string();
    assert!(
        message.contains("line 10") && message.contains("200 bytes"),
        "{message}"
    );
}
