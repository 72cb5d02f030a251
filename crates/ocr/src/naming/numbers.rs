//! The numbers of lines ascend, which tells similar digits apart.

use super::automaton::Probabilities;

/// The log likelihood of a digit with which a line's number would not be between those of its neighbours.
const OUT_OF_ORDER: f32 = -3.0;
/// Maximum number of digits of a line number.
const MAX_DIGITS: usize = 4;

/// A line number: its row, its first column and its digits.
struct Number {
    row: usize,
    column: usize,
    digits: Vec<u32>,
}

impl Number {
    /// Parses the number at the start of a row of characters, in which 0 is a space.
    fn of(row: usize, characters: &[usize]) -> Option<Number> {
        let column = characters.iter().position(|&character| character != 0)?;
        let digit = |&character: &usize| (0x10..0x1A).contains(&character).then(|| character as u32 - 0x10);
        let digits: Vec<u32> = characters[column..].iter().map_while(digit).collect();
        let is_number =
            (1..=MAX_DIGITS).contains(&digits.len()) && characters.get(column + digits.len()) == Some(&0);
        is_number.then_some(Number { row, column, digits })
    }

    fn value(&self) -> u32 {
        self.value_of(|digit| digit)
    }

    /// Returns the value with other digits for its own.
    fn value_of(&self, digit: impl Fn(u32) -> u32) -> u32 {
        self.digits.iter().fold(0, |value, &own| 10 * value + digit(own))
    }

    /// The index of the cell of a digit.
    fn cell(&self, position: usize, columns: usize) -> usize {
        self.row * columns + self.column + position
    }

    /// Returns the value with another digit in a position.
    fn with(&self, position: usize, digit: u32) -> u32 {
        let place = 10_u32.pow((self.digits.len() - 1 - position) as u32);
        self.value() + place * digit - place * self.digits[position]
    }
}

/// Adds to the messages of the cells of line numbers which digits are in order. `read` are the likeliest
/// characters of all cells.
pub(super) fn ascend(read: &[usize], columns: usize, messages: &mut [Probabilities]) {
    let numbers = numbers(read, columns);
    if let Some(pair) = exchanged(&numbers) {
        for number in &numbers {
            for (position, digit) in number.digits.iter().enumerate() {
                if pair.contains(digit) {
                    messages[number.cell(position, columns)][0x10 + *digit as usize] += OUT_OF_ORDER;
                }
            }
        }
        return;
    }
    for (at, number) in numbers.iter().enumerate() {
        let before = at.checked_sub(1).map_or(0, |before| numbers[before].value());
        let after = numbers.get(at + 1).map_or(10_000, Number::value);
        if before + 1 >= after {
            // One of the neighbours is wrong.
            continue;
        }
        for position in 0..number.digits.len() {
            let message = &mut messages[number.cell(position, columns)];
            for digit in 0..10 {
                let value = number.with(position, digit);
                if value <= before || value >= after {
                    message[0x10 + digit as usize] += OUT_OF_ORDER;
                }
            }
        }
    }
}

/// Returns how many line numbers are not larger than the one before. `read` are the characters of all cells.
pub(super) fn disorder(read: &[usize], columns: usize) -> usize {
    let values: Vec<u32> = numbers(read, columns).iter().map(Number::value).collect();
    disordered(&values)
}

/// Returns the numbers at the starts of the rows.
fn numbers(read: &[usize], columns: usize) -> Vec<Number> {
    let rows = read.chunks(columns).enumerate();
    rows.filter_map(|(row, characters)| Number::of(row, characters))
        .collect()
}

fn disordered(values: &[u32]) -> usize {
    values.windows(2).filter(|pair| pair[0] >= pair[1]).count()
}

/// Returns two digits that are probably read as each other: exchanging them leaves the fewest numbers out of order.
fn exchanged(numbers: &[Number]) -> Option<[u32; 2]> {
    let disorder = |[one, other]: [u32; 2]| {
        let exchanged = |digit: u32| match digit {
            _ if digit == one => other,
            _ if digit == other => one,
            _ => digit,
        };
        let values: Vec<u32> = numbers.iter().map(|number| number.value_of(exchanged)).collect();
        disordered(&values)
    };
    let occurs = |digit: &u32| numbers.iter().any(|number| number.digits.contains(digit));
    let digits: Vec<u32> = (0..10).filter(occurs).collect();
    let pairs = digits
        .iter()
        .flat_map(|&one| digits.iter().map(move |&other| [other, one]))
        .filter(|[other, one]| other < one);
    let best = pairs.min_by_key(|&pair| disorder(pair))?;
    (disorder(best) < disorder([0, 0])).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::super::ALPHABET;
    use super::*;

    #[test]
    fn digits_between_their_neighbours_are_preferred() {
        let columns = 7;
        let rows = ["  10 A ", "  80 B ", "  30 C ", "  40 D ", "40,5   "];
        let read: Vec<usize> = rows
            .iter()
            .flat_map(|row| row.bytes().map(|character| usize::from(character - b' ')))
            .collect();
        let mut messages = vec![[0.0; ALPHABET]; read.len()];
        ascend(&read, columns, &mut messages);
        let allowed = |cell: usize| -> Vec<usize> {
            (0..10)
                .filter(|digit| messages[cell][0x10 + digit] == 0.0)
                .collect()
        };
        assert_eq!(allowed(columns + 2), [2]);
        assert_eq!(allowed(4 * columns), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn exchanged_digits_are_found() {
        let numbers = |numbers: &[&str]| -> Vec<Number> {
            let number = |(row, number): (usize, &&str)| Number {
                row,
                column: 0,
                digits: number.chars().filter_map(|digit| digit.to_digit(10)).collect(),
            };
            numbers.iter().enumerate().map(number).collect()
        };
        assert_eq!(
            exchanged(&numbers(&["70", "90", "80", "100", "110"])),
            Some([8, 9])
        );
        assert_eq!(exchanged(&numbers(&["70", "80", "90", "100"])), None);
        assert_eq!(exchanged(&numbers(&[])), None);
    }
}
