//! Names the shapes of a font that was never seen, by what a listing may contain.
//!
//! Each shape on the page is one character, though it is not known which. What is known is how much it
//! resembles the characters of known fonts, and what a listing looks like: numbers at the start of its lines,
//! keywords, balanced quotes. Each shape tells its cells what it may be, and each cell tells its shape what
//! the rest of the listing expects there, until both agree (belief propagation). Different shapes are
//! different characters, so that one that is certain excludes others.

mod automaton;
mod builder;
mod decision;
mod expressions;
mod faults;
mod glyphs;
mod grammar;
mod known;
mod letters;
mod likeness;
mod numbers;
mod parts;
mod plain;
mod rivalry;
mod search;
mod text;

pub(crate) use likeness::Characters;

use std::iter;
use std::sync::LazyLock;

use girafa_basic::charset;

use crate::read::{Candidates, Inks, Rough};
use crate::{Font, Glyph};
use automaton::{Automaton, Probabilities};
use faults::Common;
use rivalry::Rivalry;

/// Number of characters: 20 to 7F, and all others as one.
const ALPHABET: usize = 97;
/// Block graphics, inverse characters and the like.
const OTHER: usize = 96;

/// Number of rounds of messages between shapes and cells.
const ROUNDS: usize = 14;
/// The weight of the cells in the first round; it grows to 1 in the first part of the rounds.
const FIRST_WEIGHT: f32 = 0.15;
const GROWTH_ROUNDS: f32 = 8.4;
/// The cells of a shape count as at most this many: how a text differs from the usual is the same in all of them.
const MAX_CELLS: f32 = 8.0;
/// The probability of a cell that the listing does not expect.
const SURPRISE: f32 = 0.002;
/// Minimum likelihood of a character of a cell.
const MIN_SEEN: f32 = 1e-6;

/// The likelihoods of an empty cell.
const SPACE: Probabilities = {
    let mut of = [0.0; ALPHABET];
    of[0] = 1.0;
    of
};

/// The states of a listing.
static LISTING: LazyLock<Automaton> = LazyLock::new(grammar::automaton);

/// A shape of a page.
pub(crate) struct Shape {
    pub(crate) dots: Rough,
    /// The row and column of each cell.
    pub(crate) cells: Vec<[usize; 2]>,
}

/// The names that a shape may have: indices of characters with their probabilities, most likely first.
pub(crate) type Names = Vec<(usize, f32)>;

/// What the shapes of a page may be.
pub(crate) struct Named {
    pub(crate) shapes: Vec<Shape>,
    /// The distance of cells with the same shape.
    pub(crate) near: f32,
    /// The number of rows and columns.
    size: [usize; 2],
    /// The log likelihood of each character by the form of each shape.
    alike: Vec<Probabilities>,
    /// The shapes of which other ones may be faults.
    common: Common,
    /// The log likelihood of each character in each cell by the rest of the listing.
    messages: Vec<Probabilities>,
    /// The log likelihood of the page as a listing, with each shape's likelihoods of characters in its cells.
    pub(crate) evidence: f32,
}

/// Finds what the shapes may be on a page with this many rows and columns, by their likeness with known characters.
/// `near` is the distance of cells with the same shape.
pub(crate) fn name(shapes: Vec<Shape>, near: f32, size: [usize; 2], known: &Characters) -> Named {
    let [rows, columns] = size;
    let alike = known.likeness(&shapes);
    let common = Common::of(&shapes, near);
    let of_common = common.values(&alike);
    let rivalry = Rivalry::of(&common.shapes, near);
    let mut messages = vec![[0.0; ALPHABET]; rows * columns];
    let mut evidence = f32::NEG_INFINITY;
    for round in 0..ROUNDS {
        let weight = (FIRST_WEIGHT + (1.0 - FIRST_WEIGHT) * round as f32 / GROWTH_ROUNDS).min(1.0);
        let totals = rivalry.excluded(sums(&common.shapes, &of_common, &messages, columns, weight));
        let mut seen = vec![SPACE; rows * columns];
        let mut read = vec![0; rows * columns];
        for (shape, total) in common.shapes.iter().zip(&totals) {
            let weight = weight * shape.trust();
            for cell in shape.places(columns) {
                let others = std::array::from_fn(|at| total[at] - weight * messages[cell][at]);
                seen[cell] = shares(&others).map(|share| share + MIN_SEEN);
                read[cell] = likeliest(total);
            }
        }
        let (expected, fit) = LISTING.expect(&seen, columns);
        evidence = fit;
        messages = expected.iter().map(message).collect();
        if weight == 1.0 {
            numbers::ascend(&read, columns, &mut messages);
        }
    }
    Named {
        shapes,
        near,
        size,
        alike,
        common,
        messages,
        evidence,
    }
}

