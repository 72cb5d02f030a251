//! Fonts: the dots of printed characters.

/// A character and its dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character in the text of a scan.
    pub text: char,
    /// Whether it is printed white on black.
    pub inverse: bool,
    /// Eight rows of dots, the leftmost in the highest bit; 1 is ink, so the background of an inverse
    /// character consists of ones.
    pub dots: [u8; 8],
}

impl Glyph {
    /// Whether any dot is ink.
    pub(crate) fn has_ink(&self) -> bool {
        self.dots != [0; 8]
    }

    /// Whether the character is a Unicode block element.
    pub(crate) fn is_block(&self) -> bool {
        ('\u{2580}'..='\u{259F}').contains(&self.text)
    }
}

/// Returns the bits of the dots that are more than half ink, in the order of a [`Glyph`]; `ink` are the 64 dots.
pub(crate) fn bits(ink: &[f32]) -> [u8; 8] {
    let dots = |row: usize| ink[8 * row..8 * (row + 1)].iter();
    std::array::from_fn(|row| dots(row).fold(0, |bits, &ink| bits << 1 | u8::from(ink > 0.5)))
}

/// The characters that a listing may contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Font {
    /// The glyphs in any order; several may look alike.
    pub glyphs: Vec<Glyph>,
}

/// An error in the text of a font.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FontError {
    /// The line, from 1.
    pub line: usize,
    /// The problem in that line.
    pub problem: FontProblem,
}

/// The kinds of errors in the text of a font.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FontProblem {
    /// Expected the head of a glyph.
    #[error(
        "a glyph begins with 'character' or 'inverse', a space, and one character or its number as in U+0041; or with 'unnamed'"
    )]
    Head,
    /// Expected a row of dots.
    #[error("row {0} of the glyph's 8 should be 8 dots, each '.' for paper or '#' for ink")]
    Row(usize),
    /// The text ends within a glyph.
    #[error("the text ends after {0} of the glyph's 8 rows")]
    End(usize),
    /// There are more than [`Font::MAX_GLYPHS`].
    #[error("more than {} glyphs", Font::MAX_GLYPHS)]
    TooMany,
    /// There are no glyphs.
    #[error("no glyph has a name")]
    Empty,
}

impl Font {
    /// Maximum number of glyphs in the text of a font.
    pub const MAX_GLYPHS: usize = 1_000;

    /// Parses a font. Each glyph is a line with `character` or `inverse` and its character, or the
    /// character's number such as `U+0020`, then eight rows of dots, with `#` for ink. Empty lines, lines
    /// that begin with `;` and glyphs that are still `unnamed` are skipped.
    ///
    /// ```
    /// let font = girafa_ocr::Font::parse("; a dash\ncharacter -\n........\n........\n........\n........\n.#####..\n........\n........\n........\n")?;
    /// assert_eq!(font.glyphs[0].dots, [0, 0, 0, 0, 0b0111_1100, 0, 0, 0]);
    /// assert_eq!(girafa_ocr::Font::parse(&font.to_text()), Ok(font));
    /// # Ok::<(), girafa_ocr::font::FontError>(())
    /// ```
    ///
    /// # Errors
    /// A line is not valid, a glyph does not have eight rows, or there are no glyphs or more than
    /// [`MAX_GLYPHS`](Self::MAX_GLYPHS).
    pub fn parse(text: &str) -> Result<Font, FontError> {
        let at = |line: usize, problem| FontError { line, problem };
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(line, text)| (line + 1, text.trim()))
            .filter(|(_, text)| !text.is_empty() && !text.starts_with(';'));
        let last = text.lines().count().max(1);
        let mut glyphs = Vec::new();
        while let Some((line, head)) = lines.next() {
            if glyphs.len() == Font::MAX_GLYPHS {
                return Err(at(line, FontProblem::TooMany));
            }
            let name = parse_head(head).ok_or(at(line, FontProblem::Head))?;
            let mut dots = [0; 8];
            for (row, bits) in dots.iter_mut().enumerate() {
                let (line, text) = lines.next().ok_or(at(last, FontProblem::End(row)))?;
                *bits = parse_row(text).ok_or(at(line, FontProblem::Row(row + 1)))?;
            }
            glyphs.extend(name.map(|(text, inverse)| Glyph { text, inverse, dots }));
        }
        if glyphs.is_empty() {
            return Err(at(last, FontProblem::Empty));
        }
        Ok(Font { glyphs })
    }

    /// Combines the glyphs of several fonts, for pages in any of them or a mixture. `None` if there are more
    /// than [`MAX_GLYPHS`](Self::MAX_GLYPHS).
    pub fn joined(fonts: impl IntoIterator<Item = Font>) -> Option<Font> {
        let mut glyphs: Vec<Glyph> = Vec::new();
        for glyph in fonts.into_iter().flat_map(|font| font.glyphs) {
            if glyphs.contains(&glyph) {
                continue;
            }
            if glyphs.len() == Font::MAX_GLYPHS {
                return None;
            }
            glyphs.push(glyph);
        }
        Some(Font { glyphs })
    }

    /// Returns the text from which [`parse`](Self::parse) creates this font.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for glyph in &self.glyphs {
            text += if glyph.inverse { "inverse " } else { "character " };
            if glyph.text.is_whitespace() || glyph.text.is_control() {
                text += &format!("U+{:04X}", u32::from(glyph.text));
            } else {
                text.push(glyph.text);
            }
            text += &rows(glyph.dots);
        }
        text
    }
}

