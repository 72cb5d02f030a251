//! Finds words with a similar spelling.

/// Returns the closest of the `candidates` to `word`, if it is the only one at that distance and close
/// enough: one edit in a word of up to five letters, two in a longer one. Only letters and digits count, and
/// a final `$`.
///
/// ```
/// use girafa_basic::spelling::closest;
/// assert_eq!(closest("hanio", ["hanoi", "nim"].into_iter()), Some("hanoi"));
/// // As close to two: neither is proposed.
/// assert_eq!(closest("cat", ["car", "can"].into_iter()), None);
/// ```
pub fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| -> Vec<u8> {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_uppercase()).collect()
    };
    let word_letters = plain(word);
    if word_letters.len() < 3 {
        return None;
    }
    let most = if word_letters.len() > 5 { 2 } else { 1 };
    let is_text = word.ends_with('$');
    let mut best: Option<(usize, &str)> = None;
    let mut is_only = false;
    for candidate in candidates {
        let letters = plain(candidate);
        if letters.len() < 3
            || letters.len().abs_diff(word_letters.len()) > most
            || candidate.ends_with('$') != is_text
        {
            continue;
        }
        let found = distance(&word_letters, &letters);
        match best {
            _ if found > most => {}
            Some((least, _)) if found > least => {}
            Some((least, _)) if found == least => is_only = false,
            _ => {
                best = Some((found, candidate));
                is_only = true;
            }
        }
    }
    best.filter(|_| is_only).map(|(_, candidate)| candidate)
}

/// The edit distance: the number of letters to replace, insert, delete or exchange with the next one to turn
/// `a` into `b`.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[a.len()][b.len()]
}
