//! Facts about a draft of a listing: lines, names, numbers and jumps, each with its position in the rows.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use girafa_basic::token;

use super::characters;
use super::draft::{self, Draft, MAX_CHARACTERS};
use super::join::{self, Joined, NO_LINE_COST};
use super::swap::Swap;

/// The characters of a word: row and index of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    characters: Vec<(usize, usize)>,
    /// Whether it is in lower case.
    pub(super) small: bool,
    /// Whether it is in the condition of an IF.
    pub(super) tested: bool,
}

impl Spot {
    /// Creates a spot from rows and indices.
    pub(super) fn new(characters: Vec<(usize, usize)>) -> Spot {
        Spot {
            characters,
            small: false,
            tested: false,
        }
    }

    /// The row of its first character.
    pub(super) fn row(&self) -> usize {
        self.characters.first().map_or(0, |first| first.0)
    }

    /// The row and the index of its first character.
    pub(super) fn first(&self) -> Option<(usize, usize)> {
        self.characters.first().copied()
    }

    /// Returns the swaps that put another word in its place. `None` if both the word and the differences are
    /// in two rows.
    pub(super) fn swaps(&self, word: &str, text: &str) -> Option<Vec<Swap>> {
        let word = if self.small {
            word.to_ascii_lowercase()
        } else {
            word.to_string()
        };
        let (first, last) = (*self.characters.first()?, *self.characters.last()?);
        if first.0 == last.0 {
            return Some(vec![Swap::new(first.0, first.1..last.1 + 1, word)]);
        }
        let new: Vec<char> = word.chars().collect();
        let old: Vec<char> = text.chars().collect();
        let equal = |(one, other): &(&char, &char)| one.eq_ignore_ascii_case(other);
        let shorter = new.len().min(old.len());
        let start = new.iter().zip(&old).take_while(equal).count().min(shorter);
        let after = new
            .iter()
            .rev()
            .zip(old.iter().rev())
            .take_while(equal)
            .count()
            .min(shorter - start);
        let put: String = new[start..new.len() - after].iter().collect();
        let gone = self
            .characters
            .get(start..self.characters.len().checked_sub(after)?)?;
        match (gone.first(), gone.last()) {
            (Some(&(row, from)), Some(&(end, to))) if row == end => {
                Some(vec![Swap::new(row, from..to + 1, put)])
            }
            (None, None) => {
                let (row, at) = self.characters[start.checked_sub(1)?];
                Some(vec![Swap::new(row, at + 1..at + 1, put)])
            }
            _ if gone.len() == put.chars().count() => {
                let characters = gone.iter().zip(put.chars());
                Some(
                    characters
                        .map(|(&(row, at), character)| Swap::new(row, at..at + 1, character))
                        .collect(),
                )
            }
            _ => None,
        }
    }
}

/// A variable's name in capitals; a string's ends in `$`. Numeric arrays have their own namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) array: bool,
}

impl Name {
    /// The same kind of variable with another name.
    pub(super) fn with(&self, text: &str) -> Name {
        Name {
            text: text.to_string(),
            array: self.array,
        }
    }
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Set,
    Read,
    Dim,
}

/// The control flow of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// Whether the line has no effect when executed: it consists of a remark, DATA or DEF FN.
    passive: bool,
    /// Whether the next line can run after it.
    goes_on: bool,
    /// If not, whether it returns.
    returns: bool,
}

/// A jump to a line.
pub(super) struct Jump {
    pub(super) number: String,
    pub(super) spot: Spot,
    /// Whether it is a GO SUB, which returns.
    pub(super) call: bool,
    /// The line that contains it.
    pub(super) line: u16,
}

/// The possible first lines of a part of the program that cannot be entered from the line above.
pub(super) struct Routine {
    pub(super) starts: Vec<u16>,
    /// Whether it ends with RETURN.
    pub(super) returns: bool,
    /// Its last line.
    pub(super) end: u16,
}

/// The facts about a draft.
pub(super) struct Facts {
    pub(super) lines: BTreeMap<u16, Flow>,
    pub(super) names: Vec<(Name, Role, Spot)>,
    /// Number literals; the flag marks those in DATA.
    pub(super) numbers: Vec<(String, Spot, bool)>,
    /// Line numbers in GO TO, GO SUB and RUN.
    pub(super) jumps: Vec<Jump>,
    /// Whether a jump has a computed line number.
    pub(super) computed: bool,
    /// Addresses of POKEs.
    pub(super) pokes: Vec<(String, Spot)>,
    /// The words of lines that do not parse: the variables that they set are unknown.
    pub(super) unread: BTreeSet<String>,
    /// Whether the listing is complete: all lines parse, and nothing is loaded from tape.
    pub(super) complete: bool,
}