/// Returns the text of a glyph without a name, which [`Font::parse`] skips until it is named.
pub fn unnamed(dots: [u8; 8]) -> String {
    format!("unnamed{}", rows(dots))
}

/// The rows of dots of a glyph, and an empty line.
fn rows(dots: [u8; 8]) -> String {
    let mut text = String::new();
    for bits in dots {
        text.push('\n');
        text.extend((0..8).map(|dot| if bits << dot & 0x80 == 0 { '.' } else { '#' }));
    }
    text + "\n\n"
}

/// Parses the head of a glyph: its character and whether it is inverse; the inner `None` if it is not named
/// yet.
fn parse_head(head: &str) -> Option<Option<(char, bool)>> {
    if head == "unnamed" {
        return Some(None);
    }
    let (word, name) = head.split_once(' ')?;
    let inverse = match word {
        "character" => false,
        "inverse" => true,
        _ => return None,
    };
    let mut name_characters = name.chars();
    match (name_characters.next()?, name_characters.next()) {
        (text, None) => Some(Some((text, inverse))),
        _ => {
            let number = u32::from_str_radix(name.strip_prefix("U+")?, 16).ok()?;
            Some(Some((char::from_u32(number)?, inverse)))
        }
    }
}

fn parse_row(text: &str) -> Option<u8> {
    let bit = |bits: u8, dot: u8| match dot {
        b'.' => Some(bits << 1),
        b'#' => Some(bits << 1 | 1),
        _ => None,
    };
    (text.len() == 8).then(|| text.bytes().try_fold(0, bit))?
}

#[cfg(test)]
mod tests {
    use super::*;

    const DASH: &str = "........\n........\n........\n.######.\n........\n........\n........\n........\n";

    #[test]
    fn texts() {
        let text = format!(
            "; of a printer\n\ncharacter U+0020\n{}\n{}inverse -\n{DASH}",
            DASH.replace('#', "."),
            unnamed([0xFF; 8]),
        );
        let font = Font::parse(&text).unwrap();
        let looks: Vec<(char, bool, u8)> = font
            .glyphs
            .iter()
            .map(|glyph| (glyph.text, glyph.inverse, glyph.dots[3]))
            .collect();
        assert_eq!(looks, [(' ', false, 0), ('-', true, 0x7E)]);
        assert_eq!(Font::parse(&font.to_text()), Ok(font));
    }

    #[test]
    fn errors_have_line_numbers() {
        let fault = |text: &str| Font::parse(text).unwrap_err();
        let at = |line, problem| FontError { line, problem };
        assert_eq!(fault(""), at(1, FontProblem::Empty));
        assert_eq!(fault("; A\nglyph A"), at(2, FontProblem::Head));
        assert_eq!(fault(&unnamed([1; 8])), at(10, FontProblem::Empty));
        assert_eq!(fault("character AB"), at(1, FontProblem::Head));
        assert_eq!(fault("character U+110000"), at(1, FontProblem::Head));
        assert_eq!(fault("character A\n.......\n"), at(2, FontProblem::Row(1)));
        assert_eq!(
            fault("character A\n........\n\n........0"),
            at(4, FontProblem::Row(2))
        );
        assert_eq!(fault("character A\n........\n"), at(2, FontProblem::End(1)));
        let many = format!("character -\n{DASH}").repeat(Font::MAX_GLYPHS + 1);
        assert_eq!(fault(&many), at(9 * Font::MAX_GLYPHS + 1, FontProblem::TooMany));
        assert_eq!(
            fault("character A\n+").to_string(),
            "line 2: row 1 of the glyph's 8 should be 8 dots, each '.' for paper or '#' for ink"
        );
    }
}
