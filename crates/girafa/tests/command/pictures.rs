//! `girafa typein` with pictures of pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use girafa_test_support::{Random, grey_jpeg};
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// Writes a greyscale picture.
fn png(path: &Path, width: usize, height: usize, pixel: impl Fn(usize, usize) -> u8) {
    let pixels = grey(width, height, pixel);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    fs::write(path, file).unwrap();
}

fn grey(width: usize, height: usize, pixel: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    places.map(|(x, y)| pixel(x, y)).collect()
}

/// The size and pixels of a greyscale PNG with 1 to 8 bits per pixel.
fn greys_of(file: &[u8]) -> ([usize; 2], Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut samples = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut samples).unwrap();
    let greys = samples.chunks(info.color_type.samples()).map(|pixel| pixel[0]);
    ([info.width as usize, info.height as usize], greys.collect())
}

/// Asserts this message and exit code 5; nothing is printed or written.
fn refused(done: &Output, message: &str) {
    let messages = stderr(done);
    assert!(messages.contains(message), "{messages}");
    assert_eq!(done.status.code(), Some(5), "{messages}");
    assert_eq!(stdout(done), "");
    assert_eq!(
        messages
            .lines()
            .filter(|line| line.starts_with("error: ") || line.starts_with("girafa: "))
            .count(),
        1,
        "{messages}"
    );
}

/// Prints an edition as silver paper and reads the listing from that picture.
fn read_back(id: &str, style: &[&str]) {
    let directory = TempDir::new().unwrap();
    let printed = [&["hardcopy", "--llist", id, "-o", "page.png"], style].concat();
    let printed = girafa(directory.path(), &printed);
    assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
    let read = girafa(directory.path(), &["typein", "page.png", "-o", "read.bas"]);
    assert_eq!(read.status.code(), Some(0), "{id} {style:?}: {}", stderr(&read));
    let listed = |file: &str| {
        let done = girafa(directory.path(), &["list", file]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        stdout(&done)
    };
    assert_eq!(listed("read.bas"), listed(id), "{id} {style:?}");
}

#[test]
fn printed_listings_are_read_back() {
    let all = girafa_listings::EDITIONS.iter().map(|(id, _)| *id);
    let some = if girafa_test_support::thorough() { 5 } else { 12 };
    for id in all.step_by(some) {
        read_back(id, &["--style", "paper"]);
        read_back(id, &[]);
    }
}

#[test]
fn files_that_are_not_pages() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    png(&place("empty.png"), 900, 1_200, |_, _| 250);
    refused(
        &girafa(directory.path(), &["typein", "empty.png"]),
        "the page is empty",
    );
    // Soft shapes of all sizes, as in a photograph of an animal.
    let soft =
        |x: usize, y: usize, size: f32| ((x as f32 / size).sin() + (y as f32 / size * 1.3).cos()) * 30.0;
    let cat =
        |x: usize, y: usize| (128.0 + soft(x, y, 90.0) + soft(y, x, 23.0) + soft(x + y, y, 7.0) / 2.0) as u8;
    png(&place("cat.png"), 1_200, 900, cat);
    refused(
        &girafa(directory.path(), &["typein", "cat.png"]),
        "not a page of a listing",
    );
    // A different script: upside-down letters, which are sharp and some of which resemble upright ones. No
    // row begins with a number.
    let (bitmaps, _) = girafa_rom::GIRAFA48[0x3D00..].as_chunks::<8>();
    let mut random = Random(1);
    let words: Vec<&[u8; 8]> = (0..32 * 40)
        .map(|_| match random.below(6) {
            0 => &bitmaps[0],
            _ => &bitmaps[usize::from(b'A' - b' ') + random.below(26) + 32 * random.below(2)],
        })
        .collect();
    let script = |x: usize, y: usize| {
        let [x, y] = [x, y].map(|at| (at / 4).wrapping_sub(12));
        let is_ink = x < 256 && y < 320 && words[y / 8 * 32 + x / 8][7 - y % 8] << (x % 8) & 0x80 != 0;
        if is_ink { 0 } else { 255 }
    };
    png(&place("script.png"), 4 * 280, 4 * 344, script);
    refused(
        &girafa(directory.path(), &["typein", "script.png"]),
        "not a page of a listing",
    );
    refused(
        &girafa(directory.path(), &["typein", "script.png"]),
        "(--rom names a ROM that has it; --learn writes the shapes",
    );
    fs::write(place("text.png"), "this is no picture").unwrap();
    refused(
        &girafa(directory.path(), &["typein", "text.png"]),
        "not a supported picture",
    );
}

