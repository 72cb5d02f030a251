//! Navigation: definitions, references and highlights.

use std::ops::Range;

use girafa_basic::index::{Access, Index, Label, Sort, Use};

use crate::document::Document;
use crate::hover::number_at;
use crate::protocol::{DocumentHighlight, DocumentHighlightKind, Location};

/// Maximum number of positions in a response: a listing that fits in memory has fewer.
pub const MAX_PLACES: usize = 20_000;

fn location(document: &Document, span: &Range<usize>) -> Location {
    Location::new(document.uri.clone(), document.range(span))
}

/// Returns the definition of the symbol at byte `at`: that of a label, the target of a jump, the DEF FN of a
/// function, the DIM of an array, or the first statement that sets a variable.
pub fn definition(document: &Document, at: usize) -> Option<Location> {
    let index = document.index();
    if let Some(label) = index.label_at(at) {
        let definitions = index
            .labels_named(&label.name)
            .filter(|label| label.is_definition);
        return Some(location(document, &definitions.last()?.span));
    }
    if let Some(target) = index.target_at(at) {
        return Some(location(document, &index.lines[target.line?].number_span));
    }
    let found = index.use_at(at)?;
    let with = |access: Access| index.of(&found.symbol).find(move |other| other.access == access);
    let definition = match found.symbol.sort {
        Sort::Function | Sort::Parameter(_) => with(Access::Sets),
        _ => with(Access::Dims).or_else(|| with(Access::Sets)),
    };
    Some(location(document, &definition?.span))
}

/// Returns all references to the label, line number or name at byte `at`. `is_all`: including its definition.
pub fn references(document: &Document, at: usize, is_all: bool) -> Vec<Location> {
    places(document.index(), at, is_all)
        .iter()
        .map(|(span, _)| location(document, span))
        .collect()
}

/// Returns the same positions as highlights.
pub fn highlights(document: &Document, at: usize) -> Vec<DocumentHighlight> {
    let places = places(document.index(), at, true);
    let highlight = |(span, access): &(Range<usize>, Access)| DocumentHighlight {
        range: document.range(span),
        kind: match access {
            Access::Reads => DocumentHighlightKind::READ,
            Access::Sets | Access::Dims => DocumentHighlightKind::WRITE,
        },
    };
    places.iter().map(highlight).collect()
}

/// Returns the name to rename at byte `at`; of a label, the part after its `@`.
pub fn name_at(document: &Document, at: usize) -> Option<Range<usize>> {
    let index = document.index();
    match index.label_at(at) {
        Some(label) => Some(label.span.start + 1..label.span.end),
        None => index.use_at(at).map(|found| found.span.clone()),
    }
}

fn places(index: &Index, at: usize, is_all: bool) -> Vec<(Range<usize>, Access)> {
    if let Some(label) = index.label_at(at) {
        let labels = index
            .labels_named(&label.name)
            .filter(|label| is_all || !label.is_definition);
        let access = |label: &Label| match label.is_definition {
            true => Access::Sets,
            false => Access::Reads,
        };
        let places = labels.map(|label| (label.span.clone(), access(label)));
        return places.take(MAX_PLACES).collect();
    }
    let line = number_at(index, at).or_else(|| index.target_at(at)?.line);
    if let Some(line) = line {
        let number = is_all.then(|| (index.lines[line].number_span.clone(), Access::Sets));
        let targets = index.targets.iter().filter(|target| target.line == Some(line));
        let targets = targets.map(|target| (target.span.clone(), Access::Reads));
        return number.into_iter().chain(targets).take(MAX_PLACES).collect();
    }
    let Some(found) = index.use_at(at) else {
        return Vec::new();
    };
    let is_wanted = |other: &&Use| is_all || other.access == Access::Reads || other.span == found.span;
    let uses = index.of(&found.symbol).filter(is_wanted).take(MAX_PLACES);
    uses.map(|other| (other.span.clone(), other.access)).collect()
}
