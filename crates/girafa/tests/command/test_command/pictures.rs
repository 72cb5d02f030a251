//! Screens and papers compared with pictures.

use std::fs;

use girafa_session::picture::{image_of_png, rgb_png};
use girafa_spectrum::Image;

use super::{assert_differs, assert_well, test, with_files, write};
use crate::support::girafa;

#[test]
fn pictures_are_compared_and_their_difference_is_a_picture() {
    let draw =
        |colour: u8| format!("10 BORDER {colour}: PRINT AT 5,5; INK 2;\"A\": CIRCLE 100,100,30: COPY\n");
    let toml = "[[session]]\nname = \"a\"\npicture = \"a.png\"\nhardcopy = \"papel.png\"\n";
    let directory = with_files(&[("d.bas", &draw(1)), ("d.toml", toml)]);
    let run = girafa(
        directory.path(),
        &["run", "d.bas", "--screen", "a.png", "--paper", "papel.png"],
    );
    assert_eq!(run.status.code(), Some(0));
    assert_well(&test(&directory, &[]));

    write(&directory, "d.bas", &draw(1).replace("100,30", "100,31"));
    let done = test(&directory, &[]);
    assert_differs(
        &done,
        &[
            "(picture)",
            "(hardcopy)",
            "pixels differ",
            "a.diff.png shows expected, observed",
            "papel.diff.png shows",
        ],
    );
    let difference = image_of_png(&fs::read(directory.path().join("a.diff.png")).unwrap()).unwrap();
    assert_eq!((difference.width, difference.height), (3 * 352 + 16, 288));
    let part = |number: usize, x: usize, y: usize| {
        let at = ((y * difference.width as usize) + number * 360 + x) * 3;
        [difference.rgb[at], difference.rgb[at + 1], difference.rgb[at + 2]]
    };
    // The top of each circle: x = 100, and 130 or 131 pixels above y = 175.
    let (x, old, new) = (48 + 100, 48 + 175 - 130, 48 + 175 - 131);
    assert_eq!((part(0, x, old), part(0, x, new)), ([0; 3], [0xD7; 3]));
    assert_eq!((part(1, x, old), part(1, x, new)), ([0xD7; 3], [0; 3]));
    assert_eq!((part(2, x, old), part(2, x, new)), ([255, 0, 255], [255, 0, 255]));
    assert_eq!(part(2, 48 + 40, 48 + 45), part(2, 48 + 200, 48 + 45));

    // Difference pictures in a separate directory.
    fs::remove_file(directory.path().join("a.diff.png")).unwrap();
    let done = test(&directory, &["--diff", "diferencas/aqui"]);
    assert_differs(&done, &["diferencas/aqui/a.diff.png shows"]);
    assert!(directory.path().join("diferencas/aqui/papel.diff.png").exists());
    assert!(!directory.path().join("a.diff.png").exists());

    assert_well(&test(&directory, &["--bless"]));
    assert_well(&test(&directory, &[]));
}

/// A picture without the border, of another size, and an invalid file.
#[test]
fn pictures_of_other_kinds() {
    let toml = "[[session]]\nname = \"a\"\npicture = \"a.png\"\n";
    let directory = with_files(&[("d.bas", "10 PRINT 1\n"), ("d.toml", toml), ("a.png", "nada")]);
    assert_differs(&test(&directory, &[]), &["a.png: not a readable picture"]);
    let path = directory.path().join("a.png");
    fs::remove_file(&path).unwrap();
    assert_well(&test(&directory, &["--bless"]));
    let whole = image_of_png(&fs::read(&path).unwrap()).unwrap();
    let rows = whole.rgb.chunks_exact(352 * 3).skip(48).take(192);
    let screen = Image {
        width: 256,
        height: 192,
        rgb: rows.flat_map(|row| &row[48 * 3..][..256 * 3]).copied().collect(),
    };
    fs::write(&path, rgb_png(&screen)).unwrap();
    assert_well(&test(&directory, &[]));
    let small = Image {
        width: 1,
        height: 1,
        rgb: vec![0; 3],
    };
    fs::write(&path, rgb_png(&small)).unwrap();
    assert_differs(&test(&directory, &[]), &["352 x 288 pixels"]);
    write(
        &directory,
        "d.toml",
        "[[session]]\nname = \"a\"\nhardcopy = \"a.png\"\n",
    );
    assert_differs(&test(&directory, &[]), &["nothing was printed on paper"]);
}