#[test]
fn damaged_pictures() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let pixels = grey(400, 400, |x, y| (x * y) as u8);
    let jpeg = grey_jpeg(&pixels, [400, 400], 75, None);
    png(&place("whole.png"), 300, 300, |x, y| (x ^ y) as u8);
    let whole = fs::read(place("whole.png")).unwrap();
    fs::write(place("cut.png"), &whole[..whole.len() / 2]).unwrap();
    refused(
        &girafa(directory.path(), &["typein", "cut.png"]),
        "the picture is damaged",
    );
    // Cut within the header, within the scan, and before the end.
    for length in [100, jpeg.len() / 2, jpeg.len() - 1] {
        fs::write(place("cut.jpg"), &jpeg[..length]).unwrap();
        refused(
            &girafa(directory.path(), &["typein", "cut.jpg"]),
            "cut.jpg: the picture is damaged",
        );
    }
    fs::write(place("whole.jpg"), [&*jpeg, b"some cameras add notes"].concat()).unwrap();
    let whole = girafa(directory.path(), &["typein", "whole.jpg"]);
    assert!(
        !stderr(&whole).contains("the picture is damaged"),
        "{}",
        stderr(&whole)
    );
    fs::write(place("cut.tif"), b"II*\0\x08\0\0\0\x01\0").unwrap();
    refused(
        &girafa(directory.path(), &["typein", "cut.tif"]),
        "the .tiff is damaged",
    );
}

/// A program that prints itself in another font: slanted, with a lozenge for 0.
const SLANTED_FONT_PROGRAM: &str = "\
10 REM slanted: 012 OQD
20 CLEAR 59999: LET f=60000
30 FOR a=0 TO 767
40 LET b=PEEK (15616+a)
50 IF a-8*INT (a/8)<4 THEN LET b=INT (b/2)
60 POKE f+a,b: NEXT a
70 LET g=f-256: POKE 23606,g-256*INT (g/256): POKE 23607,INT (g/256)
80 FOR a=0 TO 7: READ b: POKE f+128+a,b: NEXT a
90 DATA 0,24,36,66,66,36,24,0
100 LLIST : STOP
110 REM abcdefghijklmnopqrstuvwxyz
120 REM ABCDEFGHIJKLMNOPQRSTUVWXYZ
";

/// The bitmaps of that program's characters, as a user identifies them.
fn slanted() -> Vec<(String, char)> {
    let (bitmaps, _) = girafa_rom::GIRAFA48[0x3D00..].as_chunks::<8>();
    let lozenge = [0, 24, 36, 66, 66, 36, 24, 0];
    let row = |bits: u8| format!("{bits:08b}\n").replace('0', ".").replace('1', "#");
    let shown = |text: char, dots: &[u8; 8]| {
        let rows = if text == '0' { &lozenge } else { dots };
        let slant = |y: usize| if text != '0' && y < 4 { 1 } else { 0 };
        (0..8).map(|y| row(rows[y] >> slant(y))).collect()
    };
    (' '..)
        .zip(bitmaps)
        .map(|(text, dots)| (shown(text, dots), text))
        .collect()
}