/// A listing whose first number is at least this is part of a larger one.
const MIN_PART_NUMBER: u16 = 1000;
/// A listing with this many jumps to missing lines is part of a larger one.
const MIN_JUMPS_OUT: usize = 1;

impl Facts {
    /// Collects the facts from the lines that parse.
    pub(super) fn of(draft: &Draft) -> Facts {
        let (before, groups) = join::groups(&draft.rows, 0, &draft.names, draft.width);
        let mut facts = Facts {
            lines: BTreeMap::new(),
            names: Vec::new(),
            numbers: Vec::new(),
            jumps: Vec::new(),
            computed: false,
            pokes: Vec::new(),
            unread: BTreeSet::new(),
            complete: before.is_empty(),
        };
        facts.unread.extend(characters::words(before));
        let mut start = before.len();
        for group in &groups {
            if draft::characters_of(group.rows) > MAX_CHARACTERS {
                facts.unread.extend(characters::words(group.rows));
                facts.complete = false;
                start += group.rows.len();
                continue;
            }
            let joined = join::join(group, &draft.names, draft.width);
            let parses = joined.cost < NO_LINE_COST;
            let way = Flow {
                passive: false,
                goes_on: true,
                returns: false,
            };
            facts.lines.insert(
                group.number,
                if parses { way_of(&joined.parsed.body) } else { way },
            );
            facts.complete &= parses
                && !joined
                    .parsed
                    .body
                    .iter()
                    .any(|code| [token::LOAD, token::MERGE].contains(code));
            if parses {
                let mut walk = Walk {
                    facts: &mut facts,
                    joined: &joined,
                    first: start,
                    number: group.number,
                };
                walk.walk();
            } else {
                facts.unread.extend(characters::words(group.rows));
            }
            start += group.rows.len();
        }
        let is_line = |number: &str| {
            number
                .parse()
                .is_ok_and(|number: u16| facts.lines.contains_key(&number))
        };
        let out = facts.jumps.iter().filter(|jump| !is_line(&jump.number)).count();
        let first = facts
            .lines
            .keys()
            .next()
            .is_some_and(|&first| first < MIN_PART_NUMBER);
        facts.complete &= out < MIN_JUMPS_OUT && first;
        facts
    }

    /// Returns the routines. Each starts after a line that does not continue in the next, with remarks and
    /// DATA and the line that follows them.
    pub(super) fn routines(&self) -> Vec<Routine> {
        let mut routines: Vec<Routine> = Vec::new();
        let mut open: Option<Vec<u16>> = None;
        let mut running = false;
        for (&number, way) in &self.lines {
            if let Some(mut starts) = open.take() {
                starts.push(number);
                match way.passive {
                    true => open = Some(starts),
                    false => {
                        routines.push(Routine {
                            starts,
                            returns: false,
                            end: u16::MAX,
                        });
                        running = true;
                    }
                }
            }
            if !way.goes_on {
                if let Some(routine) = routines.last_mut().filter(|_| running) {
                    (routine.returns, routine.end) = (way.returns, number);
                }
                running = false;
                open = Some(Vec::new());
            }
        }
        routines
    }
}

fn way_of(body: &[u8]) -> Flow {
    let mut goes_on = true;
    let mut conditional = false;
    let mut returns = false;
    for (index, statement) in statements(body).enumerate() {
        let command = statement.iter().find(|&&code| code != b' ').copied().unwrap_or(0);
        if index == 0 && matches!(command, token::REM | token::DATA | token::DEF_FN) {
            return Flow {
                passive: true,
                goes_on: true,
                returns: false,
            };
        }
        conditional |= command == token::IF;
        returns = command == token::RETURN;
        goes_on = conditional || !matches!(command, token::GO_TO | token::RETURN | token::STOP | token::RUN);
    }
    Flow {
        passive: false,
        goes_on,
        returns,
    }
}

/// Returns the statements of a body; the part after THEN is a separate one.
fn statements(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut quoted = false;
    let mut remark = false;
    body.split(move |&code| {
        quoted ^= code == b'"' && !remark;
        remark |= code == token::REM && !quoted;
        !quoted && !remark && matches!(code, b':' | token::THEN)
    })
}

