//! Compares a run printed in the book with the machine's run, and distinguishes scan damage from real
//! differences by fixed rules.
//!
//! The rows of both sides are aligned in order, at the least cost; each pair, and each remaining row, gets
//! a [`Class`]. Blank rows and pictures are ignored on both sides. A row's *skeleton* is the row without
//! spaces, accents and case, with rulings (three or more of one character) shortened to one character, and
//! each character replaced by its class of characters that the scan confuses: 3 5 6 8 9 S B, 0 O Q D, 1 I L
//! ! |, 2 Z, the quotes and the slash, the dashes, the points.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// The relation of a row of the printed run to the machine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Identical.
    Same,
    /// Identical except for spaces.
    Spaces,
    /// Identical except for the length of a ruling, such as a row of asterisks.
    Ruling,
    /// Identical except for confused characters.
    Confused,
    /// Several rows of one side are one row of the other.
    Joined,
    /// The prompt of INPUT with the answer, which does not stay on the screen.
    Input,
    /// Characters lost or misread beyond the confusions: three quarters are right, or only digits became 0.
    Damaged,
    /// A row of the machine's, between others that are printed, that is missing in the text.
    Lost,
    /// Not explained by a rule.
    Different,
}

impl Class {
    /// All classes, in order.
    pub const ALL: [Class; 9] = [
        Class::Same,
        Class::Spaces,
        Class::Ruling,
        Class::Confused,
        Class::Joined,
        Class::Input,
        Class::Damaged,
        Class::Lost,
        Class::Different,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Same => "same",
            Class::Spaces => "spaces",
            Class::Ruling => "ruling",
            Class::Confused => "confused",
            Class::Joined => "joined",
            Class::Input => "input",
            Class::Damaged => "damaged",
            Class::Lost => "lost",
            Class::Different => "different",
        }
    }
}

/// Rows that were aligned with each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matched {
    /// Their relation.
    pub class: Class,
    /// The line of the book's text, from 1, at which the printed rows begin; of lost rows, at which they
    /// should be.
    pub line: usize,
    /// The printed rows.
    pub printed: Vec<String>,
    /// The machine's rows.
    pub machine: Vec<String>,
}

/// The costs of skipping a printed row, the row of an INPUT, and a row of the machine's.
const SKIP_PRINTED: u32 = 100;
const SKIP_INPUT: u32 = 10;
const SKIP_MACHINE: u32 = 60;
/// Columns of the machine's screen.
const COLUMNS: usize = 32;
/// Maximum rows of one side that are joined to one of the other.
const MAX_JOINED_ROWS: usize = 4;

/// The cost of aligning rows by class; at most that of skipping both rows.
fn cost(class: Class) -> u32 {
    match class {
        Class::Same => 0,
        Class::Spaces | Class::Ruling => 4,
        Class::Confused => 8,
        Class::Joined => 20,
        Class::Damaged => 40,
        _ => 130,
    }
}

/// A row and the forms used by the rules.
#[derive(Debug, Clone)]
struct PrintedRow {
    line: usize,
    text: String,
    skeleton: String,
}

impl PrintedRow {
    fn new(line: usize, text: &str) -> Option<PrintedRow> {
        let text = text.trim_end();
        (!text.is_empty()).then(|| PrintedRow {
            line,
            text: text.to_owned(),
            skeleton: skeleton(text),
        })
    }
}

/// The total cost of an alignment: of two texts that may be the printed run, the cheaper one is chosen.
pub fn price(found: &[Matched]) -> u32 {
    let price = |matched: &Matched| match matched.class {
        Class::Lost => SKIP_MACHINE,
        Class::Input => SKIP_INPUT,
        class => cost(class),
    };
    found.iter().map(price).sum()
}

