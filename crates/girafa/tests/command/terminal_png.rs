//! Converts a coloured terminal screen from tmux to a PNG, with letters in the Spectrum's font.

use girafa_spectrum::Rom;

/// Size of a cell in pixels: the font's 8 x 8 with double height.
const CELL: (usize, usize) = (8, 16);

/// Default background and text colours.
const BACKGROUND_COLOUR: [u8; 3] = [0x1C, 0x1C, 0x1C];
const TEXT_COLOUR: [u8; 3] = [0xD0, 0xD0, 0xD0];

/// The current attributes of characters.
#[derive(Debug, Clone, Copy, Default)]
struct Style {
    ink: Option<[u8; 3]>,
    paper: Option<[u8; 3]>,
    is_reversed: bool,
    is_underlined: bool,
}

impl Style {
    fn colours(&self) -> ([u8; 3], [u8; 3]) {
        let (ink, paper) = (
            self.ink.unwrap_or(TEXT_COLOUR),
            self.paper.unwrap_or(BACKGROUND_COLOUR),
        );
        if self.is_reversed {
            (paper, ink)
        } else {
            (ink, paper)
        }
    }

    /// Applies the parameters of an SGR sequence (ECMA-48, and `38;5;n` for 256 colours).
    fn take(&mut self, parameters: &str) {
        let mut numbers = parameters.split(';').map(|number| number.parse().unwrap_or(0));
        while let Some(number) = numbers.next() {
            let mut cube = || {
                assert_eq!(numbers.next(), Some(5), "{parameters}");
                Some(of_cube(numbers.next().unwrap()))
            };
            match number {
                0 => *self = Style::default(),
                4 => self.is_underlined = true,
                24 => self.is_underlined = false,
                7 => self.is_reversed = true,
                27 => self.is_reversed = false,
                38 => self.ink = cube(),
                39 => self.ink = None,
                48 => self.paper = cube(),
                49 => self.paper = None,
                // Bold on and off.
                1 | 22 => {}
                number => panic!("SGR {number}"),
            }
        }
    }
}

/// A colour of the 6 x 6 x 6 cube, which starts at 16 in 256-colour terminals.
fn of_cube(number: u32) -> [u8; 3] {
    assert!((16..232).contains(&number), "{number}");
    let level = |place: u32| match (number - 16) / place % 6 {
        0 => 0,
        level => (55 + 40 * level) as u8,
    };
    [level(36), level(6), level(1)]
}

/// The PNG of a screen with this many columns.
pub fn terminal_png(screen: &str, columns: usize) -> Vec<u8> {
    let font = girafa_rom::girafa48();
    let lines: Vec<&str> = screen.lines().collect();
    let (width, height) = (columns * CELL.0, lines.len() * CELL.1);
    let mut pixels = BACKGROUND_COLOUR.repeat(width * height);
    let mut style = Style::default();
    for (y, line) in lines.iter().enumerate() {
        let (mut x, mut rest) = (0, *line);
        while let Some(c) = rest.chars().next() {
            if let Some(sequence) = rest.strip_prefix("\x1b[") {
                let end = sequence.find('m').expect("only colours");
                style.take(&sequence[..end]);
                rest = &sequence[end + 1..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            let (ink, paper) = style.colours();
            let mut glyph = glyph(c, &font);
            if style.is_underlined {
                glyph[15] = 0xFF;
            }
            for (row, bits) in glyph.into_iter().enumerate() {
                for column in 0..CELL.0 {
                    let colour = if bits << column & 0x80 != 0 { ink } else { paper };
                    let at = ((y * CELL.1 + row) * width + x * CELL.0 + column) * 3;
                    pixels[at..at + 3].copy_from_slice(&colour);
                }
            }
            x += 1;
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    file
}

/// The 16 rows of a character.
fn glyph(c: char, rom: &Rom) -> [u8; 16] {
    let code = match c {
        '£' => 0x60,
        '©' => 0x7F,
        ' '..='~' => c as usize,
        _ => return drawn(c),
    };
    let start = 0x3D00 + (code - 32) * 8;
    std::array::from_fn(|row| rom.bytes()[start + row / 2])
}

/// Lines, block elements and braille.
fn drawn(c: char) -> [u8; 16] {
    let quarters = |upper: u8, lower: u8| {
        let half = |sides: u8| [0x00, 0x0F, 0xF0, 0xFF][usize::from(sides)];
        std::array::from_fn(|row| half(if row < 8 { upper } else { lower }))
    };
    match c {
        '│' => [0x10; 16],
        '█' => [0xFF; 16],
        // Eighths from the bottom and from the left.
        '▁'..='▇' => {
            let eighths = c as usize - '▁' as usize + 1;
            std::array::from_fn(|row| if row >= 16 - 2 * eighths { 0xFF } else { 0 })
        }
        '▉'..='▏' => [!(0xFF_u8 >> ('▏' as u32 - c as u32 + 1)); 16],
        '▀' => quarters(3, 0),
        '▐' => quarters(1, 1),
        '▝' => quarters(1, 0),
        '▘' => quarters(2, 0),
        '▗' => quarters(0, 1),
        '▖' => quarters(0, 2),
        '▞' => quarters(1, 2),
        '▚' => quarters(2, 1),
        '▛' => quarters(3, 2),
        '▜' => quarters(3, 1),
        '▙' => quarters(2, 3),
        '▟' => quarters(1, 3),
        '\u{2800}'..='\u{28FF}' => {
            let dots = c as u32 - 0x2800;
            let columns = [[0, 1, 2, 6], [3, 4, 5, 7]];
            std::array::from_fn(|row| {
                let dot = |column: usize| row % 4 < 3 && dots >> columns[column][row / 4] & 1 != 0;
                (u8::from(dot(0)) * 0x60) | (u8::from(dot(1)) * 0x06)
            })
        }
        c => panic!("how does {c:?} look?"),
    }
}