#[test]
fn another_printers_font_is_learnt_and_named() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let well = |arguments: &[&str]| {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", stderr(&done));
        stdout(&done)
    };
    fs::write(place("slanted.bas"), SLANTED_FONT_PROGRAM).unwrap();
    well(&["run", "slanted.bas", "--paper", "page.png"]);
    well(&["typein", "page.png", "--learn", "font.txt"]);
    let font = fs::read_to_string(place("font.txt")).unwrap();
    // Its 0 is not one of the Spectrum's.
    let plain = girafa(directory.path(), &["typein", "page.png"]);
    assert_ne!(plain.status.code(), Some(0), "{}", stdout(&plain));
    // It has no name yet.
    let unnamed = girafa(directory.path(), &["typein", "page.png", "--font", "font.txt"]);
    assert_ne!(unnamed.status.code(), Some(0));

    let characters = slanted();
    // An isolated dot may be missing, and the cells may begin a dot further to the right: what is outside them is
    // not known.
    let moved = |dots: &str| {
        dots.lines()
            .map(|row| format!(".{}\n", &row[..7]))
            .collect::<String>()
    };
    let name = |dots: &str| {
        let difference = |known: &str| {
            let differ = |dots: &str| {
                known
                    .bytes()
                    .zip(dots.bytes())
                    .filter(|(one, other)| one != other)
                    .count()
            };
            differ(dots).min(differ(&moved(dots)))
        };
        let nearest = characters
            .iter()
            .min_by_key(|(known, _)| difference(known))
            .unwrap();
        assert!(difference(&nearest.0) <= 2, "{dots}");
        nearest.1
    };
    let mut named = String::new();
    let mut unsure = Vec::new();
    let mut lines = font
        .split_inclusive('\n')
        .skip_while(|line| !line.contains("times, first in"));
    while let Some(line) = lines.next() {
        let is_unnamed = line == "unnamed\n";
        if is_unnamed || line.starts_with("character ") {
            let dots: String = lines.by_ref().take(8).collect();
            let character = name(&dots);
            if is_unnamed {
                unsure.push(character);
            } else {
                assert_eq!(line, format!("character {character}\n"));
            }
            named += &format!("character {character}\n{dots}");
        }
    }
    assert_eq!(unsure, ['0']);
    let space = "\ncharacter U+0020\n".to_owned() + &"........\n".repeat(8);
    fs::write(place("named.txt"), space + &named).unwrap();
    well(&["typein", "page.png", "--font", "named.txt", "-o", "read.bas"]);
    let listing = well(&["list", "slanted.bas"]);
    assert_eq!(well(&["list", "read.bas"]), listing);

    // Several fonts together, each with some of the characters.
    let named = fs::read_to_string(place("named.txt")).unwrap();
    let glyphs: Vec<&str> = named.split("\ncharacter ").skip(1).collect();
    let half = |which: usize| {
        let some = glyphs.iter().skip(which).step_by(2);
        some.map(|glyph| format!("character {glyph}\n"))
            .collect::<String>()
    };
    fs::write(place("even.txt"), half(0)).unwrap();
    fs::write(place("odd.txt"), half(1)).unwrap();
    well(&[
        "typein", "page.png", "--font", "even.txt", "--font", "odd.txt", "-o", "both.bas",
    ]);
    assert_eq!(well(&["list", "both.bas"]), listing);
    let one = girafa(directory.path(), &["typein", "page.png", "--font", "even.txt"]);
    assert_ne!(one.status.code(), Some(0));
}

/// `--font` takes the character set of a snapshot, or of a tape.
#[test]
fn the_font_in_a_snapshot_or_tape() {
    let directory = TempDir::new().unwrap();
    let well = |arguments: &[&str]| {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", stderr(&done));
        stdout(&done)
    };
    fs::write(directory.path().join("slanted.bas"), SLANTED_FONT_PROGRAM).unwrap();
    well(&["run", "slanted.bas", "--paper", "page.png", "--save", "end.z80"]);
    let saved = SLANTED_FONT_PROGRAM.replace(
        "LLIST : STOP",
        "POKE 23606,0: POKE 23607,60: SAVE \"f\"CODE f,768",
    );
    fs::write(directory.path().join("save.bas"), saved).unwrap();
    well(&["run", "save.bas", "--tape", "font.tap"]);
    for font in ["end.z80", "font.tap"] {
        well(&["typein", "page.png", "--font", font, "-o", "read.bas"]);
        assert_eq!(
            well(&["list", "read.bas"]),
            well(&["list", "slanted.bas"]),
            "{font}"
        );
    }
    fs::write(directory.path().join("plain.bas"), "10 PRINT 1\n").unwrap();
    well(&["run", "plain.bas", "--save", "plain.sna"]);
    let none = girafa(directory.path(), &["typein", "page.png", "--font", "plain.sna"]);
    refused(&none, "plain.sna: no character set found");
}

