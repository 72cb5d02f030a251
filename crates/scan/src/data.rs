//! Checks DATA: numbers against their neighbours, lines against a checksum rule, the number of items against
//! what the program reads, and their sum against the total that it tests.

use std::collections::BTreeMap;

use girafa_basic::token;

use super::digits;
use super::draft::Draft;
use super::facts::Spot;
use super::join::{self, Joined, NO_LINE_COST};
use super::suspect::{Suspect, ordered};

/// Numbers from this one on are not added up.
const MAX_ADDEND: u64 = 1_000_000_000;

/// One item of DATA.
struct Item {
    text: String,
    spot: Spot,
    /// Its value if it consists only of digits.
    value: Option<u64>,
}

/// The DATA items of a line.
struct Data {
    number: u16,
    items: Vec<Item>,
}

/// The DATA of a listing, and what the program expects of it.
#[derive(Default)]
struct Listing {
    data: Vec<Data>,
    /// Number of items read by single READs and by loops with constant bounds; `None` if unknown.
    reads: Option<usize>,
    /// Constants that the program compares a sum of items with.
    totals: Vec<u64>,
}

/// Returns the suspicious DATA items.
pub(super) fn find(draft: &Draft) -> Vec<Suspect> {
    let listing = Listing::of(draft);
    let mut found = Vec::new();
    if !sums(&listing, &mut found) {
        total(&listing, &mut found);
    }
    if found.is_empty() {
        shapes(&listing, &mut found);
    }
    ordered(found)
}

impl Listing {
    fn of(draft: &Draft) -> Listing {
        let mut listing = Listing::default();
        let (before, groups) = join::groups(&draft.rows, 0, &draft.names, draft.width);
        let mut start = before.len();
        let mut reads = Reads::default();
        for group in &groups {
            let joined = join::join(group, &draft.names, draft.width);
            if joined.cost < NO_LINE_COST {
                let body = &joined.parsed.body;
                reads.line(body, &mut listing.totals);
                if let Some(at) = body
                    .iter()
                    .position(|&code| code != b' ')
                    .filter(|&at| body[at] == token::DATA)
                {
                    let items = items(&joined, at + 1, start);
                    let number = group.number;
                    listing.data.push(Data { number, items });
                }
            } else {
                reads.unclear = true;
            }
            start += group.rows.len();
        }
        listing.reads = reads.count();
        if !reads.adds {
            listing.totals.clear();
        }
        listing
    }

    /// Iterates over all items.
    fn items(&self) -> impl Iterator<Item = &Item> {
        self.data.iter().flat_map(|data| &data.items)
    }
}

/// Parses digits, unless the number is too large to be added up.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&value| value < MAX_ADDEND)
}

/// Returns the items of a DATA statement, from a position in a body to the end of the statement.
fn items(joined: &Joined, from: usize, first_row: usize) -> Vec<Item> {
    let body = &joined.parsed.body;
    let mut items = Vec::new();
    let mut bytes: Vec<usize> = Vec::new();
    let (mut quoted, mut depth) = (false, 0usize);
    let mut at = from;
    loop {
        let code = body.get(at).copied();
        let ends = !quoted && depth == 0 && matches!(code, Some(b',' | b':') | None);
        match code {
            _ if ends => {
                let place = |&byte: &usize| joined.place(joined.parsed.origins[byte]);
                let places: Option<Vec<(usize, usize)>> = bytes.iter().map(place).collect();
                if let Some(places) = places.filter(|places| !places.is_empty()) {
                    let text: String = bytes.iter().map(|&byte| char::from(body[byte])).collect();
                    let digits = text.bytes().all(|code| code.is_ascii_digit());
                    let value = number(&text).filter(|_| digits);
                    let spot = Spot::new(
                        places
                            .into_iter()
                            .map(|(row, at)| (first_row + row, at))
                            .collect(),
                    );
                    items.push(Item { text, spot, value });
                }
                bytes.clear();
                if code != Some(b',') {
                    return items;
                }
            }
            Some(token::NUMBER) => at += 5,
            Some(b' ') if !quoted => {}
            Some(code) => {
                quoted ^= code == b'"';
                depth = match code {
                    b'(' if !quoted => depth + 1,
                    b')' if !quoted => depth.saturating_sub(1),
                    _ => depth,
                };
                bytes.push(at);
            }
            None => return items,
        }
        at += 1;
    }
}

