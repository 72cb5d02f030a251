//! Netpbm files, written as literals.

use crate::decode::read;

fn pixels(file: &[u8]) -> (usize, usize, Vec<u8>) {
    let grey = read(file).unwrap_or_else(|reason| panic!("{}: {reason}", file.escape_ascii()));
    (grey.width(), grey.height(), grey.pixels().to_vec())
}

#[test]
fn text() {
    assert_eq!(
        pixels(b"P1\n3 2\n1 0 1\n0 10"),
        (3, 2, vec![0, 255, 0, 255, 0, 255])
    );
    assert_eq!(
        pixels(b"P2 # made by hand\n2 # columns\n1\n7\n0 7"),
        (2, 1, vec![0, 255])
    );
    assert_eq!(pixels(b"P2 2 1 300 150 300"), (2, 1, vec![128, 255]));
    assert_eq!(pixels(b"P3 1 2 255\n255 0 0\n0 0 255"), (1, 2, vec![76, 29]));
}

#[test]
fn binary() {
    assert_eq!(
        pixels(b"P4\n9 1\n\x80\x7F"),
        (9, 1, vec![0, 255, 255, 255, 255, 255, 255, 255, 255])
    );
    assert_eq!(pixels(b"P5 3 1 100\n\x00\x32\x64"), (3, 1, vec![0, 128, 255]));
    assert_eq!(pixels(b"P5 2 1 1000\n\x01\xF4\x03\xE8"), (2, 1, vec![128, 255]));
    assert_eq!(pixels(b"P6 1 1 255\n\x00\xFF\x00"), (1, 1, vec![149]));
}

#[test]
fn any_map() {
    let head = |kind: &str, depth: u32, max: u32, samples: &[u8]| {
        let head = format!(
            "P7\n# a comment\nWIDTH 1\nHEIGHT 2\nDEPTH {depth}\nMAXVAL {max}\nTUPLTYPE {kind}\nENDHDR\n"
        );
        [head.as_bytes(), samples].concat()
    };
    assert_eq!(
        pixels(&head("BLACKANDWHITE", 1, 1, &[0, 1])),
        (1, 2, vec![0, 255])
    );
    assert_eq!(
        pixels(&head("GRAYSCALE_ALPHA", 2, 255, &[10, 255, 10, 0])),
        (1, 2, vec![10, 255])
    );
    assert_eq!(
        pixels(&head("RGB", 3, 255, &[255, 0, 0, 0, 0, 255])),
        (1, 2, vec![76, 29])
    );
    let alpha = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(
        pixels(&head("RGB_ALPHA", 4, 65_535, &alpha)),
        (1, 2, vec![0, 255])
    );
}

#[test]
fn invalid_files() {
    let message = |file: &[u8]| read(file).unwrap_err();
    let no_picture = "not a supported picture: expected PNG, JPEG, WebP, TIFF or PNM: ";
    assert_eq!(
        message(b"P5 2"),
        format!("{no_picture}the file ends before the picture does")
    );
    assert_eq!(
        message(b"P5 2 x"),
        format!("{no_picture}expected a number, found byte 78h")
    );
    assert_eq!(
        message(b"P5 1 1 70000 "),
        format!("{no_picture}the largest sample must be 1 to 65535, but is 70000")
    );
    assert_eq!(
        message(b"P7\nMORE 1\n"),
        format!("{no_picture}its header has an unknown field \"MORE\"")
    );
    for cut in [
        &b"P1 2 2 1 0 1"[..],
        b"P2 2 1 255 9",
        b"P4 9 2 \xFF\x80\xFF",
        b"P5 2 2 255 \0\0\0",
        b"P6 1 1 999 \0\0\0\0\0",
    ] {
        assert_eq!(
            message(cut),
            "the picture is damaged: the file ends before the picture does"
        );
    }
    assert!(message(b"P6 40001 1 255 ").starts_with("40001 x 1 pixels are too many"));
    assert!(message(b"P6 4294967295 4294967295 65535 ").contains("pixels are too many"));
}