/// Compares the lines `first` to `last` (from 1) of the book's text with the machine's output. `prompts` is
/// the lower screen at each INPUT, and `answers` the text typed there.
pub fn compare(
    book: &str,
    ranges: &[(usize, usize)],
    machine: &[String],
    prompts: &[String],
    answers: &[String],
) -> Vec<Matched> {
    let lines = book
        .lines()
        .zip(1..)
        .filter(|&(_, line)| ranges.iter().any(|&(first, last)| (first..=last).contains(&line)));
    let printed: Vec<PrintedRow> = lines
        .filter(|(text, _)| !is_markup(text))
        .filter_map(|(text, line)| PrintedRow::new(line, text))
        .collect();
    let machine = machine.iter().filter(|text| !is_picture(text));
    let machine: Vec<PrintedRow> = machine.filter_map(|text| PrintedRow::new(0, text)).collect();
    let inputs: Vec<String> = prompts
        .iter()
        .zip(answers.iter().map(String::as_str).chain(std::iter::repeat("")))
        .flat_map(|(prompt, answer)| input_rows(prompt, answer))
        .collect();
    Alignment {
        printed: &printed,
        machine: &machine,
        inputs: &inputs,
        memo: HashMap::new(),
    }
    .best()
}

/// Code fences and pictures are markup of the text.
fn is_markup(text: &str) -> bool {
    text.starts_with("```") || text.starts_with("![")
}

/// Graphics characters cannot be in a book's text.
fn is_picture(text: &str) -> bool {
    text.contains(|c| {
        matches!(
            c,
            '\u{E000}'..='\u{F8FF}' | '█' | girafa_inspect::text::UNKNOWN_CHARACTER
        )
    })
}

/// The skeletons that a prompt with its answer may have in print: the whole prompt, its last row, or one of
/// the rows before it.
fn input_rows(prompt: &str, answer: &str) -> Vec<String> {
    let rows: Vec<&str> = prompt.split('\n').collect();
    let (last, before) = rows.split_last().unwrap_or((&"", &[]));
    let mut found = vec![
        skeleton(&format!("{}{answer}", rows.concat())),
        skeleton(&format!("{last}{answer}")),
    ];
    found.extend(
        before
            .iter()
            .map(|row| skeleton(row))
            .filter(|row| !row.is_empty()),
    );
    found
}

struct Alignment<'a> {
    printed: &'a [PrintedRow],
    machine: &'a [PrintedRow],
    inputs: &'a [String],
    memo: HashMap<(&'a str, &'a str), bool>,
}

/// A step of the alignment: rows taken of each side, and the class if both sides have rows.
type Step = (usize, usize, Option<Class>);

impl<'a> Alignment<'a> {
    /// The cheapest alignment, without what the machine printed before its first and after its last pair.
    fn best(mut self) -> Vec<Matched> {
        let (rows, columns) = (self.printed.len() + 1, self.machine.len() + 1);
        let mut table = vec![(u32::MAX, (0, 0, None)); rows * columns];
        for p in 0..rows {
            for m in 0..columns {
                let mut best = if p == 0 && m == 0 {
                    (0, (0, 0, None))
                } else {
                    (u32::MAX, (0, 0, None))
                };
                for (step, price) in self.steps(p, m) {
                    let before = table[(p - step.0) * columns + m - step.1].0;
                    let total = before.saturating_add(price);
                    if total < best.0 {
                        best = (total, step);
                    }
                }
                table[p * columns + m] = best;
            }
        }
        let (mut p, mut m) = (self.printed.len(), self.machine.len());
        let mut found = Vec::new();
        while p + m > 0 {
            let (taken_p, taken_m, class) = table[p * columns + m].1;
            (p, m) = (p - taken_p, m - taken_m);
            found.push(self.matched(p, taken_p, m, taken_m, class));
        }
        found.reverse();
        within(found)
    }

    /// The steps that lead to a cell, with their costs.
    fn steps(&mut self, p: usize, m: usize) -> Vec<(Step, u32)> {
        let mut steps = Vec::new();
        if p > 0 {
            let is_input = self.is_input(&self.printed[p - 1]);
            steps.push(((1, 0, None), if is_input { SKIP_INPUT } else { SKIP_PRINTED }));
        }
        if m > 0 {
            // Output before and after the run in the book is not part of it.
            let price = if p == 0 || p == self.printed.len() {
                1
            } else {
                SKIP_MACHINE
            };
            steps.push(((0, 1, None), price));
        }
        if p > 0 && m > 0 {
            let class = self.pair(p - 1, m - 1);
            steps.push(((1, 1, Some(class)), cost(class)));
            for n in 2..=MAX_JOINED_ROWS {
                if p >= n && joined(&self.printed[p - n..p]) == self.machine[m - 1].skeleton {
                    steps.push(((n, 1, Some(Class::Joined)), cost(Class::Joined)));
                }
                if m >= n {
                    let class = as_one(&self.printed[p - 1], &self.machine[m - n..m]);
                    steps.extend(class.map(|class| ((1, n, Some(class)), cost(class))));
                }
            }
        }
        steps
    }