/// Counts the items that READ takes, as far as loops with constant bounds show it.
#[derive(Default)]
struct Reads {
    taken: usize,
    /// The variable of each open loop, and its number of iterations.
    loops: Vec<(u8, usize)>,
    unclear: bool,
    /// Whether there is a sum, such as LET s=s+a.
    adds: bool,
}

impl Reads {
    fn count(&self) -> Option<usize> {
        (!self.unclear && self.loops.is_empty() && self.taken > 0).then_some(self.taken)
    }

    fn line(&mut self, body: &[u8], totals: &mut Vec<u64>) {
        for (index, statement) in statements(body).into_iter().enumerate() {
            let Some((&command, rest)) = statement.split_first() else {
                continue;
            };
            match command {
                token::FOR => match bounds(rest) {
                    Some((variable, times)) => self.loops.push((variable, times)),
                    // The number of iterations is unknown, and so is the number of items.
                    None => self
                        .loops
                        .push((rest.first().map_or(0, u8::to_ascii_uppercase), 0)),
                },
                token::NEXT => {
                    let variable = rest.first().map_or(0, u8::to_ascii_uppercase);
                    if self.loops.last().is_some_and(|(open, _)| *open == variable) {
                        self.loops.pop();
                    }
                }
                token::READ => {
                    let times: usize = self
                        .loops
                        .iter()
                        .fold(1, |all: usize, (_, times)| all.saturating_mul(*times));
                    let depth = rest.iter().scan(0usize, |depth, &code| {
                        match code {
                            b'(' => *depth += 1,
                            b')' => *depth = depth.saturating_sub(1),
                            _ => {}
                        }
                        Some(code == b',' && *depth == 0)
                    });
                    let each = 1 + depth.filter(|&comma| comma).count();
                    self.taken = self.taken.saturating_add(times.saturating_mul(each));
                    self.unclear |= times == 0;
                }
                token::RESTORE => self.unclear = true,
                token::IF => {
                    self.unclear |= rest.contains(&token::READ);
                    totals.extend(compared(rest));
                }
                token::LET => self.adds |= is_sum(rest),
                // A loop of jumps may read any number of items.
                token::GO_TO if index > 0 => {}
                _ => {}
            }
        }
    }
}

/// Returns the statements of a body, without spaces, strings and hidden numbers.
fn statements(body: &[u8]) -> Vec<Vec<u8>> {
    let mut statements = vec![Vec::new()];
    let mut quoted = false;
    let mut at = 0;
    while at < body.len() {
        match body[at] {
            token::NUMBER => at += 5,
            b'"' => quoted = !quoted,
            token::REM if !quoted => break,
            b':' if !quoted => statements.push(Vec::new()),
            b' ' => {}
            code if !quoted => statements.last_mut().into_iter().for_each(|last| last.push(code)),
            _ => {}
        }
        at += 1;
    }
    statements
}

/// Returns the variable of `i=1 TO 10`, and the number of iterations.
fn bounds(rest: &[u8]) -> Option<(u8, usize)> {
    let to = rest.iter().position(|&code| code == token::TO)?;
    let [variable, b'=', from @ ..] = &rest[..to] else {
        return None;
    };
    let number = |text: &[u8]| -> Option<i64> { std::str::from_utf8(text).ok()?.parse().ok() };
    let times = number(&rest[to + 1..])?
        .checked_sub(number(from)?)?
        .checked_add(1)?;
    let times = usize::try_from(times)
        .ok()
        .filter(|times| (1..=MAX_ITERATIONS).contains(times))?;
    Some((variable.to_ascii_uppercase(), times))
}