/// Uses the font of a ROM given by option or environment variable.
#[test]
fn the_font_of_another_rom() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    fs::write(place("slanted.bas"), SLANTED_FONT_PROGRAM).unwrap();
    let printed = girafa(directory.path(), &["run", "slanted.bas", "--paper", "page.png"]);
    assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
    let mut rom = girafa_rom::GIRAFA48.to_vec();
    for (dots, (shown, _)) in rom[0x3D00..].chunks_mut(8).zip(slanted()) {
        let rows = shown
            .lines()
            .map(|row| row.bytes().fold(0, |bits, dot| bits << 1 | u8::from(dot == b'#')));
        dots.copy_from_slice(&rows.collect::<Vec<u8>>());
    }
    fs::write(place("slanted.rom"), &rom).unwrap();
    let listed = |file: &str| stdout(&girafa(directory.path(), &["list", file]));
    let read = girafa(
        directory.path(),
        &["typein", "page.png", "--rom", "slanted.rom", "-o", "read.bas"],
    );
    assert_eq!(read.status.code(), Some(0), "{}", stderr(&read));
    assert_eq!(listed("read.bas"), listed("slanted.bas"));
    let by_variable = Command::new(env!("CARGO_BIN_EXE_girafa"))
        .args(["typein", "page.png", "-o", "variable.bas"])
        .current_dir(directory.path())
        .env("GIRAFA_ROM", "slanted.rom")
        .output()
        .unwrap();
    assert_eq!(by_variable.status.code(), Some(0), "{}", stderr(&by_variable));
    assert_eq!(listed("variable.bas"), listed("slanted.bas"));

    let refused_as = |arguments: &[&str], code: i32, message: &str| {
        let done = girafa(directory.path(), &[&["typein"], arguments].concat());
        assert_eq!(done.status.code(), Some(code), "{}", stderr(&done));
        assert!(stderr(&done).contains(message), "{}", stderr(&done));
    };
    refused_as(&["slanted.bas", "--rom", "slanted.rom"], 2, "need pictures");
    refused_as(&["page.png", "--rom", "slanted.bas"], 5, "slanted.bas");
    let row = |bits: usize| format!("{bits:08b}\n").replace('0', ".").replace('1', "#");
    let glyph = |at: usize| {
        format!(
            "character A\n{}{}{}",
            row(at % 256),
            row(at / 256),
            row(0).repeat(6)
        )
    };
    fs::write(place("many.txt"), (0..1_000).map(glyph).collect::<String>()).unwrap();
    refused_as(
        &["page.png", "--font", "many.txt", "--rom", "slanted.rom"],
        2,
        "more than 1000 characters",
    );
}

#[test]
fn fonts_with_mistakes() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    png(&place("a.png"), 30, 30, |_, _| 255);
    let font = |text: &str, message: &str| {
        fs::write(place("font.txt"), text).unwrap();
        refused(
            &girafa(directory.path(), &["typein", "a.png", "--font", "font.txt"]),
            message,
        );
    };
    font("; none", "font.txt: line 1: no glyph has a name");
    font("glyph A", "font.txt: line 1: a glyph begins with");
    font("character A\n#", "font.txt: line 2: row 1 of the glyph's 8");
    font(&"; much\n".repeat(1 << 18), "font.txt");
    let learnt = girafa(directory.path(), &["typein", "a.png", "--learn", "new.txt"]);
    refused(&learnt, "the page is empty");
    assert!(!place("new.txt").exists());
}