impl Named {
    /// Returns the mean log likelihood of the cells, each by what the rest of the listing expects there. The cells of
    /// a shape count as at most [`MAX_CELLS`]: a page of rows of asterisks fits a listing upside down, too.
    pub(crate) fn fit(&self) -> f32 {
        let [_, columns] = self.size;
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for (shape, total) in self.common.shapes.iter().zip(&self.sums()) {
            let names = shares(total);
            for cell in shape.places(columns) {
                let likelihoods = names.iter().zip(&self.messages[cell]);
                let likelihood: f32 = likelihoods.map(|(share, message)| share * message.exp()).sum();
                sum += shape.trust() * likelihood.ln();
                count += shape.trust();
            }
        }
        sum / count.max(1.0)
    }

    /// Returns the names of the shapes, and the log likelihood of each character in each cell by them. Faults in another
    /// shape with the same name are [`OTHER`].
    fn names(&self) -> (Vec<Names>, Vec<Probabilities>) {
        let [_, columns] = self.size;
        let decided = decision::decided(&self.sums(), &self.common.shapes);
        let start: Vec<Names> = (0..self.shapes.len())
            .map(|shape| decided[self.common.of_shape[shape]].clone())
            .collect();
        let mut names = search::improved(start, &LISTING, &self.shapes, self.near, &self.alike, self.size);
        let messages: Vec<Probabilities> = self.expected(&names).iter().map(message).collect();
        for ((shape, alike), names) in self.shapes.iter().zip(&self.alike).zip(&mut names) {
            let cells = shape
                .places(columns)
                .map(|cell| likeliest(&added(*alike, &messages[cell], 1.0)));
            decision::add_votes(names, alike, &cells.collect::<Vec<_>>());
        }
        for shape in 0..self.shapes.len() {
            let first = self.common.first[self.common.of_shape[shape]];
            if first != shape && names[first][0].0 == names[shape][0].0 {
                names[shape] = vec![(OTHER, 1.0)];
            }
        }
        (names, messages)
    }

    /// Returns the log likelihood of each character for each common shape.
    fn sums(&self) -> Vec<Probabilities> {
        let [_, columns] = self.size;
        let of_common = self.common.values(&self.alike);
        sums(&self.common.shapes, &of_common, &self.messages, columns, 1.0)
    }

    /// Makes a font of the shapes and their names; `inks` has the ink of their cells, and `known` the characters that
    /// no listing has.
    pub(crate) fn font(mut self, inks: &Inks, known: &Font) -> Font {
        let (mut names, messages) = self.names();
        self.divide(&mut names, &messages, inks);
        glyphs::font(&self.shapes, &names, known)
    }

    /// Divides the shapes whose cells are two characters, if these look different. `messages` are the log likelihoods of
    /// each character in each cell.
    fn divide(&mut self, names: &mut Vec<Names>, messages: &[Probabilities], inks: &Inks) {
        let [_, columns] = self.size;
        for at in 0..self.shapes.len() {
            let shape = &self.shapes[at];
            let of_cells: Vec<Probabilities> = shape.places(columns).map(|cell| messages[cell]).collect();
            let own = names[at][0].0;
            let Some((other, parts)) = parts::divided(shape, own, &self.alike[at], &of_cells, inks) else {
                continue;
            };
            let others = names[at].iter().filter(|(name, _)| ![own, other].contains(name));
            let of_other = iter::once(&(other, 1.0)).chain(others).copied().collect();
            names[at].retain(|(name, _)| *name != other);
            names.push(of_other);
            let [of_own, of_other] = parts;
            self.shapes[at] = of_own;
            self.shapes.push(of_other);
        }
    }