const MAX_ITERATIONS: usize = 50_000;

/// Whether it is `s=s+...`.
fn is_sum(rest: &[u8]) -> bool {
    let name = rest
        .iter()
        .take_while(|code| code.is_ascii_alphanumeric())
        .count();
    let after = rest.get(name + 1..).unwrap_or_default();
    rest.get(name) == Some(&b'=') && after.starts_with(&rest[..name]) && after.get(name) == Some(&b'+')
}

/// Returns the constant that a name is compared with in `s<>1234 THEN`.
fn compared(rest: &[u8]) -> Option<u64> {
    let name = rest
        .iter()
        .take_while(|code| code.is_ascii_alphanumeric())
        .count();
    let [token::NOT_EQUAL | b'=', number @ ..] = rest.get(name..)? else {
        return None;
    };
    let digits = number.iter().take_while(|code| code.is_ascii_digit()).count();
    let ends = number.get(digits) == Some(&token::THEN);
    let number = std::str::from_utf8(&number[..digits]).ok()?.parse().ok()?;
    (name > 0 && ends && number >= MIN_TOTAL).then_some(number)
}

/// A smaller constant is not taken for a total.
const MIN_TOTAL: u64 = 100;

/// A rule for the last item of a line, such as the checksum that a loader tests.
type Rule = (&'static str, fn(&[u64], u16) -> u64);

const RULES: [Rule; 7] = [
    ("the sum of the others", |values, _| values.iter().sum()),
    ("the sum of the others modulo 256", |values, _| {
        values.iter().sum::<u64>() % 256
    }),
    ("the others' sum and the line's number", |values, line| {
        values.iter().sum::<u64>() + u64::from(line)
    }),
    (
        "the others' sum and the line's number modulo 256",
        |values, line| (values.iter().sum::<u64>() + u64::from(line)) % 256,
    ),
    ("what makes the line's sum a multiple of 256", |values, _| {
        (256 - values.iter().sum::<u64>() % 256) % 256
    }),
    ("the others combined by exclusive or", |values, _| {
        values.iter().fold(0, |all, value| all ^ value)
    }),
    ("the sum of the others, each times its place", |values, _| {
        (1..).zip(values).map(|(place, value)| place * value).sum()
    }),
];

/// Reports lines whose last item does not follow the rule of most lines; the rule is inferred from the lines
/// themselves. Returns whether there is a rule.
fn sums(listing: &Listing, found: &mut Vec<Suspect>) -> bool {
    let lines: Vec<&Data> = listing.data.iter().filter(|data| data.items.len() > 2).collect();
    let values = |data: &Data| -> Option<Vec<u64>> {
        let values: Option<Vec<u64>> = data.items.iter().map(|item| item.value).collect();
        values.filter(|values| values.iter().all(|&value| value < MIN_LARGE_NUMBER))
    };
    let holds = |rule: &Rule, values: &[u64], line: u16| {
        let (last, others) = values.split_last().unwrap_or((&0, &[]));
        rule.1(others, line) == *last
    };
    let count = |rule: &&Rule| {
        let fits = |data: &&&Data| values(data).is_some_and(|values| holds(rule, &values, data.number));
        lines.iter().filter(fits).count()
    };
    let best = RULES.iter().rev().max_by_key(count).filter(|rule| {
        let count = count(rule);
        count >= MIN_LINES && count * 3 >= lines.len() * 2
    });
    let Some(rule) = best else { return false };
    for data in lines {
        if values(data).is_some_and(|values| holds(rule, &values, data.number)) {
            continue;
        }
        let message = format!("the last number is not {}, as in the other lines of DATA", rule.0);
        let fits = |index: usize, parts: &[u64]| {
            let mut all: Vec<u64> = Vec::new();
            for (other, item) in data.items.iter().enumerate() {
                match (other == index, item.value) {
                    (true, _) => all.extend(parts),
                    (false, Some(value)) => all.push(value),
                    (false, None) => return false,
                }
            }
            holds(rule, &all, data.number)
        };
        push(data.items.iter().enumerate().collect(), &fits, message, found);
    }
    true
}

/// Minimum number of lines that establish a rule.
const MIN_LINES: usize = 3;
/// Larger numbers are neither bytes nor the sum of a line.
const MIN_LARGE_NUMBER: u64 = 100_000;

/// Reports items whose sum differs from the constant that the program compares it with, if changing one
/// character makes them equal.
fn total(listing: &Listing, found: &mut Vec<Suspect>) {
    let [total] = listing.totals[..] else { return };
    let items: Vec<&Item> = listing
        .items()
        .filter(|item| !item.text.starts_with('"'))
        .collect();
    let sum_but = |but: usize| -> Option<u64> {
        let others = items.iter().enumerate().filter(|(index, _)| *index != but);
        others.map(|(_, item)| item.value).sum()
    };
    if items.iter().filter(|item| item.value.is_none()).count() > 1 {
        return;
    }
    // If the items are read after others, only those at the end or at the beginning are added up.
    let part = |mut values: Vec<u64>| {
        let mut sum = 0u64;
        values.retain(|&value| value < MIN_LARGE_NUMBER);
        values.iter().any(|value| {
            sum = sum.saturating_add(*value);
            sum == total
        })
    };
    let values: Vec<u64> = items.iter().filter_map(|item| item.value).collect();
    let sums = part(values.clone()) || part(values.into_iter().rev().collect());
    if sums && sum_but(usize::MAX).is_some() {
        return;
    }
    let fits = |index: usize, parts: &[u64]| {
        sum_but(index).is_some_and(|others| others + parts.iter().sum::<u64>() == total)
    };
    let message = match sum_but(usize::MAX) {
        Some(sum) => format!("the DATA add up to {sum}, and the program tests {total}"),
        None => format!("the DATA do not add up to {total}, which the program tests"),
    };
    push(items.iter().copied().enumerate().collect(), &fits, message, found);
}

/// Reports that one of some items has another value or is two items, if any alternative fits.
fn push(
    items: Vec<(usize, &Item)>,
    fits: &dyn Fn(usize, &[u64]) -> bool,
    message: String,
    found: &mut Vec<Suspect>,
) {
    let mut readings: Vec<(u32, usize, String)> = Vec::new();
    for &(index, item) in &items {
        for (cost, text) in others(&item.text) {
            let parts: Option<Vec<u64>> = text.split(',').map(number).collect();
            if parts.is_some_and(|parts| fits(index, &parts)) {
                readings.push((cost, index, text));
            }
        }
    }
    readings.sort();
    let swaps = readings.iter().filter_map(|(_, index, text)| {
        let (_, item) = items.iter().find(|(other, _)| other == index)?;
        item.spot.swaps(text, &item.text)
    });
    let alternatives: Vec<_> = swaps.take(MAX_READINGS).collect();
    let likeliest = readings
        .first()
        .and_then(|(_, index, _)| items.iter().find(|(other, _)| other == index));
    let Some(place) = likeliest.or(items.last()).and_then(|(_, item)| item.spot.first()) else {
        return;
    };
    found.push(Suspect {
        message,
        place,
        alternatives,
    });
}

/// Maximum number of alternatives for an item.
const MAX_READINGS: usize = 3;

/// Returns alternatives for an item: a digit replaced, added or removed, or two items.
fn others(text: &str) -> Vec<(u32, String)> {
    let mut others = Vec::new();
    if text.contains('.') {
        others.push((1, text.replacen('.', ",", 1)));
    }
    if text.bytes().all(|code| code.is_ascii_digit()) {
        others.extend(digits::readings(text));
        others.extend((1..text.len()).map(|at| (3, format!("{},{}", &text[..at], &text[at..]))));
    }
    others
}

/// Reports items that differ from the others: the only one with a decimal point, more than a byte among
/// bytes, or two joined where one is missing.
fn shapes(listing: &Listing, found: &mut Vec<Suspect>) {
    let numeric = |data: &&Data| {
        data.items.iter().filter(|item| item.value.is_some()).count() * 4 > data.items.len() * 3
    };
    let lines: Vec<&Data> = listing.data.iter().filter(numeric).collect();
    let items: Vec<&Item> = lines.iter().flat_map(|data| &data.items).collect();
    if items.len() < MIN_ITEMS {
        return;
    }
    let pointed = |item: &&&Item| {
        item.text.contains('.')
            && item
                .text
                .bytes()
                .all(|code| code.is_ascii_digit() || code == b'.')
    };
    let points: Vec<&&Item> = items.iter().filter(pointed).collect();
    if let [item] = points[..] {
        found.extend(suspect(
            item,
            "no other number of the DATA has a point",
            &[item.text.replacen('.', ",", 1)],
        ));
    }
    let large: Vec<&&Item> = items
        .iter()
        .filter(|item| item.value.is_some_and(|value| value > MAX_BYTE))
        .collect();
    if let [item] = large[..] {
        let readings = others(&item.text).into_iter();
        let bytes = |text: &String| {
            text.split(',')
                .all(|part| part.parse().is_ok_and(|value: u64| value <= MAX_BYTE))
        };
        let mut readings: Vec<(u32, String)> = readings.filter(|(_, text)| bytes(text)).collect();
        readings.sort();
        let words: Vec<String> = readings
            .into_iter()
            .map(|(_, text)| text)
            .take(MAX_READINGS)
            .collect();
        found.extend(suspect(
            item,
            "all other numbers of the DATA are bytes, from 0 to 255",
            &words,
        ));
    }
    let lack = listing
        .reads
        .and_then(|reads| (reads == listing.items().count() + 1).then_some(reads));
    let odd = odd_line(&lines);
    if let Some(line) = odd
        .or_else(|| lack.map(|_| &lines[..]))
        .filter(|_| found.is_empty())
    {
        // Of the items that may be two, the one with the most digits.
        let longest = line
            .iter()
            .flat_map(|data| &data.items)
            .filter(|item| item.value.is_some());
        let digits = |item: &&Item| item.text.len();
        let usual = items.iter().filter(|item| item.text.len() > 1).count() * 8 < items.len();
        if let Some(item) = longest
            .max_by_key(digits)
            .filter(|item| item.text.len() > 1 && (usual || item.text.len() > 3))
        {
            let words: Vec<String> = (1..item.text.len())
                .map(|at| format!("{},{}", &item.text[..at], &item.text[at..]))
                .collect();
            let message = match lack {
                Some(reads) => format!("the program reads {reads} items, but the DATA have one item less"),
                None => "this line of DATA has one item less than the others".to_owned(),
            };
            found.extend(suspect(item, &message, &words));
        }
    }
}

/// Minimum number of items from which a pattern is inferred.
const MIN_ITEMS: usize = 16;
const MAX_BYTE: u64 = 255;

/// Returns the only line with one item less than the others. The last line may have any number of items.
fn odd_line<'a>(lines: &'a [&'a Data]) -> Option<&'a [&'a Data]> {
    let whole = lines.len().checked_sub(1).filter(|&whole| whole > MIN_LINES)?;
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for line in &lines[..whole] {
        *counts.entry(line.items.len()).or_default() += 1;
    }
    let (&usual, _) = counts.iter().max_by_key(|(_, count)| **count)?;
    let odd: Vec<usize> = (0..whole)
        .filter(|&line| lines[line].items.len() != usual)
        .collect();
    match odd[..] {
        [line] if lines[line].items.len() + 1 == usual => Some(&lines[line..=line]),
        _ => None,
    }
}

fn suspect(item: &Item, message: &str, words: &[String]) -> Option<Suspect> {
    Some(Suspect {
        message: message.to_owned(),
        place: item.spot.first()?,
        alternatives: words
            .iter()
            .filter_map(|word| item.spot.swaps(word, &item.text))
            .collect(),
    })
}
