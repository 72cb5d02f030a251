//! The call hierarchy: subroutines, and who calls them with GO SUB.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::index::{Index, Target};

use crate::document::Document;
use crate::hover::number_at;
use crate::outline;
use crate::protocol::{self, CallHierarchyItem, SymbolKind};

/// What calls: a subroutine, by its first line, or the program outside the subroutines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Caller {
    Program,
    Subroutine(usize),
}

/// Returns the subroutine that a GO SUB at byte `at` calls, or whose first line's number is there.
pub fn prepare(document: &Document, at: usize) -> Option<CallHierarchyItem> {
    let index = document.index();
    let called = index.target_at(at).filter(|target| is_call(target));
    let line = match called {
        Some(target) => target.line,
        None => number_at(index, at),
    }?;
    let is_subroutine = index
        .targets
        .iter()
        .any(|target| is_call(target) && target.line == Some(line));
    is_subroutine.then(|| item(document, &subroutines(index), Caller::Subroutine(line)))
}

/// Returns the callers of an item, each with the places where it calls it.
pub fn incoming(
    document: &Document,
    of: &CallHierarchyItem,
) -> Vec<(CallHierarchyItem, Vec<protocol::Range>)> {
    let Some(Caller::Subroutine(line)) = caller(document, of) else {
        return Vec::new();
    };
    let calls = document
        .index()
        .targets
        .iter()
        .filter(|target| is_call(target) && target.line == Some(line));
    grouped(document, calls, |lines, target| within(lines, target.from))
}

/// Returns the subroutines that an item calls, each with the places where it does.
pub fn outgoing(
    document: &Document,
    of: &CallHierarchyItem,
) -> Vec<(CallHierarchyItem, Vec<protocol::Range>)> {
    let Some(from) = caller(document, of) else {
        return Vec::new();
    };
    let lines = subroutines(document.index());
    let calls = document
        .index()
        .targets
        .iter()
        .filter(|target| is_call(target) && target.line.is_some());
    let calls = calls.filter(|target| within(&lines, target.from) == from);
    grouped(document, calls, |_, target| {
        target.line.map_or(Caller::Program, Caller::Subroutine)
    })
}

fn grouped<'a>(
    document: &Document,
    calls: impl Iterator<Item = &'a Target>,
    by: impl Fn(&[Range<usize>], &Target) -> Caller,
) -> Vec<(CallHierarchyItem, Vec<protocol::Range>)> {
    let lines = subroutines(document.index());
    let mut found: BTreeMap<Caller, Vec<protocol::Range>> = BTreeMap::new();
    for target in calls {
        let places = found.entry(by(&lines, target)).or_default();
        places.push(document.range(&target.span));
    }
    let items = found.into_iter();
    items
        .map(|(caller, places)| (item(document, &lines, caller), places))
        .collect()
}

fn is_call(target: &Target) -> bool {
    target.what == "GO SUB"
}

fn subroutines(index: &Index) -> Vec<Range<usize>> {
    index.subroutines().into_iter().map(|block| block.lines).collect()
}

/// The subroutine that contains a line: of several, the one that begins last.
fn within(subroutines: &[Range<usize>], line: usize) -> Caller {
    let found = subroutines.iter().rev().find(|lines| lines.contains(&line));
    found.map_or(Caller::Program, |lines| Caller::Subroutine(lines.start))
}

fn item(document: &Document, subroutines: &[Range<usize>], caller: Caller) -> CallHierarchyItem {
    let index = document.index();
    let (name, detail, lines, data) = match caller {
        Caller::Program => ("program".to_owned(), None, 0..index.lines.len(), None),
        Caller::Subroutine(line) => {
            let block = subroutines.iter().find(|lines| lines.start == line).cloned();
            (
                format!("GO SUB {}", index.line_name(line)),
                index.remark(line),
                block.unwrap_or(line..line + 1),
                Some(index.lines[line].number),
            )
        }
    };
    let selection = outline::name_of(index, lines.start).unwrap_or(0..0);
    CallHierarchyItem {
        name,
        detail,
        kind: SymbolKind::FUNCTION,
        uri: document.uri.clone(),
        range: document.range(&outline::rows(document, &lines)),
        selection_range: document.range(&selection),
        data,
    }
}

/// The subroutine of an item in the listing as it is now.
fn caller(document: &Document, item: &CallHierarchyItem) -> Option<Caller> {
    let Some(number) = item.data else {
        return Some(Caller::Program);
    };
    let line = document
        .index()
        .lines
        .iter()
        .position(|line| line.number == number)?;
    Some(Caller::Subroutine(line))
}
