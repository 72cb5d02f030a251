//! Sorts lines by number, as the machine's editor does when they are typed.

use crate::diagnostic::Diagnostics;
use crate::source;

/// Returns the listing with its lines sorted by number; lines with the same number keep their order. Rows
/// between two lines, such as comments, move with the line after them; rows before the first or after the
/// last line stay there.
///
/// ```
/// use girafa_basic::order::sorted;
/// assert_eq!(
///     sorted("# head\n30 STOP\n# one\n10 CLS\n20 GO TO 30"),
///     "# head\n# one\n10 CLS\n20 GO TO 30\n30 STOP\n"
/// );
/// ```
pub fn sorted(text: &str) -> String {
    let lines = source::lines(text, true, &mut Diagnostics::default());
    let end_of_row = |end: usize| text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return text.to_owned();
    };
    let start = text[..first.number_span.start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let mut from = start;
    let mut blocks: Vec<(u16, &str)> = Vec::new();
    for line in &lines {
        let to = end_of_row(line.end);
        blocks.push((line.number, &text[from.min(to)..to]));
        from = to;
    }
    if blocks.is_sorted_by_key(|(number, _)| *number) {
        return text.to_owned();
    }
    blocks.sort_by_key(|(number, _)| *number);
    let mut sorted = text[..start].to_owned();
    for (_, block) in blocks {
        sorted += block;
        if !block.ends_with('\n') {
            sorted.push('\n');
        }
    }
    sorted + &text[end_of_row(last.end)..]
}