    fn pair(&mut self, p: usize, m: usize) -> Class {
        let (printed, machine) = (&self.printed[p], &self.machine[m]);
        if printed.text == machine.text {
            return Class::Same;
        }
        if printed.skeleton == machine.skeleton {
            let [a, b] = [&printed.text, &machine.text].map(|text| without_spaces(text));
            return if a == b {
                Class::Spaces
            } else if without_rulings(&a) == without_rulings(&b) {
                Class::Ruling
            } else {
                Class::Confused
            };
        }
        let key = (printed.skeleton.as_str(), machine.skeleton.as_str());
        let alike = *self
            .memo
            .entry(key)
            .or_insert_with(|| are_alike(key.0, key.1) || has_lost_digits(key.0, key.1));
        if alike { Class::Damaged } else { Class::Different }
    }

    fn is_input(&self, row: &PrintedRow) -> bool {
        self.inputs.contains(&row.skeleton)
    }

    fn matched(&self, p: usize, taken_p: usize, m: usize, taken_m: usize, class: Option<Class>) -> Matched {
        let texts = |rows: &[PrintedRow]| rows.iter().map(|row| row.text.clone()).collect();
        let (printed, machine) = (&self.printed[p..p + taken_p], &self.machine[m..m + taken_m]);
        let class = class.unwrap_or_else(|| match printed {
            [] => Class::Lost,
            [row] if self.is_input(row) => Class::Input,
            _ => Class::Different,
        });
        let next = self.printed.get(p).or(self.printed.last());
        Matched {
            class,
            line: next.map_or(0, |row| row.line),
            printed: texts(printed),
            machine: texts(machine),
        }
    }
}

/// Removes the rows at the beginning and the end that only the machine has.
fn within(mut found: Vec<Matched>) -> Vec<Matched> {
    let last = found
        .iter()
        .rposition(|matched| !matched.printed.is_empty())
        .map_or(0, |last| last + 1);
    found.truncate(last);
    let first = found
        .iter()
        .position(|matched| !matched.printed.is_empty())
        .unwrap_or(0);
    found.split_off(first)
}

/// Joins rows; a hyphen at the end of a row is from the typesetter or the program breaking a word.
fn joined(rows: &[PrintedRow]) -> String {
    let Some((last, before)) = rows.split_last() else {
        return String::new();
    };
    let before = before
        .iter()
        .map(|row| row.skeleton.strip_suffix('-').unwrap_or(&row.skeleton));
    before.chain([last.skeleton.as_str()]).collect()
}