/// A page on which pictures are placed by their upper left corners.
struct Sheet {
    width: usize,
    pixels: Vec<u8>,
}

impl Sheet {
    fn new(width: usize, height: usize) -> Sheet {
        let pixels = vec![255; width * height];
        Sheet { width, pixels }
    }

    fn put(&mut self, [left, top]: [usize; 2], picture: &Path) {
        let ([width, height], greys) = greys_of(&fs::read(picture).unwrap());
        assert!(left + width <= self.width);
        for y in 0..height {
            self.pixels[(top + y) * self.width + left..][..width]
                .copy_from_slice(&greys[y * width..][..width]);
        }
    }

    /// Lines of words in proportional letters: strokes of varying heights and distances.
    fn put_prose(&mut self, [left, top]: [usize; 2], width: usize, lines: usize) {
        let mut random = Random(3);
        for line in 0..lines {
            let mut x = left;
            while x + 20 < left + width {
                let (wide, high) = (5 + random.below(9), 9 + random.below(9));
                let letter = random.below(4);
                for (across, down) in (0..wide).flat_map(|across| (0..high).map(move |down| (across, down))) {
                    let is_ink = match letter {
                        0 => across < 3 || down < 2,
                        1 => across < 3 || down + 2 >= high,
                        2 => across < 3 || across + 3 >= wide,
                        _ => across.abs_diff(down * wide / high) < 2,
                    };
                    if is_ink {
                        self.pixels[(top + 30 * line + 18 - high + down) * self.width + x + across] = 0;
                    }
                }
                x += wide + if random.one_in(6) { 13 } else { 3 };
            }
        }
    }

    fn write(self, path: &Path) {
        let height = self.pixels.len() / self.width;
        png(path, self.width, height, |x, y| self.pixels[y * self.width + x]);
    }
}

/// Two listings as pictures; returns all of their rows.
fn two_listings(directory: &Path) -> [String; 2] {
    let first = "10 REM SOMA E MEDIA\n20 LET s=0: LET n=0\n30 READ a: IF a<0 THEN GO TO 70\n\
                 40 LET s=s+a: LET n=n+1\n50 PRINT AT n,2;a;TAB 12;s/n\n60 GO TO 30\n\
                 70 PRINT \"TOTAL: \";s,\"MEDIA: \";INT (100*s/n)/100\n80 STOP\n95 DATA 17,238,99,205,-1\n";
    let second = "100 LET a$=\"ABC\"\n110 FOR j=1 TO LEN a$\n120 PRINT a$(j)\n130 NEXT j\n140 PRINT \"FIM\"\n\
                  150 BEEP 1,0\n160 STOP\n";
    for (name, text) in [("first", first), ("second", second)] {
        fs::write(directory.join(format!("{name}.bas")), text).unwrap();
        let picture = format!("{name}.png");
        let printed = girafa(
            directory,
            &["hardcopy", "--llist", &format!("{name}.bas"), "-o", &picture],
        );
        assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
    }
    [first.to_owned(), second.to_owned()]
}

