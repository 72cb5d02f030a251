//! Finds the wrong subscript.

use std::ops::Range;

use girafa_basic::float5::Float5;
use girafa_basic::token;

use super::{Case, Cause, Subscript};
use crate::fault::trial::{Evaluated, is_fickle};
use crate::fault::words::{self, Kind};
use crate::variables::{Number, Value};

const STKEND: u16 = 0x5C65;

/// Maximum number of bracket pairs analysed.
const MAX_GROUPS: usize = 100;

/// A pair of brackets with subscripts.
struct Group {
    /// The words of the subscripted expression, up to the opening bracket; and the index after the closing
    /// bracket.
    base: Range<usize>,
    end: usize,
    /// The words of each subscript.
    parts: Vec<Range<usize>>,
}

/// A subscript that is out of range.
struct Wrong {
    words: Range<usize>,
    label: String,
}

/// The cause of report 3: wrong subscripts in the last brackets read.
pub fn cause(case: &Case) -> Cause {
    let read = case.read();
    let mut open = Vec::new();
    for index in 0..read {
        if case.words[index].is(b'(') {
            open.push(index);
        } else if case.words[index].is(b')') {
            open.pop();
        }
    }
    let last_closed = read
        .checked_sub(1)
        .filter(|&last| case.words[last].is(b')'))
        .and_then(|last| words::partner(&case.words, last));
    let all = (0..case.words.len()).filter(|&index| case.words[index].is(b'('));
    open.into_iter()
        .rev()
        .chain(last_closed)
        .chain(all)
        .take(MAX_GROUPS)
        .filter_map(|bracket| group(case, bracket))
        .find_map(|group| explained(case, &group))
        .unwrap_or_default()
}

/// The brackets that open at `bracket`, if they contain subscripts.
fn group(case: &Case, bracket: usize) -> Option<Group> {
    let start = base_start(case, bracket)?;
    let close = words::partner(&case.words, bracket).unwrap_or(case.words.len());
    Some(Group {
        base: start..bracket,
        end: (close + 1).min(case.words.len()),
        parts: words::parts(&case.words, bracket + 1..close, |word| word.is(b',')),
    })
}

/// The start of the variable or string that the bracket subscripts; other subscripts may precede the bracket.
fn base_start(case: &Case, bracket: usize) -> Option<usize> {
    let mut open = bracket;
    for _ in 0..MAX_GROUPS {
        let before = open.checked_sub(1)?;
        match case.words[before].kind {
            Kind::Name if case.is_variable(before) => return Some(before),
            Kind::String => return Some(before),
            Kind::Code(b')') => open = words::partner(&case.words, before)?,
            // A bracketed expression, if subscripts follow it.
            _ => return (open != bracket).then_some(open),
        }
    }
    None
}

fn explained(case: &Case, group: &Group) -> Option<Cause> {
    let name = case.name(group.base.start);
    let is_name = case.words[group.base.start].kind == Kind::Name;
    let is_dim = group.base.start > 0
        && is_name
        && case.words[..group.base.start]
            .iter()
            .any(|word| word.is(token::DIM));
    let variable = case
        .variable(&name, true)
        .filter(|_| is_name && group.base.len() == 1);
    let dimensions = variable.and_then(Case::dimensions).filter(|_| !is_dim);
    let (wrong, mosts) = if is_dim {
        (too_small(case, group), Vec::new())
    } else if let Some(dimensions) = dimensions {
        let is_text = variable.is_some_and(|variable| matches!(variable.value, Value::Characters { .. }));
        (
            out_of_array(case, group, &name, dimensions, is_text),
            dimensions.to_vec(),
        )
    } else {
        let length = match case.trial.words(case.body, &case.words[group.base.clone()]) {
            Some(Evaluated::String(text)) => u16::try_from(text.len()).ok(),
            _ => None,
        };
        let label = |most| format!("the string has {}", characters(most));
        let part = group.parts.first()?;
        (
            length.and_then(|length| out_of_row(case, part, length, label(length))),
            length.into_iter().collect(),
        )
    };
    let wrong = wrong?;
    let subscripts: Vec<Subscript> = (group.parts.iter().filter(|part| !part.is_empty()).enumerate())
        .map(|(index, part)| Subscript {
            text: case.text(part.clone()),
            value: value(case, part).map(Number),
            most: mosts.get(index).copied(),
        })
        .collect();
    let values: Vec<String> = subscripts
        .iter()
        .map(|subscript| match subscript.value {
            Some(value) => value.to_string(),
            None => subscript.text.clone(),
        })
        .collect();
    Some(Cause {
        mark: Some(case.span(if wrong.words.is_empty() {
            group.base.start..group.end
        } else {
            wrong.words
        })),
        label: wrong.label,
        subject: is_name.then(|| format!("{name}({})", values.join(","))),
        variable: is_name.then_some(name),
        subscripts,
        ..Cause::default()
    })
}