/// Iterates over a line's body.
struct Walk<'a> {
    facts: &'a mut Facts,
    joined: &'a Joined,
    first: usize,
    number: u16,
}

impl Walk<'_> {
    fn walk(&mut self) {
        let body = &self.joined.parsed.body;
        let mut command = 0;
        let mut before = 0;
        let mut depth = 0usize;
        let mut at = 0;
        while at < body.len() {
            let code = body[at];
            let start = at;
            at += 1;
            match code {
                token::NUMBER => {
                    at += 5;
                    continue;
                }
                b' ' => continue,
                b'"' => {
                    while at < body.len() && body[at] != b'"' {
                        at += 1;
                    }
                    at += 1;
                }
                token::REM => return,
                b':' | token::THEN => (command, depth) = (0, 0),
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b'0'..=b'9' => {
                    while at < body.len() && (body[at].is_ascii_digit() || body[at] == b'.') {
                        at += 1;
                    }
                    self.number(start..at, command, before);
                }
                _ if code.is_ascii_alphabetic() => {
                    while at < body.len() && body[at].is_ascii_alphanumeric() {
                        at += 1;
                    }
                    at += usize::from(body.get(at) == Some(&b'$'));
                    let role = match command {
                        token::DIM => Role::Dim,
                        token::LET | token::FOR if before == command => Role::Set,
                        token::READ if depth == 0 => Role::Set,
                        token::INPUT
                            if depth == 0
                                && (before == command
                                    || b",;'".contains(&before)
                                    || before == token::LINE) =>
                        {
                            Role::Set
                        }
                        token::NEXT => Role::Read,
                        _ => Role::Read,
                    };
                    let function = matches!(before, token::FN | token::DEF_FN) || command == token::DEF_FN;
                    if !function && (role != Role::Dim || before == command) {
                        self.name(start..at, role, command == token::IF);
                    }
                }
                token::GO_TO | token::GO_SUB if !first_after(body, at).is_ascii_digit() => {
                    self.facts.computed = true;
                    command = code;
                }
                _ if code >= token::FIRST && command == 0 => command = code,
                _ => {}
            }
            before = code;
        }
    }

    /// The spot of some bytes of the body, if they come from characters of the rows.
    fn spot(&self, bytes: Range<usize>) -> Option<Spot> {
        let origins = &self.joined.parsed.origins;
        let place = |&origin: &usize| {
            let (row, at) = self.joined.place(origin)?;
            Some((self.first + row, at))
        };
        let small = bytes.clone();
        let places: Option<Vec<(usize, usize)>> = origins[bytes].iter().map(place).collect();
        let small = self.joined.parsed.body[small].iter().any(u8::is_ascii_lowercase);
        places.map(|characters| Spot {
            characters,
            small,
            tested: false,
        })
    }

    fn text(&self, bytes: Range<usize>) -> String {
        let body = &self.joined.parsed.body[bytes];
        body.iter()
            .map(|code| char::from(code.to_ascii_uppercase()))
            .collect()
    }

    fn number(&mut self, bytes: Range<usize>, command: u8, before: u8) {
        let text = self.text(bytes.clone());
        let Some(spot) = self.spot(bytes) else { return };
        match before {
            token::GO_TO | token::GO_SUB | token::RUN => {
                let call = before == token::GO_SUB;
                let line = self.number;
                self.facts.jumps.push(Jump {
                    number: text,
                    spot,
                    call,
                    line,
                });
            }
            token::POKE => self.facts.pokes.push((text, spot)),
            _ => self.facts.numbers.push((text, spot, command == token::DATA)),
        }
    }

    fn name(&mut self, bytes: Range<usize>, role: Role, tested: bool) {
        let text = self.text(bytes.clone());
        let after = first_after(&self.joined.parsed.body, bytes.end);
        let array = text.len() == 1 && (after == b'(' || role == Role::Dim);
        let subscripted = text.ends_with('$') && after == b'(' && role == Role::Set;
        let Some(mut spot) = self.spot(bytes) else { return };
        spot.tested = tested;
        // A part of a string can only be set if the string exists.
        let role = if subscripted { Role::Read } else { role };
        self.facts.names.push((Name { text, array }, role, spot));
    }
}

fn first_after(body: &[u8], at: usize) -> u8 {
    body[at.min(body.len())..]
        .iter()
        .find(|&&code| code != b' ')
        .copied()
        .unwrap_or(0)
}