/// Reads columns below prose and a listing next to prose. The prose is reported with its position until the
/// row next to it is accepted.
#[test]
fn columns_and_prose() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let [first, second] = two_listings(directory.path());
    let read = |arguments: &[&str]| girafa(directory.path(), &[&["typein"], arguments].concat());

    let mut sheet = Sheet::new(1_900, 1_100);
    sheet.put_prose([80, 60], 1_700, 12);
    sheet.put([60, 480], &place("first.png"));
    sheet.put([1_000, 500], &place("second.png"));
    sheet.write(&place("columns.png"));
    let doubted = read(&["columns.png", "--text", "rows.txt", "--proof", "proof.html"]);
    let messages = stderr(&doubted);
    assert_eq!(doubted.status.code(), Some(1), "{messages}");
    assert!(messages.contains("1 uncertain place(s)"), "{messages}");
    assert!(
        messages.contains(" of columns.png was not read") && messages.contains("warning: print at "),
        "{messages}"
    );
    assert_eq!(stdout(&doubted), "");
    assert!(
        fs::read_to_string(place("proof.html"))
            .unwrap()
            .contains("\"unread\":[[")
    );
    let row = messages
        .split("columns.png:")
        .nth(2)
        .unwrap()
        .split(':')
        .next()
        .unwrap();
    fs::write(
        place("fixes.toml"),
        format!("[[doubt]]\nline = {row}\nnote = \"prose\"\n"),
    )
    .unwrap();
    let accepted = read(&["columns.png", "--fixes", "fixes.toml"]);
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
    assert_eq!(stdout(&accepted), first.clone() + &second);

    let mut sheet = Sheet::new(1_600, 900);
    sheet.put_prose([40, 40], 600, 20);
    sheet.put([720, 100], &place("first.png"));
    sheet.write(&place("beside.png"));
    let beside = read(&["beside.png", "--text", "rows.txt"]);
    assert_eq!(beside.status.code(), Some(1), "{}", stderr(&beside));
    assert!(
        stderr(&beside).contains("1 uncertain place(s)"),
        "{}",
        stderr(&beside)
    );
    let alone = read(&["first.png", "--text", "alone.txt"]);
    assert_eq!(alone.status.code(), Some(0), "{}", stderr(&alone));
    let rows = |name: &str| fs::read_to_string(place(name)).unwrap();
    assert_eq!(rows("rows.txt"), rows("alone.txt"));
}

/// The margin around a print does not affect the text read.
#[test]
fn any_margin() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let [first, _] = two_listings(directory.path());
    let mut random = Random(12);
    let count = if girafa_test_support::thorough() { 12 } else { 4 };
    for _ in 0..count {
        let [left, top, right, bottom] = [(); 4].map(|()| random.below(300));
        let ([width, height], _) = greys_of(&fs::read(place("first.png")).unwrap());
        let mut sheet = Sheet::new(left + width + right, top + height + bottom);
        sheet.put([left, top], &place("first.png"));
        sheet.write(&place("page.png"));
        let read = girafa(directory.path(), &["typein", "page.png"]);
        assert_eq!(read.status.code(), Some(0), "{left},{top}: {}", stderr(&read));
        assert_eq!(stdout(&read), first);
    }
}

/// A picture filled by one or two rows is a page, too.
#[test]
fn few_rows_without_a_margin() {
    let directory = TempDir::new().unwrap();
    let [first, _] = two_listings(directory.path());
    let ([width, height], greys) = greys_of(&fs::read(directory.path().join("first.png")).unwrap());
    // The longest line has two rows.
    let row = height / (first.lines().count() + 1);
    for rows in [1, 2] {
        png(&directory.path().join("page.png"), width, rows * row, |x, y| {
            greys[y * width + x]
        });
        let read = girafa(directory.path(), &["typein", "page.png"]);
        assert_eq!(read.status.code(), Some(0), "{rows}: {}", stderr(&read));
        assert_eq!(
            stdout(&read),
            first.split_inclusive('\n').take(rows).collect::<String>()
        );
    }
}

