//! The variables that a statement sets and reads.

use girafa_basic::program::Line;
use girafa_basic::token;

use crate::fault::text;
use crate::fault::words::{self, Word};
use crate::statements;

/// A variable as named in a statement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// Its name in lower case, `$` included.
    pub name: String,
    /// Whether a bracket follows the name: a numeric name then means an array.
    pub is_subscripted: bool,
    /// The contents of the bracket, as a listing shows them.
    pub subscripts: String,
}

/// The effects of a statement on variables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// The statement's keyword, if it begins with one.
    pub keyword: Option<u8>,
    /// Variables that the statement always sets if it completes.
    pub sets: Vec<Named>,
    /// Variables that it reads for that, without duplicates, in text order.
    pub reads: Vec<Named>,
    /// The function that the statement defines.
    pub defines: Option<String>,
    /// The names of the functions that the statement calls.
    pub functions: Vec<String>,
    /// Whether it can change any variable: RUN, CLEAR, NEW, LOAD, MERGE.
    pub sets_all: bool,
}

impl Uses {
    /// The effects of statement `number`, from 1, of a line.
    pub fn of(line: &Line, number: u8) -> Uses {
        let index = usize::from(number).checked_sub(1);
        let range = index.and_then(|index| statements::ranges(&line.body).get(index).cloned());
        range.map_or_else(Uses::default, |range| {
            Uses::of_words(&line.body, &words::of(&line.body, range))
        })
    }

    fn of_words(body: &[u8], words: &[Word]) -> Uses {
        let Some(words::Kind::Code(keyword)) = words.first().map(|word| word.kind) else {
            return Uses::default();
        };
        let mut uses = Uses {
            keyword: Some(keyword),
            sets_all: matches!(
                keyword,
                token::RUN | token::CLEAR | token::NEW | token::LOAD | token::MERGE
            ),
            ..Uses::default()
        };
        let set = targets(keyword, words);
        let parameters = match keyword {
            token::DEF_FN => words::partner(words, 2).unwrap_or(0),
            _ => 0,
        };
        let parameters: Vec<String> = (2..parameters).map(|at| words::name(body, &words[at])).collect();
        for (at, word) in words.iter().enumerate() {
            if word.kind != words::Kind::Name {
                continue;
            }
            let name = words::name(body, word);
            let before = at.checked_sub(1).map(|before| &words[before]);
            if before.is_some_and(|word| word.is(token::FN) || word.is(token::DEF_FN)) {
                match before.is_some_and(|word| word.is(token::FN)) {
                    true => uses.functions.push(name),
                    false => uses.defines = Some(name),
                }
                continue;
            }
            let close = words
                .get(at + 1)
                .filter(|word| word.is(b'('))
                .and_then(|_| words::partner(words, at + 1));
            let inside = close.map(|close| words[at + 1].span.end..words[close].span.start);
            let named = Named {
                is_subscripted: close.is_some(),
                subscripts: inside.map_or_else(String::new, |inside| text::of(&body[inside])),
                name,
            };
            let is_read = !set.contains(&at) || keyword == token::NEXT;
            if set.contains(&at) {
                uses.sets.push(named.clone());
            }
            if is_read && !parameters.contains(&named.name) && !uses.reads.contains(&named) {
                uses.reads.push(named);
            }
        }
        uses
    }
}

/// Indices of the words that name variables set by the statement.
fn targets(keyword: u8, words: &[Word]) -> Vec<usize> {
    let is_name = |at: &usize| words.get(*at).is_some_and(|word| word.kind == words::Kind::Name);
    let items = |separates: fn(&Word) -> bool| {
        let parts = words::parts(words, 1..words.len(), separates);
        parts.into_iter().map(|part| part.start)
    };
    match keyword {
        token::LET | token::FOR | token::NEXT | token::DIM => vec![1],
        token::READ => items(|word| word.is(b',')).collect(),
        token::INPUT => {
            let separates = |word: &Word| [b',', b';', b'\''].iter().any(|&code| word.is(code));
            let after_line = |at: usize| match words.get(at) {
                Some(word) if word.is(token::LINE) => at + 1,
                _ => at,
            };
            items(separates).map(after_line).collect()
        }
        _ => Vec::new(),
    }
    .into_iter()
    .filter(is_name)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise;

    #[test]
    fn statements_say_what_they_set_and_read() {
        let shown = |source: &str| {
            let program = tokenise::program(&format!("10 {source}"), &Default::default())
                .unwrap()
                .program;
            let uses = Uses::of(&program.lines[0], 1);
            let list = |named: &[Named]| {
                let one =
                    |named: &Named| format!("{}{}", named.name, if named.is_subscripted { "()" } else { "" });
                named.iter().map(one).collect::<Vec<_>>().join(" ")
            };
            format!(
                "{} < {}{}{}",
                list(&uses.sets),
                list(&uses.reads),
                uses.functions
                    .iter()
                    .map(|name| format!(" FN {name}"))
                    .collect::<String>(),
                if uses.sets_all { " *" } else { "" }
            )
        };
        assert_eq!(
            shown("LET a(i)=(b$(2)>\"x\")+FN f(y)+Total"),
            "a() < i b$() y total FN f"
        );
        assert_eq!(shown("LET n=n+1"), "n < n");
        assert_eq!(shown("FOR i=a TO b STEP c"), "i < a b c");
        assert_eq!(shown("NEXT i"), "i < i");
        assert_eq!(shown("READ a$,b(i,2),c"), "a$ b() c < i");
        assert_eq!(shown("INPUT \"x\";a;(b);LINE c$,d(e)"), "a c$ d() < b e");
        assert_eq!(shown("DIM a$(n)"), "a$() < n");
        assert_eq!(shown("PRINT x;y$"), " < x y$");
        assert_eq!(shown("DEF FN f(x)=x+k"), " < k");
        assert_eq!(shown("CLEAR"), " <  *");
        assert_eq!(shown("REM n=1"), " < ");
    }
}