    /// Returns the probability of each character in each cell, if all others have the first of their names.
    fn expected(&self, names: &[Names]) -> Vec<Probabilities> {
        let [rows, columns] = self.size;
        let mut seen = vec![SPACE; rows * columns];
        for (shape, names) in self.shapes.iter().zip(names) {
            let mut cell_seen = [MIN_SEEN; ALPHABET];
            cell_seen[names[0].0] = 1.0;
            shape.places(columns).for_each(|cell| seen[cell] = cell_seen);
        }
        LISTING.expect(&seen, columns).0
    }
}

/// Returns the log likelihood of a page as a listing, as it was read in a font.
pub(crate) fn evidence(cells: &[Vec<Candidates>], font: &Font) -> f32 {
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut seen = vec![SPACE; cells.len() * columns];
    for (row, cells) in cells.iter().enumerate() {
        for (column, candidates) in cells.iter().enumerate() {
            let mut cell = [MIN_SEEN; ALPHABET];
            for candidate in candidates {
                cell[index(&font.glyphs[candidate.glyph])] += candidate.log_likelihood.exp();
            }
            seen[row * columns + column] = cell;
        }
    }
    LISTING.evidence(&seen, columns.max(1))
}

impl Shape {
    /// The weight of each of its cells.
    fn trust(&self) -> f32 {
        (MAX_CELLS / self.cells.len() as f32).min(1.0)
    }

    /// The indices of its cells.
    fn places(&self, columns: usize) -> impl Iterator<Item = usize> {
        self.cells.iter().map(move |[row, column]| row * columns + column)
    }
}

/// Returns the log likelihood of each character of a cell, by what the rest of the listing expects there.
fn message(expected: &Probabilities) -> Probabilities {
    expected.map(|share| ((1.0 - SURPRISE) * share + SURPRISE / ALPHABET as f32).ln())
}

fn likeliest(of: &Probabilities) -> usize {
    let best = (0..ALPHABET).max_by(|&one, &other| of[one].total_cmp(&of[other]));
    best.unwrap_or(0)
}

/// The index of a character in the alphabet.
fn index(glyph: &Glyph) -> usize {
    let code = charset::from_char(glyph.text).filter(|_| !glyph.inverse);
    code.filter(|code| (b' '..0x80).contains(code))
        .map_or(OTHER, |code| usize::from(code - b' '))
}

/// The ink of a glyph's dots.
fn dots(rows: [u8; 8]) -> Rough {
    std::array::from_fn(|at| f32::from(rows[at / 8] >> (7 - at % 8) & 1))
}

/// Adds the messages of its cells to the likeness of each shape.
fn sums(
    shapes: &[Shape],
    alike: &[Probabilities],
    messages: &[Probabilities],
    columns: usize,
    weight: f32,
) -> Vec<Probabilities> {
    let sum = |(shape, alike): (&Shape, &Probabilities)| {
        let cells = shape.places(columns);
        let weight = weight * shape.trust();
        cells.fold(*alike, |total, cell| added(total, &messages[cell], weight))
    };
    shapes.iter().zip(alike).map(sum).collect()
}

/// Adds weighted log likelihoods.
fn added(to: Probabilities, part: &Probabilities, weight: f32) -> Probabilities {
    std::array::from_fn(|at| to[at] + weight * part[at])
}