/// With one wrong number in any line of DATA, a page with broken rows is read, and every line is reported in
/// which changing one character makes the total right.
#[test]
fn totals_of_data_in_broken_rows() {
    let directory = TempDir::new().unwrap();
    let right = "10 LET s=0\n20 READ a: LET s=s+a\n30 IF s<>4192 THEN PRINT \"ERRO NOS DADOS\": STOP\n\
                 100 DATA 3,238,238,38,99,38,238,38,209,199\n110 DATA 39,199,99,3,209,3,238,3,38,39\n\
                 120 DATA 238,99,39,209,209,99,9,38,9,38\n130 DATA 190,38,209,39,39,190,88,8,190,6\n";
    for (whole, wrong) in [
        ("38,99,38", "38,39,38"),
        ("39,199", "39,139"),
        ("238,99,39", "238,39,39"),
    ] {
        fs::write(directory.path().join("wrong.bas"), right.replace(whole, wrong)).unwrap();
        let printed = girafa(
            directory.path(),
            &["hardcopy", "--llist", "wrong.bas", "-o", "page.png"],
        );
        assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
        let read = girafa(directory.path(), &["typein", "page.png", "-o", "read.bas"]);
        let messages = stderr(&read);
        assert_eq!(read.status.code(), Some(1), "{wrong}: {messages}");
        assert!(
            messages.contains("the DATA add up to 4132, and the program tests 4192"),
            "{messages}"
        );
        let likely = messages.lines().find(|line| line.contains("likely: ")).unwrap();
        assert!(likely.matches("; or line").count() >= 1, "{likely}");
    }
}

/// The orientation stored by a camera is applied.
#[test]
fn pictures_that_are_turned() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    let printed = girafa(
        directory.path(),
        &[
            "hardcopy", "--llist", "hanoi", "-o", "page.png", "--style", "paper",
        ],
    );
    assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
    let upright = greys_of(&fs::read(place("page.png")).unwrap());
    let read = |file: &str| {
        let done = girafa(directory.path(), &["typein", file, "--json"]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        // Uncertain characters have positions in the rotated picture.
        stdout(&done)
    };
    let straight = read("page.png");
    // A quarter turn to the left.
    let ([width, height], pixels) = upright;
    let turned = grey(height, width, |x, y| pixels[x * width + width - 1 - y]);
    // TIFF tag 0112h, a 2-byte number: 6, rotate a quarter turn to the right.
    let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    let file = grey_jpeg(&turned, [height, width], 95, Some(exif));
    fs::write(place("turned.jpg"), file).unwrap();
    assert_eq!(read("turned.jpg"), straight);
}

/// A picture of 30,000 x 30,000 pixels is refused by its header.
#[test]
fn a_picture_that_fills_memory() {
    let directory = TempDir::new().unwrap();
    png(&directory.path().join("small.png"), 8, 8, |_, _| 0);
    let mut file = fs::read(directory.path().join("small.png")).unwrap();
    for side in [16, 20] {
        file[side..side + 4].copy_from_slice(&30_000_u32.to_be_bytes());
    }
    let sum = crc32(&file[12..29]);
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    fs::write(directory.path().join("bomb.png"), file).unwrap();
    let done = girafa(directory.path(), &["typein", "bomb.png"]);
    refused(&done, "30000 x 30000 pixels are too many");
}

/// The checksum at the end of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| {
        if crc & 1 == 1 {
            crc >> 1 ^ 0xEDB8_8320
        } else {
            crc >> 1
        }
    };
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}

#[test]
fn options_that_go_together() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.txt"), "10 PRINT 1\n").unwrap();
    png(&directory.path().join("a.png"), 30, 30, |_, _| 255);
    let usage = |arguments: &[&str], message: &str| {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(2), "{}", stderr(&done));
        assert!(stderr(&done).contains(message), "{}", stderr(&done));
    };
    usage(
        &["typein", "a.txt", "a.png"],
        "several files must all be pictures",
    );
    usage(
        &["typein", "a.txt", "--proof", "a.html"],
        "need pictures of pages",
    );
    usage(&["typein", "a.txt", "--learn", "f.txt"], "need pictures of pages");
    usage(
        &["typein", "a.png", "--learn", "f.txt", "--json"],
        "cannot be used with",
    );
    usage(&["typein"], "required");
    let one = girafa(directory.path(), &["typein", "a.png", "--page", "2"]);
    refused(&one, "it has one page");
    let over = girafa(directory.path(), &["typein", "a.png", "--proof", "a.png"]);
    assert_ne!(over.status.code(), Some(0));
    assert!(!stderr(&over).contains("panicked"), "{}", stderr(&over));
}