/// The relation of a printed row to several of the machine's. A row wider than the screen must have been
/// set from several rows, so that damage within it is damage to all of them.
fn as_one(printed: &PrintedRow, machine: &[PrintedRow]) -> Option<Class> {
    let machine = joined(machine);
    if machine == printed.skeleton {
        return Some(Class::Joined);
    }
    let is_wide = printed.text.trim_start().chars().count() > COLUMNS;
    (is_wide && are_alike(&printed.skeleton, &machine)).then_some(Class::Damaged)
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Shortens runs of three or more of one character to one.
fn without_rulings(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for run in characters.chunk_by(|a, b| a == b) {
        let is_ruling = run.len() >= 3 && !run[0].is_alphanumeric();
        out.extend(&run[..if is_ruling { 1 } else { run.len() }]);
    }
    out
}

fn skeleton(text: &str) -> String {
    without_rulings(&without_spaces(text))
        .chars()
        .map(confused)
        .collect()
}

/// The representative of the characters that the scan confuses with `c`.
fn confused(c: char) -> char {
    let plain = match c {
        'á' | 'à' | 'â' | 'ã' | 'Á' | 'À' | 'Â' | 'Ã' => 'A',
        'é' | 'ê' | 'É' | 'Ê' => 'E',
        'í' | 'Í' => 'I',
        'ó' | 'ô' | 'õ' | 'Ó' | 'Ô' | 'Õ' => 'O',
        'ú' | 'Ú' => 'U',
        'ç' | 'Ç' => 'C',
        c => c.to_ascii_uppercase(),
    };
    match plain {
        '3' | '5' | '6' | '8' | '9' | 'S' | 'B' => '8',
        '0' | 'O' | 'Q' | 'D' => '0',
        '1' | 'I' | 'L' | '!' | '|' => '1',
        '2' | 'Z' => '2',
        '\'' | '"' | '`' | '´' | '’' | '‘' | '“' | '”' | '/' => '\'',
        '-' | '–' | '—' | '_' | '−' => '-',
        '.' | ',' | ':' | ';' => '.',
        c => c,
    }
}

/// Whether two rows differ only where the printed one has 0 and the machine's another digit: of a board of
/// digits the scan often keeps only the first column.
fn has_lost_digits(printed: &str, machine: &str) -> bool {
    let mut pairs = printed.chars().zip(machine.chars());
    printed.chars().count() == machine.chars().count()
        && printed.starts_with(|c: char| machine.starts_with(c))
        && pairs.all(|(a, b)| a == b || a == '0' && b.is_ascii_digit())
}

/// Whether three quarters of the characters of two rows are common to both, in order.
fn are_alike(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let total = a.len() + b.len();
    // The common part is at most as long as the shorter row.
    if 8 * a.len().min(b.len()) < 3 * total {
        return false;
    }
    let mut lengths = vec![0usize; b.len() + 1];
    for &x in &a {
        let mut diagonal = 0;
        for (at, &y) in b.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if x == y {
                diagonal + 1
            } else {
                above.max(lengths[at])
            };
            diagonal = above;
        }
    }
    8 * lengths[b.len()] >= 3 * total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        text.split('/').map(str::to_owned).collect()
    }

    fn classes(book: &str, machine: &str, prompts: &str, answers: &str) -> Vec<Class> {
        let book = book.replace('/', "\n");
        let found = compare(&book, &[(1, 99)], &rows(machine), &rows(prompts), &rows(answers));
        found.iter().map(|matched| matched.class).collect()
    }

    #[test]
    fn each_class_has_its_rule() {
        use Class::*;
        for (printed, machine, class) in [
            ("N=1 P=2", "N=1 P=2", vec![Same]),
            ("N=1P=2", "N=1 P=2", vec![Spaces]),
            ("*****", "********************************", vec![Ruling]),
            ("FOSFORO(5) -- 14", "FOSFORO(S) -- 14", vec![Confused]),
            ("VER VARIÁVEIS", "VER VARIAVEIS", vec![Confused]),
            ("BONS DIAS, JOGADOR", "BONS DIAS,/JOGADOR", vec![Joined]),
            ("TIRAR 11 FOSFOROS", "TIRAR 11 FOSFO-/ROS", vec![Joined]),
            ("GIRAFRA E' UM ANIMAL", "GIRAFA E' UM ANIMAL", vec![Damaged]),
            (
                "CALCULO DAS POSICOES EM QUE FIGUEM RAINHAS",
                "CALCULO DAS POSICOES EM QUE FI-/QUEM RAINHAS",
                vec![Damaged],
            ),
            ("1 0 0", "1 2 3", vec![Damaged]),
            ("SIM", "TALVEZ AMANHA", vec![Different]),
            ("A/C", "A/NOVA LINHA/C", vec![Same, Lost, Same]),
        ] {
            assert_eq!(
                classes(printed, machine, "", ""),
                class,
                "{printed} and {machine}"
            );
        }
    }

    #[test]
    fn prompts_stand_in_print_with_their_answers() {
        assert_eq!(
            classes("OUTRO JOGO ? N/FIM", "FIM", "OUTRO JOGO ? ", "N"),
            [Class::Input, Class::Same]
        );
        assert_eq!(
            classes("OUTRO JOGO ? S/FIM", "FIM", "OUTRO JOGO ? ", "N"),
            [Class::Different, Class::Same]
        );
    }

    #[test]
    fn the_machines_rows_around_the_printed_ones_do_not_count() {
        assert_eq!(classes("B", "A/B/C", "", ""), [Class::Same]);
    }

    /// In a short row, a wrong digit that is not one of the confusions is not scan damage.
    #[test]
    fn a_wrong_result_is_different() {
        assert_eq!(classes("CNP=7/FIM", "CNP=14/FIM", "", "")[0], Class::Different);
    }
}
