//! Which letters follow each other in words.

pub(super) const LETTERS: usize = 26;

/// Of a thousand occurrences of a letter, how many are followed by each letter from A to Z, and how many by the
/// end of the word. The first row is the start of a word, the others are the letters from A to Z. Counted in the
/// words that have only letters, without their accents, of Debian's packages `debian-reference-en` and
/// `debian-reference-pt`, 2.100, in English and Portuguese with the same weight.
#[rustfmt::skip]
const FOLLOWING: [[u16; LETTERS + 1]; LETTERS + 1] = [
    [91, 29, 69, 92, 52, 53, 17, 12, 58, 2, 5, 30, 39, 26, 55, 73, 6, 28, 85, 90, 34, 25, 17, 4, 7, 1, 0],
    [0, 26, 83, 51, 2, 3, 39, 0, 22, 1, 4, 76, 42, 118, 42, 25, 3, 123, 67, 78, 11, 11, 1, 1, 9, 3, 158],
    [102, 0, 6, 2, 140, 0, 0, 0, 171, 4, 1, 159, 4, 0, 71, 0, 0, 50, 25, 16, 70, 2, 0, 0, 106, 0, 69],
    [171, 1, 21, 6, 79, 1, 1, 109, 40, 0, 60, 20, 1, 1, 271, 5, 0, 56, 7, 67, 41, 1, 0, 0, 5, 0, 36],
    [94, 4, 1, 9, 338, 3, 1, 1, 99, 0, 0, 3, 5, 3, 165, 6, 0, 6, 13, 1, 14, 2, 3, 0, 2, 0, 226],
    [19, 14, 40, 41, 13, 9, 11, 1, 17, 4, 0, 35, 57, 81, 1, 10, 3, 106, 115, 27, 3, 10, 5, 27, 4, 1, 342],
    [45, 1, 1, 1, 62, 31, 1, 0, 300, 0, 0, 10, 1, 0, 238, 1, 1, 53, 17, 23, 29, 0, 1, 0, 3, 0, 182],
    [30, 0, 2, 7, 245, 1, 7, 24, 67, 0, 0, 14, 2, 31, 24, 9, 0, 102, 16, 5, 149, 1, 1, 0, 1, 3, 259],
    [102, 0, 1, 2, 497, 1, 0, 0, 90, 0, 1, 2, 3, 2, 97, 1, 0, 11, 2, 25, 8, 0, 0, 0, 3, 0, 151],
    [48, 14, 86, 33, 18, 24, 28, 0, 1, 0, 2, 66, 32, 186, 80, 26, 1, 51, 104, 93, 0, 31, 0, 7, 0, 25, 43],
    [556, 0, 0, 5, 83, 7, 0, 2, 9, 0, 7, 0, 0, 0, 115, 23, 0, 0, 5, 0, 178, 0, 0, 0, 0, 0, 9],
    [256, 2, 0, 24, 221, 4, 30, 0, 61, 0, 0, 3, 4, 10, 5, 6, 0, 3, 56, 37, 28, 3, 6, 0, 2, 0, 239],
    [92, 1, 2, 15, 198, 2, 6, 15, 178, 0, 1, 88, 6, 2, 94, 5, 2, 1, 31, 25, 18, 5, 2, 0, 32, 1, 178],
    [264, 18, 10, 5, 175, 1, 0, 0, 47, 0, 2, 12, 37, 0, 105, 56, 0, 1, 15, 7, 22, 1, 2, 0, 2, 0, 218],
    [71, 1, 43, 122, 59, 28, 83, 10, 45, 1, 4, 5, 7, 6, 52, 4, 3, 0, 61, 157, 23, 16, 0, 0, 6, 0, 194],
    [5, 8, 27, 31, 9, 36, 16, 0, 4, 0, 3, 28, 77, 136, 24, 24, 0, 123, 75, 44, 45, 14, 18, 2, 0, 1, 251],
    [250, 1, 16, 11, 115, 1, 10, 7, 29, 0, 6, 65, 2, 1, 122, 24, 0, 139, 18, 73, 22, 0, 1, 0, 5, 0, 80],
    [2, 0, 1, 4, 17, 0, 1, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 6, 930, 0, 1, 0, 0, 0, 32],
    [144, 1, 17, 22, 197, 4, 7, 0, 90, 0, 8, 5, 31, 21, 111, 3, 6, 20, 26, 38, 14, 12, 2, 0, 20, 0, 203],
    [31, 1, 31, 2, 121, 1, 1, 27, 60, 0, 10, 4, 7, 2, 40, 21, 1, 0, 47, 149, 28, 0, 5, 0, 28, 0, 381],
    [115, 0, 9, 1, 189, 3, 0, 150, 136, 0, 2, 6, 4, 1, 110, 7, 0, 42, 22, 11, 25, 0, 8, 0, 14, 0, 144],
    [55, 12, 25, 37, 54, 3, 16, 0, 84, 0, 1, 57, 80, 97, 2, 54, 0, 104, 114, 118, 2, 0, 0, 14, 0, 1, 69],
    [128, 0, 4, 1, 385, 2, 1, 0, 224, 0, 0, 0, 5, 2, 65, 1, 0, 10, 6, 1, 1, 0, 0, 0, 0, 0, 167],
    [122, 1, 1, 7, 74, 1, 2, 107, 309, 0, 8, 4, 1, 36, 112, 1, 0, 32, 47, 5, 1, 0, 1, 8, 1, 0, 116],
    [68, 2, 20, 6, 110, 9, 1, 5, 82, 0, 1, 2, 35, 0, 10, 115, 0, 7, 12, 181, 0, 2, 4, 2, 8, 4, 313],
    [2, 7, 1, 1, 18, 0, 1, 0, 3, 0, 1, 17, 7, 15, 120, 54, 0, 5, 185, 14, 0, 0, 3, 0, 2, 3, 539],
    [518, 0, 9, 2, 271, 4, 2, 0, 63, 0, 0, 1, 6, 0, 24, 0, 0, 2, 6, 0, 0, 1, 2, 0, 6, 11, 72],
];

/// Added to each number: names and abbreviations are other words.
const UNKNOWN_WORDS: f32 = 4.0;
/// The power of the numbers: the words of a listing are not those of a book.
const FLATNESS: f32 = 0.6;

/// The probabilities of what comes next in a word.
pub(super) struct Following {
    /// The probability of each letter from A to Z, if the word goes on.
    pub(super) letters: [f32; LETTERS],
    /// The probability that the word ends.
    pub(super) end: f32,
}

/// Returns the probabilities after a letter, 0 for A, or at the start of a word.
pub(super) fn following(letter: Option<usize>) -> Following {
    let row = FOLLOWING[letter.map_or(0, |letter| letter + 1)].map(|count| f32::from(count) + UNKNOWN_WORDS);
    let all: f32 = row.iter().sum();
    let flat: [f32; LETTERS] = std::array::from_fn(|next| row[next].powf(FLATNESS));
    let of_letters: f32 = flat.iter().sum();
    Following {
        letters: flat.map(|letter| letter / of_letters),
        end: row[LETTERS] / all,
    }
}
