//! A simulated terminal with images: it interprets the player's output as text without colours, and images.
//! It supports only the sequences that the player sends.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A colour; `None` where there is no image.
pub type Pixel = Option<[u8; 3]>;

/// An image.
#[derive(Debug, Clone)]
pub struct Image {
    /// Width in pixels.
    pub width: usize,
    /// The pixels, row by row.
    pub pixels: Vec<Pixel>,
}

/// A terminal with a given size in columns and rows, and a given cell size in pixels.
pub struct Terminal {
    size: (usize, usize),
    cell: (usize, usize),
    /// Column and row, from 0.
    cursor: (usize, usize),
    /// Rows of characters.
    text: Vec<Vec<char>>,
    /// The kitty protocol's images: the one being sent, and the shown ones with their positions.
    sending: Option<(u32, String)>,
    images: BTreeMap<u32, ((usize, usize), Image)>,
    /// Sixels stay on screen until something is drawn over them.
    canvas: Image,
    /// Number of images received.
    pub count: usize,
}

impl Terminal {
    /// An empty terminal; `cell` is the size of a cell in pixels.
    pub fn new(columns: usize, rows: usize, cell: (usize, usize)) -> Terminal {
        let size = (columns * cell.0, rows * cell.1);
        Terminal {
            size,
            cell,
            cursor: (0, 0),
            text: vec![vec![' '; columns]; rows],
            sending: None,
            images: BTreeMap::new(),
            canvas: Image {
                width: size.0,
                pixels: vec![None; size.0 * size.1],
            },
            count: 0,
        }
    }

    /// Interprets output. Returns the number of bytes consumed: an incomplete sequence is left.
    pub fn feed(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let end = match rest {
                [0x1B, b'[', sequence @ ..] => sequence
                    .iter()
                    .position(|byte| (0x40..0x7F).contains(byte))
                    .map(|end| end + 3),
                [0x1B, b'_' | b'P', ..] => rest
                    .windows(2)
                    .position(|two| two == b"\x1b\\")
                    .map(|end| end + 2),
                [0x1B] => None,
                [0x1B, ..] => Some(2),
                [first, ..] => {
                    Some(first.leading_ones().max(1) as usize).filter(|&length| length <= rest.len())
                }
                [] => None,
            };
            let Some(end) = end else { break };
            let whole = std::str::from_utf8(&rest[..end]).expect("UTF-8 was sent");
            match whole.strip_prefix('\x1b') {
                Some(sequence) => self.sequence(sequence),
                None => self.print(whole),
            }
            at += end;
        }
        at
    }

    fn print(&mut self, text: &str) {
        let (column, row) = self.cursor;
        if let (Some(c), Some(cell)) = (
            text.chars().next().filter(|c| !c.is_control()),
            self.text.get_mut(row).and_then(|row| row.get_mut(column)),
        ) {
            *cell = c;
            self.cursor.0 += 1;
        }
    }

    /// The rows of text, right-trimmed.
    pub fn text(&self) -> String {
        let row = |row: &Vec<char>| format!("{}\n", row.iter().collect::<String>().trim_end());
        self.text.iter().map(row).collect()
    }

    fn sequence(&mut self, sequence: &str) {
        if let Some(graphics) = sequence.strip_prefix("_G") {
            self.kitty(graphics.trim_end_matches("\x1b\\"));
        } else if let Some(sixels) = sequence.strip_prefix("P0;1;0q") {
            self.sixel(sixels.trim_end_matches("\x1b\\"));
        } else if let Some(position) = sequence.strip_prefix('[').and_then(|rest| rest.strip_suffix('H')) {
            let mut numbers = position.split(';').map(|number| number.parse().unwrap_or(1));
            let row: usize = numbers.next().unwrap_or(1);
            let column: usize = numbers.next().unwrap_or(1);
            self.cursor = (column - 1, row - 1);
        } else if sequence == "[2J" {
            self.images.clear();
            self.canvas.pixels.fill(None);
            self.text.iter_mut().for_each(|row| row.fill(' '));
        }
    }

    fn kitty(&mut self, graphics: &str) {
        let (keys, payload) = graphics.split_once(';').unwrap_or((graphics, ""));
        assert!(payload.len() <= 4096, "a chunk of {} bytes", payload.len());
        let keys: BTreeMap<&str, &str> = keys.split(',').filter_map(|key| key.split_once('=')).collect();
        match (keys.get("a"), &mut self.sending) {
            (Some(&"q"), _) => return,
            (Some(&"d"), _) => {
                assert_eq!(keys.get("d"), Some(&"A"));
                self.images.clear();
                return;
            }
            (Some(&"T"), sending) => {
                assert_eq!((keys["f"], keys["C"], keys["p"]), ("100", "1", "1"), "{keys:?}");
                *sending = Some((keys["i"].parse().unwrap(), payload.to_owned()));
            }
            (None, Some((_, sending))) => sending.push_str(payload),
            _ => panic!("what is {keys:?}?"),
        }
        if keys.get("m") == Some(&"0") {
            let (number, base64) = self.sending.take().unwrap();
            let image = png_of(&BASE64_STANDARD.decode(base64).unwrap());
            self.images.insert(number, (self.at_cursor(), image));
            self.count += 1;
        }
    }

    fn at_cursor(&self) -> (usize, usize) {
        (self.cursor.0 * self.cell.0, self.cursor.1 * self.cell.1)
    }

    fn sixel(&mut self, sixels: &str) {
        let (left, top) = self.at_cursor();
        let mut palette = [[0; 3]; 256];
        let (mut x, mut y, mut colour, mut size) = (0, 0, 0, (0, 0));
        let mut rest = sixels;
        let number = |rest: &mut &str| -> usize {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            *rest = after.strip_prefix(';').unwrap_or(after);
            digits.parse().expect("a number")
        };
        while let Some(character) = rest.chars().next() {
            rest = &rest[1..];
            let (mut count, mut sixel) = (1, character);
            match character {
                '"' => {
                    assert_eq!((number(&mut rest), number(&mut rest)), (1, 1));
                    size = (number(&mut rest), number(&mut rest));
                    continue;
                }
                '#' => {
                    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
                    let is_new = rest[digits..].starts_with(';');
                    colour = number(&mut rest);
                    if is_new {
                        assert_eq!(number(&mut rest), 2);
                        let mut level = || (number(&mut rest) * 255 + 50) / 100;
                        palette[colour] = [level() as u8, level() as u8, level() as u8];
                    }
                    continue;
                }
                '$' => {
                    x = 0;
                    continue;
                }
                '-' => {
                    (x, y) = (0, y + 6);
                    continue;
                }
                '!' => {
                    count = number(&mut rest);
                    sixel = rest.chars().next().unwrap();
                    rest = &rest[1..];
                }
                _ => {}
            }
            let bits = sixel as u32 - '?' as u32;
            assert!(bits < 64, "{sixel}");
            for x in x..x + count {
                for bit in (0..6).filter(|bit| bits >> bit & 1 != 0) {
                    assert!(x < size.0 && y + bit < size.1, "outside of the raster");
                    self.canvas.pixels[(top + y + bit) * self.canvas.width + left + x] =
                        Some(palette[colour]);
                }
            }
            x += count;
        }
        self.count += 1;
    }

    /// The complete image on the screen.
    pub fn shown(&self) -> Image {
        let mut shown = self.canvas.clone();
        for ((left, top), image) in self.images.values() {
            for (y, row) in image.pixels.chunks(image.width).enumerate() {
                shown.pixels[(top + y) * self.size.0 + left..][..image.width].copy_from_slice(row);
            }
        }
        shown
    }
}