/// A size that is not valid in DIM.
fn too_small(case: &Case, group: &Group) -> Option<Wrong> {
    group.parts.iter().find_map(|part| {
        let value = whole(value(case, part)?)?;
        (value < 1).then(|| Wrong {
            words: part.clone(),
            label: format!("{}a dimension must be at least 1", is(case, part)),
        })
    })
}

fn out_of_array(case: &Case, group: &Group, name: &str, dimensions: &[u16], is_text: bool) -> Option<Wrong> {
    let count = group.parts.len();
    let least = dimensions.len() - usize::from(is_text && dimensions.len() > 1);
    let wrong = (group.parts.iter().zip(dimensions).enumerate()).find_map(|(index, (part, &most))| {
        let which = if dimensions.len() == 1 {
            format!("{name} goes from 1 to {most}")
        } else {
            format!("subscript {} of {name} goes from 1 to {most}", index + 1)
        };
        out_of_row(case, part, most, which)
    });
    wrong.or_else(|| {
        (count < least || count > dimensions.len()).then(|| {
            let sizes: Vec<String> = dimensions.iter().map(u16::to_string).collect();
            Wrong {
                words: 0..0,
                label: format!(
                    "{name} has {}, DIM {name}({})",
                    plural(dimensions.len(), "dimension"),
                    sizes.join(",")
                ),
            }
        })
    })
}

/// A subscript or slice outside 1 to `most`. A slice that ends before it begins is empty, so it is valid
/// anywhere.
fn out_of_row(case: &Case, part: &Range<usize>, most: u16, label: String) -> Option<Wrong> {
    let ends = words::parts(&case.words, part.clone(), |word| word.is(token::TO));
    let most = i64::from(most);
    let number = |words: &Range<usize>, default| {
        if words.is_empty() {
            Some(default)
        } else {
            whole(value(case, words)?)
        }
    };
    let wrong = match &ends[..] {
        [only] if only.is_empty() => None,
        [only] => {
            let value = number(only, 1)?;
            (!(1..=most).contains(&value)).then_some(only)
        }
        [first, last] => {
            let (from, to) = (number(first, 1)?, number(last, most)?);
            match (from, to) {
                _ if from > to => None,
                (..1, _) => Some(first),
                _ if to > most => Some(last),
                _ => None,
            }
        }
        _ => None,
    }?;
    // `a$(9 TO )` begins after the end, and the missing bound cannot be marked.
    let words = if wrong.is_empty() {
        part.clone()
    } else {
        wrong.clone()
    };
    Some(Wrong {
        label: format!("{}{label}", is(case, &words)),
        words,
    })
}

/// `i is 11: `; empty for a literal number.
fn is(case: &Case, words: &Range<usize>) -> String {
    let is_literal = words.len() == 1 && case.words[words.start].kind == Kind::Number;
    match value(case, words) {
        Some(value) if !is_literal => format!("{} is {value}: ", case.text(words.clone())),
        _ => String::new(),
    }
}

/// The value of a subscript. If it contains RND or similar, it is the value that the ROM has just removed
/// from the calculator stack, whose bytes are still there.
fn value(case: &Case, words: &Range<usize>) -> Option<Float5> {
    if words.is_empty() {
        return None;
    }
    let these = &case.words[words.clone()];
    if these.iter().any(is_fickle) && case.point.is_some() {
        let machine = case.scene.machine;
        let at = machine.peek16(STKEND);
        let bytes = std::array::from_fn(|index| machine.peek(at.wrapping_add(index as u16)));
        return whole(Float5(bytes)).map(|whole| Float5::from(whole as i32));
    }
    case.trial.number(case.body, these)
}

/// The value rounded as the ROM does, if it fits into two bytes.
fn whole(number: Float5) -> Option<i64> {
    let rounded = (number.to_f64() + 0.5).floor();
    (-65_535.0..=65_535.0)
        .contains(&rounded)
        .then_some(rounded as i64)
}

fn characters(count: u16) -> String {
    plural(count.into(), "character")
}

fn plural(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