/// Returns the probabilities for log likelihoods.
fn shares(log_likelihoods: &Probabilities) -> Probabilities {
    let most = log_likelihoods.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares = log_likelihoods.map(|value| (value - most).exp());
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns the row and column of each cell of each character, without spaces.
    pub(super) fn cells(rows: &[&str]) -> BTreeMap<char, Vec<[usize; 2]>> {
        let mut cells: BTreeMap<char, Vec<[usize; 2]>> = BTreeMap::new();
        for (row, text) in rows.iter().enumerate() {
            let inked = text
                .chars()
                .enumerate()
                .filter(|(_, character)| *character != ' ');
            inked.for_each(|(column, character)| cells.entry(character).or_default().push([row, column]));
        }
        cells
    }

    /// Returns characters in these cells of a page as shapes of Girafa's font.
    fn shapes(cells: &BTreeMap<char, Vec<[usize; 2]>>) -> Vec<Shape> {
        let girafa = Font::sinclair(girafa_rom::GIRAFA48[0x3D00..].try_into().unwrap());
        let glyph = |text: char| girafa.glyphs.iter().find(|glyph| glyph.text == text).unwrap();
        let shapes = cells.iter().map(|(&text, cells)| Shape {
            dots: dots(glyph(text).dots),
            cells: cells.clone(),
        });
        shapes.collect()
    }

    /// Finds what shapes may be, by a plain font.
    fn name_plainly(shapes: Vec<Shape>, rows: usize) -> Named {
        name(shapes, 0.5, [rows, 32], &Characters::of(&Font::default()))
    }

    /// Returns the names of characters in these cells of a page.
    fn named(cells: BTreeMap<char, Vec<[usize; 2]>>, rows: usize) -> Vec<(char, Names)> {
        let names = name_plainly(shapes(&cells), rows).names().0;
        cells.into_keys().zip(names).collect()
    }

    #[test]
    fn a_page_with_many_asterisks_fits_a_listing_upright() {
        let asterisks = "*".repeat(32);
        let rows = [
            "  10 REM                        ",
            &asterisks,
            &asterisks,
            "  CALCULO DO FATORIAL           ",
            &asterisks,
            &asterisks,
            "  20 INPUT \"NUMERO? \";n: LET f=1 ",
            "  30 FOR i=1 TO n: LET f=f*i    ",
            "  40 NEXT i: PRINT f: GO TO 20  ",
        ];
        let upright = shapes(&cells(&rows));
        let turned = upright.iter().map(|shape| Shape {
            dots: std::array::from_fn(|at| shape.dots[63 - at]),
            cells: (shape.cells.iter())
                .map(|[row, column]| [rows.len() - 1 - row, 31 - column])
                .collect(),
        });
        let turned = name_plainly(turned.collect(), rows.len());
        let upright = name_plainly(upright, rows.len());
        assert!(
            upright.fit() > turned.fit() + 0.5,
            "{} {}",
            upright.fit(),
            turned.fit()
        );
    }

    #[test]
    fn two_characters_with_one_shape_are_both_its_names() {
        let rows = [
            "  10 FOR i=1 TO 100",
            "  20 IF i>50 THEN STOP",
            "  30 GO SUB 200",
            "  40 NEXT i: GO TO 10",
        ];
        let mut cells = cells(&rows);
        let zeros = cells.remove(&'0').unwrap();
        cells.get_mut(&'O').unwrap().extend(zeros);
        let (_, names) = named(cells, rows.len())
            .into_iter()
            .find(|(text, _)| *text == 'O')
            .unwrap();
        let mut both: Vec<char> = names[..2]
            .iter()
            .map(|&(name, _)| char::from(b' ' + name as u8))
            .collect();
        both.sort_unstable();
        assert_eq!(both, ['0', 'O']);
        assert!(names[1].1 > 0.2, "{names:?}");
    }

    /// The letters of a listing, as shapes of Girafa's font, are named by a plain font and by the grammar.
    #[test]
    fn the_shapes_of_a_listing_are_named() {
        let rows = [
            "  10 LET a=1: LET n=0: CLS ",
            "  20 INPUT \"QUANTOS (1-20)? \";q",
            "  30 FOR i=1 TO q: GO SUB 200",
            "  40 IF a>n THEN PRINT a,n",
            "  50 NEXT i: PRINT \"FIM\": STOP",
            " 200 READ x: LET n=n+x*a/2",
            " 210 IF n<=a THEN LET a=a+1",
            " 220 RETURN ",
            " 300 DATA 8,15,4,16,23,42",
        ];
        let names = named(cells(&rows), rows.len());
        let is_right = |(text, names): &&(char, Names)| char::from(b' ' + names[0].0 as u8) == *text;
        let right = names.iter().filter(is_right).count();
        assert!(right * 100 >= names.len() * 90, "{right} of {}", names.len());
    }
}