impl Image {
    /// The smallest part that contains all of the image's pixels.
    pub fn cropped(&self) -> Image {
        let set = || {
            (0..self.pixels.len())
                .filter(|&at| self.pixels[at].is_some())
                .map(|at| (at % self.width, at / self.width))
        };
        let [left, right] =
            [set().map(|(x, _)| x).min(), set().map(|(x, _)| x).max()].map(Option::unwrap_or_default);
        let [top, bottom] =
            [set().map(|(_, y)| y).min(), set().map(|(_, y)| y).max()].map(Option::unwrap_or_default);
        let rows = self.pixels.chunks(self.width).take(bottom + 1).skip(top);
        Image {
            width: right + 1 - left,
            pixels: rows.flat_map(|row| row[left..=right].to_vec()).collect(),
        }
    }

    /// The middle of the image; if there is no exact middle, the part to the right of it or below it.
    pub fn middle(&self, width: usize, height: usize) -> Image {
        let rows = self.pixels.len() / self.width;
        let (left, top) = ((self.width - width).div_ceil(2), (rows - height).div_ceil(2));
        let rows = self.pixels.chunks(self.width).skip(top).take(height);
        Image {
            width,
            pixels: rows.flat_map(|row| row[left..left + width].to_vec()).collect(),
        }
    }

    /// The image with each pixel `times` times as wide and high.
    pub fn times(&self, times: usize) -> Image {
        let rows = self.pixels.chunks(self.width).flat_map(|row| {
            let row: Vec<Pixel> = row.iter().flat_map(|&pixel| vec![pixel; times]).collect();
            vec![row; times].concat()
        });
        Image {
            width: self.width * times,
            pixels: rows.collect(),
        }
    }

    /// Whether the images are equal, up to the precision of sixels: hundredths for 256 levels.
    pub fn is_like(&self, other: &Image) -> bool {
        let level = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 1;
        let pixel = |(a, b): (&Pixel, &Pixel)| match (a, b) {
            (Some(a), Some(b)) => a.iter().zip(b).all(level),
            (a, b) => a == b,
        };
        self.width == other.width
            && self.pixels.len() == other.pixels.len()
            && self.pixels.iter().zip(&other.pixels).all(pixel)
    }
}

/// The pixels of a PNG.
pub fn png_of(file: &[u8]) -> Image {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    Image {
        width: info.width as usize,
        pixels: pixels.chunks_exact(3).map(|rgb| rgb.try_into().ok()).collect(),
    }
}
